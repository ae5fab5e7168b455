"""Core programs kept for the cases that share them.

A core depends on the selection of variants, the entities, the stipulations and the targets, not on the facts; a
batch of records usually has few.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from rulelang.engine.core import Core
from rulelang.engine.evaluating.completable import Completions
from rulelang.engine.grounding.facts import Background, Constraints, Stated, background, constraints
from rulelang.engine.grounding.ground import Asked, ground
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Case, Reference

MOST_KEPT = 64
"""Cores and constraints kept for each rule base; the least recently used go first."""

Entities: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
Identity: TypeAlias = tuple[object, ...]

_K = TypeVar("_K")
_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A core with what is known of its facts where a case says nothing."""

    core: Core
    background: Background
    selection: Selection


@dataclass(slots=True)
class _Kept:
    cores: OrderedDict[Identity, Prepared]
    constraints: OrderedDict[Entities, tuple[Constraints, Completions]]
    selections: dict[tuple[str, ...], Selection]


_kept: WeakKeyDictionary[RuleBase, _Kept] = WeakKeyDictionary()


def selection_of(base: RuleBase, using: tuple[Reference, ...]) -> Selection:
    """The selection for a case's USING.

    Raises:
        RuleLangError: USING cannot be followed (it names a META RULE, or two variants of one family).
    """
    kept = _for(base)
    names = tuple(reference.name for reference in using)
    found = kept.selections.get(names)
    if found is None:
        found, problems = base.select(using)
        if found is None:
            raise RuleLangError(problems)
        kept.selections[names] = found
    return found


def prepared(base: RuleBase, case: Case, stated: Stated, targets: Sequence[Asked]) -> Prepared:
    """The core of these targets for the case's entities and stipulations, made once; raises as `ground` does."""
    selection = selection_of(base, case.using)
    entities = _entities(case)
    identity = (selection, entities, stated.stipulations, tuple(targets))
    cores = _for(base).cores
    found = cores.get(identity)
    if found is None:
        core = ground(base, selection, case.entities, stated.stipulations, targets)
        found = Prepared(core, background(base.program, core), selection)
        _keep(cores, identity, found)
    else:
        cores.move_to_end(identity)
    return found


def constraints_of(base: RuleBase, case: Case) -> tuple[Constraints, Completions]:
    """All ALWAYS declarations over the case's entities, made once, and what was asked of them."""
    entities = _entities(case)
    kept = _for(base).constraints
    found = kept.get(entities)
    if found is None:
        made = constraints(base.program, case.entities)
        found = made, Completions(made)
        _keep(kept, entities, found)
    else:
        kept.move_to_end(entities)
    return found


def _entities(case: Case) -> Entities:
    return tuple((sort, tuple(members)) for sort, members in sorted(case.entities.items()))


def _for(base: RuleBase) -> _Kept:
    found = _kept.get(base)
    if found is None:
        found = _kept[base] = _Kept(OrderedDict(), OrderedDict(), {})
    return found


def _keep(kept: OrderedDict[_K, _V], identity: _K, value: _V) -> None:
    kept[identity] = value
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
