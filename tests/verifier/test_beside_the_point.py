"""Claims about what does not bear on the question, and about values that there are not, are judged and harm nothing."""

from __future__ import annotations

import json

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import make_ready

RULES = """
TYPE person
FACT member(x : person)
FACT years(x : person) : NUMBER
FACT left(x : person) : DATE DEFAULT NONE
OUTCOME entry(x : person)
OUTCOME prize(x : person)
OUTCOME fee(x : person) : NUMBER
DEFINE senior(x : person) AS years(x) > 5
DEFINE doubled(x : person) : NUMBER AS 2 * years(x)

RULE door
  FOR EACH x IN person
  IF member(x) AND left(x) = NONE
  THEN entry(x)
RULE honour
  FOR EACH x IN person
  IF senior(x) AND doubled(x) > 12
  THEN prize(x)
RULE due
  FOR EACH x IN person
  THEN fee(x) = years(x)

CASE ann_enters
  CLOSED
  GIVEN
  | person | member | years |
  | ann    | YES    | 7     |
  | bob    | NO     | 3     |
  ASK "May Ann enter?" DECIDE entry(ann)
  EXPECT entry(ann)
"""


def judged(*says: str) -> Result:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    needed = [
        {"id": "n1", "says": "member(ann)", "rules": ["door"]},
        {"id": "n2", "says": "left(ann) = NONE", "rules": ["door"]},
    ]
    beside = [{"id": f"b{number}", "says": text, "rules": ["honour"]} for number, text in enumerate(says)]
    sources = [claim["id"] for claim in (*needed, *beside)]
    concluded = {"id": "c", "says": "entry(ann)", "from": sources, "rules": ["door"]}
    answer = {
        "rulelang": "answer/1",
        "case": "t.rules#ann_enters",
        "claims": [*needed, *beside, concluded],
        "decision": {"says": "entry(ann)", "from": ["c"]},
    }
    return check(
        make_ready(base, program.cases["ann_enters"]), read_answer(json_text(Source("a.json", json.dumps(answer))))
    )


@pytest.mark.parametrize(
    "says",
    [
        ["senior(ann)"],
        ["NOT senior(bob)", "doubled(ann) = 14"],
        ["senior(ann) OR prize(bob)"],
        ["NOT (senior(bob) AND doubled(bob) > 12)", "fee(ann) = 7"],
        ["fee(ann) > 5 OR fee(bob) > 5", "fee(bob) <= 3 OR doubled(bob) > 6"],
        ["prize(ann) AND (senior(ann) OR doubled(ann) = fee(ann))"],
    ],
)
def test_what_does_not_bear_on_the_question_changes_no_check(says: list[str]) -> None:
    result = judged(*says)
    assert result.complete, [finding.words for finding in result.findings]


def test_the_step_follows_from_a_value_that_there_is_not() -> None:
    steps = {claim.id: claim.step for claim in judged().claims}
    assert steps["c"] is True
