"""What the name of a column, or of a member of an object, makes of the `yes` or `no` under it."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from rulelang.verifier.markup.verdicts import verdict

Naming: TypeAlias = Literal["verdict", "harmful", "plain", "other"]
"""`plain` says nothing of what stands under it: a word there stands beside the formula as it would in a line."""

_ASKING = re.compile(
    r"(?:(?:is|was|are|were|does|do|did|has|have|be|been|it|this|that|they|(?:the|this|that|each|any)(?=[ \t])"
    r"|claims?|conditions?|requirements?|elements?|statements?|our|my|final|overall|in|under|open[ \t]+to)[ \t]+)*",
    re.IGNORECASE,
)
"""How a name asks: `Is it met?`."""
_PLACE = re.compile(r"[ \t]+(?:here|now|in[ \t]+this[ \t]+case|on[ \t]+(?:the|these)[ \t]+facts)", re.IGNORECASE)
_PLAIN = re.compile(
    r"|comments?|remarks?|notes?|reason(?:s|ing)?|why|explanations?|rationale|justifications?|details?|observations?"
    r"|analysis|discussion|application|check(?:ed)?|yes[ \t]*/[ \t]*no|y[ \t]*/[ \t]*n|(?:our|my)[ \t]+(?:view|take)",
    re.IGNORECASE,
)


def naming(name: str) -> Naming:
    """What a name makes of `yes` and `no`: verdicts on the formula beside it, the opposite of support, or neither.

    >>> naming("Holds?"), naming("Condition met?"), naming("Overridden"), naming("In dispute"), naming("Exception?")
    ('verdict', 'verdict', 'harmful', 'harmful', 'harmful')
    >>> naming("Comment"), naming(""), naming("Evidence needed?"), naming("fact")
    ('plain', 'plain', 'other', 'other')
    """
    name = name.strip(" \t*_`?:")
    if _PLAIN.fullmatch(name) or re.search(r"\w", name) is None:
        return "plain"
    core = _core(name)
    if core.lower() in _KINDS or _IS_A.fullmatch(name):
        return "other"
    alone = verdict(core)[0]
    if alone in ("against", "doubted", "denied", "open") or verdict(name)[0] in ("against", "doubted", "denied"):
        return "harmful"
    if verdict(f"{core}: yes")[0] == "against":
        return "harmful"
    if alone == "affirmed" or verdict(f"{core}: no")[0] == "denied" or _ENDS.search(core) is not None:
        return "verdict"
    return "other"


def _core(name: str) -> str:
    return _PLACE.sub("", _ASKING.sub("", name, count=1)) or name


_ENDS = re.compile(
    r"[ \t](?:status|verdicts?|results?|findings?|outcome|assessment|evaluation|determination)", re.IGNORECASE
)
"""`Test result`, `Status of the condition`."""
_KINDS = frozenset(("fact", "given", "stipulated"))
_IS_A = re.compile(
    r"(?:is|was)[ \t]+(?:an?[ \t]+|the[ \t]+)?(?:final[ \t]+)?(?:conclusion|decision|answer|finding|result|ruling"
    r"|holding|determination|assessment|evaluation|judge?ment|outcome|verdict|status|value)",
    re.IGNORECASE,
)
"""What tells of which kind a formula is, or where it comes from: `no` under it does not say that it is not so."""


def under(name: str, word: str) -> str:
    """A verdict as it stands beside a formula of a line, under a name that is one of verdicts or harmful.

    >>> under("Is it met?", "no"), under("Exception?", "yes"), under("Overridden", "yes"), under("Proven", "no")
    ('met: no', 'Exception: yes', 'Overridden: yes', 'Proven: no')
    """
    core = _core(name.strip(" \t*_`?:"))
    said = f"{core}: {word}"
    if naming(name) == "harmful":
        return said if verdict(said)[0] == "against" else core
    return said if verdict(f"{core}: yes")[0] == "affirmed" else f"value: {word}"
