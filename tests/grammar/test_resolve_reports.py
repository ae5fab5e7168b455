"""Faults that rule engines were reported for, where names and types are concerned."""

import pytest
from resolving import codes, condition, program

from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import Compare, Constant, FactValue
from rulelang.grammar.values import Duration

DATES = "FACT d : DATE\nOUTCOME p\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("d - 0 DAYS <= 0 DAYS", ["RL214"]),
        ("1 MONTHS < 30 DAYS", ["RL215"]),
        ("12 MONTHS = 1 YEARS", []),
        ("7 DAYS = 1 WEEKS", []),
        ("24 HOURS = 1 DAYS", []),
        ("0.5 YEARS = 6 MONTHS", []),
        ("0.1 MONTHS = 3 DAYS", ["RL214"]),
    ],
)
def test_a_date_is_no_duration_and_a_month_no_number_of_days(text: str, found: list[str]) -> None:
    assert codes(f"{DATES}RULE r IF {text} THEN p") == found


def test_a_year_is_twelve_months() -> None:
    assert condition(f"{DATES}RULE r IF 12 MONTHS = 1 YEARS THEN p") == Compare(
        "=", Constant(Duration(12)), Constant(Duration(12))
    )


def test_an_unknown_name_in_a_typed_value_is_one_message() -> None:
    assert codes("FACT a : NUMBER IN usd\nOUTCOME v : NUMBER IN usd\nRULE r THEN v = a + undefined") == ["RL200"]
    rule = "RULE r IF LEAST(a, undefined) * 2 > 3 AND a = undefined THEN p"
    assert codes(f"FACT a : NUMBER\nOUTCOME p\n{rule}") == ["RL200"]


def test_two_rules_with_one_name_are_refused() -> None:
    assert codes("FACT f\nOUTCOME p\nRULE r IF f THEN p\nRULE r IF f THEN NOT p") == ["RL203"]


def test_a_name_is_found_by_its_whole_dotted_name() -> None:
    text = "FACT var.state\nFACT var\nOUTCOME p\nRULE r IF var.state THEN p"
    assert condition(text) != condition(text.replace("IF var.state", "IF var"))


def test_an_empty_range_and_a_falsy_zero_are_values_like_others() -> None:
    found = program("FACT n : INTEGER DEFAULT 0\nTABLE t(n : INTEGER) : NUMBER\n| n | t |\n| 0 | 0 |\n| OTHER | 1 |\n")
    assert found.facts["n"].default == Constant(0)
    assert found.tables["t"].rows[0].values == (0,)


def test_large_numbers_stay_exact() -> None:
    found = condition("FACT n : INTEGER\nOUTCOME p\nRULE r IF n = 18446744073709551617 THEN p")
    assert found == Compare("=", FactValue("n"), Constant(18446744073709551617))


def test_a_very_long_number_never_raises() -> None:
    for digits in ("9" * 4_000, "9" * 5_000):
        for bound in ("5", digits):
            facts = f"FACT n : INTEGER FROM 0 TO {bound}\nOUTCOME p\n"
            load_text(f"{facts}RULE r IF n = {digits} THEN p\nCASE c GIVEN n = -{digits}")


def test_a_variable_in_something_wrong_is_not_said_to_be_unused_too() -> None:
    sort = "TYPE t\nFACT a(t)\n"
    assert codes(f'{sort}RULE r FOR EACH x IN t IF a(x, x) THEN "x"') == ["RL210"]
    assert codes(f'{sort}RULE r IF EVERY x IN t HAS (a(y)) THEN "x"') == ["RL211"]
    unknown = 'FOR EACH x IN t IF b(x) THEN "x"'
    assert codes(f"{sort}RULE r {unknown}\nRULE s {unknown}") == ["RL200"]
    assert codes(f'{sort}RULE r IF EVERY x IN t HAS (EVERY y IN t HAS (a(x))) THEN "x"') == ["RL236"]


def test_parameters_with_names_have_names_of_their_own() -> None:
    assert codes("TYPE t\nFACT a(x : t, x : t)") == ["RL243"]
    assert codes("TYPE t\nFACT a(t, t)\nFACT b(x : t, y : t)") == []
    assert codes("TYPE t\nFACT a(t, t)\nDEFINE d(t, t) AS a(t, t)") == ["RL243"]


def hint(text: str) -> str | None:
    [diagnostic] = load_text(text).diagnostics
    return diagnostic.hint


def test_hints_say_what_was_meant() -> None:
    assert "`5 DAYS`" in str(hint("FACT d : DATE\nOUTCOME p\nRULE r IF d + 5 > d THEN p"))
    assert "`ABS`" in str(hint("OUTCOME p\nRULE r IF abs(5) > 3 THEN p"))


def test_what_is_given_twice_is_named_in_full() -> None:
    [found] = load_text("TYPE t\nFACT a(t)\nCASE c GIVEN a(u), NOT a(u)").diagnostics
    assert found.message == "`a(u)` is given twice, in two ways"


def test_what_is_unknown_or_in_conflict_is_not_negated() -> None:
    for claim in ("NOT UNKNOWN t", "NOT NOT UNKNOWN t", "NOT CONFLICT t"):
        assert codes(f"FACT t\nCASE c GIVEN t EXPECT {claim}") == ["RL119"], claim


def test_only_outcomes_and_norms_are_in_conflict() -> None:
    start = "FACT t\nACTION a\nOUTCOME p\nOUTCOME v : INTEGER\nRULE THEN v = 3 AND p AND MUST a\nCASE c GIVEN t EXPECT "
    for claim in ("CONFLICT v", "CONFLICT p", "CONFLICT NOT p", "CONFLICT REJECTED p", "CONFLICT MAY a"):
        assert codes(start + claim) == [], claim
    for claim in ("CONFLICT v = 3", "CONFLICT t", "CONFLICT (p AND t)", "CONFLICT VIOLATED a"):
        assert codes(start + claim) == ["RL417"], claim
