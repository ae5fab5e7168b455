"""Certifies a decision: proves each step of its chain anew, and finds a ground with what shows that it is minimal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from rulelang.engine import core as c
from rulelang.engine.certificates.constants import constant_json
from rulelang.engine.certificates.local import (
    LITERALS,
    Concluded,
    Defined,
    KnownFact,
    Said,
    Valued,
    clauses_of,
    local,
    target_of,
)
from rulelang.engine.certificates.steps import (
    Step,
    block_of,
    follows,
    identifier_of,
    last_follows,
    last_step,
    name_of,
    steps_of,
    text_of,
)
from rulelang.engine.core import Core
from rulelang.engine.core_text import formula_text
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.explaining.account import Account, account
from rulelang.engine.explaining.chain_build import build_chain
from rulelang.engine.grounding.keys import argument
from rulelang.engine.grounding.known import truth, worth
from rulelang.engine.solver.answer import InternalError, Known, Limits, NotEncoded, Witness
from rulelang.engine.solver.completions import Completions, question
from rulelang.engine.solver.encoding import below
from rulelang.engine.solver.entailment import Entailment, entailment, refusal
from rulelang.engine.solver.grounds import Ground, minimal_grounds
from rulelang.engine.solver.judgments import Judgment, conditions, facts_of, premise
from rulelang.engine.solver.substituted import substituted
from rulelang.engine.solver.terms import GaveUp, Irrational
from rulelang.grammar.model import Constant_, Target
from rulelang.grammar.values import NONE


@dataclass(frozen=True, slots=True)
class Certified:
    """A decision with its proof: a `DecisionShape` as JSON values (for `json_line`)."""

    document: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NotCertified:
    """Why a decision has no certificate; `undecided`: a limit was reached, or something could not be analysed."""

    reason: str
    undecided: bool


def certify(derivation: Derivation, index: int, limits: Limits | None = None) -> Certified | NotCertified:
    """The certificate of the decision on target number `index`.

    Raises:
        InternalError: the solver does not confirm what the evaluator derived.
    """
    decision = derivation.decisions[index]
    refused = refusal(decision)
    if refused is not None:
        return NotCertified(refused, decision.limit is not None)
    core, known = derivation.core, derivation.situation.known
    within = Limits() if limits is None else limits
    found = minimal_grounds(core, known, index, decision=decision, limit=1, limits=within)
    if not found.grounds:
        return NotCertified(found.reason or "no ground was found", not found.complete)
    [ground] = found.grounds
    try:
        witnesses = _witnesses(question(substituted(core), known, index, decision, found.judgments)[0], ground, within)
        steps = _Proof(derivation, within).of(index)
        last = _last(derivation, index)
    except GaveUp as reason:
        return NotCertified(reason.reason, True)
    except NotEncoded as reason:
        return NotCertified(f"not analysed: {reason.reason}", True)
    except Irrational:
        return NotCertified("only numbers that are no fractions were found", True)
    made: dict[str, Any] = {"asked": derivation.targets[index].text, "status": decision.status.value}
    if decision.status is Status.VALUE:
        made["value"] = argument(NONE if decision.value is None else decision.value)
    made["steps"] = [step_json(step) for step in steps]
    if last is None:
        made["by_cases"] = True
    premises, clauses = last or ((), ())
    made["premises"] = [said_json(said) for said in premises]
    if clauses:
        made["rules"] = list(clauses)
    made["ground"] = [judgment.text for judgment in ground]
    made["witnesses"] = witnesses
    return Certified(made)


def step_json(step: Step) -> dict[str, Any]:
    """A step as a `StepShape`."""
    return {
        "concludes": said_json(step.concludes),
        "rules": list(step.clauses),
        "premises": [said_json(said) for said in step.premises],
    }


def said_json(said: Said) -> dict[str, str]:
    """What is said as a `SaidShape`."""
    return {"id": identifier_of(said), "says": text_of(said)}


# ------------------------------------------------------------------------------------------------------- ground


def _witnesses(asked: Entailment | Completions, ground: Ground, limits: Limits) -> list[dict[str, Any]]:
    """For each judgment a world that has all others and in which the decision is another one.

    All facts but those that the judgment is about are as in the case, if there is such a world; else it is the
    smallest.
    """
    found: list[dict[str, Any]] = []
    for dropped in ground:
        rest = [judgment for judgment in ground if judgment is not dropped]
        world = asked.smallest([*rest, *_as_in_the_case(asked, dropped)], limits) or asked.smallest(rest, limits)
        if world is None:
            raise InternalError("the solver and the evaluator disagree", f"a ground is not minimal: {ground!r}\n")
        found.append(witness_json(dropped, asked.confirmed(world)))
    return found


def _as_in_the_case(asked: Entailment | Completions, dropped: Judgment) -> list[Judgment]:
    """What the case says of all facts but those that a judgment is about."""
    free = set(facts_of(premise(dropped)))
    return facts_given({key: asked.known[key] for key in asked.facts_read() if key in asked.known and key not in free})


def witness_json(dropped: Judgment, world: Witness) -> dict[str, Any]:
    """A world as a `WitnessShape`."""
    made: dict[str, Any] = {
        "without": dropped.text,
        "facts": {key: constant_json(value) for key, value in world.facts.items()},
    }
    if world.tests:
        made["tests"] = {formula_text(test): truth for test, truth in world.tests.items()}
    if world.resolutions:
        made["resolutions"] = {
            key: list(came) if isinstance(came, tuple) else {"value": None if came is None else constant_json(came),
                                                             "undefined": came is None}
            for key, came in world.resolutions.items()
        }
    return made


# -------------------------------------------------------------------------------------------------------- chain


def _last(derivation: Derivation, index: int) -> tuple[tuple[Said, ...], tuple[str, ...]] | None:
    """What the decision rests on in its chain; None where it follows by cases only."""
    decision = derivation.decisions[index]
    core = derivation.core
    inside = block_of(core, decision.conflicts[0]).members if decision.status is Status.CONFLICT else ()
    premises, clauses = last_step(core, build_chain(derivation, index), inside)
    if last_follows(core, index, decision, premises, clauses) is not None:
        return None
    return premises, clauses if inside else ()


class _Proof:
    """The steps of a chain, each proved anew by the solver."""

    def __init__(self, derivation: Derivation, limits: Limits) -> None:
        self.derivation, self.limits = derivation, limits
        self.steps: dict[str, Step] = {}

    def of(self, index: int) -> tuple[Step, ...]:
        self._add(self.derivation, index)
        return tuple(self.steps.values())

    def _add(self, derivation: Derivation, index: int) -> None:
        told: Account | None = None
        for step in steps_of(derivation.core, build_chain(derivation, index)):
            if identifier_of(step.concludes) in self.steps:
                continue
            if not self._proved(step):
                if told is None:
                    told = account(derivation.core, derivation.situation.known, index)
                step = self._with_more(step, told)
            self.steps[identifier_of(step.concludes)] = step

    def _proved(self, step: Step) -> bool:
        """Asserts the rules of the step's block with its premises in place of what is below; unsatisfiable with
        another conclusion iff the step is right."""
        core = self.derivation.core
        target = target_of(step.concludes)
        made, known = local(core, block_of(core, name_of(step.concludes)), step.premises, target, step.clauses)
        try:
            asked = entailment(made, known, 0, decision_of(step.concludes))
        except NotEncoded:
            # What cannot be said to the solver the evaluator may settle all the same.
            return follows(core, step) is None
        return asked.counterexample(facts_given(known), self.limits) is None

    def _with_more(self, step: Step, told: Account) -> Step:
        """The step with as few further clauses and premises as make it follow.

        A chain leaves out what goes without saying to a reader, and in a block that goes in a circle what could only
        be said in a circle.
        """
        core = self.derivation.core
        block = block_of(core, name_of(step.concludes))
        clauses = tuple(sorted(clauses_of(core, block) - set(step.clauses)))
        wider = replace(step, clauses=(*step.clauses, *clauses))
        if not self._proved(wider):
            more = tuple(said for said in _known_below(core, block, told) if said not in step.premises)
            wider = replace(wider, premises=(*step.premises, *more))
            if not self._proved(wider):
                raise InternalError("the solver and the evaluator disagree", f"a step does not follow: {step!r}\n")
            for said in more:
                fewer = replace(wider, premises=tuple(one for one in wider.premises if one != said))
                wider = fewer if self._proved(fewer) else wider
        for clause in clauses:
            fewer = replace(wider, clauses=tuple(one for one in wider.clauses if one != clause))
            wider = fewer if self._proved(fewer) else wider
        for said in wider.premises:
            if not isinstance(said, KnownFact) and identifier_of(said) not in self.steps:
                self._add(_asking(self.derivation, said), len(core.targets))
        return replace(
            wider,
            premises=tuple(sorted(wider.premises, key=identifier_of)),
            clauses=tuple(sorted(wider.clauses)),
        )


def _asking(derivation: Derivation, said: Said) -> Derivation:
    """The derivation with one more target: what is said."""
    core = replace(derivation.core, targets=(*derivation.core.targets, target_of(said)))
    target = replace(derivation.targets[0], text=text_of(said)) if derivation.targets else None
    assert isinstance(target, Target)
    decision = decide(core, derivation.situation.known, len(derivation.core.targets))
    return replace(
        derivation, core=core, targets=(*derivation.targets, target), decisions=(*derivation.decisions, decision)
    )


def _known_below(core: Core, block: c.Block, told: Account) -> list[Said]:
    """All that is definite of what a block reads."""
    small = replace(core, targets=(), always=())
    found: list[Said] = []
    facts = {fact for node in conditions(small, block.members) for fact in facts_of(node)}
    found += [KnownFact(key, told.reading.facts[key]) for key in sorted(facts) if key in told.reading.facts]
    for name in below(block, core):
        if name in core.definitions:
            boolean = core.definitions[name].boolean
            came = truth(c.Named(name), told.reading) if boolean else worth(c.NamedRead(name), told.reading)
            if came is not None:
                found.append(Defined(name, came))
            continue
        if core.contests[name].kind is c.ContestKind.VALUE:
            value = told.reading.values.get(name)
            if value is not None:
                absent = isinstance(value, Undefinedness) and not any(told.standing(core.contests[name]))
                found.append(Valued(name, NONE if absent else value))
            continue
        known = told.reading.literals.get(name, {})
        for literal in LITERALS[core.contests[name].kind]:
            if literal in known:
                found.append(Concluded(name, (literal,), known[literal]))
    return found


# ---------------------------------------------------------------------------------------------------- decisions


def decision_of(said: Said) -> Decision:
    """What is said as a decision."""
    match said:
        case Concluded(_, _, holds) | Defined(_, bool() as holds) | KnownFact(_, bool() as holds):
            return Decision(Status.HOLDS if holds else Status.FAILS)
        case Valued(_, Undefinedness(reason)) | Defined(_, Undefinedness(reason)):
            return Decision(Status.UNDETERMINED, undefined=reason)
        case Valued(_, value) | Defined(_, value) | KnownFact(_, value):
            return Decision(Status.VALUE, value=cast(Constant_, value))


def facts_given(known: Known) -> list[Judgment]:
    """What is known of facts as judgments."""
    found: list[Judgment] = []
    for key, value in known.items():
        read = c.FactRead(key)
        if isinstance(value, bool):
            found.append(Judgment(c.FactTest(key), value))
        elif value is NONE:
            found.append(Judgment(c.NoneTest(read), True))
        else:
            found.append(Judgment(c.Test("=", read, c.Constant(value)), True))
    return found
