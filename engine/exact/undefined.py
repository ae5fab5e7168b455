"""What an expression comes to: a known value, or why it has none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE


@dataclass(frozen=True, slots=True)
class Undefinedness:
    """Why an expression has no value, in words that read after "because": "division by zero"."""

    reason: str


Result: TypeAlias = Constant_ | Undefinedness

NONE_OPERAND = Undefinedness("a value is NONE")


def unfit(what: str, *operands: Constant_) -> Undefinedness:
    """For operands that typed rules never bring together."""
    if any(operand is NONE for operand in operands):
        return NONE_OPERAND
    return Undefinedness(f"{what} is not defined on these values")


def shown(value: Constant_) -> str:
    """A value in a reason; a number that nobody would read is left out."""
    if isinstance(value, int | Fraction) and max(abs(value.numerator), value.denominator).bit_length() > 200:
        return "a number of more than 60 digits"
    return str(value)
