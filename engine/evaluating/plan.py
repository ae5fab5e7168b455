"""Cone of influence: what bears on some targets, in an order in which it can be computed.

A plan is made once per core and targets.  `goal` needs none; `lanes` and `rails` go through it from the start.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rulelang.engine.core import ContestKind, Core
from rulelang.engine.evaluating.cells import (
    Cell,
    Conjunction,
    FactCell,
    LiteralCell,
    NamedCell,
    NodeCell,
    ReadCell,
    children,
    reach,
)
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, Row, Table, Target, compile_core, row_roots


@dataclass(frozen=True, slots=True)
class Stage:
    """A block of a plan: the cells to compute before it (`outer`), then its rows.

    `inner` are the cells that read rows of the block itself (none if it is not cyclic).  `cycle` is set where the
    block is broken: what it concludes is open, as far as a case closes the cycle (`narrow`).
    """

    outer: tuple[int, ...]
    inner: tuple[int, ...]
    rows: tuple[Row, ...]
    cyclic: bool
    cycle: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What bears on `targets` and on the ALWAYS declarations, bottom-up; `last` are the cells that only these read."""

    targets: tuple[Target, ...]
    always: tuple[Conjunction, ...]
    stages: tuple[Stage, ...]
    last: tuple[int, ...]

    def cells(self) -> list[int]:
        """All cells, in the order in which they are computed."""
        found: list[int] = []
        for stage in self.stages:
            found += stage.outer
            found += stage.inner
        return found + list(self.last)


def target_roots(target: Target) -> tuple[int, ...]:
    """The cells that a target reads directly."""
    return (target.value,) if target.truth is None else tuple(code >> 1 for code in target.truth)


def make_plan(table: Table, targets: Sequence[Target]) -> Plan:
    """The plan for some targets of a table."""
    cells = table.cells
    roots = [root for target in targets for root in target_roots(target)]
    roots += (code >> 1 for part in table.always for code in part)
    blocks = _blocks_below(table, roots)
    done: set[int] = set()
    stages: list[Stage] = []
    start = 0
    for number, block in enumerate(table.blocks):
        nodes = range(start, start + len(block.members))
        start = nodes.stop
        if number not in blocks:
            continue
        rows = tuple(table.rows[node] for node in nodes)
        broken = block.broken or (block.cyclic and any(_valued(row) for row in rows))
        new = _new(cells, [root for row in rows for root in row_roots(row)], done)
        inner = _reading(cells, new, nodes) if block.cyclic else ()
        inside = set(inner)
        cycle = (block.cycle or block.members) if broken else None
        stages.append(Stage(tuple(n for n in new if n not in inside), inner, rows, block.cyclic, cycle))
    return Plan(tuple(targets), table.always, tuple(stages), _new(cells, roots, done))


def _valued(row: Row) -> bool:
    match row:
        case ContestRow(kind=kind):
            return kind is ContestKind.VALUE
        case DefinitionRow(boolean=boolean):
            return not boolean


def _blocks_below(table: Table, roots: Sequence[int]) -> set[int]:
    todo: list[int] = []
    for number in reach(table.cells, roots):
        match table.cells[number]:
            case LiteralCell(node, _) | NamedCell(node) | NodeCell(node):
                todo.append(node)
            case _:
                pass
    members: dict[int, list[int]] = {}
    for node, block in enumerate(table.block_of):
        members.setdefault(block, []).append(node)
    seen: set[int] = set()
    while todo:
        block = table.block_of[todo.pop()]
        if block in seen:
            continue
        seen.add(block)
        todo += (below for node in members[block] for below in table.below[node])
    return seen


def _new(cells: Sequence[Cell], roots: Sequence[int], done: set[int]) -> tuple[int, ...]:
    """The cells that these are made of and that are not done; those that a row writes are left out."""
    new: set[int] = set()
    todo = list(roots)
    while todo:
        number = todo.pop()
        if number in done:
            continue
        done.add(number)
        new.add(number)
        todo += children(cells[number])
    return tuple(n for n in sorted(new) if not isinstance(cells[n], LiteralCell | NamedCell | NodeCell))


def _reading(cells: Sequence[Cell], numbers: Sequence[int], nodes: range) -> tuple[int, ...]:
    inside: set[int] = set()
    for number in numbers:
        for child in children(cells[number]):
            match cells[child]:
                case LiteralCell(node, _) | NamedCell(node) | NodeCell(node) if node in nodes:
                    inside.add(number)
                case _:
                    if child in inside:
                        inside.add(number)
    return tuple(n for n in numbers if n in inside)


def facts_of(table: Table, plan: Plan) -> tuple[str, ...]:
    """The keys of the facts that a plan reads, sorted."""
    found: set[str] = set()
    for number in plan.cells():
        match table.cells[number]:
            case FactCell(fact) | ReadCell(fact):
                found.add(fact)
            case _:
                pass
    return tuple(sorted(found))


# ------------------------------------------------------------------------------------------------------- memory


@dataclass(frozen=True, slots=True)
class _Kept:
    core: Core
    table: Table
    plans: dict[tuple[int, ...], Plan]
    others: dict[tuple[int, ...], Any]
    """What else is made once per plan."""


_KEEP = 64
_kept: OrderedDict[int, _Kept] = OrderedDict()


def _entry(core: Core) -> _Kept:
    # By identity: a core is compared in no other way, and the entry keeps it alive so that its number stays its own.
    entry = _kept.get(id(core))
    if entry is None or entry.core is not core:
        entry = _kept[id(core)] = _Kept(core, compile_core(core), {}, {})
        while len(_kept) > _KEEP:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(id(core))
    return entry


def table_of(core: Core) -> Table:
    """The table of a core program, made once while it is in use."""
    return _entry(core).table


def plan_of(core: Core, targets: tuple[int, ...]) -> Plan:
    """The plan for these of the core's targets, made once while the core is in use."""
    entry = _entry(core)
    plan = entry.plans.get(targets)
    if plan is None:
        plan = entry.plans[targets] = make_plan(entry.table, [entry.table.targets[i] for i in targets])
    return plan


_T = TypeVar("_T")


def kept_for_plan(core: Core, targets: tuple[int, ...], make: Callable[[], _T]) -> _T:
    """Something else that is made once per plan."""
    others = _entry(core).others
    if targets not in others:
        others[targets] = make()
    made: _T = others[targets]
    return made
