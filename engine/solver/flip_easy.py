"""Changes of one fact that flip a decision, found by the evaluator alone: what can be shown where the search for all
changes (`flip_search`) reached a limit before it came to them.

A change of one fact is minimal.  Whether its value is the nearest one is not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from time import monotonic

from rulelang.engine.core import Constant, Core, GroundFact
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.domains import Scale, regions, scale
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.flip import Change, Goal, Move, reached
from rulelang.engine.solver.judgments import conditions, parts_of
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.tried import texts_of, uses_of_facts
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import BooleanType, Constant_, DateType, TimeType
from rulelang.grammar.values import NONE

MOST_VALUES = 12
"""Numbers that are tried for a fact, near ones and far ones."""
HALVINGS = 12
"""Times that a number which does it is moved towards the one that the fact has."""
_START: dict[type, Fraction] = {DateType: Fraction(730_120), TimeType: Fraction(730_119 * 86_400)}
"""From where the distance counts of a fact that is not known; else zero."""


def easy_changes(
    core: Core, known: Known, goal: Goal, kept: Collection[str], timeout: float | None
) -> Iterator[Change]:
    """One change for each fact that has one, by name, as far as the numbers of the program and the case, what lies
    between them and the ends of the fact's domain show it; none where the goal is reached as it is."""
    if reached(decide(core, known, goal.index), goal):
        return
    asked = (core.targets[goal.index],)
    small = cone(core, asked)
    members = {name for block in small.blocks for name in block.members}
    told = dict.fromkeys(
        part.value for node in conditions(small, members) for part in parts_of(node) if isinstance(part, Constant)
    )
    told.update((value, None) for value in known.values() if not isinstance(value, bool) and value is not NONE)
    trial = _Trial(core, known, goal, tuple(told), timeout)
    for key in uses_of_facts(core, asked):
        if key not in kept:
            found = trial.change(core.facts[key])
            if found is not None:
                yield found


class _Trial:
    """Cases in which one fact is another one."""

    def __init__(
        self, core: Core, known: Known, goal: Goal, numbers: tuple[Constant_, ...], timeout: float | None
    ) -> None:
        self.core, self.known, self.goal, self.numbers, self.texts = core, known, goal, numbers, texts_of(core)
        self.until = None if timeout is None else monotonic() + timeout

    def change(self, fact: GroundFact) -> Change | None:
        along = scale(fact)
        before = self.known.get(fact.key)
        if along is None:
            values = (True, False) if isinstance(fact.type, BooleanType) else fact.domain or self.texts
            after = next((value for value in values if value != before and self.does(fact.key, value)), None)
        else:
            after = self._number(fact.key, along, before)
        if after is None:
            return None
        without = decide(self.core, self.known, self.goal.index)
        decision = decide(self.core, {**self.known, fact.key: after}, self.goal.index)
        return Change((Move(fact.key, before, after, nearest=isinstance(after, bool)),), decision, (without,))

    def _number(self, key: str, along: Scale, before: bool | Constant_ | None) -> Constant_ | None:
        start = None if before is None or isinstance(before, bool) else along.number(before)
        if start is None:
            start = _START.get(type(self.core.facts[key].type), Fraction(0))
        cuts = [number for number in map(along.number, self.numbers) if number is not None]
        values = sorted(regions(cuts, along), key=lambda number: (abs(number - start), number < start))
        step = -(-len(values) // MOST_VALUES) or 1
        values = sorted({*values[:: step], *values[-2:]}, key=values.index)
        far = next((number for number in values if self.does(key, along.value(number))), None)
        if far is None:
            return None
        near = start
        for _ in range(HALVINGS):
            middle = (far + near) / 2
            if along.whole or abs(far - near) > 1:
                middle = Fraction(round(middle))
            if middle in (far, near):
                break
            if self.does(key, along.value(middle)):
                far = middle
            else:
                near = middle
        return along.value(far)

    def does(self, key: str, value: bool | Constant_) -> bool:
        """Whether the changed case is decided as the goal asks for."""
        if value == self.known.get(key) or (self.until is not None and monotonic() > self.until):
            return False
        try:
            return reached(decide(self.core, {**self.known, key: value}, self.goal.index), self.goal)
        except RuleLangError:
            return False
