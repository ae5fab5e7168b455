"""A rule that does not apply leads to nothing that is so without it (verification, N2, N26 and section 4.4)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.check import Result

RULES = """MODULE t
FACT a
FACT b
FACT c
ACTION go
OUTCOME mid
OUTCOME p
OUTCOME fee : NUMBER IN eur
RULE first IF a THEN p
RULE second IF b THEN p
  EXCEPTION but IF c
RULE third IF mid THEN p
RULE mid1 IF a THEN mid
RULE mid2 IF b THEN mid
RULE lets IF a THEN MAY go
RULE lets2 IF b THEN MAY go
RULE must IF c THEN MUST go
RULE low IF a THEN fee = 10 eur
RULE high IF b THEN fee = 20 eur
"""


def asked(says: str, rules: str, *, given: str = "a", target: str = "p", facts: str = "a", cites: str = "first") -> Any:
    ready = made_ready(f'{RULES}CASE c CLOSED GIVEN {given} ASK "?" DECIDE {target}')
    claims = [claim("s1", facts, rules=cites), claim("s2", says, "s1", rules=rules)]
    return judged_alike(ready, claims, {"says": says, "from": ["s2"]})


def grounding(result: Result) -> bool:
    assert result.rubric is not None
    return all(mark.satisfied for mark in result.rubric.marks if mark.dimension.name == "GROUNDING")


def accuracy(result: Result) -> str:
    assert result.scope is not None
    return str(result.scope.accuracy)


@pytest.mark.parametrize(
    ("rules", "right"),
    [("first", "1"), ("second", "1/2"), ("first second", "2/3"), ("first second.but", "2/3"), ("second.but", "1/2")],
)
def test_a_rule_whose_condition_is_false_is_not_applied_to_what_another_gives(rules: str, right: str) -> None:
    result = asked("p", rules)
    assert (grounding(result), accuracy(result)) == (right == "1", right)


def test_nor_is_one_to_which_an_exception_is_in_force() -> None:
    assert accuracy(asked("p", "first second", given="a, b, c")) == "2/3"
    assert accuracy(asked("p", "first second", given="a, b")) == "1"


def test_nor_one_for_a_condition_on_the_way() -> None:
    ready = made_ready(f'{RULES}CASE c CLOSED GIVEN a ASK "?" DECIDE p')
    for rules, right in (("third mid1", "1"), ("third mid2", "3/4"), ("third mid1 mid2", "4/5")):
        claims = [claim("s1", "a", rules="mid1"), claim("s2", "mid", "s1", rules="mid1")]
        claims.append(claim("s3", "p", "s2", rules=rules))
        assert accuracy(judged_alike(ready, claims, {"says": "p", "from": ["s3"]})) == right


def test_a_rule_that_fails_is_applied_to_what_fails() -> None:
    result = asked("NOT p", "first second third mid1 mid2", given="c", facts="NOT a AND NOT b", cites="first second")
    assert accuracy(result) == "1"


@pytest.mark.parametrize(
    ("given", "rules", "right"),
    [("a", "lets", "1"), ("a", "lets2", "1/2"), ("a", "lets lets2", "2/3"), ("b", "lets lets2", "1/3")],
)
def test_so_it_is_of_norms(given: str, rules: str, right: str) -> None:
    facts, cites = ("a", "lets") if given == "a" else ("NOT a", "lets2")
    assert accuracy(asked("MAY go", rules, given=given, target="MAY go", facts=facts, cites=cites)) == right


def test_a_permission_is_so_by_a_duty_too() -> None:
    assert accuracy(asked("MAY go", "must lets", given="c", target="MAY go", facts="c", cites="must")) == "2/3"


def test_a_rule_for_another_value_is_a_rival_that_is_ruled_out() -> None:
    result = asked("fee = 10 eur", "low high", target="fee = 10 eur", cites="low")
    assert accuracy(result) == "1"
