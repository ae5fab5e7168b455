"""Conclusions that a claim, or the decision, joins: each has its rule (verification, N13, N17 and N26)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.check import Result
from rulelang.verifier.rubric import Dimension

RULES = """MODULE t
FACT a
FACT b
OUTCOME p
OUTCOME q
OUTCOME z
RULE rp IF a THEN p
RULE rq IF b THEN q
RULE rz IF p AND q THEN z
CASE chain GIVEN a, b  ASK "?" DECIDE z
CASE two GIVEN a, b  ASK "?" DECIDE p, q
"""
FACTS = [claim("s1", "a", rules="rp"), claim("s2", "b", rules="rq")]
DRAWN = [claim("s3", "p", "s1", rules="rp"), claim("s4", "q", "s2", rules="rq")]


def found(case: str, claims: list[dict[str, Any]], decision: dict[str, Any]) -> Result:
    return judged_alike(made_ready(RULES, case), claims, decision)


def is_grounded(result: Result) -> bool:
    assert result.rubric is not None
    return all(mark.satisfied for mark in result.rubric.marks if mark.dimension is Dimension.GROUNDING)


@pytest.mark.parametrize(("rules", "right"), [("rp rq", True), ("rp", False), ("rq", False), ("rz", False)])
def test_each_conclusion_has_a_rule_of_its_own(rules: str, right: bool) -> None:
    joined = claim("j", "p AND q", "s1", "s2", rules=rules)
    result = found("chain", [*FACTS, joined, claim("z", "z", "j", rules="rz")], {"says": "z", "from": ["z"]})
    assert result.claims[2].step is right
    assert (result.complete, is_grounded(result)) == (right, right)


@pytest.mark.parametrize("joined", [["z", "p"], ["z", "p", "NOT NOT q"]])
def test_what_is_drawn_elsewhere_is_carried_on(joined: list[str]) -> None:
    last = claim("z", joined, "s3", "s4", rules="rz")
    result = found("chain", [*FACTS, *DRAWN, last], {"says": "z", "from": ["z"]})
    assert result.claims[4].step is True
    assert result.complete
    assert is_grounded(result)


@pytest.mark.parametrize("rules", ["", "rp", "rq", "rp rq"])
@pytest.mark.parametrize("says", ["p AND q", ["q", "p"]])
def test_a_decision_may_cite_the_rules_of_some_parts_with_or_without_links(says: Any, rules: str) -> None:
    for sources in ([], ["s3", "s4"]):
        result = found("two", [*FACTS, *DRAWN], {"says": says, "from": sources, "rules": rules.split()})
        assert result.complete
        assert is_grounded(result)
