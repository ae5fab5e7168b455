"""Of a condition that reads nothing in common with an assertion the assertion settles nothing."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.engine import core
from rulelang.verifier.expand import negation
from rulelang.verifier.in_play import InPlay
from rulelang.verifier.included import Included
from rulelang.verifier.matter import Ready
from tests.verifier.random_cases import drawn
from tests.verifier.test_judge import golden


def settling(ready: Ready) -> list[tuple[core.Formula, core.Formula]]:
    """A statement and a condition that it settles, of all conditions in play and their contraries."""
    matter = ready.matter
    literals = [literal for leaf in matter.leaves for literal in (leaf, negation(leaf))]
    return [
        (literal, leaf)
        for literal in literals
        for leaf in matter.leaves
        if matter.declared.settles(literal, leaf) is not None
    ]


def test_what_settles_a_condition_is_near_it_in_the_golden_cases() -> None:
    for ready in golden():
        found = settling(ready)
        assert found
        for literal, leaf in found:
            assert leaf in ready.matter.in_play.near(literal), (literal, leaf)


@pytest.mark.parametrize("seed", range(6))
def test_what_settles_a_condition_is_near_it_in_random_cases(seed: int) -> None:
    made = drawn(Random(seed))
    assert made is not None
    for literal, leaf in settling(made.ready):
        assert leaf in made.ready.matter.in_play.near(literal), (literal, leaf)


def test_near_is_in_order_and_leaves_out_what_reads_something_else() -> None:
    p, q, r = (core.FactTest(name) for name in "pqr")
    within = core.And((p, q))
    in_play = InPlay([q, within, p, r], Included())
    assert list(in_play.near(core.Not(p))) == [within, p]
    assert list(in_play.near(q, r)) == [q, within, r]
    assert list(in_play.near(None)) == []
    one, two, three = (core.Established(name, (True,)) for name in "abc")
    included = Included({"a": (p, two), "b": (three,)})
    assert list(InPlay([q, one, three, p, r], included).near(three)) == [one, three, p]
    assert p in in_play
    assert core.FactTest("s") not in in_play
