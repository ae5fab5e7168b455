"""What a statement settles is worked out to an end, however its parts hang together (verification, N8)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from worlds import answered, claim, made_ready

from rulelang.engine import core
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar import model
from rulelang.verifier.claims import Holds, read_statement
from rulelang.verifier.matter import Ready

MODULE = """FACT a
FACT b
FACT n : INTEGER FROM 0 TO 3
FACT m : INTEGER FROM 0 TO 3
OUTCOME q
RULE q IF b THEN q
CASE c
  GIVEN a, b, m = 2, n = 1
  ASK "?" DECIDE q
"""
WORLDS = [
    {"a": a, "b": b, "n": n, "m": m} for a, b, n, m in product((True, False), (True, False), range(4), range(4))
]


@pytest.fixture(scope="module")
def ready() -> Ready:
    return made_ready(MODULE)


@pytest.mark.parametrize(
    "says",
    [
        "(n > m AND n = 1 OR b) AND n = 1 AND n < 2",
        "(n > m OR b) AND n = 1 AND n < 3",
        "(n + m > 4 AND n = 1 OR b) AND n = 1 AND n > 0",
        "(n > m AND m = 2 OR b) AND m = 2 AND NOT m = 1",
        "(n > m OR b) AND n = 1 AND m = 2 AND m > 1",
    ],
)
def test_a_value_that_is_put_in_another_part_is_put_in_once(ready: Ready, says: str) -> None:
    # `n < 2` becomes `1 < 2`, which has to do with nothing: what is left is the claim as it was, asked without end.
    claims = [claim("s1", says), claim("s2", "b", rules="q")]
    result = answered(ready, claims, {"says": "q", "from": ["s2"], "rules": ["q"]})
    assert result.claims[0].standing.name == "ENTAILED"
    assert result.complete


def test_formulas_made_at_random_are_settled_rightly(ready: Ready) -> None:
    random = Random(31)
    leaves = ["a", "b", "n > m", "n = 1", "n < 2", "m = 2", "m >= 1", "n + m > 3", "n >= m + 2", "n != m", "2 * n > m"]

    def made(size: int) -> str:
        if size == 1:
            return ("NOT " if random.random() < 0.2 else "") + random.choice(leaves)
        left = random.randint(1, size - 1)
        join = random.choice((" AND ", " AND ", " OR "))
        return ("NOT " if random.random() < 0.15 else "") + f"({made(left)}{join}{made(size - left)})"

    for _ in range(120):
        statement, question = made(random.randint(3, 5)), made(random.randint(1, 2))
        left, right = _ground(ready, statement), _ground(ready, question)
        so = {truth(right, _reading(world)) for world in WORLDS if truth(left, _reading(world))}
        found = ready.matter.declared.settles(left, right)
        assert found is None or so <= {found}, (statement, question)


def _reading(world: dict[str, int | bool]) -> Reading:
    return Reading(world, {}, {}, {}, {})


def _ground(ready: Ready, text: str) -> core.Formula:
    contents = [content for _, content in read_statement(text, ready.base.program, ready.case)]
    formulas = tuple(content.formula for content in contents if isinstance(content, Holds))
    assert len(formulas) == len(contents), contents
    world, _ = ready.asked.world((formulas[0] if len(formulas) == 1 else model.And(formulas),))
    (found,) = world.program.targets
    assert isinstance(found, core.Formula)
    return found
