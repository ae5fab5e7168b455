"""RuleLang text of the model: formulas, values and heads as the syntax trees that they would be read from."""

from __future__ import annotations

import datetime
from fractions import Fraction

from rulelang.grammar import model, tree
from rulelang.grammar.model import Constant, Constant_, Formula, Head, Program, Value
from rulelang.grammar.printing.printer import expression_text
from rulelang.grammar.resolving.kinds import YES
from rulelang.grammar.resolving.sentences import NAME
from rulelang.grammar.source import Source, Span
from rulelang.grammar.values import DAY, Duration, NoneValue
from rulelang.grammar.words import declared_type

NOWHERE = Span(Source("", ""), 0, 0)
"""The place of trees that were never text."""


def formula_text(program: Program, node: Formula | Value) -> str:
    """A formula or value of the model as RuleLang text on one line."""
    return expression_text(as_tree(program, node))


def head_text(program: Program, head: Head) -> str:
    """What a rule concludes, as RuleLang text: `MUST NOT sign(c1)`, `total = 30 usd`."""
    match head:
        case model.Conclude(name, args, positive):
            atom = expression_text(_term(program, name, args))
            return atom if positive else f"NOT {atom}"
        case model.ConcludeNorm(mode, name, args):
            return f"{mode} {expression_text(_term(program, name, args))}"
        case model.Assign(name, args, value):
            return f"{expression_text(_term(program, name, args))} = {formula_text(program, value)}"
        case model.Limit(name, args, op, value):
            return f"{expression_text(_term(program, name, args))} {op} {formula_text(program, value)}"


def binder_text(program: Program, binder: model.Binder) -> str:
    """A variable with its range: `b IN bag`, `s IN flights(r)`."""
    return f"{binder.variable} IN {expression_text(_binder(program, binder).range)}"


def term_text(program: Program, name: str, args: tuple[Value, ...]) -> str:
    """A name at its arguments: `weight(b1)`; a sentence in quotes."""
    if not args and not name.startswith('"'):
        return name
    return expression_text(_term(program, name, args))


# ------------------------------------------------------------------------------------------------------ trees


def as_tree(program: Program, node: Formula | Value) -> tree.Expr:
    """The syntax tree that a formula or value of the model would be read from (places are nowhere)."""
    at = NOWHERE
    match node:
        case model.Truth(truth):
            return tree.TruthLiteral(truth, span=at)
        case (
            model.FactHolds(name, args) | model.OutcomeHolds(name, args) | model.DefinitionHolds(name, args)
            | model.FactValue(name, args) | model.OutcomeValue(name, args) | model.DefinitionValue(name, args)
        ):  # fmt: skip
            return _term(program, name, args)
        case model.Rejected(name, args):
            return tree.Mark("REJECTED", _term(program, name, args), span=at)
        case model.NormHolds(mode, name, args):
            return tree.Norm(mode, _term(program, name, args), span=at)
        case model.Done(name, args):
            return tree.Mark("DONE", _term(program, name, args), span=at)
        case model.Violated(name, args):
            return tree.Mark("VIOLATED", _term(program, name, args), span=at)
        case model.Not(model.IsNone(value)):
            return tree.Compare("!=", as_tree(program, value), tree.NoneLiteral(span=at), span=at)
        case model.IsNone(value):
            return tree.Compare("=", as_tree(program, value), tree.NoneLiteral(span=at), span=at)
        case model.Not(operand):
            return tree.Not(as_tree(program, operand), span=at)
        case model.And((model.Compare(">=", a, low), model.Compare("<=", b, high)), True) if a == b:
            return tree.Between(*(as_tree(program, v) for v in (a, low, high)), span=at)
        case model.And(parts):
            return tree.And(tuple(as_tree(program, p) for p in parts), span=at)
        case model.Or((model.Compare(left=left) | model.IsNone(left), *_) as parts, True) if (
            members := [member for one in parts if (member := _member(program, one, left)) is not None]
        ) and len(members) == len(parts):
            return tree.OneOf(as_tree(program, left), tuple(members), span=at)
        case model.Or(parts):
            return tree.Or(tuple(as_tree(program, p) for p in parts), span=at)
        case model.Compare("=", left, right) if right == YES:
            return as_tree(program, left)
        case model.Compare(op, left, right):
            return tree.Compare(op, as_tree(program, left), _beside(program, right, left), span=at)
        case model.Before(left, right):
            return tree.Before(as_tree(program, left), as_tree(program, right), span=at)
        case model.Quantified(quantifier, binder, body):
            return tree.Quantified(quantifier, _binder(program, binder), as_tree(program, body), span=at)
        case Constant(value, unit):
            return constant_tree(value, unit)
        case model.Variable(name):
            return tree.Term(name, span=at)
        case model.TableValue(name, column, args):
            return _term(program, name if column == name else f"{name}.{column}", args)
        case model.Arithmetic(op, left, right):
            return tree.Arithmetic(op, as_tree(program, left), as_tree(program, right), span=at)
        case model.Minus(value):
            return tree.Minus(as_tree(program, value), span=at)
        case model.Shift(base, by):
            return _shifted(program, base, by)
        case model.Call(function, args):
            return tree.Call(function, tuple(as_tree(program, a) for a in args), span=at)
        case model.Elapsed(unit, start, end):
            return tree.Elapsed(unit, as_tree(program, start), as_tree(program, end), span=at)
        case model.Count(binder, where):
            condition = None if where is None else as_tree(program, where)
            return tree.Count(_binder(program, binder), condition, span=at)
        case model.CountOf(conditions):
            return tree.CountOf(tuple(as_tree(program, c) for c in conditions), span=at)
        case model.Fold(fold, body, binder, where):
            condition = None if where is None else as_tree(program, where)
            return tree.Fold(fold, as_tree(program, body), _binder(program, binder), condition, span=at)


def _member(program: Program, part: Formula, left: Value) -> tree.Expr | None:
    """The member of `left IN {…}` that a part of it compares with; None of anything else."""
    match part:
        case model.Compare("=", same, right) if same == left:
            return _beside(program, right, left)
        case model.IsNone(same) if same == left:
            return tree.NoneLiteral(span=NOWHERE)
        case _:
            return None


def constant_tree(value: Constant_, unit: str | None = None) -> tree.Expr:
    """The literal of a known value."""
    at = NOWHERE
    match value:
        case str():
            return tree.Term(value, span=at) if NAME.match(value) else tree.Sentence(value, span=at)
        case int() | Fraction():
            number = tree.Number(abs(Fraction(value)), unit, span=at)
            return tree.Minus(number, span=at) if value < 0 else number
        case datetime.datetime():
            return tree.TimeLiteral(value, span=at)
        case datetime.date():
            return tree.DateLiteral(value, span=at)
        case Duration():
            return _duration(value)
        case NoneValue():
            return tree.NoneLiteral(span=at)


def _term(program: Program, name: str, args: tuple[Value, ...]) -> tree.Term | tree.Sentence:
    if name.startswith('"'):
        proposition = program.facts.get(name) or program.outcomes.get(name) or program.actions.get(name)
        text = proposition.gloss if proposition is not None and proposition.gloss is not None else name
        return tree.Sentence(text, span=NOWHERE)
    return tree.Term(name, tuple(as_tree(program, a) for a in args), span=NOWHERE)


def _beside(program: Program, value: Value, beside: Value) -> tree.Expr:
    """A text stays in quotes beside a text, even if it is written like a name."""
    match value:
        case Constant(str() as text) if isinstance(declared_type(program, beside), model.TextType):
            return tree.Sentence(text, span=NOWHERE)
        case _:
            return as_tree(program, value)


def _binder(program: Program, binder: model.Binder) -> tree.Binder:
    match binder.range:
        case model.SortRange(sort):
            ranged = tree.Term(sort, span=NOWHERE)
        case model.RelationRange(fact, args):
            ranged = tree.Term(fact, tuple(as_tree(program, a) for a in args), span=NOWHERE)
    return tree.Binder(tree.Name(binder.variable, span=NOWHERE), ranged, span=NOWHERE)


def _shifted(program: Program, base: Value, by: Value) -> tree.Expr:
    left = as_tree(program, base)
    if isinstance(by, Constant) and isinstance(by.value, Duration):
        for part in _parts(by.value):
            op, amount = ("-", Duration(-part.months, -part.seconds)) if _negative(part) else ("+", part)
            left = tree.Arithmetic("+" if op == "+" else "-", left, _duration(amount), span=NOWHERE)
        return left
    if isinstance(by, model.Minus):
        return tree.Arithmetic("-", left, as_tree(program, by.operand), span=NOWHERE)
    return tree.Arithmetic("+", left, as_tree(program, by), span=NOWHERE)


def _parts(value: Duration) -> list[Duration]:
    parts = [Duration(months=value.months)] if value.months else []
    if value.seconds or not parts:
        parts.append(Duration(seconds=value.seconds))
    return parts


def _negative(value: Duration) -> bool:
    return value.months < 0 or value.seconds < 0


def _duration(value: Duration) -> tree.Expr:
    """A duration as a literal, or as a sum of literals of months and of days."""
    literals = [_single(part) for part in _parts(value)]
    result = literals[0]
    for literal in literals[1:]:
        result = tree.Arithmetic("+", result, literal, span=NOWHERE)
    return result


def _single(value: Duration) -> tree.Expr:
    at = NOWHERE
    amount: Fraction
    if value.months:
        years = value.months % 12 == 0
        amount = Fraction(abs(value.months), 12 if years else 1)
        literal = tree.DurationLiteral(amount, "YEARS" if years else "MONTHS", span=at)
    elif value.seconds % DAY == 0:
        literal = tree.DurationLiteral(Fraction(abs(value.seconds), DAY), "DAYS", span=at)
    elif value.seconds % 3600 == 0:
        literal = tree.DurationLiteral(Fraction(abs(value.seconds), 3600), "HOURS", span=at)
    elif value.seconds % 60 == 0:
        literal = tree.DurationLiteral(Fraction(abs(value.seconds), 60), "MINUTES", span=at)
    else:
        literal = tree.DurationLiteral(Fraction(abs(value.seconds)), "SECONDS", span=at)
    return tree.Minus(literal, span=at) if _negative(value) else literal
