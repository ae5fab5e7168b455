"""Formulas in the strings of a JSON document: they are read as texts of their own, and pointed at in the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from rulelang.grammar.diagnostic import Diagnostic
from rulelang.grammar.source import Source, Span

Place: TypeAlias = tuple[Span, str]
"""A span in the document and its pointer."""


def located(found: Iterable[Diagnostic], strings: Mapping[Source, Place]) -> tuple[Diagnostic, ...]:
    """The diagnostics with their places in the document: within a string, or all of it where it has escapes."""
    made: list[Diagnostic] = []
    for diagnostic in found:
        primary = diagnostic.primary
        if primary is not None and primary.span.source in strings:
            secondary = tuple(replace(label, span=_within(label.span, strings)) for label in diagnostic.secondary)
            here = strings[primary.span.source][1]
            primary = replace(primary, span=_within(primary.span, strings))
            diagnostic = replace(diagnostic, primary=primary, secondary=secondary, pointer=here)
        made.append(diagnostic)
    return tuple(dict.fromkeys(made))


def _within(span: Span, strings: Mapping[Source, Place]) -> Span:
    if span.source not in strings:
        return span
    whole = strings[span.source][0]
    line, column = span.source.place(span.start)
    if line != whole.source.place(whole.start)[0]:
        return whole
    start = whole.source.line_starts[line - whole.source.first_line] + column - 1
    moved = Span(whole.source, start, start + len(span.text))
    return moved if moved.text == span.text and start <= whole.end else whole


def placed(text: str, span: Span) -> Source:
    """A source that holds a string of a document, at the line and column where it stands there."""
    line, column = span.source.place(span.start)
    quote = 1 if span.text.startswith('"') else 0
    return Source(span.source.name, " " * (column - 1 + quote) + text, line)
