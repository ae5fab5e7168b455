"""What a core program is looked through for each time that something is put in it: worked out once for each program."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from rulelang.engine import core
from rulelang.verifier.parts import Part

_KEEP = 16


class ProgramIndex:
    """Where things stand in a program."""

    def __init__(self, program: core.Core) -> None:
        self._program = program
        self._declared: tuple[Mapping[str, core.GroundFact], int, Mapping[str, core.GroundFact]] | None = None
        """Facts that are declared, how many they were, and the program's with them."""

    def facts(self, declared: Mapping[str, core.GroundFact]) -> Mapping[str, core.GroundFact]:
        """The program's facts, and others that are declared: of these more may be met from answer to answer."""
        known = self._declared
        if known is None or known[0] is not declared or known[1] != len(declared):
            known = self._declared = declared, len(declared), {**declared, **self._program.facts}
        return known[2]

    @cached_property
    def stipulated(self) -> frozenset[str]:
        """The contests of which the case itself says how they come out."""
        return frozenset(rule.contest for rule in self._program.rules if rule.kind is core.Kind.STIPULATION)

    @cached_property
    def _blocks(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for place, block in enumerate(self._program.blocks):
            for member in block.members:
                found.setdefault(member, []).append(place)
        return found

    @cached_property
    def _contests(self) -> Mapping[str, int]:
        return {key: place for place, key in enumerate(self._program.contests)}

    def contests(self, some: Iterable[str]) -> list[str]:
        """Some contests in the program's order."""
        return sorted(some, key=self._contests.__getitem__)

    def blocks(self, some: Collection[str]) -> tuple[core.Block, ...]:
        """The blocks in which some contests and definitions stand, with these alone."""
        places = {place for one in some for place in self._blocks.get(one, ())}
        found: list[core.Block] = []
        for place in sorted(places):
            block = self._program.blocks[place]
            members = tuple(one for one in block.members if one in some)
            found.append(block if members == block.members else replace(block, members=members))
        return tuple(found)


class PartIndex:
    """The parts of rules by what they conclude on."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.by_contest: dict[str, list[Part]] = {}
        for part in parts:
            self.by_contest.setdefault(part.rule.contest, []).append(part)


class Concluded(Container[str]):
    """The contests on which some rules conclude."""

    def __init__(self, index: PartIndex, rules: Container[str]) -> None:
        self._index, self._rules = index, rules

    def __contains__(self, contest: object) -> bool:
        parts = self._index.by_contest.get(contest, []) if isinstance(contest, str) else []
        return any(part.rule.rule in self._rules for part in parts)


_programs: OrderedDict[int, tuple[core.Core, ProgramIndex]] = OrderedDict()
_parts: OrderedDict[int, tuple[Sequence[Part], PartIndex]] = OrderedDict()


def index_of(program: core.Core) -> ProgramIndex:
    """The index of a program, kept while the program is in use."""
    entry = _programs.get(id(program))
    if entry is None or entry[0] is not program:
        entry = _programs[id(program)] = program, ProgramIndex(program)
        while len(_programs) > _KEEP:
            _programs.popitem(last=False)
    return entry[1]


def index_of_parts(parts: Sequence[Part]) -> PartIndex:
    """The index of the parts of a program's rules, kept while they are in use; they are never changed."""
    entry = _parts.get(id(parts))
    if entry is None or entry[0] is not parts:
        entry = _parts[id(parts)] = parts, PartIndex(parts)
        while len(_parts) > _KEEP:
            _parts.popitem(last=False)
    return entry[1]
