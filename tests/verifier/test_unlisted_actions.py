"""An action that is not listed is said to be neither obliged nor forbidden: both are judged (N2, N20)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answer_of, made_ready

from rulelang.grammar.diagnostic import RuleLangError
from rulelang.verifier.check import Result, check
from rulelang.verifier.rubric import Kind
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

FERRY = """MODULE ferry
FACT storm
FACT crewed
FACT late
ACTION sail
ACTION wait
RULE no_sailing IF storm THEN MUST NOT sail
RULE leave IF crewed THEN MAY sail
RULE hold IF late THEN MUST wait
PRIORITY no_sailing OVER leave
CASE calm GIVEN NOT storm, crewed  ASK "?" DECIDE ACTIONS sail
CASE what_if GIVEN storm, crewed  SUPPOSE NOT storm  ASK "?" TYPE what_if_revision DECIDE ACTIONS sail
CASE dark GIVEN UNKNOWN storm, NOT crewed  ASK "?" DECIDE ACTIONS sail EXPECT UNKNOWN MUST NOT sail
CASE stormy GIVEN storm, crewed  ASK "?" DECIDE ACTIONS sail
CASE waiting GIVEN NOT late  ASK "?" DECIDE ACTIONS wait
CASE permit GIVEN NOT storm, NOT crewed  ASK "?" DECIDE ACTIONS sail  ASK "?" DECIDE MAY sail
"""


def held(case: str, claims: list[dict[str, Any]], decision: Any) -> Result:
    """What is found of an answer; the quick judge finds the same."""
    ready, answer = made_ready(FERRY, case), answer_of(claims, decision)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return check(ready, answer)


def roots(result: Result) -> list[int]:
    return [one.value for one in result.root]


def asked(case: str) -> list[str]:
    return [question.text for question in made_ready(FERRY, case).matter.questions]


STORM = {"id": "s1", "says": "storm", "rules": ["no_sailing"]}
CALM = {"id": "s1", "says": "NOT storm", "rules": ["no_sailing"]}
CREWED = {"id": "s3", "says": "crewed", "rules": ["leave"]}
DARK = {"id": "s1", "says": "UNKNOWN storm", "rules": ["no_sailing"]}


def test_of_what_is_neither_both_norms_are_asked() -> None:
    assert asked("calm") == asked("what_if") == asked("dark") == ["MUST sail", "MUST NOT sail"]
    assert asked("stormy") == ["MUST NOT sail"]
    assert asked("waiting") == ["MUST wait"], "no rule could forbid it"


def test_a_prohibition_has_to_be_ruled_out() -> None:
    """An empty answer was complete."""
    result = held("calm", [], {"says": "NOT MUST sail"})
    assert roots(result) == [2]
    assert held("calm", [CALM], {"says": "NOT MUST sail", "from": ["s1"], "rules": ["no_sailing"]}).complete


@pytest.mark.parametrize("says", ["UNKNOWN MUST NOT sail", ["NOT MUST sail", "UNKNOWN MUST NOT sail"]])
def test_a_prohibition_that_is_open_is_the_decision(says: Any) -> None:
    result = held("dark", [DARK], {"says": says, "from": ["s1"], "rules": ["no_sailing"]})
    assert result.complete
    assert not held("dark", [], {"says": "NOT MUST sail"}).correct


@pytest.mark.parametrize("case", ["calm", "what_if"])
def test_a_decision_that_follows_a_flipped_fact_is_no_second_fault(case: str) -> None:
    """Kinds 9 and 18; it was a surplus prohibition, with a root of its own."""
    ban = {"id": "s2", "says": "MUST NOT sail", "from": ["s1"], "rules": ["no_sailing"]}
    result = held(case, [STORM, ban], {"says": "MUST NOT sail", "from": ["s2"]})
    assert roots(result) == [2]
    assert [one.value for one in result.fails] == [2, 5]


def test_not_may_answers_the_question_after_the_permission() -> None:
    """Beside a set in which the action is, it forbids nothing; without such a question it does (N19)."""
    crew = {"id": "s2", "says": "NOT crewed", "rules": ["leave"]}
    decision = {"says": "NOT MAY sail", "from": ["s1", "s2"], "rules": ["no_sailing", "leave"]}
    assert held("permit", [CALM, crew], decision).complete
    assert not held("calm", [CALM], {**decision, "from": ["s1"]}).correct


def test_a_conflict_of_duty_and_prohibition_is_one_question() -> None:
    text = FERRY.replace("RULE leave IF crewed THEN MAY sail", "RULE leave IF crewed THEN MUST sail")
    text = text.replace("PRIORITY no_sailing OVER leave\n", "")
    text = text[: text.index("CASE")] + (
        "CASE both GIVEN storm, crewed  ASK \"?\" DECIDE ACTIONS sail EXPECT CONFLICT MUST sail\n"
        "CASE open GIVEN UNKNOWN storm, NOT crewed  ASK \"?\" DECIDE ACTIONS sail EXPECT UNKNOWN MUST sail\n"
    )
    assert [one.text for one in made_ready(text, "both").matter.questions] == ["MUST sail"]
    with pytest.raises(RuleLangError, match="MUST NOT sail"):
        made_ready(text, "open")


QUAY = """MODULE quay
FACT storm
FACT late
FACT fog
ACTION sail
ACTION wait
RULE no_sailing IF storm THEN MUST NOT sail
RULE leave IF late THEN MUST sail
RULE hold IF storm THEN MUST wait
RULE blow IF fog THEN MUST wait
PRIORITY no_sailing OVER leave
CASE c GIVEN NOT storm, NOT late, NOT fog  ASK "?" DECIDE ACTIONS sail, wait
"""
GROUNDS = [
    {"id": "s1", "says": "NOT storm", "rules": ["no_sailing", "hold"]},
    {"id": "s2", "says": "NOT late", "rules": ["leave"]},
    {"id": "s3", "says": "NOT fog", "rules": ["blow"]},
]


@pytest.mark.parametrize("says", ["NOT MUST sail", ["NOT MUST sail", "NOT MUST NOT sail"], "NEED NOT sail"])
@pytest.mark.parametrize(
    ("rules", "points"),
    [("leave", 100), ("leave hold", 100), ("leave hold blow hold", 100), ("leave no_sailing", 100), ("leave quay", 75)],
)
def test_what_is_not_listed_cites_nothing_and_may_cite(says: Any, rules: str, points: int) -> None:
    """It states nothing (N11); it was uncited, and the rule cited for it wrongly applied."""
    ready = made_ready(QUAY)
    cites = rules.split() + (["no_sailing"] if "NOT MUST NOT sail" in says else [])
    answer = answer_of(GROUNDS, {"says": says, "from": ["s1", "s2", "s3"], "rules": cites})
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    result = check(ready, answer)
    assert result.complete
    assert result.rubric is not None
    assert result.rubric.score == points


def test_what_a_claim_says_of_an_action_that_is_not_listed_cites_its_rule() -> None:
    """A claim states it, listed or not."""
    ready = made_ready(QUAY)
    claims = [*GROUNDS, {"id": "s4", "says": "NOT MUST wait", "from": ["s1", "s3"]}]
    answer = answer_of(claims, {"says": "NOT MUST sail", "from": ["s1", "s2", "s4"], "rules": ["leave"]})
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    assert roots(check(ready, answer)) == [1]


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_rule_is_applied_to_an_action_that_is_not_listed_where_it_is_so_by_what_is_said(kept: int) -> None:
    """With `NOT storm` unsaid the rule cited for it yields nothing; the one beside it is rightly applied."""
    ready = made_ready(QUAY)
    claims = [one for number, one in enumerate(GROUNDS) if number != kept]
    decision = {"says": "NOT MUST sail", "from": [one["id"] for one in claims], "rules": ["leave", "hold", "blow"]}
    answer = answer_of(claims, decision)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    result = check(ready, answer)
    assert result.rubric is not None
    wrong = {
        str(point.about).partition(":")[0]
        for mark in result.rubric.marks
        for point in mark.points
        if point.kind is Kind.APPLICATION and not point.met
    }
    assert wrong == [{"hold", "blow"}, {"leave"}, {"hold", "blow"}][kept]


def test_a_wrong_decision_by_silence_applies_nothing() -> None:
    ready = made_ready(QUAY.replace("NOT fog  ASK", "fog  ASK"))
    claims = [*GROUNDS[:2], {"id": "s3", "says": "fog", "rules": ["blow"]}]
    decision = {"says": "NOT MUST sail", "from": ["s1", "s2", "s3"], "rules": ["leave", "blow"]}
    answer = answer_of(claims, decision)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    result = check(ready, answer)
    assert roots(result) == [4]
    assert result.rubric is not None
    assert [mark.dimension.name for mark in result.rubric.marks if not mark.satisfied] == ["GROUNDING", "FINAL"]


@pytest.mark.parametrize("says", ["MAY sail", "NOT MUST NOT sail", "NOT MUST NOT sail AND NOT MUST sail"])
def test_what_a_decision_denies_by_what_it_says_of_another_norm_is_no_conclusion_of_its_own(says: str) -> None:
    """`MUST NOT sail`, on which a claim concludes, says too that it is no duty: that is to be cited nowhere."""
    concluding = {"id": "s2", "says": says, "from": ["s1", "s3"], "rules": ["no_sailing", "leave"]}
    result = held("calm", [CALM, CREWED, concluding], {"says": "MUST NOT sail", "from": ["s2"]})
    assert result.rubric is not None
    assert roots(result) == [4]
    assert [one.dimension.name for one in result.rubric.marks if not one.satisfied] == ["FINAL"]


def test_a_decision_on_what_no_claim_concludes_cites_a_rule() -> None:
    result = held("calm", [CALM, CREWED], {"says": "MUST NOT sail", "from": ["s1", "s3"]})
    assert result.rubric is not None
    lost = [one.dimension.name for one in result.rubric.marks if not one.satisfied]
    assert "FORMAT" in lost
