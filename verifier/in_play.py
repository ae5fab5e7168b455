"""The conditions in play, found by what they read: of most of them an assertion says nothing, and need not be asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rulelang.engine import core
from rulelang.verifier.aggregate import has_instances
from rulelang.verifier.expand import Name, names
from rulelang.verifier.included import Included


class InPlay:
    """Some conditions, in their order.

    What reads nothing in common with a condition, and nothing that inclusions (CONCEPT) connect with what this reads,
    settles nothing of it.
    """

    def __init__(self, leaves: Iterable[core.Formula], included: Included) -> None:
        self.leaves = tuple(leaves)
        self.leaf_set = frozenset(self.leaves)
        self._place = {leaf: place for place, leaf in enumerate(self.leaves)}
        self.over_instances = frozenset(leaf for leaf in self.leaves if has_instances(leaf))
        """Those that several claims may state together: quantified ones and aggregates (N8)."""
        self._reading = Index((names(leaf) for leaf in self.leaves), included.together)

        self.narrow = tuple(leaf for leaf in self.leaves if is_narrow(leaf))
        """Those over one instance."""

    def __contains__(self, leaf: core.Formula) -> bool:
        return leaf in self._place

    def ordered(self, leaves: Iterable[core.Formula]) -> tuple[core.Formula, ...]:
        """Some of them, in their order."""
        return tuple(sorted(leaves, key=self._place.__getitem__))

    def near(self, *terms: core.Formula | core.Value | None) -> Sequence[core.Formula]:
        """The conditions of which something may be settled by what reads the same as some formulas and values."""
        return [self.leaves[place] for place in self._reading.near(*terms)]


def is_narrow(leaf: core.Formula) -> bool:
    """Whether it is a condition over one instance, which says something of this one."""
    return isinstance(leaf, core.And | core.Or) and len(leaf.parts) == 1


class Index:
    """The places of some things by what each of them reads; `together`: the names that go for each other."""

    def __init__(self, read: Iterable[Iterable[Name]], together: Mapping[Name, Collection[Name]]) -> None:
        self._together = together
        self._always: list[int] = []
        """Those that read nothing."""
        self._reading: dict[Name, list[int]] = {}
        for place, those in enumerate(read):
            there = set(those)
            for name in there:
                self._reading.setdefault(name, []).append(place)
            if not there:
                self._always.append(place)

    def near(self, *terms: core.Formula | core.Value | None) -> Sequence[int]:
        """The places, in their order, of what reads nothing or something that goes with what some terms read."""
        found = set(self._always)
        for term in terms:
            for name in names(term) if term is not None else ():
                for one in self._together.get(name, (name,)):
                    found.update(self._reading.get(one, ()))
        return sorted(found)
