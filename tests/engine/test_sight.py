"""What is told at sight is what the worlds come to; in three values nothing else can be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reference.programs import PLAIN, Shape, program

from rulelang.engine import core as c
from rulelang.engine.core_parts import (
    is_formula,
    rebuilt_definition,
    rebuilt_exceptions,
    rebuilt_formula,
    rebuilt_value,
)
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.entail import decide_open
from rulelang.engine.evaluating.sight import Sighted, Verdict, at_sight
from rulelang.grammar.model import BooleanType

CROWDED = Shape(booleans=6, numbers=2, contests=6, rules=3, actions=0.2, values=0.1, cycles=0.1, ordered=0.7,
                strict=0.15, known=0.6, everything=False, always=0.05, broken=0.1)  # fmt: skip


def with_facts(core: c.Core, known: Mapping[str, Any]) -> c.Core:
    """The program with what is known written into it."""

    def value(term: c.Value) -> c.Value:
        if isinstance(term, c.FactRead) and term.fact in known:
            return c.Constant(known[term.fact])
        return rebuilt_value(term, formula, value)

    def formula(term: c.Formula) -> c.Formula:
        if isinstance(term, c.FactTest) and term.fact in known:
            return c.Truth(known[term.fact])
        return rebuilt_formula(term, formula, value)

    rules = tuple(
        replace(
            one,
            condition=formula(one.condition),
            exceptions=rebuilt_exceptions(one.exceptions, formula),
            value=None if one.value is None else value(one.value),
        )
        for one in core.rules
    )
    definitions = {key: rebuilt_definition(one, formula, value) for key, one in core.definitions.items()}
    targets = tuple(formula(one) if is_formula(one) else value(one) for one in core.targets)
    return replace(core, rules=rules, definitions=definitions, targets=targets)


STATUS = {"holds": Status.HOLDS, "fails": Status.FAILS}


def told(shape: Shape, seeds: range) -> Counter[Verdict]:
    """How often what was told; whatever is told is what the worlds come to."""
    counts: Counter[Verdict] = Counter()
    for seed in seeds:
        made = program(seed, shape)
        core = with_facts(made.core, made.known)
        for index, target in enumerate(core.targets):
            if is_formula(target):
                seen = at_sight(core, target)
                assert at_sight(made.core, made.core.targets[index], made.known) == seen  # type: ignore[arg-type]
                counts[seen.verdict] += 1
                if seen.verdict != "unsure":
                    decision = decide_open(made.core, made.known, index)
                    assert decision.status is STATUS.get(seen.verdict, Status.UNDETERMINED), (seed, index)
                    assert seen.facts >= set(decision.unknowns)
    return counts


def test_what_is_told_at_sight_is_so() -> None:
    counts = told(CROWDED, range(300))
    assert len(counts) == 4, counts
    assert min(counts.values()) > 50, counts
    told(PLAIN, range(100))


def test_most_is_told_where_all_facts_are_known() -> None:
    plain = replace(CROWDED, actions=0, values=0, cycles=0, broken=0, known=1, ordered=1, always=0)
    counts = told(plain, range(100))
    assert 10 * counts["unsure"] < counts.total(), counts  # what is left has comparisons without a value


def test_a_whole_program_is_seen_as_each_formula_is_seen() -> None:
    deep = 0
    for seed in range(120):
        made = program(seed, CROWDED)
        sighted = Sighted(made.core, made.known)
        for target in made.core.targets:
            if is_formula(target):
                seen = at_sight(made.core, target, made.known).verdict  # type: ignore[arg-type]
                assert sighted.truth(target) is {"holds": True, "fails": False}.get(seen)
                deep += seen in STATUS
    assert deep > 50


def test_a_chain_of_any_length_is_seen() -> None:
    length = 1000
    conditions: list[c.Formula] = [c.FactTest("a"), *(c.Named(f"d{number}") for number in range(length))]
    definitions = {
        f"d{number}": c.GroundDefinition(f"d{number}", f"d{number}", (), BooleanType(), True, ((c.TRUE, one),))
        for number, one in enumerate(conditions[:-1])
    }
    blocks = tuple(c.Block((key,)) for key in definitions)
    core = c.Core({"a": c.GroundFact("a", "a", (), BooleanType(), None)}, {}, (), definitions, blocks, (), ())
    assert at_sight(core, conditions[-1], {"a": True}).verdict == "unsure"
    assert Sighted(core, {"a": True}).truth(conditions[-1]) is True
    assert Sighted(core, {"a": False}).truth(conditions[-1]) is False
    assert Sighted(core, {}).truth(conditions[-1]) is None
