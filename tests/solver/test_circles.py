"""Rules that go in a circle through NOT, exceptions or values: encoding and evaluator agree on what a case leaves of
them; grounds and changes are found by trying where they cannot be encoded, and are what trying everything finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import pytest
from derived import derivation_of
from reference.circles import circular
from reference.programs import NUMBER, Program
from reference.worlds import values_of
from test_flip import goals, minimal, nearest

from rulelang.engine.core import Established, FactTest
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.domains import scale
from rulelang.engine.evaluating.entail import decide_by_passes
from rulelang.engine.evaluating.opened import FREE, circles_of, opened
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver import flip_tried
from rulelang.engine.solver.entailment import refusal
from rulelang.engine.solver.exact import decide_exactly, narrowed
from rulelang.engine.solver.flip import Become, flips
from rulelang.engine.solver.flip_tried import tries
from rulelang.engine.solver.grounds import minimal_grounds
from rulelang.engine.solver.judgments import judgments_of
from rulelang.engine.solver.tried import Uses
from rulelang.grammar.diagnostic import RuleLangError

OPEN = Decision(Status.UNDETERMINED)


def decided(made: Program, known: dict[str, Any], index: int) -> Decision | None:
    try:
        return decide(made.core, known, index)
    except RuleLangError:
        return None


# -------------------------------------------------------------------------------------------------- decisions


def compare(seeds: Iterable[int]) -> Counter[str]:
    """Evaluator and encoding on the case itself; what matters, by both."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        made = circular(seed)
        for index in range(len(made.core.targets)):
            try:
                passed: Decision | None = decide_by_passes(made.core, made.known, index)
            except RuleLangError:
                passed = None
            if passed is not None and passed.limit is not None:
                continue
            try:
                solved: Decision | None = decide_exactly(made.core, made.known, index, OPEN)
            except RuleLangError:
                solved = None
            assert shape(passed) == shape(solved), (seed, index, passed, solved)
            closed = " in a circle" if circles_of(made.core, made.known, index) else ""
            counts[("no world" if passed is None else passed.status.value) + closed] += 1
            if passed is not None and passed.status is Status.UNDETERMINED and passed.undefined is None:
                assert matter(made, index, passed), (seed, index)
    return counts


def shape(decision: Decision | None) -> Any:
    if decision is None:
        return None
    assert decision.limit is None, decision.limit
    return decision.status, decision.value, decision.undefined is None


def matter(made: Program, index: int, passed: Decision) -> bool:
    """Whether the solver finds the same to matter, everything being a candidate."""
    circles = tuple(" -> ".join(circle) for circle in circles_of(made.core, made.known, index))
    found = narrowed(made.core, made.known, index, Decision(
        Status.UNDETERMINED,
        unknowns=tuple(key for key in made.core.facts if key not in made.known),
        open_tests=passed.open_tests,
        conflicts=tuple(made.core.contests),
        cycles=circles,
    ))  # fmt: skip
    valued = opened(made.core, made.known, index).valued  # of which it is only said that they may
    same = (found.unknowns, set(found.cycles) - valued) == (passed.unknowns, set(passed.cycles) - valued)
    return found.possible or passed.possible or same


def test_evaluator_and_encoding_agree_on_what_a_case_leaves_of_circles() -> None:
    counts = compare(range(24))
    for status in ("HOLDS", "FAILS", "UNDETERMINED"):
        assert counts[status] > 15, counts
        assert counts[f"{status} in a circle"] > 4, counts


@pytest.mark.long
def test_evaluator_and_encoding_agree_on_many_circles() -> None:
    assert compare(range(10_000, 10_350)).total() > 3_000


def test_the_same_program_is_left_where_no_circle_bears_on_the_target() -> None:
    _, derivation = derivation_of(ODD + "CASE c CLOSED GIVEN child(a, b) ASK \"?\" DECIDE quiet(a), odd(a)")
    core, known = derivation.core, derivation.situation.known
    assert opened(core, known, 0).core is core
    left = opened(core, known, 1)
    assert (dict(left.circles), left.valued) == ({}, frozenset())
    assert not any(block.broken for block in left.core.blocks)
    found = flips(core, known, Become(0, True))
    assert (found.tried, found.complete, len(found.changes)) == (None, True, 1)


ODD = """
MODULE m
TYPE p "a node"
FACT child(a : p, b : p)
FACT still(p)
OUTCOME odd(p)
OUTCOME quiet(p)
RULE odd FOR EACH x IN p IF ANY y IN p HAS (child(x, y) AND NOT odd(y)) THEN odd(x)
RULE quiet FOR EACH x IN p IF still(x) THEN quiet(x)
"""


def test_many_unknown_facts_above_a_circle_are_decided_by_the_solver() -> None:
    facts = [f"f{number}" for number in range(24)]
    some = " AND ".join(facts)
    text = "\n".join([
        *(f"FACT {fact}" for fact in facts), "OUTCOME either",
        f"RULE yes IF ({some}) OR ANY x IN p HAS (odd(x)) THEN either",
        f"RULE no IF NOT (({some}) OR ANY x IN p HAS (odd(x))) THEN either",
        "CASE c GIVEN child(a, b), child(b, a), NOT child(a, a), NOT child(b, b)",
        f'ASK "?" DECIDE either, odd(a) AND {facts[0]}',
    ])
    text = ODD + text
    _, derivation = derivation_of(text)
    assert derivation.decisions[0].status is Status.HOLDS
    assert derivation.decisions[1].status is Status.UNDETERMINED
    assert (derivation.decisions[1].limit, derivation.decisions[1].cycles) == (None, ("odd(a) -> odd(b)",))


def test_what_a_circle_leaves_open_is_not_rejected() -> None:
    # Nothing is established of it in every world, so the opposite is not either.
    text = "TYPE p\nFACT at(a : p, b : p)\nACTION go(a : p)\nRULE r FOR EACH x IN p, y IN p "
    text += "IF at(x, y) AND NOT MUST NOT go(y) THEN MUST NOT go(x)"
    _, derivation = derivation_of(text + '\nCASE c CLOSED GIVEN at(n, n) ASK "?" DECIDE MAY go(n)')
    [decision] = derivation.decisions
    assert (decision.status, decision.why) == (Status.FAILS, Why.NO_RULE)
    assert decide_exactly(derivation.core, derivation.situation.known, 0, OPEN) == decision


# ------------------------------------------------------------------------------------------- grounds and changes


def all_grounds(made: Program, index: int, decision: Decision, judgments: tuple[Any, ...]) -> list[tuple[int, ...]]:
    """By all completions and all sets of judgments."""
    core = made.core
    rows: list[tuple[list[bool], bool]] = []
    for values in product(*map(values_of, core.facts.values())):
        known = dict(zip(core.facts, values, strict=True))
        there = decided(made, known, index)
        if there is not None:
            told = [truth(judgment.formula, Reading(known, {}, core.tables, {}, {})) for judgment in judgments]
            has = [holds is None or holds is one.holds for holds, one in zip(told, judgments, strict=True)]
            rows.append((has, shape(there) == shape(decision)))
    found: list[tuple[int, ...]] = []
    for size in range(len(judgments) + 1):
        for some in combinations(range(len(judgments)), size):
            if any(set(smaller) <= set(some) for smaller in found):
                continue
            if all(same for has, same in rows if all(has[number] for number in some)):
                found.append(some)
    return found


def test_grounds_are_what_all_completions_show() -> None:
    compared = 0
    for seed in (*range(12), 573):
        made = circular(seed, known=0.85)
        for index in range(0, len(made.core.targets), 2):
            decision = decided(made, made.known, index)
            if decision is None or refusal(decision) is not None:
                continue
            found = minimal_grounds(made.core, made.known, index, decision=decision)
            if found.tried is None:
                continue
            if not found.complete:
                assert "is open in some completions" in (found.reason or ""), (seed, index)
                continue
            judgments = judgments_of(made.core, made.known, index)
            if found.reason is not None:
                # Where a circle leaves no value, more facts may give one.
                assert (found.grounds, all_grounds(made, index, decision, judgments)) == ((), []), (seed, index)
                continue
            every = all_grounds(made, index, decision, judgments)
            got = [tuple(judgments.index(one) for one in ground) for ground in found.grounds]
            # Those are left out that arithmetic weakens.
            assert set(got) <= set(every), (seed, index)
            if all(isinstance(one.formula, FactTest | Established) for one in judgments):
                assert set(got) == set(every), (seed, index)
            compared += 1
    assert compared > 12


def test_changes_are_what_trying_everything_finds() -> None:
    shown = compared = 0
    for seed in range(10):
        made = circular(seed, known=0.8)
        for goal in (goal for index in range(0, len(made.core.targets), 2) for goal in goals(made, index)):
            found = flips(made.core, made.known, goal, most=200)
            if found.tried is None:
                continue
            assert found.complete, (seed, goal)
            expected = minimal(made, goal)
            sets = [tuple(move.fact for move in change.moves) for change in found.changes]
            assert sorted(set(sets)) == sorted(expected), (seed, goal)
            assert sets == sorted(sets, key=lambda names: (len(names), names)), (seed, goal)
            for names, rows in expected.items():
                for change in (one for one in found.changes if tuple(m.fact for m in one.moves) == names):
                    row = tuple(move.after for move in change.moves)
                    assert row in rows, (seed, goal, names)
                    if sum(made.core.facts[name].type == NUMBER for name in names) < 2:
                        assert row == nearest(rows, change.moves), (seed, goal, names)
            compared += 1
            shown += len(sets)
    assert compared > 30
    assert shown > 5


def test_a_circle_that_what_stays_rules_out_is_encoded() -> None:
    case = 'CASE c CLOSED GIVEN child(a, b), still(a) ASK "?" DECIDE odd(a) AND still(a)'
    _, derivation = derivation_of(ODD + case)
    core, known = derivation.core, derivation.situation.known
    kept = [key for key in known if key.startswith("child")]
    found = flips(core, known, Become(0, False), kept)
    assert (found.tried, found.complete) == (None, True)
    assert [[move.fact for move in change.moves] for change in found.changes] == [["still(a)"]]
    assert flips(core, known, Become(0, False)).tried is not None


def test_a_limit_is_named_with_what_cannot_be_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flip_tried, "MOST_DECISIONS", 30)
    names = ", ".join(f"child(n{number}, n{number + 1})" for number in range(6))
    _, derivation = derivation_of(ODD + f'CASE c CLOSED GIVEN {names} ASK "?" DECIDE odd(n0)')
    core, known = derivation.core, derivation.situation.known
    found = flips(core, known, Become(0, derivation.decisions[0].status is Status.FAILS), most=100)
    assert not found.complete
    assert "more than 30 changed cases" in (found.reason or "")
    assert (found.reason or "").startswith("not analysed: rules go in a circle: odd(")
    assert "--only" in (found.reason or "")
    assert not any(key.startswith(FREE) for key in core.facts)


def test_values_to_try_are_the_nearest_of_each_kind() -> None:
    from rulelang.engine.core import GroundFact
    from rulelang.grammar.model import NumberType

    fact = GroundFact("x", "x", (), NumberType(False), None)
    assert scale(fact) is not None
    found = tries(fact, Uses([50, 52]), (), 51)
    assert found is not None
    assert [(one.value, one.past) for one in found] == [(49, 50), (50, None), (52, None), (53, 52)]
