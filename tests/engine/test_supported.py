"""What rules support beside an open decision."""

from __future__ import annotations

import pytest
from derived import derivation_of

from rulelang.engine.explaining.supported import supported

TEXT = """
MODULE m
FACT t
FACT u
OUTCOME p
OUTCOME q
OUTCOME v : INTEGER
ACTION a
RULE r1 IF t THEN p
RULE r2 IF t THEN NOT p
RULE r3 IF p THEN q
RULE v1 IF t THEN v = 3
RULE v2 IF t THEN v = 4
RULE v3 IF t THEN v = 5
RULE a1 IF t THEN MUST a
RULE a2 IF t THEN MUST NOT a
RULE a3 IF u THEN NEED NOT a
PRIORITY v1 OVER v3
CASE c GIVEN t ASK "?" DECIDE p, NOT p, q, REJECTED q, v, MUST a, v = 3
"""


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        (0, ("p", "REJECTED p")),
        (1, ("p", "REJECTED p")),
        (2, ("q",)),
        (3, ("q",)),
        (4, ("v = 3", "v = 4")),
        (5, ("MUST a", "MUST NOT a", "NEED NOT a")),
        (6, ()),
    ],
)
def test_literals_that_are_possible(index: int, expected: tuple[str, ...]) -> None:
    _, derivation = derivation_of(TEXT)
    assert supported(derivation, index) == expected


@pytest.mark.parametrize("index", range(7))
def test_the_order_of_rules_does_not_matter(index: int) -> None:
    lines = TEXT.splitlines()
    rules = [line for line in lines if line.startswith("RULE")]
    turned = "\n".join([line if line not in rules else rules[-1 - rules.index(line)] for line in lines])
    _, derivation = derivation_of(TEXT)
    _, other = derivation_of(turned)
    assert supported(other, index) == supported(derivation, index)
