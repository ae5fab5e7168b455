"""Findings that the text itself answers: `# rulelang: ignore RL510 because the registry settles it`.

The comment stands at the end of a line on which the clause is, or on lines of comments directly above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rulelang.engine.analysis.finding import Drop, Finding, finding
from rulelang.grammar.source import Source, Span

_COMMENT = re.compile(r"#\s*rulelang:\s*ignore\b\s*(?P<codes>[A-Z0-9, ]*?)\s*(?:\bbecause\b\s*(?P<reason>\S.*?))?\s*$")
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"')


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: the codes that it ignores, and where."""

    source: Source
    line: int
    codes: tuple[str, ...]
    reason: str | None
    span: Span


def suppressions(source: Source) -> tuple[Suppression, ...]:
    """All such comments of a source."""
    found: list[Suppression] = []
    offset = 0
    for number, line in enumerate(source.text.split("\n"), 1):
        if "rulelang:" in line:
            # A mark inside a text in quotes is no comment.
            blank = _TEXT.sub(lambda text: " " * len(text.group()), line)
            match = _COMMENT.search(blank)
            if match is not None:
                codes = tuple(re.findall(r"RL[0-9]{3}", match["codes"]))
                span = Span(source, offset + match.start(), offset + match.end())
                found.append(Suppression(source, number, codes, match["reason"], span))
        offset += len(line) + 1
    return tuple(found)


def without_suppressed(findings: Iterable[Finding], sources: Iterable[Source]) -> tuple[list[Finding], int]:
    """The findings that no comment answers, with those about the comments themselves, and how many were answered.

    A comment without a reason answers nothing (RL525); one that answers nothing is reported (RL526).
    """
    comments = [one for source in sources for one in suppressions(source)]
    lines = {(one.source.name, one.line): one for one in comments}
    used: set[tuple[str, int]] = set()
    kept: list[Finding] = []
    count = 0
    for one in findings:
        answer = _answering(one, lines)
        if answer is None:
            kept.append(one)
        else:
            count += 1
            used.add((answer.source.name, answer.line))
    for comment in comments:
        if comment.reason is None or not comment.codes:
            hint = "write `# rulelang: ignore RL510 because …`"
            message = "this suppresses nothing: it gives no code, or no reason"
            kept.append(finding("RL525", message, comment.span, hint=hint))
        elif (comment.source.name, comment.line) not in used:
            message = f"nothing here is {' or '.join(comment.codes)}, so there is nothing to suppress"
            drop = Drop("comment", "", comment.span)
            kept.append(finding("RL526", message, comment.span, hint="take the comment out", drop=drop))
    return kept, count


def _answering(one: Finding, lines: dict[tuple[str, int], Suppression]) -> Suppression | None:
    label = one.diagnostic.primary
    if label is None:
        return None
    source = label.span.source
    first = source.place(label.span.start)[0]
    last = source.place(max(label.span.start, label.span.end))[0]
    candidates = [lines.get((source.name, number)) for number in range(first, last + 1)]
    above = first - 1
    while above > 0 and source.line(above).lstrip().startswith("#"):
        candidates.append(lines.get((source.name, above)))
        above -= 1
    for comment in candidates:
        if comment is not None and comment.reason is not None and one.diagnostic.code in comment.codes:
            return comment
    return None
