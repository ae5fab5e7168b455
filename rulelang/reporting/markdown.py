"""A report as Markdown: tables with their definitions; of plots the caption and what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.reporting.document import Cell, Document, Figure, Table, reasons, visible


def markdown_text(document: Document) -> str:
    """The whole report as Markdown (GitHub's tables)."""
    return "\n".join(_lines(document)).rstrip() + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield f"# {_escaped(document.title)}"
    yield ""
    yield _escaped(document.lead)
    yield ""
    for label, figure, what in document.headline:
        yield f"- **{_escaped(label)}: {_escaped(figure)}** ({_escaped(what)})"
    for label, text in document.facts:
        yield f"- {_escaped(label)}: {_escaped(text)}"
    for warning in document.warnings:
        yield ""
        yield f"> {_escaped(warning)}"
    for section in document.sections:
        yield ""
        yield f"## {_escaped(section.title)}"
        if section.lead:
            yield ""
            yield _escaped(section.lead)
        for part in section.parts:
            # What a plot shows stands in a table beside it.
            if not isinstance(part, Figure):
                yield ""
                yield from _table(part)


def table_text(table: Table) -> str:
    """One table with its definition."""
    return "\n".join(_table(table)) + "\n"


def _table(table: Table) -> Iterator[str]:
    notes = reasons(table)
    yield f"### {_escaped(table.title)}"
    yield ""
    yield "| " + " | ".join(_escaped(column.title) for column in table.columns) + " |"
    yield "| " + " | ".join("---:" if column.numeric else "---" for column in table.columns) + " |"
    for row in table.rows:
        yield "| " + " | ".join(_cell(cell, notes) for cell in row) + " |"
    if notes:
        yield ""
        for number, note in enumerate(notes, 1):
            yield f"[{number}] {_escaped(note)}  "
    for note in table.notes:
        yield ""
        yield _escaped(note)
    yield ""
    yield _escaped(table.definition)
    if table.formula:
        yield ""
        yield f"`{table.formula}`"
    if table.source:
        yield ""
        yield f"*Source: {_escaped(table.source)}*"


def _cell(cell: Cell, notes: tuple[str, ...]) -> str:
    text = _escaped(cell.text)
    if cell.best:
        text = f"**{text}**"
    if cell.reason:
        text += f" [{notes.index(cell.reason) + 1}]"
    if cell.interval:
        text += f" {cell.interval}"
    if cell.change:
        text += f" {cell.change}"
    return text


def _escaped(text: str) -> str:
    """What Markdown would take for markup, as itself."""
    # An underscore between letters marks nothing up: names of files and evaluators stay readable.
    marks = r"[\\|*`$~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"
    text = re.sub(marks, r"\\\g<0>", visible(text)).replace("](", "]\\(")
    return re.sub(r"&(?=#?\w+;)", "&amp;", text).replace("<", "&lt;")
