# ruff: noqa: E501
"""Values that a line below a claim corrects, words of a passage behind its citation, and who is named as its source."""

from __future__ import annotations

from typing import Any

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.reading import About, Marked, read_markup

RULES = """
TYPE tier OF basic "Basic Plan", plus "Plus Plan"
FACT days : INTEGER IN days
FACT plan : tier
FACT paid : NUMBER IN usd
FACT owing
FACT told
OUTCOME binding
RULE r1
  IF told AND NOT owing
  THEN binding
CASE c
  CLOSED
  EVIDENCE e1 "He was told twelve days before; a Plus Plan for 1200 usd." SUPPORTS told, days = 12 days, plan = plus, paid = 1200 usd
  EVIDENCE e2 "Accounts: no open balance." SUPPORTS NOT owing
  GIVEN told, NOT owing, days = 12 days, plan = plus, paid = 1200 usd
  ASK "Is it binding?" DECIDE binding
"""


def read(text: str) -> Marked:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return read_markup(Source("answer.txt", text), About("t.rules#c"), labels_of(base, program.cases["c"]))


def claims(text: str) -> list[tuple[Any, list[str], list[str]]]:
    return [(one.says, one.rules, one.evidence) for one in read(f"{text}\n\nDECISION: binding").answer.claims or ()]


def codes(text: str) -> list[str]:
    return [one.code for one in read(f"{text}\n\nDECISION: binding").findings]


@pytest.mark.parametrize(
    ("claim", "line", "instead"),
    [
        ("days = 30 days", "Sorry, 12 days.", "days = 12 days"),
        ("days = 30 days", "Sorry, it is 12 days.", "days = 12 days"),
        ("days = 30 days", "12 days, I mean.", "days = 12 days"),
        ("days = 30 days", "Not 30 but 12 days.", "days = 12 days"),
        ("days = 30 days", "12 days, not 30.", "days = 12 days"),
        ("days = 30 days", "Correction: 12 days", "days = 12 days"),
        ("days = 30 days", "Typo: 12 days", "days = 12 days"),
        ("days = 30 days", "Should be 12 days.", "days = 12 days"),
        ("paid = 1000 usd", "I mean 1200 usd.", "paid = 1200 usd"),
        ("plan = basic", "Rather plus.", "plan = plus"),
        ("plan = basic", "Sorry, the Plus Plan.", "plan = plus"),
    ],
)
@pytest.mark.parametrize("head", ["CLAIM s1: ", "- "])
def test_a_value_below_a_claim_that_corrects_it_stands_for_it(head: str, claim: str, line: str, instead: str) -> None:
    says = [one[0] for one in claims(f"{head}{claim}\n{line}")]
    assert instead in says
    assert claim not in says, "it is kept with the words that take it back"
    assert "RL551" in codes(f"{head}{claim}\n{line}")


@pytest.mark.parametrize("line", ["Sorry, 12 apples.", "Wait, 12 days of notice were given."])
@pytest.mark.parametrize("claim", ["days = 30 days", "days >= 30 days"])
def test_a_claim_corrected_by_what_cannot_be_read_is_unread(claim: str, line: str) -> None:
    [(says, *_)] = claims(f"CLAIM s1: {claim}\n{line}")
    assert says != claim
    assert "RL551" in codes(f"CLAIM s1: {claim}\n{line}")


def test_a_bound_is_not_corrected_to_a_value() -> None:
    assert "days = 12 days" not in [one[0] for one in claims("CLAIM s1: days >= 30 days\nSorry, 12 days.")]


@pytest.mark.parametrize(
    "line",
    [
        "Sorry for the wait.", "Actually, 12 days is what e1 says.", "12 days, not more.", "The rule asks for 30 days.",
        "Not 30 days, so r1 is not at issue.", "Less than 30 days.", "That is 2 weeks, nearly.", "Sorry, 12 days.",
    ],
)  # fmt: skip
def test_a_remark_below_a_value_leaves_it(line: str) -> None:
    assert [one[0] for one in claims(f"CLAIM s1: days = 12 days\n{line}")] == ["days = 12 days"]


QUOTING = (
    '| evidence: e2 ("no open balance")', '| evidence: e2 "no open balance"', "| evidence: e2 ('no open balance')",
    "| evidence: e2 (“no open balance”)", '| evidence: e2 - "no open balance"', '[e2, "no open balance"]', '(e2: "no open balance")',
)  # fmt: skip


@pytest.mark.parametrize("cited", QUOTING)
@pytest.mark.parametrize("claim", ["NOT owing", "told"])
def test_words_quoted_behind_a_citation_say_nothing_of_the_claim(claim: str, cited: str) -> None:
    assert claims(f"CLAIM s1: {claim} {cited}") == [(claim, [], ["e2"])]


@pytest.mark.parametrize("behind", ["rules it out", ", which rules it out", "denies it"])
def test_words_beside_a_quotation_still_count(behind: str) -> None:
    text = f'CLAIM s1: owing | evidence: e2 ("no open balance" {behind})'
    assert [one[0] for one in claims(text)] != ["owing"]
    assert "RL551" in codes(text)


@pytest.mark.parametrize(
    "cited",
    [
        "e2 contradicts, e1 supports",
        "e1 supports; e2 contradicts",
        "e1, e2 denies it",
        "e1, e2 (against)",
        "e1 (for), e2 (contra)",
    ],
)
def test_what_is_against_a_claim_is_not_cited_for_it(cited: str) -> None:
    assert [one[2] for one in claims(f"CLAIM s1: told | evidence: {cited}")] == [["e1"]]


@pytest.mark.parametrize("cited", ["contra e2", "e2 (against)", "e2 (contra)"])
def test_a_claim_with_nothing_but_what_is_against_it_is_unread(cited: str) -> None:
    text = f"CLAIM s1: owing | evidence: {cited}"
    assert [one[0] for one in claims(text)] != ["owing"]
    assert "RL551" in codes(text)


def test_what_rules_out_the_contrary_is_cited() -> None:
    assert claims("CLAIM s1: NOT owing | evidence: e2 rules it out") == [("NOT owing", [], ["e2"])]


@pytest.mark.parametrize(
    "who", ["per gym", "source: the gym", "source: gym", "per the gym's manager", "sources: buyer"]
)
@pytest.mark.parametrize("form", ["| {}", "({})"])
def test_a_claim_of_which_somebody_is_the_source_is_unread(form: str, who: str) -> None:
    text = f"CLAIM s1: owing {form.format(who)}"
    assert [one[0] for one in claims(text)] != ["owing"]
    assert "RL551" in codes(text)


@pytest.mark.parametrize(
    "what", ["per e1", "source: e1", "source: the record", "source: scenario", "source: deduction", "per the certificate", "source: rulebook", "source: given facts"]
)  # fmt: skip
def test_a_source_that_nobody_speaks_from_leaves_the_claim(what: str) -> None:
    assert [one[0] for one in claims(f"CLAIM s1: told | {what}")] == ["told"]


@pytest.mark.parametrize(
    "member",
    [
        '"contradicted_by": []', '"contradicted_by": null', '"contradicted_by": false', '"refuted_by": "none"',
        '"superseded_by": ""', '"counter_evidence": []', '"objections": []',
    ],
)  # fmt: skip
def test_a_member_that_names_nothing_against_a_claim_leaves_it_and_the_next(member: str) -> None:
    text = (
        f'{{"claims": [{{"id": "s1", "claim": "told", "evidence": ["e1"], {member}}},'
        ' {"id": "s2", "claim": "binding"}], "decision": "binding"}'
    )
    assert [one.says for one in read(text).answer.claims or ()] == ["told", "binding"]


@pytest.mark.parametrize("member", ['"contradicted_by": ["e2"]', '"counter_evidence": ["e2"]', '"superseded_by": ["s2"]'])
def test_a_member_that_names_what_is_against_a_claim_counts_for_that_claim_alone(member: str) -> None:
    text = f'{{"claims": [{{"id": "s1", "claim": "owing", {member}}}, {{"id": "s2", "claim": "told"}}], "decision": "binding"}}'
    says = [one.says for one in read(text).answer.claims or ()]
    assert says[0] != "owing"
    assert says[1] == "told"


@pytest.mark.parametrize("field", ["refuted by: none", "contradicted by: nothing", "contradicted by none", "denied by: n/a"])
def test_a_claim_that_nothing_refutes_is_affirmed(field: str) -> None:
    assert claims(f"CLAIM s1: told | evidence: e1 | {field}") == [("told", [], ["e1"])]


def test_evidence_on_both_sides_makes_no_denial() -> None:
    text = "CLAIM s1: told | evidence: e1 | contradicted by: e2"
    [(says, _, cited)] = claims(text)
    assert says not in ("told", "NOT (told)")
    assert cited == ["e1"]


def test_a_column_of_what_is_against_a_claim_is_not_cited_for_it() -> None:
    table = "| Claim | Evidence | Contradicted by |\n|---|---|---|\n| told | e1 | none |\n| owing | | e2 |"
    assert [one[0] for one in claims(table)] == ["told", "NOT (owing)"]


@pytest.mark.parametrize("word", ["of course not", "Certainly not."])
def test_a_reason_below_a_claim_that_denies_it_counts(word: str) -> None:
    assert [one[0] for one in claims(f"CLAIM s1: owing, because:\n- {word}")] == ["NOT (owing)"]


@pytest.mark.parametrize("form", ["[1 + 2 => 3]", "[2 - 1 < 3]"])
def test_sums_and_steps_in_brackets_cite_nothing(form: str) -> None:
    assert claims(f"1. told (e1)\n2. NOT owing (e2)\n3. binding {form}")[2] == ("binding", [], [])
