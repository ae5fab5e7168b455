"""A true part of a claim is no false premise because of the part beside it (verification, N8 and N10)."""

from __future__ import annotations

import pytest
from worlds import claim, judged_alike, made_ready

TEXT = """MODULE t
TYPE box
FACT red(box)
OUTCOME x
RULE any IF ANY k IN box HAS (red(k)) THEN x
CASE c
  GIVEN
   | box | red |
   | b1 | YES |
   | b2 | NO |
   | b3 | YES |
  ASK "?" DECIDE x
"""
COUNT = "COUNT OF k IN box WHERE (red(k))"


@pytest.mark.parametrize(
    "says", [["red(b1)", f"{COUNT} = 1"], ["red(b1)", f"{COUNT} < 2"], [f"{COUNT} = 1", "NOT red(b2)", "red(b1)"]]
)
def test_only_the_false_part_is_told(says: list[str]) -> None:
    claims = [claim("s", says, rules="any"), claim("x", "x", "s", rules="any")]
    found = judged_alike(made_ready(TEXT), claims, {"says": "x", "from": ["x"]})
    false = next(one for one in says if COUNT in one)
    assert [(one.kind, one.subject) for one in found.findings] == [("false premise", false)]
