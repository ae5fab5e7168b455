"""Assertions of an answer that say the same: what hangs on what is said is not worked out for each of them again."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.said import Held, Said, Standing

ENOUGH = 2
"""So many assertions that say the same say as much as more of them: one says it, two say something together."""


@dataclass(slots=True)
class Voices:
    """Numbers for what assertions say, the same for those that say the same."""

    _numbers: dict[Hashable, int] = field(default_factory=dict["Hashable", int])
    _of: dict[int, tuple[Said, int]] = field(default_factory=dict[int, "tuple[Said, int]"])
    """By identity; the assertion is kept, so that no other one has the same."""

    def number(self, said: Said) -> int:
        """The number of what an assertion says: all but where it stands and why."""
        known = self._of.get(id(said))
        if known is None:
            unit = isinstance(said.assertion.content, OtherUnit)
            what = (said.mood, said.statement, said.standing, said.value, said.weak)
            more = (said.besides, said.inside, said.together, said.idle, unit)
            known = self._of[id(said)] = said, self._numbers.setdefault((what, more), len(self._numbers))
        return known[1]

    def enough(self, said: Iterable[Said]) -> list[Said]:
        """The assertions without those that say what two before them say."""
        counts: dict[int, int] = {}
        kept: list[Said] = []
        for one in said:
            number = self.number(one)
            counts[number] = counts.get(number, 0) + 1
            if counts[number] <= ENOUGH:
                kept.append(one)
        return kept


@dataclass(frozen=True, slots=True)
class Change:
    """The places of what no longer counts without a claim, and of what counts in its stead."""

    gone: frozenset[int]
    come: frozenset[int]


@dataclass(frozen=True)
class Chorus:
    """What many claims say, so that what all but one of them say is found without asking each."""

    said: tuple[tuple[str, Said], ...]
    """With its claim; of what says the same so many that enough are left without any one claim."""
    numbers: tuple[int, ...]
    """The number of each."""

    @cached_property
    def _places(self) -> Mapping[int, Sequence[int]]:
        """Where each number stands."""
        found: dict[int, list[int]] = {}
        for place, number in enumerate(self.numbers):
            found.setdefault(number, []).append(place)
        return found

    @cached_property
    def _of(self) -> Mapping[str, Sequence[int]]:
        """Where each claim stands."""
        found: dict[str, list[int]] = {}
        for place, (claim, _) in enumerate(self.said):
            found.setdefault(claim, []).append(place)
        return found

    @cached_property
    def enough(self) -> frozenset[int]:
        """The places without those of what two before them say."""
        return frozenset(place for places in self._places.values() for place in places[:ENOUGH])

    def change(self, claim: str) -> Change:
        """What is other than in `enough` where a claim says nothing."""
        gone: set[int] = set()
        come: set[int] = set()
        for number in {self.numbers[place] for place in self._of.get(claim, ())}:
            places = self._places[number]
            left = [place for place in places if self.said[place][0] != claim][:ENOUGH]
            gone.update(set(places[:ENOUGH]).difference(left))
            come.update(set(left).difference(places[:ENOUGH]))
        return Change(frozenset(gone), frozenset(come))

    def without(self, claim: str) -> Iterator[Said]:
        """What the claims but this one say."""
        return (said for name, said in self.said if name != claim)


def chorus(voices: Voices, claims: Sequence[Held]) -> Chorus:
    """What some claims say that can be a premise: what names nothing declared is none."""
    speakers: dict[int, dict[str, int]] = {}
    kept: list[tuple[str, Said]] = []
    for claim in claims:
        for said in claim.said:
            if said.standing is Standing.FOREIGN:
                continue
            by = speakers.setdefault(voices.number(said), {})
            if claim.id not in by and len(by) > ENOUGH:
                continue
            by[claim.id] = by.get(claim.id, 0) + 1
            if by[claim.id] <= ENOUGH:
                kept.append((claim.id, said))
    return Chorus(tuple(kept), tuple(voices.number(said) for _, said in kept))
