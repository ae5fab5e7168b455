"""Ground formulas, verdicts and values in words, as a report shows them."""

from __future__ import annotations

from fractions import Fraction

from rulelang.engine import core
from rulelang.engine.core_text import formula_text, value_text
from rulelang.grammar import model
from rulelang.grammar.words import gloss
from rulelang.grammar.words import value_text as constant_text
from rulelang.verifier.entail import Declared
from rulelang.verifier.expand import negation
from rulelang.verifier.linear import Op
from rulelang.verifier.warrant import Verdict


def shown(formula: core.Formula, declared: Declared) -> str:
    """A formula as a rule file writes it; constants get the unit of what they are compared with.

    A comparison under NOT is written with the opposite sign (`NOT employees < 50` as `employees >= 50`), and so is one
    with NONE.
    """
    match formula:
        case core.Test(op, left, right):
            unit = _unit(left, declared) or _unit(right, declared)
            return f"{expression(left, unit, declared)} {op} {expression(right, unit, declared)}"
        case core.Not(core.Test(op, left, right)) if op in _OPPOSITE:
            return shown(core.Test(_OPPOSITE[op], left, right), declared)
        case core.Not(core.NoneTest()):
            return formula_text(formula)
        case core.Not(operand):
            text = shown(operand, declared)
            return f"NOT ({text})" if isinstance(operand, core.And | core.Or) else f"NOT {text}"
        case core.And(parts):
            return " AND ".join(_nested(part, declared) for part in parts)
        case core.Or(parts):
            return " OR ".join(_nested(part, declared) for part in parts)
        case _:
            return formula_text(formula)


_OPPOSITE: dict[str, Op] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "!=": "="}


def _nested(part: core.Formula, declared: Declared) -> str:
    text = shown(part, declared)
    return f"({text})" if isinstance(part, core.And | core.Or) else text


def judged(formula: core.Formula, value: Verdict, declared: Declared) -> str:
    """A judgment: the formula, its negation, or that it is unknown.

    `v = x` judged false stays an equation under NOT.
    """
    match value:
        case Verdict.TRUE:
            return shown(formula, declared)
        case Verdict.FALSE:
            return shown(negation(formula), declared)
        case Verdict.OPEN:
            return f"UNKNOWN {_nested(formula, declared)}"


def with_unit(value: model.Constant_, unit: str | None) -> str:
    """A value with its unit: `30 usd`."""
    return constant_text(value, unit if isinstance(value, int | Fraction) else None)


def unit_of(value: core.Value, declared: Declared) -> str | None:
    """The unit in which a value is declared."""
    return _unit(value, declared)


def _unit(value: core.Value, declared: Declared) -> str | None:
    match declared.type_of(value):
        case model.NumberType(unit=unit):
            return unit
        case _:
            pass
    match value:
        case core.Arithmetic(op, left, right) if op in ("+", "-", "*"):  # of a product one side alone has a unit
            return _unit(left, declared) or _unit(right, declared)
        case core.Minus(operand):
            return _unit(operand, declared)
        case core.Call(function, args) if function in _OF_ONE_UNIT:
            return next((unit for arg in args if (unit := _unit(arg, declared))), None)
        case _:
            return None


_OF_ONE_UNIT = frozenset({"ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST"})


def expression(value: core.Value, unit: str | None, declared: Declared) -> str:
    """A value's expression, its constants with the unit that they have as parts of it; one that stands as a factor, or
    in a quotient, has none that is known."""
    match value:
        case core.Constant(known):
            return with_unit(known, unit)
        case core.Arithmetic(op, left, right) if op in ("+", "-"):
            return f"{_operand(left, unit, declared)} {op} {_operand(right, unit, declared)}"
        case core.Arithmetic("*", left, right):
            first, second = _unit(left, declared), _unit(right, declared)
            return f"{_operand(left, first, declared)} * {_operand(right, second, declared)}"
        case core.Minus(operand):
            return f"-{_operand(operand, unit, declared)}"
        case core.Call(function, args) if function in _OF_ONE_UNIT:
            return f"{function}({', '.join(expression(arg, unit, declared) for arg in args)})"
        case _:
            return value_text(value)


def _operand(value: core.Value, unit: str | None, declared: Declared) -> str:
    text = expression(value, unit, declared)
    return f"({text})" if isinstance(value, core.Arithmetic | core.Shift | core.Elapsed | core.Minus) else text


def glosses(program: model.Program, there: core.Core) -> dict[str, str]:
    """The glosses of a core's facts and contests, by key; those without one are left out."""
    found: dict[str, str] = {}
    named: list[tuple[str, core.GroundFact | core.Contest]] = [*there.facts.items(), *there.contests.items()]
    for key, one in named:
        words = gloss(program, one.name, one.args)
        if words != key:
            found[key] = words
    return found


def gloss_of(formula: core.Formula, known: dict[str, str]) -> str | None:
    """The gloss of what a leaf is about, where it is about one thing."""
    match formula:
        case core.FactTest(key) | core.Established(key, _):
            return known.get(key)
        case core.Test(_, core.FactRead(key) | core.OutcomeRead(key), core.Constant()):
            return known.get(key)
        case _:
            return None
