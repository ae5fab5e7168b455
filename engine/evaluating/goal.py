"""The two-valued, goal-directed pass: one case, one target, nothing looked at that does not bear on it.

A contest is settled as soon as the rules left cannot change it: rules stand in an order that extends "outranks", so
the first that applies is unbeaten, and only the later ones that it does not outrank can still oppose it (theorem T2).
What is settled is remembered, and the chain of rules that fired is read off the memory.

Gives up where it meets something open: an unknown fact, an open test, a conflict, a cyclic block.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

from rulelang.engine.core import ContestKind, Core, incompatible
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.evaluating.cells import NO_VALUE, LiteralCell, NodeCell
from rulelang.engine.evaluating.goal_rows import GoalContest, reads_of
from rulelang.engine.evaluating.goal_settle import (
    GoalTable,
    Known,
    Memo,
    Open,
    all_true,
    applies,
    body_of,
    settle,
    value_of,
)
from rulelang.engine.evaluating.plan import table_of
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, Table, Target
from rulelang.engine.exact.arithmetic import Result, Undefinedness
from rulelang.grammar.values import NONE

STEP = 50
"""Contests of every so many levels are settled first, so that deep chains need no deep recursion."""


HOLDS = Decision(Status.HOLDS)
FAILS = Decision(Status.FAILS)
_FAILS = {why: Decision(Status.FAILS, why=why) for why in Why}


@dataclass(frozen=True, slots=True)
class Goal:
    """What the pass found: the decision, and the memory that the chain is read from."""

    decision: Decision
    goals: GoalTable
    target: Target
    memo: Memo

    def chain(self) -> tuple[int, ...]:
        """Indices of the core's rules that fired for the target, each after those that it rests on."""
        return _chain(self.goals, self.target, self.memo)


_KEEP = 64
_kept: OrderedDict[int, tuple[Core, GoalTable]] = OrderedDict()


def goal_table(core: Core) -> GoalTable:
    """The goal-directed pass's rows of a core, kept while the core is in use."""
    entry = _kept.get(id(core))
    if entry is not None and entry[0] is core:
        return entry[1]
    table = table_of(core)
    size = len(table.rows)
    goals = GoalTable(table, [None] * size, [None] * size, {}, {}, {})
    _kept[id(core)] = core, goals
    while len(_kept) > _KEEP:
        _kept.popitem(last=False)
    return goals


def run_goal(core: Core, known: Known, index: int = 0) -> Goal | None:
    """Decides the core's target for what is known; None where something open bears on it."""
    goals = goal_table(core)
    target = goals.table.targets[index]
    return _run(goals, _stones(goals, index, target), target, known, {})


def run_goals(core: Core, known: Known) -> Iterator[Decision | None]:
    """The decision on each of the core's targets, as `run_goal` finds it; what was settled for one is for the others.

    A memory that is shared holds more than what one target rests on, so no chain is read from it.
    """
    goals = goal_table(core)
    memo: Memo = {}
    for target in goals.table.targets:
        goal = _run(goals, _make_stones(goals.table, target, memo), target, known, memo)
        yield None if goal is None else goal.decision


def _run(goals: GoalTable, stones: tuple[int, ...], target: Target, known: Known, memo: Memo) -> Goal | None:
    try:
        for node in stones:
            settle(goals, node, known, memo)
        if target.truth is None:
            content = value_of(goals, target.value, known, memo)
            return _with_value(content, goals, target, memo)
        if all_true(goals, body_of(goals, target.truth), known, memo):
            return Goal(HOLDS, goals, target, memo)
        return Goal(_fails(goals, target, known, memo), goals, target, memo)
    except (Open, KeyError, TypeError):
        # An unknown fact is missing in `known`; NONE and durations do not compare with Python's operators.
        return None


def _with_value(content: Result, goals: GoalTable, target: Target, memo: Memo) -> Goal | None:
    if not isinstance(content, Undefinedness):
        return Goal(Decision(Status.VALUE, value=content), goals, target, memo)
    if content == NO_VALUE and isinstance(goals.table.cells[target.value], NodeCell):
        return Goal(Decision(Status.VALUE, value=NONE), goals, target, memo)
    return None


def _stones(goals: GoalTable, index: int, target: Target) -> tuple[int, ...]:
    stones = goals.stones.get(index)
    if stones is None:
        stones = goals.stones[index] = _make_stones(goals.table, target, ())
    return stones


def _make_stones(table: Table, target: Target, settled: Container[int]) -> tuple[int, ...]:
    """The nodes to settle first; what is settled already needs no more."""
    roots = (target.value,) if target.truth is None else tuple(code >> 1 for code in target.truth)
    todo = [node for root in roots for node in reads_of(table, (), root) if node not in settled]
    if max((table.levels[node] for node in todo), default=0) < STEP:
        return ()
    seen = set(todo)
    while todo:
        for node in table.below[todo.pop()]:
            if node not in seen and node not in settled:
                seen.add(node)
                todo.append(node)
    return tuple(node for node in sorted(seen) if table.levels[node] and table.levels[node] % STEP == 0)


# ------------------------------------------------------------------------------------------------ why and chain


def _fails(goals: GoalTable, target: Target, known: Known, memo: Memo) -> Decision:
    assert target.truth is not None
    if len(target.truth) != 1 or target.truth[0] & 1:
        return FAILS
    cell = goals.table.cells[target.truth[0] >> 1]
    if not isinstance(cell, LiteralCell):
        return FAILS
    row = goals.rows[cell.node]
    assert isinstance(row, GoalContest)
    return _FAILS[_why(goals, row, cell.literals, known, memo)]


def _why(goals: GoalTable, row: GoalContest, literals: tuple[Any, ...], known: Known, memo: Memo) -> Why:
    settled = memo[row.row.node]
    if row.row.kind is ContestKind.ACTION:
        if any(all(incompatible(one, other, row.row.kind) for one in literals) for other in settled):
            return Why.REJECTED
    elif settled:
        return Why.REJECTED
    mine = [rule for rule, made in zip(row.rules, row.row.rules, strict=True) if made.literal in literals]
    if row.row.kind is ContestKind.ACTION and any(applies(goals, rule, known, memo) for rule in mine):
        return Why.OVERRIDDEN
    if any(all_true(goals, rule[1], known, memo) for rule in mine):
        return Why.EXCEPTED
    return Why.CONDITION_FALSE if mine else Why.NO_RULE


def _chain(goals: GoalTable, target: Target, memo: Memo) -> tuple[int, ...]:
    rows, reads = goals.table.rows, goals.reads
    todo = list(reversed(_asked(goals, target)))
    seen: set[int] = set()
    chain: list[int] = []
    while todo:
        node = todo.pop()
        if node < 0:
            chain.append(-1 - node)
            continue
        if node in seen or node not in memo:
            continue
        seen.add(node)
        row = rows[node]
        if isinstance(row, DefinitionRow):
            todo += reversed(goals.table.below[node])
            continue
        for rule in _fired(row, memo):
            # A rule is told after all that it rests on: numbers below zero are rules waiting for that.
            todo.append(-1 - rule)
            below = reads.get(rule)
            todo += _reads(goals, row, rule) if below is None else below
    return tuple(chain)


def _asked(goals: GoalTable, target: Target) -> tuple[int, ...]:
    """The nodes that a target reads."""
    roots = (target.value,) if target.truth is None else tuple(code >> 1 for code in target.truth)
    cells = goals.table.cells
    if len(roots) == 1 and isinstance(cell := cells[roots[0]], LiteralCell | NodeCell):
        return (cell.node,)
    return tuple(node for root in roots for node in reads_of(goals.table, (), root))


def _fired(row: ContestRow, memo: Memo) -> tuple[int, ...]:
    if row.kind is ContestKind.BOOLEAN:
        name: int = memo[row.node]
        return (abs(name) - 1,) if name else ()
    fired: tuple[int, ...] = memo.get(-1 - row.node, ())
    return fired


def _reads(goals: GoalTable, row: ContestRow, index: int) -> tuple[int, ...]:
    """The nodes that a rule reads, the last first."""
    reads = goals.reads.get(index)
    if reads is None:
        rule = next(rule for rule in row.rules if rule.index == index)
        reads = goals.reads[index] = tuple(reversed(reads_of(goals.table, rule.body, rule.value)))
    return reads
