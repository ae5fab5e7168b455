"""What a decision rests on may be as deep as a rule base is long, and as wide: no walk over it is a recursion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.explaining.explain import explain
from rulelang.engine.rules.rulebase import prepare
from rulelang.engine.solver.substituted import substituted
from rulelang.grammar.files.load import load_text
from rulelang.grammar.reading.depth import DEEPEST_EXCEPTIONS
from rulelang.verifier.matter import Ready, make_ready
from rulelang.verifier.reference.account import warrants_of
from rulelang.verifier.warrant import Judgment
from rulelang.verifier.warrant_choices import cheapest

LONG = 300
"""More than Python's recursion goes down by the frames that one rule took, of which there were eight."""


def chain(length: int, condition: str, case: str) -> str:
    """Rules each of which needs the one before it."""
    declared = "".join(f"OUTCOME p{number}\n" for number in range(length))
    rules = "".join(
        f"RULE r{number} IF {condition.format(number - 1)} THEN p{number}\n" for number in range(1, length)
    )
    return f"FACT a\nFACT b\n{declared}RULE r0 IF a THEN p0\n{rules}CASE c\n  {case}\n  ASK DECIDE p{length - 1}\n"


def values(length: int) -> str:
    declared = "".join(f"OUTCOME v{number} : NUMBER\n" for number in range(length))
    rules = "".join(f"RULE r{number} THEN v{number} = v{number - 1} + 1\n" for number in range(1, length))
    asked = f"CASE c\n  GIVEN a = 1\n  ASK DECIDE v{length - 1}\n"
    return f"FACT a : NUMBER\n{declared}RULE r0 THEN v0 = a\n{rules}{asked}"


def wide_and(length: int) -> str:
    names = [f"a{number}" for number in range(length)]
    declared = "".join(f"FACT {name}\n" for name in names)
    rule = f"RULE r IF {' AND '.join(names)} THEN p\n"
    return f"{declared}OUTCOME p\n{rule}CASE c\n  GIVEN {', '.join(names)}\n  ASK DECIDE p\n"


def many_rules(length: int) -> str:
    declared = "".join(f"FACT a{number}\n" for number in range(length))
    rules = "".join(f"RULE r{number} IF a{number} THEN p\n" for number in range(length))
    given = ", ".join(f"NOT a{number}" for number in range(length))
    return f"{declared}OUTCOME p\n{rules}CASE c\n  GIVEN {given}\n  ASK DECIDE p\n"


def made(text: str) -> Ready:
    program = load_text(text).program
    assert program is not None
    base, _ = prepare(program)
    return make_ready(base, program.cases["c"])


@pytest.mark.parametrize(
    ("text", "judgments"),
    [
        (chain(LONG, "p{}", "GIVEN a"), LONG),
        (chain(LONG, "p{}", "GIVEN NOT a"), LONG),
        (chain(LONG, "p{} OR b", "GIVEN a, NOT b"), LONG),
        (values(LONG), LONG),
        (wide_and(LONG), LONG),
        (many_rules(LONG), LONG),
    ],
    ids=["holds", "fails", "alternatives", "values", "and", "rules"],
)
def test_a_warrant_has_all_judgments_however_many(text: str, judgments: int) -> None:
    (only,) = warrants_of(made(text), "c.rules#c").warrants
    assert len(only.judgments) == judgments


def test_a_choice_at_every_step() -> None:
    """Each rule may rest on the one before it, or on `b`: so many ways as there are rules."""
    ready = made(chain(LONG, "p{} OR b", "GIVEN a, b"))
    assert ready.limited
    assert [len(one.slots) for one in ready.listed[:2]] == [LONG, LONG - 1]

    def cost(judgment: Judgment) -> int:
        return 1

    best = cheapest(ready.graph, cost)
    assert sum(best.values()) == 1, "the last rule rests on `b`"


def test_an_answer_gets_a_verdict(tmp_path: Path) -> None:
    text = chain(LONG, "p{}", "GIVEN a")
    (tmp_path / "c.rules").write_text(text, encoding="utf-8")
    claims: list[dict[str, Any]] = [{"id": "s0", "says": "a", "rules": ["r0"]}]
    claims += [
        {"id": f"s{number + 1}", "says": f"p{number}", "from": [f"s{number}"], "rules": [f"r{number}"]}
        for number in range(LONG)
    ]
    answer = {
        "rulelang": "answer/1",
        "case": "c.rules#c",
        "claims": claims,
        "decision": {"says": f"p{LONG - 1}", "from": [f"s{LONG}"]},
    }
    rules = rulelang.load(tmp_path / "c.rules")
    assert rulelang.check(rules, answer).complete
    del claims[LONG // 2]["rules"]
    assert [one.code for one in rulelang.check(rules, answer).findings] == ["RL470"]


def definitions(length: int) -> str:
    """A condition that is defined by way of another, and so on, with a fact at each."""
    facts = "".join(f"FACT f{number}\n" for number in range(length))
    steps = "".join(f"DEFINE d{number} AS d{number - 1} AND f{number}\n" for number in range(1, length))
    given = ", ".join(f"f{number}" for number in range(length))
    rule = f"RULE r IF d{length - 1} THEN p\n"
    return f"{facts}OUTCOME p\nDEFINE d0 AS f0\n{steps}{rule}CASE c\n  GIVEN {given}\n  ASK DECIDE p\n"


def defined_values(length: int) -> str:
    steps = "".join(f"DEFINE n{number} : INTEGER AS n{number - 1} + 1\n" for number in range(1, length))
    declared = "FACT n : INTEGER\nOUTCOME p\nDEFINE n0 : INTEGER AS n\n"
    return f"{declared}{steps}RULE r IF n{length - 1} = {length} THEN p\nCASE c\n  GIVEN n = 1\n  ASK DECIDE p\n"


@pytest.mark.parametrize("text", [definitions(1000), defined_values(1000)], ids=["conditions", "values"])
def test_definitions_in_a_row_may_be_as_many_as_there_are(text: str) -> None:
    program = load_text(text).program
    assert program is not None
    base, _ = prepare(program)
    derivation = derive(base, program.cases["c"])
    assert [one.status for one in derivation.decisions] == [Status.HOLDS]
    assert explain(program, derivation)
    (only,) = warrants_of(made(text), "c.rules#c").warrants
    assert only.judgments
    core = substituted(derivation.core)
    assert decide(core, derivation.situation.known).status is Status.HOLDS


def test_only_so_many_rules_suspend_one_another() -> None:
    def suspending(count: int) -> str:
        rules = "".join(f"RULE r{number}\n  SUSPENDS r{number - 1}\n  IF a{number}\n" for number in range(1, count))
        facts = "".join(f"FACT a{number}\n" for number in range(count))
        given = ", ".join(f"a{number}" for number in range(count))
        return f"{facts}OUTCOME p\nRULE r0 IF a0 THEN p\n{rules}CASE c\n  GIVEN {given}\n  ASK DECIDE p\n"

    (only,) = warrants_of(made(suspending(DEEPEST_EXCEPTIONS + 1)), "c.rules#c").warrants
    assert len(only.judgments) > DEEPEST_EXCEPTIONS
    for count in (DEEPEST_EXCEPTIONS + 2, 1000):
        program = load_text(suspending(count)).program
        assert program is not None
        base, (found,) = prepare(program)
        assert base is None
        assert found.code == "RL120"
        assert f"`r{DEEPEST_EXCEPTIONS + 1}`" in found.message
