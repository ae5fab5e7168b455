"""Words and signs that people write from habit, and what RuleLang writes instead."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rulelang.grammar.reading.table import load_table


class Sign(NamedTuple):
    """A sign of several characters of which reading stopped at one: `before` of them had been read."""

    text: str
    before: int


_SIGNS = {
    "==": ("RL108", "write `=`"),
    "===": ("RL108", "write `=`"),
    "=<": ("RL108", "write `<=`"),
    "=>": ("RL108", "write `>=` to compare, THEN for what follows"),
    "->": ("RL108", "write THEN for what follows"),
    "<>": ("RL108", "write `!=`"),
    ">>": ("RL108", "write `>`"),
    "<<": ("RL108", "write `<`"),
    "!==": ("RL108", "write `!=`"),
    ":=": ("RL108", "write `=`"),
    "&&": ("RL108", "write AND"),
    "&": ("RL108", "write AND"),
    "||": ("RL108", "write OR"),
    "!": ("RL108", "write NOT"),
    "**": ("RL108", "write the product in full: `x * x`"),
    "^": ("RL108", "write the product in full: `x * x`"),
    "//": ("RL108", "write `#` before a comment, `FLOOR(a / b)` to divide without a remainder"),
    "/*": ("RL108", "write `#` before each line of a comment"),
    "--": ("RL108", "write `#` before a comment"),
    "≤": ("RL108", "write `<=`"),
    "≥": ("RL108", "write `>=`"),
    "≠": ("RL108", "write `!=`"),
    "×": ("RL108", "write `*`"),
    "÷": ("RL108", "write `/`"),
    "−": ("RL108", "write `-`, the hyphen"),
    "–": ("RL108", "write `-`, the hyphen"),
    "—": ("RL108", "write `-`, the hyphen"),
    "∧": ("RL108", "write AND"),
    "∨": ("RL108", "write OR"),
    "¬": ("RL108", "write NOT"),
    "“": ("RL101", 'write the plain quote `"`'),
    "”": ("RL101", 'write the plain quote `"`'),
    "„": ("RL101", 'write the plain quote `"`'),
    "«": ("RL101", 'write the plain quote `"`'),
    "»": ("RL101", 'write the plain quote `"`'),
    "‘": ("RL101", 'write the plain quote `"`'),
    "’": ("RL101", 'write the plain quote `"`'),
    "'": ("RL101", 'texts stand in double quotes: `"…"`'),
    "`": ("RL101", 'texts stand in double quotes: `"…"`'),
    ";": ("RL101", "leave it out: nothing is needed at the end of a line"),
    "[": ("RL101", "write `( )` around arguments and `{ }` around the values after IN"),
    "]": ("RL101", "write `( )` around arguments and `{ }` around the values after IN"),
    "$": ("RL101", "write the unit behind the number: `30 usd`"),
    "€": ("RL101", "write the unit behind the number: `30 eur`"),
    "£": ("RL101", "write the unit behind the number: `30 gbp`"),
    "%": ("RL101", "`%` stands directly behind a number: `5%`"),
    "\\": ("RL101", "leave it out"),
    "，": ("RL101", "write `,`"),
    "、": ("RL101", "write `,`"),
    "（": ("RL101", "write `(`"),
    "）": ("RL101", "write `)`"),
    "：": ("RL101", "write `:`"),
    "。": ("RL101", "leave it out: nothing is needed at the end of a line"),
}
_LONGEST = max(map(len, _SIGNS))


def foreign_sign(text: str, at: int) -> tuple[Sign, str, str, str] | None:
    """The foreign sign around the place where reading stopped, longest first: sign, code, message, hint."""
    for length in range(_LONGEST, 0, -1):
        for before in range(length):
            sign = text[at - before : at - before + length] if at >= before else ""
            if sign in _SIGNS and len(sign) == length:
                code, hint = _SIGNS[sign]
                return Sign(sign, before), code, f"RuleLang has no `{sign}`", hint
    return None


_FOREIGN_WORDS = {
    "ELSE": "write a second rule, an EXCEPTION with its own THEN, or OTHERWISE in a DEFINE",
    "ELSEIF": "write a second rule, or one more `AS … IF …` in a DEFINE",
    "ELIF": "write a second rule, or one more `AS … IF …` in a DEFINE",
    "UNLESS": "write `EXCEPTION IF …` below THEN",
    "EXCEPT": "write `EXCEPTION IF …` below THEN",
    "WHEN": "write IF",
    "WHENEVER": "write IF",
    "WHAT": "write SUPPOSE and what is to be different",
    "SHALL": "write MUST",
    "SHOULD": "write MUST",
    "CANNOT": "write MUST NOT",
    "CAN": "write MAY",
    "TRUE": "write the name alone for a truth, `YES` in a cell",
    "FALSE": "write NOT before the name for what is not so, `NO` in a cell",
    "NULL": "write NONE",
    "NIL": "write NONE",
    "IS": "write `=` for a value, the name alone for a truth",
    "ARE": "write `=` for a value, the name alone for a truth",
    "ISNT": "write `!=`",
    "END": "leave it out: a new keyword ends what stands before it",
    "ENDIF": "leave it out: a new keyword ends what stands before it",
    "IMPORT": "write USE and the name of the module",
    "INCLUDE": "write USE and the name of the module",
    "ALL": "write `EVERY x IN sort HAS ( … )`",
    "SOME": "write `ANY x IN sort HAS ( … )`",
    "EXISTS": "write `ANY x IN sort HAS ( … )`",
    "FORALL": "write `EVERY x IN sort HAS ( … )`",
    "MOD": "write what is left of a in steps of b: `a - b * FLOOR(a / b)`",
    "DIV": "write `FLOOR(a / b)`",
    "XOR": "write `(a AND NOT b) OR (NOT a AND b)`",
    "IMPLIES": "write `NOT a OR b`",
    "AVG": "write the SUM divided by the COUNT",
    "STRING": "write TEXT",
    "BOOL": "write BOOLEAN, or nothing: it is the type where none is written",
    "FLOAT": "write NUMBER",
    "DECIMAL": "write NUMBER",
    "INT": "write INTEGER",
    "ENUM": "write `ONE OF a, b, c`",
}


def foreign_word(word: str) -> str | None:
    """What to write instead of a keyword of other languages; None for any other word."""
    return _FOREIGN_WORDS.get(word.upper())


def nearest_keyword(word: str, expected: Collection[str]) -> str | None:
    """The keyword that a word is a slip of: of those that may stand here, else of all; None if it is like none."""
    keywords = load_table().keywords
    upper = word.upper()
    if upper in keywords and (word != word.lower() or upper in expected):
        return upper
    from difflib import get_close_matches

    here = sorted(keywords.intersection(expected))
    near = get_close_matches(upper, here, n=1, cutoff=0.7)
    if not near and word == upper:
        near = get_close_matches(upper, sorted(keywords), n=1, cutoff=0.8)
    return near[0] if near and len(word) > 1 else None
