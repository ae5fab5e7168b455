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
@pytest.mark.parametrize(
    "says", ["n > m", "NOT (n <= m)", "m < n", "n > m AND p", "NOT (NOT m < n)", "n > m OR n < m - 9"]
)
def test_what_is_no_conjunction_is_one_assertion_whatever_the_rules_compare(says: str, base: str) -> None:
    result = with_said(says, base)
    assert status(result) == "CONTRADICTED"
    assert result.rubric is not None
    assert [one.dimension.name for one in result.rubric.marks if not one.satisfied] == ["GROUNDING"]
    assert not any("not settled" in one.words for one in result.findings)


@pytest.mark.parametrize("says", ["n < m", "n != m", "n = m"])
def test_one_that_may_be_so_is_open(says: str) -> None:
    assert status(with_said(says)) == "UNSUPPORTED"


PLAIN = """MODULE t
FACT p
FACT q
FACT a
FACT n : INTEGER FROM 0 TO 9
OUTCOME o
RULE r IF p OR q THEN o
CASE c
  GIVEN p
  ASK "?" DECIDE o
"""
JOINTLY = [
    ("q AND NOT q", "it contradicts itself"),
    ("NOT (q OR NOT q)", "it contradicts itself"),
    (["q", "NOT q"], "it contradicts itself"),
    ("n < 3 AND n > 5", "it contradicts itself"),
    ("n = 3 AND n = 4", "it contradicts itself"),
    ("n > 4 AND n < 3 AND p", "it contradicts itself"),
]


def beside(*said: str | list[str], entering: bool) -> Result:
    """The result of an answer that says these things besides, each in a claim of its own."""
    asides = [claim(f"x{number}", one) for number, one in enumerate(said)]
    sources = ["s1", *(one["id"] for one in asides)] if entering else ["s1"]
    claims = [claim("s1", "p", rules="r"), *asides, claim("s2", "o", *sources, rules="r")]
    return judged_alike(made_ready(PLAIN, "c"), claims, {"says": "o", "from": ["s2"]})


@pytest.mark.parametrize(("says", "reason"), JOINTLY)
def test_a_claim_that_is_false_as_a_whole_is_contradicted(says: str | list[str], reason: str) -> None:
    found = next(one for one in beside(says, entering=False).claims if one.id == "x0")
    assert (found.standing.value, found.reason) == ("CONTRADICTED", reason)


@pytest.mark.parametrize("says", ["q AND a", "n > 3 AND n < 5 AND q", "q AND n > 3", "NOT (q OR a)"])
def test_one_that_may_be_so_as_a_whole_is_not(says: str) -> None:
    assert status(beside(says, entering=False), "x0") == "UNSUPPORTED"


@pytest.mark.parametrize("entering", [False, True])
@pytest.mark.parametrize("says", ["q AND NOT q", "n < 3 AND n > 5", "n = 3 AND n = 4"])
def test_its_parts_are_judged_as_in_claims_of_their_own(says: str, entering: bool) -> None:
    """Joining judgments changes no check: what the case does not say is brought in, once or twice (N8, N16)."""
    joined, apart = beside(says, entering=entering), beside(*says.split(" AND "), entering=entering)
    assert joined.fails == apart.fails
    assert joined.root == apart.root
    assert [one.value for one in joined.root] == ([3] if entering else [])
    assert joined.rubric is not None
    assert apart.rubric is not None
    assert joined.rubric.score == apart.rubric.score


def test_a_whole_that_the_case_alone_excludes_says_so() -> None:
    said = [claim("s1", "n = 0", rules="c1"), claim("x", "NOT c AND n >= m AND p")]
    result = judged_alike(made_ready(BASE, "z"), said, {"says": "UNKNOWN c", "from": ["s1"]})
    found = next(one for one in result.claims if one.id == "x")
    assert (found.standing.value, found.reason) == ("CONTRADICTED", "in this case it cannot all be so")
