"""A true equation of facts beside the judgments: a rule with a condition on any of them is rightly applied (N29)."""

from __future__ import annotations

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

READY = made_ready("""
FACT p
FACT n : INTEGER FROM 0 TO 50
FACT m : INTEGER FROM 0 TO 50
FACT k : INTEGER FROM 0 TO 50
FACT sent : DATE
FACT got : DATE
OUTCOME mid
OUTCOME goal
RULE ra IF n > 1 AND p THEN mid
RULE rg IF mid AND got <= sent + 10 DAYS THEN goal
CASE c
  GIVEN p, n = 3, m = 4, k = 7, sent = 2024-01-01, got = 2024-01-05
  ASK "Is it so?" DECIDE goal
""")


@pytest.mark.parametrize(
    ("says", "rules", "right"),
    [
        ("n + m = 7", "", True),
        ("n + m = 7", "ra", True),
        ("n + m = k", "ra", True),
        ("DAYS FROM sent TO got = m", "rg", True),
        ("DAYS FROM sent TO got = m", "", True),
        ("DAYS FROM sent TO got = 4", "rg", True),
        ("DAYS FROM sent TO got = m", "ra", False),
        ("n + m = 7", "rg", False),
        ("m + k = 11", "ra", False),
        ("n + m = 8", "ra", False),
    ],
)
@pytest.mark.parametrize("enters", [False, True])
def test_an_equation_is_rightly_cited_for_what_it_reads(says: str, rules: str, right: bool, enters: bool) -> None:
    claims = [
        claim("s1", "p", rules="ra"),
        claim("s2", "n > 1", rules="ra"),
        claim("s3", "mid", "s1", "s2", rules="ra"),
        claim("s4", "got <= sent + 10 DAYS", rules="rg"),
        claim("x", says, rules=rules),
        claim("z", "goal", "s3", "s4", *(("x",) if enters else ()), rules="rg"),
    ]
    answer = answer_of(claims, {"says": "goal", "from": ["z"]})
    assert Judge(READY).row(answer) == verdict_of(READY, answer)
    found = check(READY, answer)
    assert found.rubric is not None
    assert (found.rubric.score == 100) is right
    assert found.complete or not right
