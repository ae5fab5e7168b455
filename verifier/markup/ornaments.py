"""Emoji and check marks, which models set before and behind what they say."""

from __future__ import annotations

import re

ORNAMENTS = "\u231a\u231b\u23e9-\u23fa\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u200d\u20e3"
"""Symbols and pictures, with what joins and varies them, for a character class."""

DENYING = re.compile(
    "[☐☒⚠⛔✕✖✗✘❌❎❓❔➖\U0001f44e\U0001f534\U0001f645\U0001f6ab\U0001f6d1\U0001f7e0\U0001f7e1\U0001f7e5\U0001f7e7\U0001f7e8"
    "\U0001f914\U0001f937]"
)
"""Those that say no, or that it is not sure: they are never read over."""

CROSS = "✕✖✗✘❌❎☒"
"""Those that stand for no in a column that says yes or no."""

TICK = "✓✔✅☑"
"""Those that stand for yes there."""

_PLAIN = f"(?:(?!{DENYING.pattern})[{ORNAMENTS}])"
_ANY = re.compile(f"[{ORNAMENTS}]")
_RUN = re.compile(f"[{ORNAMENTS}]+")
_BEFORE = re.compile(
    f"(?P<marks>[*_`~\\[(#]*+)(?P<run>[ \t]*+(?:[0-9]\ufe0f?\u20e3|[{ORNAMENTS}])[ \t{ORNAMENTS}]*+)"
)
_HEAD = re.compile(f"([^:\"“{ORNAMENTS}]{{1,60}}?)[ \t]*+{_PLAIN}++[ \t]*+(?=[*_`~\\])]*+[ \t]*+(?::|$))")


def unadorned(text: str, around: str = " \t") -> str:
    """The text without the emoji and check marks at its ends, where none of these denies or doubts.

    Args:
        around: what else may stand at an end, between them.

    >>> unadorned("accepted \\u2705"), unadorned("\\u2714\\ufe0f p"), unadorned("p \\u274c"), unadorned("p")
    ('accepted', 'p', 'p ❌', 'p')
    """
    if _ANY.search(text) is None:
        return text
    start, end = 0, len(text)
    while start < end and (text[start] in around or _ANY.match(text[start])):
        start += 1
    while end > start and (text[end - 1] in around or _ANY.match(text[end - 1])):
        end -= 1
    if _ANY.search(text, 0, start) is not None and DENYING.search(text, 0, start) is None:
        text, end = text[start:], end - start
    if _ANY.search(text, end) is not None and DENYING.search(text, end) is None:
        text = text[:end]
    return text


def without_lead(line: str) -> tuple[str, str]:
    """A line without the emoji and check marks before its head, and these.

    >>> without_lead("**\u2705 Decision:** p"), without_lead("\u274c p")
    (('**Decision:** p', '✅'), ('p', '❌'))
    """
    found = _BEFORE.match(line)
    if found is None:
        return line, ""
    return found["marks"] + line[found.end() :], found["run"].strip()


def plain_head(line: str) -> str:
    """A line without the emoji and check marks at the end of its head.

    >>> plain_head("Final decision \u2705"), plain_head("Decision \u2705: p"), plain_head("p \u274c")
    ('Final decision', 'Decision: p', 'p ❌')
    """
    found = _HEAD.match(line) if _ANY.search(line) is not None else None
    return line if found is None else found[1] + line[found.end() :]


def plain_list(value: str, strays: list[str]) -> str:
    """A list of identifiers without emoji; those that deny or doubt go to `strays`."""
    if _ANY.search(value) is None:
        return value
    strays += [found[0] for found in _RUN.finditer(value) if DENYING.search(found[0]) is not None]
    return _RUN.sub(" ", value)


def is_ornament(text: str) -> bool:
    """Whether a text is nothing but emoji and check marks that deny and doubt nothing."""
    return _RUN.fullmatch(text) is not None and DENYING.search(text) is None
