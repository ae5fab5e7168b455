"""What the policy `answer` asks for on each track: a passage in place of a rule, a fact with its passage (N7)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import check
from rulelang.verifier.mutation.matrix import judge
from rulelang.verifier.reference.account import warrants_of
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TEXT = """MODULE t
FACT rain
FACT pump
OUTCOME flood
RULE f IF rain THEN flood
  CONFLICT p IF pump THEN NOT flood PREVAILS
CASE c{track}
  EVIDENCE e1 "It rained." SUPPORTS rain
  EVIDENCE e2 "No pump." SUPPORTS NOT pump
  GIVEN rain, NOT pump
  ASK "?" DECIDE flood
"""

TRACKS = ["", " TRACK policy", " TRACK contract", " TRACK regulation", " TRACK transaction"]


def fails(track: str, rules: str, evidence: tuple[str, str]) -> list[int]:
    """The checks that an answer fails under the policy `answer`, which the quick judge finds too."""
    ready = made_ready(TEXT.format(track=track))
    claims: list[dict[str, Any]] = [
        claim("a", "rain", rules=rules and "f", evidence=evidence[0]),
        claim("b", "NOT pump", rules=rules and "f.p", evidence=evidence[1]),
        claim("z", "flood", "a", "b", rules=rules),
    ]
    decision = {"says": "flood", "from": ["z"]}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready, "answer").row(answer) == verdict_of(ready, answer, "linked", "answer")
    return [one.value for one in check(ready, answer, policy="answer").fails]


@pytest.mark.parametrize("track", TRACKS)
def test_a_passage_serves_for_a_rule_on_the_policy_track_alone(track: str) -> None:
    assert fails(track, "", ("e1", "e2")) == ([] if track == " TRACK policy" else [1])
    assert fails(track, "f", ("e1", "e2")) == []


@pytest.mark.parametrize("track", TRACKS)
def test_a_fact_has_its_passage_on_the_transaction_track_alone(track: str) -> None:
    assert fails(track, "f", ("", "")) == ([3] if track == " TRACK transaction" else [])
    assert fails(track, "f", ("e1", "")) == []
    assert fails(track, "f", ("e2", "")) == [3]


@pytest.mark.parametrize("track", TRACKS)
def test_the_account_says_so_and_the_labels_hold(track: str) -> None:
    ready = made_ready(TEXT.format(track=track))
    grounds = warrants_of(ready, "t.rules#c", "answer").grounds
    assert grounds is not None
    assert (grounds.or_passage, grounds.fact) == (track == " TRACK policy", track == " TRACK transaction")
    found = [one for _, one in judge(ready, "t.rules#c", 7, policy="answer")]
    assert all(one.right for one in found)
    bare = [one.label.root for one in found if one.label.kind == "no_rule_anywhere"]
    assert bare == [() if track == " TRACK policy" else (1,)]


SHOWN = """MODULE t
FACT a
FACT k
OUTCOME p
RULE r IF a AND k THEN p
CASE c TRACK {track}
  EVIDENCE e1 "This." SUPPORTS a WITH e2
  EVIDENCE e2 "That." SUPPORTS k
  EVIDENCE e3 "Nothing."
  GIVEN a, k  ASK "?" DECIDE p
"""


@pytest.mark.parametrize(
    ("fact", "conclusion", "decision", "serves"),
    [
        ("", "", "", False),
        ("e2", "", "", True),
        ("", "e2", "", True),
        ("", "", "e2", True),
        ("", "e1 e2", "", True),
        ("", "e1", "", False),
        ("", "e3", "e3", False),
    ],
)
def test_a_passage_on_the_decision_or_on_what_states_it_serves_for_a_rule(
    fact: str, conclusion: str, decision: str, serves: bool
) -> None:
    for track in ("policy", "transaction"):
        for facts in (True, False):
            claims = [claim("s1", "a", evidence=""), claim("s2", "k", evidence=fact)] if facts else []
            claims.append(claim("d", "p", *(one["id"] for one in claims), evidence=conclusion))
            last = {"says": "p", "from": ["d"], "evidence": decision.split()}
            found = judged_alike(made_ready(SHOWN.format(track=track)), claims, last, "answer")
            passes = track == "policy" and serves and (facts or not fact)
            assert (1 in found.fails) is not passes
