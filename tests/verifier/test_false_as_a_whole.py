"""What is false in every completion is CONTRADICTED, whatever conditions the rules have and however it is put."""

from __future__ import annotations

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.check import Result

BASE = """MODULE t
FACT n : INTEGER FROM 0 TO 4
FACT m : INTEGER FROM 0 TO 4
FACT p
FACT r
OUTCOME c
RULE c0 IF n = m AND r THEN c
RULE c1 IF n >= m AND p THEN c
CASE z
  GIVEN p, n = 0, NOT r
  ASK "?" DECIDE c
  EXPECT UNKNOWN c
"""
WITHOUT_ONE = BASE.replace("RULE c0 IF n = m AND r", "RULE c0 IF n >= m AND r")


def with_said(says: str, base: str = BASE, entering: bool = False) -> Result:
    """The result of an answer that is complete but for what it says besides."""
    equal = base is BASE
    claims = [
        claim("s1", "n = 0", rules="c1"),
        claim("s2", "p", rules="c1"),
        claim("s3", "UNKNOWN n >= m", rules="c1"),
        *([claim("s4", "UNKNOWN n = m", rules="c0")] if equal else []),
        claim("s5", "NOT r", rules="c0"),
        claim("x", says),
    ]
    sources = [one["id"] for one in claims if entering or one["id"] != "x"]
    claims.append(claim("s6", "UNKNOWN c", *sources, rules="c1 c0"))
    return judged_alike(made_ready(base, "z"), claims, {"says": "UNKNOWN c", "from": ["s6"]})


def status(result: Result, name: str = "x") -> str:
    return next(one.standing.value for one in result.claims if one.id == name)


@pytest.mark.parametrize("base", [BASE, WITHOUT_ONE])
@pytest.mark.parametrize("says", ["n > m", "NOT (n <= m)", "m < n", "n > m AND p", "NOT (NOT m < n)"])
def test_a_comparison_is_one_assertion_whatever_the_rules_compare(says: str, base: str) -> None:
    result = with_said(says, base)
    assert status(result) == "CONTRADICTED"
    assert result.rubric is not None
    assert [one.dimension.name for one in result.rubric.marks if not one.satisfied] == ["GROUNDING"]
    assert not any("not settled" in one.words for one in result.findings)


@pytest.mark.parametrize("says", ["n < m", "n != m", "n = m"])
def test_one_that_may_be_so_is_open(says: str) -> None:
    assert status(with_said(says)) == "UNSUPPORTED"
