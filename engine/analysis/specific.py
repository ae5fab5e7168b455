"""PREFER SPECIFIC: which of two rules is the more specific, proved before any case is looked at.

r is more specific than s iff the condition of r implies that of s and not conversely, in every two instances whose
heads are about the same thing: from types, bounds, CONCEPT and ALWAYS alone, outcomes being free (docs/semantics.md,
item 14).  The solver is limited by steps, never by time, since this feeds the meaning; a pair that it does not settle
is not ordered, and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from rulelang.engine import core as c
from rulelang.engine.analysis.free import Free, Impossible, Unsure
from rulelang.engine.analysis.laws import meet
from rulelang.engine.analysis.scope import Scope, scope_of
from rulelang.engine.grounding.cone import Cone, Universe
from rulelang.engine.grounding.ground_formulas import ground_formula
from rulelang.engine.grounding.matching import Match, Matcher
from rulelang.engine.rules.formulas import parts
from rulelang.engine.rules.order import Place
from rulelang.engine.rules.units import Unit, inclusions
from rulelang.grammar import model as m
from rulelang.grammar.model import Constant_

MOST_INSTANCES = 64
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
    _known: dict[tuple[Place, Place], bool | None] = field(default_factory=dict[tuple[Place, Place], "bool | None"])

    def above(self, left: Place, right: Place) -> bool:
        """Whether the left one is proved to be more specific than the right one."""
        there, back = self._implies(left, right), self._implies(right, left)
        if there is None or (there and back is None):
            names = left.clause, right.clause
            self.unproved.setdefault((min(names), max(names)), self._ready.reason if self._ready else "")
            return False
        return there and back is False

    def _implies(self, left: Place, right: Place) -> bool | None:
        """Whether the left condition implies the right one in all instances that compete; None: not settled."""
        pair = left, right
        if pair not in self._known:
            if self._ready is None:
                self._ready = _ready(self.program, self.placed)
            self._known[pair] = self._ready.implies(self.placed[left], self.placed[right])
        return self._known[pair]


@dataclass(slots=True)
class _Ready:
    """A cone over made-up entities, and what is declared of them."""

    program: m.Program
    scope: Scope
    cone: Cone
    matcher: Matcher
    free: Free
    reason: str = ""

    def implies(self, left: Placed, right: Placed) -> bool | None:
        if _counts(left[0].condition) or _counts(right[0].condition):
            # How many entities a case has may matter: what holds of a few made-up ones is no proof.
            self.reason = "a condition speaks of every entity of a sort that a case lists"
            return None
        name = left[0].heads[left[1]].name
        said = self.program.outcomes.get(name) or self.program.actions[name]
        met = False
        count = 0
        for args in _arguments(self.cone, said):
            ours = list(self.matcher.matches(*left, args))
            theirs = list(self.matcher.matches(*right, args))
            for one, other in product(ours, theirs):
                count += 1
                if count > MOST_INSTANCES:
                    self.reason = "it has too many instances"
                    return None
                met = True
                found = self.free.possible(
                    self._condition(left[0], one), c.Not(self._condition(right[0], other)), tell=False
                )
                if isinstance(found, Unsure):
                    self.reason = found.reason
                    return None
                if not isinstance(found, Impossible):
                    return False
        return met

    def _condition(self, unit: Unit, match: Match) -> c.Formula:
        grounded = ground_formula(self.cone, unit.condition, match.environment)
        meet(self.cone, self.free.core)
        return self.cone.nodes.conjunction((match.guard, grounded))


def _ready(program: m.Program, placed: Mapping[Place, Placed]) -> _Ready:
    binders = sorted((len(unit.binders) for unit, _ in placed.values()), reverse=True)
    scope = scope_of([program], max(2, sum(binders[:2])))
    cone = Cone(program, Universe(program.sorts, scope.entities))
    always = tuple(ground_formula(cone, one.condition, {}) for one in program.always)
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
    core = c.Core(cone.facts, {}, tuple(concepts), {}, (), always, (), program.tables)
    meet(cone, core)
    return _Ready(program, scope, cone, matcher, Free(program, core, scope))


def _arguments(cone: Cone, said: m.Outcome | m.Action) -> list[tuple[Constant_, ...]]:
    rows: list[tuple[Constant_, ...]] = [()]
    for parameter in said.parameters:
        if not isinstance(parameter.type, m.SortType):
            return []
        rows = [(*row, member) for row in rows for member in cone.universe.members(parameter.type.name)]
    return rows


def _counts(condition: m.Formula) -> bool:
    """Whether a condition ranges over entities."""
    todo: list[object] = [condition]
    while todo:
        node = todo.pop()
        if isinstance(node, m.Quantified | m.Count | m.Fold):
            return True
        todo += parts(node)  # type: ignore[arg-type]
    return False

