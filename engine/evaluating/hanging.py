"""What hangs on a conflict in a circle: contests that a world chooses for and that no rules contend for (D10.4).

Where a literal of a circle is possible because of a conflict in it, each world chooses whether it holds.  Such a choice
is no conflict: what is to be named is the conflict that it hangs on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulelang.engine.core import ContestKind, Core
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.plan import Plan, plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails
from rulelang.engine.evaluating.relevance import open_reads
from rulelang.engine.evaluating.settle import clashing, rails
from rulelang.engine.evaluating.sweep import Sweep, applicable
from rulelang.engine.evaluating.table import ContestRow
from rulelang.grammar.model import Constant_


def hangs_on(plan: Plan, sweep: Sweep, contested: Callable[[ContestRow], bool]) -> dict[str, tuple[str, ...]]:
    """Each contest of a circle that is not contested -> the contested ones of the circle that it comes to first.

    Arguments:
        plan: as the three-valued pass narrows it; `sweep` has that pass in one lane.
        contested: whether a contest of a circle may be in conflict.
    """
    found: dict[str, tuple[str, ...]] = {}
    for stage in plan.stages:
        if not stage.cyclic or stage.cycle is not None:
            continue
        rows = {row.node: row for row in stage.rows}
        conflicts = {node for node, row in rows.items() if isinstance(row, ContestRow) and contested(row)}
        if not conflicts:
            continue
        reads = {node: open_reads(plan, sweep, row) & rows.keys() for node, row in rows.items()}
        for node, row in rows.items():
            if node not in conflicts and isinstance(row, ContestRow):
                keys = [rows[other].key for other in _reached(node, reads, conflicts)]
                if keys:
                    found[row.key] = tuple(sorted(keys))
    return found


def hanging(
    core: Core, known: Mapping[str, bool | Constant_], index: int, possible: Callable[[str], bool]
) -> dict[str, tuple[str, ...]]:
    """Each contest that hangs on conflicts in a circle, of those that bear on `core.targets[index]`, with these.

    `possible`: whether a contest of which the three-valued pass leaves it open can be in conflict.
    """
    plan = plan_of(core, (index,))
    if not any(stage.cyclic for stage in plan.stages):
        return {}
    sweep = one_case(table_of(core), plan, known)
    plan = run_rails(plan, sweep)
    return hangs_on(plan, sweep, lambda row: may_clash(row, sweep) and possible(row.key))


def may_clash(row: ContestRow, sweep: Sweep) -> bool:
    """Whether the three-valued pass leaves it possible that a contest is in conflict: outside of circles only by two
    rules that nothing orders."""
    sure, possible = applicable(row, sweep)
    circle = sweep.table.blocks[sweep.table.block_of[row.node]].cyclic
    unordered = (
        possible[place] and possible[other] for place, others in enumerate(row.rest) for other in others
    )
    if not circle and not any(unordered):
        return False
    if row.kind is ContestKind.VALUE:
        return True
    return bool(clashing(rails(row, sure, possible)[1], row.kind))


def _reached(node: int, reads: Mapping[int, set[int]], conflicts: set[int]) -> set[int]:
    """The conflicts that a contest comes to without passing another one."""
    found: set[int] = set()
    seen = {node}
    todo = [node]
    while todo:
        for other in reads[todo.pop()] - seen:
            seen.add(other)
            if other in conflicts:
                found.add(other)
            else:
                todo.append(other)
    return found
