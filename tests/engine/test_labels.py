"""Puzzles with contradictory rules and preferences: their labels are what is derived (tests/reference/labels.py).

`p` HOLDS where it is proved, `REJECTED p` where it is disproved, and neither where it is unknown.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from derived import base_of
from reference.labels import Atom, Literal, Rule, Theory, blocked, propagated

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive

ANIMALS = ("ant", "bee", "cat")


def theory(seed: int, preferred: float) -> Theory:
    """A random puzzle; of two rules that may contradict each other one is preferred with this probability."""
    random = Random(seed)
    arities = random.choice(((0, 1, 1, 2), (0, 0, 0, 1)))
    layers = tuple((f"p{number}", random.choice(arities)) for number in range(6))
    facts: dict[Atom, Literal] = {}
    for name, arity in layers[:3]:
        for _ in range(random.randint(1, 3)):
            atom = name, tuple(random.choice(ANIMALS) for _ in range(arity))
            facts[atom] = Literal(atom, random.random() < 0.7)
    rules: list[Rule] = []
    for number in range(random.randint(6, 14)):
        place = random.randint(1, 5)
        variables = ["X", "Y"][: random.randint(0, 2)]
        body = tuple(
            Literal(_said(random, layers[random.randrange(place)], variables), random.random() < 0.7)
            for _ in range(random.choice((1, 1, 2)))
        )
        head = Literal(_said(random, layers[place], variables[:1]), random.random() < 0.5)
        rules.append(Rule(f"r{number}", body, head))
    ranked = random.sample(rules, len(rules))
    preferences = tuple(
        (one.name, other.name)
        for place, one in enumerate(ranked)
        for other in ranked[place + 1 :]
        if one.head.atom[0] == other.head.atom[0]
        and one.head.positive is not other.head.positive
        and random.random() < preferred
    )
    return Theory(ANIMALS, layers, tuple(facts.values()), tuple(rules), preferences)


def _said(random: Random, predicate: tuple[str, int], variables: list[str]) -> Atom:
    name, arity = predicate
    return name, tuple(random.choice((*variables, *variables, *ANIMALS[:2])) for _ in range(arity))


def _text(atom: Atom) -> str:
    name, args = atom
    return f"{name}({', '.join(one.lower() for one in args)})" if args else name


def rule_text(rule: Rule) -> str:
    """A variable of the head runs over all instances of the rule, one of the body alone asks for some animal."""
    head = [one for one in rule.head.atom[1] if one.isupper()]
    others = sorted({one for said in rule.body for one in said.atom[1] if one.isupper()} - set(head))
    condition = " AND ".join(f"{'' if one.positive else 'REJECTED '}{_text(one.atom)}" for one in rule.body)
    for variable in others:
        condition = f"ANY {variable.lower()} IN animal HAS ({condition})"
    each = f" FOR EACH {head[0].lower()} IN animal" if head else ""
    return f"RULE {rule.name}{each} IF {condition} THEN {'' if rule.head.positive else 'NOT '}{_text(rule.head.atom)}"


def module(made: Theory) -> str:
    lines = [f"TYPE animal OF {', '.join(made.entities)}"]
    for name, arity in made.layers:
        parameters = f"({', '.join(f'a{i} : animal' for i in range(arity))})" if arity else ""
        lines.append(f"OUTCOME {name}{parameters}")
    lines += map(rule_text, made.rules)
    lines += (f"PRIORITY {above} OVER {below}" for above, below in made.preferences)
    given = ", ".join(f"{'' if one.positive else 'NOT '}{_text(one.atom)}" for one in made.facts)
    asked = ", ".join(f"{_text(atom)}, REJECTED {_text(atom)}" for atom in made.atoms())
    return "\n".join([*lines, f"CASE puzzle GIVEN {given} ASK DECIDE {asked}", ""])


def derived(made: Theory) -> dict[Atom, str]:
    base = base_of(module(made))
    statuses = [one.status for one in derive(base, base.program.cases["puzzle"]).decisions]
    found: dict[Atom, str] = {}
    for atom, holds, rejected in zip(made.atoms(), statuses[::2], statuses[1::2], strict=True):
        assert not (holds is rejected is Status.HOLDS)
        found[atom] = "proved" if holds is Status.HOLDS else "disproved" if rejected is Status.HOLDS else "unknown"
    return found


def compare(seeds: range, preferred: float, counts: Counter[str]) -> None:
    for seed in seeds:
        made = theory(seed, preferred)
        label, disputed = blocked(made)
        found = derived(made)
        either_way = propagated(made)
        assert found == either_way, (seed, module(made))
        if not disputed:
            assert found == label, (seed, module(made))
        counts["disputed" if disputed else "settled"] += 1
        counts["otherwise"] += either_way != label
        counts.update(found.values())


def test_with_a_preference_for_every_pair_labels_are_those_of_the_puzzle() -> None:
    counts: Counter[str] = Counter()
    compare(range(70), 1, counts)
    assert counts["settled"] > 60
    assert min(counts[name] for name in ("proved", "disproved", "unknown")) > 60, counts


def test_without_some_preferences_what_is_in_dispute_is_propagated() -> None:
    counts: Counter[str] = Counter()
    compare(range(1_000, 1_120), 0.2, counts)
    assert counts["disputed"] > 10
    assert counts["otherwise"] > 0, "the two readings of a missing preference are never told apart"


def test_readings_of_a_missing_preference_part_where_they_should() -> None:
    """A presumption that a disputed ground speaks against: blocked it stands, propagated it is open; and a conclusion
    that follows from either side of a dispute: blocked it is lost."""
    a, b, dispute, presumed, floating = (Literal((name, ())) for name in ("a", "b", "dispute", "presumed", "floating"))
    other = Literal(dispute.atom, False)
    made = Theory(
        (),
        (("a", 0), ("b", 0), ("dispute", 0), ("presumed", 0), ("floating", 0)),
        (a, b),
        (
            Rule("r0", (a,), dispute),
            Rule("r1", (b,), other),
            Rule("r2", (a,), presumed),
            Rule("r3", (dispute,), Literal(presumed.atom, False)),
            Rule("r4", (dispute,), floating),
            Rule("r5", (other,), floating),
        ),
        (("r3", "r2"),),
    )
    label, disputed = blocked(made)
    assert disputed == {dispute.atom}
    assert (label[presumed.atom], label[floating.atom]) == ("proved", "unknown")
    either_way = propagated(made)
    assert (either_way[presumed.atom], either_way[floating.atom]) == ("unknown", "proved")


@pytest.mark.long
def test_labels_agree_at_length(capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    compare(range(10_000, 13_000), 1, counts)
    compare(range(20_000, 23_000), 0.4, counts)
    with capsys.disabled():
        print(f"\nlabels: {dict(counts)}, no disagreement")
