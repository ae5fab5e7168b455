"""PREFER SPECIFIC: what is proved orders, what is not is named, and nothing depends on a case."""

from __future__ import annotations

import pytest
from rule_bases import base_of

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.rules.order import Place
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text

FACTS = "FACT a\nFACT b\nFACT c\nFACT n : INTEGER FROM 0 TO 9\nOUTCOME p\nOUTCOME q\n"


def above(text: str, left: str, right: str) -> bool:
    base = base_of("PREFER SPECIFIC\n" + text)
    selection, _ = base.select()
    assert selection is not None
    return base.outranks(selection, Place(left, left, 0), Place(right, right, 0))


@pytest.mark.parametrize(
    ("general", "special", "declared"),
    [
        ("a", "a AND b", ""),
        ("a OR b", "b", ""),
        ("n > 3", "n >= 5", ""),
        ("n > 3", "n >= 4 AND a", ""),
        ("a", "b", "ALWAYS NOT b OR a"),
        ("k", "a", "CONCEPT k INCLUDES a"),
        ("q", "q AND a", "RULE x IF b THEN q"),
        ("NOT a", "NOT a AND NOT REJECTED q", "RULE x IF b THEN q"),
    ],
)
def test_narrower_condition_stands_above_and_never_the_other_way(general: str, special: str, declared: str) -> None:
    text = f"{FACTS}{declared}\nRULE r IF {general} THEN p\nRULE s IF {special} THEN NOT p\n"
    assert above(text, "s", "r")
    assert not above(text, "r", "s")


@pytest.mark.parametrize(("one", "other"), [("a", "b"), ("a", "a"), ("n > 3", "NOT n <= 3"), ("n > 3", "n >= 4")])
def test_conditions_that_are_equal_or_only_overlap_are_not_ordered(one: str, other: str) -> None:
    text = f"{FACTS}RULE r IF {one} THEN p\nRULE s IF {other} THEN NOT p\n"
    assert not above(text, "s", "r")
    assert not above(text, "r", "s")


def test_instances_about_the_same_thing_are_compared() -> None:
    text = "TYPE bird\nFACT wing(bird)\nFACT ice(bird)\nOUTCOME flies(bird)\n"
    text += "RULE r FOR EACH x IN bird IF wing(x) THEN flies(x)\n"
    text += "RULE s FOR EACH y IN bird IF wing(y) AND ice(y) THEN NOT flies(y)\n"
    assert above(text, "s", "r")


def test_exception_is_left_aside_and_priority_comes_first() -> None:
    text = FACTS + "RULE r IF a THEN p EXCEPTION x IF b\nRULE s IF a AND b THEN NOT p\n"
    assert above(text, "s", "r")
    assert not above(text + "PRIORITY r OVER s\n", "s", "r")


def test_earlier_criterion_decides_first() -> None:
    text = "PREFER SUPERIOR, SPECIFIC\n" + FACTS
    text += "RULE r AUTHORITY 2 IF a THEN p\nRULE s AUTHORITY 1 IF a AND b THEN NOT p\n"
    base = base_of(text)
    selection, _ = base.select()
    assert selection is not None
    assert base.outranks(selection, Place("r", "r", 0), Place("s", "s", 0))


def test_decision_follows_the_more_specific_rule() -> None:
    text = "PREFER SPECIFIC\n" + FACTS + "RULE r IF a THEN p\nRULE s IF a AND b THEN NOT p\n"
    base = base_of(text + "CASE one GIVEN a, b ASK DECIDE REJECTED p\n")
    assert derive(base, base.program.cases["one"]).decisions[0].status is Status.HOLDS


def test_pair_that_is_not_proved_is_named_and_unordered() -> None:
    text = "PREFER SPECIFIC\nTYPE t\nFACT f(t)\nFACT a\nOUTCOME p\n"
    text += "RULE r IF ANY x IN t HAS (f(x)) THEN p\nRULE s IF a AND ANY x IN t HAS (f(x)) THEN NOT p\n"
    loaded = load_text(text)
    assert loaded.program is not None
    base, found = prepare(loaded.program)
    assert base is not None
    assert [one.code for one in found] == ["RL540"]
    assert "`r` and `s`" in found[0].message


CABINS = "TYPE cabin OF eco, biz, first\nFACT full(cabin)\nOUTCOME p\n"
BAGS = "TYPE bag\nFACT heavy(bag)\nFACT a\nOUTCOME p\nOUTCOME fee(bag)\n"


@pytest.mark.parametrize(
    ("general", "special"),
    [
        ("ANY x IN cabin HAS (full(x))", "EVERY x IN cabin HAS (full(x))"),
        ("COUNT OF x IN cabin WHERE (full(x)) >= 1", "full(biz)"),
        ("COUNT OF x IN cabin WHERE (full(x)) >= 2", "COUNT OF x IN cabin WHERE (full(x)) = 3"),
        ("some", "full(eco) AND full(biz)"),
    ],
)
def test_conditions_over_a_sort_with_fixed_members_are_compared(general: str, special: str) -> None:
    text = f"{CABINS}DEFINE some : BOOLEAN AS ANY x IN cabin HAS (full(x))\n"
    text += f"RULE r IF {general} THEN p\nRULE s IF {special} THEN NOT p\n"
    assert above(text, "s", "r")
    assert not above(text, "r", "s")


def unproved(text: str) -> list[str]:
    loaded = load_text("PREFER SPECIFIC\n" + text)
    assert loaded.program is not None, loaded.diagnostics
    base, found = prepare(loaded.program)
    assert base is not None
    return [one.message for one in found if one.code == "RL540"]


def test_many_in_a_definition_is_no_proof_for_any_number_of_entities() -> None:
    """Three heavy bags are impossible among two made-up ones, so anything followed from them."""
    text = BAGS + "DEFINE many : BOOLEAN AS COUNT OF b IN bag WHERE (heavy(b)) >= 9\n"
    text += "RULE r IF a THEN p\nRULE s IF many THEN NOT p\n"
    assert not above(text, "s", "r")
    assert "range over the entities of `bag`" in unproved(text)[0]


def test_case_of_a_few_entities_shows_that_a_condition_does_not_imply_another() -> None:
    text = BAGS + "RULE r IF a THEN p\nRULE s IF ANY b IN bag HAS (heavy(b)) THEN NOT p\n"
    assert unproved(text) == []


def test_proof_does_not_rest_on_an_always_that_few_entities_cannot_meet() -> None:
    text = BAGS + "ALWAYS COUNT OF b IN bag WHERE (heavy(b)) = 0 OR COUNT OF b IN bag WHERE (heavy(b)) >= 9\n"
    text += "RULE r FOR EACH x IN bag IF a THEN fee(x)\nRULE s FOR EACH x IN bag IF heavy(x) THEN NOT fee(x)\n"
    assert not above(text, "s", "r")
    assert "rests on an ALWAYS" in unproved(text)[0]


def test_always_of_each_entity_is_used() -> None:
    text = BAGS + "FACT big(bag)\nALWAYS EVERY b IN bag HAS (NOT heavy(b) OR big(b))\n"
    text += "RULE r FOR EACH x IN bag IF big(x) THEN fee(x)\nRULE s FOR EACH x IN bag IF heavy(x) THEN NOT fee(x)\n"
    assert above(text, "s", "r")


def test_entities_that_are_values_count_among_those_looked_at() -> None:
    """Three owners that all differ are impossible among two people, and so would imply anything."""
    text = "TYPE person\nFACT one : person\nFACT two : person\nFACT three : person\nFACT a\nOUTCOME p\n"
    text += "RULE r IF a THEN p\nRULE s IF one != two AND two != three AND one != three THEN NOT p\n"
    assert not above(text, "s", "r")
    assert unproved(text) == []
    assert above(text.replace("THEN NOT p", "AND a THEN NOT p"), "s", "r")


def test_reason_is_that_of_the_pair() -> None:
    text = BAGS + "TYPE seat\nFACT taken(seat)\nOUTCOME q\n"
    text += "RULE r IF ANY b IN bag HAS (heavy(b)) THEN p\nRULE s IF a AND ANY b IN bag HAS (heavy(b)) THEN NOT p\n"
    text += "RULE t IF ANY b IN seat HAS (taken(b)) THEN q\nRULE u IF a AND ANY b IN seat HAS (taken(b)) THEN NOT q\n"
    bags, seats = unproved(text)
    assert "`r` and `s`" in bags
    assert "`bag`" in bags
    assert "`t` and `u`" in seats
    assert "`seat`" in seats
