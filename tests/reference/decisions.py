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
    may_matter: frozenset[Any] = frozenset()
    worlds: int = 0


def tested(asked: Any) -> core.Established | None:
    """The test of one contest that a formula is, or is the negation of, however it is written (`p AND p`)."""
    plain = simplified(asked)
    if isinstance(plain, core.Not):
        plain = plain.operand
    return plain if isinstance(plain, core.Established) else None


def simplified(f: Any) -> Any:
    """Without doubled negations, doubled parts, and parts that are true or false."""
    match f:
        case core.Not(operand):
            inner = simplified(operand)
            if isinstance(inner, core.Truth):
                return core.Truth(not inner.value)
            return inner.operand if isinstance(inner, core.Not) else core.Not(inner)
        case core.And(parts) | core.Or(parts):
            neutral = isinstance(f, core.And)
            left = list(dict.fromkeys(simplified(part) for part in parts))
            if core.Truth(not neutral) in left:
                return core.Truth(not neutral)
            left = [part for part in left if part != core.Truth(neutral)]
            if not left:
                return core.Truth(neutral)
            return left[0] if len(left) == 1 else type(f)(tuple(left))
        case _:
            return f


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
        why, plain = None, simplified(asked)
        if isinstance(plain, core.Established):
            why = why_fails(program, plain, [world for world, _ in found])
        return Reference("FAILS", why=why, worlds=len(found))
    if not formula and len(results) == 1:
        [value] = results
        return Reference("UNDETERMINED") if value == UNDEFINED else Reference("VALUE", value)
    test = tested(asked)
    contest = test.contest if test else asked.contest if isinstance(asked, core.OutcomeRead) else None
    if contest is not None and all(contest in world.conflicts for world, _ in found):
        return Reference("CONFLICT")
    surely, perhaps = matters(found)
    surely, perhaps = in_circles(program, found, surely), in_circles(program, found, perhaps, every=True)
    return Reference("UNDETERMINED", matters=frozenset(surely), may_matter=frozenset(perhaps))


def matters(found: list[tuple[World, Any]]) -> tuple[set[Any], set[Any]]:
    """What two worlds differ in alone, apart from what depends on it, and come to something different.

    What depends on it are choices that only one of the two worlds has.  Choices that both have, but between other
    options, may or may not count as the same: what matters only if they do not is in the second set too.
    """
    surely: set[Any] = set()
    perhaps: set[Any] = set()
    for i, (left, one) in enumerate(found):
        for right, other in found[:i]:
            if one == other:
                continue
            facts = [key for key in left.facts if left.facts[key] != right.facts[key]]
            if len(facts) > 1:
                continue
            both = [key for key in left.choices if key in right.choices]
            same = [key for key in both if left.options[key] == right.options[key]]
            changed = facts + [key for key in same if left.choices[key] != right.choices[key]]
            if len(changed) == 1:
                perhaps.add(changed[0])
                if len(same) == len(both):
                    surely.add(changed[0])
    return surely, perhaps


def in_circles(program: Core, found: list[tuple[World, Any]], named: set[Any], every: bool = False) -> set[Any]:
    """For a contest of a circle that is in conflict in no world, the conflict of the circle that it hangs on, where
    there is one alone; with `every` all that it may be."""
    conflicts = {key for world, _ in found for key in world.conflicts}
    result: set[Any] = set()
    for key in named:
        block = next((one for one in program.blocks if one.cyclic and key in one.members), None)
        if block is None or block.broken or key in conflicts or key not in program.contests:
            result.add(key)
            continue
        of = conflicts & set(block.members)
        result |= of if every or len(of) == 1 else set()
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
