# ruff: noqa: E501
"""Heads of claims and decisions as models write them, lists below them, and tables with a column of claims."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_decisions import SUM, TWO, decision
from test_markup_decisions import noticed as noticed_in
from test_markup_styles import noticed, read


def found(text: str) -> tuple[list[Any], Any, list[str]]:
    """What is claimed, with ids, what is decided, and what was noticed."""
    marked = read(text)
    claims = [(one.id, one.says) for one in marked.answer.claims or ()]
    return claims, None if marked.answer.decision is None else marked.answer.decision.says, noticed(marked)


@pytest.mark.parametrize(
    "head",
    ["DECISION (final):", "Decision (Overall):", "**Decision** (final):", "DECISION 1:", "Decision #2:", "DECISION (1):", "DECISION", "**DECISION**", "Final decision (formal):",
     "Step 4: Final decision:", "Step 4 - Decision:", "Decision\n========\n", "Decision\n---\n", "## Decision\n***\n"],
)  # fmt: skip
def test_heads_of_decisions(head: str) -> None:
    assert found(f"CLAIM s1: late\n{head} NOT valid") == ([("s1", "late")], "NOT valid", [])
    assert found(f"CLAIM s1: late\n{head} valid") == ([("s1", "late")], "valid", [])


@pytest.mark.parametrize(
    ("head", "told"),
    [("CLAIM s1,", []), ("CLAIM s1", []), ("CLAIM 1", []), ("CLAIM **s1**", []), ("CLAIM s1 (by mail):", ["RL557"]), ("s1 (high confidence):", ["RL557"]), ("Claim 1 (final):", [])],
)
def test_heads_of_claims(head: str, told: list[str]) -> None:
    claims, decided, noticed_there = found(f"{head} NOT late\nDECISION: valid")
    assert ([says for _, says in claims], decided, noticed_there) == (["NOT late"], "valid", told)


def test_what_a_remark_in_a_head_says_counts() -> None:
    assert found("CLAIM s1 (unclear): late\nDECISION: valid")[2] == ["RL551"]
    assert found("CLAIM s1: late\nDECISION (tentative): valid")[2] == ["RL551"]
    assert found("CLAIM s1 (false): late\nDECISION: valid")[0] == [("s1", "NOT (late)")]
    cited = (read("CLAIM s1 (e3): written\nDECISION: valid").answer.claims or ())[0]
    assert cited.evidence == ["e3"]


@pytest.mark.parametrize("prose", ["CLAIM s1 and what follows from it", "CLAIM s2 is based on the mail", "DECISION will follow below", "DECISION making is hard"])
def test_prose_that_begins_so_is_prose(prose: str) -> None:
    assert found(f"CLAIM s1: late\n{prose}\nDECISION: valid") == ([("s1", "late")], "valid", [])


@pytest.mark.parametrize("bullet", ["- ", "{}. ", "* **", "({}) "])
@pytest.mark.parametrize(
    ("items", "says"),
    [
        (["She has to pay: MUST pay", "Destroying is not allowed: NOT MAY destroy"], ["MUST pay", "NOT MAY destroy"]),
        (["MUST pay", "As to the rest: `NOT MAY destroy`"], None),
        (["On paying: `MUST pay`", "NOT MAY destroy"], ["MUST pay", "NOT MAY destroy"]),
        (["No duty to pay: NOT MUST pay", "MAY destroy"], ["NOT MUST pay", "MAY destroy"]),
    ],
)
def test_labels_before_the_parts_of_a_decision(items: list[str], says: list[str] | None, bullet: str) -> None:
    close = "**" if "**" in bullet else ""
    lines = "\n".join(f"{bullet.format(at)}{item}{close}" for at, item in enumerate(items, 1))
    text = f"CLAIM s1: late\n\n## Decision\n{lines}\n"
    assert decision(text, TWO) == (says or ["MUST pay"])


@pytest.mark.parametrize("label", ["She does not pay", "Unclear", "Rejected", "Whether she pays", "The claimant argues", "It fails"])
def test_labels_that_may_take_back_are_never_read_over(label: str) -> None:
    text = f"CLAIM s1: late\n\n## Decision\n- {label}: MUST pay\n"
    assert decision(text, TWO) != ["MUST pay"]
    assert "RL551" in noticed_in(text, TWO) or decision(text, TWO) == ["NOT (MUST pay)"]


@pytest.mark.parametrize("head", ["| Claim | Comment |", "| Remarks | **Formula** |", "| Claims | Assessment | Thoughts |"])
def test_a_table_with_a_column_of_claims(head: str) -> None:
    first = head.startswith("| Remarks")
    cells = [("late", "by mail, that is"), ("waived", "not met"), ("written", "likely")]
    rows = "\n".join("| " + " | ".join(reversed(one) if first else one) + " |" for one in cells)
    claims, _, told = found(f"{head}\n|{'---|' * (head.count('|') - 1)}\n{rows}\n\nDECISION: valid")
    assert [says for _, says in claims][:2] == ["late", "NOT (waived)"]
    assert claims[2][1] not in ("written", "NOT (written)")
    assert set(told) == {"RL551", "RL557"}


@pytest.mark.parametrize("head", ["| Claim | Comment |", "| Condition | Comment |"])
def test_a_table_of_prose_is_no_table_of_claims(head: str) -> None:
    claims, _, told = found(f"{head}\n|---|---|\n| The notice came late | so he says |\n\nDECISION: valid")
    assert not claims
    assert set(told) == {"RL557"}


@pytest.mark.parametrize("written", [r"fee = \$1{,}245.00", r"fee = 1{,}245.00 usd", r"\text{fee} = \$1{,}245.00"])
def test_a_grouping_comma_of_latex(written: str) -> None:
    assert decision(f"DECISION: {written}", SUM) == ["fee = 1245.00 usd"]


def test_another_comma_of_latex_is_in_no_number() -> None:
    assert "RL551" in noticed_in("DECISION: fee = 1{,}24", SUM)


@pytest.mark.parametrize("numbers", [("i. ", "ii. "), ("(i) ", "(ii) "), ("① ", "② "), ("1) ", "2) ")])
def test_numbering_of_items_that_are_claims(numbers: tuple[str, str]) -> None:
    first, second = numbers
    claims, decided, told = found(f"{first}late\n{second}NOT waived\n\nDECISION: valid")
    assert ([says for _, says in claims], decided, told) == (["late", "NOT waived"], "valid", [])


@pytest.mark.parametrize("head", ["Decision on issue {}:", "**Decision on issue {}:**", "Answer to question {}:", "Verdict as to the point {}:"])
def test_a_decision_on_an_issue_is_a_part_of_the_decision(head: str) -> None:
    text = f"CLAIM s1: late\n{head.format(1)} MUST pay | from: s1\n\n**Issue 2**\nCLAIM s2: late\n{head.format(2)} NOT MAY destroy | from: s2"
    assert decision(text, TWO) == ["MUST pay", "NOT MAY destroy"]
    assert decision("CLAIM s1: late\nDECISION: MUST pay\n\nDecision on the assumption of issue 2: NOT MUST pay | from: s1", TWO) == ["MUST pay"]
    assert decision("CLAIM s1: late\nDECISION: MUST pay\n\nDecision on the point: it depends", TWO) == ["MUST pay"]


ASIDE = """Dismissed:
Set aside:
Options considered and ruled out:
Weighed and dismissed:
Points I have set aside:
Claims that were dropped:
We no longer maintain:
Withdrawn:
Facts considered and found not to hold:"""


@pytest.mark.parametrize("head", ASIDE.splitlines())
def test_what_is_set_aside_is_not_claimed_whatever_it_cites(head: str) -> None:
    marked = read(f"CLAIM s1: late | rules: guarded\n\n{head}\n- waived (e3)\n- written\n\nDECISION: valid")
    assert [claim.says for claim in marked.answer.claims or ()] == ["late"]


@pytest.mark.parametrize("head", ["I considered and rejected the following:", "Considered, and rejected:", "Rejected:"])
def test_what_is_considered_and_rejected_is_denied(head: str) -> None:
    marked = read(f"{head}\n- waived (e3)\n\nDECISION: valid")
    assert [claim.says for claim in marked.answer.claims or ()] == ["NOT (waived)"]


@pytest.mark.parametrize("head", ["Considered and accepted:", "Checked and found true:", "Considered:"])
def test_what_is_considered_and_accepted_is_claimed(head: str) -> None:
    marked = read(f"{head}\n- waived (e3)\n\nDECISION: valid")
    assert [claim.says for claim in marked.answer.claims or ()] == ["waived"]


HEADED = [
    ("- late (e3)\nRejected\n- waived (e3)", ["late", "NOT (waived)"]),
    ("- late (e3)\n### Not satisfied\n- waived (e3)", ["late", "NOT (waived)"]),
    ("CLAIM s1: late (e3)\n**Not satisfied**\n- waived (e3)", ["late", "NOT (waived)"]),
    ("- **Met**\n  - late (e3)\n- **Not met**\n  - waived (e3)", ["late", "NOT (waived)"]),
    ("CLAIM s2: late\n## Rejected\nCLAIM s3: waived", ["late", "NOT (waived)"]),
    ("### Waived\n- NOT waived (e3)", ["NOT waived"]),
    ("> The tenant argues:\n> - late (e3)\n\nCLAIM s1: waived (guarded)", ["waived"]),
]


@pytest.mark.parametrize(("text", "says"), HEADED)
def test_head_says_nothing_of_the_claim_above_it(text: str, says: list[str]) -> None:
    marked = read(f"{text}\nDECISION: valid")
    assert [claim.says for claim in marked.answer.claims or ()] == says
