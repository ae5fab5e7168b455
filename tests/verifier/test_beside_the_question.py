"""True claims by rules that bear on no target are right applications and valid steps (N26, harmless kind 9)."""

from __future__ import annotations

import pytest
from worlds import claim, lost, made_ready

MODULE = """MODULE t
TYPE bid
FACT a
FACT b
FACT c
FACT d
FACT n : INTEGER
FACT big(bid)
OUTCOME o
OUTCOME side
OUTCOME far
OUTCOME top(bid)
OUTCOME fee : NUMBER
ACTION warn
RULE ro IF a THEN o
RULE rs IF b THEN side
  EXCEPTION not IF d
RULE rs2 IF c THEN side
RULE rf IF side AND n > 5 THEN far
RULE rt FOR EACH x IN bid IF big(x) THEN top(x)
RULE rfee IF b THEN fee = 2 * n
RULE rw IF b THEN MUST warn
CASE c CLOSED
  GIVEN a, b, n = 7
  GIVEN
  | bid | big |
  |-----|-----|
  | x1 | YES |
  | x2 | NO |
  ASK "?" DECIDE o
"""


def lost_by(says: str, rules: str) -> set[str]:
    """The dimensions that an answer loses by one claim more."""
    more = claim("t", says, rules=rules)
    claims = [claim("s1", "a", rules="ro"), claim("s2", "o", "s1", rules="ro"), more]
    return lost(made_ready(MODULE), claims, {"says": "o", "from": ["s2"]})


@pytest.mark.parametrize(
    ("says", "rules"),
    [
        ("b", "rs"),
        ("NOT d", "rs.not"),
        ("NOT d", "rs"),
        ("n = 7", "rf"),
        ("n > 6", "rf"),
        ("side", "rs"),
        ("far", "rf"),
        ("big(x1)", "rt"),
        ("top(x1)", "rt"),
        ("NOT top(x2)", "rt"),
        ("fee = 14", "rfee"),
        ("MUST warn", "rw"),
    ],
)
def test_what_is_so_by_the_rule_that_is_cited_is_harmless(says: str, rules: str) -> None:
    assert lost_by(says, rules) == set()


@pytest.mark.parametrize(
    ("says", "rules"),
    [("b", "rf"), ("c", "rs"), ("NOT c", "rs"), ("side", "rs2"), ("side", "rf"), ("far", "rs"), ("NOT side", "rs")],
)
def test_what_is_not_or_is_so_by_another_rule_is_wrongly_applied(says: str, rules: str) -> None:
    assert lost_by(says, rules) == {"GROUNDING"}
