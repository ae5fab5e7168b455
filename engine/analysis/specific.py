"""PREFER SPECIFIC: which of two rules is the more specific, proved before any case is looked at.

r is more specific than s iff the condition of r implies that of s and not conversely, in every two instances whose
heads are about the same thing: from types, bounds, CONCEPT and ALWAYS alone, outcomes being free (docs/semantics.md,
item 14).  The solver is limited by steps, never by time, since this feeds the meaning; a pair that it does not settle
is not ordered, and named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from rulelang.engine import core as c
from rulelang.engine.analysis.free import Free, Impossible, Possible, Unsure
from rulelang.engine.analysis.laws import meet
from rulelang.engine.analysis.ranging import Ranging, conjuncts
from rulelang.engine.analysis.scope import ENTITIES, Scope, scope_of
from rulelang.engine.grounding.cone import Cone, Universe
from rulelang.engine.grounding.ground_formulas import ground_formula
from rulelang.engine.grounding.matching import Match, Matcher
from rulelang.engine.rules.order import Place
from rulelang.engine.rules.units import Unit, inclusions
from rulelang.grammar import model as m
from rulelang.grammar.model import Constant_

MOST_INSTANCES = 256
"""Pairs of instances of two rules that are compared."""

Placed = tuple[Unit, int]
"""A unit and the number of one of its heads."""


@dataclass(slots=True)
class Specificity:
    """Answers whether one outcome's rule is more specific than another's; each pair of units is settled once.

    `unproved` holds the pairs that were not settled, with the reason.
    """

    program: m.Program
    placed: Mapping[Place, Placed]
    unproved: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    _ready: _Ready | None = None
    _known: dict[tuple[Place, Place], bool | Unsure] = field(default_factory=dict[tuple[Place, Place], "bool | Unsure"])

    def above(self, left: Place, right: Place) -> bool:
        """Whether the left one is proved to be more specific than the right one."""
        there, back = self._implies(left, right), self._implies(right, left)
        unsure = there if isinstance(there, Unsure) else back if there else None
        if isinstance(unsure, Unsure):
            names = left.clause, right.clause
            self.unproved.setdefault((min(names), max(names)), unsure.reason)
            return False
        return there is True and back is False

    def _implies(self, left: Place, right: Place) -> bool | Unsure:
        """Whether the left condition implies the right one in all instances that compete."""
        pair = left, right
        if pair not in self._known:
            if self._ready is None:
                self._ready = _ready(self.program, self.placed)
            self._known[pair] = self._ready.implies(self.placed[left], self.placed[right])
        return self._known[pair]


@dataclass(slots=True)
class _Ready:
    """A cone over made-up entities, and what is declared of them.

    `sure` assumes only such ALWAYS declarations as hold of some entities of a case whatever others there are.
    """

    program: m.Program
    scope: Scope
    cone: Cone
    matcher: Matcher
    free: Free
    sure: Free
    ranging: Ranging

    def implies(self, left: Placed, right: Placed) -> bool | Unsure:
        """A case that shows that it does not is one of the few entities; a proof has to be one for any number."""
        name = left[0].heads[left[1]].name
        said = self.program.outcomes.get(name) or self.program.actions[name]
        sorts = self.ranging.sorts(left[0].condition, right[0].condition)
        met = False
        count = 0
        unsure: Unsure | None = None
        for args in _arguments(self.cone, said):
            ours = list(self.matcher.matches(*left, args))
            theirs = list(self.matcher.matches(*right, args))
            for one, other in product(ours, theirs):
                count += 1
                if count > MOST_INSTANCES:
                    return Unsure("they have too many instances")
                met = True
                parts = self._condition(left[0], one), c.Not(self._condition(right[0], other))
                found = self.free.possible(*parts, tell=False)
                if isinstance(found, Possible):
                    return False
                if isinstance(found, Impossible):
                    found = self._for_any_number(parts, (one, other), sorts)
                if isinstance(found, Unsure):
                    unsure = unsure or found
        return unsure or met

    def _for_any_number(
        self, parts: tuple[c.Formula, ...], matches: Sequence[Match], sorts: Sequence[str]
    ) -> Impossible | Unsure:
        """What is impossible among the few entities, among any number of them."""
        if sorts:
            named = " and ".join(f"`{sort}`" for sort in sorts)
            return Unsure(f"their conditions range over the entities of {named}, of which a case may list any number")
        crowded = self.ranging.crowded(self.free.core, parts, matches)
        if crowded:
            return Unsure(f"their conditions may speak of more entities of `{crowded}` than were looked at")
        if self.sure is self.free:
            return Impossible("filter")
        found = self.sure.possible(*parts, tell=False)
        if isinstance(found, Possible):
            return Unsure("it rests on an ALWAYS that ranges over entities, of which a case may list any number")
        return found

    def _condition(self, unit: Unit, match: Match) -> c.Formula:
        grounded = ground_formula(self.cone, unit.condition, match.environment)
        meet(self.cone, self.free.core)
        return self.cone.nodes.conjunction((match.guard, grounded))


def _ready(program: m.Program, placed: Mapping[Place, Placed]) -> _Ready:
    ranging = Ranging(program)
    needed = sorted((len(unit.binders) + ranging.values(unit.condition) for unit, _ in placed.values()), reverse=True)
    scope = scope_of([program], max(ENTITIES, sum(needed[:2])) + ranging.most_named)
    cone = Cone(program, Universe(program.sorts, scope.entities))
    always: list[c.Formula] = []
    sure: list[c.Formula] = []
    for said in (part for declared in program.always for part in conjuncts(declared.condition)):
        grounded = ground_formula(cone, said, {})
        always.append(grounded)
        if ranging.of_each(said):
            sure.append(grounded)
    concepts: list[c.GroundRule] = []
    matcher = Matcher(cone)
    for unit in inclusions(program):
        concept = program.outcomes[unit.rule]
        for args in _arguments(cone, concept):
            for match in matcher.matches(unit, 0, args):
                contest = cone.contest(concept, args)
                condition = ground_formula(cone, unit.condition, match.environment)
                concepts.append(
                    c.GroundRule(
                        f"{unit.id}#{unit.first}", unit.id, unit.rule, c.Kind.CONCEPT, unit.first, match.binding,
                        contest, True, None, condition, (), c.Rank.STRICT,
                    )
                )  # fmt: skip
    core = c.Core(cone.facts, {}, tuple(concepts), {}, (), tuple(always), (), program.tables)
    meet(cone, core)
    free = Free(program, core, scope)
    every = len(sure) == len(always)
    # The contests and definitions that the cone meets later are met in both.
    narrowed = free if every else Free(program, replace(core, always=tuple(sure)), scope)
    return _Ready(program, scope, cone, matcher, free, narrowed, ranging)


def _arguments(cone: Cone, said: m.Outcome | m.Action) -> list[tuple[Constant_, ...]]:
    rows: list[tuple[Constant_, ...]] = [()]
    for parameter in said.parameters:
        if not isinstance(parameter.type, m.SortType):
            return []
        rows = [(*row, member) for row in rows for member in cone.universe.members(parameter.type.name)]
    return rows
