"""Cyclic blocks are judged on predicates: what they conclude does not depend on which entities a case lists."""

import pytest

from rulelang.engine.derive import derive, expectations
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text

RULES = """
TYPE thing
TYPE step FROM 1 TO 3
FACT link(a : thing, b : thing)
FACT t
OUTCOME p(thing)
OUTCOME hit(thing)
OUTCOME run(step)
RULE up FOR EACH a IN thing, b IN thing IF link(a, b) AND a != b AND p(b) THEN p(a)
RULE yes FOR EACH a IN thing IF t THEN p(a)
RULE no FOR EACH a IN thing IF t THEN NOT p(a)
RULE either FOR EACH a IN thing IF p(a) OR REJECTED p(a) THEN hit(a)
RULE first IF t THEN run(1)
RULE next FOR EACH n IN step IF n > 1 AND run(n - 1) THEN run(n)
"""


@pytest.mark.parametrize("things", ["x", "x, y"])
def test_a_knot_is_settled_as_one_whatever_the_entities(things: str) -> None:
    rows = "\n".join(f"  | {thing} |" for thing in things.split(", "))
    case = f"CASE one CLOSED\n  GIVEN\n  | thing |\n{rows}\n  GIVEN t\n  EXPECT UNKNOWN hit(x), UNKNOWN p(x)\n"
    loaded = load_text(RULES + case)
    assert loaded.program is not None, loaded.diagnostics
    base, findings = prepare(loaded.program)
    assert base is not None, findings
    assert [stated.met for stated in expectations(base, loaded.program.cases["one"])] == [True, True]


def test_fixed_sorts_are_expanded_so_a_ladder_is_no_knot() -> None:
    loaded = load_text(RULES + "CASE two CLOSED\n  GIVEN | thing |\n  GIVEN t\n  ASK DECIDE run(3)\n")
    assert loaded.program is not None, loaded.diagnostics
    base, _ = prepare(loaded.program)
    assert base is not None
    derivation = derive(base, loaded.program.cases["two"])
    assert [block.cyclic for block in derivation.core.blocks] == [False, False, False]
