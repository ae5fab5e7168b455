"""What a comparison of dates says of another one, where months or years are added (verification, N8).

`e < d + 2 MONTHS` is that less than two months pass from d to e, and by `e <= d + 22 DAYS` it is so: two months have 59
days at least.  Sound always, and exact over the whole calendar: how far dates lie apart that are reached from one day
by months depends on the month and the day of the month alone, and comes again every 400 years.
"""

from __future__ import annotations

import math
from calendar import monthrange
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier.linear import Bound, Op, Quantity, span_of
from rulelang.verifier.ranges import Range, point

_Days: TypeAlias = dict[core.Value, dict[int, Fraction]]
"""A linear combination of dates: for each date, and the months added to it, a factor."""

_LENGTHS = [monthrange(2_000 + month // 12, month % 12 + 1)[1] for month in range(4_800)]
_STARTS = list(accumulate(_LENGTHS, initial=0))
_SHORTEST, _MEAN = 28, Fraction(_STARTS[-1], len(_LENGTHS))


def has_months(quantity: Quantity) -> bool:
    """Whether months are added to a date in it, or counted from one to another."""
    return any(
        isinstance(value, core.Shift) or (isinstance(value, core.Elapsed) and value.unit == "MONTHS")
        for value, _ in quantity
    )


@lru_cache(maxsize=8_192)
def followed(bound: Bound, quantity: Quantity) -> Range:
    """The range that a comparison leaves another quantity, where months are added in one of the two."""
    found = Range()
    if not has_months(bound.quantity) and not has_months(quantity):
        return found
    for days, allowed in _given(bound):
        match quantity:
            case ((core.Elapsed("MONTHS", start, end), _),):
                found = found.meet(_counted(start, end, days, allowed))
            case _:
                found = found.meet(_moved(days, allowed, _dates(quantity)))
    return found


def _given(bound: Bound) -> Iterator[tuple[_Days, Range]]:
    """What a comparison says, as ranges of combinations of dates."""
    allowed = bound_range(bound)
    match bound.quantity:
        case ((core.Elapsed("MONTHS", start, end), _),):
            months = allowed.stepped(Fraction(1))
            if months.low is not None:
                days, op = _passed(start, end, int(months.low))
                yield days, Range().within(op, Fraction(0))
            if months.high is not None:
                days, op = _passed(start, end, int(months.high) + 1)
                yield days, Range().within("<" if op == ">=" else ">=", Fraction(0))
        case quantity:
            yield _dates(quantity), allowed


def bound_range(bound: Bound) -> Range:
    """The range that a comparison leaves its own quantity."""
    allowed = Range().within(bound.op, bound.limit)
    if not bound.per:
        return allowed
    times, per = allowed.stepped(Fraction(1)), bound.per
    low = high = None
    if times.low is not None:  # towards zero: -1 stands for all from -1 down to just above -2
        low = per * (times.low if times.low > 0 else times.low - 1)
    if times.high is not None:
        high = per * (times.high if times.high < 0 else times.high + 1)
    within = Range(low, high, low is not None and low < 0, high is not None and high > 0)
    return within.plus(point(bound.since))


def _passed(start: core.Value, end: core.Value, months: int) -> tuple[_Days, Op]:
    """That at least so many months pass from one date to another, as a comparison of days with 0.

    Backwards they are counted from the later date too: what passes is more than -1 where less than 1 passes back.
    """
    if months > 0:
        return _sum((end, 0, 1), (start, months, -1)), ">="
    return _sum((start, 0, 1), (end, 1 - months, -1)), "<"


def _sum(*parts: tuple[core.Value, int, Fraction | int]) -> _Days:
    found: _Days = {}
    for date, months, factor in parts:
        of_it = found.setdefault(date, {})
        of_it[months] = of_it.get(months, Fraction(0)) + factor
    return found


def _dates(quantity: Quantity) -> _Days:
    return _sum(*((*_date(value), factor) for value, factor in quantity))


def _date(value: core.Value) -> tuple[core.Value, int]:
    """A date, and how many months are added to it."""
    if isinstance(value, core.Shift) and (span := span_of(value.by)) is not None and not span.seconds:
        return value.base, span.months
    return value, 0


def _moved(given: _Days, allowed: Range, asked: _Days) -> Range:
    """The range of one combination of dates by that of another, if they are about the same dates."""
    have, want = ({date: factor for date, by in one.items() if (factor := sum(by.values()))} for one in (given, asked))
    if not have or have.keys() != want.keys():
        return Range()
    date = next(iter(have))
    scale = Fraction(want[date]) / have[date]
    if any(want[one] != scale * have[one] for one in have):
        return Range()
    found = allowed.times(scale)
    for one in {**given, **asked}:
        by = dict(asked.get(one, {}))
        for months, factor in given.get(one, {}).items():
            by[months] = by.get(months, Fraction(0)) - scale * factor
        found = found.plus(_apart(tuple(sorted((months, factor) for months, factor in by.items() if factor))))
    return found


@lru_cache(maxsize=2_048)
def _apart(by: tuple[tuple[int, Fraction], ...]) -> Range:
    """The days to which dates that are reached from one day, times factors that make 0 together, come at all."""
    common = math.lcm(*(factor.denominator for _, factor in by))
    found: set[int] = set()
    for month, length in enumerate(_LENGTHS):
        reached = [(divmod(month + months, len(_LENGTHS)), int(factor * common)) for months, factor in by]
        ends = [(_STARTS[at] + turns * _STARTS[-1], _LENGTHS[at], factor) for (turns, at), factor in reached]
        for day in range(_SHORTEST, length + 1):
            found.add(sum(factor * (start + min(day, last)) for start, last, factor in ends))
    return Range(Fraction(min(found), common), Fraction(max(found), common))


def _counted(start: core.Value, end: core.Value, days: _Days, allowed: Range) -> Range:
    """The completed months from one date to another by the range of a combination of dates."""

    def passed(months: int) -> bool | None:
        asked, op = _passed(start, end, months)
        return _moved(days, allowed, asked).compared(op, Fraction(0))

    between = _moved(days, allowed, _sum((end, 0, 1), (start, 0, -1)))
    low = high = None
    if between.low is not None:
        near = math.ceil(between.low / _MEAN)
        low = next((months for months in range(near + 2, near - 4, -1) if passed(months)), None)
    if between.high is not None:
        near = math.floor(between.high / _MEAN)
        high = next((months for months in range(near - 2, near + 4) if passed(months + 1) is False), None)
    return Range(None if low is None else Fraction(low), None if high is None else Fraction(high))
