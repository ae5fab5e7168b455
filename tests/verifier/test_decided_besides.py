"""What a decision says besides what is asked is a claim (N20): what is false in it fails the judgment it is about."""

from __future__ import annotations

import json

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

RULES = """MODULE t
FACT n : INTEGER FROM 0 TO 100
FACT lost
OUTCOME fee : NUMBER IN eur
OUTCOME free
RULE fee IF n >= 3 THEN fee = n * 2 eur
  EXCEPTION lost IF NOT lost
RULE free IF fee < 1 eur THEN free
CASE due GIVEN n = 5, lost  ASK "?" DECIDE fee  EXPECT fee = 10 eur
"""
CLAIMS = [
    claim("s1", "n = 5", rules="fee"),
    claim("s2", "lost", rules="fee.lost"),
    claim("s3", "fee = 10 eur", "s1", "s2", rules="fee"),
]


def due(*decided: str) -> Result:
    """The result, which the quick judge finds too."""
    ready = made_ready(RULES)
    decision = {"says": list(decided), "from": ["s3"]}
    document = {"rulelang": "answer/1", "case": "t.rules#due", "claims": CLAIMS, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return answered(ready, CLAIMS, decision)


@pytest.mark.parametrize("false", ["NOT lost", "n = 4", "n < 3"])
def test_a_false_part_beside_the_decision_contradicts_what_a_claim_says(false: str) -> None:
    result = due("fee = 10 eur", false)
    found = {(one.check.value, one.kind, one.claim) for one in result.findings if one.root}
    assert found == {(2, "contradictory", "")}
    assert {check.value for check in result.fails} <= {2, 4}  # where two claims contradict each other none is a premise


@pytest.mark.parametrize("true", ["lost", "n = 5", "n >= 4", "NOT free"])
def test_a_true_part_beside_the_decision_does_no_harm(true: str) -> None:
    result = due("fee = 10 eur", true)
    assert result.complete
    assert result.rubric is not None
    assert result.rubric.score == 100


def test_a_wrong_decision_is_no_claim_about_a_judgment() -> None:
    assert [one.check.value for one in due("fee = 12 eur").findings] == [4, 5]
