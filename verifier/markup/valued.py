"""Values that stand alone: what they say of the value that a case asks for, if it asks for one."""

from __future__ import annotations

import re

from rulelang.verifier.markup.formulas import VALUE, Spelling, formula

_AROUND = " \t\u00a0.,;:*`'‘’→="
_JOINED = re.compile(r"(?<!\w)(?:and|or|not|if|but|to)(?!\w)|[=<>;]", re.IGNORECASE)
"""What stands in more than one value."""
_QUANTITY = re.compile(r"(?<![\w.])\d[\d.]*(?:[ \t]+(?!(?:AND|OR)(?!\w))[^\W\d]\w*)?")
_KEYWORD = re.compile(r"(?<!\w)(?:AND|OR|NOT)(?!\w)")


def answering(text: str, spelling: Spelling) -> str | None:
    """What a value alone says of the value that is asked for: `120 usd` of `fee`; None: it is none."""
    value = text.strip(_AROUND)
    if spelling.asked is None or spelling.means is None or spelling.means(value) or _JOINED.search(value) is not None:
        return None
    if value not in spelling.members and VALUE.match(value) is None:
        return None
    said = formula(f"{spelling.asked} = {value}", spelling)
    return said if said is not None and spelling.means(said) else None


def names_nothing(said: str) -> bool:
    """Whether a formula holds values alone, so that it is about nothing.

    >>> names_nothing("120 usd"), names_nothing("NOT 5% = 2 kg OR 3"), names_nothing("n = 3"), names_nothing('"p"')
    (True, True, False, False)
    """
    return re.search(r"[^\W\d]|\"", _KEYWORD.sub("", _QUANTITY.sub("", said))) is None
