"""The rules of types and units, apart from any text: what fits what, and what an operation yields.

Units are nominal: there is no conversion, and a product never has two units (language.md, Words).
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from rulelang.grammar.model import (
    BooleanType,
    Constant,
    Constant_,
    DateType,
    DurationType,
    NumberType,
    Sort,
    SortType,
    TextType,
    TimeType,
    Type,
)
from rulelang.grammar.values import DAY, Duration, NoneValue

ANY_UNIT = "?"
"""The unit of a bare zero, of a bare number in a claim, and of a bare column of a table without a type: it takes
the unit of whatever it meets.  Only inside resolution; never in a resolved program."""


class Special(Enum):
    """Kinds that only resolution knows."""

    BROKEN = "broken"
    """An expression with an error in it: fits everything, so that one cause gives one message."""
    ABSENT = "NONE"
    """The literal NONE."""


Kind: TypeAlias = Type | Special

YES = Constant("YES")
"""How a table holds YES in a column of conditions; a look-up there is compared with it."""
BROKEN = Special.BROKEN
ABSENT = Special.ABSENT
BOOLEAN = BooleanType()
INTEGER = NumberType(integer=True)
PURE = NumberType()
DATE = DateType()
TIME = TimeType()
TEXT = TextType()
MONTHS = DurationType("MONTHS")
DAYS = DurationType("DAYS")
MIXED = DurationType()


def describe(kind: Kind, sorts: Mapping[str, Sort]) -> str:
    """A type in words for people: "a number in usd"."""
    match kind:
        case NumberType(integer=integer, unit=unit):
            noun = "a whole number" if integer else "a number"
            if unit is None:
                return noun if integer else "a number without unit"
            return noun if unit == ANY_UNIT else f"{noun} in {unit}"
        case SortType(name):
            sort = sorts.get(name)
            if sort is not None and isinstance(sort.members, range):
                return f"a `{name}` (a whole number)"
            return f"a `{name}`"
        case DurationType("MONTHS"):
            return "a duration in months"
        case DurationType("DAYS"):
            return "a duration in days"
        case DurationType():
            return "a duration of months and days"
        case BooleanType():
            return "a condition"
        case DateType():
            return "a date"
        case TimeType():
            return "a date with a time"
        case TextType():
            return "a text"
        case Special.ABSENT:
            return "NONE"
        case Special.BROKEN:
            return "something"


def numeric(kind: Kind, sorts: Mapping[str, Sort]) -> NumberType | None:
    """The number type under which a value of this type can be calculated with; None if it can't."""
    if isinstance(kind, NumberType):
        return kind
    if isinstance(kind, SortType):
        sort = sorts.get(kind.name)
        if sort is not None and isinstance(sort.members, range):
            return INTEGER
    return None


def common_unit(left: str | None, right: str | None) -> tuple[bool, str | None]:
    """Whether two units may meet in a sum or comparison, and the unit of the result."""
    if left == right:
        return True, left
    if left == ANY_UNIT:
        return True, right
    if right == ANY_UNIT:
        return True, left
    return False, None


def fits(actual: Kind, wanted: Kind, sorts: Mapping[str, Sort]) -> bool:
    """Whether a value of type `actual` may stand where `wanted` is expected (bounds are checked with the value)."""
    if actual is BROKEN or wanted is BROKEN or _undeclared(actual, sorts) or _undeclared(wanted, sorts):
        return True
    if actual is ABSENT:
        return not isinstance(wanted, BooleanType)
    if isinstance(wanted, NumberType):
        number = numeric(actual, sorts)
        return number is not None and common_unit(number.unit, wanted.unit)[0]
    if isinstance(wanted, SortType):
        if isinstance(actual, SortType):
            return actual.name == wanted.name or (
                numeric(actual, sorts) is not None and numeric(wanted, sorts) is not None
            )
        number = numeric(actual, sorts)
        return number is not None and number.unit in (None, ANY_UNIT) and numeric(wanted, sorts) is not None
    if isinstance(wanted, DurationType):
        return isinstance(actual, DurationType) and (wanted.unit is None or actual.unit == wanted.unit)
    return type(actual) is type(wanted)


def _undeclared(kind: Kind, sorts: Mapping[str, Sort]) -> bool:
    """A type that is not declared is reported where it is named, and fits everything."""
    return isinstance(kind, SortType) and kind.name not in sorts


def number_words(value: int | Fraction) -> str:
    """A number as people write it: `28.5`, `1_245`, `1/3`."""
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    denominator = value.denominator
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    if denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    places = max(twos, fives)
    digits = f"{abs(value.numerator) * 10**places // value.denominator:0{places + 1}d}"
    whole = f"{int(digits[:-places]):_}" if len(digits) - places > 4 else digits[:-places]
    return f"{'-' if value < 0 else ''}{whole}.{digits[-places:]}"


def value_problem(value: Constant_, wanted: Type, sorts: Mapping[str, Sort]) -> str | None:
    """Why a known value (of a fitting type) is outside its type, in words; None if it is inside."""
    if isinstance(value, NoneValue):
        return None
    match wanted:
        case NumberType(integer=integer, low=low, high=high):
            if not isinstance(value, int | Fraction):
                return "is not a number"
            if integer and not isinstance(value, int):
                return "is not a whole number"
            if low is not None and value < low:
                return f"is below {number_words(_whole(low))}"
            if high is not None and value > high:
                return f"is above {number_words(_whole(high))}"
        case SortType(name):
            members = sorts[name].members if name in sorts else None
            if isinstance(members, range):
                if not isinstance(value, int) or value not in members:
                    return f"is not in {members.start} to {members.stop - 1}"
            elif members is not None and value not in members:
                return f"is not a `{name}`"
        case DurationType(unit):
            if isinstance(value, Duration) and (
                (unit == "MONTHS" and value.seconds) or (unit == "DAYS" and value.months)
            ):
                return f"is not a duration in {unit.lower()}"
        case DateType():
            if isinstance(value, datetime.datetime) or not isinstance(value, datetime.date):
                return "is not a date"
        case TimeType():
            if not isinstance(value, datetime.datetime):
                return "is not a date with a time"
        case _:
            pass
    return None


def duration_of(amount: Fraction, unit: str) -> Duration | None:
    """`2 MONTHS` as a duration; None where it is not whole (half a month, part of a second)."""
    if unit in ("MONTHS", "YEARS"):
        months = amount * (12 if unit == "YEARS" else 1)
        return Duration(months=months.numerator) if months.denominator == 1 else None
    seconds = amount * {"SECONDS": 1, "MINUTES": 60, "HOURS": 3600, "DAYS": DAY, "WEEKS": 7 * DAY}[unit]
    return Duration(seconds=seconds.numerator) if seconds.denominator == 1 else None


def _whole(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value
