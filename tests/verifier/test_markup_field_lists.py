# ruff: noqa: E501
"""Fields whose names end a line: what they hold stands below."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read

BELOW = [
    "CLAIM s1: late | rules:\nnotice | evidence: e1\nCLAIM s2: valid | rules: notice, guarded | from:\ns1",
    "CLAIM s1: late | rules:\n  notice | evidence: e1\nCLAIM s2: valid | rules:\n- notice\n- guarded | from: s1",
    "CLAIM s1: late\nRules:\n- notice\nEvidence:\n- e1\nCLAIM s2: valid\nRules:\n- notice\n- guarded\nFrom:\ns1",
    "**s1.** late\n  - Rules:\n    - `notice`\n  - Evidence:\n    - e1.\n**s2.** valid\n  - **Rules:**\n    * notice\n    * guarded\n  - From:\n    1. s1",
    "s1: late\n  rules:\n    - notice\n  evidences:\n    - e1\ns2: valid\n  rules:\n    - notice, guarded\n  from:\n    - s1",
    "1. late\n   Rules:\n   - notice\n   Evidence:\n   - e1\n2. valid\n   From:\n   - 1\n   Rules:\n   - notice\n   - guarded",
]


@pytest.mark.parametrize("text", BELOW)
def test_what_a_field_holds_may_stand_below(text: str) -> None:
    found = read(f"{text}\nDECISION: valid")
    said = [(one.says, one.rules, one.evidence, [name[-1] for name in one.from_]) for one in found.answer.claims or ()]
    assert said == [("late", ["notice"], ["e1"], []), ("valid", ["notice", "guarded"], [], ["1"])]
    assert not noticed(found)


@pytest.mark.parametrize(
    ("below", "claims"),
    [("CLAIM s2: valid | from:", 2), ("- waived (e1)", 2), ("written", 1), ("- not notice", 1), ("- notice does not apply", 1), ("", 1)],
)
def test_where_something_else_stands_below_the_field_is_empty(below: str, claims: int) -> None:
    found = read(f"CLAIM s1: late | rules:\n{below}\nDECISION: valid").answer
    assert [one.rules for one in found.claims or ()] == [[]] * claims
    assert found.decision is not None
    assert found.decision.says == "valid"


def test_a_list_of_rules_above_the_claims_is_no_field_of_theirs() -> None:
    found = read("Rules:\n- notice\n- guarded\n\nCLAIM s1: late\nDECISION: valid | from:\n- s1")
    assert [one.rules for one in found.answer.claims or ()] == [[]]
    assert noticed(found) == ["RL557"]
    assert found.answer.decision is not None
    assert found.answer.decision.from_ == ["s1"]


def test_fields_in_braces() -> None:
    found = read("s1. late {evidence: e1}\nCLAIM s2: valid {rules: notice, guarded; from: s1}\nDECISION: valid {from: s2}")
    said = [(one.says, one.rules, one.evidence, one.from_) for one in found.answer.claims or ()]
    assert said == [("late", [], ["e1"], []), ("valid", ["notice", "guarded"], [], ["s1"])]
    assert found.answer.decision is not None
    assert (found.answer.decision.says, found.answer.decision.from_) == ("valid", ["s2"])
    assert not noticed(found)
