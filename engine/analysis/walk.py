"""Walks over core programs: every formula and value that is written in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulelang.engine import core as c
from rulelang.engine.core_parts import children


def formulas_of(core: c.Core) -> Iterator[c.Formula | c.Value]:
    """Conditions, exceptions, values and bounds of rules and limits, and the cases of definitions."""
    for rule in core.rules:
        yield rule.condition
        if rule.value is not None:
            yield rule.value
        yield from _conditions(rule.exceptions)
    for contest in core.contests.values():
        for limit in contest.limits:
            yield limit.condition
            yield limit.bound
            yield from _conditions(limit.exceptions)
    for definition in core.definitions.values():
        for condition, value in definition.cases:
            yield condition
            yield value
    yield from core.always


def _conditions(parts: Iterable[c.GroundException]) -> Iterator[c.Formula]:
    for part in parts:
        yield part.condition
        yield from _conditions(part.exceptions)


def nodes(node: c.Formula | c.Value) -> Iterator[c.Formula | c.Value]:
    """A formula or value with all its parts, each shared part once."""
    seen: set[int] = set()
    todo = [node]
    while todo:
        part = todo.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        todo.extend(children(part))


def tests_in(node: c.Formula | c.Value) -> Iterator[c.Test | c.NoneTest]:
    """The comparisons in a formula or value."""
    for part in nodes(node):
        if isinstance(part, c.Test | c.NoneTest):
            yield part


@dataclass(slots=True)
class Reads:
    """What formulas of a core read, down to the facts."""

    core: c.Core
    _direct: dict[str, tuple[frozenset[str], frozenset[str]]] = field(
        default_factory=dict[str, tuple[frozenset[str], frozenset[str]]]
    )

    def names(self, formula: c.Formula | c.Value) -> set[str]:
        """The contests and definitions that bear on a formula or value."""
        return self._reached(formula)[0]

    def facts(self, formula: c.Formula) -> set[str]:
        """The facts that bear on a formula, and those of all ALWAYS declarations."""
        found = self._reached(formula)[1]
        for always in self.core.always:
            found |= _split(always)[1]
        return found

    def _reached(self, formula: c.Formula | c.Value) -> tuple[set[str], set[str]]:
        names, facts = map(set, _split(formula))
        todo = list(names)
        while todo:
            more, read = self._of(todo.pop())
            facts |= read
            todo += more - names
            names |= more
        return names, facts

    def _of(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        known = self._direct.get(name)
        if known is None:
            names: set[str] = set()
            facts: set[str] = set()
            for node in self._written(name):
                one, other = _split(node)
                names |= one
                facts |= other
            known = self._direct[name] = frozenset(names), frozenset(facts)
        return known

    def _written(self, name: str) -> Iterator[c.Formula | c.Value]:
        contest = self.core.contests.get(name)
        if contest is None:
            for condition, value in self.core.definitions[name].cases:
                yield condition
                yield value
            return
        rules: list[c.GroundRule | c.GroundLimit] = [self.core.rules[index] for index in contest.rules]
        rules += contest.limits
        for rule in rules:
            yield rule.condition
            yield from _conditions(rule.exceptions)
            expression = rule.bound if isinstance(rule, c.GroundLimit) else rule.value
            if expression is not None:
                yield expression


def _split(node: c.Formula | c.Value) -> tuple[set[str], set[str]]:
    """The contests and definitions, and the facts, that a formula or value reads itself."""
    names: set[str] = set()
    facts: set[str] = set()
    for part in nodes(node):
        match part:
            case c.FactTest(key) | c.FactRead(key):
                facts.add(key)
            case c.Established(key) | c.OutcomeRead(key) | c.Named(key) | c.NamedRead(key):
                names.add(key)
            case _:
                pass
    return names, facts
