"""Blocks of YAML in a text (`claims:`, `- id: s1`, `  formula: p`), as the objects of JSON that say the same."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulelang.verifier.markup.json_nodes import Node, objects, plain

_BEGINS = re.compile(
    r"^(?=[a-z][a-z_-]{0,40}[ \t]*:[ \t]*\r?\n(?:[ \t]+[a-z_]{1,40}:[ \t]*\r?\n){0,3}"
    r"[ \t]*-[ \t]+(?:\{[ \t]*)?(?:id|claim_id|claim|formula|says|statement|condition|step)[ \t]*:[ \t])",
    re.MULTILINE,
)
"""The key of a list of objects, as claims are written."""
_LINE = re.compile(r"(?P<indent>[ ]*)(?P<said>[^\r\n]*)(?:\r?\n|$)")
_KEY = re.compile(r"(?P<key>[A-Za-z_][\w -]{0,40}?)[ ]*:(?:[ ]+|$)")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None}
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class _Row:
    """A line, or what stands behind a dash in it: how far it is set in, and where it begins."""

    indent: int
    at: int
    said: str


def blocks(text: str, start: int, end: int) -> Iterator[Node]:
    """The blocks in a stretch of a text that begin with a list of objects; none that is written in another way.

    >>> text = "claims:\\n- id: s1\\n  says: p\\n  from: [a, b]\\ndecision: q\\n"
    >>> [one.value for one in blocks(text, 0, len(text))]
    [{'claims': [{'id': 's1', 'says': 'p', 'from': ['a', 'b']}], 'decision': 'q'}]
    """
    done = start
    for begins in _BEGINS.finditer(text, start, end):
        if begins.start() < done:
            continue
        rows = _rows(text, begins.start(), end)
        done = rows[-1].at + len(rows[-1].said)
        try:
            node = _block(text, rows, 0)
        except ValueError:
            continue
        if not rows:
            yield node


def _rows(text: str, start: int, end: int) -> deque[_Row]:
    """The lines of a block: up to one that is set in no further than the first and is no member."""
    rows: deque[_Row] = deque()
    while start < end and (line := _LINE.match(text, start, end)) is not None:
        said = line["said"].rstrip()
        if said and not line["indent"] and not said.startswith(("- ", "#")) and _KEY.match(said) is None:
            break
        if said and not said.startswith("#"):
            rows.append(_Row(len(line["indent"]), line.start("said"), said))
        start = line.end()
    return rows


def _block(text: str, rows: deque[_Row], depth: int) -> Node:
    """The list or object whose first line is the next one; raises ValueError where it is neither."""
    if depth > _DEEPEST:
        raise ValueError("too deep")
    first = rows[0]
    members: dict[str, Node] = {}
    items: list[Node] = []
    while rows and rows[0].indent == first.indent and rows[0].said.startswith("- ") == first.said.startswith("- "):
        row = rows.popleft()
        if row.said.startswith("- "):
            behind = row.said[1:].lstrip()
            inner = _Row(row.indent + len(row.said) - len(behind), row.at + len(row.said) - len(behind), behind)
            if _KEY.match(behind) is None:
                items.append(_scalar(text, inner.at, behind))
            else:
                rows.appendleft(inner)
                items.append(_block(text, rows, depth + 1))
            continue
        found = _KEY.match(row.said)
        if found is None or found["key"] in members:
            raise ValueError("no member")
        members[found["key"]] = _member(text, rows, row, found.end(), depth)
    if rows and rows[0].indent > first.indent:
        raise ValueError("set in for no reason")
    last = max((one.end for one in (*members.values(), *items)), default=first.at)
    if items:
        return Node(text, first.at, last, [one.value for one in items], items=tuple(items))
    named = {plain(key): replace(one, key=key) for key, one in members.items()}
    return Node(text, first.at, last, {key: one.value for key, one in members.items()}, named)


def _member(text: str, rows: deque[_Row], row: _Row, behind: int, depth: int) -> Node:
    said = row.said[behind:]
    if _FOLDED.fullmatch(said) is not None and rows and rows[0].indent > row.indent:
        return _folded(text, rows, row.indent)
    if said:
        return _scalar(text, row.at + behind, said)
    if rows and (rows[0].indent > row.indent or (rows[0].indent == row.indent and rows[0].said.startswith("- "))):
        return _block(text, rows, depth + 1)
    return Node(text, row.at + behind, row.at + behind, None)


_FOLDED = re.compile(r"[|>][+-]?")


def _folded(text: str, rows: deque[_Row], indent: int) -> Node:
    """What stands below `|` or `>`, set in further: in one line, for it is read as one."""
    lines: list[_Row] = []
    while rows and rows[0].indent > indent:
        lines.append(rows.popleft())
    last = lines[-1].at + len(lines[-1].said)
    return Node(text, lines[0].at, last, " ".join(line.said for line in lines))


def _scalar(text: str, at: int, said: str) -> Node:
    said = re.sub(r"[ ]+#.*", "", said)
    end = at + len(said)
    if said[:1] == "[" and said[-1:] == "]":
        pieces = re.finditer(r"[^\s,][^,]*(?<! )", said[1:-1])
        items = tuple(_scalar(text, at + 1 + one.start(), one[0]) for one in pieces)
        return Node(text, at, end, [one.value for one in items], items=items)
    if said[:1] == "{" and said[-1:] == "}":
        found = next(objects(text, at, end), None)
        if found is None or (found.start, found.end) != (at, end):
            raise ValueError("no object")
        return found
    if said[:1] in ("{", "[", "|", ">", "&", "*"):
        raise ValueError("another way to write")
    value: Any = said
    if said[:1] in ("'", '"') and len(said) > 1 and said[-1] == said[0]:
        value = said[1:-1]
    elif said.lower() in _CONSTANTS:
        value = _CONSTANTS[said.lower()]
    elif said.isdecimal():
        value = int(said) if len(said) < 10 else said
    return Node(text, at, end, value)
