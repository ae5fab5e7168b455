"""A rule of its own for what is incompatible is a rival: of which nothing is said, it is presumed not to hold (N17)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answer_of, made_ready

from rulelang.verifier.check import Result, check
from rulelang.verifier.finding import Check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

STREET = """MODULE street
FACT night
FACT event
FACT permit
OUTCOME quiet
OUTCOME fee : NUMBER IN eur
ACTION go
ACTION warn
RULE still IF night THEN quiet
RULE loud IF event THEN NOT quiet
RULE walk IF night THEN MAY go
RULE halt IF event THEN MUST NOT go AND MUST warn
RULE low IF night THEN fee = 10 eur
RULE high IF event THEN fee = 20 eur
PRIORITY halt OVER walk
PRIORITY high OVER low
"""
CASES = {
    "clash": 'CASE c GIVEN night, event  ASK "?" DECIDE quiet EXPECT CONFLICT quiet',
    "beaten": 'CASE c GIVEN night, event  ASK "?" DECIDE MAY go',
    "both": 'CASE c GIVEN night, event  ASK "?" DECIDE MAY go, MUST warn',
    "free": 'CASE c GIVEN night, NOT event  ASK "?" DECIDE MAY go',
    "value": 'CASE c GIVEN night, event  ASK "?" DECIDE fee',
}
NIGHT = {"id": "s1", "says": "night", "rules": ["still", "walk", "low"]}
EVENT = {"id": "s1", "says": "event", "rules": ["loud", "halt", "high"]}


def held(case: str, claims: list[dict[str, Any]], says: Any, rule: str) -> Result:
    """What is found of an answer that decides by one rule; the quick judge finds the same."""
    ready = made_ready(STREET + CASES[case] + "\n")
    answer = answer_of(claims, {"says": says, "from": [one["id"] for one in claims], "rules": [rule]})
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return check(ready, answer)


@pytest.mark.parametrize(
    ("case", "claim", "says", "rule"),
    [
        ("clash", NIGHT, "quiet", "still"),
        ("clash", EVENT, "NOT quiet", "loud"),
        ("beaten", NIGHT, "MAY go", "walk"),
        ("value", NIGHT, "fee = 10 eur", "low"),
    ],
)
def test_an_overlooked_rival_is_one_fault(case: str, claim: dict[str, Any], says: str, rule: str) -> None:
    """The wrong decision is what the judgments give (kinds 4 and 5), whichever side of a contest is overlooked."""
    result = held(case, [claim], says, rule)
    assert result.root == (Check.CONDITION,)
    assert result.fails == (Check.CONDITION, Check.AGGREGATION, Check.OUTCOME)


def test_overlooked_without_consequence_it_costs_one_dimension() -> None:
    """As a clause that is a rival does; it cost the final answer's consistency too."""
    result = held("free", [NIGHT], "MAY go", "walk")
    assert result.correct
    assert result.rubric is not None
    assert result.rubric.score == 88


def test_what_the_same_rule_establishes_besides_is_open() -> None:
    """To `MUST warn` it is no rival: nothing is said of that, and a decision on it does not follow."""
    result = held("both", [NIGHT], ["MAY go", "NOT MUST warn"], "walk")
    found = [one.subject for one in result.findings if one.kind == "decision not what the judgments give"]
    assert found == ["MUST warn"]


def test_nothing_is_presumed_where_no_rule_for_the_other_applies() -> None:
    result = held("beaten", [{**NIGHT, "says": "NOT night"}], "NOT MAY go", "walk")
    assert Check.CONDITION in result.root
    result = held("clash", [], "NOT quiet", "loud")
    assert Check.AGGREGATION in result.root
