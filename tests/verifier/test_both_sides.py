"""Where it is asked which rule controls, an answer says it of each rival that applies (the rubric's dimension EC)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

COURT = """MODULE t
FACT a
FACT b
FACT c
OUTCOME o
OUTCOME fee : NUMBER
ACTION pay
RULE r1 IF a THEN MUST pay
  CONFLICT k IF b THEN MUST NOT pay UNRESOLVED
RULE r2 IF a THEN o
RULE r3 IF b THEN NOT o
PRIORITY r3 OVER r2
RULE f1 IF a THEN fee = 1
RULE f2 IF b THEN fee = 2
PRIORITY f2 OVER f1
RULE f3 IF c THEN fee = 3
PRIORITY f2 OVER f3
CASE rules GIVEN a, b  ASK "?" TYPE priority_arbitration DECIDE o
CASE against GIVEN a, b  ASK "?" TYPE priority_arbitration DECIDE NOT o
CASE fees GIVEN a, b, NOT c  ASK "?" TYPE priority_arbitration DECIDE fee
CASE level GIVEN a, b  ASK "?" TYPE priority_arbitration DECIDE MUST pay  EXPECT CONFLICT MUST pay
CASE alone GIVEN a, NOT b  ASK "?" TYPE priority_arbitration DECIDE o
"""


def handles(case: str, document: dict[str, Any]) -> bool:
    """Whether an answer has all of EC, and complete it is; the quick judge finds the same."""
    ready = made_ready(COURT, case)
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    found = check(ready, answer)
    assert found.complete
    assert found.rubric is not None
    lost = {mark.dimension.name for mark in found.rubric.marks if not mark.satisfied}
    assert lost <= {"INTERACTION"}
    return not lost


def answer_of(case: str, says: str, rules: str, *more: str, first: str = "r2", second: str = "r3") -> dict[str, Any]:
    claims = [claim("s1", "a", rules=first), claim("s2", "b", rules=second)]
    claims += [claim(f"p{number}", one, "s1", "s2") for number, one in enumerate(more)]
    claims.append(claim("s3", says, *(one["id"] for one in claims), rules=rules))
    return {"rulelang": "answer/1", "case": f"t.rules#{case}", "claims": claims,
            "decision": {"says": says, "from": ["s3"]}}  # fmt: skip


@pytest.mark.parametrize("case", ["rules", "against"])
def test_a_rule_of_its_own_that_applies_is_a_rival(case: str) -> None:
    assert not handles(case, answer_of(case, "NOT o", "r3"))
    assert handles(case, answer_of(case, "NOT o", "r3 r2"))
    assert handles(case, answer_of(case, "NOT o", "r3", "r3 PREVAILS OVER r2"))


def test_so_is_one_that_gives_another_value() -> None:
    assert not handles("fees", answer_of("fees", "fee = 2", "f2", first="f1", second="f2"))
    assert handles("fees", answer_of("fees", "fee = 2", "f2 f1", first="f1", second="f2"))


def test_that_rules_are_in_conflict_is_a_conclusion_that_cites_both() -> None:
    says = "CONFLICT MUST pay"
    assert handles("level", answer_of("level", says, "r1 r1.k", first="r1", second="r1.k"))


@pytest.mark.parametrize("case", ["rules", "against", "fees", "level", "alone"])
def test_an_answer_written_from_a_warrant_cites_both_sides(case: str) -> None:
    ready = made_ready(COURT, case)
    for warrant in ready.listed:
        assert handles(case, gold_answer(ready, warrant, f"t.rules#{case}"))
