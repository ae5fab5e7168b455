"""Rules that go in a circle through NOT: what rests on the circle is named with a way out, and the rest is analysed."""

from __future__ import annotations

import pytest
from rule_bases import everything, ready

from rulelang.engine.analysis.circles import breakable, resting
from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.coverage import Coverage
from rulelang.engine.analysis.difference import Version, difference
from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.property import Holds, Undecided, decide_property
from rulelang.engine.solver import Limits

RULES = """MODULE m
TYPE person
FACT parent(person, person)
FACT a(person)
FACT b(person)
FACT n : INTEGER FROM 0 TO 100000
FACT k : INTEGER FROM 0 TO 100000
OUTCOME dependent(person)
OUTCOME free(person)
OUTCOME above
OUTCOME beside
OUTCOME r(person)
RULE dependent FOR EACH x IN person
  IF a(x) AND NOT ANY y IN person HAS (parent(x, y) AND dependent(y)) THEN dependent(x)
RULE free FOR EACH x IN person IF ANY y IN person HAS (dependent(y) AND parent(y, x)) THEN free(x)
RULE above IF ANY x IN person HAS (free(x)) AND n * 3 = k + 41 THEN above
RULE beside IF n * 3 = k + 41 AND ANY x IN person HAS (r(x)) AND EVERY x IN person HAS (NOT a(x)) THEN beside
RULE yes FOR EACH x IN person IF a(x) THEN r(x)
RULE no FOR EACH x IN person IF b(x) THEN NOT r(x)
"""


def proved(claim: str) -> object:
    base, selection, scope = ready(RULES)
    return decide_property(base, selection, scope, read_property(base, selection, scope, claim), Limits())


@pytest.mark.parametrize("claim", ["above", "ANY x IN person HAS (dependent(x))"])
def test_what_rests_on_a_circle_is_not_proved_and_has_a_hint(claim: str) -> None:
    found = proved(claim)
    assert isinstance(found, Undecided)
    assert found.hint is not None
    assert "break the circle in `dependent`" in found.hint
    assert "derive --certify" in found.hint


def test_what_does_not_is_proved() -> None:
    assert isinstance(proved("IF EVERY x IN person HAS (a(x) AND NOT b(x)) THEN EVERY x IN person HAS (r(x))"), Holds)


def test_lint_names_what_rests_on_the_circle_and_finds_the_rest() -> None:
    base, _, scope = ready(RULES)
    found = [one.diagnostic for one in lint(base, scope).findings]
    [left_out] = [one for one in found if one.code == "RL529"]
    assert left_out.message.endswith("`above`, `dependent`, `free`")
    assert left_out.hint is not None
    assert "break the circle in `dependent`" in left_out.hint
    assert any(one.code == "RL510" and "`yes`" in one.message for one in found)
    assert any(one.code == "RL512" and "`beside`" in one.message for one in found)


def test_diff_leaves_undecided_only_what_rests_on_the_circle_and_changed() -> None:
    before, after = ready(RULES), ready(RULES.replace("IF b(x) THEN NOT r(x)", "IF b(x) AND a(x) THEN NOT r(x)"))
    found = difference(Version(*before[:2]), Version(*after[:2]), before[2])
    assert {one.about.partition("(")[0] for one in found.regions} == {"r"}
    assert (found.undecided, found.hint) == ((), None)
    again = ready(RULES.replace("IF a(x) AND NOT ANY", "IF a(x) AND b(x) AND NOT ANY"))
    found = difference(Version(*before[:2]), Version(*again[:2]), before[2])
    assert {name for name, _ in found.undecided} == {"dependent", "free", "above"}
    assert found.hint is not None
    assert not found.regions


def test_coverage_hints_where_something_that_rests_on_the_circle_was_not_settled() -> None:
    base, _, scope = ready(RULES)
    [found] = Coverage(base, scope).measured(["m"])
    assert {region.clause for region in found.unsettled} <= {"dependent", "free", "above"}
    assert found.unsettled
    assert found.hint is not None
    assert ("beside", "fired") in {(region.clause, region.fate) for region in found.impossible}


def test_rules_of_a_circle_that_read_it_positively_are_no_place_to_break_it() -> None:
    text = RULES.replace("NOT ANY y IN person HAS (parent(x, y) AND dependent(y))", "NOT free(x)")
    base, selection, scope = ready(text)
    core = everything(base, selection, scope)
    assert breakable(core) == ("dependent",)
    assert resting(core) == ("dependent", "free", "above")
