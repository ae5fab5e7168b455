# ruff: noqa: E501
"""What stands below heads in whose name somebody else speaks, that suppose, or that show what the answer does not say."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_beside import below
from test_markup_styles import read

from rulelang.grammar.diagnostic import has_errors
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.source import Source

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


UNSAID = ["If it had been waived:", "The buyer claims:", "Not established:", "The borrower argues that:", "## Counterargument\n", "**Had it been so**", "Draft:", "A wrong reading:"]


def claimed(text: str) -> list[Any]:
    """What is claimed by a text with a later section and a decision."""
    found = read(f"{text}\n\nBut:\nCLAIM s9: written | evidence: e3\nDECISION: valid")
    return [one.says for one in found.answer.claims or ()]


@pytest.mark.parametrize("lead", UNSAID)
def test_a_claim_with_an_id_says_nothing_where_an_item_would_not(lead: str) -> None:
    table = "| id | claim | rules |\n|---|---|---|\n| s1 | {} | notice |"
    for form in ("CLAIM s1: {} | evidence: e3", "- s1: {}", table, "### Claim s1\n- **Formula:** {}\n- **Evidence:** e3"):
        for formula in ("late", "NOT waived"):
            found = read(f"{lead}\n{form.format(formula)}\nDECISION: valid")
            (claim,) = found.answer.claims or ()
            assert claim.says not in ("late", "NOT waived")
            assert formula in str(claim.says)
            assert claim_faults(claim.says), claim.says
            assert [one.code for one in found.findings if "does not say that this claim is so" in one.message] == ["RL551"]


def claim_faults(says: Any) -> bool:
    claim, faults = parse_claim(Source("says", str(says)))
    return claim is None or has_errors(faults)


@pytest.mark.parametrize("lead", UNSAID)
def test_claims_behind_a_section_that_says_nothing_are_said(lead: str) -> None:
    end = "## Now\n" if lead.startswith("#") else ""
    assert claimed(f"{lead}\n- late (e3)\n{end}CLAIM s1: NOT waived")[:1] == ["NOT waived"]
    assert claimed(f"{lead}\nCLAIM s1: late\n\n{end}CLAIM s2: NOT waived")[1:] == ["NOT waived", "written"]
    assert claimed(f"{lead}\nCLAIM s1: late")[1:] == ["written"]


def test_a_doubt_agrees_with_what_is_said_to_be_unknown() -> None:
    assert claimed("Not established:\nCLAIM s1: UNKNOWN waived\nCLAIM s2: late")[0] == "UNKNOWN waived"
    assert claimed("Unclear:\n- s1: waived | status: unknown")[0] == "UNKNOWN waived"
    assert claimed("The buyer claims:\nCLAIM s1: UNKNOWN waived")[0] != "UNKNOWN waived"


HEADINGS = """## No exception applies
## Disputed issue 1: the waiver
## Potential exceptions
## Rule notice
IF written THEN valid
But it was not:
But:
Response:
We check whether:
It could be a matter of dispute
Here are the claims:
Key claims:"""


@pytest.mark.parametrize("lead", HEADINGS.splitlines())
def test_a_claim_with_an_id_below_a_neutral_head_is_said(lead: str) -> None:
    assert claimed(f"{lead}\n\nCLAIM s1: late | evidence: e3\nCLAIM s2: NOT waived | rules: notice") == ["late", "NOT waived", "written"]


OTHER_DECISIONS = """Rejected alternative:
Counterargument:
Alternative:
Opposing view:
Example of a wrong decision:
Here is a wrong answer:
Not my decision:
Do not write:
Draft:
Old decision:
Under the opposite assumption:
Template:
A wrong answer would be:
The borrower argues that:"""


@pytest.mark.parametrize("lead", OTHER_DECISIONS.splitlines())
def test_a_decision_that_is_shown_and_not_made_replaces_none(lead: str) -> None:
    for head in (f"{lead}\n", f"## {lead}\n\n", f"**{lead}**\n"):
        for word in ("DECISION:", "Decision:", "Final decision:"):
            found = read(f"CLAIM s1: late\nDECISION: NOT valid | from: s1\n\n{head}{word} valid")
            assert found.answer.decision is not None
            assert (found.answer.decision.says, found.answer.decision.from_) == ("NOT valid", ["s1"]), (head, word)
            assert "RL552" in [one.code for one in found.findings]


def test_a_decision_alone_below_what_is_plainly_wrong_is_none() -> None:
    for lead in ("A wrong answer would be:", "Not my decision:", "Do not write:", "Rejected alternative:"):
        found = read(f"{lead}\nCLAIM s1: late\nDECISION: valid")
        assert found.answer.decision is None, lead
        assert {"RL552", "RL553"} <= {one.code for one in found.findings}
    for lead in ("Draft:", "The borrower argues that:", "Alternative:"):
        assert read(f"{lead}\nDECISION: valid").answer.decision is not None, lead


def test_a_decision_behind_such_a_section_counts() -> None:
    for lead in UNSAID:
        assert read(f"{lead}\n- late\n\nDECISION: valid").answer.decision is not None
    found = read("Answer: NOT valid\n\n## Counterarguments\n- late\n\nFINAL DECISION: valid").answer.decision
    assert found is not None
    assert found.says == "valid"
    found = read("## Rejected alternatives\n- late\n\nDECISION: valid").answer.decision
    assert found is not None
