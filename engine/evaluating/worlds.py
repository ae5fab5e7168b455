"""The worlds of one case as lanes: all of them, or some by chance; and what of them matters to a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from rulelang.engine.evaluating.cells import FactCell, ReadCell, children
from rulelang.engine.evaluating.choosers import Chooser, Digit, Drawn, Enumerated, TooManyWorlds, repeated
from rulelang.engine.evaluating.columns import ANYTHING, Column, surely
from rulelang.engine.evaluating.domains import Domains, draws, sample
from rulelang.engine.evaluating.lanes import Conflicts, in_conflict, run_lanes
from rulelang.engine.evaluating.plan import Plan, target_roots
from rulelang.engine.evaluating.relevance import Relevant
from rulelang.engine.evaluating.sweep import Sweep, new_sweep
from rulelang.engine.evaluating.table import Table, row_roots
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError

MOST_WORLDS = 1 << 16
"""Sixteen unknowns with two values each."""
SAMPLES = 64
MORE_SAMPLES = 2048
"""Where a value that is not told apart must be found by chance."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Lanes that are worlds where `real` says so.

    `exact`: every lane of `real` is a world and every world is one of them.
    """

    sweep: Sweep
    digits: tuple[Digit, ...]
    conflicts: Conflicts
    real: int
    exact: bool

    def in_conflict(self, node: int) -> int:
        """The real lanes in which a contest is in conflict."""
        return self.real & in_conflict(self.conflicts, node, self.sweep)


def enumerate_worlds(plan: Plan, rails: Sweep, relevant: Relevant, domain: Domains) -> Worlds:
    """Every world, as far as it bears on the plan's target; raises TooManyWorlds beyond the limit.

    `rails` has one lane and the three-valued pass of the plan.

    Raises:
        RuleLangError: an unknown fact can have no value, since its sort has no entity (RL370).
    """
    _refuse_empty(relevant, domain)
    lanes = 1
    digits: list[Digit] = []
    for fact in relevant.facts:
        values = domain.values[fact]
        if values is not None:
            digits.append(Digit("fact", fact, lanes, len(values)))
            lanes *= len(values)
            if lanes > MOST_WORLDS:
                raise TooManyWorlds
    columns: dict[str, Column] = {}
    for digit in digits:
        assert isinstance(digit.name, str)
        values = domain.values[digit.name]
        assert values is not None
        columns[digit.name] = {
            value: digit_lanes(digit, i, lanes) for i, value in enumerate(values)
        }
    chooser = Enumerated(MOST_WORLDS, digits)
    worlds = worlds_of(plan, rails, relevant, columns, lanes, chooser)
    exact = not any(digit.kind == "free" for digit in chooser.digits)
    return Worlds(worlds.sweep, tuple(chooser.digits), worlds.conflicts, worlds.real, exact)


def _refuse_empty(relevant: Relevant, domain: Domains) -> None:
    for fact in relevant.facts:
        if domain.values[fact] == ():
            message = f"no completion of the case gives `{fact}` a value: its sort has no entity"
            raise RuleLangError([Diagnostic("RL370", message, None, hint="list an entity, or give the fact")])


def sample_worlds(
    plan: Plan, rails: Sweep, relevant: Relevant, domain: Domains, lanes: int = SAMPLES
) -> Worlds:
    """Some worlds, always the same ones for the same case; raises RL370 as `enumerate_worlds` does."""
    _refuse_empty(relevant, domain)
    random = Random(20)
    columns: dict[str, Column] = {}
    for fact in relevant.facts:
        column: Column = {}
        of = draws(rails.table.facts[fact], domain.values[fact], domain.near)
        for lane in range(lanes):
            value = sample(of, random)
            key = ANYTHING if value is None else value
            column[key] = column.get(key, 0) | 1 << lane
        columns[fact] = column
    chooser = Drawn(random)
    worlds = worlds_of(plan, rails, relevant, columns, lanes, chooser)
    return Worlds(worlds.sweep, (), worlds.conflicts, worlds.real & ~chooser.inexact, False)


def digit_lanes(digit: Digit, value: int, lanes: int) -> int:
    """The lanes in which a digit has this value."""
    period = digit.stride * digit.options
    return (((1 << digit.stride) - 1) << (value * digit.stride)) * repeated(period, lanes // period)


def worlds_of(
    plan: Plan, rails: Sweep, relevant: Relevant, columns: Mapping[str, Column], lanes: int, chooser: Chooser
) -> Worlds:
    """The lanes for these values of the relevant unknown facts, with what the chooser chooses."""
    table = rails.table
    sweep = new_sweep(table, lanes)
    for number in _read(plan, table, relevant):
        cell = table.cells[number]
        if number not in relevant.cells:
            sweep.truths[2 * number] = rails.truths[2 * number] * sweep.full
            sweep.truths[2 * number + 1] = rails.truths[2 * number + 1] * sweep.full
            sweep.columns[number] = dict.fromkeys(rails.columns[number], sweep.full)
        elif isinstance(cell, FactCell):
            true = columns[cell.fact].get(True, 0)
            sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, sweep.full & ~true
        elif isinstance(cell, ReadCell):
            sweep.columns[number] = columns.get(cell.fact, {ANYTHING: sweep.full})
    facts = {n for n in relevant.cells if isinstance(table.cells[n], FactCell | ReadCell)}
    conflicts = run_lanes(plan, sweep, chooser, relevant.cells - facts, relevant.nodes)
    real = sweep.full
    for part in relevant.always:
        real &= surely(part, sweep.truths, sweep.full)
    return Worlds(sweep, (), conflicts, real, False)


def _read(plan: Plan, table: Table, relevant: Relevant) -> set[int]:
    """The relevant cells and all that they, the relevant rows and the target read directly.

    The cells inside a cyclic block are computed again and again, settled or not, so what they read is needed too.
    """
    numbers = set(relevant.cells)
    for stage in plan.stages:
        if any(row.node in relevant.nodes for row in stage.rows):
            numbers.update(stage.inner)
    for number in tuple(numbers):
        numbers.update(children(table.cells[number]))
    for node in relevant.nodes:
        numbers.update(row_roots(table.rows[node]))
    for target in plan.targets:
        numbers.update(target_roots(target))
    for part in relevant.always:
        numbers.update(code >> 1 for code in part)
    return numbers


# ------------------------------------------------------------------------------------------------ what matters


def outcomes(worlds: Worlds, truth: int | None, column: Column) -> list[int]:
    """The real lanes by what the target comes to: true and false, or its values; all undefined ones are one."""
    if truth is not None:
        return [worlds.real & truth, worlds.real & ~truth]
    undefined = 0
    parts: list[int] = []
    for value, where in column.items():
        if isinstance(value, Undefinedness):
            undefined |= where
        else:
            parts.append(where & worlds.real)
    return [*parts, undefined & worlds.real]


def matters(worlds: Worlds, digit: Digit, parts: list[int]) -> bool:
    """Whether two real worlds that differ in this digit alone come to something different."""
    seen = 0
    for part in parts:
        low = 0
        for value in range(digit.options):
            low |= (part & digit_lanes(digit, value, worlds.sweep.lanes)) >> (value * digit.stride)
        if seen & low:
            return True
        seen |= low
    return False


