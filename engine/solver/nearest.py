"""The value of a fact that is nearest to the one it has, exactly: numbers, dates, times, durations.

The least distance is found by halving over whole numbers, then over small denominators; that nothing is nearer is then
proved.  Where no value is the nearest (anything above 50 will do, 50 will not, and a billionth more will), the boundary
is told with a value beyond it: the next whole one, else one with a small denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulelang.engine.solver.answer import Limits
from rulelang.engine.solver.encode_facts import ValuedFact
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.symbolic import as_numbers, from_numbers
from rulelang.engine.solver.terms import GaveUp, Number
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

SIZES = (1, 2, 4, 5, 10, 100, 1000)
"""Denominators in which numbers are read easily."""
TINY = Fraction(1, 10**9)
MOST_STEPS = 20
START = {"number": 0, "duration": 0, "day": 730_120, "second": 730_119 * 86_400}
"""Where the search begins for a fact that is not known: zero, or the first day of 2000."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value for a fact; `past` and `nearest` as in `Move`.  `fixed`: literals that hold it."""

    fact: str
    value: bool | Constant_
    past: Constant_ | None = None
    nearest: bool = True
    fixed: tuple[Any, ...] = ()


def start_of(made: ValuedFact, before: bool | Constant_ | None) -> Fraction:
    """From where the distance counts: the value that the fact has, else the fixed start of its kind."""
    if before is None or before is NONE or isinstance(before, bool | str):
        return Fraction(START[made.kind])
    from rulelang.engine.solver.symbolic import Symbols

    kind, numbers = as_numbers(Symbols(), before)
    if kind != made.kind:
        return Fraction(START[made.kind])
    return sum((Fraction(number) for number in numbers), Fraction(0))


def nearest(
    encoding: Encoding, made: ValuedFact, start: Fraction, assumed: Sequence[Any], limits: Limits
) -> Chosen:
    """The value nearest to the start with which the assumptions go together; above before below.

    The solver has just found that they do.

    Raises:
        GaveUp: a limit was reached.
    """
    return _Line(encoding, made, start, list(assumed), limits).find()


@dataclass(slots=True)
class _Line:
    encoding: Encoding
    made: ValuedFact
    start: Fraction
    assumed: list[Any]
    limits: Limits

    def find(self) -> Chosen:
        number = self._number()
        high = self._distance(number)
        for size in (1,) if self.encoding.terms.is_int(number) else SIZES:
            high = self._least(number, size, high)
            if not self._within(number, high, strictly=True):
                return self._at_distance(number, high)
            low = high - Fraction(1, size)
            if self._within(number, low + TINY):
                return self._beyond(number, low)
        for _ in range(MOST_STEPS):
            # No small denominator: whatever is nearer, again and again, in case it ends.
            self._within(number, high, strictly=True)
            high = self._distance(number)
            if not self._within(number, high, strictly=True):
                return self._at_distance(number, high)
        return self._near(number, high)

    def _number(self) -> Number:
        terms = self.encoding.terms
        open_ = [number for number in self.made.payload if terms.known(number) is None]
        return open_[0]

    def _exact(self, value: Fraction) -> Number:
        return self.encoding.terms.number(value.numerator if value.denominator == 1 else value)

    def _value(self, number: Fraction) -> Constant_:
        terms = self.encoding.terms
        exact: int | Fraction = number.numerator if number.denominator == 1 else number
        numbers = [exact if terms.known(part) is None else 0 for part in self.made.payload]
        value = from_numbers(self.encoding.symbols, self.made.kind, numbers)
        assert value is not None
        return value

    # -------------------------------------------------------------------------------------------- how far at least

    def _check(self, *more: Any) -> bool:
        return self.encoding.terms.check([*self.assumed, *more], self.limits.steps, self.limits.timeout) == "sat"

    def _distance(self, number: Number) -> Fraction:
        """After "sat": how far the model's value is from the start."""
        return abs(Fraction(self.encoding.terms.value(number)) - self.start)

    def _within(self, number: Number, distance: Fraction, strictly: bool = False) -> bool:
        """Whether a value that near will do."""
        terms = self.encoding.terms
        low, high = self._exact(self.start - distance), self._exact(self.start + distance)
        above, below = (">", "<") if strictly else (">=", "<=")
        near = terms.conjunction((terms.compare(above, number, low), terms.compare(below, number, high)))
        return near is not False and self._check(terms.literal(near))

    def _least(self, number: Number, size: int, high: Fraction) -> Fraction:
        """The least multiple of 1/size within which a value will do, by halving from a distance that does."""
        above = -(-high.numerator * size // high.denominator)
        low = -1
        while low + 1 < above:
            middle = 0 if low < 0 else (low + above) // 2
            if self._within(number, Fraction(middle, size)):
                seen = self._distance(number) * size
                above = min(middle, -(-seen.numerator // seen.denominator))
            else:
                low = middle
        return Fraction(above, size)

    # ------------------------------------------------------------------------------------------------- the value

    def _at(self, number: Number, value: Fraction, past: Constant_ | None = None, near: bool = True) -> Chosen | None:
        """The value, if it goes together with what is assumed."""
        terms = self.encoding.terms
        if terms.is_int(number) and value.denominator != 1:
            return None
        same = terms.compare("=", number, self._exact(value))
        if same is False:
            return None
        literal = terms.literal(same)
        return Chosen(self.made.fact.key, self._value(value), past, near, (literal,)) if self._check(literal) else None

    def _at_distance(self, number: Number, distance: Fraction) -> Chosen:
        for value in (self.start + distance, self.start - distance):
            found = self._at(number, value)
            if found is not None:
                return found
        raise GaveUp("the nearest value was not found again")

    def _beyond(self, number: Number, distance: Fraction) -> Chosen:
        """The first readable value beyond a boundary that is itself not far enough."""
        for sign in (1, -1):
            edge = self.start + sign * distance
            for size in SIZES:
                scaled = edge * size * sign
                found = self._at(number, Fraction(sign * (scaled.numerator // scaled.denominator + 1), size),
                                 self._value(edge))  # fmt: skip
                if found is not None:
                    return found
        return self._near(number, distance + TINY)

    def _near(self, number: Number, distance: Fraction) -> Chosen:
        """Any value within a distance that does."""
        self._within(number, distance)
        found = self._at(number, Fraction(self.encoding.terms.value(number)), near=False)
        assert found is not None
        return found
