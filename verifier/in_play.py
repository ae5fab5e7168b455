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
        self._apart = apart
        self._always: list[int] = []
        """Those that read nothing."""
        self._reading: dict[Name, list[int]] = {}
        for leaf, place in self._place.items():
            read = names(leaf)
            for name in read:
                self._reading.setdefault(name, []).append(place)
            if not read:
                self._always.append(place)

    def __contains__(self, leaf: core.Formula) -> bool:
        return leaf in self._place

    def near(self, *terms: core.Formula | core.Value | None) -> Sequence[core.Formula]:
        """The conditions of which something may be settled by what reads the same as some formulas and values."""
        if not self._apart:
            return self.leaves
        found = set(self._always)
        for term in terms:
            for name in names(term) if term is not None else ():
                found.update(self._reading.get(name, ()))
        return [self.leaves[place] for place in sorted(found)]
