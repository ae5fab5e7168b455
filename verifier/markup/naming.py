"""What the name of a column, or of a member of an object, makes of the `yes` or `no` under it."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.verdicts import verdict

Naming: TypeAlias = Literal["verdict", "harmful", "plain", "other", "unknown"]
"""`plain` says nothing of what stands under it: a word there stands beside the formula as it would in a line; `other`
tells of something else than whether the formula is so; of an `unknown` name nobody knows what `no` under it denies."""

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

_REASON = re.compile(
    r"(?:the[ \t]+)?(?:(?:legal|factual|short|brief)[ \t]+)?(?:reason(?:s|ing)?|justifications?|rationale|because|why"
    r"|explanations?|basis|analysis|arguments?|grounding|derivation|proof)(?:[ \t]+(?:for[ \t]+(?:this|it)|why))?",
    re.IGNORECASE,
)


def is_reason(name: str) -> bool:
    """Whether what stands under a name is why a claim holds.

    >>> is_reason("Justification"), is_reason("Reason for this"), is_reason("Note")
    (True, True, False)
    """
    return _REASON.fullmatch(name.strip(" \t*_`")) is not None


def naming(name: str) -> Naming:
    """What a name makes of `yes` and `no`: verdicts on the formula beside it, the opposite of support, or neither.

    >>> naming("Holds?"), naming("Condition met?"), naming("Overridden"), naming("In dispute"), naming("Exception?")
    ('verdict', 'verdict', 'harmful', 'harmful', 'harmful')
    >>> naming("Comment"), naming(""), naming("Evidence needed?"), naming("fact"), naming("Found")
    ('plain', 'plain', 'other', 'other', 'unknown')
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
    return "other" if _ABOUT.fullmatch(name.lower()) else "unknown"


def _core(name: str) -> str:
    return _PLACE.sub("", _ASKING.sub("", name, count=1)) or name


_ENDS = re.compile(
    r"[ \t](?:status|verdicts?|results?|findings?|outcome|assessment|evaluation|determination)", re.IGNORECASE
)
"""`Test result`, `Status of the condition`."""
_ABOUT = re.compile(
    r"(?:.*[\W_])?(?:needed|required|necessary|relevant|material|decisive|dispositive|important|critical|essential"
    r"|optional|requested|asked|cited|quoted|derived|inferred|inference|deduced|intermediate|final|leaf|root|target"
    r"|direct|explicit|implicit|primary|secondary|premise|axiom|rule[ _-]based|calculated|computed|legal"
    r"|factual|default"
    r"|new|changed|edited|original|conclusion|fact|given|counter\w*|contrary|opposing|adverse|conflict\w*|overrid\w*"
    r"|defeat\w*|rebut\w*|challeng\w*|objection\w*|problems?|gaps?|issues?|errors?|ambigu\w*|hedg\w*|assum\w*"
    r"|block\w*|suspen\w*|exceptions?|alternatives?)(?:[\W_].*)?"
    r"|(?:needs?|requires?|has|depends|uses?|cites?|quotes?)[\W_].*"
)
"""Names of what is asked of a claim besides whether it is so: its kind, weight and source, what speaks against it."""
_KINDS = frozenset(("fact", "given", "stipulated"))
_IS_A = re.compile(
    r"(?:is|was)[ \t]+(?:an?[ \t]+|the[ \t]+)?(?:final[ \t]+)?(?:conclusion|decision|answer|finding|result|ruling"
    r"|holding|determination|assessment|evaluation|judge?ment|outcome|verdict|status|value)",
    re.IGNORECASE,
)
"""What tells of which kind a formula is, or where it comes from: `no` under it does not say that it is not so."""


def unclear(name: str, word: str) -> str:
    """A denial under a name that is not known, as it stands beside a formula of a line: it leaves nothing said.

    >>> unclear("Found", "no"), unclear("Is it so in the case at hand", "no")
    ('Found: no', 'unclear: no')
    """
    said = f"{name.strip(' *_`?:')}: {word}"
    return said if verdict(said)[0] == "doubted" and fields_of(f"| {said}").beside else f"unclear: {word}"


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
