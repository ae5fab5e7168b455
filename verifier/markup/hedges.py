"""Words by which a model takes back, or makes uncertain, what it says beside them."""

from __future__ import annotations

import re

from rulelang.verifier.markup.quoting import mask

_HEDGE = re.compile(
    r"(?<!\w)(?:but|unless|however|depends?|depending|unclear|uncertain|unsure|undecided|undetermined|indeterminate"
    r"|probably|possibly|perhaps|maybe|might|un?likely|likely|presumably|arguably|tentative(?:ly)?|conditional(?:ly)?"
    r"|approx(?:imately)?|roughly|caveats?|reservations?|assuming|provided|subject[ \t]+to"
    r"|although|though|otherwise"
    r"|(?:not|never)[ \t]+(?:(?:yet|entirely|fully)[ \t]+)?(?:sure|certain|clear|settled|determined|necessarily)"
    r"|(?:cannot|can[ \t]+not|can't)[ \t]+be[ \t]+(?:determined|decided|settled|known|answered))(?!\w)"
    r"|^\W*(?:or|and|if|when|except|only(?=\W*$|[ \t]+(?:if|when|where|while|after|before|once|until|unless|as|so|to"
    r"|in|for"
    r"|with|under|partly|partially|possibly|probably|maybe)\b))(?!\w)|\?\W*$",
    re.IGNORECASE,
)
_NO_OTHERWISE = re.compile(
    r"(?<!\w)(?:no|nothing|nobody|none|neither)(?:[ \t]+\w+){0,4}?[ \t]+(?:says?|suggests?|shows?|states?|proves?"
    r"|indicates?"
    r"|claims?|thinks?|argues?|holds?|contends?)[ \t]+otherwise(?!\w)",
    re.IGNORECASE,
)
"""With this nothing is taken back."""
UNSETTLED = (
    r"unknown|undetermined|indeterminate|undecidable|unresolved|not[ \t]+determinable"
    r"|(?:cannot|can[ \t]+not|can't)[ \t]+be[ \t]+(?:determined|decided|settled|known)"
)
"""How it is said of something that it is not known."""
_NOTHING_SAID = re.compile(
    r"\W*(?:(?:it|this|the[ \t]+(?:answer|decision|outcome|question))[ \t]+)?(?:is[ \t]+|remains[ \t]+)?"
    rf"(?:{UNSETTLED})\W*",
    re.IGNORECASE,
)


def hedges(text: str) -> bool:
    """Whether a text that stands beside a formula takes it back, or says under which condition it holds.

    >>> hedges("it depends"), hedges("likely"), hedges("?"), hedges("the notice was late")
    (True, True, True, False)
    """
    return _HEDGE.search(_NO_OTHERWISE.sub("", mask(text))) is not None


def leaves_open(text: str) -> bool:
    """Whether a decision is nothing but that what is asked is not known.

    >>> leaves_open("cannot be determined."), leaves_open("UNKNOWN"), leaves_open("UNKNOWN p")
    (True, True, False)
    """
    return _NOTHING_SAID.fullmatch(text) is not None
