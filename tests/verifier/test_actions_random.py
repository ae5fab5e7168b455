"""Laws of the verifier where sets of actions are asked for, and where a decision is wrong by what no check judges."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
import random_actions
import random_values
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import Answer, read_answer
from rulelang.verifier.check import check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Policy
from rulelang.verifier.mutation.policies import variations_under
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

SEEDS = st.integers(0, 2**32)
POLICIES: tuple[Policy, ...] = ("full", "answer", "sufficient")


def read(value: dict[str, Any]) -> Answer:
    return read_answer(json_text(Source("a.json", json.dumps(value))))


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(SEEDS)
@example(986)  # NOT MAY b is the answer to MAY b, beside a set in which b is
def test_an_answer_written_from_a_warrant_is_complete(seed: int) -> None:
    """Under every policy, whosever citations count; that of a full warrant scores 100."""
    found = random_actions.drawn(Random(seed))
    if found is None:
        return
    for policy in POLICIES:
        for warrant in found.ready.sufficient.listed[:4] if policy == "sufficient" else found.ready.listed:
            answer = read(gold_answer(found.ready, warrant, "x.rules#c"))
            for links in ("linked", "own"):
                result = check(found.ready, answer, links, policy)
                assert result.complete, (policy, links, [one.words for one in result.findings], found.text)
                assert result.rubric is not None
                assert policy != "full" or result.rubric.score == 100, found.text


@pytest.mark.parametrize("seed", range(4))
def test_every_fault_has_its_root(seed: int) -> None:
    found = random_actions.drawn(Random(seed), 4)
    assert found is not None
    for policy in POLICIES:
        judge = Judge(found.ready, policy)
        for number, one in enumerate(variations_under(policy, found.ready, seed, key="c")):
            answer = read(one.answer("x.rules#c"))
            result = check(found.ready, answer, policy=policy)
            assert [part.value for part in result.root] == list(one.label.root), (policy, one.label, found.text)
            assert number % 5 or judge.row(answer) == verdict_of(found.ready, answer, "linked", policy)


@pytest.mark.parametrize("seed", [40018, 40024, 40007])
def test_a_decision_against_its_reasons_has_a_root_where_conclusions_are_no_judgments(seed: int) -> None:
    found = random_values.drawn(Random(seed))
    assert found is not None
    kinds = ("decision_against_reasons", "two_faults", "fact_flipped_through")
    for one in variations_under("sufficient", found.ready, seed, kinds, 2, "c"):
        answer = read(one.answer("x.rules#c"))
        result = check(found.ready, answer, policy="sufficient")
        assert [part.value for part in result.root] == list(one.label.root), one.label
        assert Judge(found.ready, "sufficient").row(answer) == verdict_of(found.ready, answer, "linked", "sufficient")


STAIRS = """MODULE t
FACT a
FACT b
OUTCOME p
OUTCOME q
OUTCOME r
RULE p IF a THEN p
RULE q IF b THEN q
RULE r IF p OR q THEN r
CASE c GIVEN a, b  ASK "?" DECIDE r
"""


@pytest.mark.parametrize(
    ("claims", "root"),
    [
        ((claim("s1", "a", rules="p"), claim("s2", "NOT p", "s1", rules="p"), claim("s3", "NOT q", rules="q")), [4]),
        (
            (
                claim("s1", "NOT a", rules="p"), claim("s2", "NOT p", "s1", rules="p"),
                claim("s3", "NOT b", rules="q"), claim("s4", "NOT q", "s3", rules="q"),
            ),
            [2],
        ),
    ],
)  # fmt: skip
def test_a_wrong_decision_that_false_conclusions_give_is_a_fault_of_its_own(
    claims: tuple[dict[str, Any], ...], root: list[int]
) -> None:
    """Unless false premises lead to these: then it is one fault, theirs."""
    last = claim("s9", "NOT r", *(one["id"] for one in claims), rules="r")
    ready = made_ready(STAIRS, "c")
    result = answered(ready, [*claims, last], {"says": "NOT r", "from": ["s9"]}, policy="sufficient")
    assert [one.value for one in result.root] == root


BARE = """MODULE t
FACT a
FACT b
OUTCOME o
OUTCOME other
RULE o THEN o
RULE other IF a THEN other
CASE idle TRACK transaction CLOSED GIVEN b
  EVIDENCE e1 "b" SUPPORTS b
  ASK "?" DECIDE o
CASE asked TRACK transaction GIVEN a
  EVIDENCE e1 "a" SUPPORTS a
  ASK "?" DECIDE o, other
"""


def test_where_there_is_nothing_to_support_no_passage_is_asked_for() -> None:
    """A transaction whose decision needs no fact (N7)."""
    for name, fails in (("idle", []), ("asked", [3])):
        ready = made_ready(BARE, name)
        value = gold_answer(ready, ready.listed[0], "x.rules#c")
        assert check(ready, read(value)).complete
        for one in value["claims"]:
            one.pop("evidence", None)
        assert [one.value for one in check(ready, read(value)).fails] == fails
        assert Judge(ready).row(read(value)) == verdict_of(ready, read(value))
