"""What is so in a case: the engine's decisions on formulas, each asked once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rulelang.engine import core
from rulelang.engine.cores import prepared
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import Known, decide_each
from rulelang.engine.evaluating.sight import Sighted, at_sight
from rulelang.engine.grounding.facts import Situation, situation, state
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.model import Constant_


@dataclass(frozen=True)
class World:
    """A core program with what is known of its facts.

    A formula that is asked about must read nothing that the core doesn't hold.
    """

    program: core.Core
    known: Known
    memo: dict[core.Formula | core.Value, Decision] = field(
        default_factory=dict["core.Formula | core.Value", "Decision"], repr=False
    )

    def decision(self, asked: core.Formula | core.Value) -> Decision:
        if asked not in self.memo:
            self.ask([asked])
        return self.memo[asked]

    def ask(self, asked: Iterable[core.Formula | core.Value]) -> None:
        """Decides several formulas and values together."""
        new = tuple(one for one in dict.fromkeys(asked) if one not in self.memo)
        if not new:
            return
        asking = replace(self.program, targets=new)
        self.memo.update(zip(new, decide_each(asking, self.known), strict=True))

    def truth(self, formula: core.Formula) -> bool | None:
        """True or False where it is so in every completion, None otherwise."""
        if isinstance(formula, core.Truth):
            return formula.value
        if formula not in self.memo:
            seen = at_sight(self.program, formula, self.known).verdict
            if seen in ("holds", "fails"):
                return seen == "holds"
            if seen == "unsure" and (deep := self._sighted.truth(formula)) is not None:
                return deep
        status = self.decision(formula).status
        return True if status is Status.HOLDS else False if status is Status.FAILS else None

    @cached_property
    def _sighted(self) -> Sighted:
        return Sighted(self.program, self.known)

    def value(self, value: core.Value) -> Constant_ | None:
        """The value where it is the same in every completion, None otherwise (NONE is a value)."""
        if isinstance(value, core.Constant):
            return value.value
        decision = self.decision(value)
        return decision.value if decision.status is Status.VALUE else None


@dataclass(frozen=True)
class Place:
    """The world of a case (as asked, or as given): core and facts, for any targets."""

    base: RuleBase
    case: model.Case

    def world(self, targets: Sequence[model.Formula | model.Value]) -> tuple[World, Situation]:
        """The world in which these targets can be asked about; the core's targets are theirs, in their order."""
        stated = state(self.case)
        ready = prepared(self.base, self.case, stated, tuple(targets))
        there = situation(ready.background, self.case.closed, stated)
        return World(ready.core, there.known), there
