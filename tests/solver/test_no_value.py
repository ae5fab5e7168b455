"""Outcomes that have no value in some worlds and are NONE by a rule in others: one decision (D8.3, D7.3), as in the
completions of the case, whoever decides."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from derived import base_of
from reference.decisions import reference
from reference.programs import GENERAL, Shape, program
from reference.worlds import TooMany

from rulelang.engine import core as c
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation, derive
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.solver.exact import decide_exactly
from rulelang.engine.solver.flip import Otherwise, flips
from rulelang.engine.solver.grounds import minimal_grounds
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.values import NONE

FACTS = ("a", "b", "d")
SETTLED = (Status.HOLDS, Status.FAILS, Status.VALUE)


def written(random: Random) -> tuple[str, list[str]]:
    """A rule file about two outcomes of which rules say a number or NONE, and what is known of the facts."""
    lines = [f"FACT {name}" for name in FACTS] + [
        "FACT n : INTEGER FROM 0 TO 3", "OUTCOME v : NUMBER", "OUTCOME w : NUMBER", "OUTCOME q",
    ]
    tests = [*FACTS, *(f"NOT {name}" for name in FACTS), "n > 1", "n = 0"]
    values = ["NONE", "NONE", "NONE", "1", "n"]
    count = random.randint(1, 3)
    for number in range(count):
        parts = [random.choice(tests) for _ in range(random.randint(1, 2))]
        condition = random.choice((" AND ", " OR ")).join(parts)
        lines.append(f"RULE r{number} IF {condition} THEN v = {random.choice(values)}")
        if number and random.random() < 0.6:
            lines.append(f"PRIORITY r{number} OVER r{random.randrange(number)}")
    lines.append(f"RULE s IF {random.choice(tests)} THEN w = {random.choice(('v', 'NONE', 'v + 1'))}")
    lines.append(f"RULE t IF {random.choice(('v = NONE', 'v != NONE', 'v > 0', 'w = NONE'))} THEN q")
    known = [random.choice((name, f"NOT {name}")) for name in FACTS if random.random() < 0.4]
    if random.random() < 0.4:
        known.append(f"n = {random.randint(0, 3)}")
    return "\n".join(lines), known


def derived(text: str, known: list[str]) -> Derivation:
    given = f"GIVEN {', '.join(known)}\n" if known else ""
    base = base_of(f'{text}\nCASE c\n{given}ASK "What?" DECIDE v, w, q, v = NONE')
    return derive(base, base.program.cases["c"])


def plain(decision: Decision) -> tuple[Status, Any]:
    return decision.status, decision.value


def test_a_case_is_decided_as_its_completions_are() -> None:
    seen: Counter[str] = Counter()
    for seed in range(120):
        text, known = written(Random(seed))
        derivation = derived(text, known)
        core, facts = derivation.core, derivation.situation.known
        unknown = {name: (False, True) for name in FACTS if name in core.facts and name not in facts}
        if "n" in core.facts and "n" not in facts:
            unknown["n"] = (0, 1, 2, 3)  # type: ignore[assignment]
        completions = [{**facts, **dict(zip(unknown, row, strict=True))} for row in product(*unknown.values())]
        for index, decision in enumerate(derivation.decisions):
            complete = {plain(decide(core, one, index)) for one in completions}
            solved = decide_exactly(core, facts, index, Decision(Status.UNDETERMINED))
            assert plain(solved) == plain(decision), (seed, index)
            if decision.status in SETTLED:
                assert complete == {plain(decision)}, (seed, index)
            elif len(complete) == 1:
                [(status, _)] = complete
                assert status not in SETTLED, (seed, index, text, known)
            seen[f"{decision.status} {decision.value}"] += 1
    assert seen["VALUE NoneValue.NONE"] > 25, seen
    assert seen["UNDETERMINED None"] > 25, seen


NONES = replace(GENERAL, values=0.6, contests=3, broken=0, always=0)


def with_nones(seed: int, shape: Shape) -> tuple[c.Core, dict[str, Any]]:
    """A random program in which a third of the rules for values give NONE."""
    made, random = program(seed, shape), Random(seed)
    rules = tuple(
        replace(rule, value=c.Constant(NONE)) if rule.value is not None and random.random() < 0.35 else rule
        for rule in made.core.rules
    )
    return replace(made.core, rules=rules), made.known


def test_evaluator_and_encoding_decide_as_the_definitions_do() -> None:
    seen: Counter[str] = Counter()
    for seed in range(7_000, 7_120):
        core, known = with_nones(seed, NONES)
        for index, asked in enumerate(core.targets):
            if not isinstance(asked, c.OutcomeRead):
                continue
            try:
                expected = reference(core, known, asked)
            except TooMany:
                continue
            assert expected is not None
            found = decide(core, known, index)
            solved = decide_exactly(core, known, index, Decision(Status.UNDETERMINED))
            wanted = expected.status, expected.value
            assert (found.status.value, found.value) == wanted, (seed, index)
            assert (solved.status.value, solved.value) == wanted, (seed, index)
            seen[f"{expected.status} {expected.value}"] += 1
    assert seen["VALUE NoneValue.NONE"] > 10, seen


EITHER = """
FACT a
FACT b
OUTCOME v : NUMBER
RULE r IF a THEN v = NONE
RULE s IF b THEN v = 3
PRIORITY s OVER r
"""


def test_what_rests_on_the_decision_says_the_same() -> None:
    derivation = derived(EITHER + "OUTCOME w : NUMBER\nOUTCOME q", ["NOT b"])
    assert plain(derivation.decisions[0]) == (Status.VALUE, NONE)
    grounds = minimal_grounds(derivation.core, derivation.situation.known, 0)
    assert [[one.text for one in ground] for ground in grounds.grounds] == [["NOT b"]]
    there = derived(EITHER + "OUTCOME w : NUMBER\nOUTCOME q", ["b"])
    found = flips(there.core, there.situation.known, Otherwise(0, there.decisions[0].value))
    assert [[(move.fact, move.after) for move in change.moves] for change in found.changes] == [[("b", False)]]
    assert found.complete


@pytest.mark.parametrize("fact", ["a", "b"])
def test_what_does_not_matter_is_not_named(fact: str) -> None:
    derivation = derived(EITHER + "OUTCOME w : NUMBER\nOUTCOME q", [])
    decision = derivation.decisions[0]
    assert decision.status is Status.UNDETERMINED
    assert (fact in decision.unknowns) is (fact == "b")


def test_no_completion_is_an_error_still() -> None:
    with pytest.raises(RuleLangError):
        derived(EITHER + "ALWAYS a AND b\nOUTCOME w : NUMBER\nOUTCOME q", ["NOT a"])
