"""The rules in use that bear on no target: a claim beside the question may rest on one (N26, N29).

Nothing is concluded from them for a decision, so each is worked out only when an answer cites it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from rulelang.engine import core
from rulelang.engine.explaining.rule_claims import own_condition
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.rules.strata import dependency_graph
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.verifier import expand
from rulelang.verifier.world import Place


@dataclass(frozen=True)
class Condition:
    """What a rule or clause asks for over all its instances: its leaves, and whether that is so for one of these."""

    leaves: tuple[core.Formula, ...]
    truth: bool | None


@dataclass(frozen=True)
class Asides:
    """The rules besides those that bear on a target (`bearing`); `concluded` are the contests of these."""

    base: RuleBase
    selection: Selection
    place: Place
    bearing: frozenset[str]
    concluded: frozenset[str]
    memo: dict[str, Condition | None] = field(default_factory=dict[str, "Condition | None"], repr=False)

    def condition(self, cited: str) -> Condition | None:
        """The condition of a rule or clause that bears on no target."""
        if cited not in self.memo:
            self.memo[cited] = self._condition(cited)
        return self.memo[cited]

    def _condition(self, cited: str) -> Condition | None:
        try:
            world, _ = self.place.world((own_condition(self.base, self.selection, cited),))
        except RuleLangError:
            return None
        (ground,) = world.program.targets
        if not isinstance(ground, core.Formula):
            return None
        leaves = expand.leaves(ground)
        inner = (one for leaf in leaves for one in expand.inner(leaf))
        return Condition(tuple(dict.fromkeys((*leaves, *inner))), world.truth(ground))

    def concluding(self, statement: core.Formula) -> frozenset[str]:
        """The rules that conclude on what a statement says, and apply where it says that something is established."""
        found: set[str] = set()
        for name in predicates(statement) if self.is_beside(statement) else ():
            try:
                found |= {unit.rule for unit in self.base.units_for(self.selection, name)}
            except RuleLangError:
                continue
        if isinstance(statement, core.Not):
            return frozenset(found)
        return frozenset(rule for rule in found if (asked := self.condition(rule)) is not None and asked.truth)

    def leading_to(self, statement: core.Formula) -> frozenset[str]:
        """The rules and exceptions that lead to what a statement says, directly or through what these rest on."""
        found: set[str] = set()
        todo = list(predicates(statement)) if self.is_beside(statement) else []
        seen: set[str] = set()
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            todo += self._rests_on.get(name, ())
            try:
                units = self.base.units_for(self.selection, name)
            except RuleLangError:
                continue
            for unit in units:
                found |= {unit.rule, *(part.id for part in unit.exceptions)}
        return frozenset(found)

    @cached_property
    def _rests_on(self) -> dict[str, set[str]]:
        """The names of outcomes and actions, each with those of which its rules ask."""
        found: dict[str, set[str]] = {}
        for head, reads in dependency_graph(self.base.program, self.base.units(self.selection)).items():
            found.setdefault(head.name, set()).update(read.name for read in reads)
        return found

    def is_beside(self, statement: core.Formula) -> bool:
        """Whether a statement speaks of conclusions, and of none that bears on a target."""
        contests = expand.contests(statement)
        return bool(contests) and self.concluded.isdisjoint(contests)


def predicates(statement: core.Formula) -> Iterable[str]:
    """The names of the outcomes and actions of which a statement speaks, without their arguments."""
    return dict.fromkeys(contest.partition("(")[0] for contest in expand.contests(statement))
