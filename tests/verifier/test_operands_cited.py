"""A passage on what a comparison reads bears on what is said of it (N7, N12, N14); counts that only differ in the order
of what they count are one (N9)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TEXT = """MODULE t
TYPE bag
FACT due : DATE
FACT got : DATE
FACT weight(bag) : NUMBER IN kg
FACT cold(bag)
FACT a : NUMBER IN eur
FACT b : NUMBER IN eur
FACT p
FACT q
FACT s
OUTCOME x
OUTCOME y
OUTCOME z
OUTCOME two
RULE x IF got > due THEN x
RULE y IF a - b >= 10 eur THEN y
RULE z IF SUM OF weight(b) FOR EACH b IN bag WHERE (cold(b)) >= 50 kg THEN z
RULE two IF COUNT OF {p, q, s} >= 2 THEN two
GIVENS
"""

GIVEN = """  GIVEN due = 2024-03-01, got = 2024-03-06, a = 30 eur, b = 5 eur, cold(k), cold(l), p, q, NOT s
  GIVEN weight(k) = 30 kg, weight(l) = 25 kg
  EVIDENCE e1 "1" SUPPORTS due = 2024-03-01, a = 30 eur, weight(k) = 30 kg, cold(k), cold(l), p, NOT s
  EVIDENCE e2 "2" SUPPORTS got = 2024-03-06, b = 5 eur, weight(l) = 25 kg, q
"""

SAID = {
    "x": "got > due",
    "y": "a - b >= 10 eur",
    "z": "SUM OF weight(b) FOR EACH b IN bag WHERE (cold(b)) >= 50 kg",
    "two": "COUNT OF {p, q, s} >= 2",
}


def ready(target: str) -> Ready:
    return made_ready(TEXT.replace("GIVENS", f'CASE c\n{GIVEN}  ASK "?" DECIDE {target}\n'))


def on(target: str, policy: Policy, *claims: dict[str, Any]) -> Result:
    """The result of an answer of these claims; the quick judge finds the same."""
    held, final = ready(target), {"says": target, "from": [claims[-1]["id"]]}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": list(claims), "decision": final}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    if policy != "sufficient":
        assert Judge(held, policy).row(answer) == verdict_of(held, answer, "linked", policy)
    return answered(held, list(claims), final, policy=policy)


@pytest.mark.parametrize("policy", ["full", "answer", "sufficient"])
@pytest.mark.parametrize("target", SAID)
@pytest.mark.parametrize(("own", "users"), [("e1 e2", ""), ("e1", "e2"), ("e2", "e1"), ("", "e1 e2")])
def test_passages_on_the_operands_count_wherever_they_are_cited(
    target: str, policy: Policy, own: str, users: str
) -> None:
    condition = claim("s", SAID[target], rules=target, evidence=own)
    result = on(target, policy, condition, claim("t", target, "s", rules=target, evidence=users))
    if policy == "sufficient" and target in ("two", "z"):  # its judgments are the facts
        assert not any(one.kind == "unsupported" for one in result.findings)
    else:
        assert result.fails == ()


@pytest.mark.parametrize("target", SAID)
def test_one_operand_is_not_enough_where_both_are_needed(target: str) -> None:
    condition = claim("s", SAID[target], rules=target, evidence="e1")
    assert on(target, "full", condition, claim("t", target, "s", rules=target)).root == (3,)


@pytest.mark.parametrize(
    ("says", "kinds"),
    [
        ("COUNT OF {s, q, p} >= 2", []),
        ("COUNT OF {s, q, p} >= 1", ["misquoted"]),
        ("COUNT OF {q, NOT NOT p, s} != 1", ["misquoted"]),
        ("COUNT OF {s, q, p} >= 3", ["wrong"]),
    ],
)
def test_what_is_counted_in_another_order_is_the_same_count(says: str, kinds: list[str]) -> None:
    parts = [claim("p", "p", rules="two", evidence="e1"), claim("q", "q", rules="two", evidence="e2")]
    count = claim("n", says, "p", "q", rules="two", evidence="e1 e2")
    result = on("two", "full", *parts, count, claim("t", "two", "n", rules="two"))
    assert [one.kind for one in result.findings if one.root] == kinds
