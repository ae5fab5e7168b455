"""Where the quoted strings of a line are, straight or curly, so that no separator is looked for inside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rulelang.verifier.markup.memory import remembered

QUOTE = '"'
_CLOSERS = {"“": "”", "”": "”", "„": "“”", "«": "»"}


def strings(line: str) -> Iterator[tuple[int, int]]:
    """The places of the quoted strings with their quotes, in order; what is never closed is none.

    >>> list(strings('a “b” "c" d"'))
    [(2, 5), (6, 9)]
    """
    return iter(_strings(line))


@remembered
def _strings(line: str) -> tuple[tuple[int, int], ...]:
    return tuple(_found(line))


def _found(line: str) -> Iterator[tuple[int, int]]:
    absent: set[str] = set()
    mark = _MARK.search(line)
    while mark is not None:
        at, char = mark.start(), mark[0]
        if char == "\\":
            mark = _MARK.search(line, at + 2)
            continue
        end = _straight_end(line, at, absent) if char == QUOTE else _curly_end(line, at, absent)
        if end > 0:
            yield at, end
        mark = _MARK.search(line, max(end, at + 1))


_MARK = re.compile(r"[\"“”„«\\]")


def mask(line: str) -> str:
    """The line with every character of its strings replaced by a quote: as long as before, safe to be searched."""
    if _MARK.search(line) is None:
        return line
    pieces: list[str] = []
    done = 0
    for start, end in strings(line):
        pieces += [line[done:start], QUOTE * (end - start)]
        done = end
    return "".join((*pieces, line[done:]))


_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_SPACE = re.compile(rf"(?<!\d)[{_SPACES}]|[{_SPACES}](?!\d)")
"""A space other than ` `, but for one that may group the digits of a number."""


def plain_spaces(line: str) -> str:
    """The line with plain spaces for those of typesetters, outside of its strings; as long as before.

    >>> plain_spaces("CLAIM\\u00a0s1:\\u202fa")
    'CLAIM s1: a'
    """
    if _SPACE.search(line) is None:
        return line
    pieces: list[str] = []
    done = 0
    for start, end in strings(line):
        pieces += [_SPACE.sub(" ", line[done:start]), line[start:end]]
        done = end
    return "".join((*pieces, _SPACE.sub(" ", line[done:])))


_NO_BREAK = re.compile(r"[^\r\n]")


def replaced(text: str, places: Iterable[tuple[int, int]], instead: Callable[[str], str]) -> str:
    """A text with something else at some places, which are in order and apart.

    >>> replaced("abc d", [(0, 2), (4, 5)], str.upper)
    'ABc D'
    """
    pieces: list[str] = []
    done = 0
    for start, end in places:
        pieces += [text[done:start], instead(text[start:end])]
        done = end
    return "".join((*pieces, text[done:]))


def blank(text: str) -> str:
    """Spaces in its place, and its lines as they were, so that places in the text around it stay."""
    return _NO_BREAK.sub(" ", text)


_INVISIBLE = re.compile(r"[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")


def visible(line: str) -> list[int] | None:
    """The places of the characters of a line that can be seen, or stand in a string; None: all of them.

    >>> visible("a\\u200bb '\\u200b'"), visible('a "\\u200b\\ufeff" b\\u200e'), visible("ab")
    ([0, 2, 3, 4, 6], [0, 1, 2, 3, 4, 5, 6, 7], None)
    """
    if _INVISIBLE.search(line) is None:
        return None
    hidden = mask(line)
    return [at for at, char in enumerate(hidden) if _INVISIBLE.match(char) is None]


def straightened(text: str) -> str:
    """The text with its curly strings as the language writes them.

    >>> straightened('NOT “the "old" rule”')
    'NOT "the \\\\"old\\\\" rule"'
    """
    pieces: list[str] = []
    done = 0
    for start, end in strings(text):
        inner = text[start + 1 : end - 1]
        if text[start] != QUOTE:
            inner = inner.replace("\\", "\\\\").replace(QUOTE, '\\"')
        pieces += [text[done:start], QUOTE, inner, QUOTE]
        done = end
    return "".join((*pieces, text[done:]))


def quoted(text: str) -> str:
    """A text as a string of the language."""
    return QUOTE + text.replace("\\", "\\\\").replace(QUOTE, '\\"') + QUOTE


def unquoted(text: str) -> str:
    """What a value says: without its quotes, if it is one string.

    >>> unquoted('“none was signed”'), unquoted('none')
    ('none was signed', 'none')
    """
    text = text.strip()
    first = next(strings(text), None)
    if first is None or first[0] != 0 or text[first[1] :].strip(" .,;*_`"):
        return text
    inner = text[1 : first[1] - 1]
    if text[0] != QUOTE:
        return inner
    return inner.replace("\\\\", "\0").replace('\\"', QUOTE).replace("\0", "\\")


def _straight_end(line: str, start: int, absent: set[str]) -> int:
    """The end of the string that opens here; once one is never closed, none further on is: that keeps time linear."""
    if QUOTE in absent:
        return -1
    at = start + 1
    while at < len(line):
        if line[at] == "\\":
            at += 2
        elif line[at] == QUOTE:
            return at + 1
        else:
            at += 1
    absent.add(QUOTE)
    return -1


def _curly_end(line: str, start: int, absent: set[str]) -> int:
    """Where as many have closed as were opened; else at the first that closes; else at a straight quote."""
    opener = line[start]
    ends = [found for closer in _CLOSERS[opener] if (found := _find(line, closer, start, absent)) > 0]
    if not ends:
        return _straight_end(line, start, absent)
    if opener in "“«" and opener not in absent:
        depth = 0
        for at in range(start, len(line)):
            depth += (line[at] == opener) - (line[at] == _CLOSERS[opener])
            if not depth:
                return at + 1
        absent.add(opener)
    return min(ends) + 1


def _find(line: str, closer: str, start: int, absent: set[str]) -> int:
    if closer in absent:
        return -1
    found = line.find(closer, start + 1)
    if found < 0:
        absent.add(closer)
    return found
