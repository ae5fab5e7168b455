"""Dates and times as terms: days since 0001-01-01, taken apart into year, month and day where a rule asks for it.

A date's parts are three whole numbers that the calendar ties to its day; the tie is linear (years by divisions by
constants, months by a table of twelve), so the whole calendar from year 1 to 9999 is covered and no range has to be
stated.  Meaning: docs/semantics.md, D9.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from rulelang.engine.solver.encode_arithmetic import Found
from rulelang.engine.solver.symbolic import Kind, Payload, Symbolic, gathered
from rulelang.engine.solver.terms import Bool, Number, Terms
from rulelang.grammar.values import DAY

LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
LAST_DAY = datetime.date.max.toordinal()


@dataclass(frozen=True, slots=True)
class Parts:
    """A day's year (from 1), month (from 0) and day of the month (from 1)."""

    year: Number
    month: Number
    day: Number


@dataclass(frozen=True, slots=True)
class Year:
    """A year's place: how many days are before it, and whether it has a 29 February."""

    days_before: Number
    leap: Bool


@dataclass(slots=True)
class Calendar:
    """Takes days and years apart, each once; `terms_kept` holds what is remembered by its address."""

    terms: Terms
    known: dict[int, Parts] = field(default_factory=dict)
    years: dict[int, Year] = field(default_factory=dict)
    terms_kept: list[Number] = field(default_factory=list)

    def parts(self, day: Number) -> Parts:
        """The parts of a day; asserts what ties them together (which excludes no day of the calendar)."""
        terms = self.terms
        constant = terms.known(day)
        if constant is not None:
            date = datetime.date.fromordinal(int(constant))
            return Parts(terms.number(date.year), terms.number(date.month - 1), terms.number(date.day))
        identity = terms.identity(day)
        found = self.known.get(identity)
        if found is not None:
            return found
        made = Parts(terms.integer("year"), terms.integer("month"), terms.integer("day of month"))
        self.known[identity] = made
        self.terms_kept.append(day)
        inside = terms.conjunction((
            terms.compare(">=", day, terms.number(1)), terms.compare("<=", day, terms.number(LAST_DAY)),
        ))
        tied = terms.conjunction((
            terms.compare("=", self.ordinal(made), day),
            _between(terms, made.year, 1, 9999),
            _between(terms, made.month, 0, 11),
            terms.compare(">=", made.day, terms.number(1)),
            terms.compare("<=", made.day, self.length(made.year, made.month)),
            *self._near(made, day),
        ))
        terms.require(terms.implication(inside, tied))
        return made

    def _near(self, made: Parts, day: Number) -> tuple[Bool, ...]:
        """What follows from the tie (over 400 years no bound is wider than it must be): without it the solver guesses
        years and months one by one."""
        terms = self.terms
        scaled = terms.multiply(terms.number(400), day)
        years = terms.multiply(terms.number(146_097), made.year)
        of_year = terms.subtract(day, self.year(made.year).days_before)
        twelfths = terms.multiply(terms.number(367), made.month)
        left = terms.subtract(terms.multiply(terms.number(12), of_year), twelfths)
        return (
            terms.compare(">=", scaled, terms.subtract(years, terms.number(146_097 + 191))),
            terms.compare("<=", scaled, terms.add(years, terms.number(288))),
            terms.compare(">=", of_year, terms.number(1)),
            terms.compare("<=", of_year, terms.number(366)),
            terms.compare(">=", left, terms.number(-18)),
            terms.compare("<=", left, terms.number(372)),
        )

    def year(self, year: Number) -> Year:
        """The place of a year from 1 to 9999 (of others it says nothing that is used).

        Years since year 1 are counted by 400, 100, 4 and 1, each a whole number below what makes one of the next.
        """
        terms = self.terms
        constant = terms.known(year)
        if constant is not None:
            number = int(constant)
            if not 1 <= number <= 9999:
                return Year(terms.number(0), False)
            leap = number % 4 == 0 and (number % 100 != 0 or number % 400 == 0)
            return Year(terms.number(datetime.date(number, 1, 1).toordinal() - 1), leap)
        found = self.years.get(terms.identity(year))
        if found is not None:
            return found
        by_400, by_100, by_4, by_1 = (terms.integer(f"years by {count}") for count in (400, 100, 4, 1))
        counted = terms.add(
            terms.multiply(terms.number(400), by_400), terms.multiply(terms.number(100), by_100),
            terms.multiply(terms.number(4), by_4), by_1, terms.number(1),
        )
        terms.require(terms.implication(
            _between(terms, year, 1, 9999),
            terms.conjunction((
                terms.compare("=", counted, year),
                _between(terms, by_400, 0, 24), _between(terms, by_100, 0, 3),
                _between(terms, by_4, 0, 24), _between(terms, by_1, 0, 3),
            )),
        ))
        days = terms.add(
            terms.multiply(terms.number(146_097), by_400), terms.multiply(terms.number(36_524), by_100),
            terms.multiply(terms.number(1_461), by_4), terms.multiply(terms.number(365), by_1),
        )
        fourth = terms.compare("=", by_1, terms.number(3))
        not_last = terms.compare("!=", by_4, terms.number(24))
        leap_century = terms.compare("=", by_100, terms.number(3))
        made = Year(days, terms.conjunction((fourth, terms.disjunction((not_last, leap_century)))))
        self.years[terms.identity(year)] = made
        self.terms_kept.append(year)
        return made

    def length(self, year: Number, month: Number) -> Number:
        """How many days a month has."""
        terms = self.terms
        february = terms.chosen(self.year(year).leap, terms.number(29), terms.number(28))
        short = terms.disjunction([terms.compare("=", month, terms.number(n)) for n in (3, 5, 8, 10)])
        other = terms.chosen(short, terms.number(30), terms.number(31))
        return terms.chosen(terms.compare("=", month, terms.number(1)), february, other)

    def ordinal(self, parts: Parts) -> Number:
        """The day that these parts name."""
        terms = self.terms
        year = self.year(parts.year)
        passed = terms.number(sum(LENGTHS[:11]))
        for month in range(10, -1, -1):
            here = terms.compare("=", parts.month, terms.number(month))
            passed = terms.chosen(here, terms.number(sum(LENGTHS[:month])), passed)
        after_february = terms.compare(">=", parts.month, terms.number(2))
        leap_day = terms.conjunction((after_february, year.leap))
        extra = terms.chosen(leap_day, terms.number(1), terms.number(0))
        ordinal = terms.add(year.days_before, passed, extra, parts.day)
        # Whoever takes this day apart again gets the parts that it was made of.
        self.known.setdefault(terms.identity(ordinal), parts)
        self.terms_kept.append(ordinal)
        return ordinal

    def plus_months(self, day: Number, months: Number) -> tuple[Number, Bool]:
        """The day moved by months, lowered to the last of the month where it must; whether it is in the calendar."""
        terms = self.terms
        if terms.known(months) == 0:
            return day, True
        parts = self.parts(day)
        by = terms.known(months)
        if by is not None and by % 12 == 0:
            year, month = terms.add(parts.year, terms.number(int(by) // 12)), parts.month
        else:
            count = terms.add(terms.multiply(terms.number(12), parts.year), parts.month, months)
            year, month = terms.floor_divide(count, 12), terms.modulo(count, 12)
        length = self.length(year, month)
        kept = terms.chosen(terms.compare("<=", parts.day, length), parts.day, length)
        moved, inside = self.ordinal(Parts(year, month, kept)), _between(terms, year, 1, 9999)
        if by is not None and by % 12:
            # What follows anyhow: without it the solver tries month after month where a rule compares with days.
            # Whole years are compared as years.
            least, most = days_of(int(by))
            near = _between(terms, terms.subtract(moved, day), least, most)
            terms.require(terms.implication(terms.conjunction((inside, _between(terms, day, 1, LAST_DAY))), near))
        return moved, inside


@cache
def days_of(months: int) -> tuple[int, int]:
    """How many days there are at least and at most between a day and the day so many months later.

    >>> days_of(1), days_of(12), days_of(-1)
    ((28, 31), (365, 366), (-31, -28))
    """
    found = [_first(month + months) - _first(month) for month in range(4800)]  # the calendar repeats after 400 years
    shorter = [
        min(0, (_first(month + months + 1) - _first(month + months)) - (_first(month + 1) - _first(month)))
        for month in range(4800)
    ]
    return min(map(sum, zip(found, shorter, strict=True))), max(found)


def _first(month: int) -> int:
    """The day on which a month begins; months are counted from that of year 1, days too."""
    years, of_year = divmod(month, 12)
    leap = (years + 1) % 4 == 0 and ((years + 1) % 100 != 0 or (years + 1) % 400 == 0)
    return 365 * years + years // 4 - years // 100 + years // 400 + sum(LENGTHS[:of_year]) + (leap and of_year > 1)


def _between(terms: Terms, number: Number, low: int, high: int) -> Bool:
    return terms.conjunction((
        terms.compare(">=", number, terms.number(low)), terms.compare("<=", number, terms.number(high))
    ))


# -------------------------------------------------------------------------------------------------- operations


def shift(calendar: Calendar, base: Symbolic, by: Symbolic) -> Symbolic:
    """A date or time moved by a duration: first the months, then the rest."""
    terms = calendar.terms
    if "duration" not in by.parts:
        return Symbolic({}, True)
    there, (months, seconds) = by.parts["duration"]
    found: Found = []
    if "day" in base.parts:
        here, [day] = base.parts["day"]
        moved, inside = calendar.plus_months(day, months)
        rest = terms.modulo(seconds, DAY) if terms.known(seconds) != 0 else seconds
        moved = terms.add(moved, _whole_days(terms, seconds))
        fits = (terms.compare("=", rest, terms.number(0)), _between(terms, moved, 1, LAST_DAY))
        found.append(("day", terms.conjunction((here, there, inside, *fits)), (moved,)))
    if "second" in base.parts:
        here, [second] = base.parts["second"]
        day, of_day = _split(terms, second)
        moved_day, inside = calendar.plus_months(day, months)
        moved = terms.add(_joined(terms, moved_day, of_day), seconds)
        in_calendar = _between(terms, moved, 0, LAST_DAY * DAY - 1)
        found.append(("second", terms.conjunction((here, there, inside, in_calendar)), (moved,)))
    return gathered(terms, found)


def _whole_days(terms: Terms, seconds: Number) -> Number:
    known = terms.known(seconds)
    return terms.floor_divide(seconds, DAY) if known is None else terms.number(int(known) // DAY)


def _split(terms: Terms, second: Number) -> tuple[Number, Number]:
    """A time as its day and the seconds since midnight."""
    known = terms.known(second)
    if known is not None:
        days, rest = divmod(int(known), DAY)
        return terms.number(days + 1), terms.number(rest)
    return terms.add(terms.floor_divide(second, DAY), terms.number(1)), terms.modulo(second, DAY)


def _joined(terms: Terms, day: Number, of_day: Number) -> Number:
    whole = terms.multiply(terms.number(DAY), terms.subtract(day, terms.number(1)))
    return terms.add(whole, of_day)


def elapsed(calendar: Calendar, unit: str, start: Symbolic, end: Symbolic) -> Symbolic:
    """Completed years, months or days; backwards they are negative."""
    terms = calendar.terms
    found: list[tuple[Kind, Bool, Payload]] = []
    kinds: Sequence[Kind] = ("day", "second")
    for one in kinds:
        for other in kinds:
            if one in start.parts and other in end.parts:
                (here, [left]), (there, [right]) = start.parts[one], end.parts[other]
                times = one != other or one == "second"
                if one != other:
                    left = _midnight(terms, left) if one == "day" else left
                    right = _midnight(terms, right) if other == "day" else right
                forwards = terms.compare("<=", left, right)
                there_and_back = terms.chosen(
                    forwards,
                    _completed(calendar, unit, left, right, times),
                    terms.negative(_completed(calendar, unit, right, left, times)),
                )
                found.append(("number", terms.conjunction((here, there)), (there_and_back,)))
    return gathered(terms, found)


def _midnight(terms: Terms, day: Number) -> Number:
    return _joined(terms, day, terms.number(0))


def _completed(calendar: Calendar, unit: str, start: Number, end: Number, times: bool) -> Number:
    terms = calendar.terms
    if unit == "DAYS":
        passed = terms.subtract(end, start)
        return _whole_days(terms, passed) if times else passed
    zero = terms.number(0)
    (first, early), (last, late) = (
        (_split(terms, moment) if times else (moment, zero)) for moment in (start, end)
    )
    here, there = calendar.parts(first), calendar.parts(last)
    length = calendar.length(there.year, there.month)
    reached = terms.chosen(terms.compare("<=", here.day, length), here.day, length)
    not_yet = terms.disjunction((
        terms.compare(">", reached, there.day),
        terms.conjunction((terms.compare("=", reached, there.day), terms.compare(">", early, late))),
    ))
    months = terms.add(
        terms.multiply(terms.number(12), terms.subtract(there.year, here.year)),
        terms.subtract(there.month, here.month),
        terms.chosen(not_yet, terms.number(-1), zero),
    )
    return terms.floor_divide(months, 12) if unit == "YEARS" else months


def part_of_date(calendar: Calendar, function: str, operand: Symbolic) -> Symbolic:
    """YEAR, MONTH or DAY of a date or time."""
    terms = calendar.terms
    found: Found = []
    kinds: Sequence[Kind] = ("day", "second")
    for kind in kinds:
        if kind in operand.parts:
            guard, [moment] = operand.parts[kind]
            parts = calendar.parts(moment if kind == "day" else _split(terms, moment)[0])
            match function:
                case "YEAR":
                    number = parts.year
                case "MONTH":
                    number = terms.add(parts.month, terms.number(1))
                case _:
                    number = parts.day
            found.append(("number", guard, (number,)))
    return gathered(terms, found)


def date_of(calendar: Calendar, year: Symbolic, month: Symbolic, day: Symbolic) -> Symbolic:
    """The date of whole numbers for year, month and day, where the calendar has one."""
    terms = calendar.terms
    guards: list[Bool] = []
    numbers: list[Number] = []
    for value in (year, month, day):
        if "number" not in value.parts:
            return Symbolic({}, True)
        guard, [number] = value.parts["number"]
        guards += (guard, terms.whole(number))
        numbers.append(terms.floor(number))
    parts = Parts(numbers[0], terms.subtract(numbers[1], terms.number(1)), numbers[2])
    guards += (
        _between(terms, parts.year, 1, 9999),
        _between(terms, parts.month, 0, 11),
        terms.compare(">=", parts.day, terms.number(1)),
        terms.compare("<=", parts.day, calendar.length(parts.year, parts.month)),
    )
    return gathered(terms, [("day", terms.conjunction(guards), (calendar.ordinal(parts),))])
