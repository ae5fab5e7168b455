# ruff: noqa: E501
"""What is decided of several actions: under norms, beside them, in lists, tables and objects of JSON."""

from __future__ import annotations

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import statements
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.reading import About, Marked, read_markup

RULES = """
TYPE way OF std "Standard Mail", exp "Express"
FACT heavy
FACT abroad
OUTCOME service : way
ACTION insure
ACTION declare
ACTION label_it
RULE p1
  THEN service = std
  EXCEPTION fast IF NOT heavy THEN service = exp
RULE p2
  IF heavy
  THEN MUST insure
RULE p3
  IF abroad
  THEN MUST declare AND MUST NOT label_it
CASE acts
  CLOSED
  EVIDENCE e1 "It is heavy, and goes abroad." SUPPORTS heavy, abroad
  GIVEN heavy, abroad
  ASK "What has to be done?" DECIDE ACTIONS insure, declare, label_it
CASE both
  CLOSED
  GIVEN heavy
  ASK "Must it be insured, and how is it sent?" DECIDE MUST insure, service
"""
ALL = ["MUST insure", "MUST declare", "MUST NOT label_it"]


def read(text: str, case: str = "acts") -> Marked:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return read_markup(Source("answer.txt", text), About("t.rules#c"), labels_of(base, program.cases[case]))


def decided(text: str, case: str = "acts") -> list[str]:
    decision = read(text, case).answer.decision
    return [] if decision is None else statements(decision.says)


WAYS = (
    "DECISION: MUST insure, declare; MUST NOT label_it",
    "DECISION: MUST insure, MUST declare, MUST NOT label_it",
    "DECISION: MUST {insure, declare}, MUST NOT {label_it}",
    "DECISION: MUST: insure and declare. MUST NOT: label_it. MAY: none",
    "DECISION: MUST(insure), MUST(declare), MUST_NOT(label_it)",
    "DECISION: insure: MUST; declare: MUST; label_it: MUST NOT",
    "DECISION: {insure: MUST, declare: MUST, label_it: MUST NOT}",
    "DECISION: insure and declare are required; label_it is forbidden",
    "DECISION: MUST insure; MUST declare; MUST NOT label_it; nothing else",
    "DECISION:\nMUST: insure, declare\nMUST NOT: label_it",
    "## Decision\n- MUST: insure, declare\n- MUST NOT: label_it\n- MAY: none",
    "## Decision\n1. insure: MUST\n2. declare: required\n3. label_it: forbidden",
    "**Decision**\n- Obligatory: insure, declare\n- Prohibited: label_it\n- Permitted: none",
    "## Decision\n| Action | Status |\n|---|---|\n| insure | MUST |\n| declare | required |\n| label_it | MUST NOT |",
    "## Decision\n| Action | Obligatory | Forbidden | Permitted |\n|---|---|---|---|\n| insure | Yes | No | – |\n| declare | ✓ | ✗ | |\n| label_it | No | Yes | No |",
    "## Decision\n**Required actions:**\n- insure\n- declare\n\n**Forbidden actions:**\n- label_it",
    "Final answer:\n- MUST\n  - insure\n  - declare\n- MUST NOT\n  - label_it",
    "MUST:\n- insure\n- declare\nMUST NOT:\n- label_it",
    '{"claims": [], "decision": {"MUST": ["insure", "declare"], "MUST NOT": ["label_it"]}}',
    '{"claims": [], "decision": {"insure": "MUST", "declare": "MUST", "label_it": "MUST NOT"}}',
)  # fmt: skip


@pytest.mark.parametrize("text", WAYS)
def test_norms_on_several_actions_are_the_decision(text: str) -> None:
    assert decided(text) == ALL
    assert [one.code for one in read(text).findings if one.code in ("RL551", "RL552", "RL553", "RL557")] == []


def test_other_cells_and_brackets_cite() -> None:
    table = "| Action | Status | Rule |\n|---|---|---|\n| insure | MUST | p2 |\n| declare | MUST | p3 |\n| label_it | MUST NOT | p3 |"
    items = "Required actions:\n- insure (p2)\n- declare [p3]\nForbidden:\n- label_it (p3)"
    for text in (table, items):
        decision = read(text).answer.decision
        assert decision is not None
        assert (statements(decision.says), sorted(decision.rules)) == (ALL, ["p2", "p3"])


@pytest.mark.parametrize("text", ["none", "No actions are required.", "nothing", "no action"])
def test_none_of_the_actions(text: str) -> None:
    assert decided(f"DECISION: {text}") == [f"NOT {norm} {name}" for name in ("insure", "declare", "label_it") for norm in ("MUST", "MUST NOT")]


UNREAD = (
    "MUST insure if heavy, declare", "MAY NOT insure, declare", "NOT MUST insure, declare", "insure, declare and pack: MUST", "MUST insure OR declare",
    "insure, declare",
)  # fmt: skip


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_not_plainly_a_list_of_norms_is_none(text: str) -> None:
    assert not {"MUST declare", "MUST NOT declare", "NOT MUST declare"} & set(decided(f"DECISION: {text}"))


def test_what_others_want_or_would_be_so_is_not_decided() -> None:
    for head in ("If it were not heavy:", "The sender says:"):
        text = f"{head}\n| Action | Status |\n|---|---|\n| insure | MUST NOT |\n\nDECISION: MUST insure"
        assert decided(text) == ["MUST insure"]


@pytest.mark.parametrize("text", ["NOT MUST insure, Standard Mail", "no; std", "No, and Standard Mail", "1. MUST insure: no\n2. service: Standard Mail"])
def test_a_value_and_a_verdict_where_one_of_each_is_asked_for(text: str) -> None:
    says = decided(f"DECISION:\n{text}" if "\n" in text else f"DECISION: {text}", "both")
    assert [one.replace("(", "").replace(")", "") for one in says] == ["NOT MUST insure", "service = std"]


def test_a_rule_that_is_called_like_a_passage_is_cited_as_a_rule() -> None:
    text = "1. heavy (e1)\n2. MUST insure (rule p2, e1)\n3. MUST declare [p3]\nCLAIM s4: MUST NOT label_it | from: s1, p3\nDECISION: none"
    assert [(one.rules, one.evidence) for one in read(text).answer.claims or ()] == [
        ([], ["e1"]), (["p2"], ["e1"]), (["p3"], []), (["p3"], []),
    ]  # fmt: skip


ALONE = (
    "Must: insure, declare\nMust not: label_it\nMay: (none)", "MUST = {insure, declare}\nMUST NOT = {label_it}\nMAY = {}", "MUST insure\nMUST declare\nMUST NOT label_it",
    "**Obligatory:** insure, declare\n**Forbidden:** label_it\n**Permitted:** none", "  insure: required\n  declare: required\n  label_it: forbidden",
    "DECISION: MUST: insure, declare | MUST NOT: label_it | MAY: –", "DECISION: Obligatory: {insure, declare}; Forbidden: {label_it}; Permitted: ∅",
)  # fmt: skip


@pytest.mark.parametrize("text", ALONE)
def test_norms_on_lines_of_their_own_are_one_decision(text: str) -> None:
    assert decided(text) == ALL


@pytest.mark.parametrize("text", ["1. MUST insure (p2)\n2. MUST declare (p3)", "CLAIM s1: MUST insure | rules: p2", "### s1\nMUST insure\n- Rules: p2"])
def test_claims_that_are_norms_are_no_decision(text: str) -> None:
    assert decided(text) == []
    assert next(one.says for one in read(text).answer.claims or ()) == "MUST insure"


def test_members_that_are_formulas_and_names_are_parts_of_a_decision() -> None:
    assert decided('{"claims": [], "decision": {"MUST insure": false, "service": "std"}}', "both") == ["NOT (MUST insure)", "service = std"]


@pytest.mark.parametrize("line", ["- Not required", "  - not allowed"])
def test_a_norm_below_a_claim_that_heads_no_actions_is_a_verdict(line: str) -> None:
    first = (read(f"CLAIM s1: heavy | evidence: e1\n{line}\nCLAIM s2: abroad\nDECISION: none").answer.claims or ())[0]
    assert first.says != "heavy"
