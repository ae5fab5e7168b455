"""Which citations count for which judgment (verification, N12, N13 and N25)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier import expand
from rulelang.verifier.aggregate import folded
from rulelang.verifier.asides import Asides
from rulelang.verifier.claims import Holds
from rulelang.verifier.condition import unnamed, written_leaves
from rulelang.verifier.entail import Declared
from rulelang.verifier.reading import Reading
from rulelang.verifier.said import Held, Mood, Said

Links = Literal["linked", "own"]
"""`linked`: the citations of the claims that draw on a judgment count for it too; `own`: only its own."""


def bears(declared: Declared, literal: core.Formula, statement: core.Formula) -> bool:
    """Whether a literal settles a statement or something in it (an instance, a part of one), or tells of a value that
    it reads."""
    leaves = expand.leaves(statement)
    parts = (statement, *leaves, *(one for leaf in leaves for one in expand.inner(leaf)))
    return any(declared.settles(literal, one) is not None for one in parts) or not set(
        expand.reads(statement)
    ).isdisjoint(expand.reads(literal))


def operands(leaf: core.Formula) -> frozenset[core.Value]:
    """The values that a comparison reads itself, not in conditions that it counts.

    >>> sorted(one.fact for one in operands(core.Test(">=", core.FactRead("a"), core.FactRead("b"))))
    ['a', 'b']
    """
    if expand.between(leaf) is not None:
        return frozenset(read for end in expand.conjuncts(leaf) for read in operands(end))
    if not isinstance(leaf, core.Test):
        return frozenset()
    return frozenset(expand.reads(leaf)) - {read for one in expand.inner(leaf) for read in expand.reads(one)}


def is_about_operand(said: Said, compared: frozenset[core.Value]) -> bool:
    """Whether an assertion gives one of the values that a comparison reads, says that it is unknown, or tells of some
    of several values and of nothing else.  What tells of all of them and yet settles nothing quotes another bound; an
    equation (`n + m = 7` of `n > 1`) is none."""
    if said.value is not None:
        return said.value in compared
    if said.statement is None or said.mood is Mood.RULE:
        return False
    reads = frozenset(expand.reads(said.statement))
    if isinstance(said.statement, core.Test) and said.statement.op == "=":
        return not reads.isdisjoint(compared)
    return bool(reads) and reads < compared


@dataclass(frozen=True)
class Clause:
    """A citable clause: the leaves of its condition, and what it concludes."""

    id: str
    leaves: tuple[core.Formula, ...]
    contest: str | None = None
    reads: frozenset[core.Value] = frozenset()
    """The values that it gives or calculates with."""
    always: tuple[model.Formula, ...] = ()
    """Its conditions as written that are always true or always false, so that they are no leaves."""

    @cached_property
    def leaf_set(self) -> frozenset[core.Formula]:
        return frozenset(self.leaves)

    def has_always(self, said: Said) -> bool:
        """Whether an assertion is such a condition, or its contrary, or gives what one counts or adds up."""
        content = said.assertion.content
        if not self.always or not isinstance(content, Holds):
            return False
        counted = {one for asked in self.always for one in _aggregates(asked)}
        return any(
            unnamed(one) in self.always
            or (isinstance(one, model.Compare) and one.op == "=" and not counted.isdisjoint(_aggregates(unnamed(one))))
            for one in written_leaves(content.formula)
        )


def _settles_some(
    said: Said, reading: Reading, leaves: frozenset[core.Formula], mentioned: Collection[core.Formula]
) -> bool:
    """Whether an assertion mentions some of these leaves, or settles one of them."""
    if not leaves.isdisjoint(mentioned) or not leaves.isdisjoint(reading.stated(said)):
        return True
    return any(reading.judge(said, leaf) is not None for leaf in leaves - reading.in_play.leaf_set)


def _aggregates(formula: model.Formula) -> list[model.Value]:
    """The counts, sums and extremes that a comparison compares."""
    sides = (formula.left, formula.right) if isinstance(formula, model.Compare) else ()
    return [side for side in sides if isinstance(side, model.Count | model.Fold)]


@dataclass(frozen=True)
class Cited:
    """What identifiers mean: `rules` gives for each rule or clause in use the rule that it belongs to.

    `support` gives for each passage the literals that it supports (alone or together with others); `stipulated` are the
    contests of which the case itself says how they come out: on these no rule is applied (N5).  `idle` are the clauses
    that do not apply though what they conclude is so, each with the contest: they lead to it as little (N26).
    """

    rules: Mapping[str, str]
    clauses: tuple[Clause, ...]
    support: Mapping[str, tuple[core.Formula, ...]]
    asides: Asides | None = None
    stipulated: frozenset[str] = frozenset()
    idle: frozenset[tuple[str, str]] = frozenset()

    def covers(self, cited: str, clause: str) -> bool:
        """A citation covers the unit that it names and the clauses beneath it, never a sibling clause."""
        return cited == clause or (cited in self.rules and cited == self.rules.get(clause))

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The rules, each with a number of its own."""
        return {rule: place for place, rule in enumerate(dict.fromkeys(self.rules.values()))}

    def _near(self, cited: str) -> list[Clause]:
        """The clauses, in their order, that a citation may cover, on a conclusion or not."""
        rule = self.rules.get(cited)
        places = {*self._clause_places.get(cited, ()), *(() if rule is None else self._clause_places.get(rule, ()))}
        return [self.clauses[place] for place in sorted(places)]

    @cached_property
    def _clause_places(self) -> Mapping[str, tuple[int, ...]]:
        """Where the clauses stand that have a name, or whose rule has it."""
        found: dict[str, list[int]] = {}
        for place, clause in enumerate(self.clauses):
            for name in {clause.id, self.rules.get(clause.id, clause.id)}:
                found.setdefault(name, []).append(place)
        return {name: tuple(places) for name, places in found.items()}

    def for_fact(self, leaf: core.Formula, clauses: Iterable[str]) -> tuple[str, ...]:
        """The clauses any of which may be cited for a fact judgment: those by which a warrant asks for it and, if there
        are any, all others that bear on what is asked and whose condition has it (N13, N30)."""
        asked = [clause for clause in clauses if clause in self.rules]
        if not asked:
            return ()
        return tuple(dict.fromkeys((*asked, *self._having.get(leaf, ()))))

    @cached_property
    def _having(self) -> Mapping[core.Formula, tuple[str, ...]]:
        """For each leaf the clauses that have it in their condition."""
        found: dict[core.Formula, dict[str, None]] = {}
        for clause in self.clauses:
            for leaf in clause.leaves if clause.id in self.rules else ():
                found.setdefault(leaf, {})[clause.id] = None
        return {leaf: tuple(clauses) for leaf, clauses in found.items()}

    def covers_conclusion(self, cited: str, clause: str) -> bool:
        """On a conclusion a clause also covers its rule."""
        return self.covers(cited, clause) or (clause == self.rules.get(clause) and self.rules.get(cited) == clause)

    def uncovered(self, cites: Collection[str], clauses: Iterable[str]) -> list[str]:
        """Those of some clauses that no citation covers on a conclusion."""
        rules = {self.rules[cite] for cite in cites if cite in self.rules}

        def is_covered(clause: str) -> bool:
            rule = self.rules.get(clause)
            by_rule = rule is not None and rule in cites and rule in self.rules
            return clause in cites or by_rule or (rule == clause and clause in rules)

        return [clause for clause in clauses if not is_covered(clause)]

    def governs(self, cited: str, claim: Held, reading: Reading) -> bool:
        """Whether the cited unit has a condition that the claim settles or mentions, or concludes what it says."""
        return self._governs(cited, claim, reading, frozenset(), frozenset())

    def _governs(
        self, cited: str, claim: Held, reading: Reading, given: frozenset[str], idle: frozenset[tuple[str, str]]
    ) -> bool:
        """The same, where some contests are leaves, which no rule concludes, and some clauses conclude nothing."""
        for said in claim.said:
            if said.statement is None and said.value is None:
                continue
            # What an aggregate counts is mentioned as what a quantified condition is about.
            inner = {
                part
                for leaf in (() if said.statement is None else expand.leaves(said.statement))
                for part in (leaf, *expand.inner(leaf))
            }
            read: set[core.Value] = set(expand.reads(said.statement)) if said.statement is not None else set()
            if said.value is not None:
                read.add(said.value)
            contests = {leaf.contest for leaf in inner if isinstance(leaf, core.Established)} - given
            for clause in self._near(cited):
                if self.covers(cited, clause.id):
                    if _settles_some(said, reading, clause.leaf_set, inner):
                        return True
                    own = core.OutcomeRead(clause.contest) if clause.contest in given else None
                    if clause.reads & read - {own}:
                        return True
                if (
                    clause.contest is not None
                    and not clause.reads
                    and clause.contest in contests
                    and (clause.id, clause.contest) not in idle
                    and self.covers_conclusion(cited, clause.id)
                ):
                    return True
        return False

    def speaks_to(self, cited: str, claim: Held, reading: Reading) -> bool:
        """Whether the cited unit governs what the claim says, or has a condition about an instance or one of several
        values of which it speaks: then it is rightly applied to what is so (N29).  For the judgment itself it need not
        be what is to be cited."""
        if self._governs(cited, claim, reading, self.stipulated, self.idle) or self._beside(cited, claim, reading):
            return True
        if any(one.has_always(said) for one in self._near(cited) if self.covers(cited, one.id) for said in claim.said):
            return True
        conditions = [leaf for clause in self._near(cited) if self.covers(cited, clause.id) for leaf in clause.leaves]
        instances = {one for leaf in conditions for one in expand.inner(leaf)}
        values = {read for leaf in conditions for read in folded(leaf)}
        compared = [operands(leaf) for leaf in dict.fromkeys((*conditions, *instances))]
        return any(
            any(is_about_operand(said, some) for some in compared)
            or (
                said.statement is not None
                and (
                    not instances.isdisjoint(expand.leaves(said.statement))
                    or not values.isdisjoint(expand.reads(said.statement))
                    or any(reading.judge(said, one) is not None for one in instances)
                )
            )
            for said in claim.said
        )

    def _beside(self, cited: str, claim: Held, reading: Reading) -> bool:
        """Whether the cited unit bears on no target, and yet has a condition that the claim settles or mentions, or
        concludes what it says."""
        asides = self._asides(cited)
        if asides is None:
            return False
        statements = [said.statement for said in claim.said if said.statement is not None]
        concluded = (one for one in statements if not expand.contests(one) <= self.stipulated)
        if any(self.rules[cited] in asides.concluding(one) for one in concluded):
            return True
        spoken = {leaf for one in statements for leaf in expand.leaves(one)}
        return any(
            leaf in spoken or any(reading.judge(said, leaf) is not None for said in claim.said)
            for leaf in self._beside_conditions(cited)
        )

    def _asides(self, cited: str) -> Asides | None:
        """The rules beside the question, if the cited unit is one of them."""
        rule = self.rules.get(cited)
        return None if self.asides is None or rule is None or rule in self.asides.bearing else self.asides

    def _beside_conditions(self, cited: str) -> Iterator[core.Formula]:
        """The leaves of the conditions of a unit that bears on no target, and of the clauses beneath it."""
        asides = self._asides(cited)
        if asides is None:
            return
        for unit in dict.fromkeys((cited, *(name for name in self.rules if self.covers(cited, name)))):
            asked = asides.condition(unit)
            if asked is not None:
                yield from asked.leaves

    def conditions(self, cites: Iterable[str]) -> Iterator[core.Formula]:
        """The leaves of the conditions of what is cited and of the clauses beneath it, whatever it bears on."""
        for cite in cites:
            for clause in self._near(cite):
                if self.covers(cite, clause.id):
                    yield from clause.leaves
            yield from self._beside_conditions(cite)

    def supports(self, passage: str, claim: Held, reading: Reading) -> bool:
        """Whether a passage bears on what a claim says, or on one of the instances of which it speaks."""
        statements = [(said, said.statement) for said in claim.said if said.statement is not None]
        for literal in self.support.get(passage, ()):
            for said, statement in statements:
                if any(leaf in expand.leaves(statement) or reading.judge(said, leaf) is not None
                       for leaf in expand.leaves(literal)):  # fmt: skip
                    return True
                if bears(reading.declared, literal, statement):
                    return True
        return False

    def counted(
        self, claim: Held, kind: Literal["rules", "evidence"], reading: Reading, links: Links
    ) -> frozenset[str]:
        """The citations that count for a claim: its own and, unless these all miss the point, those of its users."""
        own = frozenset(claim.rules if kind == "rules" else claim.evidence)
        if links == "own":
            return own
        bears = self.governs if kind == "rules" else self.supports
        if own and not any(bears(cited, claim, reading) for cited in sorted(own)):
            return own
        users = [*reading.users.get(claim.id, ())]
        if reading.decision is not None and claim.id in reading.decision.sources:
            users.append(reading.decision)
        return own.union(*(user.rules if kind == "rules" else user.evidence for user in users))
