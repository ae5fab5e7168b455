"""The theorems of docs/semantics.md, part 1, on random programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from reference.programs import ACTIONS, GENERAL, PLAIN, Program, Shape, program
from reference.worlds import TooMany, World, settle, values_of, worlds

from rulelang.engine.core import (
    And,
    Contest,
    ContestKind,
    Core,
    FactTest,
    GroundRule,
    Kind,
    Not,
    Rank,
    Truth,
    incompatible,
)
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.plan import make_plan, plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails, verdict
from rulelang.engine.evaluating.settle import resolutions, standing, unbeaten
from rulelang.engine.evaluating.table import ContestRow, compile_core
from rulelang.grammar.diagnostic import RuleLangError

SHAPES = [pytest.param(PLAIN, id="plain"), pytest.param(ACTIONS, id="actions"), pytest.param(GENERAL, id="general")]
PROGRAMS = 60


def all_worlds(made: Program) -> Iterator[World]:
    try:
        for world, _ in worlds(made.core, made.known, Truth(True), 60):
            yield world
    except TooMany:
        return


def firm(made: Program) -> list[tuple[int, Decision]]:
    """The targets that hold or fail, with the decision."""
    found = []
    for index in range(len(made.core.targets)):
        try:
            decision = decide(made.core, made.known, index)
        except RuleLangError:
            return []
        if decision.status in (Status.HOLDS, Status.FAILS):
            found.append((index, decision))
    return found


def acyclic(core: Core) -> set[str]:
    return {key for block in core.blocks if not block.cyclic for key in block.members}


@pytest.mark.parametrize("shape", SHAPES)
def test_t1_no_world_establishes_incompatible_literals(shape: Shape) -> None:
    for seed in range(PROGRAMS):
        made = program(seed, shape)
        for world in all_worlds(made):
            for key, literals in world.established.items():
                kind = made.core.contests[key].kind
                assert not any(incompatible(a, b, kind) for a in literals for b in literals)


@pytest.mark.parametrize("shape", SHAPES)
def test_t1_the_order_of_the_rules_does_not_matter(shape: Shape) -> None:
    for seed in range(PROGRAMS):
        made = program(seed, shape)
        mixed = Program(shuffled(made.core, Random(seed)), made.known)
        for index in range(len(made.core.targets)):
            assert status(made, index) == status(mixed, index), (seed, index)


def status(made: Program, index: int) -> Any:
    try:
        decision = decide(made.core, made.known, index)
    except RuleLangError:
        return None
    return decision.status, decision.value


def shuffled(core: Core, random: Random) -> Core:
    """The same core with its rules, and the rules of each contest, in another order that extends "outranks"."""
    order = list(range(len(core.rules)))
    random.shuffle(order)
    place = {old: new for new, old in enumerate(order)}
    contests = {}
    for key, contest in core.contests.items():
        size = len(contest.rules)
        left, found = set(range(size)), []
        while left:
            free = [i for i in sorted(left) if not any(i in contest.outranks[j] for j in left)]
            found.append(random.choice(free))
            left.remove(found[-1])
        where = {old: new for new, old in enumerate(found)}
        contests[key] = replace(
            contest,
            rules=tuple(place[contest.rules[i]] for i in found),
            outranks=tuple(frozenset(where[j] for j in contest.outranks[i]) for i in found),
        )
    return replace(core, rules=tuple(core.rules[i] for i in order), contests=contests)


def random_contest(random: Random, kind: ContestKind) -> tuple[Contest, ContestRow]:
    """A contest of rules without conditions, with a random order."""
    shape = replace(ACTIONS, contests=1, rules=6, actions=float(kind is ContestKind.ACTION), cycles=0, ordered=0.4)
    made = program(random.randrange(10**9), shape)
    [contest] = made.core.contests.values()
    row = compile_core(made.core).rows[0]
    assert isinstance(row, ContestRow)
    return contest, row


def test_t2_team_defeat() -> None:
    random = Random(2)
    for _ in range(1500):
        contest, row = random_contest(random, ContestKind.BOOLEAN)
        applicable = {i for i in range(len(row.rules)) if random.random() < 0.7}
        results = settle(contest, {i: row.rules[i].literal for i in applicable})
        true, false = unbeaten(row, [int(i in applicable) for i in range(len(row.rules))])
        possible = {literal for result in results for literal in result}
        assert possible == {literal for literal, found in ((True, true), (False, false)) if found}


def test_t3_the_quick_test_of_actions() -> None:
    random = Random(3)
    conflicts = 0
    for _ in range(1500):
        contest, row = random_contest(random, ContestKind.ACTION)
        applicable = frozenset(i for i in range(len(row.rules)) if random.random() < 0.8)
        results = settle(contest, {i: row.rules[i].literal for i in applicable})
        heads, conflict = standing(row, [int(i in applicable) for i in range(len(row.rules))])
        assert bool(conflict) is (len(results) > 1)
        if not conflict:
            assert results == (frozenset(literal for literal, found in heads.items() if found),)
        assert set(resolutions(row, applicable)) == set(results)
        conflicts += bool(conflict)
    assert conflicts > 100


@pytest.mark.parametrize("shape", SHAPES)
def test_t4_what_is_ironclad_holds_unless_something_ironclad_is_against_it(shape: Shape) -> None:
    seen = 0
    for seed in range(PROGRAMS):
        made = program(seed, replace(shape, strict=0.4))
        plain = acyclic(made.core)
        for world in all_worlds(made):
            for key, applicable in world.applicable.items():
                contest = made.core.contests[key]
                strict = [made.core.rules[i] for i in applicable if made.core.rules[i].rank is Rank.STRICT]
                if key not in plain or contest.kind is ContestKind.VALUE:
                    continue
                for rule in strict:
                    if not any(_clash(rule, other, contest.kind) for other in strict):
                        seen += 1
                        assert rule.literal in world.established[key]
    assert seen > 50


def _clash(rule: GroundRule, other: GroundRule, kind: ContestKind) -> bool:
    assert rule.literal is not None
    assert other.literal is not None
    return incompatible(rule.literal, other.literal, kind)


@pytest.mark.parametrize("shape", SHAPES)
def test_t5_learning_a_fact_changes_nothing_that_is_firm(shape: Shape) -> None:
    learnt = 0
    for seed in range(PROGRAMS):
        random = Random(seed)
        made = program(seed, replace(shape, always=0))
        unknown = sorted(set(made.core.facts) - set(made.known))
        if not unknown:
            continue
        key = random.choice(unknown)
        more = Program(made.core, {**made.known, key: random.choice(values_of(made.core.facts[key]))})
        for index, decision in firm(made):
            after = status(more, index)
            learnt += 1
            assert after is None or after[0] is decision.status, (seed, index)
    assert learnt > 100


@pytest.mark.parametrize("shape", SHAPES)
def test_t6_ordering_two_rules_changes_nothing_that_is_firm(shape: Shape) -> None:
    ordered = 0
    for seed in range(PROGRAMS):
        made = program(seed, shape)
        for key, contest in made.core.contests.items():
            pair = _unordered(made.core, contest)
            if pair is None:
                continue
            upper, lower = pair
            over = [set(found) for found in contest.outranks]
            over[upper].add(lower)
            for i in reversed(range(len(over))):
                for j in sorted(over[i]):
                    over[i] |= over[j]
            changed = replace(contest, outranks=tuple(map(frozenset, over)))
            more = Program(replace(made.core, contests={**made.core.contests, key: changed}), made.known)
            for index, decision in firm(made):
                ordered += 1
                assert status(more, index)[0] is decision.status, (seed, index)
    assert ordered > 100


def _unordered(core: Core, contest: Contest) -> tuple[int, int] | None:
    ordinary = [i for i, rule in enumerate(contest.rules) if core.rules[rule].rank is Rank.ORDINARY]
    pairs = [(i, j) for i in ordinary for j in ordinary if i < j and j not in contest.outranks[i]]
    return pairs[0] if pairs else None


@pytest.mark.parametrize("shape", SHAPES)
def test_t7_a_rule_that_never_applies_changes_nothing(shape: Shape) -> None:
    for seed in range(PROGRAMS):
        made = program(seed, shape)
        random = Random(seed)
        key = random.choice(sorted(made.core.contests))
        contest = made.core.contests[key]
        if not contest.rules:
            continue
        model = made.core.rules[random.choice(contest.rules)]
        never = And((FactTest("b0"), Not(FactTest("b0"))))
        rule = GroundRule("never", "never", "never", Kind.BASE, 0, (), key, model.literal, model.value, never, (),
                          Rank.ORDINARY)
        changed = replace(
            contest, rules=(*contest.rules, len(made.core.rules)), outranks=(*contest.outranks, frozenset())
        )
        core = replace(made.core, rules=(*made.core.rules, rule), contests={**made.core.contests, key: changed})
        for index in range(len(made.core.targets)):
            assert status(made, index) == status(Program(core, made.known), index), (seed, index)


@pytest.mark.parametrize("shape", SHAPES)
def test_t8_what_the_three_valued_pass_calls_sure_is_so_in_every_world(shape: Shape) -> None:
    sure = 0
    for seed in range(PROGRAMS):
        made = program(seed, shape)
        for index, asked in enumerate(made.core.targets):
            plan = plan_of(made.core, (index,))
            sweep = one_case(table_of(made.core), plan, made.known)
            run_rails(plan, sweep)
            [target] = plan.targets
            if target.truth is None:
                continue
            holds, fails = verdict(target, sweep)
            try:
                found = {result for _, result in worlds(made.core, made.known, asked, 60)}
            except TooMany:
                continue
            if holds or fails:
                sure += 1
                assert found <= {bool(holds)}, (seed, index)
    assert sure > 100


def test_plans_hold_each_stage_once() -> None:
    for seed in range(PROGRAMS):
        table = compile_core(program(seed).core)
        plan = make_plan(table, table.targets)
        cells = plan.cells()
        assert len(cells) == len(set(cells))
