"""Rendering documents: where the lines end, and how rows are aligned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from rulelang.grammar.printing.layout import (
    Align,
    Concat,
    Doc,
    Fill,
    Group,
    Line,
    Nest,
    Remark,
    Row,
    Rows,
    Text,
    display_width,
    flat_text,
)

WIDTH = 110
"""Lines are kept within this many columns where the words allow it."""

MANY = 40
"""Where more rows than this are too wide to be aligned, they are not weighed one by one."""


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


@dataclass(slots=True)
class _Page:
    """The finished lines and the one being written."""

    lines: list[Written]
    here: list[str]
    column: int = 0

    def write(self, text: str) -> None:
        """Add text to the current line; line ends inside it (in a string) are kept."""
        if "\n" not in text:
            self.here.append(text)
            self.column += display_width(text)
            return
        first, *more = text.split("\n")
        self.here.append(first)
        self.column += display_width(first)
        for line in more:
            self.lines.append(Written("".join(self.here)))
            self.here = [line]
            self.column = display_width(line)

    def end_line(self, remark: str | None = None) -> None:
        """Finish the current line; at the very top nothing is to be finished."""
        text = "".join(self.here).rstrip(" ")
        self.here = []
        if text or self.lines:
            self.lines.append(Written(text, remark))

    def next_line(self, indent: int, blank: bool, remarks: tuple[Remark, ...]) -> None:
        """End the line with the remarks that hang on its end and begin the next one."""
        if remarks and not remarks[0].own and "".join(self.here).strip():
            self.end_line(remarks[0].text)
            remarks = remarks[1:]
        else:
            self.end_line()
        for remark in remarks:
            if remark.blank and self.lines:
                self.lines.append(Written(""))
            self.lines.append(Written(" " * (indent if remark.indent is None else remark.indent) + remark.text))
        if blank and self.lines:
            self.lines.append(Written(""))
        self.here = [" " * indent]
        self.column = indent


def render(doc: Doc, width: int = WIDTH) -> list[Written]:
    """The lines of a document; what cannot be kept within the width sticks out."""
    page = _Page([], [])
    stack: list[_Item] = [(0, False, doc)]
    while stack:
        indent, flat, item = stack.pop()
        match item:
            case Text(value):
                page.write(value)
            case Line(as_flat, hard, blank, _, remarks):
                if flat and not hard and not remarks:
                    page.write(as_flat)
                else:
                    page.next_line(indent, blank, remarks)
            case Concat(parts):
                stack.extend([(indent, flat, part) for part in reversed(parts)])
            case Nest(by, body):
                stack.append((max(indent + by, 0), flat, body))
            case Align(body):
                stack.append((page.column, flat, body))
            case Group(body):
                stack.append((indent, flat or _fits(body, width - page.column, stack), body))
            case Fill(parts):
                stack.append((indent, flat, _FillFrom(parts, 0)))
            case _FillFrom(parts, index):
                stack.extend(_filled(parts, index, (indent, flat), width - page.column, stack))
            case Row():
                stack.append((indent, flat, Rows((item,))))
            case Rows(rows, gap, over):
                room = width + over - page.column
                stack.extend((indent, False, part) for part in reversed(_aligned(rows, gap, room)))
            case _:
                assert_never(item)
    page.end_line()
    return page.lines


def _filled(
    parts: tuple[Doc, ...], index: int, mode: tuple[int, bool], room: int, stack: list[_Item]
) -> list[_Item]:
    """What becomes of a fill from one of its items on: the item, whether the line ends after it, and the rest."""
    if index >= len(parts):
        return []
    indent, flat = mode
    part = parts[index]
    items: list[_Item] = [(indent, flat or _fits(part, room, []), part)]
    if index + 2 < len(parts):
        line = parts[index + 1]
        last = index + 3 >= len(parts)
        goes_on = flat or _fits(Concat(parts[index : index + 3]), room, stack if last else [])
        items.insert(0, (indent, goes_on, line))
        items.insert(0, (indent, flat, _FillFrom(parts, index + 2)))
    return items


def _fits(doc: Doc, room: int, rest: Sequence[_Item]) -> bool:
    """Whether the document, and what must follow it on the same line, fits into the room on one line."""
    todo: list[Doc] = [doc]
    while todo:
        if room < 0:
            return False
        part = todo.pop()
        match part:
            case Text(value):
                if "\n" in value:
                    return False
                room -= display_width(value)
            case Line(as_flat, hard, remarks=remarks):
                if hard or remarks:
                    return False
                room -= len(as_flat)
            case Concat(parts) | Fill(parts):
                todo.extend(reversed(parts))
            case Group(body) | Align(body) | Nest(_, body):
                todo.append(body)
            case Row() | Rows():
                return False
            case _:
                assert_never(part)
    return room >= _needed(rest, room)


def _needed(rest: Sequence[_Item], room: int) -> int:
    """How much room is taken up to the next line end by what follows; more than there is room is not counted."""
    taken = 0
    for _, flat, item in reversed(rest):
        later: list[Doc | _FillFrom] = [item]
        while later:
            if taken > room:
                return taken
            part = later.pop()
            match part:
                case Text(value):
                    taken += display_width(value.split("\n")[0])
                    if "\n" in value:
                        return taken
                case Line(as_flat, hard, remarks=remarks):
                    if hard or remarks or not flat:
                        return taken
                    taken += len(as_flat)
                case Concat(parts) | Fill(parts):
                    later.extend(reversed(parts))
                case _FillFrom(parts, index):
                    later.extend(reversed(parts[index:]))
                case Group(body) | Align(body) | Nest(_, body):
                    later.append(body)
                case Row() | Rows():
                    return taken
                case _:
                    assert_never(part)
    return taken


def _aligned(parts: tuple[Row | Doc, ...], gap: int, width: int) -> list[Doc]:
    """The rows as lines: those that fit are aligned with each other, the others are broken or left alone."""
    texts: dict[int, list[str]] = {}
    for index, part in enumerate(parts):
        if isinstance(part, Row):
            cells = [flat_text(cell) for cell in part.cells]
            if None not in cells:
                texts[index] = [cell or "" for cell in cells]
    alone = {i for i, cells in texts.items() if display_width(_padded(cells, [], gap)) > width}
    taking_part = _that_fit({i: cells for i, cells in texts.items() if i not in alone}, gap, width)
    widths = _widths(list(taking_part.values()))
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


def _that_fit(rows: dict[int, list[str]], gap: int, width: int) -> dict[int, list[str]]:
    """The rows that are aligned: as many as can be so that each fits into the width.

    Where a row becomes too wide, either the longest of these is left out, or one whose cell makes a column wide, as
    leaves fewer too wide.
    """
    taking_part = dict(rows)
    while too_wide := _too_wide(taking_part, gap, width):
        too_wide.sort(key=lambda i: display_width(_padded(taking_part[i], [], gap)), reverse=True)
        if len(too_wide) > MANY:
            # A quarter at a time keeps very long runs fast.
            for i in too_wide[: len(too_wide) // 4]:
                del taking_part[i]
            continue
        columns = range(max(len(cells) for cells in taking_part.values()) - 1)
        broad = [max(taking_part, key=lambda i: _cell_width(taking_part[i], column)) for column in columns]
        left: list[tuple[int, int]] = []
        for rank, out in enumerate(dict.fromkeys([too_wide[0], *broad])):
            others = {i: cells for i, cells in taking_part.items() if i != out}
            left.append((len(_too_wide(others, gap, width)), rank))
        del taking_part[list(dict.fromkeys([too_wide[0], *broad]))[min(left)[1]]]
    return taking_part


def _too_wide(rows: dict[int, list[str]], gap: int, width: int) -> list[int]:
    widths = _widths(list(rows.values()))
    return [i for i, cells in rows.items() if display_width(_padded(cells, widths, gap)) > width]


def _cell_width(cells: list[str], column: int) -> int:
    """The width that a cell asks of its column; the last cell of a row asks for none."""
    runs_on = column + 1 >= len(cells) or not any(cells[column + 1 :])
    return 0 if runs_on else display_width(cells[column])


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
