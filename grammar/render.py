"""Diagnostics shown: as text with the lines and carets below them, and as JSON.

Lines and columns count from one; a column is a code point, and an end column is the one after the last.  Carets
allow for what a terminal shows: a tab as four spaces, wide East Asian characters as two columns, combining marks as
none.  Pure functions: nothing is printed here.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.source import Source, Span

WIDEST = 120
"""Of a longer line only the part around the place is shown."""

Paint: TypeAlias = Callable[[str, str], str]
_TAB = "    "
_COLORS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.HINT: "1;36"}
_BLUE = "1;34"


def render_text(diagnostics: Iterable[Diagnostic], color: bool = False) -> str:
    """Each diagnostic with its lines, its labels and its hint, a blank line between two; "" for none.

    ```
    error[RL104]: a `)` without its `(`
     --> fees.rules:2:8
      |
    2 |   IF a) THEN b
      |       ^
      = hint: leave it out, or write the `(`
    ```
    """
    paint = _painted if color else _plain
    return "\n".join(_one(diagnostic, paint) for diagnostic in diagnostics)


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON array: of each its code, severity, message, file, line, column (and end), hint, labels and pointer."""
    return json.dumps([_object(d) for d in diagnostics], ensure_ascii=False, indent=2) + "\n"


def _object(diagnostic: Diagnostic) -> dict[str, Any]:
    primary = diagnostic.primary
    place: dict[str, Any] = dict.fromkeys(_PLACE) if primary is None else _place(primary.span)
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **place,
        "hint": diagnostic.hint,
        "labels": [
            {**_place(label.span), "text": label.text}
            for label in (*((primary,) if primary is not None and primary.text else ()), *diagnostic.secondary)
        ],
        "pointer": diagnostic.pointer,
    }


_PLACE = ("file", "line", "column", "end_line", "end_column")


def _place(span: Span) -> dict[str, Any]:
    values = (span.source.name, *span.source.place(span.start), *span.source.place(max(span.start, span.end)))
    return dict(zip(_PLACE, values, strict=True))


# -------------------------------------------------------------------------------------------------------- text


def _plain(text: str, style: str) -> str:
    return text


def _painted(text: str, style: str) -> str:
    return f"\033[{style}m{text}\033[0m" if text else ""


@dataclass(frozen=True, slots=True)
class _Mark:
    """What stands under one line: carets from a column up to another (code points from zero), and words."""

    line: int
    start: int
    end: int
    sign: str
    text: str


def _one(diagnostic: Diagnostic, paint: Paint) -> str:
    style = _COLORS[diagnostic.severity]
    head = paint(f"{diagnostic.severity}[{diagnostic.code}]", style)
    lines = [f"{head}: {visible(diagnostic.message)}"]
    labels: dict[Source, list[tuple[Label, str]]] = {}
    if diagnostic.primary is not None:
        labels[diagnostic.primary.span.source] = [(diagnostic.primary, "^")]
    for label in diagnostic.secondary:
        labels.setdefault(label.span.source, []).append((label, "-"))
    marks = {
        source: [mark for label, sign in parts for mark in _marks(label, sign)] for source, parts in labels.items()
    }
    width = max((len(str(mark.line)) for found in marks.values() for mark in found), default=1)
    gutter = " " * width
    bar, equals = paint(f"{gutter} |", _BLUE), paint(f"{gutter} =", _BLUE)
    for source, parts in labels.items():
        line, column = source.place(parts[0][0].span.start)
        arrow = paint(f"{gutter}-->", _BLUE)
        lines += [f"{arrow} {visible(source.name)}:{line}:{column}", bar]
        lines += _excerpt(source, marks[source], width, style, paint, bar)
    if diagnostic.pointer:
        lines.append(f"{equals} at: {visible(diagnostic.pointer)}")
    if diagnostic.hint is not None:
        lines.append(f"{equals} hint: {visible(diagnostic.hint)}")
    return "\n".join(lines) + "\n"


def _marks(label: Label, sign: str) -> list[_Mark]:
    """The lines that a label underlines: all of one, else the first and the last, the words under the last."""
    source, start, end = label.span
    first, column = source.place(start)
    last, end_column = source.place(max(start, end))
    if last > first and end_column == 1:  # up to a line's end: nothing of the next one
        last -= 1
        end_column = len(source.line(last)) + 1
    if last == first:
        return [_Mark(first, column - 1, max(end_column - 1, column), sign, label.text)]
    line = source.line(last)
    indent = len(line) - len(line.lstrip())
    return [
        _Mark(first, column - 1, max(len(source.line(first)), column), sign, ""),
        _Mark(last, min(indent, end_column - 1), max(end_column - 1, 1), sign, label.text),
    ]


def _excerpt(source: Source, marks: Sequence[_Mark], width: int, style: str, paint: Paint, bar: str) -> list[str]:
    lines: list[str] = []
    before: int | None = None
    for number in sorted({mark.line for mark in marks}):
        if before is not None and number > before + 1:
            lines.append(paint(f"{'...':{width}}", _BLUE))
        before = number
        here = [mark for mark in marks if mark.line == number]
        text = source.line(number)
        low, high = _window(text, here)
        shown = ("…" if low else "") + visible(text[low:high]) + ("…" if high < len(text) else "")
        lines.append(f"{paint(f'{number:>{width}} |', _BLUE)} {shown}".rstrip())
        for mark in here:
            start, end = min(max(mark.start, low), high), min(max(mark.end, mark.start + 1), high + 1)
            pad = _width(text[low:start]) + (1 if low else 0)
            carets = mark.sign * max(_width(text[start:end]) + (1 if end > len(text) else 0), 1)
            words = f" {visible(mark.text)}" if mark.text else ""
            sign = paint(carets + words, style if mark.sign == "^" else _BLUE)
            lines.append(f"{bar} {' ' * pad}{sign}")
    return lines


def _window(text: str, marks: Sequence[_Mark]) -> tuple[int, int]:
    """The part of a line that is shown."""
    if len(text) <= WIDEST:
        return 0, len(text)
    first = min(mark.start for mark in marks)
    low = max(0, min(first - WIDEST // 3, len(text) - WIDEST))
    return low, min(len(text), low + WIDEST)


def visible(text: str) -> str:
    """The text as it is shown: a tab as spaces, a character that moves or hides others as its symbol."""
    if text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character == "\t":
        return _TAB
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    code = ord(character)
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


def _width(text: str) -> int:
    """How many columns of a terminal the text takes, as `visible` shows it."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if character == "\t":
        return len(_TAB)
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
