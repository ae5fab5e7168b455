# ruff: noqa: E501
"""Boxes and brackets around decisions, marks that nobody sees, quotes around identifiers, sums that are no values."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read

from rulelang.verifier.markup.formulas import formula


@pytest.mark.parametrize(
    "line",
    [
        "[Decision] valid [s1, notice]",
        "[Final decision] valid [s1, notice]",
        "**[Decision]** valid (s1, notice)",
    ],
)
def test_a_decision_under_a_head_in_brackets(line: str) -> None:
    found = read(f"[s1] late [guarded, e1]\n{line}").answer
    assert [(one.id, one.says) for one in found.claims or ()] == [("s1", "late")]
    assert found.decision is not None
    assert (found.decision.says, found.decision.from_, found.decision.rules) == ("valid", ["s1"], ["notice"])


@pytest.mark.parametrize("line", [r"\boxed{valid}", r"$$\boxed{valid}$$", r"\[ \boxed{\text{valid}} \]", r"$\boxed{valid}$."])
def test_a_box_is_a_decision(line: str) -> None:
    decision = read(f"CLAIM s1: late\n\n{line}").answer.decision
    assert decision is not None
    assert decision.says == "valid"


def test_invisible_marks_are_dropped_but_for_what_is_quoted() -> None:
    text = 'CLAIM s1: la\u200bte | rules: \u200eguarded\u200f | quote: "By\u200b mail."\n\ufeffDECI\u2060SION: va\u00adlid'
    found = read(text)
    (claim,) = found.answer.claims or ()
    assert (claim.says, claim.rules, claim.quote) == ("late", ["guarded"], "By\u200b mail.")
    assert found.answer.decision is not None
    assert found.answer.decision.says == "valid"
    assert claim.at is not None
    assert text[slice(*claim.at)] == text.splitlines()[0]
    assert not noticed(found)


def test_of_two_quotes_the_second_is_told() -> None:
    found = read('CLAIM s1: late | quote: "By mail." | quote: "No rival."\nDECISION: valid')
    assert (found.answer.claims or ())[0].quote == "By mail."
    assert noticed(found) == ["RL557"]


@pytest.mark.parametrize("written", ["„guarded“", "«guarded»", "« guarded »", "‹guarded›"])
def test_identifiers_in_quotes(written: str) -> None:
    found = read(f"CLAIM s1: late | rules: {written}\nDECISION: valid")
    assert (found.answer.claims or ())[0].rules == ["guarded"]
    assert not noticed(found)


def test_ranges_and_figures_of_bookkeepers_are_no_values() -> None:
    for text in ("fee = $1,200-$1,300", "fee = $1,200–1,300", "fee = $1,200 – $1,300", "fee = ($1,200)"):
        assert formula(text) is None, text
    assert formula("fee = $1,200 - $300") == "fee = 1200 usd - 300 usd"
    assert formula("fee = ($1,200 - $300)") == "fee = (1200 usd - 300 usd)"
