# ruff: noqa: E501
"""What models write as JSON and is none: comments, single quotes, constants of Python, an end in the middle."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read

PYTHON = "{'claims': [{'id': 's1', 'formula': 'late', 'holds': True, 'from': None}, {'id': 's2', 'formula': 'waived', 'holds': False}], 'decision': 'valid'}"
COMMENTED = """```json
{ // what is so
  "claims": [
    {"id": "s1", "formula": "late"}, /* by mail */
    {"id": "s2", "formula": "waived", "holds": false},
  ],
  "decision": "valid", # that is it
}
```"""


@pytest.mark.parametrize("text", [PYTHON, COMMENTED, PYTHON.replace("{'claims'", "{'note': \"it's so\", 'claims'")])
def test_nearly_json(text: str) -> None:
    found = read(text).answer
    assert [(one.id, one.says) for one in found.claims or ()] == [("s1", "late"), ("s2", "NOT (waived)")]
    assert found.decision is not None
    assert found.decision.says == "valid"
    assert text[slice(*(found.claims or ())[0].at or ())].startswith("{")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"claims": [{"id": "s1", "formula": "late"}, {"id": "s2", "formula": "written", "hol', ["late"]),
        ('{"claims": [{"id": "s1", "formula": "late"}], "decision": "NOT val', ["late"]),
        ('{"rejected": [{"formula": "late"}, {"formula": "writ', ["NOT (late)"]),
        ('{"tenant": {"claims": [{"id": "s1", "formula": "late"}, {"id": "s2", ', ["tenant: late"]),
        ('{"claims": {"s1": {"formula": "late"}, "s2": {"formula": "written", "holds', ["late"]),
    ],
)
def test_what_is_whole_is_read_and_the_cut_told(text: str, says: list[str]) -> None:
    found = read(text)
    assert [one.says for one in found.answer.claims or ()] == says
    assert found.answer.decision is None
    assert "RL557" in noticed(found)


def test_what_stands_behind_a_cut_object_is_read() -> None:
    for end in ('{"id": "s2"\n```\nDECISION: valid', '{"id": "s2\nDECISION: valid'):
        found = read('```json\n{"claims": [{"id": "s1", "formula": "late"}, ' + end).answer
        assert [one.says for one in found.claims or ()] == ["late"]
        assert found.decision is not None
        assert found.decision.says == "valid"


def test_braces_in_prose_are_no_objects() -> None:
    assert noticed(read("The set {'x', it's so} holds.\nCLAIM s1: late\nDECISION: valid")) == []
