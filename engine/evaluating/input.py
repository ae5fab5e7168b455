"""What is known of the facts, as truth values and columns."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.engine.core import GroundFact
from rulelang.engine.evaluating.cells import FactCell, ReadCell
from rulelang.engine.evaluating.columns import ANYTHING
from rulelang.engine.evaluating.plan import Plan
from rulelang.engine.evaluating.sweep import Sweep, new_sweep
from rulelang.engine.evaluating.table import Table
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

FEW = 16
"""Members of a sort that are told apart in the three-valued pass."""


def one_case(table: Table, plan: Plan, known: Mapping[str, bool | Constant_]) -> Sweep:
    """One lane with the facts of a case; unknown ones are neither true nor false, or may have any value."""
    sweep = new_sweep(table, 1)
    for number in plan.cells():
        match table.cells[number]:
            case FactCell(fact):
                if fact in known:
                    true = 1 if known[fact] is True else 0
                    sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, 1 - true
            case ReadCell(fact):
                if fact in known:
                    value = known[fact]
                    assert not isinstance(value, bool)
                    sweep.columns[number] = {value: 1}
                else:
                    sweep.columns[number] = dict.fromkeys(_members(table.facts[fact]), 1)
            case _:
                pass
    return sweep


def _members(fact: GroundFact) -> tuple[Constant_, ...]:
    if fact.domain is None or len(fact.domain) > FEW:
        return (ANYTHING,)  # type: ignore[return-value]
    return (*fact.domain, NONE) if fact.nullable else fact.domain
