"""Which unknowns matter to a target that is undetermined: two worlds that differ in one thing alone (D7.2).

Two copies of the core program stand side by side in one solver.  What a case knows is assumed of both; each unknown
fact, open test and conflict is assumed to come to the same in both where both have it to choose, save the one that is
asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulelang.engine import core as c
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.core_text import formula_text
from rulelang.engine.decision import Decision
from rulelang.engine.evaluating.hanging import hanging as hanging_of
from rulelang.engine.evaluating.mattering import shown_to_matter
from rulelang.engine.solver.answer import Known, Limits, NotEncoded
from rulelang.engine.solver.encode_facts import same_fact
from rulelang.engine.solver.encoding import Encoding, SettledContest, encode_with, is_formula
from rulelang.engine.solver.query import case_assumptions
from rulelang.engine.solver.symbolic import Symbols, as_decided, equal
from rulelang.engine.solver.terms import Bool, GaveUp, Terms
from rulelang.grammar.values import NONE

LIMITS = Limits(steps=2_000_000)


@dataclass(frozen=True, slots=True)
class Twins:
    """Two copies; for each thing that a world chooses, that they choose alike; that they differ on the target."""

    left: Encoding
    right: Encoding
    facts: dict[str, Any]
    tests: dict[str, Any]
    contests: dict[str, Any]
    differ: Any


def what_matters(
    core: Core, known: Known, index: int, decision: Decision, limits: Limits = LIMITS
) -> Decision:
    """An undetermined decision with those of its candidates that matter; `possible` stays set where not all could be
    told: beyond the limits, and where an action may be in conflict (two ways of settling it are
    then taken to be the same choice only where the same rules apply) and something is named that no two worlds showed.

    Facts that two worlds by chance show to matter are not asked of the solver.  For each other candidate, asserts two
    copies of the core that agree on all else; unsatisfiable iff it does not matter.
    """
    shown = shown_to_matter(core, known, index, decision.unknowns)
    left = [fact for fact in decision.unknowns if fact not in shown]
    if not left and not decision.open_tests and not decision.conflicts:
        return replace(decision, possible=bool(decision.cycles))
    try:
        twins = _twins(core, known, index)
    except NotEncoded:
        return decision
    told: list[bool] = []
    more = _matter(twins, known, twins.facts, {fact: [fact] for fact in left}, limits, told)
    tests = _matter(twins, known, twins.tests, {test: [test] for test in decision.open_tests}, limits, told)
    contested = _with_hanging(core, twins, known, index, decision, limits)
    conflicts = _matter(twins, known, twins.contests, contested, limits, told)
    actions = any(
        settled.contest.kind is ContestKind.ACTION and settled.conflict is not False
        for settled in twins.left.contests.values()
    )
    possible = not all(told) or (actions and bool(more or tests or conflicts))
    return replace(
        decision, unknowns=tuple(sorted({*shown, *more})), open_tests=tests, conflicts=conflicts, possible=possible
    )


def _with_hanging(
    core: Core, twins: Twins, known: Known, index: int, decision: Decision, limits: Limits
) -> dict[str, list[str]]:
    """The conflicts that may matter, each with what hangs on it in a circle: worlds that choose otherwise there differ
    in the conflict."""
    if not decision.conflicts:
        return {}
    terms = twins.left.terms
    case = [assumption.literal for assumption in case_assumptions(twins.left, known)]

    def possible(contest: str) -> bool:
        """Unsatisfiable iff the contest is in conflict in no world."""
        try:
            return terms.check([*case, terms.literal(twins.left.contests[contest].conflict)], *asked) == "sat"
        except GaveUp:
            return True

    asked = limits.steps, limits.timeout
    hanging = hanging_of(core, known, index, possible)
    return {
        key: [key, *(other for other, on in hanging.items() if key in on)]
        for key in decision.conflicts
        if key not in hanging
    }


def _matter(
    twins: Twins,
    known: Known,
    alike: dict[str, Any],
    names: Mapping[str, Sequence[str]],
    limits: Limits,
    told: list[bool],
) -> tuple[str, ...]:
    """Which of these matter, each with what may differ where it does."""
    found: list[str] = []
    for name, free in names.items():
        if alike.keys().isdisjoint(free):
            continue
        assumed = [
            a.literal for encoding in (twins.left, twins.right) for a in case_assumptions(encoding, known)
        ]
        for group in (twins.facts, twins.tests, twins.contests):
            assumed += [literal for key, literal in group.items() if not (group is alike and key in free)]
        try:
            result = twins.left.terms.check([*assumed, twins.differ], limits.steps, limits.timeout)
        except GaveUp:
            told.append(False)
            found.append(name)
            continue
        if result == "sat":
            found.append(name)
    return tuple(sorted(found))


def _twins(core: Core, known: Known, index: int) -> Twins:
    terms, symbols = Terms(), Symbols()
    nones = frozenset(key for key, value in known.items() if value is NONE)
    left, right = (encode_with(terms, symbols, core, nones) for _ in range(2))
    target = core.targets[index]
    if is_formula(target):
        same = terms.equivalence(left.truth(target), right.truth(target))  # type: ignore[arg-type]
    else:
        one, other = left.symbolic(target), right.symbolic(target)  # type: ignore[arg-type]
        if isinstance(target, c.OutcomeRead):
            one, other = as_decided(terms, one), as_decided(terms, other)
        same = equal(terms, one, other)
    literal = terms.literal
    facts = {key: literal(terms.equivalence(left.facts.booleans[key], right.facts.booleans[key]))
             for key in sorted(left.facts.booleans) if key not in known}
    for key in sorted(left.facts.valued):
        if key not in known:
            facts[key] = literal(same_fact(terms, left.facts.valued[key], right.facts.valued[key]))
    tests = {}
    for test in sorted(left.tests, key=formula_text):
        here, there = left.tests[test], right.tests[test]
        alike = terms.implication(
            terms.conjunction((here.when, there.when)), terms.equivalence(here.truth, there.truth)
        )
        tests[formula_text(test)] = literal(alike)
    contests = {}
    for key in sorted(left.contests):
        alike = _settled_alike(terms, left.contests[key], right.contests[key])
        if alike is not True:
            contests[key] = literal(alike)
    return Twins(left, right, facts, tests, contests, literal(terms.negation(same)))


def _settled_alike(terms: Terms, left: SettledContest, right: SettledContest) -> Bool:
    """Where both have the same to choose from, they choose the same."""
    if left.between:
        same_options = terms.conjunction(
            [terms.equivalence(a, b) for a, b in zip(left.between, right.between, strict=True)]
        )
    elif left.conflict is False:
        return True
    elif left.contest.kind is ContestKind.VALUE:
        same_options = terms.conjunction((_covered(terms, left, right), _covered(terms, right, left)))
        return terms.implication(same_options, equal(terms, left.unlimited, right.unlimited))
    elif left.contest.kind is ContestKind.BOOLEAN:
        same_options = terms.conjunction((left.conflict, right.conflict))
    else:
        same_options = terms.conjunction(
            [terms.equivalence(rule.applies, right.rules[i].applies) for i, rule in left.rules.items()]
        )
    same = [terms.equivalence(held, right.heads[head]) for head, held in left.heads.items()]
    return terms.implication(same_options, terms.conjunction(same))


def _covered(terms: Terms, left: SettledContest, right: SettledContest) -> Bool:
    """Each value that the one may come to is one that the other may."""
    return terms.conjunction([
        terms.implication(
            here,
            terms.disjunction([
                terms.conjunction((there, equal(terms, value, other))) for there, other in right.options
            ]),
        )
        for here, value in left.options
    ])
