"""Many cases of one core at once: bit-parallel where the facts are truth values or compared with constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.evaluating.choosers import Marked
from rulelang.engine.evaluating.entail import Known, tested
from rulelang.engine.evaluating.lanes import run_lanes
from rulelang.engine.evaluating.packing import Packing, make_packing, pack
from rulelang.engine.evaluating.plan import Plan, kept_for_plan, plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails, verdict
from rulelang.engine.evaluating.sweep import Sweep
from rulelang.engine.evaluating.why import reasons

HOLDS = Decision(Status.HOLDS)
FAILS: dict[Why | None, Decision] = {why: Decision(Status.FAILS, why=why) for why in (None, *Why)}


@dataclass(frozen=True, slots=True)
class Verdicts:
    """For each target the cases in which it surely holds and surely fails, as bits; the others must be decided one
    by one.  Target number i is the i-th that was asked for."""

    holds: tuple[int, ...]
    fails: tuple[int, ...]


def settle_batch(core: Core, knowns: Sequence[Known], targets: tuple[int, ...]) -> Verdicts | None:
    """What one pass over all cases settles; None where the targets rest on values that are not merely compared."""
    made = _swept(core, knowns, targets)
    if made is None:
        return None
    plan, sweep, aside = made
    found = [verdict(target, sweep) for target in plan.targets]
    return Verdicts(tuple(true & ~aside for true, _ in found), tuple(false & ~aside for _, false in found))


def _swept(core: Core, knowns: Sequence[Known], targets: tuple[int, ...]) -> tuple[Plan, Sweep, int] | None:
    """The sweep over all cases, and those that something open may bear on."""
    table, plan = table_of(core), plan_of(core, targets)
    packing: Packing | None = kept_for_plan(core, targets, lambda: make_packing(table, plan))
    if packing is None:
        return None
    sweep, complete = pack(table, packing, knowns)
    if complete:
        chooser = Marked()
        run_lanes(plan, sweep, chooser, packing.computed, range(len(table.rows)))
        return plan, sweep, chooser.lanes
    run_rails(plan, sweep, packing.computed)
    return plan, sweep, 0


def decide_chunk(core: Core, knowns: Sequence[Known], index: int) -> list[Decision | None]:
    """The decisions on one target in all these cases; None for those that must be decided one by one."""
    made = _swept(core, knowns, (index,))
    if made is None:
        return [None] * len(knowns)
    plan, sweep, aside = made
    [target] = plan.targets
    holds, fails = verdict(target, sweep)
    test = tested(target, sweep.table)
    whys: list[tuple[Why | None, int]] = [(None, sweep.full)]
    if test is not None and test[2]:
        whys = [*reasons(test[0], test[1].literals, sweep)]
    decisions: list[Decision | None] = []
    for lane in range(len(knowns)):
        bit = 1 << lane
        if bit & aside or not bit & (holds | fails):
            decisions.append(None)
        elif bit & holds:
            decisions.append(HOLDS)
        else:
            decisions.append(FAILS[next(why for why, where in whys if where & bit)])
    return decisions
