"""The order in which contests and definitions are settled: strongly connected components, bottom-up.

A component with a cycle is a cyclic block; where the cycle passes through NOT, an exception, a comparison, an
expression or an aggregate it is broken (docs/semantics.md, "Strata").  Nothing here recurses: chains are as long as
rule bases are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from rulelang.engine.core import (
    And,
    Block,
    Contest,
    Core,
    CountOf,
    Established,
    Fold,
    Formula,
    GroundDefinition,
    GroundException,
    GroundRule,
    Named,
    NamedRead,
    NoneTest,
    Not,
    Or,
    OutcomeRead,
    Selected,
    Test,
    Value,
)
from rulelang.engine.core_parts import children
from rulelang.engine.rules.components import components
from rulelang.engine.rules.knots import Knots

Edges: TypeAlias = dict[str, bool]
"""What a node depends on -> whether strictly (else by positive tests only)."""


def blocks(
    contests: Mapping[str, Contest],
    rules: Sequence[GroundRule],
    definitions: Mapping[str, GroundDefinition],
    knots: Knots,
) -> tuple[Block, ...]:
    """Every contest and definition once, each after what it depends on; the contests of a knot in one block."""
    edges: dict[str, Edges] = {}
    first: dict[int, str] = {}
    tied: dict[str, list[str]] = {}
    stands_for: dict[str, str] = {}
    for name, contest in contests.items():
        edges[name] = _contest_edges(contest, rules)
        knot = knots.of(contest.name, contest.args)
        if knot is not None:
            stands_for[name] = first.setdefault(knot, name)
            tied.setdefault(first[knot], []).append(name)
    for name, definition in definitions.items():
        edges[name] = _definition_edges(definition)
    parts = components(_contracted(edges, stands_for, tied)) if tied else components(edges)
    return tuple(
        _block(
            [member for name in component for member in tied.get(name, (name,))],
            edges,
            not tied.keys().isdisjoint(component),
        )
        for component in parts
    )


def _contracted(
    edges: Mapping[str, Edges], stands_for: Mapping[str, str], tied: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, None]]:
    """The dependencies with the contests of each knot taken as one, the first of them."""
    return {
        name: {stands_for.get(other, other): None for member in tied.get(name, (name,)) for other in edges[member]}
        for name in edges
        if stands_for.get(name, name) == name
    }


def _block(component: list[str], edges: Mapping[str, Edges], knotted: bool) -> Block:
    if len(component) == 1 and component[0] not in edges[component[0]]:
        return Block((component[0],), knotted, cycle=(component[0],) if knotted else ())
    inside = set(component)
    within = {name: [other for other in edges[name] if other in inside] for name in component}
    closing: list[tuple[str, str]] = []
    for part in components(within):
        closing += [(name, other) for name in part for other in within[name] if other in part]
    if not closing:
        # A knot none of whose cycles closes on these entities is settled as one all the same.
        return Block(tuple(component), True, cycle=tuple(component))
    strict = [(name, other) for name, other in closing if edges[name][other]]
    start, second = (strict or closing)[0]
    return Block(tuple(component), True, bool(strict), shortest_cycle(start, second, inside, edges))


def shortest_cycle(start: str, second: str, inside: set[str], edges: Mapping[str, Edges]) -> tuple[str, ...]:
    """A shortest way from start by second back to start; the start is not repeated."""
    before: dict[str, str] = {second: start}
    waiting = deque([second])
    while start not in before and waiting:
        name = waiting.popleft()
        for other in edges[name]:
            if other in inside and other not in before:
                before[other] = name
                waiting.append(other)
    if second == start:
        return (start,)
    backwards = [before[start]]
    while backwards[-1] != start:
        backwards.append(before[backwards[-1]])
    return tuple(reversed(backwards))


# ------------------------------------------------------------------------------------------------------- edges


def edges_of(core: Core, name: str) -> Edges:
    """What a contest or definition of a core depends on directly."""
    contest = core.contests.get(name)
    return _definition_edges(core.definitions[name]) if contest is None else _contest_edges(contest, core.rules)


def _contest_edges(contest: Contest, rules: Sequence[GroundRule]) -> Edges:
    edges: Edges = {}
    for number in contest.rules:
        _rule_edges(rules[number], edges)
    for limit in contest.limits:
        _formula_edges(limit.condition, False, edges)
        _exception_edges(limit.exceptions, edges)
        _value_edges(limit.bound, edges)
    return edges


def _rule_edges(rule: GroundRule, edges: Edges) -> None:
    _formula_edges(rule.condition, True, edges)
    _exception_edges(rule.exceptions, edges)
    if rule.value is not None:
        _value_edges(rule.value, edges)


def strictly_read(rule: GroundRule) -> frozenset[str]:
    """The contests and definitions that a rule reads otherwise than by positive tests."""
    edges: Edges = {}
    _rule_edges(rule, edges)
    return frozenset(name for name, strict in edges.items() if strict)


def _exception_edges(exceptions: Iterable[GroundException], edges: Edges) -> None:
    for exception in exceptions:
        _formula_edges(exception.condition, False, edges)
        _exception_edges(exception.exceptions, edges)


def _definition_edges(definition: GroundDefinition) -> Edges:
    edges: Edges = {}
    last = len(definition.cases) - 1
    for number, (condition, value) in enumerate(definition.cases):
        # Later cases read that the earlier conditions are false.
        _formula_edges(condition, number == last and definition.boolean, edges)
        if definition.boolean:
            _formula_edges(cast(Formula, value), True, edges)
        else:
            _value_edges(cast(Value, value), edges)
    return edges


def _formula_edges(formula: Formula, positive: bool, edges: Edges) -> None:
    pending: list[tuple[Formula, bool]] = [(formula, positive)]
    while pending:
        node, sign = pending.pop()
        match node:
            case Established(contest):
                _note(contest, not sign, edges)
            case Named(definition):
                _note(definition, not sign, edges)
            case And(parts) | Or(parts):
                pending.extend((part, sign) for part in reversed(parts))
            case Not(operand):
                if isinstance(operand, Test | NoneTest):
                    pending.append((operand, False))
                else:
                    _negated_edges(operand, sign, edges)
            case Test(_, left, right):
                _value_edges(left, edges)
                _value_edges(right, edges)
            case NoneTest(operand):
                _value_edges(operand, edges)
            case _:
                pass


def _negated_edges(formula: Formula, positive: bool, edges: Edges) -> None:
    """Under one NOT: tests are strict, and a second NOT makes them positive again."""
    pending = [formula]
    while pending:
        node = pending.pop()
        match node:
            case And(parts) | Or(parts):
                pending.extend(reversed(parts))
            case Not(operand):
                _formula_edges(operand, positive, edges)
            case _:
                _formula_edges(node, False, edges)


def _value_edges(value: Value, edges: Edges) -> None:
    pending: list[Value] = [value]
    while pending:
        node = pending.pop()
        match node:
            case OutcomeRead(name) | NamedRead(name):
                _note(name, True, edges)
            case CountOf(conditions):
                for condition in conditions:
                    _formula_edges(condition, False, edges)
            case Fold(_, items) | Selected(items):
                for guard, item in items:
                    _formula_edges(guard, False, edges)
                    pending.append(item)
            case _:
                pending.extend(cast("list[Value]", [*children(node)][::-1]))


def _note(name: str, strict: bool, edges: Edges) -> None:
    edges[name] = edges.get(name, False) or strict
