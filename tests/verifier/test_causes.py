"""A finding names as its cause one whose mending mends it (N22)."""

from __future__ import annotations

from worlds import answered, claim, made_ready

FEE = """MODULE t
FACT p
FACT n : INTEGER FROM 0 TO 20
OUTCOME fee : NUMBER IN eur
RULE a IF p THEN fee = 10 eur + 1 eur * n
RULE b IF NOT p THEN fee = 5 eur
CASE c
  GIVEN n = 4
  ASK "?" DECIDE fee
  EXPECT UNKNOWN fee
"""

TWO = """MODULE t
FACT p
FACT q
OUTCOME o
OUTCOME mid
OUTCOME u
RULE a IF p THEN o
RULE m IF q THEN mid
RULE b IF mid THEN u
CASE c
  GIVEN NOT p, NOT q
  ASK "?" DECIDE o, u
"""


def test_a_wrong_decision_follows_from_what_is_said_and_not_from_a_citation() -> None:
    claims = [
        claim("s1", "p", rules="a"),
        claim("s2", "n = 4", rules="a"),
        claim("s3", "fee = 14 eur", "s1", "s2", rules="a"),
    ]
    result = answered(made_ready(FEE), claims, {"says": "fee = 14 eur", "from": ["s3"]})
    assert [(one.name, one.follows) for one in result.findings] == [
        ("uncited fee", None),
        ("wrong p", None),
        ("wrong fee", "wrong p"),
    ]


def test_of_several_questions_each_follows_from_what_leads_to_it() -> None:
    claims = [
        claim("s1", "p", rules="a"),
        claim("s2", "q", rules="m"),
        claim("s3", "o", "s1", rules="a"),
        claim("s4", "mid", "s2", rules="m"),
        claim("s5", "u", "s4", rules="b"),
    ]
    result = answered(made_ready(TWO), claims, {"says": ["o", "u"], "from": ["s3", "s5"]})
    follows = {one.name: one.follows for one in result.findings if not one.root}
    assert follows["wrong o"] == "wrong p"
    assert follows["wrong u"] in ("wrong q", "wrong mid")
