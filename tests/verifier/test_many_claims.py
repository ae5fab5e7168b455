"""Answers of very many claims: what is looked at grows with claims and links, however many say the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from worlds import answer_of, answered, claim, made_ready

from rulelang.verifier.answer import Answer
from rulelang.verifier.check import check
from rulelang.verifier.matter import Ready

RULES = """
FACT member
FACT age : INTEGER FROM 0 TO 120
FACT banned
OUTCOME entry
RULE door IF member AND age >= 18 THEN entry
  EXCEPTION ban IF banned
CASE q
  EVIDENCE e1 "a card" SUPPORTS member
  EVIDENCE e2 "a passport" SUPPORTS age = 30
  EVIDENCE e3 "a list" SUPPORTS NOT banned
  GIVEN member, age = 30, NOT banned
  ASK DECIDE entry
"""


Claims = Callable[[int], list[dict[str, Any]]]


def before(number: int) -> list[str]:
    return [f"s{number - 1}"] if number else []


SHAPES: dict[str, Claims] = {
    "facts one on the other": lambda n: [claim(f"s{i}", "member", *before(i), evidence="e1") for i in range(n)],
    "facts side by side": lambda n: [claim(f"s{i}", "member", rules="door") for i in range(n)],
    "other facts": lambda n: [claim(f"s{i}", f"age > {i % 19}.{i}", *before(i)) for i in range(n)],
    "conclusions one on the other": lambda n: [claim(f"s{i}", "entry", *before(i), rules="door") for i in range(n)],
    "conclusions side by side": lambda n: [claim(f"s{i}", "entry", rules="door") for i in range(n)],
}


@pytest.fixture(scope="module")
def ready() -> Ready:
    return made_ready(RULES)


def calls(ready: Ready, answer: Answer) -> int:
    """How many functions are called for an answer."""
    count = 0

    def seen(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        check(ready, answer)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_as_many_claims_take_twice_as_much(shape: str) -> None:
    few, many = (answer_of(SHAPES[shape](size), {"says": "entry"}) for size in (100, 200))
    # Each with a case of its own: one keeps what it has found out about a claim.
    assert calls(made_ready(RULES), many) < 2.3 * calls(made_ready(RULES), few)


def test_as_many_links_as_there_can_be(ready: Ready) -> None:
    def linked(size: int) -> Answer:
        all_before = [claim(f"s{i}", "member", *(f"s{j}" for j in range(i))) for i in range(size)]
        return answer_of(all_before, {"says": "entry"})

    check(ready, linked(3))
    assert calls(ready, linked(160)) < 4.6 * calls(ready, linked(80))


def test_claims_that_say_the_same_are_judged_alike(ready: Ready) -> None:
    facts = [
        claim("m", "member", rules="door", evidence="e1"),
        claim("a", "age >= 18", rules="door", evidence="e2"),
        claim("b", "NOT banned", rules="door.ban", evidence="e3"),
    ]
    drawn = [claim(f"s{i}", "entry", "m", "a", "b", rules="door") for i in range(5)]
    bare = [claim(f"t{i}", "entry", "m", rules="door") for i in range(3)]
    linked = [claim("u", "entry", "m", "a", "b"), claim("v", "entry", "s0", rules="door")]
    result = answered(ready, [*facts, *drawn, *bare, *linked], {"says": "entry", "from": ["s4"]})
    assert [one.step for one in result.claims[3:]] == [True] * 5 + [False] * 3 + [False, False]
