"""What is said below a conclusion that is itself stated changes nothing of what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rulelang.verifier.matter import Ready
from rulelang.verifier.premises import premises
from rulelang.verifier.replay import follows
from rulelang.verifier.said import Said, Standing
from rulelang.verifier.scoring.content import Contents
from rulelang.verifier.scoring.judge import Judge
from rulelang.verifier.scoring.parts import CONTENT, MORE, STATING, More
from rulelang.verifier.steps import is_yielded
from tests.verifier.random_cases import drawn
from tests.verifier.test_judge import golden, injected, read


def those(contents: Contents, bits: int) -> list[Said]:
    return [one for number, one in enumerate(contents.saids) if bits >> number & 1 and one is not None]


def some_sets(contents: Contents, chance: Random, count: int) -> Iterator[int]:
    """Sets of assertions by chance, as bits: few, and nearly all."""
    everything = sum(1 << number for number, one in enumerate(contents.saids) if one is not None)
    for _ in range(count):
        some = everything & chance.getrandbits(len(contents.saids))
        yield some | chance.choice([0, everything & chance.getrandbits(len(contents.saids))])


def hold_to_each_other(ready: Ready, seed: int) -> int:
    """How often something was left out; what follows has to be the same with it."""
    chance = Random(seed)
    judge = Judge(ready, "full")
    for value in injected(ready, seed, chance, 12):
        judge.row(read(value))
    contents, matter = judge._contents, ready.matter
    shorter = 0
    for some in some_sets(contents, chance, 12):
        for target in judge._layout.targets:
            left, _ = contents.ways.shorten(contents.way([target], [target]), some, 0)
            shorter += left != some
            for bits in (some, left):
                given = premises(contents.inquiry([]).reading, those(contents, bits), matter.derived, target)
                if bits == some:
                    wanted = follows(matter.program, matter.parts, given, target)
                assert follows(matter.program, matter.parts, given, target) is wanted
    steps = [(part[STATING][CONTENT].held, part[MORE]) for part in judge._known.values()]
    for claim, more in steps:
        if not isinstance(more, More) or more.steps is None:
            continue
        for some in some_sets(contents, chance, 4):
            rules = chance.getrandbits(40) & more.way.ruling
            left, ruling = contents.ways.shorten(more.way, some, rules)
            shorter += left != some
            found = [
                is_yielded(
                    contents.inquiry([]),
                    claim,
                    [one for one in those(contents, bits) if one.standing is not Standing.FOREIGN],
                    set(judge._lanes.lifted_of(applied)),
                    (),
                )
                for bits, applied in ((some, rules), (left, ruling))
            ]
            assert found[0] is found[1], (claim.text, [one.text for one in those(contents, some)])
    return shorter


def test_what_follows_is_the_same_in_the_golden_cases() -> None:
    assert sum(hold_to_each_other(ready, 2) for ready in golden()) > 50


CLASHING = 1187, 1465, 1503, 1513
"""Where a conclusion is said to be so and not to be so, and what is below it makes a difference."""


@pytest.mark.parametrize("seed", [*range(8), *CLASHING])
def test_what_follows_is_the_same_in_random_cases(seed: int) -> None:
    made = drawn(Random(seed))
    assert made is not None
    hold_to_each_other(made.ready, seed)
