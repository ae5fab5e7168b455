"""Laws of the verifier on random rule bases (docs/verification.md, "Laws")."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_cases import Drawn, drawn

from rulelang.engine import core
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier import expand
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.mutation.inject import GOLD, variations
from rulelang.verifier.mutation.matrix import judge
from rulelang.verifier.premises import Premises
from rulelang.verifier.replay import entailed
from rulelang.verifier.variables import mentions
from rulelang.verifier.warrant import Verdict, verdict
from rulelang.verifier.world import World

SEEDS = st.integers(0, 2**32)
LIGHT = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def case(seed: int) -> Drawn | None:
    return drawn(Random(seed))


@LIGHT
@given(SEEDS)
def test_the_fact_judgments_of_a_warrant_entail_the_decision(seed: int) -> None:
    found = case(seed)
    if found is None:
        return
    matter = found.ready.matter
    for warrant in found.ready.listed:
        keys: set[str] = set()
        for slot in warrant.slots.values():
            if not slot.derived and slot.value is not Verdict.OPEN:
                keys |= {leaf.fact for leaf in expand.leaves(slot.leaf) if isinstance(leaf, core.FactTest)}
                keys |= {read.fact for read in expand.reads(slot.leaf) if isinstance(read, core.FactRead)}
        world = World(matter.program, {key: value for key, value in matter.known.items() if key in keys})
        for question in matter.questions:
            assert verdict(world.truth(question.formula)) is question.gold, found.text


@LIGHT
@given(SEEDS)
def test_a_minimal_ground_entails_the_decision_and_nothing_in_it_can_be_left_out(seed: int) -> None:
    found = case(seed)
    if found is None:
        return
    ready, matter = found.ready, found.ready.matter
    [question] = matter.questions
    for warrant in ready.sufficient.listed:
        answer = gold_answer(ready, warrant, "x.rules#c")
        assert held(ready, answer, "sufficient").complete, found.text
        if question.gold is Verdict.OPEN:
            continue
        for left_out in (None, *warrant.slots):
            slots = {leaf: slot.value is Verdict.TRUE for leaf, slot in warrant.slots.items() if leaf != left_out}
            values = {leaf.left: leaf.right for leaf in slots if isinstance(leaf, core.Test) and leaf.op == "="}
            given_ = Premises(slots, (), values, (), matter.declared)  # type: ignore[arg-type]
            entails = entailed(matter.program, matter.parts, given_, question.formula)
            if left_out is None:
                assert entails is (question.gold is Verdict.TRUE), found.text
            elif not any(mentions(left_out) & mentions(other) for other in slots):
                assert entails is None, (left_out, found.text)
    for warrant in ready.listed:
        answer = gold_answer(ready, warrant, "x.rules#c")
        assert held(ready, answer, "sufficient").complete, (answer, found.text)


def held(ready: Ready, answer: Any, policy: Policy) -> Result:
    return check(ready, read_answer(json_text(Source("a.json", json.dumps(answer)))), policy=policy)


@LIGHT
@given(SEEDS)
def test_every_fault_is_found_in_its_layer_and_every_complete_answer_accepted(seed: int) -> None:
    found = case(seed)
    if found is None:
        return
    for variation, judged in judge(found.ready, "x.rules#c", seed):
        told = (judged.label, judged.root, judged.fails, judged.score)
        assert judged.right, f"{told}\n{variation.answer('x.rules#c')}\n{found.text}"
        if judged.label.kind == GOLD:
            assert (judged.fails, judged.score) == ((), 100), found.text
        if 5 in judged.label.fails:
            assert 5 in judged.fails, "complete implies correct"


def test_the_same_seed_gives_the_same_answers() -> None:
    found = case(7)
    assert found is not None
    first, second = ([one.answer("x.rules#c") for one in variations(found.ready, 3)] for _ in range(2))
    assert first == second
