"""A report's tables as CSV: one table for each file of an archive, or all of them in one long file."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence

from rulelang.reporting.document import Cell, Document, Table, visible

_TIME = (1980, 1, 1, 0, 0, 0)
"""The date of each file in the archive: always the same, so that the bytes are."""


def archive_bytes(document: Document) -> bytes:
    """A zip with one CSV for each table, named as it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in document.tables():
            entry = zipfile.ZipInfo(f"{table.name}.csv", _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, _written(_wide(table)))
    return buffer.getvalue()


def long_text(document: Document) -> str:
    """All tables in one: table, row, column, value, low, high, note; a line for each figure."""
    lines: list[list[str]] = [["table", "row", "column", "value", "low", "high", "note"]]
    for table in document.tables():
        for row in table.rows:
            name = " / ".join(cell.text for cell in row[: table.keys])
            for column, cell in list(zip(table.columns, row, strict=True))[table.keys :]:
                value = _value(cell)
                lines.append(
                    [table.name, name, column.title, value, _number(cell.low), _number(cell.high), cell.reason]
                )
    return _written(lines)


def _wide(table: Table) -> list[list[str]]:
    """The table with two more columns beside each that has intervals, and a last one for the reasons of NA."""
    with_interval = [any(row[place].low is not None for row in table.rows) for place in range(len(table.columns))]
    header: list[str] = []
    for column, interval in zip(table.columns, with_interval, strict=True):
        header += [column.title, f"{column.title} low", f"{column.title} high"] if interval else [column.title]
    lines = [[*header, "note"]]
    for row in table.rows:
        line: list[str] = []
        for cell, interval in zip(row, with_interval, strict=True):
            line += [_value(cell), _number(cell.low), _number(cell.high)] if interval else [_value(cell)]
        lines.append([*line, "; ".join(dict.fromkeys(cell.reason for cell in row if cell.reason))])
    return lines


def _value(cell: Cell) -> str:
    return cell.text if cell.value is None else _number(cell.value)


def _number(value: float | None) -> str:
    """Ten significant digits, trailing zeros left out."""
    return "" if value is None else f"{value:.10g}"


_NUMBER = re.compile(r"-?[0-9.]+(?:e[-+]?[0-9]+)?")


def _inert(field: str) -> str:
    """A name that a spreadsheet would take for a formula, with the apostrophe that says it is a text."""
    return f"'{field}" if field[:1] in tuple("=+-@") and not _NUMBER.fullmatch(field) else field


def _written(lines: Sequence[Sequence[str]]) -> str:
    buffer = io.StringIO()
    shown = [[_inert(visible(field)) for field in line] for line in lines]
    csv.writer(buffer, lineterminator="\n").writerows(shown)
    return buffer.getvalue()
