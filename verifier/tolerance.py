"""How far a claim `v = x` may be off (verification, N28; the engine's `exact.tolerance` is the same for EXPECT)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.grammar.values import PERCENT
from rulelang.verifier import expand
from rulelang.verifier.in_play import InPlay
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


def as_it_is(
    formula: core.Formula,
    within: Mapping[core.Value, Tolerance],
    actual: Callable[[core.Value], object],
    exactly: InPlay,
) -> core.Formula:
    """A formula in which `v = x` has the value that v has, where x is right within the variable's tolerance: what rests
    on it is worked out from there, and is not off by more than its own tolerance.  Whoever denies `v = x` denies that.

    `exactly`: the conditions in play.  Who says one of them, or denies it, judges that condition, which is exact.
    """
    if formula in exactly:
        return formula
    match formula:
        case core.Not(operand):
            return core.Not(as_it_is(operand, within, actual, exactly))
        case core.Test("!=", left, right):
            return expand.negation(as_it_is(core.Test("=", left, right), within, actual, exactly))
        case core.And(parts) | core.Or(parts):
            pinned = _pinned(formula)
            if pinned is not None and (found := as_it_is(pinned, within, actual, exactly)) != pinned:
                return found
            return type(formula)(tuple(as_it_is(part, within, actual, exactly) for part in parts))
        case _:
            pass
    equal = expand.equation(formula)
    if equal is None or equal[0] not in within or core.Test("!=", *equal) in exactly:
        return formula
    value = actual(equal[0])
    if value is None or not near(equal[1].value, value, within[equal[0]]):
        return formula
    return core.Test("=", equal[0], core.Constant(value))  # type: ignore[arg-type]


def _pinned(formula: core.And | core.Or) -> core.Formula | None:
    """`v = x` of `v BETWEEN x AND x`, and its contrary of the contrary."""
    match formula.parts:
        case (core.Test(first, left, core.Constant() as one), core.Test(second, right, core.Constant() as other)) if (
            left == right and one == other
        ):
            equal = core.Test("=", left, one)
            if isinstance(formula, core.And):
                return equal if {first, second} == {"<=", ">="} else None
            return expand.negation(equal) if {first, second} == {"<", ">"} else None
        case _:
            return None
