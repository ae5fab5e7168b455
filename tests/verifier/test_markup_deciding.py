# ruff: noqa: E501
"""Where a decision begins and ends, what its parts are, and which conclusions are claims beside it."""

from __future__ import annotations

from typing import Any

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import statements
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, Marked, read_markup

RULES = """FACT late
FACT told
FACT cured
FACT risky
OUTCOME in_default
OUTCOME timely
ACTION end_lease
ACTION warn
ACTION report
RULE r1 IF late AND told THEN in_default AND MUST warn
RULE r2 IF in_default THEN MAY end_lease
RULE r3 IF risky THEN MUST report
CASE lease
  EVIDENCE e1 "It was late." SUPPORTS late
  EVIDENCE e2 "He was told." SUPPORTS told
  GIVEN late, told, NOT cured, NOT risky ASK "?" DECIDE MAY end_lease
CASE acts
  EVIDENCE e1 "It was late." SUPPORTS late
  GIVEN late, told, NOT cured, risky ASK "?" DECIDE ACTIONS warn, report
"""


def labels(case: str) -> Labels:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return labels_of(base, program.cases[case])


LEASE, ACTS = labels("lease"), labels("acts")


def read(text: str, known: Labels | None = LEASE) -> Marked:
    return read_markup(Source("answer.txt", text), About("t.rules#c"), known)


def decision(text: str, known: Labels | None = LEASE) -> Any:
    found = read(text, known).answer.decision
    return None if found is None else statements(found.says)


def claims(text: str, known: Labels | None = LEASE) -> list[Any]:
    return [(one.says, one.from_, one.rules, one.evidence) for one in read(text, known).answer.claims or ()]


def told(text: str, known: Labels | None = LEASE) -> list[str]:
    return [finding.code for finding in read(text, known).findings]


HEADS = ("Reasoning", "Analysis", "Summary", "Explanation", "Facts", "Justification", "Exceptions", "Disclaimer", "Cured", "2. Why he may do so:", "Step 1: the notice")


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("made", ["## Decision\n- MAY end_lease", "## Decision\n- MAY end_lease (r2)", "DECISION: MAY end_lease", "## Decision\nMAY end_lease", "**Decision**\n1. MAY end_lease", "## Decision\n### MAY end_lease"])  # fmt: skip
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_heading_ends_a_decision(head: str, made: str, between: str) -> None:
    text = f"{made}{between}## {head}\n\n- late (e1)\n- told (e2)"
    assert decision(text) == ["MAY end_lease"]
    assert [one[0] for one in claims(text)] == ["late", "told"]
    assert decision(f"{made}{between}## {head}\nThis is no advice.") == ["MAY end_lease"]


@pytest.mark.parametrize("head", ["**Reasoning**", "**Cured**", "Reasoning:", "Cured", "Notes", "**Cured:**"])
def test_a_bold_line_or_a_title_ends_a_list_of_decisions(head: str) -> None:
    text = f"## Decision\n- MAY end_lease\n\n{head}\n- late (e1)"
    assert (decision(text), [one[0] for one in claims(text)]) == (["MAY end_lease"], ["late"])


@pytest.mark.parametrize("known", [None, LEASE])
def test_without_a_case_a_heading_ends_a_decision_too(known: Labels | None) -> None:
    assert decision("## Decision\n- MAY end_lease\n\n## Reasoning\nIt was late.", known) == ["MAY end_lease"]
    assert decision("DECISION: MAY end_lease\n## Analysis\nCLAIM s1: late", known) == ["MAY end_lease"]


@pytest.mark.parametrize("word", ["end", "notes", "Done.", "Thanks"])
def test_a_word_that_is_no_name_of_the_case_is_no_part_of_a_decision(word: str) -> None:
    for text in (f"DECISION: MAY end_lease\n- {word}", f"DECISION:\n- MAY end_lease\n- {word}"):
        assert decision(text) == ["MAY end_lease"]
        assert "RL557" in told(text)


def test_a_heading_below_the_head_may_be_the_decision() -> None:
    assert decision("## Decision\n### MAY end_lease") == decision("# Decision\n# MAY end_lease") == ["MAY end_lease"]
    assert decision("## Decision\n### in_default\n### Grounds\n- late") == ["in_default"]
    assert decision("## Decision\n### Undetermined") == ["UNKNOWN MAY end_lease"]
    assert decision("## Decision\n## Reasoning\n- late (e1)\nDECISION: MAY end_lease") == ["MAY end_lease"]


def test_another_list_is_none_of_decisions() -> None:
    text = "DECISION:\n- MAY end_lease\n\n1. late (e1)\n2. told (e2)"
    assert (decision(text), [one[0] for one in claims(text)]) == (["MAY end_lease"], ["late", "told"])


@pytest.mark.parametrize("marks", [("1. ", "2. "), ("- ", "- "), ("(1) ", "(2) ")])
@pytest.mark.parametrize("head", ["DECISION:", "## Decision", "**Final decision**", "## Decision\n"])
def test_items_with_fields_below_the_head_are_parts_with_their_links(marks: tuple[str, str], head: str) -> None:
    text = f"CLAIM s1: late | evidence: e1\nCLAIM s2: risky\n{head}\n{marks[0]}MUST warn | from: s1 | rules: r1\n{marks[1]}**Tell them:** MUST report | from: s2; rules: r3"
    answer = read(text, ACTS).answer
    assert answer.decision is not None
    assert statements(answer.decision.says) == ["MUST warn", "MUST report"]
    assert (answer.decision.from_, answer.decision.rules) == (["s1", "s2"], ["r1", "r3"])
    assert len(answer.claims or ()) == 2


@pytest.mark.parametrize("part", ["probably MUST report", "MUST report, if asked", "MUST tell the persons", "it is unclear whether MUST report", "unclear", "probably MUST report | rules: r3", "Perhaps MUST report (r3)"])
def test_a_part_that_cannot_be_read_leaves_the_decision_unread(part: str) -> None:
    text = f"DECISION:\n- MUST warn\n- {part}"
    assert "RL551" in told(text, ACTS)
    assert decision(f"{text}\n- MUST report", ACTS) != ["MUST warn"]


@pytest.mark.parametrize("line", ["The firm was careless.", "because of r1", "This follows from r1, but see e1.", "Since it was late, MUST warn follows."])
def test_what_tells_of_a_decision_in_its_list_is_no_part(line: str) -> None:
    assert decision(f"DECISION:\n- MUST warn\n- {line}", ACTS) == ["MUST warn"]


@pytest.mark.parametrize("led", ["Correction:", "Final:", "Therefore:", "So:", "In conclusion:", "Output:", "→", "=>", "->", "∴", "[5]", "V.", "(iv)", "And so", "This gives", "But wait:", "It was told in time.", "Conclusion:", "Final answer:", "**Thus:**", "- Hence:"])
def test_a_decision_begins_where_a_clause_does(led: str) -> None:
    assert decision(f"DECISION: NOT MAY end_lease\n{led} DECISION: MAY end_lease") == ["MAY end_lease"]
    assert decision(f"CLAIM s1: late\n\n{led} **DECISION:** MAY end_lease | from: s1") == ["MAY end_lease"]


@pytest.mark.parametrize("led", ["If it had been late:", "The tenant would say:", "The tenant says:", "Not:", "A wrong answer:", "Without notice:", "But for the notice:", "Draft:", "Example:", "Perhaps:", "Suppose he cured.", "Had he cured,", "The form asks for", "Do not write", "I first wrote", "❌ Here:"])
def test_no_decision_is_made_behind_what_supposes_denies_or_tells_of_others(led: str) -> None:
    assert decision(f"DECISION: MAY end_lease\n{led} DECISION: NOT MAY end_lease") == ["MAY end_lease"]


def test_a_formula_before_a_decision_in_its_line_is_a_claim() -> None:
    text = "- in_default (r1). DECISION: MAY end_lease"
    assert (claims(text), decision(text)) == ([("in_default", [], ["r1"], [])], ["MAY end_lease"])


def test_a_decision_names_the_last_claim_before_it() -> None:
    shown = "Example of the form:\nCLAIM s1: NOT late | evidence: e1"
    for text in (f"CLAIM s1: late | evidence: e1\nDECISION: MAY end_lease | from: s1\n{shown}",
                 f"{shown}\n\nFindings:\nCLAIM s1: late | evidence: e1\nDECISION: MAY end_lease | from: s1",
                 f"CLAIM s1: late | evidence: e1\n{shown}\nDECISION: MAY end_lease | from: s1"):  # fmt: skip
        answer = read(text).answer
        assert answer.decision is not None
        assert [one.says for one in answer.claims or () if one.id in answer.decision.from_] == ["late"]
    answer = read("CLAIM s1: late\nDECISION: MAY end_lease | from: s1\nCLAIM s1: told").answer
    assert answer.decision is not None
    assert answer.decision.from_ == ["s1"]


LED = """Step 1: CLAIM s7: late | evidence: e1
**Step 1 – Rent.** CLAIM s7: late | evidence: e1
1. **Rent** – CLAIM s7: late | evidence: e1
Step 2 (no excuse): CLAIM s7: late | evidence: e1
The rent came in May. CLAIM s7: late | evidence: e1
So CLAIM s7: late | evidence: e1
→ CLAIM s7: late | evidence: e1
#7 CLAIM s7: late | evidence: e1
[1] CLAIM s7: late | evidence: e1
Therefore, **CLAIM s7:** late | evidence: e1"""


@pytest.mark.parametrize("line", LED.splitlines())
def test_a_claim_of_the_form_begins_behind_what_leads_to_it(line: str) -> None:
    found = read(f"{line}\nCLAIM s8: in_default | rules: r1 | from: s7\nDECISION: MAY end_lease | from: s8").answer
    one, other = found.claims or ()
    assert (one.id, one.says, one.evidence, other.from_) == ("s7", "late", ["e1"], ["s7"])


@pytest.mark.parametrize("lead", ["If it had been late:", "The tenant would write:", "Wrong:", "Suppose for a moment:"])
def test_a_claim_to_which_other_words_lead_is_not_made(lead: str) -> None:
    found = read(f"{lead} CLAIM s7: cured\nDECISION: MAY end_lease")
    assert "cured" not in [claim.says for claim in found.answer.claims or ()]
    assert "RL551" in [one.code for one in found.findings]


@pytest.mark.parametrize("lead", ["Correction:", "Corrected:", "CORRECTION –", "It should read:"])
def test_a_claim_that_is_said_to_correct_another_takes_it_back(lead: str) -> None:
    text = f"CLAIM s1: cured\n{lead} CLAIM s1: NOT cured\nCLAIM s2: late | from: s1\nDECISION: MAY end_lease"
    claims = read(text).answer.claims or ()
    [mended] = [claim for claim in claims if claim.says == "NOT cured"]
    assert "cured" not in [claim.says for claim in claims]
    assert claims[-1].from_ == [mended.id]


def test_a_claim_without_an_id_whose_formula_looks_like_one() -> None:
    rules = RULES.replace("in_default", "o1").replace("timely", "o2")
    program = load_text(rules).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    text = "CLAIM: late | evidence: e1\nCLAIM: o1 | rules: r1 | from: s1\nCLAIM: o1 AND o2 | from: s2\nDECISION: MAY end_lease | from: s2"
    claims = read(text, labels_of(base, program.cases["lease"])).answer.claims or ()
    assert [(one.id, one.says, one.from_) for one in claims] == [
        ("s1", "late", []), ("s2", "o1", ["s1"]), ("s3", "o1 AND o2", ["s2"]),
    ]  # fmt: skip
