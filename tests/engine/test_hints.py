"""Hints beside a decision: stipulations against the rules, and rules that are not in effect on the case's day."""

from __future__ import annotations

from derived import derivation_of

from rulelang.engine.explaining.hints import hints

RULES = """
MODULE m
FACT asked
FACT days : INTEGER
OUTCOME licensed
OUTCOME fee : INTEGER
ACTION issue
RULE licence IF asked THEN licensed AND MUST issue
RULE fee EFFECTIVE 2024-01-01 TO 2024-12-31 IF asked THEN fee = 2 * days
"""


def codes_of(case: str) -> list[str]:
    base, derivation = derivation_of(RULES + case)
    return [hint.code for hint in hints(base, derivation)]


def test_a_stipulation_against_the_rules_is_pointed_out() -> None:
    assert codes_of("CASE c GIVEN asked, NOT licensed EXPECT NOT licensed") == ["RL363"]
    assert codes_of("CASE c GIVEN asked, licensed EXPECT licensed") == []
    assert codes_of("CASE c GIVEN NOT asked, licensed EXPECT licensed") == []
    assert codes_of("CASE c GIVEN asked, MUST NOT issue EXPECT MUST NOT issue") == ["RL363"]
    assert codes_of("CASE c GIVEN asked, days = 3, fee = 5 EXPECT fee = 5") == ["RL363"]
    assert codes_of("CASE c GIVEN asked, days = 3, fee = 6 EXPECT fee = 6") == []


def test_a_stipulation_that_nothing_asked_reads_is_left_alone() -> None:
    assert codes_of("CASE c GIVEN asked, NOT licensed, days = 1 EXPECT fee = 2") == []


def test_a_rule_out_of_effect_on_the_day_is_pointed_out() -> None:
    assert codes_of("CASE c AS OF 2025-01-01 GIVEN asked, days = 1 EXPECT fee = 2") == ["RL364"]
    assert codes_of("CASE c AS OF 2024-12-31 GIVEN asked, days = 1 EXPECT fee = 2") == []
    assert codes_of("CASE c AS OF 2025-01-01 GIVEN asked EXPECT licensed") == []
