"""Ground formulas, verdicts and values in words, as a report shows them."""

from __future__ import annotations

from rulelang.engine import core
from rulelang.engine.core_text import formula_text, value_text
from rulelang.grammar import model
from rulelang.verifier.entail import Declared
from rulelang.verifier.expand import negation
from rulelang.verifier.linear import Op
from rulelang.verifier.warrant import Verdict


def shown(formula: core.Formula, declared: Declared) -> str:
    """A formula as a rule file writes it; constants get the unit of what they are compared with.

    A comparison under NOT is written with the opposite sign (`NOT employees < 50` as `employees >= 50`).
    """
    match formula:
        case core.Test(op, left, right):
            unit = _unit(left, declared) or _unit(right, declared)
            return f"{_side(left, unit)} {op} {_side(right, unit)}"
        case core.Not(core.Test(op, left, right)) if op in _OPPOSITE:
            return shown(core.Test(_OPPOSITE[op], left, right), declared)
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
    text = value_text(core.Constant(value))
    return f"{text} {unit}" if unit else text


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
        case core.Arithmetic(op, left, right) if op in ("+", "-"):
            return _unit(left, declared) or _unit(right, declared)
        case core.Minus(operand):
            return _unit(operand, declared)
        case _:
            return None


def _side(value: core.Value, unit: str | None) -> str:
    if isinstance(value, core.Constant) and unit is not None:
        return with_unit(value.value, unit)
    return value_text(value)
