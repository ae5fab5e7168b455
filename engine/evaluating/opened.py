"""A core program as one case leaves it: without circles through NOT, exceptions or values.

What such a circle means depends on the case (docs/semantics.md, D10.3): what is known rules out one of its steps, or
what it concludes is open.  Here the blocks that have one are written as the three-valued pass narrows them: parts that
are settled one after the other, rules that cannot apply left out; and of a part that the case does close each contest
has a rule for each of its literals, conditioned on a fact that nobody knows.  For this case, and for it alone, that is
the same program; everything that reads cores can read it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import Block, Contest, ContestKind, Core, Formula, GroundFact, GroundRule, Kind, Rank, Value
from rulelang.engine.core_parts import rebuilt_definition, rebuilt_formula, rebuilt_limit, rebuilt_rule, rebuilt_value
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.plan import Stage, plan_of, table_of
from rulelang.engine.evaluating.rails import CIRCLE, run_rails
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, Row, Table
from rulelang.grammar.model import BooleanType, Constant_, Mode

FREE = "CIRCLE "
"""A fact that says how a circle comes out has a key that begins so; no other fact's key does."""

Known: TypeAlias = Mapping[str, bool | Constant_]


@dataclass(frozen=True, slots=True)
class Opened:
    """`core`: the program as the case leaves it (the same one where no such circle bears on the target).

    `circles`: each fact that stands for a way in which a circle may come out, with the circle (`a -> b`); `valued`:
    circles through values, which have none.
    """

    core: Core
    circles: Mapping[str, str] = field(default_factory=dict[str, str])
    valued: frozenset[str] = frozenset()


def opened(core: Core, known: Known, index: int = 0) -> Opened:
    """The program as a case leaves it, as far as it bears on `core.targets[index]`."""
    plan = plan_of(core, (index,))
    if all(stage.cycle is None for stage in plan.stages):
        return Opened(core)
    table = table_of(core)
    sweep = one_case(table, plan, known)
    inside = {row.node for stage in plan.stages if stage.cycle is not None for row in stage.rows}
    parts: dict[int, list[Stage]] = {}
    for stage in run_rails(plan, sweep).stages:
        if stage.rows and stage.rows[0].node in inside:
            parts.setdefault(table.block_of[stage.rows[0].node], []).append(stage)
    return _Writing(core, table).written(parts)


def circles_of(core: Core, known: Known, index: int = 0) -> tuple[tuple[str, ...], ...]:
    """The circles that a case closes, of those that bear on a target."""
    plan = plan_of(core, (index,))
    if all(stage.cycle is None for stage in plan.stages):
        return ()
    stages = run_rails(plan, one_case(table_of(core), plan, known)).stages
    return tuple(stage.cycle for stage in stages if stage.cycle is not None and stage.rows)


@dataclass(slots=True)
class _Writing:
    core: Core
    table: Table
    facts: dict[str, GroundFact] = field(default_factory=dict[str, GroundFact])
    contests: dict[str, Contest] = field(default_factory=dict[str, Contest])
    definitions: dict[str, c.GroundDefinition] = field(default_factory=dict[str, c.GroundDefinition])
    rules: list[GroundRule] = field(default_factory=list[GroundRule])
    circles: dict[str, str] = field(default_factory=dict[str, str])
    valued: set[str] = field(default_factory=set[str])

    def written(self, parts: Mapping[int, Sequence[Stage]]) -> Opened:
        core = self.core
        self.facts, self.contests = dict(core.facts), dict(core.contests)
        self.definitions, self.rules = dict(core.definitions), list(core.rules)
        blocks: list[Block] = []
        for number, block in enumerate(core.blocks):
            if number in parts:
                blocks += self._block(block, parts[number])
            else:
                blocks.append(block)
        made = replace(
            core, facts=self.facts, contests=self.contests, definitions=self.definitions, rules=tuple(self.rules),
            blocks=tuple(blocks),
        )  # fmt: skip
        return Opened(made, self.circles, frozenset(self.valued))

    def _block(self, block: Block, parts: Sequence[Stage]) -> Iterator[Block]:
        """The block's parts, each after what it reads; what a part reads of later ones bears on nothing."""
        later = set(block.members)
        for part in parts:
            own = [row.key for row in part.rows]
            later -= set(own)
            if part.cycle is not None:
                for row in part.rows:
                    self._leave_open(row, " -> ".join(part.cycle))
                    yield Block((row.key,))
                continue
            without = _Without(frozenset(later | (set() if part.cyclic else set(own))), frozenset(own))
            for row in part.rows:
                self._narrow(row, without)
            yield Block(tuple(own), part.cyclic, cycle=tuple(own) if part.cyclic else ())

    # ------------------------------------------------------------------------------------------------- narrowed

    def _narrow(self, row: Row, without: _Without) -> None:
        if isinstance(row, DefinitionRow):
            definition = self.core.definitions[row.key]
            self.definitions[row.key] = rebuilt_definition(definition, without.formula, without.value)
            return
        contest = self.core.contests[row.key]
        whole = self.table.rows[row.node]
        assert isinstance(whole, ContestRow)
        kept = {id(limit) for limit in row.limits}
        limits = tuple(
            without.limit(limit) for limit, made in zip(contest.limits, whole.limits, strict=True) if id(made) in kept
        )
        rules = [without.rule(self.core.rules[rule.index]) for rule in row.rules]
        self._contest(replace(contest, outranks=row.outranks, limits=limits), rules)

    def _contest(self, contest: Contest, rules: Sequence[GroundRule]) -> None:
        first = len(self.rules)
        self.rules += rules
        self.contests[contest.key] = replace(contest, rules=tuple(range(first, len(self.rules))))

    # ----------------------------------------------------------------------------------------------------- open

    def _leave_open(self, row: Row, circle: str) -> None:
        """A contest of which any compatible literals may be established; a value that nobody knows."""
        unknown = c.Undefined(f"{CIRCLE}: {circle}")
        if isinstance(row, DefinitionRow):
            definition = self.core.definitions[row.key]
            if definition.boolean:
                cases: tuple[tuple[Formula, Formula | Value], ...] = ((self._free(row.key, "", circle), c.TRUE),)
            else:
                self.valued.add(circle)
                cases = ((c.TRUE, unknown),)
            self.definitions[row.key] = replace(definition, cases=cases)
            return
        contest = self.core.contests[row.key]
        if contest.kind is ContestKind.VALUE:
            self.valued.add(circle)
            rule = _rule(contest.key, "value", c.TRUE, value=unknown)
            self._contest(replace(contest, outranks=(frozenset(),), limits=()), [rule])
            return
        literals: dict[bool | Mode | None, None] = {rule.literal: None for rule in row.rules}
        rules = [
            _rule(contest.key, str(literal), self._free(contest.key, f" {literal}", circle), literal)
            for literal in literals
        ]
        # Whichever of these facts are true, what comes of it is compatible; and each compatible set comes of some.
        order = tuple(frozenset(range(i + 1, len(rules))) for i in range(len(rules)))
        self._contest(replace(contest, outranks=order, limits=()), rules)

    def _free(self, key: str, literal: str, circle: str) -> c.FactTest:
        fact = f"{FREE}{key}{literal}"
        self.facts[fact] = GroundFact(fact, fact, (), BooleanType(), None)
        self.circles[fact] = circle
        return c.FactTest(fact)


def _rule(
    contest: str, name: str, condition: Formula, literal: bool | Mode | None = None, value: Value | None = None
) -> GroundRule:
    key = f"{FREE}{contest} {name}"
    return GroundRule(key, key, key, Kind.BASE, 0, (), contest, literal, value, condition, (), Rank.ORDINARY)


@dataclass(frozen=True, slots=True)
class _Without:
    """Formulas without what they read of some members of a block, which bears on nothing.

    `members` of them are read nowhere, `valued` besides in no value.
    """

    members: Collection[str]
    valued: Collection[str]

    def formula(self, node: Formula) -> Formula:
        match node:
            case c.Established(name) | c.Named(name) if name in self.members:
                return c.FALSE
            case _:
                return rebuilt_formula(node, self.formula, self.value)

    def value(self, node: Value) -> Value:
        match node:
            case c.OutcomeRead(name) | c.NamedRead(name) if name in self.members or name in self.valued:
                return c.Undefined(CIRCLE)
            case _:
                inner: Callable[[Formula], Formula] = self.formula
                if not set(self.valued) <= set(self.members):
                    inner = _Without(frozenset(self.members) | frozenset(self.valued), ()).formula
                return rebuilt_value(node, inner, self.value)

    def rule(self, rule: GroundRule) -> GroundRule:
        return rebuilt_rule(rule, self.formula, self.value)

    def limit(self, limit: c.GroundLimit) -> c.GroundLimit:
        return rebuilt_limit(limit, self.formula, self.value)
