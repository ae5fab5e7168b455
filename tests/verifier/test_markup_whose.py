# ruff: noqa: E501
"""Objects of JSON and tables in which somebody else speaks, that rule on what stands beside, or that hold decisions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_markup_styles import noticed, read

from rulelang.grammar.diagnostic import has_errors
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.source import Source


def affirmed(text: str) -> list[Any]:
    """What the claims of an answer say, of which can be read what they say."""
    said = [one.says for one in read(text).answer.claims or ()]
    return [one for one in said if isinstance(one, str) and not has_errors(parse_claim(Source("says", one))[1])]


def decided(text: str) -> Any:
    made = read(text).answer.decision
    return None if made is None else made.says


def answer(**members: Any) -> str:
    return json.dumps({**members, "decision": "valid"})


MINE = {"id": "s9", "formula": "late"}


@pytest.mark.parametrize(
    "member",
    [
        {"asserted_by": "tenant"}, {"speaker": "the landlord"}, {"claimedBy": "Acme"}, {"party": "buyer"}, {"source": "tenant"},
        {"position-of": "seller"}, {"stance": "reject"}, {"attributed_to": "Bob"}, {"type": "allegation"}, {"by": "the lender"},
        {"source": ["e1", "the tenant"]},
    ],
)  # fmt: skip
def test_what_somebody_else_says_beside_is_not_affirmed(member: dict[str, Any]) -> None:
    text = answer(claims=[{"id": "s1", "formula": "waived", **member}, MINE])
    assert affirmed(text) == ["late"]
    assert "RL551" in noticed(read(text))


@pytest.mark.parametrize(
    "member",
    [{"asserted_by": "the court"}, {"speaker": "assistant"}, {"source": "e1"}, {"party": ""}, {"stance": "accept"}, {"type": "fact"}, {"by": "guarded"}],
)
def test_the_answer_and_what_it_rests_on_are_nobody_else(member: dict[str, Any]) -> None:
    assert affirmed(answer(claims=[{"id": "s1", "formula": "waived", **member}, MINE])) == ["waived", "late"]


@pytest.mark.parametrize(
    "members",
    [
        {"tenant": {"claims": [{"id": "s1", "formula": "waived"}]}},
        {"tenant": {"findings": [{"formula": "waived"}]}},
        {"tenant": {"not_met": [{"formula": "waived"}]}},
        {"tenant": [{"formula": "waived", "holds": True}]},
        {"arguments": {"landlord": ["waived (e1)"], "Acme": [{"formula": "written"}]}},
        {"parties": [{"party": "tenant", "claims": [{"id": "s1", "formula": "waived"}]}]},
        {"claims_by_party": {"Acme": [{"id": "s1", "formula": "waived"}]}},
        {"buyerArguments": [{"claim": "waived"}]},
        {"considered": [{"formula": "waived"}]},
        {"alternatives": [{"formula": "waived"}]},
        {"false_premises": [{"formula": "NOT waived"}]},
        {"hypotheticals": [{"formula": "waived"}]},
        {"options": [{"formula": "valid"}, {"formula": "NOT valid"}]},
    ],
)
def test_what_others_say_or_is_only_looked_at_is_not_affirmed(members: dict[str, Any]) -> None:
    text = answer(**members, claims=[MINE])
    assert affirmed(text) == ["late"]
    assert decided(text) == "valid"
    assert read(text).findings


def test_a_member_bears_on_what_stands_in_it_alone() -> None:
    text = answer(tenant={"claims": [{"id": "s1", "formula": "waived"}]}, s2="late", steps=[{"id": "s3", "formula": "written"}])
    assert affirmed(text) == ["late", "written"]
    assert affirmed('{"tenant": [{"formula": "waived"}]}\nCLAIM s2: late') == ["late"]


def test_a_decision_of_somebody_else_is_none() -> None:
    assert decided('{"tenant": {"decision": "NOT valid"}, "claims": [{"id": "s1", "formula": "late"}]}') is None
    assert decided('{"my_view": {"decision": "valid"}, "opposing_view": {"decision": "NOT valid"}}') == "valid"


@pytest.mark.parametrize("name", ["notSatisfied", "rejected-claims", "rejectedClaims", "Unmet Conditions", "not_met"])
def test_names_are_words_in_any_style(name: str) -> None:
    assert affirmed(answer(**{name: [{"formula": "waived"}]})) == ["NOT (waived)"]


def test_decisions_in_camel_case() -> None:
    assert decided('{"finalDecision": "NOT valid", "isFinal": true}') == "NOT valid"


def test_false_premises_are_no_links() -> None:
    assert "RL555" not in noticed(read(answer(claims=[MINE], false_premises=["written"])))


@pytest.mark.parametrize(
    "members",
    [
        {"issues": [{"issue": "late", "finding": "yes"}, {"issue": "waived", "finding": "no"}]},
        {"questions": [{"question": "late", "answer": "yes"}, {"question": "waived", "answer": "no"}]},
        {"conditions": {"late": True, "waived": False}},
        {"facts": {"late": {"value": True, "evidence": ["e1"]}, "waived": {"holds": False}}},
        {"findings": {"late": "yes", "waived": "not met"}},
        {"findings": [{"late": True}, {"waived": False}]},
        {"claims": {"late": True, "waived": False}},
        {"rules": {"guarded": {"applies": True, "conditions": {"late": True, "waived": False}}}},
    ],
)
def test_what_is_ruled_on_is_claimed(members: dict[str, Any]) -> None:
    assert affirmed(answer(**members)) == ["late", "NOT (waived)"]


def test_what_a_rule_rests_on_is_not_lost() -> None:
    conditions = [{"condition": "late", "met": True}, {"condition": "waived", "met": False}]
    text = answer(rules_applied=[{"rule": "guarded", "conditions": conditions, "conclusion": "MUST ask_consent"}])
    assert affirmed(text) == ["MUST ask_consent", "late", "NOT (waived)"]


@pytest.mark.parametrize(
    ("made", "says"),
    [
        ({"valid": True, "MUST ask_consent": False}, ["valid", "NOT (MUST ask_consent)"]),
        ([{"question": "valid", "answer": "no"}, {"question": "MUST ask_consent", "answer": "yes"}], ["NOT (valid)", "MUST ask_consent"]),
        ({"value": "valid", "holds": False}, "NOT (valid)"),
    ],
)
def test_decisions_that_rule_on_something(made: Any, says: Any) -> None:
    assert decided(json.dumps({"decision": made, "claims": [MINE]})) == says


def test_a_verdict_on_a_question_in_words_is_none_on_the_question_of_the_case() -> None:
    made = [{"question": "Is it late?", "answer": "no"}, {"question": "Is it valid?", "answer": "yes"}]
    assert decided(json.dumps({"decisions": made})) not in ("valid", "NOT (valid)", "yes", "no")


def table(head: str, *rows: str) -> str:
    return "\n".join((f"| {head} |", "|" + "---|" * (head.count("|") + 1), *(f"| {row} |" for row in rows)))


@pytest.mark.parametrize(("head", "cell"), [("Party", "tenant"), ("Asserted by", "The buyer"), ("Source", "the landlord"), ("Speaker", "Acme"), ("By", "tenant")])
def test_columns_of_speakers(head: str, cell: str) -> None:
    text = table(f"ID | Claim | {head}", f"s1 | waived | {cell}", "s2 | late | ", "s3 | written | the court") + "\n\nDECISION: valid"
    assert affirmed(text) == ["late", "written"]


def test_a_column_of_what_somebody_says() -> None:
    text = table("ID | Tenant's claim | Evidence", "s1 | waived | e1") + "\n\nDECISION: valid"
    assert affirmed(text) == []
    assert (read(text).answer.claims or ())[0].evidence == ["e1"]


@pytest.mark.parametrize("head", ["Issue | Finding", "Element | Met?", "Requirement | Fulfilled?", "Question | Answer", "Test | Result"])
def test_tables_that_rule_on_formulas(head: str) -> None:
    text = table(f"{head} | Evidence", "late | Yes | e1", "waived | No | e2") + "\n\nDECISION: valid"
    assert affirmed(text) == ["late", "NOT (waived)"]
    assert decided(text) == "valid"


@pytest.mark.parametrize(
    "text",
    [
        table("Issue | Decision", "MUST ask_consent | yes", "valid | NOT valid"),
        table("Issue | Decision", "Is consent needed? | MUST ask_consent", "Is it valid? | NOT valid"),
        table("Question | Answer", "MUST ask_consent | yes", "valid | no"),
        table(" | ", "Decision | MUST ask_consent; NOT valid"),
    ],
)
def test_tables_of_decisions(text: str) -> None:
    made = decided(text)
    assert [one.replace("(", "").replace(")", "") for one in made] == ["MUST ask_consent", "NOT valid"]


def test_tables_of_decisions_in_words_decide_nothing() -> None:
    text = "DECISION: valid\n\n" + table("Question | Answer", "Is it late? | no", "Is it sold? | yes")
    assert decided(text) == "valid"
    assert noticed(read(text))
    assert decided(table("Question | Answer", "Is it late? | no")) is None
