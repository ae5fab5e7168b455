"""Two core programs in one, so that a world of both can be looked for, and replayed, at once.

Facts are shared.  A contest or definition that is the same by its form in both, down to the facts, is there once, and
so is what its worlds choose; the others are there twice, as `old x` and `new x`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.signatures import Signatures
from rulelang.engine.core_parts import rebuilt_definition, rebuilt_formula, rebuilt_limit, rebuilt_rule, rebuilt_value
from rulelang.grammar.model import NumberType, Table

OLD, NEW = "old ", "new "
"""No key begins so."""

Incomparable: TypeAlias = tuple[str, str]
"""A fact of which the two programs speak in different types, and why they cannot be compared."""


@dataclass(slots=True)
class Renaming:
    """Moves a core's contests, definitions and tables under a prefix, except those that are shared."""

    prefix: str
    shared: frozenset[str]
    _formulas: dict[int, tuple[c.Formula, c.Formula]] = field(default_factory=dict[int, tuple[c.Formula, c.Formula]])
    _values: dict[int, tuple[c.Value, c.Value]] = field(default_factory=dict[int, tuple[c.Value, c.Value]])

    def name(self, key: str) -> str:
        return key if key in self.shared else self.prefix + key

    def formula(self, node: c.Formula) -> c.Formula:
        known = self._formulas.get(id(node))
        if known is None:
            known = self._formulas[id(node)] = node, self._formula(node)
        return known[1]

    def value(self, node: c.Value) -> c.Value:
        known = self._values.get(id(node))
        if known is None:
            known = self._values[id(node)] = node, self._value(node)
        return known[1]

    def _formula(self, node: c.Formula) -> c.Formula:
        match node:
            case c.Established(contest):
                return replace(node, contest=self.name(contest))
            case c.Named(definition):
                return c.Named(self.name(definition))
            case _:
                return rebuilt_formula(node, self.formula, self.value)

    def _value(self, node: c.Value) -> c.Value:
        match node:
            case c.OutcomeRead(contest):
                return c.OutcomeRead(self.name(contest))
            case c.NamedRead(definition):
                return c.NamedRead(self.name(definition))
            case c.Lookup(table, _, args):
                return replace(node, table=self.prefix + table, args=tuple(map(self.value, args)))
            case _:
                return rebuilt_value(node, self.formula, self.value)

    def rule(self, rule: c.GroundRule) -> c.GroundRule:
        made = rebuilt_rule(rule, self.formula, self.value)
        return replace(made, key=self.prefix + rule.key, contest=self.name(rule.contest))

    def limit(self, limit: c.GroundLimit) -> c.GroundLimit:
        return replace(rebuilt_limit(limit, self.formula, self.value), key=self.prefix + limit.key)

    def definition(self, definition: c.GroundDefinition) -> c.GroundDefinition:
        return replace(rebuilt_definition(definition, self.formula, self.value), key=self.name(definition.key))


@dataclass(frozen=True, slots=True)
class Merged:
    """Both programs in one core.  `shared` are the contests and definitions that are there once."""

    core: c.Core
    old: Renaming
    new: Renaming
    shared: frozenset[str]
    incomparable: tuple[Incomparable, ...]


def merge(old: Signatures, new: Signatures) -> Merged:
    """Both cores in one; their ALWAYS declarations are all kept, each once."""
    shared = frozenset(name for name, number in old.deep.items() if new.deep.get(name) == number)
    parts = _Parts()
    old_names, new_names = Renaming(OLD, shared), Renaming(NEW, shared)
    parts.add(old.core, old_names, skip=frozenset())
    parts.add(new.core, new_names, skip=shared)
    facts, incomparable = _facts(old.core.facts, new.core.facts)
    always: dict[int, c.Formula] = {}
    for side, names in ((old, old_names), (new, new_names)):
        for formula in side.core.always:
            always.setdefault(side.node(formula), names.formula(formula))
    tables: dict[str, Table] = {OLD + name: table for name, table in old.core.tables.items()}
    tables.update({NEW + name: table for name, table in new.core.tables.items()})
    made = c.Core(
        facts, parts.contests, tuple(parts.rules), parts.definitions, tuple(parts.blocks), tuple(always.values()), (),
        tables,
    )  # fmt: skip
    return Merged(made, old_names, new_names, shared, incomparable)


@dataclass(slots=True)
class _Parts:
    contests: dict[str, c.Contest] = field(default_factory=dict[str, c.Contest])
    rules: list[c.GroundRule] = field(default_factory=list[c.GroundRule])
    definitions: dict[str, c.GroundDefinition] = field(default_factory=dict[str, c.GroundDefinition])
    blocks: list[c.Block] = field(default_factory=list[c.Block])

    def add(self, core: c.Core, names: Renaming, skip: frozenset[str]) -> None:
        for block in core.blocks:
            # The members of a block are shared together or not at all.
            if block.members[0] in skip:
                continue
            for name in block.members:
                if name in core.contests:
                    self.contest(core, core.contests[name], names)
                else:
                    self.definitions[names.name(name)] = names.definition(core.definitions[name])
            self.blocks.append(replace(block, members=tuple(map(names.name, block.members))))

    def contest(self, core: c.Core, contest: c.Contest, names: Renaming) -> None:
        first = len(self.rules)
        self.rules.extend(names.rule(core.rules[index]) for index in contest.rules)
        key = names.name(contest.key)
        self.contests[key] = replace(
            contest,
            key=key,
            rules=tuple(range(first, len(self.rules))),
            limits=tuple(map(names.limit, contest.limits)),
        )


def _facts(
    old: Mapping[str, c.GroundFact], new: Mapping[str, c.GroundFact]
) -> tuple[dict[str, c.GroundFact], tuple[Incomparable, ...]]:
    """The facts of both; of one that both have, the values that both allow."""
    facts = dict(old)
    incomparable: list[Incomparable] = []
    for key, fact in new.items():
        known = facts.get(key)
        if known is not None and known.nullable != fact.nullable:
            # What one version says may be NONE a case can give so to both.
            known, fact = replace(known, nullable=True), replace(fact, nullable=True)
        if known is None or (known.type == fact.type and known.domain == fact.domain):
            facts[key] = fact
            continue
        common = _common(known, fact)
        if isinstance(common, str):
            incomparable.append((key, common))
        else:
            facts[key] = common
    return facts, tuple(incomparable)


def _common(old: c.GroundFact, new: c.GroundFact) -> c.GroundFact | str:
    if old.domain is not None and new.domain is not None:
        members = tuple(member for member in old.domain if member in new.domain)
        return replace(new, domain=members) if members else "no value is allowed in both"
    match old.type, new.type:
        case NumberType() as left, NumberType() as right if left.unit == right.unit:
            low, high = _extreme(max, left.low, right.low), _extreme(min, left.high, right.high)
            if low is not None and high is not None and low > high:
                return "no value is allowed in both"
            return replace(new, type=NumberType(left.integer or right.integer, low, high, left.unit))
        case _:
            return "it is of another type"


def _extreme(pick: object, left: Fraction | None, right: Fraction | None) -> Fraction | None:
    if left is None or right is None:
        return right if left is None else left
    return pick(left, right)  # type: ignore[operator, no-any-return]
