"""Look-ups: ranges, lists, ANY and OTHER, gaps."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.exact.arithmetic import Undefinedness, lookup
from rulelang.grammar.model import (
    Constant_,
    Key,
    KeyAny,
    KeyOther,
    KeyRange,
    KeySet,
    NumberType,
    Parameter,
    Table,
    TableRow,
)
from rulelang.grammar.source import Source, Span
from rulelang.grammar.values import NONE

SPAN = Span(Source("test", ""), 0, 0)


def one(*values: Constant_) -> KeySet:
    return KeySet(frozenset(values))


def table(*rows: tuple[Key | int | Fraction, ...], width: int) -> Table:
    return Table(
        "t",
        tuple(Parameter(f"p{n}", NumberType()) for n in range(width)),
        ("t",),
        (NumberType(),),
        None,
        tuple(TableRow(tuple(row[:-1]), (row[-1],), span=SPAN) for row in rows),  # type: ignore[arg-type]
        span=SPAN,
    )


FEES = table(
    (one(1), one("us", "canada"), 40),
    (one(1), KeyOther(), 75),
    (one(2), KeyAny(), 100),
    (KeyRange(3, False, None, False), one("us"), 150),
    (KeyRange(3, False, None, False), KeyOther(), 200),
    width=2,
)


def test_other_is_what_no_other_row_with_the_same_keys_fits() -> None:
    assert [lookup(FEES, 0, [turn, place]) for turn in (1, 2, 3, 9) for place in ("us", "cuba")] == [
        40, 75, 100, 100, 150, 200, 150, 200,
    ]  # fmt: skip


def test_a_gap_is_none_and_an_argument_without_a_value_makes_it_undefined() -> None:
    assert lookup(FEES, "t", [0, "us"]) is NONE
    assert isinstance(lookup(FEES, 0, [NONE, "us"]), Undefinedness)
    assert lookup(FEES, 0, [Undefinedness("why"), "us"]) == Undefinedness("why")


@given(st.fractions(-10, 200))
def test_ranges_settle_every_boundary(x: Fraction) -> None:
    brackets = table(
        (KeyRange(None, False, 50, False), 0),
        (KeyRange(50, True, 53, False), 1),
        (KeyRange(53, True, 70, True), 2),
        (KeyRange(70, False, None, False), 3),
        width=1,
    )
    expected = 0 if x <= 50 else 1 if x <= 53 else 2 if x < 70 else 3
    assert lookup(brackets, 0, [x]) == expected
