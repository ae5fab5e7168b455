"""One outcome or action in two versions at once: where they differ, region by region, or that they never do.

First the worlds in which nothing is left to choose in either version: there a difference is one of decisions.  Then
those in which something is in conflict or open: if both versions leave the same to choose, and the same choices come
to the same, nothing differs; else cases are tried, and the evaluator says whether the decisions differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulelang.engine.analysis.changes import OUTCOME, Change, activity
from rulelang.engine.analysis.merge import NEW, OLD, Merged
from rulelang.engine.analysis.reverted import responsible, reverted
from rulelang.engine.analysis.scope import Scope
from rulelang.engine.analysis.states import (
    State,
    decided,
    differ,
    in_state,
    same_value,
    state_in_model,
    tests_of,
    value_decided,
)
from rulelang.engine.analysis.told import Told, told
from rulelang.engine.analysis.versions import chosen
from rulelang.engine.analysis.versions import reason as reason_words
from rulelang.engine.analysis.walk import formulas_of, tests_in
from rulelang.engine.core import Contest, ContestKind, Core, Established, Formula, NoneTest, OutcomeRead
from rulelang.engine.decision import Decision
from rulelang.engine.solver.answer import InternalError, Known, Limits, NotEncoded, Witness
from rulelang.engine.solver.encode_facts import complete
from rulelang.engine.solver.encoding import Encoding, below, encode, reads
from rulelang.engine.solver.query import Assumption, case_assumptions, formula_assumptions, smallest, verdict
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.symbolic import equal
from rulelang.engine.solver.terms import Bool, GaveUp, Irrational
from rulelang.grammar.model import Constant_, Program

MOST_REGIONS = 8
"""Regions told of one outcome or action."""
MOST_LOOKS = 24
"""Ways in which changes speak that are looked at for them."""
TRIES = 8
"""Cases with conflicts or open tests that are tried before the comparison gives up."""


_Values: TypeAlias = tuple[Decision, Decision]


@dataclass(frozen=True, slots=True)
class Found:
    """A region before it is told of: the contest and what is concluded in either version."""

    contest: str
    args: tuple[Constant_, ...]
    before: str
    after: str
    clauses: tuple[Change, ...]
    """Those that the difference is due to."""
    speaking: tuple[Change, ...]
    """Those that speak in the witness."""
    witness: Told


@dataclass(slots=True)
class About:
    """What was found about one outcome or action."""

    regions: list[Found] = field(default_factory=list[Found])
    more: bool = False
    undecided: str | None = None


@dataclass(slots=True)
class _Pair:
    """A contest as it is in both versions, and what each depends on."""

    key: str
    old: Contest
    new: Contest
    old_cone: frozenset[str]
    new_cone: frozenset[str]


@dataclass(slots=True)
class Comparison:
    """Both versions in one encoding, asked about one outcome or action after the other."""

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
    encoding: Encoding = field(init=False)
    """Made anew for each contest, so that a witness speaks of nothing else."""
    _told: int = 0
    _values: dict[str, list[_Values]] = field(default_factory=dict[str, list[_Values]])
    """Of valued contests the pairs of values that have been told."""

    def about(self, name: str) -> About:
        """All contests of an outcome or action."""
        found = About()
        for key, contest in self.new.contests.items():
            if contest.name != name or key in self.merged.shared or key not in self.old.contests:
                continue
            try:
                pair = self._pair(key)
                self._settled(pair, found)
                if not found.more:
                    self._open(pair, found)
            except NotEncoded as reason:
                found.undecided = f"not analysed: {reason_words(reason.reason)}"
            except GaveUp as reason:
                found.undecided = reason_words(reason.reason)
            except Irrational:
                found.undecided = "only numbers that are no fractions were found"
            if found.more:
                break
        self._further(found)
        return found

    # ------------------------------------------------------------------------------------------------- regions

    def _settled(self, pair: _Pair, found: About) -> None:
        """Asserts that nothing is left to choose and that the conclusions differ; unsatisfiable iff they never do."""
        terms = self.encoding.terms
        free = terms.disjunction((self._choice(pair.old_cone), self._choice(pair.new_cone)))
        base: list[Bool] = [terms.negation(free), differ(self.encoding, pair.old.key, pair.new.key)]
        seen: list[Bool] = [self._same_kind(one, pair) for one in found.regions]
        active = self._activities(pair)
        looks = 0
        while True:
            excluded = [terms.negation(one) for one in seen]
            if not self._sat([*base, *excluded]):
                return
            looks += 1
            if len(found.regions) >= MOST_REGIONS or looks > MOST_LOOKS:
                found.more = True
                return
            states = self._states(pair)
            region = terms.conjunction((
                in_state(self.encoding, pair.old.key, states[0]), in_state(self.encoding, pair.new.key, states[1]),
            ))
            # All of one kind first by the smallest case of it, then by which changes speak.
            witness = self._smallest([*base, *excluded, region])
            states = self._states(pair)
            facts = complete(self.merged.core, witness.facts)
            labels = self._decided(pair, facts)
            if labels[0] == labels[1]:
                said = "two versions decide a case alike that was found to differ"
                raise InternalError(said, repr((pair.key, facts)))
            speaking = tuple((change, truth) for change, truth in active if terms.is_true(truth))
            self._add(found, pair, labels, tuple(change for change, _ in speaking), witness)
            # What more changes speak elsewhere is the same region.
            seen.append(terms.conjunction((region, *(truth for _, truth in speaking))))

    def _further(self, found: About) -> None:
        """Of the contests that were found to differ in value the other pairs of values: the rules that decide and
        the changes that speak may be the same."""
        for key in dict.fromkeys(one.contest for one in found.regions):
            if found.more or key not in self._values:
                continue
            try:
                self._other_values(self._pair(key), found)
            except (NotEncoded, GaveUp, Irrational):
                found.more = True

    def _other_values(self, pair: _Pair, found: About) -> None:
        """Asserts that nothing is left to choose, that the values differ, and that they are none of the pairs told."""
        terms = self.encoding.terms
        free = terms.disjunction((self._choice(pair.old_cone), self._choice(pair.new_cone)))
        base: list[Bool] = [terms.negation(free), differ(self.encoding, pair.old.key, pair.new.key)]
        base += [terms.negation(self._same_kind(one, pair)) for one in found.regions]
        told_pairs = self._values[pair.key]
        for old, new in told_pairs:
            base.append(self._not_these(pair, old, new))
        active = self._activities(pair)
        while self._sat(base):
            if len(found.regions) >= MOST_REGIONS or len(told_pairs) > MOST_LOOKS:
                found.more = True
                return
            witness = self._smallest(base)
            facts = complete(self.merged.core, witness.facts)
            speaking = tuple(change for change, truth in active if terms.is_true(truth))
            self._add(found, pair, self._decided(pair, facts), speaking, witness)
            base.append(self._not_these(pair, *self._values[pair.key][-1]))

    def _not_these(self, pair: _Pair, old: Decision, new: Decision) -> Bool:
        """That a valued contest does not come to this in the old version and to that in the new one."""
        terms = self.encoding.terms
        return terms.negation(terms.conjunction((
            same_value(self.encoding, pair.old.key, old), same_value(self.encoding, pair.new.key, new),
        )))

    def _same_kind(self, one: Found, pair: _Pair) -> Bool:
        """A region found of other arguments of the same outcome is not told again: here only its changes count."""
        if one.contest == pair.key:
            return False
        speaking = set(one.speaking)
        parts = [truth for change, truth in self._activities(pair) if change in speaking]
        return self.encoding.terms.conjunction(parts) if len(parts) == len(speaking) else False

    def _open(self, pair: _Pair, found: About) -> None:
        """The worlds in which something is in conflict or open in a version."""
        terms = self.encoding.terms
        free = terms.disjunction((self._choice(pair.old_cone), self._choice(pair.new_cone)))
        if free is False:
            return
        aligned = self._aligned(pair)
        unlike = terms.disjunction([self._unlike(key) for key in self._both(pair)])
        if not self._sat([free, aligned, unlike]):
            return
        here = differ(self.encoding, pair.old.key, pair.new.key)
        conflict = terms.disjunction((here, self._unlike(pair.key)))
        tried: list[Bool] = []
        told_kinds = {_kind(one.contest, (one.before, one.after)) for one in found.regions}
        differ_here = False
        for _ in range(TRIES):
            if not self._sat([free, aligned, conflict, *map(terms.negation, tried)]):
                return
            witness = self._smallest([free, aligned, conflict, *map(terms.negation, tried)])
            facts = complete(self.merged.core, witness.facts)
            labels = self._decided(pair, facts)
            kind = _kind(pair.key, labels)
            differ_here |= kind in told_kinds
            if labels[0] != labels[1] and kind not in told_kinds:
                active = self._activities(pair)
                speaking = tuple(change for change, truth in active if terms.is_true(truth))
                self._add(found, pair, labels, speaking, Witness(witness.facts))
                told_kinds.add(kind)
            tried.append(self._exactly(witness.facts))
        if not differ_here and not any(one.contest == pair.key for one in found.regions):
            found.undecided = "what is in conflict or open was not compared in all cases"

    def _add(
        self, found: About, pair: _Pair, labels: tuple[str, str], speaking: tuple[Change, ...], witness: Witness
    ) -> None:
        """Adds a region, unless the same difference is due to the same changes in one that was found before."""
        if pair.new.kind is ContestKind.VALUE:
            facts = complete(self.merged.core, witness.facts)
            self._values.setdefault(pair.key, []).append((
                value_decided(self.old, self.old.contests[pair.key], facts),
                value_decided(self.new, self.new.contests[pair.key], facts),
            ))
        defined = (change for change in self.changes if change.clause.startswith(("DEFINE ", "TABLE ")))
        candidates = tuple(change for change in self.changes if change in speaking) or tuple(defined)
        clauses = self._responsible(pair, labels, candidates, complete(self.merged.core, witness.facts))
        for one in found.regions:
            if (one.contest, one.before, one.after, one.clauses) == (pair.key, *labels, clauses):
                return
        self._told += 1
        claim = claim_text(self.new.contests[pair.key])
        cones = pair.old_cone | pair.new_cone
        name = f"difference{self._told}"
        shown = told(
            self.program, self.merged.core, self.scope, witness, name, (claim,), contests=cones, also=(self.before,)
        )
        shown = replace(shown, choices=chosen(witness))
        found.regions.append(Found(pair.key, pair.new.args, labels[0], labels[1], clauses, speaking, shown))

    def _responsible(
        self, pair: _Pair, labels: tuple[str, str], candidates: Sequence[Change], facts: Known
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

    def _states(self, pair: _Pair) -> tuple[State, State]:
        """After "sat": what the model concludes in either version."""
        return state_in_model(self.encoding, pair.old.key), state_in_model(self.encoding, pair.new.key)

    def _decided(self, pair: _Pair, facts: Known) -> tuple[str, str]:
        """What the evaluator decides in either version, each by its own core."""
        return (
            decided(self.old, self.old.contests[pair.key], facts),
            decided(self.new, self.new.contests[pair.key], facts),
        )

    def _activities(self, pair: _Pair) -> list[tuple[Change, Bool]]:
        """For each changed clause that bears on the contest: that it speaks in one of the versions."""
        terms = self.encoding.terms
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
                self.encoding.truth(names.formula(formula))
                for core, names, among in (
                    (self.old, self.merged.old, old_names), (self.new, self.merged.new, new_names)
                )
                for formula in (activity(core, change.clause, among),)
            ]
            truth = terms.disjunction(sides)
            if truth is not False:
                found.append((change, truth))
        return found

    def _out_of_bounds(self, pair: _Pair, name: str) -> Bool:
        """That a value of this outcome below the pair is one that a version alone leaves undefined."""
        terms, encoding = self.encoding.terms, self.encoding
        apart: list[Bool] = []
        for key in self._both(pair):
            if self.new.contests[key].name == name:
                old, new = (encoding.symbolic(OutcomeRead(side + key)).undefined for side in (OLD, NEW))
                apart.append(terms.negation(terms.equivalence(old, new)))
        return terms.disjunction(apart)

    # ------------------------------------------------------------------------------------------------- choices

    def _choice(self, cone: frozenset[str]) -> Bool:
        """That something in these contests is left to choose: a conflict, an open test, a broken cycle."""
        terms, encoding = self.encoding.terms, self.encoding
        parts: list[Bool] = []
        for name in sorted(cone):
            if encoding.blocks[name].broken:
                return True
            if name in encoding.contests:
                parts.append(encoding.contests[name].conflict)
        parts += [made.when for test, made in encoding.tests.items() if reads(test) <= cone]
        return terms.disjunction(parts)

    def _both(self, pair: _Pair) -> list[str]:
        """The contests below and at the pair that both versions have and that are not one and the same."""
        return sorted(
            key
            for name in pair.new_cone
            if name.startswith(NEW) and (key := name.removeprefix(NEW)) in self.new.contests
            and OLD + key in pair.old_cone
        )

    def _aligned(self, pair: _Pair) -> Bool:
        """That where both versions leave the same to choose, the same is chosen."""
        terms, encoding = self.encoding.terms, self.encoding
        parts: list[Bool] = []
        for key in self._both(pair):
            same = terms.negation(differ(encoding, OLD + key, NEW + key))
            both = terms.conjunction((encoding.contests[OLD + key].conflict, encoding.contests[NEW + key].conflict))
            parts.append(terms.implication(terms.conjunction((both, self._same_options(key))), same))
        back = {self.merged.old.formula(test): test for test in _tests(self.old)}
        forth = {self.merged.new.formula(test): test for test in _tests(self.new)}
        theirs = {forth[test]: made for test, made in encoding.tests.items() if test in forth}
        for test, made in encoding.tests.items():
            other = theirs.get(back[test]) if test in back else None
            if other is not None and other is not made:
                both = terms.conjunction((made.when, other.when))
                parts.append(terms.implication(both, terms.equivalence(made.truth, other.truth)))
        return terms.conjunction(parts)

    def _unlike(self, key: str) -> Bool:
        """That a contest is in conflict in one version alone, leaves other things to choose, or comes out otherwise."""
        terms, encoding = self.encoding.terms, self.encoding
        old, new = encoding.contests[OLD + key], encoding.contests[NEW + key]
        apart = terms.negation(terms.equivalence(old.conflict, new.conflict))
        both = terms.conjunction((old.conflict, new.conflict))
        others = terms.conjunction((both, terms.negation(self._same_options(key))))
        return terms.disjunction((apart, others, differ(encoding, OLD + key, NEW + key)))

    def _same_options(self, key: str) -> Bool:
        """Of a contest in conflict in both versions: that it may come to the same.  False where that is not seen."""
        terms, encoding = self.encoding.terms, self.encoding
        old, new = encoding.contests[OLD + key], encoding.contests[NEW + key]
        if encoding.blocks[OLD + key].cyclic or encoding.blocks[NEW + key].cyclic:
            return False
        if new.contest.kind is ContestKind.BOOLEAN:
            return True
        if new.contest.kind is ContestKind.VALUE:
            if new.contest.limits or old.contest.limits:
                return False
            return terms.conjunction([
                terms.implication(
                    there,
                    terms.disjunction([
                        terms.conjunction((here, equal(terms, value, other))) for here, other in right
                    ]),
                )
                for left, right in ((old.options, new.options), (new.options, old.options))
                for there, value in left
            ])
        return self._same_rules(key)

    def _same_rules(self, key: str) -> Bool:
        """Of an action: rules for the same literals in the same order apply in both versions."""
        terms, encoding = self.encoding.terms, self.encoding
        old, new = self.old.contests[key], self.new.contests[key]
        ours = [self.old.rules[index].literal for index in old.rules]
        theirs = [self.new.rules[index].literal for index in new.rules]
        if ours != theirs or old.outranks != new.outranks:
            return False
        left, right = encoding.contests[OLD + key].rules, encoding.contests[NEW + key].rules
        return terms.conjunction([terms.equivalence(left[i].applies, right[i].applies) for i in range(len(ours))])

    # -------------------------------------------------------------------------------------------------- asking

    def _pair(self, key: str) -> _Pair:
        self.encoding = encode(self.merged.core)
        old, new = self.merged.core.contests[OLD + key], self.merged.core.contests[NEW + key]
        for contest in (old.key, new.key):
            self.encoding.reach(reading(self.merged.core.contests[contest]))
        return _Pair(key, old, new, self._cone(old.key), self._cone(new.key))

    def _cone(self, name: str) -> frozenset[str]:
        seen = {name}
        todo = [name]
        while todo:
            block = self.encoding.blocks[todo.pop()]
            for other in (*block.members, *below(block, self.merged.core)):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return frozenset(seen)

    def _assumptions(self, conditions: Iterable[Bool]) -> list[Assumption]:
        premises = [self.encoding.truth(formula) for formula in self.premises]
        return [
            *formula_assumptions(self.encoding, conditions, "claim"),
            *formula_assumptions(self.encoding, premises, "assumed"),
            *case_assumptions(self.encoding, {}),
        ]

    def _sat(self, conditions: Sequence[Bool]) -> bool:
        if any(condition is False for condition in conditions):
            return False
        return verdict(self.encoding, self._assumptions(conditions), self.limits) == "sat"

    def _smallest(self, conditions: Sequence[Bool]) -> Witness:
        return smallest(self.encoding, self._assumptions(conditions), {}, self.limits)

    def _exactly(self, facts: Known) -> Bool:
        """That all facts that were read have these values."""
        terms, read = self.encoding.terms, self.encoding.facts
        parts: list[Bool] = []
        for key, value in facts.items():
            if key in read.booleans:
                truth = read.booleans[key]
                parts.append(truth if value is True else terms.negation(truth))
            elif key in read.valued and not isinstance(value, bool):
                parts.append(read.equals(read.valued[key], value))
        return terms.conjunction(parts)


def _kind(key: str, labels: tuple[str, str]) -> tuple[str, str]:
    """What a difference is called for whatever arguments.

    >>> _kind("fee(b1)", ("NOT fee(b1)", "in conflict"))
    ('NOT fee', 'in conflict')
    """
    name = key.partition("(")[0]
    return labels[0].replace(key, name), labels[1].replace(key, name)


def reading(contest: Contest) -> Formula:
    """A formula that reads a contest, whatever it says."""
    if contest.kind is ContestKind.VALUE:
        return NoneTest(OutcomeRead(contest.key))
    return Established(contest.key, (True,) if contest.kind is ContestKind.BOOLEAN else ("MUST",))


def claim_text(contest: Contest) -> str:
    """What a case asks to see what is concluded of a contest."""
    return f"MUST {contest.key}" if contest.kind is ContestKind.ACTION else contest.key


def _tests(core: Core) -> list[Formula]:
    """Every comparison of a core program."""
    return [test for formula in formulas_of(core) for test in tests_in(formula)]
