"""What a case says of the facts: given, by default, closed, unknown, supposed; and cases that cannot be."""

from __future__ import annotations

from derived import decision_of, derivation_of, refused, unmet

from rulelang.engine.decision import Status

FACTS = """
MODULE m
FACT a
FACT b DEFAULT YES
FACT n : INTEGER DEFAULT 7
FACT k : INTEGER
ACTION go
OUTCOME p
RULE p IF a THEN p
"""


def test_defaults_stand_where_the_case_is_silent_closed_or_not() -> None:
    cases = """
    CASE open EXPECT b, n = 7, UNKNOWN a, UNKNOWN k, UNKNOWN DONE go
    CASE closed CLOSED EXPECT b, n = 7, NOT a, UNKNOWN k, NOT DONE go, NOT p
    CASE given CLOSED GIVEN NOT b, n = 3, DONE go EXPECT NOT b, n = 3, DONE go
    CASE taken_back CLOSED GIVEN UNKNOWN a, UNKNOWN b, UNKNOWN n EXPECT UNKNOWN a, UNKNOWN b, UNKNOWN n, UNKNOWN p
    """
    assert unmet(FACTS + cases) == []


def test_origins_are_kept() -> None:
    _, derivation = derivation_of(FACTS + "CASE c CLOSED GIVEN k = 1 SUPPOSE NOT b EXPECT a OR b OR n = k OR DONE go")
    origins = {fact: derivation.situation.origin(fact) for fact in derivation.core.facts}
    assert origins == {"a": "closed", "b": "supposed", "n": "default", "k": "given", "DONE go": "closed"}


def test_suppose_revises_facts_and_stipulations() -> None:
    cases = """
    CASE fact GIVEN a SUPPOSE NOT a EXPECT NOT p
    CASE taken GIVEN a SUPPOSE UNKNOWN a EXPECT UNKNOWN p
    CASE stated GIVEN NOT a, p SUPPOSE NOT p EXPECT NOT p, REJECTED p
    """
    assert unmet(FACTS + cases) == []


def test_an_always_that_known_facts_break_is_refused_whatever_is_asked() -> None:
    always = FACTS + "ALWAYS NOT a OR k >= 3\n"
    assert refused(always + "CASE c GIVEN a, k = 2 EXPECT p") == ["RL362"]
    assert refused(always + "CASE c GIVEN a, k = 2 EXPECT b") == ["RL362"]
    assert refused(always + "CASE c GIVEN a EXPECT b") == []
    assert refused(always + "CASE c GIVEN a, k = 3 EXPECT p") == []


def test_an_always_narrows_what_is_unknown() -> None:
    always = FACTS + "ALWAYS a OR k >= 3\nCASE c GIVEN k = 1 EXPECT p"
    assert decision_of(always).status is Status.HOLDS


def test_unknown_is_right_of_a_fact_that_is_not_given_even_where_always_settles_it() -> None:
    assert unmet(FACTS + "ALWAYS a OR k >= 3\nCASE c GIVEN k = 1 EXPECT UNKNOWN a, a") == []


def test_an_always_over_entities_is_read_for_each() -> None:
    text = """
    MODULE m
    TYPE person
    FACT adult(person)
    FACT age(person) : INTEGER
    ALWAYS EVERY p IN person HAS (NOT adult(p) OR age(p) >= 18)
    CASE c
      GIVEN
      | person | adult | age |
      | ann    |  YES  | 40  |
      | bob    |  YES  | 12  |
      EXPECT adult(ann)
    """
    assert refused(text) == ["RL362"]
