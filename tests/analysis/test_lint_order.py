"""What `lint` finds does not depend on where things stand in the text: the same findings, word for word."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from rule_bases import ENTITIES, HEAD, base_of, entity_rules, random_rules

from rulelang.engine.analysis.budget import Budget
from rulelang.engine.analysis.canonical import canonical
from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.scope import scope_of


def told(head: str, rules: list[str], budget: Budget | None = None) -> Counter[object]:
    """All that is said of a rule base but for the places."""
    base = base_of(head + "\n".join(rules) + "\n")
    report = lint(base, scope_of([base.program]), budget=budget)
    return Counter(
        (
            one.diagnostic.code,
            one.diagnostic.message,
            one.diagnostic.hint,
            tuple(sorted(label.text for label in (one.diagnostic.primary, *one.diagnostic.secondary) if label)),
            None if one.witness is None else (one.witness.text, one.witness.words, one.witness.choices),
            None if one.drop is None else (one.drop.kind, one.drop.name, one.drop.beside),
        )
        for one in report.findings
    )


def shuffled(lines: list[str], seed: str) -> list[str]:
    other = list(lines)
    Random(seed).shuffle(other)
    return other


@pytest.mark.parametrize("seed", range(20))
def test_shuffled_rules_and_declarations(seed: int) -> None:
    rules = random_rules(f"order/{seed}")
    head = "\n".join(shuffled(HEAD.splitlines(), f"head/{seed}")) + "\n"
    assert told(head, shuffled(rules, f"shuffled/{seed}")) == told(HEAD, rules)


@pytest.mark.parametrize("seed", range(10))
def test_shuffled_rules_over_entities(seed: int) -> None:
    rules = entity_rules(f"order/{seed}")
    assert told(ENTITIES, shuffled(rules, f"shuffled/{seed}")) == told(ENTITIES, rules)


@pytest.mark.parametrize("seed", range(6))
def test_what_the_budget_is_spent_on(seed: int) -> None:
    rules = [line for part in range(4) for line in _renamed(random_rules(f"budget/{seed}/{part}"), f"part{part}_")]
    found = told(HEAD, rules, Budget(steps=40_000))
    assert told(HEAD, shuffled(rules, f"shuffled/{seed}"), Budget(steps=40_000)) == found
    assert told(HEAD, rules, Budget(steps=40_000)) == found


def _renamed(rules: list[str], prefix: str) -> list[str]:
    return [re.sub(r"\br(?=\d)", f"{prefix}r", rule) for rule in rules]


def test_rules_without_names_are_ordered_by_what_they_say() -> None:
    said = ["RULE IF a THEN p", "RULE IF b AND n > 1 THEN NOT p", "RULE IF c THEN q"]
    bases = [canonical(base_of(HEAD + "\n".join(rules) + "\n")) for rules in (said, said[::-1])]
    orders = [[rule.condition for rule in base.program.rules.values()] for base in bases]
    assert orders[0] == orders[1]


def test_named_entities_stand_in_one_order() -> None:
    rules = ['RULE r IF f("x2") THEN p', 'RULE s IF f("x1") THEN NOT p']
    scopes = [scope_of([base_of(ENTITIES + "\n".join(some) + "\n").program]) for some in (rules, rules[::-1])]
    assert scopes[0] == scopes[1]
