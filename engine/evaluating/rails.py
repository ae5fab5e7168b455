"""The three-valued pass: what is sure whatever the unknown facts are, however conflicts and open tests come out.

Sound (T8): what it calls sure is so in every world.  Not complete: it forgets how unknowns hang together, so it is
never the last word on what it leaves open.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from rulelang.engine.evaluating.columns import surely
from rulelang.engine.evaluating.narrow import narrowed
from rulelang.engine.evaluating.plan import Plan, Stage
from rulelang.engine.evaluating.settle import Literals, rails
from rulelang.engine.evaluating.sweep import (
    Sweep,
    alternating,
    applicable,
    applicable_limits,
    compute_all,
    define,
    write_literals,
    write_truth,
    write_value,
)
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, Row, Target
from rulelang.engine.evaluating.valued import given_values, limited, possible_values
from rulelang.engine.exact.undefined import Undefinedness


def run_rails(plan: Plan, sweep: Sweep, cells: Container[int] | None = None) -> Plan:
    """Goes through the plan; the facts' cells must have been filled in (unknown ones neither true nor false).

    `cells`: those to compute, where others are filled in too.  Gives the plan as these lanes narrow it: their worlds
    can go through that.
    """
    stages: list[Stage] = []
    for stage in plan.stages:
        compute_all(sweep, stage.outer if cells is None else [n for n in stage.outer if n in cells])
        if not stage.cyclic:
            stages.append(stage)
            _settle(stage, sweep)
            continue
        stages.append(Stage(stage.outer, (), (), False, None))
        for part in narrowed(stage, sweep):
            stages.append(part)
            compute_all(sweep, part.outer)
            _settle(part, sweep)
    compute_all(sweep, plan.last if cells is None else [n for n in plan.last if n in cells])
    return replace(plan, stages=tuple(stages))


def _settle(stage: Stage, sweep: Sweep) -> None:
    """The rows of a stage whose `outer` cells are computed."""
    if stage.cycle is not None:
        for row in stage.rows:
            leave_open(row, sweep, stage.cycle)
        compute_all(sweep, stage.inner)
    elif stage.cyclic:
        _block(stage, sweep)
    else:
        for row in stage.rows:
            settle_row(row, sweep)


def settle_row(row: Row, sweep: Sweep) -> None:
    """One contest or definition outside cyclic blocks."""
    match row:
        case DefinitionRow():
            define(row, sweep)
        case ContestRow():
            sure, possible = applicable(row, sweep)
            if sweep.table.reads[row.node] >= 0:
                column = possible_values(row, sure, possible, given_values(row, sweep.columns), sweep.full)
                if row.limits:
                    limits = applicable_limits(row, sweep)
                    column = limited(row, column, limits, sweep.columns, sweep.full, sweep.lanes)
                write_value(sweep, row.node, column)
            elif row.rules and row.rules[0].literal is None:
                return
            else:
                write_literals(sweep, row.node, *rails(row, sure, possible))


def _block(stage: Stage, sweep: Sweep) -> None:
    settled = alternating(stage, sweep)
    for row in stage.rows:
        write_literals(sweep, row.node, settled.sure[row.node], settled.possible[row.node])


CIRCLE = "its rules go in a circle"


def leave_open(row: Row, sweep: Sweep, cycle: tuple[str, ...]) -> None:
    """What a broken block concludes: a literal is possible where a rule is for it; values are undefined."""
    match row:
        case ContestRow():
            heads: Literals = {r.literal: sweep.full for r in row.rules if r.literal is not None}
            write_literals(sweep, row.node, {}, heads)
        case DefinitionRow():
            write_truth(sweep, row.node, 0, sweep.full)
    write_value(sweep, row.node, {Undefinedness(CIRCLE + ": " + " -> ".join(cycle)): sweep.full})


def verdict(target: Target, sweep: Sweep) -> tuple[int, int]:
    """The lanes in which a formula surely holds, surely fails."""
    assert target.truth is not None
    false = 0
    for code in target.truth:
        false |= sweep.truths[code ^ 1]
    return surely(target.truth, sweep.truths, sweep.full), false
