"""What is told of a judgment of which something false is said: a contradiction only where there is one (N10)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

TEXT = """MODULE t
TYPE box
FACT red(box)
FACT w : NUMBER IN kg
FACT v : NUMBER IN kg
OUTCOME x
OUTCOME y
OUTCOME z
RULE any IF ANY k IN box HAS (red(k)) THEN x
RULE cnt IF COUNT OF k IN box WHERE (red(k)) <= 2 THEN y
RULE zz IF w > v THEN z
CASE some
  GIVEN
   | box | red |
   | b1 | YES |
   | b2 | NO |
   | b3 | YES |
  ASK "?" DECIDE x
CASE few
  GIVEN
   | box | red |
   | b1 | YES |
   | b2 | NO |
   | b3 | YES |
  ASK "?" DECIDE y
CASE heavy GIVEN w = 5 kg, v = 3 kg  ASK "?" DECIDE z
"""


def found(case: str, says: Any, decided: str, rule: str) -> list[tuple[str, str]]:
    claims = [claim("s", says, rules=rule), claim("d", decided, "s", rules=rule)]
    result = judged_alike(made_ready(TEXT, case), claims, {"says": decided, "from": ["d"]})
    return [(one.kind, one.words) for one in result.findings if one.check.value == 2]


@pytest.mark.parametrize(
    ("case", "says", "decided", "rule", "words"),
    [
        (
            "few", ["red(b1)", "NOT red(b2)", "NOT red(b3)"], "y", "cnt",
            "`NOT red(b3)` is not so: the case says `red(b3)`, beside `NOT red(b2)`",
        ),
        ("heavy", ["w > v", "w = 5 lb"], "z", "zz", "`w = 5 lb` is not so: it is in kg, beside `w > v`"),
        ("heavy", ["w > v", "w = 2 kg"], "z", "zz", "`w = 2 kg` is not so: in the case `w` is 5 kg, beside `w > v`"),
        ("heavy", ["w > v", "w < v"], "z", "zz", "`w < v` contradicts `w > v`, which the same claim rightly says"),
        ("some", ["red(b1)", "NOT red(b1)"], "x", "any", "`NOT red(b1)` contradicts `red(b1)`"),
    ],
)  # fmt: skip
def test_a_contradiction_is_told_only_where_there_is_one(
    case: str, says: list[str], decided: str, rule: str, words: str
) -> None:
    [(kind, told)] = found(case, says, decided, rule)
    assert kind == "contradictory"
    assert told.startswith(words)


def test_a_judgment_that_a_false_count_alone_states_is_wrong_and_not_missing() -> None:
    kinds = [kind for kind, _ in found("some", "COUNT OF k IN box WHERE (red(k)) = 3", "x", "any")]
    assert kinds == ["wrong", "false premise"]
    kinds = [kind for kind, _ in found("some", "COUNT OF k IN box WHERE (red(k)) >= 0", "x", "any")]
    assert kinds == ["missing"]
