"""Changes that flip a decision, by trying them with the evaluator: where not everything can be encoded, as where rules
go in a circle through NOT.

The sets of facts are gone through by size and name, each with the values that the program tells apart.  A set is passed
over if the decision is settled against the goal with its facts unknown: giving them values changes nothing then
(theorem T5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from time import monotonic

from rulelang.engine.core import Core, GroundFact
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.domains import Scale, regions, scale
from rulelang.engine.solver.answer import Known, Limits
from rulelang.engine.solver.flip import CANNOT_BE, Become, Change, Flips, Goal, Move, Otherwise, reached
from rulelang.engine.solver.terms import GaveUp
from rulelang.engine.solver.tried import Uses, texts_of, uses_of_facts, values_to_try
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import BooleanType, Constant_, DateType, TimeType
from rulelang.grammar.values import NONE

MOST_DECISIONS = 20_000
"""Cases that are decided in one search."""
FURTHER = 1_000
"""Where as many changes as were asked for are found, so many more to see whether there are others."""
SIZES = (1, 2, 4, 5, 10, 100, 1000)
"""Denominators in which numbers are read easily."""


@dataclass(frozen=True, slots=True)
class Try:
    """A value for a fact: how far it is from the one that the fact has (above before below), and the boundary that it
    is beyond."""

    value: bool | Constant_
    distance: Fraction | None = None
    below: bool = False
    past: Constant_ | None = None


@dataclass(slots=True)
class Trial:
    """See the module's docstring."""

    core: Core
    known: Known
    goal: Goal
    kept: Collection[str]
    uses: Mapping[str, Uses] = field(default_factory=dict[str, Uses])
    tries: dict[str, tuple[Try, ...] | None] = field(default_factory=dict[str, "tuple[Try, ...] | None"])
    timeout: float | None = None
    left: int = field(default_factory=lambda: MOST_DECISIONS)
    started: float = field(default_factory=monotonic)

    def __post_init__(self) -> None:
        texts = texts_of(self.core)
        self.uses = uses_of_facts(self.core, (self.core.targets[self.goal.index],))
        for key, uses in self.uses.items():
            if key not in self.kept:
                self.tries[key] = tries(self.core.facts[key], uses, texts, self.known.get(key))

    def changes(self) -> Iterator[Change]:
        """The minimal changes, the smallest first.

        Raises:
            GaveUp: not all of them could be tried.
        """
        free = sorted(self.tries)
        if not self._may(free):
            return
        found: list[set[str]] = []
        for size in range(1, len(free) + 1):
            for names in combinations(free, size):
                if any(smaller <= set(names) for smaller in found) or not self._may(names):
                    continue
                made = list(self._of(names))
                if made:
                    found.append(set(names))
                yield from made

    def _may(self, names: Collection[str]) -> bool:
        """Whether a change of these facts may do it."""
        decision = self._decide({key: value for key, value in self.known.items() if key not in names})
        match self.goal:
            case Become(_, wanted):
                against = Status.FAILS if wanted else Status.HOLDS
                return decision is None or decision.status is not against
            case Otherwise(_, before):
                return decision is None or decision.status is not Status.VALUE or decision.value != before

    def _of(self, names: tuple[str, ...]) -> Iterator[Change]:
        """The changes of exactly these facts: for each choice of what is no number the nearest numbers."""
        every: list[tuple[Try, ...]] = []
        for name in names:
            some = self.tries[name]
            if some is None:
                raise GaveUp(f"not all values of `{name}` can be tried")
            every.append(some)
        best: dict[tuple[object, ...], tuple[list[object], tuple[Try, ...], Decision]] = {}
        for row in product(*every):
            finite = tuple(repr(one.value) for one in row if one.distance is None)
            order: list[object] = [(one.distance, one.below) for one in row if one.distance is not None]
            if finite in best and best[finite][0] <= order:
                continue
            after = {**self.known, **{name: one.value for name, one in zip(names, row, strict=True)}}
            decision = self._decide(after)
            if decision is not None and reached(decision, self.goal):
                best[finite] = order, row, decision
        for _, row, decision in best.values():
            yield self._change(names, row, decision)

    def _change(self, names: tuple[str, ...], row: tuple[Try, ...], decision: Decision) -> Change:
        after = {**self.known, **{name: one.value for name, one in zip(names, row, strict=True)}}
        without: list[Decision] = []
        for name in names:
            rest = {key: value for key, value in after.items() if key != name}
            if name in self.known:
                rest[name] = self.known[name]
            without.append(self._decide(rest) or Decision(Status.UNDETERMINED, limit=CANNOT_BE))
        moves = tuple(
            Move(name, self.known.get(name), one.value, one.past) for name, one in zip(names, row, strict=True)
        )
        return Change(moves, decision, tuple(without))

    def _decide(self, known: Known) -> Decision | None:
        """The decision; None where such a case cannot be."""
        if self.left == 0:
            raise GaveUp(f"more than {MOST_DECISIONS:,} changed cases would have to be tried")
        if self.timeout is not None and monotonic() - self.started > self.timeout:
            raise GaveUp(f"it took longer than {self.timeout:g} s")
        self.left -= 1
        try:
            decision = decide(self.core, known, self.goal.index)
        except RuleLangError:
            return None
        if decision.limit is not None:
            raise GaveUp(decision.limit)
        return decision


def flips_tried(
    core: Core, known: Known, goal: Goal, kept: Collection[str], most: int, limits: Limits, unencoded: str
) -> Flips:
    """As `flip.flips`, where a `timeout` is for the whole; `unencoded` says what could not be encoded."""
    found: list[Change] = []
    trial = Trial(core, known, goal, kept, timeout=limits.timeout)
    enough = f"no more than {most} {'was' if most == 1 else 'were'} looked for"
    try:
        for change in trial.changes():
            if len(found) == most:
                return Flips(tuple(found), False, enough, unencoded)
            found.append(change)
            if len(found) == most:
                trial.left = min(trial.left, FURTHER)
    except GaveUp as reason:
        if len(found) == most:
            return Flips(tuple(found), False, enough, unencoded)
        why = f"not analysed: {unencoded}; {reason.reason} (let fewer facts change: --only, --keep)"
        return Flips(tuple(found), False, why, unencoded)
    return Flips(tuple(found), True, tried=unencoded)


# ------------------------------------------------------------------------------------------------------- values


def tries(
    fact: GroundFact, uses: Uses, texts: Collection[str], before: bool | Constant_ | None
) -> tuple[Try, ...] | None:
    """Other values of a fact, one of each kind that the program tells apart, the nearest of its kind; None where that
    cannot be said."""
    values = values_to_try(fact, uses, texts)
    if values is None:
        return None
    if isinstance(fact.type, BooleanType):
        return tuple(Try(value) for value in (True, False) if value is not before)
    without = (Try(NONE),) if fact.nullable and before is not NONE else ()
    along = scale(fact)
    if along is None:
        members = fact.domain or [value for value in values if value is not NONE]
        return (*(Try(value) for value in members if value != before), *without)
    start = along.number(before) if before is not None and not isinstance(before, bool) else None
    told = start is not None
    if start is None:
        start = _START.get(type(fact.type), Fraction(0))
    if uses.freely:
        numbers = [along.number(value) for value in values if not isinstance(value, bool)]
        found = [_at(along, number, start) for number in numbers if number is not None]
    else:
        cuts = sorted({n for n in map(along.number, uses.compared) if n is not None})
        found = list(_nearest_of_each(along, cuts, start))
    return (*(one for one in found if not (told and one.distance == 0)), *without)


_START: dict[type, Fraction] = {DateType: Fraction(730_120), TimeType: Fraction(730_119 * 86_400)}
"""From where the distance counts of a fact that is not known: the first day of 2000; else zero."""


def _at(along: Scale, number: Fraction, start: Fraction, past: Fraction | None = None) -> Try:
    edge = None if past is None else along.value(past)
    distance = abs((number if past is None else past) - start)
    return Try(along.value(number), distance, number < start, edge)


def _nearest_of_each(along: Scale, cuts: list[Fraction], start: Fraction) -> Iterator[Try]:
    """The nearest number of each region that the cuts part the scale into."""
    for number in regions(cuts, along):
        if number in cuts:
            yield _at(along, number, start)
            continue
        low = max((cut for cut in cuts if cut < number), default=None)
        high = min((cut for cut in cuts if cut > number), default=None)
        if (low is None or start > low) and (high is None or start < high) and _in(start, along):
            yield Try(along.value(start), Fraction(0))
        elif low is not None and start <= low:
            yield _beyond(along, low, high, 1, start, number)
        else:
            assert high is not None
            yield _beyond(along, high, low, -1, start, number)


def _in(number: Fraction, along: Scale) -> bool:
    inside = (along.low is None or number >= along.low) and (along.high is None or number <= along.high)
    return inside and (not along.whole or number.denominator == 1)


def _beyond(
    along: Scale, edge: Fraction, end: Fraction | None, sign: int, start: Fraction, otherwise: Fraction
) -> Try:
    """The nearest number beyond an edge that is itself not far enough: the next whole one, else a readable one."""
    for size in (1,) if along.whole else SIZES:
        scaled = edge * size * sign
        number = Fraction(sign * (scaled.numerator // scaled.denominator + 1), size)
        if _in(number, along) and (end is None or sign * (end - number) > 0):
            return _at(along, number, start, None if along.whole else edge)
    return _at(along, otherwise, start, edge)
