"""One pass through a plan, bottom-up, for many lanes: its state, and what two and three values have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulelang.engine.evaluating.cells import (
    NO_CASE,
    FactCell,
    LiteralCell,
    NamedCell,
    NodeCell,
    NoneCell,
    OrCell,
    ReadCell,
    TestCell,
    True_,
)
from rulelang.engine.evaluating.columns import (
    Column,
    Truths,
    applies,
    choice,
    comparison,
    disjunction,
    mapped,
    none_test,
    possibly,
    surely,
    value,
)
from rulelang.engine.evaluating.plan import Stage
from rulelang.engine.evaluating.settle import Literals, possible_heads, sure_heads, sure_strikers
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, Table
from rulelang.engine.evaluating.valued import taken
from rulelang.engine.grounding.conform import conform


@dataclass(slots=True)
class Sweep:
    """The lanes and what is computed of them so far; see `columns` for `truths` and `columns`."""

    table: Table
    lanes: int
    full: int
    truths: Truths
    columns: list[Column]


def new_sweep(table: Table, lanes: int) -> Sweep:
    """A state in which nothing is computed yet; the facts' cells are to be filled in."""
    full = (1 << lanes) - 1
    truths = [0] * (2 * len(table.cells))
    truths[0] = full
    return Sweep(table, lanes, full, truths, [{}] * len(table.cells))


def compute(sweep: Sweep, number: int) -> int:
    """Computes a cell that is no fact; gives the lanes in which it is a test that is surely open."""
    cell = sweep.table.cells[number]
    open_ = 0
    match cell:
        case OrCell():
            true, false = disjunction(cell, sweep.truths, sweep.full)
        case TestCell():
            true, false, open_ = comparison(cell, sweep.columns, sweep.full, sweep.lanes)
        case NoneCell():
            true, false, open_ = none_test(cell, sweep.columns[cell.operand])
        case True_() | FactCell() | LiteralCell() | NamedCell() | ReadCell() | NodeCell():
            return 0
        case _:
            sweep.columns[number] = value(cell, sweep.columns, sweep.truths, sweep.full, sweep.lanes)
            return 0
    sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, false
    return open_


def write_literals(sweep: Sweep, node: int, sure: Literals, possible: Literals) -> None:
    """Writes the cells that test a contest."""
    for number, literals in sweep.table.tests[node]:
        true = perhaps = 0
        for literal in literals:
            true |= sure.get(literal, 0)
            perhaps |= possible.get(literal, 0)
        sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, sweep.full & ~perhaps


def write_truth(sweep: Sweep, node: int, sure: int, possible: int) -> None:
    """Writes the cell that names a boolean definition, or all that test a contest."""
    for number, _ in sweep.table.tests[node]:
        sweep.truths[2 * number], sweep.truths[2 * number + 1] = sure, sweep.full & ~possible


def write_value(sweep: Sweep, node: int, column: Column) -> None:
    """Writes the cell that reads an outcome or a valued definition."""
    number = sweep.table.reads[node]
    if number >= 0:
        sweep.columns[number] = column


def definition_truth(row: DefinitionRow, sweep: Sweep) -> tuple[int, int]:
    """The lanes in which a boolean definition is surely, possibly true."""
    possible = perhaps_false = 0
    rest = sweep.full
    for condition, truth in row.truths:
        taken = rest & possibly(condition, sweep.truths, sweep.full)
        possible |= taken & possibly(truth, sweep.truths, sweep.full)
        perhaps_false |= taken & ~surely(truth, sweep.truths, sweep.full)
        rest &= ~surely(condition, sweep.truths, sweep.full)
    return sweep.full & ~(perhaps_false | rest), possible


def definition_value(row: DefinitionRow, sweep: Sweep) -> Column:
    """The column of a valued definition."""
    cases = [
        (surely(g, sweep.truths, sweep.full), possibly(g, sweep.truths, sweep.full), sweep.columns[v])
        for g, v in row.values
    ]
    return mapped(lambda v: conform(taken(v), row.type, row.domain), choice(cases, sweep.full, NO_CASE))


def define(row: DefinitionRow, sweep: Sweep) -> None:
    """Computes and writes a definition outside cyclic blocks."""
    if row.boolean:
        write_truth(sweep, row.node, *definition_truth(row, sweep))
    else:
        write_value(sweep, row.node, definition_value(row, sweep))


def applicable(row: ContestRow, sweep: Sweep) -> tuple[list[int], list[int]]:
    """The lanes in which each rule of a contest surely, possibly applies."""
    sure: list[int] = []
    possible: list[int] = []
    for rule in row.rules:
        true, perhaps = applies(rule.body, rule.exceptions, sweep.truths, sweep.full)
        sure.append(true)
        possible.append(perhaps)
    return sure, possible


def applicable_limits(row: ContestRow, sweep: Sweep) -> list[tuple[int, int]]:
    """The same for its limits."""
    return [applies(limit.body, limit.exceptions, sweep.truths, sweep.full) for limit in row.limits]


# ----------------------------------------------------------------------------------------------- cyclic blocks


@dataclass(frozen=True, slots=True)
class Settled:
    """What is established in a cyclic block whatever is chosen (`sure`), and what may be (`possible`), by node.

    A boolean definition of the block has the literal True.
    """

    sure: dict[int, Literals]
    possible: dict[int, Literals]


def alternating(stage: Stage, sweep: Sweep) -> Settled:
    """The alternating fixed point of a cyclic block (semantics, part 1); leaves its result in the cells."""
    contests = [row for row in stage.rows if isinstance(row, ContestRow)]
    strikers = {row.node: [0] * len(row.rules) for row in contests}
    while True:
        nothing: dict[int, Literals] = {row.node: {} for row in stage.rows}
        possible, unstruck = _possible(stage, sweep, nothing, strikers)
        sure, applied = _sure(stage, sweep, nothing, possible)
        new = {row.node: sure_strikers(row, applied[row.node], unstruck[row.node]) for row in contests}
        if new == strikers:
            return Settled(sure, possible)
        strikers = new


def _possible(
    stage: Stage, sweep: Sweep, nothing: dict[int, Literals], strikers: dict[int, list[int]]
) -> tuple[dict[int, Literals], dict[int, list[int]]]:
    possible = nothing
    while True:
        write_block(stage, sweep, nothing, possible)
        new: dict[int, Literals] = {}
        unstruck: dict[int, list[int]] = {}
        for row in stage.rows:
            match row:
                case ContestRow():
                    _, perhaps = applicable(row, sweep)
                    unstruck[row.node], new[row.node] = possible_heads(row, perhaps, strikers[row.node])
                case DefinitionRow():
                    new[row.node] = {True: definition_truth(row, sweep)[1]}
        if new == possible:
            return possible, unstruck
        possible = new


def _sure(
    stage: Stage, sweep: Sweep, nothing: dict[int, Literals], possible: dict[int, Literals]
) -> tuple[dict[int, Literals], dict[int, list[int]]]:
    sure = nothing
    while True:
        write_block(stage, sweep, sure, possible)
        new: dict[int, Literals] = {}
        applied: dict[int, list[int]] = {}
        for row in stage.rows:
            match row:
                case ContestRow():
                    applied[row.node] = applicable(row, sweep)[0]
                    new[row.node] = sure_heads(row, applied[row.node], possible[row.node])
                case DefinitionRow():
                    new[row.node] = {True: definition_truth(row, sweep)[0]}
        if new == sure:
            return sure, applied
        sure = new


def write_block(
    stage: Stage, sweep: Sweep, sure: dict[int, Literals], possible: dict[int, Literals]
) -> None:
    """Writes the tests of a cyclic block's nodes and computes the cells that read them."""
    for row in stage.rows:
        write_literals(sweep, row.node, sure[row.node], possible[row.node])
    compute_all(sweep, stage.inner)


def compute_all(sweep: Sweep, numbers: Iterable[int]) -> None:
    """Computes these cells; open tests stay neither true nor false."""
    for number in numbers:
        compute(sweep, number)
