"""Types, units, dates and durations of expressions."""

import datetime
from fractions import Fraction

import pytest
from resolving import codes, condition, program

from rulelang.grammar.model import (
    And,
    Arithmetic,
    Assign,
    Compare,
    Constant,
    FactValue,
    IsNone,
    Not,
    NumberType,
    Or,
    Shift,
    Variable,
)
from rulelang.grammar.values import Duration

DECLARED = """
TYPE cabin OF free, basic, main
TYPE bag
TYPE year FROM 2000 TO 2030
FACT weight : NUMBER IN lb
FACT fee : NUMBER IN usd
FACT rate : NUMBER
FACT count : INTEGER
FACT free
FACT paid
FACT flown : cabin
FACT booked : cabin
FACT city : TEXT
FACT signed : DATE
FACT today : DATE
FACT now : TIME
FACT months : DURATION IN MONTHS
FACT span : DURATION
FACT income(year) : NUMBER IN usd
OUTCOME p
OUTCOME total : NUMBER IN usd
OUTCOME due : DATE
"""


def rule(text: str) -> str:
    return f"{DECLARED}\nRULE r IF {text} THEN p"


def value(text: str) -> str:
    return f"{DECLARED}\nRULE r THEN {text}"


@pytest.mark.parametrize(
    "text",
    [
        "weight > 50 lb", "weight > 0", "fee * 5% > 1 usd", "fee / fee > 2", "fee / 2 > 1 usd", "rate * fee > 1 usd",
        "count * fee >= 0", "flown = free", "free = YES",
        "flown IN {basic, main}", 'city = "Lyon"', "now - now <= 24 HOURS",
        "today - signed > 30 DAYS", "months >= 1 YEARS", "signed + 6 MONTHS < today", "YEAR(signed) = 2020",
        "ROUND(fee, 0.01) = 3 usd", "FLOOR(fee, 50 usd) > 0", "LEAST(fee, 3 usd) = fee", "count BETWEEN 1 AND 3",
        "city = NONE", "fee != NONE", "COUNT OF {free, paid} = 1", "income(2001) > 0", "income(count + 1) > 0",
        "YEARS FROM signed TO today < 25", "DATE(count, 12, 31) > today", "now + 3 HOURS > now",
        "1 MONTHS * count > months",
        "income(YEAR(today)) = 0", "free = paid",
    ],
)  # fmt: skip
def test_well_typed(text: str) -> None:
    assert codes(rule(text)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("weight + fee > 1 lb", "RL212"), ("weight > fee", "RL212"), ("fee * fee > 1 usd", "RL213"),
        ("rate / fee > 1", "RL213"), ("fee / weight > 1", "RL213"), ("weight > 50", "RL217"),
        ("fee + 1 > 2 usd", "RL217"),
        ("weight", "RL218"), ("free > 3", "RL218"), ("free AND fee", "RL218"), ("free + 1 > 2", "RL218"),
        ("city > city", "RL216"), ("flown < basic", "RL216"), ("free > paid", "RL216"), ("flown = upper", "RL211"),
        ("flown = city", "RL214"), ("today > 3", "RL214"), ("today + 3 > today", "RL214"),
        ("today + now > today", "RL214"),
        ("today + 3 HOURS > today", "RL214"), ("months > 30 DAYS", "RL215"), ("span > 3 DAYS", "RL215"),
        ("months + 3 DAYS > months", "RL215"), ("today > NONE", "RL219"), ("fee + NONE > 3 usd", "RL219"),
        ("free = NONE", "RL219"), ("income(1999) > 0", "RL211"), ("income(fee) > 0", "RL211"), ("income > 0", "RL210"),
        ("ROUND(city) > 0", "RL214"), ("YEAR(count) > 0", "RL214"), ("1.5 MONTHS > months", "RL214"),
        ("today = now", "RL214"), ("flown BEFORE city", "RL214"),
    ],
)  # fmt: skip
def test_one_error_for_one_cause(text: str, code: str) -> None:
    assert codes(rule(text)) == [code]


def test_an_ill_typed_part_does_not_make_further_errors() -> None:
    assert codes(rule("(weight + fee) * 2 > 1 lb AND NOT (weight + fee = 3)")) == ["RL212", "RL212"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("total = 30", "RL217"), ("total = weight", "RL212"), ("total = today", "RL211"), ("due = total", "RL211")],
)
def test_what_an_outcome_is_set_to_has_its_type(text: str, code: str) -> None:
    assert codes(value(text)) == [code]


def test_a_chain_of_durations_is_summed_before_it_is_added() -> None:
    head = program(value("due = signed + 1 YEARS + 36 MONTHS - 2 DAYS")).rules["r"].outcomes[0]
    assert head == Assign("due", (), Shift(FactValue("signed"), Constant(Duration(48, -172_800))))


def test_a_definition_ends_a_chain() -> None:
    text = f"{DECLARED}\nDEFINE later : DATE AS signed + 1 MONTHS\nRULE r IF later + 1 MONTHS > today THEN p"
    found = condition(text)
    assert isinstance(found, Compare)
    assert isinstance(found.left, Shift)
    assert not isinstance(found.left.base, Shift)


def test_members_are_read_by_the_type_of_the_other_side() -> None:
    assert condition(rule("free = flown")) != condition(rule("paid = free"))
    assert condition(rule("flown = free")) == Compare("=", FactValue("flown"), Constant("free"))


def test_none_between_and_in_become_simple_tests() -> None:
    fee = FactValue("fee")
    assert condition(rule("fee = NONE")) == IsNone(fee)
    assert condition(rule("fee != NONE")) == Not(IsNone(fee))
    low, high = Constant(1, "usd"), Constant(2, "usd")
    assert condition(rule("fee BETWEEN 1 usd AND 2 usd")) == And(
        (Compare(">=", fee, low), Compare("<=", fee, high)), between=True
    )
    members = (Compare("=", fee, low), Compare("=", fee, high))
    assert condition(rule("fee IN {1 usd, 2 usd}")) == Or(members, listed=True)
    assert condition(rule("fee = 1 usd OR fee = 2 usd")) == Or(members)


def test_numbers_are_exact() -> None:
    assert condition(rule("rate = 0.1 + 0.2")) == Compare(
        "=", FactValue("rate"), Arithmetic("+", Constant(Fraction(1, 10)), Constant(Fraction(1, 5)))
    )


def test_a_one_of_is_a_sort_named_after_its_declaration() -> None:
    found = program("FACT reason : ONE OF weather, health\nOUTCOME p\nRULE r IF reason = weather THEN p")
    assert found.sorts["reason"].members == ("weather", "health")


def test_bounds_and_units_of_declarations() -> None:
    found = program("FACT score : NUMBER FROM 0 TO 100 IN point DEFAULT 5")
    assert found.facts["score"].type == NumberType(False, Fraction(0), Fraction(100), "point")
    assert found.facts["score"].default == Constant(5, "point")


def test_a_bare_column_takes_the_unit_of_what_it_meets() -> None:
    text = """
    TYPE status OF single, joint
    FACT filing : status
    FACT income : NUMBER IN usd
    TABLE bracket(status)
      | status | rate | less |
      | single | 10%  | 220  |
      | joint  | 12%  | 440  |
    DEFINE tax : NUMBER IN usd AS income * bracket.rate(filing) - bracket.less(filing)
    """
    assert codes(text) == []
    assert codes(text + "\nDEFINE share : NUMBER AS income / bracket.less(filing)") == []


def test_definitions_take_parameters_of_any_type() -> None:
    found = program("DEFINE double(x : NUMBER IN usd) : NUMBER IN usd AS x * 2")
    assert found.definitions["double"].cases[0].value == Arithmetic("*", Variable("x"), Constant(2))


def test_dates_are_dates() -> None:
    assert condition(rule("today = 2024-02-29")) == Compare(
        "=", FactValue("today"), Constant(datetime.date(2024, 2, 29))
    )
