"""Answers in blocks of YAML."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read

BLOCK = """claims:
  - id: s1
    formula: "late"
    rules: [guarded]
    evidence:
      - e1
      - e2
  - formula: waived   # not so
    holds: false
    from: [s1]
decision:
  says: NOT valid
  from: [s1]
"""


@pytest.mark.parametrize("text", [BLOCK, f"My answer:\n```yaml\n{BLOCK}```\nThat is it.", BLOCK.replace("\n", "\r\n")])
def test_blocks(text: str) -> None:
    found = read(text)
    said = [(one.says, one.rules, one.evidence, one.from_) for one in found.answer.claims or ()]
    assert said == [("late", ["guarded"], ["e1", "e2"], []), ("NOT (waived)", [], [], ["s1"])]
    assert found.answer.decision is not None
    assert (found.answer.decision.says, found.answer.decision.from_) == ("NOT valid", ["s1"])
    assert noticed(found) == []
    assert text[slice(*(found.answer.claims or ())[0].at or ())].startswith("id: s1")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rejected:\n- id: s1\n  formula: waived\nclaims:\n- id: s2\n  formula: late", ["late", "NOT (waived)"]),
        ("claims:\n- id: s1\n  formula: waived\n  asserted_by: tenant", ["waived, claimed by tenant"]),
        ("tenant:\n  claims:\n  - id: s1\n    formula: waived", ["tenant: waived"]),
        ("claims:\n- id: s1\n  formula: late\n\n- id: s2\n  formula: written\n", ["late", "written"]),
    ],
)
def test_what_keys_say(text: str, says: list[str]) -> None:
    found = read(text + "\ndecision: valid")
    assert [one.says for one in found.answer.claims or ()] == says
    assert found.answer.decision is not None
    assert found.answer.decision.says == "valid"


def test_lists_in_prose_are_no_blocks() -> None:
    found = read("Step 1:\n- Claim: late\n- Rules: guarded\n\nDECISION: valid")
    assert [(one.says, one.rules) for one in found.answer.claims or ()] == [("late", ["guarded"])]
