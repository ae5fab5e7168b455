"""How far a claim `v = x` may be off (verification, N28; the engine's `exact.tolerance` is the same for EXPECT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.grammar.values import PERCENT
from rulelang.verifier import expand
from rulelang.verifier.linear import number


@dataclass(frozen=True, slots=True)
class Tolerance:
    """`WITHIN 0.5 usd`, or where `share` `WITHIN 1%`: a share of the value that is claimed."""

    value: Fraction
    share: bool = False

    def off(self, claimed: Fraction) -> Fraction:
        """By how much a claimed value may be off."""
        return abs(claimed) * self.value if self.share else self.value


def tolerances(
    program: model.Program,
    there: core.Core,
    asks: Sequence[model.Ask],
    ground: Mapping[model.Formula | model.Value, core.Formula | core.Value],
) -> dict[core.Value, Tolerance]:
    """The tolerance of each variable: by its declaration, or for what is asked by `DECIDE … WITHIN`."""
    found: dict[core.Value, Tolerance] = {}
    for contest in there.contests.values():
        said = program.outcomes.get(contest.name)
        _note(found, core.OutcomeRead(contest.key), None if said is None else said.within)
    for fact in there.facts.values():
        declared = None if fact.done else program.facts.get(fact.name)
        _note(found, core.FactRead(fact.key), None if declared is None else declared.within)
    for ask in asks:
        for target in ask.targets:
            asked = ground.get(target.asked)
            for read in () if asked is None else expand.reads(asked):
                _note(found, read, ask.within)
    return found


def _note(found: dict[core.Value, Tolerance], read: core.Value, within: model.Constant | None) -> None:
    off = None if within is None else number(within.value)
    if within is not None and off is not None:
        found[read] = Tolerance(off, within.unit == PERCENT)


def near(claimed: object, actual: object, tolerance: Tolerance) -> bool:
    """Whether a claimed number is right within a tolerance.

    >>> near(101, 100, Tolerance(Fraction(1, 100), share=True)), near(99, 100, Tolerance(Fraction(1, 2)))
    (True, False)
    """
    first, second = number(claimed), number(actual)
    return first is not None and second is not None and abs(first - second) <= tolerance.off(first)
