"""Decisions by the letter, from all worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reference.worlds import UNDEFINED, World, worlds
from rulelang.engine import core
from rulelang.engine.core import Core


@dataclass(frozen=True)
class Reference:
    """Status as text; `value`; `why`; what matters: fact keys, texts of tests, contests, all in one set."""

    status: str
    value: Any = None
    why: str | None = None
    matters: frozenset[Any] = frozenset()


def tested(asked: Any) -> core.Established | None:
    if isinstance(asked, core.Not):
        asked = asked.operand
    return asked if isinstance(asked, core.Established) else None


def reference(program: Core, known: Mapping[str, Any], asked: core.Formula | core.Value) -> Reference | None:
    """The decision; None where there is no world at all."""
    found = list(worlds(program, known, asked))
    if not found:
        return None
    results = {result for _, result in found}
    formula = all(isinstance(result, bool) for result in results)
    if formula and results == {True}:
        return Reference("HOLDS")
    if formula and results == {False}:
        why = None
        if isinstance(asked, core.Established):
            why = why_fails(program, asked, [world for world, _ in found])
        return Reference("FAILS", why=why)
    if not formula and len(results) == 1:
        [value] = results
        return Reference("UNDETERMINED") if value == UNDEFINED else Reference("VALUE", value)
    test = tested(asked)
    contest = test.contest if test else asked.contest if isinstance(asked, core.OutcomeRead) else None
    if contest is not None and all(contest in world.conflicts for world, _ in found):
        return Reference("CONFLICT")
    return Reference("UNDETERMINED", matters=frozenset(matters(found)))


def matters(found: list[tuple[World, Any]]) -> set[Any]:
    """What two worlds differ in alone, apart from what depends on it (choices that only one of them has, or that are
    between other options), and come to something different."""
    result: set[Any] = set()
    for i, (left, one) in enumerate(found):
        for right, other in found[:i]:
            if one == other:
                continue
            facts = [key for key in left.facts if left.facts[key] != right.facts[key]]
            if len(facts) > 1:
                continue
            choices = [
                key for key in left.choices
                if key in right.choices and left.options[key] == right.options[key]
                and left.choices[key] != right.choices[key]
            ]
            if facts and not choices:
                result.add(facts[0])
            elif not facts and len(choices) == 1:
                result.add(choices[0])
    return result


OPPOSED: dict[tuple[Any, ...], tuple[Any, ...]] = {
    (True,): (False,), (False,): (True,),
    ("MUST",): ("NEED NOT", "MUST NOT"), ("MUST NOT",): ("MAY", "MUST"),
    ("MAY", "MUST"): ("MUST NOT",), ("NEED NOT", "MUST NOT"): ("MUST",),
}


def why_fails(program: Core, asked: core.Established, found: list[World]) -> str:
    rules = [i for i in program.contests[asked.contest].rules if program.rules[i].literal in asked.literals]
    if all(world.established[asked.contest] & set(OPPOSED[asked.literals]) for world in found):
        return "rejected"
    if any(i in world.applicable[asked.contest] for world in found for i in rules):
        return "overridden"
    if any(i in world.true_condition for world in found for i in rules):
        return "excepted"
    return "condition false" if rules else "no rule"
