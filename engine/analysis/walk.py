"""Walks over core programs: every formula and value that is written in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.engine import core as c
from rulelang.engine.grounding.always import children


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
