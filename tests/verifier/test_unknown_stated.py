"""What is said to be unknown, in whatever words, is the condition that is open (verification, N8)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import Ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

WORLD = """
TYPE item
FACT n : INTEGER FROM 0 TO 100
FACT kind : ONE OF box, bag, tube, sack
FACT w(item) : INTEGER FROM 0 TO 90 IN kg
FACT red(item)
OUTCOME good
RULE g IF {condition} THEN good
CASE c
  GIVEN {given}
  ASK "Is it good?" DECIDE good EXPECT UNKNOWN good
"""


def ready(condition: str, given: str) -> Ready:
    return made_ready(WORLD.format(condition=condition, given=given))


def judged(case: Ready, *claims: dict[str, Any]) -> Result:
    """What the check finds of an open decision that draws on these claims; the quick judge finds the same."""
    last = claim("z", "UNKNOWN good", *(one["id"] for one in claims), rules="g")
    answer = answer_of([*claims, last], {"says": "UNKNOWN good", "from": ["z"]})
    assert Judge(case).row(answer) == verdict_of(case, answer)
    return check(case, answer)


@pytest.mark.parametrize(
    ("condition", "given", "says"),
    [
        ("n > 5", "UNKNOWN n", "UNKNOWN n <= 5"),
        ("n > 5", "UNKNOWN n", "UNKNOWN n >= 6"),
        ("n > 5", "UNKNOWN n", "UNKNOWN 2 * n > 11"),
        ("kind IN {box, bag}", "UNKNOWN kind", "UNKNOWN kind IN {tube, sack}"),
        ("kind IN {box, bag}", "UNKNOWN kind", "UNKNOWN (kind = bag OR kind = box)"),
        ("ANY x IN item HAS (red(x))", "NOT red(b), UNKNOWN red(a)", "UNKNOWN EVERY x IN item HAS (NOT red(x))"),
    ],
)
def test_equivalent_or_contrary_is_the_same_question(condition: str, given: str, says: str) -> None:
    found = judged(ready(condition, given), claim("s", says, rules="g"))
    assert found.complete
    assert found.rubric is not None
    assert found.rubric.score == 100


@pytest.mark.parametrize("says", ["UNKNOWN n > 6", "UNKNOWN n < 5", "UNKNOWN n = 5"])
def test_another_question_is_not(says: str) -> None:
    found = judged(ready("n > 5", "UNKNOWN n"), claim("s", says, rules="g"))
    assert {one.kind for one in found.findings if one.root} & {"misquoted", "coarse", "missing"}
