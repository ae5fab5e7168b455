"""A decision that entails the gold one says more: it is right only if the more is so too (N18, N19)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

RULES = """MODULE t
FACT f
FACT g
FACT w : NUMBER IN eur
ACTION enter
ACTION leave
OUTCOME fee : NUMBER IN eur WITHIN 1 eur
OUTCOME p
OUTCOME q
OUTCOME dear
RULE r1 IF f THEN MAY enter
RULE r2 IF g THEN MUST leave
RULE rp IF f THEN p
RULE rq IF g THEN q
RULE rf THEN fee = w + 5 eur
OUTCOME other : NUMBER IN eur
RULE ro IF g THEN other = 5 eur
RULE rd IF fee > 100 eur THEN dear
CASE may CLOSED GIVEN f  ASK "?" DECIDE MAY enter
CASE allowed CLOSED GIVEN f  ASK "?" DECIDE MUST NOT enter
CASE idle CLOSED GIVEN f  ASK "?" DECIDE MUST leave
CASE bound CLOSED GIVEN w = 100 eur  ASK "?" DECIDE fee > 100 eur
CASE value CLOSED GIVEN w = 100 eur  ASK "?" DECIDE fee
CASE open GIVEN UNKNOWN w  ASK "?" DECIDE fee  EXPECT UNKNOWN fee
CASE none CLOSED GIVEN f  ASK "?" DECIDE other
CASE either CLOSED GIVEN f  ASK "?" DECIDE p OR q
CASE neither CLOSED GIVEN f  ASK "?" DECIDE p AND q
CASE plain CLOSED GIVEN f  ASK "?" DECIDE q
CASE two CLOSED GIVEN f  ASK "?" DECIDE MUST enter, MAY enter
CASE acts CLOSED GIVEN f  ASK "?" DECIDE ACTIONS enter, leave
CASE dear CLOSED GIVEN w = 100 eur  ASK "?" DECIDE dear, fee > 100 eur
"""


def on(case: str, decided: str | list[str], *claims: dict[str, Any]) -> Result:
    """The result, which the quick judge finds too."""
    ready = made_ready(RULES, case)
    decision = {"says": decided, "from": [one["id"] for one in claims]}
    document = {"rulelang": "answer/1", "case": f"t.rules#{case}", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    for policy in ("full", "answer", "sufficient"):
        assert Judge(ready, policy).row(answer) == verdict_of(ready, answer, policy=policy)
    return answered(ready, list(claims), decision)


def told(result: Result) -> list[tuple[int, str]]:
    return [(one.check.value, one.kind) for one in result.findings if one.check.value == 5]


@pytest.mark.parametrize(
    ("case", "decided"),
    [
        ("may", "MUST enter"),
        ("may", ["MAY enter", "MUST enter"]),
        ("allowed", "MUST enter"),
        ("idle", "MUST NOT leave"),
        ("bound", "fee = 120 eur"),
        ("bound", "fee > 110 eur"),
        ("bound", ["fee > 100 eur", "fee < 103 eur"]),
        ("bound", ["fee > 100 eur", "fee = 105 usd"]),
        ("bound", ["fee > 100 eur", "UNKNOWN fee > 110 eur"]),
        ("value", ["fee = 105 eur", "fee > 105 eur OR fee < 105 eur"]),
        ("either", "q"),
        ("neither", "NOT p"),
    ],
)
def test_more_than_the_gold_decision_is_wrong_where_it_is_not_so(case: str, decided: Any) -> None:
    result = on(case, decided)
    assert not result.correct
    assert told(result)
    assert 5 in result.fails


@pytest.mark.parametrize(
    ("case", "decided"),
    [
        ("may", "MAY enter"),
        ("may", "REJECTED MUST NOT enter"),
        ("may", ["MAY enter", "NEED NOT enter"]),
        ("allowed", "MAY enter"),
        ("idle", "NOT MUST leave"),
        ("idle", "NEED NOT leave"),
        ("bound", "fee = 105 eur"),
        ("bound", "fee = 105.5 eur"),
        ("bound", "fee >= 105 eur"),
        ("bound", "NOT fee <= 100 eur"),
        ("value", ["fee = 105 eur", "fee > 100 eur"]),
        ("either", "p"),
        ("neither", "NOT q"),
        ("plain", "NOT q"),
        ("plain", "REJECTED q"),
        ("plain", ["NOT q", "NOT p"]),
    ],
)
def test_what_is_so_is_right_however_much_it_says(case: str, decided: Any) -> None:
    """Of `REJECTED q` no more counts than that q fails, and what is about no target is no decision (N19, N20)."""
    assert on(case, decided).correct


def test_a_weak_rejection_is_a_note() -> None:
    assert [one.code for one in on("plain", "REJECTED q").notes] == ["RL458"]


@pytest.mark.parametrize(
    ("case", "decided"), [("may", "NEED NOT enter"), ("idle", "MAY leave"), ("bound", "fee > 90 eur")]
)
def test_less_than_the_gold_decision_is_none(case: str, decided: str) -> None:
    assert told(on(case, decided)) == [(5, "no decision")]


def test_what_decides_one_target_wrongly_is_no_fault_of_another() -> None:
    result = on("two", ["MUST enter", "MAY enter"])
    assert [(one.kind, one.subject) for one in result.findings if one.check.value == 5] == [("wrong", "MUST enter")]


def test_a_surplus_prohibition_is_told_once() -> None:
    assert told(on("acts", ["MUST NOT enter"])) == [(5, "extra")]


F = claim("f", "f", rules="r1")


def test_it_is_a_fault_of_its_own_where_the_judgments_do_not_give_it() -> None:
    result = on("may", "MUST enter", F, claim("m", "MUST enter", "f", rules="r1"))
    assert result.root == result.fails == (5,)


@pytest.mark.parametrize(
    "claims",
    [
        (claim("w", "w = 115 eur", rules="rf"), claim("v", "fee = 120 eur", "w", rules="rf")),
        (claim("w", "w = 100 eur", rules="rf"), claim("v", "fee = 120 eur", "w", rules="rf")),
    ],
)
def test_it_follows_from_what_is_wrong_in_the_judgments_that_give_it(claims: Any) -> None:
    """A fact is wrong, or a value that is a judgment of the warrant."""
    dear = claim("d", "dear", "v", rules="rd")
    result = on("dear", ["dear", "fee = 120 eur"], *claims, dear)
    assert told(result) == [(5, "says too much")]
    assert 5 in result.fails
    assert result.root == (2,)


@pytest.mark.parametrize(
    ("case", "decided", "final"),
    [
        ("value", ["fee = 3 eur", "fee = 4 eur"], "no decision"),
        ("value", "fee = 3 eur AND fee = 4 eur", "no decision"),
        ("value", "fee = 3 eur OR fee = 4 eur", "no decision"),
        ("value", "fee = 3 eur OR fee = 105 eur", "no decision"),
        ("value", ["fee = 3 eur", "fee = 105 eur"], "no decision"),
        ("value", ["fee = 3 eur", "fee = 3 eur"], "wrong"),
        ("value", ["fee = 105 eur", "fee = 105.5 eur"], None),
        ("open", ["fee = 3 eur", "fee = 4 eur"], "no decision"),
        ("open", "fee = 3 eur", "wrong"),
        ("none", ["other = 3 eur", "other = 4 eur"], "no decision"),
        ("bound", ["fee = 3 eur", "fee = 4 eur"], "wrong"),
        ("plain", "q OR NOT q", "no decision"),
    ],
)
def test_two_values_are_no_decision_also_where_both_are_wrong(
    case: str, decided: str | list[str], final: str | None
) -> None:
    """N18; where a bound is asked for, two values that are beyond it say one thing of it."""
    result = on(case, decided)
    assert [kind for check, kind in told(result) if check == 5] == ([] if final is None else [final])
    if final == "no decision" and case != "plain" and decided != "fee = 3 eur OR fee = 105 eur":
        (one,) = (one for one in result.findings if one.check.value == 5)
        assert one.root
        assert "says two things" in one.words
