"""A condition over instances is a slot of its own, as written, also where the case has one instance (N3, N8)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

HEAD = """MODULE t
TYPE bag
FACT h(bag)
FACT k(bag)
FACT w(bag) : NUMBER IN kg
FACT m : INTEGER
OUTCOME p
OUTCOME d(bag)
DEFINE z AS ANY b IN bag HAS (h(b) AND NOT k(b))
RULE rd FOR EACH b IN bag IF h(b) THEN d(b)
"""

RULES = {
    "r": """RULE r IF ANY b IN bag HAS (h(b)) AND EVERY b IN bag HAS (NOT k(b)) AND COUNT OF b IN bag WHERE (h(b)) >= 1
  AND SUM OF w(b) FOR EACH b IN bag < 30 kg THEN p
""",
    "r2": """RULE r2 FOR EACH b IN bag IF EVERY c IN bag HAS (d(c))
  AND ANY c IN bag HAS (d(c) OR k(c)) AND h(b) AND z THEN p
""",
    "r3": """RULE r3 IF ANY b IN bag HAS (h(b) AND k(b)) AND EVERY b IN bag HAS (h(b) AND k(b)) AND m > 2 THEN p
  EXCEPTION x IF EVERY b IN bag HAS (h(b))
  EXCEPTION y TO x IF ANY b IN bag HAS (NOT k(b))
""",
}

ROWS = ("| b1 | YES | NO | 20 kg |", "| b1 | YES | YES | 20 kg |", "| b1 | UNKNOWN | NO | 20 kg |")


def case(row: str, rules: str = "r", expect: str = "") -> Ready:
    table = f"  GIVEN\n  | bag | h | k | w |\n  |-----|---|---|---|\n  {row}\n"
    return made_ready(f'{HEAD}{RULES[rules]}CASE c\n{table}  GIVEN m = 3\n  ASK "?" DECIDE p\n{expect}')


def held(ready: Ready, claims: list[dict[str, Any]], decision: Any, policy: Policy = "full") -> Result:
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready, policy).row(answer) == verdict_of(ready, answer, "linked", policy)
    return answered(ready, claims, decision, policy=policy)


def slots(ready: Ready) -> list[str]:
    return [ready.matter.judged(leaf, slot.value) for leaf, slot in ready.listed[0].slots.items()]


def test_a_quantified_condition_over_one_instance_is_a_slot_as_written() -> None:
    assert slots(case(ROWS[0])) == [
        "ANY b IN bag HAS (h(b))",
        "EVERY b IN bag HAS (NOT k(b))",
        "COUNT OF b IN bag WHERE (h(b)) >= 1",
        "SUM OF w(b) FOR EACH b IN bag < 30 kg",
    ]
    assert slots(case(ROWS[1], "r3"))[:2] == ["ANY b IN bag HAS (h(b) AND k(b))", "EVERY b IN bag HAS (h(b) AND k(b))"]


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("rules", ["r", "r2", "r3"])
@pytest.mark.parametrize("policy", ["full", "answer", "sufficient"])
def test_the_answer_of_its_warrant_is_complete(row: str, rules: str, policy: Policy) -> None:
    open_ = row == ROWS[2] and rules != "r3"
    ready = case(row, rules, "  EXPECT UNKNOWN p\n" if open_ else "")
    for warrant in ready.listed:
        gold = gold_answer(ready, warrant, "t.rules#c")
        result = held(ready, gold["claims"], gold["decision"], policy)
        assert result.rubric is not None
        assert (result.fails, result.rubric.score) == ((), 100), gold


@pytest.mark.parametrize("row", ROWS)
def test_who_states_the_instance_states_the_condition_over_it(row: str) -> None:
    h = "UNKNOWN h(b1)" if row == ROWS[2] else "h(b1)"
    k = "k(b1)" if row == ROWS[1] else "NOT k(b1)"
    decision = {ROWS[0]: "p", ROWS[1]: "NOT p", ROWS[2]: "UNKNOWN p"}[row]
    ready = case(row, "r", "  EXPECT UNKNOWN p\n" if row == ROWS[2] else "")
    claims = [claim("h", h, rules="r"), claim("k", k, rules="r"), claim("w", "w(b1) = 20 kg", rules="r")]
    if row == ROWS[2]:  # of a count that is open it has to be said
        claims.append(claim("n", "UNKNOWN COUNT OF b IN bag WHERE (h(b)) >= 1", "h", rules="r"))
    claims.append(claim("s", decision, *(one["id"] for one in claims), rules="r"))
    result = held(ready, claims, {"says": decision, "from": ["s"]})
    assert result.rubric is not None
    assert (result.fails, result.rubric.score) == ((), 100)
    without = [one for one in claims if one["id"] != "k"]
    without[-1] = claim("s", decision, *(one["id"] for one in without[:-1]), rules="r")
    result = held(ready, without, {"says": decision, "from": ["s"]})
    assert [one.subject for one in result.findings if one.root] == ["EVERY b IN bag HAS (NOT k(b))"]


def test_a_false_instance_is_one_fault_of_the_condition() -> None:
    ready = case(ROWS[0])
    claims = [claim("h", "h(b1)", rules="r"), claim("k", "k(b1)", rules="r"), claim("w", "w(b1) = 20 kg", rules="r")]
    claims.append(claim("s", "NOT p", "h", "k", "w", rules="r"))
    result = held(ready, claims, {"says": "NOT p", "from": ["s"]})
    found = [(one.kind, one.subject) for one in result.findings if one.root]
    assert (found, result.fails) == ([("wrong", "EVERY b IN bag HAS (NOT k(b))")], (2, 5))
