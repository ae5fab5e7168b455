"""What a world chooses besides the facts: the truth of an open test, the resolution of a contest in conflict.

Three ways: enumeration multiplies the lanes by the options, sampling draws one, a batch of cases sets the lane aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, Protocol, TypeAlias

from rulelang.engine.evaluating.sweep import Sweep

Choice: TypeAlias = Literal["fact", "test", "free", "contest", "cycle"]
"""A fact; an open test; a comparison with something that is not told apart; a conflict; a broken cycle."""
Options: TypeAlias = Sequence[tuple[int, Sequence[object]]]
"""Disjoint sets of lanes, each with what its lanes may choose: truth values; of a contest its resolutions; of a broken
cycle a key and literals of it."""


class Chooser(Protocol):
    """Chooses in the lanes that leave something open."""

    def choose(self, sweep: Sweep, kind: Choice, name: int | str, options: Options) -> list[list[int]]:
        """For each set of lanes, the lanes of each option; may multiply the lanes of the sweep."""
        ...


class TooManyWorlds(Exception):
    """More lanes than the limit."""


@dataclass(slots=True)
class Marked:
    """For a batch of cases: lanes that leave something open are set aside in `lanes`."""

    lanes: int = 0

    def choose(self, sweep: Sweep, kind: Choice, name: int | str, options: Options) -> list[list[int]]:
        for where, _ in options:
            self.lanes |= where
        return [[where] + [0] * (len(contents) - 1) for where, contents in options]


@dataclass(slots=True)
class Drawn:
    """For sampling: each lane takes an option by chance.  `inexact` are the lanes that are no worlds: a comparison
    in them was drawn freely."""

    random: Random
    inexact: int = 0

    def choose(self, sweep: Sweep, kind: Choice, name: int | str, options: Options) -> list[list[int]]:
        drawn: list[list[int]] = []
        for where, contents in options:
            count = len(contents)
            if kind == "free":
                self.inexact |= where
            if count == 2:
                heads = where & self.random.getrandbits(sweep.lanes)
                drawn.append([heads, where & ~heads])
                continue
            parts = [0] * count
            while where:
                low = where & -where
                parts[self.random.randrange(count)] |= low
                where ^= low
            drawn.append(parts)
        return drawn


@dataclass(frozen=True, slots=True)
class Digit:
    """One choice of an enumeration: the number of a lane is the sum of digit times stride over all digits.

    `name`: a fact's or contest's key, a cycle in words, the number of a test's cell.  Worlds that have nothing to
    choose there occur once for each value of the digit.
    """

    kind: Choice
    name: int | str
    stride: int
    options: int


@dataclass(slots=True)
class Enumerated:
    """For enumeration: the lanes are multiplied by the options, up to `limit` lanes."""

    limit: int
    digits: list[Digit] = field(default_factory=list[Digit])

    def choose(self, sweep: Sweep, kind: Choice, name: int | str, options: Options) -> list[list[int]]:
        factor = max(len(contents) for _, contents in options)
        old = sweep.lanes
        if old * factor > self.limit:
            raise TooManyWorlds
        self.digits.append(Digit(kind, name, old, factor))
        widen(sweep, factor)
        chosen: list[list[int]] = []
        for where, contents in options:
            parts = [0] * len(contents)
            for copy in range(factor):
                parts[copy % len(contents)] |= where << (old * copy)
            chosen.append(parts)
        return chosen


def widen(sweep: Sweep, factor: int) -> None:
    """Repeats all lanes `factor` times, one copy above the other."""
    repeat = repeated(sweep.lanes, factor)
    sweep.truths = [where * repeat if where else 0 for where in sweep.truths]
    sweep.columns = [
        {value: where * repeat for value, where in column.items()} if column else column
        for column in sweep.columns
    ]
    sweep.lanes *= factor
    sweep.full = (1 << sweep.lanes) - 1


def repeated(stride: int, copies: int) -> int:
    """The lowest lane of each of so many copies.

    >>> bin(repeated(4, 3))
    '0b100010001'
    """
    return ((1 << (stride * copies)) - 1) // ((1 << stride) - 1)


def tiled(where: int, lanes: int, sweep: Sweep) -> int:
    """A set of lanes from when the sweep had `lanes` of them, as one of its lanes now."""
    return where if lanes == sweep.lanes or not where else where * repeated(lanes, sweep.lanes // lanes)
