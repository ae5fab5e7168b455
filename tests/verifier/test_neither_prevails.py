"""Which rule prevails where two are in conflict, and what of it an arbitration asks (N21, rubric EC)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answer_of, made_ready

from rulelang.verifier.check import Result, check
from rulelang.verifier.said import Standing
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TOWN = """MODULE town
FACT night
FACT event
OUTCOME quiet
OUTCOME loud
OUTCOME fee : NUMBER IN eur
RULE still IF night THEN quiet
RULE feast IF event THEN NOT quiet
RULE first IF night THEN loud
RULE second IF event THEN NOT loud
RULE low IF night THEN fee = 10 eur
RULE high IF event THEN fee = 20 eur
PRIORITY second OVER first
"""
ASK = 'ASK "?" TYPE priority_arbitration DECIDE'
CASES = {
    "clash": f"CASE c GIVEN night, event  {ASK} quiet EXPECT CONFLICT quiet",
    "value": f"CASE c GIVEN night, event  {ASK} fee EXPECT CONFLICT fee",
    "won": f"CASE c GIVEN night, event  {ASK} loud EXPECT NOT loud",
    "below": f"RULE hush IF quiet THEN loud\nCASE c GIVEN night, event  {ASK} loud EXPECT CONFLICT loud",
}
NIGHT = {"id": "s1", "says": "night", "rules": ["still", "first", "low"]}
EVENT = {"id": "s2", "says": "event", "rules": ["feast", "second", "high"]}


def held(case: str, says: str, rules: list[str], *claims: str) -> Result:
    """What is found of an answer; the quick judge finds the same."""
    ready = made_ready(TOWN + CASES[case] + "\n")
    more = [{"id": f"r{number}", "says": one} for number, one in enumerate(claims)]
    decision: dict[str, Any] = {"says": says, "from": ["s1", "s2"], "rules": rules}
    answer = answer_of([NIGHT, EVENT, *more], decision)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return check(ready, answer)


def lost(result: Result) -> set[str]:
    assert result.rubric is not None
    return {mark.dimension.name for mark in result.rubric.marks if not mark.satisfied}


@pytest.mark.parametrize(
    ("case", "says", "rules"),
    [("clash", "CONFLICT quiet", ["still", "feast"]), ("value", "CONFLICT fee", ["low", "high"])],
)
def test_of_two_rules_in_conflict_neither_prevails(case: str, says: str, rules: list[str]) -> None:
    one, other = rules
    result = held(case, says, rules, f"NOT {one} PREVAILS OVER {other}", f"NOT {other} PREVAILS OVER {one}")
    assert [claim.standing for claim in result.claims if claim.id.startswith("r")] == [Standing.ENTAILED] * 2
    assert "INTERACTION" not in lost(result)
    assert all(asked.met for asked in result.asked)
    result = held(case, says, rules, f"{one} PREVAILS OVER {other}")
    assert [claim.standing for claim in result.claims if claim.id.startswith("r")] == [Standing.CONTRADICTED]


def test_a_conflict_below_leaves_open_whether_a_rule_prevails() -> None:
    """Whether `hush` applies hangs on it."""
    result = held("below", "CONFLICT loud", ["hush", "second"], "NOT hush PREVAILS OVER second")
    assert [claim.standing for claim in result.claims if claim.id.startswith("r")] == [Standing.UNSUPPORTED]


@pytest.mark.parametrize(
    ("claim", "met"), [("second PREVAILS OVER first", True), ("NOT first PREVAILS OVER second", False)]
)
def test_the_rubric_and_the_question_ask_for_the_same(claim: str, met: bool) -> None:
    """A rule may fail to prevail over one that does not prevail either."""
    result = held("won", "NOT loud", ["first"], claim)
    assert ("INTERACTION" not in lost(result)) is met
    assert all(point.met for one in result.asked for point in one.points if "prevails over" in point.words) is met
