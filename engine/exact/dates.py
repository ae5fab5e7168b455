"""Dates and times: moved by durations, counted from one to another, made of parts.

Meaning: docs/semantics.md, "Dates and durations".
"""

from __future__ import annotations

import datetime
from calendar import monthrange
from typing import Literal, TypeAlias

from rulelang.engine.exact.undefined import Result, Undefinedness, shown, unfit
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import DAY, Duration

Unit: TypeAlias = Literal["YEARS", "MONTHS", "DAYS"]

OUT_OF_CALENDAR = Undefinedness("the date is outside the years 1 to 9999")
PART_OF_A_DAY = Undefinedness("a date moves by whole days")


def is_time(value: object) -> bool:
    """Whether a value is a time (in Python a time is a date too)."""
    return isinstance(value, datetime.datetime)


def shift(base: Result, by: Result) -> Result:
    """A date or time moved by a duration: first the months, clamped to the month's last day, then the rest.

    >>> shift(datetime.date(2024, 1, 31), Duration(months=1))
    datetime.date(2024, 2, 29)
    """
    if isinstance(base, Undefinedness):
        return base
    if isinstance(by, Undefinedness):
        return by
    if not isinstance(base, datetime.date) or not isinstance(by, Duration):
        return unfit("a date plus a duration", base, by)
    moved = _plus_months(base, by.months)
    if moved is None:
        return OUT_OF_CALENDAR
    if not is_time(moved) and by.seconds % DAY:
        return PART_OF_A_DAY
    try:
        return moved + datetime.timedelta(seconds=by.seconds)
    except OverflowError:
        return OUT_OF_CALENDAR


def _plus_months(base: datetime.date, months: int) -> datetime.date | None:
    year, month = divmod(base.year * 12 + base.month - 1 + months, 12)
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        return None
    return base.replace(year=year, month=month + 1, day=min(base.day, monthrange(year, month + 1)[1]))


def passed_between(start: Constant_, end: Constant_) -> Duration | None:
    """The time from one date to another, or from one time to another; None for anything else."""
    if isinstance(start, datetime.datetime) and isinstance(end, datetime.datetime):
        passed = end - start
        return Duration(seconds=passed.days * DAY + passed.seconds)
    if isinstance(start, datetime.date) and isinstance(end, datetime.date) and is_time(start) == is_time(end):
        return Duration(seconds=(end.toordinal() - start.toordinal()) * DAY)
    return None


def elapsed(unit: Unit, start: Result, end: Result) -> Result:
    """Completed years, months or days from one date to another; negative where the second is the earlier.

    A year or month is complete on the day that `shift` reaches, so a month from 31 January is complete on the
    last day of February, and a birthday of 29 February falls on 28 February in a common year.

    >>> elapsed("MONTHS", datetime.date(2023, 8, 31), datetime.date(2024, 3, 1))
    6
    """
    if isinstance(start, Undefinedness):
        return start
    if isinstance(end, Undefinedness):
        return end
    if not isinstance(start, datetime.date) or not isinstance(end, datetime.date):
        return unfit("the time from one date to another", start, end)
    if is_time(start) != is_time(end):
        start, end = _midnight(start), _midnight(end)
    if end < start:
        return -_completed(unit, end, start)
    return _completed(unit, start, end)


def _completed(unit: Unit, start: datetime.date, end: datetime.date) -> int:
    if unit == "DAYS":
        return (end - start).days
    months = (end.year - start.year) * 12 + end.month - start.month
    reached = _plus_months(start, months)
    if reached is None or reached > end:
        months -= 1
    return months // 12 if unit == "YEARS" else months


def _midnight(value: datetime.date) -> datetime.datetime:
    if isinstance(value, datetime.datetime):
        return value
    return datetime.datetime(value.year, value.month, value.day)


def date_of(year: Constant_, month: Constant_, day: Constant_) -> Result:
    """The date of that year, month and day; undefined where the calendar has none."""
    if not (isinstance(year, int) and isinstance(month, int) and isinstance(day, int)):
        return Undefinedness("a date needs a whole year, month and day")
    try:
        return datetime.date(year, month, day)
    except (ValueError, OverflowError):
        return Undefinedness(f"there is no date {shown(year)}-{shown(month)}-{shown(day)}")
