"""Look-ups in tables: each table is indexed once, by the columns whose keys are plain values.

Meaning: docs/language.md, "Tables"; `OTHER` is what no other row fits, its row's other keys as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from rulelang.engine.exact.undefined import NONE_OPERAND, Result, Undefinedness
from rulelang.grammar.model import Constant_, Key, KeyAny, KeyOther, KeyRange, KeySet, Table, TableRow
from rulelang.grammar.values import NONE

Positions: TypeAlias = tuple[int, ...]
Cells: TypeAlias = tuple[Constant_, ...]

_LIMIT = 256
"""Tables whose index is kept; a program seldom has more."""


@dataclass(frozen=True, slots=True)
class _Index:
    """The rows of one table, by how many OTHER keys they have, then by the positions of their plain keys."""

    table: Table
    levels: tuple[dict[Positions, dict[Cells, list[TableRow]]], ...]


_indices: dict[int, _Index] = {}


def fitting_row(table: Table, args: Sequence[Constant_]) -> TableRow | None:
    """The row that fits, or None where the table has a gap."""
    for level in _index(table).levels:
        for positions, buckets in level.items():
            for row in buckets.get(tuple(args[p] for p in positions), ()):
                if all(_fits(key, arg) for key, arg in zip(row.keys, args, strict=True)):
                    return row
    return None


def lookup(table: Table, column: int | str, args: Sequence[Result]) -> Result:
    """The value in the column of the row that fits the arguments; NONE where no row fits.

    Undefined where an argument is undefined or NONE.
    """
    known: list[Constant_] = []
    for arg in args:
        if isinstance(arg, Undefinedness):
            return arg
        if arg is NONE:
            return NONE_OPERAND
        known.append(arg)
    row = fitting_row(table, known)
    if row is None:
        return NONE
    return row.values[column if isinstance(column, int) else table.columns.index(column)]


def _fits(key: Key, arg: Constant_) -> bool:
    match key:
        case KeySet(values):
            return arg in values
        case KeyRange(low, low_open, high, high_open):
            return _within(arg, low, low_open, high, high_open)
        case KeyAny() | KeyOther():
            return True


def _within(arg: Any, low: Any, low_open: bool, high: Any, high_open: bool) -> bool:
    # Bounds and argument are of one ordered type (numbers, dates, times): resolved tables hold no others.
    if low is not None and (arg <= low if low_open else arg < low):
        return False
    return high is None or not (arg >= high if high_open else arg > high)


def _index(table: Table) -> _Index:
    known = _indices.get(id(table))
    if known is not None and known.table is table:
        return known
    if len(_indices) >= _LIMIT:
        _indices.clear()
    made = _indices[id(table)] = _made_index(table)
    return made


def _made_index(table: Table) -> _Index:
    width = len(table.parameters)
    levels: list[dict[Positions, dict[Cells, list[TableRow]]]] = [{} for _ in range(width + 1)]
    for row in table.rows:
        level = levels[sum(isinstance(key, KeyOther) for key in row.keys)]
        plain = [(p, key) for p, key in enumerate(row.keys) if isinstance(key, KeySet)]
        buckets = level.setdefault(tuple(p for p, _ in plain), {})
        for cells in product(*(key.values for _, key in plain)):
            buckets.setdefault(cells, []).append(row)
    return _Index(table, tuple(level for level in levels if level))
