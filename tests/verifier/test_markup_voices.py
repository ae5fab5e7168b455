# ruff: noqa: E501
"""What stands below heads in whose name somebody else speaks, that suppose, or that show what the answer does not say."""

from __future__ import annotations

import pytest
from test_markup_beside import below

SUBJECTS = ["borrower", "lender", "insurer", "bank", "debtor", "licensee", "passenger", "witness", "guarantor", "company", "husband"]
VERBS = ["argues", "contends", "maintains", "insists", "asserts", "submits", "denies", "believes", "testifies", "says", "claims"]

VOICES = """Acme argues that:
Bob says:
Mr Smith says:
Acme Ltd. claims that:
According to Bob:
According to the lender:
As the borrower argues:
What the borrower argues
The borrower has argued that:
The borrower further submits that:
The lender's lawyer argued in his letter that:
The complaint alleges:
The borrower would answer:
It is argued that:
Borrower's arguments:
The tenants' arguments:
In the borrower's view:
From the insurer's perspective:
Arguments of the borrower:
Contested facts:
Pleaded:
In the alternative:
In a different case:
For contrast:
A naive reading gives:
Earlier I wrote:
Counterargument:
Opposing view:
Rejected alternative:
Example of a wrong decision:
Under the opposite assumption:
Draft:
Template:"""

OWN = """I argue that:
We maintain:
My argument:
This answer says:
The record says:
The facts establish:
The analysis concludes:
The letter says:
e3 says:
The parties agree that:
That said:
That is to say:
It is fair to say that:
As I said:
As stated above:
Key claims:
Supporting claims:
Relevant claims:
The evidence submitted:
Facts stated:
Other facts:
Earlier claims:
Previous conclusions:
For example:
Bob's obligations:
The borrower is at fault:
Position of the goods:
Reply to the counterargument:
Answer to the borrower's argument:
Based on the evidence provided:
Let me first think step by step:
The reasoning could be summarized as follows:
My reasoning would be:
We assume the facts as given:"""


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_head_with_a_verb_of_telling_tells_what_others_say_whoever_they_are(subject: str) -> None:
    for verb in VERBS:
        assert below(f"The {subject} {verb}:", "late", "waived (e3)") == ([], 1), verb
        assert below(f"The {subject} {verb} that:", "late | evidence: e3") == ([], 1), verb


@pytest.mark.parametrize("lead", VOICES.splitlines())
def test_below_another_voice_nothing_is_claimed(lead: str) -> None:
    assert below(lead, "late", "waived (e3)") == ([], 1)
    assert below(f"## {lead}\n", "late | evidence: e3", "NOT waived | evidence: e3") == ([], 1)


@pytest.mark.parametrize("lead", OWN.splitlines())
def test_below_the_voice_of_the_answer_or_of_the_record_items_are_claims(lead: str) -> None:
    assert below(lead, "late", "waived (e3)") == (["late", "waived"], 0)


@pytest.mark.parametrize("lead", ["Exception guarded.rival applies only where:", "Rule guarded:", "The relevant facts to check are:"])
def test_below_a_rule_that_is_quoted_a_bare_item_is_no_claim(lead: str) -> None:
    assert below(lead, "late", "waived (e3)") == (["waived"], 1)


def test_heads_take_linear_time() -> None:
    for part in ("in a ", "the borrower argues that ", "of the ", "a wrong ", "it is argued by ", "would be "):
        assert below(f"{part * 400}:", "late")[1] < 2
