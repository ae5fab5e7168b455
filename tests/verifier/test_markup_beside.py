# ruff: noqa: E501
"""What stands beside a formula, or above it: nothing is affirmed that the words there deny, take back or leave open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_markup_decisions import ONE, TWO
from test_markup_decisions import decision as decided
from test_markup_styles import LABELS, noticed, read
from test_markup_verdicts import said

from rulelang.grammar.source import Source
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, read_markup

NO = """valid: no - the letter came late
valid — no, the letter came late
valid: No: the letter came late
valid: not so - see e3
valid - false, nothing was signed
valid (no: paper only)
valid: **not** satisfied
valid: *no* (e3)
valid: N
valid (F)
valid | applicable: false
valid — untrue … the letter came late"""


@pytest.mark.parametrize("line", NO.splitlines())
def test_a_no_is_one_whatever_reason_follows(line: str) -> None:
    for labels in (LABELS, None):
        claimed, codes = said(line, labels)
        first = claimed if isinstance(claimed, str) else claimed[0]
        assert first == "NOT (valid)" or "RL551" in codes, (line, claimed)
    claimed = said(line)[0]
    assert (claimed if isinstance(claimed, str) else claimed[0]) == "NOT (valid)"


TAKEN_BACK = """valid. Hold on, no: NOT valid
valid. On second thought, NOT valid
valid, I meant NOT valid
valid; scratch that, NOT valid
valid (oops: NOT valid)
valid. Let me recheck: NOT valid
valid - correction: NOT valid
valid. Actually, it is not.
valid. So NOT valid.
valid — therefore NOT valid
valid: yes, hence NOT valid
valid [withdrawn]
valid (that was a mistake)
valid | proven: no
valid | confirmed: N"""
STOPPED = """valid (trumped by guarded)
valid — displaced by guarded.rival
valid: set aside
valid, ruled out by e3
valid (knocked out by guarded.rival)
valid - excused
valid: lapsed, since nothing was signed
valid — guarded.rival defeats it
valid (e3 rebuts this)
valid, which e3 contradicts
valid (e3 disagrees)
valid — the rule is suspended
valid (the duty does not arise)
valid: absent
valid — none
valid | exception: applies
valid | rejected: yes
valid | remark: refuted
valid (nothing in e3 shows this)
valid: no passage says so
valid — no rule requires it
valid, as the seller falsely says
valid (asserted by the buyer)
valid: carved out by guarded"""
LEFT_OPEN = """valid (we cannot say)
valid: hard to tell
valid — lack of proof
valid: no proof
valid (not enough evidence)
valid: too little information
valid: conceivable
valid — debatable
valid, supposedly
valid (purportedly)
valid: 70 %
valid - fifty-fifty
valid (to be decided)
valid: tbd
valid (a mere guess)
valid: needs more evidence
valid — in dispute
valid (who knows)
valid: hypothetical"""


@pytest.mark.parametrize("line", (TAKEN_BACK + "\n" + STOPPED + "\n" + LEFT_OPEN).splitlines())
def test_what_is_taken_back_stopped_or_left_open_is_not_affirmed(line: str) -> None:
    for labels in (LABELS, None):
        claimed, codes = said(line, labels)
        assert claimed != "valid", line
        if labels is not None or "," not in line:
            assert "RL551" in codes or claimed == "NOT (valid)", (line, claimed, codes)
    marked = read(f"CLAIM s1: late\nDECISION: {line}")
    assert marked.answer.decision is not None
    assert marked.answer.decision.says != "valid"


AFFIRMED = """valid (not overridden)
valid, not blocked by guarded.rival
valid: yes - e3 says so
valid: holds; not suspended
valid (no doubt)
valid — without exception
valid, which nobody denies
valid (nothing contradicts it)
valid: undisputed
valid (uncontested)
valid — beyond doubt
valid: true, e3
valid: Y
valid — clearly
valid (derived by notice)
valid: applicable
valid — no rule forbids it
valid | exception: no
valid | disputed: no
valid | exceptions: none
valid | verified: yes
valid | confidence: 95 %
valid | n/a
valid, because the exception is overridden by guarded.rival
valid — the exception is blocked
valid, since guarded.rival defeats the exception
valid (the letter was not late)
valid. The wait was long.
valid (the goods were sent)
valid: written and paid
valid — waived by the buyer"""


@pytest.mark.parametrize("line", AFFIRMED.splitlines())
def test_what_says_that_nothing_speaks_against_it_is_affirmed(line: str) -> None:
    claimed, codes = said(line)
    assert (claimed, "RL551" in codes) == ("valid", False), line


@pytest.mark.parametrize("line", [line for line in STOPPED.splitlines() if "rejected" not in line and "asserted" not in line and "remark" not in line])
def test_what_stops_a_formula_agrees_with_a_denial(line: str) -> None:
    assert said(f"NOT {line}")[0] in ("NOT valid", f"NOT {line}"), line


@pytest.mark.parametrize("beside", ["(overridden by guarded)", "— e3 disproves it", "(nothing shows it)", "— no proof", "(not overridden)", "since e3 denies it"])
def test_beside_a_denial_it_is_a_remark(beside: str) -> None:
    assert said(f"NOT valid {beside}")[0] == "NOT valid"


@pytest.mark.parametrize("known", [None, ONE])
def test_a_decision_with_a_reason_behind_no_is_denied(known: Labels | None) -> None:
    for text in ("payable: no - it came late", "payable — no, it came late", "payable (no: late)"):
        assert decided(f"CLAIM s1: late\nDECISION: {text}\n", known) == ["NOT (payable)"], text
    for text in ("payable. Wait, no: NOT payable.", "payable (overridden by r2)", "payable (cannot tell)", "payable: insufficient evidence"):
        assert decided(f"CLAIM s1: late\nDECISION: {text}\n", known) == [text], text


# --------------------------------------------------------------------------------------- headings and lead-in lines


def below(lead: str, *items: str, bullet: str = "- ") -> tuple[list[Any], int]:
    """What is claimed by a list, and how many lines say that something of it was left aside."""
    listed = "\n".join(bullet + item for item in items)
    marked = read(f"{lead}\n{listed}\n\nDECISION: valid")
    left = [one for one in marked.findings if "does not say that what stands below is so" in one.message]
    return [claim.says for claim in marked.answer.claims or ()], len(left)


@pytest.mark.parametrize("bullet", ["- ", "* ", "1. "])
@pytest.mark.parametrize("lead", ["Unmet:", "**Not satisfied**", "## What does not hold", "These conditions are not fulfilled:", "Failed conditions:", "We find that the following is false:", "### Untrue", "Rejected:\n"])
def test_a_list_of_what_is_not_so_denies(lead: str, bullet: str) -> None:
    assert below(lead, "late", "waived (e3)", bullet=bullet) == (["NOT (late)", "NOT (waived)"], 0)
    assert below(lead, "NOT late", "waived: no", "written", bullet=bullet) == (["NOT (written)"], 1)


LEFT_ASIDE = """Not proven:
Missing facts
## Unclear
Points in dispute:
Had the letter come late:
Suppose the following:
**If it had been waived**
What would be needed:
Issues:
Is the following so?
We must decide whether:
It remains to examine:
Rule notice says:
The clause requires:
What the rule notice demands:
The buyer claims:
Alleged by the seller:
According to the buyer:
Arguments against a duty:
Possible facts:"""


@pytest.mark.parametrize("lead", LEFT_ASIDE.splitlines())
def test_a_list_of_what_is_asked_or_supposed_claims_nothing(lead: str) -> None:
    assert below(lead, "late", "waived") == ([], 1)


AFFIRMING = """Facts:
Reasoning
## Reasoning
We find:
Met:
**Conditions that hold**
The following is established:
Undisputed:
Evidence:
Claims:
My claims:
The passages show:
Therefore:
The duty does not hold because:
Reasons why nothing is owed:
Step by step:
From this it follows that:
Let me think.
Here are the steps:"""


@pytest.mark.parametrize("lead", AFFIRMING.splitlines())
def test_a_list_below_any_other_line_claims(lead: str) -> None:
    assert below(lead, "late", "waived") == (["late", "waived"], 0)


def test_a_lead_reaches_as_far_as_its_list() -> None:
    assert below("Not met:", "late\n\nMet:\n- waived") == (["NOT (late)", "waived"], 0)
    assert below("## Open questions\n\n### Detail", "late\n\n## Facts\n- waived") == (["waived"], 1)
    assert below("- Not met:", "late", "waived", bullet="  - ") == (["NOT (late)", "NOT (waived)"], 0)
    assert below("- Not met:\n  - late\n- Met:\n  - waived", "written") == (["NOT (late)", "waived", "written"], 0)
    assert below("Issues:", "late: yes", "waived — not met", "written") == (["late", "NOT (waived)"], 1)
    assert below("The rule is long. " * 400 + "We have to check whether:", "late") == ([], 1)
    assert below("Not met:", "late | evidence: e3") == (["NOT (late)"], 0)
    assert below("If it had been:", "late | evidence: e3") == ([], 1)


HEADS = """Who signed the letter?
Which of these conditions are met?
Is the notice in time?
Does rule notice apply?
Could an exception apply?
Would the waiver be effective?
Was the notice given? Yes:
Is a fee due? No:
Issue 2: was the notice given?
Issue: whether the notice was given
Step 3: Is there a waiver?
Question: must the tenant pay?
Let us see whether the waiver counts:
Whether a fee is due
Conditions
Conditions of rule notice
Conditions for a fee:
Conditions, one after the other
Examining the conditions
Exceptions
Exceptions that we looked at
Exceptions to look at
Let us go through the requirements:
Requirements:
Requirements of the clause:
Questions and answers:
Issues, each with its answer:
In the form that is required:
The clause requires two things, both of which are given:
What the clause asks for, and what we find:
There is no doubt that:
No reasonable doubt about these:
Nobody disputes:
Not in dispute:
It isn't contested that:
Nothing is missing:
No fact is left out:
Facts (none missing):
Findings (no objections):
Conditions met and not met
What holds, and what does not
Known and unknown facts:
Applicable / not applicable
Position of the parties
Views of both sides
If we apply the rule to the letter, we get:
What follows once we read the clauses:
When we look at the dates, it follows that:
Facts, unless otherwise stated:
Exceptions (if any):
The clause would normally require a fee. However, the facts are these:
A fee would be due, but:
If the letter had been late, a fee would be due. It was not so. Here we find:
Had it been sent by post, it would be late. But look:
The other side may say otherwise; still:
What could not be settled: nothing. What is settled:
Not only the letter counts:
We must not overlook:
Don't forget:
I assume nothing beyond this:
Without further ado:
The letter of the tenant
Failure to give notice
Lack of notice
No fee is due
Wrongful termination
The seller had announced:
I would say:
The record shows:
It must be noted that:
The following should be considered:
In short:"""


@pytest.mark.parametrize("lead", HEADS.splitlines())
def test_a_list_below_a_neutral_head_claims(lead: str) -> None:
    assert below(lead, "late", "NOT waived") == (["late", "NOT waived"], 0)
    assert below(f"## {lead}\n", "late (e3)", "waived — signed by both", bullet="1. ") == (["late", "waived"], 0)
    assert below(f"**{lead}**\n", "late | evidence: e3", "NOT waived | rules: notice") == (["late", "NOT waived"], 0)
    shown = "The letters show the following:"
    assert below(f"## {lead}\n\n{shown}\n", "late (e3)", "NOT waived") == (["late", "NOT waived"], 0)


ASKING = """Open questions:
Unanswered questions
Issues
Questions presented:
We have to check whether:
It is to be decided whether the following holds:
It remains to show:
Is the following so?
Are these conditions met?
What must be shown:
To be proven:
Open:
Open points:
The notice clause asks for:
Rule notice requires the following:
What does the rule require?
Wording of the rule:
Possible exceptions
The rule applies if all of these hold:
What remains open?
The exception does not apply:
No fee need be asked for:
Consent is not needed:"""


@pytest.mark.parametrize("lead", ASKING.splitlines())
def test_below_what_asks_only_what_is_affirmed_is_a_claim(lead: str) -> None:
    assert below(lead, "late", "waived") == ([], 1)
    assert below(lead, "late", "waived (e3)", "written — by post", "valid: yes") == (["waived", "written", "valid"], 1)
    assert below(lead, "late | evidence: e3") == (["late"], 0)
    assert below(f"## {lead}\n\nThe letters show the following:\n", "late", "waived") == (["late", "waived"], 0)


DOUBTING = """If the letter had been late:
If it were so, then:
Suppose the following:
Hypothetically:
A fee would be due only if:
Unless:
Had it been late:
The tenant argues:
According to the landlord:
Position of the landlord:
It is not known whether:
We do not know if:
It is tempting to say:
A common mistake is:
It would be a mistake to think that:
I have to assume:
At least one of these is not met:
Ruled out:
I first thought:
An earlier version said:
There is no evidence of:
Nothing supports:
None of these:
No longer true:
A wrong reading:"""


@pytest.mark.parametrize("lead", DOUBTING.splitlines())
def test_below_what_supposes_or_doubts_nothing_is_claimed(lead: str) -> None:
    assert below(lead, "late", "waived (e3)") == ([], 1)
    assert below(lead, "late | evidence: e3", "NOT waived | evidence: e3") == ([], 1)


def test_what_denies_as_a_whole_denies() -> None:
    for lead in ("We deny that:", "We reject:", "Conditions (not met):", "It was checked but not met:", "Which conditions are not met?", "The second condition is not met:"):
        assert below(lead, "late", "waived (e3)") == (["NOT (late)", "NOT (waived)"], 0), lead
    assert below("Exceptions that do not apply:", "late", "NOT waived (e3)") == (["NOT waived"], 1)


@pytest.mark.parametrize("indent", ["", "  ", "   "])
def test_an_item_leads_to_the_list_below_it(indent: str) -> None:
    text = f"1. Conditions that are met\n{indent}- late\n2. Conditions that are not met\n{indent}- waived (e3)"
    assert below(text) == (["late", "NOT (waived)"], 0)


@pytest.mark.parametrize("head", ["Not met:", "## Conditions not met\n", "**Not satisfied:**\n"])
def test_claims_with_heads_and_rows_below_what_denies_are_denied(head: str) -> None:
    end = "\n\n## Result\nCLAIM s9: payable"
    assert below(f"{head}\n- s1: waived (e3)\n- s2: late" + end) == (["NOT (waived)", "NOT (late)", "payable"], 0)
    assert below(f"{head}\nCLAIM s1: waived | evidence: e3" + end) == (["NOT (waived)", "payable"], 0)
    assert below(f"{head}\n| Claim | Evidence |\n|---|---|\n| waived | e3 |\n| NOT late | e3 |" + end) == (["NOT (waived)", "NOT late", "payable"], 0)
    assert below(f"{head}\n| Claim | Holds |\n|---|---|\n| waived | no |\n| late | no |" + end) == (["NOT (waived)", "NOT (late)", "payable"], 0)
    assert below(f"{head}\n- s1: NOT waived — this is not met\n- s2: late: yes" + end)[0][-2:] == ["late", "payable"]


def test_where_a_claim_with_a_head_is_denied() -> None:
    assert below("Not met:\n\nCLAIM s1: waived\n\nCLAIM s2: late") == (["NOT (waived)", "late"], 0)
    assert below("CLAIM s1: NOT waived\n", "late | evidence: e3") == (["NOT waived", "late"], 0)
    assert below("We check whether:\nCLAIM s1: waived") == (["waived"], 0)
    assert below("The following is false:\n- s1: NOT waived")[0] not in (["NOT waived"], ["waived"])


WOULD_BE = "Had the letter come in time, the decision would have been:"


def test_a_decision_below_a_supposition_replaces_none() -> None:
    for lead in (WOULD_BE, "If it had been waived:", "## What if it had been waived", "The landlord says:"):
        marked = read(f"CLAIM s1: late\nDECISION: NOT valid\n\n{lead}\nDECISION: valid")
        assert marked.answer.decision is not None
        assert marked.answer.decision.says == "NOT valid", lead
        assert [one.code for one in marked.findings if "is left aside" in (one.hint or "")] == ["RL552"], lead
    assert read(f"{WOULD_BE}\nDECISION: valid").answer.decision is not None


def test_where_the_case_supposes_what_would_be_so_is_said() -> None:
    supposing = replace(LABELS, supposes=True)
    text = f"If it had been waived:\n- late\n\nDECISION: NOT valid\n\n{WOULD_BE}\nDECISION: valid"
    marked = read_markup(Source("answer.txt", text), About("t.rules#c"), supposing)
    assert [claim.says for claim in marked.answer.claims or ()] == ["late"]
    assert marked.answer.decision is not None
    assert marked.answer.decision.says == "valid"


@pytest.mark.parametrize("line", ["<s>late</s>", "<s>late", "<S>late</S>", "<del>late</del>"])
def test_what_is_struck_out_is_not_said(line: str) -> None:
    claimed, codes = said(line)
    assert claimed not in ("late", "NOT late")
    assert "RL551" in codes or line == "<s>late"


def test_marks_of_a_template_are_dropped() -> None:
    assert read("<s>\nCLAIM s1: late\nDECISION: valid</s>").answer.decision is not None
    assert said("late</s>")[0] == "late"


@pytest.mark.parametrize("value", ["s2, not s1", "s2 (not s1)", "s2 but not s1", "s2 rather than s1", "s2; without s1", "s2 instead of s1"])
def test_a_claim_that_from_denies_is_no_source(value: str) -> None:
    marked = read(f"CLAIM s1: late\nCLAIM s2: waived\nCLAIM s3: written | from: {value}\nDECISION: valid")
    assert [claim.from_ for claim in marked.answer.claims or ()] == [[], [], ["s2"]]
    assert [one.code for one in marked.findings] == ["RL557"]


@pytest.mark.parametrize("text", ["(a) MUST pay; (b) NOT MAY destroy", "a) MUST pay; b) NOT MAY destroy", "(1) MUST pay; (2) NOT MAY destroy", "(i) MUST pay; (ii) NOT MAY destroy"])
def test_lettered_parts_are_parts(text: str) -> None:
    assert decided(f"CLAIM s1: late\nDECISION: {text}\n", TWO) == ["MUST pay", "NOT MAY destroy"]


def test_a_formula_of_another_case_is_no_verdict() -> None:
    assert said("late; NOT barred; written")[0] == ["late", "NOT barred", "written"]
    assert decided("DECISION: NOT payable; NOT barred; fee = 3\n", ONE) == ["NOT payable", "NOT barred", "fee = 3"]


@pytest.mark.parametrize("text", ["Neither late nor barred", "not overridden", "no doubt", "without exception", "overridden", "no evidence", "cannot tell", "no - payable", "yes - NOT payable"])
def test_what_only_speaks_of_a_formula_decides_nothing_by_itself(text: str) -> None:
    assert decided(f"CLAIM s1: late\nDECISION: {text}\n", ONE) not in (["payable"], ["NOT (payable)"])


@pytest.mark.parametrize("lead", ["", "- ", "1. ", "> ", "**"])
def test_a_line_that_is_struck_out_is_not_said_and_told(lead: str) -> None:
    for struck, left in (("CLAIM s2: barred | rules: guarded", ["late"]), ("CLAIM s2: barred\nCLAIM s3: waived", ["late"]), ("barred (guarded)", ["late"])):
        found = read(f"CLAIM s1: late | rules: notice\n{lead}~~{struck}~~\nDECISION: valid")
        assert [one.says for one in found.answer.claims or ()] == left
        assert (found.answer.claims or ())[0].rules == ["notice"]
        assert [one.code for one in found.findings if "struck out" in one.message] == ["RL557"]
    found = read(f"CLAIM s1: late\nDECISION: valid\n{lead}~~DECISION: payable~~")
    assert found.answer.decision is not None
    assert (found.answer.decision.says, noticed(found)) == ("valid", ["RL557"])


def test_what_follows_what_is_struck_out_is_said() -> None:
    found = read("~~CLAIM s1: barred~~ CLAIM s1: late | ~~rules: guarded~~ | rules: notice\n~~DECISION: payable~~ DECISION: valid").answer
    assert [(one.id, one.says, one.rules) for one in found.claims or ()] == [("s1", "late", ["notice"])]
    assert found.decision is not None
    assert found.decision.says == "valid"
    assert (read("~~~\nCLAIM s1: late\n~~~\nDECISION: valid").answer.claims or ())[0].says == "late"
    assert "RL551" in noticed(read("CLAIM s1: ~~barred~~\nDECISION: valid"))


def test_of_two_decisions_that_say_the_same_the_citations_of_both_count() -> None:
    text = "CLAIM s1: late\nCLAIM s2: waived\n\n**Conclusion**\n\nvalid | rules: guarded | from: s1\n\nDECISION: valid | from: s2"
    found = read(text).answer.decision
    assert found is not None
    assert (found.says, found.rules, sorted(found.from_)) == ("valid", ["guarded"], ["s1", "s2"])
    found = read("CLAIM s1: late\nDECISION: NOT valid | from: s1\nDECISION: valid").answer.decision
    assert found is not None
    assert (found.says, found.from_) == ("valid", [])
    found = read("CLAIM s1: late\nDECISION: valid | from: s1 | holds: no\nDECISION: valid").answer.decision
    assert found is not None
    assert (found.says, found.from_) == ("valid", [])


def test_prose_before_the_formula_below_a_head_is_told() -> None:
    found = read("## Decision\n\nThe notice has its effect.\n\nvalid | rules: guarded").answer.decision
    assert found is not None
    assert (found.says, found.rules) == ("valid", ["guarded"])
    for text in ("## Decision\n\nIt depends on the mail.\n\nvalid", "## Decision\n\nThe notice has its effect.\n\n- late (guarded)"):
        found = read(text).answer.decision
        assert found is not None
        assert found.says != "valid"
        assert found.says != "late"


def test_items_that_cite_are_claims_beside_claims_with_a_head() -> None:
    text = "CLAIM s1: waived | rules: notice\n\n- late (e1)\n2. rival_owned: no (e3)\nStep 3: to_affiliate - shown by e2\n\nDECISION: valid"
    found = read(text)
    claims = found.answer.claims or ()
    assert [(one.id, one.says, one.evidence) for one in claims][1:] == [
        ("s2", "late", ["e1"]),
        ("2", "NOT (rival_owned)", ["e3"]),
        ("3", "to_affiliate", ["e2"]),
    ]
    assert not noticed(found)


@pytest.mark.parametrize("item", ["late", "waived (e2)"])
def test_items_that_are_no_claims_beside_one_with_a_head_are_told(item: str) -> None:
    found = read(f"CLAIM s1: waived | rules: notice\n\n- {item}\n\nDECISION: valid")
    assert [one.says for one in found.answer.claims or ()] == ["waived"]
    [told] = found.findings
    assert told.code == "RL557"
    assert f"`{item}`" in told.message


@pytest.mark.parametrize("lead", ["If it had been:", "Not established:"])
def test_items_below_what_supposes_stay_none_beside_claims_with_a_head(lead: str) -> None:
    found = read(f"CLAIM s1: waived | rules: notice\n\n{lead}\n- late (e1)\n\nDECISION: valid")
    assert [one.says for one in found.answer.claims or ()] == ["waived"]
    assert {one.code for one in found.findings} == {"RL557"}
