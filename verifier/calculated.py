"""The ranges of values that are calculated from others by functions, products and the calendar (verification, N8).

`FLOOR(m)` is at least 5 where m is at least 5, `ABS(m - 5)` at most 2 where m is from 3 to 7, `YEAR(d)` is 2024 where d
lies in that year.  Sound always; the ends are exact where the values that are read vary independently of each other.
"""

from __future__ import annotations

import datetime
import math
from calendar import monthrange
from collections.abc import Callable
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.engine import core
from rulelang.engine.exact.dates import elapsed, shift
from rulelang.grammar.values import Duration
from rulelang.verifier.linear import number, span_of
from rulelang.verifier.ranges import (
    Range,
    distance,
    inverse,
    least,
    most,
    product,
    rounded,
    rounded_down,
    rounded_up,
)

Part: TypeAlias = Callable[[core.Value], Range]
"""What is known of a value that something is calculated from."""

Whole: TypeAlias = Callable[[core.Value], bool]
"""Whether a value surely is a whole number; of dates and times, whether it is a date."""


def is_calculated(value: core.Value) -> bool:
    """Whether a value that is no sum is calculated from others in a way that is known here."""
    return isinstance(value, core.Call | core.Elapsed | core.Shift | core.Arithmetic)


def range_of(value: core.Value, part: Part, whole: Whole) -> Range:
    """The numbers that a calculated value can be, by what is known of its parts; all of them where that is not known.

    Where a part has no value (a date out of the calendar, a division by zero) there is nothing to compare.
    """
    match value:
        case core.Call("FLOOR" | "CEIL" | "ROUND" as function, (operand, *steps)):
            step = number(steps[0].value) if steps and isinstance(steps[0], core.Constant) else None
            if steps and not step:
                return Range()
            return _STEPPED[function](part(operand), abs(step or Fraction(1)))
        case core.Call("ABS", (operand,)):
            return distance(part(operand))
        case core.Call("LEAST", args):
            return least([part(arg) for arg in args])
        case core.Call("GREATEST", args):
            return most([part(arg) for arg in args])
        case core.Call("YEAR" | "MONTH" | "DAY" as field, (day,)):
            return _field(field, part(day))
        case core.Call("DATE", (year, month, day)):
            return _date(part(year), part(month), part(day))
        case core.Arithmetic("*", left, right):
            if left == right:
                return product(distance(part(left)), distance(part(left)))
            return product(part(left), part(right))
        case core.Arithmetic("/", left, right):
            over = inverse(part(right))
            return Range() if over is None else product(part(left), over)
        case core.Shift(base, by) if (span := span_of(by)) is not None and whole(base):
            return _shifted(part(base), span)
        case core.Elapsed(unit, start, end) if whole(start) and whole(end):
            return _elapsed(unit, part(start), part(end))
        case _:
            return Range()


_STEPPED = {"FLOOR": rounded_down, "CEIL": rounded_up, "ROUND": rounded}


def _day(at: Fraction | int | None) -> datetime.date | None:
    """A day by its number, if the calendar has it."""
    if at is None or not 1 <= at <= datetime.date.max.toordinal():
        return None
    return datetime.date.fromordinal(math.floor(at))


def _days(one: Range) -> tuple[datetime.date | None, datetime.date | None]:
    """The first and the last day of a range of dates or times."""
    last = None if one.high is None else math.ceil(one.high) - 1 if one.open_high else math.floor(one.high)
    return _day(one.low), _day(last)


def _field(field: Literal["YEAR", "MONTH", "DAY"], days: Range) -> Range:
    """The years, months or days of the month of some days.  Those of the month go up within one month only."""
    first, last = _days(days)
    if field == "YEAR":
        return Range(Fraction(first.year if first else 1), Fraction(last.year if last else datetime.MAXYEAR))
    same_year = first is not None and last is not None and first.year == last.year
    if field == "MONTH":
        return Range(Fraction(first.month), Fraction(last.month)) if first and last and same_year else _MONTHS
    if first and last and same_year and first.month == last.month:
        return Range(Fraction(first.day), Fraction(last.day))
    return _DAYS


_MONTHS = Range(Fraction(1), Fraction(12))
_DAYS = Range(Fraction(1), Fraction(31))


def _date(year: Range, month: Range, day: Range) -> Range:
    """From the first to the last date of these years, months and days of the month."""
    months, days = month.meet(_MONTHS), day.meet(_DAYS)
    low = high = None
    if year.low is not None and year.low <= datetime.MAXYEAR:
        low = _clamped(max(math.ceil(year.low), 1), math.ceil(months.low or 1), math.ceil(days.low or 1))
    if year.high is not None and year.high >= 1:
        high = _clamped(
            min(math.floor(year.high), datetime.MAXYEAR), math.floor(months.high or 12), math.floor(days.high or 31)
        )
    return Range(low, high)


def _clamped(year: int, month: int, day: int) -> Fraction | None:
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    return Fraction(datetime.date(year, month, min(day, monthrange(year, month)[1])).toordinal())


def _shifted(days: Range, span: Duration) -> Range:
    """Later days are reached no earlier by the same duration."""
    low, high = (None if day is None else number(shift(day, span)) for day in _days(days))
    return Range(low, high)


def _elapsed(unit: Literal["YEARS", "MONTHS", "DAYS"], start: Range, end: Range) -> Range:
    """More has passed to a later day, and less from a later one."""
    (first_start, last_start), (first_end, last_end) = _days(start), _days(end)
    low = high = None
    if last_start is not None and first_end is not None:
        low = number(elapsed(unit, last_start, first_end))
    if first_start is not None and last_end is not None:
        high = number(elapsed(unit, first_start, last_end))
    return Range(low, high)
