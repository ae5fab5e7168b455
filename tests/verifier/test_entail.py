"""What a statement settles by itself (verification, N8): logic, arithmetic, declarations; no rules, no facts."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import made_ready

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier.claims import Holds, read_statement
from rulelang.verifier.entail import Declared
from rulelang.verifier.linear import comparison
from rulelang.verifier.matter import Ready

MODULE = """MODULE t
TYPE colour OF red, green, blue
FACT staff : INTEGER FROM 0 TO 500
FACT pay : NUMBER IN usd
FACT bonus : NUMBER IN usd
FACT day : DATE
FACT paint : colour
FACT mood : ONE OF good, bad
FACT name : TEXT
FACT a
FACT b
OUTCOME wrong
OUTCOME right
CONCEPT unlawful INCLUDES wrong, a
ACTION sign
ACTION tell
RULE r1 IF a AND b AND staff < 50 AND pay > 3 usd AND bonus > 1 usd THEN wrong
RULE r2 IF unlawful AND paint = red AND mood = good AND name = "x" AND day < 2024-01-01 THEN right
RULE r3 IF right THEN MUST sign AND MAY tell
CASE c
  GIVEN NOT a
  ASK "?" DECIDE MUST sign
"""


@pytest.fixture(scope="module")
def ready() -> Ready:
    return made_ready(MODULE)


def read(ready: Ready, text: str) -> model.Formula:
    contents = [content for _, content in read_statement(text, ready.base.program, ready.case)]
    formulas = tuple(content.formula for content in contents if isinstance(content, Holds))
    assert len(formulas) == len(contents), contents
    return formulas[0] if len(formulas) == 1 else model.And(formulas)


def settles(ready: Ready, statement: str, question: str) -> bool | None:
    asked = (read(ready, statement), read(ready, question))
    world, _ = ready.asked.world(asked)
    left, right = world.program.targets
    return ready.matter.declared.settles(left, right)  # type: ignore[arg-type]


TRUE = [
    ("staff = 42", "staff < 50"),
    ("staff < 45", "staff < 50"),
    ("staff > 41 AND staff < 43", "staff = 42"),
    ("staff < 1", "staff = 0"),
    ("NOT staff >= 50", "staff < 50"),
    ("50 > staff", "staff < 50"),
    ("staff IN {1, 2}", "staff < 3"),
    ("pay + bonus > 3 usd", "bonus + pay > 2 usd"),
    ("2 * pay < 6 usd", "pay < 3 usd"),
    ("pay - bonus = 0 usd", "pay = bonus"),
    ("day = 2023-12-31", "day < 2024-01-01"),
    ("day < 2024-01-02", "day <= 2024-01-01"),
    ("NOT (a OR NOT b)", "b"),
    ("a AND (NOT a OR b)", "b"),
    ("MUST sign", "MAY sign"),
    ("MUST NOT sign", "NEED NOT sign"),
    ("wrong", "unlawful"),
    ("a", "unlawful"),
    ("paint != red AND paint != green", "paint = blue"),
    ("mood != good", "mood = bad"),
]
FALSE = [
    ("staff = 60", "staff < 50"),
    ("staff > 49", "staff < 50"),
    ("mood = bad", "mood = good"),
    ("paint = red", "paint = blue"),
    ('name = "y"', 'name = "x"'),
    ("MUST NOT sign", "MAY sign"),
    ("NEED NOT sign", "MUST sign"),
    ("NOT a", "a"),
    ("REJECTED wrong", "wrong"),
]
NOTHING = [
    ("staff >= 40", "staff < 50"),
    ("staff < 50 OR a", "staff < 50"),
    ("pay > 3 usd", "pay + bonus > 3 usd"),
    ("paint != red", "paint = blue"),
    ("unlawful", "wrong"),
    ("NOT wrong", "REJECTED wrong"),
    ("NOT MUST sign", "NEED NOT sign"),
    ("MAY sign", "MUST sign"),
    ("a AND NOT a", "b"),
    ("a", "b"),
    ("MUST sign", "MUST tell"),
    ('name != "y"', 'name = "x"'),
]


@pytest.mark.parametrize(
    ("statement", "question", "answer"),
    [*((s, q, True) for s, q in TRUE), *((s, q, False) for s, q in FALSE), *((s, q, None) for s, q in NOTHING)],
)
def test_settles(ready: Ready, statement: str, question: str, answer: bool | None) -> None:
    assert settles(ready, statement, question) is answer


# ------------------------------------------------------------------------------------- against all small worlds

NUMBERS = range(-1, 4)
LEAVES: list[core.Formula] = [
    core.FactTest("p"),
    core.FactTest("q"),
    *(core.Test(op, core.FactRead("x"), core.Constant(n)) for op in ("=", "<", "<=") for n in (0, 1, 2)),  # type: ignore[arg-type]
]
DECLARED = Declared({}, {}, {}, {})


def formulas() -> st.SearchStrategy[core.Formula]:
    return st.recursive(
        st.sampled_from(LEAVES),
        lambda inner: st.one_of(
            st.builds(core.Not, inner),
            st.builds(lambda left, right: core.And((left, right)), inner, inner),
            st.builds(lambda left, right: core.Or((left, right)), inner, inner),
        ),
        max_leaves=6,
    )


def true(formula: core.Formula, p: bool, q: bool, x: float) -> bool:
    match formula:
        case core.FactTest(key):
            return p if key == "p" else q
        case core.Not(operand):
            return not true(operand, p, q, x)
        case core.And(parts):
            return all(true(part, p, q, x) for part in parts)
        case core.Or(parts):
            return any(true(part, p, q, x) for part in parts)
        case core.Test(op, _, core.Constant(n)):
            return {"=": x == n, "<": x < n, "<=": x <= n}[op]  # type: ignore[operator, index]
    raise AssertionError(formula)


@given(formulas(), formulas())
def test_settles_what_holds_in_all_worlds_of_the_statement(statement: core.Formula, question: core.Formula) -> None:
    halves = [n / 2 for n in range(-3, 8)]
    seen = {
        true(question, p, q, x) for p, q, x in product((True, False), (True, False), halves) if true(statement, p, q, x)
    }
    found = DECLARED.settles(statement, question)
    if found is not None:
        assert seen == {found} or statement == question
    elif len(seen) == 1:
        # nothing is also said of what has nothing in common with the statement
        assert not set(_names(statement)) & set(_names(question))


def _names(formula: core.Formula) -> list[str]:
    match formula:
        case core.FactTest(key):
            return [key]
        case core.Test():
            return ["x"]
        case core.Not(operand):
            return _names(operand)
        case core.And(parts) | core.Or(parts):
            return [name for part in parts for name in _names(part)]
    raise AssertionError(formula)


@given(formulas(), formulas())
def test_entailing_a_question_is_refuting_its_negation(statement: core.Formula, question: core.Formula) -> None:
    found = DECLARED.settles(statement, question)
    other = DECLARED.settles(statement, core.Not(question))
    if statement not in (question, core.Not(question)):
        assert other == (None if found is None else not found)


@pytest.mark.parametrize(("left", "right"), [("<", ">"), ("<=", ">="), ("=", "=")])
def test_a_mirrored_comparison_is_the_same(left: str, right: str) -> None:
    a, b = core.FactRead("a"), core.FactRead("b")
    assert comparison(core.Test(left, a, b)) == comparison(core.Test(right, b, a))  # type: ignore[arg-type]
