"""The decision on a target of a core program for what is known of the facts: one case, or many at once."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision
from rulelang.engine.evaluating.batch import decide_chunk
from rulelang.engine.evaluating.entail import Known as Known
from rulelang.engine.evaluating.entail import decide_open
from rulelang.engine.evaluating.glance import glance
from rulelang.engine.evaluating.goal import HOLDS, run_goal, run_goals

CHUNK = 4096
"""Cases at once: more do not fit the caches."""
FEWEST = 8
"""Fewer cases are decided one by one."""


def decide(core: Core, known: Known, index: int = 0) -> Decision:
    """The decision on `core.targets[index]` in one case.

    `known`: fact key -> truth value or value; an absent key is an unknown fact.  Where everything that bears on the
    target is known and settled, the goal-directed pass decides alone.

    Raises:
        RuleLangError: no completion of the case keeps the ALWAYS declarations (RL370).
    """
    goal = run_goal(core, known, index)
    return _decide_slowly(core, known, index) if goal is None else goal.decision


def decide_each(core: Core, known: Known) -> list[Decision]:
    """The decisions on all targets of a core in one case, in their order; as `decide` for each of them."""
    return [
        _decide_slowly(core, known, index) if decision is None else decision
        for index, decision in enumerate(run_goals(core, known))
    ]


def _decide_slowly(core: Core, known: Known, index: int) -> Decision:
    """The decision where something open bears on the target."""
    # Of what holds there is no more to be told.
    return HOLDS if glance(core, known, index) == "holds" else decide_open(core, known, index)


def decide_many(core: Core, knowns: Sequence[Known], index: int = 0) -> list[Decision]:
    """The decisions on `core.targets[index]` in many cases, in their order; as `decide` for each of them."""
    if len(knowns) < FEWEST:
        return [decide(core, known, index) for known in knowns]
    decisions: list[Decision] = []
    for start in range(0, len(knowns), CHUNK):
        some = knowns[start : start + CHUNK]
        found = decide_chunk(core, some, index)
        decisions += [
            decide(core, known, index) if decision is None else decision
            for known, decision in zip(some, found, strict=True)
        ]
    return decisions
