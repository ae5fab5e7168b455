# ruff: noqa: E501
"""Objects of JSON: what stands beside a formula counts, whatever the lists and objects around it are called."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_markup_decisions import ONE
from test_markup_styles import claimed, noticed, read

from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.source import Source
from rulelang.verifier.answer import statements
from rulelang.verifier.markup.json_answers import read_json_answer
from rulelang.verifier.markup.reading import About, Marked, read_markup


def marked(value: Any) -> Marked:
    """What `rulelang read` makes of it."""
    source = Source("a", value if isinstance(value, str) else json.dumps(value))
    return read_json_answer(source, About("t.rules#c")) or read(source.text)


DENIES = [
    {"holds": False}, {"holds": 0}, {"value": "no"}, {"truth_value": False}, {"status": "rejected"}, {"result": "NOT MET"}, {"is_true": False},
    {"negated": True}, {"applies": False}, {"verdict": "not met"}, {"polarity": "negative"}, {"finding": {"holds": False}}, {"rejected": True},
]  # fmt: skip
AFFIRMS = [{"holds": True}, {"status": "met"}, {"negated": False}, {"applies": True}, {"confidence": 0.9}, {"cited": False}, {"rejected": False}, {"verdict": True}]
AFFIRMS += [{"is_fact": False}, {"is_conclusion": False}, {"fact": "no"}, {"given": False}, {"is_a_finding": False}]
LEAVES_OPEN = [{"holds": "unknown"}, {"status": "undetermined"}, {"undetermined": True}]
UNREAD = [{"holds": None}, {"status": "pending"}, {"value": "partly"}, {"supported": False}, {"holds": "maybe"}, {"confidence": 0.2}, {"confidence": "low"}, {"superseded_by": "s2"}]


def wrapped(claim: dict[str, Any]) -> list[Any]:
    """One claim in the places where models put them."""
    return [
        {"claims": [claim], "decision": "valid"},
        {"steps": [claim, {"id": "s8", "formula": "waived"}], "decision": "valid"},
        {"answer": {"claims": [claim], "decision": {"says": "valid"}}},
        {"reasoning": {"s9": claim}, "decision": "valid"},
        json.dumps([claim]) + '\n{"decision": "valid"}',
        "CLAIM s9: " + json.dumps({key: one for key, one in claim.items() if key != "id"}) + "\nDECISION: valid",
    ]


@pytest.mark.parametrize("member", DENIES)
def test_a_verdict_beside_a_formula_denies_it(member: dict[str, Any]) -> None:
    for value in wrapped({"id": "s9", "claim": "late", **member}):
        assert (marked(value).answer.claims or ())[0].says == "NOT (late)", value


@pytest.mark.parametrize("member", AFFIRMS)
def test_what_affirms_or_is_no_verdict_leaves_it(member: dict[str, Any]) -> None:
    for value in wrapped({"id": "s9", "claim": "late", **member}):
        assert (marked(value).answer.claims or ())[0].says == "late", value


@pytest.mark.parametrize("member", LEAVES_OPEN)
def test_what_leaves_open(member: dict[str, Any]) -> None:
    for value in wrapped({"id": "s9", "claim": "late", **member}):
        assert (marked(value).answer.claims or ())[0].says == "UNKNOWN late", value


@pytest.mark.parametrize("member", UNREAD)
def test_what_is_not_plain_is_never_read_over(member: dict[str, Any]) -> None:
    for value in wrapped({"id": "s9", "claim": "late", **member}):
        found = marked(value)
        assert (found.answer.claims or ())[0].says not in ("late", "NOT (late)"), value
        assert "RL551" in noticed(found), value


def test_false_of_a_denial_is_plain_and_negated_is_not() -> None:
    assert (marked({"claims": [{"id": "s1", "says": "NOT late", "holds": False}]}).answer.claims or ())[0].says == "NOT (NOT late)"
    assert "RL551" in noticed(marked({"claims": [{"id": "s1", "says": "NOT late", "negated": True}]}))


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"decision": "payable", "holds": False}, "NOT (payable)"),
        ({"decision": {"formula": "payable", "value": False}}, "NOT (payable)"),
        ({"final_decision": {"claim": "payable", "verdict": "not met"}}, "NOT (payable)"),
        ({"decision": "payable", "holds": True}, "payable"),
        ({"decision": "payable", "final": True}, "payable"),
        ({"decision": "payable", "holds": "unknown"}, "UNKNOWN payable"),
        ({"result": {"decision": "NOT payable"}}, "NOT payable"),
        ({"decisions": [{"formula": "payable"}, {"formula": "late", "holds": False}]}, ["payable", "NOT (late)"]),
    ],
)
def test_decisions(value: Any, says: Any) -> None:
    found = read_markup(Source("a", json.dumps(value)), About("t.rules#c"), ONE)
    assert found.answer.decision is not None
    assert found.answer.decision.says == says
    assert not noticed(found)


CLAIMS: list[dict[str, Any]] = [
    {"id": "s1", "formula": "to_affiliate", "rules": ["guarded.affiliate"], "evidence": ["e1"]},
    {"id": "s2", "formula": "NOT rival_owned", "rules": "guarded.rival", "evidence": [{"id": "e2", "text": "No rival."}]},
    {"id": "s3", "formula": "NOT MUST ask_consent", "from": ["s1", "s2"], "rules": ["guarded"]},
]
DECISION = {"formula": "NOT MUST ask_consent", "from": ["s3"]}
FORMS: dict[str, Any] = {
    "claims": {"claims": CLAIMS, "decision": DECISION},
    "any list": {"reasoning": CLAIMS, "decision": DECISION},
    "in an object": {"response": {"claims": CLAIMS, "decision": DECISION}},
    "under answer": {"answer": {"steps": CLAIMS, "final_decision": DECISION}},
    "claims apart": {"analysis": {"claims": CLAIMS}, "decision": DECISION},
    "deep": {"output": {"result": [{"judgments": CLAIMS, "decision": DECISION}]}},
    "by id": {"claims": {one["id"]: {key: it for key, it in one.items() if key != "id"} for one in CLAIMS}, "decision": DECISION},
    "by step": {"steps": [{"step": number, **{key: [it[1:] for it in value] if key == "from" else value for key, value in one.items() if key != "id"}} for number, one in enumerate(CLAIMS, 1)], "decision": {**DECISION, "from": [3]}},
    "with words": {"claims": [{"claim": "In plain words.", **one} for one in CLAIMS], "decision": DECISION},
    "named claim": {"claims": [{"claim": one["id"], **{key: it for key, it in one.items() if key != "id"}} for one in CLAIMS], "decision": DECISION},
    "nested": {"claims": [{**CLAIMS[2], "because": CLAIMS[:2]}], "decision": DECISION},
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_claims_are_read_in_full_whatever_is_around_them(form: str) -> None:
    found = marked(FORMS[form])
    assert {(one[0], *map(tuple, one[2:])) for one in claimed(found)} == {
        ("to_affiliate", ("guarded.affiliate",), ("e1",)),
        ("NOT rival_owned", ("guarded.rival",), ("e2",)),
        ("NOT MUST ask_consent", ("guarded",), ()),
    }
    last = next(one for one in found.answer.claims or () if one.from_)
    assert len(last.from_) == 2
    assert found.answer.decision is not None
    assert (found.answer.decision.says, found.answer.decision.from_) == ("NOT MUST ask_consent", [last.id])
    assert not noticed(found)


def test_statements_of_prose_under_another_name_are_no_claims() -> None:
    found = marked({"steps": [{"statement": "The notice came late.", "evidence": ["e1"]}], "decision": "valid"})
    assert found.answer.claims is None
    assert noticed(found) == ["RL557"]


def test_what_stands_beside_a_decision_decides_nothing() -> None:
    found = marked({"alternatives": [{"decision": "NOT valid"}], "decision": "valid"})
    assert found.answer.decision is not None
    assert statements(found.answer.decision.says) == ["valid"]


def test_claims_without_ids_are_as_many() -> None:
    found = marked('[{"says": "late"}, {"says": "waived"}]\n{"decision": "valid"}')
    assert [one.says for one in found.answer.claims or ()] == ["late", "waived"]


@pytest.mark.parametrize("members", [{"decision": "valid"}, {"decision": ["valid"]}, {"decision": {"formula": "valid"}}, {"decision": {"says": "valid"}, "confidence": 0.9}])
@pytest.mark.parametrize("claim", [{"formula": "late"}, {"says": "late", "confidence": 0.9}, {"says": "late", "rules": "notice"}])
def test_an_object_that_is_no_answer_file_is_read_as_any_text(members: dict[str, Any], claim: dict[str, Any]) -> None:
    value = {"claims": [{"id": "s1", **claim}], **members}
    found = marked(value)
    assert [one.says for one in found.answer.claims or ()] == ["late"]
    assert found.answer.decision is not None
    assert statements(found.answer.decision.says) == ["valid"]


@pytest.mark.parametrize("members", [{"decision": "valid"}, {"confidence": 1}])
def test_what_calls_itself_an_answer_file_is_one(members: dict[str, Any]) -> None:
    value = {"rulelang": "answer/1", "claims": [{"id": "s1", "says": "late"}], "decision": None, **members}
    with pytest.raises(RuleLangError):
        marked(value)


DENYING = ("not_met", "rejected", "false", "conditions_not_met", "fails", "Not satisfied")


@pytest.mark.parametrize("name", DENYING)
def test_a_list_under_a_name_that_denies_denies_its_items(name: str) -> None:
    for items in (["waived"], [{"formula": "waived"}], {"formula": "waived"}, [{"condition": "waived", "result": "not met"}]):
        found = marked({"met": ["late"], name: items, "decision": "valid"}) if items == ["waived"] else marked({name: items, "decision": "valid"})
        assert (found.answer.claims or ())[-1].says == "NOT (waived)", items
    for item in ({"formula": "NOT waived"}, {"formula": "waived", "holds": True}):
        assert "RL551" in noticed(marked({name: [item], "decision": "valid"})), item


def test_what_a_name_says_ends_with_its_list() -> None:
    for other in ("met", "steps", "facts"):
        found = marked({"not_met": [{"formula": "waived"}], other: [{"formula": "late"}], "decision": "valid"})
        assert [one.says for one in found.answer.claims or ()] == ["NOT (waived)", "late"], other
    found = marked({"claims": {"met": [{"formula": "late"}], "not_met": [{"formula": "waived"}]}, "decision": "valid"})
    assert [one.says for one in found.answer.claims or ()] == ["late", "NOT (waived)"]
    found = marked({"claims": [{"id": "s1", "formula": "late"}], "rejected": [{"id": "s2", "formula": "waived"}], "decision": "valid"})
    assert [one.says for one in found.answer.claims or ()] == ["late", "NOT (waived)"]


def test_what_a_name_leaves_open_is_left_aside_and_told() -> None:
    found = marked({"not_established": [{"formula": "waived"}], "steps": [{"formula": "late"}], "decision": "valid"})
    assert [one.says for one in found.answer.claims or ()] == ["late"]
    assert [one.code for one in found.findings if "not established" in one.message] == ["RL557"]


def test_a_condition_is_claimed_with_what_stands_beside_it() -> None:
    found = marked({"reasoning": [{"condition": "late", "result": "met"}, {"condition": "waived", "result": "not met"}], "answer": "valid"})
    assert [one.says for one in found.answer.claims or ()] == ["late", "NOT (waived)"]
    found = marked({"steps": [{"claim": "late", "condition": "The notice came too late."}], "decision": "valid"})
    assert [one.says for one in found.answer.claims or ()] == ["late"]
