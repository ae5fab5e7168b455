"""That something derived is open is no consequence of a fault in the facts that settle it: two roots (N22)."""

from __future__ import annotations

import pytest
from worlds import answered, claim, made_ready

from rulelang.verifier.mutation.inject import TWO
from rulelang.verifier.mutation.policies import variations_under

READY = made_ready("""MODULE t
FACT hired : DATE
FACT today : DATE
FACT manager
OUTCOME notice : INTEGER
OUTCOME long
RULE n1 IF MONTHS FROM hired TO today < 6 THEN notice = 2
RULE n2 IF MONTHS FROM hired TO today >= 6 THEN notice = 4
RULE n3 IF manager THEN notice >= 8
RULE l IF notice >= 6 THEN long
CASE c
  EVIDENCE e1 "h" SUPPORTS hired = 2023-01-31
  EVIDENCE e2 "t" SUPPORTS today = 2023-07-30
  EVIDENCE e3 "m" SUPPORTS manager
  GIVEN hired = 2023-01-31, today = 2023-07-30, manager
  ASK "?" DECIDE long
""")


@pytest.mark.parametrize(("passage", "root"), [("e3", (4,)), ("e2", (3, 4))])
def test_a_doubted_step_is_a_root_beside_a_wrong_passage(passage: str, root: tuple[int, ...]) -> None:
    claims = [
        claim("s1", "MONTHS FROM hired TO today < 6", rules="n1 n2", evidence="e1 e2"),
        claim("s2", "manager", rules="n3", evidence=passage),
        claim("s3", "notice = 8", "s1", "s2", rules="n1 n3"),
        claim("s4", "UNKNOWN notice >= 6", "s3", rules="l"),
        claim("s5", "long", "s3", "s4", rules="l"),
    ]
    assert answered(READY, claims, {"says": "long", "from": ["s5"]}, policy="answer").root == root


@pytest.mark.parametrize("seed", [11, 37])
def test_the_injector_says_so(seed: int) -> None:
    found = [one.label.root for one in variations_under("answer", READY, seed, {TWO}, 2, "c")]
    assert (3, 4) in found
