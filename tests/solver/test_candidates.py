"""What an open decision hangs on, and what rules support in it: nothing is named that no world shows."""

from __future__ import annotations

import pytest

from rulelang.derived import derive
from rulelang.engine.core import OutcomeRead
from rulelang.engine.evaluating import lacking
from rulelang.ruleset import load_text

YIELDING = """
FACT inc : NUMBER FROM 0 TO 1000 "the income"
OUTCOME poor "poor"
RULE poor IF {condition} THEN poor
  CONFLICT rich IF inc > 200 THEN NOT poor YIELDS
CASE y ASK DECIDE poor
"""


@pytest.mark.parametrize("condition", ["inc < 100", "inc / 2 < 50"])
def test_rivals_that_are_ordered_are_never_named_as_in_conflict(condition: str) -> None:
    decided = derive(load_text(YIELDING.replace("{condition}", condition)), "y").decision
    assert str(decided) == "poor  UNDETERMINED (unknown: inc)"


AUDIT = """
FACT a : NUMBER FROM 0 TO 1000 "the first price"
FACT b : NUMBER FROM 0 TO 1000 "the second price"
ACTION audit "an audit"
RULE much IF a + b > 500 THEN MUST audit
RULE spare IF GREATEST(a, b) < 10 AND a + b > 100 THEN NEED NOT audit
CASE c GIVEN a = 19 ASK DECIDE MUST audit, NEED NOT audit
"""


def test_what_no_world_establishes_is_neither_supported_nor_in_conflict() -> None:
    found = derive(load_text(AUDIT), "c")
    assert [str(decided) for decided in found] == [
        "MUST audit  UNDETERMINED (unknown: b)", "NEED NOT audit  FAILS (condition false)",
    ]
    assert found[0].supported() == ("MUST audit",)


SHARE = """
FACT x : NUMBER FROM {least} TO 500 "the shares"
FACT y : NUMBER FROM 2 TO 7 "the sum"
FACT b "b"
OUTCOME p "p"
OUTCOME w : NUMBER "w"
RULE p IF y / x > 2 AND b THEN p
RULE w IF b THEN w = y / x
CASE c GIVEN b, y = 3 ASK DECIDE p, w > 1
"""


def test_a_test_that_is_open_for_some_value_of_an_unknown_number_is_named() -> None:
    """Where x is 0 there is no y / x: two such worlds differ in how the test comes out."""
    found = derive(load_text(SHARE.format(least=0)), "c")
    assert [str(decided) for decided in found] == [
        "p  UNDETERMINED (unknown: x; open: y / x > 2)", "w > 1  UNDETERMINED (unknown: x; open: w > 1)",
    ]
    assert not found[0].decision.possible


def test_a_test_that_always_has_a_value_is_not() -> None:
    [p, w] = derive(load_text(SHARE.format(least=1)), "c")
    assert (p.decision.open_tests, p.decision.unknowns) == ((), ("x",))
    assert (w.decision.open_tests, w.decision.unknowns) == ((), ("x",))


@pytest.mark.parametrize(
    ("type_", "value", "may_lack"),
    [
        ("NUMBER", "x + 1", False), ("INTEGER", "n * 2 + 1", False), ("INTEGER", "x", True), ("NUMBER", "x / n", True),
        ("NUMBER", "x / 4", False), ("NUMBER", "FLOOR(x)", False), ("INTEGER FROM 0 TO 9", "n", True),
        ("NUMBER", "FLOOR(x, n)", True), ("NUMBER", "GREATEST(x, n)", False),
    ],
)  # fmt: skip
def test_which_values_may_lack_is_told_from_how_they_are_written(type_: str, value: str, may_lack: bool) -> None:
    text = f"FACT x : NUMBER FROM 0 TO 500\nFACT n : INTEGER FROM 0 TO 500\nOUTCOME v : {type_}\nOUTCOME p\n"
    text += f"RULE v THEN v = {value}\nRULE p IF v > 3 THEN p\nCASE c ASK DECIDE p\n"
    rules = load_text(text)
    core = derive(rules, "c").derivation.core
    assert lacking.may_lack(core, [OutcomeRead("v")]) is may_lack
