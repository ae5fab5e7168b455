"""Answers carry their evidence: smallest witnesses, minimal cores, the same whatever the order of rules and hashes."""

from __future__ import annotations

import datetime
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from reference.programs import GENERAL, program, shuffled

from rulelang.engine import core as c
from rulelang.engine.core import Rank
from rulelang.engine.solver import (
    InternalError,
    Limits,
    Proved,
    Refuted,
    Unknown,
    Witness,
    encode,
    possible,
    prove,
    terms,
)
from rulelang.engine.solver.proof import confirmed
from rulelang.engine.solver.replay import replay
from rulelang.grammar.model import BooleanType, DateType, DurationType, NumberType, SortType, Type
from rulelang.grammar.values import NONE, Duration


def core(types: dict[str, Type], always: tuple[c.Formula, ...] = (), members: tuple[str, ...] = ()) -> c.Core:
    facts = {
        name: c.GroundFact(name, name, (), type_, members if isinstance(type_, SortType) else None)
        for name, type_ in types.items()
    }
    return c.Core(facts, {}, (), {}, (), always, ())


def world(answer: Any) -> Witness:
    assert isinstance(answer, Refuted)
    return answer.witness


AGE = core({"age": NumberType(True, Fraction(0), Fraction(120)), "adult": BooleanType(), "member": BooleanType()})
OF_AGE = c.Test(">=", c.FactRead("age"), c.Constant(18))


def test_the_witness_is_the_smallest_case() -> None:
    assert world(prove(encode(AGE), c.Not(OF_AGE))).facts == {"age": 18}
    claim = c.Or((c.FactTest("adult"), c.FactTest("member"), OF_AGE))
    assert world(prove(encode(AGE), claim)).facts == {"adult": False, "age": 0, "member": False}


@pytest.mark.parametrize(
    ("type_", "op", "bound", "smallest"),
    [
        (NumberType(), ">", 5, 6),
        (NumberType(), "<", Fraction(-7, 2), -4),
        (NumberType(False, Fraction(1, 3), Fraction(1, 2)), ">", 0, Fraction(1, 2)),
        (DateType(), ">", datetime.date(2024, 2, 29), datetime.date(2024, 3, 1)),
        (DateType(), "<", datetime.date(1999, 12, 31), datetime.date(1999, 12, 30)),
        (DurationType("MONTHS"), ">=", Duration(months=3), Duration(months=3)),
    ],
)
def test_numbers_and_dates_are_as_near_to_their_origin_as_can_be(
    type_: Type, op: Any, bound: Any, smallest: Any
) -> None:
    claim = c.Not(c.Test(op, c.FactRead("x"), c.Constant(bound)))
    assert world(prove(encode(core({"x": type_})), claim)).facts == {"x": smallest}


def test_the_first_member_is_preferred() -> None:
    made = core({"tree": SortType("tree")}, members=("oak", "ash"))
    assert world(prove(encode(made), c.FALSE)).facts == {}
    claim = c.Test("!=", c.FactRead("tree"), c.Constant("oak"))
    assert world(prove(encode(made), claim)).facts == {"tree": "oak"}
    assert world(possible(encode(made), claim)).facts == {"tree": "ash"}


def test_a_core_names_the_facts_that_the_proof_needs() -> None:
    answer = prove(encode(AGE), OF_AGE, {"age": 30, "adult": True, "member": False})
    assert answer == Proved(answer.core)  # type: ignore[union-attr]
    assert isinstance(answer, Proved)
    assert answer.core.facts == ("age",)
    assert not answer.core.contradictory


def test_a_proof_says_which_always_it_used() -> None:
    adults = c.Or((c.Not(c.FactTest("adult")), OF_AGE))
    made = replace(AGE, always=(adults, c.Or((c.FactTest("member"), c.FactTest("adult")))))
    answer = prove(encode(made), OF_AGE, {"adult": True})
    assert isinstance(answer, Proved)
    assert (answer.core.facts, answer.core.always) == (("adult",), (0,))


def test_assumed_formulas_are_premises() -> None:
    young = c.Test("<", c.FactRead("age"), c.Constant(10))
    answer = prove(encode(AGE), c.Not(OF_AGE), assuming=(c.FactTest("member"), young))
    assert isinstance(answer, Proved)
    assert answer.core.assumed == (1,)


def test_a_proof_from_contradictory_premises_says_so() -> None:
    young = c.Test("<", c.FactRead("age"), c.Constant(10))
    answer = prove(encode(AGE), c.FactTest("member"), {"age": 30}, (young,))
    assert isinstance(answer, Proved)
    assert answer.core.contradictory
    assert (answer.core.facts, answer.core.assumed) == (("age",), (0,))


def test_one_encoding_serves_all_cases() -> None:
    encoding = encode(AGE)
    for age in (3, 17, 18, 19, 120):
        assert isinstance(prove(encoding, OF_AGE, {"age": age}), Proved) is (age >= 18)
    assert isinstance(prove(encoding, OF_AGE), Refuted)


def test_what_cannot_be_encoded_is_named() -> None:
    made = core({"span": DurationType(None)})
    claim = c.Test(">", c.FactRead("span"), c.Constant(Duration(months=1)))
    answer = prove(encode(made), claim)
    assert answer == Unknown("not analysed: the possible values of span are not known")


def test_a_circle_of_rules_is_named() -> None:
    rule = c.GroundRule("r", "r", "r", c.Kind.BASE, 0, (), "p", True, None, c.Not(c.Established("p", (True,))), (),
                        Rank.ORDINARY)  # fmt: skip
    contest = c.Contest("p", c.ContestKind.BOOLEAN, "p", (), BooleanType(), (0,), (frozenset(),))
    made = c.Core({}, {"p": contest}, (rule,), {}, (c.Block(("p",), True, True, ("p",)),), (), ())
    answer = prove(encode(made), c.Established("p", (True,)))
    assert answer == Unknown("not analysed: rules go in a circle: p -> p")


def test_a_limit_of_steps_gives_unknown() -> None:
    made = core({name: NumberType(True) for name in "xyz"})
    x, y, z = (c.Arithmetic("*", c.Arithmetic("*", c.FactRead(n), c.FactRead(n)), c.FactRead(n)) for n in "xyz")
    cubes = c.Test("!=", c.Arithmetic("+", c.Arithmetic("+", x, y), z), c.Constant(42))
    answer = prove(encode(made), cubes, limits=Limits(steps=100_000))
    assert isinstance(answer, Unknown)
    assert "limit" in answer.reason or "arithmetic" in answer.reason


def test_irrational_numbers_are_no_witness() -> None:
    made = core({"x": NumberType()})
    square = c.Test("!=", c.Arithmetic("*", c.FactRead("x"), c.FactRead("x")), c.Constant(2))
    assert isinstance(prove(encode(made), square, limits=Limits(steps=2_000_000)), Unknown)


def test_division_is_guarded() -> None:
    made = core({"x": NumberType()})
    inverse = c.Test("=", c.Arithmetic("/", c.Constant(1), c.FactRead("x")), c.Constant(2))
    answer = prove(encode(made), c.Not(c.And((inverse, c.Test("=", c.FactRead("x"), c.Constant(0))))))
    # 1 / 0 = 2 is an open test: it may be true in a world, and the witness says which.
    assert world(answer).tests == {inverse: True}


def test_a_fact_that_is_given_as_none() -> None:
    made = core({"x": NumberType()})
    none = c.NoneTest(c.FactRead("x"))
    assert isinstance(prove(encode(made), c.Not(none)), Proved)
    assert isinstance(prove(encode(made, frozenset({"x"})), none, {"x": NONE}), Proved)
    assert prove(encode(made), none, {"x": NONE}) == Unknown("not analysed: that x has no value")


def test_a_question_that_takes_too_much_memory_is_left_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    places = range(9)
    made = core({f"p{one}_{at}": BooleanType() for one in range(10) for at in places})
    seated = [c.Or(tuple(c.FactTest(f"p{one}_{at}") for at in places)) for one in range(10)]
    apart = [
        c.Not(c.And((c.FactTest(f"p{one}_{at}"), c.FactTest(f"p{two}_{at}"))))
        for at in places for one in range(10) for two in range(one)
    ]  # fmt: skip
    claim = c.Not(c.And((*seated, *apart)))
    monkeypatch.setattr(terms, "MEMORY", 1)
    assert prove(encode(made), claim) == Unknown("it would have taken more than 1 MB of memory")


def test_a_month_before_a_leap_day_is_found() -> None:
    made = core({"d": DateType()})
    day = c.FactRead("d")
    year, months = c.Constant(Duration(months=12)), c.Constant(Duration(months=36))
    steps = c.Shift(c.Shift(day, year), months)
    at_once = c.Shift(day, c.Constant(Duration(months=48)))
    found = world(prove(encode(made), c.Test("=", steps, at_once))).facts["d"]
    assert isinstance(found, datetime.date)
    assert (found.month, found.day) == (2, 29)


def test_a_witness_that_is_wrong_is_an_internal_error() -> None:
    with pytest.raises(InternalError) as error:
        confirmed(encode(AGE), OF_AGE, False, (), Witness({"age": 30}))
    assert "age" in error.value.dump


def test_a_witness_that_leaves_a_conflict_out_is_an_internal_error() -> None:
    made = c.Core(
        {}, {"p": c.Contest("p", c.ContestKind.BOOLEAN, "p", (), BooleanType(), (0, 1), (frozenset(), frozenset()))},
        tuple(
            c.GroundRule(f"r{i}", f"r{i}", f"r{i}", c.Kind.BASE, 0, (), "p", literal, None, c.TRUE, (), Rank.ORDINARY)
            for i, literal in enumerate((True, False))
        ),
        {}, (c.Block(("p",)),), (), (c.Established("p", (True,)),),
    )
    assert world(prove(encode(made), 0)).resolutions == {"p": (False,)}
    with pytest.raises(InternalError):
        replay(made, made.targets, Witness({}), {"p"})


def test_answers_do_not_depend_on_the_order_of_rules() -> None:
    for seed in range(20):
        made = program(seed, GENERAL)
        other = shuffled(made.core)
        for target in made.core.targets:
            if isinstance(target, c.Established | c.Not | c.And):
                known = dict(reversed(made.known.items()))
                answer = prove(encode(made.core), target, made.known)
                assert answer == prove(encode(other), target, known), (seed, target)


def test_answers_do_not_depend_on_hashes() -> None:
    tests = Path(__file__).parents[1]
    code = (
        f"import sys; sys.path.insert(0, {str(tests)!r})\n"
        "from reference.programs import GENERAL, program\n"
        "from rulelang.engine.solver import encode, prove\n"
        "from rulelang.engine.core_parts import is_formula\n"
        "for seed in range(12):\n"
        "    made = program(seed, GENERAL)\n"
        "    for target in made.core.targets:\n"
        "        if is_formula(target): print(prove(encode(made.core), target, made.known))\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1
    assert "Refuted" in seen.pop()
