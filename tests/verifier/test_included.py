"""What follows of inclusions for a few variables is what follows of all inclusions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from rulelang.engine import core
from rulelang.verifier.included import Included, Rules
from rulelang.verifier.variables import Contest, Proposition, State, Variable, is_true

FACTS = tuple(core.FactTest(name) for name in "pq")
KEYS = "abcde"


def drawn(random: Random) -> Included:
    """Concepts that include facts and concepts before them."""
    found: dict[str, tuple[core.Formula, ...]] = {}
    for place, key in enumerate(KEYS):
        before: list[core.Formula] = [core.Established(one, (True,)) for one in KEYS[:place]]
        some = random.sample([*FACTS, *before], random.randint(0, 2))
        if some:
            found[key] = tuple(some)
    return Included(found)


VARIABLES: tuple[Variable, ...] = (*map(Proposition, FACTS), *map(Contest, KEYS))


def worlds(rules: Rules, variables: tuple[Variable, ...]) -> Iterator[tuple[State, ...]]:
    """The states of the variables in the worlds that the inclusions allow."""
    domains = [(True, False) if isinstance(one, Proposition) else (True, False, None) for one in VARIABLES]
    for states in product(*domains):
        world = dict(zip(VARIABLES, states, strict=True))
        if all(is_true(concept, world) or not is_true(member, world) for member, concept in rules):
            yield tuple(world[one] for one in variables)


@pytest.mark.parametrize("seed", range(12))
def test_the_inclusions_among_some_variables_say_of_them_what_all_say(seed: int) -> None:
    random = Random(seed)
    included = drawn(random)
    every: Rules = [(one, core.Established(key, (True,))) for key, some in included.members.items() for one in some]
    some = tuple(random.sample(VARIABLES, random.randint(1, 4)))
    rules = included.rules(some)
    about = {one for one in VARIABLES if any(one in of for of in map(_about, rules))}
    assert about <= set(some)
    assert set(worlds(rules, some)) == set(worlds(every, some))


def _about(rule: tuple[core.Formula, core.Formula]) -> set[Variable]:
    return {Contest(one.contest) if isinstance(one, core.Established) else Proposition(one) for one in rule}


def test_what_leads_through_a_concept_that_is_asked_about_is_said_once() -> None:
    a, b, c = (core.Established(name, (True,)) for name in "abc")
    included = Included({"b": (a,), "c": (b,)})
    assert included.rules([Contest("a"), Contest("c")]) == [(a, c)]
    assert included.rules([Contest("a"), Contest("b"), Contest("c")]) == [(a, b), (b, c)]
    assert included.rules([Contest("c")]) == []


def test_names_that_inclusions_connect() -> None:
    a, b, d = (core.Established(name, (True,)) for name in "abd")
    together = Included({"b": (a, core.FactTest("p")), "c": (b,), "e": (d,)}).together
    assert set(together["fact", "p"]) == {("fact", "p"), ("contest", "a"), ("contest", "b"), ("contest", "c")}
    assert set(together["contest", "e"]) == {("contest", "d"), ("contest", "e")}
