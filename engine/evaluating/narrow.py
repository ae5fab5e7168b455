"""Cyclic blocks cut down to what a case leaves of them, before they are settled.

A block is made for all cases of its entities, and is as large as the product of them; what is known of the facts
rules most of its rules out.  A rule that cannot apply changes nothing (T7).  Where no two rules that are left
contradict each other, a positive block comes to the least fixed point, which may be worked out component by component.
And a cycle through a strict dependency counts only where the case closes it (docs/semantics.md, D10.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from rulelang.engine.core import ContestKind, incompatible
from rulelang.engine.evaluating.cells import (
    ChoiceCell,
    Conjunction,
    CountCell,
    FoldCell,
    LiteralCell,
    NamedCell,
    NodeCell,
    OrCell,
    children,
)
from rulelang.engine.evaluating.columns import ANYTHING, applies, possibly, surely
from rulelang.engine.evaluating.plan import Stage
from rulelang.engine.evaluating.sweep import Sweep, compute_all, write_truth, write_value
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, ExceptionRow, Row, row_roots
from rulelang.engine.grounding.blocks import Edges, shortest_cycle
from rulelang.engine.rules.components import components

_Read: TypeAlias = tuple[int, bool | None]
"""A cell that is read: under an even number of NOTs, an odd one, or in an expression (None)."""


def narrowed(stage: Stage, sweep: Sweep) -> tuple[Stage, ...]:
    """The stages that a cyclic one falls into in these lanes, bottom-up; `stage.outer` must have been computed.

    Each cell of `stage.inner` is in one of them.  Rules that apply in no lane are left out of the rows.
    """
    for row in stage.rows:
        write_truth(sweep, row.node, 0, sweep.full)
        write_value(sweep, row.node, {ANYTHING: sweep.full})
    compute_all(sweep, stage.inner)
    rows = tuple(_alive(row, sweep) if isinstance(row, ContestRow) else row for row in stage.rows)
    if stage.cycle is None and any(_contested(row) for row in rows):
        return (replace(stage, outer=(), rows=rows),)
    return tuple(_parts(stage, rows, sweep))


def _alive(row: ContestRow, sweep: Sweep) -> ContestRow:
    """The row without the rules and limits that apply in no lane."""
    kept = [
        i for i, rule in enumerate(row.rules) if applies(rule.body, rule.exceptions, sweep.truths, sweep.full)[1]
    ]
    limits = tuple(it for it in row.limits if applies(it.body, it.exceptions, sweep.truths, sweep.full)[1])
    if len(kept) == len(row.rules) and len(limits) == len(row.limits):
        return row
    place = {old: new for new, old in enumerate(kept)}

    def moved(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(place[old] for old in places if old in place)

    return replace(
        row,
        rules=tuple(row.rules[i] for i in kept),
        above=tuple(moved(row.above[i]) for i in kept),
        outranks=tuple(frozenset(moved(row.outranks[i])) for i in kept),
        rest=tuple(moved(row.rest[i]) for i in kept),
        limits=limits,
    )


def _contested(row: Row) -> bool:
    if not isinstance(row, ContestRow):
        return False
    heads = list(dict.fromkeys(rule.literal for rule in row.rules if rule.literal is not None))
    return any(incompatible(one, other, row.kind) for i, one in enumerate(heads) for other in heads[:i])


# ------------------------------------------------------------------------------------------------------- parts


def _parts(stage: Stage, rows: Sequence[Row], sweep: Sweep) -> Iterator[Stage]:
    """A stage for each component of what the rows still read of each other, and one for the cells that are left."""
    by_key = {row.key: row for row in rows}
    edges = {row.key: _edges(row, {other.node: other.key for other in rows}, sweep) for row in rows}
    inner = frozenset(stage.inner)
    done: set[int] = set()
    for component in components(edges):
        members = tuple(by_key[key] for key in component)
        cells = _new(sweep, members, inner, done)
        cycle = _strict_cycle(component, edges)
        if len(component) == 1 and component[0] not in edges[component[0]]:
            yield Stage(cells, (), members, False, None)
        else:
            reading = _reading(sweep, cells, {row.node for row in members})
            outer = tuple(number for number in cells if number not in reading)
            yield Stage(outer, tuple(n for n in cells if n in reading), members, True, cycle)
    yield Stage(tuple(number for number in stage.inner if number not in done), (), (), False, None)


def _strict_cycle(component: Sequence[str], edges: dict[str, Edges]) -> tuple[str, ...] | None:
    inside = set(component)
    for name in component:
        for other, strict in edges[name].items():
            if strict and other in inside:
                return shortest_cycle(name, other, inside, edges)
    return None


def _new(sweep: Sweep, rows: Iterable[Row], inner: frozenset[int], done: set[int]) -> tuple[int, ...]:
    """The cells of the block that these rows read and that no earlier ones have, in the order of their numbers."""
    new: set[int] = set()
    todo = [root for row in rows for root in row_roots(row)]
    while todo:
        number = todo.pop()
        if number in inner and number not in done:
            done.add(number)
            new.add(number)
            todo += children(sweep.table.cells[number])
    return tuple(sorted(new))


def _reading(sweep: Sweep, numbers: Sequence[int], nodes: set[int]) -> frozenset[int]:
    """Those of the cells that read these nodes, directly or through each other."""
    cells = sweep.table.cells
    found: set[int] = set()
    for number in numbers:
        for child in children(cells[number]):
            cell = cells[child]
            if child in found or (isinstance(cell, LiteralCell | NamedCell | NodeCell) and cell.node in nodes):
                found.add(number)
    return frozenset(found)


# ------------------------------------------------------------------------------------------------------- edges


def _edges(row: Row, keys: dict[int, str], sweep: Sweep) -> Edges:
    """What a row reads of the block where the cells are not settled: key -> whether strictly."""
    found: Edges = {}
    todo: list[_Read] = []
    match row:
        case ContestRow():
            for rule in row.rules:
                _body(rule.body, True, todo)
                _exceptions(rule.exceptions, sweep, todo)
                if row.kind is ContestKind.VALUE:
                    todo.append((rule.value, None))
            for limit in row.limits:
                _body(limit.body, None, todo)
                _exceptions(limit.exceptions, sweep, todo)
                todo.append((limit.bound, None))
        case DefinitionRow():
            _cases(row, sweep, todo)
    seen: set[_Read] = set()
    while todo:
        read = todo.pop()
        if read in seen or _settled(sweep, read[0]):
            continue
        seen.add(read)
        number, sign = read
        match sweep.table.cells[number]:
            case LiteralCell(node, _) | NamedCell(node):
                if node in keys:
                    found[keys[node]] = found.get(keys[node], False) or sign is not True
            case NodeCell(node):
                if node in keys:
                    found[keys[node]] = True
            case OrCell(parts):
                for part in parts:
                    if possibly(part, sweep.truths, sweep.full):
                        _body(part, sign, todo)
            case CountCell(conditions):
                for condition in conditions:
                    if possibly(condition, sweep.truths, sweep.full):
                        _body(condition, None, todo)
            case FoldCell(_, items) | ChoiceCell(items):
                for guard, value in items:
                    if possibly(guard, sweep.truths, sweep.full):
                        _body(guard, None, todo)
                        todo.append((value, None))
            case cell:
                todo.extend((child, None) for child in children(cell))
    return found


def _body(body: Conjunction, sign: bool | None, todo: list[_Read]) -> None:
    for code in body:
        todo.append((code >> 1, None if sign is None else sign is not bool(code & 1)))


def _exceptions(exceptions: Iterable[ExceptionRow], sweep: Sweep, todo: list[_Read]) -> None:
    for exception in exceptions:
        if possibly(exception.body, sweep.truths, sweep.full):
            _body(exception.body, None, todo)
            _exceptions(exception.exceptions, sweep, todo)


def _cases(row: DefinitionRow, sweep: Sweep, todo: list[_Read]) -> None:
    last = len(row.truths) - 1
    for number, (condition, truth) in enumerate(row.truths):
        if possibly(condition, sweep.truths, sweep.full):
            # Later cases read that the earlier conditions are false.
            _body(condition, True if number == last else None, todo)
            _body(truth, True, todo)
        if surely(condition, sweep.truths, sweep.full) == sweep.full:
            return
    for condition, value in row.values:
        if possibly(condition, sweep.truths, sweep.full):
            _body(condition, None, todo)
            todo.append((value, None))
        if surely(condition, sweep.truths, sweep.full) == sweep.full:
            return


def _settled(sweep: Sweep, number: int) -> bool:
    """Whether a cell is the same in all lanes whatever the block comes to."""
    if sweep.truths[2 * number] | sweep.truths[2 * number + 1] == sweep.full:
        return True
    column = sweep.columns[number]
    return len(column) == 1 and ANYTHING not in column and sweep.full in column.values()
