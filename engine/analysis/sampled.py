"""Many random cases of a rule base at once: what happens in one of them needs no solver to be shown possible."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from rulelang.engine import core as c
from rulelang.engine.analysis.walk import formulas_of, nodes
from rulelang.engine.evaluating.cells import FactCell, ReadCell
from rulelang.engine.evaluating.choosers import Drawn
from rulelang.engine.evaluating.lanes import run_lanes
from rulelang.engine.evaluating.plan import make_plan
from rulelang.engine.evaluating.sweep import new_sweep
from rulelang.engine.evaluating.table import compile_core
from rulelang.engine.solver.encode_facts import default_value
from rulelang.grammar.model import BooleanType, Constant_, NumberType
from rulelang.grammar.values import NONE, Duration, NoneValue, exact

LANES = 1024
MOST_VALUES = 12
"""Values of one fact that are tried."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """For each formula the sampled worlds in which it is true, as bits."""

    lanes: tuple[int, ...]
    worlds: int
    """Those that keep the ALWAYS declarations."""
    facts: Mapping[str, Mapping[bool | Constant_, int]]
    """Of each fact the worlds in which it has a value."""

    def case(self, lane: int, facts: Iterable[str]) -> dict[str, bool | Constant_]:
        """These facts in one world."""
        bit = 1 << lane
        return {key: next(value for value, where in self.facts[key].items() if where & bit) for key in facts}


def sample(core: c.Core, formulas: Sequence[c.Formula], seed: int = 0, lanes: int = LANES) -> Sampled:
    """Random worlds of the core, the same ones every time; conflicts and open tests are drawn too."""
    random = Random(seed)
    facts = _drawn(core, random, lanes)
    asked = replace(core, targets=tuple(formulas))
    table = compile_core(asked)
    plan = make_plan(table, table.targets)
    sweep = new_sweep(table, lanes)
    for number in plan.cells():
        cell = table.cells[number]
        if isinstance(cell, FactCell):
            true = facts[cell.fact].get(True, 0)
            sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, sweep.full & ~true
        elif isinstance(cell, ReadCell):
            sweep.columns[number] = {
                value: where for value, where in facts[cell.fact].items() if not isinstance(value, bool)
            }
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
    return Sampled(tuple(found), worlds, facts)


def _drawn(core: c.Core, random: Random, lanes: int) -> dict[str, dict[bool | Constant_, int]]:
    near = _compared(core)
    full = (1 << lanes) - 1
    facts: dict[str, dict[bool | Constant_, int]] = {}
    for key in sorted(core.facts):
        fact = core.facts[key]
        if isinstance(fact.type, BooleanType):
            true = random.getrandbits(lanes)
            facts[key] = {True: true, False: full & ~true}
            continue
        values = _values(fact, near.get(key, ()))
        column: dict[bool | Constant_, int] = {}
        for lane in range(lanes):
            value = random.choice(values)
            column[value] = column.get(value, 0) | 1 << lane
        facts[key] = column
    return facts


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
