"""What witnesses say of conflicts in circles: as the evaluator has them, never more."""

from __future__ import annotations

from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.property import Fails, decide_property
from rulelang.engine.analysis.scope import scope_of
from rulelang.engine.rules.rulebase import prepare
from rulelang.engine.solver import Limits
from rulelang.grammar.files.load import load_text

CIRCLE = """MODULE m
FACT a
FACT b
OUTCOME p
OUTCOME q
RULE IF p THEN q
RULE IF q THEN p
RULE on IF a THEN q
RULE no IF b THEN NOT q
"""


def test_what_nothing_speaks_against_in_a_circle_is_not_said_to_be_in_conflict() -> None:
    assert _choices(CIRCLE, "NOT p") == ()
    assert _choices(CIRCLE, "IF b THEN p") == ()


def test_what_hangs_on_a_conflict_in_a_circle_is_told_apart_from_it() -> None:
    assert _choices(CIRCLE, "IF a AND b THEN p") == (
        "`p` hangs on what is in conflict, and comes out as nothing",
        "`q` is in conflict, and comes out as nothing",
    )


def _choices(rules: str, claim: str) -> tuple[str, ...]:
    program = load_text(rules).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    selection, _ = base.select()
    assert selection is not None
    scope = scope_of([program], 1)
    found = decide_property(base, selection, scope, read_property(base, selection, scope, claim), Limits())
    assert isinstance(found, Fails)
    return found.witness.choices
