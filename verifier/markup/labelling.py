"""Words before a formula in a list that say again, or over which thing, what the formula says."""

from __future__ import annotations

import re

from rulelang.verifier.markup.hedges import hedges
from rulelang.verifier.markup.verdicts import contradicts, is_denial, verdict

LONGEST_LABEL = 120

_ASKS = re.compile(
    r"(?<!\w)(?:if|whether|unless|only|when|question|issue|asked|claim(?:ed|s)?|argu(?:es|ed|ment)|alleg(?:es|ed|edly)|option"
    r"|alternative(?:ly)?|example|instead|former(?:ly)?|first|initial(?:ly)?|draft|rejected|against)(?!\w)|\?",
    re.IGNORECASE,
)
"""What stands behind such words is asked, or somebody else's, or no longer said."""
_EXPLAINS = re.compile(
    r"(?<!\w)(?:reason(?:s|ing)?|because|since|basis|bas(?:ed|es)|grounds?|given|facts?|findings?|premises?|rationale"
    r"|explanation|evidence|support(?:ed|ing)?|notes?|confidence|as|under|per|from)(?!\w)",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"(?<!\w)(?:not|no|never|none|nothing|without|neither|nor|cannot|false|untrue|wrong|incorrect|fail(?:s|ed)?|lacks?"
    r"|den(?:y|ied|ies)|contrary|opposite|refuted?|dismissed|(?:un|dis)[^\W\d]+)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)


def is_label(text: str, formula: str) -> bool:
    """Whether a text before a formula may be left aside, since it takes nothing back and denies only what that denies.

    >>> is_label("Bob need not pay", "NOT MUST pay"), is_label("Bob need not pay", "MUST pay")
    (True, False)
    >>> is_label("The fee", "fee = 3"), is_label("Probably", "p"), is_label("Whether he pays", "MUST pay")
    (True, False, False)
    """
    ruling = verdict(text)[0]
    if len(text) > LONGEST_LABEL or ruling not in ("remark", "against") or hedges(text) or contradicts(text):
        return False
    if _ASKS.search(text) is not None:
        return False
    denies = ruling == "against" or _DENIES.search(text) is not None
    return not denies or is_denial(formula.strip(" \t*_`."))


def explains(text: str) -> bool:
    """Whether what stands behind a label is a reason, and no part of a list of decisions.

    >>> explains("Reasons"), explains("The fee")
    (True, False)
    """
    return _EXPLAINS.search(text) is not None
