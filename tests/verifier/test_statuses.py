"""How claims stand to rules and case, what the answer states with them, and what is noted."""

from __future__ import annotations

import pytest
from worlds import answered, claim, made_ready

from rulelang.verifier.check import ClaimResult, Result
from rulelang.verifier.finding import Check
from rulelang.verifier.matter import Ready

MODULE = """MODULE t
TYPE bag
FACT a "the first thing"
FACT b
FACT c
FACT heavy(bag)
FACT weight(bag) : NUMBER IN lb WITHIN 1 lb
FACT kind : ONE OF red, green
FACT price : NUMBER IN usd
OUTCOME p
OUTCOME q
OUTCOME s
OUTCOME total : NUMBER IN usd WITHIN 2 usd
OUTCOME share : NUMBER WITHIN 10%
ACTION go
ACTION stay
RULE main IF a THEN p
  EXCEPTION off IF b
RULE clash IF a THEN q
RULE clash2 IF a THEN NOT q
RULE open IF c THEN s
RULE sum IF a THEN total = price + 1 usd AND share = 100
RULE duty IF a THEN MUST go
RULE loads IF EVERY x IN bag HAS (weight(x) < 50 lb) THEN MAY stay
CASE k
  GIVEN a, NOT b, kind = red, price = 9 usd
  GIVEN
  | bag | heavy | weight |
  | b1  | YES   | 40     |
  | b2  | NO    | 20     |
  ASK "?" DECIDE p
CASE all_bags
  GIVEN
  | bag | weight |
  | b1  | 40     |
  | b2  | 20     |
  ASK "?" DECIDE MAY stay
"""


@pytest.fixture(scope="module")
def ready() -> Ready:
    return made_ready(MODULE, "k")


def standing(ready: Ready, says: str) -> ClaimResult:
    result = answered(ready, [claim("s", says)], {"says": "p"})
    (found,) = result.claims
    return found


STANDINGS = [
    ("a", "ENTAILED", ""),
    ("NOT a", "CONTRADICTED", "the case says `a`"),
    ('"The first thing"', "ENTAILED", ""),
    ("c", "UNSUPPORTED", "the case does not say"),
    ("NOT c", "UNSUPPORTED", "the case does not say"),
    ("UNKNOWN c", "ENTAILED", ""),
    ("UNKNOWN a", "CONTRADICTED", "it follows that `a`"),
    ("p", "ENTAILED", ""),
    ("NOT p", "CONTRADICTED", "it follows that `p`"),
    ("s", "UNSUPPORTED", "it hangs on `c`, not known in this case"),
    ("UNKNOWN s", "ENTAILED", ""),
    ("CONFLICT q", "ENTAILED", ""),
    ("UNKNOWN q", "ENTAILED", ""),
    ("CONFLICT p", "CONTRADICTED", "it follows that `p`"),
    ("a AND NOT b", "ENTAILED", ""),
    ("a OR c", "ENTAILED", ""),
    ("NOT MAY stay", "CONTRADICTED", "it follows that `MAY stay`"),
    ("MUST NOT go", "CONTRADICTED", "a rule establishes the opposite"),
    ("MAY go", "ENTAILED", ""),
    ("price = 9 usd", "ENTAILED", ""),
    ("price = 9", "ENTAILED", ""),
    ("price = 9 eur", "CONTRADICTED", "it is in usd"),
    ("weight(b1) = 40 kg", "CONTRADICTED", "it is in lb"),
    ("price = 9 usdk", "MALFORMED", "`usdk` is no unit (did you mean `usd`?)"),
    ("price > 9 wibble", "MALFORMED", "`wibble` is no unit"),
    ("price > 10 usd", "CONTRADICTED", "in the case `price` is 9 usd"),
    ("total = 10 usd", "ENTAILED", ""),
    ("total = 11.50 usd", "ENTAILED", ""),
    ("total = 13 usd", "CONTRADICTED", "in the case `total` is 10 usd"),
    ("total >= 11 usd", "CONTRADICTED", "in the case `total` is 10 usd"),
    ("share = 110", "ENTAILED", ""),
    ("share = 90", "CONTRADICTED", "in the case `share` is 100"),
    ("kind = red", "ENTAILED", ""),
    ("NOT kind = green", "ENTAILED", ""),
    ("weight(b1) = 40.5 lb", "ENTAILED", ""),
    ("EVERY x IN bag HAS (weight(x) < 50 lb)", "ENTAILED", ""),
    ("ANY x IN bag HAS (heavy(x))", "ENTAILED", ""),
    ("COUNT OF x IN bag WHERE (heavy(x)) = 1", "ENTAILED", ""),
    ("TRIGGERED main", "ENTAILED", ""),
    ("NOT TRIGGERED main.off", "ENTAILED", ""),
    ("main.off SUSPENDS main", "CONTRADICTED", ""),
    ("TRIGGERED open", "UNSUPPORTED", "it hangs on `c`, not known in this case"),
    ("weight(b9) = 1 lb", "FOREIGN", None),
    ("zork", "FOREIGN", None),
    ('"never heard of"', "FOREIGN", None),
    ("TRIGGERED zork", "FOREIGN", None),
    ("because a", "MALFORMED", None),
    ("price", "MALFORMED", "it is a value, not a statement"),
    ("", "MALFORMED", None),
]


@pytest.mark.parametrize(("says", "expected", "reason"), STANDINGS, ids=[says or "(empty)" for says, _, _ in STANDINGS])
def test_standing(ready: Ready, says: str, expected: str, reason: str | None) -> None:
    found = standing(ready, says)
    assert found.standing.value == expected
    assert reason is None or found.reason == reason


def test_a_claim_of_several_parts_stands_as_its_worst(ready: Ready) -> None:
    found = answered(ready, [claim("s", ["a", "zork", "NOT a"])], {"says": "p"}).claims[0]
    assert found.standing.value == "FOREIGN"


def kinds(result: Result, check: Check) -> list[str]:
    return [finding.kind for finding in result.findings if finding.check is check]


def test_claims_about_the_instances_of_a_quantified_condition_count_as_one() -> None:
    ready = made_ready(MODULE, "all_bags")
    parts = [
        claim("s1", "weight(b1) = 40 lb", rules="loads"),
        claim("s2", "weight(b2) < 50 lb", rules="loads"),
        claim("s3", "MAY stay", "s1", "s2", rules="loads"),
    ]
    assert answered(ready, parts, {"says": "MAY stay", "from": ["s3"]}).complete
    short = [parts[0], claim("s3", "MAY stay", "s1", rules="loads")]
    assert kinds(answered(ready, short, {"says": "MAY stay", "from": ["s3"]}), Check.CONDITION) == ["coarse"]


def test_no_claims_is_evaluable_and_null_claims_are_not(ready: Ready) -> None:
    empty = answered(ready, [], {"says": "p"})
    assert empty.evaluable
    assert not empty.complete
    assert empty.correct
    null = answered(ready, None, {"says": "p", "from": ["s1"]})
    assert not null.evaluable
    assert null.correct


def test_an_answer_without_a_decision_decides_nothing(ready: Ready) -> None:
    result = answered(ready, [claim("s1", "a", rules="main"), claim("s2", "NOT b", rules="main.off")])
    assert kinds(result, Check.OUTCOME) == ["no decision"]
    assert result.root == (Check.OUTCOME,)


def test_step_validity_is_told_and_fails_no_check(ready: Ready) -> None:
    claims = [
        claim("s1", "a", rules="main"),
        claim("s2", "NOT b", rules="main.off"),
        claim("s3", "p", "s1", "s2", rules="main"),
        claim("s4", "p", "s2", rules="main"),
        claim("s5", "NOT s", rules=""),
    ]
    result = answered(ready, claims, {"says": "p", "from": ["s3"]})
    assert [one.step for one in result.claims] == [None, None, True, False, False]
    assert not result.fails


def test_no_rule_at_all_proves_no_negation(ready: Ready) -> None:
    result = answered(ready, [claim("s1", "NOT MUST stay")], {"says": "p"})
    assert result.claims[0].standing.value == "ENTAILED"
    assert result.claims[0].step is False


def test_that_an_exception_is_triggered_states_its_one_leaf() -> None:
    """Verification, N21: of an exception's clause as of a rule; but that it is not may be due to what is above it."""
    ready = made_ready(
        """
        FACT n : INTEGER
        FACT lost
        FACT found
        OUTCOME fee
        RULE fee IF n >= 3 THEN fee
          EXCEPTION lost IF lost
          EXCEPTION found TO lost IF found
        CASE c
          GIVEN n = 5, lost, found
          ASK DECIDE fee
        """
    )

    def told(lost: str, found: str) -> Result:
        claims = [
            claim("s1", "n = 5", rules="fee"),
            claim("s2", lost, rules="fee.lost"),
            claim("s3", found, rules="fee.found"),
            claim("s4", "fee", "s1", "s2", "s3", rules="fee"),
        ]
        return answered(ready, claims, {"says": "fee", "from": ["s4"]})

    assert told("TRIGGERED fee.lost", "found").complete
    assert told("TRIGGERED fee.lost", "TRIGGERED fee.found").complete
    assert kinds(told("NOT TRIGGERED fee.lost", "found"), Check.CONDITION) == ["missing"]


def test_what_is_stated_by_a_rule_that_is_triggered_enters_the_decision() -> None:
    ready = made_ready(
        """
        FACT a
        FACT lost
        OUTCOME fee
        RULE fee IF a THEN fee
          EXCEPTION lost IF lost
        CASE c
          GIVEN a, lost
          ASK DECIDE fee
        """
    )
    claims = [
        claim("s1", "TRIGGERED fee", rules="fee"),
        claim("s2", "TRIGGERED fee.lost", rules="fee.lost"),
        claim("s3", "NOT fee", "s1", "s2", rules="fee"),
    ]
    assert answered(ready, claims, {"says": "NOT fee", "from": ["s3"]}).complete
