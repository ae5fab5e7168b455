"""Whether a formula is certain: true in every world, or false in every world; nothing else is worked out.

The same meaning as `decide`, for those who ask many such questions and need no reasons: what stays open costs no
search for what it hangs on.
"""

from __future__ import annotations

from rulelang.engine.core import Core
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.cells import Conjunction
from rulelang.engine.evaluating.choosers import TooManyWorlds
from rulelang.engine.evaluating.columns import surely
from rulelang.engine.evaluating.domains import domains
from rulelang.engine.evaluating.entail import Known
from rulelang.engine.evaluating.glance import glance
from rulelang.engine.evaluating.goal import run_goal
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.lanes import Inexact
from rulelang.engine.evaluating.plan import plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails, verdict
from rulelang.engine.evaluating.relevance import relevant
from rulelang.engine.evaluating.table import ContestRow
from rulelang.engine.evaluating.worlds import Worlds, enumerate_worlds, sample_worlds


def certain(core: Core, known: Known, index: int = 0) -> bool | None:
    """True or False where the formula `core.targets[index]` is so in every world.

    None where it is so in some worlds only, or where the solver gave up too (`decide` then says so).

    Raises:
        RuleLangError: as `decide` does where no completion of the case keeps the ALWAYS declarations (RL370).
    """
    seen = glance(core, known, index)
    if seen == "many":
        # Imported here, so that a case that does not need the solver does not wait for it.
        from rulelang.engine.solver.residue import decide_residue

        seen = decide_residue(core, known, index)
    if seen != "unsure":
        return {"holds": True, "fails": False}.get(seen)
    goal = run_goal(core, known, index)
    if goal is not None:
        return {Status.HOLDS: True, Status.FAILS: False}.get(goal.decision.status)
    plan = plan_of(core, (index,))
    sweep = one_case(table_of(core), plan, known)
    plan = run_rails(plan, sweep)
    [target] = plan.targets
    holds, fails = verdict(target, sweep)
    if holds or fails:
        return bool(holds)
    rest = relevant(plan, sweep)
    domain = domains(rest, sweep)
    try:
        if target.truth is not None and _differ(target.truth, sample_worlds(plan, sweep, rest, domain)):
            return None
        worlds = enumerate_worlds(plan, sweep, rest, domain)
    except (TooManyWorlds, Inexact):
        return _by_solver(core, known, index)
    if not worlds.real:
        # Either none of these worlds is one, or there is none: that is refused.
        return _by_solver(core, known, index)
    if target.truth is None:
        return None
    true = surely(target.truth, worlds.sweep.truths, worlds.sweep.full)
    if not worlds.real & ~true:
        return True
    if not worlds.real & true:
        return False
    # Values that cannot be told apart may make worlds differ that do not.
    return None if worlds.exact else _by_solver(core, known, index)


def may_conflict(core: Core, index: int) -> bool:
    """Whether a contest that bears on a target has rules that may clash and that nothing orders, or closes a circle."""
    for stage in plan_of(core, (index,)).stages:
        for row in stage.rows:
            if isinstance(row, ContestRow) and (stage.cyclic or any(row.rest)):
                return True
    return False


def _differ(truth: Conjunction, worlds: Worlds) -> bool:
    """Whether two of these worlds differ on a formula."""
    true = surely(truth, worlds.sweep.truths, worlds.sweep.full)
    return bool(worlds.real & true) and bool(worlds.real & ~true)


def _by_solver(core: Core, known: Known, index: int) -> bool | None:
    # Imported here, so that a case that does not need the solver does not wait for it.
    from rulelang.engine.solver.exact import certain_exactly

    return certain_exactly(core, known, index)
