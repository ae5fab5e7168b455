"""Results from JSON lines: each line a record with all columns of a row, and what is wrong with one that has not."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np

from rulelang.verifier.scoring.row import COLUMNS, column_types
from rulelang.verifier.statistics.estimate import Ints

_ROWS = 8_192
"""So many rows are held as objects at a time."""

_WORDS = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false"}


class NotJson(Exception):
    """The number of a line that is no JSON, or no object."""


class WrongLine(Exception):
    """A line that is no row: its number and what is said of it.  `columns`: those that it lacks, if that is it."""

    def __init__(self, line: int, words: str, columns: tuple[str, ...] = ()) -> None:
        super().__init__(line, words, columns)
        self.line, self.words, self.columns = line, words, columns


def read_lines(path: Path, schema: Any) -> tuple[Any, Ints]:
    """The rows as an Arrow table, and the line of each.

    Args:
        path: a file that can be read.
        schema: of the table.

    Raises:
        NotJson: a line is no JSON object.
        WrongLine: a line lacks a column, or has another type in it.
    """
    pa: Any = import_module("pyarrow")
    batches: list[Any] = []
    numbers: list[int] = []
    rows: list[tuple[object, ...]] = []
    for number, row in _rows(path):
        numbers.append(number)
        rows.append(row)
        if len(rows) == _ROWS:
            batches.append(_batch(rows, numbers[-_ROWS:], schema))
            rows = []
    if rows:
        batches.append(_batch(rows, numbers[-len(rows) :], schema))
    return pa.Table.from_batches(batches, schema=schema), np.array(numbers, dtype=np.int64)


def _rows(path: Path) -> Iterator[tuple[int, tuple[object, ...]]]:
    """Each line that is not blank: its number, and its cells in the columns' order."""
    decode = _decoder().decode
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if not text.strip():
                continue
            try:
                yield number, msgspec.structs.astuple(decode(text))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise _fault(number, text) from None


@cache
def _decoder() -> msgspec.json.Decoder[msgspec.Struct]:
    """Of records in which every column is there; whole numbers may be written as 3.0."""
    fields: list[tuple[str, Any]] = []
    for name, kind in column_types().items():
        written: Any = list[str] if "tuple" in str(kind) else kind
        fields.append((name, written | float if "int" in str(kind) else written))
    return msgspec.json.Decoder(msgspec.defstruct("Record", fields))


def _batch(rows: list[tuple[object, ...]], numbers: list[int], schema: Any) -> Any:
    pa: Any = import_module("pyarrow")
    arrays: list[Any] = []
    for field, cells in zip(schema, zip(*rows, strict=True), strict=True):
        if pa.types.is_integer(field.type) and float in set(map(type, cells)):
            _refuse_parts(field.name, cells, numbers)
        try:
            arrays.append(pa.array(cells, field.type))
        except OverflowError:
            _refuse_parts(field.name, cells, numbers)
            raise
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _refuse_parts(name: str, cells: Sequence[object], numbers: list[int]) -> None:
    """Arrow would cut 1.5 down to 1."""
    for number, cell in zip(numbers, cells, strict=True):
        if not _is_whole(cell):
            raise WrongLine(number, f"`{name}` is {_shown(cell)}, not a whole number")


def _is_whole(cell: object) -> bool:
    """A whole number that a column holds, or none."""
    if isinstance(cell, float):
        return cell.is_integer() and abs(cell) < 2**53
    return not isinstance(cell, int) or -(2**63) <= cell < 2**63


def _fault(number: int, line: bytes) -> NotJson | WrongLine:
    """What is wrong with a line that can't be read as a row."""
    try:
        record: object = json.loads(line)
    except (ValueError, RecursionError):
        return NotJson(number)
    if not isinstance(record, dict):
        return NotJson(number)
    cells = cast("Mapping[str, object]", record)
    missing = tuple(name for name in COLUMNS if name not in cells)
    if missing:
        return WrongLine(number, "", missing)
    for name, kind in column_types().items():
        words = _not_of_type(cells[name], str(kind))
        if words:
            return WrongLine(number, f"`{name}` is {_shown(cells[name])}, not {words}")
    return NotJson(number)


def _not_of_type(value: object, kind: str) -> str:
    """What a value ought to be, if it isn't that."""
    nullable = "None" in kind
    if value is None and nullable:
        return ""
    if "tuple" in kind:
        listed = isinstance(value, list) and all(isinstance(one, str) for one in cast("list[object]", value))
        return "" if listed else "a list of texts"
    name = next(name for name in ("float", "bool", "int", "str") if name in kind)
    match name:
        case "float" | "int":
            right = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        case "bool":
            right = isinstance(value, bool)
        case _:
            right = isinstance(value, str)
    return "" if right else _WORDS[name] + (" or null" if nullable else "")


def _shown(value: object) -> str:
    """As it is written, not too long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"
