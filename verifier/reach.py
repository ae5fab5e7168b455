"""Which numbers a quantity can be by the declarations: its bounds, and the step in which it goes (verification, N8).

Of a whole number, or of a date, `> 3` is `>= 4`; so it is of the sum of two, of the years between two dates, and of
what is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier.linear import Quantity, number, terms

Typed: TypeAlias = Callable[[core.Value], "Reach | None"]
"""What the declarations say of something that is read."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The multiples of `step` from `low` to `high`; None: there is no end on that side, or no step."""

    low: Fraction | None = None
    high: Fraction | None = None
    step: Fraction | None = None

    def plus(self, other: Reach) -> Reach:
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return Reach(low, high, _common(self.step, other.step))

    def times(self, factor: Fraction) -> Reach:
        if not factor:
            return point(factor)
        ends = [None if end is None else end * factor for end in (self.low, self.high)]
        low, high = ends if factor > 0 else reversed(ends)
        return Reach(low, high, None if self.step is None else abs(self.step * factor))

    def within(self, at: Fraction) -> bool:
        """Whether a number is not beyond its ends."""
        return (self.low is None or at >= self.low) and (self.high is None or at <= self.high)

    def points(self, constants: Iterable[Fraction]) -> tuple[Fraction, ...]:
        """Some of its numbers that stand for all in comparisons with constants: these constants themselves, a number
        between any two of them, and one beyond each end."""
        telling = sorted({*constants, *(end for end in (self.low, self.high) if end is not None)})
        if self.step:
            found = {
                number * self.step
                for at in telling
                for below, above in [(math.floor(at / self.step), math.ceil(at / self.step))]
                for number in (below, above, above - 1, below + 1)
            }
        else:
            found = {*telling, telling[0] - 1, telling[-1] + 1}
            found |= {(left + right) / 2 for left, right in pairwise(telling)}
        return tuple(at for at in sorted(found) if self.within(at))

    def numbers(self) -> range | None:
        """All of them, if they are whole numbers between two ends."""
        if self.step != 1 or self.low is None or self.high is None:
            return None
        return range(math.ceil(self.low), math.floor(self.high) + 1)


ANY = Reach()
WHOLE = Reach(step=Fraction(1))


def point(at: Fraction) -> Reach:
    """A constant; nothing is added to the step of what it is added to if it is a multiple of that."""
    return Reach(at, at, abs(at))


def declared(kind: model.Type | None, members: tuple[str, ...] | range | None) -> Reach:
    """What a type says; `members` are those of the sort."""
    match kind:
        case model.NumberType(integer, low, high):
            return Reach(low, high, Fraction(1) if integer else None)
        case model.DateType():
            return WHOLE
        case model.SortType() if isinstance(members, range):
            return Reach(Fraction(int(members[0])), Fraction(int(members[-1])), Fraction(1))
        case _:
            return ANY


def reach(quantity: Quantity, typed: Typed) -> Reach:
    """The numbers that a linear combination can be."""
    found = point(Fraction(0))
    for value, factor in quantity:
        found = found.plus(_value(value, typed).times(factor))
    return found


def is_whole(value: core.Value, typed: Typed) -> bool:
    """Whether a value can only be a whole number; of dates and times, a date."""
    step = _term(value, typed).step
    return step is not None and step.denominator == 1


def _value(value: core.Value, typed: Typed) -> Reach:
    said = typed(value)
    if said is not None:
        return said
    match value:
        case core.CountOf():
            return Reach(Fraction(0), None, Fraction(1))
        case core.Elapsed():
            return WHOLE
        case core.Call("MONTH"):
            return Reach(Fraction(1), Fraction(12), Fraction(1))
        case core.Call("DAY"):
            return Reach(Fraction(1), Fraction(31), Fraction(1))
        case core.Call(("FLOOR" | "CEIL" | "ROUND"), (_,)) | core.Call("YEAR" | "DATE"):
            return WHOLE
        case core.Call(("FLOOR" | "CEIL" | "ROUND"), (_, core.Constant(step))):
            by = number(step)
            return Reach(step=abs(by)) if by else ANY
        case core.Call("ABS", args):
            return Reach(Fraction(0), None, _steps(args, typed))
        case core.Call(("LEAST" | "GREATEST"), args):
            return Reach(step=_steps(args, typed))
        case core.Shift(base, _):
            return WHOLE if is_whole(base, typed) else ANY
        case core.Fold(_, items) | core.Selected(items):
            return Reach(step=_steps([item for _, item in items], typed))
        case core.Arithmetic("*", left, right):
            first, second = _term(left, typed).step, _term(right, typed).step
            return Reach(step=None if first is None or second is None else first * second)
        case _:
            return ANY


def _term(value: core.Value, typed: Typed) -> Reach:
    """The numbers that a value can be, a constant included."""
    found = terms(value)
    return ANY if found is None else reach(found[0], typed).plus(point(found[1]))


def _steps(values: Iterable[core.Value], typed: Typed) -> Fraction | None:
    """A step in which all of them go."""
    found: Fraction | None = Fraction(0)
    for value in values:
        found = _common(found, _term(value, typed).step)
    return found or None


def _common(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    """The greatest step of which both are multiples; 0 is a multiple of any."""
    if one is None or other is None:
        return None
    common = one.denominator * other.denominator
    return Fraction(math.gcd(int(one * common), int(other * common)), common)
