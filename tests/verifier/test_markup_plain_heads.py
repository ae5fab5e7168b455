"""Below which heads an answer plainly speaks for itself; below all others nothing is affirmed."""

from __future__ import annotations

import pytest
from test_markup_styles import read

DOUBTFUL = """The dissent:
Tenant's counsel:
### Minority view
Discarded ideas:
Should the tenant cure:
My initial impression:
Attempt 1 (abandoned):
The defence:
Cons:
Contra:
Against:
Arguments against a breach:
Points for the tenant:
Premises that turned out false:
Suppose, arguendo:
Claims I considered but did not adopt:
Plaintiff:
Tenant (alleged):
What would have to be true:
Pros:
For the tenant:
If we believed the tenant:
Views I do not share:
Common misreadings:
Alternative facts:
What Bob told us:
Rumours:
Hearsay:
Objections:
Contested points:
Myths:
Things one may be tempted to infer:
Distractors:
Red herrings:
Dead ends:
First thoughts:
Brainstorming:
Hypotheses:
Options:
Theory A:
Version of the buyer:
The other side:
Opposing counsel:
Wishful thinking:
In the tenant's favour:
Would follow:
Not relied on:
My guess:
Guesses:
Speculation:
Had the notice been late:
Scenario B:
Case 2 (not ours):
Steel man:
Fallacies:
Trap:
Beware:
Suppose, arguendo:"""
PLAIN = """If it is late and not waived, consent is needed:
Now the exception for rivals, which would block the rule if it applied:
Next, the waiver exception might apply:
The landlord argues there was no waiver, and e3 supports this:
Chain of thought:
On second thought:
Facts:
Findings:
Reasoning:
Analysis of the deposit:
Step 2: the waiver
**Notice**
### Consent
Steps:
Chain of reasoning:
Established facts:
What we know:
Undisputed facts:
Given facts:
Facts given:
Conditions met:
Premises:
From the evidence:
Based on e1 and e2:
Applying rule guarded:
Rule guarded applies because:
The following hold:
These are satisfied:
Claims:
Derivation:
Intermediate conclusions:
Here is my reasoning:
My claims:
In this case:
Thus:
So:
Therefore:
We have:
Under rule notice:
Elements:
Conditions:
Requirements:
1. Notice
### 2. The duty to ask consent
**Step 1 – Facts**
The record shows:
The landlord's duty:
Whether consent is needed
The tenant's notice:
Disputed facts, resolved:
As the tenant rightly says:
Key facts:
Relevant facts:
Inputs:
Data:
Notice:
Application:
Application to the facts:
Evidence:
Evaluation:
Determination of the duty:
Exceptions:
The affiliate exception
Evidence considered:
First, the facts:
Let's start with the facts:
Now for the duty:
Why the exception applies:
Because of this:
Which gives us:
As to waiver:
Regarding the notice:
Tenant's obligations:
The defence of waiver succeeds:
Argument:
Structured argument:
Proof:
Logical steps:
Evidence shows that:
Explanation:
Details:
Support:
Judgments:
Ground facts:
Summary:
Summary of findings:
Timeline:
Background:
The parties:
Assignment:
The assignment to an affiliate:
Issue 1: waiver
Question 1: was it late?
Deposit
Duty of the landlord
Rights of the tenant
Fees and costs
Obligations"""
BELOW = ("- late\n- waived (e3)", "CLAIM s2: late | rules: guarded\nCLAIM s3: waived", "1. late — e3\n2. waived")


@pytest.mark.parametrize("head", DOUBTFUL.splitlines())
def test_below_a_head_that_does_not_plainly_affirm_nothing_is_said(head: str) -> None:
    for items in BELOW:
        found = read(f"CLAIM s1: written\n\n{head}\n{items}\n\nDECISION: valid")
        said = [claim.says for claim in found.answer.claims or ()]
        assert not {"late", "waived"}.intersection(map(str, said)), (head, items)
        assert any("does not say that" in one.message for one in found.findings), (head, items)


UNFAMILIAR = """**Plaintiff**
### The tenant
Weak arguments:
Sirens:
## The whispering gallery"""


@pytest.mark.parametrize("head", UNFAMILIAR.splitlines())
def test_below_a_head_of_which_nobody_knows_only_bare_items_are_left_aside(head: str) -> None:
    items, headed = "- late\n- waived (e3)", "CLAIM s2: late\nCLAIM s3: waived"
    for below, claims in ((items, ["written", "waived"]), (headed, ["written", "late", "waived"])):
        found = read(f"CLAIM s1: written\n\n{head}\n{below}\n\nDECISION: valid")
        assert [claim.says for claim in found.answer.claims or ()] == claims
        assert any("does not say that" in one.message for one in found.findings) is (below == items)


@pytest.mark.parametrize("head", PLAIN.splitlines())
def test_below_a_plain_head_and_a_topic_items_are_claims(head: str) -> None:
    for items in BELOW:
        found = read(f"CLAIM s1: written\n\n{head}\n{items}\n\nDECISION: valid")
        said = [claim.says for claim in found.answer.claims or ()]
        assert "late" in said or "- late" in items, (head, items)
        assert "waived" in said or "2. waived" in items, (head, items)


def test_what_is_plain_below_it_and_a_title_count_more_than_a_head_that_is_not() -> None:
    for text in ("# A tale of sirens\n\nCLAIM s1: late", "x: y\n\n## Sirens\n\n### Facts\n\nCLAIM s1: late"):
        assert [claim.says for claim in read(f"{text}\n\nDECISION: valid").answer.claims or ()] == ["late"]
