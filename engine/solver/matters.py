"""Which unknowns matter to a target that is undetermined: two worlds that differ in one thing alone (D7.2).

Two copies of the core program stand side by side in one solver.  What a case knows is assumed of both; each unknown
fact, open test and conflict is assumed to come to the same in both where both have it to choose, save the one that is
asked about.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.core_parts import is_formula
from rulelang.engine.core_text import formula_text
from rulelang.engine.decision import Decision
from rulelang.engine.evaluating.hanging import hanging as hanging_of
from rulelang.engine.evaluating.mattering import shown_to_matter
from rulelang.engine.solver.answer import Known, Limits, NotEncoded
from rulelang.engine.solver.encode_facts import same_fact
from rulelang.engine.solver.encoding import Encoding, SettledContest, encode_with
from rulelang.engine.solver.loosened import PREFIX, loosened
from rulelang.engine.solver.query import case_assumptions
from rulelang.engine.solver.symbolic import Symbols, as_decided, equal
from rulelang.engine.solver.terms import Bool, GaveUp, Terms
from rulelang.grammar.values import NONE

LIMITS = Limits(steps=2_000_000)
Group: TypeAlias = Literal["fact", "test", "contest"]
GROUPS: tuple[Group, ...] = ("fact", "test", "contest")


@dataclass(frozen=True, slots=True)
class Twins:
    """Two copies; for each thing that a world chooses, that they choose alike; that they differ on the target."""

    left: Encoding
    right: Encoding
    facts: dict[str, Any]
    tests: dict[str, Any]
    contests: dict[str, Any]
    differ: Any

    def alike(self, group: Group) -> dict[str, Any]:
        """By what there is to choose, that both choose alike."""
        return self.facts if group == "fact" else self.tests if group == "test" else self.contests


def what_matters(
    core: Core, known: Known, index: int, decision: Decision, limits: Limits = LIMITS
) -> Decision:
    """An undetermined decision with those of its candidates that matter; `possible` stays set where not all could be
    told: beyond the limits, and where two worlds were found only in both of which an action is in conflict, between
    other rules (two ways of settling it are taken to be the same choice only where the same rules apply).

    Facts that two worlds by chance show to matter are not asked of the solver.  For each other candidate, asserts two
    copies of the core that agree on all else; unsatisfiable iff it does not matter.  Where that is too hard, two of a
    core in which comparisons that are hard to calculate with come out anyhow; unsatisfiable only if it does not.
    """
    shown = shown_to_matter(core, known, index, decision.unknowns)
    left = [fact for fact in decision.unknowns if fact not in shown]
    if not left and not decision.open_tests and not decision.conflicts:
        return replace(decision, possible=bool(decision.cycles))
    try:
        twins = _twins(core, known, index)
    except NotEncoded:
        return decision
    asked = _Asked(core, known, index, twins, limits)
    more = asked.matter("fact", {fact: [fact] for fact in left})
    tests = asked.matter("test", {test: [test] for test in decision.open_tests})
    conflicts = asked.matter("contest", _with_hanging(core, twins, known, index, decision, limits))
    return replace(
        decision, unknowns=tuple(sorted({*shown, *more})), open_tests=tests, conflicts=conflicts,
        possible=asked.doubtful,
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


@dataclass(slots=True)
class _Asked:
    """What is asked of the two copies; `doubtful`: something is named that no two worlds showed."""

    core: Core
    known: Known
    index: int
    twins: Twins
    limits: Limits
    doubtful: bool = False
    loose: tuple[Twins, dict[str, frozenset[str]]] | None = None

    def matter(self, group: Group, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """Which of these matter, each with what may differ where it does."""
        found: list[str] = []
        for name, free in names.items():
            if self.twins.alike(group).keys().isdisjoint(free):
                continue
            told = self._differ(self.twins, {group: frozenset(free)}, self._undisputed(group, free))
            if told is None and self._never_differ(group, frozenset(free)):
                continue
            if told is not True and self._disputed(group, free):
                # Two ways of settling a conflict about an action may be the same choice though other rules apply.
                told = None if self._differ(self.twins, {group: frozenset(free)}) is not False else False
            if told is not False:
                found.append(name)
                self.doubtful = self.doubtful or told is None
        return tuple(sorted(found))

    def _differ(
        self, twins: Twins, free: Mapping[Group, Collection[str]], more: Sequence[Any] = ()
    ) -> bool | None:
        """Whether two worlds differ on the target that agree on all but what is free; None: not known."""
        assumed = [a.literal for encoding in (twins.left, twins.right) for a in case_assumptions(encoding, self.known)]
        for group in GROUPS:
            assumed += [one for key, one in twins.alike(group).items() if key not in free.get(group, ())]
        steps, timeout = self.limits.steps, self.limits.timeout
        try:
            return twins.left.terms.check([*assumed, *more, twins.differ], steps, timeout) == "sat"
        except GaveUp:
            return None

    def _never_differ(self, group: Group, free: Collection[str]) -> bool:
        """Whether no two worlds differ even where comparisons that are hard to calculate with come out anyhow: alike in
        both, save those that read what is free."""
        if self.loose is None:
            made = loosened(self.core, self.known)
            if made is None:
                return False
            try:
                self.loose = _twins(made.core, self.known, self.index), made.reads
            except NotEncoded:
                return False
        twins, reads = self.loose
        if group == "test" and any(PREFIX + one in reads for one in free):
            return False
        also = [key for key, facts in reads.items() if group == "fact" and facts & set(free)]
        every: dict[Group, Collection[str]] = {group: free}
        every["fact"] = [*every.get("fact", ()), *also]
        return self._differ(twins, every) is False

    def _disputed(self, group: Group, free: Sequence[str]) -> list[Bool]:
        """For each action not asked about, that both copies have it in conflict, between other rules."""
        terms, found = self.twins.left.terms, list[Bool]()
        for key, left in sorted(self.twins.left.contests.items()):
            right = self.twins.right.contests[key]
            if left.contest.kind is not ContestKind.ACTION or (group == "contest" and key in free):
                continue
            other = terms.negation(_same_options(terms, left, right))
            found.append(terms.conjunction((left.conflict, right.conflict, other)))
        return [one for one in found if one is not False]

    def _undisputed(self, group: Group, free: Sequence[str]) -> list[Any]:
        terms = self.twins.left.terms
        return [terms.literal(terms.negation(conflict)) for conflict in self._disputed(group, free)]


def _twins(core: Core, known: Known, index: int) -> Twins:
    terms, symbols = Terms(), Symbols()
    nones = frozenset(key for key, value in known.items() if value is NONE)
    left, right = (encode_with(terms, symbols, core, nones) for _ in range(2))
    target = core.targets[index]
    if is_formula(target):
        same = terms.equivalence(left.truth(target), right.truth(target))
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
    if not left.between and left.conflict is False:
        return True
    same_options = _same_options(terms, left, right)
    if not left.between and left.contest.kind is ContestKind.VALUE:
        return terms.implication(same_options, equal(terms, left.unlimited, right.unlimited))
    same = [terms.equivalence(held, right.heads[head]) for head, held in left.heads.items()]
    return terms.implication(same_options, terms.conjunction(same))


def _same_options(terms: Terms, left: SettledContest, right: SettledContest) -> Bool:
    """That both have the same to choose from; of an action, that the same rules apply."""
    if left.between:
        return terms.conjunction([terms.equivalence(a, b) for a, b in zip(left.between, right.between, strict=True)])
    if left.contest.kind is ContestKind.VALUE:
        return terms.conjunction((covered(terms, left, right), covered(terms, right, left)))
    if left.contest.kind is ContestKind.BOOLEAN:
        return terms.conjunction((left.conflict, right.conflict))
    applying = [terms.equivalence(rule.applies, right.rules[place].applies) for place, rule in left.rules.items()]
    return terms.conjunction(applying)


def covered(terms: Terms, left: SettledContest, right: SettledContest) -> Bool:
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
