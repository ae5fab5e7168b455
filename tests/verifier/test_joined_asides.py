"""True conclusions beside the question, joined in one claim: a step as good as each by itself (N26, N29)."""

from __future__ import annotations

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

READY = made_ready("""
FACT p
FACT q
FACT k : INTEGER FROM 0 TO 50
OUTCOME a
OUTCOME sa
OUTCOME sb
OUTCOME sv : NUMBER IN eur
OUTCOME goal
RULE ra IF p THEN a
RULE rg IF a AND q THEN goal
RULE xa IF p THEN sa
RULE xb IF q THEN sb
RULE xn IF NOT q THEN sb
RULE xv IF p THEN sv = 3 eur * k
CASE c
  GIVEN p, q, k = 4
  ASK "Is it so?" TYPE event_prediction DECIDE goal
""")


@pytest.mark.parametrize(
    ("says", "rules", "valid"),
    [
        ("sa AND sb", "xa xb", True),
        ("sa AND sb", "xa", False),
        ("sa AND sb", "xa xn", False),
        ("sa AND p", "xa", True),
        ("sa AND a", "xa ra", True),
        ("sa AND a", "ra", False),
        ("sv BETWEEN 10 eur AND 20 eur", "xv", True),
        ("sv >= 10 eur AND sv <= 20 eur", "xv", True),
        ("sv BETWEEN 10 eur AND 20 eur", "xa", False),
    ],
)
def test_each_part_beside_the_question_needs_its_rule(says: str, rules: str, valid: bool) -> None:
    answer = answer_of(
        [
            claim("s1", "p", rules="ra"),
            claim("s2", "q", rules="rg"),
            claim("s3", "a", "s1", rules="ra"),
            claim("x", says, "s1", "s2", rules=rules),
            claim("z", "goal", "s2", "s3", rules="rg"),
        ],
        {"says": "goal", "from": ["z"]},
    )
    assert Judge(READY).row(answer) == verdict_of(READY, answer)
    found = check(READY, answer)
    assert found.complete
    assert found.rubric is not None
    assert (found.rubric.score == 100) is valid
    assert next(one.step for one in found.claims if one.id == "x") is valid


PATH = made_ready("""
FACT p
FACT k : INTEGER FROM 0 TO 50
OUTCOME v : NUMBER IN eur
OUTCOME z : NUMBER IN eur
OUTCOME sv : NUMBER IN eur
OUTCOME sw : NUMBER IN eur
OUTCOME goal
RULE rv IF p THEN v = 10 eur * k
RULE rz IF v >= 30 eur THEN z = v + 5 eur
RULE rg IF z <= 100 eur THEN goal
RULE xv IF p THEN sv = 3 eur * k
RULE xw IF NOT p THEN sv = 4 eur * k
CASE c
  GIVEN p, k = 4
  ASK "Is it so?" TYPE event_prediction DECIDE goal
""")


@pytest.mark.parametrize(
    ("says", "sources", "rules", "valid"),
    [
        ("sv < z", "s1 s2 s4", "xv", True),
        ("z > sv", "s1 s2 s4", "xv rz", True),
        ("sv + v = 52 eur", "s1 s2 s3", "xv", True),
        ("NOT sv + v = 50 eur", "s1 s2 s3", "xv", True),
        ("sv + v = 52 eur", "s1 s2 s3", "xw", False),
        ("sv < z", "s1 s2", "xv", False),
        ("sv < z", "s1 s2 s4", "rv", False),
    ],
)
def test_what_is_beside_the_question_is_compared_with_what_is_not(
    says: str, sources: str, rules: str, valid: bool
) -> None:
    answer = answer_of(
        [
            claim("s1", "p", rules="rv"),
            claim("s2", "k = 4", rules="rv"),
            claim("s3", "v = 40 eur", "s1", "s2", rules="rv"),
            claim("s4", "z = 45 eur", "s3", rules="rz"),
            claim("x", says, *sources.split(), rules=rules),
            claim("g", "goal", "s4", rules="rg"),
        ],
        {"says": "goal", "from": ["g"]},
    )
    assert Judge(PATH).row(answer) == verdict_of(PATH, answer)
    found = check(PATH, answer)
    assert found.complete
    assert found.rubric is not None
    assert next(one.step for one in found.claims if one.id == "x") is valid
    assert not valid or found.rubric.score == 100
