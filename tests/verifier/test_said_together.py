"""What one claim says is what all its parts say together: it states what they entail together (N8)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TEXT = """MODULE t
FACT a : NUMBER IN eur
FACT b : NUMBER IN eur
FACT k
FACT sent : DATE
FACT got : DATE
OUTCOME fee : NUMBER IN eur
OUTCOME p
RULE f IF k THEN fee = 900 eur
RULE r IF a >= b + 100 eur AND a > 200 eur AND got <= sent + 3 DAYS AND fee > b THEN p
CASE c
  GIVEN a = 1000 eur, b = 800 eur, k, sent = 2024-02-28, got = 2024-03-02
  ASK "?" DECIDE p
"""

READY = made_ready(TEXT)

FACTS = ["a = 1000 eur", "b = 800 eur", "sent = 2024-02-28", "got = 2024-03-02"]


def on(*facts: str | list[str]) -> Result:
    """The result of an answer with these claims of facts, which the quick judge finds too."""
    claims: list[dict[str, Any]] = [claim("k", "k", rules="f"), claim("fee", "fee = 900 eur", "k", rules="f")]
    claims += [claim(f"s{number}", says, rules="r") for number, says in enumerate(facts)]
    claims.append(claim("more", "fee > b", "fee", rules="f r"))
    claims.append(claim("p", "p", "more", *(f"s{number}" for number in range(len(facts))), rules="r"))
    decision = {"says": "p", "from": ["p"]}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(READY).row(answer) == verdict_of(READY, answer)
    return answered(READY, claims, decision)


@pytest.mark.parametrize("said", [FACTS, " AND ".join(FACTS), [*FACTS[:3], "DAYS FROM sent TO got = 3"],
                                  ["a >= 950 eur", "b <= 820 eur", *FACTS[2:]]])  # fmt: skip
def test_a_comparison_of_two_facts_is_stated_by_a_claim_of_both(said: str | list[str]) -> None:
    result = on(said)
    assert result.rubric is not None
    assert (result.fails, result.rubric.score) == ((), 100)


def test_several_claims_state_each_what_they_say_alone() -> None:
    result = on(*FACTS)
    assert {one.kind for one in result.findings} == {"coarse", "does not enter"}


def test_what_does_not_follow_from_the_parts_is_not_stated() -> None:
    result = on(["a > 900 eur", "b < 850 eur", *FACTS[2:]])
    assert [one.subject for one in result.findings if one.root] == ["a >= b + 100 eur"]
    assert result.root == (2,)


def test_a_false_part_is_one_fault_of_what_the_parts_say_together() -> None:
    result = on(["a = 1000 eur", "b = 950 eur", *FACTS[2:]])
    found = [(one.kind, one.subject) for one in result.findings if one.root]
    assert found == [("wrong", "a >= b + 100 eur"), ("contradictory", "fee > b")]
    assert result.root == (2,)
