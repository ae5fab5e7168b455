"""Values in certificates: exact, and read back by their type."""

from __future__ import annotations

import datetime
import re
from fractions import Fraction
from typing import Any

from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.grounding.conform import conform
from rulelang.engine.grounding.keys import argument
from rulelang.grammar.model import BooleanType, Constant_, DateType, DurationType, NumberType, SortType, TimeType, Type
from rulelang.grammar.values import DAY, NONE, Duration, exact


def constant_json(value: bool | Constant_) -> Any:
    """A value for `json_line`: null is NONE, and whatever is no number, truth value or text is written as a rule
    would."""
    if value is NONE:
        return None
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, datetime.date | Duration):
        return argument(value)
    return value


def constant_of(said: Any, type_: Type | None, domain: tuple[Constant_, ...] | None) -> bool | Constant_ | None:
    """The value that a certificate writes, None where it is none of its type."""
    if isinstance(type_, BooleanType):
        return said if isinstance(said, bool) else None
    value = NONE if said is None else _read(said, type_)
    if value is None or isinstance(conform(value, type_, domain), Undefinedness):
        return None
    return value


def _read(said: Any, type_: Type | None) -> Constant_ | None:
    if isinstance(said, bool):
        return None
    try:
        match type_, said:
            case NumberType(), str():
                return exact(Fraction(said)) if re.fullmatch(r"-?\d{1,1000}/\d{1,1000}", said) else None
            case NumberType(), int() | Fraction():
                return said
            case SortType(), int():
                return said
            case DateType(), str():
                return datetime.date.fromisoformat(said)
            case TimeType(), str():
                return datetime.datetime.fromisoformat(said)
            case DurationType(), str():
                return _duration(said)
            case _, str():
                return said
            case _:
                return None
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


_UNITS = {"DAYS": DAY, "HOURS": 3_600, "MINUTES": 60, "SECONDS": 1}
_PART = re.compile(r"(-?\d{1,18}) (MONTHS|DAYS|HOURS|MINUTES|SECONDS)")


def _duration(said: str) -> Duration | None:
    months = seconds = 0
    for part in said.split(" + "):
        read = _PART.fullmatch(part)
        if read is None:
            return None
        if read[2] == "MONTHS":
            months += int(read[1])
        else:
            seconds += int(read[1]) * _UNITS[read[2]]
    return Duration(months, seconds)
