"""Lines that deny all that stands right above them: `Neither applies (e2, e4).`, `None of these is met.`"""

from __future__ import annotations

import re

from rulelang.verifier.markup.below import FOLLOWS
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.line import Line

_OF_THEM = (
    r"(?:[ \t]+of[ \t]+(?:these|those|them|the[ \t]+(?:above|two|three|four|listed|foregoing))(?:[ \t]+\w+)?)?"
)
_ACTS = r"(?:applies|apply|holds?|exists?|obtains?|succeeds?|follows?)"
_SO = (
    r"(?:(?:actually|in[ \t]fact|here)[ \t]+)?(?:met|satisfied|fulfilled|so|true|correct|the[ \t]+case|established"
    r"|shown|present|applicable|prove[dn]|triggered|given|available|supported)"
)
_IS = r"(?:is|are|was|were|has[ \t]+been|have[ \t]+been)"
_NOT = r"(?:[ \t]+not|n['’]t)"
_NONE = re.compile(
    rf"[*_`(→⇒=> \t]*(?:(?P<two>neither|both)|none|nothing|all|each|they|these|those){_OF_THEM}[ \t]+"
    rf"(?:(?P<denied>(?:{_ACTS}|{_IS}[ \t]+{_SO})(?!\w))"
    rf"|(?:(?:do|does|did){_NOT}[ \t]+{_ACTS}|cannot[ \t]+{_ACTS}|{_IS}{_NOT}[ \t]+{_SO}|fails?|failed"
    rf"|{_IS}[ \t]+(?:absent|missing|false|untrue|wrong|unmet|inapplicable|out|excluded|rejected))(?!\w))",
    re.IGNORECASE,
)
_ALL_ABOVE = re.compile(
    r"[*_`( \t]*(?:(?:please|so|sorry|oops|wait|no|hmm+)[,. \t]+)*(?:disregard|ignore|forget|discard|scratch|strike)"
    r"[ \t]+(?:(?:all|everything|most)[ \t]+(?:of[ \t]+)?)?(?:(?:the|my|this|that)[ \t]+)?"
    r"(?:above|previous|earlier|foregoing)(?!\w)",
    re.IGNORECASE,
)
"""`Please disregard the above; here is my revised answer.`"""
_NEGATIVE = re.compile(r"[*_`(→⇒=> \t]*(?:neither|none|no[ \t]one|nothing)(?!\w)", re.IGNORECASE)
_LONGEST = 120


def rejects_all(draft: Draft, line: Line) -> bool:
    """Takes back what stands right above a line that denies it, but for what is itself a denial."""
    if line.kind not in ("other", "bullet") or len(line.rest) > _LONGEST:
        return False
    if _ALL_ABOVE.match(line.rest) is not None:
        for block in (*draft.found, *(item for _, _, item in draft.items)):
            draft.take_away(block, line.rest)
        draft.prose.append(line)
        return True
    found = _NONE.match(line.rest)
    if found is None or (_NEGATIVE.match(line.rest) is not None) == (found["denied"] is None):
        return False
    above = _right_above(draft, line, 2 if found["two"] else _MOST)
    denied = [block for block in above if not draft.saying.is_denial(" ".join(block.texts[0]))]
    for block in denied:
        draft.take_away(block, line.rest)
    if denied:
        draft.prose.append(line)
    return bool(denied)


def _right_above(draft: Draft, line: Line, most: int) -> list[Block]:
    """The claims and items that end right above a line, the last first."""
    found: list[Block] = []
    start = line.start
    blocks = sorted((*draft.found[-most:], *(item for _, _, item in draft.items[-most:])), key=lambda one: one.start)
    for block in reversed(blocks):
        if len(found) == most or block.kind != "claim" or not FOLLOWS.fullmatch(draft.leads.text, block.end, start):
            break
        found.append(block)
        start = _line_start(draft.leads.text, block.start)
    return found


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


_MOST = 20
