"""Claims that are right within a tolerance, and what rests on them (N28)."""

from __future__ import annotations

import pytest
from worlds import answered, check_what_is_written, claim, judged_alike, made_ready

from rulelang.verifier.check import Result
from rulelang.verifier.said import Standing

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


@pytest.mark.parametrize(
    ("says", "so"),
    [
        ("fee = 12.8 eur", True),
        ("NOT fee = 12.8 eur", False),
        ("fee != 12.8 eur", False),
        ("NOT fee != 12.8 eur", True),
        ("fee = 12.9 eur", True),
        ("fee = 13 eur", False),
        ("NOT fee = 13 eur", True),
        ("fee IN {12.8 eur, 30 eur}", True),
        ("NOT fee IN {12.8 eur, 30 eur}", False),
        ("fee BETWEEN 12.8 eur AND 12.8 eur", True),
        ("NOT fee BETWEEN 12.8 eur AND 12.8 eur", False),
        ("NOT (fee = 12.8 eur OR round)", False),
        ("fee > 12.6 eur", False),
    ],
)
def test_of_a_value_within_its_tolerance_and_its_denial_one_is_so(says: str, so: bool) -> None:
    made = made_ready(RULES, "fee")
    result = judged_alike(made, [claim("s", says)], {"says": "fee = 12.4 eur", "from": ["s"]})
    assert (result.claims[0].standing is Standing.ENTAILED) is so


@pytest.mark.parametrize(("says", "so"), [("way = 13 km", False), ("NOT way = 13 km", True), ("way != 13 km", True)])
def test_what_stands_in_a_rule_is_judged_exactly(says: str, so: bool) -> None:
    made = made_ready(RULES, "round")
    result = judged_alike(made, [claim("s", says, rules="round")], {"says": "NOT round", "from": ["s"]})
    assert (result.claims[0].standing is Standing.ENTAILED) is so


def test_what_is_written_of_a_condition_within_a_tolerance_is_complete() -> None:
    check_what_is_written(made_ready(RULES, "round"), "full")
