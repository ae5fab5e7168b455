"""What to ask next: the fewest expected questions, compared with trying every way of asking."""

from __future__ import annotations

import datetime
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from rulelang.engine import core as c
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.solver import ask_next as module
from rulelang.engine.solver.ask_next import ask_next
from rulelang.grammar.model import BooleanType, DateType, DurationType, NumberType, SortType, TimeType, Type
from rulelang.grammar.values import exact


def core(types: dict[str, Type], *targets: c.Formula | c.Value, always: tuple[c.Formula, ...] = ()) -> c.Core:
    facts = {name: c.GroundFact(name, name, (), type_, None) for name, type_ in types.items()}
    return c.Core(facts, {}, (), {}, (), always, targets)


def booleans(*names: str) -> dict[str, Type]:
    return dict.fromkeys(names, BooleanType())


def fact(name: str) -> c.Formula:
    return c.FactTest(name)


def test_nothing_is_asked_where_the_case_is_decided() -> None:
    made = core(booleans("a", "b"), c.Or((fact("a"), fact("b"))))
    advice = ask_next(made, {"a": True})
    assert (advice.decision.status, advice.questions) == (Status.HOLDS, ())


def test_the_fact_that_decides_alone_is_asked_first() -> None:
    either = c.Or((c.And((fact("a"), fact("b"))), c.And((c.Not(fact("a")), fact("c")))))
    made = core(booleans("a", "b", "c"), either)
    advice = ask_next(made, {})
    assert advice.exact
    assert (advice.questions[0].fact, advice.questions[0].expected) == ("a", 2)
    # Asked for b first, half of the time the next answer leaves one more question.
    assert [q.expected for q in advice.questions[1:]] == [Fraction(5, 2), Fraction(5, 2)]


def test_a_conjunction_of_three_takes_a_question_and_three_quarters() -> None:
    made = core(booleans("a", "b", "c"), c.And((fact("a"), fact("b"), fact("c"))))
    advice = ask_next(made, {})
    assert [(q.fact, q.expected) for q in advice.questions] == [
        ("a", Fraction(7, 4)), ("b", Fraction(7, 4)), ("c", Fraction(7, 4))
    ]


def test_answers_that_no_case_gives_are_not_counted() -> None:
    made = core(booleans("a", "b"), c.And((fact("a"), fact("b"))), always=(fact("a"),))
    advice = ask_next(made, {})
    assert [(q.fact, q.expected) for q in advice.questions] == [("b", 1)]


def test_numbers_are_asked_for_by_region() -> None:
    young = c.Test("<", c.FactRead("age"), c.Constant(18))
    made = core({"age": NumberType(True, Fraction(0), Fraction(120)), "a": BooleanType()}, c.And((young, fact("a"))))
    [first, second] = ask_next(made, {}).questions
    assert (first.fact, first.expected) == ("a", Fraction(3, 2))
    # One of the ages that every comparison treats alike.
    assert [reply.value for reply in second.replies] == [17, 18]


def test_facts_that_are_not_told_apart_leave_the_heuristic() -> None:
    total = c.Test(">", c.Arithmetic("+", c.FactRead("x"), c.FactRead("y")), c.Constant(10))
    made = core({"x": NumberType(), "y": NumberType(), "a": BooleanType()}, c.And((total, fact("a"))))
    advice = ask_next(made, {})
    assert not advice.exact
    assert advice.decision.unknowns == ("a", "x", "y")
    assert advice.questions[0].fact == "a"


def test_many_facts_are_asked_by_looking_one_question_ahead() -> None:
    names = [f"p{i:02}" for i in range(30)]
    made = core(booleans(*names, "key"), c.And((fact("key"), c.Or(tuple(map(fact, names))))))
    advice = ask_next(made, {})
    assert not advice.exact
    assert advice.questions[0].fact == "key"


def least(made: c.Core, known: dict[str, Any], facts: tuple[str, ...]) -> Fraction:
    """By trying every way of asking."""
    if decide(made, known).status is not Status.UNDETERMINED:
        return Fraction(0)
    return min(
        1 + sum((least(made, {**known, name: value}, tuple(f for f in facts if f != name)) for value in (False, True)),
                Fraction(0)) / 2
        for name in facts
    )


def test_small_cases_are_exact() -> None:
    names = ("a", "b", "c", "d")
    for code in range(3, 65_536, 4_099):
        rows = [row for i, row in enumerate(product((False, True), repeat=4)) if code >> i & 1]
        parts = tuple(
            c.And(tuple(fact(n) if value else c.Not(fact(n)) for n, value in zip(names, row, strict=True)))
            for row in rows
        )
        made = core(booleans(*names), c.Or(parts))
        advice = ask_next(made, {})
        assert advice.exact
        expected = advice.questions[0].expected if advice.questions else Fraction(0)
        assert expected == least(made, {}, names), code


def test_dates_by_region() -> None:
    from rulelang.grammar.model import DateType

    late = c.Test(">", c.FactRead("d"), c.Constant(datetime.date(2024, 1, 31)))
    [question] = ask_next(core({"d": DateType()}, late), {}).questions
    assert question.expected == 1
    assert exact(question.deciding()) == 1


def test_a_fact_that_is_calculated_with_is_asked_for_too() -> None:
    """Every value may come to something else: a few stand for all, and nothing is said to be exact."""
    read = c.FactRead("n")
    made = core({"n": NumberType(), "a": BooleanType()}, c.Arithmetic("*", read, c.Constant(exact(Fraction(1, 2)))))
    advice = ask_next(made, {"a": True})
    assert not advice.exact
    [question] = advice.questions
    assert question.expected is None
    assert [(reply.value, reply.decision.value) for reply in question.replies] == [
        (0, 0), (1, Fraction(1, 2)), (2, 1)
    ]


def test_values_for_instance_lie_on_either_side_of_what_the_fact_is_compared_with() -> None:
    read = c.FactRead("n")
    over = c.Test(">", read, c.Constant(50))
    made = core({"n": NumberType(low=Fraction(0))}, c.Selected(((over, read), (c.TRUE, c.Constant(0)))))
    [question] = ask_next(made, {}).questions
    assert [(reply.value, reply.decision.value) for reply in question.replies] == [(49, 0), (50, 0), (51, 51)]


def test_dates_and_durations_that_are_calculated_with_have_values_for_instance() -> None:
    for type_ in (DateType(), TimeType(), DurationType("MONTHS"), DurationType("DAYS")):
        [question] = ask_next(core({"d": type_}, c.FactRead("d")), {}).questions
        assert all(reply.decision.status is Status.VALUE for reply in question.replies)
        assert len(question.replies) == 3


def test_where_a_calculated_number_begins_to_decide_otherwise_is_found() -> None:
    half = c.Arithmetic("/", c.Arithmetic("+", c.FactRead("x"), c.Constant(19)), c.Constant(2))
    made = core({"x": NumberType(low=Fraction(0), high=Fraction(100))}, c.Test(">", half, c.Constant(50)))
    [question] = ask_next(made, {}).questions
    assert [(reply.value, reply.decision.status) for reply in question.replies] == [
        (81, Status.FAILS), (82, Status.HOLDS)
    ]


def test_values_that_no_case_may_have_are_not_offered() -> None:
    day = datetime.date
    read = c.FactRead("e")
    always = (c.Test(">=", read, c.Constant(day(2024, 1, 1))), c.Test("<=", read, c.Constant(day(2025, 12, 31))))
    made = core({"e": DateType()}, c.Test(">", read, c.Constant(day(2024, 6, 1))), always=always)
    [question] = ask_next(made, {}).questions
    assert [reply.value for reply in question.replies] == [day(2024, 1, 1), day(2024, 6, 2)]


def test_what_is_looked_at_before_a_limit_is_said() -> None:
    names = [f"p{i:02}" for i in range(30)]
    made = core(booleans(*names), c.Or(tuple(map(fact, names))))
    advice = ask_next(made, {}, timeout=0)
    assert advice.questions == ()
    assert advice.limit == "the time was over; 0 of 30 facts were looked at"


# ---------------------------------------------------------------------------------------------- members of a sort


def member_core(size: int, *targets: c.Formula, always: tuple[c.Formula, ...] = ()) -> c.Core:
    members = tuple(f"m{number}" for number in range(size))
    made = core(booleans("a", "b"), *targets, always=always)
    return replace(made, facts={**made.facts, "e": c.GroundFact("e", "e", (), SortType("kind"), members)})


def is_member(name: str) -> c.Formula:
    return c.Test("=", c.FactRead("e"), c.Constant(name))


def test_every_member_of_a_sort_is_an_answer_of_its_own() -> None:
    """Four of the five members decide: 1 + 1/5 questions, not 1 + 1/2."""
    advice = ask_next(member_core(5, c.Or((c.Not(is_member("m0")), fact("a")))), {})
    assert advice.exact
    assert [(q.fact, q.expected, len(q.replies)) for q in advice.questions] == [
        ("e", Fraction(6, 5), 5), ("a", Fraction(3, 2), 2)
    ]


def test_members_that_no_case_may_have_are_no_answers() -> None:
    """Of what comparisons treat alike some may be forbidden: `m1` is, `m2` is not."""
    target = c.Or((c.Not(is_member("m0")), fact("a")))
    advice = ask_next(member_core(4, target, always=(c.Not(is_member("m1")),)), {})
    [first, _] = advice.questions
    assert (first.fact, first.expected) == ("e", Fraction(4, 3))
    assert [reply.value for reply in first.replies] == ["m0", "m2", "m3"]


def test_members_are_counted_though_very_many_are_treated_alike() -> None:
    target = c.And((c.Not(is_member("m0")), fact("a"), fact("b")))
    advice = ask_next(member_core(3_000, target), {})
    assert advice.exact
    expected = {q.fact: q.expected for q in advice.questions}
    assert expected["e"] == 1 + Fraction(2_999, 3_000) * Fraction(3, 2)


def least_of(made: c.Core, known: dict[str, Any], values: dict[str, tuple[Any, ...]]) -> Fraction:
    """By trying every way of asking, every value an answer of its own."""
    if decide(made, known).status is not Status.UNDETERMINED:
        return Fraction(0)
    return min(
        1 + sum((least_of(made, {**known, name: value}, values) for value in of), Fraction(0)) / len(of)
        for name, of in values.items() if name not in known
    )


def test_cases_with_members_are_exact() -> None:
    values = {"a": (False, True), "b": (False, True), "e": ("m0", "m1", "m2", "m3")}
    random = Random(7)
    for _ in range(40):
        rows = [row for row in product((False, True), (False, True), (0, 1, 2)) if random.random() < 0.5]
        kinds = [is_member("m0"), is_member("m1"), c.Not(c.Or((is_member("m0"), is_member("m1"))))]
        parts = tuple(
            c.And((fact("a") if a else c.Not(fact("a")), fact("b") if b else c.Not(fact("b")), kinds[e]))
            for a, b, e in rows
        )
        made = member_core(4, c.Or(parts))
        advice = ask_next(made, {})
        assert advice.exact
        assert (advice.questions[0].expected if advice.questions else 0) == least_of(made, {}, values), rows


# ------------------------------------------------------------------------------------------- where a value begins


def steps(*cuts: tuple[int, int], last: c.Value, low: int = 0, high: int = 1_000) -> c.Core:
    """The value of the first pair (bound, value) of which the bound is at least twice n; else `last`."""
    double = c.Arithmetic("*", c.FactRead("n"), c.Constant(2))
    cases = [(c.Test("<=", double, c.Constant(bound)), c.Constant(value)) for bound, value in cuts]
    type_ = NumberType(False, Fraction(low), Fraction(high))
    return core({"n": type_}, c.Selected((*cases, (c.TRUE, last))))


def replies_of(made: c.Core) -> list[tuple[Any, Any]]:
    [question] = ask_next(made, {}).questions
    return [(reply.value, reply.decision.value) for reply in question.replies]


def test_where_a_value_begins_to_be_another_one_is_found() -> None:
    assert replies_of(steps((500, 0), last=c.Constant(9))) == [(250, 0), (251, 9)]


def test_each_place_where_a_value_begins_is_found() -> None:
    found = replies_of(steps((300, 0), (302, 5), (800, 9), last=c.Constant(0)))
    assert found == [(150, 0), (151, 5), (152, 9), (400, 9), (401, 0)]


def test_a_value_that_begins_to_grow_is_found() -> None:
    found = replies_of(steps((500, 0), last=c.FactRead("n")))
    assert found == [(250, 0), (251, 251)]


def test_a_value_that_is_another_one_everywhere_begins_nowhere() -> None:
    assert len(replies_of(steps(last=c.FactRead("n")))) == 3


def test_dates_at_which_a_value_begins_are_found() -> None:
    days = c.Elapsed("DAYS", c.Constant(datetime.date(2024, 2, 27)), c.FactRead("d"))
    late = c.Test(">", days, c.Constant(3))
    made = core({"d": DateType()}, c.Selected(((late, c.Constant(10)), (c.TRUE, c.Constant(0)))))
    assert replies_of(made) == [(datetime.date(2024, 3, 1), 0), (datetime.date(2024, 3, 2), 10)]


def test_where_it_begins_is_no_closer_than_what_is_tried_beside_it() -> None:
    """250 is written, so 250 and 251 are tried: 250.015625 would tell no more."""
    sum_ = c.Arithmetic("+", c.FactRead("n"), c.FactRead("m"))
    cases = ((c.Test("<=", sum_, c.Constant(250)), c.Constant(0)), (c.TRUE, c.Constant(9)))
    number = NumberType(False, Fraction(0), Fraction(1_000))
    advice = ask_next(core({"n": number, "m": number}, c.Selected(cases)), {"m": 0})
    assert [reply.value for reply in advice.questions[0].replies] == [250, 251]


def test_nothing_is_said_to_be_exact_where_it_is_not_known_what_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only may matter after an answer may not have to be asked for."""
    made = core(booleans("a", "b"), c.And((fact("a"), fact("b"))))
    assert ask_next(made, {}).exact
    told = module.narrowed

    def in_doubt(*asked: Any) -> Any:
        return replace(told(*asked), possible="a" in asked[1])

    monkeypatch.setattr(module, "narrowed", in_doubt)
    monkeypatch.setattr(module, "decide", lambda *asked: replace(decide(*asked), possible="a" in asked[1]))
    advice = ask_next(made, {})
    assert not advice.exact
    assert [question.expected for question in advice.questions] == [None, None]
