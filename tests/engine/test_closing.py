"""Cycles through NOT or a value count only where a case closes them; of a large positive block only what is left is
settled; and what is worked out from an outcome without a value is undefined, not without a value."""

from __future__ import annotations

import networkx as nx
import pytest
from derived import derivation_of, unmet

from rulelang.engine.decision import Status
from rulelang.engine.explaining.chain_build import build_chain

ODD = """
MODULE m
TYPE p "a node"
FACT child(a : p, b : p)
OUTCOME odd(p)
RULE odd FOR EACH x IN p IF ANY y IN p HAS (child(x, y) AND NOT odd(y)) THEN odd(x)
"""

TOTAL = """
MODULE m
TYPE p "a part"
FACT inside(a : p, b : p)
FACT own(p) : NUMBER DEFAULT 1
OUTCOME weight(p) : NUMBER
RULE weight FOR EACH x IN p THEN weight(x) = own(x) + SUM OF weight(y) FOR EACH y IN p WHERE (inside(x, y))
"""

REACH = """
MODULE m
TYPE n "a node"
FACT edge(a : n, b : n)
OUTCOME reach(a : n, b : n)
RULE one FOR EACH x IN n, y IN n IF edge(x, y) THEN reach(x, y)
RULE more FOR EACH x IN n, y IN n, z IN n IF edge(x, y) AND reach(y, z) THEN reach(x, z)
"""

CASES = {
    "a chain is decided from its end": ODD
    + "CASE c CLOSED GIVEN child(a, b), child(b, c) EXPECT NOT odd(c), odd(b), NOT odd(a)",
    "a closed cycle is open": ODD + "CASE c CLOSED GIVEN child(a, b), child(b, a) EXPECT UNKNOWN odd(a), UNKNOWN odd(b)",
    "what rests on a closed cycle is open, the rest is not": ODD
    + "CASE c CLOSED GIVEN child(a, a), child(b, a), child(c, d) EXPECT UNKNOWN odd(b), odd(c), NOT odd(d)",
    "an unknown fact may close the cycle": ODD
    + "CASE c GIVEN child(a, b), NOT child(a, a), NOT child(b, b) EXPECT UNKNOWN odd(a), UNKNOWN odd(b)",
    "values go down a tree": TOTAL + "CASE c CLOSED GIVEN inside(car, engine), inside(engine, bolt), own(car) = 10 "
    "EXPECT weight(bolt) = 1, weight(engine) = 2, weight(car) = 12",
    "values that go in a circle are open": TOTAL
    + "CASE c CLOSED GIVEN inside(a, b), inside(b, a), inside(c, d) EXPECT UNKNOWN weight(a), weight(c) = 2",
    "reaching": REACH + "CASE c CLOSED GIVEN edge(a, b), edge(b, c), edge(c, b) "
    "EXPECT reach(a, c), reach(b, b), NOT reach(b, a), NOT reach(a, a)",
    "reaching with an unknown edge": REACH + "CASE c CLOSED GIVEN edge(a, b), UNKNOWN edge(b, c), edge(c, d) "
    "EXPECT UNKNOWN reach(a, d), reach(c, d), NOT (reach(a, c) AND NOT reach(a, d))",
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_case_closes(name: str) -> None:
    assert unmet(CASES[name]) == []


@pytest.mark.parametrize("name", CASES)
def test_chains_have_no_cycle(name: str) -> None:
    _, derivation = derivation_of(CASES[name])
    for index in range(len(derivation.targets)):
        assert nx.is_directed_acyclic_graph(build_chain(derivation, index).graph)


VALUES = """
MODULE m
FACT t
OUTCOME v : NUMBER
OUTCOME same : NUMBER
OUTCOME capped : NUMBER
DEFINE d : NUMBER AS v
RULE v IF t THEN v = 3
RULE same THEN same = v
RULE capped THEN capped = 4
RULE cap THEN capped <= v
"""


def test_what_rests_on_no_value_is_undefined() -> None:
    assert unmet(VALUES + "CASE c GIVEN t EXPECT v = 3, d = 3, same = 3, capped = 3") == []
    assert unmet(VALUES + "CASE c GIVEN NOT t EXPECT v = NONE, UNKNOWN same = NONE, UNKNOWN capped = NONE") == []
    _, derivation = derivation_of(VALUES + 'CASE c GIVEN NOT t ASK "What?" DECIDE v, same, capped, d')
    assert [decision.status for decision in derivation.decisions] == [Status.VALUE] + [Status.UNDETERMINED] * 3
