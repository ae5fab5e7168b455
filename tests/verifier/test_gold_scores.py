"""An answer written from a warrant scores 100, also where there is no rule to cite for what it concludes."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Policy
from rulelang.verifier.rubric import Dimension
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

HEAD = "MODULE t\nFACT a\nFACT b\nOUTCOME p\nOUTCOME q\nOUTCOME v : INTEGER\nACTION x\nACTION y\n"

WITHOUT_RULES = (
    "RULE r IF a THEN p\nCASE c  GIVEN a  ASK '?' DECIDE p, q",  # nothing concludes on a target
    "RULE r IF a AND NOT q THEN p\nCASE c  GIVEN a  ASK '?' DECIDE p",  # nor on a condition
    "RULE r IF a THEN p\nRULE s IF q THEN q\nCASE c  GIVEN a  ASK '?' DECIDE p, q",
    "RULE r IF a THEN MUST x\nCASE c  GIVEN a  ASK '?' DECIDE ACTIONS x, y",
    "RULE r IF a THEN p\nCASE c  GIVEN a  ASK '?' DECIDE p, NOT (q AND b)",
    "RULE r IF a THEN v = 5\nCASE c  GIVEN a  ASK '?' DECIDE v, v >= 4",  # the value is a target, and no judgment
    "RULE r IF v >= 4 OR a THEN p\nCASE c  GIVEN a  ASK '?' DECIDE p, v\n  EXPECT v = NONE",
)


@pytest.mark.parametrize("text", WITHOUT_RULES)
@pytest.mark.parametrize("policy", get_args(Policy))
def test_where_there_is_no_rule_to_cite_none_is_asked_for(text: str, policy: Policy) -> None:
    ready = made_ready(HEAD + text.replace("'", '"') + "\n")
    for warrant in ready.listed:
        gold = gold_answer(ready, warrant, "t.rules#c")
        result = answered(ready, gold["claims"], gold["decision"], policy=policy)
        assert result.rubric is not None
        assert (result.fails, result.rubric.score) == ((), 100), gold
        answer = read_answer(json_text(Source("a.json", json.dumps(gold))))
        assert Judge(ready, policy).row(answer) == verdict_of(ready, answer, "linked", policy)


def test_where_there_is_one_it_is_asked_for() -> None:
    ready = made_ready(HEAD + WITHOUT_RULES[0].replace("'", '"') + "\n")
    claims = [claim("s1", "a", rules="r"), claim("s2", "p", "s1"), claim("s3", "NOT q")]
    result = answered(ready, claims, {"says": ["p", "NOT q"], "from": ["s2", "s3"]})
    assert result.rubric is not None
    assert Dimension.FORMAT in result.rubric.lost
