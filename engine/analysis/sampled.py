"""Many random cases of a rule base at once: what happens in one of them needs no solver to be shown possible.

`sample`: in some world of it; `certainly`: in every one.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.walk import formulas_of, nodes
from rulelang.engine.evaluating.cells import FactCell, ReadCell
from rulelang.engine.evaluating.choosers import Drawn
from rulelang.engine.evaluating.columns import surely
from rulelang.engine.evaluating.lanes import run_lanes
from rulelang.engine.evaluating.plan import Plan, make_plan
from rulelang.engine.evaluating.rails import run_rails, verdict
from rulelang.engine.evaluating.sweep import Sweep, new_sweep
from rulelang.engine.evaluating.table import Table, Target, compile_core
from rulelang.engine.solver.encode_facts import default_value
from rulelang.engine.solver.replay import cone
from rulelang.grammar.model import BooleanType, Constant_, NumberType
from rulelang.grammar.values import NONE, Duration, NoneValue, exact

LANES = 1024
ROUNDS = 6
"""Samples that are drawn of the cases in which something is certain."""
SAMPLES = 4
"""Samples of worlds that are drawn before the solver is asked."""
TOGETHER = 256
"""Formulas that share one of these samples, but for the first."""
LEAST = 16
"""Cases of it for each of them."""
MOST_VALUES = 12
"""Values of one fact that are tried."""

Known: TypeAlias = "Mapping[str, bool | Constant_]"
Facts: TypeAlias = "Mapping[str, Mapping[bool | Constant_, int]]"
"""Of each fact the lanes in which it has a value."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """For each formula the sampled worlds in which it is true, as bits."""

    lanes: tuple[int, ...]
    worlds: int
    """Those that keep the ALWAYS declarations."""


def sample(core: c.Core, formulas: Sequence[c.Formula], seed: int = 0, lanes: int = LANES) -> Sampled:
    """Random worlds of the core, the same ones every time; conflicts and open tests are drawn too."""
    table = compile_core(replace(core, targets=tuple(formulas)))
    return _sampled(core, table, table.targets, _compared(core), seed, lanes)


def shown(core: c.Core, formulas: Sequence[c.Formula]) -> list[bool]:
    """For each formula whether it is true in one of some sampled worlds."""
    found = [False] * len(formulas)
    table = compile_core(replace(core, targets=tuple(formulas)))
    compared = _compared(core)
    for seed in range(SAMPLES):
        left = [number for number, seen in enumerate(found) if not seen and formulas[number] != c.FALSE]
        if not left:
            break
        sampled = _sampled(core, table, [table.targets[number] for number in left], compared, seed, LANES)
        for number, where in zip(left, sampled.lanes, strict=True):
            found[number] = where != 0
    return found


def _sampled(
    core: c.Core, table: Table, targets: Sequence[Target], compared: Mapping[str, Sequence[Constant_]], seed: int,
    lanes: int,
) -> Sampled:  # fmt: skip
    random = Random(seed)
    facts = _drawn(core, core.facts, compared, random, lanes)
    plan = make_plan(table, targets)
    sweep = new_sweep(table, lanes)
    _given(plan, sweep, facts)
    chooser = Drawn(random)
    run_lanes(plan, sweep, chooser, range(len(table.cells)), range(len(table.rows)))
    worlds = sweep.full & ~chooser.inexact
    for part in plan.always:
        for code in part:
            worlds &= sweep.truths[code]
    found: list[int] = []
    for target in plan.targets:
        where = worlds
        for code in target.truth or ():
            where &= sweep.truths[code]
        found.append(where)
    return Sampled(tuple(found), worlds)


@dataclass(frozen=True, slots=True)
class Cases:
    """The sampled cases in which a formula is certain, as bits, and of each fact that bears on it those in which it has
    a value."""

    lanes: int = 0
    facts: Facts = field(default_factory=dict[str, "dict[bool | Constant_, int]"])

    def case(self, lane: int, facts: Sequence[str]) -> Known:
        """These facts in one case; only those that are looked at are read."""
        return _Lane(self.facts, 1 << lane, facts)


@dataclass(frozen=True, slots=True)
class _Lane(Mapping[str, "bool | Constant_"]):
    """Some facts in one sampled case."""

    drawn: Facts
    bit: int
    names: Sequence[str]

    def __getitem__(self, name: str) -> bool | Constant_:
        for value, where in self.drawn[name].items():
            if where & self.bit:
                return value
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in self.drawn

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def lanes_of(bits: int) -> Iterator[int]:
    """The numbers of the lanes that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def certainly(core: c.Core, formulas: Sequence[c.Formula], near: Sequence[Known], lanes: int = LANES) -> list[Cases]:
    """For each formula random cases in every world of which it is true, as far as three values tell (T8).

    All formulas in one pass over all cases; then, a few at a time, those for which there was none, each among cases
    that give what is in `near`.
    """
    found = [Cases()] * len(formulas)
    if not formulas:
        return found
    compared = _compared(core)
    for place, cases in enumerate(_Among(core, formulas, compared, lanes).drawn((), 0)):
        found[place] = cases
    missed = [place for place, cases in enumerate(found) if not cases.lanes]
    for start in range(0, len(missed), TOGETHER):
        left = missed[start : start + TOGETHER]
        for seed in range(1, ROUNDS):
            among = _Among(core, [formulas[place] for place in left], compared, max(lanes, LEAST * len(left)))
            for place, cases in zip(left, among.drawn([near[place] for place in left], seed), strict=True):
                found[place] = cases
            left = [place for place in left if not found[place].lanes]
            if not left:
                break
    return found


@dataclass(slots=True)
class _Among:
    """Cases in which to look for some formulas."""

    core: c.Core
    formulas: Sequence[c.Formula]
    compared: Mapping[str, Sequence[Constant_]]
    lanes: int
    table: Table = field(init=False)
    plan: Plan = field(init=False)

    def __post_init__(self) -> None:
        self.table = compile_core(cone(self.core, self.formulas))
        self.plan = make_plan(self.table, self.table.targets)

    def drawn(self, near: Sequence[Known], seed: int) -> list[Cases]:
        """Of each formula those in which it is certain; an equal share of all cases gives what each of `near` does."""
        sweep = new_sweep(self.table, self.lanes)
        cells = (self.table.cells[number] for number in self.plan.cells())
        read = {cell.fact for cell in cells if isinstance(cell, FactCell | ReadCell)}
        facts = _drawn(self.core, read, self.compared, Random(seed), self.lanes)
        for number, given in enumerate(near):
            share = self.lanes // len(near)
            mine = ((1 << share) - 1) << number * share
            for key in sorted(read & given.keys()):
                column = {value: where & ~mine for value, where in facts[key].items()}
                facts[key] = {**column, given[key]: column.get(given[key], 0) | mine}
        _given(self.plan, sweep, facts)
        run_rails(self.plan, sweep)
        kept = surely(tuple(code for part in self.plan.always for code in part), sweep.truths, sweep.full)
        return [Cases(verdict(target, sweep)[0] & kept, facts) for target in self.plan.targets]


def _given(plan: Plan, sweep: Sweep, facts: Facts) -> None:
    """Fills in the cells of facts."""
    for number in plan.cells():
        cell = sweep.table.cells[number]
        if isinstance(cell, FactCell):
            true = facts[cell.fact].get(True, 0)
            sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, sweep.full & ~true
        elif isinstance(cell, ReadCell):
            sweep.columns[number] = {
                value: where for value, where in facts[cell.fact].items() if not isinstance(value, bool)
            }


def _drawn(
    core: c.Core, keys: Iterable[str], near: Mapping[str, Sequence[Constant_]], random: Random, lanes: int
) -> dict[str, dict[bool | Constant_, int]]:
    full = (1 << lanes) - 1
    facts: dict[str, dict[bool | Constant_, int]] = {}
    for key in sorted(keys):
        fact = core.facts[key]
        if isinstance(fact.type, BooleanType):
            true = random.getrandbits(lanes)
            facts[key] = {True: true, False: full & ~true}
            continue
        values = _values(fact, near.get(key, ()))
        facts[key] = dict(_spread(values, full, random, lanes))
    return facts


def _spread(
    values: Sequence[Constant_], where: int, random: Random, lanes: int
) -> Iterator[tuple[Constant_, int]]:
    """Lanes by chance for each of the values, by halving."""
    if len(values) == 1:
        yield values[0], where
        return
    first, half = where & random.getrandbits(lanes), len(values) // 2
    yield from _spread(values[:half], first, random, lanes)
    yield from _spread(values[half:], where & ~first, random, lanes)


def _compared(core: c.Core) -> dict[str, list[Constant_]]:
    """The constants with which each fact is compared."""
    found: dict[str, dict[Constant_, None]] = {}
    seen: set[int] = set()
    for formula in formulas_of(core):
        if id(formula) in seen:
            continue
        seen.add(id(formula))
        for node in nodes(formula):
            if isinstance(node, c.Test):
                for one, other in ((node.left, node.right), (node.right, node.left)):
                    if isinstance(one, c.FactRead) and isinstance(other, c.Constant):
                        found.setdefault(one.fact, {})[other.value] = None
    return {key: list(values) for key, values in found.items()}


def _values(fact: c.GroundFact, near: Sequence[Constant_]) -> list[Constant_]:
    values = _some_values(fact, near)
    return [*values, NONE] if fact.nullable and NONE not in values else values


def _some_values(fact: c.GroundFact, near: Sequence[Constant_]) -> list[Constant_]:
    if fact.domain:
        return list(fact.domain)
    default = default_value(fact)
    assert not isinstance(default, bool)
    values: dict[Constant_, None] = {default: None}
    step = max(1, len(near) // MOST_VALUES)
    for value in near[::step]:
        for one in _around(value, fact):
            values[one] = None
    return list(values)


def _around(value: Constant_, fact: c.GroundFact) -> list[Constant_]:
    match value:
        case int() | Fraction():
            found = [exact(Fraction(value) + step) for step in (-1, 0, 1)]
            if isinstance(fact.type, NumberType):
                type_ = fact.type
                found = [
                    v for v in found
                    if (type_.low is None or v >= type_.low) and (type_.high is None or v <= type_.high)
                    and (not type_.integer or isinstance(v, int))
                ]  # fmt: skip
            return [*found]
        case datetime.datetime():
            return [value + datetime.timedelta(minutes=step) for step in (-1, 0, 1)]
        case datetime.date() if datetime.date.min < value < datetime.date.max:
            return [value + datetime.timedelta(days=step) for step in (-1, 0, 1)]
        case Duration() | NoneValue():
            return [value] if isinstance(value, Duration) else []
        case _:
            return [value]
