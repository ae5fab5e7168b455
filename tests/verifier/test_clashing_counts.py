"""What is said twice, and cannot be so together, gives nothing to what follows; what else is stated stands (N17)."""

from __future__ import annotations

from random import Random

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.finding import Check

MODULE = """TYPE item
FACT red(item)
FACT f
FACT g
FACT n : INTEGER FROM 0 TO 9
OUTCOME mid
OUTCOME top
RULE m1 IF COUNT OF i IN item WHERE (red(i)) >= 2 THEN mid
RULE m2 IF n >= 3 AND (f OR g) THEN mid
RULE t IF mid AND NOT (f AND g) THEN top
CASE c
  GIVEN
  | item | red |
  |---|---|
  | a | YES |
  | b | YES |
  | c | NO |
  GIVEN n = 5, f, NOT g
  ASK "?" DECIDE top
"""
COUNT = "COUNT OF i IN item WHERE (red(i))"


@pytest.mark.parametrize("denied", [f"{COUNT} = 1", f"{COUNT} < 2", f"{COUNT} = 0", f"NOT {COUNT} >= 1"])
def test_a_derived_condition_stands_though_a_count_below_it_is_denied(denied: str) -> None:
    claims = [
        claim("s1", f"{COUNT} >= 2", rules="m1"),
        claim("s2", denied),
        claim("s3", "mid", "s1", "s2", rules="m1"),
        claim("s4", ["f", "NOT g"], rules="t"),
        claim("s5", "top", "s3", "s4", rules="t"),
    ]
    result = judged_alike(made_ready(MODULE), claims, {"says": "top", "from": ["s5"]})
    assert result.fails == (Check.CONDITION,)


def test_what_hangs_on_a_clash_itself_does_not_follow() -> None:
    claims = [
        claim("s1", f"{COUNT} >= 2", rules="m1"),
        claim("s2", f"{COUNT} = 1"),
        claim("s4", ["f", "NOT g"], rules="t"),
        claim("s5", "top", "s1", "s2", "s4", rules="t"),
    ]
    result = judged_alike(made_ready(MODULE), claims, {"says": "top", "from": ["s5"]})
    assert Check.AGGREGATION in result.fails


def test_clashes_made_at_random_are_judged_alike() -> None:
    ready, random = made_ready(MODULE), Random(7)
    pool = [
        f"{COUNT} >= 2", f"{COUNT} = 1", f"{COUNT} = 2", f"{COUNT} < 1", "red(a) OR red(b)", "NOT red(a)", "red(b)",
        "f OR g", "NOT f OR NOT g", "NOT (f AND g)", "f", "NOT g", "n = 5", "n >= 3 AND (f OR g)", "mid", "NOT mid",
    ]  # fmt: skip
    for _ in range(60):
        said = random.sample(pool, random.randint(2, 5))
        claims = [claim(f"s{at}", one, rules=random.choice(("m1", "m2", "t", ""))) for at, one in enumerate(said)]
        names = [one["id"] for one in claims]
        claims.append(claim("d", random.choice(("top", "top", "NOT top")), *names, rules="t"))
        judged_alike(ready, claims, {"says": claims[-1]["says"], "from": ["d"]})
