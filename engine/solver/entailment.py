"""Whether some judgments, with the rules, entail a decision whatever the other facts are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.cells import NO_VALUE
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.answer import InternalError, Known, Limits, Witness
from rulelang.engine.solver.encoding import Encoding, encode
from rulelang.engine.solver.judgments import Judgment, premise, with_switches
from rulelang.engine.solver.query import witness
from rulelang.engine.solver.replay import Replayed, disagreement, replay_target
from rulelang.engine.solver.symbolic import constant, equal
from rulelang.engine.solver.terms import Bool
from rulelang.grammar.values import NONE


def refusal(decision: Decision) -> str | None:
    """Why a decision has no ground; None where it can have one.

    What is undetermined is settled by nothing: more facts may settle it either way.  Of an expression that has no
    value in any world that much is a decision.
    """
    if decision.limit is not None:
        return f"the decision itself is not known: {decision.limit}"
    if decision.status is Status.UNDETERMINED and decision.undefined is None:
        return "nothing that is known settles it, so it has no ground"
    return None


@dataclass(slots=True)
class Entailment:
    """One decision of one case, asked of one encoding; facts are free but for the judgments of a query.

    `core` and `known` have a switch for each stipulation (`with_switches`).

    Raises:
        NotEncoded: from `entailment`, where something cannot be said exactly.
    """

    core: Core
    known: Known
    index: int
    decision: Decision
    encoding: Encoding
    against: Any
    """A literal: the decision is another one."""
    literals: dict[Judgment, Any] = field(default_factory=dict)

    def prepare(self, judgments: Iterable[Judgment]) -> None:
        """Encodes judgments, so that queries see the domains of all facts."""
        for judgment in judgments:
            self.literal(judgment)

    def literal(self, judgment: Judgment) -> Any:
        """The judgment as something to assume."""
        made = self.literals.get(judgment)
        if made is None:
            made = self.literals[judgment] = self.encoding.terms.literal(self.encoding.truth(premise(judgment)))
        return made

    def counterexample(self, judgments: Sequence[Judgment], limits: Limits) -> Witness | None:
        """A world with these judgments in which the decision is another one; None if there is none.

        Asserts the core program, assumes the ALWAYS declarations, the domains of the facts, the judgments and that the
        decision is another one; unsatisfiable iff the judgments entail the decision.

        Raises:
            GaveUp: a limit was reached.
            Irrational: the world found has numbers that are no fractions.
        """
        self.prepare(judgments)
        assumed = [*self._domains(judgments), *self.encoding.always, self.against]
        assumed += [self.literal(judgment) for judgment in judgments]
        if self.encoding.terms.check(assumed, limits.steps, limits.timeout) == "unsat":
            return None
        return witness(self.encoding, {})

    def true_in_model(self, judgment: Judgment) -> bool:
        """After a counterexample: whether it has this judgment too."""
        return self.encoding.terms.is_true(self.literal(judgment))

    def possible(self, judgments: Sequence[Judgment], limits: Limits) -> bool:
        """Whether some world has these judgments, whatever the decision; raises as `counterexample` does."""
        self.prepare(judgments)
        assumed = [*self._domains(judgments), *self.encoding.always]
        assumed += [self.literal(judgment) for judgment in judgments]
        return self.encoding.terms.check(assumed, limits.steps, limits.timeout) == "sat"

    def _domains(self, judgments: Sequence[Judgment]) -> list[Any]:
        """Every fact is in its domain, but those judged to have no value."""
        without = {fact for judgment in judgments for fact in without_value(judgment)}
        valued = self.encoding.facts.valued
        return [valued[key].unknown for key in sorted(valued) if key not in without]

    def confirmed(self, found: Witness) -> Witness:
        """The counterexample, if the evaluator finds the decision to be another one in its world.

        Raises:
            InternalError: it does not.
        """
        seen = replay_target(self.core, self.index, found, self.encoding.contests)
        if not seen.always or comes_out(seen, self.decision):
            raise self._disagreement(found, f"the evaluator finds {seen.contents}, always {seen.always}")
        return found

    def _disagreement(self, found: Witness, said: str) -> InternalError:
        return disagreement(self.core, (self.core.targets[self.index],), found, said)


def entailment(core: Core, known: Known, index: int, decision: Decision) -> Entailment:
    """The question whether judgments entail this decision, which must not be one that `refusal` refuses.

    Raises:
        NotEncoded: something that bears on it cannot be said exactly.
    """
    switched, on = with_switches(core, known)
    encoding = encode(switched, frozenset(key for key, value in known.items() if value is NONE))
    against = encoding.terms.literal(encoding.terms.negation(_decided(encoding, core.targets[index], decision)))
    for formula in core.always:
        encoding.reach(formula)
    return Entailment(switched, on, index, decision, encoding, against)


def _decided(encoding: Encoding, target: Formula | Value, decision: Decision) -> Bool:
    """That the decision comes out so in a world."""
    terms = encoding.terms
    match decision.status:
        case Status.HOLDS:
            return encoding.truth(cast(Formula, target))
        case Status.FAILS:
            return terms.negation(encoding.truth(cast(Formula, target)))
        case Status.CONFLICT:
            [contest] = decision.conflicts
            encoding.reach(target)
            return encoding.contests[contest].conflict
        case Status.VALUE if decision.value is NONE:
            value = encoding.symbolic(cast(Value, target))
            return terms.disjunction((value.none, value.absent))
        case Status.VALUE:
            value = encoding.symbolic(cast(Value, target))
            assert decision.value is not None
            return equal(terms, value, constant(terms, encoding.symbols, decision.value))
        case Status.UNDETERMINED:
            return encoding.symbolic(cast(Value, target)).undefined


def comes_out(seen: Replayed, decision: Decision) -> bool:
    """Whether the evaluator finds the decision in its world."""
    [content] = seen.contents
    match decision.status:
        case Status.HOLDS:
            return content is True
        case Status.FAILS:
            return content is False
        case Status.CONFLICT:
            return decision.conflicts[0] in seen.conflicts
        case Status.VALUE if decision.value is NONE:
            return content is NONE or content == NO_VALUE
        case Status.VALUE:
            return content == decision.value
        case Status.UNDETERMINED:
            return isinstance(content, Undefinedness)


def without_value(judgment: Judgment) -> tuple[str, ...]:
    """The facts that a judgment says have no value."""
    match judgment.formula:
        case c.NoneTest(c.FactRead(key)) if judgment.holds:
            return (key,)
        case _:
            return ()



