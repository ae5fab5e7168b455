"""Random core programs whose rules go in circles through NOT, exceptions and values, seeded."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from reference.programs import Program, Shape, _Maker
from rulelang.engine.core import Core, FactTest, Or
from rulelang.engine.grounding.blocks import blocks
from rulelang.engine.rules.knots import NONE

CIRCLES = Shape(booleans=3, numbers=1, contests=4, rules=2, actions=0.2, values=0.2, always=0.1, known=0.6)


class _Circular(_Maker):
    """Every rule may read every contest, whatever comes of it."""

    def make_circles(self) -> Program:
        made = _Maker(self.random, self.shape).make().core.facts
        self.facts = {key: fact for key, fact in made.items() if key != "c"}
        keys = [f"p{number}" for number in range(self.random.randint(2, self.shape.contests))]
        for key in keys:
            self.kinds[key] = self.kind(cyclic=False)
        if self.chance(0.3):
            self.definition("d0")
        for key in keys:
            self.contest(key, self.kinds[key])
        parts = blocks(self.contests, self.rules, self.definitions, NONE)
        always = (Or((FactTest("b0"), self.fact_formula())),) if self.chance(self.shape.always) else ()
        known = {key: self.known(fact) for key, fact in self.facts.items() if self.chance(self.shape.known)}
        targets = self.targets()
        core = Core(self.facts, self.contests, tuple(self.rules), self.definitions, parts, always, targets)
        return Program(core, known)


def circular(seed: int, known: float = CIRCLES.known) -> Program:
    """The random program of this number in which some circles close, and some do not."""
    return _Circular(Random(seed), replace(CIRCLES, known=known)).make_circles()
