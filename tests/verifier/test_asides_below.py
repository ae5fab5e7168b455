"""A rule that leads to a conclusion beside the question is rightly applied to it, as to one that is asked for (N29)."""

from __future__ import annotations

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

READY = made_ready("""
FACT k
FACT j
OUTCOME p
OUTCOME sb
OUTCOME sv : NUMBER IN eur
OUTCOME sw : NUMBER IN eur
OUTCOME other
DEFINE fit AS sb OR NOT j
RULE rp IF k THEN p
RULE rb IF j THEN sb
RULE rv IF j THEN sv = 15 eur
RULE rw IF fit THEN sw = sv + 5 eur
  EXCEPTION off IF NOT j
RULE stop SUSPENDS rb IF NOT k
RULE ro IF j THEN other
CASE c
  GIVEN k, j
  ASK "Is it so?" DECIDE p
""")


@pytest.mark.parametrize(
    ("rules", "right"),
    [
        ("rw", True),
        ("rw rb", True),
        ("rw rv", True),
        ("rb rv rw", True),
        ("rw stop", True),
        ("rw ro", False),
        ("rb", False),
    ],
)
def test_what_leads_to_an_aside_may_be_cited_for_it(rules: str, right: bool) -> None:
    claims = [claim("k", "k", rules="rp"), claim("j", "j", rules="rb"), claim("p", "p", "k", rules="rp")]
    claims.append(claim("x", "sw = 20 eur", "j", rules=rules))
    answer = answer_of(claims, {"says": "p", "from": ["p"]})
    assert Judge(READY).row(answer) == verdict_of(READY, answer)
    found = check(READY, answer)
    assert found.complete
    assert found.rubric is not None
    assert (found.rubric.score == 100) is right
