"""A stipulated outcome is a leaf for minimal grounds, for what follows, and for passages too (verification, N5, N6)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, judgments_of, made_ready

from rulelang.engine import core
from rulelang.verifier.check import Result
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.mutation.matrix import judge

HEAD = """MODULE t
FACT p
FACT q
OUTCOME mid
OUTCOME o
OUTCOME v : INTEGER
ACTION pay
RULE m IF p THEN mid
RULE r IF mid AND q THEN o
RULE u IF v >= 4 THEN o
RULE w IF p AND NOT mid THEN o
RULE g IF MUST pay AND p THEN o
RULE n IF p THEN MUST pay
  EXCEPTION off IF mid
CASE c
"""


def ready_of(case: str, head: str = HEAD) -> Ready:
    return made_ready(head + case + "\n")


def grounds(ready: Ready) -> set[tuple[str, ...]]:
    return set(map(tuple, judgments_of(ready, ready.sufficient.listed)))


@pytest.mark.parametrize(
    ("case", "wanted"),
    [
        ('GIVEN mid, q, NOT p ASK "?" DECIDE o', {("mid", "q")}),
        ('GIVEN p SUPPOSE NOT mid ASK "?" TYPE what_if_revision DECIDE o', {("NOT mid", "p")}),
        ('GIVEN v = 5, NOT p, NOT q ASK "?" DECIDE o', {("v >= 4",)}),
        ('GIVEN MUST pay, p, NOT q ASK "?" DECIDE o', {("MUST pay", "p")}),
        ('GIVEN mid, q, v = 5, NOT p ASK "?" DECIDE o', {("mid", "q"), ("v >= 4",)}),
        ('GIVEN mid, p ASK "?" DECIDE MUST pay', {("mid",)}),
    ],
)
def test_a_minimal_ground_asks_for_what_is_stipulated(case: str, wanted: set[tuple[str, ...]]) -> None:
    ready = ready_of(case)
    assert {tuple(sorted(ground)) for ground in grounds(ready)} == wanted
    for warrant in ready.sufficient.listed:
        assert on(ready, gold_answer(ready, warrant, "t.rules#c"), "sufficient").complete
    assert all(one.right for _, one in judge(ready, "t.rules#c", 5, 2, "sufficient"))


def on(ready: Ready, document: dict[str, Any], policy: Policy) -> Result:
    """The result of an answer, which the quick judge finds too."""
    return judged_alike(ready, document["claims"], document["decision"], policy)


@pytest.mark.parametrize("policy", ["full", "sufficient"])
def test_what_is_stipulated_and_not_said_is_missing_and_nothing_follows_without_it(policy: Policy) -> None:
    ready = ready_of('GIVEN mid, q, NOT p ASK "?" DECIDE o')
    claims = [claim("s", "q", rules="r"), claim("z", "o", "s", rules="r")]
    found = on(ready, {"claims": claims, "decision": {"says": "o", "from": ["z"]}}, policy)
    assert [one.kind for one in found.findings if one.root] == ["missing"]
    assert [one.step for one in found.claims] == [None, False]
    assert {"not derived", "does not enter"} & {one.kind for one in found.findings if not one.root}


def test_an_exception_that_hangs_on_a_stipulation_is_presumed_not_to_hold_where_nothing_is_said() -> None:
    ready = ready_of('GIVEN NOT mid, p ASK "?" DECIDE MUST pay')
    claims = [claim("s", "p", rules="n"), claim("z", "MUST pay", "s", rules="n")]
    found = on(ready, {"claims": claims, "decision": {"says": "MUST pay", "from": ["z"]}}, "full")
    assert [(one.kind, one.check.value) for one in found.findings if one.root] == [("missing", 2)]
    assert [one.step for one in found.claims] == [None, True]


def test_what_is_asked_for_itself_is_as_it_is_stipulated() -> None:
    ready = ready_of('GIVEN mid, q, NOT p ASK "?" DECIDE mid, o')
    claims = [claim("s", "q", rules="r"), claim("t", "mid"), claim("z", "o", "s", "t", rules="r")]
    assert on(ready, {"claims": claims, "decision": {"says": ["mid", "o"], "from": ["z"]}}, "full").complete


def test_passages_on_stipulated_instances_settle_the_condition_over_them() -> None:
    head = """MODULE t
TYPE item
OUTCOME ripe(item)
OUTCOME o
RULE r IF EVERY x IN item HAS (ripe(x)) THEN o
CASE c
  EVIDENCE e1 "a" SUPPORTS ripe(a)
  EVIDENCE e2 "b" SUPPORTS ripe(b)
"""
    ready = ready_of('GIVEN ripe(a), ripe(b), ripe(c) ASK "?" DECIDE o', head)
    whole = next(leaf for leaf in ready.matter.leaves if isinstance(leaf, core.And))
    assert ready.matter.evidence[whole] == (frozenset({"e1", "e2"}),)
