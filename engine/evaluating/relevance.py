"""What still bears on a target once the three-valued pass has settled what it can."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.engine.evaluating.cells import (
    ApplyCell,
    ChoiceCell,
    Conjunction,
    CountCell,
    FactCell,
    FoldCell,
    LiteralCell,
    NamedCell,
    NodeCell,
    NoneCell,
    OrCell,
    ReadCell,
    TestCell,
)
from rulelang.engine.evaluating.columns import ANYTHING, possibly, surely
from rulelang.engine.evaluating.plan import Plan, target_roots
from rulelang.engine.evaluating.sweep import Sweep, applicable, applicable_limits
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, ExceptionRow, Row


@dataclass(frozen=True, slots=True)
class Relevant:
    """The cells and nodes that are not settled and may bear on the target, and the unknown facts among them.

    `direct` are valued facts that a rule, a limit or the target takes as its value; `always` the declarations that
    bear on these cells.
    """

    cells: frozenset[int]
    nodes: frozenset[int]
    facts: tuple[str, ...]
    direct: frozenset[str]
    always: tuple[Conjunction, ...]


@dataclass(slots=True)
class _Search:
    """Goes down from the target through what one lane's rails leave open."""

    plan: Plan
    sweep: Sweep
    cells: set[int]
    nodes: set[int]
    facts: set[str]
    direct: set[str]
    todo: list[int]
    broken: frozenset[int]

    def settled(self, number: int) -> bool:
        truths, column = self.sweep.truths, self.sweep.columns[number]
        if truths[2 * number] | truths[2 * number + 1]:
            return True
        return len(column) == 1 and ANYTHING not in column

    def body(self, body: Conjunction) -> None:
        if possibly(body, self.sweep.truths, 1):
            self.todo += (code >> 1 for code in body)

    def exceptions(self, exceptions: tuple[ExceptionRow, ...]) -> None:
        for exception in exceptions:
            if possibly(exception.body, self.sweep.truths, 1):
                self.body(exception.body)
                self.exceptions(exception.exceptions)

    def value(self, number: int) -> None:
        cell = self.sweep.table.cells[number]
        if isinstance(cell, ReadCell) and not self.settled(number):
            self.direct.add(cell.fact)
        self.todo.append(number)

    def run(self, rows: dict[int, tuple[Row, ...]]) -> None:
        while self.todo:
            number = self.todo.pop()
            if number in self.cells or self.settled(number):
                continue
            self.cells.add(number)
            self.cell(number, rows)

    def cell(self, number: int, rows: dict[int, tuple[Row, ...]]) -> None:
        match self.sweep.table.cells[number]:
            case FactCell(fact) | ReadCell(fact):
                self.facts.add(fact)
            case OrCell(parts) | CountCell(parts):
                for part in parts:
                    self.body(part)
            case TestCell(_, left, right, _):
                self.todo += (left, right)
            case NoneCell(_, operand, _):
                self.todo.append(operand)
            case ApplyCell(_, args):
                self.todo += args
            case FoldCell(_, items) | ChoiceCell(items):
                for guard, item in items:
                    if possibly(guard, self.sweep.truths, 1):
                        self.body(guard)
                        self.value(item)
            case LiteralCell(node, _) | NamedCell(node) | NodeCell(node):
                for row in rows.get(node, ()):
                    if row.node not in self.nodes:
                        self.nodes.add(row.node)
                        if row.node not in self.broken:
                            self.row(row)
            case _:
                pass

    def row(self, row: Row) -> None:
        match row:
            case ContestRow():
                for rule, possible in zip(row.rules, applicable(row, self.sweep)[1], strict=True):
                    if possible:
                        self.body(rule.body)
                        self.exceptions(rule.exceptions)
                        if rule.literal is None:
                            self.value(rule.value)
                for limit, (_, possible) in zip(row.limits, applicable_limits(row, self.sweep), strict=True):
                    if possible:
                        self.body(limit.body)
                        self.exceptions(limit.exceptions)
                        self.value(limit.bound)
            case DefinitionRow():
                for condition, truth in row.truths:
                    self.body(condition)
                    self.body(truth)
                for condition, value in row.values:
                    if possibly(condition, self.sweep.truths, 1):
                        self.body(condition)
                        self.value(value)


def relevant(plan: Plan, sweep: Sweep) -> Relevant:
    """What bears on the plan's one target; `sweep` has one lane and the rails of the plan."""
    # A block is one: where a row of a cyclic block is reached, all its rows are.
    rows = {row.node: stage.rows if stage.cycle is None else (row,) for stage in plan.stages for row in stage.rows}
    broken = frozenset(row.node for stage in plan.stages if stage.cycle is not None for row in stage.rows)
    search = _Search(plan, sweep, set(), set(), set(), set(), [], broken)
    for target in plan.targets:
        if target.truth is None:
            search.value(target.value)
        elif possibly(target.truth, sweep.truths, 1):
            search.todo += target_roots(target)
    search.run(rows)
    always: list[Conjunction] = []
    left = [part for part in plan.always if not surely(part, sweep.truths, 1)]
    while left:
        touching = [part for part in left if _cells(part, plan, sweep, rows) & search.cells]
        if not touching:
            break
        for part in touching:
            search.todo += (code >> 1 for code in part)
        search.run(rows)
        always += touching
        left = [part for part in left if part not in touching]
    return Relevant(
        frozenset(search.cells), frozenset(search.nodes), tuple(sorted(search.facts)), frozenset(search.direct),
        tuple(always),
    )


def open_reads(plan: Plan, sweep: Sweep, row: Row) -> set[int]:
    """The contests and definitions that a row reads where one lane's rails leave open what it reads of them."""
    search = _Search(plan, sweep, set(), set(), set(), set(), [], frozenset())
    search.row(row)
    search.run({})
    cells = (sweep.table.cells[number] for number in search.cells)
    return {cell.node for cell in cells if isinstance(cell, LiteralCell | NamedCell | NodeCell)}


def _cells(part: Conjunction, plan: Plan, sweep: Sweep, rows: dict[int, tuple[Row, ...]]) -> set[int]:
    """What is not settled of a declaration: facts, and comparisons that are open whatever the facts are."""
    search = _Search(plan, sweep, set(), set(), set(), set(), [code >> 1 for code in part], frozenset())
    search.run(rows)
    return search.cells
