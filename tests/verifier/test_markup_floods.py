"""Texts that are long, deep or say the same again and again: what they cost is counted in work done, not in time."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_markup_styles import noticed, read

from rulelang.verifier.markup import rows, saying, thoughts
from rulelang.verifier.markup.formulas import formula
from rulelang.verifier.markup.leads import Leads
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.memory import LONGEST, remembered
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.spelling import USUAL

FLOODS: dict[str, Callable[[int], str]] = {
    "items": lambda at: f"- fee > {at} usd (e1)\n",
    "headings": lambda at: f"## What is so in part {at}\n",
    "rows of no table": lambda at: f"| s{at} | fee > {at} usd | e1 |\n",
    "rows of issues": lambda at: f"| Issue | Answer |\n|---|---|\n| fee > {at} usd | yes |\n",
    "heads of claims alone": lambda at: f"| Claim | Note {at} |\n",
    "prose": lambda at: f"Now the fee is one that was paid on day {at}, as “he said”.\n",
    "questions with answers": lambda at: f"Q{at}: fee > {at} usd? Yes.\n",
    "suppositions": lambda at: f"If it had been {at} days late:\n",
    "elements": lambda at: f'<claim id="s{at}">fee > {at} usd</claim>\n',
    "corrections": lambda at: f"CLAIM s{at}: fee > {at} usd\nCorrection: fee > {at + 1} usd\n",
    "struck out, between thoughts": lambda at: f"<think>{at}</think>\n~~late {at}~~\n",
    "blank lines": lambda at: f"late {at}\n\n\n\n\n",
    "objects in one line": lambda at: f'{{"claim": "fee > {at} usd"}} ',
}


@pytest.mark.parametrize("flood", FLOODS)
def test_four_times_the_lines_are_four_times_the_work(flood: str) -> None:
    """Counted in steps of the interpreter."""
    small, large = (_steps("".join(map(FLOODS[flood], range(first, first + count)))) for first, count in
                    ((1000, 25), (2000, 100)))  # fmt: skip
    assert small > 1000
    assert large < 5 * small


def _steps(text: str) -> int:
    count = 0

    def trace(frame: Any, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("depth", [250, 900, 5000])
@pytest.mark.parametrize(("opens", "closes"), [('{"claims": ', "}"), ('{"claims": [', "]}"), ("{'a': ", "}")])
def test_objects_that_are_too_deep_are_told_and_what_stands_around_them_is_read(
    opens: str, closes: str, depth: int
) -> None:
    found = read(f"CLAIM s1: late\n{opens * depth}1{closes * depth}\nDECISION: valid")
    assert [one.says for one in found.answer.claims or ()] == ["late"]
    assert found.answer.decision is not None
    assert noticed(found) == ["RL557"]
    assert "200 others within each other" in str(found.findings[0])


def test_objects_within_each_other_are_read() -> None:
    deep = f'{{"claims": [{{"formula": "late"}}], "note": {"[" * 190}{"]" * 190}, "decision": "valid"}}'
    assert [one.says for one in read(deep).answer.claims or ()] == ["late"]


def test_an_object_that_is_too_deep_and_never_closed_hides_nothing_below() -> None:
    found = read('{"a": [' * 1000 + "\nCLAIM s1: late\nDECISION: valid")
    assert [one.says for one in found.answer.claims or ()] == ["late"]


QUOTED = "“" * 1000 + "late" + "”" * 1000


@pytest.mark.parametrize("text", ["DECISION: " * 2000, "CLAIM s1: " * 2000, QUOTED, f"CLAIM s1: {QUOTED}"])
def test_heads_and_quotes_within_each_other_are_read_to_an_end(text: str) -> None:
    assert read(f"{text}\n\nCLAIM s9: waived\nDECISION: valid").answer.claims is not None


def test_quotes_within_quotes_are_taken_off() -> None:
    assert formula("“" * 5 + "late" + "”" * 5, USUAL) == "late"


def test_a_text_is_set_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    real = saying.set_apart

    def counted(text: str, *others: Any) -> Any:
        seen[text] += 1
        return real(text, *others)

    monkeypatch.setattr(saying, "set_apart", counted)
    read("".join(f"- fee > {at} usd (e1)\n" for at in range(20)) + "\nDECISION: valid")
    assert len(seen) >= 20
    assert set(seen.values()) == {1}


def test_a_text_is_set_apart_anew_where_something_else_is_named() -> None:
    known: set[str] = set()
    here = Saying(USUAL, known.__contains__)
    before, elsewhere = here.apart("late [thunder]"), here.apart_by("late [thunder]", {"thunder"}.__contains__)
    assert before is None or not before.cites
    assert elsewhere is not None
    assert elsewhere.cites == ["thunder"]
    assert here.apart("late [thunder]") == before
    assert here.meet("thunder")
    assert not here.meet("thunder")
    assert here.apart("late [thunder]") == elsewhere


def test_rows_below_heads_of_claims_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    real = rows.cells

    def counted(row: str) -> list[str]:
        nonlocal looked
        looked += 1
        return real(row)

    monkeypatch.setattr(rows, "cells", counted)
    read("| Claim | Note |\n" * 100)
    assert 100 <= looked <= 300


@given(st.text("<>s/ aé_\n", max_size=40))
def test_what_is_struck_out_is_found_as_by_trying_each_place(text: str) -> None:
    plainly = re.compile(r"<s>[^<]*\w[^<]*</s>|\w[^<>]*<s>[^<]*\w")
    assert (thoughts._STRUCK.search(text) is None) == (plainly.search(text) is None)  # pyright: ignore[reportPrivateUsage]


@given(st.lists(st.text("a \n", max_size=5)).map("\n".join), st.lists(st.integers(0, 40), max_size=6))
def test_how_far_a_line_is_set_in(text: str, places: list[int]) -> None:
    leads = Leads(text)
    for place in (min(one, len(text)) for one in places):
        assert leads.indent(Line("other", place, place, "")) == len(text[:place].rpartition("\n")[2])


def test_what_was_found_out_of_a_short_text_is_kept() -> None:
    seen: list[str] = []

    @remembered
    def measured(text: str, more: int = 0) -> int:
        seen.append(text)
        return len(text) + more

    assert (measured("ab"), measured("ab"), measured("ab", 1)) == (2, 2, 3)
    assert seen == ["ab", "ab"]
    long = "a" * (LONGEST + 1)
    assert measured(long) == measured(long) == LONGEST + 1
    assert seen[2:] == [long, long]
