"""What is concluded of a contest: as terms, in a model, and as the evaluator decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from rulelang.engine.analysis.signatures import clause_name
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
"""Of a boolean outcome whether it is established and whether it is rejected; of an action its four norms."""
Way: TypeAlias = "State | tuple[bool, str | None]"
"""How a contest comes out where nothing is left to choose, the same for whatever arguments: its state; of a valued
outcome whether it has no value, and the clause of the rule that decides."""

NORMS: dict[Mode, tuple[Mode, ...]] = {
    "MUST": ("MUST",),
    "MUST NOT": ("MUST NOT",),
    "MAY": ("MAY", "MUST"),
    "NEED NOT": ("NEED NOT", "MUST NOT"),
}


def _bits(encoding: Encoding, key: str) -> list[Bool]:
    """What a state says of a boolean outcome or an action."""
    if encoding.contests[key].contest.kind is ContestKind.BOOLEAN:
        return [encoding.established(key, (truth,)) for truth in (True, False)]
    return [encoding.established(key, literals) for literals in NORMS.values()]


def _deciding(encoding: Encoding, settled: SettledContest) -> dict[str, Bool]:
    """For each clause that a rule of it is the first that applies, what outranks standing first: where nothing is in
    conflict, the one that decides."""
    terms = encoding.terms
    found: dict[str, list[Bool]] = {}
    earlier: list[Bool] = []
    for position in sorted(settled.rules):
        applies = settled.rules[position].applies
        clause = clause_name(encoding.core.rules[settled.contest.rules[position]])
        found.setdefault(clause, []).append(terms.conjunction((applies, *map(terms.negation, earlier))))
        earlier.append(applies)
    return {clause: terms.disjunction(parts) for clause, parts in found.items()}


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


def way_in_model(encoding: Encoding, key: str) -> Way:
    """After "sat": how a contest comes out, where nothing is left to choose."""
    settled, terms = encoding.contests[key], encoding.terms
    if settled.contest.kind is not ContestKind.VALUE:
        return state_in_model(encoding, key)
    deciding = _deciding(encoding, settled)
    first = next((clause for clause, truth in deciding.items() if terms.is_true(truth)), None)
    return terms.is_true(settled.value.undefined), first


def in_way(encoding: Encoding, key: str, way: Way) -> Bool:
    """That a contest comes out in this way; False where it cannot."""
    settled, terms = encoding.contests[key], encoding.terms
    match way:
        case (undefined, (str() | None) as clause):
            deciding = _deciding(encoding, settled)
            none = terms.negation(terms.disjunction(deciding.values()))
            state = settled.value.undefined if undefined else terms.negation(settled.value.undefined)
            return terms.conjunction((none if clause is None else deciding.get(clause, False), state))
        case _:
            return in_state(encoding, key, way)


def same_value(encoding: Encoding, key: str, decision: Decision) -> Bool:
    """That a valued contest comes to what the evaluator decided of it in some case: a value, that it has none, or that
    it is undefined."""
    value = as_decided(encoding.terms, encoding.contests[key].value)
    if decision.status is not Status.VALUE:
        return value.undefined
    if decision.value is None or decision.value is NONE:
        return value.none
    return equal(encoding.terms, value, encoding.symbolic(Constant(decision.value)))


def tests_of(contest: Contest) -> tuple[Formula | Value, ...]:
    """What has to be decided to know all that is concluded of a contest."""
    match contest.kind:
        case ContestKind.BOOLEAN:
            return tuple(Established(contest.key, (truth,)) for truth in (True, False))
        case ContestKind.ACTION:
            return tuple(Established(contest.key, literals) for literals in NORMS.values())
        case ContestKind.VALUE:
            return (OutcomeRead(contest.key),)


def decisions_on(core: Core, contest: Contest, facts: Known) -> tuple[Decision, ...]:
    """What the evaluator decides of all that `tests_of` a contest asks, in a case whose facts are all known."""
    asked = replace(core, targets=tests_of(contest))
    known = {key: value for key, value in facts.items() if key in core.facts}
    return tuple(decide(asked, known, index) for index in range(len(asked.targets)))


def decided(core: Core, contest: Contest, facts: Known) -> str:
    """What the evaluator decides of a contest in a case whose facts are all known, in words."""
    return words_of(contest, decisions_on(core, contest, facts))


def words_of(contest: Contest, decisions: Sequence[Decision]) -> str:
    """What was decided of a contest in words."""
    match contest.kind:
        case ContestKind.BOOLEAN:
            return _said(decisions, (contest.key, f"NOT {contest.key}"))
        case ContestKind.ACTION:
            return _said(_without_implied(decisions), tuple(f"{mode} {contest.key}" for mode in NORMS))
        case ContestKind.VALUE:
            return _value(contest, decisions[0])


def kind_of(key: str, labels: tuple[str, str]) -> tuple[str, str]:
    """What a difference is called for whatever arguments.

    >>> kind_of("fee(b1)", ("NOT fee(b1)", "in conflict"))
    ('NOT fee', 'in conflict')
    """
    name = key.partition("(")[0]
    return labels[0].replace(key, name), labels[1].replace(key, name)


def _without_implied(decisions: Sequence[Decision]) -> list[Decision]:
    """MAY goes without saying under MUST, NEED NOT under MUST NOT."""
    must, must_not, may, need_not = decisions
    nothing = Decision(Status.FAILS)
    return [must, must_not, nothing if must == may else may, nothing if must_not == need_not else need_not]


def _said(decisions: Sequence[Decision], texts: tuple[str, ...]) -> str:
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
