"""What the comparisons of one claim say together, by linear arithmetic (verification, N8)."""

from __future__ import annotations

import operator
from collections.abc import Collection
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.engine import core
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar.model import NumberType
from rulelang.verifier import inequalities
from rulelang.verifier.check import check
from rulelang.verifier.contradiction import contradict, is_left_free
from rulelang.verifier.entail import Declared
from rulelang.verifier.expand import negation
from rulelang.verifier.inequalities import Effort, Inequality, are_impossible, inequality
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

WORLD = """
TYPE item
FACT n : INTEGER FROM 0 TO 1000
FACT m : INTEGER FROM 0 TO 1000
FACT w(item) : NUMBER FROM 0 TO 1000 IN kg
FACT red(item)
FACT p
OUTCOME good
RULE g IF {condition} THEN good
CASE c
  GIVEN n = 3, m = 4, p, w(a) = 3 kg, w(b) = 2 kg, w(c) = 1 kg, red(a), red(b), NOT red(c)
  ASK "Is it good?" DECIDE good
"""
ALL = "SUM OF w(x) FOR EACH x IN item"


@pytest.mark.parametrize(
    ("condition", "says", "states"),
    [
        ("n < 10", "n < m AND m < 10", True),
        ("n < 10", "n < m AND m < 11", True),
        ("n < 10", "n < m AND m < 12", False),
        ("ABS(n - m) <= 1", "n - m = -1", True),
        ("ABS(n - m) <= 1", "n <= m AND m <= n + 1", True),
        ("ABS(n - m) <= 1", "n <= m AND m <= n + 2", False),
        ("n <= 6", "n + m <= 7 AND m > 0", True),
        ("n <= 6", "n + m <= 7", False),
        ("m < 7", "GREATEST(n, m) BETWEEN 3 AND 4", True),
        ("m < 7", "LEAST(n, m) BETWEEN 3 AND 4", False),
        ("n + m != 5", "p AND LEAST(n, m) >= 3", True),
        (f"{ALL} <= 60 kg", "w(a) + w(b) = 5 kg AND w(c) = 1 kg", True),
        (f"{ALL} <= 60 kg", "w(a) + w(b) = 5 kg", False),
        ("ANY x IN item HAS (w(x) > 7 kg)", f"{ALL} < 7 kg", True),
        ("ANY x IN item HAS (w(x) > 6 kg)", f"{ALL} < 7 kg", False),
        ("COUNT OF x IN item WHERE (red(x)) >= 1", "SUM OF w(x) FOR EACH x IN item WHERE (red(x)) > 0 kg", True),
    ],
)
def test_comparisons_together(condition: str, says: str, states: bool) -> None:
    ready = made_ready(WORLD.format(condition=condition))
    decided = "good" if ready.matter.questions[0].gold.value == "holds" else "NOT good"
    answer = answer_of(
        [claim("s", says, rules="g"), claim("z", decided, "s", rules="g")], {"says": decided, "from": ["z"]}
    )
    found = check(ready, answer)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    assert {one.kind for one in found.findings if one.check.title == "condition"} <= {"coarse", "misquoted", "missing"}
    assert (not any(one.check.title == "condition" for one in found.findings)) is states


OPS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_TYPE = NumberType(True, Fraction(0), Fraction(4))
_FACTS = {key: core.GroundFact(key, key, (), _TYPE, None) for key in "xyz"}
_DECLARED = Declared(_FACTS, {}, {}, {})


def test_what_contradicts_is_never_so() -> None:
    """Random statements over three small numbers: what is proved contradictory holds for no values."""
    chance = Random(7)
    proved = 0
    for _ in range(250):
        statements = [_drawn(chance, 2) for _ in range(chance.randrange(2, 5))]
        if contradict(_DECLARED, statements):
            proved += 1
            for values in product(range(5), repeat=3):
                reading = Reading(dict(zip("xyz", values, strict=True)), {}, {}, {}, {})
                assert not all(truth(one, reading) for one in statements), (statements, values)
    assert proved > 20


def _drawn(chance: Random, depth: int) -> core.Formula:
    """A random formula over three numbers."""
    if depth and chance.random() < 0.4:
        parts = tuple(_drawn(chance, depth - 1) for _ in range(2))
        made: core.Formula = core.And(parts) if chance.random() < 0.5 else core.Or(parts)
        return negation(made) if chance.random() < 0.3 else made
    return core.Test(chance.choice(tuple(OPS)), _value(chance, 2), _value(chance, 1))  # type: ignore[arg-type]


def _value(chance: Random, depth: int) -> core.Value:
    read = core.FactRead(chance.choice("xyz"))
    if not depth:
        return read if chance.random() < 0.5 else core.Constant(chance.randrange(-1, 6))
    one, other = _value(chance, depth - 1), _value(chance, depth - 1)
    match chance.randrange(8):
        case 0:
            return core.Arithmetic("+", one, other)
        case 1:
            return core.Arithmetic("-", one, other)
        case 2:
            return core.Arithmetic("*", one, other)
        case 3:
            return core.Call("ABS", (core.Arithmetic("-", one, other),))
        case 4:
            return core.Call(chance.choice(("LEAST", "GREATEST")), (one, other))  # type: ignore[arg-type]
        case 5:
            half = core.Arithmetic("/", one, core.Constant(2))
            return core.Call(chance.choice(("FLOOR", "CEIL", "ROUND")), (half,))  # type: ignore[arg-type]
        case 6:
            conditions = tuple(core.Test(">", each, core.Constant(chance.randrange(4))) for each in (one, other))
            return core.CountOf(conditions)
        case _:
            items = tuple((core.Test(">", each, core.Constant(1)), each) for each in (one, other))
            return core.Fold(chance.choice(("SUM", "MIN", "MAX")), items)  # type: ignore[arg-type]


def test_inequalities_of_fractions_and_whole_numbers() -> None:
    def impossible(whole: set[int]) -> bool:
        # 1 < 2 x < 3 and x = y: one half is between them, and no whole number
        rows = [({0: 2}, 2, True), ({0: -2}, -1, True), ({0: 1, 1: -1}, 0, False), ({0: -1, 1: 1}, 0, False)]
        made = [
            inequality({at: Fraction(by) for at, by in terms.items()}, Fraction(limit), strict, whole)
            for terms, limit, strict in rows
        ]
        return are_impossible([one for one in made if not isinstance(one, bool)], whole, Effort(1_000))

    assert impossible({0, 1})
    assert impossible({0})
    assert not impossible(set())


MANY = """
TYPE item
FACT w(item) : NUMBER FROM 0 TO 1000
FACT n : NUMBER{bounds}
OUTCOME good
RULE g IF COUNT OF x IN item WHERE (w(x) > n) >= 3 THEN good
CASE c
  GIVEN n = 1, {weights}
  ASK "Is it good?" DECIDE good
"""


@pytest.mark.parametrize("bounds", ["", " FROM 0 TO 100"])
def test_many_conditions_are_not_gone_into(bounds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of each of thirty items takes few steps, though the alternatives are many."""
    added: list[None] = []
    add = inequalities._sum  # pyright: ignore[reportPrivateUsage]

    def counted(left: Inequality, right: Inequality, number: int, whole: Collection[int]) -> Inequality | bool:
        added.append(None)
        return add(left, right, number, whole)

    monkeypatch.setattr(inequalities, "_sum", counted)
    weights = ", ".join(f"w(x{at}) = {at}" for at in range(30))
    ready = made_ready(MANY.format(bounds=bounds, weights=weights))
    says = "MAX OF w(x) FOR EACH x IN item <= 29"
    answer = answer_of(
        [claim("s", says, rules="g"), claim("z", "good", "s", rules="g")], {"says": "good", "from": ["z"]}
    )
    found = check(ready, answer)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    assert [one.kind for one in found.findings if one.check.title == "condition"] == ["coarse"]
    assert len(added) < 10_000


def test_one_search_is_bounded() -> None:
    """A search ends after a number of additions, and then nothing is said."""
    effort = Effort(100)
    made = [
        inequality({0: Fraction(at), 1: Fraction(-1), 2 + at: Fraction(1)}, Fraction(at), False, ()) for at in range(9)
    ]
    made += [
        inequality({0: Fraction(-at), 1: Fraction(1), 2 + at: Fraction(-1)}, Fraction(9), False, ()) for at in range(9)
    ]
    assert not are_impossible([one for one in made if not isinstance(one, bool)], (), effort)
    assert effort.left >= -10


@pytest.mark.parametrize(
    ("kind", "op", "free"),
    [
        (NumberType(False, None, None), "=", True),
        (NumberType(True, None, None), "<", True),
        (NumberType(True, None, None), "=", False),
        (NumberType(False, Fraction(0), None), "<", False),
    ],
)
def test_a_number_without_ends_leaves_a_question_open(kind: NumberType, op: str, free: bool) -> None:
    facts = {key: core.GroundFact(key, key, (), kind, None) for key in "xyz"}
    declared = Declared(facts, {}, {}, {})
    x, y, z = (core.FactRead(key) for key in "xyz")
    question = core.Test(op, core.Arithmetic("+", x, x), y)  # type: ignore[arg-type]
    assert is_left_free(declared, core.Test(">", x, z), question) is free
    assert not is_left_free(declared, core.Test(">", x, y), question)
    assert not is_left_free(declared, core.Test(">", x, z), core.Test("<", x, core.Call("ABS", (x,))))
