"""What stands around a formula: brackets with bare citations and fields together, emoji, check marks, crosses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from test_markup_styles import noticed, read

from rulelang.grammar.source import Source
from rulelang.verifier.markup.reading import About, read_markup

FIRST = "CLAIM s1: waived | rules: guarded\n"
PARTS = ("guarded.rival", "from s1", "e1")


def second(line: str) -> tuple[Any, ...]:
    """What the second claim of an answer says, rests on and cites; and what was noticed."""
    marked = read(f"{FIRST}{line}\nDECISION: valid")
    claim = (marked.answer.claims or ())[1]
    return claim.says, claim.from_, claim.rules, claim.evidence, noticed(marked)


@pytest.mark.parametrize("seed", range(24))
def test_citations_and_fields_may_stand_in_one_bracket(seed: int) -> None:
    chance = Random(seed)
    parts = chance.sample(PARTS, 3)
    first, second_sign = (chance.choice((", ", "; ")) for _ in range(2))
    inside = f"{parts[0]}{first}{parts[1]}{second_sign}{parts[2]}"
    inside = inside.replace("from s1", chance.choice(("from s1", "from: s1", "see s1", "based on s1")))
    opened, closed = chance.choice(("()", "[]"))
    said = f"CLAIM s2: late {opened}{inside}{closed}"
    assert second(said) == ("late", ["s1"], ["guarded.rival"], ["e1"], []), said


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("late (guarded, from s1) AND NOT written", ("late   AND NOT written", ["s1"], ["guarded"], [], [])),
        (
            "late (guarded, from s1); NOT written (notice; e3)",
            (["late", "NOT written"], ["s1"], ["guarded", "notice"], ["e3"], []),
        ),
        ("(late OR waived) (guarded, from s1)", ("(late OR waived)", ["s1"], ["guarded"], [], [])),
        ("(late OR waived, from s1)", ("(late OR waived)", ["s1"], [], [], [])),
        ("**late** (_guarded_, from _s1_)", ("late", ["s1"], ["guarded"], [], [])),
        ("late (guarded, from s1", ("late", ["s1"], ["guarded"], [], [])),
        ("late | from: s1, e1-e2", ("late", ["s1"], [], ["e1", "e2"], [])),
        ("late | from: s1, e9", ("late", ["s1"], [], [], ["RL555"])),
        ("late (clearly so, from s1)", ("late", ["s1"], [], [], ["RL557"])),
    ],
)
def test_what_goes_on_behind_and_what_is_no_citation(said: str, found: tuple[Any, ...]) -> None:
    assert second(f"CLAIM s2: {said}") == found


@pytest.mark.parametrize("brackets", ["()", "[]"])
def test_so_it_is_without_a_case(brackets: str) -> None:
    text = f"CLAIM s1: p\nCLAIM s2: q {brackets[0]}acc.exp, from s1; e6{brackets[1]}\nDECISION: q"
    claim = (read_markup(Source("a", text), About("t.rules#c")).answer.claims or ())[1]
    assert (claim.says, claim.from_, claim.rules, claim.evidence) == ("q", ["s1"], ["acc.exp"], ["e6"])


@pytest.mark.parametrize(
    "line",
    [
        "CLAIM s2: late ✅",
        "CLAIM s2: ✔️ late",
        "CLAIM s2: late: ✅",
        "CLAIM s2: late → ✓",
        "CLAIM s2: **late** 🎉🎉!",
        "CLAIM s2: “late” ☑",
        "CLAIM s2: late 👨\u200d⚖️🏽",
        "CLAIM s2: late | ✅",
        "CLAIM s2: late (✓)",
        "✅ CLAIM s2: late",
        "- ✅ **CLAIM s2**: late",
        "1️⃣ CLAIM s2: late",
        "**👉 CLAIM s2 ✅:** late",
    ],
)
def test_emoji_and_check_marks_are_read_over(line: str) -> None:
    assert second(line) == ("late", [], [], [], [])


def test_so_they_are_behind_citations_and_before_reasons() -> None:
    assert second("CLAIM s2: late ✅ (guarded, e1)") == ("late", [], ["guarded"], ["e1"], [])
    assert second("CLAIM s2: late ✅ because of e1 | rules: guarded ✔️") == ("late", [], ["guarded"], ["e1"], [])


@pytest.mark.parametrize(
    "said",
    [
        *("late ❌", "❌ late", "late ✗", "late (❌)", "late – ❌", "late: ❌"),
        *("late ⚠️", "late 🤔", "late ✅❌", "NOT late ✘"),
    ],
)
def test_a_cross_or_a_doubt_is_not_read_over(said: str) -> None:
    """Whether it denies what it stands by, or says that it fails, nobody knows: what is said can't be read."""
    assert second(f"CLAIM s2: {said}") == (said, [], [], [], ["RL551"])


def test_a_cross_before_a_claim_is_not_read_over_either() -> None:
    assert second("❌ CLAIM s2: late") == ("❌ late", [], [], [], ["RL551"])
    assert second("CLAIM s2: late | rules: guarded ❌") == ("late, ❌", [], ["guarded"], [], ["RL551"])


@pytest.mark.parametrize(
    "text",
    [
        "FINAL DECISION: **valid** ✅",
        "✅ FINAL DECISION: valid",
        "**✅ Decision:** valid",
        "Decision ✅: valid",
        "### ✅ Final Decision\nvalid 🎉",
        "### Final decision ✅\n- valid ✓",
        "🏁 Therefore, the decision is: valid ✅",
    ],
)
def test_a_decision_may_be_adorned(text: str) -> None:
    marked = read(FIRST + text)
    assert marked.answer.decision is not None
    assert (marked.answer.decision.says, noticed(marked)) == ("valid", [])


def test_items_with_check_marks_are_claims_and_those_with_crosses_are_none() -> None:
    marked = read("✅ late\n❌ written\n- waived ✅\nDECISION: valid")
    assert [claim.says for claim in marked.answer.claims or ()] == ["late", "waived"]


def test_what_a_sentence_holds_is_kept() -> None:
    assert second('CLAIM s2: "the tick ✅: seen ❌"')[0] == '"the tick ✅: seen ❌"'
