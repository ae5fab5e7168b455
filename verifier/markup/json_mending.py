"""What models write as JSON and is none: comments, single quotes, Python's constants, words without quotes, an end in
the middle."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r'(?P<double>"(?:[^"\\\r\n]|\\.)*+")|(?P<single>\'(?:[^\'\\\r\n]|\\.)*+\')|(?P<note>//[^\r\n]*+|\#[^\r\n]*+'
    r"|/\*(?:[^*]|\*(?!/))*+\*/)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)|(?P<colon>:)"
    r"|(?P<number>[+-]?\d[\w.+-]*)|(?P<word>[\w.+-]+(?:[ \t]+[^\s,:\[\]{}\"'#/]+)*+)|(?P<gap>\s+)",
    re.DOTALL,
)
_CONSTANTS = {"True": "true", "False": "false", "None": "null"}
_JSON_CONSTANTS = frozenset(_CONSTANTS.values())
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Mended:
    """An object as JSON has it; what is cut off begins at `cut` and ends at `end`."""

    text: str
    cut: int = -1
    end: int = -1
    places: tuple[int, ...] = ()
    """Where each of its characters stands in the text; empty where they stand in a row."""


@dataclass(slots=True)
class _Frame:
    """A list or an object that is open."""

    bracket: str
    done: int
    """How many pieces were written where the last whole value in it ended, and where that is in the text."""
    at: int
    holds: bool = False
    """Whether a list or an object is among these values."""
    colons: int = 0
    values: list[int] = field(default_factory=list[int])


def mended(text: str, start: int, end: int) -> Mended | None:
    """What begins there as JSON; None: it is none, whatever it is.

    >>> found = mended("{'a': None, # b", 0, 15), mended('{"a": [{"b": 1}, {"b"', 0, 21), mended("{a: b c}", 0, 8)
    >>> [(one.text, one.cut, one.end) for one in found if one is not None]
    [('{"a": null}', 10, 15), ('{"a": [{"b": 1}]}', 15, 21), ('{"a": "b c"}', -1, -1)]
    """
    pieces: list[str] = []
    places: list[int] = []
    open_: list[_Frame] = []
    at = start
    while at < end and (token := _TOKEN.match(text, at, end)) is not None:
        piece, at = token[0], token.end()
        match token.lastgroup:
            case "note":
                piece = " " * len(piece)
            case "single":
                piece = _double(piece)
            case "word" if piece not in _JSON_CONSTANTS:
                piece = _CONSTANTS.get(piece, f'"{piece}"')
            case _:
                pass
        pieces.append(piece)
        row = range(token.start(), token.end())
        places += row if len(piece) <= len(row) else (row[0], *row, row[-1])
        match token.lastgroup:
            case "open":
                open_.append(_Frame(piece, len(pieces), at))
            case "close":
                if not open_ or _CLOSING[open_.pop().bracket] != piece:
                    return None
                if not open_:
                    return Mended("".join(pieces), places=_apart(places))
                _whole(open_[-1], len(pieces), at, True)
            case "colon":
                open_[-1].colons += 1
            case "double" | "single" | "word" | "number" if open_[-1].bracket == "[" or _is_value(open_[-1]):
                _whole(open_[-1], len(pieces), at, False)
            case _:
                pass
    rest = text[at:end]
    if not open_ or not (rest.strip() == "" or rest[0] in "\"'/" or rest.lstrip().startswith("```")):
        return None
    line = re.compile(r"[^\r\n]*").match(text, at, end)
    return _closed(pieces, open_, at if line is None or rest.lstrip().startswith("```") else line.end(), _apart(places))


def _is_value(frame: _Frame) -> bool:
    """Whether a piece in an object is a value: there is a colon for it, that has none yet."""
    return frame.colons > len(frame.values)


def _whole(frame: _Frame, done: int, at: int, holds: bool) -> None:
    frame.done, frame.at, frame.holds = done, at, frame.holds or holds
    frame.values.append(at)


def _apart(places: list[int]) -> tuple[int, ...]:
    return () if not places or places == list(range(places[0], places[0] + len(places))) else tuple(places)


def _closed(pieces: list[str], open_: list[_Frame], end: int, places: tuple[int, ...]) -> Mended:
    """What is whole of an object that is cut off: an item of a list that is not whole is none."""
    items = (at for at in range(1, len(open_)) if open_[at].bracket == "{" and open_[at - 1].bracket == "[")
    keep = next(items, len(open_))
    if keep == len(open_) > 1 and open_[-1].bracket == "{" and not open_[-1].holds:
        keep -= 1
    last = open_[keep - 1]
    closing = "".join(_CLOSING[frame.bracket] for frame in reversed(open_[:keep]))
    whole = "".join(pieces[: last.done])
    return Mended(whole + closing, last.at, end, places and (*places[: len(whole)], *[last.at] * len(closing)))


def _double(piece: str) -> str:
    """A string in single quotes in double ones, as long as before."""
    inside = re.sub(r"\\'", " '", piece[1:-1])
    return f'"{re.sub(_BARE, "”", inside)}"'


_BARE = re.compile(r'(?<!\\)"')
