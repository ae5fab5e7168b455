"""A value in another unit is another value: in a claim it contradicts, in the decision it is wrong (N28)."""

from __future__ import annotations

import pytest
from worlds import answered, claim, made_ready

from rulelang.verifier.check import Result

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


@pytest.mark.parametrize("other", ["fee = 11 eur", "fee = 10 usd"])
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
