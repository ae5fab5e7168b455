"""Why a test of one contest fails."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.core import ContestKind, incompatible
from rulelang.engine.decision import Why
from rulelang.engine.evaluating.columns import possibly
from rulelang.engine.evaluating.settle import patterns, rails, resolutions
from rulelang.engine.evaluating.sweep import Sweep, applicable
from rulelang.engine.evaluating.table import ContestRow
from rulelang.grammar.model import Mode

_MODES: tuple[Mode, ...] = ("MUST", "MUST NOT", "MAY", "NEED NOT")


def opposites(literals: Sequence[bool | Mode], kind: ContestKind) -> tuple[bool | Mode, ...]:
    """The literals of the opposite test (REJECTED): those incompatible with each of these.

    >>> opposites(("MAY", "MUST"), ContestKind.ACTION)
    ('MUST NOT',)
    """
    everything: tuple[bool | Mode, ...] = _MODES if kind is ContestKind.ACTION else (True, False)
    return tuple(o for o in everything if all(incompatible(literal, o, kind) for literal in literals))


def reasons(row: ContestRow, literals: Sequence[bool | Mode], sweep: Sweep) -> list[tuple[Why, int]]:
    """For each reason, strongest first, the lanes in which it is one."""
    sure, possible = applicable(row, sweep)
    opposite = opposites(literals, row.kind)
    rejected = overridden = excepted = 0
    if row.kind is ContestKind.ACTION and sure == possible:
        for where, rules in patterns(sure, sweep.full):
            if all(any(literal in opposite for literal in result) for result in resolutions(row, rules)):
                rejected |= where
    else:
        established, _ = rails(row, sure, possible)
        for literal in opposite:
            rejected |= established.get(literal, 0)
    mine = [i for i, rule in enumerate(row.rules) if rule.literal in literals]
    for i in mine:
        overridden |= possible[i]
        excepted |= possibly(row.rules[i].body, sweep.truths, sweep.full)
    return [
        (Why.REJECTED, rejected), (Why.OVERRIDDEN, overridden), (Why.EXCEPTED, excepted),
        (Why.CONDITION_FALSE if mine else Why.NO_RULE, sweep.full),
    ]


def why_fails_openly(row: ContestRow, literals: Sequence[bool | Mode], sweep: Sweep, real: int) -> Why:
    """The same of a contest that a broken cycle leaves open: nothing is established of it, so nothing is rejected."""
    _, *others = reasons(row, literals, sweep)
    return next(why for why, where in others if where & real)


def why_fails(row: ContestRow, literals: Sequence[bool | Mode], sweep: Sweep, real: int) -> Why:
    """The reason of one case in all its worlds: rejected where that is so in every real lane, the others where it
    is so in one.  (After the three-valued pass alone: where it may be so.)"""
    (rejected, everywhere), *others = reasons(row, literals, sweep)
    if not real & ~everywhere:
        return rejected
    return next(why for why, where in others if where & real)
