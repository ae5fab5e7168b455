"""Which judgments others imply by arithmetic, types and bounds alone, without rules: `n = 60` implies `n > 50`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulelang.engine.core import Core
from rulelang.engine.solver.answer import Limits, NotEncoded
from rulelang.engine.solver.encoding import encode
from rulelang.engine.solver.entailment import with_value
from rulelang.engine.solver.judgments import Judgment, facts_of, premise
from rulelang.engine.solver.terms import GaveUp


class Weaker:
    """Each judgment's implications among the others, worked out when they are first asked for."""

    def __init__(self, core: Core, judgments: Sequence[Judgment], limits: Callable[[], Limits]) -> None:
        self._judgments = judgments
        self._facts = [frozenset(() if one.stipulated else facts_of(one.formula)) for one in judgments]
        self._limits = limits
        self._encoding = encode(replace(core, blocks=(), always=(), targets=()))
        self._known: dict[int, frozenset[int]] = {}

    def of(self, number: int) -> frozenset[int]:
        """The judgments that this one implies, other than itself."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = frozenset(
                other
                for other in range(len(self._judgments))
                if other != number and self._facts[number] & self._facts[other] and self._implies(number, other)
            )
        return found

    def _implies(self, number: int, other: int) -> bool:
        """Asserts the types of the facts, assumes the one and the negation of the other; unsatisfiable iff it does.

        What cannot be settled is not taken to be implied; that a fact has no value implies nothing.
        """
        terms = self._encoding.terms
        try:
            one, two = (self._encoding.truth(premise(self._judgments[place])) for place in (number, other))
            compared = with_value(self._judgments[number])
            read = [made for key, made in sorted(self._encoding.facts.valued.items())
                    if key in self._facts[number] | self._facts[other]]
            nones = [made.none for made in read if made.none is not None and made.fact.key in compared]
            domains = [*(made.unknown for made in read), *map(terms.negation, nones)]
            assumed = [*domains, terms.literal(one), terms.literal(terms.negation(two))]
            limits = self._limits()
            if terms.check([*domains, terms.literal(one)], limits.steps, limits.timeout) == "unsat":
                return False
            return terms.check(assumed, limits.steps, limits.timeout) == "unsat"
        except (NotEncoded, GaveUp):
            return False
