"""The pieces of what a line says, between semicolons, and the letters that count them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.verifier.markup.quoting import mask

_LETTER = re.compile(r"[*_`]*\(?(?P<letter>[a-z]|\d{1,2}|i{1,3}|iv|v)[).][*_`]*[ \t]+(?=\S)")
_SERIES = (tuple("abcdefgh"), tuple("12345678"), ("i", "ii", "iii", "iv", "v"))


def pieces_of(text: str) -> Iterator[str]:
    """The pieces between semicolons outside of brackets."""
    depth = done = 0
    for at, char in enumerate(mask(text)):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == ";" and depth <= 0:
            if text[done:at].strip():
                yield text[done:at].strip()
            done = at + 1
    if text[done:].strip():
        yield text[done:].strip()


def unlettered(pieces: list[str]) -> list[str]:
    """Pieces without the letters or numbers that count them: `(a) p; (b) q`."""
    counted = [_LETTER.match(piece) for piece in pieces]
    letters = tuple(found["letter"] for found in counted if found is not None)
    if len(pieces) < 2 or len(letters) < len(pieces) or not any(letters == one[: len(letters)] for one in _SERIES):
        return pieces
    return [piece[found.end() :] for piece, found in zip(pieces, counted, strict=True) if found is not None]
