"""Instances of which some are said to be open state a condition over them, three-valued (verification, N8)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import Result, check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

WORLD = """
TYPE item
FACT w(item) : INTEGER FROM 0 TO 90 IN kg
FACT red(item)
FACT big(item)
OUTCOME good
RULE g IF {condition} THEN good
CASE c
  GIVEN {given}
  ASK "Is it good?" DECIDE good EXPECT UNKNOWN good
"""

ANY = "ANY x IN item HAS (red(x))"
EVERY = "EVERY x IN item HAS (red(x))"
COUNT = "COUNT OF x IN item WHERE (red(x)) >= 2"
SUM = "SUM OF w(x) FOR EACH x IN item > 60 kg"
BOTH = "ANY x IN item HAS (red(x) AND big(x))"


def judged(condition: str, given: str, *says: Any) -> Result:
    """What the check finds of an open decision by claims that say this; the quick judge finds the same."""
    ready = made_ready(WORLD.format(condition=condition, given=given))
    claims = [claim(f"s{number}", one, rules="g") for number, one in enumerate(says)]
    last = claim("z", "UNKNOWN good", *(one["id"] for one in claims), rules="g")
    answer = answer_of([*claims, last], {"says": "UNKNOWN good", "from": ["z"]})
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return check(ready, answer)


@pytest.mark.parametrize(
    ("condition", "given", "says"),
    [
        (ANY, "UNKNOWN red(a), NOT red(b)", ("UNKNOWN red(a)", "NOT red(b)")),
        (ANY, "UNKNOWN red(a), NOT red(b)", (["UNKNOWN red(a)", "NOT red(b)"],)),
        (ANY, "UNKNOWN red(a), UNKNOWN red(b)", ("UNKNOWN red(a)", "UNKNOWN red(b)")),
        (EVERY, "UNKNOWN red(a), red(b)", ("UNKNOWN red(a)", "red(b)")),
        (COUNT, "UNKNOWN red(a), red(b), NOT red(c)", ("UNKNOWN red(a)", "red(b)", "NOT red(c)")),
        (SUM, "UNKNOWN w(a), w(b) = 20 kg", ("UNKNOWN w(a)", "w(b) = 20 kg")),
        (SUM, "UNKNOWN w(a), UNKNOWN w(b)", (["UNKNOWN w(a)", "UNKNOWN w(b)"],)),
        (BOTH, "UNKNOWN red(a), big(a), NOT big(b)", ("UNKNOWN red(a)", "big(a)", "NOT big(b)")),
        ("ANY x IN item HAS (w(x) > 23 kg)", "UNKNOWN w(a), w(b) = 9 kg", ("UNKNOWN w(a)", "w(b) = 9 kg")),
    ],
)
def test_what_is_open_of_the_instances_leaves_the_whole_open(condition: str, given: str, says: tuple[Any, ...]) -> None:
    found = judged(condition, given, *says)
    assert found.complete
    assert found.rubric is not None
    assert found.rubric.score == 100


@pytest.mark.parametrize(
    ("condition", "given", "says"),
    [
        (ANY, "UNKNOWN red(a), NOT red(b)", ("UNKNOWN red(a)",)),
        (EVERY, "UNKNOWN red(a), red(b)", ("red(b)",)),
        (COUNT, "UNKNOWN red(a), red(b), NOT red(c)", ("UNKNOWN red(a)", "red(b)")),
        (SUM, "UNKNOWN w(a), w(b) = 20 kg", ("UNKNOWN w(a)",)),
        (BOTH, "UNKNOWN red(a), big(a), NOT big(b)", ("UNKNOWN red(a)", "NOT big(b)")),
    ],
)
def test_of_an_instance_that_is_left_out_nothing_follows(condition: str, given: str, says: tuple[str, ...]) -> None:
    kinds = {one.kind for one in judged(condition, given, *says).findings if one.root}
    assert kinds in ({"coarse"}, {"missing"})


@pytest.mark.parametrize(
    ("condition", "given", "says"),
    [
        (ANY, "UNKNOWN red(a), NOT red(b)", ("UNKNOWN red(a)", "red(b)")),
        (EVERY, "UNKNOWN red(a), red(b)", ("UNKNOWN red(a)", "NOT red(b)")),
        (EVERY, "UNKNOWN red(a), red(b)", ("UNKNOWN red(a)", "UNKNOWN red(b)")),
    ],
)
def test_a_false_word_on_an_instance_is_a_wrong_judgment(condition: str, given: str, says: tuple[str, ...]) -> None:
    assert not judged(condition, given, *says).complete
    assert {check.value for check in judged(condition, given, *says).root} == {2}


def test_that_something_is_open_states_nothing_of_what_it_cannot_change() -> None:
    """Of one item there are never two: that it is open whether it is red leaves unsaid that there are not."""
    text = """
TYPE item
FACT red(item)
FACT f
OUTCOME good
RULE g IF f OR COUNT OF x IN item WHERE (red(x)) >= 2 THEN good
CASE c
  GIVEN
  | item | red     |
  |------|---------|
  | a    | UNKNOWN |
  GIVEN NOT f
  ASK "Is it good?" DECIDE good
"""
    claims = [claim("s1", "NOT f", rules="g"), claim("s2", "UNKNOWN red(a)", rules="g")]
    answer = answer_of([*claims, claim("z", "NOT good", "s1", "s2", rules="g")], {"says": "NOT good", "from": ["z"]})
    ready = made_ready(text)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    assert [check.value for check in check(ready, answer).fails] == [2, 4]
