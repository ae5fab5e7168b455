"""Unknown facts that matter, shown by worlds: two that differ in the fact alone and in what depends on it (D7.2).

Worlds by chance, and beside each of them, for each fact, the same world with another value of it.  What is not shown so
may matter all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias, cast

from rulelang.engine.core import Core
from rulelang.engine.evaluating.choosers import Choice, Options, repeated
from rulelang.engine.evaluating.columns import ANYTHING, Column, surely
from rulelang.engine.evaluating.domains import Domains, domains, draws, sample
from rulelang.engine.evaluating.entail import Known, told_apart
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.lanes import Inexact
from rulelang.engine.evaluating.plan import Plan, plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails
from rulelang.engine.evaluating.relevance import Relevant, relevant
from rulelang.engine.evaluating.sweep import Sweep
from rulelang.engine.evaluating.worlds import outcomes, worlds_of

WORLDS = 64
ROUNDS = 4
"""Samples for the facts that the ones before did not show."""
_Key: TypeAlias = tuple[Choice, int | str, str]


def shown_to_matter(core: Core, known: Known, index: int, facts: Sequence[str]) -> frozenset[str]:
    """Those of the unknown facts that two worlds show to matter to `core.targets[index]`."""
    plan = plan_of(core, (index,))
    sweep = one_case(table_of(core), plan, known)
    plan = run_rails(plan, sweep)
    rest = relevant(plan, sweep)
    domain = domains(rest, sweep)
    left = [fact for fact in facts if fact in rest.facts]
    shown: set[str] = set()
    for seed in range(ROUNDS):
        asked = [fact for fact in left if fact not in shown]
        if not asked:
            break
        try:
            shown |= _shown(plan, sweep, rest, domain, asked, Random(seed))
        except Inexact:
            break
    return frozenset(shown)


def _shown(
    plan: Plan, rails: Sweep, rest: Relevant, domain: Domains, facts: Sequence[str], random: Random
) -> set[str]:
    groups = 1 + len(facts)
    lanes, every = WORLDS * groups, repeated(WORLDS, groups)
    columns: dict[str, Column] = {}
    for fact in rest.facts:
        of = draws(rails.table.facts[fact], domain.values[fact], domain.near)
        column: Column = {}
        group = facts.index(fact) + 1 if fact in facts else 0
        for lane in range(WORLDS):
            value, other = sample(of, random), sample(of, random)
            here = every << lane & (1 << lanes) - 1
            there = 1 << (group * WORLDS + lane) if group else 0
            for content, where in ((value, here & ~there), (other, there)):
                if where:
                    known = ANYTHING if content is None else content
                    column[known] = column.get(known, 0) | where
        columns[fact] = column
    chooser = _Alike(random, groups)
    worlds = worlds_of(plan, rails, rest, columns, lanes, chooser)
    [target] = plan.targets
    swept = worlds.sweep
    truth = None if target.truth is None else surely(target.truth, swept.truths, swept.full)
    came: Column = {} if target.truth is not None else told_apart(target, swept.table, swept.columns[target.value])
    told: Column = {value: where for value, where in came.items() if value is not ANYTHING}
    parts = [part & ~chooser.inexact for part in outcomes(worlds, truth, told)]
    return {fact for group, fact in enumerate(facts, 1) if _differ(parts, group)}


def _differ(parts: Sequence[int], group: int) -> bool:
    """Whether some world of the first group comes out otherwise in another one."""
    first = (1 << WORLDS) - 1
    pairs = [(part & first, part >> (group * WORLDS) & first) for part in parts]
    here = there = same = 0
    for one, other in pairs:
        here |= one
        there |= other
        same |= one & other
    return bool(here & there & ~same)


@dataclass(slots=True)
class _Alike:
    """Chooses by chance, alike in all groups wherever the same is to be chosen from.  `inexact` as of `Drawn`."""

    random: Random
    groups: int
    inexact: int = 0
    drawn: dict[_Key, list[int]] = field(default_factory=dict["_Key", "list[int]"])

    def choose(self, sweep: Sweep, kind: Choice, name: int | str, options: Options) -> list[list[int]]:
        chosen: list[list[int]] = []
        for where, contents in options:
            if kind == "free":
                self.inexact |= where
            key = kind, name, repr([_in_order(one) for one in contents])
            masks = self.drawn.get(key)
            if masks is None:
                masks = self.drawn[key] = self._masks(len(contents))
            chosen.append([where & mask for mask in masks])
        return chosen

    def _masks(self, count: int) -> list[int]:
        masks = [0] * count
        for lane in range(WORLDS):
            masks[self.random.randrange(count)] |= 1 << lane
        every = repeated(WORLDS, self.groups)
        return [mask * every for mask in masks]


def _in_order(content: object) -> object:
    """A set's members in an order that no hash seed changes; anything else as it is."""
    return sorted(map(repr, cast(frozenset[object], content))) if isinstance(content, frozenset) else content
