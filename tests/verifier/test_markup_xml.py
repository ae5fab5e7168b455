# ruff: noqa: E501
"""Answers in elements of XML."""

from __future__ import annotations

import pytest
from test_markup_styles import read

SAID = [("s1", "late", ["guarded"], ["e1"], []), ("s2", "NOT (waived)", [], ["e2"], ["s1"])]


@pytest.mark.parametrize(
    "text",
    [
        '<claim id="s1"><formula>late</formula><rules>guarded</rules><evidence>e1</evidence></claim>\n'
        '<claim id="s2"><formula>waived</formula><holds>false</holds><evidence>e2</evidence><from>s1</from></claim>\n<decision>NOT valid</decision>',
        '<answer>\n<claims>\n <claim>\n  <id>s1</id>\n  <says>late</says>\n  <rules><rule>guarded</rule></rules>\n  <evidence><id>e1</id></evidence>\n </claim>\n'
        ' <claim id="s2" evidence="e2" from="s1" holds="false">waived</claim>\n</claims>\n<decision>\nNOT valid\n</decision>\n</answer>',
        "My answer:\n<claim id='s1' rules='guarded' evidence='e1'>late</claim>\n"
        "<claim id='s2' from='s1'><formula>waived</formula><evidence>e2</evidence><verdict>not met</verdict></claim>\n<final_answer>NOT valid</final_answer>\nThat is it.",
    ],
)
def test_elements(text: str) -> None:
    found = read(text).answer
    assert [(one.id, one.says, one.rules, one.evidence, one.from_) for one in found.claims or ()] == SAID
    assert found.decision is not None
    assert found.decision.says == "NOT valid"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<rejected><claim>waived</claim></rejected>", ["NOT (waived)"]),
        ("<tenant><claim>waived</claim></tenant>", []),
        ('<claim id="s1"><formula>waived</formula><speaker>tenant</speaker></claim>', ["waived, claimed by tenant"]),
        ("<claims>\ns1: late | evidence: e1\ns2: NOT waived\n</claims>", ["late", "NOT waived"]),
        ("<answer>CLAIM s1: late</answer>", ["late"]),
    ],
)
def test_what_elements_say_of_what_stands_in_them(text: str, says: list[str]) -> None:
    found = read(text + "\n<decision>valid</decision>").answer
    assert [one.says for one in found.claims or ()] == says
    assert found.decision is not None
    assert found.decision.says == "valid"


def test_json_in_an_element_is_read() -> None:
    found = read('<answer>{"claims": [{"id": "s1", "formula": "late"}], "decision": "valid"}</answer>').answer
    assert [one.says for one in found.claims or ()] == ["late"]


def test_elements_however_deep() -> None:
    text = "<a1>" * 5000 + "<claim>late</claim>" + "</a1>" * 5000
    assert read(text + "\nDECISION: valid").answer.decision is not None
