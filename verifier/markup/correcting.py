"""Claims that stand for earlier ones, and lines that take these back."""

from __future__ import annotations

import re
from dataclasses import replace

from rulelang.verifier.markup.below import ADJOINS
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.noted import noted
from rulelang.verifier.markup.revaluing import instead_of, puts_number
from rulelang.verifier.markup.subjects import subjects
from rulelang.verifier.markup.valued import answering
from rulelang.verifier.markup.withdrawn import (
    Instead,
    announces_correction,
    corrected,
    correction,
    leads_to_correction,
    said_instead,
    taken_back,
)


def as_corrected(draft: Draft, line: Line) -> Line:
    """A claim that calls itself corrected, of which the earlier one is taken back (`CLAIM s1 (corrected): p`)."""
    written = draft.leads.text[line.start : line.end]
    if line.kind in ("fielded", "other", "bullet") and (instead := correction(written)) is not None:
        line = replace(line, kind="claim", name=instead[0], rest=f"{instead[1]} [corrected]")
    if line.kind == "claim" and announces_correction(line.led):
        draft.take_away(draft.last(line.name), f"{line.led.rstrip(': ')} {line.name}")
    if line.kind == "claim" and draft.correcting:
        draft.take_away(draft.last(line.name), f"{draft.correcting} {line.name}")
    elif line.kind in ("other", "bullet", "title", "fielded", "table", "decision", "answer", "told"):
        draft.correcting = line.rest.strip(" *_`#:") if leads_to_correction(line.rest) else ""
    said = corrected(line.rest) if line.kind == "claim" else None
    if said is None or draft.last(line.name) is None:
        return line
    draft.take_away(draft.last(line.name), written.split(":")[0])
    return replace(line, rest=said)


def takes_back(draft: Draft, line: Line) -> bool:
    """Whether a line takes back claims before it (`I retract claim s1.`), and says nothing else."""
    if line.kind not in ("claim", "other", "bullet", "unmarked"):
        return False
    written = draft.leads.text[line.start : line.end]
    under_word = noted(_without_lead(written))
    written = written if under_word is None else under_word.rest
    if line.kind == "claim":
        named = taken_back(f"claim {line.name} is {line.rest}") if line.name else None
        if named is not None and draft.saying.says(line.rest):
            return False
    else:
        named = taken_back(written)
    if named is None:
        return False
    above = draft.item or (draft.found[-1] if draft.found else None)
    if above is not None and not ADJOINS.fullmatch(draft.leads.text, above.end, line.start):
        above = None  # `Strike that.` belongs to the line above it
    gone = [draft.last(name) or draft.item for name in named] if named else [above]
    for block in gone:
        draft.take_away(block, written)
    if any(block is not None for block in gone):
        draft.open, draft.empty = None, False
        draft.gone = None if named else above
        return True
    return False


def replaces(draft: Draft, line: Line) -> bool:
    """Whether a line takes back what stands above it, and says something in its place: `Scratch that: NOT p`."""
    gone, draft.gone = draft.gone, draft.gone if line.kind == "blank" else None
    if line.kind not in ("other", "bullet", "told") or draft.title is not None or (draft.empty and draft.open):
        return False
    written = draft.leads.text[line.start : line.end]
    under_word = noted(_without_lead(written))
    instead = said_instead(_without_lead(written) if under_word is None else under_word.rest)
    if instead is None and gone is not None and draft.is_formula(line.rest) and _is_about(draft, gone, line.rest):
        draft.begin(replace(line, kind="claim"), gone.name, line.rest)
        return True
    decided = draft.item is None and bool(draft.found) and draft.found[-1].kind != "claim"
    valued = answering(instead.says, draft.saying.spelling) if instead is not None and decided else None
    if instead is not None and valued is not None:
        instead = replace(instead, says=valued)  # `Correction: 550 usd` below a decision
    if instead is None or not draft.is_formula(instead.says):
        return _revalues(draft, line, _without_lead(written) if under_word is None else written)
    above = draft.item or (draft.found[-1] if draft.found else None)
    adjoins = above is not None and ADJOINS.fullmatch(draft.leads.text, above.end, line.start) is not None
    if above is None or not ((instead.surely and adjoins) or _is_about(draft, above, instead.says)):
        stand = (one for one in reversed(draft.so_far()) if not one.taken_back)
        above = next((one for one in stand if _is_about(draft, one, instead.says)), None)
    if above is None:
        return False
    _say_instead(draft, line, above, instead)
    return True


def _revalues(draft: Draft, line: Line, written: str) -> bool:
    """Whether a line right below a claim corrects its value; with a number that does not fit the claim is left."""
    above = draft.item or (draft.found[-1] if draft.found else None)
    if above is None or not ADJOINS.fullmatch(draft.leads.text, above.end, line.start):
        return False
    instead = instead_of(draft, above, _without_lead(written))
    if instead is not None:
        is_other = _is_about(draft, above, instead.says)
        if is_other:
            _say_instead(draft, line, above, instead)
        return is_other
    if not puts_number(draft, above, _without_lead(written)):
        return False
    draft.take_away(above, written)
    draft.prose.append(line)
    return True


def _say_instead(draft: Draft, line: Line, above: Block, instead: Instead) -> None:
    draft.take_away(above, instead.words)
    if above.kind != "claim":
        draft.begin(replace(line, kind=above.kind), above.name, instead.says)
        draft.found[-1].supposed, draft.found[-1].disowned = above.supposed, above.disowned
        draft.found[-1].within = above.within
        draft.found[-1].over, draft.found[-1].replies = above.over, above.replies
        return
    if not any(above is one for one in reversed(draft.found)):
        draft.item = Block("claim", above.name, line.start, line.end, [[instead.says]])
        draft.items.append((len(draft.found), replace(line, kind="bullet", rest=instead.says), draft.item))
        return
    draft.begin(replace(line, kind="claim"), above.name, instead.says)
    draft.found[-1].below = above.below


def _is_about(draft: Draft, block: Block, text: str) -> bool:
    """Whether a block says something of what a text is about, and nothing else."""
    says = replace(block, unsaid="").content().says
    valued = None if block.kind == "claim" else answering(says, draft.saying.spelling)
    was = draft.saying.formulas(valued or says)[0]
    instead = draft.saying.formulas(fields_of(text).says)[0]
    one = {about for said in was for about in subjects(said) or ()}
    return bool(one) and was != instead and one == {about for said in instead for about in subjects(said) or ()}


_BULLET = re.compile(r"[ \t>]*(?:(?:[-*+•]|\(?\d{1,6}[.)])[ \t]+)?")


def _without_lead(written: str) -> str:
    """A line as it is written without the bullet or number before it."""
    found = _BULLET.match(written)
    return written if found is None else written[found.end() :]
