"""What a decision on a set of actions says of those of which it settles nothing (N18 to N20), in its own words."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from worlds import made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import Ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

SHOP = """MODULE t
FACT late
FACT rebate
FACT paid
OUTCOME fee : NUMBER IN eur
OUTCOME ok
ACTION pay
ACTION warn
ACTION report
RULE pay IF late THEN MUST NOT pay
RULE warn IF rebate THEN MUST warn
RULE fee THEN fee = 120 eur
RULE ok IF paid THEN ok
CASE set CLOSED GIVEN late  ASK "?" DECIDE ACTIONS pay, warn
CASE both CLOSED GIVEN late, paid  ASK "?" DECIDE ACTIONS pay  ASK "?" DECIDE ok
CASE value CLOSED GIVEN late  ASK "?" DECIDE fee
CASE norm CLOSED GIVEN late  ASK "?" DECIDE MUST NOT pay
"""

CLAIMS: dict[str, list[dict[str, Any]]] = {
    "set": [
        {"id": "s1", "says": "late", "rules": ["pay"]},
        {"id": "s2", "says": "MUST NOT pay", "from": ["s1"], "rules": ["pay"]},
        {"id": "s3", "says": "NOT rebate", "rules": ["warn"]},
        {"id": "s4", "says": "NOT MUST warn", "from": ["s3"], "rules": ["warn"]},
    ],
    "value": [{"id": "s1", "says": "fee = 120 eur", "rules": ["fee"]}],
}
CLAIMS["norm"] = CLAIMS["set"][:2]
CLAIMS["both"] = [
    *CLAIMS["norm"],
    {"id": "s3", "says": "paid", "rules": ["ok"]},
    {"id": "s4", "says": "ok", "from": ["s3"], "rules": ["ok"]},
]


@cache
def ready_of(case: str) -> Ready:
    return made_ready(SHOP, case)


def decided(case: str, *says: str, **more: Any) -> Result:
    """What is found of a decision that draws on right claims; the quick judge finds the same."""
    claims = CLAIMS[case]
    decision = {"says": list(says), "from": [one["id"] for one in claims], **more}
    document = {"rulelang": "answer/1", "case": f"t.rules#{case}", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready_of(case)).row(answer) == verdict_of(ready_of(case), answer)
    return check(ready_of(case), answer)


def roots(result: Result) -> list[int]:
    return [check.value for check in result.root]


def lost(result: Result) -> set[str]:
    assert result.rubric is not None
    return {mark.dimension.name for mark in result.rubric.marks if not mark.satisfied}


@pytest.mark.parametrize(
    "says",
    [
        ["MUST NOT pay OR MUST pay"],
        ["MUST NOT pay OR NOT MUST NOT pay"],
        ["MUST NOT pay", "MUST warn OR NOT MUST warn"],
        ["MUST NOT pay", "MUST warn OR NEED NOT warn"],
        ["MUST NOT pay", "NOT (MUST warn AND paid)"],
        ["MUST NOT pay", "UNKNOWN MUST NOT warn"],
        ["MUST NOT pay", "UNKNOWN (MUST warn OR MUST NOT warn)"],
        ["MUST NOT pay OR MUST warn"],
    ],
)
def test_a_hedge_on_an_action_is_no_decision(says: list[str]) -> None:
    found = decided("set", *says)
    assert roots(found) == [5]
    assert lost(found) == {"QUESTION", "FINAL"}


@pytest.mark.parametrize(
    "says",
    [
        ["MUST NOT pay"],
        ["NOT MAY pay"],
        ["MUST NOT pay", "NEED NOT warn"],
        ["MUST NOT pay", "MAY warn"],
        ["MUST NOT pay", "MAY warn", "NOT MUST warn"],
    ],
)
def test_an_action_that_is_not_listed_or_listed_as_free_is_neither_obliged_nor_forbidden(says: list[str]) -> None:
    assert decided("set", *says).complete


def test_what_may_not_be_done_is_forbidden() -> None:
    assert decided("norm", "NOT MAY pay").complete
    found = decided("set", "NOT MAY pay", "MUST NOT warn")
    assert roots(found) == [5]
    assert [one.kind for one in found.findings] == ["extra"]


def test_what_is_so_is_no_surplus_in_any_form() -> None:
    """Nothing allows to warn: `NOT MAY warn` is so, and forbids nothing."""
    assert decided("set", "NOT MAY pay", "NOT MAY warn").complete


def test_a_part_that_cannot_be_placed_is_about_no_action_in_particular() -> None:
    found = decided("set", "MUST NOT pay", "MUST remit")
    assert not found.fails
    assert lost(found) == {"QUESTION"}


def test_only_actions_may_be_left_unlisted() -> None:
    found = decided("both", "MUST NOT pay")
    assert roots(found) == [5]
    assert [one.kind for one in found.findings] == ["no decision"]


@pytest.mark.parametrize(
    ("case", "says", "words"),
    [
        ("value", "fee = 121.3 eur", "the decision says `fee = 121.3 eur`"),
        ("set", "MAY pay", "the decision says `MAY pay`"),
        ("set", "MUST warn", "the decision does not list `MUST NOT pay`"),
    ],
)
def test_it_is_told_in_its_own_words(case: str, says: str, words: str) -> None:
    told = [one.words for one in decided(case, says).findings if one.check.value == 5]
    assert words in told
