"""WITHIN makes claims about a variable tolerant, and nothing else."""

from __future__ import annotations

import pytest

from rulelang.engine.derive import expectations
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text

RULES = """
FACT price : NUMBER IN usd
OUTCOME total : NUMBER IN usd WITHIN 0.5 usd
OUTCOME share : NUMBER WITHIN 10%
OUTCOME exact : NUMBER IN usd
OUTCOME dear
RULE a THEN total = price + 0.25 usd AND exact = price AND share = price / 1 usd
RULE b IF total = 100 usd THEN dear
CASE c GIVEN price = 100 usd EXPECT {}
"""


@pytest.mark.parametrize(
    ("claim", "met"),
    [
        ("total = 100.75", True),
        ("total = 99.75", True),
        ("total = 99.7", False),
        ("total = 100.76", False),
        ("NOT total = 100", True),
        ("total != 100", True),
        ("total < 100.25", False),
        ("share = 110", True),
        ("share = 90", False),
        ("share = 95", True),
        ("exact = 100.01", False),
        ("dear", False),
    ],
)
def test_only_a_claim_of_the_value_is_tolerant(claim: str, met: bool) -> None:
    program = load_text(RULES.format(claim)).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    (found,) = expectations(base, program.cases["c"])
    assert found.met is met
