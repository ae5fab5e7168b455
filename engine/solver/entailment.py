"""Whether some judgments, with the rules, entail a decision whatever the other facts are."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.decision import Decision, Status
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.answer import Known, Limits, Witness
from rulelang.engine.solver.encoding import Encoding, encode
from rulelang.engine.solver.judgments import Judgment, facts_of, premise, with_switches
from rulelang.engine.solver.query import Assumption, smallest, witness
from rulelang.engine.solver.replay import disagreement, replay, replay_target
from rulelang.engine.solver.symbolic import constant, equal
from rulelang.engine.solver.terms import Bool
from rulelang.grammar.model import Constant_, TextType
from rulelang.grammar.values import NONE

UNSETTLED = "nothing that is known settles it, so it has no ground"


def refusal(decision: Decision) -> str | None:
    """Why a decision has no ground; None where it can have one.

    What is undetermined is settled by nothing: more facts may settle it either way.  Of an expression that has no
    value in any world that much is a decision.
    """
    if decision.limit is not None:
        return f"the decision itself is not known: {decision.limit}"
    if decision.status is Status.UNDETERMINED and decision.undefined is None:
        return UNSETTLED
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

    def entails(self, judgments: Sequence[Judgment], limits: Limits) -> bool:
        """Whether the judgments entail the decision; as `counterexample`, without looking at the world.

        Raises:
            GaveUp: a limit was reached.
        """
        return self.encoding.terms.check(self._assumed(judgments), limits.steps, limits.timeout) == "unsat"

    def enough(self, judgments: Sequence[Judgment], limits: Limits) -> frozenset[Judgment] | None:
        """Some of the judgments that entail the decision, if all do; None if they don't; raises as `entails` does.

        They are not always as few as can be.
        """
        if not self.entails(judgments, limits):
            return None
        needed = {self.encoding.terms.identity(literal) for literal in self.encoding.terms.core()}
        return frozenset(
            judgment for judgment in judgments if self.encoding.terms.identity(self.literal(judgment)) in needed
        )

    def counterexample(self, judgments: Sequence[Judgment], limits: Limits) -> Witness | None:
        """A world with these judgments in which the decision is another one; None if there is none.

        Asserts the core program, assumes the ALWAYS declarations, the domains of the facts, the judgments and that the
        decision is another one; unsatisfiable iff the judgments entail the decision.

        Raises:
            GaveUp: a limit was reached.
            Irrational: the world found has numbers that are no fractions.
        """
        if self.entails(judgments, limits):
            return None
        return witness(self.encoding, fixed_by(judgments))

    def smallest(self, judgments: Sequence[Judgment], limits: Limits) -> Witness | None:
        """The smallest such world, the same wherever rules stand; raises as `counterexample` does."""
        if self.counterexample(judgments, limits) is None:
            return None
        assumed = [Assumption(literal, "claim") for literal in self._assumed(judgments)]
        return smallest(self.encoding, assumed, fixed_by(judgments), limits)

    def excludes(self, judgments: Sequence[Judgment], condition: Bool, limits: Limits) -> bool:
        """Whether no world with these judgments is so, whatever the decision.

        Raises:
            GaveUp: a limit was reached.
        """
        given = [self.literal(judgment) for judgment in judgments]
        assumed = [*self._domains(judgments), *self.encoding.always, *given, self.encoding.terms.literal(condition)]
        return self.encoding.terms.check(assumed, limits.steps, limits.timeout) == "unsat"

    def _assumed(self, judgments: Sequence[Judgment]) -> list[Any]:
        self.prepare(judgments)
        given = [self.literal(judgment) for judgment in judgments]
        return [*self._domains(judgments), *self.encoding.always, self.against, *given]

    def true_in_model(self, judgment: Judgment) -> bool:
        """After a counterexample: whether it has this judgment too."""
        terms, valued = self.encoding.terms, self.encoding.facts.valued
        nones = [valued[key].none for key in with_value(judgment) if key in valued]
        without = any(none is not None and terms.is_true(none) for none in nones)
        return terms.is_true(self.literal(judgment)) and not without

    def _domains(self, judgments: Sequence[Judgment]) -> list[Any]:
        """Every fact is in its domain, but those judged to have no value; one that a judgment compares has a value."""
        terms = self.encoding.terms
        without = {key for judgment in judgments for key in without_value(judgment)}
        compared = {key for judgment in judgments for key in with_value(judgment)}
        valued = self.encoding.facts.valued
        domains = [valued[key].unknown for key in sorted(valued) if key not in without]
        nones = [valued[key].none for key in sorted(compared & valued.keys())]
        return [*domains, *(terms.negation(none) for none in nones if none is not None)]

    def facts_read(self) -> tuple[str, ...]:
        """The facts that were read so far, sorted."""
        return tuple(sorted({**self.encoding.facts.booleans, **self.encoding.facts.valued}))

    def confirmed(self, found: Witness) -> Witness:
        """The counterexample, if the evaluator finds the decision to be another one in its world.

        Raises:
            InternalError: it does not.
        """
        target = self.core.targets[self.index]
        if comes_out(self.core, self.index, self.decision, found, self.encoding.contests) is not False:
            raise disagreement(self.core, (target,), found, "the evaluator finds no other decision there")
        return found


def entailment(core: Core, known: Known, index: int, decision: Decision) -> Entailment:
    """The question whether judgments entail this decision, which must not be one that `refusal` refuses.

    Raises:
        NotEncoded: something that bears on it cannot be said exactly.
    """
    switched, on = with_switches(core, known)
    # A judgment that a fact is a text which no rule writes would else be false of every world, and entail anything.
    texts = frozenset(
        value for key, value in known.items()
        if isinstance(value, str) and key in core.facts and isinstance(core.facts[key].type, TextType)
    )
    encoding = encode(switched, frozenset(key for key, value in known.items() if value is NONE), texts)
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
            value = encoding.symbolic(cast(Value, target))
            return terms.conjunction((value.undefined, terms.negation(value.absent)))


def comes_out(
    core: Core, index: int, decision: Decision, found: Witness, seen: Container[str] = frozenset()
) -> bool | None:
    """Whether the evaluator finds the decision in a world; None where the world breaks an ALWAYS declaration.

    `seen`: the contests of which the world must know every conflict.

    Raises:
        InternalError: the world leaves something open that the evaluator has to choose.
    """
    target = core.targets[index]
    none = False
    if decision.value is NONE or decision.undefined is not None:
        # That no rule gives a value looks the same as a value that hangs on another one which no rule gives.
        test = c.NoneTest(cast(Value, target))
        plain = replace(found, tests={key: truth for key, truth in found.tests.items() if key != test})
        replayed = replay(core, (target, test), plain, seen)
        none = replayed.contents[1] is True
    else:
        replayed = replay_target(core, index, found, seen)
    if not replayed.always:
        return None
    content = replayed.contents[0]
    match decision.status:
        case Status.HOLDS:
            return content is True
        case Status.FAILS:
            return content is False
        case Status.CONFLICT:
            return decision.conflicts[0] in replayed.conflicts
        case Status.VALUE if decision.value is NONE:
            return none
        case Status.VALUE:
            return content == decision.value
        case Status.UNDETERMINED:
            return isinstance(content, Undefinedness) and not none


def without_value(judgment: Judgment) -> tuple[str, ...]:
    """The facts that a judgment says have no value."""
    match judgment.formula:
        case c.NoneTest(c.FactRead(key)) if judgment.holds:
            return (key,)
        case _:
            return ()


def with_value(judgment: Judgment) -> tuple[str, ...]:
    """The facts that a judgment compares: a comparison that is so is no open test, so they are not NONE."""
    return facts_of(judgment.formula) if isinstance(judgment.formula, c.Test) and not judgment.stipulated else ()


def fixed_by(judgments: Iterable[Judgment]) -> dict[str, bool | Constant_]:
    """The facts whose values some judgments say."""
    found: dict[str, bool | Constant_] = {}
    for judgment in judgments:
        match premise(judgment):
            case c.FactTest(key):
                found[key] = True
            case c.Not(c.FactTest(key)):
                found[key] = False
            case c.Test("=", c.FactRead(key), c.Constant(value)):
                found[key] = value
            case c.NoneTest(c.FactRead(key)):
                found[key] = NONE
            case _:
                pass
    return found
