"""Expressions, outcomes and claims as documents, with no more parentheses than their precedence needs.

Two are written although they could be left out, because the text would mislead without them: around a comparison
under NOT, and around a SUM, MIN or MAX that is an operand of `*` or `/` or stands to the left of `+` or `-`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from rulelang.grammar import tree
from rulelang.grammar.literals import decimal, decimal_places, quoted, time_text
from rulelang.grammar.printing.layout import (
    SPACE,
    Align,
    Concat,
    Doc,
    Fill,
    Group,
    Nest,
    Text,
    listed,
    words,
)
from rulelang.grammar.source import Span

OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, PRIMARY = range(1, 9)
"""How strongly a construct holds its parts together."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How numbers and strings are written: canonically, or as the author wrote them."""

    number: Callable[[tree.Number], str]
    string: Callable[[tree.Text | tree.Sentence], str]
    numerals: Callable[[Span, Sequence[Fraction | int]], list[str]]
    """The numbers that stand in a stretch of text and have no node of their own: bounds, ranks, amounts of time."""


# --------------------------------------------------------------------------------------------------- literals


def number_text(number: tree.Number) -> str:
    """The canonical spelling of a number without its unit: `5%`, `1_000.5`."""
    if number.percent:
        return decimal(number.value * 100) + "%"
    return decimal(number.value, grouped=number.unit is not None)


def string_text(string: tree.Text | tree.Sentence) -> str:
    """The canonical spelling of a string, with its quotes."""
    return quoted(string.value)


def numeral_texts(span: Span, numbers: Sequence[Fraction | int]) -> list[str]:
    """The canonical spelling of numbers without unit."""
    return [decimal(Fraction(number)) for number in numbers]


CANONICAL = Spelling(number_text, string_text, numeral_texts)


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
            if decimal_places(value.denominator) is None:
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


# -------------------------------------------------------------------------------------------------- documents


@dataclass(frozen=True, slots=True)
class _Made:
    """The documents of the parts, by the identity of their nodes: parts are made before the wholes that hold them.

    So no nesting, however deep, exhausts the interpreter's stack.
    """

    spell: Spelling
    docs: dict[int, Doc]


def expression(expr: tree.Claim, spell: Spelling = CANONICAL) -> Doc:
    """An expression or a claim as a document."""
    made = _Made(spell, {})
    pending: list[tuple[tree.Claim, bool]] = [(expr, False)]
    while pending:
        part, ready = pending.pop()
        if ready:
            made.docs[id(part)] = _document(part, made)
        else:
            pending.append((part, True))
            pending.extend((below, False) for below in parts_of(part))
    return made.docs[id(expr)]


def at_least(expr: tree.Claim, minimum: int, spell: Spelling = CANONICAL) -> Doc:
    """An expression in a place that needs a precedence: in parentheses if its own is lower."""
    doc = expression(expr, spell)
    return _in_parentheses(doc) if level(expr) < minimum else doc


def parts_of(expr: tree.Claim) -> tuple[tree.Claim, ...]:
    """The expressions directly inside an expression; a chain of `+ -` or `* /` is one expression of many parts."""
    match expr:
        case tree.Term(args=parts) | tree.Call(args=parts) | tree.CountOf(conditions=parts):
            return parts
        case tree.And(parts) | tree.Or(parts):
            return parts
        case tree.Not(operand) | tree.Minus(operand) | tree.Unknown(operand) | tree.Conflict(operand):
            return (operand,)
        case tree.Norm(action=operand) | tree.Mark(operand=operand):
            return (operand,)
        case tree.Compare(left=left, right=right) | tree.Before(left, right) | tree.Elapsed(start=left, end=right):
            return left, right
        case tree.Between(operand, low, high):
            return operand, low, high
        case tree.OneOf(operand, members):
            return operand, *members
        case tree.Arithmetic():
            first, steps = _chain_of(expr)
            return first, *(operand for _, operand in steps)
        case tree.Quantified(_, over, body):
            return over.range, body
        case tree.Count(over, where):
            return (over.range,) if where is None else (over.range, where)
        case tree.Fold(_, body, over, where):
            return (over.range, body) if where is None else (over.range, body, where)
        case (
            tree.Number() | tree.DurationLiteral() | tree.DateLiteral() | tree.TimeLiteral() | tree.NoneLiteral()
            | tree.TruthLiteral() | tree.Sentence() | tree.Triggered() | tree.SuspendsClaim() | tree.PrevailsClaim()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(expr)


def _document(expr: tree.Claim, made: _Made) -> Doc:
    """The document of an expression whose parts have been made."""
    match expr:
        case tree.Number(_, unit):
            return Text(made.spell.number(expr) if unit is None else f"{made.spell.number(expr)} {unit}")
        case tree.DurationLiteral(amount, duration_unit):
            return Text(f"{made.spell.numerals(expr.span, [amount])[0]} {duration_unit}")
        case tree.DateLiteral(date):
            return Text(date.isoformat())
        case tree.TimeLiteral(time):
            return Text(time_text(time))
        case tree.NoneLiteral():
            return Text("NONE")
        case tree.TruthLiteral(truth):
            return Text("YES" if truth else "NO")
        case tree.Sentence():
            return Text(made.spell.string(expr))
        case tree.Term(name, args):
            return words(f"{name}(", _items(args, SUM, made), ")") if args else Text(name)
        case tree.Not(operand):
            if level(operand) == COMPARISON:
                return words("NOT ", _bracketed(operand, made))
            return words("NOT ", _part(operand, NOT, made))
        case tree.And(parts):
            return _chain("AND", [_part(part, NOT, made) for part in parts])
        case tree.Or(parts):
            return _chain("OR", [_part(part, AND, made) for part in parts])
        case tree.Norm(mode, action):
            return words(f"{mode} ", _part(action, NOT, made))
        case tree.Mark(mark, operand):
            return words(f"{mark} ", _part(operand, NOT, made))
        case tree.Compare(op, left, right):
            return _relation(_part(left, SUM, made), words(f"{op} ", _part(right, SUM, made)))
        case tree.Between(operand, low, high):
            bounds = words(_part(low, SUM, made), SPACE, "AND ", _part(high, SUM, made))
            return _relation(_part(operand, SUM, made), words("BETWEEN ", bounds))
        case tree.OneOf(operand, members):
            return _relation(_part(operand, SUM, made), words("IN {", _items(members, SUM, made), "}"))
        case tree.Before(left, right):
            return _relation(_part(left, SUM, made), words("BEFORE ", _part(right, SUM, made)))
        case tree.Arithmetic():
            return _arithmetic(expr, made)
        case tree.Minus(operand):
            # A second minus sign gets parentheses, for `--` misleads.
            return words("-", _part(operand, PRIMARY, made))
        case tree.Call(function, args):
            return words(f"{function}(", _items(args, SUM, made), ")")
        case tree.Elapsed(unit, start, end):
            until = words(SPACE, "TO ", _part(end, UNARY, made))
            return Group(words(f"{unit} FROM ", _part(start, UNARY, made), Nest(2, until)))
        case tree.Quantified(quantifier, over, body):
            return words(f"{quantifier} ", _binder(over, made), " HAS ", _bracketed(body, made))
        case tree.Count(over, where):
            return Group(words("COUNT OF ", _binder(over, made), Nest(2, _where(where, made))))
        case tree.CountOf(conditions):
            return words("COUNT OF {", _items(conditions, OR, made), "}")
        case tree.Fold(fold, body, over, where):
            each = words(SPACE, "FOR EACH ", _binder(over, made), _where(where, made))
            return Group(words(f"{fold} OF ", _part(body, SUM, made), Nest(2, each)))
        case tree.Unknown(operand):
            return words("UNKNOWN ", _part(operand, NOT, made))
        case tree.Conflict(operand):
            return words("CONFLICT ", _part(operand, NOT, made))
        case tree.Triggered(rule):
            return Text(f"TRIGGERED {rule.text}")
        case tree.SuspendsClaim(clause, rule):
            return Text(f"{clause.text} SUSPENDS {rule.text}")
        case tree.PrevailsClaim(winner, loser):
            return Text(f"{winner.text} PREVAILS OVER {loser.text}")
        case _:
            assert_never(expr)


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
            return _relation(expression(target, spell), words("= ", at_least(value, SUM, spell)))
        case tree.Limit(target, op, value):
            return _relation(expression(target, spell), words(f"{op} ", at_least(value, SUM, spell)))
        case _:
            assert_never(effect)


def outcomes(effects: Sequence[tree.Outcome], spell: Spelling = CANONICAL) -> Doc:
    """`MUST a AND MAY b AND v = 3`."""
    first, *more = [outcome(effect, spell) for effect in effects]
    parts: list[Doc] = [first]
    for doc in more:
        parts += [SPACE, words("AND ", doc)]
    return Align(Fill(tuple(parts)))


def _part(expr: tree.Claim, minimum: int, made: _Made) -> Doc:
    doc = made.docs[id(expr)]
    return _in_parentheses(doc) if level(expr) < minimum else doc


def _bracketed(expr: tree.Claim, made: _Made) -> Doc:
    return _in_parentheses(made.docs[id(expr)])


def _in_parentheses(doc: Doc) -> Doc:
    return words("(", Align(doc), ")")


def _items(exprs: Sequence[tree.Expr], minimum: int, made: _Made) -> Doc:
    return listed([_part(expr, minimum, made) for expr in exprs])


def _binder(over: tree.Binder, made: _Made) -> Doc:
    return words(f"{over.variable.text} IN ", made.docs[id(over.range)])


def _where(where: tree.Expr | None, made: _Made) -> Doc:
    return Concat(()) if where is None else words(SPACE, "WHERE ", _bracketed(where, made))


def _relation(left: Doc, right: Doc) -> Doc:
    return Group(Align(words(left, Nest(2, words(SPACE, right)))))


def _chain(word: str, operands: Sequence[Doc]) -> Doc:
    first, *more = operands
    return Group(Align(words(first, *(words(SPACE, f"{word} ", operand) for operand in more))))


def _hanging(word: str, operands: Sequence[Doc]) -> Doc:
    first, *more = operands
    rest = words(*(words(SPACE, f"{word} ", operand) for operand in more))
    return Group(Align(words(first, Nest(-len(word) - 1, rest))))


def _chain_of(expr: tree.Arithmetic) -> tuple[tree.Expr, list[tuple[str, tree.Expr]]]:
    """The first operand of a chain of operators of one precedence, and the operators with their right operands."""
    tier = level(expr)
    steps: list[tuple[str, tree.Expr]] = []
    here: tree.Expr = expr
    while isinstance(here, tree.Arithmetic) and level(here) == tier:
        steps.append((here.op, here.right))
        here = here.left
    return here, steps[::-1]


def _arithmetic(expr: tree.Arithmetic, made: _Made) -> Doc:
    """A chain of operators of one precedence, filled."""
    tier = level(expr)
    first, steps = _chain_of(expr)
    parts: list[Doc] = [_term(first, tier, made, aggregate=True)]
    for op, right in steps:
        parts += [SPACE, words(f"{op} ", _term(right, tier + 1, made, aggregate=tier == PRODUCT))]
    return Align(Fill(tuple(parts)))


def _term(expr: tree.Expr, minimum: int, made: _Made, aggregate: bool) -> Doc:
    """An operand; `aggregate` says that a SUM, MIN or MAX is parenthesised here."""
    if aggregate and isinstance(expr, tree.Fold):
        return _bracketed(expr, made)
    return _part(expr, minimum, made)
