"""Conditions over many instances, from what is known of the instances: three-valued, and by ranges of numbers.

`COUNT OF b IN bag WHERE (weight(b) > 23 kg) >= 2` holds where two such bags are known, whatever the third weighs;
`SUM OF weight(b) FOR EACH b IN bag >= 70 kg` where what is known of each adds up to as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from rulelang.engine import core
from rulelang.grammar.values import exact
from rulelang.verifier import expand
from rulelang.verifier.linear import Bound, Op, Quantity, as_value, comparison, holds, terms

Truth: TypeAlias = Callable[[core.Formula], bool | None]
"""What is known of a leaf."""


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers between two ends (None: there is none on that side); `open_low` and `open_high` leave the end out."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False

    @property
    def lower(self) -> tuple[bool, Fraction, bool]:
        """For comparing lower ends: none at all is the least."""
        return self.low is not None, self.low or Fraction(0), self.open_low

    @property
    def upper(self) -> tuple[bool, Fraction, bool]:
        """For comparing upper ends: none at all is the greatest."""
        return self.high is None, self.high or Fraction(0), not self.open_high

    def plus(self, other: Range) -> Range:
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        open_low, open_high = self.open_low or other.open_low, self.open_high or other.open_high
        return Range(low, high, low is not None and open_low, high is not None and open_high)

    def times(self, factor: Fraction) -> Range:
        low = None if self.low is None else self.low * factor
        high = None if self.high is None else self.high * factor
        return Range(low, high, self.open_low, self.open_high) if factor > 0 else Range(
            high, low, self.open_high, self.open_low
        )  # fmt: skip

    def within(self, op: Op, limit: Fraction) -> Range:
        """The part of it where this comparison with a limit holds, as far as that is a range."""
        match op:
            case "=":
                return self.within(">=", limit).within("<=", limit)
            case "<" | "<=":
                other = Range(None, limit, False, op == "<")
                top = min(self, other, key=lambda one: one.upper)
                return Range(self.low, top.high, self.open_low, top.open_high)
            case ">" | ">=":
                other = Range(limit, None, op == ">", False)
                floor = max(self, other, key=lambda one: one.lower)
                return Range(floor.low, self.high, floor.open_low, self.open_high)
            case "!=":
                return self

    def counted(self, bound: Bound) -> Range:
        """What a comparison of it compares: itself, or how often something goes into it."""
        if not bound.per:
            return self
        low = None if self.low is None else bound.counted(self.low)
        return Range(low, None if self.high is None else bound.counted(self.high))

    def compared(self, op: Op, limit: Fraction) -> bool | None:
        """Whether every number in it (or none) compares so with a limit."""
        if self.low is not None and self.low == self.high:
            return holds(self.low, op, limit)
        below = self.high is not None and (self.high < limit or (self.high == limit and self.open_high))
        above = self.low is not None and (self.low > limit or (self.low == limit and self.open_low))
        at_most = below or (self.high is not None and self.high == limit)
        at_least = above or (self.low is not None and self.low == limit)
        match op:
            case "=" | "!=":
                return (op == "!=") if below or above else None
            case "<":
                return True if below else False if at_least else None
            case "<=":
                return True if at_most else False if above else None
            case ">":
                return True if above else False if at_most else None
            case ">=":
                return True if at_least else False if below else None


Ranges: TypeAlias = Callable[[Quantity], Range]
"""What is known of a quantity that is no aggregate."""


def is_aggregate(value: object) -> bool:
    """Whether a value counts or adds up, or takes the least or greatest of several."""
    return isinstance(value, core.CountOf | core.Fold)


def folded(formula: core.Formula) -> frozenset[core.Value]:
    """The values that are added up, or of which the least or greatest is taken, in a formula.

    >>> sorted(one.fact for one in folded(core.Test(">", core.Fold("SUM", ((core.TRUE, core.FactRead("w")),)),
    ...                                             core.Constant(3))))
    ['w']
    """
    return frozenset(
        read
        for leaf in expand.leaves(formula)
        if isinstance(leaf, core.Test)
        for one in _written(leaf)
        if isinstance(one, core.Fold)
        for _, item in one.items
        for read in expand.reads(item)
    )


@lru_cache(maxsize=4_096)
def instances(leaf: core.Formula) -> tuple[tuple[core.Formula, ...], frozenset[core.Value]]:
    """What several claims may state a condition by (N8): the instances of a quantified or aggregate one and what stands
    in them, and the values that it adds up; nothing for any other."""
    return tuple(dict.fromkeys((*expand.inner(leaf), *_bodies(leaf)))), folded(leaf)


def _bodies(leaf: core.Formula) -> Iterator[core.Formula]:
    """The condition of each instance."""
    match leaf:
        case core.And(parts) | core.Or(parts):
            yield from parts
        case core.Test():
            for one in _written(leaf):
                match one:
                    case core.CountOf(conditions):
                        yield from conditions
                    case core.Fold(_, items):
                        yield from (guard for guard, _ in items if guard != core.TRUE)
                    case _:
                        pass
        case _:
            pass


def settled(formula: core.Formula, truth: Truth, ranges: Ranges) -> bool | None:
    """Whether a formula is true or false by what is known of its leaves and quantities; None where that is open."""
    match formula:
        case core.Truth(value):
            return value
        case core.Not(operand):
            found = settled(operand, truth, ranges)
            return None if found is None else not found
        case core.And(parts):
            return _all(settled(part, truth, ranges) for part in parts)
        case core.Or(parts):
            found = _all(settled(expand.negation(part), truth, ranges) for part in parts)
            return None if found is None else not found
        case core.Test():
            match comparison(formula):
                case Bound(((only, _),)) if not is_aggregate(only):
                    return truth(formula)
                case Bound(quantity, op, limit) as bound:
                    found = _range(quantity, truth, ranges).counted(bound).compared(op, limit)
                    return truth(formula) if found is None else found
                case _:
                    return truth(formula)
        case _:
            return truth(formula)


def _all(parts: Iterable[bool | None]) -> bool | None:
    open_ = False
    for part in parts:
        if part is False:
            return False
        open_ = open_ or part is None
    return None if open_ else True


def _range(quantity: Quantity, truth: Truth, ranges: Ranges) -> Range:
    found = Range(Fraction(0), Fraction(0))
    for one, factor in quantity:
        found = found.plus(_value(one, truth, ranges).times(factor))
    return found


def _value(value: core.Value, truth: Truth, ranges: Ranges) -> Range:
    match value:
        case core.CountOf(conditions):
            known = [settled(one, truth, ranges) for one in conditions]
            return Range(Fraction(known.count(True)), Fraction(len(known) - known.count(False)))
        case core.Fold(fold, items):
            counted = [
                (so, _item(item, truth, ranges))
                for guard, item in items
                if (so := settled(guard, truth, ranges)) is not False
            ]
            return _sum(counted) if fold == "SUM" else _most(counted) if fold == "MAX" else _least(counted)
        case _:
            return ranges(((value, Fraction(1)),))


def _item(item: core.Value, truth: Truth, ranges: Ranges) -> Range:
    found = terms(item)
    return Range() if found is None else _range(found[0], truth, ranges).plus(_point(found[1]))


def _point(at: Fraction) -> Range:
    return Range(at, at)


def _sum(counted: Sequence[tuple[bool | None, Range]]) -> Range:
    found = _point(Fraction(0))
    for so, one in counted:
        found = found.plus(one if so else _hull(one, _point(Fraction(0))))
    return found


def _hull(one: Range, other: Range) -> Range:
    low, high = min(one, other, key=lambda r: r.lower), max(one, other, key=lambda r: r.upper)
    return Range(low.low, high.high, low.open_low, high.open_high)


def _most(counted: Sequence[tuple[bool | None, Range]]) -> Range:
    sure = [one for so, one in counted if so]
    if not sure:
        return Range()
    low = max(sure, key=lambda r: r.lower)
    high = max((one for _, one in counted), key=lambda r: r.upper)
    return Range(low.low, high.high, low.open_low, high.open_high)


def _least(counted: Sequence[tuple[bool | None, Range]]) -> Range:
    return _most([(so, one.times(Fraction(-1))) for so, one in counted]).times(Fraction(-1))


def unfolded(formula: core.Formula) -> core.Formula:
    """The formula with what it compares of a greatest or least value said of each instance.

    `MAX OF w(b) FOR EACH b IN bag <= 30 kg` is that each weighs 30 kg or less.
    """
    match formula:
        case core.Not(operand):
            return core.Not(unfolded(operand))
        case core.And(parts):
            return core.And(tuple(map(unfolded, parts)))
        case core.Or(parts):
            return core.Or(tuple(map(unfolded, parts)))
        case core.Test():
            match comparison(formula):
                case Bound(quantity, op, limit, 0):
                    return _unfolded(quantity, op, limit) or formula
                case _:
                    return formula
        case _:
            return formula


def _unfolded(quantity: Quantity, op: Op, limit: Fraction) -> core.Formula | None:
    extremes = [
        (value, factor)
        for value, factor in quantity
        if isinstance(value, core.Fold) and value.fold != "SUM" and all(guard == core.TRUE for guard, _ in value.items)
    ]
    if len(extremes) != 1:
        return None
    extreme, factor = extremes[0]
    others = tuple(one for one in quantity if one != (extreme, factor))
    most = (extreme.fold == "MAX") is (factor > 0)

    def compared(op: Op) -> core.Formula:
        each = tuple(
            core.Test(op, as_value((*others, (item, factor))), core.Constant(exact(limit)))
            for _, item in extreme.items
        )  # fmt: skip
        return core.And(each) if (op in ("<", "<=")) is most else core.Or(each)

    match op:
        case "=":
            return core.And((compared("<="), compared(">=")))
        case "!=":
            return core.Or((compared("<"), compared(">")))
        case _:
            return compared(op)


def _written(test: core.Test) -> Iterator[core.CountOf | core.Fold]:
    """The counts, sums and extremes that a comparison is about, as they are written."""
    todo = [test.right, test.left]
    while todo:
        match todo.pop():
            case core.CountOf() | core.Fold() as one:
                yield one
            case core.Arithmetic(_, left, right) | core.Shift(left, right):
                todo += [right, left]
            case core.Minus(operand):
                todo.append(operand)
            case _:
                pass
