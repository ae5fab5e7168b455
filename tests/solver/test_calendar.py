"""Days taken apart: what is said besides the tie, so that days are found quickly, excludes none."""

from __future__ import annotations

import datetime
from calendar import monthrange

import pytest

from rulelang.engine.exact.dates import shift
from rulelang.engine.solver.encode_dates import Calendar, days_of
from rulelang.engine.solver.terms import Terms
from rulelang.grammar.values import Duration

CYCLE = range(1, 401)
"""The calendar repeats itself after 400 years."""


def test_no_day_of_the_calendar_is_excluded() -> None:
    for year in CYCLE:
        for month in range(1, 13):
            for day in (1, monthrange(year, month)[1]):
                date = datetime.date(year, month, day)
                of_year = date.timetuple().tm_yday
                assert -146_097 - 191 <= 400 * date.toordinal() - 146_097 * year <= 288
                assert -18 <= 12 * of_year - 367 * (month - 1) <= 372


def test_a_day_and_its_parts_find_each_other() -> None:
    terms = Terms()
    calendar = Calendar(terms)
    day = terms.integer("day")
    parts = calendar.parts(day)
    ends = [datetime.date.min, datetime.date(400, 12, 31), datetime.date(1900, 2, 28), datetime.date(1900, 3, 1),
            datetime.date(2000, 2, 29), datetime.date(2023, 12, 31), datetime.date(2024, 12, 30), datetime.date.max]
    for date in ends:
        numbers = parts.year, parts.month, parts.day
        said = zip(numbers, (date.year, date.month - 1, date.day), strict=True)
        named = terms.conjunction([terms.compare("=", number, terms.number(part)) for number, part in said])
        here = terms.compare("=", day, terms.number(date.toordinal()))
        assert terms.check([terms.literal(here), terms.literal(named)], 1_000_000, None) == "sat"
        inside = terms.conjunction((
            terms.compare(">=", day, terms.number(1)),
            terms.compare("<=", day, terms.number(datetime.date.max.toordinal())),
        ))
        elsewhere = terms.conjunction((inside, named, terms.negation(here)))
        assert terms.check([terms.literal(elsewhere)], 1_000_000, None) == "unsat"


@pytest.mark.parametrize("months", [1, -1, 5, 12, -13, 30])
def test_days_between_a_day_and_the_same_months_later_are_counted(months: int) -> None:
    first = datetime.date(401, 1, 1)
    cycle = [first + datetime.timedelta(days) for days in range(400 * 365 + 97)]
    moved = [shift(date, Duration(months, 0)) for date in cycle]
    found = [(there - here).days for there, here in zip(moved, cycle, strict=True) if isinstance(there, datetime.date)]
    assert len(found) == len(cycle)
    assert days_of(months) == (min(found), max(found))
