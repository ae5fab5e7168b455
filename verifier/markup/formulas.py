"""Formulas as models write them, as the language writes them.

A text that can be read is never changed.  One that can't is mended step by step, and the first step after which it
can be read decides; whether it *means* the right thing is judged later, as for any other claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from rulelang.grammar.diagnostic import has_errors
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.source import Source
from rulelang.verifier.markup.quoting import mask, straightened, strings

Mender: TypeAlias = Callable[[str], str]

LONGEST = 20_000
"""A longer text is no formula; nobody tries to read it."""

CURRENCIES: Mapping[str, str] = {"$": "usd", "€": "eur", "£": "gbp", "¥": "jpy"}
"""The units that signs of money stand for, unless the program calls them otherwise."""


def formulas(text: str, currencies: Mapping[str, str] = CURRENCIES) -> tuple[list[str], list[str]]:
    """What a claim says, part by part, and which of the parts can't be read (they stay as they are).

    Parts are separated by `;`, or by `,` where each of them can then be read.

    >>> formulas("fee = $1,000.; `to_affiliate`")
    (['fee = 1000 usd', 'to_affiliate'], [])
    >>> formulas("MUST sign, NOT MUST pay")
    (['MUST sign', 'NOT MUST pay'], [])
    >>> formulas("this is a claim")
    (['this is a claim'], ['this is a claim'])
    """
    read: list[str] = []
    unread: list[str] = []
    for piece in split(text, ";"):
        one = formula(piece, currencies)
        if one is not None:
            read.append(one)
            continue
        several = [formula(part, currencies) for part in split(_outside(piece, _plain_numbers), ",")]
        known = [part for part in several if part is not None]
        if len(known) > 1 and len(known) == len(several):
            read += known
        else:
            read.append(piece)
            unread.append(piece)
    return read, unread


def formula(text: str, currencies: Mapping[str, str] = CURRENCIES) -> str | None:
    """The text as a claim of the language; None if it can't be read as one."""
    if len(text) > LONGEST:
        return None
    tried: set[str] = set()
    for candidate in _mended(text, currencies):
        if candidate and candidate not in tried:
            tried.add(candidate)
            claim, faults = parse_claim(Source("says", candidate))
            if claim is not None and not has_errors(faults):
                return candidate
    return None


def split(text: str, separator: str) -> list[str]:
    """The pieces between separators outside strings and brackets, trimmed; empty ones are left out.

    >>> split('a, f(b, c), "d, e", ', ",")
    ['a', 'f(b, c)', '"d, e"']
    """
    pieces: list[str] = []
    depth = done = 0
    for at, char in enumerate(mask(text)):
        if char in "({":
            depth += 1
        elif char in ")}":
            depth -= 1
        elif char == separator and (depth <= 0 or separator == ";"):
            pieces.append(text[done:at].strip())
            done = at + 1
    pieces.append(text[done:].strip())
    return [piece for piece in pieces if piece]


# ---------------------------------------------------------------------------------------------------- mending

_EDGES = " \t\u00a0.,;:!*`'‘’→"
_ESCAPED = re.compile(r"\\++([_*\[\]()<>=.$#{}+|~\"-])")
_NUMBER = r"(?<!\d)\d++(?:\.\d++)?+"
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3})((?:[,'’\u00a0\u202f]\d{3})+)(?!\d)")
_GLUED = re.compile(rf"(?<![\w.])({_NUMBER})(?=[A-Za-z])")
_PERCENT = re.compile(rf"({_NUMBER})[ \t]+%")
_SIGNS = {
    "==": "=", "≥": ">=", "≤": "<=", "≠": "!=", "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "—": "-",
    "¬": " NOT ", "∧": " AND ", "∨": " OR ", "&&": " AND ", "||": " OR ", "=>": ">=", "=<": "<=", "<>": "!=",
}  # fmt: skip
_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
_WORD = re.compile(r"(?<![\w.])[^\W\d][\w.]*")
_LOWER = frozenset(
    [
        "and",
        "or",
        "not",
        "must",
        "may",
        "need",
        "done",
        "violated",
        "rejected",
        "unknown",
        "conflict",
        "triggered",
        "suspends",
        "prevails",
        "over",
        "between",
        "in",
        "before",
        "none",
    ]
)
_KEYWORD = frozenset(
    [
        "AND",
        "OR",
        "NOT",
        "MUST",
        "MAY",
        "NEED",
        "DONE",
        "VIOLATED",
        "REJECTED",
        "UNKNOWN",
        "CONFLICT",
        "TRIGGERED",
        "SUSPENDS",
        "PREVAILS",
        "OVER",
        "BETWEEN",
        "IN",
        "BEFORE",
        "NONE",
        "YES",
        "NO",
        "ANY",
        "EVERY",
        "HAS",
        "COUNT",
        "OF",
        "SUM",
        "MIN",
        "MAX",
        "FOR",
        "EACH",
        "WHERE",
        "ROUND",
        "FLOOR",
        "CEIL",
        "ABS",
        "LEAST",
        "GREATEST",
        "FROM",
        "TO",
        "DATE",
        "MINUTE",
        "HOUR",
        "DAY",
        "WEEK",
        "MONTH",
        "YEAR",
        "MINUTES",
        "HOURS",
        "DAYS",
        "WEEKS",
        "MONTHS",
        "YEARS",
    ]
)


def _mended(text: str, currencies: Mapping[str, str]) -> Iterator[str]:
    """The text as it is, then with more and more of what models do to it undone."""
    text = text.strip()
    yield text
    text = straightened(_ESCAPED.sub(r"\1", text) if '\\"' in text and text.count('"') == text.count('\\"') else text)
    text = _outside(text, lambda piece: _ESCAPED.sub(r"\1", piece).replace("**", "").replace("`", ""))
    yield text.strip()
    text = text.strip(_EDGES)
    yield text
    text = _outside(text, lambda piece: _SIGN.sub(lambda sign: _SIGNS[sign[0]], piece))
    text = _outside(text, _plain_numbers).strip()
    yield text
    text = _outside(text, lambda piece: _money(piece, currencies)).strip(_EDGES)
    yield text
    yield text.strip("_")
    yield _outside(text, lambda piece: _WORD.sub(_cased, piece))


def _outside(text: str, change: Mender) -> str:
    """The text with a change made to all of it but its strings."""
    pieces: list[str] = []
    done = 0
    for start, end in strings(text):
        pieces += [change(text[done:start]), text[start:end]]
        done = end
    return "".join((*pieces, change(text[done:])))


def _plain_numbers(piece: str) -> str:
    piece = _THOUSANDS.sub(lambda found: found[1] + re.sub(r"\D", "", found[2]), piece)
    return _PERCENT.sub(r"\1%", piece)


def _money(piece: str, currencies: Mapping[str, str]) -> str:
    for sign, unit in currencies.items():
        if sign in piece:
            mark, words = re.escape(sign), f"(?:[ \\t]*(?:{re.escape(unit)}|dollars?|euros?|pounds?)\\b)?"
            piece = re.sub(rf"{mark}[ \t]*({_NUMBER}){words}", rf"\1 {unit}", piece, flags=re.IGNORECASE)
            piece = re.sub(rf"({_NUMBER})[ \t]*{mark}", rf"\1 {unit}", piece)
    return _GLUED.sub(r"\1 ", piece)


def _cased(word: re.Match[str]) -> str:
    """Keywords in capitals, names in small letters."""
    if word[0].lower() in _LOWER:
        return word[0].upper()
    return word[0] if word[0] in _KEYWORD else word[0].lower()
