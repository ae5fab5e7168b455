"""The encoding against the evaluator, a plain reference of the definitions, and clingo, on random programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from derived import base_of
from expressions import expressions
from probes import PROBES, Probe, wrong
from reference.asp import decide_asp
from reference.decisions import Reference, reference
from reference.entity_files import Writer, in_all_and_some
from reference.programs import ACTIONS, PLAIN, Program, Shape, program, with_none
from reference.programs import GENERAL as EVERYTHING
from reference.worlds import TooMany

from rulelang.engine.core import And, Established, Not, Or, OutcomeRead, Truth
from rulelang.engine.core_parts import is_formula
from rulelang.engine.core_text import formula_text
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import derive
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.solver import Proved, encode, possible, prove
from rulelang.engine.solver.exact import decide_exactly, encoding_of
from rulelang.engine.solver.matters import what_matters
from rulelang.grammar.diagnostic import RuleLangError

GENERAL = replace(EVERYTHING, broken=0)
NOTHING_FOUND = Decision(Status.UNDETERMINED)
MOST_TARGETS = 6


def by_solver(core: Any, known: Any, index: int) -> Decision | None:
    """The decision by the solver alone; None where no completion keeps the ALWAYS declarations."""
    try:
        return decide_exactly(core, known, index, NOTHING_FOUND)
    except RuleLangError:
        return None


def by_evaluator(core: Any, known: Any, index: int) -> Status | None:
    try:
        return decide(core, known, index).status
    except RuleLangError:
        return None


def matter(made: Program, index: int) -> tuple[set[str], bool]:
    """What matters to a target by two-world queries, everything being a candidate; whether all could be told."""
    encoding = encoding_of(made.core, made.known, index)
    candidates = Decision(
        Status.UNDETERMINED,
        unknowns=tuple(key for key in made.core.facts if key not in made.known),
        open_tests=tuple(formula_text(test) for test in encoding.tests),
        conflicts=tuple(encoding.contests),
    )
    found = what_matters(made.core, made.known, index, candidates)
    return {*found.unknowns, *found.open_tests, *found.conflicts}, found.possible


def named(expected: frozenset[Any]) -> set[str]:
    return {key if isinstance(key, str) else formula_text(key) for key in expected if not isinstance(key, tuple)}


def differs(decision: Decision | None, expected: Reference | None) -> bool:
    if decision is None or expected is None:
        return decision is not None or expected is not None
    if expected.status == "FAILS" and decision.why is not None and decision.why.value != expected.why:
        return True
    return (decision.status.value, decision.value) != (expected.status, expected.value) or decision.limit is not None


Change: TypeAlias = Callable[[Program, int], Program]


def as_made(made: Program, seed: int) -> Program:
    return made


def compare_with_reference(
    seeds: Iterable[int], shape: Shape, counts: Counter[str], change: Change = as_made
) -> None:
    for seed in seeds:
        made = change(program(seed, shape), seed)
        for index, asked in list(enumerate(made.core.targets))[seed % 2 :: 2][:MOST_TARGETS]:
            try:
                expected = reference(made.core, made.known, asked)
            except TooMany:
                continue
            decision = by_solver(made.core, made.known, index)
            assert not differs(decision, expected), (seed, shape, index, asked, decision, expected)
            assert decision is None or by_evaluator(made.core, made.known, index) is decision.status, (seed, index)
            counts[expected.status if expected else "no world"] += 1
            # `undefined`: in all worlds, so that nothing matters.
            if decision is not None and decision.status is Status.UNDETERMINED and decision.undefined is None:
                assert expected is not None
                found, possibly = matter(made, index)
                assert named(expected.matters) <= found, (seed, shape, index)
                assert possibly or found <= named(expected.may_matter), (seed, shape, index)
        counts["programs"] += 1


def compare_with_clingo_and_evaluator(
    seeds: Iterable[int], shape: Shape, counts: Counter[str], change: Change = as_made
) -> None:
    for seed in seeds:
        made = change(program(seed, shape), seed)
        asked = [(i, t) for i, t in enumerate(made.core.targets) if not isinstance(t, OutcomeRead)][:MOST_TARGETS]
        found = decide_asp(made.core, made.known, [target for _, target in asked])  # type: ignore[misc]
        for (index, target), (holds, fails) in zip(asked, found, strict=True):
            decision = by_solver(made.core, made.known, index)
            assert decision is not None
            got = (decision.status is Status.HOLDS, decision.status is Status.FAILS)
            assert got == (holds, fails), (seed, shape, index, target, decision)
            assert decision.status is decide(made.core, made.known, index).status, (seed, shape, index, target)
            counts[decision.status.value] += 1
        counts["programs"] += 1
        counts["three ways"] += 1
        counts["open world"] += len(made.known) < len(made.core.facts)


def compare_files(seeds: Iterable[int], counts: Counter[str]) -> None:
    """Rule files with entities and aggregates: the evaluator from the text on, the encoding of two of the targets, and
    clingo, which grounds a program of its own."""
    for seed in seeds:
        written = Writer(seed).write()
        base = base_of(written.text)
        derivation = derive(base, base.program.cases["c"])
        expected = in_all_and_some(written.program, len(written.asked))
        for index, (decision, both) in enumerate(zip(derivation.decisions, expected, strict=True)):
            assert decision.limit is None
            got = decision.status is Status.HOLDS, decision.status is Status.FAILS
            assert got == both, (seed, written.asked[index], decision)
            counts[decision.status.value] += 1
        for index in [number for number in range(len(expected)) if number % 5 == seed % 5][:2]:
            solved = by_solver(derivation.core, derivation.situation.known, index)
            assert solved is not None
            assert solved.limit is None
            assert solved.status is derivation.decisions[index].status, (seed, written.asked[index], solved)
        counts["programs"] += 1
        counts["three ways"] += 1
        counts["with entities"] += 1
        counts["open world"] += any(key not in derivation.situation.known for key in derivation.core.facts)


def compare_proofs(
    seeds: Iterable[int], shape: Shape, counts: Counter[str], change: Change = as_made
) -> None:
    """Answers with evidence: what is proved holds in all worlds of the reference, what is refuted in not all; a core
    proves the claim by itself, in an encoding of its own, and nothing of it can be dropped."""
    for seed in seeds:
        made = change(program(seed, shape), seed)
        encoding = encode(made.core)
        for asked in [t for t in made.core.targets if is_formula(t)][:4]:
            try:
                expected = reference(made.core, made.known, asked)
            except TooMany:
                continue
            answer = prove(encoding, asked, made.known)  # type: ignore[arg-type]
            counts[type(answer).__name__] += 1
            assert isinstance(answer, Proved) is (expected is None or expected.status == "HOLDS"), (seed, asked)
            if isinstance(answer, Proved):
                kept = {key: made.known[key] for key in answer.core.facts}
                again = prove(encode(made.core), asked, kept)  # type: ignore[arg-type]
                assert isinstance(again, Proved)
                assert set(again.core.facts) == set(kept), (seed, asked)
                # Of premises that contradict each other none can be dropped from the contradiction.
                claim = Truth(False) if answer.core.contradictory else asked
                for key in kept:
                    fewer = {k: v for k, v in kept.items() if k != key}
                    assert not isinstance(prove(encode(made.core), claim, fewer), Proved)  # type: ignore[arg-type]
        counts["programs"] += 1


def compare_values(seeds: Iterable[int], known: float, counts: Counter[str]) -> None:
    """Dates, times, durations, rounding, tables, aggregates: the evaluator on a complete case is never contradicted."""
    for seed in seeds:
        made = expressions(seed, known)
        for index in range(len(made.core.targets)):
            decision = by_solver(made.core, made.known, index)
            truth = decide(made.core, made.complete, index)
            assert decision is not None
            counts[decision.status.value] += 1
            if decision.limit is not None:
                counts["given up"] += 1
                continue
            settled = (Status.HOLDS, Status.FAILS, Status.VALUE)
            if known == 1 or (decision.status in settled and truth.status is not Status.UNDETERMINED):
                assert (decision.status, decision.value) == (truth.status, truth.value), (seed, index)
            if decision.status is not Status.UNDETERMINED:
                assert truth.status in settled, (seed, index)
        counts["programs"] += 1


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.name)
def test_probes_come_out_as_they_are_known_to(probe: Probe) -> None:
    assert list(wrong(probe)) == []


def test_the_encoding_decides_as_the_definitions_do() -> None:
    counts: Counter[str] = Counter()
    compare_with_reference(range(3000, 3050), PLAIN, counts)
    compare_with_reference(range(3060, 3100), ACTIONS, counts)
    compare_with_reference(range(3110, 3150), GENERAL, counts)
    assert counts["programs"] == 130
    assert min(counts[status.value] for status in Status) > 0, counts


def test_the_encoding_decides_as_clingo_and_the_evaluator_do() -> None:
    counts: Counter[str] = Counter()
    compare_with_clingo_and_evaluator(range(4000, 4060), PLAIN, counts)
    compare_with_clingo_and_evaluator(range(4060, 4110), ACTIONS, counts)
    assert counts["programs"] == 110


def test_facts_that_may_be_none_are_so_to_the_evaluator_the_encoding_clingo_and_the_definitions() -> None:
    counts: Counter[str] = Counter()
    compare_with_reference(range(6_000, 6_030), PLAIN, counts, with_none)
    compare_with_reference(range(6_030, 6_070), GENERAL, counts, with_none)
    compare_with_clingo_and_evaluator(range(6_100, 6_150), PLAIN, counts, with_none)
    compare_proofs(range(6_200, 6_215), GENERAL, counts, with_none)
    assert counts["programs"] == 135
    assert min(counts[status.value] for status in Status) > 0, counts


def test_files_with_entities_come_to_what_clingo_and_the_evaluator_find() -> None:
    counts: Counter[str] = Counter()
    compare_files(range(8_000, 8_040), counts)
    assert counts["programs"] == 40
    assert 15 < counts["open world"] < 40
    assert min(counts[name] for name in ("HOLDS", "FAILS", "UNDETERMINED", "CONFLICT")) > 10, counts


def test_proofs_rest_on_minimal_cores_and_refutations_on_worlds() -> None:
    counts: Counter[str] = Counter()
    compare_proofs(range(5000, 5015), GENERAL, counts)
    compare_proofs(range(5015, 5025), ACTIONS, counts)
    assert counts["Proved"] > 5
    assert counts["Refuted"] > 20


def test_values_come_to_what_the_evaluator_computes() -> None:
    counts: Counter[str] = Counter()
    compare_values(range(60), 1, counts)
    compare_values(range(60, 75), 0.7, counts)
    assert counts["given up"] == 0


def test_a_test_of_a_contest_is_one_however_it_is_written() -> None:
    # `p AND p` was undetermined to the encoding, where p was in conflict.
    counts: Counter[str] = Counter()
    compare_with_clingo_and_evaluator([300_000], PLAIN, counts)
    compare_with_clingo_and_evaluator([306_436], ACTIONS, counts)
    made = program(300_000, PLAIN)
    test = Established("p0", (False,))
    for written in (And((test, test)), Not(Not(test)), Or((test, Truth(False))), Not(And((Not(test), Not(test))))):
        core = replace(made.core, targets=(written,))
        assert by_solver(core, made.known, 0) == Decision(Status.CONFLICT, conflicts=("p0",))


@pytest.mark.long
def test_the_encoding_agrees_at_length(capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    compare_with_clingo_and_evaluator(range(300_000, 303_500), PLAIN, counts)
    compare_with_clingo_and_evaluator(range(303_500, 306_500), ACTIONS, counts)
    compare_files(range(340_000, 343_500), counts)
    compare_with_reference(range(310_000, 311_500), PLAIN, counts)
    compare_with_reference(range(311_500, 312_500), ACTIONS, counts)
    compare_with_reference(range(312_500, 314_000), GENERAL, counts)
    compare_with_reference(range(314_000, 314_500), GENERAL, counts, with_none)
    compare_proofs(range(320_000, 320_300), GENERAL, counts)
    compare_values(range(330_000, 330_500), 1, counts)
    compare_values(range(330_500, 330_700), 0.7, counts)
    with capsys.disabled():
        print(f"\nsolver: {dict(counts)}; disagreements: 0")
    assert counts["three ways"] == 10_000


def test_what_is_always_so_and_what_never_is() -> None:
    made = program(1, PLAIN)
    encoding = encode(made.core)
    assert isinstance(prove(encoding, Truth(True)), Proved)
    assert isinstance(possible(encoding, Truth(False)), Proved)
