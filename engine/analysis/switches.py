"""Which clauses a proof needs: each is put behind a switch, a fact that says whether the clause is there.

A proof in which a switch is not among the premises holds whether the clause is there or not.  So the premises of a
minimal proof are clauses with which the claim holds whatever the others do, and none of which can be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.core import And, Core, FactTest, GroundException, GroundFact, GroundLimit, GroundRule
from rulelang.grammar.model import BooleanType

PREFIX = "clause "
"""No fact's key begins so."""


@dataclass(frozen=True, slots=True)
class Switched:
    """A core with a switch for each clause; `on` says that all are there."""

    core: Core
    on: Mapping[str, bool]


def switched(core: Core, contests: Iterable[str] | None = None) -> Switched:
    """The core whose clauses apply only where their switch is on.

    Arguments:
        contests: those whose rules get a switch (None: all).
    """
    switches: dict[str, bool] = {}
    among = None if contests is None else frozenset(contests)

    def on(name: str) -> FactTest:
        switches[PREFIX + name] = True
        return FactTest(PREFIX + name)

    def exceptions(parts: tuple[GroundException, ...]) -> tuple[GroundException, ...]:
        return tuple(
            GroundException(part.id, And((on(part.id), part.condition)), exceptions(part.exceptions)) for part in parts
        )

    def limit(one: GroundLimit) -> GroundLimit:
        condition = And((on(one.clause), one.condition))
        return replace(one, condition=condition, exceptions=exceptions(one.exceptions))

    def rule(one: GroundRule) -> GroundRule:
        if among is not None and one.contest not in among:
            return one
        return replace(one, condition=And((on(clause_name(one)), one.condition)), exceptions=exceptions(one.exceptions))

    rules = tuple(map(rule, core.rules))
    contested = {
        name: replace(contest, limits=tuple(map(limit, contest.limits))) if contest.limits else contest
        for name, contest in core.contests.items()
    }
    facts = dict(core.facts)
    for name in switches:
        facts[name] = GroundFact(name, name, (), BooleanType(), None)
    return Switched(replace(core, facts=facts, contests=contested, rules=rules), switches)

