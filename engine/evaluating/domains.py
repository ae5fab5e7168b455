"""Which values of an unknown fact must be tried so that all its values are: regions and their representatives.

A fact that is only compared with known values needs one value of each region that these part its domain into.  Any
other use needs all members of a finite domain; numbers, dates and times are then not told apart (None).
Domains: docs/semantics.md, item 22.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from rulelang.engine.core import GroundFact
from rulelang.engine.evaluating.cells import ConstantCell, NoneCell, ReadCell, TestCell, children
from rulelang.engine.evaluating.columns import ANYTHING, Content
from rulelang.engine.evaluating.relevance import Relevant
from rulelang.engine.evaluating.sweep import Sweep
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.grammar.model import (
    BooleanType,
    Constant_,
    DateType,
    DurationType,
    NumberType,
    SortType,
    TextType,
    TimeType,
)
from rulelang.grammar.values import DAY, NONE, Duration, exact

_EPOCH = datetime.datetime(1, 1, 1)
_LAST = int((datetime.datetime(9999, 12, 31, 23, 59, 59) - _EPOCH).total_seconds())
OTHER_TEXT = "(another text)"


@dataclass(frozen=True, slots=True)
class Scale:
    """A type of numbers, dates, times or durations as numbers between bounds."""

    number: Callable[[Constant_], Fraction | None]
    value: Callable[[Fraction], Constant_]
    whole: bool
    low: Fraction | None
    high: Fraction | None


def scale(fact: GroundFact) -> Scale | None:
    """The scale of a fact's type; None for a type whose values are only equal or not."""
    match fact.type:
        case NumberType(integer, low, high):
            return Scale(_as_number, exact, integer, low, high)
        case DateType():
            top = Fraction(datetime.date.max.toordinal())
            return Scale(_as_day, _day, True, Fraction(1), top)
        case TimeType():
            return Scale(_as_second, _second, True, Fraction(0), Fraction(_LAST))
        case DurationType("MONTHS"):
            return Scale(_as_months, lambda n: Duration(months=int(n)), True, None, None)
        case DurationType():
            return Scale(_as_seconds, lambda n: Duration(seconds=int(n)), True, None, None)
        case _:
            return None


def _as_number(value: Constant_) -> Fraction | None:
    return Fraction(value) if isinstance(value, int | Fraction) else None


def _as_day(value: Constant_) -> Fraction | None:
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return Fraction(value.toordinal())
    return None


def _day(number: Fraction) -> datetime.date:
    return datetime.date.fromordinal(int(number))


def _as_second(value: Constant_) -> Fraction | None:
    if isinstance(value, datetime.datetime):
        since = value - _EPOCH
        return Fraction(since.days * DAY + since.seconds) + Fraction(since.microseconds, 1_000_000)
    return None


def _second(number: Fraction) -> datetime.datetime:
    return _EPOCH + datetime.timedelta(seconds=int(number))


def _as_months(value: Constant_) -> Fraction | None:
    return Fraction(value.months) if isinstance(value, Duration) and not value.seconds else None


def _as_seconds(value: Constant_) -> Fraction | None:
    return Fraction(value.seconds) if isinstance(value, Duration) and not value.months else None


# ----------------------------------------------------------------------------------------------------- regions


def regions(constants: Iterable[Fraction], along: Scale) -> list[Fraction]:
    """One number of each region that the constants part the scale into, ascending: each constant that is a value
    itself, and something below, between and above them.

    >>> regions([Fraction(18)], Scale(_as_number, exact, True, Fraction(0), None))
    [Fraction(17, 1), Fraction(18, 1), Fraction(19, 1)]
    """
    cuts = sorted(set(constants))
    found: list[Fraction] = []
    for left, right in zip([None, *cuts], [*cuts, None], strict=True):
        between = _between(left, right, along)
        if between is not None:
            found.append(between)
        if right is not None and _inside(right, along):
            found.append(right)
    return found


def _inside(number: Fraction, along: Scale) -> bool:
    if along.whole and number.denominator != 1:
        return False
    return (along.low is None or number >= along.low) and (along.high is None or number <= along.high)


def _between(left: Fraction | None, right: Fraction | None, along: Scale) -> Fraction | None:
    """A number of the scale strictly between two numbers."""
    candidates: list[Fraction] = []
    if left is not None:
        candidates.append(Fraction(math.floor(left) + 1))
    if right is not None:
        candidates.append(Fraction(math.ceil(right) - 1))
    candidates += [bound for bound in (along.low, along.high) if bound is not None]
    if along.whole:
        candidates += [Fraction(math.ceil(bound)) for bound in candidates]
        candidates += [Fraction(math.floor(bound)) for bound in (along.high,) if bound is not None]
    lower = max((b for b in (left, along.low) if b is not None), default=None)
    upper = min((b for b in (right, along.high) if b is not None), default=None)
    if lower is not None and upper is not None:
        candidates.append((lower + upper) / 2)
    for number in [*candidates, Fraction(0)]:
        if _inside(number, along) and (left is None or number > left) and (right is None or number < right):
            return number
    return None


# ------------------------------------------------------------------------------------------------------ options


def options(
    fact: GroundFact, compared: Sequence[Constant_], freely: bool, texts: Collection[str]
) -> tuple[Constant_, ...] | None:
    """The values to try, NONE last where the fact may be that.  `compared`: the known values it is compared with;
    `freely`: it has other uses too."""
    found = _values(fact, compared, freely, texts)
    return (*found, NONE) if found is not None and fact.nullable else found


def _values(
    fact: GroundFact, compared: Sequence[Constant_], freely: bool, texts: Collection[str]
) -> tuple[Constant_, ...] | None:
    match fact.type:
        case SortType() | BooleanType():
            if fact.domain is None:
                return None
            if freely:
                return fact.domain
            named = tuple(member for member in fact.domain if member in compared)
            return named + tuple(member for member in fact.domain if member not in compared)[:1]
        case TextType():
            known = {text for text in compared if isinstance(text, str)} | set(texts if freely else ())
            return (*sorted(known), OTHER_TEXT)
        case _:
            along = scale(fact)
            if along is None:
                return None
            if freely:
                return _all_of(along)
            cuts = [n for n in map(along.number, compared) if n is not None]
            return tuple(along.value(n) for n in regions(cuts, along))


FEW = 64
"""Whole numbers of a short range are all tried."""


def _all_of(along: Scale) -> tuple[Constant_, ...] | None:
    if not along.whole or along.low is None or along.high is None or along.high - along.low >= FEW:
        return None
    numbers = range(math.ceil(along.low), math.floor(along.high) + 1)
    return tuple(along.value(Fraction(number)) for number in numbers)


@dataclass(frozen=True, slots=True)
class Domains:
    """For each relevant unknown fact the values to try; None where its values are not told apart.

    `near`: for sampling, numbers of the program, to be tried as values of facts of which all matter.
    """

    values: Mapping[str, tuple[Constant_ | bool, ...] | None]
    near: tuple[Constant_, ...]


def domains(relevant: Relevant, sweep: Sweep) -> Domains:
    """The domains of the relevant unknown facts, by how the relevant cells use them."""
    cells = sweep.table.cells
    compared: dict[str, list[Constant_]] = {fact: [] for fact in relevant.facts}
    freely: set[str] = set(relevant.direct)
    near: dict[Constant_, None] = {}
    for number in sorted(relevant.cells):
        cell = cells[number]
        read = [(i, part) for i in children(cell) if isinstance(part := cells[i], ReadCell)]
        for i, part in read:
            if part.fact not in compared or isinstance(cell, NoneCell):
                continue
            other = _known_other(cell, i, sweep)
            if other is None:
                freely.add(part.fact)
            else:
                compared[part.fact] += other
    for part in cells:
        if isinstance(part, ConstantCell) and not isinstance(part.value, Undefinedness) and part.value is not NONE:
            near[part.value] = None
    texts = [value for value in near if isinstance(value, str)]
    values: dict[str, tuple[Constant_ | bool, ...] | None] = {}
    for key in relevant.facts:
        fact = sweep.table.facts[key]
        if isinstance(fact.type, BooleanType):
            values[key] = (False, True)
        else:
            values[key] = options(fact, compared[key], key in freely, texts)
    return Domains(values, tuple(near))


def _known_other(cell: object, number: int, sweep: Sweep) -> list[Constant_] | None:
    """What a fact's cell is compared with, where that is known."""
    if not isinstance(cell, TestCell) or cell.left == cell.right:
        return None
    column = sweep.columns[cell.right if cell.left == number else cell.left]
    if ANYTHING in column:
        return None
    return [value for value in column if _plain(value)]  # type: ignore[misc]


def _plain(value: Content) -> bool:
    return value is not ANYTHING and not isinstance(value, Undefinedness) and value is not NONE


@dataclass(frozen=True, slots=True)
class Draws:
    """What a fact's values are drawn from: its values, or numbers of the program and their surroundings, and NONE
    where it may be that."""

    values: tuple[Constant_ | bool, ...] | None
    along: Scale | None
    around: Sequence[Fraction]
    nullable: bool = False


def draws(fact: GroundFact, values: tuple[Constant_ | bool, ...] | None, near: Sequence[Constant_]) -> Draws:
    """Worked out once for a fact, of which many values are drawn."""
    along = scale(fact) if values is None else None
    numbers = [] if along is None else [n for n in map(along.number, near) if n is not None]
    return Draws(values, along, () if along is None else regions(numbers, along), fact.nullable)


def sample(of: Draws, random: Random) -> Constant_ | bool | None:
    """A value of the fact's domain by chance, near the numbers of the program; None where none can be named."""
    if of.values is not None:
        return random.choice(of.values)
    along, around = of.along, of.around
    if along is None or not around:
        return None
    if of.nullable and not random.randrange(4):
        return NONE
    number = random.choice(around)
    step = random.choice((0, 0, 1, -1, 7, -7, 30, 365, -365, 1000, -1000, 100000))
    moved = number + step
    return along.value(moved if _inside(moved, along) else number)
