"""The rules of one contest as a warrant sees them: which apply, which exclude each other, which outrank which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.engine import core
from rulelang.grammar.model import Mode
from rulelang.verifier.parts import Part
from rulelang.verifier.world import World


class Rivals:
    """See the module's docstring; `parts` are in the order of the program's text."""

    def __init__(self, world: World, parts: list[Part]) -> None:
        self.world = world
        self.parts = parts
        self.contest = world.program.contests[parts[0].rule.contest] if parts else None
        rules = self.contest.rules if self.contest else ()
        self.position = {index: position for position, index in enumerate(rules)}

    def applies(self, part: Part) -> bool | None:
        return self.world.truth(part.applies())

    def of(self, part: Part) -> list[Part]:
        """The rules for what is incompatible with this one's outcome; a default stands below all of them."""
        if self.contest is None or part.rule.literal is None:
            return []
        return [
            other
            for other in self.parts
            if other.rule.literal is not None
            and other.rule.rank is not core.Rank.DEFAULT
            and core.incompatible(part.rule.literal, other.rule.literal, self.contest.kind)
        ]

    def outranks(self, left: Part, right: Part) -> bool:
        if self.contest is None:
            return False
        return self.position[right.index] in self.contest.outranks[self.position[left.index]]


def idle(world: World, parts: Sequence[Part]) -> frozenset[tuple[str, str]]:
    """The clauses, each with its contest, that do not apply in the case at any binding though what they conclude is so
    without them: no warrant of this rests on them (verification, N2 and N26).  A rule for another value is a rival."""
    found: dict[tuple[str, str], bool] = {}
    for part in parts:
        literal = part.rule.literal
        is_idle = literal is not None and world.truth(part.applies()) is False and _stands(world, part, literal)
        here = (part.clause, part.rule.contest)
        found[here] = found.get(here, True) and is_idle
    return frozenset(here for here, is_idle in found.items() if is_idle)


def _stands(world: World, part: Part, literal: bool | Mode) -> bool:
    """Whether what a rule concludes is so, a permission also where it is a duty."""
    literals = _WITH.get(literal, (literal,))
    return world.truth(core.Established(part.rule.contest, literals)) is True


_WITH: Mapping[bool | Mode, tuple[bool | Mode, ...]] = {
    "MAY": ("MAY", "MUST"),
    "NEED NOT": ("NEED NOT", "MUST NOT"),
}
