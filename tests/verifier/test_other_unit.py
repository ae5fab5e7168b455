"""A value in another unit is another value: in a claim it contradicts, in the decision it is wrong (N28)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, judged_alike, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.rubric import Dimension
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

RULES = """MODULE t
FACT n : INTEGER FROM 0 TO 100
OUTCOME fee : NUMBER IN eur
RULE fee IF n >= 3 THEN fee = n * 2 eur
CASE due GIVEN n = 5  ASK "?" DECIDE fee  EXPECT fee = 10 eur
CASE open GIVEN UNKNOWN n  ASK "?" DECIDE fee  EXPECT UNKNOWN fee
"""


def due(said: str, decided: str) -> Result:
    claims = [claim("s1", "n = 5", rules="fee"), claim("s2", said, "s1", rules="fee")]
    return answered(made_ready(RULES, "due"), claims, {"says": decided, "from": ["s2"]})


@pytest.mark.parametrize("other", ["fee = 11 eur", "fee = 10 usd"])
def test_a_claim_of_another_value_disagrees_with_the_decision(other: str) -> None:
    result = due(other, "fee = 10 eur")
    assert result.correct
    assert [(one.check.value, one.kind) for one in result.findings] == [(4, "decisions disagree")]


@pytest.mark.parametrize("other", ["fee = 11 eur", "fee = 10 usd", "NOT fee = 10 usd", "fee != 10 usd"])
def test_a_decision_for_another_value_is_wrong_and_not_none(other: str) -> None:
    result = due("fee = 10 eur", other)
    assert [(one.check.value, one.kind) for one in result.findings] == [(4, "decisions disagree"), (5, "wrong")]


@pytest.mark.parametrize("other", ["fee = 10 eur", "fee = 10 usd"])
def test_any_value_is_wrong_where_none_is_known(other: str) -> None:
    claims = [claim("s1", "UNKNOWN n >= 3", rules="fee")]
    result = answered(made_ready(RULES, "open"), claims, {"says": other, "from": ["s1"], "rules": ["fee"]})
    assert "wrong" in [one.kind for one in result.findings]
    assert "no decision" not in [one.kind for one in result.findings]


def test_a_bound_in_another_unit_decides_nothing() -> None:
    assert "no decision" in [one.kind for one in due("fee = 10 eur", "fee >= 10 usd").findings]


SLOTS = """MODULE t
TYPE bag
FACT w(bag) : NUMBER FROM 0 TO 100 IN kg
FACT x : NUMBER FROM 0 TO 100 IN eur
FACT a
OUTCOME v : NUMBER IN eur
OUTCOME p
OUTCOME heavy
RULE fee IF a THEN v = 2 * x + 5 eur
RULE much IF v > 100 eur THEN p
RULE load IF SUM OF w(b) FOR EACH b IN bag > 40 kg THEN heavy
CASE c GIVEN a, x = 50 eur  ASK "?" DECIDE p
CASE s
  GIVEN
  | bag | w  |
  |-----|----|
  | y   | 30 |
  | z   | 25 |
  ASK "?" DECIDE heavy
CASE both GIVEN a, x = 50 eur  ASK "?" DECIDE p AND a
"""


def told(case: str, decided: str, *claims: dict[str, Any]) -> Result:
    """The result, which the quick judge finds too; the decision draws on the claims that state it."""
    ready = made_ready(SLOTS, case)
    decision = {"says": decided}
    document = {"rulelang": "answer/1", "case": f"t.rules#{case}", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return answered(ready, list(claims), decision)


def lost(result: Result) -> list[Dimension]:
    assert result.rubric is not None
    return [mark.dimension for mark in result.rubric.marks if not mark.satisfied]


@pytest.mark.parametrize("value", ["v = 107 eur", "v = 105 usd", "v = 107 usd"])
def test_a_judgment_in_another_unit_is_stated_wrongly(value: str) -> None:
    result = told(
        "c",
        "p",
        claim("a", "a", rules="fee"),
        claim("x", "x = 50 eur", rules="fee"),
        claim("v", value, "a", "x", rules="fee"),
        claim("m", "v > 100 eur", "v", rules="much"),
        claim("p", "p", "m", rules="much"),
    )
    assert [one.kind for one in result.findings] == ["contradictory", "wrong"]
    assert result.root == result.fails == (2,)
    assert lost(result) == [Dimension.GROUNDING, Dimension.INTERMEDIATE]


def test_a_bound_in_another_unit_is_stated_wrongly() -> None:
    result = told(
        "c",
        "p",
        claim("a", "a", rules="fee"),
        claim("x", "x = 50 eur", rules="fee"),
        claim("v", "v = 105 eur", "a", "x", rules="fee"),
        claim("m", "v > 100 usd", "v", rules="much"),
        claim("p", "p", "m", rules="much"),
    )
    assert {one.kind for one in result.findings} == {"contradictory"}
    assert result.root == result.fails == (2,)


@pytest.mark.parametrize("weight", ["w(y) = 20 kg", "w(y) = 30 g"])
def test_an_instance_in_another_unit_states_the_condition_with_the_others(weight: str) -> None:
    result = told(
        "s",
        "heavy",
        claim("y", weight, rules="load"),
        claim("z", "w(z) = 25 kg", rules="load"),
        claim("h", "heavy", "y", "z", rules="load"),
    )
    assert "does not enter" not in [one.kind for one in result.findings]
    assert result.root == (2,)


def test_what_is_said_beside_takes_nothing_from_a_decision_of_several_parts() -> None:
    result = told(
        "both",
        "p AND a",
        claim("a", "a", rules="fee"),
        claim("x", "x = 50 eur", rules="fee"),
        claim("v", "v = 105 eur", "a", "x", rules="fee"),
        claim("m", "v > 100 eur", "v", rules="much"),
        claim("p", ["p", "a", "x = 50 usd"], "m", rules="much"),
    )
    assert 4 not in result.fails
    assert result.root == (2,)


@pytest.mark.parametrize(
    ("says", "plainly"),
    [
        ("NOT (NOT fee = 10 usd)", "fee = 10 usd"),
        ("NOT fee = 10 usd", "fee != 10 usd"),
        ("NOT fee <= 4 usd", "fee > 4 usd"),
        ("NOT (NOT (NOT fee < 4 usd))", "fee >= 4 usd"),
        ("fee BETWEEN 4 usd AND 10 usd", "fee >= 4 usd AND fee <= 10 usd"),
    ],
)
def test_a_denial_of_another_unit_is_the_comparison_that_it_comes_to(says: str, plainly: str) -> None:
    ready = made_ready(RULES, "due")
    found = [
        judged_alike(
            ready,
            [claim("s1", "n = 5", rules="fee"), claim("s2", "fee = 10 eur", "s1", rules="fee"), claim("s3", one, "s1")],
            {"says": "fee = 10 eur", "from": ["s2", "s3"]},
        )
        for one in (says, plainly)
    ]
    assert [one.claims[2].standing.value for one in found] == ["CONTRADICTED"] * 2
    assert found[0].fails == found[1].fails
    assert found[0].root == found[1].root
    assert found[0].rubric is not None
    assert found[1].rubric is not None
    assert found[0].rubric.score == found[1].rubric.score


def test_a_denial_of_what_is_no_unit_says_nothing() -> None:
    assert due("NOT fee = 10 usdk", "fee = 10 eur").claims[1].standing.value == "MALFORMED"


JOINED = """MODULE t
TYPE bag
FACT w : NUMBER FROM 0 TO 100 IN kg
FACT m(bag) : NUMBER FROM 0 TO 100 IN kg
FACT a
FACT b
OUTCOME p
RULE r IF w > 10 kg AND a AND COUNT OF x IN bag WHERE (m(x) > 5 kg) >= 2 THEN p
CASE c GIVEN w = 12 kg, a, m(i) = 6 kg, m(j) = 7 kg, NOT b  ASK "?" DECIDE p
"""


def joined(says: Any) -> tuple[Any, ...]:
    """What is found where a claim says this beside the right judgments."""
    right = ["w = 12 kg", "a", "m(i) = 6 kg", "m(j) = 7 kg"]
    claims = [claim(f"s{number}", one, rules="r") for number, one in enumerate(right)]
    claims += [claim("x", says, rules="r")]
    claims += [claim("p", "p", *(one["id"] for one in claims), rules="r")]
    found = judged_alike(made_ready(JOINED), claims, {"says": "p", "from": ["p"]})
    told = sorted((one.kind, one.subject) for one in found.findings)
    return found.claims[4].standing.value, told, found.root, lost(found)


@pytest.mark.parametrize(
    ("says", "plainly"),
    [
        ("w > 10 lb OR w > 10 lb", "w > 10 lb"),
        ("(w > 10 lb AND a) OR (w > 10 lb AND NOT a)", "w > 10 lb"),
        ("NOT (w <= 10 lb OR NOT a)", "w > 10 lb AND a"),
        ("NOT (NOT w > 10 lb OR NOT (NOT NOT a))", "w > 10 lb AND a"),
        ("w IN {12 lb}", "w = 12 lb"),
        ("w IN {12 lb, 13 lb}", "w = 12 lb OR w = 13 lb"),
        ("NOT w IN {11 lb, 13 lb}", "w != 11 lb AND w != 13 lb"),
        ("NOT w BETWEEN 1 lb AND 5 lb", "w < 1 lb OR w > 5 lb"),
        ("NOT (w > 10 lb AND a)", "w <= 10 lb OR NOT a"),
    ],
)
def test_equivalent_texts_in_another_unit_say_the_same(says: str, plainly: str) -> None:
    found = joined(says)
    assert found == joined(plainly)
    assert found[0] == "CONTRADICTED"
    assert found[2] == (2,)


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        ("COUNT OF x IN bag WHERE (m(x) > 5 lb) >= 2", "wrong"),
        ("EVERY x IN bag HAS (m(x) > 5 lb)", "wrong"),
        ("m(i) > 5 lb OR b", "contradictory"),
    ],
)
def test_a_condition_over_instances_in_another_unit_contradicts_too(says: str, kind: str) -> None:
    standing, told, root, _ = joined(says)
    assert (standing, root) == ("CONTRADICTED", (2,))
    assert [one for one, _ in told] == [kind]


@pytest.mark.parametrize("says", ["w > 10 usdk OR a", "NOT (w > 10 lb OR w < 3 usdk)"])
def test_what_joins_what_is_no_unit_says_nothing(says: str) -> None:
    assert joined(says)[:2] == ("MALFORMED", [])


UNKNOWN = """MODULE t
FACT w : NUMBER FROM 0 TO 100 IN kg
OUTCOME p
RULE p IF w > 10 kg THEN p
CASE open ASK "?" DECIDE p EXPECT UNKNOWN p
CASE shut GIVEN w = 12 kg ASK "?" DECIDE p
"""


@pytest.mark.parametrize("case", ["open", "shut"])
@pytest.mark.parametrize("says", ["UNKNOWN w > 10 lb", "UNKNOWN w <= 10 lb", "CONFLICT w > 10 lb", "UNKNOWN w > 5 lb"])
def test_that_something_in_another_unit_is_unknown_contradicts_too(case: str, says: str) -> None:
    decision = {"says": "UNKNOWN p" if case == "open" else "p", "from": ["s"], "rules": ["p"]}
    result = judged_alike(made_ready(UNKNOWN, case), [claim("s", says, rules="p")], decision)
    assert result.claims[0].standing.value == "CONTRADICTED"
    assert {(one.check.value, one.kind) for one in result.findings if one.root} == {(2, "wrong")}


def test_that_something_is_unknown_in_a_unit_that_there_is_not_states_nothing() -> None:
    decision = {"says": "UNKNOWN p", "from": ["s"], "rules": ["p"]}
    result = judged_alike(made_ready(UNKNOWN, "open"), [claim("s", "UNKNOWN w > 10 kgx", rules="p")], decision)
    assert result.claims[0].standing.value == "MALFORMED"
