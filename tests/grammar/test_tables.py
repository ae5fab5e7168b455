"""Tables: long and crossed form, keys, overlaps and gaps."""

import datetime
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from resolving import codes, program

from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.files.csv_rows import csv_rows
from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import (
    BooleanType,
    DateType,
    DurationType,
    Key,
    KeyAny,
    KeyOther,
    KeyRange,
    KeySet,
    NumberType,
    SortType,
    TableRow,
)
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.source import Source
from rulelang.grammar.tree import CellValues, Table
from rulelang.grammar.values import NONE, Duration

SORTS = "TYPE cabin OF basic, main, first\nTYPE place OF us, canada, cuba\n"


def rows(text: str, name: str = "t") -> list[tuple[tuple[Key, ...], tuple[object, ...]]]:
    return [(row.keys, row.values) for row in program(SORTS + text).tables[name].rows]


def test_long_form_with_lists_any_other_and_ranges() -> None:
    found = rows(
        "TABLE t(place, weight : NUMBER IN lb) : NUMBER IN usd\n"
        "| place      | weight        | fee  |\n"
        "|------------|---------------|------|\n"
        "| us, canada | UP TO 50      | 0    |\n"
        "| us, canada | OVER 50 TO 53 | 30   |\n"
        "| us, canada | OVER 53       | 12.5 |\n"
        "| OTHER      | ANY           | NONE |\n"
    )
    near = KeySet(frozenset({"us", "canada"}))
    assert found == [
        ((near, KeyRange(None, False, 50, False)), (0,)),
        ((near, KeyRange(50, True, 53, False)), (30,)),
        ((near, KeyRange(53, True, None, False)), (Fraction(25, 2),)),
        ((KeyOther(), KeyAny()), (NONE,)),
    ]


def test_crossed_form_is_unfolded() -> None:
    text = (
        "TABLE t(place, cabin) : NUMBER IN usd\n"
        "| place | basic | main | first |\n| us | 40 | 30 | 0 |\n| OTHER | 75 | 65 | NONE |\n"
    )
    found = rows(text)
    assert len(found) == 6
    assert found[1] == ((KeySet(frozenset({"us"})), KeySet(frozenset({"main"}))), (30,))


def test_crossed_form_over_ranges_and_numbers() -> None:
    found = rows(
        "TABLE t(cabin, y : INTEGER) : NUMBER\n"
        "| cabin | UNDER 2018 | FROM 2018 TO 2025 | OTHER |\n| ANY | 1 | 2 | 3 |\n"
    )
    assert [keys[1] for keys, _ in found] == [
        KeyRange(None, False, 2018, True), KeyRange(2018, False, 2025, False), KeyOther()
    ]  # fmt: skip
    found = rows("TABLE t(cabin, n : INTEGER) : NUMBER\n| cabin | 0 | 1 |\n| ANY | 5 | 6 |\n")
    assert [keys[1] for keys, _ in found] == [KeySet(frozenset({0})), KeySet(frozenset({1}))]


def test_several_columns_without_a_type() -> None:
    found = program(
        SORTS + "TABLE t(cabin)\n| cabin | fee | lounge | since | of |\n"
        "| basic | 4 usd | NO | 2020-01-01 | us |\n| OTHER | 5 usd | YES | 2021-01-01 | cuba |\n"
    ).tables["t"]
    assert found.columns == ("fee", "lounge", "since", "of")
    assert found.types == (NumberType(True, unit="usd"), BooleanType(), DateType(), SortType("place"))
    assert found.rows[0].values == (4, "NO", datetime.date(2020, 1, 1), "us")


def test_columns_are_looked_up_by_name() -> None:
    text = SORTS + "FACT c : cabin\nOUTCOME p\nTABLE t(cabin)\n| cabin | fee | lounge |\n| ANY | 4 | YES |\n"
    assert codes(text + "RULE IF t.fee(c) > 3 usd AND t.lounge(c) THEN p") == []
    assert codes(text + "RULE IF t(c) > 3 usd THEN p") == ["RL210"]
    assert codes(text + "RULE IF t.free(c) > 3 usd THEN p") == ["RL200"]


def test_labels_stand_for_members() -> None:
    text = 'TYPE cabin OF basic "Basic Economy", main "Main Cabin"\nTABLE t(cabin) : NUMBER\n'
    found = program(text + '| cabin | t |\n| "basic  economy" | 1 |\n| main | 2 |\n').tables["t"]
    assert found.rows[0].keys == (KeySet(frozenset({"basic"})),)


def test_wrong_tables() -> None:
    head = SORTS + "TABLE t(cabin) : NUMBER IN usd\n"
    assert codes(head + "| class | t |\n| basic | 1 |\n") == ["RL250"]
    assert codes(head + "| cabin | t |\n| basic |\n") == ["RL251"]
    assert codes(head + "| cabin | t |\n| bsic | 1 |\n") == ["RL211"]
    assert codes(head + "| cabin | t |\n| basic | 1 lb |\n") == ["RL212"]
    assert codes(head + "| cabin | t |\n| basic | OTHER |\n") == ["RL252"]
    assert codes(head + "| cabin | t |\n| UP TO 3 | 1 |\n") == ["RL252"]
    assert codes(head + "| cabin | t |\n| NONE | 1 |\n") == ["RL252"]


def test_overlap_names_both_rows_and_a_key() -> None:
    text = (
        SORTS + "TABLE t(cabin, n : INTEGER) : NUMBER\n| cabin | n | t |\n| ANY | FROM 1 TO 5 | 1 |\n"
        "| main | OVER 4 | 2 |\n| OTHER | OVER 5 | 3 |\n| ANY | UNDER 1 | 4 |\n"
    )
    [found] = [d for d in load_text(text).diagnostics if d.severity is Severity.ERROR]
    assert found.code == "RL253"
    assert found.message == "two rows of `t` fit `cabin` = main and `n` = 5"
    assert [label.text for label in found.secondary] == ["the other row"]


def test_ranges_of_whole_numbers_leave_no_gap_between_neighbours() -> None:
    head = "TABLE t(n : INTEGER) : NUMBER\n| n | t |\n"
    assert codes(head + "| UP TO 1 | 1 |\n| FROM 2 | 2 |\n") == []
    assert codes(head.replace("INTEGER", "NUMBER") + "| UP TO 1 | 1 |\n| FROM 2 | 2 |\n") == ["RL254"]


def test_gaps_of_members_are_warnings_and_ends_are_hints() -> None:
    assert codes(SORTS + "TABLE t(cabin) : NUMBER\n| cabin | t |\n| basic, main | 1 |\n") == ["RL254"]
    loaded = load_text("TABLE t(n : NUMBER) : NUMBER\n| n | t |\n| FROM 0 TO 9 | 1 |\n")
    assert [(d.code, d.severity) for d in loaded.diagnostics] == [("RL254", Severity.HINT)]
    assert codes("TABLE t(c : TEXT) : NUMBER\n| c | t |\n| \"Lyon\" | 1 |\n") == []


def test_csv_says_what_markdown_says() -> None:
    markdown = (
        "TABLE t(place, weight : NUMBER IN lb) : NUMBER IN usd\n| place | weight | fee |\n"
        "| us, canada | UP TO 50 | 40 |\n| us, canada | OVER 50 TO 53.5 | 12.5 |\n| \"cuba\" | OVER 50 | NONE |\n"
        "| OTHER | ANY | 1_000 usd |\n| us | OVER 3 DAYS TO 1 WEEKS | -2 MONTHS |\n"
    )
    csv = (
        'place,weight,fee\n"us, canada",UP TO 50,40\n\n"us, canada",OVER 50 TO 53.5,12.5\n'
        "cuba,OVER 50,NONE\nOTHER,ANY,1_000 usd\nus,OVER 3 DAYS TO 1 WEEK,-2 MONTHS\n"
    )
    [table] = [d for d in parse(Source("m", markdown)).module.declarations if isinstance(d, Table)]
    read = csv_rows(Source("c", csv), Findings())
    named = table.rows[:3] + read[3:4] + table.rows[4:]
    assert read == named


def test_broken_csv_is_a_diagnostic() -> None:
    findings = Findings()
    assert csv_rows(Source("c", 'a,b\n"x,1\n'), findings) == ()
    assert [d.code for d in findings.finished()] == ["RL176"]


def test_what_is_wrong_in_a_csv_file_is_shown_at_its_cell() -> None:
    def wrong(csv: str) -> list[tuple[str, str]]:
        findings = Findings()
        assert csv_rows(Source("c", csv), findings) == ()
        return [(d.code, d.primary.span.text) for d in findings.finished() if d.primary is not None]

    assert wrong("a,b\r\n1,\r\n,2\r\n") == [("RL115", ","), ("RL115", ",")]
    assert wrong('a,b\n"x"y,1\n') == [("RL176", '"x"y')]
    assert wrong("a;b\n1;2\n") == [("RL176", "a;b")]
    [_, row] = csv_rows(Source("c", 'a,b\r\n  "us, canada" , 12 usd\r\n'), Findings())
    (places, fee) = row.cells
    assert isinstance(places, CellValues)
    assert [v.span.text for v in places.values] == ["us", "canada"]
    assert fee.span.text == "12 usd"


def test_durations_are_keys_and_values() -> None:
    found = rows(
        "TABLE t(ran : DURATION IN MONTHS) : DURATION IN MONTHS\n"
        "| ran                      | t        |\n"
        "| UNDER 5 YEARS            | 3 MONTHS |\n"
        "| FROM 5 YEARS TO 8 YEARS  | 6 MONTHS |\n"
        "| OVER 96 MONTHS           | 1 YEAR   |\n"
    )
    five, eight = Duration(months=60), Duration(months=96)
    assert found == [
        ((KeyRange(None, False, five, True),), (Duration(months=3),)),
        ((KeyRange(five, False, eight, False),), (Duration(months=6),)),
        ((KeyRange(eight, True, None, False),), (Duration(months=12),)),
    ]
    assert codes("TABLE t(d : DURATION IN DAYS) : NUMBER\n| d | t |\n| UP TO 4 HOURS | 1 |\n| OVER 1 DAY | 2 |") == [
        "RL254"
    ]
    assert codes("TABLE t(d : DURATION) : NUMBER\n| d | t |\n| UP TO 4 HOURS | 1 |\n| OTHER | 2 |") == ["RL252"]
    untyped = program(
        "TYPE p\nTABLE t(p)\n| p | a | b | c |\n"
        "| x | 3 DAYS | 1 YEAR | 1 DAY |\n| y | -1 HOUR | 2 MONTHS | 1 MONTH |\n"
    )
    assert untyped.tables["t"].types == (DurationType("DAYS"), DurationType("MONTHS"), DurationType())


# ------------------------------------------------------------------------------------ overlaps against brute force

BOUNDS = st.integers(0, 6)
MEMBERS = ("basic", "main", "first")


@st.composite
def number_cells(draw: st.DrawFn) -> str:
    low, high = sorted((draw(BOUNDS), draw(BOUNDS)))
    forms = ["ANY", "OTHER", f"UP TO {high}", f"OVER {low}", f"FROM {low} TO {high}", f"UNDER {high}", f"{low}"]
    if low < high:
        forms += [f"OVER {low} TO {high}", f"FROM {low} UNDER {high}"]
    return draw(st.sampled_from(forms))


@st.composite
def tables(draw: st.DrawFn) -> str:
    member = st.sampled_from(("ANY", "OTHER", *MEMBERS, "basic, main"))
    lines = draw(st.lists(st.tuples(member, number_cells()), min_size=1, max_size=5))
    body = "".join(f"| {cabin} | {number} | {i} |\n" for i, (cabin, number) in enumerate(lines))
    return f"{SORTS}TABLE t(cabin, n : NUMBER FROM 0 TO 6) : NUMBER\n| cabin | n | t |\n{body}"


def matches(key: Key, at: object) -> bool:
    match key:
        case KeySet(values):
            return at in values
        case KeyRange(low, low_open, high, high_open):
            assert isinstance(at, int | Fraction)
            above = low is None or low < at or (low == at and not low_open)  # type: ignore[operator]
            below = high is None or at < high or (high == at and not high_open)  # type: ignore[operator]
            return above and below
        case KeyAny() | KeyOther():
            return True


def fitting(found: tuple[TableRow, ...], cabin: str, number: int | Fraction) -> list[int]:
    """The rows that fit a key, those with the fewest OTHERs first and alone."""
    fit = [(sum(isinstance(k, KeyOther) for k in r.keys), i) for i, r in enumerate(found)
           if matches(r.keys[0], cabin) and matches(r.keys[1], number)]  # fmt: skip
    return [i for others, i in fit if others == min(fit)[0]]


@given(tables())
def test_overlaps_and_gaps_are_found_exactly(text: str) -> None:
    found = codes(text)
    # Read again without the check, by taking the rows apart one by one.
    lines = text.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("| cabin"))
    singles = [program("".join((*lines[: at + 1], line))).tables["t"].rows[0] for line in lines[at + 1 :]]
    keys = [(cabin, Fraction(n, 2)) for cabin in MEMBERS for n in range(13)]
    most = max(len(fitting(tuple(singles), *key)) for key in keys)
    least = min(len(fitting(tuple(singles), *key)) for key in keys)
    assert ("RL253" in found) == (most > 1)
    if most <= 1:
        assert ("RL254" in found) == (least == 0)


def test_every_gap_between_rows_is_told_up_to_a_few() -> None:
    head = "TABLE t(n : NUMBER) : NUMBER\n| n | t |\n"

    def told(*rows: str) -> str:
        [found] = load_text(head + "".join(f"| {row} | 1 |\n" for row in rows)).diagnostics
        return found.message

    assert told("UP TO 1", "OVER 2 TO 3", "FROM 4") == (
        "no row of `t` fits `n` between 1 and 2, nor `n` = 2, nor `n` between 3 and 4"
    )
    assert told("UP TO 1", "OVER 2 TO 3", "OVER 4").endswith("between 3 and 4, and there are more")
