# ruff: noqa: E501
"""Objects with several decisions: what is revised or final stands for what is not, wherever it stands."""

from __future__ import annotations

import json

import pytest
from test_markup_styles import read

CLAIMS = {"claims": [{"id": "s1", "formula": "waived", "evidence": ["e3"]}]}
REVISED = ["revised_decision", "correctedDecision", "updated decision", "final_decision", "new_decision", "amended_final_decision"]


def decided(given: object) -> str:
    decision = read(json.dumps(given)).answer.decision
    assert decision is not None
    return decision.says


@pytest.mark.parametrize("key", REVISED)
def test_what_is_revised_counts_in_whatever_order(key: str) -> None:
    assert decided({**CLAIMS, "decision": "late", key: "NOT late"}) == "NOT late"
    assert decided({key: "NOT late", "decision": "late", **CLAIMS}) == "NOT late"
    assert decided({**CLAIMS, "decision": {"formula": "late"}, key: {"formula": "NOT late", "from": ["s1"]}}) == "NOT late"
    answer = key.replace("decision", "answer").replace("Decision", "Answer")
    assert decided({**CLAIMS, "answer": "late", answer: "NOT late"}) == "NOT late"
    key = key.replace("correctedDecision", "corrected_decision")
    xml = read(f"<decision>late</decision>\n<{key.replace(' ', '_')}>NOT late</{key.replace(' ', '_')}>").answer.decision
    assert xml is not None
    assert xml.says == "NOT late"


@pytest.mark.parametrize("key", ["initial_decision", "alternative_decision", "rejected_answer"])
def test_what_is_another_decision_does_not(key: str) -> None:
    assert decided({**CLAIMS, "decision": "late", key: "NOT late"}) == "late"


@pytest.mark.parametrize("key", ["revision", "correction", "updated"])
def test_a_correction_beside_a_decision_never_leaves_it_affirmed(key: str) -> None:
    assert decided({**CLAIMS, "decision": "valid", key: {"decision": "NOT valid"}}) == "NOT valid"
    assert decided({**CLAIMS, "decision": "valid", key: "NOT valid"}) == "NOT valid"
    assert decided({**CLAIMS, "decision": "valid", key: "a typo"}) == "valid"
