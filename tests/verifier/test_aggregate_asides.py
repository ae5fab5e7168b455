"""Asides that count or add up: a false one gives nothing, a sum over nothing is a condition's own (N17, N29)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import Ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

READY = made_ready("""
TYPE invoice
FACT late
FACT amount(invoice) : NUMBER FROM 0 TO 9000 IN eur
FACT paid(invoice)
OUTCOME timely
ACTION evict
RULE time IF NOT late THEN timely
RULE ev IF NOT timely AND SUM OF amount(i) FOR EACH i IN invoice WHERE (NOT paid(i)) > 500 eur THEN MUST evict
CASE c
  GIVEN late, amount(a) = 300 eur, amount(b) = 250 eur, amount(c) = 900 eur, NOT paid(a), NOT paid(b), paid(c)
  ASK "?" DECIDE MUST evict EXPECT MUST evict
""")


def on(ready: Ready, claims: list[dict[str, Any]], decision: dict[str, Any]) -> Result:
    """What the check finds, and the quick judge too."""
    answer = answer_of(claims, decision)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return check(ready, answer)


def beside(says: str, rules: str, *, enters: bool) -> Result:
    facts = ["amount(a) = 300 eur", "amount(b) = 250 eur", "NOT paid(a)", "NOT paid(b)", "paid(c)"]
    claims = [
        claim("s1", "late", rules="time"),
        claim("s2", "NOT timely", "s1", rules="time"),
        claim("s3", facts, rules="ev"),
        claim("x", says, rules=rules),
        claim("z", "MUST evict", "s2", "s3", *(("x",) if enters else ()), rules="ev"),
    ]
    return on(READY, claims, {"says": "MUST evict", "from": ["z"]})


FALSE = ("COUNT OF i IN invoice WHERE (paid(i)) = 2", "COUNT OF i IN invoice WHERE (NOT paid(i)) >= 3")


@pytest.mark.parametrize("says", FALSE)
def test_a_false_count_that_does_not_enter_costs_nothing_but_its_own_citation(says: str) -> None:
    for rules, lost in (("", ()), ("time", ("RG",))):
        found = beside(says, rules, enters=False)
        assert found.complete
        assert found.rubric is not None
        assert tuple(map(str, found.rubric.lost)) == lost


@pytest.mark.parametrize("says", FALSE)
def test_a_false_count_that_enters_is_a_false_premise_alone(says: str) -> None:
    found = beside(says, "", enters=True)
    assert [one.kind for one in found.findings if one.root] == ["false premise"]


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ("SUM OF amount(i) FOR EACH i IN invoice <= 5 eur", "SUM OF amount(i) FOR EACH i IN invoice = 0 eur"),
        ("SUM OF amount(i) FOR EACH i IN invoice <= 5 eur", "SUM OF amount(i) FOR EACH i IN invoice <= 5 eur"),
        ("COUNT OF i IN invoice WHERE (paid(i)) <= 5", "COUNT OF i IN invoice WHERE (paid(i)) = 0"),
    ],
)
def test_what_is_added_up_over_nothing_is_rightly_applied(condition: str, says: str) -> None:
    ready = made_ready(f"""
TYPE invoice
FACT amount(invoice) : NUMBER FROM 0 TO 9000 IN eur
FACT paid(invoice)
OUTCOME good
RULE g IF {condition} THEN good
CASE c
  GIVEN
  | invoice |
  |---|
  ASK "?" DECIDE good EXPECT good
""")
    claims = [claim("s", says, rules="g"), claim("z", "good", "s", rules="g")]
    found = on(ready, claims, {"says": "good", "from": ["z"]})
    assert found.complete
    assert found.rubric is not None
    assert found.rubric.score == 100
