"""Cycles through NOT or a value count only where a case closes them; of a large positive block only what is left is
settled; and what is worked out from an outcome without a value is undefined, not without a value."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import pytest
from derived import base_of, derivation_of, unmet

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.explaining.chain_build import build_chain
from rulelang.engine.explaining.chain_render import chain_document, chain_dot, chain_mermaid, chain_text
from rulelang.engine.explaining.explain import explain, explanation_text
from rulelang.grammar.model import Atom, GivenFact

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
    "a closed cycle is open": ODD
    + "CASE c CLOSED GIVEN child(a, b), child(b, a) EXPECT UNKNOWN odd(a), UNKNOWN odd(b)",
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


SELF = """
MODULE m
TYPE p
FACT late(p)
FACT most(p) : NUMBER
OUTCOME fee(p) : NUMBER
RULE fee FOR EACH x IN p THEN fee(x) = 2
RULE cap FOR EACH x IN p IF fee(x) > 1 THEN fee(x) <= most(x)
  EXCEPTION soon IF NOT late(x)
CASE c GIVEN NOT late(a), most(a) = 1 EXPECT fee(a) = 2
"""


def test_a_limit_that_does_not_apply_and_reads_its_own_value_is_no_cycle_of_the_chain() -> None:
    assert unmet(SELF) == []
    _, derivation = derivation_of(SELF)
    graph = build_chain(derivation, 0).graph
    assert nx.is_directed_acyclic_graph(graph)
    assert any(name.startswith("limit:") for name in graph)


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


READS = """
MODULE m
FACT t
FACT n : NUMBER
OUTCOME v : NUMBER "the fee"
OUTCOME share : NUMBER "the share"
OUTCOME p "it is owed"
OUTCOME q "it is payable"
RULE a IF t THEN v = 3
RULE b IF t THEN v = n
RULE share THEN share = 1 / v
RULE p IF t THEN NOT p
RULE q IF p AND n > 9 THEN q
"""


def explained(text: str, index: int = 0) -> list[str]:
    base, derivation = derivation_of(text)
    return [line.text for line in explain(base.program, derivation, index)]


def test_an_explanation_says_what_is_so_of_each_contest() -> None:
    lines = explained(READS + 'CASE c GIVEN t, n = 4 ASK "?" DECIDE share')
    assert "open: the share" in lines
    assert "in conflict: the fee" in lines
    lines = explained(READS + 'CASE c GIVEN NOT t, n = 4 ASK "?" DECIDE share')
    assert "rule `share` applies but gives no value (no rule gives it a value)" in lines
    lines = explained(READS + 'CASE c GIVEN t, n = 4 ASK "?" DECIDE q, p')
    assert "rule `q` does not apply: `p` and `n > 9` are false" in lines
    lines = explained(READS + 'CASE c GIVEN t, n = 4 ASK "?" DECIDE q, p', 1)
    assert "the opposite is established: it is false that it is owed" in lines


def test_names_neither_move_the_cursor_nor_break_a_drawing() -> None:
    text = """
    MODULE m
    TYPE p
    FACT ok(p) "{p} is in order"
    RULE all IF ANY x IN p HAS (ok(x)) THEN "no. #1; & <b>"
    """
    name = "a\nb\x1b[31m"
    base = base_of(text + 'CASE c CLOSED GIVEN ok(a) ASK "?" DECIDE "no. #1; & <b>"')
    given = GivenFact(Atom("ok", (name,)), True)
    derivation = derive(base, replace(base.program.cases["c"], entities={"p": (name,)}, given=(given,)))
    chain = build_chain(derivation, 0)
    drawn = chain_mermaid(chain)
    assert 'n0["ok(#quot;a\u240ab\u241b[31m#quot;) [given]"]' in drawn
    assert "no. #35;1; #amp; #lt;b#gt;" in drawn
    for told in (drawn, chain_dot(chain), chain_text(chain), explanation_text(explain(base.program, derivation))):
        assert "\x1b" not in told
    assert chain_document(chain, "c")["case"] == "c"
