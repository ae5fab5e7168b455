"""Ranges of numbers with open or closed ends, and what they come to together, exactly.

Interval arithmetic: a result holds every number that some numbers of the ranges give, and has no wider ends than it
must where these vary independently of each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from rulelang.verifier.linear import Bound, Op, holds


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers between two ends (None: there is none on that side); `open_low` and `open_high` leave the end out."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False

    @property
    def lower(self) -> tuple[bool, Fraction, bool]:
        """For comparing lower ends: none at all is the least."""
        return self.low is not None, self.low or Fraction(0), self.open_low

    @property
    def upper(self) -> tuple[bool, Fraction, bool]:
        """For comparing upper ends: none at all is the greatest."""
        return self.high is None, self.high or Fraction(0), not self.open_high

    def plus(self, other: Range) -> Range:
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        open_low, open_high = self.open_low or other.open_low, self.open_high or other.open_high
        return Range(low, high, low is not None and open_low, high is not None and open_high)

    def times(self, factor: Fraction) -> Range:
        low = None if self.low is None else self.low * factor
        high = None if self.high is None else self.high * factor
        return Range(low, high, self.open_low, self.open_high) if factor > 0 else Range(
            high, low, self.open_high, self.open_low
        )  # fmt: skip

    def within(self, op: Op, limit: Fraction) -> Range:
        """The part of it where this comparison with a limit holds, as far as that is a range."""
        match op:
            case "=":
                return self.within(">=", limit).within("<=", limit)
            case "<" | "<=":
                return self.meet(Range(None, limit, open_high=op == "<"))
            case ">" | ">=":
                return self.meet(Range(limit, None, open_low=op == ">"))
            case "!=":
                return self

    def meet(self, other: Range) -> Range:
        """What lies in both."""
        return _between(max(self, other, key=_LOWER), min(self, other, key=_UPPER))

    def stepped(self, step: Fraction | None) -> Range:
        """From its first to its last multiple of a step."""
        if not step:
            return self
        low, high = self.low, self.high
        if low is not None:
            low = (math.floor(low / step) + 1 if self.open_low else math.ceil(low / step)) * step
        if high is not None:
            high = (math.ceil(high / step) - 1 if self.open_high else math.floor(high / step)) * step
        return Range(low, high)

    @property
    def is_empty(self) -> bool:
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.open_low or self.open_high))

    def counted(self, bound: Bound) -> Range:
        """What a comparison of it compares: itself, or how often something goes into it."""
        if not bound.per:
            return self
        low = None if self.low is None else bound.counted(self.low)
        return Range(low, None if self.high is None else bound.counted(self.high))

    def compared(self, op: Op, limit: Fraction) -> bool | None:
        """Whether every number in it (or none) compares so with a limit."""
        if self.low is not None and self.low == self.high:
            return holds(self.low, op, limit)
        below = self.high is not None and (self.high < limit or (self.high == limit and self.open_high))
        above = self.low is not None and (self.low > limit or (self.low == limit and self.open_low))
        at_most = below or (self.high is not None and self.high == limit)
        at_least = above or (self.low is not None and self.low == limit)
        match op:
            case "=" | "!=":
                return (op == "!=") if below or above else None
            case "<":
                return True if below else False if at_least else None
            case "<=":
                return True if at_most else False if above else None
            case ">":
                return True if above else False if at_most else None
            case ">=":
                return True if at_least else False if below else None


_LOWER, _UPPER = attrgetter("lower"), attrgetter("upper")


def _between(floor: Range, top: Range) -> Range:
    """From the low end of one range to the high end of another."""
    return Range(floor.low, top.high, floor.open_low, top.open_high)


def point(at: Fraction) -> Range:
    """One number."""
    return Range(at, at)


def hull(one: Range, other: Range) -> Range:
    """The range from the lesser low end to the greater high end."""
    return _between(min(one, other, key=_LOWER), max(one, other, key=_UPPER))


def most(ranges: Sequence[Range]) -> Range:
    """The greatest of numbers of these ranges."""
    return _between(max(ranges, key=_LOWER), max(ranges, key=_UPPER))


def least(ranges: Sequence[Range]) -> Range:
    """The least of numbers of these ranges."""
    return _between(min(ranges, key=_LOWER), min(ranges, key=_UPPER))


def distance(one: Range) -> Range:
    """The numbers without their signs.

    >>> distance(Range(Fraction(-3), Fraction(2), open_low=True))
    Range(low=Fraction(0, 1), high=Fraction(3, 1), open_low=False, open_high=True)
    """
    turned = one.times(Fraction(-1))
    if one.low is not None and one.low >= 0:
        return one
    if one.high is not None and one.high <= 0:
        return turned
    top = max(one, turned, key=_UPPER)
    return Range(Fraction(0), top.high, False, top.open_high)


def product(one: Range, other: Range) -> Range:
    """The products of numbers of two ranges: their ends are among those of the ends."""
    corners = [_corner(left, right) for left in _ends(one) for right in _ends(other)]
    below = min(corners, key=lambda c: (c.infinite, c.at, c.open))
    above = max(corners, key=lambda c: (c.infinite, c.at, not c.open))
    return Range(
        None if below.infinite < 0 else below.at,
        None if above.infinite > 0 else above.at,
        not below.infinite and below.open,
        not above.infinite and above.open,
    )


def inverse(one: Range) -> Range | None:
    """1 / x for the numbers of a range; None where it has zero in it, or on both sides."""
    low, high = one.low, one.high
    if low is not None and (low > 0 or (low == 0 and one.open_low)):
        return Range(
            Fraction(0) if high is None else 1 / high,
            1 / low if low else None,
            high is None or one.open_high,
            bool(low) and one.open_low,
        )
    if high is not None and (high < 0 or (high == 0 and one.open_high)):
        turned = inverse(one.times(Fraction(-1)))
        return None if turned is None else turned.times(Fraction(-1))
    return None


@dataclass(frozen=True, slots=True)
class _End:
    """An end of a range: a number, or beyond all of them (`infinite`: below -1, above 1); `open`: it is not reached."""

    at: Fraction
    infinite: int
    open: bool


def _ends(one: Range) -> tuple[_End, _End]:
    none = Fraction(0)
    return (
        _End(none, -1, True) if one.low is None else _End(one.low, 0, one.open_low),
        _End(none, 1, True) if one.high is None else _End(one.high, 0, one.open_high),
    )


def _corner(left: _End, right: _End) -> _End:
    """The product of two ends.  Nothing times whatever is nothing, and is reached where the nothing is."""
    for one, other in ((left, right), (right, left)):
        if not one.infinite and not one.at:
            reached = not one.open or (not other.infinite and not other.at and not other.open)
            return _End(Fraction(0), 0, not reached)
    if left.infinite or right.infinite:
        signs = [one.infinite or (1 if one.at > 0 else -1) for one in (left, right)]
        return _End(Fraction(0), signs[0] * signs[1], True)
    return _End(left.at * right.at, 0, left.open or right.open)


def rounded_down(one: Range, step: Fraction) -> Range:
    """What its numbers come to, rounded down to multiples of a step."""
    low = None if one.low is None else math.floor(one.low / step) * step
    if one.high is None:
        return Range(low)
    return Range(low, (math.ceil(one.high / step) - 1 if one.open_high else math.floor(one.high / step)) * step)


def rounded_up(one: Range, step: Fraction) -> Range:
    """What its numbers come to, rounded up to multiples of a step."""
    return rounded_down(one.times(Fraction(-1)), step).times(Fraction(-1))


def rounded(one: Range, step: Fraction) -> Range:
    """What its numbers come to, rounded to multiples of a step, half of one away from zero.

    >>> rounded(Range(Fraction(-5, 2), Fraction(5, 2), open_low=True), Fraction(1))
    Range(low=Fraction(-2, 1), high=Fraction(3, 1), open_low=False, open_high=False)
    """
    half = Fraction(1, 2)
    low = high = None
    if one.low is not None:
        at = one.low / step
        low = (math.floor(at + half) if one.open_low or at >= 0 else math.ceil(at - half)) * step
    if one.high is not None:
        at = one.high / step
        high = (math.ceil(at - half) if one.open_high or at <= 0 else math.floor(at + half)) * step
    return Range(low, high)
