"""What is said of an instance that a condition counts is about this condition, as of a quantified one (N8, N9)."""

from __future__ import annotations

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.finding import Check

RULES = """MODULE t
TYPE item
FACT red(item)
FACT weight(item) : NUMBER FROM 0 TO 100 IN kg
FACT z
OUTCOME p
RULE r IF {condition} THEN p
  EXCEPTION e IF z
CASE c
  EVIDENCE e1 "All of it." SUPPORTS red(a) WITH e2
  EVIDENCE e2 "And this." SUPPORTS red(b)
  GIVEN red(a), red(b), NOT red(d), weight(a) = 30 kg, weight(b) = 30 kg, weight(d) = 30 kg, NOT z
  ASK "?" DECIDE p
"""
COUNT = "COUNT OF x IN item WHERE (red(x)) >= 2"
SUM = "SUM OF weight(x) FOR EACH x IN item WHERE (red(x)) > 50 kg"


def found(condition: str, says: list[str], decision: str) -> tuple[list[str], list[Check]]:
    """What check 2 finds, and the roots."""
    ready = made_ready(RULES.format(condition=condition))
    claims = [claim("s0", "NOT z", rules="r.e")]
    claims += [claim(f"s{number}", one, rules="r", evidence="e1 e2") for number, one in enumerate(says, 1)]
    claims.append(claim("d", decision, *(one["id"] for one in claims), rules="r"))
    result = judged_alike(ready, claims, {"says": decision, "from": ["d"]})
    return [one.kind for one in result.findings if one.check is Check.CONDITION], list(result.root)


@pytest.mark.parametrize(
    ("says", "kinds"),
    [
        (["red(a)", "red(b)"], []),
        (["red(a) AND red(b)", "NOT red(a)"], ["contradictory"]),
        (["red(a) AND red(b)", "NOT red(b)", "red(a)"], ["contradictory"]),
        ([COUNT, "red(d)"], ["contradictory"]),
        (["red(a)", "NOT red(b)", "NOT red(d)"], ["wrong"]),
        (["red(a)", "NOT red(b)"], ["wrong"]),
        (["red(a) OR red(b)", "NOT red(d)"], ["coarse"]),
        (["weight(a) = 10 kg", COUNT], ["false premise"]),
    ],
)
def test_what_is_said_of_an_instance_is_about_what_counts_it(says: list[str], kinds: list[str]) -> None:
    assert found(COUNT, says, "p") == (kinds, [Check.CONDITION] if kinds else [])


def test_a_flip_of_one_instance_has_one_finding_where_the_decision_follows() -> None:
    assert found(COUNT, ["red(a)", "NOT red(b)", "NOT red(d)"], "NOT p") == (["wrong"], [Check.CONDITION])


def test_so_it_is_of_what_chooses_the_items_of_a_sum() -> None:
    weights = [f"weight({item}) = 30 kg" for item in "abd"]
    assert found(SUM, ["red(a) AND red(b) AND NOT red(d)", *weights], "p") == ([], [])
    assert found(SUM, [SUM, "NOT red(b)"], "p") == (["contradictory"], [Check.CONDITION])


def test_and_of_a_count_of_what_is_quantified() -> None:
    condition = "EVERY x IN item HAS (COUNT OF y IN item WHERE (red(x) AND red(y)) <= 2)"
    assert found(condition, [condition, "NOT red(a)"], "p") == (["contradictory"], [Check.CONDITION])
