"""The loops over the one rule table are one semantics: goal-directed, bit-parallel, three-valued, many at once."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from reference.programs import ACTIONS, GENERAL, PLAIN, Program, Shape, program
from reference.worlds import values_of

from rulelang.engine.core import (
    And,
    Block,
    Contest,
    ContestKind,
    Core,
    Established,
    FactTest,
    GroundFact,
    GroundRule,
    Kind,
    Not,
    Rank,
)
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.evaluating.batch import settle_batch
from rulelang.engine.evaluating.cells import FactCell, ReadCell
from rulelang.engine.evaluating.choosers import Marked
from rulelang.engine.evaluating.decide import decide, decide_each, decide_many
from rulelang.engine.evaluating.entail import decide_open
from rulelang.engine.evaluating.goal import run_goal
from rulelang.engine.evaluating.lanes import Inexact, run_lanes
from rulelang.engine.evaluating.plan import plan_of, table_of
from rulelang.engine.evaluating.rails import verdict
from rulelang.engine.evaluating.sweep import new_sweep
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import BooleanType

SHAPES = [pytest.param(PLAIN, id="plain"), pytest.param(ACTIONS, id="actions"), pytest.param(GENERAL, id="general")]


def cases(made: Program, random: Random, share: float, number: int = 10) -> list[dict[str, Any]]:
    return [
        {key: random.choice(values_of(fact)) for key, fact in made.core.facts.items() if random.random() < share}
        for _ in range(number)
    ]


def decided(core: Core, known: dict[str, Any], index: int) -> Decision | None:
    try:
        return decide(core, known, index)
    except RuleLangError:
        return None


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("share", [1.0, 0.7])
def test_many_cases_together_are_decided_like_each_alone(shape: Shape, share: float) -> None:
    seen: Counter[str] = Counter()
    for seed in range(25):
        made = program(seed, shape)
        known = cases(made, Random(seed), share)
        for index in range(len(made.core.targets)):
            alone = [decided(made.core, case, index) for case in known]
            if None in alone:
                continue
            assert decide_many(made.core, known, index) == alone, (seed, index)
            seen.update(decision.status.value for decision in alone if decision)
    assert seen["HOLDS"] > 20
    assert seen["FAILS"] > 20


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("share", [1.0, 0.7])
def test_many_targets_together_are_decided_like_each_alone(shape: Shape, share: float) -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        made = program(seed, shape)
        for known in cases(made, Random(seed), share, 2):
            alone = [decided(made.core, known, index) for index in range(len(made.core.targets))]
            if None not in alone:
                assert decide_each(made.core, known) == alone, seed
                seen.update(decision.status.value for decision in alone if decision)
    assert seen["HOLDS"] > 20
    assert seen["FAILS"] > 20


@pytest.mark.parametrize("shape", SHAPES)
def test_the_goal_directed_pass_decides_what_the_worlds_decide(shape: Shape) -> None:
    settled = 0
    for seed in range(60):
        made = program(seed, shape)
        for known in cases(made, Random(seed), 1.0, 3):
            for index in range(len(made.core.targets)):
                goal = run_goal(made.core, known, index)
                if goal is None:
                    continue
                settled += 1
                try:
                    other = decide_open(made.core, known, index)
                except RuleLangError:
                    continue
                assert (goal.decision.status, goal.decision.value) == (other.status, other.value), (seed, index)
    assert settled > 200


@pytest.mark.parametrize("shape", SHAPES)
def test_lanes_settle_what_the_goal_directed_pass_settles(shape: Shape) -> None:
    settled = 0
    for seed in range(40):
        made = program(seed, shape)
        known = cases(made, Random(seed), 1.0)
        table = table_of(made.core)
        for index, _ in enumerate(made.core.targets):
            plan = plan_of(made.core, (index,))
            sweep = new_sweep(table, len(known))
            for number in plan.cells():
                match table.cells[number]:
                    case FactCell(fact):
                        true = sum(1 << lane for lane, case in enumerate(known) if case[fact])
                        sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, sweep.full & ~true
                    case ReadCell(fact):
                        column: dict[Any, int] = {}
                        for lane, case in enumerate(known):
                            column[case[fact]] = column.get(case[fact], 0) | 1 << lane
                        sweep.columns[number] = column
                    case _:
                        pass
            marked = Marked()
            facts = {n for n in plan.cells() if isinstance(table.cells[n], FactCell | ReadCell)}
            try:
                run_lanes(plan, sweep, marked, set(plan.cells()) - facts, range(len(table.rows)))
            except Inexact:
                continue
            [target] = plan.targets
            if target.truth is None:
                continue
            holds, _ = verdict(target, sweep)
            for lane, case in enumerate(known):
                goal = run_goal(made.core, case, index)
                if goal is None or marked.lanes >> lane & 1:
                    continue
                settled += 1
                assert (goal.decision.status is Status.HOLDS) is bool(holds >> lane & 1), (seed, index, case)
    assert settled > 300


def core(rules: list[tuple[str, bool, Any]], order: dict[str, tuple[frozenset[int], ...]] | None = None) -> Core:
    """A core of boolean outcomes with one target each, in the order in which they appear."""
    keys = list(dict.fromkeys(key for key, _, _ in rules))
    ground = tuple(
        GroundRule(f"r{i}", f"r{i}", f"r{i}", Kind.BASE, 0, (), key, literal, None, condition, (), Rank.ORDINARY)
        for i, (key, literal, condition) in enumerate(rules)
    )
    contests = {}
    for key in keys:
        mine = tuple(i for i, rule in enumerate(ground) if rule.contest == key)
        outranks = (order or {}).get(key, tuple(frozenset[int]() for _ in mine))
        contests[key] = Contest(key, ContestKind.BOOLEAN, key, (), BooleanType(), mine, outranks)
    facts = {f"f{i}": GroundFact(f"f{i}", f"f{i}", (), BooleanType(), None) for i in range(4)}
    blocks = tuple(Block((key,)) for key in keys)
    return Core(facts, contests, ground, {}, blocks, (), tuple(Established(key, (True,)) for key in keys))


def test_the_chain_holds_each_rule_after_those_that_it_rests_on() -> None:
    made = core([
        ("p", True, FactTest("f0")),
        ("q", True, FactTest("f1")),
        ("r", True, And((Established("q", (True,)), Established("p", (True,))))),
        ("t", True, FactTest("f2")),
        ("s", True, And((Established("p", (True,)), Established("r", (True,)), Not(Established("t", (True,)))))),
    ])  # fmt: skip
    goal = run_goal(made, {"f0": True, "f1": True, "f2": False}, 4)
    assert goal is not None
    assert goal.decision.status is Status.HOLDS
    assert goal.chain() == (0, 1, 2, 4)


def test_unknown_facts_that_do_not_bear_are_not_looked_at() -> None:
    made = core([("p", True, FactTest("f0")), ("p", False, And((FactTest("f1"), FactTest("f2"))))],
                {"p": (frozenset({1}), frozenset())})
    goal = run_goal(made, {"f0": True}, 0)
    assert goal is not None
    assert goal.decision.status is Status.HOLDS
    assert run_goal(made, {"f0": False}, 0) is None
    assert decide(made, {"f0": False}, 0) == Decision(Status.FAILS, why=Why.CONDITION_FALSE)


def test_a_batch_without_names_or_cases_is_no_special_case() -> None:
    made = core([("p", True, And(())), ("q", True, FactTest("f0"))])
    assert decide_many(made, [{}] * 9, 0) == [Decision(Status.HOLDS)] * 9
    assert decide_many(made, [], 1) == []
    verdicts = settle_batch(made, [{"f0": True}, {"f0": False}, {}], (0, 1))
    assert verdicts is not None
    assert verdicts.holds == (0b111, 0b001)
    assert verdicts.fails == (0, 0b010)
