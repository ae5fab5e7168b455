"""Which judgments others imply by arithmetic, types and bounds alone, without rules: `n = 60` implies `n > 50`.

Two that imply each other (`n < 3` and `n <= 2` of a whole number) say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulelang.engine.core import Core, FactTest
from rulelang.engine.solver.answer import Limits, NotEncoded
from rulelang.engine.solver.encoding import encode
from rulelang.engine.solver.entailment import with_value, without_value
from rulelang.engine.solver.judgments import Judgment, facts_of, premise
from rulelang.engine.solver.terms import Bool, GaveUp


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

    def said_before(self) -> frozenset[int]:
        """The judgments that say the same as one before them.

        Of judgments that may all say the same, asserts the types of the facts and assumes that one of them differs from
        the first; unsatisfiable iff they do say the same.  A world found parts them.  What cannot be settled is told
        apart.
        """
        found: set[int] = set()
        todo = self._sharing()
        while todo:
            alike = todo.pop()
            if len(alike) < 2:
                continue
            try:
                apart = self._parted(alike)
            except NotEncoded:
                continue
            except GaveUp:
                todo.append(alike[1:])
                continue
            if apart is None:
                found.update(alike[1:])
            else:
                todo += apart
        return frozenset(found)

    def _sharing(self) -> list[list[int]]:
        """The comparisons, parted into those that share facts, by way of others too."""
        groups: list[tuple[set[str], list[int]]] = []
        for number, judgment in enumerate(self._judgments):
            if judgment.stipulated or isinstance(judgment.formula, FactTest) or without_value(judgment):
                continue
            facts, numbers = set(self._facts[number]), [number]
            apart: list[tuple[set[str], list[int]]] = []
            for group in groups:
                if group[0] & facts:
                    facts |= group[0]
                    numbers = [*group[1], *numbers]
                else:
                    apart.append(group)
            groups = [*apart, (facts, sorted(numbers))]
        return [numbers for _, numbers in groups]

    def _parted(self, alike: Sequence[int]) -> tuple[list[int], list[int]] | None:
        """Those that come to the same as the first in some world and those that do not; None if all always do.

        Raises:
            GaveUp: that, or whether the first can be so at all, is not known; or it cannot.
        """
        terms, limits = self._encoding.terms, self._limits()
        said = [terms.literal(self._said(number)) for number in alike]
        keys = frozenset().union(*(self._facts[number] for number in alike))
        domains = [made.unknown for key, made in sorted(self._encoding.facts.valued.items()) if key in keys]
        differs = terms.disjunction([terms.negation(terms.equivalence(said[0], other)) for other in said[1:]])
        if terms.check([*domains, terms.literal(differs)], limits.steps, limits.timeout) == "unsat":
            if terms.check([*domains, said[0]], limits.steps, limits.timeout) == "unsat":
                raise GaveUp("what is never so says nothing")
            return None
        first = terms.is_true(said[0])
        same = [terms.is_true(one) is first for one in said]
        if all(same):
            raise GaveUp("the world found does not tell them apart")
        return (
            [number for number, one in zip(alike, same, strict=True) if one],
            [number for number, one in zip(alike, same, strict=True) if not one],
        )

    def _said(self, number: int) -> Bool:
        """That a judgment is so: what it compares has a value."""
        terms, judgment = self._encoding.terms, self._judgments[number]
        truth = self._encoding.truth(premise(judgment))
        valued = self._encoding.facts.valued
        nones = [valued[key].none for key in with_value(judgment) if key in valued]
        return terms.conjunction([truth, *(terms.negation(none) for none in nones if none is not None)])
