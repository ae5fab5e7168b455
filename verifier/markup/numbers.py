"""Numbers and sums of money as models write them.  The notation is the English one: `1,000.50`, and no other.

Whoever writes `1.000,50` writes `1.000` for a thousand, which the language reads as one; so a comma that does not set
groups of three digits apart is in no number, and what can't be read is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from rulelang.verifier.markup.quoting import mask

CURRENCIES: Mapping[str, str] = {"$": "usd", "€": "eur", "£": "gbp", "¥": "jpy"}
"""The units that signs of money stand for, unless the program calls them otherwise."""

_DIGIT = re.compile(r"\d")
_NUMBER = r"(?<!\d)\d++(?:\.\d++)?+"
_THOUSANDS = re.compile(
    r"(?<![\w.,])[1-9]\d{0,2}+(?:(?:,\d{3})++|(?:['’]\d{3})++|(?:[\u00a0\u2009\u202f]\d{3})++)(?!\d|[,'’]\d)"
)
"""A number in groups of three digits, by one sign; a comma with other digits behind it is in no number."""
_NO_NUMBER = re.compile(r"(?<![\w.,])\d[\d.]*+(?:[,'’ ]\d[\d.]*+)++|(?<![\w.,])\d+(?:\.\d+){2,}")
_GLUED = re.compile(rf"(?<![\w.])({_NUMBER})(?=[A-Za-z])(?![eE][+-]?\d)")
_PERCENT = re.compile(rf"({_NUMBER})[ \t]+%")


def odd_number(text: str) -> str | None:
    """What stands in a text like a number and is none.

    >>> odd_number("fee = 1,00 usd"), odd_number("fee = 1.000,50 usd"), odd_number("n = 1 000"), odd_number("n = 1,000")
    ('1,00', '1.000,50', '1 000', None)
    """
    found = _NO_NUMBER.search(plain_numbers(mask(text)))
    return None if found is None else found[0]


_SUM = r"(?:US)?[$€£¥][ \t]*\d[\d.,'’]*+"
_RANGE_OF_SUMS = re.compile(rf"{_SUM}(?:[-–—]|[ \t]+[–—][ \t]+)(?:{_SUM}|\d)|[<>=][ \t]*\([ \t]*{_SUM}[ \t]*\)[ \t]*$")


def is_range_or_book_figure(text: str) -> bool:
    """Whether numbers stand for a range, in brackets as bookkeepers write what is owed, or with a dot that may part
    their digits or multiply: none is a value.

    >>> [is_range_or_book_figure(text) for text in ("fee = $1,200-$1,300", "fee = ($1,200)", "fee = $1,200 - $300")]
    [True, True, False]
    >>> [is_range_or_book_figure(text) for text in ("n = 11-12 days", "n = 5-3", "d = 2026-03-01", "12·5 kg")]
    [True, False, False, True]
    """
    return _RANGE_OF_SUMS.search(text) is not None or _is_range(text)


def _is_range(text: str) -> bool:
    found = _RANGE.search(text)
    if found is None:
        return False
    return found["mark"] != "-" or found["unit"] is not None or _number(found["low"]) < _number(found["high"])


def _number(digits: str) -> Fraction:
    return Fraction(digits.replace(",", ""))


_RANGE = re.compile(
    r"(?<![\w.,:/\-‐‑–—])(?P<low>\d[\d,]*+(?:\.\d+)?)(?P<mark>[-–—‑‒·])(?P<high>\d[\d,]*+(?:\.\d+)?)(?![\w\-‐‑–—:/]|\.\d)"
    r"(?P<unit>[ \t]+(?!(?:and|or)(?!\w))[^\W\d]|[ \t]*%)?",
    re.IGNORECASE,
)


def with_zero(piece: str) -> str:
    """A text without strings, its numbers with a digit before the point, and without a plus before them.

    >>> with_zero("share = .25"), with_zero("-.5"), with_zero("$.50"), with_zero("n = +3"), with_zero("r1.5 + 3")
    ('share = 0.25', '-0.5', '$0.50', 'n = 3', 'r1.5 + 3')
    """
    return _PLUS.sub(r"\1", _POINT.sub("0", piece)) if "." in piece or "+" in piece else piece


_POINT = re.compile(r"(?<![\w.)\]%])(?=\.\d)")
_PLUS = re.compile(r"((?:^|[=<>(,;:])[ \t]*+)\+[ \t]*+(?=[$€£¥]?[ \t]*+\d)")


def plain_numbers(piece: str) -> str:
    """A text without strings, its numbers without what groups their digits.

    >>> plain_numbers("1,000.50 usd"), plain_numbers("1'000"), plain_numbers("1,00"), plain_numbers("5 %")
    ('1000.50 usd', '1000', '1,00', '5%')
    """
    if _DIGIT.search(piece) is None:
        return piece
    piece = _THOUSANDS.sub(lambda found: re.sub(r"\D", "", found[0]), piece)
    return _PERCENT.sub(r"\1%", piece)


def money(piece: str, currencies: Mapping[str, str]) -> str:
    """A text without strings, its sums of money with the unit behind the number.

    Args:
        currencies: the unit for each sign.

    >>> money("fee = $460", CURRENCIES), money("USD 5", CURRENCIES), money("5kg", CURRENCIES)
    ('fee = 460 usd', '5 usd', '5 kg')
    """
    if _DIGIT.search(piece) is None:
        return piece
    for sign, unit in currencies.items():
        behind_sign, before_sign, before = _sums(sign, unit)
        if sign in piece:
            piece = behind_sign.sub(rf"\1 {unit}", piece)
            piece = before_sign.sub(rf"\1 {unit}", piece)
        piece = before.sub(rf"\1 {unit}", piece)
    return _GLUED.sub(r"\1 ", piece)


@lru_cache(256)
def _sums(sign: str, unit: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Sums behind a sign, before one, and behind the name or code of its unit."""
    mark = rf"(?:(?<!\w)US)?{re.escape(sign)}" if sign == "$" else re.escape(sign)
    words = f"(?:[ \\t]*(?:{re.escape(unit)}|dollars?|euros?|pounds?)\\b)?"
    code = CURRENCIES.get(sign, unit)
    own = rf"(?:{code}|{re.escape(unit)})[ \t]+|(?-i:{code.upper()})"
    return (
        re.compile(rf"{mark}[ \t]*(-?{_NUMBER}){words}(?!\w)", re.IGNORECASE),
        re.compile(rf"({_NUMBER})[ \t]*{mark}"),
        re.compile(rf"(?<![\w.])(?<!\d )(?:{own})({_NUMBER}){words}(?![\w%])", re.IGNORECASE),
    )
