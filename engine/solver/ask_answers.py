"""The answers that a question for a fact may have, as far as rules tell them apart.

Of a sort every member is an answer, and those that all comparisons treat alike are decided together.  Of numbers and
dates one value of each set that comparisons treat alike is one; where a fact is calculated with, a few stand for all.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from rulelang.engine.core import Core, GroundFact
from rulelang.engine.evaluating.cells import ConstantCell, ReadCell, TestCell, children, reach
from rulelang.engine.evaluating.domains import OTHER_TEXT, domains, options, regions, scale
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.plan import plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails
from rulelang.engine.evaluating.relevance import relevant
from rulelang.engine.exact.arithmetic import compare
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.answer import Known
from rulelang.grammar.model import BooleanType, Constant_, DateType, NumberType, TextType, TimeType
from rulelang.grammar.values import DAY, NONE, Duration

Value: TypeAlias = "bool | Constant_"
Answers: TypeAlias = "Mapping[Value, tuple[Value, ...]]"
"""Each value that is tried, with all answers that it stands for, itself among them."""

MOST_INSTANCES = 9
"""So many values stand for all of a fact that is calculated with."""
MOST_TRIED = 24
"""Values of such a fact that are tried to see where it begins to decide otherwise."""


def answers_of(
    core: Core, known: Known, index: int, facts: Sequence[str]
) -> tuple[dict[str, Answers], dict[str, tuple[Value, ...]]]:
    """The answers to a question for each fact, or a few of them; further values of the latter."""
    plan = plan_of(core, (index,))
    sweep = one_case(table_of(core), plan, known)
    plan = run_rails(plan, sweep)
    rest = relevant(plan, sweep)
    told = domains(rest, sweep).values
    found: dict[str, Answers] = {}
    further: dict[str, tuple[Value, ...]] = {}
    for fact in facts:
        ground = core.facts[fact]
        values = told.get(fact)
        if isinstance(ground.type, BooleanType):
            values = (True, False)
        elif ground.domain is not None:
            values = (*ground.domain, NONE) if ground.nullable else ground.domain
        elif isinstance(ground.type, TextType) and values is not None:
            values = (*(value for value in values if value != OTHER_TEXT), OTHER_TEXT)
        if values is None:
            found[fact] = each(_instances(core, ground, rest.cells))
            further[fact] = _further(core, known, ground, rest.cells)
        else:
            alike = _alike(core, fact, tuple(values), rest.cells)
            found[fact] = alike if ground.domain is not None else each(alike)
    return found, further


def each(values: Iterable[Value]) -> Answers:
    """Values that stand for themselves alone."""
    return {value: (value,) for value in values}


_USUAL: tuple[Constant_, ...] = (
    1, datetime.date(2000, 1, 1), datetime.datetime(2000, 1, 1), Duration(months=1), Duration(seconds=DAY)
)


def _instances(core: Core, fact: GroundFact, cells: Iterable[int]) -> tuple[Value, ...]:
    """A few values of a fact, on either side of the constants with which it is compared."""
    table = table_of(core).cells
    compared: dict[Constant_, None] = {}
    for number in sorted(cells):
        cell = table[number]
        if not isinstance(cell, TestCell):
            continue
        sides = table[cell.left], table[cell.right]
        if any(isinstance(side, ReadCell) and side.fact == fact.key for side in sides):
            constants = [side.value for side in sides if isinstance(side, ConstantCell)]
            compared.update((value, None) for value in constants if not isinstance(value, Undefinedness))
    values = [value for value in options(fact, tuple(compared) or _USUAL, False, ()) or () if value is not NONE]
    step = -(-len(values) // MOST_INSTANCES) or 1
    return (*values[::step], *((NONE,) if fact.nullable else ()))


def _further(core: Core, known: Known, fact: GroundFact, cells: Iterable[int]) -> tuple[Value, ...]:
    """Values with which it is tried where a fact begins to decide otherwise: the numbers that rules write and those
    that the case has, what is on either side of them, some further away, and the bounds."""
    table = table_of(core).cells
    along = scale(fact)
    if along is None:
        return ()
    written = [cell.value for n in reach(table, sorted(cells)) if isinstance(cell := table[n], ConstantCell)]
    given = [value for value in known.values() if not isinstance(value, bool)]
    values = [value for value in (*written, *given) if not isinstance(value, Undefinedness)]
    near = [n for n in map(along.number, values) if n is not None] or [n for n in map(along.number, _USUAL) if n]
    found = dict.fromkeys(near)
    for step in _FURTHER.get(type(fact.type), _AWAY):
        found.update({min(near) - step: None, max(near) + step: None})
    if isinstance(fact.type, NumberType):
        found.update((end, None) for end in (along.low, along.high) if end is not None)
    numbers = regions([n for n in found if (along.low is None or n >= along.low)
                       and (along.high is None or n <= along.high)], along)  # fmt: skip
    if not isinstance(fact.type, NumberType):
        numbers = numbers[1:-1]
    every = -(-len(numbers) // MOST_TRIED) or 1
    kept = sorted({*numbers[::every], *numbers[-1:]})
    return tuple(along.value(number) for number in kept)


_AWAY = (Fraction(10), Fraction(1_000), Fraction(1_000_000))
_DAYS = (Fraction(31), Fraction(366), Fraction(3_653), Fraction(18_263))
_FURTHER: dict[type, tuple[Fraction, ...]] = {DateType: _DAYS, TimeType: tuple(DAY * days for days in _DAYS)}
"""How far around the numbers near it a fact is looked for."""


def _alike(core: Core, fact: str, values: tuple[Value, ...], cells: Iterable[int]) -> Answers:
    """The values by the first of those that every comparison of the fact with a constant treats alike; each by itself
    where it is read in another way."""
    table = table_of(core).cells
    tests: list[tuple[TestCell, bool, Constant_]] = []
    for number in sorted(cells):
        cell = table[number]
        reads = [i for i in children(cell) if isinstance(part := table[i], ReadCell) and part.fact == fact]
        if not reads:
            continue
        if not isinstance(cell, TestCell) or len(reads) > 1:
            return each(values)
        other = table[cell.right if cell.left in reads else cell.left]
        if not isinstance(other, ConstantCell) or isinstance(other.value, Undefinedness):
            return each(values)
        tests.append((cell, cell.left in reads, other.value))
    found: dict[tuple[object, ...], list[Value]] = {}
    for value in values:
        if isinstance(value, bool):
            return each(values)
        seen = tuple(
            compare(cell.test.op, value, other) if first else compare(cell.test.op, other, value)
            for cell, first, other in tests
        )
        found.setdefault(seen, []).append(value)
    return {alike[0]: tuple(alike) for alike in found.values()}
