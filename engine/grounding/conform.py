"""Whether a value is of its type: wholeness, bounds, members of a sort.

Bounds of facts are checked where a case is read; bounds and type of outcomes and definitions are checked when
they get a value, never assumed (docs/semantics.md, "Domains").
"""

from __future__ import annotations

import datetime
from fractions import Fraction

from rulelang.engine.exact.dates import is_time
from rulelang.engine.exact.undefined import Result, Undefinedness, shown
from rulelang.grammar.model import (
    Constant_,
    DateType,
    DurationType,
    NumberType,
    SortType,
    TextType,
    TimeType,
    Type,
)
from rulelang.grammar.values import NONE, Duration


def conform(value: Result, type_: Type | None, domain: tuple[Constant_, ...] | None = None) -> Result:
    """The value itself, or why it is none of its type: bounds, wholeness, members of a sort.

    NONE is of every type.  Used for what outcomes and definitions come to, and for what a case gives.

    >>> conform(150, NumberType(low=Fraction(0), high=Fraction(100)))
    Undefinedness(reason='150 is outside 0 to 100')
    """
    if isinstance(value, Undefinedness) or value is NONE:
        return value
    match type_:
        case NumberType(integer, low, high):
            if not isinstance(value, int | Fraction):
                return Undefinedness("this is no number")
            if integer and not isinstance(value, int):
                return Undefinedness(f"{shown(value)} is not a whole number")
            if (low is not None and value < low) or (high is not None and value > high):
                return Undefinedness(f"{shown(value)} is outside {_bounds(low, high)}")
        case SortType(name):
            if domain is not None and value not in domain:
                return Undefinedness(f"{shown(value)} is not in {name}")
        case DateType():
            if not isinstance(value, datetime.date) or is_time(value):
                return Undefinedness("this is no date")
        case TimeType():
            if not is_time(value):
                return Undefinedness("this is no time")
        case DurationType():
            if not isinstance(value, Duration):
                return Undefinedness("this is no duration")
        case TextType():
            if not isinstance(value, str):
                return Undefinedness("this is no text")
        case _:
            pass
    return value


def _bounds(low: Fraction | None, high: Fraction | None) -> str:
    if low is None:
        return f"up to {high}"
    return f"{low} and more" if high is None else f"{low} to {high}"
