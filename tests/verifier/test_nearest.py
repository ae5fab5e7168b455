"""Of two warrants that an answer comes as near to the first is the nearest, and of two that it is complete against the
one whose chain it has (N23)."""

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
FACT a
FACT z
OUTCOME q
OUTCOME p
OUTCOME g
OUTCOME t
RULE rq IF a THEN q
RULE rp IF q OR z THEN p
RULE rg IF q THEN g
RULE rt IF p AND g THEN t
CASE c GIVEN a, z  ASK "?" DECIDE t  EXPECT t
"""
A = claim("a", "a", rules="rq")
Z = claim("z", "z", rules="rp")
Q = claim("q", "q", "a", rules="rq")
G = claim("g", "g", "q", rules="rg")
T = claim("t", "t", "p", "g", rules="rt")


def on(*claims: dict[str, Any]) -> Result:
    """The result, which the quick judge finds too."""
    ready = made_ready(RULES)
    assert [len(warrant.edges) for warrant in ready.listed] == [4, 3]
    decision = {"says": "t", "from": ["t"]}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return answered(ready, list(claims), decision)


@pytest.mark.parametrize(
    ("claims", "nearest"),
    [
        ((A, Q, G, T, claim("p", "p", "q", rules="rp")), 0),
        ((A, Z, Q, G, T, claim("p", "p", "z", rules="rp")), 1),
        ((A, Z, Q, G, T, claim("p", "p", "z", "q", rules="rp")), 0),
    ],
)
def test_an_answer_has_the_chain_of_the_warrant_that_it_follows(claims: Any, nearest: int) -> None:
    result = on(*claims)
    assert result.complete
    assert result.warrant == nearest
    assert result.rubric is not None
    assert result.rubric.score == 100


def test_findings_count_for_more_than_links() -> None:
    """The answer has the chain of the second warrant, against which it has the finding that `z` cites no rule."""
    result = on(A, claim("z", "z", rules="rq"), Q, G, T, claim("p", "p", "z", rules="rp"))
    assert result.warrant == 0
    assert result.complete
    assert result.rubric is not None
    assert result.rubric.score < 100


@pytest.mark.parametrize(
    "claims",
    [
        (A, Z, Q, G | {"rules": ["rp"]}, T, claim("p", "p", "z", rules="rp")),
        (A, Z, Q, T | {"from": ["p", "q"]}, claim("p", "p", "z", rules="rp")),
        (A, Z, T, claim("p", "p", "z", rules="rp")),
    ],
)
def test_what_is_lacking_of_both_is_told_of_the_first(claims: Any) -> None:
    """The chain is that of the second, from which the same is lacking: then the order of the source decides."""
    present = {one["id"] for one in claims}
    result = on(*({**one, "from": [each for each in one["from"] if each in present]} for one in claims))
    assert not result.complete
    assert result.warrant == 0
