"""`UNKNOWN p` and `CONFLICT p` are two decisions: check 5 asks for exactly the gold one (N18, N19)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answer_of, answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import check
from rulelang.verifier.finding import Check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

RULES = """MODULE t
FACT a
FACT b
FACT u
OUTCOME p
OUTCOME q
OUTCOME fee : NUMBER IN usd
RULE r IF a THEN p
  CONFLICT k IF b THEN NOT p UNRESOLVED
RULE s IF u THEN q
RULE low  IF a THEN fee = 1 usd
RULE high IF b THEN fee = 2 usd
CASE clash GIVEN a, b  ASK "?" DECIDE p    EXPECT CONFLICT p
CASE open  GIVEN a, b  ASK "?" DECIDE q    EXPECT UNKNOWN q
CASE sum   GIVEN a, b  ASK "?" DECIDE fee  EXPECT CONFLICT fee
"""

BOTH = [claim("s1", "a", rules="r low"), claim("s2", "b", rules="r.k high")]
NOT_SETTLED = [claim("s1", "UNKNOWN u", rules="s")]


@pytest.mark.parametrize(
    ("case", "said", "decision", "right"),
    [
        ("clash", "CONFLICT p", "CONFLICT p", True),
        ("clash", "UNKNOWN p", "CONFLICT p", True),
        ("clash", "CONFLICT p", "UNKNOWN p", False),
        ("clash", "UNKNOWN p", "UNKNOWN p", False),
        ("clash", "UNKNOWN p", ["UNKNOWN p", "CONFLICT p"], True),
        ("open", "UNKNOWN q", "UNKNOWN q", True),
        ("open", "UNKNOWN q", "CONFLICT q", False),
        ("sum", "CONFLICT fee", "CONFLICT fee", True),
        ("sum", "UNKNOWN fee", "UNKNOWN fee", False),
    ],
)
def test_the_decision_is_open_in_the_way_of_the_gold_one(case: str, said: str, decision: Any, right: bool) -> None:
    ready = made_ready(RULES, case)
    claims = [*(NOT_SETTLED if case == "open" else BOTH)]
    rules = {"clash": "r r.k", "open": "s", "sum": "low high"}[case]
    claims.append(claim("s3", said, *(one["id"] for one in claims), rules=rules))
    result = answered(ready, claims, {"says": decision, "from": ["s3"]})
    assert (result.fails, result.root) == (((), ()) if right else ((Check.OUTCOME,), (Check.OUTCOME,)))
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims,
                "decision": {"says": decision, "from": ["s3"]}}  # fmt: skip
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer, "linked", ready.policy)


def test_the_finding_says_it_in_the_words_of_the_decision() -> None:
    result = answered(made_ready(RULES, "open"), NOT_SETTLED, {"says": "CONFLICT q", "from": ["s1"], "rules": ["s"]})
    assert [(one.words, one.instead) for one in result.findings] == [("the decision says `CONFLICT q`", "`UNKNOWN q`")]


CONTEST = """MODULE t
FACT night
FACT event
OUTCOME quiet
RULE qa IF night THEN quiet
RULE qb IF event THEN NOT quiet
CASE open  GIVEN night, UNKNOWN event  ASK "?" DECIDE quiet EXPECT UNKNOWN quiet
CASE clash GIVEN night, event          ASK "?" DECIDE quiet EXPECT CONFLICT quiet
"""


def found_of(case: str, event: str, says: str, rules: str = "qb") -> Any:
    claims = [claim("s1", "night", rules="qa"), claim("s2", event, rules=rules)]
    claims.append(claim("s3", says, "s1", "s2", rules="qa qb"))
    ready, answer = made_ready(CONTEST, case), answer_of(claims, {"says": says, "from": ["s3"]})
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return check(ready, answer)


@pytest.mark.parametrize(
    ("case", "event", "says"), [("open", "event", "CONFLICT quiet"), ("clash", "UNKNOWN event", "UNKNOWN quiet")]
)
def test_what_follows_from_a_wrong_judgment_is_no_second_fault(case: str, event: str, says: str) -> None:
    """N22: it had the roots 2 and 5."""
    found = found_of(case, event, says)
    assert (found.fails, found.root) == ((Check.CONDITION, Check.OUTCOME), (Check.CONDITION,))


def test_no_citation_leads_to_another_decision() -> None:
    assert found_of("clash", "event", "UNKNOWN quiet").root == (Check.OUTCOME,)


def test_what_follows_is_said_as_it_follows() -> None:
    words = found_of("clash", "event", "NOT quiet").findings[0].words
    assert words == "from what is said it follows that `CONFLICT quiet`, the decision says `NOT quiet`"
    words = found_of("open", "UNKNOWN event", "quiet").findings[0].words
    assert words == "from what is said it follows that `UNKNOWN quiet`, the decision says `quiet`"
