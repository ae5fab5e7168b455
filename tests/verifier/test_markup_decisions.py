# ruff: noqa: E501
"""The decision of an answer: written over several lines, several times, as JSON, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import statements
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.json_answers import read_json_answer
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, Marked, read_markup

RULES = """FACT late
FACT exempt
OUTCOME payable
OUTCOME fee : NUMBER IN usd
ACTION pay
ACTION destroy
RULE r1 IF late THEN MUST pay AND payable AND fee = 3 usd
RULE r2 IF exempt THEN MAY destroy
CASE two GIVEN late, NOT exempt ASK "?" DECIDE MUST pay, MAY destroy
CASE one GIVEN late, NOT exempt ASK "?" DECIDE payable
CASE sum GIVEN late, NOT exempt ASK "?" DECIDE fee
CASE acts GIVEN late, NOT exempt ASK "?" DECIDE ACTIONS pay
"""


def labels(case: str) -> Labels:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return labels_of(base, program.cases[case])


TWO, ONE, SUM, ACTS = (labels(case) for case in ("two", "one", "sum", "acts"))


def read(text: str, known: Labels | None = None) -> Marked:
    return read_markup(Source("answer.txt", text), About("t.rules#c"), known)


def decision(text: str, known: Labels | None = None) -> Any:
    found = read(text, known).answer.decision
    return None if found is None else statements(found.says)


def noticed(text: str, known: Labels | None = None) -> list[str]:
    return [finding.code for finding in read(text, known).findings if finding.severity is not Severity.HINT]


@pytest.mark.parametrize("known", [None, TWO])
@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n", "\n> \n", "\n```\n"])
def test_lines_below_each_other_are_parts_of_one_decision(between: str, known: Labels | None) -> None:
    text = f"CLAIM s1: late | rules: r1\nDECISION: MUST pay | from: s1{between}**DECISION:** NOT MAY destroy | rules: r2\n".replace("\n> \n", "\n\n")
    marked = read(text, known)
    assert not noticed(text, known)
    made = marked.answer.decision
    assert made is not None
    assert made.says == ["MUST pay", "NOT MAY destroy"]
    assert (made.from_, made.rules) == (["s1"], ["r2"])
    assert made.at is not None
    assert text[made.at[0] : made.at[1]].startswith("DECISION: MUST")
    assert text[made.at[0] : made.at[1]].endswith("rules: r2")


@pytest.mark.parametrize("between", ["\n", "\nWait, no.\n"])
@pytest.mark.parametrize(("first", "last"), [("MUST pay", "NEED NOT pay"), ("MUST pay", "MAY pay"), ("fee = 3", "4 < fee"), ("fee = 3", "fee = 4"), ("payable", "UNKNOWN payable"), ("payable", "REJECTED payable"), ("MUST pay", "it depends"), ("it depends", "MUST pay")])
def test_a_later_decision_about_the_same_replaces_the_earlier(first: str, last: str, between: str) -> None:
    text = f"CLAIM s1: late\nDECISION: {first} | from: s1{between}DECISION: {last}\n"
    assert decision(text) == [last]
    assert "RL552" in noticed(text)
    found = read(text).answer.decision
    assert found is not None
    assert found.from_ == []


def test_a_part_that_is_decided_again_is_replaced_alone() -> None:
    text = "DECISION: MUST pay AND NOT MAY destroy\nWait.\nDECISION: NOT MUST pay\n"
    assert decision(text, TWO) == ["NOT MAY destroy", "NOT MUST pay"]
    assert noticed(text, TWO) == ["RL552"]
    assert decision("DECISION: MUST pay; NOT MAY destroy\nDECISION: NOT MUST pay\n") == ["NOT MAY destroy", "NOT MUST pay"]


def test_decisions_far_apart_about_different_things_both_count_and_are_told() -> None:
    text = "## First\nDECISION: MUST pay\n\n## Second\nCLAIM s1: NOT exempt\nDECISION: NOT MAY destroy | from: s1\n"
    for known in (None, TWO):
        assert decision(text, known) == ["MUST pay", "NOT MAY destroy"]
        assert noticed(text, known) == ["RL552"]


def test_what_is_not_asked_is_no_part_of_a_later_decision() -> None:
    text = "DECISION: late\nCLAIM s1: late\nFinal decision: NOT payable\n"
    assert decision(text, ONE) == ["NOT payable"]
    assert decision(text) == ["late", "NOT payable"]
    duty = "DECISION: MUST destroy\nCLAIM s1: late\nDECISION: MUST pay\n"
    assert decision(duty, ACTS) == ["MUST destroy", "MUST pay"]  # a surplus duty is judged


def test_an_answer_beside_a_decision_is_a_part_only_where_the_case_has_it() -> None:
    text = "DECISION: MUST pay\nAnswer: NOT MAY destroy\n"
    assert decision(text, TWO) == ["MUST pay", "NOT MAY destroy"]
    assert decision(text) == ["NOT MAY destroy"]
    assert noticed(text) == ["RL552"]


# ------------------------------------------------------------------------------------------------------ hedges

HEDGES = """payable or not payable, depending
it depends
likely payable
payable, likely
payable; probably
payable; it depends on late
payable | probably
payable [likely]
perhaps payable
either payable or NOT payable
payable / NOT payable
payable, or else NOT payable
yes, unless late
payable, unless late
payable if late
if late, payable; otherwise NOT payable
payable, provided that late
payable - but not sure
payable?
payable (?)
payable (not certain)
payable, not sure
payable, I think
payable, in most cases
payable with caveats
payable, with reservations
payable (subject to late)
payable, arguably
payable; unclear
payable, tentatively
payable, conditionally
payable, except where late
not necessarily payable
no decision
insufficient information"""


@pytest.mark.parametrize("known", [None, ONE])
@pytest.mark.parametrize("hedge", HEDGES.splitlines())
def test_a_hedge_is_no_decision(hedge: str, known: Labels | None) -> None:
    text = f"CLAIM s1: late\nDECISION: {hedge}\n"
    (said,) = decision(text, known)
    assert said not in ("payable", "NOT payable")
    assert "RL551" in noticed(text, known)


@pytest.mark.parametrize("said", ["cannot be determined", "UNKNOWN", "It is undetermined.", "payable cannot be determined", "payable: undetermined", "payable is unknown", "it cannot be determined whether payable"])
def test_what_can_not_be_determined_is_unknown(said: str) -> None:
    text = f"CLAIM s1: late\nDECISION: {said}\n"
    assert decision(text, ONE) == ["UNKNOWN payable"]
    assert not noticed(text, ONE)
    if "payable" not in said:  # which of two things is not known nobody says
        assert decision(text, TWO) != ["UNKNOWN payable"]


def test_a_remark_or_a_fact_that_is_called_like_a_hedge_takes_nothing_back() -> None:
    text = "CLAIM s1: late\nDECISION: payable | from: s1 | confidence: high\n"
    assert decision(text, ONE) == ["payable"]
    program = load_text("FACT likely\nOUTCOME payable\nRULE r IF likely THEN payable\nCASE c GIVEN likely ASK DECIDE payable, likely\n").program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    assert decision("DECISION: payable, likely\n", labels_of(base, program.cases["c"])) == ["payable", "likely"]


# -------------------------------------------------------------------------------------------------------- JSON


@pytest.mark.parametrize(
    "text",
    [
        'DECISION: {"decision": "NOT payable", "from": ["s1"]}',
        'DECISION:\n```json\n{"decision": "NOT payable", "from": "s1"}\n```',
        '```json\n{"decision": {"says": "NOT payable", "from": ["s1"]}}\n```',
        'DECISION: {"says": "NOT payable", "from": ["s1"], "rules": []}',
        'So:\n{\n  "final_decision": ["NOT payable"],\n  "depends_on": ["s1"]\n}\nThat is it.',
        '{"answer": "NOT payable", "from": ["s1"]}',
    ],
)
@pytest.mark.parametrize("known", [None, ONE])
def test_a_decision_as_json(text: str, known: Labels | None) -> None:
    found = read(f"CLAIM s1: late\n{text}", known).answer
    assert found.decision is not None
    assert (statements(found.decision.says), found.decision.from_) == (["NOT payable"], ["s1"])
    assert not noticed(f"CLAIM s1: late\n{text}", known)


def test_json_that_holds_no_decision_is_told() -> None:
    for text in ('DECISION: {"decision": true}', 'DECISION: {"decision": "a", "decision": "b"}'):
        assert "RL551" in noticed(f"CLAIM s1: late\n{text}")


def test_a_decision_that_is_whole_in_json_that_is_not_counts() -> None:
    text = 'CLAIM s1: late\nDECISION: {"decision": "a"'
    assert (decision(text), noticed(text)) == (["a"], ["RL557"])


def test_a_whole_answer_as_json_behind_a_head_or_in_prose() -> None:
    whole = '{"claims": [{"id": "s1", "says": "late", "rules": ["r1"], "quote": "\\"so\\" it is", "certain": 1}, {"says": "NOT exempt"}], "decision": {"says": "payable", "from": ["s1"]}, "case": "x.rules#y"}'
    for text in (f"DECISION: {whole}", f"Here it is: {whole} Thank you.", f"```json\n{whole}\n```\nDone."):
        found = read_markup(Source("a.txt", text), About()).answer
        assert found.case == "x.rules#y"
        assert [(one.id, one.says, one.rules) for one in found.claims or ()] == [("s1", "late", ["r1"]), ("s2", "NOT exempt", [])]
        assert (found.claims or ())[0].quote == '"so" it is'
        assert found.decision is not None
        assert (found.decision.says, found.decision.from_) == ("payable", ["s1"])


def test_claims_as_json_with_a_decision_beside_them() -> None:
    text = '```json\n{"claims": [{"id": "s1", "says": "late"}]}\n```\nDECISION: payable | from: s1\n'
    assert read_json_answer(Source("a.txt", text), About("t.rules#c")) is None
    found = read(text).answer
    assert [one.says for one in found.claims or ()] == ["late"]
    assert found.decision is not None
    assert (found.decision.says, found.decision.from_) == ("payable", ["s1"])
    each = '[{"id": "s1", "says": "late"},\n{"id": "s2", "formula": "NOT exempt", "from": ["s1"]}]\n{"decision": "payable"}'
    assert [one.says for one in read(each).answer.claims or ()] == ["late", "NOT exempt"]
    assert not read(each).findings
