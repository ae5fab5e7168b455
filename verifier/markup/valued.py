"""Values that stand alone: what they say of the value that a case asks for, if it asks for one."""

from __future__ import annotations

import re

from rulelang.verifier.markup.formulas import VALUE, formula
from rulelang.verifier.markup.latex import IN_TEXT
from rulelang.verifier.markup.numbers import with_zero
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.worded import compared

_AROUND = " \t\u00a0.,;:*`'‘’→="
_JOINED = re.compile(r"(?<!\w)(?:and|or|not|if|but|to)(?!\w)|[=<>;]", re.IGNORECASE)
"""What stands in more than one value."""
_QUANTITY = re.compile(r"(?<![\w.])\d[\d.]*(?:[ \t]+(?!(?:AND|OR)(?!\w))[^\W\d]\w*)?")
_KEYWORD = re.compile(r"(?<!\w)(?:AND|OR|NOT)(?!\w)")


def answering(text: str, spelling: Spelling) -> str | None:
    """What a value alone says of the value that is asked for: `120 usd` of `fee`; None: it is none."""
    if spelling.asked is None or spelling.means is None:
        return None
    value = with_zero(_unboxed(text)).strip(_AROUND)
    if spelling.means(value):
        return None
    in_words = compared(f"{spelling.asked} = {value}") if spelling.asked not in value else None
    bound = None if in_words is None else formula(in_words, spelling)
    if bound is not None and spelling.means(bound):
        return bound
    member = _member(value, spelling)
    if member is None and (_JOINED.search(value) is not None or VALUE.match(value) is None):
        return None
    said = formula(f"{spelling.asked} = {member or value}", spelling)
    return said if said is not None and spelling.means(said) else None


def _unboxed(text: str) -> str:
    """A value without what LaTeX sets around it: `$\\boxed{550\\ \\text{usd}}$`, `\\(\\$5\\)`."""
    if "\\" not in text:
        return text
    for _ in range(_DEPTH):
        text = IN_TEXT.sub(r"\1", text)
    inner = _MATH.fullmatch(text.strip())
    plain = text if inner is None else inner[1] + (inner["behind"] or "")
    return _ESCAPED.sub(r"\1", _SPACED.sub(" ", plain))


_MATH = re.compile(r"(?:\$+|\\\(|\\\[)[ \t]*(.*?)[ \t]*(?:\$+|\\\)|\\\])(?P<behind>[ \t]+[A-Za-z]+)?[.]?")
_SPACED = re.compile(r"\\[ ,;:!]|(?<=\d)~(?=\w)")
_ESCAPED = re.compile(r"\\([$%_])")


def _member(text: str, spelling: Spelling) -> str | None:
    """The value of the program that a text names by its word or its label: `B`, `(b)`, `option B`, `"Main Cabin"`."""
    word = _CALLED.sub("", _BRACKETED.sub(r"\1\2", text.strip(_QUOTED)).strip(_QUOTED), count=1).strip(_QUOTED)
    found = spelling.members.get(" ".join(word.lower().split()))
    lettered = _LETTERED.match(word) if found is None else None
    return found if lettered is None else spelling.members.get(" ".join(word[lettered.end() :].lower().split()))


_DEPTH = 3
_LETTERED = re.compile(r"\(?[A-Za-z\d][).:][ \t]+(?=\S)")
"""The letter of an option before what it is called: `B) Main Cabin`."""
_QUOTED = _AROUND + '"“”$'
_BRACKETED = re.compile(r"^\(([^()]*)\)$|^\[([^\[\]]*)\]$")
_CALLED = re.compile(r"^(?:(?:the[ \t]+)?(?:answer|option|choice|alternative|value)[ \t]+)", re.IGNORECASE)


def names_nothing(said: str) -> bool:
    """Whether a formula holds values alone, so that it is about nothing.

    >>> names_nothing("120 usd"), names_nothing("NOT 5% = 2 kg OR 3"), names_nothing("n = 3"), names_nothing('"p"')
    (True, True, False, False)
    """
    return re.search(r"[^\W\d]|\"", _KEYWORD.sub("", _QUANTITY.sub("", said))) is None


def value_of(says: str, spelling: Spelling) -> str | None:
    """What a text says of the value that is asked for, if it is values alone, with what stands behind them; or None."""
    if spelling.asked is None:
        return None
    whole = answering(says, spelling) or _several(says, spelling) or _denied(says, spelling)
    cut = None if whole is not None else _BEHIND.search(says)
    first = None if cut is None else answering(says[: cut.start()], spelling)
    return whole if cut is None or first is None else f"{first}{_SET_OFF.sub(' — ', says[cut.start() :])}"


def _several(says: str, spelling: Spelling) -> str | None:
    """Values alone, `A, B and C` or `A or B`: each is one on what is asked for."""
    parts = _LISTED.split(says.strip(" \t,;"))
    values = [answering(part, spelling) for part in parts] if len(parts) <= _MOST else []
    if len(values) < 2 or None in values:
        return None
    return (" OR " if _OR.search(says) else "; ").join(map(str, values))


def _denied(says: str, spelling: Spelling) -> str | None:
    """`not B`, said of what is asked for."""
    behind = _NOT.match(says)
    value = None if behind is None else answering(says[behind.end() :], spelling)
    return None if value is None else f"NOT ({value})"


_MOST = 20
_NOT = re.compile(r"[ \t]*not[ \t]+", re.IGNORECASE)
_OR = re.compile(r"(?<!\w)or(?!\w)", re.IGNORECASE)
_LISTED = re.compile(r",(?!\d)[ \t]*(?:(?:and|or)[ \t]+)?|[ \t]+(?:and|or)[ \t]+|;[ \t]*", re.IGNORECASE)
_SET_OFF = re.compile(r"^(?:\)|:)[ \t]*")


_BEHIND = re.compile(
    r"(?<![ \t])[ \t]+(?=\(|[—–-][ \t]|(?:because|since|as|under|per|by|from)(?!\w))|,[ \t]|;|[.:)][ \t]", re.IGNORECASE
)
"""Where reasons begin behind a value."""
