"""`CONFLICT p` is a conclusion, whose step is valid if both sides follow by what is cited (N26)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.check import Result

TOWN = """MODULE town
FACT night
FACT event
FACT late
ACTION close
OUTCOME quiet
OUTCOME calm
OUTCOME fee : NUMBER IN eur
OUTCOME toll : NUMBER IN eur
RULE still IF night THEN quiet
  EXCEPTION fair IF late
RULE feast IF event THEN NOT quiet
RULE shut IF night THEN MUST close
RULE open IF event THEN NEED NOT close
RULE low IF night THEN fee = 10 eur
RULE high IF event THEN fee = 20 eur
RULE hush IF quiet THEN calm
RULE roar IF event THEN NOT calm
RULE some IF night THEN toll = 1 eur
RULE more IF event THEN toll = 2 eur
"""
CASES = {
    "quiet": ("quiet", "still", "feast"),
    "close": ("MUST close", "shut", "open"),
    "fee": ("fee", "low", "high"),
}


def answered(asked: str, on: str, sources: str, *, rival: str = "", besides: str = "", given: str = "") -> Result:
    """The result of an answer that says of what is asked that it is in conflict; the quick judge finds the same."""
    fact = given or "event"
    case = f"CASE c GIVEN night, event, NOT late  ASK '?' DECIDE {asked} EXPECT CONFLICT {asked}\n"
    claims: list[dict[str, Any]] = [
        claim("s1", "night", rules="still shut low some"),
        claim("s2", fact, rules=rival),
        claim("s3", "NOT late", rules="still.fair" if asked == "quiet" else ""),
        claim("s4", f"CONFLICT {besides or asked}", *sources.split(), rules=on),
    ]
    decision = {"says": f"CONFLICT {asked}", "from": ["s4"]}
    return judged_alike(made_ready(TOWN + case.replace("'", '"')), claims, decision)


def step(result: Result) -> bool | None:
    return next(one.step for one in result.claims if one.id == "s4")


@pytest.mark.parametrize(("asked", "one", "other"), CASES.values(), ids=CASES)
def test_both_sides_have_to_follow(asked: str, one: str, other: str) -> None:
    everything = "s1 s2 s3"
    assert step(answered(asked, f"{one} {other}", everything)) is True
    assert step(answered(asked, one, everything, rival=other)) is True  # cited below
    assert step(answered(asked, one, everything)) is False
    assert step(answered(asked, f"{one} {other}", "s1 s3", rival=other)) is False
    assert step(answered(asked, "", everything, rival=other)) is False
    assert step(answered(asked, f"{one} {other}", everything, given="NOT event")) is False


@pytest.mark.parametrize(("asked", "one", "other"), CASES.values(), ids=CASES)
def test_a_rule_cited_for_one_side_alone_is_not_rightly_applied(asked: str, one: str, other: str) -> None:
    """4.4: the premises may stand anywhere in the answer, the rules on the conclusion or below it."""
    both = answered(asked, f"{one} {other}", "s1 s2 s3", rival=other).rubric
    alone = answered(asked, one, "s1 s3", rival=other).rubric
    assert both is not None
    assert alone is not None
    assert both.score == 100
    assert "GROUNDING" in [mark.dimension.name for mark in alone.marks if not mark.satisfied]


def test_one_on_the_way_is_a_step_and_what_it_leaves_open_is_none() -> None:
    case = 'CASE c GIVEN night, event, NOT late  ASK "?" DECIDE calm EXPECT UNKNOWN calm\n'
    claims = [
        claim("s1", "night", rules="still"),
        claim("s2", "event", rules="feast roar"),
        claim("s3", "NOT late", rules="still.fair"),
        claim("s4", "CONFLICT quiet", "s1", "s2", "s3", rules="still feast"),
        claim("s5", "UNKNOWN calm", "s4", "s2", rules="hush roar"),
    ]
    found = judged_alike(made_ready(TOWN + case), claims, {"says": "UNKNOWN calm", "from": ["s5"]})
    assert found.rubric is not None
    assert (found.fails, found.rubric.score) == ((), 100)
    assert [one.step for one in found.claims] == [None, None, None, True, None]


@pytest.mark.parametrize(("on", "valid"), [("some more", True), ("more", True), ("low", False)])
def test_one_beside_the_question_follows_by_a_rule_that_applies(on: str, valid: bool) -> None:
    assert step(answered("quiet", on, "s1 s2 s3", besides="toll")) is valid


@pytest.mark.parametrize("says", ["UNKNOWN quiet", "CONFLICT event"])
def test_what_is_unknown_or_a_fact_has_no_step(says: str) -> None:
    case = 'CASE c GIVEN night, event, NOT late  ASK "?" DECIDE quiet EXPECT CONFLICT quiet\n'
    claims = [claim("s1", "night", rules="still"), claim("s2", says, "s1", rules="still feast")]
    found = judged_alike(made_ready(TOWN + case), claims, {"says": "CONFLICT quiet", "from": ["s2"]})
    assert [one.step for one in found.claims] == [None, None]
