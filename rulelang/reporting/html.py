"""A report as one HTML file that needs nothing else: style, tables and plots are in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from rulelang import __version__
from rulelang.reporting.document import Cell, Document, Table, reasons, visible


@dataclass(frozen=True, slots=True)
class Entry:
    """A cell as it stands in a row: a heading or not, over how many rows, numbers or not."""

    cell: Cell
    head: bool
    span: int
    number: bool


@dataclass(frozen=True, slots=True)
class SpannedRow:
    entries: tuple[Entry, ...]
    first: bool


def html_text(document: Document) -> str:
    """The page.  The same document gives the same bytes."""
    folder = files("rulelang.reporting") / "templates"
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=False, keep_trailing_newline=True, finalize=_finalized
    )
    template = environment.from_string((folder / "report.html.j2").read_text(encoding="utf-8"))
    style = (folder / "report.css").read_text(encoding="utf-8").strip()
    text: str = template.render(
        document=document, style=style, version=__version__, reasons=reasons, spanned=spanned_rows
    )
    return text


def _finalized(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def spanned_rows(table: Table) -> Iterator[SpannedRow]:
    """The rows with equal headings one under the other joined, the last of the heading columns excepted."""
    left = [0] * table.keys
    for index, row in enumerate(table.rows):
        entries: list[Entry] = []
        first = False
        for place, cell in enumerate(row):
            number = table.columns[place].numeric
            if place >= table.keys:
                entries.append(Entry(cell, False, 1, number))
                continue
            if left[place] == 0:
                span = 1 if place == table.keys - 1 else _run(table, index, place)
                left[place] = span
                entries.append(Entry(cell, True, span, number))
                first = first or place == 0
            left[place] -= 1
        yield SpannedRow(tuple(entries), first)


def _run(table: Table, index: int, place: int) -> int:
    """How many rows from here on have the same headings up to this column."""
    own = [cell.text for cell in table.rows[index][: place + 1]]
    size = 1
    while index + size < len(table.rows) and [c.text for c in table.rows[index + size][: place + 1]] == own:
        size += 1
    return size
