"""Laying out text: a small algebra of documents, rendered within a width, with remarks where they belong.

A document says where a line may end; `render` ends lines only where it must.  After P. Wadler, *A prettier
printer* (2003), with two additions that rule files need: rows of cells that are aligned with each other, and
remarks (comments) that hang on the line ends and force them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

WIDTH = 110
"""Lines are kept within this many columns where the words allow it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment to be placed: after how many words of its declaration, and whether it has a line of its own.

    `blank` asks for an empty line before it, `indent` overrides the indentation of the place where it lands.
    """

    text: str
    own: bool
    after: int = 0
    blank: bool = False
    indent: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Words that stay together."""

    value: str


@dataclass(frozen=True, slots=True)
class Line:
    """A place where a line may end (`hard`: must end); `flat` is what stands there if it doesn't."""

    flat: str = " "
    hard: bool = False
    blank: bool = False
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Concat:
    parts: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """All its line ends are kept together: none of them is used if the whole fits."""

    body: Doc


@dataclass(frozen=True, slots=True)
class Nest:
    """Indents the lines that begin inside by so many columns more."""

    by: int
    body: Doc


@dataclass(frozen=True, slots=True)
class Align:
    """Indents the lines that begin inside to the column where it begins."""

    body: Doc


@dataclass(frozen=True, slots=True)
class Fill:
    """Items with a line end between each two (`item, Line, item, …`), of which only those are used that must be."""

    parts: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Cells that are aligned with the cells of the rows around it; `broken` is the row where it cannot be one line.

    A cell without words is left out, and its column stays empty in this row.
    """

    cells: tuple[Doc, ...]
    broken: Doc


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows with hard line ends between them; `gap` is the space between two columns."""

    parts: tuple[Row | Doc, ...]
    gap: int = 1


Doc: TypeAlias = Text | Line | Concat | Group | Nest | Align | Fill | Row | Rows

SPACE = Line()
SOFT = Line(flat="")
HARD = Line(hard=True)
EMPTY = Concat(())


def words(*parts: Doc | str) -> Doc:
    """Parts one after the other, strings as text."""
    return Concat(tuple(Text(part) if isinstance(part, str) else part for part in parts))


def separated(items: Iterable[Doc], line: Line = SPACE) -> tuple[Doc, ...]:
    """Items with a line end between each two."""
    parts: list[Doc] = []
    for item in items:
        if parts:
            parts.append(line)
        parts.append(item)
    return tuple(parts)


def listed(items: Sequence[Doc]) -> Doc:
    """`a, b, c`, wrapped under its first item."""
    last = len(items) - 1
    return Align(Fill(separated(words(item, ",") if i < last else item for i, item in enumerate(items))))


# ------------------------------------------------------------------------------------------------------ words

_WORD = re.compile(
    r"""(?P<skip>\#[^\n\r]*|\|[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\||[\s(){},:|]+)
      |(?P<word>"(?:\\.|[^"\\])*"|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?|\d[\d_]*(?:\.\d+)?%?
      |[^\W\d]\w*(?:\.\w+)*|!=|<=|>=|.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a source and where it is; parentheses, commas, colons, bars and comments are no words."""

    text: str
    start: int
    end: int


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words of a text from `start` to `end`, by which places in two layouts of one thing are compared."""
    found = []
    for match in _WORD.finditer(text, start, len(text) if end is None else end):
        if match.lastgroup == "word":
            found.append(Word(match.group(), match.start(), match.end()))
    return found


def flat_text(doc: Doc) -> str | None:
    """The document on one line, or None if it has a hard line end or a remark inside."""
    out: list[str] = []
    stack: list[Doc] = [doc]
    while stack:
        match stack.pop():
            case Text(value):
                if "\n" in value or "\r" in value:
                    return None
                out.append(value)
            case Line(flat, hard, _, remarks):
                if hard or remarks:
                    return None
                out.append(flat)
            case Concat(parts) | Fill(parts):
                stack.extend(reversed(parts))
            case Group(body) | Align(body) | Nest(_, body):
                stack.append(body)
            case Row(cells, _):
                stack.extend(reversed(separated(cell for cell in cells if cell != EMPTY)))
            case Rows(rows, _):
                stack.extend(reversed(rows))
            case other:
                assert_never(other)
    return "".join(out)


def word_texts(doc: Doc) -> list[str]:
    """The words of a document in their order."""
    out: list[str] = []
    stack: list[Doc] = [doc]
    while stack:
        match stack.pop():
            case Text(value):
                out.extend(word.text for word in words_of(value))
            case Line():
                pass
            case Concat(parts) | Fill(parts):
                stack.extend(reversed(parts))
            case Group(body) | Align(body) | Nest(_, body):
                stack.append(body)
            case Row(_, broken):
                stack.append(broken)
            case Rows(rows, _):
                stack.extend(reversed(rows))
            case other:
                assert_never(other)
    return out


# ---------------------------------------------------------------------------------------------------- remarks


class Placing:
    """Hangs remarks on the first line end after the word that they follow."""

    def __init__(self, remarks: Sequence[Remark]) -> None:
        self.waiting = list(remarks)
        self.count = 0

    def place(self, doc: Doc) -> Doc:
        """The document with the remarks that are due in it; those that come after its last line end keep waiting."""
        match doc:
            case Text(value):
                self.count += len(words_of(value))
                return doc
            case Line():
                due = 0
                while due < len(self.waiting) and self.waiting[due].after <= self.count:
                    due += 1
                if due == 0:
                    return doc
                placed, self.waiting = tuple(self.waiting[:due]), self.waiting[due:]
                return replace(doc, remarks=doc.remarks + placed)
            case Concat(parts):
                return Concat(tuple(self.place(part) for part in parts))
            case Fill(parts):
                return Fill(tuple(self.place(part) for part in parts))
            case Group(body):
                return Group(self.place(body))
            case Align(body):
                return Align(self.place(body))
            case Nest(by, body):
                return Nest(by, self.place(body))
            case Row(_, broken):
                size = len(word_texts(broken))
                if any(self.count < remark.after < self.count + size for remark in self.waiting):
                    return self.place(broken)
                self.count += size
                return doc
            case Rows(parts, gap):
                return Rows(tuple(self.place(part) for part in parts), gap)
            case other:
                assert_never(other)


# -------------------------------------------------------------------------------------------------- rendering


def display_width(text: str) -> int:
    """Columns that a text takes in a terminal: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in text
    )


@dataclass(slots=True)
class Written:
    """A finished line and the comment at its end."""

    text: str
    remark: str | None = None


@dataclass(frozen=True, slots=True)
class _FillFrom:
    parts: tuple[Doc, ...]
    index: int


_Item: TypeAlias = tuple[int, bool, "Doc | _FillFrom"]
_EndLine: TypeAlias = "Callable[[str | None], None]"


def render(doc: Doc, width: int = WIDTH) -> list[Written]:
    """The lines of a document; what cannot be kept within the width sticks out."""
    lines: list[Written] = []
    here: list[str] = []
    column = 0
    stack: list[_Item] = [(0, False, doc)]

    def end_line(remark: str | None = None) -> None:
        text = "".join(here).rstrip(" ")
        here.clear()
        lines.append(Written(text, remark))

    while stack:
        indent, flat, item = stack.pop()
        match item:
            case Text(value):
                if not value:
                    continue
                first, *more = value.split("\n")
                here.append(first)
                column += display_width(first)
                for line in more:
                    lines.append(Written("".join(here)))
                    here[:] = [line]
                    column = display_width(line)
            case Line(as_flat, hard, blank, remarks):
                if flat and not hard and not remarks:
                    here.append(as_flat)
                    column += len(as_flat)
                    continue
                _end_with(remarks, indent, here, lines, end_line)
                if blank and lines:
                    lines.append(Written(""))
                here.append(" " * indent)
                column = indent
            case Concat(parts):
                stack.extend((indent, flat, part) for part in reversed(parts))
            case Nest(by, body):
                stack.append((max(indent + by, 0), flat, body))
            case Align(body):
                stack.append((column, flat, body))
            case Group(body):
                stack.append((indent, flat or _fits(body, width - column, stack), body))
            case Fill(parts):
                stack.append((indent, flat, _FillFrom(parts, 0)))
            case _FillFrom(parts, index):
                if index >= len(parts):
                    continue
                part = parts[index]
                whole = flat or _fits(part, width - column, [])
                if index + 2 < len(parts):
                    line, after = parts[index + 1], parts[index + 2]
                    stack.append((indent, flat, _FillFrom(parts, index + 2)))
                    both = Concat((part, line, after))
                    rest = stack[:-1] if index + 3 >= len(parts) else []
                    stack.append((indent, flat or _fits(both, width - column, rest), line))
                stack.append((indent, whole, part))
            case Row(cells, broken):
                stack.append((indent, flat, Rows((Row(cells, broken),))))
            case Rows(parts, gap):
                stack.extend((indent, False, part) for part in reversed(_aligned(parts, gap, width - column)))
            case other:
                assert_never(other)
    end_line()
    return lines


def _end_with(
    remarks: tuple[Remark, ...], indent: int, here: list[str], lines: list[Written], end_line: _EndLine
) -> None:
    """End the current line, with the remarks that hang on its end."""
    begun = bool("".join(here).strip())
    if not remarks:
        if begun or lines:
            end_line()
        return
    first, *more = remarks
    if begun and not first.own:
        end_line(first.text)
    else:
        if begun or lines:
            end_line()
        here.clear()
        more = list(remarks)
    for remark in more:
        if remark.blank and lines:
            lines.append(Written(""))
        lines.append(Written(" " * (indent if remark.indent is None else remark.indent) + remark.text))
    here.clear()


def _fits(doc: Doc, room: int, rest: Sequence[_Item]) -> bool:
    """Whether the document, and what must follow it on the same line, fits into the room on one line."""
    own: list[Doc] = [doc]
    while own:
        if room < 0:
            return False
        match own.pop():
            case Text(value):
                if "\n" in value:
                    return False
                room -= display_width(value)
            case Line(flat, hard, _, remarks):
                if hard or remarks:
                    return False
                room -= len(flat)
            case Concat(parts) | Fill(parts):
                own.extend(reversed(parts))
            case Group(body) | Align(body) | Nest(_, body):
                own.append(body)
            case Row() | Rows():
                return False
            case other:
                assert_never(other)
    for _, flat, item in reversed(rest):
        later: list[Doc | _FillFrom] = [item]
        while later:
            if room < 0:
                return False
            match later.pop():
                case Text(value):
                    room -= display_width(value.split("\n")[0])
                    if "\n" in value:
                        return room >= 0
                case Line(as_flat, hard, _, remarks):
                    if hard or remarks or not flat:
                        return room >= 0
                    room -= len(as_flat)
                case Concat(parts) | Fill(parts):
                    later.extend(reversed(parts))
                case _FillFrom(parts, index):
                    later.extend(reversed(parts[index:]))
                case Group(body) | Align(body) | Nest(_, body):
                    later.append(body)
                case Row() | Rows():
                    return room >= 0
                case other:
                    assert_never(other)
    return room >= 0


def _aligned(parts: tuple[Row | Doc, ...], gap: int, width: int) -> list[Doc]:
    """The rows as lines: those that fit are aligned with each other, the others are broken or left alone."""
    texts: dict[int, list[str]] = {}
    for index, part in enumerate(parts):
        if isinstance(part, Row):
            cells = [flat_text(cell) for cell in part.cells]
            if all(cell is not None for cell in cells):
                texts[index] = [cell or "" for cell in cells]
    alone = {i for i, cells in texts.items() if display_width(_padded(cells, [], gap)) > width}
    taking_part = {i for i in texts if i not in alone}
    widths: list[int] = []
    while taking_part:
        widths = _widths([texts[i] for i in sorted(taking_part)])
        too_wide = {i for i in taking_part if display_width(_padded(texts[i], widths, gap)) > width}
        if not too_wide:
            break
        # The longest line gives way first: it is the one whose alignment costs most.
        taking_part.remove(max(sorted(too_wide), key=lambda i: display_width(_padded(texts[i], [], gap))))
    lines: list[Doc] = []
    for index, part in enumerate(parts):
        if not isinstance(part, Row):
            lines.append(part)
        elif index in taking_part:
            lines.append(Text(_padded(texts[index], widths, gap)))
        elif index in texts and index not in alone:
            lines.append(Text(_padded(texts[index], [], gap)))
        else:
            lines.append(part.broken)
    return lines


def _widths(rows: list[list[str]]) -> list[int]:
    """The width of each column; the last cell of a row may run on and does not count."""
    widths: list[int] = []
    for cells in rows:
        filled = [i for i, cell in enumerate(cells) if cell]
        for i, cell in enumerate(cells):
            while len(widths) <= i:
                widths.append(0)
            if filled and i < filled[-1]:
                widths[i] = max(widths[i], display_width(cell))
    return widths


def _padded(cells: list[str], widths: list[int], gap: int) -> str:
    """The cells side by side, each in its column if there are widths."""
    out = ""
    filled = [i for i, cell in enumerate(cells) if cell]
    for i, cell in enumerate(cells):
        if i < len(widths):
            if widths[i] or (filled and i == filled[-1]):
                out += cell + " " * (max(widths[i] - display_width(cell), 0) + gap)
        elif cell:
            out += cell + " " * gap
    return out.rstrip(" ")
