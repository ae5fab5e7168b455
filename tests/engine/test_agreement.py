"""The evaluator against a plain reference written from the definitions, and against clingo, on random programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from reference.asp import decide_asp
from reference.decisions import Reference, reference
from reference.programs import ACTIONS, GENERAL, PLAIN, Program, Shape, program
from reference.worlds import TooMany

from rulelang.engine.core import OutcomeRead
from rulelang.engine.core_text import formula_text
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.entail import decide_open
from rulelang.grammar.diagnostic import RuleLangError

MOST_TARGETS = 6


def outcome(made: Program, index: int, decider: Any) -> Decision | None:
    """The decision; None where the case breaks an ALWAYS."""
    try:
        decision: Decision = decider(made.core, made.known, index)
    except RuleLangError:
        return None
    return decision


def matter(expected: frozenset[Any]) -> set[str]:
    return {key if isinstance(key, str) else formula_text(key) for key in expected if not isinstance(key, tuple)}


def differs(made: Program, decision: Decision | None, expected: Reference | None) -> bool:
    """Whether a decision is another one than the reference gives."""
    if decision is None or expected is None:
        # Where every fact that bears is known, ALWAYS declarations are checked when the case is read.
        return expected is not None
    if decision.status is Status.UNDETERMINED and decision.cycles:
        # Where only some worlds close a cycle, the evaluator leaves its block open in all of them.
        return False
    if (decision.status.value, decision.value) != (expected.status, expected.value):
        return True
    # In several worlds a reason found by the three-valued pass may be one of none of them.
    one = expected.worlds == 1 and not made.core.always
    if one and decision.why and expected.why and decision.why.value != expected.why:
        return True
    if decision.status is Status.UNDETERMINED and decision.undefined is None and not decision.possible:
        found = {*decision.unknowns, *decision.open_tests, *decision.conflicts}
        return not matter(expected.matters) <= found <= matter(expected.may_matter)
    return False


def compare_with_reference(seeds: Iterable[int], shape: Shape, counts: Counter[str]) -> None:
    for seed in seeds:
        made = program(seed, shape)
        for index, asked in list(enumerate(made.core.targets))[:MOST_TARGETS]:
            try:
                expected = reference(made.core, made.known, asked)
            except TooMany:
                counts["too many worlds"] += 1
                continue
            for decider in (decide, decide_open):
                decision = outcome(made, index, decider)
                counts[expected.status if expected else "no world"] += 1
                if decider is decide and expected is None:
                    continue
                assert not differs(made, decision, expected), (seed, shape, index, asked, decision, expected)
        counts["programs"] += 1


def compare_with_clingo(seeds: Iterable[int], shape: Shape, counts: Counter[str]) -> None:
    for seed in seeds:
        made = program(seed, shape)
        asked = [(i, t) for i, t in enumerate(made.core.targets) if not isinstance(t, OutcomeRead)]
        found = decide_asp(made.core, made.known, [target for _, target in asked])  # type: ignore[misc]
        for (index, target), (holds, fails) in zip(asked, found, strict=True):
            decision = decide(made.core, made.known, index)
            counts[decision.status.value] += 1
            assert decision.limit is None
            got = (decision.status is Status.HOLDS, decision.status is Status.FAILS)
            assert got == (holds, fails), (seed, shape, index, target, decision)
        counts["programs"] += 1


def test_decisions_are_those_of_the_definitions() -> None:
    counts: Counter[str] = Counter()
    compare_with_reference(range(150), PLAIN, counts)
    compare_with_reference(range(150, 230), ACTIONS, counts)
    compare_with_reference(range(230, 300), GENERAL, counts)
    assert counts["programs"] == 300
    assert min(counts[status.value] for status in Status) > 10, counts


def test_decisions_are_those_of_clingo() -> None:
    counts: Counter[str] = Counter()
    compare_with_clingo(range(1000, 1200), PLAIN, counts)
    compare_with_clingo(range(1200, 1300), ACTIONS, counts)
    assert counts["programs"] == 300


def test_settled_parts_of_a_cyclic_block_stay_settled_in_every_world() -> None:
    # A disjunction inside the block was true by its known part, which the worlds did not know any more.
    compare_with_reference([101_373], PLAIN, Counter())


def test_an_always_that_is_an_open_test_binds_the_rules_that_read_the_test() -> None:
    compare_with_reference([221_465], GENERAL, Counter())


@pytest.mark.long
def test_decisions_are_those_of_clingo_at_length(capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    compare_with_clingo(range(100_000, 108_000), PLAIN, counts)
    compare_with_clingo(range(108_000, 112_000), ACTIONS, counts)
    with capsys.disabled():
        print(f"\nclingo: {dict(counts)}, no disagreement")
    assert counts["programs"] == 12_000


@pytest.mark.long
@pytest.mark.parametrize(
    ("shape", "first"),
    [
        pytest.param(PLAIN, 200_000, id="plain"),
        pytest.param(ACTIONS, 210_000, id="actions"),
        pytest.param(GENERAL, 220_000, id="general"),
    ],
)
def test_decisions_are_those_of_the_definitions_at_length(
    shape: Shape, first: int, capsys: pytest.CaptureFixture[str]
) -> None:
    counts: Counter[str] = Counter()
    compare_with_reference(range(first, first + 2_000), shape, counts)
    with capsys.disabled():
        print(f"\nreference: {dict(counts)}, no disagreement")
    assert counts["programs"] == 2_000


SHARED = Path(__file__).parents[2].parent / "shared" / "reference" / "core.py"


@pytest.mark.skipif(not SHARED.exists(), reason="the shared reference is not beside the project")
def test_decisions_are_those_of_the_shared_reference() -> None:
    from reference.shared import shared_decide, shared_program

    shape = Shape(numbers=0, values=0, everything=False, always=0, broken=0)
    theirs = shared_decide(SHARED.read_text(encoding="utf-8"))
    for seed in range(150):
        made = program(seed, shape)
        converted = shared_program(made)
        if converted is None:
            continue
        decisions, _ = theirs(converted.program)
        for test, index in converted.tests.items():
            status = decide(made.core, made.known, index).status
            assert (status is Status.HOLDS, status is Status.FAILS) == decisions[test], (seed, test)


