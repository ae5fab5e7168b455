"""Chains of random core programs: acyclic, founded, and never saying more than the decision."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.explaining.account import account
from rulelang.engine.explaining.chain import Chain, metrics
from rulelang.engine.explaining.chain_build import build_chain
from rulelang.engine.explaining.chain_render import chain_document, chain_text
from rulelang.engine.grounding.facts import Situation, Stated
from rulelang.engine.grounding.known import truth, worth
from rulelang.engine.rules.families import Selection
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError

sys.path.insert(0, str(Path(__file__).parents[1]))

from reference.programs import ACTIONS, GENERAL, PLAIN, Shape, program

CASE = model.Case("c", "m", None, (), None, False, {}, (), (), (), None, (), (), ())


def derivations(shape: Shape, count: int) -> Iterator[Derivation]:
    for seed in range(count):
        made = program(seed, shape)
        core = made.core
        there = Situation(made.known, Stated(made.known, frozenset(), (), frozenset(), {}), False, frozenset())
        targets = tuple(model.Target(model.Truth(True), f"t{index}") for index in range(len(core.targets)))
        try:
            decisions = tuple(decide(core, made.known, index) for index in range(len(targets)))
        except RuleLangError:
            continue  # No completion keeps its ALWAYS.
        yield Derivation(CASE, targets, decisions, core, there, Selection())


def well_founded(chain: Chain) -> bool:
    """Whether every established conclusion is given by a rule."""
    graph = chain.graph
    return all(
        any(graph.edges[below, node.id]["role"] == "gives" for below in graph.predecessors(node.id))
        for node in chain.order()
        if node.standing == "established"
    )


def agrees(derivation: Derivation, index: int, decision: Decision) -> bool:
    """Whether what the account is sure of is what was decided."""
    told = account(derivation.core, derivation.situation.known, index)
    target = derivation.core.targets[index]
    if is_core_formula(target):
        known = truth(target, told.reading)  # type: ignore[arg-type]
        return known is None or decision.status is (Status.HOLDS if known else Status.FAILS)
    result = worth(target, told.reading)  # type: ignore[arg-type]
    if result is None or isinstance(result, Undefinedness):
        return True
    return decision.status is Status.VALUE and decision.value == result


def is_core_formula(target: object) -> bool:
    return type(target).__name__ in (
        "Truth",
        "FactTest",
        "Established",
        "Not",
        "And",
        "Or",
        "Test",
        "NoneTest",
        "Named",
    )


@pytest.mark.parametrize("shape", [GENERAL, PLAIN, ACTIONS], ids=["general", "plain", "actions"])
def test_chains_are_acyclic_founded_and_sound(shape: Shape) -> None:
    for derivation in derivations(shape, 60):
        for index, decision in enumerate(derivation.decisions):
            chain = build_chain(derivation, index)
            assert nx.is_directed_acyclic_graph(chain.graph)
            assert well_founded(chain)
            assert agrees(derivation, index, decision)
            assert chain_text(chain)
            assert chain_document(chain)["decision"] == chain.decision
            assert metrics(chain).depth <= len(chain.graph)
