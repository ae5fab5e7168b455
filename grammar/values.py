"""Exact values of the language: numbers, NONE, durations.  No floats anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

DAY = 86_400
"""Seconds in a day."""
PERCENT = "%"
"""The unit of a tolerance that is a share of the value: `WITHIN 1%`."""


class NoneValue(Enum):
    """`NONE`: known to have no value."""

    NONE = "NONE"

    def __repr__(self) -> str:
        return "NONE"


NONE = NoneValue.NONE


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """Calendar months and exact seconds (a day is 86,400); the two are never converted into each other.

    The order is that of durations of one kind, both in months or both in seconds; no other two are ever compared.
    """

    months: int = 0
    seconds: int = 0


def exact(value: Fraction | int) -> int | Fraction:
    """The canonical form of a rational: int where it is whole (so equal numbers are one dict key and fast)."""
    if type(value) is int:
        return value
    return value.numerator if value.denominator == 1 else value
