# ruff: noqa: E501
"""Prose in fields for rules and passages: what is cited is what is named, and what is denied is not."""

from __future__ import annotations

import re

import pytest
from test_markup_styles import claimed, noticed, read

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.reading import About, read_markup

FIRST = "CLAIM s1: waived\nCLAIM s2: late\n"


def cited(fields: str) -> tuple[list[str], list[str], list[str]]:
    marked = read(f"{FIRST}CLAIM s3: written | {fields}\nDECISION: valid")
    claim = (marked.answer.claims or ())[2]
    assert not claim.from_, claim.from_
    return claim.rules, claim.evidence, noticed(marked)


@pytest.mark.parametrize(
    ("written", "rules", "told"),
    [
        ("pursuant to rule notice", ["notice"], []),
        ("the rule notice", ["notice"], []),
        ("under notice", ["notice"], []),
        ("according to notice", ["notice"], []),
        ("notice (applies)", ["notice"], []),
        ("notice §2", ["notice"], ["RL557"]),
        ("none (fact)", [], ["RL557"]),
        ("none", [], []),
        ("notice, not guarded", ["notice"], ["RL557"]),
        ("notice instead of guarded", ["notice"], ["RL557"]),
        ("notice rather than guarded, guarded.rival", ["notice", "guarded.rival"], ["RL557"]),
        ("Rule Guarded, clause rival", ["guarded.rival"], []),
        ("guarded (rival)", ["guarded.rival"], []),
        ("guarded and notice", ["guarded", "notice"], []),
        ("as laid down in r99", ["r99"], ["RL557"]),
        ("r99, invented", ["r99", "invented"], []),
        ("invented", ["invented"], []),
        ("see above", [], ["RL557"]),
        ("all", [], ["RL557"]),
        ("the same", [], ["RL557"]),
        ("notice/guarded.rival", ["notice", "guarded.rival"], []),
        ("guarded § 4, notice", ["guarded", "notice"], ["RL557"]),
        ("MUST ask_consent", [], ["RL557"]),
    ],
)
def test_rules(written: str, rules: list[str], told: list[str]) -> None:
    assert cited(f"rules: {written}") == (rules, [], told)


@pytest.mark.parametrize(
    ("written", "passages", "told"),
    [
        ('"A is a subsidiary." [e1]', ["e1"], ["RL557"]),
        ("A is a subsidiary. (e1)", ["e1"], ["RL557"]),
        ("(Exhibit 2)", ["e2"], []),
        ("Exhibit 2", ["e2"], []),
        ("passage 2", ["e2"], []),
        ("#2", ["e2"], []),
        ("exhibits 1 and 3", ["e1", "e3"], []),
        ("1-3", ["e1", "e2", "e3"], []),
        ("Exhibit 9", [], ["RL557"]),
        ("e9", ["e9"], []),
        ("ibid.", [], ["RL557"]),
        ("e2/e3", ["e2", "e3"], []),
        ("affidavit", ["affidavit"], []),
        ("e1, e2 and e3", ["e1", "e2", "e3"], []),
    ],
)
def test_passages(written: str, passages: list[str], told: list[str]) -> None:
    assert cited(f"evidence: {written}") == ([], passages, told)


def test_a_reason_may_name_an_exhibit() -> None:
    marked = read(f"{FIRST}CLAIM s3: written, because Exhibit 2 says so\nDECISION: valid")
    claim = (marked.answer.claims or ())[2]
    assert (claim.from_, claim.evidence) == ([], ["e2"])


@pytest.mark.parametrize(
    "reason",
    [
        "{}, since guarded.affiliate", "{} because of guarded.affiliate (e1)", "{}, because guarded.affiliate applies", "{}. The exception guarded.affiliate governs.",
        "{}, as the rule guarded.affiliate says so", "{} — guarded.affiliate", "{}, by guarded.affiliate", "{} (guarded.affiliate)",
        "{}, because guarded.affiliate applies, not guarded.rival", "{}, since guarded.affiliate rather than notice applies",
    ],
)  # fmt: skip
@pytest.mark.parametrize("said", ["NOT MUST ask_consent", "to_affiliate"])
def test_reasons_cite_the_rules_that_they_name(reason: str, said: str) -> None:
    for head in (f"{FIRST}CLAIM s3: ", f"{FIRST}DECISION: "):
        found = read(head + reason.format(said)).answer
        claim = (found.claims or ())[2] if "s3" in head else found.decision
        assert claim is not None
        assert (claim.says, claim.rules) == (said, ["guarded.affiliate"])


def test_what_a_reason_denies_is_not_cited() -> None:
    for reason in ("written, because notice governs and not guarded.rival", "written, because notice applies, rather than guarded.rival", "written, by rule notice instead of guarded.rival"):
        assert (read(f"{FIRST}CLAIM s3: {reason}\nDECISION: valid").answer.claims or ())[2].rules == ["notice"], reason


@pytest.mark.parametrize(
    ("fields", "rules", "passages", "sources"),
    [
        ("from: s1 (rule notice), s2", ["notice"], [], ["s1", "s2"]),
        ("from: s1 (rule notice, see e1), s2 (evidence: e2) and s1", ["notice"], ["e1", "e2"], ["s1", "s2"]),
        ("from: s1 [rule notice], s2", ["notice"], [], ["s1", "s2"]),
        ("rules: notice (from s1), guarded", ["notice", "guarded"], [], ["s1"]),
        ("evidence: e1 (per rule notice); e2 | from: s2", ["notice"], ["e1", "e2"], ["s2"]),
        ("from: s2, not s1", [], [], ["s2"]),
    ],
)
def test_a_field_goes_on_behind_a_bracket(fields: str, rules: list[str], passages: list[str], sources: list[str]) -> None:
    claim = (read(f"{FIRST}CLAIM s3: written | {fields}\nDECISION: valid").answer.claims or ())[2]
    assert claim.says == "written"
    assert (sorted(claim.rules), sorted(claim.evidence), claim.from_) == (sorted(rules), passages, sources)


def test_what_follows_a_bracket_in_what_is_said_is_said() -> None:
    assert (read(f"{FIRST}CLAIM s3: written (rule notice), late\nDECISION: valid").answer.claims or ())[2].says == ["written", "late"]


@pytest.mark.parametrize(
    ("bracket", "rules"),
    [("[sic]", []), ("[MUST NOT ask_consent]", []), ("[r99]", ["r99"]), ("[notice, invented]", ["notice", "invented"]), ("[no_such.rule]", ["no_such.rule"])],
)
def test_what_stands_in_brackets_is_cited_if_it_may_be_an_identifier(bracket: str, rules: list[str]) -> None:
    found = read(f"{FIRST}CLAIM s3: written {bracket}\nDECISION: valid")
    assert (found.answer.claims or ())[2].rules == rules
    assert noticed(found) == ([] if rules else ["RL557"])


BY_NAME = """late — by guarded|guarded|
late by guarded and notice|guarded,notice|
late — by notice and guarded.affiliate, see e3|notice,guarded.affiliate|e3
late — under **guarded**, `notice`.|guarded,notice|
late — not by guarded, by notice|notice|
late — by notice of the tenant||"""


@pytest.mark.parametrize("line", BY_NAME.splitlines())
def test_rule_that_is_called_by_a_plain_word_is_cited_behind_what_cites(line: str) -> None:
    formula, rules, passages = line.split("|")
    [claim] = read(f"- s1: {formula}\nDECISION: valid").answer.claims or ()
    assert (claim.rules, claim.evidence) == ([one for one in rules.split(",") if one], passages.split() or [])


def test_step_with_fields_has_the_step_s_number_as_its_id() -> None:
    marked = read("Step 1: late | rules: guarded\nStep 2: waived | rules: guarded | from: step 1\nDECISION: valid (from 2)")
    assert claimed(marked) == [("late", [], ["guarded"], []), ("waived", [0], ["guarded"], [])]
    assert noticed(marked) == []


NAMED = """MODULE words
FACT late
FACT filed
OUTCOME barred
ACTION cancel
RULE error.wait IF late THEN barred
RULE cancel IF late THEN MUST cancel
RULE opinion.denied IF filed THEN NOT barred
CASE c GIVEN late, filed ASK "?" DECIDE barred
"""


@pytest.mark.parametrize(
    "beside",
    [
        " [error.wait, cancel]",
        " (rules cancel, opinion.denied)",
        " — by error.wait and cancel",
        ", by cancel, opinion.denied",
        " (error.wait; opinion.denied)",
        " | rules: cancel, error.wait",
    ],
)
@pytest.mark.parametrize("formula", ["barred", "`barred`", "**NOT late**", "MUST cancel"])
def test_words_in_names_of_rules_say_nothing(formula: str, beside: str) -> None:
    program = load_text(NAMED).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    text = Source("a.txt", f"CLAIM s1: {formula}{beside}\nDECISION: barred")
    marked = read_markup(text, About("t.rules#c"), labels_of(base, program.cases["c"]))
    [claim] = marked.answer.claims or ()
    assert claim.says == formula.strip("*`")
    assert claim.rules == [one for one in re.findall(r"[\w.]+", beside) if one in ("error.wait", "cancel", "opinion.denied")]
    assert noticed(marked) == []


def test_formula_with_reasons_below_a_heading() -> None:
    marked = read("### s1\n`late` — by guarded\n\n### s2\nwaived (notice), from s1\n\n## Decision\nvalid")
    assert claimed(marked) == [("late", [], ["guarded"], []), ("waived", [0], ["notice"], [])]


def test_citation_between_a_verdict_and_its_reason() -> None:
    marked = read("CLAIM s1: late: no (e3), the tenant never was\nCLAIM s2: waived: not met (e3) - none was given\nDECISION: valid")
    assert [(claim.says, claim.evidence) for claim in marked.answer.claims or ()] == [
        ("NOT (late)", ["e3"]),
        ("NOT (waived)", ["e3"]),
    ]
