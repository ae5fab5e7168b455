"""Rows of a long table that overlap: every two rows whose keys meet in each column, found by a sweep over one of them.

Where `coverage` cannot try all combinations of pieces this still finds whether two rows fit one key; rows with OTHER,
which take what is left by others, are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.grammar.model import Constant_, Key, KeyAny, KeyOther, KeyRange, KeySet, TableRow

MOST_COMPARED = 1_000_000
"""Pairs of rows that are compared key by key."""


def meeting(rows: Sequence[TableRow], most: int) -> tuple[list[tuple[int, int]], bool]:
    """Up to `most` pairs of rows without OTHER that fit one key, and whether there are no others."""
    plain = [number for number, row in enumerate(rows) if not any(isinstance(key, KeyOther) for key in row.keys)]
    found: list[tuple[int, int]] = []
    if len(plain) < 2:
        return found, True
    columns = range(len(rows[plain[0]].keys))
    apart = max(columns, key=lambda column: (len({repr(_low(rows[i].keys[column])) for i in plain}), -column))
    anywhere = [i for i in plain if _low(rows[i].keys[apart]) is None]
    somewhere = [i for i in plain if _low(rows[i].keys[apart]) is not None]
    somewhere.sort(key=lambda i: (_low(rows[i].keys[apart]), i))
    compared = 0
    begun: list[int] = []
    for number in (*anywhere, *somewhere):
        low = _low(rows[number].keys[apart])
        begun = [i for i in begun if low is None or not _ends_before(rows[i].keys[apart], low)]
        for other in begun:
            compared += 1
            if compared > MOST_COMPARED:
                return sorted(found)[:most], False
            if all(_meet(one, two) for one, two in zip(rows[other].keys, rows[number].keys, strict=True)):
                found.append((min(other, number), max(other, number)))
                if len(found) >= most:
                    return sorted(found), False
        begun.append(number)
    return sorted(found), True


def _low(key: Key) -> Constant_ | None:
    """Where a key begins; None: nowhere."""
    match key:
        case KeyRange(low):
            return low
        case KeySet(values):
            return min(values)  # type: ignore[type-var]
        case _:
            return None


def _ends_before(key: Key, low: Any) -> bool:
    match key:
        case KeyRange(high=high):
            return high is not None and high < low
        case KeySet(values):
            return max(values) < low  # type: ignore[type-var, no-any-return]
        case _:
            return False


def _meet(one: Key, other: Key) -> bool:
    """Whether some value fits both."""
    match one, other:
        case (KeyAny(), _) | (_, KeyAny()):
            return True
        case KeySet(ours), KeySet(theirs):
            return not set(ours).isdisjoint(theirs)
        case (KeySet(values), KeyRange() as range_) | (KeyRange() as range_, KeySet(values)):
            return any(_within(value, range_) for value in values)
        case KeyRange(), KeyRange():
            return not _apart(one, other) and not _apart(other, one)
        case _:
            return False


def _within(value: Any, range_: KeyRange) -> bool:
    low: Any = range_.low
    high: Any = range_.high
    above = low is None or value > low or (value == low and not range_.low_open)
    return above and (high is None or value < high or (value == high and not range_.high_open))


def _apart(first: KeyRange, second: KeyRange) -> bool:
    """Whether the first ends before the second begins."""
    high: Any = first.high
    low: Any = second.low
    if high is None or low is None:
        return False
    return bool(high < low or (high == low and (first.high_open or second.low_open)))
