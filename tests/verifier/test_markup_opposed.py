# ruff: noqa: E501
"""What stands beside or below a claim and opposes it; and brackets, clauses and forms that cite or claim nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.reading import About, Marked, read_markup

RULES = """
FACT sold
FACT late
FACT told
OUTCOME binding
RULE r1
  IF told
  THEN binding
  EXCEPTION sale IF sold
  EXCEPTION delay IF late
CASE c
  CLOSED
  EVIDENCE e1 "He was told." SUPPORTS told
  EVIDENCE e2 "Not sold, and in time." SUPPORTS NOT sold, NOT late
  GIVEN told, NOT sold, NOT late
  ASK "Is it binding?" DECIDE binding
"""


def read(text: str) -> Marked:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return read_markup(Source("answer.txt", text), About("t.rules#c"), labels_of(base, program.cases["c"]))


def claims(text: str) -> list[tuple[Any, list[str], list[str], list[str]]]:
    text = text if text.startswith("{") else f"{text}\n\nDECISION: binding"
    return [(one.says, one.rules, one.evidence, one.from_) for one in read(text).answer.claims or ()]


OPPOSED = (
    "CLAIM s1: sold | contra: e2", "CLAIM s1: sold | conflicts with: e2", "CLAIM s1: sold | objection: e2", "CLAIM s1: sold | credibility: doubtful", "CLAIM s1: sold | strength: weak", "CLAIM s1: sold\n  ✗",
    "CLAIM s1: sold | against: e2", "CLAIM s1: sold | refuted by: e2", "CLAIM s1: sold | disproved by: e2",
    "CLAIM s1: sold | counter-evidence: e2", "CLAIM s1: sold | evidence against: e2", "CLAIM s1: sold | rebuttal: e2",
    "CLAIM s1: sold | inconsistent with: e2", "CLAIM s1: sold [contra e2]", "CLAIM s1: sold (contra: e2)", "CLAIM s1: sold | alleged by: Al",
    "CLAIM s1: sold | evidence: e2 rules this out", "CLAIM s1: sold | evidence: e2 excludes it", "CLAIM s1: sold (see e2, which rules it out)",
    "CLAIM s1: sold | evidence: e2 contradicts, e1 supports", "CLAIM s1: sold | confidence: low", "CLAIM s1: sold (low confidence)",
    "CLAIM s1: sold | likelihood: unlikely", "CLAIM s1: sold | world: counterfactual", "- sold - e2 rules this out",
    "1. sold (e2) — it was not, so this exception is out.", "1. sold (e2) - the books are clear, so it does not apply here.",
    "CLAIM s1: sold | evidence: e2\nThis is not the case.", "CLAIM s1: sold | evidence: e2\n→ false", "1. sold (e2)\n=> not met",
    "1. sold (e2)\n2. late (e2)\nNeither applies (e2).", "CLAIM s1: sold\nCLAIM s2: late\nNone of these is met.", "- sold (e2)\n\nThese do not apply.",
    '{"claims": [{"id": "s1", "claim": "sold", "operator": "NOT"}], "decision": "binding"}',
    '{"claims": [{"id": "s1", "claim": "sold", "probability": 0.1}], "decision": "binding"}',
    '{"claims": [{"id": "s1", "claim": "sold", "superseded_by": "s2"}], "decision": "binding"}',
    '{"claims": [{"id": "s1", "claim": "sold", "world": "counterfactual"}], "decision": "binding"}',
    "| Premise | Conclusion |\n|---|---|\n| told | satisfied |\n| sold | not satisfied |",
)  # fmt: skip


@pytest.mark.parametrize("text", OPPOSED)
def test_what_is_opposed_is_not_affirmed(text: str) -> None:
    text = text if text.startswith("{") else f"{text}\n\nDECISION: binding"
    found = claims(text)
    assert not {"sold", "late", "satisfied", "NOT satisfied"} & {says for says, *_ in found if isinstance(says, str)}
    told = {one.code for one in read(text).findings}
    assert told & {"RL551", "RL557"} or ("NOT (sold)" in [says for says, *_ in found]), "it is denied or told"


AFFIRMED = (
    "CLAIM s1: told | evidence: e1 | contra: none", "CLAIM s1: told | evidence: e1 | confidence: high", "CLAIM s1: told | evidence: e1 (high confidence)",
    "1. told (e1), so the condition is met", '1. told (e1 ("there was no other letter"))', '1. told (e1: "not late at all")', "1. told - as e1 shows",
    '{"claims": [{"id": "s1", "claim": "told", "evidence": ["e1"], "confidence": 0.95}], "decision": "binding"}', "1. told (e1) — he was, so this one holds.",
    "CLAIM s1: told | e1", "1. told (e1)\nNeither exception applies.", "1. told (e1)\nNone of these is disputed.", "1. told | evidence: e1, not e2",
    "CLAIM s1: told | evidence: e1; contra e2",
)  # fmt: skip


@pytest.mark.parametrize("text", AFFIRMED)
def test_what_is_not_opposed_is_affirmed(text: str) -> None:
    assert [one[0] for one in claims(text)] == ["told"]
    assert [one[2] for one in claims(text)] == [["e1"]]


@pytest.mark.parametrize("line", ["Confidence: 10%", "Certainty: low", "NOTE: only tentative"])
def test_a_decision_that_is_doubted_below_decides_nothing(line: str) -> None:
    decision = read(f"CLAIM s1: told\nDECISION: binding\n{line}").answer.decision
    assert decision is not None
    assert decision.says != "binding"


@pytest.mark.parametrize("bracket", ["[1 < 2]", "[1/2 conditions met]", "[s1 & s2 => s3]", "[12 >= 3]"])
def test_formulas_and_fractions_in_brackets_cite_nothing(bracket: str) -> None:
    assert claims(f"1. told (e1)\n2. NOT sold (e2)\n3. binding {bracket}")[2] == ("binding", [], [], [])


@pytest.mark.parametrize("rules", ["exception `sale` of r1", "r1 (exception sale)", "r1, exception sale", "r1's exception sale", "the exception sale to rule r1", "the sale exception of r1", "r1's `sale` exception", "exception sale (r1)"])
def test_an_exception_with_its_rule_is_its_clause(rules: str) -> None:
    assert claims(f"CLAIM s1: NOT sold | rules: {rules}")[0][1] == ["r1.sale"]


def test_an_item_cites_behind_dashes() -> None:
    assert claims("1. told – e1\n2. NOT sold – e2\n3. binding (r1 – 1)")[:2] == [("told", [], ["e1"], []), ("NOT sold", [], ["e2"], [])]
    assert "r2" not in claims("1. told (e1)\n2. NOT sold (e2)\n3. binding (r1 – 3)")[2][1]


def test_the_form_of_the_prompt_is_no_answer() -> None:
    form = "CLAIM s1: FORMULA | rules: RULE, RULE | evidence: PASSAGE\nCLAIM s2: FORMULA | rules: RULE | from: s1\nDECISION: FORMULA; FORMULA | from: s2"
    found = claims(f"{form}\n\nCLAIM s1: told | evidence: e1\nCLAIM s2: binding | rules: r1 | from: s1")
    assert found == [("told", [], ["e1"], []), ("binding", ["r1"], [], ["s1"])]
    assert claims("CLAIM s1: <formula> | rules: <rules>") == []


@pytest.mark.parametrize("bracket", ['[e1: "He was told on 2 May"]', "[e1, 2 May]", "[e1, p. 2]", "[e1 (2 May)]", "[e1, sentence 1]", "(see e1, 2 May)"])
def test_words_and_dates_in_a_bracket_are_no_citations(bracket: str) -> None:
    assert claims(f"1. NOT sold (e2)\n2. NOT late (e2)\n3. told {bracket}")[2] == ("told", [], ["e1"], [])


@pytest.mark.parametrize("rules", ["r1, r1.sale (does not apply)", "r1, r1.sale (not in force)", "r1, exception r1.sale (blocked)"])
def test_a_rule_of_which_a_bracket_says_that_it_does_not_apply_is_not_cited(rules: str) -> None:
    assert claims(f"CLAIM s1: binding | rules: {rules}") == [("binding", ["r1"], [], [])]


@pytest.mark.parametrize("says", ["is not the case", "does not hold", "is ruled out", "is contradicted by e2"])
def test_a_denial_that_is_denied_is_not_affirmed(says: str) -> None:
    assert claims(f"CLAIM s1: NOT sold {says}")[0][0] not in ("NOT sold", "sold")
    assert claims("CLAIM s1: NOT sold (refuted by e2)")[0][0] == "NOT sold"


HEADS = ("**Why not the alternatives?**", "Why the other answers are wrong:", "### Risks", "### Edge cases", "### Traps avoided", "Assume it had been sold.")


@pytest.mark.parametrize("head", HEADS)
def test_what_is_rejected_or_feared_is_not_claimed(head: str) -> None:
    assert claims(f"{head}\n- sold (e2)\n- late: would need a stamp (e1)") == []


def test_the_conditions_of_a_rule_are_quoted_from_it() -> None:
    assert claims("r1.sale requires:\n- sold (r1.sale)\n\n1. told (e1)") == [("told", [], ["e1"], [])]
    assert claims("r1 requires:\n- told (e1)") == [("told", [], ["e1"], [])]


@pytest.mark.parametrize("title", ["**Step 1 – Sold**", "1. **sold**"])
def test_a_topic_in_bold_above_a_list_is_no_claim(title: str) -> None:
    assert [one[0] for one in claims(f"{title}\n   - NOT sold (e2)")] == ["NOT sold"]


def test_all_that_is_above_may_be_taken_back() -> None:
    text = "CLAIM s1: sold\nDECISION: NOT binding\n\nPlease disregard the above; here is my revised answer.\nCLAIM s1: NOT sold | evidence: e2"
    assert [one[0] for one in claims(text)] == ["Please disregard the above; here is my revised answer: sold", "NOT sold"]


def test_a_loop_of_denials_is_read() -> None:
    assert read(f"CLAIM s1: {'NOT ' * 3000}sold\nDECISION: binding").answer.claims is not None
