"""Laying out text: a small algebra of documents, rendered within a width, with remarks where they belong.

A document says where a line may end; `rulelang.grammar.printing.page.render` ends lines only where it must.  After
P. Wadler, *A prettier printer* (2003), with two additions that rule files need: rows of cells that are aligned
with each other, and remarks (comments) that hang on the line ends and force them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment to be placed: after how many words of its declaration, and whether it has a line of its own.

    `blank` asks for an empty line before it, `indent` overrides the indentation of the place where it lands, `below`
    says that it ends the rule under a table's header, which has no words.
    """

    text: str
    own: bool
    after: int = 0
    blank: bool = False
    indent: int | None = None
    below: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Words that stay together."""

    value: str


@dataclass(frozen=True, slots=True)
class Line:
    """A place where a line may end (`hard`: must end); `flat` is what stands there if it doesn't.

    `close` says that the next line belongs to this one: no comment with a line of its own comes between them.
    """

    flat: str = " "
    hard: bool = False
    blank: bool = False
    close: bool = False
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
    """Rows with hard line ends between them.

    `gap` is the space between two columns; the last cells may stick out by `over` columns, where they are strings that
    are better read in their column than on a line of their own.
    """

    parts: tuple[Row | Doc, ...]
    gap: int = 1
    over: int = 0


Doc: TypeAlias = Text | Line | Concat | Group | Nest | Align | Fill | Row | Rows

SPACE = Line()
HARD = Line(hard=True)
EMPTY = Concat(())


def words(*parts: Doc | str) -> Doc:
    """Parts one after the other, strings as text."""
    return Concat(tuple([Text(part) if isinstance(part, str) else part for part in parts]))


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
    r"""(?P<skip>\#[^\n\r]*|\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\||[\s(){},:]+|\|)
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
    found: list[Word] = []
    for match in _WORD.finditer(text, start, len(text) if end is None else end):
        if match.lastgroup == "word":
            found.append(Word(match.group(), match.start(), match.end()))
    return found


def end_of_words(text: str, start: int, end: int) -> int:
    """Where the last word, bracket, bar or rule line of a stretch ends; comments and white space are left out."""
    last = start
    for match in _WORD.finditer(text, start, end):
        if match.lastgroup == "word":
            last = match.end()
        elif not match.group().startswith("#") and match.group().strip():
            last = match.start() + len(match.group().rstrip())
    return last


def flat_text(doc: Doc) -> str | None:
    """The document on one line, or None if it has a hard line end or a remark inside."""
    out: list[str] = []
    stack: list[Doc] = [doc]
    while stack:
        part = stack.pop()
        match part:
            case Text(value):
                if "\n" in value or "\r" in value:
                    return None
                out.append(value)
            case Line(flat, hard, remarks=remarks):
                if hard or remarks:
                    return None
                out.append(flat)
            case Concat(parts) | Fill(parts):
                stack.extend(reversed(parts))
            case Group(body) | Align(body) | Nest(_, body):
                stack.append(body)
            case Row(cells, _):
                stack.extend(reversed(separated(cell for cell in cells if cell != EMPTY)))
            case Rows(rows):
                stack.extend(reversed(rows))
            case _:
                assert_never(part)
    return "".join(out)


def word_texts(doc: Doc) -> list[str]:
    """The words of a document in their order."""
    out: list[str] = []
    stack: list[Doc] = [doc]
    while stack:
        part = stack.pop()
        match part:
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
            case Rows(rows):
                stack.extend(reversed(rows))
            case _:
                assert_never(part)
    return out


# ---------------------------------------------------------------------------------------------------- remarks


class Placing:
    """Hangs remarks on the first line end after the word that they follow."""

    def __init__(self, remarks: Sequence[Remark]) -> None:
        self.waiting = list(remarks)
        self.count = 0

    def place(self, doc: Doc) -> Doc:
        """The document with the remarks that are due in it; those that come after its last line end keep waiting."""
        made: list[Doc] = []
        pending: list[tuple[Doc, bool]] = [(doc, False)]
        while pending:
            part, ready = pending.pop()
            if ready:
                _rebuild(part, made)
                continue
            match part:
                case Text(value):
                    self.count += len(words_of(value))
                    made.append(part)
                case Line():
                    made.append(self._hung(part))
                case Row():
                    made.append(self._row(part))
                case Concat(parts) | Fill(parts):
                    pending.append((part, True))
                    pending.extend((below, False) for below in reversed(parts))
                case Rows(rows):
                    pending.append((part, True))
                    pending.extend((below, False) for below in reversed(rows))
                case Group(body) | Align(body) | Nest(_, body):
                    pending.append((part, True))
                    pending.append((body, False))
                case _:
                    assert_never(part)
        return made.pop()

    def _row(self, row: Row) -> Doc:
        """The row as it is if no remark finds a line end inside of it, else in its broken form."""
        within = Placing(self.waiting)
        within.count = self.count
        broken = within.place(row.broken)
        self.count = within.count
        if len(within.waiting) == len(self.waiting):
            return row
        self.waiting = within.waiting
        return broken

    def _hung(self, line: Line) -> Line:
        """The line end with the remarks that are due at it."""
        due = 0
        while due < len(self.waiting) and self.waiting[due].after <= self.count:
            if line.close and (self.waiting[due].own or self.waiting[due].below):
                break
            due += 1
        if due == 0:
            return line
        placed, self.waiting = tuple(self.waiting[:due]), self.waiting[due:]
        return replace(line, remarks=line.remarks + placed)


def _rebuild(doc: Doc, made: list[Doc]) -> None:
    """Put a document of the last ones made in their place."""
    match doc:
        case Concat(parts) | Fill(parts) | Rows(parts):
            start = len(made) - len(parts)
            below = tuple(made[start:])
            del made[start:]
            made.append(replace(doc, parts=below))
        case Group() | Align() | Nest():
            made.append(replace(doc, body=made.pop()))
        case _:
            raise AssertionError("documents without parts are not rebuilt")


def display_width(text: str) -> int:
    """Columns that a text takes in a terminal: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in text
    )
