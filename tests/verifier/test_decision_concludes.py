"""A decision on what no claim states is a conclusion itself, and cites a rule like any other (section 4.4, CF)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

LOAN = """MODULE t
FACT lent
FACT late
FACT never
OUTCOME due
ACTION remind
ACTION visit
RULE due IF lent THEN due
RULE remind IF late THEN MUST remind
CASE c CLOSED GIVEN lent, late  ASK "?" DECIDE due, MUST remind
RULE visit IF lent THEN MAY visit
CASE none CLOSED GIVEN lent  ASK "?" DECIDE due, MUST visit
"""

STATED = (claim("s1", "lent", rules="due"), claim("s2", "late", rules="remind"))
DUE, REMIND = claim("s3", "due", "s1", rules="due"), claim("s4", "MUST remind", "s2", rules="remind")


@pytest.mark.parametrize(
    ("concluded", "rules", "format_lost", "fails"),
    [
        ([DUE, REMIND], [], False, []),
        ([DUE], [], True, [1]),
        ([], [], True, [1]),
        ([DUE], ["remind"], False, []),
        ([], ["due", "remind"], False, []),
    ],
)
def test_a_decision_that_concludes_itself_cites_a_rule(
    concluded: list[dict[str, Any]], rules: list[str], format_lost: bool, fails: list[int]
) -> None:
    ready = made_ready(LOAN, "c")
    claims = [*STATED, *concluded]
    drawn = [one["id"] for one in claims]
    decision = {"says": ["due", "MUST remind"], "from": drawn, "rules": rules}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    result = check(ready, answer)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    assert result.rubric is not None
    lost = {mark.dimension.name for mark in result.rubric.marks if not mark.satisfied}
    assert ("FORMAT" in lost) is format_lost
    assert [one.value for one in result.fails] == fails


def test_where_no_rule_concludes_there_is_none_to_cite() -> None:
    ready = made_ready(LOAN, "none")
    decision = {"says": ["due", "NOT MUST visit"], "from": ["s3"]}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": [STATED[0], DUE], "decision": decision}
    result = check(ready, read_answer(json_text(Source("a.json", json.dumps(document)))))
    assert result.complete
    assert result.rubric is not None
    assert result.rubric.score == 100
