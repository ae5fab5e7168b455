"""The words of a rule file, made into names, texts, numbers and dates as they are read.

What no tree can hold is refused here (`Unreadable`): a day that no calendar has, an escape that means nothing.
"""

from __future__ import annotations

import datetime
import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.source import Span

MOST_DIGITS = 1_000
"""The longest number that is read: no rule needs more, and the cost of exact arithmetic grows with the digits."""


class Unreadable(Exception):
    """The words stand where they may, but say what the tree cannot hold."""

    def __init__(self, code: str, message: str, span: Span, hint: str, *others: Label) -> None:
        self.diagnostic = Diagnostic(code, message, Label(span), others, hint)
        super().__init__(message)


def name(span: Span, text: str) -> tree.Name:
    return tree.Name(text, span=span)


def names(span: Span, *parts: tree.Name) -> tuple[tree.Name, ...]:
    return parts


def text(span: Span, quoted: str) -> tree.Text:
    return tree.Text(_unquoted(quoted, span), span=span)


def sentence(span: Span, quoted: str) -> tree.Sentence:
    return tree.Sentence(_unquoted(quoted, span), span=span)


_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def _unquoted(quoted: str, span: Span) -> str:
    """The string without its quotes; `\\"` and `\\\\` are the only escapes."""
    inner = quoted[1:-1]
    if "\\" not in inner:
        return inner
    for escape in _ESCAPE.finditer(inner):
        if escape[1] not in '"\\':
            at = span.start + 1 + escape.start()
            raise Unreadable(
                "RL111",
                f"`{escape[0]}` means nothing in a text" if escape[1].isprintable() else "a stray `\\` in a text",
                Span(span.source, at, at + 2),
                'write `\\\\` for a backslash and `\\"` for a quote; nothing else is written with `\\`',
            )
    return _ESCAPE.sub(r"\1", inner)


@lru_cache(maxsize=8192)
def _value(numeral: str) -> Fraction:
    digits = numeral.rstrip("%").replace("_", "")
    value = Fraction(int(digits)) if digits.isdigit() else Fraction(digits)
    return value / 100 if numeral[-1] == "%" else value


def exact(numeral: str, span: Span) -> Fraction:
    if len(numeral) > MOST_DIGITS:
        at = Span(span.source, span.start, span.start + len(numeral))
        raise Unreadable("RL110", f"a number of more than {MOST_DIGITS} digits", at, "write a shorter number")
    return _value(numeral)


def number(span: Span, numeral: str) -> tree.Number:
    return tree.Number(exact(numeral, span), None, numeral[-1] == "%", span=span)


def quantity(span: Span, numeral: str, unit: str) -> tree.Number:
    return tree.Number(exact(numeral, span), unit, numeral[-1] == "%", span=span)


def signed(span: Span, numeral: str) -> Fraction:
    return exact(numeral, span)


def signed_minus(span: Span, numeral: str) -> Fraction:
    return -exact(numeral, span)


def duration_word(span: Span, word: str) -> str:
    return word if word.endswith("S") else word + "S"


def duration(span: Span, numeral: str, unit: Any) -> tree.DurationLiteral:
    return tree.DurationLiteral(exact(numeral, span), unit, span=span)


def day(span: Span, written: str) -> datetime.date:
    year, month, day_ = written.split("-")
    if len(month) < 2 or len(day_) < 2:
        hint = f"write `{year}-{month:0>2}-{day_:0>2}` for the day; put spaces around `-` to subtract"
        raise Unreadable("RL109", f"`{written}` is not written as a date", span, hint)
    try:
        return datetime.date(int(year), int(month), int(day_))
    except ValueError:
        hint = "a date is year-month-day, from 0001-01-01 to 9999-12-31"
        raise Unreadable("RL109", f"there is no day `{written}`", span, hint) from None


def date(span: Span, written: str) -> tree.DateLiteral:
    return tree.DateLiteral(day(span, written), span=span)


def time(span: Span, written: str) -> tree.TimeLiteral:
    day_, _, clock = written.partition("T")
    try:
        at = datetime.time.fromisoformat(clock)
    except ValueError:
        hint = "hours go from 00 to 23, minutes and seconds from 00 to 59"
        raise Unreadable("RL109", f"there is no time `{clock}`", span, hint) from None
    return tree.TimeLiteral(datetime.datetime.combine(day(span, day_), at), span=span)


def none(span: Span, word: str) -> tree.NoneLiteral:
    return tree.NoneLiteral(span=span)


def truth(span: Span, word: str) -> tree.TruthLiteral:
    return tree.TruthLiteral(word == "YES", span=span)


def _word(span: Span, *words: str) -> str:
    return " ".join(words)


criterion = duration_unit = mode = side = resolution = function = fold = quantifier = span_unit = _word
