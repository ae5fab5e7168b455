# ruff: noqa: E501
"""Answers as JSON that are no answer files: their strings are read as text, and what can't be read is no silence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_markup_decisions import ONE
from test_markup_styles import noticed, read

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.extraction.answers import wanted
from rulelang.verifier.markup.json_answers import read_json_answer
from rulelang.verifier.markup.reading import About, read_markup

REASONS = '{"reasoning": "It came late (e3), so by notice it is valid.", "decision": "valid"}'
STEPS = 'My answer:\n```json\n{\n "steps": [\n  "It came late (e3)",\n  "Nobody is a rival (e2)"\n ],\n "final_answer": "valid"\n}\n```'


def blind(text: str) -> tuple[Any, str]:
    """The decision of a record with a text, and what the extracting model sees of that."""
    found = wanted(json_text(Source("record", json.dumps({"case": "t.rules#c", "text": text}))))
    assert found.answer.decision is not None
    return found.answer.decision.says, found.blind


@pytest.mark.parametrize("text", [REASONS, STEPS])
def test_only_the_value_of_the_decision_is_cut_out(text: str) -> None:
    assert blind(text) == ("valid", text.replace('"valid"', '""'))


def test_decisions_in_lists_objects_and_strings_are_cut_out() -> None:
    text = '{"why": "It is so.\\nDECISION: valid\\nReally.", "decision": ["valid"], "answer": {"says": "valid"}}'
    says, left = blind(text)
    assert says == "valid"
    assert left == '{"why": "It is so.\\n\\nReally.", "decision": [], "answer": {}}'


@pytest.mark.parametrize("text", [REASONS, STEPS])
def test_text_that_can_not_be_read_is_not_evaluable(text: str) -> None:
    found = read(text)
    assert found.answer.claims is None
    assert found.answer.decision is not None
    assert found.answer.decision.says == "valid"
    assert noticed(found) == ["RL557"]


def test_an_object_without_text_claims_nothing() -> None:
    assert read('{"decision": "valid"}').answer.claims == []
    assert read('{"decision": "valid", "confidence": 0.9}').answer.claims == []


def test_the_strings_are_lines() -> None:
    text = '{"reasoning": "s1: late [guarded, e1]\\ns2: waived | rules: guarded | from: s1", "decision": "valid", "from": ["s2"]}'
    found = read(text).answer
    assert [(one.says, one.rules, one.evidence) for one in found.claims or ()] == [
        ("late", ["guarded"], ["e1"]),
        ("waived", ["guarded"], []),
    ]
    assert [text[slice(*one.at)] for one in found.claims or () if one.at] == ["s1: late [guarded, e1]", "s2: waived | rules: guarded | from: s1"]
    assert found.decision is not None
    assert (found.decision.says, found.decision.from_) == ("valid", ["s2"])


def test_steps_that_are_formulas_are_claims() -> None:
    found = read('{"decision": "valid", "steps": ["late (e1)", "NOT waived (e2)", "That is it."]}')
    assert [(one.says, one.evidence) for one in found.answer.claims or ()] == [("late", ["e1"]), ("NOT waived", ["e2"])]
    assert found.answer.decision is not None
    assert found.answer.decision.says == "valid"


def test_keys_may_be_ids() -> None:
    found = read('{"s1": "late", "s2": {"says": "waived", "from": ["s1"]}, "decision": "valid"}').answer
    assert [(one.id, one.says, one.from_) for one in found.claims or ()] == [("s1", "late", []), ("s2", "waived", ["s1"])]


def test_a_truth_value_answers_the_only_question() -> None:
    for text, says in (('{"s1": "late", "decision": true}', "payable"), ('{"s1": "late", "answer": "No"}', "NOT (payable)")):
        decision = read_markup(Source("a", text), About("t.rules#c"), ONE).answer.decision
        assert decision is not None
        assert decision.says == says


def test_commas_too_many() -> None:
    text = '{"claims": [{"id": "s1", "says": "late", "quote": "a,]",},], "decision": {"says": "valid", "from": ["s1"],},}'
    assert read_json_answer(Source("a", text), About("t.rules#c")) is None
    found = read(text)
    assert [(one.says, one.quote) for one in found.answer.claims or ()] == [("late", "a,]")]
    assert found.answer.decision is not None
    assert (found.answer.decision.says, found.answer.decision.from_) == ("valid", ["s1"])
    assert not noticed(found)
