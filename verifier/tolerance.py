"""How far a claim `v = x` may be off (verification, N28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier import expand
from rulelang.verifier.linear import number


def tolerances(
    program: model.Program,
    there: core.Core,
    asks: Sequence[model.Ask],
    ground: Mapping[model.Formula | model.Value, core.Formula | core.Value],
) -> dict[core.Value, core.Constant]:
    """The tolerance of each variable: by its declaration, or for what is asked by `DECIDE … WITHIN`."""
    found: dict[core.Value, core.Constant] = {}
    for contest in there.contests.values():
        within = program.outcomes[contest.name].within if contest.name in program.outcomes else None
        if within is not None:
            found[core.OutcomeRead(contest.key)] = core.Constant(within.value)
    for fact in there.facts.values():
        within = program.facts[fact.name].within if fact.name in program.facts else None
        if within is not None:
            found[core.FactRead(fact.key)] = core.Constant(within.value)
    for ask in asks:
        for target in ask.targets if ask.within is not None else ():
            asked = ground.get(target.asked)
            for read in () if asked is None else expand.reads(asked):
                assert ask.within is not None
                found[read] = core.Constant(ask.within.value)
    return found


def near(left: object, right: object, tolerance: core.Constant) -> bool:
    """Whether two numbers differ by no more than a tolerance."""
    first, second, span = number(left), number(right), number(tolerance.value)
    return first is not None and second is not None and span is not None and abs(first - second) <= span
