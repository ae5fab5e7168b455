"""Claims that are right within a tolerance, and what rests on them (N28)."""

from __future__ import annotations

import pytest
from worlds import answered, claim, made_ready

from rulelang.verifier.check import Result

RULES = """MODULE t
FACT way : NUMBER IN km WITHIN 1 km
OUTCOME fee : NUMBER IN eur WITHIN 0.5 eur
OUTCOME round
RULE fee THEN fee = way / 1 km * 1 eur
RULE round IF way = 13 km THEN round
CASE fee GIVEN way = 12.4  ASK "?" DECIDE fee
CASE round GIVEN way = 12.4  ASK "?" DECIDE round
"""


def fee(way: str, fee: str) -> Result:
    made = made_ready(RULES, "fee")
    said = [claim("s1", f"way = {way} km", rules="fee")]
    return answered(made, said, {"says": f"fee = {fee} eur", "from": ["s1"], "rules": ["fee"]})


@pytest.mark.parametrize(("way", "sum_"), [("12.8", "12.8"), ("12.8", "12.4"), ("13.4", "12.9"), ("12.4", "12")])
def test_a_decision_within_its_tolerance_rests_on_a_value_within_its_own(way: str, sum_: str) -> None:
    assert fee(way, sum_).complete


def test_a_value_within_its_tolerance_excuses_no_wrong_decision() -> None:
    result = fee("13.4", "13.4")
    assert not result.correct
    assert [check.value for check in result.root] == [4]


@pytest.mark.parametrize("way", ["12.4", "12.6"])
def test_a_right_value_does_not_state_another_one_that_is_near(way: str) -> None:
    made = made_ready(RULES, "round")
    said = [claim("s1", f"way = {way} km", rules="round")]
    assert answered(made, said, {"says": "NOT round", "from": ["s1"], "rules": ["round"]}).complete


def test_two_decisions_that_are_right_within_the_tolerance_are_one() -> None:
    """Each states the gold decision (N28), so that there is one value (section 4.1); a wrong one beside it is none."""
    made = made_ready(RULES, "fee")
    said = [claim("s1", "way = 12.4 km", rules="fee"), claim("s2", "fee = 12.8 eur", "s1", rules="fee")]
    for values, kinds in (("12.4 12.8", []), ("12.0 12.9", []), ("12.4 13.4", ["no decision"])):
        says = [f"fee = {value} eur" for value in values.split()]
        result = answered(made, said, {"says": says, "from": ["s2"]})
        assert [one.kind for one in result.findings] == kinds
