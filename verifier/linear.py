"""Comparisons in one shape, so that equal ones are seen to be equal: `a - b < 3`, `b > a - 3`, `2 * a < 2 * b + 6`.

A comparison of numbers, dates or durations becomes *quantity op constant*: the quantity is a linear combination of
what is read, scaled so that its first coefficient is 1.  What is not linear is an atom by itself.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.engine import core
from rulelang.grammar.values import Duration, exact

Op: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Quantity: TypeAlias = tuple[tuple[core.Value, Fraction], ...]

_MIRRORED: dict[Op, Op] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
CONTRARY: dict[Op, Op] = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""What a comparison is not when it is this."""


@dataclass(frozen=True, slots=True)
class Bound:
    """`quantity op limit`."""

    quantity: Quantity
    op: Op
    limit: Fraction


@dataclass(frozen=True, slots=True)
class Symbols:
    """`left op right` between members, entities or texts; `op` is = or !=."""

    left: core.Value
    op: Op
    right: core.Value


def comparison(test: core.Test) -> Bound | Symbols | bool:
    """A comparison in the one shape; a truth value where nothing is read.

    >>> weight = core.FactRead("weight")
    >>> comparison(core.Test("<", core.Constant(50), weight)) == comparison(core.Test(">", weight, core.Constant(50)))
    True
    """
    left, right = _linear(test.left), _linear(test.right)
    if left is None or right is None:
        return Symbols(test.left, test.op, test.right)
    terms = dict(left[0])
    for atom, factor in right[0].items():
        terms[atom] = terms.get(atom, Fraction(0)) - factor
    limit = right[1] - left[1]
    kept = sorted(((atom, factor) for atom, factor in terms.items() if factor), key=lambda item: repr(item[0]))
    if not kept:
        return holds(Fraction(0), test.op, limit)
    scale = kept[0][1]
    op = test.op if scale > 0 else _MIRRORED[test.op]
    return Bound(tuple((atom, factor / scale) for atom, factor in kept), op, limit / scale)


def holds(left: Fraction, op: Op, right: Fraction) -> bool:
    """Whether a comparison of two numbers is true."""
    match op:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right


def quantity_of(leaf: core.Formula) -> tuple[object, ...] | None:
    """What a comparison is about: a linear combination of values, or two symbols; None of anything else."""
    match comparison(leaf) if isinstance(leaf, core.Test) else None:
        case Bound(quantity):
            return quantity
        case Symbols(left, _, right):
            return left, right
        case _:
            return None


def terms(value: core.Value) -> tuple[Quantity, Fraction] | None:
    """A value as a linear combination of what is read and a constant beside it; None of a symbol.

    >>> terms(core.Arithmetic("+", core.FactRead("w"), core.Constant(3)))
    (((FactRead(fact='w'), Fraction(1, 1)),), Fraction(3, 1))
    """
    found = _linear(value)
    return None if found is None else (tuple((atom, factor) for atom, factor in found[0].items() if factor), found[1])


def number(value: object) -> Fraction | None:
    """A constant on the number line: a date is its day, a time its second, a duration its months or seconds."""
    match value:
        case datetime.datetime():
            return Fraction(value.toordinal() * 86_400 + value.hour * 3_600 + value.minute * 60 + value.second)
        case datetime.date():
            return Fraction(value.toordinal())
        case Duration(months, 0):
            return Fraction(months)
        case Duration(0, seconds):
            return Fraction(seconds)
        case int() | Fraction():
            return Fraction(value)
        case _:
            return None


_Linear: TypeAlias = tuple[dict[core.Value, Fraction], Fraction]


def _linear(value: core.Value) -> _Linear | None:
    """Terms and constant; None for a symbol."""
    match value:
        case core.Constant(constant):
            at = number(constant)
            return None if at is None else ({}, at)
        case core.Minus(operand):
            inner = _linear(operand)
            return None if inner is None else _scaled(inner, Fraction(-1))
        case core.Arithmetic(op, left, right):
            return _combined(value, op, _linear(left), _linear(right))
        case core.CountOf(conditions):
            return {core.CountOf(tuple(_in_one_shape(one) for one in conditions)): Fraction(1)}, Fraction(0)
        case core.Fold(op, items):
            shaped = tuple((_in_one_shape(guard), item) for guard, item in items)
            return {core.Fold(op, shaped): Fraction(1)}, Fraction(0)
        case _:
            return {value: Fraction(1)}, Fraction(0)


def _in_one_shape(condition: core.Formula) -> core.Formula:
    """What is counted, with its comparisons in the one shape: `NOT w <= 23` and `23 < w` are `w > 23`."""
    match condition:
        case core.Not(core.Not(operand)):
            return _in_one_shape(operand)
        case core.Not(core.Test(op, left, right)):
            return _in_one_shape(core.Test(CONTRARY[op], left, right))
        case core.Not(operand):
            return core.Not(_in_one_shape(operand))
        case core.And(parts):
            return core.And(tuple(_in_one_shape(part) for part in parts))
        case core.Or(parts):
            return core.Or(tuple(_in_one_shape(part) for part in parts))
        case core.Test():
            match comparison(condition):
                case Bound(((read, _),), op, limit):
                    return core.Test(op, read, core.Constant(exact(limit)))
                case _:
                    return condition
        case _:
            return condition


def _combined(value: core.Value, op: str, left: _Linear | None, right: _Linear | None) -> _Linear:
    if left is not None and right is not None:
        if op in ("+", "-"):
            other = right if op == "+" else _scaled(right, Fraction(-1))
            terms = dict(left[0])
            for atom, factor in other[0].items():
                terms[atom] = terms.get(atom, Fraction(0)) + factor
            return terms, left[1] + other[1]
        if op == "*" and not left[0]:
            return _scaled(right, left[1])
        if op == "*" and not right[0]:
            return _scaled(left, right[1])
        if op == "/" and not right[0] and right[1]:
            return _scaled(left, 1 / right[1])
    return {value: Fraction(1)}, Fraction(0)


def _scaled(linear: _Linear, factor: Fraction) -> _Linear:
    return {atom: f * factor for atom, f in linear[0].items()}, linear[1] * factor
