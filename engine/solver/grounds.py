"""All minimal grounds of a decision in a case: sets of its fact judgments that, with the rules, entail the decision
whatever the other facts are, and of which no judgment can be left out or weakened.

Prime implicants over judgments, found as MARCO finds minimal unsatisfiable sets: a map of what may still be one
proposes the smallest set; if it does not entail the decision, it is grown to a largest set that does not, and one of
what is missing there must be in every ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.solver.answer import Known, Limits
from rulelang.engine.solver.completions import Completions, question
from rulelang.engine.solver.entailment import UNSETTLED, Entailment, refusal
from rulelang.engine.solver.judgments import Judgment, judgments_of
from rulelang.engine.solver.smallest_sets import Candidates
from rulelang.engine.solver.substituted import substituted
from rulelang.engine.solver.terms import GaveUp, Irrational
from rulelang.engine.solver.weaker import Weaker

MOST = 100
"""Grounds that are listed unless said otherwise."""
QUERIES = 20_000
"""Questions to the solver for all grounds of one decision."""

NOT_ENTAILED = "all judgments together do not entail it"

Ground = tuple[Judgment, ...]


@dataclass(frozen=True, slots=True)
class Grounds:
    """The minimal grounds of a decision, the smallest first, then in the order of their judgments' names.

    `complete`: there are no others.  `reason`: why not all are here (the limit that was reached), or why there is
    none (an undetermined decision has no ground: `complete` is then true).  What is here is minimal in any case, and
    it is the beginning of the whole list, wherever it ends.  A decision that comes out whatever the facts are has one
    ground, the empty one.  `judgments` are those that there are in the case.

    `tried`: what could not be encoded, so that completions were tried one by one instead (exact all the same).
    """

    grounds: tuple[Ground, ...]
    complete: bool = True
    reason: str | None = None
    judgments: tuple[Judgment, ...] = ()
    tried: str | None = None


def minimal_grounds(
    core: Core,
    known: Known,
    index: int = 0,
    *,
    decision: Decision | None = None,
    judgments: Sequence[Judgment] | None = None,
    limit: int = MOST,
    limits: Limits | None = None,
) -> Grounds:
    """All minimal grounds of the decision on `core.targets[index]` in a case.

    A ground of HOLDS or FAILS leaves no world in which the formula comes out otherwise; of a value none with another
    value, of CONFLICT none in which the contest is settled, of an expression without a value none with one.
    UNDETERMINED has no ground.  ALWAYS declarations, types and bounds are taken for granted, and so is all that rules
    say.  A ground is minimal if no judgment can be left out, and if none of its judgments can be replaced by what it
    implies by arithmetic (`n = 60` is no ground where `n > 50` is one).  Of judgments that say the same by types and
    bounds alone (`n < 3` and `n <= 2` of a whole number) only the first is taken.

    Arguments:
        core, known: a derivation's `core` and `situation.known`.
        decision: the decision, if it is known already (a derivation's).
        judgments: what grounds are made of, where it is not what `judgments_of` finds: formulas over facts, each true
            or false in the case.  Grounds then hold some of these, in this order.
        limit: the most grounds that are listed.
        limits: steps for each question; `timeout` is for all of them together.

    Raises:
        RuleLangError: no completion of the case keeps the ALWAYS declarations (RL370).
        InternalError: the evaluator does not confirm what the solver found.
    """
    made = decide(core, known, index) if decision is None else decision
    refused = refusal(made)
    if refused is not None:
        return Grounds((), made.limit is None, refused)
    core = substituted(core)
    every = judgments_of(core, known, index) if judgments is None else tuple(judgments)
    asked, tried = question(core, known, index, made, every)
    search = _Search(asked, every, limit, Limits() if limits is None else limits)
    stopped = search.run()
    if tried is not None and stopped == NOT_ENTAILED:
        # That a circle leaves an expression without a value, or a contest in conflict, more facts may change.
        return Grounds((), True, UNSETTLED, every, tried)
    if tried is not None and stopped is not None and not search.found:
        stopped = f"not analysed: {tried}; {stopped}"
    return Grounds(tuple(search.found), stopped is None, stopped, every, tried)


def can_be_weakened(
    asked: Entailment | Completions, judgments: Sequence[Judgment], ground: Sequence[Judgment], limits: Limits
) -> bool:
    """Whether one of a ground's judgments can be replaced by weaker ones of these that it implies by arithmetic.

    Raises:
        GaveUp: the time of the limits is over.
    """
    search = _Search(asked, tuple(judgments), 1, limits)
    try:
        return search.can_be_weakened([search.judgments.index(judgment) for judgment in ground], search.weaker())
    except _Stopped as reason:
        raise GaveUp(str(reason)) from None


class _Stopped(Exception):
    """A limit on the whole was reached."""


@dataclass(slots=True)
class _Search:
    asked: Entailment | Completions
    judgments: tuple[Judgment, ...]
    limit: int
    limits: Limits
    found: list[Ground] = field(default_factory=list[Ground])
    queries: int = 0
    started: float = field(default_factory=monotonic)

    def run(self) -> str | None:
        """Fills `found`; why it stopped early, if it did."""
        candidates = Candidates(len(self.judgments))
        weaker = self.weaker()
        try:
            again = weaker.said_before()
            for number in sorted(again):
                candidates.exclude([number])
            for number in self._in_every([one for one in range(len(self.judgments)) if one not in again]):
                candidates.need_one_of([number])
            while (seed := candidates.first()) is not None:
                grown = self._grown(seed)
                if grown is not None:
                    missing = [n for n in range(len(self.judgments)) if n not in grown and n not in again]
                    if not missing:
                        return NOT_ENTAILED
                    candidates.need_one_of(missing)
                    continue
                if not self.can_be_weakened(seed, weaker):
                    if len(self.found) == self.limit:
                        return f"there are more than {self.limit}"
                    self.found.append(self._named(seed))
                if not seed:
                    return None
                candidates.exclude(seed)
        except _Stopped as reason:
            return str(reason)
        except GaveUp as reason:
            return reason.reason
        except Irrational:
            return "only numbers that are no fractions were found"
        return None

    def weaker(self) -> Weaker:
        return Weaker(self.asked.core, self.judgments, self._limits)

    def _in_every(self, numbers: Sequence[int]) -> list[int]:
        """Judgments without which the others do not entail the decision, as far as the solver tells quickly: they are
        among all that it ever needs."""
        found: list[int] = []
        if not isinstance(self.asked, Entailment):
            return found
        try:
            needed = self.asked.enough(self._named(numbers), self._limits())
            for number in numbers:
                if needed is None or self.judgments[number] not in needed:
                    continue
                enough = self.asked.enough(self._named([one for one in numbers if one != number]), self._limits())
                if enough is None:
                    found.append(number)
                else:
                    needed &= enough
        except GaveUp:
            pass
        return found

    def _grown(self, seed: Sequence[int]) -> frozenset[int] | None:
        """A largest set around this one that does not entail the decision; None if this one does."""
        world = self.asked.counterexample(self._named(seed), self._limits())
        if world is None:
            return None
        self.asked.confirmed(world)
        inside, doubtful = self._grown_at_once(set(seed))
        for number in doubtful:
            if number in inside:
                continue
            try:
                if not self.asked.entails(self._named((*sorted(inside), number)), self._limits()):
                    inside = self._with_model({*inside, number})
            except GaveUp:
                continue
        return frozenset(inside)

    def _grown_at_once(self, seed: set[int]) -> tuple[set[int], list[int]]:
        """A set around this one that does not entail the decision, and what is left to try one by one.

        All others are put in at once, but for one of those that the solver needed to see that this entails it, again
        and again: mostly few are left.  One that was needed alone cannot be in.
        """
        left = [number for number in range(len(self.judgments)) if number not in seed]
        if not isinstance(self.asked, Entailment):
            inside = self._with_model(seed)
            return inside, [number for number in left if number not in inside]
        doubtful: list[int] = []
        while left:
            try:
                enough = self.asked.enough(self._named((*sorted(seed), *left)), self._limits())
            except GaveUp:
                return seed, sorted((*doubtful, *left))
            if enough is None:
                return self._with_model({*seed, *left}), sorted(doubtful)
            needed = [number for number in left if self.judgments[number] in enough]
            out = (needed or left)[-1]
            left.remove(out)
            if len(needed) != 1:
                doubtful.append(out)
        return seed, sorted(doubtful)

    def _with_model(self, inside: set[int]) -> set[int]:
        """These, and all other judgments that the world just found has."""
        return inside | {
            number
            for number, judgment in enumerate(self.judgments)
            if number not in inside and self.asked.true_in_model(judgment)
        }

    def can_be_weakened(self, seed: Sequence[int], weaker: Weaker) -> bool:
        """Whether what a ground implies by arithmetic entails the decision without implying the ground."""
        implied = sorted({*seed}.union(*(weaker.of(number) for number in seed)))
        for number in seed:
            if not any(number not in weaker.of(other) for other in weaker.of(number)):
                continue
            rest = [other for other in implied if other != number and number not in weaker.of(other)]
            try:
                if self.asked.entails(self._named(rest), self._limits()):
                    return True
            except GaveUp:
                continue
        return False

    def _named(self, numbers: Sequence[int]) -> Ground:
        return tuple(self.judgments[number] for number in numbers)

    def _limits(self) -> Limits:
        """What is left of the limits for one more question.

        Raises:
            _Stopped: nothing is.
        """
        self.queries += 1
        if self.queries > QUERIES:
            raise _Stopped("the limit on questions to the solver was reached")
        if self.limits.timeout is None:
            return self.limits
        left = self.limits.timeout - (monotonic() - self.started)
        if left <= 0:
            raise _Stopped(f"it took longer than {self.limits.timeout:g} s")
        return replace(self.limits, timeout=left)
