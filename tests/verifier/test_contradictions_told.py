"""What the report says of a false claim beside a right one: which claim is right, why, and each thing once (RL475)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.verifier.report import text_report

READY = made_ready("""MODULE t
FACT colour : ONE OF red, green, blue
FACT size : INTEGER FROM 1 TO 10
OUTCOME fits
RULE a IF colour IN {red, blue} AND size BETWEEN 3 AND 7 THEN fits
RULE b IF colour != green AND size > 8 THEN NOT fits
CASE c
  GIVEN colour = blue, size = 5
  ASK "?" DECIDE fits
""")

RIGHT = [
    claim("s1", "colour = blue", rules="a b"),
    claim("s2", "size BETWEEN 3 AND 7", rules="a"),
    claim("s3", "size <= 8", rules="b"),
]


def told(*claims: dict[str, Any]) -> list[str]:
    """The lines about check 2, with what is right."""
    made = [*claims, claim("z", "fits", *(one["id"] for one in claims), rules="a")]
    lines = text_report(answered(READY, made, {"says": "fits", "from": ["z"]}), None).splitlines()
    return [line + lines[at + 1] for at, line in enumerate(lines) if line.startswith("condition[")]


@pytest.mark.parametrize(
    ("false", "lines"),
    [
        (
            "colour = green",
            [
                "condition[RL475] w: `colour = green` contradicts `colour = blue`, which `s1` rightly says; it is "
                "not so: in the case `colour` is blue  right: `colour IN {red, blue}`, `colour != green`"
            ],
        ),
        (
            "size > 8",
            [
                "condition[RL475] w: `size > 8` contradicts `size BETWEEN 3 AND 7`, which `s2` rightly says; it is "
                "not so: in the case `size` is 5  right: `size BETWEEN 3 AND 7`, `size <= 8`"
            ],
        ),
    ],
)
def test_it_says_which_claim_is_right_and_why_and_once(false: str, lines: list[str]) -> None:
    assert told(*RIGHT, claim("w", false)) == lines


def test_a_claim_may_contradict_itself() -> None:
    [line] = told(RIGHT[0], RIGHT[1], claim("w", ["size <= 8", "size = 9"], rules="b"))
    assert "`size = 9` contradicts" in line
    assert "which `s2` rightly says" in line
