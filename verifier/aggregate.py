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
from rulelang.verifier.calculated import Whole, is_calculated, range_of
from rulelang.verifier.linear import Bound, Op, Quantity, as_value, comparison, terms
from rulelang.verifier.ranges import Range, hull, least, most, point

Truth: TypeAlias = Callable[[core.Formula], bool | None]
"""What is known of a leaf."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """What is known of numbers: the range of a quantity as a whole, the step in which it goes, and which values are
    whole."""

    of: Callable[[Quantity], Range]
    step: Callable[[Quantity], Fraction | None]
    whole: Whole


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
    in them, and the values that it adds up or that an instance compares with each other; nothing for any other."""
    inside = tuple(dict.fromkeys((*expand.inner(leaf), *_bodies(leaf))))
    compared = (expand.reads(one) for one in inside if isinstance(one, core.Test))
    return inside, folded(leaf).union(*(some for some in compared if len(some) > 1))


def has_instances(leaf: core.Formula) -> bool:
    """Whether several claims may state a condition together: it is quantified, or an aggregate (N8)."""
    inner, values = instances(leaf)
    return bool(inner) or bool(values)


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
                case Bound(((only, _),)) if not is_aggregate(only) and not is_calculated(only):
                    return truth(formula)
                case Bound(quantity, op, limit) as bound:
                    step = ranges.step(quantity)
                    if op in ("=", "!=") and step and not bound.per and (limit / step).denominator != 1:
                        return op == "!="
                    within = _range(quantity, truth, ranges).meet(ranges.of(quantity)).stepped(step)
                    found = None if within.is_empty else within.counted(bound).compared(op, limit)
                    return truth(formula) if found is None else found
                case bool() as always:
                    return always
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
            return _sum(counted) if fold == "SUM" else _extreme(counted, most if fold == "MAX" else least)
        case _:
            said = ranges.of(((value, Fraction(1)),))
            if not is_calculated(value):
                return said
            return range_of(value, lambda part: _item(part, truth, ranges), ranges.whole).meet(said)


def _item(item: core.Value, truth: Truth, ranges: Ranges) -> Range:
    found = terms(item)
    return Range() if found is None else _range(found[0], truth, ranges).plus(point(found[1]))


def _sum(counted: Sequence[tuple[bool | None, Range]]) -> Range:
    found = point(Fraction(0))
    for so, one in counted:
        found = found.plus(one if so else hull(one, point(Fraction(0))))
    return found


def _extreme(
    counted: Sequence[tuple[bool | None, Range]], extreme: Callable[[Sequence[Range]], Range]
) -> Range:
    """The least or greatest of those that surely count, or of these and some more."""
    sure = [one for so, one in counted if so]
    if not sure:
        return Range()
    return hull(extreme(sure), extreme([one for _, one in counted]))


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
