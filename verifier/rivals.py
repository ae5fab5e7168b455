"""The rules of one contest as a warrant sees them: which apply, which exclude each other, which outrank which."""

from __future__ import annotations

from rulelang.engine import core
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
