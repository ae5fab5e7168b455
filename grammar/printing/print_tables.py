"""Tables and rows as documents: Markdown with columns of one width, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulelang.grammar import tree
from rulelang.grammar.printing.layout import (
    HARD,
    Concat,
    Doc,
    Fill,
    Line,
    Nest,
    Text,
    display_width,
    flat_text,
    separated,
    words,
)
from rulelang.grammar.printing.print_declarations import signature, string, typed
from rulelang.grammar.printing.print_expressions import CANONICAL, Spelling, expression


def table(declaration: tree.Table, spell: Spelling = CANONICAL) -> Doc:
    """The head, then the rows, or the path of their file."""
    parts: list[Doc] = [words("TABLE ", signature(declaration.name, declaration.parameters, spell))]
    parts += typed(declaration.type, declaration.gloss, spell)
    if declaration.file is not None:
        parts.append(words("FILE ", string(declaration.file, spell)))
    return words(Nest(4, Fill(separated(parts))), Nest(2, rows(declaration.rows, spell)))


def rows(lines: Sequence[tree.Row], spell: Spelling = CANONICAL) -> Doc:
    """Rows, each on a line of its own however long it is, with a rule under the header."""
    texts = [[cell_text(cell, spell) for cell in row.cells] for row in lines]
    columns = max((len(row) for row in texts), default=0)
    widths = [max(display_width(row[i]) for row in texts if i < len(row)) for i in range(columns)]
    right = [_is_numeric([row.cells[i] for row in lines[1:] if i < len(row.cells)]) for i in range(columns)]
    parts: list[Doc] = []
    for number, row in enumerate(texts):
        line = ""
        for i, text in enumerate(row):
            room = " " * (widths[i] - display_width(text))
            line += f"| {room}{text} " if right[i] and number else f"| {text}{room} "
        parts += [HARD, Text(line + "|")]
        if number == 0:
            dashes = "|".join("-" * (widths[i] + 2) for i in range(len(row)))
            parts += [Line(hard=True, close=True), Text(f"|{dashes}|")]
    return Concat(tuple(parts))


def cell_text(cell: tree.Cell, spell: Spelling = CANONICAL) -> str:
    """The words of one cell."""
    match cell:
        case tree.CellValues(values):
            return ", ".join(_value_text(value, spell) for value in values)
        case tree.CellAny():
            return "ANY"
        case tree.CellOther():
            return "OTHER"
        case tree.CellUnknown():
            return "UNKNOWN"
        case tree.CellRange(low, low_open, high, high_open):
            return _range_text(low, low_open, high, high_open, spell)
        case _:
            assert_never(cell)


def _value_text(value: tree.Expr, spell: Spelling) -> str:
    """The words of a value, which has no place for a line end in it except inside a string."""
    if isinstance(value, tree.Sentence):
        return spell.string(value)
    text = flat_text(expression(value, spell))
    assert text is not None
    return text


def _range_text(
    low: tree.Expr | None, low_open: bool, high: tree.Expr | None, high_open: bool, spell: Spelling
) -> str:
    below = None if low is None else f"{'OVER' if low_open else 'FROM'} {_value_text(low, spell)}"
    if high is None:
        return below or ""
    above = _value_text(high, spell)
    if below is None:
        return f"UNDER {above}" if high_open else f"UP TO {above}"
    return f"{below} {'UNDER' if high_open else 'TO'} {above}"


def _is_numeric(cells: Sequence[tree.Cell]) -> bool:
    """Whether a column holds numbers, with NONE here and there."""
    numbers = 0
    for cell in cells:
        match cell:
            case tree.CellValues(values=(tree.Number() | tree.Minus(),)):
                numbers += 1
            case tree.CellValues(values=(tree.NoneLiteral(),)):
                pass
            case _:
                return False
    return numbers > 0
