# ruff: noqa: E501
"""Conclusions on the way to a decision, corrections, questions with answers, and reasons below what they show."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_deciding import ACTS, LEASE, claims, decision, read, told

from rulelang.verifier.markup.labels import Labels

DECIDED = "\n\nDECISION: MAY end_lease"


def said(text: str, known: Labels | None = LEASE) -> list[Any]:
    return [one[0] for one in claims(text, known)]


WORDS = """Conclusion:
**Conclusion:**
### Conclusion:
- Conclusion:
3. Conclusion:
Interim conclusion:
**Intermediate conclusion:**
- **Sub-conclusion:**
Partial conclusion 2:
Result of step 2:
Conclusion of step 2:
Conclusion on the default:
Step 2 conclusion:
Answer:
Verdict:
Decision on issue 1:
Decision on the default:
Thought 2:
Reasoning step 3:
Observation:
**Inference:**
Fact 3:
Therefore
So""".splitlines()


@pytest.mark.parametrize("word", WORDS)
def test_a_conclusion_on_what_is_not_asked_is_a_claim_with_what_it_cites(word: str) -> None:
    text = f"1. late (e1)\n2. told (e2)\n\n{word} in_default (r1, from 1-2){DECIDED} | rules: r2"
    assert claims(text) == [("late", [], [], ["e1"]), ("told", [], [], ["e2"]), ("in_default", ["1", "2"], ["r1"], [])]
    assert decision(text) == ["MAY end_lease"]


@pytest.mark.parametrize("word", ["Conclusion:", "Answer:", "Verdict:", "Decision:", "Decision on the lease:", "**Decision for the landlord's red bag:**", "Answer for passenger 2:", "Conclusion with regard to the lease:", "Decision on the case:"])
def test_one_on_what_is_asked_is_the_decision(word: str) -> None:
    assert decision(f"- late (e1)\n\n{word} MAY end_lease (r2)") == ["MAY end_lease"]
    assert decision(f"- late (e1)\n\n{word} in_default (r2)") == ["in_default"], "it decides if nothing else does"


@pytest.mark.parametrize("topic", ["in case he was told", "for the event that he was told", "if he was told", "for a tenant who was told", "on the assumption that he was told", "on the contrary assumption", "for the case that he was not told"])
def test_a_decision_that_is_one_if_something_were_so_is_none(topic: str) -> None:
    assert decision(f"- late (e1)\n\nDecision {topic}: MAY end_lease") is None


@pytest.mark.parametrize("head", ["## Conclusion", "## Answer", "**Conclusion**", "Answer:", "Conclusion:"])
@pytest.mark.parametrize("first", [True, False])
def test_what_is_listed_below_such_a_word_beside_a_decision_is_claimed(head: str, first: bool) -> None:
    listed = f"{head}\n- late (e1)\n- told (e2)\n- in_default (r1)"
    text = f"DECISION: MAY end_lease\n\n{listed}" if first else f"{listed}{DECIDED}"
    assert (decision(text), said(text)) == (["MAY end_lease"], ["late", "told", "in_default"])


def test_so_is_what_is_listed_there_beside_what_is_asked() -> None:
    text = "## Conclusion\n- late (e1)\n- told (e2)\n- MAY end_lease (r2)"
    assert (decision(text), said(text)) == (["MAY end_lease"], ["late", "told"])
    assert decision("## Decision\n| Action | Decision |\n|---|---|\n| Warn him | MUST warn |\n| Report | MUST report |", ACTS) == ["MUST warn", "MUST report"]


@pytest.mark.parametrize("lead", ["If it had been late:", "The tenant argues:", "A wrong answer:", "Not met:", "Rejected:", "Counterargument:"])
@pytest.mark.parametrize("word", ["Conclusion:", "Interim conclusion:", "Thought 1:", "Observation:", "Answer:", "So", "Result of step 2:"])
def test_a_conclusion_below_what_denies_or_supposes_is_not_claimed(lead: str, word: str) -> None:
    assert "in_default" not in said(f"{lead}\n{word} in_default (r1){DECIDED}")
    assert "in_default" not in said(f"## {lead}\n{word} in_default (r1){DECIDED}")
    if word != "So":
        assert decision(f"## {lead}\n{word} in_default (r1)\n{DECIDED}") == ["MAY end_lease"]
        assert decision(f"{lead}\n{word} in_default (r1){DECIDED}") == ["MAY end_lease"]


FORM = """I would write:
I'd write:
I would write this as follows:
We would put it like this:
In the requested form:
In the format that is asked for:
Written out:
Rewritten in the required format:
My answer in the form is:
The claims would read:
So my lines would be:
The answer would look like this:
You would write:
Here it is in the requested form:""".splitlines()


@pytest.mark.parametrize("lead", FORM)
@pytest.mark.parametrize("style", ["{}", "## {}", "**{}**", "Sure. {}"])
def test_what_leads_to_the_form_takes_nothing_from_it(lead: str, style: str) -> None:
    head = style.format(lead)
    assert said(f"{head}\nCLAIM s1: late | evidence: e1{DECIDED}") == ["late"]
    assert said(f"{head}\n- late (e1)\n- told (e2){DECIDED}") == ["late", "told"]


@pytest.mark.parametrize("lead", ["If he had been told, I would write:", "In that case I would write:", "The tenant would write:", "Suppose he was told. Then I would write:", "Suppose he was told.\nI would write:", "Assume the opposite. I would write:", "Wrongly one could write:", "Otherwise I would write:"])
def test_what_would_be_written_otherwise_is_not(lead: str) -> None:
    assert "late" not in said(f"{lead}\nCLAIM s1: late | evidence: e1{DECIDED}")
    assert "late" not in said(f"{lead}\n- late (e1){DECIDED}")


@pytest.mark.parametrize("line", ["Oops… It should be:", "It should read:", "Correction:", "## Corrections", "Let me correct that:", "Sorry, I meant:", "Wait. Corrected:", "That should have been:", "Revised claim:"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_line_that_announces_a_correction_takes_back_what_the_next_says_anew(line: str, between: str) -> None:
    text = f"CLAIM s1: cured | evidence: e1{between}{line}{between}CLAIM s1: NOT cured | evidence: e2\nCLAIM s2: late{DECIDED} | from: s1"
    assert said(text)[1:] == ["NOT cured", "late"]
    assert said(text)[0] != "cured"


@pytest.mark.parametrize("line", ["No correction is needed:", "Is this a correction?", "Next:", "If a correction were needed:"])
def test_other_lines_take_nothing_back(line: str) -> None:
    assert said(f"CLAIM s1: cured | evidence: e1\n{line}\nCLAIM s2: late{DECIDED}")[0] == "cured"
    assert "takes this claim back" not in str(read(f"CLAIM s1: cured\n{line}\nCLAIM s1: late{DECIDED}").findings)


INSTEAD = """Scratch that: NOT cured (e2)
Correction — NOT cured (e2)
**Correction:** NOT cured (e2)
- Correction: NOT cured (e2)
Wait, no: NOT cured (e2)
I meant NOT cured (e2)
Oops, it should be NOT cured (e2)
On reflection, NOT cured (e2)
Let me correct that: NOT cured (e2)
Strike that. NOT cured (e2)
Strike that.|NOT cured (e2)""".splitlines()


@pytest.mark.parametrize("line", INSTEAD)
@pytest.mark.parametrize("first", ["CLAIM s1: cured | evidence: e1", "**s1:** cured | evidence: e1", "- cured (e1)", "1. cured (e1)", "Thought 1: cured (e1)", "Interim conclusion: cured (e1)", "Conclusion: cured (e1)"])
def test_what_is_said_instead_replaces_what_stands_above(line: str, first: str) -> None:
    instead = line.replace("|", "\n")
    text = f"- late (e1)\n{first}\n{instead}{DECIDED}"
    assert [one for one in claims(text) if "cured" in str(one[0])][1:] == [("NOT cured", [], [], ["e2"])]
    assert "cured" not in said(text)
    assert "RL551" in told(text)


def test_what_is_said_instead_of_a_decision_decides() -> None:
    assert decision("- late (e1)\nDECISION: NOT MAY end_lease\nScratch that: MAY end_lease") == ["MAY end_lease"]
    assert decision("- late (e1)\nDECISION: MUST warn\nCorrection: MAY end_lease") == ["MAY end_lease"]
    assert "MAY end_lease" not in (decision("- late (e1)\nDECISION: MAY end_lease\nScratch that.") or [])


def test_of_another_thing_only_plain_words_take_anything_back() -> None:
    assert said(f"CLAIM s1: cured\nRather late.{DECIDED}") == ["cured"]
    assert said(f"CLAIM s1: cured\nNo correction: NOT cured{DECIDED}") == ["cured"]
    assert "NOT cured" not in said(f"CLAIM s1: cured\nScratch that; the buyer says NOT cured{DECIDED}")
    assert "NOT cured" not in said(f"CLAIM s1: cured\nScratch that: maybe NOT cured{DECIDED}")


ASKED = ("**Q: {q}** A: {a}", "**Q: {q}**\nA: {a}", "Q: {q}\n\nA: {a}", "Q1: {q} A1: {a}", "**Question 1:** {q}\n**Answer 1:** {a}", "Question: {q}\nAnswer: {a}", "- Q: {q} A: {a}", "### Q1: {q}\nA1: {a}")


@pytest.mark.parametrize("style", ASKED)
def test_an_answer_to_a_question_is_claimed(style: str) -> None:
    text = "\n".join(style.format(q=q, a=a) for q, a in (("Is it late?", "late (e1)"), ("Was he told?", "told (e2)")))
    assert claims(text + DECIDED) == [("late", [], [], ["e1"]), ("told", [], [], ["e2"])]
    assert decision(text + DECIDED) == ["MAY end_lease"]


@pytest.mark.parametrize("style", ASKED)
@pytest.mark.parametrize("q", ["What would the tenant say?", "Which condition is not met?", "What does the tenant claim?", "What is missing?", "What if it had been late?"])
def test_an_answer_to_what_is_not_plainly_asked_is_not(style: str, q: str) -> None:
    assert "told" not in said(style.format(q=q, a="told (e2)") + DECIDED)
    assert decision(style.format(q=q, a="told (e2)") + DECIDED) == ["MAY end_lease"]


def test_an_answer_decides_if_nothing_else_does() -> None:
    text = "Q1: Is it late? A1: late (e1)\nQ2: May he end it? A2: MAY end_lease (r2, from 1)"
    assert (decision(text), said(text)) == (["MAY end_lease"], ["late"])
    assert claims(f"{text}{DECIDED} | from: 2")[1] == ("MAY end_lease", ["1"], ["r2"], [])


@pytest.mark.parametrize("line", ["So in_default, because:", "**in_default**, since:", "Therefore in_default for the following reasons:", "- So in_default, because:", "It follows that in_default, because of these facts:"])
def test_a_list_of_reasons_belongs_to_what_stands_above(line: str) -> None:
    found = claims(f"{line}\n- late (e1)\n- told (e2){DECIDED}")
    assert [one[0] for one in found] == ["in_default", "late", "told"]
    assert found[0][1] == ["s2", "s3"]
    asked = f"{line.replace('in_default', 'MAY end_lease')}\n- late (e1)\n- told (e2)"
    assert (decision(asked), said(asked)) == (["MAY end_lease"], ["late", "told"])


@pytest.mark.parametrize("line", ["If in_default, because:", "So perhaps in_default, because:", "So the tenant says in_default, because:", "Not in_default, because:", "So it is unclear whether in_default, because:"])
def test_what_is_not_plainly_said_there_is_not_claimed(line: str) -> None:
    assert "in_default" not in said(f"{line}\n- late (e1)\n- told (e2){DECIDED}")


def test_a_formula_with_what_it_cites_is_claimed_on_a_line_of_its_own() -> None:
    assert said(f"It was late.\nlate (e1)\n\ntold (e2)\nTherefore in_default (r1).{DECIDED}") == ["late", "told", "in_default"]
    assert said(f"The tenant never said that he was\nlate (e1){DECIDED}") == []
    assert said(f"Suppose he was told.\nin_default (r1){DECIDED}") == []
    assert said(f"late\ntold{DECIDED}") == []
    assert claims(f"late\n  - Evidence: e1\n\nSo in_default\n  - Rules: r1{DECIDED}") == [("late", [], [], ["e1"]), ("in_default", [], ["r1"], [])]


LOST = [
    ("So I rule MAY end_lease", "a decision"), ("We decide that MAY end_lease.", "a decision"), ("The lease: late, I think", None),
    ("Rules r1 and r2", "a field of a claim"), ("See e1 and e2", "a field of a claim"), ("based on s1, s2", "a field of a claim"),
    ("It is said that MUST warn", "a claim"), ("It was a long day.", None),
]  # fmt: skip


@pytest.mark.parametrize(("line", "like"), LOST)
def test_what_a_lost_line_looks_like_is_told(line: str, like: str | None) -> None:
    found = [one for one in read(f"CLAIM s1: late\n\nWell.\n\n{line}{DECIDED}").findings if "looks like" in one.message]
    assert [one.message.split("looks like ")[1].split(" and can")[0] for one in found] == ([] if like is None else [like])
    for one in found:
        assert one.primary is not None
        assert one.hint
        span = one.primary.span
        assert span.source.text[span.start : span.end] == line


def test_it_is_told_too_where_nothing_is_read() -> None:
    found = read("It was late.\nSo I rule MAY end_lease").findings
    assert [one.code for one in found if "looks like a decision" in one.message] == ["RL557"]


@pytest.mark.parametrize("field", ["evidence: e2, probably", "evidence: e2?", "evidence: e2, but only if e3 is right", "rules: r1, perhaps", "from: s1, maybe", "evidence: e2, allegedly"])
def test_doubts_among_what_is_cited_leave_nothing_said(field: str) -> None:
    assert "told" not in said(f"CLAIM s1: late\nCLAIM s2: told | {field}{DECIDED}")


def test_an_entity_in_a_formula_is_no_citation_behind_it() -> None:
    from test_markup_written import references

    answer, known = next(one for one in references("agent/airline.rules") if one[0]["case"].endswith("cancel_without_yes"))
    assert answer["claims"]
    assert said("- fare(k1) = business (cancel.business, e1)\n\nDECISION: NOT MAY cancel(k1)", known) == ["fare(k1) = business"]


DENIED = r"""Conclusion (if he was told): told (e2)
Interim conclusion (rejected): told (e2)
Interim conclusion (withdrawn): told (e2)
Sub-conclusion of the tenant: told (e2)
Conclusion of the tenant: told (e2)
Conclusion for the tenant's case: told (e2)
Conclusion on the tenant's account: told (e2)
Result of the tenant's argument: told (e2)
Observation by the tenant: told (e2)
Tentative conclusion: told (e2)
Possible conclusion: told (e2)
False conclusion: told (e2)
Wrong interim conclusion: told (e2)
Alternative result of step 2: told (e2)
Thought experiment: told (e2)
Thought (discarded): told (e2)
Thought 1 (wrong): told (e2)
First thought: told (e2)
Initial thought: told (e2)
Hypothetical fact 1: told (e2)
Alleged fact: told (e2)
Disputed fact 2: told (e2)
Observation: not told (e2)
Observation: no, told (e2)
Thought: is it told (e2)?
Thought 1: suppose told (e2)
Thought 1: if told (e2)
Thought 2: maybe told (e2)
Q: Was he told? A: no, told (e2) is not shown
Q: Was he told? A: No.
Q: told? A: no (e2)
Q: Was he told? A: told (e2)? No.
Q: Was he told? A: The tenant says told (e2)
Q: Was he told? A: not told (e2)
Q: Who says so? A: the tenant: told (e2)
So told, because the tenant says so:
So told, because:\n- the tenant says so
If told, because:
So not told, because:\n- late (e1)
It does not follow that told, because:\n- late (e1)
It follows that told, because the tenant says:\n- late (e1)
Nobody can say told, because:\n- late (e1)
Therefore not told (e2)
Therefore told (e2) is false.
So told (e2) fails.
Hence, told (e2) would follow if late.
told (e2) — or so the tenant says
told (e2) is what the tenant claims
The tenant says: told (e2)
told (e2)? No.
~~told (e2)~~
> The tenant: told (e2)
"told (e2)", says the tenant.
The claim "told (e2)" is wrong.
It is wrong that:\ntold (e2)
I cannot conclude:\ntold (e2)
Nothing shows:\n\ntold (e2)
What the tenant says:\n\ntold (e2)
The tenant claims he knew.\ntold (e2)
Had it been so,\ntold (e2)
Let us assume the contrary.\n\ntold (e2)
The following is not the case.\ntold (e2)
The following does not hold.\n\ntold (e2)
Here is what I reject.\ntold (e2)
## Rejected\nConclusion: told (e2)
## Rejected\nInterim conclusion: told (e2)
## Tenant's view\nConclusion: told (e2)\nInterim conclusion: told (e2)
## Tenant's view\nQ: Was he told?\nA: told (e2)
## If he had been told\nSo told, because:\n- late (e1)
## Not met\nFinding: told (e2)
## Not met\nQ: Was he told? A: told (e2)
## Not met\ntold (e2)
## Not met\nSo told, because:\n- late (e1)
Conclusion: told (e2) — rejected
Conclusion: told (e2), says the tenant
Conclusion: told (e2), if e3 is right
Interim conclusion: told (e2) — but I doubt it
Interim conclusion: probably told (e2)
Result of step 2: told (e2) cannot be shown
Result of step 2: told is not shown (e2)
Conclusion: told\nScratch that.
Conclusion: told\nThis does not hold.
Interim conclusion: told (e2)\nNot so.
Interim conclusion: told (e2)\n- Not met.
Interim conclusion: told (e2)\nStatus: rejected
Thought 1: told (e2)\nWait, that is wrong.
Thought 1: told (e2)\nThought 2: that is wrong.
Thought 1: told (e2)\nThought 2: No, NOT told (e2)
Thought 1: told (e2)\nThought 2: Wait, NOT told (e2)
Decision if he was told: told
Scratch that: told (e2)\nNo, scratch that too.
CLAIM s1: NOT told\nThe tenant would correct: told (e2)
CLAIM s1: NOT told\nThe tenant's correction: told (e2)
CLAIM s1: NOT told\nI did not mean told (e2)
CLAIM s1: NOT told\nIt should not be told (e2)
CLAIM s1: NOT told\nIt should perhaps be told (e2)
CLAIM s1: NOT told\nShould it be told (e2)?
CLAIM s1: NOT told\nCorrection? told (e2)
CLAIM s1: NOT told\nActually not: told (e2)
CLAIM s1: NOT told\nWait, told (e2)?
CLAIM s1: NOT told\nI mean, told (e2) would be odd"""


@pytest.mark.parametrize("text", DENIED.splitlines())
@pytest.mark.parametrize("mark", ["{}", "1. {}", "- {}", "**{}**"])
def test_what_is_denied_doubted_supposed_or_told_by_others_is_not_affirmed(text: str, mark: str) -> None:
    written = text.replace("\\n", "\n")
    if "\n" in written and mark != "{}":
        mark = "{}"
    assert "told" not in said(mark.format(written) + DECIDED)
    assert decision(mark.format(written) + DECIDED) == ["MAY end_lease"]
