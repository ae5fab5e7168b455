"""What all claims but one give is what the others give, however it is found."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.verifier import check
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.matter import Ready
from rulelang.verifier.premises import premises
from rulelang.verifier.rule_sets import RuleSet, carried
from rulelang.verifier.telling import Others
from tests.verifier.random_cases import drawn
from tests.verifier.test_judge import golden, injected, mangled, read


def answers(ready: Ready, seed: int, most: int) -> list[Inquiry]:
    """Answers of the injector, and what is left of them when they are mangled, read against their case."""
    chance = Random(seed)
    made = injected(ready, seed, chance, most)
    return [check.read(ready, read(one)) for one in (*made, *(mangled(one, made, ready, chance) for one in made))]


def hold_to_each_other(inquiry: Inquiry) -> int:
    """How many claims were left out, with a difference."""
    told, every = inquiry.told
    differences = 0
    for claim in inquiry.reading.claims:
        change = inquiry.chorus.change(claim)
        places = Others(inquiry.chorus.enough, change.gone, change.come)
        found = told.changed(every, places, change.gone | change.come)
        said = inquiry.voices.enough(inquiry.chorus.without(claim))
        assert said == [inquiry.chorus.said[place][1] for place in places]
        wanted = premises(inquiry.reading, said, inquiry.matter.derived, None)
        assert dict(found.fixed) == dict(wanted.fixed)
        assert found.opened == wanted.opened
        assert dict(found.values) == dict(wanted.values)
        assert found.others == wanted.others
        differences += (found.fixed, found.opened, found.values) != (every.fixed, every.opened, every.values)
    return differences


def test_all_but_one_give_what_the_others_give_in_the_golden_cases() -> None:
    assert sum(hold_to_each_other(one) for ready in golden() for one in answers(ready, 3, 4)) > 100


@pytest.mark.parametrize("seed", range(12))
def test_all_but_one_give_what_the_others_give_in_random_cases(seed: int) -> None:
    made = drawn(Random(seed))
    assert made is not None
    assert sum(hold_to_each_other(one) for one in answers(made.ready, seed, 12))


def test_rules_are_carried_along_a_circle_too() -> None:
    places = {f"r{number}": number for number in range(4)}
    own = {f"s{number}": RuleSet.of([f"r{number}"], places) for number in range(4)}
    found = carried(own, {"s0": ["s1"], "s1": ["s2"], "s2": ["s0", "s3"], "s3": []})
    assert [one.bits for one in found.values()] == [0b1111, 0b1111, 0b1111, 0b1000]
    assert "r3" in found["s0"]
    assert "r0" not in found["s3"]
    assert "r4" not in found["s0"]
