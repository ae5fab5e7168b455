"""A rule is rightly applied to the instances of its quantified conditions, however they are said (N29)."""

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

RULES = """MODULE t
TYPE p
FACT adult(p)
FACT signed(p)
FACT paid(p)
OUTCOME ok
OUTCOME free
RULE ok IF EVERY q IN p HAS (adult(q) AND signed(q)) THEN ok
RULE free IF EVERY q IN p HAS (paid(q)) THEN free
CASE c GIVEN adult(u), adult(v), signed(u), signed(v)  ASK "?" DECIDE ok  EXPECT ok
"""


def on(*claims: dict[str, Any]) -> Result:
    """The result, which the quick judge finds too."""
    ready = made_ready(RULES)
    every = [*claims, claim("z", "ok", *(one["id"] for one in claims), rules="ok")]
    decision = {"says": "ok", "from": ["z"]}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": every, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return answered(ready, every, decision)


@pytest.mark.parametrize(
    "says",
    [
        "EVERY q IN p HAS (adult(q) AND signed(q))",
        "EVERY q IN p HAS (signed(q) AND adult(q))",
        ["adult(u)", "adult(v)", "signed(u)", "signed(v)"],
    ],
)
def test_an_equivalent_condition_over_instances_scores_100(says: Any) -> None:
    result = on(claim("a", says, rules="ok"))
    assert result.complete
    assert result.rubric is not None
    assert result.rubric.score == 100


def test_the_instances_in_a_claim_each_score_100() -> None:
    said = ("adult(u)", "adult(v)", "signed(u)", "signed(v)")
    result = on(*(claim(f"s{number}", text, rules="ok") for number, text in enumerate(said)))
    assert result.complete
    assert result.rubric is not None
    assert result.rubric.score == 100


def test_a_rule_about_other_instances_is_not_applied() -> None:
    result = on(claim("a", "EVERY q IN p HAS (signed(q) AND adult(q))", rules="ok free"))
    assert result.rubric is not None
    assert result.rubric.score == 83
