"""Exact operations: what holds of all values, and inputs on which other engines were seen to go wrong."""

from __future__ import annotations

import datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.exact.arithmetic import (
    Undefinedness,
    add,
    call,
    compare,
    divide,
    elapsed,
    greatest,
    least,
    multiply,
    negate,
    shift,
    subtract,
    total,
)
from rulelang.engine.grounding.conform import conform
from rulelang.grammar.model import NumberType, SortType
from rulelang.grammar.values import DAY, NONE, Duration, exact

date = datetime.date
numbers = st.one_of(st.integers(), st.fractions()).map(exact)
dates = st.dates()
months = st.integers(-3000, 3000)


def undefined(result: object, words: str) -> bool:
    return isinstance(result, Undefinedness) and words in result.reason


# ------------------------------------------------------------------------------------------------ numbers


@given(numbers, numbers, numbers)
def test_sums_and_products_are_those_of_rationals(a: int, b: int, c: int) -> None:
    assert add(a, add(b, c)) == add(add(a, b), c)
    assert multiply(a, add(b, c)) == add(multiply(a, b), multiply(a, c))
    assert subtract(a, b) == negate(subtract(b, a))


@given(numbers, numbers)
def test_results_are_whole_ints_or_fractions_that_are_not_whole(a: int, b: int) -> None:
    for result in (add(a, b), subtract(a, b), multiply(a, b), divide(a, b)):
        if isinstance(result, Undefinedness):
            assert b == 0
        else:
            assert type(result) is int or (type(result) is Fraction and result.denominator > 1)


def test_no_digit_is_lost_beyond_two_to_the_64() -> None:
    big = 18446744073709551617
    assert add(big, 1) == 18446744073709551618
    assert multiply(big, 2) == 36893488147419103234
    assert total([big, 1]) == 18446744073709551618
    assert compare("=", big, big + 1) is False


def test_money_is_exact() -> None:
    assert multiply(Fraction("-9.95"), 100) == -995
    assert total([Fraction("0.1")] * 3) == Fraction("0.3")
    assert total([Fraction("68212208.00"), Fraction("0.5")]) == Fraction("68212208.5")


def test_a_sum_counts_equal_values_each_time() -> None:
    assert total([1, 1, 2]) == 4


def test_the_sum_of_nothing_is_zero_and_its_extremes_are_undefined() -> None:
    assert total([]) == 0
    assert undefined(least([]), "MIN of nothing")
    assert undefined(greatest([]), "MAX of nothing")


def test_division_by_zero_is_undefined() -> None:
    assert undefined(divide(1, 0), "division by zero")
    assert undefined(add(1, divide(1, 0)), "division by zero")
    assert undefined(call("ROUND", [1, 0]), "division by zero")


def test_none_has_no_part_in_arithmetic_or_comparison() -> None:
    for result in (
        add(1, NONE),
        negate(NONE),
        multiply(NONE, 2),
        total([1, NONE]),
        least([NONE]),
        shift(NONE, Duration()),
    ):
        assert undefined(result, "NONE")
    assert undefined(compare("<=", 0, NONE), "NONE")
    assert undefined(compare("=", NONE, NONE), "NONE")


@given(numbers, st.fractions(min_value=Fraction(1, 1000)))
def test_floor_and_ceil_enclose_and_are_multiples(x: int, step: Fraction) -> None:
    low, high = call("FLOOR", [x, exact(step)]), call("CEIL", [x, exact(step)])
    assert isinstance(low, int | Fraction)
    assert isinstance(high, int | Fraction)
    assert low <= x <= high
    assert high - low in (0, step)
    assert (low / step).denominator == (high / step).denominator == 1
    rounded = call("ROUND", [x, exact(step)])
    assert isinstance(rounded, int | Fraction)
    assert rounded in (low, high)
    assert Fraction(-step, 2) <= rounded - x <= Fraction(step, 2)


@pytest.mark.parametrize(
    ("number", "rounded", "floor", "ceil"),
    [("2.5", 3, 2, 3), ("-2.5", -3, -3, -2), ("-0.5", -1, -1, 0), ("0.49", 0, 0, 1), ("-7", -7, -7, -7)],
)
def test_rounding_goes_half_away_from_zero(number: str, rounded: int, floor: int, ceil: int) -> None:
    value = exact(Fraction(number))
    assert [call("ROUND", [value]), call("FLOOR", [value]), call("CEIL", [value])] == [rounded, floor, ceil]


def test_rounding_to_a_step() -> None:
    assert call("FLOOR", [175, 50]) == 150
    assert call("CEIL", [401, 1000]) == 1000
    assert call("ROUND", [Fraction("0.0125"), Fraction("0.001")]) == Fraction("0.013")
    assert call("FLOOR", [7, -5]) == 5


# -------------------------------------------------------------------------------------------------- dates


@given(dates, months, months)
def test_durations_in_months_add_up_before_they_move_a_date(day: date, some: int, more: int) -> None:
    together = add(Duration(months=some), Duration(months=more))
    assert shift(day, together) == shift(day, Duration(months=some + more))


@given(dates, months)
def test_a_month_moves_to_the_same_day_or_the_last_day(day: date, count: int) -> None:
    moved = shift(day, Duration(months=count))
    if isinstance(moved, Undefinedness):
        assert not 1 <= (day.year * 12 + day.month - 1 + count) // 12 <= 9999
        return
    assert isinstance(moved, date)
    assert moved.day == day.day or (moved + datetime.timedelta(days=1)).day == 1


def test_three_years_and_a_leap_day() -> None:
    assert shift(date(2020, 2, 29), add(Duration(months=12), Duration(months=36))) == date(2024, 2, 29)
    assert shift(shift(date(2020, 2, 29), Duration(months=12)), Duration(months=36)) == date(2024, 2, 28)


@pytest.mark.parametrize(
    ("start", "moved"),
    [
        (date(2024, 1, 31), date(2024, 2, 29)),
        (date(2024, 3, 31), date(2024, 4, 30)),
        (date(2024, 1, 30), date(2024, 2, 29)),
        (date(2023, 12, 31), date(2024, 1, 31)),
    ],
)
def test_a_month_later_is_clamped(start: date, moved: date) -> None:
    assert shift(start, Duration(months=1)) == moved


def test_months_move_before_days() -> None:
    assert shift(date(2024, 1, 31), Duration(months=1, seconds=DAY)) == date(2024, 3, 1)


@pytest.mark.parametrize(
    "by",
    [
        Duration(seconds=10**16),
        Duration(seconds=-(10**13) * DAY),
        Duration(months=10**30),
        Duration(seconds=10**40),
    ],
)
def test_a_huge_offset_leaves_the_calendar_without_a_crash(by: Duration) -> None:
    seconds = by.seconds - by.seconds % DAY
    assert undefined(shift(date(2020, 1, 1), Duration(by.months, seconds)), "outside the years 1 to 9999")
    assert undefined(shift(datetime.datetime(2020, 1, 1, 12), by), "outside the years 1 to 9999")


@pytest.mark.parametrize(
    ("start", "end", "count"),
    [
        (date(2023, 2, 28), date(2023, 3, 31), 1),
        (date(2024, 1, 31), date(2024, 2, 29), 1),
        (date(2024, 1, 31), date(2024, 2, 28), 0),
        (date(2023, 8, 31), date(2024, 3, 1), 6),
        (date(2024, 3, 1), date(2023, 8, 31), -6),
        (date(2023, 12, 31), date(2023, 1, 1), -11),
    ],
)
def test_completed_months(start: date, end: date, count: int) -> None:
    assert elapsed("MONTHS", start, end) == count


def test_completed_years() -> None:
    assert elapsed("YEARS", date(2023, 12, 31), date(2023, 1, 1)) == 0
    assert elapsed("YEARS", date(2004, 2, 29), date(2022, 2, 27)) == 17
    assert elapsed("YEARS", date(2004, 2, 29), date(2022, 2, 28)) == 18
    assert elapsed("YEARS", date(2004, 2, 29), date(2024, 2, 28)) == 19


@given(dates, dates)
def test_completed_time_is_what_a_shift_reaches(start: date, end: date) -> None:
    count = elapsed("MONTHS", start, end)
    assert isinstance(count, int)
    earlier, later = min(start, end), max(start, end)
    reached = shift(earlier, Duration(months=abs(count)))
    assert isinstance(reached, date)
    assert reached <= later
    beyond = shift(earlier, Duration(months=abs(count) + 1))
    assert isinstance(beyond, Undefinedness) or (isinstance(beyond, date) and beyond > later)
    assert elapsed("MONTHS", end, start) == -count
    assert elapsed("DAYS", start, end) == (end - start).days


@given(dates, dates)
def test_a_difference_of_dates_moves_one_to_the_other(start: date, end: date) -> None:
    assert shift(start, subtract(end, start)) == end


def test_times_differ_in_seconds() -> None:
    booked, now = datetime.datetime(2024, 5, 14, 15, 1), datetime.datetime(2024, 5, 15, 15, 0)
    assert compare("<=", subtract(now, booked), Duration(seconds=24 * 3600)) is True
    assert compare("<=", subtract(now, booked.replace(minute=0)), Duration(seconds=24 * 3600)) is True
    assert (
        compare("<=", subtract(now, booked.replace(hour=14, minute=59)), Duration(seconds=24 * 3600)) is False
    )


def test_months_and_days_do_not_compare_but_years_and_months_do() -> None:
    assert undefined(compare("=", Duration(months=1), Duration(seconds=30 * DAY)), "months and days")
    assert compare("=", Duration(months=12), Duration(months=12)) is True
    assert compare("<", Duration(months=1), Duration(months=2)) is True
    assert compare(">", Duration(months=1), Duration()) is True
    assert compare("<", total([]), Duration(seconds=DAY)) is True


def test_dates_and_durations_do_not_mix() -> None:
    assert isinstance(compare("<=", date(2024, 1, 16), Duration()), Undefinedness)
    assert isinstance(compare("<", date(2024, 1, 16), datetime.datetime(2024, 1, 17)), Undefinedness)


def test_parts_of_a_date() -> None:
    assert call("DATE", [2024, 2, 29]) == date(2024, 2, 29)
    assert undefined(call("DATE", [2023, 2, 29]), "no date 2023-2-29")
    assert undefined(call("DATE", [10**5000, 1, 1]), "no date")
    assert [call(part, [date(2024, 2, 29)]) for part in ("YEAR", "MONTH", "DAY")] == [2024, 2, 29]


# --------------------------------------------------------------------------------------- texts and types


def test_texts_compare_for_equality_only() -> None:
    assert compare("=", "a", "a") is True
    assert compare("!=", "a", "b") is True
    assert isinstance(compare("<", "a", "b"), Undefinedness)


def test_values_outside_their_type_are_undefined_with_the_reason() -> None:
    share = NumberType(low=Fraction(0), high=Fraction(100))
    assert conform(100, share) == 100
    assert undefined(conform(101, share), "101 is outside 0 to 100")
    assert undefined(conform(Fraction(5, 2), NumberType(integer=True)), "5/2 is not a whole number")
    assert undefined(conform("x", SortType("bag"), ("a", "b")), "x is not in bag")
    assert undefined(conform(10**5000, share), "a number of more than 60 digits is outside")
    assert conform(NONE, share) is NONE
