"""Formulas, values and conclusions as text and in words."""

import datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from resolving import condition, program

from rulelang.grammar.model import Constant, Constant_, OutcomeHolds
from rulelang.grammar.printing.printer import expression_text
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.resolving.resolve import resolve_claim
from rulelang.grammar.rule_text import constant_tree, formula_text, head_text
from rulelang.grammar.source import Source
from rulelang.grammar.values import NONE, Duration
from rulelang.grammar.words import formula_words, gloss, value_text

RULES = """
TYPE bag "a bag"
TYPE animal OF cat "the cat Tom", dog
TYPE cabin OF basic "Basic Economy", main "Main Cabin"
TYPE year FROM 2000 TO 2030
FACT weight(bag) : NUMBER IN lb "the weight of {bag}"
FACT chases(a : animal, b : animal) "{a} chases {b}"
FACT twins(animal, animal) "{animal} is a twin of {animal}"
FACT late "the flight is late"
FACT flown : cabin "the class of service"
FACT city : TEXT "the city"
FACT signed : DATE "the day of signing"
FACT bags(animal, bag) "{bag} belongs to {animal}"
FACT pay(year) : NUMBER IN usd
ACTION hold(bag) "hold {bag} back"
OUTCOME p "it is so"
OUTCOME total : NUMBER IN usd "the total"
OUTCOME sure(bag)
DEFINE heavy(b : bag) "{b} is heavy" AS weight(b) > 50 lb
TABLE fee(cabin) | cabin | usd | ok |
  | basic | 3 usd | YES |
  | main | 4 usd | NO |
RULE r FOR EACH b IN bag IF heavy(b) THEN MUST NOT hold(b) AND NOT sure(b) AND total <= 30 usd AND p
RULE s IF "it rains a lot" THEN p
"""

CLAIMS = [
    "late", "NOT late", "late AND (p OR NOT late)", "NOT (late AND p)", "REJECTED p", 'weight("b 1") > 50.5 lb',
    "flown = basic", "flown != main", 'city = "lyon"', "city = NONE", "signed + 1 YEARS - 3 DAYS > 2024-02-29",
    "signed + 14 MONTHS + 48 HOURS != NONE",
    "MUST hold(b1)", "NEED NOT hold(b1)", "DONE hold(b1)", "VIOLATED hold(b1)", "ANY b IN bags(cat) HAS (heavy(b))",
    "EVERY b IN bag HAS (NOT heavy(b) OR MAY hold(b))", "COUNT OF b IN bag WHERE (heavy(b)) > 1",
    "SUM OF weight(b) FOR EACH b IN bag WHERE (NOT heavy(b)) > 3 lb", "COUNT OF {late, p} >= 2", "cat BEFORE dog",
    "fee.usd(flown) * 2 > 3 usd", "fee.ok(flown)", "NOT fee.ok(main)",
    "pay(2000 + 1) - pay(2000) BETWEEN 1 usd AND 2 usd",
    "ROUND(pay(2001) / 3, 0.01 usd) = -5 usd", "YEARS FROM signed TO 2024-01-01 < 18", "flown IN {basic, main}",
    '"it rains a lot"', "LEAST(pay(2001), total) = 3 usd", "YEAR(signed) = 2020", "chases(cat, dog)",
]  # fmt: skip


@pytest.mark.parametrize("text", CLAIMS)
def test_text_is_read_back_as_what_it_was_written_from(text: str) -> None:
    rules = program(RULES)

    def read(written: str) -> object:
        claim, faults = parse_claim(Source("claim", written))
        assert claim is not None, faults
        found, diagnostics = resolve_claim(rules, None, claim, written)
        assert found is not None, diagnostics
        return found

    found = read(text)
    assert read(formula_text(rules, found)) == found  # type: ignore[arg-type]
    assert formula_words(rules, found)  # type: ignore[arg-type]


def test_words() -> None:
    rules = program(RULES)
    weight = condition(RULES.replace("IF heavy(b)", "IF weight(b) <= 50 lb AND flown = basic AND NOT late"))
    assert formula_words(rules, weight) == (
        "the weight of b is at most 50 lb and the class of service is Basic Economy and not: the flight is late"
    )
    assert gloss(rules, "chases", ("cat", "dog")) == "the cat Tom chases dog"
    assert gloss(rules, "twins", ("cat", "dog")) == "the cat Tom is a twin of dog"
    assert gloss(rules, "pay", (2001,)) == "pay(2001)"
    assert formula_words(rules, OutcomeHolds("sure", (Constant("b 1"),))) == 'sure("b 1")'


def test_conclusions() -> None:
    rules = program(RULES)
    assert [head_text(rules, head) for head in rules.rules["r"].outcomes] == [
        "MUST NOT hold(b)", "NOT sure(b)", "total <= 30 usd", "p"
    ]  # fmt: skip


def test_values() -> None:
    assert value_text(1245, "usd") == "1_245 usd"
    assert value_text(Fraction(57, 2)) == "28.5"
    assert value_text(-3, "lb") == "-3 lb"
    assert value_text(NONE) == "NONE"
    assert value_text("basic") == "basic"
    assert value_text("New York") == '"New York"'
    assert value_text(datetime.date(2024, 2, 29)) == "2024-02-29"
    assert value_text(datetime.datetime(2024, 5, 15, 15, 0)) == "2024-05-15T15:00"
    assert value_text(Duration(24, 0)) == "2 YEARS"
    assert value_text(Duration(0, 90_000)) == "25 HOURS"
    assert value_text(Duration(0, -5_400)) == "-90 MINUTES"
    assert value_text(Duration(0, 14_401)) == "14_401 SECONDS"


@given(
    value=st.one_of(
        st.integers(),
        st.fractions(),
        st.text(max_size=8),
        st.dates(),
        st.datetimes().map(lambda moment: moment.replace(microsecond=0)),
        st.builds(Duration, st.integers(-50, 50), st.integers(-200_000, 200_000)),
        st.just(NONE),
    ),
    unit=st.sampled_from([None, "usd"]),
)
def test_values_are_written_as_their_literals_are_printed(value: Constant_, unit: str | None) -> None:
    unit = unit if isinstance(value, int | Fraction) else None
    assert value_text(value, unit) == expression_text(constant_tree(value, unit))
