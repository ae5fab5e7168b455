# ruff: noqa: E501
"""What models plainly write besides the form: tables of findings, labels, links in words, sums, dates and units."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_styles import noticed, read


def claims(text: str) -> list[Any]:
    """What is claimed, with what it follows from, the rules and the passages."""
    return [(one.says, one.from_, one.rules, one.evidence) for one in read(text).answer.claims or ()]


TABLE = """| Step | {} | Rule(s) applied | Evidence | Depends on |
|---|---|---|---|---|
| s1 | `late` | notice | e1 | — |
| s2 | valid{} | notice | | s1 |

DECISION: valid | from: s2"""


@pytest.mark.parametrize("head", ["Finding", "Result", "Determination", "Legal finding", "Intermediate conclusion", "Conclusion reached", "Inference", "**Findings**", "Fact"])
def test_a_table_of_what_steps_come_to(head: str) -> None:
    assert claims(TABLE.format(head, "")) == [("late", [], ["notice"], ["e1"]), ("valid", ["s1"], ["notice"], [])]
    assert not noticed(read(TABLE.format(head, "")))


def test_a_column_of_verdicts_is_beside_the_one_of_findings() -> None:
    text = "| Step | Finding | Result | Rules |\n|---|---|---|---|\n| 1 | late | met | notice |\n| 2 | waived | not met | guarded |\n\nDECISION: valid"
    assert [one[0] for one in claims(text)] == ["late", "NOT (waived)"]


@pytest.mark.parametrize(
    "rows",
    ["| Element | Finding | Evidence |\n|---|---|---|\n| the notice | met | e1 |", "| Rule | Outcome |\n|---|---|\n| notice | valid |", "| Buyer's finding | Rule |\n|---|---|\n| late | notice |",
     "| Topic | Result | Source |\n|---|---|---|\n| the notice | it came too late | e1 |"],
)  # fmt: skip
def test_what_is_no_table_of_findings(rows: str) -> None:
    assert not claims(f"{rows}\n\nDECISION: valid")


@pytest.mark.parametrize(
    "text",
    [
        "### Step 1\nClaim: late\nRules: notice\nEvidence: e1\n\n### Step 2\nClaim: valid\nRules: notice\nFrom: Step 1",
        "### Step 1\nFinding: late\nRules: notice\nEvidence: e1\n\n### Step 2\nResult: valid\nRules: notice\nFrom: Step 1",
        "1. **Claim:** late\n   **Rules:** notice\n   **Evidence:** e1\n2. **Claim:** valid\n   **Rules:** notice\n   **From:** 1",
        "1. Claim: late | rules: notice | evidence: e1\n2. Claim: valid | rules: notice | from: 1",
    ],
)
def test_claims_under_a_word_alone(text: str) -> None:
    marked = read(f"{text}\n\nDECISION: valid | from: 2")
    assert claims(f"{text}\n\nDECISION: valid") == [("late", [], ["notice"], ["e1"]), ("valid", ["1"], ["notice"], [])]
    assert marked.answer.decision is not None
    assert marked.answer.decision.from_ == ["2"]
    assert not noticed(marked)


def test_claims_under_a_word_alone_without_ids() -> None:
    assert claims("Claim: late | rules: notice\nStatement: waived | evidence: e2\nDECISION: valid") == [("late", [], ["notice"], []), ("waived", [], [], ["e2"])]


@pytest.mark.parametrize("prose", ["Claim: the notice was late, he says", "Result: late", "The buyer's claim: late", "Finding: late"])
def test_what_is_no_claim_under_such_a_word(prose: str) -> None:
    assert claims(f"{prose}\n\nCLAIM s1: waived\nDECISION: valid") == [("waived", [], [], [])]


@pytest.mark.parametrize("word", ["Reason", "**Justification**", "- Rationale", "Because", "- **Reasoning**", "| reason"])
def test_what_a_reason_below_a_claim_names(word: str) -> None:
    text = f"CLAIM s1: late\nCLAIM s2: valid\n{word}: s1 holds (e1, not e2); guarded does not apply, see rule notice.\nDECISION: valid"
    assert claims(text)[1] == ("valid", ["s1"], ["notice"], ["e1"])


def test_a_reason_below_a_decision() -> None:
    decision = read("CLAIM s1: late\nDECISION: valid\nRationale: s1, and rule notice").answer.decision
    assert decision is not None
    assert (decision.says, decision.from_, decision.rules) == ("valid", ["s1"], ["notice"])


def test_a_reason_that_is_apart_belongs_to_no_claim() -> None:
    assert claims("CLAIM s1: late\n\nReasoning: rule notice governs.\nDECISION: valid") == [("late", [], [], [])]


@pytest.mark.parametrize("line", ["Verdict: false", "Status: not met", "- **Holds:** no", "Finding: not met", "\n- Met?: no"])
def test_a_verdict_below_a_claim(line: str) -> None:
    for head in ("CLAIM s1: late\n", "### Step 1\nClaim: late\n", "1. **Claim:** late\n   "):
        assert claims(f"{head}{line}\nCLAIM s7: waived\nDECISION: valid")[0][0] == "NOT (late)"
    open_one = read("CLAIM s1: late\nStatus: pending\nDECISION: valid")
    assert noticed(open_one) == ["RL551"]


def test_the_answer_below_the_last_claim_is_no_verdict_on_it() -> None:
    marked = read("CLAIM s1: late\nAnswer: NOT valid")
    assert marked.answer.decision is not None
    assert [one.says for one in marked.answer.claims or ()] == ["late"]
