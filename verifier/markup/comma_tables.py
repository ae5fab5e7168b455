"""Tables without borders: rows of cells between commas, semicolons, tabs or `|`, below a head of claims."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulelang.verifier.markup.json_nodes import plain
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.tables import is_head_row, is_rule

_BETWEEN = ("|", "\t", ";", ",")
_LONGEST_NAME = 30
_LONGEST_ROW = 4000
_NO_ROW = ("blank", "fence", "decision", "claim", "table", "header", "object", "lead", "cut", "deep")


def bordered(text: str, found: Sequence[Line]) -> list[Line]:
    """The lines of a text, with those that are rows of a table without borders as rows of one with them.

    >>> from rulelang.verifier.markup.lines import lines
    >>> rows = 'id,claim,from\\ns1,p,\\ns2,"q","s1, s3"'
    >>> [one.rest for one in bordered(rows, list(lines(rows)))]
    ['| id | claim | from |', '| s1 | p |  |', '| s2 | q | s1, s3 |']
    """
    made: list[Line] = []
    at = 0
    while at < len(found):
        rows = list(_table(text, found, at))
        made += rows or [found[at]]
        at += len(rows) or 1
    return made


def _table(text: str, found: Sequence[Line], first: int) -> Iterator[Line]:
    """The rows of a table that begins with a line; none: it is the head of none."""
    head = found[first]
    if head.kind not in ("other", "fielded") or text[head.end - 1] in ".:!?":
        return
    for between in _BETWEEN:
        cells = [plain(cell) for cell in _cells(text, head, between)]
        if len(cells) < 2 or max(map(len, cells)) > _LONGEST_NAME or not is_head_row(cells):
            continue
        rows: list[Line] = []
        for line in map(found.__getitem__, range(first + 1, len(found))):
            row = _cells(text, line, between) if line.kind not in _NO_ROW else []
            if between == "\t" and len(row) > 1:  # the last cells may be empty
                row += [""] * (len(cells) - len(row))
            if len(row) != len(cells):
                break
            rows.append(_row(line, row))
        if any(not is_rule(_cells(text, line, between)) for line in rows):
            yield _row(head, cells)
            yield from rows
        return


def _row(line: Line, cells: Sequence[str]) -> Line:
    return replace(line, kind="table", rest=f"| {' | '.join(cells)} |", name="")


def _cells(text: str, line: Line, between: str) -> list[str]:
    written = text[line.start : line.end]
    if len(written) > _LONGEST_ROW or len(written.splitlines()) > 1:
        return []  # an object of JSON
    if between not in written or (between != "|" and "|" in written):
        return []
    [row] = csv.reader([written], delimiter=between, skipinitialspace=True)
    return [cell.strip() for cell in row]
