"""A case must have a completion that keeps every ALWAYS, also where the target is settled without them."""

from __future__ import annotations

import pytest
from derived import unmet

from rulelang.grammar.diagnostic import RuleLangError

AGES = """
MODULE m
FACT age : INTEGER FROM 0 TO 130
FACT adult
FACT pupil
FACT x
OUTCOME o
DEFINE old AS age >= 18
ALWAYS NOT adult OR old
ALWAYS NOT pupil OR age < 18
RULE IF x THEN o
"""


@pytest.mark.parametrize("expected", ["o", "NOT o", "UNKNOWN o", "age > 3"])
def test_facts_that_exclude_each_other_are_refused_whatever_is_asked(expected: str) -> None:
    with pytest.raises(RuleLangError) as caught:
        unmet(AGES + f"CASE c GIVEN adult, pupil, x EXPECT {expected}")
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "RL370"
    assert len(diagnostic.secondary) == 2


def test_other_cases_are_not() -> None:
    assert unmet(AGES + "CASE c GIVEN adult, x EXPECT o, NOT pupil, age >= 18\nCASE d GIVEN x EXPECT o") == []


def test_only_declarations_that_exclude_each_other_are_named() -> None:
    text = AGES + "ALWAYS NOT x OR age != 40\nCASE c GIVEN adult, pupil, x EXPECT o"
    with pytest.raises(RuleLangError) as caught:
        unmet(text)
    assert len(caught.value.diagnostics[0].secondary) == 2


def test_each_entity_by_itself() -> None:
    text = """
    MODULE m
    TYPE p
    FACT age(p) : INTEGER FROM 0 TO 130
    FACT adult(p)
    FACT pupil(p)
    OUTCOME o
    ALWAYS EVERY y IN p HAS (NOT adult(y) OR age(y) >= 18)
    ALWAYS EVERY y IN p HAS (NOT pupil(y) OR age(y) < 18)
    RULE IF ANY y IN p HAS (adult(y)) THEN o
    """
    assert unmet(text + "CASE c GIVEN adult(a), pupil(b) EXPECT o") == []
    with pytest.raises(RuleLangError):
        unmet(text + "CASE c GIVEN adult(a), pupil(b), adult(b) EXPECT o")
