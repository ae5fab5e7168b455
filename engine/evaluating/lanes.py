"""The two-valued pass for many lanes at once, the lanes being cases, or worlds of one case.

What is open in a lane is left to a `Chooser`; every lane then is one world, settled exactly.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import combinations
from typing import TypeAlias

from rulelang.engine.core import ContestKind, incompatible
from rulelang.engine.evaluating.cells import NoneCell, TestCell
from rulelang.engine.evaluating.choosers import Choice, Chooser, tiled
from rulelang.engine.evaluating.columns import ANYTHING, Column, Truths, surely
from rulelang.engine.evaluating.plan import Plan, Stage
from rulelang.engine.evaluating.rails import CIRCLE
from rulelang.engine.evaluating.settle import Literals, clashing, patterns, resolutions, standing, twice, unbeaten
from rulelang.engine.evaluating.sweep import (
    Sweep,
    alternating,
    compute,
    compute_all,
    define,
    definition_truth,
    write_literals,
    write_truth,
    write_value,
)
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, ExceptionRow, Row
from rulelang.engine.evaluating.valued import given_values, limited, unbeaten_values, with_none
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.grammar.model import Mode

Conflicts: TypeAlias = dict[int, tuple[int, int]]
"""Node -> the lanes in which it was in conflict, and how many lanes there were."""


class Inexact(Exception):
    """A contest depends on a value that is not told apart from others."""


def run_lanes(
    plan: Plan, sweep: Sweep, chooser: Chooser, cells: Container[int], nodes: Container[int]
) -> Conflicts:
    """Goes through the plan, computing these cells and nodes; the others must have been filled in."""
    conflicts: Conflicts = {}
    for stage in plan.stages:
        rows = [row for row in stage.rows if row.node in nodes]
        _cells(stage.outer, sweep, chooser, cells)
        if not rows:
            # Settled already; later stages may still read what is not.
            _cells(stage.inner, sweep, chooser, cells)
        elif stage.cycle is not None:
            for row in rows:
                _open(row, sweep, chooser, stage.cycle)
            _cells(stage.inner, sweep, chooser, cells)
        elif stage.cyclic:
            _block(stage, sweep, chooser, conflicts)
        else:
            for row in rows:
                _row(row, sweep, chooser, conflicts)
    _cells(plan.last, sweep, chooser, cells)
    return conflicts


def in_conflict(conflicts: Conflicts, node: int, sweep: Sweep) -> int:
    """The lanes in which a contest is in conflict."""
    where, lanes = conflicts.get(node, (0, sweep.lanes))
    return tiled(where, lanes, sweep)


# ------------------------------------------------------------------------------------------------------- cells


def _cells(numbers: Sequence[int], sweep: Sweep, chooser: Chooser, cells: Container[int]) -> None:
    table = sweep.table.cells
    for number in numbers:
        if number in cells:
            open_ = compute(sweep, number)
            if isinstance(table[number], TestCell | NoneCell):
                _decide_test(number, open_, sweep, chooser)


def _decide_test(number: int, open_: int, sweep: Sweep, chooser: Chooser) -> None:
    true, false = sweep.truths[2 * number], sweep.truths[2 * number + 1]
    unknown = sweep.full & ~(true | false)
    if not unknown:
        return
    lanes = sweep.lanes
    kinds: tuple[tuple[Choice, int], ...] = ("test", open_), ("free", unknown & ~open_)
    for kind, where in kinds:
        if where:
            [[_, yes]] = chooser.choose(sweep, kind, number, [(tiled(where, lanes, sweep), (False, True))])
            sweep.truths[2 * number] |= yes
    sweep.truths[2 * number + 1] = sweep.full & ~sweep.truths[2 * number]


def applied(row: ContestRow, truths: Truths, full: int) -> list[int]:
    """The lanes in which each rule of a contest applies."""
    result: list[int] = []
    for rule in row.rules:
        where = full
        for code in rule.body:
            where &= truths[code]
        if rule.exceptions:
            where &= ~forced(rule.exceptions, truths, full)
        result.append(where)
    return result


def forced(exceptions: Sequence[ExceptionRow], truths: Truths, full: int) -> int:
    """The lanes in which one of the exceptions is in force."""
    lanes = 0
    for exception in exceptions:
        where = surely(exception.body, truths, full)
        if exception.exceptions:
            where &= ~forced(exception.exceptions, truths, full)
        lanes |= where
    return lanes


# -------------------------------------------------------------------------------------------------------- rows


def _row(row: Row, sweep: Sweep, chooser: Chooser, conflicts: Conflicts) -> None:
    match row:
        case DefinitionRow():
            define(row, sweep)
        case ContestRow(kind=ContestKind.BOOLEAN):
            _boolean(row, sweep, chooser, conflicts)
        case ContestRow(kind=ContestKind.ACTION):
            _action(row, sweep, chooser, conflicts)
        case ContestRow():
            _value(row, sweep, chooser, conflicts)


def _boolean(row: ContestRow, sweep: Sweep, chooser: Chooser, conflicts: Conflicts) -> None:
    true, false = unbeaten(row, applied(row, sweep.truths, sweep.full))
    if conflict := true & false:
        lanes = sweep.lanes
        conflicts[row.node] = conflict, lanes
        [[first, second]] = chooser.choose(sweep, "contest", row.key, [(conflict, (True, False))])
        true = tiled(true & ~conflict, lanes, sweep) | first
        false = tiled(false & ~conflict, lanes, sweep) | second
    heads: Literals = {True: true, False: false}
    write_literals(sweep, row.node, heads, heads)


def _action(row: ContestRow, sweep: Sweep, chooser: Chooser, conflicts: Conflicts) -> None:
    applies = applied(row, sweep.truths, sweep.full)
    heads, conflict = standing(row, applies)
    if conflict:
        lanes = sweep.lanes
        conflicts[row.node] = conflict, lanes
        found = [(where, resolutions(row, rules)) for where, rules in patterns(applies, conflict)]
        chosen = chooser.choose(sweep, "contest", row.key, found)
        for literal, where in heads.items():
            heads[literal] = tiled(where & ~conflict, lanes, sweep)
        for (_, options), parts in zip(found, chosen, strict=True):
            for literals, where in zip(options, parts, strict=True):
                for literal in literals:
                    heads[literal] = heads.get(literal, 0) | where
    write_literals(sweep, row.node, heads, heads)


def _value(row: ContestRow, sweep: Sweep, chooser: Chooser, conflicts: Conflicts) -> None:
    applies = applied(row, sweep.truths, sweep.full)
    given = given_values(row, sweep.columns)
    if any(where & column.get(ANYTHING, 0) for where, column in zip(applies, given, strict=True)):
        _need_one_rule(applies, given)
    settled = unbeaten_values(row, applies, given)
    if conflict := twice(list(settled.values())):
        lanes = sweep.lanes
        conflicts[row.node] = conflict, lanes
        values = list(settled)
        found = [(where, sorted(which)) for where, which in patterns(list(settled.values()), conflict)]
        options = [(where, [values[i] for i in which]) for where, which in found]
        chosen = chooser.choose(sweep, "contest", row.key, options)
        settled = {value: tiled(where & ~conflict, lanes, sweep) for value, where in settled.items()}
        for (_, which), parts in zip(found, chosen, strict=True):
            for i, where in zip(which, parts, strict=True):
                settled[values[i]] |= where
    column = with_none({value: where for value, where in settled.items() if where}, sweep.full)
    if row.limits:
        limits = [
            (where := surely(limit.body, sweep.truths, sweep.full)
             & ~forced(limit.exceptions, sweep.truths, sweep.full), where)
            for limit in row.limits
        ]
        column = limited(row, column, limits, sweep.columns, sweep.full, sweep.lanes)
    write_value(sweep, row.node, column)


def _need_one_rule(applies: Sequence[int], given: Sequence[Column]) -> None:
    rivals = twice(applies)
    if any(where & rivals & column.get(ANYTHING, 0) for where, column in zip(applies, given, strict=True)):
        raise Inexact


# ------------------------------------------------------------------------------------------------------ blocks


def _block(stage: Stage, sweep: Sweep, chooser: Chooser, conflicts: Conflicts) -> None:
    """A cyclic block: what is sure is established; each contest's world chooses between that and what is possible."""
    settled = alternating(stage, sweep)
    lanes = sweep.lanes
    chosen: dict[int, tuple[Literals, int]] = {}
    for row in stage.rows:
        if isinstance(row, ContestRow):
            sure, possible = settled.sure[row.node], settled.possible[row.node]
            if conflict := clashing(possible, row.kind):
                conflicts[row.node] = conflict, lanes
            chosen[row.node] = _between(row, sure, possible, lanes, sweep, chooser), sweep.lanes
    for node, (heads, then) in chosen.items():
        for literal, where in heads.items():
            heads[literal] = tiled(where, then, sweep)
        write_literals(sweep, node, heads, heads)
    _definitions(stage, sweep)


def _between(
    row: ContestRow, sure: Literals, possible: Literals, lanes: int, sweep: Sweep, chooser: Chooser
) -> Literals:
    literals: list[bool | Mode] = [literal for literal, where in possible.items() if where]
    heads: Literals = {literal: tiled(sure.get(literal, 0), lanes, sweep) for literal in literals}
    perhaps = [tiled(possible[literal] & ~sure.get(literal, 0), lanes, sweep) for literal in literals]
    masks = [*perhaps, *heads.values()]
    unsettled = 0
    for where in perhaps:
        unsettled |= where
    found: list[tuple[int, list[tuple[bool | Mode, ...]]]] = []
    for where, which in patterns(masks, unsettled):
        open_: list[bool | Mode] = [literals[i] for i in sorted(which) if i < len(literals)]
        fixed: list[bool | Mode] = [literals[i - len(literals)] for i in sorted(which) if i >= len(literals)]
        options = _compatible(open_, fixed, row.kind)
        if len(options) > 1:
            found.append((where, options))
    if not found:
        return heads
    width = sweep.lanes
    chosen = chooser.choose(sweep, "contest", row.key, found)
    for literal, where in heads.items():
        heads[literal] = tiled(where, width, sweep)
    for (_, options), parts in zip(found, chosen, strict=True):
        for literal_set, where in zip(options, parts, strict=True):
            for literal in literal_set:
                heads[literal] |= where
    return heads


def _compatible(
    open_: Sequence[bool | Mode], fixed: Sequence[bool | Mode], kind: ContestKind
) -> list[tuple[bool | Mode, ...]]:
    """The sets of open literals that go together and with the fixed ones."""
    return [
        more
        for size in range(len(open_) + 1)
        for more in combinations(open_, size)
        if not any(incompatible(a, b, kind) for a, b in combinations([*fixed, *more], 2))
    ]


def _definitions(stage: Stage, sweep: Sweep) -> None:
    """The boolean definitions of a cyclic block for what its contests have chosen: the least fixed point."""
    rows = [row for row in stage.rows if isinstance(row, DefinitionRow)]
    truths = dict.fromkeys((row.node for row in rows), 0)
    while True:
        for node, where in truths.items():
            write_truth(sweep, node, where, where)
        compute_all(sweep, stage.inner)
        new = {row.node: definition_truth(row, sweep)[0] for row in rows}
        if new == truths:
            return
        truths = new


def _open(row: Row, sweep: Sweep, chooser: Chooser, cycle: tuple[str, ...]) -> None:
    """A row of a broken block: any compatible literals that rules are for; a value nobody knows."""
    words = " -> ".join(cycle)
    match row:
        case ContestRow(kind=ContestKind.VALUE) | DefinitionRow(boolean=False):
            write_value(sweep, row.node, {Undefinedness(f"{CIRCLE}: {words}"): sweep.full})
        case DefinitionRow():
            truths = ((row.key, ()), (row.key, (True,)))
            [[_, yes]] = chooser.choose(sweep, "cycle", words, [(sweep.full, truths)])
            write_truth(sweep, row.node, yes, yes)
        case ContestRow():
            given: Literals = {r.literal: 0 for r in row.rules if r.literal is not None}
            literals = list(given)
            options = _compatible(literals, (), row.kind)
            heads: Literals = dict.fromkeys(literals, 0)
            named = [(row.key, chosen) for chosen in options]
            [parts] = chooser.choose(sweep, "cycle", words, [(sweep.full, named)])
            for chosen, where in zip(options, parts, strict=True):
                for literal in chosen:
                    heads[literal] |= where
            write_literals(sweep, row.node, heads, heads)
