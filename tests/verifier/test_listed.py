"""`x IN {a, b}` is a comparison, and so one slot as written (N3), stated by what entails or refutes it (N8)."""

from __future__ import annotations

import pytest
from worlds import check_what_is_written, concluded_from, judgments_of, made_ready

from rulelang.verifier.check import Result
from rulelang.verifier.matter import Policy, Ready

TEXT = """MODULE t
TYPE bag
FACT kind : ONE OF red, green, blue, grey
FACT sort(bag) : ONE OF soft, hard, odd
FACT n : INTEGER
FACT p
OUTCOME o
OUTCOME w
OUTCOME x
OUTCOME y
OUTCOME v
OUTCOME z(bag)
RULE o IF kind IN {red, green} THEN o
RULE w IF n IN {1, 2, 3} THEN w
RULE x IF kind = red OR kind = green THEN x
RULE y IF p OR n IN {1, 2, 3} THEN y
  EXCEPTION out IF NOT kind IN {red, grey}
DEFINE fine AS p OR kind IN {red, green} OR ANY b IN bag HAS (sort(b) = odd AND p)
RULE v IF fine THEN v
RULE z FOR EACH b IN bag IF sort(b) IN {soft, hard} THEN z(b)
CASE red GIVEN kind = red EVIDENCE e1 "red" SUPPORTS kind = red ASK "?" DECIDE o
CASE blue GIVEN kind = blue EVIDENCE e1 "blue" SUPPORTS kind = blue ASK "?" DECIDE o
CASE open GIVEN n = 7 ASK "?" DECIDE o EXPECT UNKNOWN o
CASE two GIVEN n = 2 ASK "?" DECIDE w
CASE plain GIVEN kind = red ASK "?" DECIDE x
CASE either GIVEN kind = grey, NOT p, n = 2 ASK "?" DECIDE y
CASE each GIVEN sort(b1) = soft ASK "?" DECIDE z(b1)
CASE defined GIVEN kind = red, NOT p, sort(b1) = soft, sort(b2) = odd ASK "?" DECIDE v
CASE odd GIVEN kind = blue, NOT p, sort(b1) = soft, sort(b2) = odd ASK "?" DECIDE v
CASE asked TRACK policy REQUIRES kind IN {red, green} GIVEN kind = red, n = 2 ASK "?" DECIDE w
"""

DECIDED = {"red": "o", "blue": "NOT o", "open": "UNKNOWN o", "two": "w", "plain": "x", "asked": "w"}
RULE = {"red": "o", "blue": "o", "open": "o", "two": "w", "plain": "x", "asked": "w"}
CASES = ("red", "blue", "open", "two", "plain", "either", "each", "defined", "odd", "asked")

READY: dict[str, Ready] = {name: made_ready(TEXT, name) for name in CASES}


def held(case: str, *says: str) -> Result:
    """The result of an answer that says these things, from which it concludes; the quick judge finds the same."""
    return concluded_from(READY[case], says, DECIDED[case], RULE[case])


def slots(case: str) -> list[list[str]]:
    return judgments_of(READY[case], READY[case].listed)


def test_it_is_one_slot_with_the_words_of_its_author() -> None:
    assert slots("red") == [["kind IN {red, green}"]]
    assert slots("blue") == [["NOT (kind IN {red, green})"]]
    assert slots("open") == [["UNKNOWN (kind IN {red, green})"]]
    assert slots("two") == [["n IN {1, 2, 3}"]]
    assert slots("either") == [["n IN {1, 2, 3}", "kind IN {red, grey}"]]
    assert slots("each") == [["sort(b1) IN {soft, hard}"]]
    assert slots("defined") == [["fine", "kind IN {red, green}"]]
    assert slots("plain") == [["kind = red"]]  # a written OR asks for a part that holds


def test_what_a_case_requires_is_a_slot_as_written_too() -> None:
    ready = READY["asked"]
    assert judgments_of(ready, [ready.required]) == [["kind IN {red, green}"]]
    more = "REQUIRES ANY b IN bag HAS (sort(b) = odd) GIVEN sort(b1) = odd, sort(b2) = soft"
    ready = made_ready(f'{TEXT}CASE c TRACK policy {more} ASK "?" DECIDE z(b1)\n', "c")
    assert judgments_of(ready, [ready.required]) == [["ANY b IN bag HAS (sort(b) = odd)"]]


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("red", "kind IN {red, green}"),
        ("red", "kind IN {green, red}"),
        ("red", "kind = red"),
        ("red", "kind = red OR kind = green"),
        ("red", "kind != blue AND kind != grey"),
        ("blue", "kind = blue"),
        ("blue", "NOT kind IN {red, green}"),
        ("blue", "kind IN {blue, grey}"),
        ("blue", "kind != red AND kind != green"),
        ("open", "UNKNOWN kind IN {red, green}"),
        ("open", "UNKNOWN kind"),
        ("two", "n IN {1, 2, 3}"),
        ("two", "n = 2"),
        ("two", "n IN {1, 2}"),
        ("two", "n BETWEEN 1 AND 3"),
    ],
)
def test_what_entails_or_refutes_it_states_it(case: str, says: str) -> None:
    result = held(case, says)
    assert result.rubric is not None
    assert (result.fails, result.rubric.score) == ((), 100)


def test_its_members_one_by_one_state_it_together() -> None:
    assert held("blue", "kind != red", "kind != green").fails == ()
    assert held("asked", "kind = red", "n = 2").fails == ()


@pytest.mark.parametrize(
    ("case", "says", "kind"),
    [
        ("red", "kind IN {red, blue}", "misquoted"),
        ("red", "kind != green", "coarse"),
        ("blue", "kind != red", "coarse"),
        ("red", "kind = blue", "wrong"),
        ("open", "UNKNOWN kind = red", "coarse"),
        ("open", "kind IN {red, green}", "wrong"),
        ("two", "n IN {1, 2, 3, 4}", "misquoted"),
        ("two", "n >= 1", "misquoted"),
        ("two", "n != 3", "coarse"),
        ("plain", "kind IN {red, green}", "coarse"),
    ],
)
def test_what_does_neither_is_a_fault_of_the_condition_alone(case: str, says: str, kind: str) -> None:
    result = held(case, says)
    assert ([one.kind for one in result.findings if one.root], result.root) == ([kind], (2,))


@pytest.mark.parametrize("policy", ["full", "answer", "sufficient"])
@pytest.mark.parametrize("case", CASES)
def test_written_from_a_warrant_an_answer_is_complete(case: str, policy: Policy) -> None:
    check_what_is_written(READY[case], policy)
