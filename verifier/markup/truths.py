"""Truth values that stand alone: what they say of the formula that a case asks, if it asks one."""

from __future__ import annotations

import re

from rulelang.verifier.markup.apart import reads
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.verdicts import verdict


def truth_of(text: str, spelling: Spelling) -> str | None:
    """What `yes` or `no` says of the formula that is asked, with the reason behind it in brackets; None: it is neither.

    >>> asked = Spelling(question="MUST pay", means=lambda text: text == "MUST pay")
    >>> truth_of("Yes.", asked), truth_of("**No**, since he paid (e1).", asked), truth_of("MUST pay", asked)
    ('MUST pay', 'NOT (MUST pay) (since he paid e1)', None)
    """
    if spelling.question is None or not rules_alone(text, spelling):
        return None
    ruling, reason = verdict(text)
    said = spelling.question if ruling == "affirmed" else f"NOT ({spelling.question})"
    return f"{said} ({_BRACKET.sub(lambda found: found[1], reason).replace(';', ',')})" if reason else said


def rules_alone(text: str, spelling: Spelling) -> bool:
    """Whether a text is a verdict on something that it does not name."""
    ruling, reason = verdict(text)
    if ruling not in ("affirmed", "denied") or (spelling.means is not None and reads(text, spelling)):
        return False
    return not _states(reason, spelling)


def _states(reason: str, spelling: Spelling) -> bool:
    """Whether what stands behind `yes` or `no` begins with a formula, of which that is said."""
    first = re.split(r"[ \t]*(?:[(,;:—–]|\.[ \t]|[ \t]-[ \t])", reason.strip(" \t*_`."), maxsplit=1)[0]
    return bool(first) and (reads(first, spelling) or _OF_A_FORMULA.search(first) is not None)


_BRACKET = re.compile(r"\((.*)\)")
_OF_A_FORMULA = re.compile(r"(?<!\w)(?:MUST|MAY|NEED|NOT|UNKNOWN|CONFLICT)(?!\w)|[=<>≤≥]")
