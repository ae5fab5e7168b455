"""Exact operations on known values: numbers, dates, times, durations, texts.

Every operation gives a value or an `Undefinedness` with the reason in words; none raises on what a rule or a
case can say, and none rounds unless it is asked to.  An undefined operand makes the result undefined with the
operand's reason, so results can be fed straight into the next operation.

Meaning: docs/semantics.md, "Values".
"""

from __future__ import annotations

import datetime
import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.engine.exact.dates import date_of, is_time, passed_between
from rulelang.engine.exact.dates import elapsed as elapsed
from rulelang.engine.exact.dates import shift as shift
from rulelang.engine.exact.lookup import lookup as lookup
from rulelang.engine.exact.undefined import NONE_OPERAND, unfit
from rulelang.engine.exact.undefined import Result as Result
from rulelang.engine.exact.undefined import Undefinedness as Undefinedness
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE, Duration, exact

CompareOp: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Function: TypeAlias = Literal["ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY", "DATE"]

DIVISION_BY_ZERO = Undefinedness("division by zero")
INCOMPARABLE_DURATIONS = Undefinedness("months and days cannot be compared")
PART_OF_A_MONTH = Undefinedness("a duration in months must be whole")
PART_OF_A_SECOND = Undefinedness("a duration must be whole seconds")

# ----------------------------------------------------------------------------------------- numbers, durations


def add(left: Result, right: Result) -> Result:
    """The sum of two numbers or two durations.

    >>> add(Fraction(1, 10), Fraction(2, 10)) == Fraction(3, 10)
    True
    """
    if type(left) is int and type(right) is int:
        return left + right
    if isinstance(left, Undefinedness):
        return left
    if isinstance(right, Undefinedness):
        return right
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        return exact(left + right)
    one, other = _duration(left), _duration(right)
    if one is not None and other is not None:
        return Duration(one.months + other.months, one.seconds + other.seconds)
    return unfit("a sum", left, right)


def negate(operand: Result) -> Result:
    """`-x` for a number or a duration."""
    match operand:
        case int() | Fraction():
            return exact(-operand)
        case Duration(months, seconds):
            return Duration(-months, -seconds)
        case Undefinedness():
            return operand
        case _:
            return unfit("a minus", operand)


def subtract(left: Result, right: Result) -> Result:
    """The difference of two numbers or durations; of two dates in days, of two times in seconds."""
    if type(left) is int and type(right) is int:
        return left - right
    if isinstance(left, Undefinedness):
        return left
    if isinstance(right, Undefinedness):
        return right
    if isinstance(left, datetime.date):
        passed = passed_between(right, left)
        return unfit("a difference", left, right) if passed is None else passed
    return add(left, negate(right))


def multiply(left: Result, right: Result) -> Result:
    """The product of two numbers, or of a number and a duration."""
    if type(left) is int and type(right) is int:
        return left * right
    if isinstance(left, Undefinedness):
        return left
    if isinstance(right, Undefinedness):
        return right
    if isinstance(left, int | Fraction):
        if isinstance(right, int | Fraction):
            return exact(left * right)
        if isinstance(right, Duration):
            return _scaled(right, Fraction(left))
    elif isinstance(left, Duration) and isinstance(right, int | Fraction):
        return _scaled(left, Fraction(right))
    return unfit("a product", left, right)


def divide(left: Result, right: Result) -> Result:
    """The exact quotient of two numbers, of a duration and a number, or of two durations of one kind.

    >>> divide(1, 0)
    Undefinedness(reason='division by zero')
    """
    if isinstance(left, Undefinedness):
        return left
    if isinstance(right, Undefinedness):
        return right
    if isinstance(right, int | Fraction):
        if isinstance(left, int | Fraction):
            return DIVISION_BY_ZERO if right == 0 else exact(Fraction(left) / right)
        if isinstance(left, Duration):
            return DIVISION_BY_ZERO if right == 0 else _scaled(left, 1 / Fraction(right))
    elif isinstance(left, Duration) and isinstance(right, Duration):
        if right == Duration():
            return DIVISION_BY_ZERO
        pair = _one_kind(left, right)
        return INCOMPARABLE_DURATIONS if pair is None else exact(Fraction(pair[0], pair[1]))
    return unfit("a quotient", left, right)


def _scaled(duration: Duration, factor: Fraction) -> Result:
    months, seconds = duration.months * factor, duration.seconds * factor
    if months.denominator != 1:
        return PART_OF_A_MONTH
    if seconds.denominator != 1:
        return PART_OF_A_SECOND
    return Duration(months.numerator, seconds.numerator)


def _duration(value: Constant_) -> Duration | None:
    """A duration; 0 is one where it is the sum of no durations."""
    if isinstance(value, Duration):
        return value
    return Duration() if value == 0 and isinstance(value, int) else None


def _one_kind(left: Duration, right: Duration) -> tuple[int, int] | None:
    """Both as months or both as seconds; None where one has months and one has seconds."""
    if left.seconds == right.seconds == 0:
        return left.months, right.months
    if left.months == right.months == 0:
        return left.seconds, right.seconds
    return None


OPERATIONS: dict[str, Callable[[Result, Result], Result]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
}
"""The four signs of `Arithmetic`."""


# -------------------------------------------------------------------------------------------------- functions


def call(function: Function, args: Sequence[Result]) -> Result:
    """A function of the language on its arguments.

    ROUND rounds half away from zero, FLOOR towards minus and CEIL towards plus infinity: to whole numbers, or
    to multiples of the second argument.

    >>> call("ROUND", [Fraction(-5, 2)]), call("FLOOR", [175, 50])
    (-3, 150)
    """
    known: list[Constant_] = []
    for arg in args:
        if isinstance(arg, Undefinedness):
            return arg
        if arg is NONE:
            return NONE_OPERAND
        known.append(arg)
    match function, known:
        case (("ROUND" | "FLOOR" | "CEIL"), [int() | Fraction() as number]):
            return _stepped(function, Fraction(number), Fraction(1))
        case (("ROUND" | "FLOOR" | "CEIL"), [int() | Fraction() as number, int() | Fraction() as step]):
            return DIVISION_BY_ZERO if step == 0 else _stepped(function, Fraction(number), Fraction(step))
        case "ABS", [int() as number]:
            return abs(number)
        case "ABS", [Fraction() as number]:
            return abs(number)
        case "ABS", [Duration(months, seconds)] if not months or not seconds:
            return Duration(abs(months), abs(seconds))
        case "LEAST", [_, *_]:
            return least(known)
        case "GREATEST", [_, *_]:
            return greatest(known)
        case "YEAR", [datetime.date() as day]:
            return day.year
        case "MONTH", [datetime.date() as day]:
            return day.month
        case "DAY", [datetime.date() as day]:
            return day.day
        case "DATE", [year, month, day]:
            return date_of(year, month, day)
        case _:
            return unfit(function, *known)


def _stepped(function: Function, number: Fraction, step: Fraction) -> Result:
    step = abs(step)
    quotient = number / step
    floor = quotient.numerator // quotient.denominator
    if function == "CEIL":
        floor = -(-quotient.numerator // quotient.denominator)
    elif function == "ROUND":
        away = (2 * abs(quotient.numerator) + quotient.denominator) // (2 * quotient.denominator)
        floor = away if quotient >= 0 else -away
    return exact(floor * step)


def least(values: Iterable[Result]) -> Result:
    """The smallest value; undefined of nothing."""
    return _extreme("<", "MIN", values)


def greatest(values: Iterable[Result]) -> Result:
    """The largest value; undefined of nothing."""
    return _extreme(">", "MAX", values)


def total(values: Iterable[Result]) -> Result:
    """The sum of all values; zero of nothing."""
    result: Result | None = None
    for value in values:
        result = value if result is None else add(result, value)
        if isinstance(result, Undefinedness) or result is NONE:
            return result if isinstance(result, Undefinedness) else NONE_OPERAND
    return 0 if result is None else result


def _extreme(op: CompareOp, name: str, values: Iterable[Result]) -> Result:
    best: Result | None = None
    for value in values:
        if isinstance(value, Undefinedness):
            return value
        if best is None:
            if value is NONE:
                return NONE_OPERAND
            best = value
            continue
        better = compare(op, value, best)
        if isinstance(better, Undefinedness):
            return better
        if better:
            best = value
    return Undefinedness(f"{name} of nothing") if best is None else best


FOLDS: dict[str, Callable[[Iterable[Result]], Result]] = {"SUM": total, "MIN": least, "MAX": greatest}
"""The three aggregates over the values that were selected."""

# ------------------------------------------------------------------------------------------------- comparison

_ORDER: dict[str, Callable[..., bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compare(op: CompareOp, left: Result, right: Result) -> bool | Undefinedness:
    """Whether the comparison is true; undefined where a side is, or is NONE, or where the two do not compare.

    Durations compare where both are in months or both in days, hours and minutes; texts, members and entities
    compare for equality only.

    >>> compare(">", Duration(months=1), Duration(seconds=30 * 86_400))
    Undefinedness(reason='months and days cannot be compared')
    """
    if isinstance(left, Undefinedness):
        return left
    if isinstance(right, Undefinedness):
        return right
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        return _ORDER[op](left, right)
    if isinstance(left, str) and isinstance(right, str) and op in ("=", "!="):
        return _ORDER[op](left, right)
    if isinstance(left, datetime.date) and isinstance(right, datetime.date):
        if is_time(left) == is_time(right):
            return _ORDER[op](left, right)
        return unfit("a comparison", left, right)
    one, other = _duration(left), _duration(right)
    if one is not None and other is not None:
        pair = _one_kind(one, other)
        return INCOMPARABLE_DURATIONS if pair is None else _ORDER[op](*pair)
    return unfit("a comparison", left, right)
