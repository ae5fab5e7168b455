"""Minimal grounds against all subsets of judgments and all worlds: each entails, none smaller does, none is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from reference.programs import ACTIONS, GENERAL, PLAIN, Program, Shape, program
from reference.worlds import UNDEFINED, TooMany, World, worlds

from rulelang.engine import core as c
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver.grounds import Grounds, minimal_grounds
from rulelang.engine.solver.judgments import Judgment, facts_of, judgments_of
from rulelang.grammar.diagnostic import RuleLangError

SMALL = Shape(booleans=3, numbers=1, contests=3, rules=3, known=0.85, everything=True, broken=0, cycles=0.2)
SHAPES = (SMALL, replace(PLAIN, known=0.8), replace(ACTIONS, known=0.8), replace(GENERAL, broken=0))


def decided(made: Program, index: int) -> Decision | None:
    try:
        return decide(made.core, made.known, index)
    except RuleLangError:
        return None  # no completion keeps the ALWAYS


@dataclass
class Judge:
    """The definition, word by word: `worlds` has the judgments of each world, as bits, and whether the decision comes
    out there; `alone` has the judgments of every way in which the facts can be, whatever ALWAYS says."""

    judgments: tuple[Judgment, ...]
    worlds: list[tuple[int, bool]]
    alone: list[int]

    def entails(self, mask: int) -> bool:
        return all(right for has, right in self.worlds if mask & ~has == 0)

    def implies(self, one: int, other: int) -> bool:
        """By the facts that both are about."""
        having = [has for has in self.alone if has >> one & 1]
        shared = set(facts_of(self.judgments[one].formula)) & set(facts_of(self.judgments[other].formula))
        return one == other or bool(having and shared and all(has >> other & 1 for has in having))


def judge_of(made: Program, index: int, decision: Decision, judgments: tuple[Judgment, ...]) -> Judge:
    core = made.core
    every = worlds(core, {}, core.targets[index], most=3_000)
    seen = [(mask, comes_out(world, result, decision)) for world, result in every
            for mask in masks(core, world, judgments)]
    bare = replace(core, blocks=(), always=(), contests={}, rules=(), definitions={})
    alone = [mask for world, _ in worlds(bare, {}, c.TRUE, most=3_000) for mask in masks(core, world, judgments)]
    return Judge(judgments, seen, alone)


def masks(core: c.Core, world: World, judgments: tuple[Judgment, ...]) -> list[int]:
    """The judgments that a world has, as bits; an open one that it has not settled is either."""
    found = [0]
    for number, judgment in enumerate(judgments):
        holds = truth(judgment.formula, Reading(world.facts, core.definitions, core.tables, {}, {}))
        if holds is None:
            holds = world.choices.get(judgment.formula)
        if holds is None:
            found += [mask | 1 << number for mask in found]
        elif holds is judgment.holds:
            found = [mask | 1 << number for mask in found]
    return found


def comes_out(world: World, result: Any, decision: Decision) -> bool:
    match decision.status:
        case Status.HOLDS:
            return result is True
        case Status.FAILS:
            return result is False
        case Status.VALUE:
            return bool(result == decision.value)
        case Status.CONFLICT:
            return decision.conflicts[0] in world.conflicts
        case Status.UNDETERMINED:
            return bool(result == UNDEFINED)


def bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def subset_minimal(judge: Judge) -> list[tuple[int, ...]]:
    """By trying every subset, the smallest first."""
    found: list[tuple[int, ...]] = []
    for size in range(len(judge.judgments) + 1):
        for numbers in combinations(range(len(judge.judgments)), size):
            if not any(set(one) <= set(numbers) for one in found) and judge.entails(bits(numbers)):
                found.append(numbers)
    return found


def weakened(judge: Judge, ground: tuple[int, ...]) -> bool:
    """Whether judgments that members of the ground imply entail the decision without implying the ground."""
    closed = [other for other in range(len(judge.judgments)) if any(judge.implies(one, other) for one in ground)]
    for numbers in (part for count in range(len(closed) + 1) for part in combinations(closed, count)):
        stronger = all(any(judge.implies(other, one) for other in numbers) for one in ground)
        if not stronger and judge.entails(bits(numbers)):
            return True
    return False


def expected(made: Program, index: int, decision: Decision) -> list[tuple[str, ...]] | None:
    judgments = judgments_of(made.core, made.known, index)
    if len(judgments) > 9:
        return None
    try:
        judge = judge_of(made, index, decision, judgments)
    except TooMany:
        return None
    minimal = [one for one in subset_minimal(judge) if not weakened(judge, one)]
    return [tuple(judgments[number].text for number in one) for one in minimal]


def texts(found: Grounds) -> list[tuple[str, ...]]:
    return [tuple(judgment.text for judgment in ground) for ground in found.grounds]


def checked(made: Program, index: int) -> bool:
    """Holds one decision's grounds to the definition; False where there was nothing to compare."""
    decision = decided(made, index)
    if decision is None or (decision.status is Status.UNDETERMINED and decision.undefined is None):
        return False
    wanted = expected(made, index, decision)
    if wanted is None:
        return False
    found = minimal_grounds(made.core, made.known, index, decision=decision)
    if not found.complete:
        assert found.reason is not None
        assert found.reason.startswith("not analysed")
        return False
    assert texts(found) == wanted
    return True


@settings(max_examples=40)
@given(st.integers(0, 100_000), st.sampled_from(SHAPES), st.data())
def test_all_minimal_grounds_are_found_and_nothing_else(seed: int, shape: Shape, data: st.DataObject) -> None:
    made = program(seed, shape)
    checked(made, data.draw(st.integers(0, len(made.core.targets) - 1)))


def test_enough_was_compared() -> None:
    assert sum(checked(program(seed, SMALL), 0) for seed in range(60)) > 15
