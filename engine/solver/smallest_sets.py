"""The map of an enumeration: which sets may still be what is looked for, smallest first, then in their order.

The dual side of MARCO (Liffiton, Previti, Malik and Marques-Silva, "Fast, flexible MUS enumeration", Constraints
2016) with smallest seeds: every set found not to suffice says of what one element is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.engine.solver.terms import Terms

STEPS = 8_000_000


class Candidates:
    """Sets of the numbers 0 to size - 1."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._terms = Terms()
        self._chosen = [self._terms.truth(str(number)) for number in range(size)]
        self._most: dict[int, Any] = {}
        self._count = 0
        self._needed: set[int] = set()
        """Those that are in every set."""

    def need_one_of(self, numbers: Sequence[int]) -> None:
        """From now on one of these must be in."""
        if len(numbers) == 1:
            self._needed.update(numbers)
            self._count = max(self._count, len(self._needed))
        self._terms.require(self._terms.disjunction([self._chosen[number] for number in numbers]))

    def exclude(self, numbers: Sequence[int]) -> None:
        """From now on not all of these are in."""
        negation = self._terms.negation
        self._terms.require(self._terms.disjunction([negation(self._chosen[number]) for number in numbers]))

    def first(self) -> tuple[int, ...] | None:
        """The smallest set that may be it, of equally small ones the first; None if there is none left.

        Sets never become possible again, so sizes only grow.

        Raises:
            GaveUp: a limit was reached.
        """
        while self._count <= self.size:
            found = self._first_of_size()
            if found is not None:
                return found
            self._count += 1
        return None

    def _first_of_size(self) -> tuple[int, ...] | None:
        terms = self._terms
        if self._count not in self._most:
            self._most[self._count] = terms.literal(terms.at_most(self._chosen, self._count))
        fixed = [self._most[self._count]]
        if terms.check(fixed, STEPS, None) == "unsat":
            return None
        model = [terms.is_true(one) for one in self._chosen]
        found: list[int] = []
        for number in range(self.size):
            if len(found) == self._count:
                break
            one = self._chosen[number]
            if number in self._needed:
                found.append(number)
                continue
            if not model[number]:
                if terms.check([*fixed, one], STEPS, None) == "unsat":
                    fixed.append(terms.negation(one))
                    continue
                model = [terms.is_true(other) for other in self._chosen]
            fixed.append(one)
            found.append(number)
        return tuple(found)
