"""A decision for the opposite norm on an action that is asked for is one fault: the wrong decision's (N22)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

ARCHIVE = """MODULE t
FACT lit
FACT req
ACTION erase
ACTION tell
RULE er IF req THEN MUST erase
  IRONCLAD hold IF lit THEN MUST NOT erase
CASE c GIVEN lit, req  ASK "?" DECIDE ACTIONS erase, tell
"""


def decided(claims: list[dict[str, Any]], *says: str) -> Result:
    """What is found; the quick judge finds the same."""
    ready = made_ready(ARCHIVE)
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims,
                "decision": {"says": list(says), "from": ["s3"]}}  # fmt: skip
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return check(ready, answer)


RIGHT = [
    claim("s1", "lit", rules="er.hold"),
    claim("s2", "req", rules="er"),
    claim("s3", "MUST NOT erase", "s1", "s2", rules="er.hold er"),
]
FLIPPED = [claim("s1", "NOT lit", rules="er.hold"), RIGHT[1], claim("s3", "MUST erase", "s1", "s2", rules="er")]


@pytest.mark.parametrize(("claims", "root"), [(RIGHT, [4]), (FLIPPED, [2])])
def test_it_follows_from_the_wrong_decision(claims: list[dict[str, Any]], root: list[int]) -> None:
    found = decided(claims, "MUST erase")
    assert [check.value for check in found.root] == root
    (extra,) = [one for one in found.findings if one.kind == "extra"]
    assert extra.instead == "`MUST NOT erase`"


def test_on_an_action_that_is_decided_rightly_it_is_a_fault_of_its_own() -> None:
    """Nothing is said to be obliged or forbidden of telling: there the right decision is made."""
    found = decided(RIGHT, "MUST NOT erase", "MUST NOT tell")
    assert [check.value for check in found.root] == [5]
    assert [one.instead for one in found.findings] == ["leave it out"]


def test_what_is_so_is_none() -> None:
    found = decided(RIGHT, "MUST NOT erase", "NOT MAY tell")
    assert found.complete
