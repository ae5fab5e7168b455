# ruff: noqa: E501
"""Answers in which nothing is called a decision: the line that concludes is taken for it, and that is told."""

from __future__ import annotations

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.reading import About, read_markup

RULES = """
FACT late
FACT waived
OUTCOME binding
OUTCOME fee : NUMBER IN usd
RULE notice
  IF NOT late
  THEN binding
RULE cost
  THEN fee = 40 usd
CASE is
  CLOSED
  EVIDENCE e1 "It came in time." SUPPORTS NOT late
  GIVEN NOT late
  ASK "Is it binding?" DECIDE binding
CASE much
  CLOSED
  GIVEN NOT late
  ASK "How much?" DECIDE fee
"""


def decided(text: str, case: str = "is") -> tuple[str | list[str] | None, list[str]]:
    """What an answer decides, and what was noticed about decisions."""
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    marked = read_markup(Source("answer.txt", text), About("t.rules#c"), labels_of(base, program.cases[case]))
    decision = marked.answer.decision
    told = [one.code for one in marked.findings if one.code in ("RL550", "RL551", "RL552", "RL553")]
    return None if decision is None else decision.says, told


CONCLUDING = (
    "Therefore, binding.", "So binding", "**Conclusion.** binding", "**Holding:** binding", "Final: binding", "Result: binding", "In conclusion, binding.",
    "∴ binding", "=> binding", "It came in time. Thus, binding.", "Yes.", "**Yes**, since it came in time.", "binding", "Bottom line: yes", "Short answer: Yes.",
    "Therefore, it follows that binding.",
)  # fmt: skip


@pytest.mark.parametrize("line", CONCLUDING)
def test_the_line_that_concludes_decides(line: str) -> None:
    assert decided(f"1. NOT late (e1)\n\n{line}") == ("binding", ["RL553"])
    assert decided(f"1. NOT late (e1)\n\n{line}\n\nDECISION: NOT binding")[0] == "NOT binding"


@pytest.mark.parametrize("line", ["40 usd", "$40", "#### 40 usd", "So we get $\\boxed{40}$ usd.", "= $40", "Thus, fee = 40 usd.", "Result: 40 usd"])
def test_the_value_at_the_end_decides(line: str) -> None:
    assert decided(f"The fee is fixed.\n{line}", "much") == ("fee = 40 usd", ["RL553"])


@pytest.mark.parametrize("line", ["The answer is **yes**, as it came in time.", "The answer is: yes", "So the answer is yes."])
def test_yes_in_a_sentence_about_the_answer_decides(line: str) -> None:
    assert decided(line) == ("binding", [])
    assert decided(f"DECISION: NOT binding\n\n{line}") == ("binding", ["RL552"])


def test_the_first_line_decides_where_the_last_does_not() -> None:
    assert decided("Yes.\n\nIt came in time, and nothing else matters.") == ("binding", ["RL553"])
    assert decided("Yes.\n\nIt was late after all.\n\nTherefore, NOT binding.") == ("NOT binding", ["RL553"])


LEFT_OPEN = (
    "Yes and no.", "No open question is left.", "Yes, probably.", "Yes, unless it was late.", "Is it late?\nNo.", "The tenant says:\nYes.",
    "Therefore, waived.", "Therefore, the tenant argues, binding.", "If waived, then binding.", "It may be binding.", "No, wait.", "It is not binding?",
)  # fmt: skip


@pytest.mark.parametrize("text", LEFT_OPEN)
def test_what_concludes_nothing_decides_nothing(text: str) -> None:
    assert decided(f"1. NOT late (e1)\n\n{text}")[0] is None


@pytest.mark.parametrize("sign", ["∴ ", "Therefore, ", "⊢ ", "So ", "Hence "])
def test_what_follows_with_its_citation_is_a_claim(sign: str) -> None:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    text = f"NOT late (e1)\n{sign}binding (notice)\nDECISION: binding"
    marked = read_markup(Source("answer.txt", text), About("t.rules#c"), labels_of(base, program.cases["is"]))
    assert [(one.says, one.rules) for one in marked.answer.claims or ()] == [("NOT late", []), ("binding", ["notice"])]
