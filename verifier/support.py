"""Which sets of passages support which judgment (verification, N14 and N15)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier import expand
from rulelang.verifier.entail import Declared
from rulelang.verifier.in_play import InPlay
from rulelang.verifier.inside import by_pinned
from rulelang.verifier.questions import Asked, formula_said
from rulelang.verifier.world import World

MOST_SETS, MOST_TRIED = 64, 2_000
"""Of a judgment that more sets of passages support than these, or of which more have to be tried, none is asked."""

Passages: TypeAlias = frozenset[str]


def accepted_sets(
    declared: Declared,
    world: World,
    supports: Sequence[tuple[model.Passage, model.Stated]],
    ground: Mapping[Asked, core.Formula | core.Value],
    leaves: Sequence[core.Formula],
    stipulated: Collection[str],
) -> dict[core.Formula, tuple[Passages, ...]]:
    """The accepted sets of passages for each leaf: passages belong to the condition, not to its value (N14, N15).

    One that supports what settles the leaf is enough.  A fact that hangs on several others (a condition over instances,
    a comparison of two of them) has the passages that together settle it.
    """
    said = [
        (frozenset((passage.id, *passage.joint)), ground[formula])
        for passage, stated in supports
        if (formula := formula_said(stated.claim)) is not None
    ]
    literals = [(names, literal) for names, literal in said if isinstance(literal, core.Formula)]
    in_play = InPlay(dict.fromkeys(leaves), declared.includes)
    alone: dict[core.Formula, dict[Passages, None]] = {leaf: {} for leaf in in_play.leaves}
    for names, literal in literals:
        for leaf in in_play.near(literal):
            if declared.settles(literal, leaf) is not None:
                alone[leaf][names] = None
    found: dict[core.Formula, tuple[Passages, ...]] = {}
    for leaf, sets in alone.items():
        if expand.is_about_facts(leaf, stipulated):
            together = _together(declared, world, literals, leaf, tuple(sets))
            if together is None:
                continue
            sets.update(dict.fromkeys(together))
        if sets:
            found[leaf] = tuple(sets)
    return found


def _together(
    declared: Declared,
    world: World,
    literals: Sequence[tuple[Passages, core.Formula]],
    leaf: core.Formula,
    alone: Sequence[Passages],
) -> tuple[Passages, ...] | None:
    """The smallest sets of passages, none of which does alone, that settle a fact by what is so in the case.

    What the case gives of it and no passage speaks of needs none.  None if there are too many sets.
    """
    atoms = set(expand.atoms(leaf))
    if len(atoms) < 2:
        return ()
    units: dict[Passages, list[core.Formula]] = {}
    for names, literal in literals:
        if atoms & set(expand.atoms(literal)) and world.truth(literal) is True:
            units.setdefault(names, []).append(literal)
    spoken = {atom for _, literal in literals for atom in expand.atoms(literal)}
    given = tuple(literal for atom in dict.fromkeys(expand.atoms(leaf)) if atom not in spoken
                  for literal in _given(world, atom))  # fmt: skip

    def settle(some: frozenset[Passages]) -> bool:
        if any(one <= names for one in alone for names in some):
            return True
        said = tuple(dict.fromkeys((*given, *(one for names in units if names in some for one in units[names]))))
        if not said:
            return False
        if declared.settles(core.And(said), leaf) is not None:
            return True
        return by_pinned(declared, said, leaf, world.program.tables) is not None

    if not units or settle(frozenset()):
        return ()
    found = _smallest(frozenset(units), tuple(units), settle)
    if found is None:
        return None
    whole = (frozenset(name for one in some for name in one) for some in found)
    return tuple(dict.fromkeys(names for names in whole if not any(one <= names for one in alone)))


def _smallest(
    whole: frozenset[Passages], order: Sequence[Passages], settle: Callable[[frozenset[Passages]], bool]
) -> list[frozenset[Passages]] | None:
    """All smallest sets that settle: of each that is found every other one lacks something.  None: too many."""
    todo, seen = [whole], {whole}
    found: list[frozenset[Passages]] = []
    while todo:
        if len(found) > MOST_SETS or len(seen) > MOST_TRIED:
            return None
        some = todo.pop()
        least = next((one for one in found if one <= some), None)
        if least is None:
            if not settle(some):
                continue
            least = some
            for one in reversed(order):
                if one in least and settle(least - {one}):
                    least -= {one}
            found.append(least)
        for one in order:
            if one in least and some - {one} not in seen:
                seen.add(some - {one})
                todo.append(some - {one})
    return found


def _given(world: World, atom: expand.Atom) -> Iterator[core.Formula]:
    """What the case gives of a fact, or stipulates of an outcome."""
    if isinstance(atom, core.Established) and (so := world.truth(atom)) is not None:
        yield atom if so else core.Not(atom)
    elif isinstance(atom, core.OutcomeRead) and (value := world.value(atom)) is not None:
        yield core.Test("=", atom, core.Constant(value))
    elif isinstance(atom, core.FactTest | core.FactRead):
        known = world.known.get(atom.fact)
        if isinstance(atom, core.FactTest) and isinstance(known, bool):
            yield atom if known else core.Not(atom)
        elif isinstance(atom, core.FactRead) and known is not None and not isinstance(known, bool):
            yield core.Test("=", atom, core.Constant(known))
