"""A limit that is cited nowhere takes no part in a step, as an uncited rival takes none (N26)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.check import Result

PAY = """MODULE t
FACT mileage : INTEGER FROM 0 TO 100000
FACT student
FACT hurt
OUTCOME pay : NUMBER IN eur
OUTCOME ok
RULE rate IF mileage > 0 THEN pay = 0.5 eur * mileage
RULE cap IF student THEN pay <= 100 eur
  EXCEPTION ill IF hurt
RULE ok IF pay >= 50 eur THEN ok
CASE c
  GIVEN mileage = 300, student, NOT hurt
  ASK "?" DECIDE pay
CASE both
  GIVEN mileage = 300, student, NOT hurt
  ASK "?" DECIDE ok
"""


def steps(found: Result) -> dict[str, bool | None]:
    return {one.id: one.step for one in found.claims}


def claims(cited: str, on_student: str = "") -> list[dict[str, Any]]:
    return [
        claim("s1", "mileage = 300", rules="rate"),
        claim("s2", "student", rules=on_student),
        claim("s3", "NOT hurt"),
        claim("s4", "pay = 100 eur", "s1", "s2", "s3", rules=cited),
    ]


@pytest.mark.parametrize(
    ("cited", "on_student", "valid"), [("rate", "", False), ("rate cap", "", True), ("rate", "cap", True)]
)
def test_an_uncited_limit_cuts_no_value_in_a_step(cited: str, on_student: str, valid: bool) -> None:
    found = judged_alike(made_ready(PAY, "c"), claims(cited, on_student), {"says": "pay = 100 eur", "from": ["s4"]})
    assert steps(found)["s4"] is valid
    assert found.rubric is not None
    assert found.rubric.score == (100 if valid else 83)


def test_what_follows_without_the_limit_needs_no_citation_of_it() -> None:
    said = [
        claim("s1", "mileage = 300", rules="rate"),
        claim("s2", "student", rules="cap"),
        claim("s3", "NOT hurt", rules="cap.ill"),
        claim("s4", "pay = 100 eur", "s1", "s2", "s3", rules="rate cap"),
        claim("s5", "pay >= 50 eur", "s4", rules="ok"),
        claim("s6", "ok", "s5", rules="ok"),
        claim("s7", "pay >= 50 eur", "s1", rules="rate"),
    ]
    found = judged_alike(made_ready(PAY, "both"), said, {"says": "ok", "from": ["s6"]})
    assert steps(found)["s7"]
    assert steps(found)["s6"]
