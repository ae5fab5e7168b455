"""The rules in use that bear on no target: a claim beside the question may rest on one (N26, N29).

Nothing is concluded from them for a decision, so each is worked out only when an answer cites it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rulelang.engine import core
from rulelang.engine.core_parts import rebuilt_formula, rebuilt_value
from rulelang.engine.explaining.rule_claims import own_condition
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.rules.strata import dependency_graph
from rulelang.engine.rules.units import Unit
from rulelang.grammar import model
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
        """The rules that conclude, beside the question, on what a statement says, and apply where it says that it is
        so."""
        found: set[str] = set()
        for name in predicates(self._besides(statement)):
            found |= {unit.rule for unit in self._units(name)}
        if isinstance(statement, core.Not):
            return frozenset(found)
        return frozenset(rule for rule in found if (asked := self.condition(rule)) is not None and asked.truth)

    def leading_to(self, statement: core.Formula) -> frozenset[str]:
        """The rules and exceptions that lead to what a statement says, directly or through what these rest on."""
        found: set[str] = set()
        todo = list(predicates(self._besides(statement)))
        seen: set[str] = set()
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            todo += self._rests_on.get(name, ())
            for unit in self._units(name):
                found |= {unit.rule, *(part.id for part in unit.exceptions)}
        return frozenset(found)

    def _units(self, name: str) -> Sequence[Unit]:
        """The rules on an outcome or action; none where they are of a family of which no member was chosen."""
        try:
            return self.base.units_for(self.selection, name)
        except RuleLangError:
            return ()

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

    def is_mixed(self, statement: core.Formula) -> bool:
        """Whether a statement speaks of conclusions beside the question and of others that bear on a target."""
        besides = self._besides(statement)
        return bool(besides) and besides != expand.contests(statement)

    def _besides(self, statement: core.Formula) -> frozenset[str]:
        return expand.contests(statement) - self.concluded

    def with_values(self, statement: core.Formula, written: model.Formula) -> core.Formula:
        """A mixed statement with what is so beside the question in its place: `12 eur < z` for `sv < z`."""
        besides = self._besides(statement)
        try:
            world, _ = self.place.world((written,))
        except RuleLangError:
            return statement

        def formula(node: core.Formula) -> core.Formula:
            if isinstance(node, core.Established) and node.contest in besides:
                truth = world.truth(node)
                return node if truth is None else core.Truth(truth)
            return rebuilt_formula(node, formula, value)

        def value(node: core.Value) -> core.Value:
            if isinstance(node, core.OutcomeRead) and node.contest in besides:
                found = world.value(node)
                return node if found is None else core.Constant(found)
            return rebuilt_value(node, formula, value)

        return formula(statement)


def predicates(contests: Iterable[str]) -> Iterable[str]:
    """The names of outcomes and actions, without their arguments.

    >>> list(predicates(["ripe(a)", "ripe(b)"]))
    ['ripe']
    """
    return dict.fromkeys(contest.partition("(")[0] for contest in sorted(contests))
