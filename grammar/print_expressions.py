"""Expressions, outcomes and claims as documents, with no more parentheses than their precedence needs.

Two are written although they could be left out, because the text would mislead without them: around a comparison
under NOT, and around a SUM, MIN or MAX that is an operand of `*` or `/` or stands to the left of `+` or `-`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from rulelang.grammar import tree
from rulelang.grammar.layout import (
    SPACE,
    Align,
    Concat,
    Doc,
    Fill,
    Group,
    Line,
    Nest,
    Text,
    listed,
    words,
)

OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, PRIMARY = range(1, 9)
"""How strongly a construct holds its parts together."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How numbers and strings are written: canonically, or as the author wrote them."""

    number: Callable[[tree.Number], str]
    string: Callable[[tree.Text | tree.Sentence], str]


# --------------------------------------------------------------------------------------------------- literals


def decimal(value: Fraction, grouped: bool = False) -> str:
    """A rational as a decimal, exactly: `1_000.5`; as a quotient where no decimal is exact: `1 / 3`.

    Thousands are set apart from five digits on, with `grouped` (amounts with a unit) from four; so a year stays
    `2024`.
    """
    if value < 0:
        return "-" + decimal(-value, grouped)
    places = _decimal_places(value.denominator)
    if places is None:
        return f"{decimal(Fraction(value.numerator), grouped)} / {decimal(Fraction(value.denominator))}"
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
    if len(whole) > 4 or (grouped and len(whole) == 4):
        head = len(whole) % 3 or 3
        whole = "_".join([whole[:head], *(whole[i : i + 3] for i in range(head, len(whole), 3))])
    return f"{whole}.{part}" if part else whole


def _decimal_places(denominator: int) -> int | None:
    """How many decimals a fraction with this denominator has, or None if they never end."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None


def number_text(number: tree.Number) -> str:
    """The canonical spelling of a number without its unit: `5%`, `1_000.5`."""
    if number.percent:
        return decimal(number.value * 100) + "%"
    return decimal(number.value, grouped=number.unit is not None)


def string_text(string: tree.Text | tree.Sentence) -> str:
    """The canonical spelling of a string, with its quotes."""
    return quoted(string.value)


def quoted(text: str) -> str:
    """A text between quotes, with what ends a string escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def time_text(value: datetime.datetime) -> str:
    """`2024-05-15T15:00`, with seconds where there are any."""
    return value.isoformat(timespec="seconds" if value.second else "minutes")


CANONICAL = Spelling(number_text, string_text)


# ------------------------------------------------------------------------------------------------- precedence


def level(expr: tree.Claim) -> int:
    """The precedence of the outermost construct of an expression."""
    match expr:
        case tree.Or():
            return OR
        case tree.And():
            return AND
        case tree.Not() | tree.Norm() | tree.Mark():
            return NOT
        case tree.Compare() | tree.Between() | tree.OneOf() | tree.Before():
            return COMPARISON
        case tree.Arithmetic(op="+") | tree.Arithmetic(op="-"):
            return SUM
        case tree.Arithmetic():
            return PRODUCT
        case tree.Minus():
            return UNARY
        case tree.Number(value):
            if _decimal_places(value.denominator) is None:
                return PRODUCT
            return UNARY if value < 0 else PRIMARY
        case tree.DurationLiteral(amount):
            return UNARY if amount < 0 else PRIMARY
        case tree.Unknown() | tree.Conflict() | tree.Triggered() | tree.SuspendsClaim() | tree.PrevailsClaim():
            return NOT
        case (
            tree.DateLiteral() | tree.TimeLiteral() | tree.NoneLiteral() | tree.TruthLiteral() | tree.Sentence()
            | tree.Term() | tree.Call() | tree.Elapsed() | tree.Quantified() | tree.Count() | tree.CountOf()
            | tree.Fold()
        ):
            return PRIMARY
        case _:
            assert_never(expr)


def _left_of(op: str) -> int:
    return SUM if op in "+-" else PRODUCT


# -------------------------------------------------------------------------------------------------- documents


def expression(expr: tree.Claim, spell: Spelling = CANONICAL) -> Doc:
    """An expression or a claim as a document."""
    match expr:
        case tree.Number(_, unit):
            return Text(spell.number(expr) if unit is None else f"{spell.number(expr)} {unit}")
        case tree.DurationLiteral(amount, duration_unit):
            return Text(f"{decimal(amount)} {duration_unit}")
        case tree.DateLiteral(date):
            return Text(date.isoformat())
        case tree.TimeLiteral(time):
            return Text(time_text(time))
        case tree.NoneLiteral():
            return Text("NONE")
        case tree.TruthLiteral(truth):
            return Text("YES" if truth else "NO")
        case tree.Sentence():
            return Text(spell.string(expr))
        case tree.Term(name, args):
            return _call(name, args, spell) if args else Text(name)
        case tree.Not(operand):
            if level(operand) == COMPARISON:
                return words("NOT ", _parenthesised(operand, spell))
            return words("NOT ", at_least(operand, NOT, spell))
        case tree.And(parts):
            return _chain("AND", [at_least(part, NOT, spell) for part in parts])
        case tree.Or(parts):
            return _chain("OR", [at_least(part, AND, spell) for part in parts])
        case tree.Norm(mode, action):
            return words(f"{mode} ", expression(action, spell))
        case tree.Mark(mark, operand):
            return words(f"{mark} ", expression(operand, spell))
        case tree.Compare(op, left, right):
            return _relation(left, words(f"{op} ", at_least(right, SUM, spell)), spell)
        case tree.Between(operand, low, high):
            bounds = words(at_least(low, SUM, spell), SPACE, "AND ", at_least(high, SUM, spell))
            return _relation(operand, words("BETWEEN ", bounds), spell)
        case tree.OneOf(operand, members):
            return _relation(operand, words("IN {", _items(members, SUM, spell), "}"), spell)
        case tree.Before(left, right):
            return _relation(left, words("BEFORE ", at_least(right, SUM, spell)), spell)
        case tree.Arithmetic():
            return _arithmetic(expr, spell)
        case tree.Minus(operand):
            signed = isinstance(operand, tree.Minus) or level(operand) < PRIMARY
            return words("-", _parenthesised(operand, spell) if signed else expression(operand, spell))
        case tree.Call(function, args):
            return _call(function, args, spell)
        case tree.Elapsed(unit, start, end):
            first, second = at_least(start, UNARY, spell), at_least(end, UNARY, spell)
            return Group(words(f"{unit} FROM ", first, Nest(2, words(SPACE, "TO ", second))))
        case tree.Quantified(quantifier, over, body):
            return words(f"{quantifier} ", binder(over, spell), " HAS ", _parenthesised(body, spell))
        case tree.Count(over, where):
            return Group(words("COUNT OF ", binder(over, spell), Nest(2, _where(where, spell))))
        case tree.CountOf(conditions):
            return words("COUNT OF {", _items(conditions, OR, spell), "}")
        case tree.Fold(fold, body, over, where):
            each = words(SPACE, "FOR EACH ", binder(over, spell), _where(where, spell))
            return Group(words(f"{fold} OF ", at_least(body, SUM, spell), Nest(2, each)))
        case tree.Unknown(operand):
            return words("UNKNOWN ", at_least(operand, NOT, spell))
        case tree.Conflict(operand):
            return words("CONFLICT ", at_least(operand, NOT, spell))
        case tree.Triggered(rule):
            return Text(f"TRIGGERED {rule.text}")
        case tree.SuspendsClaim(clause, rule):
            return Text(f"{clause.text} SUSPENDS {rule.text}")
        case tree.PrevailsClaim(winner, loser):
            return Text(f"{winner.text} PREVAILS OVER {loser.text}")
        case _:
            assert_never(expr)


def at_least(expr: tree.Claim, minimum: int, spell: Spelling = CANONICAL) -> Doc:
    """An expression in a place that needs a precedence: in parentheses if its own is lower."""
    return _parenthesised(expr, spell) if level(expr) < minimum else expression(expr, spell)


def condition(expr: tree.Expr, spell: Spelling = CANONICAL) -> Doc:
    """A condition after `IF   `: where it is broken, AND and OR stand to the left of the operands.

    So the operands of the outermost connective stand under each other; two columns at least remain free.
    """
    match expr:
        case tree.And(parts):
            return _hanging("AND", [at_least(part, NOT, spell) for part in parts])
        case tree.Or(parts):
            return _hanging("OR", [at_least(part, AND, spell) for part in parts])
        case _:
            return expression(expr, spell)


def binder(over: tree.Binder, spell: Spelling = CANONICAL) -> Doc:
    """`s IN flights(r)`."""
    return words(f"{over.variable.text} IN ", expression(over.range, spell))


def outcome(effect: tree.Outcome, spell: Spelling = CANONICAL) -> Doc:
    """One outcome after THEN."""
    match effect:
        case tree.Conclude(atom, positive):
            return expression(atom, spell) if positive else words("NOT ", expression(atom, spell))
        case tree.ConcludeNorm(mode, action):
            return words(f"{mode} ", expression(action, spell))
        case tree.Assign(target, value):
            return _relation(target, words("= ", at_least(value, SUM, spell)), spell)
        case tree.Limit(target, op, value):
            return _relation(target, words(f"{op} ", at_least(value, SUM, spell)), spell)
        case _:
            assert_never(effect)


def outcomes(effects: Sequence[tree.Outcome], spell: Spelling = CANONICAL) -> Doc:
    """`MUST a AND MAY b AND v = 3`."""
    first, *more = [outcome(effect, spell) for effect in effects]
    parts: list[Doc] = [first]
    for doc in more:
        parts += [SPACE, words("AND ", doc)]
    return Align(Fill(tuple(parts)))


def _parenthesised(expr: tree.Claim, spell: Spelling) -> Doc:
    return words("(", Align(expression(expr, spell)), ")")


def _items(exprs: Sequence[tree.Expr], minimum: int, spell: Spelling) -> Doc:
    return listed([at_least(expr, minimum, spell) for expr in exprs])


def _call(name: str, args: Sequence[tree.Expr], spell: Spelling) -> Doc:
    return words(f"{name}(", _items(args, SUM, spell), ")")


def _where(where: tree.Expr | None, spell: Spelling) -> Doc:
    return Concat(()) if where is None else words(SPACE, "WHERE ", _parenthesised(where, spell))


def _relation(left: tree.Expr, right: Doc, spell: Spelling) -> Doc:
    return Group(Align(words(at_least(left, SUM, spell), Nest(2, words(SPACE, right)))))


def _chain(word: str, operands: Sequence[Doc]) -> Doc:
    first, *more = operands
    return Group(Align(words(first, *(words(SPACE, f"{word} ", operand) for operand in more))))


def _hanging(word: str, operands: Sequence[Doc]) -> Doc:
    first, *more = operands
    rest = words(*(words(SPACE, f"{word} ", operand) for operand in more))
    return Group(Align(words(first, Nest(-len(word) - 1, rest))))


def _arithmetic(expr: tree.Arithmetic, spell: Spelling) -> Doc:
    """A chain of operators of one precedence, from left to right, without recursion along the chain."""
    tier = _left_of(expr.op)
    steps: list[tuple[str, tree.Expr]] = []
    here: tree.Expr = expr
    while isinstance(here, tree.Arithmetic) and _left_of(here.op) == tier:
        steps.append((here.op, here.right))
        here = here.left
    parts: list[Doc] = [_term(here, tier, spell, aggregate=True)]
    for op, right in reversed(steps):
        operand = _term(right, tier + 1, spell, aggregate=tier == PRODUCT)
        parts += [Line(), words(f"{op} ", operand)]
    return Align(Fill(tuple(parts)))


def _term(expr: tree.Expr, minimum: int, spell: Spelling, aggregate: bool) -> Doc:
    """An operand; `aggregate` says that a SUM, MIN or MAX is parenthesised here."""
    if aggregate and isinstance(expr, tree.Fold):
        return _parenthesised(expr, spell)
    return at_least(expr, minimum, spell)
