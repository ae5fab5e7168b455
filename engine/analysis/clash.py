"""Two rules of a contest that meet with nothing to decide between them: asked of the whole program.

A formula can say that two rules stand, but not that a value is undefined (all undefined values are one more value,
docs/semantics.md, D3.1), so the question is put in the solver's terms; the evaluator then has to find the conflict.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.engine import core as c
from rulelang.engine.analysis.cubes import applies
from rulelang.engine.exact.undefined import Result, Undefinedness
from rulelang.engine.grounding.conform import conform as conforming
from rulelang.engine.solver import Witness, encode
from rulelang.engine.solver.encode_contests import beaters
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.replay import cone, disagreement, replay
from rulelang.engine.solver.symbolic import Symbolic, conform, equal
from rulelang.engine.solver.terms import Bool


@dataclass(slots=True)
class Clash:
    """The question whether the rules at two places of a contest can stand against each other."""

    core: c.Core
    contest: c.Contest
    left: int
    right: int
    encoding: Encoding = field(init=False)
    asked: tuple[c.Formula | c.Value, ...] = field(init=False)
    _given: dict[int, Symbolic] = field(default_factory=dict[int, Symbolic])
    _stands: dict[int, Bool] = field(default_factory=dict[int, "Bool"])

    def __post_init__(self) -> None:
        rules = [self._rule(place) for place in (self.left, self.right)]
        values = [rule.value for rule in rules if rule.value is not None]
        self.asked = (*map(applies, rules), *values, _reading(self.contest))
        self.encoding = encode(cone(self.core, self.asked))

    def wanted(self) -> Bool:
        """That both stand, and the contest is in conflict.

        Raises:
            NotEncoded: something that they read cannot be said exactly.
        """
        for node in self.asked:
            self.encoding.reach(node)
        conflict = self.encoding.contests[self.contest.key].conflict
        stand = [self._stand(place) for place in (self.left, self.right)]
        return self.encoding.terms.conjunction((*stand, self._differ(self.left, self.right), conflict))

    def calm(self) -> Bool:
        """That nothing else is in conflict, and no comparison is open."""
        open_ = [test.when for test in self.encoding.tests.values()]
        contests = self.encoding.contests
        open_ += [contests[key].conflict for key in sorted(contests) if key != self.contest.key]
        return self.encoding.terms.negation(self.encoding.terms.disjunction(open_))

    def confirmed(self, found: Witness) -> Witness:
        """The world, without how this conflict comes out, if the evaluator finds the conflict there.

        Raises:
            InternalError: it does not.
        """
        seen = replay(self.encoding.core, self.asked, found, self.encoding.contests)
        one, other, *values = seen.contents[:-1]
        same = len(values) == 2 and self._literal(values[0]) == self._literal(values[1])
        if not (seen.always and one is True and other is True and self.contest.key in seen.conflicts and not same):
            raise disagreement(self.encoding.core, self.asked, found, f"the evaluator finds no conflict: {seen}")
        others = {key: chosen for key, chosen in found.resolutions.items() if key != self.contest.key}
        return Witness(found.facts, found.tests, others)

    # ---------------------------------------------------------------------------------------------------- terms

    def _rule(self, place: int) -> c.GroundRule:
        return self.core.rules[self.contest.rules[place]]

    def _stand(self, place: int) -> Bool:
        rules = self.encoding.contests[self.contest.key].rules
        above = (k for k, below in enumerate(self.contest.outranks) if place in below)
        for one in (*above, place):  # what outranks stands first
            if one not in self._stands:
                over = beaters(self.contest, self._differ, one, rules)
                terms = self.encoding.terms
                struck = [terms.conjunction((self._stands[k], self._differ(one, k))) for k in over]
                self._stands[one] = terms.conjunction((rules[one].applies, *map(terms.negation, struck)))
        return self._stands[place]

    def _differ(self, one: int, other: int) -> Bool:
        left, right = self._rule(one), self._rule(other)
        if left.literal is not None and right.literal is not None:
            return c.incompatible(left.literal, right.literal, self.contest.kind)
        return self.encoding.terms.negation(equal(self.encoding.terms, self._value(one), self._value(other)))

    def _value(self, place: int) -> Symbolic:
        """What a rule gives, checked against the type at once where no limit can cut it."""
        known = self._given.get(place)
        if known is None:
            expression = self._rule(place).value
            assert expression is not None
            known = self.encoding.value(expression)
            if not self.contest.limits:
                terms, symbols = self.encoding.terms, self.encoding.symbols
                known = conform(terms, symbols, known, self.contest.type, self.contest.domain)
            known = self._given[place] = Symbolic(known.parts, known.undefined, known.none)
        return known

    def _literal(self, content: object) -> object:
        """A rule's value as a literal of the contest: all undefined ones are the same."""
        given: Result = content  # type: ignore[assignment]
        if not self.contest.limits:
            given = conforming(given, self.contest.type, self.contest.domain)
        return None if isinstance(given, Undefinedness) else given


def _reading(contest: c.Contest) -> c.Formula | c.Value:
    if contest.kind is c.ContestKind.VALUE:
        return c.OutcomeRead(contest.key)
    return c.Established(contest.key, (True,) if contest.kind is c.ContestKind.BOOLEAN else ("MUST",))
