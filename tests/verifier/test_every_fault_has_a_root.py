"""An answer that fails has a root: what is wrong follows from a finding, or stands by itself (N22)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

from rulelang.verifier.matter import Policy

TEXT = """MODULE t
FACT a
FACT b
FACT k
OUTCOME p
OUTCOME q
OUTCOME fee : INTEGER IN eur
OUTCOME mid
RULE r1 IF a THEN p
RULE r2 IF b THEN NOT p
PRIORITY r2 OVER r1
RULE e1 IF a THEN q
  EXCEPTION out IF b
RULE f IF k THEN fee = 15 eur
RULE m IF fee BETWEEN 10 eur AND 20 eur THEN mid
CASE rival TRACK policy GIVEN a, b ASK "?" DECIDE p
CASE exception TRACK policy GIVEN a, b ASK "?" DECIDE q
CASE clash GIVEN k ASK "?" DECIDE mid
"""


@pytest.mark.parametrize(
    ("case", "policy", "claims", "decision", "root"),
    [
        ("rival", "answer", [claim("s1", "a", rules="r1"), claim("s2", "p", "s1", rules="r1")], "p", (5,)),
        ("rival", "full", [claim("s1", "a", rules="r1"), claim("s2", "p", "s1", rules="r1")], "p", (2,)),
        ("exception", "answer", [claim("s1", "a", rules="e1"), claim("s2", "q", "s1", rules="e1")], "q", (5,)),
        ("exception", "full", [claim("s1", "a", rules="e1"), claim("s2", "q", "s1", rules="e1")], "q", (2,)),
        (
            "clash",
            "sufficient",
            [
                claim("s1", "k", rules="f"),
                claim("s2", "fee = 15 eur", "s1", rules="f"),
                claim("s3", "NOT fee BETWEEN 10 eur AND 20 eur", "s2", rules="m"),
                claim("s4", "mid", "s2", "s3", rules="m"),
            ],
            "mid",
            (),  # what clashes is left to the rules (4.1)
        ),
    ],
)
def test_an_answer_that_fails_has_a_root(
    case: str, policy: Policy, claims: list[dict[str, Any]], decision: str, root: tuple[int, ...]
) -> None:
    ready = made_ready(TEXT, case)
    final = {"says": decision, "from": [claims[-1]["id"]]}
    result = judged_alike(ready, claims, final, policy)
    assert tuple(one.value for one in result.root) == root
    assert bool(result.root) is bool(result.fails)
    assert {one.check for one in result.findings if one.root} == set(result.root)
    assert all(one.root or one.follows is not None for one in result.findings)
