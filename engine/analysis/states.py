"""What is concluded of a contest: as terms, in a model, and as the evaluator decides it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from rulelang.engine.core import Constant, Contest, ContestKind, Core, Established, Formula, OutcomeRead, Value
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.encoding import Encoding, SettledContest
from rulelang.engine.solver.symbolic import as_decided, equal
from rulelang.engine.solver.terms import Bool
from rulelang.grammar.model import Mode
from rulelang.grammar.values import NONE
from rulelang.grammar.words import unit_of, value_text

State: TypeAlias = tuple[bool, ...]
"""Of a boolean outcome whether it is established and whether it is rejected; of an action its four norms; of a valued
outcome whether it has none, and which rule decides."""

NORMS: dict[Mode, tuple[Mode, ...]] = {
    "MUST": ("MUST",),
    "MUST NOT": ("MUST NOT",),
    "MAY": ("MAY", "MUST"),
    "NEED NOT": ("NEED NOT", "MUST NOT"),
}


def _bits(encoding: Encoding, key: str) -> list[Bool]:
    settled = encoding.contests[key]
    match settled.contest.kind:
        case ContestKind.BOOLEAN:
            return [encoding.established(key, (truth,)) for truth in (True, False)]
        case ContestKind.ACTION:
            return [encoding.established(key, literals) for literals in NORMS.values()]
        case ContestKind.VALUE:
            return [settled.value.undefined, *_first(encoding, settled)]


def _first(encoding: Encoding, settled: SettledContest) -> list[Bool]:
    """For each rule whether it is the first that applies, what outranks standing first: where nothing is in conflict,
    the one that decides."""
    terms = encoding.terms
    found: list[Bool] = []
    earlier: list[Bool] = []
    for position in sorted(settled.rules):
        applies = settled.rules[position].applies
        found.append(terms.conjunction((applies, *map(terms.negation, earlier))))
        earlier.append(applies)
    return found


def differ(encoding: Encoding, old: str, new: str) -> Bool:
    """That two contests of the same kind come out differently."""
    terms = encoding.terms
    left, right = encoding.contests[old], encoding.contests[new]
    if left.contest.kind is ContestKind.VALUE:
        return terms.negation(equal(terms, left.value, right.value))
    pairs = zip(_bits(encoding, old), _bits(encoding, new), strict=True)
    return terms.disjunction([terms.negation(terms.equivalence(one, other)) for one, other in pairs])


def in_state(encoding: Encoding, key: str, state: State) -> Bool:
    """That a contest comes out in this state."""
    terms = encoding.terms
    return terms.conjunction(
        [bit if true else terms.negation(bit) for bit, true in zip(_bits(encoding, key), state, strict=True)]
    )


def state_in_model(encoding: Encoding, key: str) -> State:
    """After "sat": the state of a contest."""
    return tuple(encoding.terms.is_true(bit) for bit in _bits(encoding, key))


def same_value(encoding: Encoding, key: str, decision: Decision) -> Bool:
    """That a valued contest comes to what the evaluator decided of it in some case: a value, that it has none, or that
    it is undefined."""
    value = as_decided(encoding.terms, encoding.contests[key].value)
    if decision.status is not Status.VALUE:
        return value.undefined
    if decision.value is None or decision.value is NONE:
        return value.none
    return equal(encoding.terms, value, encoding.symbolic(Constant(decision.value)))


def value_decided(core: Core, contest: Contest, facts: Known) -> Decision:
    """What the evaluator decides of a valued contest in a case whose facts are all known."""
    known = {key: value for key, value in facts.items() if key in core.facts}
    return decide(replace(core, targets=tests_of(contest)), known, 0)


def tests_of(contest: Contest) -> tuple[Formula | Value, ...]:
    """What has to be decided to know all that is concluded of a contest."""
    match contest.kind:
        case ContestKind.BOOLEAN:
            return tuple(Established(contest.key, (truth,)) for truth in (True, False))
        case ContestKind.ACTION:
            return tuple(Established(contest.key, literals) for literals in NORMS.values())
        case ContestKind.VALUE:
            return (OutcomeRead(contest.key),)


def decided(core: Core, contest: Contest, facts: Known) -> str:
    """What the evaluator decides of a contest in a case whose facts are all known, in words."""
    asked = replace(core, targets=tests_of(contest))
    known = {key: value for key, value in facts.items() if key in core.facts}
    decisions = [decide(asked, known, index) for index in range(len(asked.targets))]
    match contest.kind:
        case ContestKind.BOOLEAN:
            return _said(decisions, (contest.key, f"NOT {contest.key}"))
        case ContestKind.ACTION:
            return _said(_without_implied(decisions), tuple(f"{mode} {contest.key}" for mode in NORMS))
        case ContestKind.VALUE:
            return _value(contest, decisions[0])


def _without_implied(decisions: list[Decision]) -> list[Decision]:
    """MAY goes without saying under MUST, NEED NOT under MUST NOT."""
    must, must_not, may, need_not = decisions
    nothing = Decision(Status.FAILS)
    return [must, must_not, nothing if must == may else may, nothing if must_not == need_not else need_not]


def _said(decisions: list[Decision], texts: tuple[str, ...]) -> str:
    if len(texts) == 2 and all(decision.status is Status.CONFLICT for decision in decisions):
        return "in conflict"
    holding = [text for text, decision in zip(texts, decisions, strict=True) if decision.status is Status.HOLDS]
    open_ = [
        f"{text} {'in conflict' if decision.status is Status.CONFLICT else 'open'}"
        for text, decision in zip(texts, decisions, strict=True)
        if decision.status not in (Status.HOLDS, Status.FAILS)
    ]
    return ", ".join((*holding, *open_)) or "nothing"


def _value(contest: Contest, decision: Decision) -> str:
    match decision.status:
        case Status.VALUE if decision.value is None or decision.value is NONE:
            return "no value"
        case Status.VALUE:
            assert decision.value is not None
            unit = None if contest.type is None else unit_of(contest.type)
            return value_text(decision.value, unit)
        case Status.CONFLICT:
            return "in conflict"
        case _:
            return f"undefined ({decision.undefined})" if decision.undefined else "open"
