"""Rows compared two by two: the same pairs meet as where every value is tried, and a long table's overlap is found."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import Key, KeyAny, KeyOther, KeyRange, KeySet, TableRow
from rulelang.grammar.resolving.overlaps import meeting
from rulelang.grammar.source import Source, Span

HALVES = tuple(Fraction(number, 2) for number in range(-1, 12))


def a_key(random: Random) -> Key:
    match random.randrange(6):
        case 0:
            return KeyAny()
        case 1:
            return KeySet(frozenset(random.sample(range(5), random.randint(1, 2))))
        case 2 if random.random() < 0.2:
            return KeyOther()
        case _:
            low, high = sorted(random.sample(range(6), 2))
            ends = low if random.random() < 0.9 else None, high if random.random() < 0.9 else None
            return KeyRange(ends[0], random.random() < 0.5, ends[1], random.random() < 0.5)


def fits(value: Fraction, key: Key) -> bool:
    match key:
        case KeyAny():
            return True
        case KeySet(values):
            return value in values
        case KeyRange(low, low_open, high, high_open):
            above = low is None or value > low or (value == low and not low_open)  # type: ignore[operator]
            return above and (high is None or value < high or (value == high and not high_open))  # type: ignore[operator]
        case _:
            return False


def share(one: Key, other: Key) -> bool:
    return any(fits(value, one) and fits(value, other) for value in HALVES)


@pytest.mark.parametrize("seed", range(60))
def test_the_pairs_are_those_that_some_values_fit(seed: int) -> None:
    random = Random(f"overlaps/{seed}")
    nowhere = Span(Source("x", ""), 0, 0)
    rows = [TableRow(tuple(a_key(random) for _ in range(2)), (1,), span=nowhere) for _ in range(7)]
    plain = [i for i, row in enumerate(rows) if not any(isinstance(key, KeyOther) for key in row.keys)]
    expected = [
        (i, j)
        for i, j in product(plain, plain)
        if i < j and all(map(share, rows[i].keys, rows[j].keys))
    ]
    assert meeting(rows, 1000) == (expected, True)


def long_table(*more: str) -> str:
    lines = ["TABLE t(x : INTEGER, y : INTEGER, z : INTEGER) : NUMBER", "  | x | y | z | t |"]
    lines += [
        f"  | FROM {i * 10} TO {i * 10 + 9} | FROM {i * 7 % 300} TO {i * 7 % 300 + 40} | FROM {i} TO {i + 3} | {i} |"
        for i in range(300)
    ]
    return "\n".join([*lines, *more]) + "\n"


def test_an_overlap_in_a_long_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.grammar.resolving.coverage.STEPS", 5_000)
    found = {one.code: one.message for one in load_text(long_table()).diagnostics}
    assert found["RL256"].endswith("no two rows overlap")
    assert "RL253" not in found
    twice = long_table("  | FROM 2991 TO 2995 | FROM 0 TO 9000 | FROM 299 TO 300 | 7 |")
    found = {one.code: one.message for one in load_text(twice).diagnostics}
    assert found["RL253"] == "two rows of `t` fit `x` = 2991 and `y` = 293 and `z` = 299"
    assert "too many to compare all" in found["RL256"]
    # Between 4 and 5 there is no whole number.
    apart = long_table("  | OVER 2999 UNDER 3001 | ANY | 1 | 7 |", "  | OVER 3000 UNDER 3002 | ANY | 1 | 7 |")
    assert "RL253" not in {one.code for one in load_text(apart).diagnostics}
