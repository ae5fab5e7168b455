"""What is struck out (`~~p~~`, `<del>p</del>`): it stands in a text and is not said."""

from __future__ import annotations

import re

from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.quoting import blank, replaced


def without_struck(text: str, first: int, end: int) -> tuple[str, list[Line]]:
    """A text with spaces for what is struck out between two places of it, and that in order.

    Where nothing else is left of what a head or field says, it stays and can't be read, since what the next line says
    would be taken for it.

    >>> said, gone = without_struck("DECISION: ~~NOT~~ p", 0, 19)
    >>> said, [line.rest for line in gone]
    ('DECISION:         p', ['~~NOT~~'])
    >>> without_struck("s1: ~~p~~ | rules: r1", 0, 21)[0], without_struck("~~a AND ~~b", 0, 11)[0]
    ('s1: ~~p~~ | rules: r1', '~~a AND ~~b')
    """
    if text.find("~~", first, end) < 0 and _TAGGED.search(text, first, end) is None:
        return text, []
    gone: list[Line] = []
    done = first
    for found in _STRUCK.finditer(text, first, end):
        at = found.start("struck")
        start, last = found.span("struck" if at >= 0 else 0)
        if at < 0 and _ALL.search(text, max(first, start - _NEAR), start) and _NO_MORE.match(text, last, end):
            continue
        begins = max(text.rfind("\n", done, start), text.rfind("\r", done, start), done - (done > first))
        alone = not text[begins + 1 : start].strip() and _NO_MORE.match(text, last, end) is not None
        said = " ".join(text[start:last].split())
        gone.append(Line("struck", start, last, said, whole="" if alone else said))
        done = last
    return replaced(text, ((one.start, one.end) for one in gone), blank), gone


_NEAR = 4
_TAG = r"<(?P<tag>del|strike|s)>(?=[^<]*\w)[^<\r\n]{1,2000}</(?P=tag)>"
_TAGGED = re.compile(_TAG, re.IGNORECASE)
_END = r"(?<!\s)~~(?!~)(?:(?<=\w~~)|(?!\w))"
_STRUCK = re.compile(
    r"(?:^[ \t>]*+(?:(?:[-*+•]|\(?[A-Za-z\d]{1,4}[.)]|#{1,6})[ \t]++)*+[*_`]*+|\|[ \t]*+)"
    r"(?P<struck>~~(?![~\s])(?:(?!~~|(?:\r\n?|\n)[ \t]*+[\r\n])[\s\S]){1,2000}+" + _END + r")"
    r"|(?<!~)~~(?![~\s])(?:(?!~~)[^\r\n]){1,2000}+" + _END + rf"|{_TAG}",
    re.MULTILINE | re.IGNORECASE,
)
"""From the beginning of a line or field over several lines perhaps, and elsewhere within a line."""
_ALL = re.compile(r"[:=|][ \t*_\"']*$")
_NO_MORE = re.compile(r"[*_]*+(?:[\"'][ \t]*+[,}]|[ \t]*+[.;]?+[ \t]*+(?:$|[|\r\n]))")
