"""Findings that the text itself answers: `# rulelang: ignore RL510 because the registry settles it`.

The comment stands at the end of a line on which a clause is to which the finding points, or on lines of comments
directly above it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from rulelang.engine.analysis.finding import Drop, Finding, finding
from rulelang.grammar.source import Source, Span

_COMMENT = re.compile(r"#\s*rulelang:\s*(?P<said>.*?)\s*$")
_SAID = re.compile(r"ignore\b\s*(?P<codes>[A-Z0-9]+(?:[\s,]+[A-Z0-9]+)*)\s+because\b\s*(?P<reason>\S.*)")
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"')


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: the codes that it ignores, and where.  It has none, and no reason, if it is of another form."""

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
                said = _SAID.fullmatch(match["said"])
                codes = () if said is None else tuple(re.split(r"[\s,]+", said["codes"]))
                span = Span(source, offset + match.start(), offset + match.end())
                found.append(Suppression(source, number, codes, None if said is None else said["reason"], span))
        offset += len(line) + 1
    return tuple(found)


def without_suppressed(
    findings: Iterable[Finding], sources: Iterable[Source], codes: Container[str]
) -> tuple[list[Finding], int]:
    """The findings that no comment answers, with those about the comments themselves, and how many were answered.

    A comment that is not of the form, without a reason say, answers nothing (RL525); that it names a code that there
    is not is reported (RL536), and that nothing there has one of its codes (RL526).

    Args:
        codes: all codes that there are.
    """
    comments = [one for source in sources for one in suppressions(source)]
    lines = {(one.source.name, one.line): one for one in comments}
    used: dict[tuple[str, int], set[str]] = {}
    kept: list[Finding] = []
    count = 0
    for one in findings:
        answers = _answering(one, lines)
        if not answers:
            kept.append(one)
        else:
            count += 1
        for answer in answers:
            used.setdefault((answer.source.name, answer.line), set()).add(one.diagnostic.code)
    for comment in comments:
        kept += _about(comment, used.get((comment.source.name, comment.line), set()), codes)
    return kept, count


def _about(comment: Suppression, used: Container[str], codes: Container[str]) -> Iterator[Finding]:
    """What is to be said of a comment, of whose codes some are `used`."""
    if comment.reason is None or not comment.codes:
        hint = "write `# rulelang: ignore RL510 because …`"
        message = "this suppresses nothing: it gives no code, or no reason"
        yield finding("RL525", message, comment.span, hint=hint)
        return
    unknown = [code for code in comment.codes if code not in codes]
    for code in unknown:
        hint = "a finding shows its code: `warning[RL510]`; `rulelang explain` tells what one means"
        yield finding("RL536", f"there is no code `{code}`, so this suppresses nothing by it", comment.span, hint=hint)
    idle = [code for code in comment.codes if code in codes and code not in used]
    if idle:
        message = f"nothing here is {' or '.join(idle)}, so there is nothing to suppress"
        alone = len(idle) == len(comment.codes)
        hint = "take the comment out" if alone else f"take {' and '.join(idle)} out of the comment"
        drop = Drop("comment", "", comment.span) if alone else None
        yield finding("RL526", message, comment.span, hint=hint, drop=drop)


def _answering(one: Finding, lines: dict[tuple[str, int], Suppression]) -> list[Suppression]:
    """The comments that answer a finding: at any clause that it points to, so that their order makes no difference."""
    labels = [label for label in (one.diagnostic.primary, *one.diagnostic.secondary) if label is not None]
    return [
        comment
        for label in labels
        for comment in _at(label.span, lines)
        if comment.reason is not None and one.diagnostic.code in comment.codes
    ]


def _at(span: Span, lines: dict[tuple[str, int], Suppression]) -> Iterator[Suppression]:
    """The comments on the lines of a clause, and directly above it."""
    source = span.source
    first = source.place(span.start)[0]
    last = source.place(max(span.start, span.end))[0]
    candidates = [*range(first, last + 1)]
    above = first - 1
    while above > 0 and source.line(above).lstrip().startswith("#"):
        candidates.append(above)
        above -= 1
    for number in candidates:
        if (comment := lines.get((source.name, number))) is not None:
            yield comment
