"""Whether what holds of a few made-up entities of a listed sort holds of any number of them.

A condition that names its entities comes out the same in every case that has them.  One that ranges over a sort which
a case lists (ANY, EVERY, COUNT, SUM and so on) may not; over a sort with fixed members it does.  An entity that is
the value of a fact or outcome is one more than those that are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulelang.engine import core as c
from rulelang.engine.analysis.scope import mentioned
from rulelang.engine.analysis.walk import nodes
from rulelang.engine.grounding.matching import Match
from rulelang.engine.rules.formulas import walk
from rulelang.grammar import model as m


@dataclass(slots=True)
class Ranging:
    """Says over which listed sorts conditions of a program range; definitions are looked into."""

    program: m.Program
    listed: frozenset[str] = field(init=False)
    named: dict[str, set[str]] = field(init=False)
    """The entities of listed sorts that the rules name."""

    def __post_init__(self) -> None:
        self.listed = frozenset(sort.name for sort in self.program.sorts.values() if sort.members is None)
        self.named = {}
        for sort, entity in mentioned(self.program):
            self.named.setdefault(sort, set()).add(entity)

    @property
    def most_named(self) -> int:
        """How many entities of one sort the rules name at most."""
        return max(map(len, self.named.values()), default=0)

    def sorts(self, *conditions: m.Formula) -> tuple[str, ...]:
        """The listed sorts over which these range, in the order of their declarations."""
        found: set[str] = set()
        for node in self._written(conditions):
            match node:
                case m.Quantified(binder=binder) | m.Count(binder=binder) | m.Fold(binder=binder):
                    found |= self.listed & {binder.range.sort}
                case m.TableValue(name, column):
                    # The entities in its rows are none of those that were made up.
                    table = self.program.tables[name]
                    types = [table.types[table.columns.index(column)], *(one.type for one in table.parameters)]
                    found |= {type_.name for type_ in types if isinstance(type_, m.SortType)} & self.listed
                case m.Before():
                    # Made-up entities stand behind those that are named, whatever a case lists first.
                    found.update(self.named)
                case _:
                    pass
        return tuple(sort for sort in self.program.sorts if sort in found)

    def values(self, condition: m.Formula) -> int:
        """How many entities of listed sorts a condition reads as values."""
        return sum(self._is_entity(node) for node in self._written([condition]))

    def of_each(self, condition: m.Formula) -> bool:
        """Whether a declaration goes on to hold where a case has fewer entities: it speaks of each by itself."""
        while isinstance(condition, m.Quantified) and condition.quantifier == "EVERY":
            if not isinstance(condition.binder.range, m.SortRange):
                break
            condition = condition.body
        return not self.sorts(condition) and not self.values(condition)

    def crowded(self, core: c.Core, parts: Sequence[c.Formula], matches: Sequence[Match]) -> str | None:
        """The first listed sort of which these may speak of more entities than were made up."""
        if not self.listed:
            return None
        spoken = {sort: set(self.named.get(sort, ())) for sort in self.listed}
        for match in matches:
            for value, sort in match.environment.values():
                if sort in spoken and isinstance(value, c.Constant):
                    spoken[sort].add(str(value.value))
        reads: dict[str, set[str]] = {}
        domains: dict[str, int] = {}
        for node in _all_nodes(core, parts):
            match node:
                case c.FactRead(key):
                    read: c.GroundFact | c.Contest = core.facts[key]
                case c.OutcomeRead(key):
                    read = core.contests[key]
                case _:
                    continue
            if isinstance(read.type, m.SortType) and read.type.name in self.listed:
                reads.setdefault(read.type.name, set()).add(key)
                domains[read.type.name] = len(read.domain or ())
        for sort in self.program.sorts:
            if sort in reads and len(spoken[sort]) + len(reads[sort]) > domains[sort]:
                return sort
        return None

    def _is_entity(self, node: object) -> bool:
        match node:
            case m.FactValue(name):
                type_ = self.program.facts[name].type
            case m.OutcomeValue(name):
                type_ = self.program.outcomes[name].type
            case _:
                return False
        return isinstance(type_, m.SortType) and type_.name in self.listed

    def _written(self, conditions: Sequence[m.Formula]) -> Iterator[object]:
        """The parts of these, and of the definitions that they use."""
        seen: set[str] = set()
        todo: list[m.Formula | m.Value] = list(conditions)
        while todo:
            for node in walk(todo.pop()):
                yield node
                if isinstance(node, m.DefinitionHolds | m.DefinitionValue) and node.name not in seen:
                    seen.add(node.name)
                    for case in self.program.definitions[node.name].cases:
                        todo += [part for part in (case.condition, case.value) if part is not None]


def conjuncts(condition: m.Formula) -> Iterator[m.Formula]:
    """The parts of a conjunction, by themselves."""
    if isinstance(condition, m.And):
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def _all_nodes(core: c.Core, parts: Sequence[c.Formula]) -> Iterator[object]:
    seen: set[str] = set()
    todo: list[c.Formula | c.Value] = list(parts)
    while todo:
        for node in nodes(todo.pop()):
            yield node
            if isinstance(node, c.Named | c.NamedRead) and node.definition not in seen:
                seen.add(node.definition)
                for condition, value in core.definitions[node.definition].cases:
                    todo += [condition, value]
