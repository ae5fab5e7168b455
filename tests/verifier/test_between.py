"""`x BETWEEN low AND high` is a comparison, and so one slot (N3), stated by what entails or refutes it (N8)."""

from __future__ import annotations

import pytest
from worlds import check_what_is_written, concluded_from, judgments_of, made_ready

from rulelang.verifier.check import Result
from rulelang.verifier.matter import Policy, Ready

TEXT = """MODULE t
TYPE bag
FACT age : INTEGER
FACT low : INTEGER
FACT day : DATE
FACT weight(bag) : INTEGER
FACT p
OUTCOME o
OUTCOME w
OUTCOME x
OUTCOME y
OUTCOME v
OUTCOME z(bag)
OUTCOME k
OUTCOME fee : INTEGER
OUTCOME high
RULE o IF age BETWEEN 18 AND 65 THEN o
RULE w IF day BETWEEN 2024-01-01 AND 2024-06-30 THEN w
RULE x IF age >= 18 AND age <= 65 THEN x
RULE y IF p OR age BETWEEN 18 AND 65 THEN y
  EXCEPTION out IF NOT age BETWEEN 10 AND 70
DEFINE fit AS p OR age BETWEEN 18 AND 65
RULE v IF fit THEN v
RULE z FOR EACH b IN bag IF weight(b) BETWEEN 3 AND 7 THEN z(b)
RULE k IF age BETWEEN low AND low + 10 THEN k
RULE fee IF p OR NOT p THEN fee = age + 1
RULE high IF fee BETWEEN 20 AND 40 THEN high
CASE in GIVEN age = 30 EVIDENCE e1 "30" SUPPORTS age = 30 ASK "?" DECIDE o
CASE over GIVEN age = 70 EVIDENCE e1 "70" SUPPORTS age = 70 ASK "?" DECIDE o
CASE open GIVEN low = 7 ASK "?" DECIDE o EXPECT UNKNOWN o
CASE dated GIVEN day = 2024-02-29 ASK "?" DECIDE w
CASE plain GIVEN age = 30 ASK "?" DECIDE x
CASE either GIVEN age = 30, NOT p ASK "?" DECIDE y
CASE each GIVEN weight(b1) = 5 ASK "?" DECIDE z(b1)
CASE defined GIVEN age = 30, NOT p ASK "?" DECIDE v
CASE moving GIVEN age = 30, low = 25 ASK "?" DECIDE k
CASE charged GIVEN age = 30, p ASK "?" DECIDE high
CASE dear GIVEN age = 50, p ASK "?" DECIDE high
CASE asked TRACK policy REQUIRES age BETWEEN 18 AND 65 GIVEN age = 30, day = 2024-02-29 ASK "?" DECIDE w
"""

DECIDED = {"in": "o", "over": "NOT o", "open": "UNKNOWN o", "dated": "w", "plain": "x", "moving": "k", "asked": "w"}
RULE = {"in": "o", "over": "o", "open": "o", "dated": "w", "plain": "x", "moving": "k", "asked": "w"}
CASES = ("in", "over", "open", "dated", "plain", "either", "each", "defined", "moving", "charged", "dear", "asked")

READY: dict[str, Ready] = {name: made_ready(TEXT, name) for name in CASES}


def held(case: str, *says: str) -> Result:
    """The result of an answer that says these things, from which it concludes; the quick judge finds the same."""
    return concluded_from(READY[case], says, DECIDED[case], RULE[case])


def slots(case: str) -> list[list[str]]:
    return judgments_of(READY[case], READY[case].listed)


def test_it_is_one_slot_with_the_words_of_its_author() -> None:
    assert slots("in") == [["age BETWEEN 18 AND 65"]]
    assert slots("over") == [["NOT (age BETWEEN 18 AND 65)"]]
    assert slots("open") == [["UNKNOWN (age BETWEEN 18 AND 65)"]]
    assert slots("dated") == [["day BETWEEN 2024-01-01 AND 2024-06-30"]]
    assert slots("either") == [["age BETWEEN 18 AND 65", "age BETWEEN 10 AND 70"]]
    assert slots("each") == [["weight(b1) BETWEEN 3 AND 7"]]
    assert slots("defined") == [["fit", "age BETWEEN 18 AND 65"]]
    assert slots("moving") == [["age BETWEEN low AND low + 10"]]
    assert slots("plain") == [["age >= 18", "age <= 65"]]  # a written AND asks for each part
    assert "fee BETWEEN 20 AND 40" in slots("charged")[0]


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("in", "age BETWEEN 18 AND 65"),
        ("in", "age = 30"),
        ("in", "age >= 18 AND age <= 65"),
        ("in", "NOT (age < 18 OR age > 65)"),
        ("in", "age BETWEEN 20 AND 40"),
        ("over", "age = 70"),
        ("over", "age > 65"),
        ("over", "NOT age BETWEEN 18 AND 65"),
        ("over", "age < 18 OR age > 65"),
        ("open", "UNKNOWN age BETWEEN 18 AND 65"),
        ("open", "UNKNOWN age"),
        ("dated", "day >= 2024-01-01 AND day <= 2024-06-30"),
        ("dated", "day = 2024-02-29"),
        ("moving", "age BETWEEN low AND low + 10"),
        ("moving", "age = 30 AND low = 25"),
        ("plain", "age BETWEEN 18 AND 65"),
    ],
)
def test_what_entails_or_refutes_it_states_it(case: str, says: str) -> None:
    result = held(case, says)
    assert result.rubric is not None
    assert (result.fails, result.rubric.score) == ((), 100)


def test_its_ends_one_by_one_state_it_together() -> None:
    assert held("in", "age >= 18", "age <= 65").fails == ()
    assert held("moving", "age >= low", "age <= low + 10").fails == ()
    assert held("asked", "age >= 18", "age <= 65", "day = 2024-02-29").fails == ()


@pytest.mark.parametrize(
    ("case", "says", "kind"),
    [
        ("in", "age BETWEEN 18 AND 60", None),
        ("in", "age BETWEEN 16 AND 65", "misquoted"),
        ("in", "age >= 18", "coarse"),
        ("in", "age >= 16", "misquoted"),
        ("in", "age = 70", "wrong"),
        ("over", "age >= 18", "coarse"),
        ("over", "age > 60", "coarse"),
        ("open", "age BETWEEN 18 AND 65", "wrong"),
    ],
)
def test_what_does_neither_is_a_fault_of_the_condition_alone(case: str, says: str, kind: str | None) -> None:
    result = held(case, says)
    roots = [one.kind for one in result.findings if one.root]
    assert (roots, result.root) == (([kind], (2,)) if kind else ([], ()))


@pytest.mark.parametrize("policy", ["full", "answer", "sufficient"])
@pytest.mark.parametrize("case", CASES)
def test_written_from_a_warrant_an_answer_is_complete(case: str, policy: Policy) -> None:
    check_what_is_written(READY[case], policy)


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        ("age >= 28 AND age <= 32 AND low BETWEEN 23 AND 26", None),
        ("age BETWEEN 28 AND 32 AND low >= 23 AND low <= 26", None),
        ("age >= 28 AND age <= 32 AND low >= 23", "misquoted"),
    ],
)
def test_the_parts_of_one_claim_may_state_it_where_its_ends_are_read(says: str, kind: str | None) -> None:
    result = held("moving", says)
    assert [one.kind for one in result.findings if one.root] == ([kind] if kind else [])
