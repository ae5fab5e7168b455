"""Leaves declarations, clauses and parts of conditions out of a text, and every other line as it stands.

What goes with a thing: the comment at the end of its last line, and comments directly above it where nothing else
stands below them (an empty line or the end follows).  A comment at the top of a file stays.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.source import Source, Span

_MARK = re.compile(r"#\s*rulelang:\s*ignore\b")


def without(source: Source, spans: Iterable[Span]) -> str:
    """The text of a source without these stretches, each a whole declaration, clause, comment or list member."""
    text = source.text
    cuts = sorted({_whole(text, span.start, span.end) for span in spans})
    kept: list[str] = []
    end = 0
    for start, stop in cuts:
        if start >= end:
            kept.append(text[end:start])
        end = max(end, stop)
    kept.append(text[end:])
    return _joined(kept)


def _joined(pieces: list[str]) -> str:
    """The pieces after each other; where a thing stood between empty lines one of them goes."""
    made = pieces[0]
    for piece in pieces[1:]:
        first = re.match(r"[ \t]*(?:\r?\n|$)", piece)
        if first is not None and (not made or re.search(r"(?:^|\n)[ \t]*\r?\n\Z", made)):
            if not piece.strip():
                made = made.rstrip() + ("\n" if made.strip() else "")
                piece = ""
            else:
                piece = piece[first.end() :]
        made += piece
    return made


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch with its lines, if it has them for itself."""
    line = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    stop = len(text) if stop < 0 else stop + 1
    before, after = text[line:start], text[end:stop].strip()
    if before.strip() or (after and not after.startswith("#")):
        if before.strip():
            if not text[end : end + 1].strip():
                start -= len(before) - len(before.rstrip())
        else:
            end += len(text[end:]) - len(text[end:].lstrip(" \t"))
        return start, end
    return _with_comments(text, line, stop), stop


def _with_comments(text: str, line: int, stop: int) -> int:
    """Where the comments begin that go with a thing, or its own line."""
    follows = text[stop:].split("\n", 1)[0].strip()
    first = line
    while first > 0:
        above = text.rfind("\n", 0, first - 1) + 1
        if not text[above:first].lstrip().startswith("#"):
            break
        if follows and not _MARK.search(text[above:first]):
            break
        if above == 0 and not _MARK.search(text[above:first]):
            return line
        first = above
    return first


def part_of(module: tree.Module, whole: Span, number: int) -> Span | None:
    """A part of the condition of the rule or clause at this place, with the AND before or after it.

    None if the condition is no conjunction there, or if a comment stands between the parts.
    """
    for said in _conditional(module):
        if (said.span.start, said.span.end) != (whole.start, whole.end) or not isinstance(said.condition, tree.And):
            continue
        parts = said.condition.parts
        text = whole.source.text
        bounds = [_in_parentheses(text, part.span) for part in parts]
        first, last = bounds[number]
        if number:
            gap = bounds[number - 1][1], first
            cut = gap[0], last
        else:
            gap = last, bounds[1][0]
            cut = first, gap[1]
        line_end = text.find("\n", cut[1])
        remark = text[cut[1] : line_end if line_end >= 0 else len(text)].lstrip().startswith("#")
        if text[gap[0] : gap[1]].strip() != "AND" or (remark and "\n" in text[cut[0] : cut[1]]):
            return None
        return Span(whole.source, *cut)
    return None


_Conditional: TypeAlias = tree.Rule | tree.ExceptionClause | tree.ConflictClause | tree.IroncladClause


def _conditional(module: tree.Module) -> Iterator[_Conditional]:
    for declaration in module.declarations:
        if isinstance(declaration, tree.Rule):
            yield declaration
            for operator in declaration.operators:
                if isinstance(operator, tree.ExceptionClause | tree.ConflictClause | tree.IroncladClause):
                    yield operator


def _in_parentheses(text: str, span: Span) -> tuple[int, int]:
    """The stretch with the parentheses that stand around it."""
    start, end = span.start, span.end
    while True:
        left = re.search(r"\(\s*\Z", text[:start])
        right = re.match(r"\s*\)", text[end:])
        if left is None or right is None:
            return start, end
        start, end = left.start(), end + right.end()


def naming(module: tree.Module, gone: Collection[str]) -> Iterator[Span]:
    """What of PRIORITY lines goes with rules and clauses: the line, or the name and its comma in a list."""
    for declaration in module.declarations:
        if not isinstance(declaration, tree.Priority):
            continue
        there = [name.text in gone for name in declaration.lower]
        if declaration.higher.text in gone or all(there):
            yield declaration.span
            continue
        first = there.index(False)
        for place, name in enumerate(declaration.lower):
            if there[place] and place < first:
                yield Span(name.span.source, name.span.start, declaration.lower[place + 1].span.start)
            elif there[place]:
                yield Span(name.span.source, declaration.lower[place - 1].span.end, name.span.end)
