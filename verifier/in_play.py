"""The conditions in play, found by what they read: of most of them an assertion says nothing, and need not be asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.engine import core
from rulelang.verifier.aggregate import has_instances
from rulelang.verifier.expand import Name, names


class InPlay:
    """Some conditions, in their order.

    `apart`: what reads nothing in common with a condition settles nothing of it; that is so unless one outcome includes
    another (CONCEPT).
    """

    def __init__(self, leaves: Iterable[core.Formula], apart: bool) -> None:
        self.leaves = tuple(leaves)
        self._place = {leaf: place for place, leaf in enumerate(self.leaves)}
        self.over_instances = frozenset(leaf for leaf in self.leaves if has_instances(leaf))
        """Those that several claims may state together: quantified ones and aggregates (N8)."""
        self.apart = apart
        self._reading = Index(names(leaf) for leaf in self.leaves)

    def __contains__(self, leaf: core.Formula) -> bool:
        return leaf in self._place

    def near(self, *terms: core.Formula | core.Value | None) -> Sequence[core.Formula]:
        """The conditions of which something may be settled by what reads the same as some formulas and values."""
        if not self.apart:
            return self.leaves
        return [self.leaves[place] for place in self._reading.near(*terms)]


class Index:
    """The places of some things by what each of them reads."""

    def __init__(self, read: Iterable[Iterable[Name]]) -> None:
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
        """The places, in their order, of what reads nothing or something that some formulas and values read."""
        found = set(self._always)
        for term in terms:
            for name in names(term) if term is not None else ():
                found.update(self._reading.get(name, ()))
        return sorted(found)
