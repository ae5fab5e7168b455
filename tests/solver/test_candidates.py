"""What an open decision hangs on, and what rules support in it: nothing is named that no world shows."""

from __future__ import annotations

import pytest

from rulelang.derived import Derived, derive, derive_many
from rulelang.engine import core as c
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


NONES = """
FACT d : DATE DEFAULT NONE "the day"
FACT n : NUMBER FROM 0 TO 9 DEFAULT NONE "the number"
OUTCOME v : NUMBER
OUTCOME w : NUMBER
OUTCOME p
RULE v IF n > 3 THEN v = n
RULE w IF d != NONE THEN w = {value}
RULE p IF {test} THEN p
CASE c ASK DECIDE p
"""


@pytest.mark.parametrize(
    ("value", "test", "lacks"),
    [
        ("n", "d = NONE", False), ("n", "v = NONE", False), ("n", "w = NONE", False), ("n + 1", "w = NONE", True),
        ("n", "n + 1 = NONE", True),
    ],
)  # fmt: skip
def test_a_test_for_none_is_open_only_where_the_value_may_be_undefined(value: str, test: str, lacks: bool) -> None:
    """NONE is a value, and that no rule gives one counts as NONE (D8.3); n + 1 has none where n is NONE (D8.2)."""
    core = derive(load_text(NONES.format(value=value, test=test)), "c").derivation.core
    [condition] = [rule.condition for rule in core.rules if rule.contest == "p"]
    assert isinstance(condition, c.NoneTest)
    assert lacking.may_lack_besides_none(core, condition.operand) is lacks


TOO_MUCH = """
TYPE parcel "a parcel"
FACT sent(parcel) : DATE DEFAULT NONE "when it was sent"
FACT w(parcel) : NUMBER FROM 0 TO 99 "its weight"
FACT due : DATE "the day it was due"
OUTCOME p
RULE p FOR EACH x IN parcel IF sent(x) != NONE AND w(x) + w(x) > 20 AND sent(x) > due + 1 MONTHS THEN p
CASE c
  GIVEN
  | parcel | w       | sent    |
  |--------|---------|---------|
  | a      | UNKNOWN | UNKNOWN |
  ASK DECIDE p
"""


def test_a_test_for_none_is_never_named_where_it_is_never_open() -> None:
    rules = load_text(TOO_MUCH)
    [all_] = derive_many(rules, [rules.cases["c"]])
    assert isinstance(all_, Derived)
    for found in (all_, derive(rules, "c")):
        assert "sent(a) = NONE" not in found[0].decision.open_tests


MARKS = """
TYPE exam "an exam"
FACT mark(exam) : INTEGER FROM 1 TO 6 "the mark"
FACT counts(exam) "it counts"
OUTCOME p
RULE p IF {fold} OF mark(e) FOR EACH e IN exam {where} = 1 THEN p
CASE c
  GIVEN
  | exam | mark    | counts  |
  |------|---------|---------|
  | a    | 2       | UNKNOWN |
  | b    | UNKNOWN | UNKNOWN |
  ASK DECIDE p
"""


@pytest.mark.parametrize("fold", ["MIN", "MAX"])
@pytest.mark.parametrize(("where", "lacks"), [("", False), ("WHERE (counts(e))", True)])
def test_the_least_and_the_greatest_of_what_is_there_is_there(fold: str, where: str, lacks: bool) -> None:
    core = derive(load_text(MARKS.format(fold=fold, where=where)), "c").derivation.core
    [test] = [rule.condition for rule in core.rules]
    assert isinstance(test, c.Test)
    assert lacking.may_lack(core, [test.left]) is lacks
