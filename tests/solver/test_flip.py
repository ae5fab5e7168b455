"""Changes that flip a decision: compared with trying every change of every set of facts, on random programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from reference.programs import GENERAL as EVERYTHING
from reference.programs import NUMBER, Program, Shape, program, with_none

from rulelang.engine import core as c
from rulelang.engine.core_parts import is_formula
from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.domains import OTHER_TEXT
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver.answer import Limits
from rulelang.engine.solver.flip import Become, Flips, Goal, Move, Otherwise, flips, reached
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import BooleanType, DateType, NumberType
from rulelang.grammar.values import NONE
from rulelang.ruleset import load_text

GENERAL = replace(EVERYTHING, broken=0)
OPEN = replace(GENERAL, known=0.3)
CONFLICTS = replace(GENERAL, ordered=0.15, values=0.35, known=0.8, always=0)


def values(fact: c.GroundFact) -> tuple[Any, ...]:
    if isinstance(fact.type, BooleanType):
        return (False, True)
    some = (0, 1, 2, 3) if fact.type == NUMBER else tuple(fact.domain or ())
    return (*some, NONE) if fact.nullable else some


def reaching(made: Any, goal: Goal, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """The values of exactly these facts, each another one than before, that reach the goal."""
    found = []
    facts = [made.core.facts[name] for name in names]
    for row in product(*map(values, facts)):
        if any(made.known.get(name) == value for name, value in zip(names, row, strict=True)):
            continue
        known = {**made.known, **dict(zip(names, row, strict=True))}
        if can_be(made.core, known) and reached(decide(made.core, known, goal.index), goal):
            found.append(row)
    return found


def can_be(core: c.Core, known: dict[str, Any]) -> bool:
    """Whether a completion keeps the ALWAYS declarations."""
    if not core.always:
        return True
    unknown = [name for name in core.facts if name not in known]
    for row in product(*(values(core.facts[name]) for name in unknown)):
        reading = Reading({**known, **dict(zip(unknown, row, strict=True))}, core.definitions, core.tables, {}, {})
        if all(truth(formula, reading) is not False for formula in core.always):
            return True
    return False


def minimal(made: Any, goal: Goal) -> dict[tuple[str, ...], list[tuple[Any, ...]]]:
    """By trying everything: each minimal set of facts with its values."""
    found: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    names = sorted(made.core.facts)
    for size in range(len(names) + 1):
        for some in combinations(names, size):
            if any(set(smaller) <= set(some) for smaller in found):
                continue
            rows = reaching(made, goal, some)
            if rows:
                found[some] = rows
    return found


def goals(made: Any, index: int) -> Iterator[Goal]:
    try:
        decision = decide(made.core, made.known, index)
    except RuleLangError:
        return
    if not is_formula(made.core.targets[index]):
        yield Otherwise(index, decision.value if decision.status is Status.VALUE else None)
        return
    for wanted, there in ((True, Status.HOLDS), (False, Status.FAILS)):
        if decision.status is not there:
            yield Become(index, wanted)


def nearest(rows: list[tuple[Any, ...]], moves: tuple[Move, ...]) -> tuple[Any, ...]:
    """Of the rows that agree with the moves on what is no number, the one that is chosen by going nearer, fact by
    fact, above before below."""
    for place, move in enumerate(moves):
        if isinstance(move.after, bool | str) or move.after is NONE:
            rows = [row for row in rows if row[place] == move.after]
            continue
        rows = [row for row in rows if row[place] is not NONE]
        start = move.before if isinstance(move.before, int) else 0
        rows = [min(rows, key=lambda row: (abs(row[place] - start), -row[place]))]
        rows = rows[:1] if place + 1 == len(moves) else rows
    return rows[0]


SHAPES = [GENERAL, OPEN, CONFLICTS]


@pytest.mark.parametrize("shape", SHAPES)
def test_exactly_the_minimal_changes_are_found(shape: Shape) -> None:
    assert compare(range(8), shape) > 8


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES)
def test_exactly_the_minimal_changes_are_found_in_many_programs(shape: Shape) -> None:
    assert compare(range(1000, 1250), shape) > 250


def test_a_fact_that_may_be_none_is_made_so_where_that_does_it() -> None:
    assert compare(range(30, 44), GENERAL, with_none) > 12


def compare(
    seeds: Iterable[int], shape: Shape, changed: Callable[[Program, int], Program] = lambda made, _: made
) -> int:
    """How many changes were found and are right."""
    shown = 0
    for seed in seeds:
        made = changed(program(seed, shape), seed)
        for goal in (goal for index in range(0, len(made.core.targets), 3) for goal in goals(made, index)):
            found = flips(made.core, made.known, goal, most=200)
            if not found.complete:
                assert found.reason is not None
                assert "not analysed" in found.reason, (seed, goal, found.reason)
                continue
            expected = minimal(made, goal)
            sets = [tuple(move.fact for move in change.moves) for change in found.changes]
            assert sorted(set(sets)) == sorted(expected), (seed, goal)
            assert sets == sorted(sets, key=lambda names: (len(names), names)), (seed, goal)
            for names, rows in expected.items():
                finite = [i for i, name in enumerate(names) if made.core.facts[name].type != NUMBER]
                told = [change for change in found.changes if tuple(m.fact for m in change.moves) == names]
                wanted = sorted({kind(row, finite) for row in rows})
                given = sorted(kind(tuple(move.after for move in change.moves), finite) for change in told)
                assert given == wanted, (seed, goal, names)
                for change in told:
                    row = tuple(move.after for move in change.moves)
                    assert row in rows, (seed, goal, names)
                    if len(finite) >= len(names) - 1:
                        assert row == nearest(rows, change.moves), (seed, goal, names)
            shown += len(sets)
    return shown


def kind(row: tuple[Any, ...], finite: list[int]) -> tuple[str, ...]:
    """What tells changes of the same facts apart: what is no number, NONE among it."""
    return tuple(repr(value) if i in finite or value is NONE else "" for i, value in enumerate(row))


def number_core(test: c.Formula, integer: bool = False) -> c.Core:
    facts = {"x": c.GroundFact("x", "x", (), NumberType(integer), None)}
    return c.Core(facts, {}, (), {}, (), (), (test,))


def only(core: c.Core, before: Any, truth: bool = True) -> Move:
    [change] = flips(core, {"x": before}, Become(0, truth)).changes
    [move] = change.moves
    return move


X = c.FactRead("x")


@pytest.mark.parametrize(
    ("op", "bound", "before", "after", "past"),
    [
        ("<=", 50, 52, 50, None),
        (">", 50, 48, 51, 50),
        (">", Fraction(57, 2), 0, 29, Fraction(57, 2)),
        ("<=", Fraction(57, 2), 29, Fraction(57, 2), None),
        (">=", Fraction(1, 3), 0, Fraction(1, 3), None),
        ("=", Fraction(1, 7), 2, Fraction(1, 7), None),
        ("<", 0, 5, -1, 0),
        ("!=", 4, 4, 5, 4),
    ],
)
def test_the_nearest_number_is_exact(op: Any, bound: Any, before: Any, after: Any, past: Any) -> None:
    move = only(number_core(c.Test(op, X, c.Constant(bound))), before)
    assert (move.after, move.past, move.nearest) == (after, past, True)


def test_a_narrow_gap_beyond_a_boundary_is_told_with_a_value_in_it() -> None:
    inside = c.And((c.Test(">", X, c.Constant(50)), c.Test("<", X, c.Constant(Fraction(5001, 100)))))
    move = only(number_core(inside), 40)
    assert (move.after, move.past) == (Fraction(50001, 1000), 50)


def test_above_is_tried_before_below() -> None:
    either = c.Or((c.Test(">=", X, c.Constant(12)), c.Test("<=", X, c.Constant(8))))
    assert only(number_core(either), 10).after == 12


def test_bounds_and_always_are_kept() -> None:
    facts = {"x": c.GroundFact("x", "x", (), NumberType(True, Fraction(0), Fraction(10)), None)}
    core = c.Core(facts, {}, (), {}, (), (), (c.Test(">", X, c.Constant(10)),))
    assert flips(core, {"x": 3}, Become(0, True)).changes == ()
    even = c.Not(c.Test("=", X, c.Constant(6)))
    core = c.Core(facts, {}, (), {}, (), (even,), (c.Test(">", X, c.Constant(5)),))
    assert only(core, 3).after == 7


def test_a_date_moves_to_the_nearest_day() -> None:
    import datetime

    facts = {"x": c.GroundFact("x", "x", (), DateType(), None)}
    later = c.Test(">", X, c.Constant(datetime.date(2024, 2, 28)))
    core = c.Core(facts, {}, (), {}, (), (), (later,))
    assert only(core, datetime.date(2023, 1, 1)).after == datetime.date(2024, 2, 29)


def test_kept_facts_stay_and_the_number_is_bounded() -> None:
    names = ("a", "b", "d")
    facts = {name: c.GroundFact(name, name, (), BooleanType(), None) for name in names}
    core = c.Core(facts, {}, (), {}, (), (), (c.Or(tuple(map(c.FactTest, names))),))
    known = dict.fromkeys(names, False)
    found = flips(core, known, Become(0, True), kept=("b",))
    assert [[move.fact for move in change.moves] for change in found.changes] == [["a"], ["d"]]
    assert found.complete
    cut = flips(core, known, Become(0, True), most=2)
    assert (len(cut.changes), cut.complete, cut.reason) == (2, False, "no more than 2 were looked for")
    none = flips(core, known, Become(0, True), kept=names)
    assert (none.changes, none.complete) == ((), True)


AGES = """
TYPE person "a person"
FACT birth(person) : DATE FIXED "the birthday of {person}"
FACT today         : DATE "today"
FACT gives(person)        "{person} gives"
FACT gift(person)  : NUMBER FROM 0 TO 900 IN eur "what {person} would give"
ACTION open "open the door"

RULE open
  IF   EVERY p IN person HAS (YEARS FROM birth(p) TO today >= 18)
   AND SUM OF gift(p) FOR EACH p IN person WHERE (gives(p)) >= 500 eur
  THEN MUST open

CASE two
  GIVEN birth(ann) = 2000-02-29, birth(ben) = 2008-02-29, today = 2026-03-01
  GIVEN gift(ann) = 700 eur, NOT gives(ben)
  ASK DECIDE MUST open
"""


def changed(text: str, goal: Goal) -> list[list[tuple[str, Any]]]:
    """The changes of the only case of a program."""
    rules = load_text(text)
    [case] = rules.program.cases.values()
    derivation = derive(rules.base, case)
    found = flips(derivation.core, derivation.situation.known, goal)
    assert found.complete, found.reason
    return [[(move.fact, move.after) for move in change.moves] for change in found.changes]


def test_what_known_facts_give_is_one_term_in_every_world() -> None:
    """That two copies of an age are equal takes more steps than there are."""
    assert changed(AGES, Become(0, True)) == [
        [("gives(ann)", True)],
        [("gift(ben)", 500), ("gives(ben)", True)],
    ]


TEXTS = """
FACT colour : ONE OF red, green, blue "the colour"
FACT word   : TEXT "the word"
OUTCOME right "it is right"

RULE right IF word = "hut" AND colour IN {red, green} THEN right

CASE said GIVEN word = "hut", colour = red ASK DECIDE right
"""


def test_members_of_other_types_are_no_texts() -> None:
    assert changed(TEXTS, Become(0, False)) == [[("colour", "blue")], [("word", OTHER_TEXT)]]


EXPENSES = """
TYPE item "an item"
FACT price(item) : NUMBER FROM 0 TO 1000 "the price of {item}"
FACT limit : NUMBER FROM 0 TO 5000 DEFAULT 500 "the limit"
OUTCOME total : NUMBER "the total"
ACTION audit "an audit"
RULE total THEN total = SUM OF price(i) FOR EACH i IN item
RULE audit IF total > limit THEN MUST audit
CASE two
  GIVEN | item | price |
        | a | 19 |
        | b | UNKNOWN |
  ASK DECIDE MUST audit
"""


def expenses(limits: Limits) -> Flips:
    rules = load_text(EXPENSES)
    derivation = derive(rules.base, rules.program.cases["two"])
    return flips(derivation.core, derivation.situation.known, Become(0, True), limits=limits)


def test_a_world_that_speaks_against_a_proposal_speaks_for_all_between() -> None:
    """A limit one lower each time took as many worlds as there are numbers below it."""
    found = expenses(Limits(steps=300_000))
    assert found.complete
    moves = [[(move.fact, move.after) for move in change.moves] for change in found.changes]
    assert moves == [[("limit", 18)], [("price(a)", 501)], [("price(b)", 482)]]


def test_changes_that_are_easily_seen_are_shown_where_a_limit_is_reached() -> None:
    found = expenses(Limits(steps=1))
    assert not found.complete
    assert found.reason == "the limit on steps was reached"
    facts = [change.moves[0].fact for change in found.changes]
    assert facts == ["limit", "price(a)", "price(b)"]
    assert all(change.decision.status is Status.HOLDS and not change.moves[0].nearest for change in found.changes)
