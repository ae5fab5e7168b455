"""A conclusion and what it rests on may stand in one claim: that is no missing link (rubric, DC; harmless change 3)."""

from __future__ import annotations

import pytest
from worlds import claim, lost, made_ready

READY = made_ready("""
FACT p
FACT q
FACT k : INTEGER FROM 0 TO 50
OUTCOME a
OUTCOME b
OUTCOME v : NUMBER IN eur
OUTCOME goal
RULE ra IF p THEN a
RULE rb IF a AND q THEN b
RULE rv IF a THEN v = 10 eur * k
RULE rg IF a AND b AND v > 30 eur THEN goal
CASE c
  GIVEN p, q, k = 4
  ASK "Is it so?" TYPE event_prediction DECIDE goal
""")


@pytest.mark.parametrize(
    ("parts", "linked"),
    [((("a AND b", "ra rb"),), True), ((("a", "ra"), ("b", "rb")), False)],
)
def test_joined_conclusions_are_linked(parts: tuple[tuple[str, str], ...], linked: bool) -> None:
    """`b` rests on `a`; of two claims the second has to draw on the first."""
    claims = [
        claim("s1", "p", rules="ra"),
        claim("s2", "q", rules="rb"),
        claim("s3", "k = 4", rules="rv"),
        *(claim(f"x{number}", says, "s1", "s2", rules=rules) for number, (says, rules) in enumerate(parts)),
        claim("v", "v = 40 eur", "s3", "x0", rules="rv"),
        claim("z", "goal", *(f"x{number}" for number in range(len(parts))), "v", rules="rg"),
    ]
    assert ("CHAIN" in lost(READY, claims, {"says": "goal", "from": ["z"]})) is not linked
