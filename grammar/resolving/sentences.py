"""Sentences in quotes: when two of them are the same proposition, and how one is named.

semantics.md, item 9: compared in NFC with white space collapsed, letter by letter save for the case of the first
letter and a final full stop.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NAME = re.compile(r"(?!\d)[^\W\dA-Z][^\WA-Z]*(\.[^\WA-Z]+)*\Z")
"""How a name is written; strings of this shape need no quotes in an identifier."""


@lru_cache(maxsize=65536)
def normal(sentence: str) -> str:
    """The form under which sentences are compared and named.

    The first letter is written small, save where the second is a capital (`US exports` stays as it is).

    >>> normal("The  tank lacks a bubbler.")
    'the tank lacks a bubbler'
    """
    text = " ".join(unicodedata.normalize("NFC", sentence).split())
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1].rstrip()
    if not text:
        return text
    head, rest = text[0], text[1:]
    if rest[:1].isupper():
        return head.upper() + rest if len(head.upper()) == 1 else text
    return head.lower() + rest if len(head.lower()) == 1 else text


def quoted(text: str) -> str:
    r"""The text in double quotes, with `\"` and `\\` escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def sentence_name(sentence: str) -> str:
    """The name of the proposition that a sentence is: the sentence in its normal form, in quotes."""
    return quoted(normal(sentence))


@lru_cache(maxsize=65536)
def label_key(text: str) -> str:
    """The form under which a case may write a member or its label: any case and spacing, `_` as a space."""
    return " ".join(unicodedata.normalize("NFC", text).replace("_", " ").casefold().split())
