"""One step of a chain by itself: the rules that it rests on, with its premises in place of everything below.

What stands below a block of contests and definitions is put in its place by what the premises say of it; of what they
leave open, by something that may be anything.  Whatever then follows, follows from these premises by these rules
alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import ContestKind, Core, Formula, GroundRule, Kind, Rank, Value
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.encoding import below, reads
from rulelang.grammar.model import BooleanType, Constant_, Mode
from rulelang.grammar.values import NONE


@dataclass(frozen=True, slots=True)
class KnownFact:
    """What the case says of a fact."""

    key: str
    value: bool | Constant_


@dataclass(frozen=True, slots=True)
class Concluded:
    """One of these literals of a contest is established, or none of them is."""

    contest: str
    literals: tuple[bool | Mode, ...]
    holds: bool


@dataclass(frozen=True, slots=True)
class Valued:
    """The value of an outcome; NONE says that no rule gives it one, or that one gives it NONE."""

    contest: str
    value: Constant_ | Undefinedness


@dataclass(frozen=True, slots=True)
class Defined:
    """What a definition comes to."""

    definition: str
    value: bool | Constant_ | Undefinedness


Said: TypeAlias = KnownFact | Concluded | Valued | Defined

LITERALS: Mapping[ContestKind, tuple[bool | Mode, ...]] = {
    ContestKind.BOOLEAN: (True, False),
    ContestKind.ACTION: ("MUST", "MUST NOT", "MAY", "NEED NOT"),
    ContestKind.VALUE: (),
}


@dataclass(slots=True)
class _Local:
    core: Core
    premises: Sequence[Said]
    rules: list[GroundRule]
    facts: dict[str, c.GroundFact]
    contests: dict[str, c.Contest] = field(default_factory=dict[str, c.Contest])
    definitions: dict[str, c.GroundDefinition] = field(default_factory=dict[str, c.GroundDefinition])

    def free(self, name: str) -> c.FactTest:
        """A truth value of which nothing is known."""
        self.facts[name] = c.GroundFact(name, name, (), BooleanType(), None)
        return c.FactTest(name)

    def cited(self, rule: GroundRule, clauses: Collection[str]) -> GroundRule:
        """The rule, as far as the step cites it: what it doesn't cite may apply or not."""
        if rule.condition == c.FALSE:
            return rule
        if rule.clause in clauses:
            # What the case states is no rule that could be left out here: the step cites it.
            kind = Kind.BASE if rule.kind is Kind.STIPULATION else rule.kind
            return replace(rule, kind=kind, exceptions=self._excepting(rule.exceptions, clauses))
        return replace(rule, condition=self.free(f"{rule.key} applies?"), exceptions=())

    def _excepting(
        self, exceptions: tuple[c.GroundException, ...], clauses: Collection[str]
    ) -> tuple[c.GroundException, ...]:
        return tuple(
            replace(one, exceptions=self._excepting(one.exceptions, clauses))
            if one.id in clauses
            else c.GroundException(one.id, self.free(f"{one.id} in force?"), ())
            for one in exceptions
        )

    def put(self, name: str) -> None:
        """Something below, as the premises say, else open."""
        if name in self.core.definitions:
            self.definitions[name] = self._definition(self.core.definitions[name])
            return
        contest = self.core.contests[name]
        said = self._of_value(contest) if contest.kind is ContestKind.VALUE else self._of_literals(contest)
        strict = [place for place, rule in enumerate(said) if rule.rank is Rank.STRICT]
        weaker = frozenset(range(len(said))) - frozenset(strict)
        outranks = tuple(weaker if place in strict else frozenset[int]() for place in range(len(said)))
        numbers = tuple(range(len(self.rules), len(self.rules) + len(said)))
        self.rules += said
        self.contests[name] = replace(contest, rules=numbers, outranks=outranks, limits=())

    def _of_literals(self, contest: c.Contest) -> list[GroundRule]:
        sure: list[bool | Mode] = []
        out: set[bool | Mode] = set()
        for said in self.premises:
            if isinstance(said, Concluded) and said.contest == contest.key:
                if said.holds and len(said.literals) == 1:
                    sure += said.literals
                elif not said.holds:
                    out |= set(said.literals)
        rules = [_rule(contest, literal, None, c.TRUE, Rank.STRICT) for literal in sure]
        for literal in LITERALS[contest.kind]:
            if literal not in out and literal not in sure:
                rules.append(_rule(contest, literal, None, self.free(f"{literal} {contest.key}?"), Rank.ORDINARY))
        return rules

    def _of_value(self, contest: c.Contest) -> list[GroundRule]:
        none = _rule(contest, None, c.Constant(NONE), self.free(f"NONE {contest.key}?"), Rank.ORDINARY)
        for said in self.premises:
            if isinstance(said, Valued) and said.contest == contest.key:
                if said.value is NONE:
                    return [none]
                return [_rule(contest, None, _constant(said.value), c.TRUE, Rank.STRICT)]
        undefined = c.Undefined("not among the premises")
        assert contest.type is not None
        key = f"VALUE {contest.key}?"
        self.facts[key] = c.GroundFact(key, key, (), contest.type, contest.domain)
        return [
            none,
            _rule(contest, None, undefined, self.free(f"UNDEFINED {contest.key}?"), Rank.ORDINARY),
            _rule(contest, None, c.FactRead(key), self.free(f"SOME {contest.key}?"), Rank.ORDINARY),
        ]

    def _definition(self, definition: c.GroundDefinition) -> c.GroundDefinition:
        key = definition.key
        for said in self.premises:
            if isinstance(said, Defined) and said.definition == key:
                if isinstance(said.value, bool):
                    return replace(definition, cases=((c.TRUE, c.Truth(said.value)),))
                return replace(definition, cases=((c.TRUE, _constant(said.value)),))
        if definition.boolean:
            return replace(definition, cases=((self.free(f"{key}?"), c.TRUE),))
        some = f"VALUE {key}?"
        self.facts[some] = c.GroundFact(some, some, (), definition.type, definition.domain)
        open_: tuple[tuple[Formula, Value], ...] = (
            (self.free(f"UNDEFINED {key}?"), c.Undefined("not among the premises")),
            (self.free(f"NONE {key}?"), c.Constant(NONE)),
            (c.TRUE, c.FactRead(some)),
        )
        return replace(definition, cases=open_)


def _constant(value: Constant_ | Undefinedness) -> Value:
    return c.Undefined(value.reason) if isinstance(value, Undefinedness) else c.Constant(value)


def _rule(
    contest: c.Contest, literal: bool | Mode | None, value: Value | None, condition: Formula, rank: Rank
) -> GroundRule:
    key = f"{contest.key} is {literal if value is None else value}"
    return GroundRule(key, key, key, Kind.BASE, 0, (), contest.key, literal, value, condition, (), rank)


def local(
    core: Core, block: c.Block | None, premises: Sequence[Said], target: Formula | Value, clauses: Collection[str] = ()
) -> tuple[Core, dict[str, bool | Constant_]]:
    """The core of one step and what is known in it.

    ALWAYS declarations are left out: a step never needs them.

    Arguments:
        block: the contests and definitions whose rules the step uses (None: none, the target alone is evaluated).
        clauses: those by which the step follows; all others may apply or not.
    """
    made = _Local(core, premises, list(core.rules), dict(core.facts))
    for name in () if block is None else block.members:
        for number in core.contests[name].rules if name in core.contests else ():
            made.rules[number] = made.cited(core.rules[number], clauses)
    inside = () if block is None else block.members
    lower: set[str] = set() if block is None else set(below(block, core))
    lower |= reads(target) - set(inside)
    for name in sorted(lower):
        made.put(name)
    for name in inside:
        if name in core.contests:
            made.contests[name] = core.contests[name]
        else:
            made.definitions[name] = core.definitions[name]
    blocks = [c.Block((name,)) for name in sorted(lower)]
    if block is not None:
        blocks.append(block)
    small = Core(
        made.facts, made.contests, tuple(made.rules), made.definitions, tuple(blocks), (), (target,), core.tables
    )
    return small, known_of(premises)


def clauses_of(core: Core, block: c.Block) -> frozenset[str]:
    """All clauses of the rules about a block."""
    found: set[str] = set()
    for name in block.members:
        if name in core.definitions:
            continue
        contest = core.contests[name]
        rules: list[GroundRule | c.GroundLimit] = [*(core.rules[number] for number in contest.rules), *contest.limits]
        for rule in rules:
            found.add(rule.clause)
            waiting = list(rule.exceptions)
            while waiting:
                exception = waiting.pop()
                found.add(exception.id)
                waiting += exception.exceptions
    return frozenset(found)


def known_of(premises: Iterable[Said]) -> dict[str, bool | Constant_]:
    """What premises say of facts."""
    return {said.key: said.value for said in premises if isinstance(said, KnownFact)}


def target_of(said: Said) -> Formula | Value:
    """What has to be decided to see whether something is concluded."""
    match said:
        case KnownFact(key, value):
            return c.FactTest(key) if isinstance(value, bool) else c.FactRead(key)
        case Concluded(contest, literals):
            return c.Established(contest, literals)
        case Valued(contest):
            return c.OutcomeRead(contest)
        case Defined(definition, value):
            return c.Named(definition) if isinstance(value, bool) else c.NamedRead(definition)
