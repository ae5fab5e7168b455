"""What a report is before it has a format: sections of tables and figures, each with its definition and source."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table.

    `text` is what is read; `value` the number behind it at full precision (None: a text, or not available, and then
    `reason` says why).  `low` and `high` are an interval.  `change` is how it differs from the cell that it is compared
    with, `better` whether that is for the better.  `best`: the best of its column.  `bar` is a share from 0 to 1 to be
    shown as a bar behind the number.
    """

    text: str
    value: float | int | None = None
    low: float | None = None
    high: float | None = None
    interval: str = ""
    change: str = ""
    better: bool | None = None
    best: bool = False
    bar: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, what it means (a tip, optional), and whether it holds numbers."""

    title: str
    means: str = ""
    numeric: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """A table with what one needs to read it: the definition in words, the formula, where it comes from.

    `keys` is how many columns at the left name the row.  `notes` are told below the table, besides the reasons of cells
    that are not available.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    definition: str
    formula: str = ""
    source: str = ""
    keys: int = 1
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot, with the words that stand for it where it can't be seen.  `svg` draws it: formats without plots don't."""

    name: str
    title: str
    svg: Callable[[], str]
    alt: str
    caption: str
    source: str = ""


Part: TypeAlias = Table | Figure


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    title: str
    lead: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report; `facts` are what it is about, a label and a text each; `headline` its few main figures."""

    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    headline: tuple[tuple[str, str, str], ...] = field(default=())
    """A label, a figure, and what it is, each."""
    warnings: tuple[str, ...] = ()

    def tables(self) -> tuple[Table, ...]:
        return tuple(part for section in self.sections for part in section.parts if isinstance(part, Table))


_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """A name from elsewhere as it can stand in a page: signs that steer instead of showing are shown.

    >>> visible("a\\nb\\x1b[31m")
    'a␊b␛[31m'
    """
    return _UNSEEN.sub(lambda found: chr(0x2400 + ord(found[0])) if ord(found[0]) < 0x20 else "\ufffd", text)


def reasons(table: Table) -> tuple[str, ...]:
    """The reasons of a table's cells, each once, in the order in which they are met: its footnotes."""
    return tuple(dict.fromkeys(cell.reason for row in table.rows for cell in row if cell.reason))
