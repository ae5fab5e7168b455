"""Whether some judgments entail a decision, by trying completions with the evaluator: where not everything can be
encoded, as where rules go in a circle through NOT.

A case that knows no more than the judgments is decided; where that leaves it open, one fact after the other is given
each of its values.  What is settled with less known is settled with more (theorem T5), so few completions are looked at
one by one.  Each completion is a case of its own: what a circle concludes is open in those that close it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.opened import circles_of
from rulelang.engine.evaluating.plan import plan_of
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver.answer import Known, Limits, NotEncoded, Witness
from rulelang.engine.solver.entailment import Entailment, entailment, fixed_by, with_value
from rulelang.engine.solver.judgments import Judgment, facts_of, premise, with_switches
from rulelang.engine.solver.terms import GaveUp
from rulelang.engine.solver.tried import Uses, texts_of, uses_of_facts, values_to_try
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

MOST_DECISIONS = 20_000
"""Cases that are decided in one search for grounds."""


@dataclass(slots=True)
class Completions:
    """One decision of one case, as `entailment.Entailment`: facts are free but for the judgments of a query.

    `core` and `known` have a switch for each stipulation (`with_switches`).
    """

    core: Core
    known: Known
    index: int
    decision: Decision
    uses: Mapping[str, Uses]
    """The facts that bear on the decision."""
    texts: tuple[str, ...]
    left: int = MOST_DECISIONS
    decided: dict[frozenset[tuple[str, bool | Constant_]], Decision | None] = field(
        default_factory=dict[frozenset[tuple[str, "bool | Constant_"]], "Decision | None"]
    )
    seen: Known = field(default_factory=dict[str, "bool | Constant_"])
    """The last counterexample."""
    timeout: float | None = None
    until: float | None = None

    def prepare(self, judgments: Iterable[Judgment]) -> None:
        """As of `Entailment`: nothing has to be made ready."""

    def entails(self, judgments: Sequence[Judgment], limits: Limits) -> bool:
        """Whether the decision comes out in every completion that has the judgments.

        Raises:
            GaveUp: a limit was reached, or not all values of a fact can be tried.
        """
        self.until = None if limits.timeout is None else monotonic() + limits.timeout
        self.timeout = limits.timeout
        fixed = fixed_by(judgments)
        return not self._misses({key: value for key, value in fixed.items() if key in self.core.facts}, judgments)

    def counterexample(self, judgments: Sequence[Judgment], limits: Limits) -> Witness | None:
        """A case with these judgments in which the decision is another one; None if there is none; raises as `entails`
        does.  Facts that are not in it may be anything."""
        if self.entails(judgments, limits):
            return None
        return Witness(dict(sorted(self.seen.items())), {}, {})

    def smallest(self, judgments: Sequence[Judgment], limits: Limits) -> Witness | None:
        """The same with every fact that bears on the decision: each has the first value that goes; raises as `entails`
        does."""
        if self.entails(judgments, limits):
            return None
        facts = dict(self.seen)
        for key in self.uses:
            if key not in facts:
                values = self._values(key, judgments)
                facts[key] = next(value for value in values if self.decided_in({**facts, key: value}) is not None)
        return Witness(dict(sorted(facts.items())), {}, {})

    def confirmed(self, found: Witness) -> Witness:
        """As of `Entailment`: the evaluator has found it."""
        return found

    def facts_read(self) -> tuple[str, ...]:
        """The facts that bear on the decision."""
        return tuple(self.uses)

    def true_in_model(self, judgment: Judgment) -> bool:
        """After a counterexample: whether it surely has this judgment too."""
        return self._truth(judgment, self.seen) is True

    # ------------------------------------------------------------------------------------------------------- trying

    def _truth(self, judgment: Judgment, known: Known) -> bool | None:
        return truth(premise(judgment), Reading(known, {}, self.core.tables, {}, {}))

    def _misses(self, known: dict[str, bool | Constant_], judgments: Sequence[Judgment]) -> bool:
        """Whether a completion of what is known has the judgments and another decision; it is kept in `seen`."""
        told = [self._truth(judgment, known) for judgment in judgments]
        if False in told:
            return False
        decision = self.decided_in(known)
        if decision is None:
            return False
        settled = self._settled(known, decision)
        if settled and self.is_it(decision):
            return False
        open_ = [judgment for judgment, holds in zip(judgments, told, strict=True) if holds is None]
        fact = next((key for one in open_ for key in facts_of(premise(one)) if key not in known), None)
        if fact is None and not settled:
            fact = self._next(known, decision)
        if fact is not None:
            return any(self._misses({**known, fact: value}, judgments) for value in self._values(fact, judgments))
        if open_ and not settled:
            raise GaveUp(f"`{open_[0].text}` is open in some completions")
        if self.is_it(decision):
            return False
        self.seen = known
        return True

    def _settled(self, known: Known, decision: Decision) -> bool:
        """Whether more facts change nothing (T5); that there is no value, or a conflict, only where that rests on no
        circle."""
        if decision.status in (Status.HOLDS, Status.FAILS, Status.VALUE):
            return True
        if decision.status is Status.UNDETERMINED and decision.undefined is None:
            return False
        return not circles_of(self.core, known, self.index)

    def _next(self, known: Known, decision: Decision) -> str | None:
        """The fact to give a value: one that matters, else any that bears on the decision."""
        for key in (*decision.unknowns, *self.uses):
            if key not in known and key in self.uses:
                return key
        return None

    def _values(self, fact: str, judgments: Sequence[Judgment]) -> tuple[bool | Constant_, ...]:
        uses = self.uses.get(fact, Uses())
        more = [value for key, value in fixed_by(judgments).items() if key == fact and not isinstance(value, bool)]
        values = values_to_try(self.core.facts[fact], uses, self.texts, more)
        if values is None:
            raise GaveUp(f"not all values of `{fact}` can be tried")
        compared = any(fact in with_value(judgment) for judgment in judgments)
        return tuple(value for value in values if not (compared and value is NONE))

    def decided_in(self, known: Known) -> Decision | None:
        """The decision; None where no completion keeps the ALWAYS declarations."""
        key = frozenset(known.items())
        if key not in self.decided:
            if self.left == 0:
                raise GaveUp(f"more than {MOST_DECISIONS:,} completions would have to be tried")
            if self.until is not None and monotonic() > self.until:
                raise GaveUp(f"it took longer than {self.timeout:g} s")
            self.left -= 1
            try:
                self.decided[key] = decide(self.core, known, self.index)
            except RuleLangError:
                self.decided[key] = None
        return self.decided[key]

    def is_it(self, decision: Decision) -> bool:
        """Whether a decision is the one that is asked about."""
        if decision.status is not self.decision.status:
            return False
        match decision.status:
            case Status.VALUE:
                return decision.value == self.decision.value
            case Status.UNDETERMINED:
                return decision.undefined is not None
            case _:
                return True


def completions(core: Core, known: Known, index: int, decision: Decision, judgments: Sequence[Judgment]) -> Completions:
    """The question whether judgments entail this decision, which must not be one that `refusal` refuses."""
    switched, on = with_switches(core, known)
    asked = (core.targets[index], *(premise(judgment) for judgment in judgments))
    return Completions(switched, on, index, decision, uses_of_facts(switched, asked), texts_of(switched))


def question(
    core: Core, known: Known, index: int, decision: Decision, judgments: Sequence[Judgment]
) -> tuple[Entailment | Completions, str | None]:
    """The same question, of the solver where everything can be encoded; else with what cannot."""
    try:
        asked = entailment(core, known, index, decision)
        asked.prepare(judgments)
    except NotEncoded as reason:
        return completions(core, known, index, decision, judgments), reason.reason
    return asked, None


def circles_bear_on(core: Core, index: int) -> bool:
    """Whether rules that go in a circle through NOT, exceptions or values bear on a target."""
    return any(stage.cycle is not None for stage in plan_of(core, (index,)).stages)


def comes_out_there(core: Core, index: int, decision: Decision, known: Known) -> bool | None:
    """Whether the decision is the same in a case of its own; None where that breaks an ALWAYS declaration."""
    there = Completions(core, known, index, decision, {}, ())
    found = there.decided_in(known)
    return None if found is None else there.is_it(found)
