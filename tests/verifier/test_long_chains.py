"""What a decision rests on may be as deep as a rule base is long, and as wide: no walk over it is a recursion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
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
