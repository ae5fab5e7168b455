"""Comparisons in words (`notice is less than 30 days`, `fee = 5 usd or more`), and chains of several."""

from __future__ import annotations

import re

from rulelang.verifier.markup.numbers import plain_numbers
from rulelang.verifier.markup.quoting import mask

_LEAST = r"at[ \t]least|(?:no|not)[ \t](?:less|fewer|lower|smaller)[ \t]than|a[ \t]minimum[ \t]of|minimally"
_MOST = r"at[ \t]most|(?:no|not)[ \t](?:more|greater|higher|larger)[ \t]than|a[ \t]maximum[ \t]of|up[ \t]to"
_LESS = r"(?:strictly[ \t])?(?:less|fewer|lower|smaller)[ \t]than|under|below"
_MORE = r"(?:strictly[ \t])?(?:more|greater|higher|larger)[ \t]than|over|above"
_SAME = r"equal[ \t]to|exactly|precisely"
_FORMS = (
    (re.compile(_LEAST, re.IGNORECASE), ">="), (re.compile(_MOST, re.IGNORECASE), "<="),
    (re.compile(_LESS, re.IGNORECASE), "<"), (re.compile(_MORE, re.IGNORECASE), ">"),
    (re.compile(_SAME, re.IGNORECASE), "="),
)  # fmt: skip
_NAME = r"(?P<name>[^\W\d][\w.]*(?:\([^()]*\))?)[*_`]*"
_IS = r"[ \t]*(?::|=|[ \t](?:is|was|are|were|amounts[ \t]to|comes[ \t]to))?[ \t]+"
_VALUE = r"(?P<value>[-−+]?(?:US)?[$€£¥]?[ \t]*\d[^<>=:;]*?)"
_BEFORE = re.compile(rf"{_NAME}{_IS}(?P<words>{_LEAST}|{_MOST}|{_LESS}|{_MORE}|{_SAME})[ \t]+{_VALUE}", re.IGNORECASE)
_EXCEEDS = re.compile(
    rf"{_NAME}[ \t]+(?:(?P<more>exceeds|exceeded)|(?P<least>reaches|reached))[ \t]+{_VALUE}", re.IGNORECASE
)
_BEHIND = re.compile(
    rf"{_NAME}{_IS}{_VALUE}(?:[ \t]+or[ \t]+(?:(?P<less>less|fewer|lower|under|below)|(?P<more>more|greater|higher|over"
    r"|above))|[ \t]+(?:(?P<most>at[ \t]most)|(?P<least>at[ \t]least)))",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    rf"{_NAME}{_IS}between[ \t]+(?P<low>[-−]?[$€£¥]?\d[^<>=:;]*?)[ \t]+and[ \t]+(?P<high>[-−]?[$€£¥]?\d[^<>=:;]*)",
    re.IGNORECASE,
)
_NOT = re.compile(
    rf"{_NAME}[ \t]+(?:(?:is|was|are|were)[ \t]+not|(?:is|was|are|were)n['’]t)[ \t]+(?P<what>\w+|\"[^\"]*\"|"
    r"[-−]?[$€£¥]?[ \t]*\d[^<>=:;]*)",
    re.IGNORECASE,
)


def compared(text: str) -> str | None:
    """A comparison in words, or a chain of several, as the language writes it; None: the text is none.

    >>> compared("notice is less than 30 days"), compared("fee = at least 5 usd"), compared("n: 5 or fewer")
    ('notice < 30 days', 'fee >= 5 usd', 'n <= 5')
    >>> compared("fee is between 4 usd and 5 usd"), compared("plan is not elite"), compared("fee is 5 usd")
    ('fee BETWEEN 4 usd AND 5 usd', 'NOT plan = elite', None)
    >>> compared("4 < n <= 5"), compared("fee = 2 * 60 = 120 usd")
    ('4 < n AND n <= 5', 'fee = 2 * 60 AND fee = 120 usd')
    """
    if (found := _BEFORE.fullmatch(text)) is not None:
        sign = next(sign for form, sign in _FORMS if form.fullmatch(found["words"]))
        return f"{found['name']} {sign} {found['value']}"
    if (found := _EXCEEDS.fullmatch(text)) is not None:
        return f"{found['name']} {'>' if found['more'] else '>='} {found['value']}"
    if (found := _BEHIND.fullmatch(text)) is not None:
        return f"{found['name']} {'<=' if found['less'] or found['most'] else '>='} {found['value']}"
    if (found := _BETWEEN.fullmatch(text)) is not None:
        return f"{found['name']} BETWEEN {found['low']} AND {found['high']}"
    if (found := _NOT.fullmatch(text)) is not None:
        return f"NOT {found['name']} = {found['what']}"
    if (denied := _DENIED.match(text)) is not None:
        inner = compared(text[denied.end() :]) if _DENIED.match(text, denied.end()) is None else None
        return None if inner is None else f"NOT ({inner})"
    return _chained(text)


_DENIED = re.compile(r"(?:NOT|it[ \t]is[ \t]not[ \t](?:so|true|the[ \t]case)[ \t]that)[ \t]+", re.IGNORECASE)


def _chained(text: str) -> str | None:
    """`a = b = c` says of `a` that it is each; `a < b <= c` that each is below the next."""
    masked = mask(text)
    signs = list(_SIGN.finditer(masked))
    kinds = {sign[0][0] for sign in signs} - {"="}
    if len(signs) < 2 or len(kinds) > 1 or _NO_CHAIN.search(masked) is not None:
        return None
    ends = [*(sign.start() for sign in signs[1:]), len(text)]
    before = text[: signs[0].start()].strip()
    links = [(sign[0], text[sign.end() : end].strip()) for sign, end in zip(signs, ends, strict=True)]
    if not before or not all(link for _, link in links):
        return None
    said: list[str] = []
    for sign, link in links:
        said.append(f"{before} {sign} {link}")
        before = before if sign == "=" else link
    return " AND ".join(said)


_SIGN = re.compile(r"<=|>=|<|>|=")
_NO_CHAIN = re.compile(r"[!;,~]|(?<!\w)(?:AND|OR|NOT|MUST|MAY|NEED|UNKNOWN|CONFLICT|OVER|BETWEEN|YES|NO)(?!\w)|==")


def denied_value(said: str | None, part: str) -> str | None:
    """`not 60 usd` behind `fee = 50 usd`, said of the same."""
    equation = None if said is None else _EQUATION.match(said)
    value = _NOT_VALUE.fullmatch(part)
    return None if equation is None or value is None else f"NOT {equation[1]} = {plain_numbers(value[1])}"


_EQUATION = re.compile(r"([^\W\d][\w.]*(?:\([^()]*\))?)[ \t]*=[ \t]")
_NOT_VALUE = re.compile(r"not[ \t]+([-−]?\d[^<>=]*)", re.IGNORECASE)
