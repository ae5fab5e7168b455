"""What an open decision hangs on, and what rules support in it: nothing is named that no world shows."""

from __future__ import annotations

import pytest

from rulelang.derived import derive
from rulelang.ruleset import load_text

YIELDING = """
FACT inc : NUMBER FROM 0 TO 1000 "the income"
OUTCOME poor "poor"
RULE poor IF {condition} THEN poor
  CONFLICT rich IF inc > 200 THEN NOT poor YIELDS
CASE y ASK DECIDE poor
"""


@pytest.mark.parametrize("condition", ["inc < 100", "inc / 2 < 50"])
def test_rivals_that_are_ordered_are_never_named_as_in_conflict(condition: str) -> None:
    decided = derive(load_text(YIELDING.replace("{condition}", condition)), "y").decision
    assert str(decided) == "poor  UNDETERMINED (unknown: inc)"


AUDIT = """
FACT a : NUMBER FROM 0 TO 1000 "the first price"
FACT b : NUMBER FROM 0 TO 1000 "the second price"
ACTION audit "an audit"
RULE much IF a + b > 500 THEN MUST audit
RULE spare IF GREATEST(a, b) < 10 AND a + b > 100 THEN NEED NOT audit
CASE c GIVEN a = 19 ASK DECIDE MUST audit, NEED NOT audit
"""


def test_what_no_world_establishes_is_neither_supported_nor_in_conflict() -> None:
    found = derive(load_text(AUDIT), "c")
    assert [str(decided) for decided in found] == [
        "MUST audit  UNDETERMINED (unknown: b)", "NEED NOT audit  FAILS (condition false)",
    ]
    assert found[0].supported() == ("MUST audit",)
