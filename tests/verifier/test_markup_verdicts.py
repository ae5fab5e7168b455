# ruff: noqa: E501
"""What stands beside a formula: it says that it holds, that it does not, that nobody knows, or it is a remark."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_decisions import ONE
from test_markup_styles import LABELS, noticed, read

from rulelang.grammar.source import Source
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, read_markup


def said(line: str, labels: Labels | None = LABELS) -> tuple[Any, list[str]]:
    """What a claim says, and the codes of what was noticed."""
    marked = read_markup(Source("a", f"CLAIM s1: {line}\nDECISION: valid"), About("t.rules#c"), labels)
    return (marked.answer.claims or ())[0].says, noticed(marked)


BESIDE = (
    "late, {}", "late; {}", "late — {}", "late - {}", "late: {}", "late ({})", "late [{}]", "late. {}.", "late | {}",
    "late | status: {}", "late | holds: {}", "late | finding: {}", "**late** — *{}*", "late -> {}",
    "late | rules: guarded | {}", "late (rule: guarded) — {}",
)  # fmt: skip


@pytest.mark.parametrize("form", BESIDE)
@pytest.mark.parametrize("labels", [LABELS, None])
def test_a_verdict_is_one_by_any_separator(form: str, labels: Labels | None) -> None:
    for word in ("no", "false", "No", "FALSE"):
        assert said(form.format(word), labels)[0] == "NOT (late)", word
    for word in ("yes", "true"):
        assert said(form.format(word), labels)[0] in ("late", "**late**"), word


@pytest.mark.parametrize("form", BESIDE)
def test_words_that_deny_affirm_and_leave_open(form: str) -> None:
    for word in ("rejected", "not met", "denied", "not so", "does not hold", "is not true", "untrue", "it is not met"):
        assert said(form.format(word))[0] == "NOT (late)", word
    for word in ("holds", "met", "established", "satisfied", "confirmed", "it is so"):
        assert said(form.format(word))[0] in ("late", "**late**"), word
    for word in ("undetermined", "unknown", "cannot be determined"):
        assert said(form.format(word))[0] in ("UNKNOWN late", "UNKNOWN (late)"), word


@pytest.mark.parametrize("form", BESIDE)
def test_what_is_not_understood_as_a_verdict_says_nothing(form: str) -> None:
    for word in ("not established", "pending", "moot", "partly met", "probably", "not quite", "overruled"):
        assert "RL551" in said(form.format(word))[1], word


def test_prose_is_a_remark_unless_it_says_the_opposite() -> None:
    assert said("late, because the notice was late") == ("late", ["RL557"])
    assert said("late (no exception applies)") == ("late", ["RL557"])
    assert said("late | confidence: high") == ("late", ["RL557"])
    assert said("late — e3 says there was none")[1] == ["RL551"]
    assert said("late | e3 shows that it did not happen")[1] == ["RL551"]
    assert said("NOT late — e3 says there was none") == ("NOT late", ["RL557"])
    assert said("late | status: withheld") == ("late, status: withheld", ["RL551"])


def test_the_reason_of_a_verdict_is_cited() -> None:
    marked = read("CLAIM s1: late (contradicted by e3)\nDECISION: valid")
    (claim,) = marked.answer.claims or ()
    assert (claim.says, claim.evidence, noticed(marked)) == ("NOT (late)", ["e3"], [])


def test_what_no_denies_has_to_be_plain() -> None:
    assert said("NOT late — no")[1] == ["RL551"]
    assert said("NOT late: false")[0] == "NOT (NOT late)"
    assert said("late; waived; no")[1] == ["RL551"]
    assert said("late; waived; yes")[0] == ["late", "waived"]
    assert said("late; waived (not met)")[0] == ["late", "NOT (waived)"]
    assert said("UNKNOWN late — no")[1] == ["RL551"]


def test_a_verdict_before_a_formula_may_only_agree() -> None:
    for labels in (LABELS, None):
        assert said("Yes, late", labels)[0] == "late"
        assert said("**No** — NOT late", labels)[0] == "NOT late"
        assert said("No, late", labels)[1] == ["RL551"]


def test_a_word_of_the_case_is_no_verdict() -> None:
    assert said("late, valid")[0] == ["late", "valid"]
    assert said("late; valid")[0] == ["late", "valid"]
    assert said("covered; denied; met", None)[0] == ["covered", "denied", "met"]
    marked = read("CLAIM s1: late [guarded]\nDECISION: valid")
    assert (marked.answer.claims or ())[0].rules == ["guarded"]


@pytest.mark.parametrize(
    ("head", "yes", "no"),
    [
        ("Status", "✓", "✗"),
        ("Finding", "met", "not met"),
        ("Satisfied?", "Y", "N"),
        ("Result", "PASS", "FAIL"),
        ("Conclusion", "holds", "does not hold"),
        ("Check", "✅ Yes", "❌ No"),
    ],
)
def test_a_column_of_verdicts_is_one_by_its_cells(head: str, yes: str, no: str) -> None:
    table = f"| ID | Claim | {head} | Rules |\n|---|---|---|---|\n| s1 | late | {yes} | guarded |\n| s2 | waived | {no} | notice |"
    claims = read(f"{table}\n\nDECISION: valid").answer.claims or ()
    assert [(claim.says, claim.rules) for claim in claims] == [("late", ["guarded"]), ("NOT (waived)", ["notice"])]


def test_a_cell_that_is_not_understood_says_nothing_under_a_head_for_verdicts() -> None:
    table = "| ID | Claim | Holds |\n|---|---|---|\n| s1 | late | yes |\n| s2 | waived | in parts |"
    marked = read(f"{table}\n\nDECISION: valid")
    assert [claim.says for claim in marked.answer.claims or ()] == ["late", "waived, value: in parts"]
    assert noticed(marked) == ["RL551"]


def test_yes_and_no_answer_the_only_question() -> None:
    def decided(text: str, labels: Labels) -> tuple[Any, list[str]]:
        marked = read_markup(Source("a", f"CLAIM s1: late\nDECISION: {text}"), About("t.rules#c"), labels)
        assert marked.answer.decision is not None
        return marked.answer.decision.says, noticed(marked)

    for word in ("Yes", "**TRUE**", "yes.", "It is so"):
        assert decided(word, ONE) == ("payable", []), word
    for word in ("No", "FALSE", "no."):
        assert decided(word, ONE) == ("NOT (payable)", []), word
    assert decided("Yes", LABELS) == ("Yes", ["RL551"])
    assert decided("Yes, valid", LABELS) == ("valid", [])


def row_says(head: str, cells: str, formula: str = "late") -> tuple[Any, list[str]]:
    """What a row of a table with further columns says, and the codes of what was noticed."""
    count = head.count("|") + 1
    table = f"| Claim | Rules | {head} |\n{'|---' * (count + 2)}|\n| {formula} | guarded | {cells} |"
    marked = read(f"{table}\n\nDECISION: valid")
    assert [one.rules for one in marked.answer.claims or ()] == [["guarded"]]
    return (marked.answer.claims or ())[0].says, noticed(marked)


@pytest.mark.parametrize("head", ["Overridden", "In dispute", "Disputed?", "Exception?", "Rejected", "Contested", "Open question?", "Uncertain"])
def test_no_under_a_harmful_head_denies_nothing_and_yes_speaks_against(head: str) -> None:
    for formula in ("late", "NOT late"):
        for word in ("no", "No", "✗", "N"):
            assert row_says(head, word, formula) == (formula, ["RL557"]), word
    for word in ("yes", "✓", "Y"):
        assert row_says(head, word)[1] == ["RL551"], word
    assert row_says(f"Holds | {head}", "yes | no") == ("late", ["RL557"])
    assert row_says(f"Holds | {head}", "no | no") == ("NOT (late)", ["RL557"])


@pytest.mark.parametrize("head", ["Evidence needed?", "Derived", "Counter-evidence?", "Fact?", "Given?"])
def test_a_head_that_is_none_of_verdicts_is_told(head: str) -> None:
    for word in ("no", "yes", "✗", "unknown", "not met"):
        assert row_says(head, word) == ("late", ["RL557"]), word
    assert row_says(f"Met? | {head}", "no | yes") == ("NOT (late)", ["RL557"])


@pytest.mark.parametrize("head", ["Found", "Value found", "Actual", "In this case", "Present?", "Triggered?", "Status in case", "Seal", "By mail?"])
def test_what_denies_under_a_head_that_is_not_known_leaves_nothing_said(head: str) -> None:
    for word in ("no", "✗", "false", "unknown", "not met"):
        claim, codes = row_says(head, word)
        assert claim not in ("late", "NOT (late)", "NOT late"), word
        assert codes == ["RL551"], word
    for word in ("yes", "✓"):
        assert row_says(head, word) == ("late", ["RL557"]), word
    assert row_says(f"Met? | {head}", "yes | no")[1] == ["RL551"]


@pytest.mark.parametrize("head", ["Holds", "Is it met?", "Condition met?", "Test result", "Our finding", "Comment", "Check", ""])
def test_a_column_of_verdicts_says_what_they_say_in_a_line(head: str) -> None:
    assert row_says(head, "no") == ("NOT (late)", [])
    assert row_says(head, "✗") == ("NOT (late)", [])
    assert row_says(head, "yes", "NOT late") == ("NOT late", [])
    assert row_says(head, "does not apply", "NOT late")[1] == ["RL551"]
    assert row_says(head, "false", "NOT late") == ("NOT (NOT late)", [])


def test_of_several_verdicts_one_is_said_and_none_where_they_differ() -> None:
    assert row_says("Holds | Met", "no | no") == ("NOT (late)", [])
    assert row_says("Holds | Met", "yes | ✓") == ("late", [])
    for cells in ("yes | no", "no | yes", "unknown | no"):
        assert row_says("Holds | Met", cells)[1] == ["RL551"], cells
    assert said("late | holds: false | met: false") == ("NOT (late)", [])
    assert said("late | holds: yes | met: no")[1] == ["RL551"]
    assert said("late | holds: no | met: no, e3 says so") == ("NOT (late)", ["RL557"])


def test_a_word_that_is_no_verdict_is_told_under_the_head_of_one() -> None:
    assert row_says("Status", "derived") == ("late", ["RL557"])
    assert row_says("Status", "pending")[1] == ["RL551"]


def test_a_table_may_have_one_column() -> None:
    found = read("| Claim |\n|---|\n| late |\n| NOT barred |\n\nDECISION: valid").answer
    assert [one.says for one in found.claims or ()] == ["late", "NOT barred"]
    assert not read("| Claim |\n|---|\n| It came late. |\n\nDECISION: valid").answer.claims


@pytest.mark.parametrize("box", ["[x]", "[X]", "[✓]"])
def test_a_ticked_box_affirms_and_an_empty_one_claims_nothing(box: str) -> None:
    found = read(f"- {box} late (guarded)\n- [ ] barred (guarded)\n* {box} waived | rules: notice\n\nDECISION: valid")
    assert [one.says for one in found.answer.claims or ()] == ["late", "waived"]
    assert [one.code for one in found.findings if "not ticked" in one.message] == ["RL557"]
    found = read(f"- {box} late (guarded)\n- [ ] barred (guarded)\n\nDECISION: valid")
    assert [(one.says, one.rules) for one in found.answer.claims or ()] == [("late", ["guarded"])]


@pytest.mark.parametrize(
    "field",
    ["note: withdrawn", "comment: withdrawn", "note: counterfactual", "note: only the buyer says so", "note: the buyer claims so", "type: hypothesis", "scope: hypothetical",
     "confidence: 10%", "confidence: 0.4", "probability: 0%", "evidence: e3 (this is not true)", "evidence: e3 (false)", "rules: notice (this is wrong)", "comment: false, nobody signed"],
)  # fmt: skip
def test_a_field_that_takes_back_or_doubts_leaves_nothing_said(field: str) -> None:
    claim, codes = said(f"late | {field}")
    assert claim not in ("late", "NOT (late)")
    assert "RL551" in codes


@pytest.mark.parametrize(
    "field",
    ["note: on time", "note: e3 says so", "confidence: 90%", "confidence: high", "probability: 0.8", "type: conclusion", "note: key claims", "reason: cannot tell the time",
     "evidence: e3 (first line)", "scope: this case"],
)  # fmt: skip
def test_a_field_that_says_something_else_is_told(field: str) -> None:
    assert said(f"late | {field}") == ("late", ["RL557"])


@pytest.mark.parametrize("field", ["holds? no", "met? no", "Applies? No", "holds: no"])
def test_a_question_asks_for_a_verdict_as_a_name_does(field: str) -> None:
    assert said(f"late | {field}") == ("NOT (late)", [])
    assert said(f"late | {field.replace('No', 'no').replace('no', 'yes')}") == ("late", [])


@pytest.mark.parametrize(
    ("member", "says"),
    [('"retracted": true', None), ('"hypothetical": true', None), ('"assumption": true', None), ('"probability": "0%"', None), ('"type": "counterfactual"', None),
     ('"note": "withdrawn"', None), ('"present": false', None), ('"found": false', None), ('"disputed": true', None),
     ('"retracted": false', "late"), ('"is_fact": false', "late"), ('"derived": false', "late"), ('"type": "fact"', "late"), ('"verified": true', "late"), ('"present": true', "late")],
)  # fmt: skip
def test_members_that_take_back_or_deny(member: str, says: str | None) -> None:
    marked = read(f'{{"claims": [{{"id": "s1", "claim": "late", {member}}}], "decision": "valid"}}')
    (claim,) = marked.answer.claims or ()
    assert (claim.says == "late") is (says is not None), claim.says
    assert ("RL551" in noticed(marked)) is (says is None)


@pytest.mark.parametrize("name", ["buyer_argument", "buyer_arguments", "claims_of_the_borrower", "counterarguments", "the_lender_argues"])
def test_a_list_of_json_may_tell_what_others_say(name: str) -> None:
    marked = read(f'{{"facts": [{{"formula": "written"}}], "{name}": [{{"formula": "late"}}, {{"formula": "NOT waived"}}], "decision": "valid"}}')
    assert [one.says for one in marked.answer.claims or ()] == ["written"]


BELOW = """- Status: not met|NOT (late)
- Holds: no|NOT (late)
- Met? No.|NOT (late)
- Not established.|?
- Status: unclear|?
- Status: met|late
- The notice was not sent.|late
- Nobody says so.|late"""


@pytest.mark.parametrize("head", ["CLAIM s1: ", "1. ", "- ", "**s1:** ", "Step 1: "])
@pytest.mark.parametrize("line", BELOW.splitlines())
def test_verdict_below_a_claim_is_one_beside_it(line: str, head: str) -> None:
    below, says = line.split("|")
    [claim] = read(f"{head}late\n  {below}\n  - Rules: guarded\nDECISION: valid").answer.claims or ()
    assert claim.says == says or (says == "?" and claim.says.startswith("late, ")), claim.says


def test_verdict_below_prose_is_about_that() -> None:
    marked = read("CLAIM s1: late | rules: guarded\nThe tenant says otherwise.\n- False.\n\nNo.\nDECISION: valid")
    assert [claim.says for claim in marked.answer.claims or ()] == ["late"]


@pytest.mark.parametrize(
    "line",
    [
        "late — alleged only",
        "late | rules: guarded — not met",
        "late | rules: guarded is false",
        "late | evidence: e3 — withdrawn",
        "late | rules: guarded, which is wrong",
    ],
)
def test_verdict_behind_a_citation_leaves_nothing_said(line: str) -> None:
    [claim] = read(f"CLAIM s1: {line}\nDECISION: valid").answer.claims or ()
    assert claim.says != "late"


@pytest.mark.parametrize("line", ["Result: not satisfied", "Assessment: ✗", "Conclusion: no", "Does it hold? No", "→ not met"])
@pytest.mark.parametrize("head", ["CLAIM s1: ", "1. ", "- ", "Step 1: "])
def test_verdict_below_is_one_under_any_name(line: str, head: str) -> None:
    marked = read(f"{head}late (e3)\n   - {line}\nCLAIM s9: waived | rules: guarded\nDECISION: valid")
    assert "late" not in [claim.says for claim in marked.answer.claims or ()]
    assert marked.answer.decision is not None
    assert marked.answer.decision.says == "valid"


def test_verdict_behind_a_citation_is_told_where_nothing_is_said() -> None:
    marked = read("CLAIM s1: | rules: guarded — not met\nDECISION: valid")
    assert any("not met" in one.message for one in marked.findings if one.code == "RL557")
