"""What a case stipulates of an outcome is a premise, as a fact is, and no conclusion (N5)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import judged_alike, made_ready

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
  EXCEPTION e IF q
RULE r IF mid AND q THEN o
RULE w IF q THEN v = 3
RULE u IF v >= 4 THEN o
RULE f IF p THEN MUST pay
RULE g IF MUST pay AND p THEN o
CASE c
"""

CASES = (
    "EVIDENCE e1 '?' SUPPORTS mid GIVEN mid, q ASK '?' DECIDE o",
    "EVIDENCE e1 '?' SUPPORTS NOT mid GIVEN NOT mid, q, p ASK '?' DECIDE o",
    "GIVEN p, q SUPPOSE NOT mid ASK '?' TYPE what_if_revision DECIDE o",
    "EVIDENCE e1 '?' SUPPORTS v = 5 GIVEN v = 5, NOT p ASK '?' DECIDE o",
    "EVIDENCE e1 '?' SUPPORTS MUST pay GIVEN MUST pay, p, NOT q ASK '?' DECIDE o",
    "GIVEN v = 5, NOT p ASK '?' DECIDE v, o",
    "GIVEN mid, q, NOT p ASK '?' DECIDE mid, o",
    "GIVEN mid, q, NOT p REQUIRES mid ASK '?' DECIDE o",
)


def ready_of(case: str) -> Ready:
    return made_ready(HEAD + case.replace("'", '"') + "\n")


def on(ready: Ready, answer: dict[str, Any], policy: Policy = "full") -> Result:
    """The result of an answer, which the quick judge finds too."""
    return judged_alike(ready, answer["claims"], answer["decision"], policy)


@pytest.mark.parametrize("case", CASES)
def test_a_gold_answer_has_100_and_valid_steps_alone(case: str) -> None:
    ready = ready_of(case)
    for warrant in ready.listed:
        result = on(ready, gold_answer(ready, warrant, "t.rules#c"))
        assert result.rubric is not None
        assert (result.fails, result.rubric.score, result.rubric.lost) == ((), 100, ())
        assert all(one.step is not False for one in result.claims)
        assert result.scope is None or result.scope.cited == result.scope.right


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("policy", ["full", "answer", "sufficient"])
def test_the_injector_and_the_verifier_agree(case: str, policy: Policy) -> None:
    assert all(one.right for _, one in judge(ready_of(case), "t.rules#c", 5, 2, policy))


def test_what_is_stipulated_is_no_step_and_asks_for_no_rule() -> None:
    ready = ready_of(CASES[0])
    answer = gold_answer(ready, ready.listed[0], "t.rules#c")
    assert [claim.step for claim in on(ready, answer).claims] == [None, None, True]
    for claim in answer["claims"][:2]:
        del claim["rules"]
    result = on(ready, answer)
    assert result.rubric is not None
    assert (result.fails, result.rubric.lost) == ((), ())  # the conclusion cites the rule (N12)


def test_its_contrary_is_a_false_premise_and_no_false_step() -> None:
    ready = ready_of("GIVEN mid, NOT q, p ASK '?' DECIDE MUST pay")  # nothing that `mid` bears on is asked
    claims: list[dict[str, Any]] = [
        {"id": "s1", "says": "p", "rules": ["f"]},
        {"id": "s2", "says": "NOT mid"},
        {"id": "s3", "says": "MUST pay", "from": ["s1", "s2"], "rules": ["f"]},
    ]
    decision = {"says": "MUST pay", "from": ["s3"]}
    answer = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    policies: tuple[Policy, ...] = ("full", "answer")
    for policy in policies:
        assert [one.kind for one in on(ready, answer, policy).findings] == ["false premise"]


@pytest.mark.parametrize(
    ("case", "says", "rule", "instead"),
    [
        ('GIVEN mid, q, NOT p ASK "?" DECIDE o', "mid", "m", "r"),
        ('GIVEN mid, q, p ASK "?" DECIDE o', "mid", "m", "r"),
        ('GIVEN v = 5, NOT p, NOT q ASK "?" DECIDE o', "v >= 4", "w", "u"),
        ('GIVEN MUST pay, p, NOT q ASK "?" DECIDE o', "MUST pay", "f", "g"),
    ],
)
@pytest.mark.parametrize("on_conclusion", [False, True])
def test_a_rule_for_what_is_stipulated_is_applied_nowhere(
    case: str, says: str, rule: str, instead: str, on_conclusion: bool
) -> None:
    """It is a leaf: what is cited for it has a condition with it, not a conclusion (section 4.4)."""
    ready = ready_of(case.replace('"', "'"))
    answer = gold_answer(ready, ready.listed[0], "t.rules#c")
    wrong = answer["decision"] if on_conclusion else next(one for one in answer["claims"] if one["says"] == says)
    wrong["rules"] = [instead, rule] if on_conclusion else [rule]
    result = on(ready, answer)
    assert result.rubric is not None
    assert result.rubric.score == 83
    assert result.complete
