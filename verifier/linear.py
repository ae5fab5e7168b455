"""Comparisons in one shape, so that equal ones are seen to be equal: `a - b < 3`, `b > a - 3`, `2 * a < 2 * b + 6`.

A comparison of numbers, dates or durations becomes *quantity op constant*: the quantity is a linear combination of
what is read, scaled so that its first coefficient is 1.  Dates are counted in days, so `d + 14 DAYS <= e` is about
`e - d`, and so is `DAYS FROM d TO e`; `YEARS FROM d TO e` and `d + 18 YEARS <= e` are about the months from d to e; a
sum over instances is what it adds up.  What is not linear is an atom by itself.
"""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from rulelang.engine import core
from rulelang.grammar.values import DAY, Duration, exact
from rulelang.verifier import expand

Op: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Quantity: TypeAlias = tuple[tuple[core.Value, Fraction], ...]

_MIRRORED: dict[Op, Op] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
CONTRARY: dict[Op, Op] = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""What a comparison is not when it is this."""


@dataclass(frozen=True, slots=True)
class Bound:
    """`quantity op limit`.

    With `per` it is about a whole number instead: how often this goes into what the quantity has over `since`, towards
    zero.  Years are months by twelves, and days those that have passed.
    """

    quantity: Quantity
    op: Op
    limit: Fraction
    per: int = 0
    since: Fraction = Fraction(0)

    def holds(self, at: Fraction) -> bool:
        """Whether it is so where the quantity is this."""
        return holds(self.counted(at), self.op, self.limit)

    def counted(self, at: Fraction) -> Fraction:
        """What is compared where the quantity is this."""
        return Fraction(int((at - self.since) / self.per)) if self.per else at

    def turns(self) -> frozenset[Fraction]:
        """The numbers at which the quantity turns it true or false, or beside which it does."""
        if not self.per:
            return frozenset((self.limit,))
        whole = {math.floor(self.limit), math.ceil(self.limit)}
        beside = (-self.per, 1 - self.per, 0, self.per - 1, self.per)
        return frozenset(self.since + self.per * number + by for number in whole for by in beside)


@dataclass(frozen=True, slots=True)
class Symbols:
    """`left op right` between members, entities or texts; `op` is = or !=."""

    left: core.Value
    op: Op
    right: core.Value


@lru_cache(maxsize=32_768)
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
    quantity, scale = _shaped(terms)
    if not quantity:
        return holds(Fraction(0), test.op, limit)
    op = test.op if scale > 0 else _MIRRORED[test.op]
    match quantity:
        case ((core.Elapsed("YEARS", start, end), _),):
            return Bound(((core.Elapsed("MONTHS", start, end), Fraction(1)),), op, limit / scale, per=12)
        case ((core.Elapsed("DAYS", start, end), _),):
            return _passed(start, end, Bound(quantity, op, limit / scale))
        case ((first, _), (second, factor)) if factor == -1 and not limit:
            return _reached(first, op, second) or _reached(second, _MIRRORED[op], first) or Bound(quantity, op, limit)
        case _:
            return Bound(quantity, op, limit / scale)


def _shaped(terms: dict[core.Value, Fraction]) -> tuple[Quantity, Fraction]:
    """The terms in their order, scaled so that the first factor is 1, and by what they were scaled."""
    kept = sorted(((atom, factor) for atom, factor in terms.items() if factor), key=lambda item: repr(item[0]))
    if not kept:
        return (), Fraction(1)
    scale = kept[0][1]
    return tuple((atom, factor / scale) for atom, factor in kept), scale


def _passed(start: core.Value, end: core.Value, days: Bound) -> Bound | bool:
    """A comparison of the days that have passed, as one of the difference of the two dates."""
    passed = _linear(core.Arithmetic("-", end, start))
    if passed is None:
        return days
    quantity, scale = _shaped(passed[0])
    if not quantity:
        return holds(Fraction(int(passed[1])), days.op, days.limit)
    if abs(scale) != 1:
        return days
    op = days.op if scale > 0 else _MIRRORED[days.op]
    return Bound(quantity, op, days.limit * scale, per=1, since=-passed[1] * scale)


def _reached(end: core.Value, op: Op, shifted: core.Value) -> Bound | None:
    """`end >= start + n MONTHS`, or its contrary, as a comparison of the months from the one to the other.

    The day that `start + n MONTHS` reaches is the one on which n months are complete (semantics, 24); not so backwards.
    """
    match shifted, op:
        case core.Shift(start, by), ">=" | "<" if (span := span_of(by)) is not None and span.months > 0 == span.seconds:
            return Bound(((core.Elapsed("MONTHS", start, end), Fraction(1)),), op, Fraction(span.months))
        case _:
            return None


def span_of(by: core.Value) -> Duration | None:
    """A duration of constants alone."""
    match by:
        case core.Constant(Duration() as span):
            return span
        case core.Minus(operand):
            inner = span_of(operand)
            return None if inner is None else Duration(-inner.months, -inner.seconds)
        case core.Arithmetic("+" | "-" as op, left, right):
            first, other = span_of(left), span_of(right if op == "+" else core.Minus(right))
            if first is None or other is None:
                return None
            return Duration(first.months + other.months, first.seconds + other.seconds)
        case _:
            return None


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
    """What a comparison, `x IN {a, b}` and `x BETWEEN a AND b` included, is about: a linear combination of values, or
    two symbols; None of anything else."""
    value = expand.listed(leaf) or expand.between(leaf)
    if value is not None:
        return quantity_of(core.Test("=", value, core.Constant(0)))
    match comparison(leaf) if isinstance(leaf, core.Test) else None:
        case Bound(quantity):
            return quantity
        case Symbols(left, _, right):
            return left, right
        case _:
            return None


def measured(leaf: core.Formula) -> tuple[object, ...] | None:
    """What a comparison is about, of dates in whatever unit it counts: `d2 > d1 + 30 DAYS`, `d2 > d1 + 1 MONTHS` and
    `MONTHS FROM d1 TO d2 >= 1` are all about how far d2 is from d1."""
    value = expand.listed(leaf) or expand.between(leaf)
    if value is not None:
        return measured(core.Test("=", value, core.Constant(0)))
    match comparison(leaf) if isinstance(leaf, core.Test) else None:
        case Bound(quantity):
            return _shaped(_in_days(quantity))[0] or quantity
        case _:
            return quantity_of(leaf)


def _in_days(quantity: Quantity) -> dict[core.Value, Fraction]:
    """The terms with each shifted date as that date, and what passes between two dates as their difference."""
    found: dict[core.Value, Fraction] = {}
    for value, factor in quantity:
        match value:
            case core.Shift(base, _):
                inner = _linear(base)
            case core.Elapsed(_, start, end):
                inner = _linear(core.Arithmetic("-", end, start))
            case _:
                inner = {value: Fraction(1)}, Fraction(0)
        plain = {value: Fraction(1)} if inner is None else inner[0]
        if value not in plain:
            plain = _in_days(tuple(plain.items()))
        for atom, by in plain.items():
            found[atom] = found.get(atom, Fraction(0)) + factor * by
    return found


def terms(value: core.Value) -> tuple[Quantity, Fraction] | None:
    """A value as a linear combination of what is read and a constant beside it; None of a symbol.

    >>> terms(core.Arithmetic("+", core.FactRead("w"), core.Constant(3)))
    (((FactRead(fact='w'), Fraction(1, 1)),), Fraction(3, 1))
    """
    found = _linear(value)
    return None if found is None else (tuple((atom, factor) for atom, factor in found[0].items() if factor), found[1])


def number(value: object) -> Fraction | None:
    """A constant on the number line: a date or time is its day, with a part of it; a duration its months or days."""
    match value:
        case datetime.datetime():
            return value.toordinal() + Fraction(value.hour * 3_600 + value.minute * 60 + value.second, DAY)
        case datetime.date():
            return Fraction(value.toordinal())
        case Duration(months, 0):
            return Fraction(months)
        case Duration(0, seconds):
            return Fraction(seconds, DAY)
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
        case core.Shift(base, by) if (span := span_of(by)) is not None and not span.months:
            return _combined(value, "+", _linear(base), ({}, Fraction(span.seconds, DAY)))
        case core.Fold(fold, items) if (fold == "SUM" or len(items) == 1) and _is_plain(items):
            return _added(value, [_linear(item) for _, item in items])
        case core.CountOf(conditions):
            counted = sorted((_in_one_shape(one) for one in conditions), key=repr)
            return {core.CountOf(tuple(counted)): Fraction(1)}, Fraction(0)
        case core.Fold(op, items):
            shaped = sorted(((_in_one_shape(guard), item) for guard, item in items), key=repr)
            return {core.Fold(op, tuple(shaped)): Fraction(1)}, Fraction(0)
        case _:
            return {value: Fraction(1)}, Fraction(0)


def _in_one_shape(condition: core.Formula) -> core.Formula:
    """What is counted, with its comparisons in the one shape: `NOT w <= 23` and `23 < w` are `w > 23`.

    In what order things are counted or stand in it makes no difference.
    """
    match condition:
        case core.Not(core.Not(operand)):
            return _in_one_shape(operand)
        case core.Not(core.Test(op, left, right)):
            return _in_one_shape(core.Test(CONTRARY[op], left, right))
        case core.Not(operand):
            return core.Not(_in_one_shape(operand))
        case core.And(parts):
            return core.And(_in_one_order(parts))
        case core.Or(parts):
            return core.Or(_in_one_order(parts))
        case core.Test():
            match comparison(condition):
                case Bound(((read, _),), op, limit, 0):
                    return core.Test(op, read, core.Constant(exact(limit)))
                case _:
                    return condition
        case _:
            return condition


def _in_one_order(parts: tuple[core.Formula, ...]) -> tuple[core.Formula, ...]:
    return tuple(sorted(dict.fromkeys(_in_one_shape(part) for part in parts), key=repr))


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


def _is_plain(items: tuple[tuple[core.Formula, core.Value], ...]) -> bool:
    """Whether there are instances, and all of them count whatever the facts."""
    return bool(items) and all(guard == core.TRUE for guard, _ in items)


def _added(value: core.Value, parts: list[_Linear | None]) -> _Linear:
    """A sum over instances."""
    found: _Linear = ({}, Fraction(0))
    for part in parts:
        if part is None:
            return {value: Fraction(1)}, Fraction(0)
        found = _combined(value, "+", found, part)
    return found


def as_value(quantity: Quantity) -> core.Value:
    """A linear combination as a value; of nothing, zero."""
    found: core.Value | None = None
    for atom, factor in quantity:
        term = atom if factor == 1 else core.Arithmetic("*", core.Constant(exact(factor)), atom)
        found = term if found is None else core.Arithmetic("+", found, term)
    return core.Constant(0) if found is None else found


def _scaled(linear: _Linear, factor: Fraction) -> _Linear:
    return {atom: f * factor for atom, f in linear[0].items()}, linear[1] * factor
