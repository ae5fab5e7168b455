"""Emphasis by underscores (`_p_`, `__n = 5__`), which looks as if names began and ended with them."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

_WORD = re.compile(r"[\w.]*_[\w.]*")
_RUN = re.compile(r"(?<!_)_{1,3}(?!_)")


def unstressed(text: str, names: Container[str] = ()) -> str:
    """The text without the underscores that stand in pairs around words; takes time linear in its length.

    Args:
        names: words that are what they are, with their underscores.

    >>> unstressed("_pay_ AND NOT __n = 5__"), unstressed("_to_affiliate_"), unstressed("_a, b"), unstressed("f_(x)")
    ('pay AND NOT n = 5', 'to_affiliate', '_a, b', 'f_(x)')
    """
    if "_" not in text:
        return text
    dropped: list[re.Match[str]] = []
    opened: dict[int, re.Match[str]] = {}
    for word in _WORD.finditer(text):
        if word[0] in names:
            continue
        for run in _RUN.finditer(text, word.start(), word.end()):
            size = len(run[0])
            if size in opened and _closes(text, run):
                dropped += [opened[size], run]
                opened.clear()
            elif _opens(text, run):
                opened[size] = run
    pieces: list[str] = []
    done = 0
    for run in sorted(dropped, key=lambda run: run.start()):
        pieces.append(text[done : run.start()])
        done = run.end()
    return "".join((*pieces, text[done:]))


def unstressed_words(words: Sequence[str], names: Container[str] = ()) -> list[str]:
    """The words of a list without the underscores around them, or around several of them.

    >>> unstressed_words(["_e1", "e2_", "_e3_", "_x"])
    ['e1', 'e2', 'e3', '_x']
    """
    if not any("_" in word for word in words):
        return list(words)
    kept = {word for word in words if word.lower() in names}
    return unstressed(", ".join(words), kept).split(", ")


def _opens(text: str, run: re.Match[str]) -> bool:
    before, after = text[max(run.start() - 1, 0) : run.start()], text[run.end() : run.end() + 1]
    return not (before.isalnum() or before == ".") and bool(after) and not after.isspace() and after not in ".,;:)|]"


def _closes(text: str, run: re.Match[str]) -> bool:
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 2]
    goes_on = after[:1].isalnum() or after[:1] == "(" or (after[:1] == "." and after[1:].isalnum())
    return bool(before) and not before.isspace() and not goes_on
