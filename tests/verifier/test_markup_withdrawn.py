# ruff: noqa: E501
"""Claims that a later line takes back, or corrects."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_styles import read

TAKEN = """I retract claim s1.
I hereby withdraw s1.
On reflection, claim s1 is wrong: the mail came in time.
Actually, s1 is wrong.
(s1 is withdrawn; I misread e3.)
**s1 is retracted**
Claim s1 is withdrawn.
CLAIM s1 is withdrawn
CLAIM s1: withdrawn
Please disregard claim s1.
Strike that.
Strike that claim: nobody sent it.
That was wrong.
I take that back.
Wait, that is wrong: e3 says otherwise.
I misread e3, so claim s1 is false.
- Claim s1 must be withdrawn because e3 is silent."""

KEPT = """If s1 is wrong, nothing is left.
The buyer says that s1 is wrong.
Is s1 wrong?
s1 is not withdrawn.
I retract nothing.
Claim s9 is withdrawn.
That is wrong only if e3 is.
s1 is right.
The seller said: strike that.
Nobody retracts claim s1."""


def claims(text: str) -> tuple[list[Any], list[str]]:
    found = read(text)
    codes = [one.code for one in found.findings if "takes this claim back" in one.message]
    return [one.says for one in found.answer.claims or ()], codes


@pytest.mark.parametrize("line", TAKEN.splitlines())
def test_a_line_takes_back_a_claim(line: str) -> None:
    says, codes = claims(f"CLAIM s0: written\nCLAIM s1: late | evidence: e3\n{line}\nCLAIM s2: NOT late | evidence: e3\nDECISION: valid")
    assert (says[0], says[2:], codes) == ("written", ["NOT late"], ["RL551"])
    assert says[1] != "late"
    assert "late" in str(says[1])


@pytest.mark.parametrize("line", KEPT.splitlines())
def test_a_line_that_takes_nothing_back(line: str) -> None:
    assert claims(f"CLAIM s0: written\nCLAIM s1: late | evidence: e3\n{line}\nDECISION: valid") == (["written", "late"], [])


def test_several_claims_are_taken_back_and_only_a_claim_directly_above_without_an_id() -> None:
    says, codes = claims("CLAIM s1: late\nCLAIM s2: waived\nCLAIM s3: written\nI retract claims s1 and s2.\nDECISION: valid")
    assert (says[2], codes) == ("written", ["RL551", "RL551"])
    assert claims("CLAIM s1: late\n\nSome prose.\n\nStrike that.\nDECISION: valid")[1] == []


@pytest.mark.parametrize("head", ["CLAIM s1 (corrected):", "CLAIM s1 (revised):", "s1 (correction):", "Correction to s1:", "Corrected claim s1:"])
def test_a_corrected_claim_replaces_the_earlier(head: str) -> None:
    text = f"CLAIM s1: late | evidence: e3\n{head} NOT late | rules: notice\nCLAIM s2: waived | from: s1\nDECISION: valid"
    found = read(text)
    first, second, third = found.answer.claims or ()
    assert (first.says == "late", second.says, second.rules) == (False, "NOT late", ["notice"])
    assert third.from_ == [second.id]
    assert claims(text)[1] == ["RL551"]


def test_two_claims_with_one_id_are_both_kept() -> None:
    assert claims("CLAIM s1: late\nCLAIM s1: NOT waived\nDECISION: valid") == (["late", "NOT waived"], [])
