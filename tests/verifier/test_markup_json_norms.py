# ruff: noqa: E501
"""Objects that say a norm in several members, keys and words without quotes, blocks of YAML in other ways to write."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read


def decided(decision: str) -> tuple[object, list[str], list[str]]:
    found = read(f'{{"claims": [{{"id": "s1", "formula": "late"}}], "decision": {decision}}}')
    assert found.answer.decision is not None
    return found.answer.decision.says, found.answer.decision.rules, noticed(found)


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        ('{"action": "ask_consent", "modality": "MUST", "rule": "guarded"}', "MUST ask_consent"),
        ('{"action": "ask_consent", "deontic_status": "obligatory", "rules": ["guarded"]}', "MUST ask_consent"),
        ('{"act": "ask_consent", "status": "is not required", "rule": "guarded"}', "NOT MUST ask_consent"),
        ('{"action": "ask_consent", "norm": "prohibited", "rule": "guarded"}', "MUST NOT ask_consent"),
        ('{"action": "NOT MUST ask_consent", "rule": "guarded"}', "NOT MUST ask_consent"),
        ('{"must": ["ask_consent"], "must_not": [], "rule": "guarded"}', "MUST ask_consent"),
        ('{"needNot": "ask_consent", "rule": "guarded"}', "NOT MUST ask_consent"),
        ('{"action": "ask_consent", "modality": "MUST", "holds": false, "rule": "guarded"}', "NOT (MUST ask_consent)"),
    ],
)
def test_a_norm_in_several_members(decision: str, says: str) -> None:
    assert decided(decision) == (says, ["guarded"], [])


@pytest.mark.parametrize("decision", ['{"action": "ask_consent", "modality": "may not"}', '{"action": "ask_consent", "modality": "perhaps"}', '{"must": "ask for it soon"}', '{"action": "ask_consent"}'])
def test_what_says_no_norm_is_told(decision: str) -> None:
    says, _, told = decided(decision)
    assert "RL551" in told
    assert says != "MUST ask_consent"


def test_an_action_in_the_way_of_a_step_is_none() -> None:
    found = read('{"steps": [{"step": 1, "action": "look whether late", "result": "late"}, {"id": "s2", "action": "ask_consent", "modality": "must", "rules": ["guarded"], "from": [1]}], "decision": "valid"}')
    assert [(one.says, one.rules, one.from_) for one in found.answer.claims or ()] == [("late", [], []), ("MUST ask_consent", ["guarded"], ["1"])]


BARE = "{claims: [{id: 's1', formula: 'late', rules: ['notice']}, {id: s2, formula: NOT waived, holds: true, rules: [notice], from: [s1]}], decision: {formula: valid, from: [s2]},}"


@pytest.mark.parametrize("text", [BARE, f"Here:\n```js\n{BARE.replace(', ', ',' + chr(10))}\n```\nThat is it."])
def test_keys_and_words_without_quotes(text: str) -> None:
    found = read(text)
    said = [(one.id, one.says, one.rules, one.from_) for one in found.answer.claims or ()]
    assert said == [("s1", "late", ["notice"], []), ("s2", "NOT waived", ["notice"], ["s1"])]
    assert found.answer.decision is not None
    assert (found.answer.decision.says, found.answer.decision.from_) == ("valid", ["s2"])
    starts = [text[slice(*(one.at or ()))] for one in found.answer.claims or ()]
    assert all(one.startswith("{id:") and one.endswith("}") for one in starts)


def test_an_object_without_quotes_that_is_cut_off() -> None:
    found = read("{claims: [{id: s1, formula: late}, {id: s2, formula: NOT wai")
    assert [one.says for one in found.answer.claims or ()] == ["late"]
    assert noticed(found) == ["RL557", "RL553"]


def test_braces_of_sets_and_prose_are_no_objects() -> None:
    found = read("The set {late, waived} and {late: by mail} say nothing.\nCLAIM s1: late\nDECISION: valid")
    assert [one.says for one in found.answer.claims or ()] == ["late"]


FLOW = "claims:\n  - {id: s1, formula: late, rules: [notice]}\n  - {id: s2, formula: NOT waived, from: [s1]}\ndecision: valid\n"
FOLDED = "claims:\n- id: s1\n  formula: |\n    late\n  rules:\n  - notice\n- id: s2\n  formula: >-\n    NOT\n    waived\n  from: [s1]\ndecision: |\n  valid\n"


@pytest.mark.parametrize("text", [FLOW, FOLDED, FOLDED.replace("\n", "\r\n"), f"```yaml\n{FLOW}```"])
def test_other_ways_to_write_yaml(text: str) -> None:
    found = read(text)
    said = [(one.id, one.says, one.rules, one.from_) for one in found.answer.claims or ()]
    assert said == [("s1", "late", ["notice"], []), ("s2", "NOT waived", [], ["s1"])]
    assert found.answer.decision is not None
    assert found.answer.decision.says == "valid"
    assert not noticed(found)
