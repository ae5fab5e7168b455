"""One outcome or action in two versions at once: where they differ, region by region, or that they never do.

First the worlds in which nothing is left to choose in either version: there a difference is one of decisions.  Then
those in which something is in conflict or open: if both versions leave the same to choose, and the same choices come
to the same, nothing differs; else cases are tried, and the evaluator says whether the decisions differ, and in which
other cases they are the same decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulelang.engine.analysis.changes import OUTCOME, Change, activity
from rulelang.engine.analysis.likewise import decided_likewise
from rulelang.engine.analysis.merge import NEW, OLD, Merged
from rulelang.engine.analysis.paired import Pair, both, choice, pair_of
from rulelang.engine.analysis.reverted import responsible, reverted
from rulelang.engine.analysis.scope import Scope
from rulelang.engine.analysis.states import (
    Way,
    decided,
    decisions_on,
    differ,
    in_way,
    kind_of,
    same_value,
    tests_of,
    way_in_model,
    words_of,
)
from rulelang.engine.analysis.told import Told, told
from rulelang.engine.analysis.unlike import aligned, unlike
from rulelang.engine.analysis.versions import chosen
from rulelang.engine.analysis.versions import reason as reason_words
from rulelang.engine.core import Contest, ContestKind, Core, Formula, OutcomeRead
from rulelang.engine.decision import Decision
from rulelang.engine.solver.answer import InternalError, Known, Limits, NotEncoded, Witness
from rulelang.engine.solver.encode_facts import complete
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.query import Assumption, case_assumptions, formula_assumptions, smallest, verdict
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.terms import Bool, GaveUp, Irrational
from rulelang.grammar.model import Constant_, Program

MOST_REGIONS = 8
"""Regions told of one outcome or action."""
MOST_LOOKS = 24
"""Ways in which changes speak that are looked at for them."""
TRIES = 32
"""Cases with conflicts or open tests that are tried, each with those decided likewise, before the comparison gives
up."""

_Decided: TypeAlias = tuple[tuple[Decision, ...], tuple[Decision, ...]]


@dataclass(frozen=True, slots=True)
class Found:
    """A region before it is told of: the contest and what is concluded in either version."""

    contest: str
    args: tuple[Constant_, ...]
    before: str
    after: str
    clauses: tuple[Change, ...]
    """Those that the difference is due to."""
    witness: Told

    @property
    def kind(self) -> tuple[str, str]:
        return kind_of(self.contest, (self.before, self.after))


@dataclass(slots=True)
class About:
    """What was found about one outcome or action; `more`: there may be further regions."""

    regions: list[Found] = field(default_factory=list[Found])
    more: bool = False
    undecided: str | None = None
    ways: list[tuple[tuple[Way, Way], tuple[Change, ...]]] = field(
        default_factory=list[tuple[tuple[Way, Way], tuple[Change, ...]]]
    )
    """Ways in which contests were found to come out where nothing is left to choose, with the changes that spoke."""
    values: list[tuple[Decision, Decision]] = field(default_factory=list[tuple[Decision, Decision]])
    """Of a valued outcome the pairs of values that were found there."""

    @property
    def full(self) -> bool:
        """No more is told."""
        return self.more and len(self.regions) >= MOST_REGIONS


@dataclass(slots=True)
class Comparison:
    """Both versions, asked about one outcome or action after the other."""

    old: Core
    new: Core
    merged: Merged
    premises: tuple[Formula, ...]
    changes: tuple[Change, ...]
    program: Program
    scope: Scope
    limits: Limits
    before: Program
    """The program of the old version; `program` is that of the new one."""
    _told: int = 0

    def about(self, name: str) -> About:
        """All contests of an outcome or action."""
        found = About()
        keys = [
            key
            for key, contest in self.new.contests.items()
            if contest.name == name and key not in self.merged.shared and key in self.old.contests
        ]
        for key in keys:
            if found.full:
                break
            try:
                pair = pair_of((self.old, self.new), self.merged, key)
                self._settled(pair, found)
                if not found.full:
                    self._open(pair, found)
            except NotEncoded as reason:
                found.undecided = f"not analysed: {reason_words(reason.reason)}"
            except GaveUp as reason:
                found.undecided = reason_words(reason.reason)
            except Irrational:
                found.undecided = "only numbers that are no fractions were found"
        for key in keys:
            if found.full or not found.values:
                break
            # The rules that decide and the changes that speak may be the same for many values, here and elsewhere.
            try:
                self._other_values(pair_of((self.old, self.new), self.merged, key), found)
            except (NotEncoded, GaveUp, Irrational):
                found.more = True
        return found

    # ------------------------------------------------------------------------------------------------- regions

    def _settled(self, pair: Pair, found: About) -> None:
        """Asserts that nothing is left to choose and that the conclusions differ; unsatisfiable iff they never do."""
        encoding, terms = pair.encoding, pair.encoding.terms
        base: list[Bool] = [terms.negation(choice(pair)), differ(encoding, pair.old.key, pair.new.key)]
        active = self._activities(pair)
        # What more changes speak elsewhere, or of other arguments, is the same region.
        seen: list[Bool] = [_likewise(pair, ways, speaking, active) for ways, speaking in found.ways]
        looks = 0
        while True:
            excluded = [terms.negation(one) for one in seen]
            if not self._sat(encoding, [*base, *excluded]):
                return
            looks += 1
            if len(found.regions) >= MOST_REGIONS or looks > MOST_LOOKS:
                found.more = True
                return
            # All of one kind first by the smallest case of it, then by which changes speak.
            region = _in_ways(encoding, pair, _ways(encoding, pair))
            witness = self._smallest(encoding, [*base, *excluded, region])
            ways = _ways(encoding, pair)
            facts = complete(self.merged.core, witness.facts)
            decisions = self._decisions(pair, facts)
            labels = _labels(pair, decisions)
            if labels[0] == labels[1]:
                said = "two versions decide a case alike that was found to differ"
                raise InternalError(said, repr((pair.key, facts)))
            speaking = tuple(change for change, truth in active if terms.is_true(truth))
            found.ways.append((ways, speaking))
            if pair.new.kind is ContestKind.VALUE:
                found.values.append((decisions[0][0], decisions[1][0]))
            self._add(found, pair, labels, speaking, witness)
            seen.append(_likewise(pair, ways, speaking, active))

    def _other_values(self, pair: Pair, found: About) -> None:
        """Asserts that nothing is left to choose, that the values differ, and that they are none of the pairs told."""
        encoding, terms = pair.encoding, pair.encoding.terms
        base: list[Bool] = [terms.negation(choice(pair)), differ(encoding, pair.old.key, pair.new.key)]
        base += [_not_these(pair, *one) for one in found.values]
        active = self._activities(pair)
        while self._sat(encoding, base):
            if len(found.regions) >= MOST_REGIONS or len(found.values) > MOST_LOOKS:
                found.more = True
                return
            witness = self._smallest(encoding, base)
            speaking = tuple(change for change, truth in active if terms.is_true(truth))
            decisions = self._decisions(pair, complete(self.merged.core, witness.facts))
            found.values.append((decisions[0][0], decisions[1][0]))
            self._add(found, pair, _labels(pair, decisions), speaking, witness)
            base.append(_not_these(pair, *found.values[-1]))

    def _open(self, pair: Pair, found: About) -> None:
        """The worlds in which something is in conflict or open in a version: asserts that the same is chosen where
        the same is left to choose, and that the contest comes out otherwise all the same."""
        encoding, terms = pair.encoding, pair.encoding.terms
        free = choice(pair)
        if free is False:
            return
        below = choice(pair, (pair.old.key, pair.new.key))
        alike = aligned(pair)
        if not self._sat(encoding, [free, alike, terms.disjunction([unlike(pair, key) for key in both(pair)])]):
            return
        base: list[Bool] = [free, alike, unlike(pair, pair.key)]
        told_kinds = {one.kind for one in found.regions}
        differs = False
        for _ in range(TRIES):
            if not self._sat(encoding, base):
                return
            witness = self._smallest(encoding, base)
            facts = complete(self.merged.core, witness.facts)
            decisions = self._decisions(pair, facts)
            labels = _labels(pair, decisions)
            differs |= labels[0] != labels[1]
            if labels[0] != labels[1] and kind_of(pair.key, labels) not in told_kinds:
                if len(found.regions) >= MOST_REGIONS:
                    break
                speaking = tuple(change for change, truth in self._activities(pair) if terms.is_true(truth))
                self._add(found, pair, labels, speaking, Witness(witness.facts))
                told_kinds.add(kind_of(pair.key, labels))
            known = decided_likewise(pair, below, facts, decisions)
            base.append(terms.negation(terms.disjunction((known, _exactly(encoding, witness.facts)))))
        if differs:
            found.more = True
        else:
            found.undecided = "what is in conflict or open was not compared in all cases"

    def _add(
        self, found: About, pair: Pair, labels: tuple[str, str], speaking: tuple[Change, ...], witness: Witness
    ) -> None:
        """Adds a region, unless the same difference is due to the same changes in one that was found before."""
        defined = (change for change in self.changes if change.clause.startswith(("DEFINE ", "TABLE ")))
        candidates = tuple(change for change in self.changes if change in speaking) or tuple(defined)
        clauses = self._responsible(pair, labels, candidates, complete(self.merged.core, witness.facts))
        if any((one.kind, one.clauses) == (kind_of(pair.key, labels), clauses) for one in found.regions):
            return
        self._told += 1
        claim = claim_text(self.new.contests[pair.key])
        cones = pair.old_cone | pair.new_cone
        name = f"difference{self._told}"
        shown = told(
            self.program, self.merged.core, self.scope, witness, name, (claim,), contests=cones, also=(self.before,)
        )
        shown = replace(shown, choices=chosen(witness))
        found.regions.append(Found(pair.key, pair.new.args, labels[0], labels[1], clauses, shown))

    def _responsible(
        self, pair: Pair, labels: tuple[str, str], candidates: Sequence[Change], facts: Known
    ) -> tuple[Change, ...]:
        """The changes that a difference is due to: where they are undone the evaluator decides as before."""

        def gone(undone: frozenset[str]) -> bool:
            core = reverted(self.old, self.new, undone)
            if core is None or pair.key not in core.contests:
                return False
            contest = core.contests[pair.key]
            return decided(cone(core, tests_of(contest)), contest, facts) == labels[0]

        clauses = responsible(candidates, gone)
        if gone(frozenset(change.clause for change in clauses)):
            return clauses
        # What speaks is not all that it is due to: a definition or table that has changed, or an order.
        whole = gone(frozenset(change.clause for change in self.changes))
        return responsible(self.changes, gone) if whole else clauses

    def _decisions(self, pair: Pair, facts: Known) -> _Decided:
        """What the evaluator decides in either version, each by its own core."""
        return (
            decisions_on(self.old, self.old.contests[pair.key], facts),
            decisions_on(self.new, self.new.contests[pair.key], facts),
        )

    def _activities(self, pair: Pair) -> list[tuple[Change, Bool]]:
        """For each changed clause that bears on the contest: that it speaks in one of the versions."""
        terms = pair.encoding.terms
        found: list[tuple[Change, Bool]] = []
        old_names = frozenset(name.removeprefix(OLD) for name in pair.old_cone)
        new_names = frozenset(name.removeprefix(NEW) for name in pair.new_cone)
        for change in self.changes:
            if change.clause.startswith(OUTCOME):
                bounded = self._out_of_bounds(pair, change.clause.removeprefix(OUTCOME))
                if bounded is not False:
                    found.append((change, bounded))
                continue
            sides = [
                pair.encoding.truth(names.formula(formula))
                for core, names, among in (
                    (self.old, self.merged.old, old_names), (self.new, self.merged.new, new_names)
                )
                for formula in (activity(core, change.clause, among),)
            ]
            truth = terms.disjunction(sides)
            if truth is not False:
                found.append((change, truth))
        return found

    def _out_of_bounds(self, pair: Pair, name: str) -> Bool:
        """That a value of this outcome below the pair is one that a version alone leaves undefined."""
        encoding, terms = pair.encoding, pair.encoding.terms
        apart: list[Bool] = []
        for key in both(pair):
            if self.new.contests[key].name == name:
                old, new = (encoding.symbolic(OutcomeRead(side + key)).undefined for side in (OLD, NEW))
                apart.append(terms.negation(terms.equivalence(old, new)))
        return terms.disjunction(apart)

    # -------------------------------------------------------------------------------------------------- asking

    def _assumptions(self, encoding: Encoding, conditions: Iterable[Bool]) -> list[Assumption]:
        premises = [encoding.truth(formula) for formula in self.premises]
        return [
            *formula_assumptions(encoding, conditions, "claim"),
            *formula_assumptions(encoding, premises, "assumed"),
            *case_assumptions(encoding, {}),
        ]

    def _sat(self, encoding: Encoding, conditions: Sequence[Bool]) -> bool:
        if any(condition is False for condition in conditions):
            return False
        return verdict(encoding, self._assumptions(encoding, conditions), self.limits) == "sat"

    def _smallest(self, encoding: Encoding, conditions: Sequence[Bool]) -> Witness:
        return smallest(encoding, self._assumptions(encoding, conditions), {}, self.limits)


def _ways(encoding: Encoding, pair: Pair) -> tuple[Way, Way]:
    """After "sat": how the contest comes out in either version, where nothing is left to choose."""
    return way_in_model(encoding, pair.old.key), way_in_model(encoding, pair.new.key)


def _in_ways(encoding: Encoding, pair: Pair, ways: tuple[Way, Way]) -> Bool:
    return encoding.terms.conjunction(
        [in_way(encoding, key, way) for key, way in zip((pair.old.key, pair.new.key), ways, strict=True)]
    )


def _likewise(
    pair: Pair, ways: tuple[Way, Way], speaking: Sequence[Change], active: Sequence[tuple[Change, Bool]]
) -> Bool:
    """That the contest comes out in these ways where these changes speak; False where one of them cannot here."""
    truths = [truth for change, truth in active if change in speaking]
    if len(truths) < len(speaking):
        return False
    return pair.encoding.terms.conjunction((_in_ways(pair.encoding, pair, ways), *truths))


def _not_these(pair: Pair, old: Decision, new: Decision) -> Bool:
    """That a valued contest does not come to this in the old version and to that in the new one."""
    terms = pair.encoding.terms
    return terms.negation(terms.conjunction((
        same_value(pair.encoding, pair.old.key, old), same_value(pair.encoding, pair.new.key, new),
    )))


def _exactly(encoding: Encoding, facts: Known) -> Bool:
    """That all facts that were read have these values."""
    terms, read = encoding.terms, encoding.facts
    parts: list[Bool] = []
    for key, value in facts.items():
        if key in read.booleans:
            truth = read.booleans[key]
            parts.append(truth if value is True else terms.negation(truth))
        elif key in read.valued and not isinstance(value, bool):
            parts.append(read.equals(read.valued[key], value))
    return terms.conjunction(parts)


def _labels(pair: Pair, decisions: _Decided) -> tuple[str, str]:
    old, new = decisions
    return words_of(pair.cores[0].contests[pair.key], old), words_of(pair.cores[1].contests[pair.key], new)


def claim_text(contest: Contest) -> str:
    """What a case asks to see what is concluded of a contest."""
    return f"MUST {contest.key}" if contest.kind is ContestKind.ACTION else contest.key
