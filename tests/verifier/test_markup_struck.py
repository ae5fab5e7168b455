# ruff: noqa: E501
"""What is struck out in a line: it is not said, the rest of the line is, and both are told."""

from __future__ import annotations

import pytest
from test_markup_deciding import claims, decision, read, told

STRUCK = (
    ("CLAIM s1: ~~NOT~~ late | evidence: e1", ["~~NOT~~"]),
    ("CLAIM s1: late | evidence: ~~e2~~, e1", ["~~e2~~"]),
    ("CLAIM s1: ~~told~~ late | evidence: e1 | ~~rules: r2~~", ["~~told~~", "~~rules: r2~~"]),
    ("CLAIM s1: <del>NOT</del> late | evidence: <s>e2</s> e1", ["<del>NOT</del>", "<s>e2</s>"]),
    ("- ~~NOT~~ late (~~e2~~ e1)", ["~~NOT~~", "~~e2~~"]),
    ('{"claims": [{"id": "s1", "claim": "~~NOT~~ late", "evidence": ["~~e2~~", "e1"]}], "decision": "MAY end_lease"}', ["~~NOT~~", "~~e2~~"]),
    ("| id | claim | evidence |\n|---|---|---|\n| s1 | ~~NOT~~ late | ~~e2~~ e1 |", ["~~NOT~~", "~~e2~~"]),
)  # fmt: skip


@pytest.mark.parametrize(("text", "struck"), STRUCK)
def test_what_is_struck_out_within_a_line_is_not_said(text: str, struck: list[str]) -> None:
    text = text if "decision" in text else f"{text}\n\nDECISION: MAY end_lease"
    assert claims(text) == [("late", [], [], ["e1"])]
    shown = [one.message for one in read(text).findings]
    assert shown == [f"`{one}` is struck out" for one in struck]


def test_what_is_struck_out_of_a_decision_is_not_decided() -> None:
    assert decision("DECISION: ~~NOT~~ MAY end_lease") == ["MAY end_lease"]
    assert decision("DECISION: ~~NOT MAY end_lease~~ MAY end_lease") == ["MAY end_lease"]
    assert told("DECISION: ~~NOT~~ MAY end_lease") == ["RL557"]


@pytest.mark.parametrize("text", ["~~late", "~~late AND ~~told", "~ ~late", "(~~late)&(~~told)"])
def test_signs_of_denial_stay(text: str) -> None:
    assert "NOT" in str(claims(f"CLAIM s1: {text}")[0][0])


def test_what_is_struck_out_as_a_whole_is_not_replaced_by_what_follows() -> None:
    assert claims("CLAIM s1: ~~late~~ | evidence: e1\nNOT late")[0][0] == "~~late~~"
