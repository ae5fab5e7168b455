"""Items of lists, and lines that go on with nothing: whether they are claims, and what bears on them."""

from __future__ import annotations

import re
from dataclasses import replace

from rulelang.verifier.markup.bearings import bearing, rejects
from rulelang.verifier.markup.below import FOLLOWS
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.closing import note_closing
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import Content, fields_of
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.parting import is_claimed, is_heading
from rulelang.verifier.markup.weighing import quotes_rule
from rulelang.verifier.markup.withdrawn import (
    LONGEST,
)


def take_items(draft: Draft) -> None:
    """Items of lists that are formulas of the case are claims; beside claims with a head, those that say more.

    The others are told, and so is what a claim with a head says as well.
    """
    if draft.saying.spelling.means is None or not draft.items:
        return
    beside = [block for block in draft.found if block.kind == "claim"]
    said = {one for block in beside for one in draft.saying.formulas(block.content().says)[0]}
    numbers = {number for block in beside for number in re.findall(r"\d+$", block.name)}
    taken = 0
    for before, line, block in draft.items:
        more = len(block.texts) > 1 or draft.saying.does_more(line.rest)
        if beside and (not more or said.issuperset(draft.saying.said_in(line.rest, block.denied))):
            draft.restated.append(line)
            continue
        if block.name in numbers:  # `from: 2` means the claim `s2` where there is one
            block.name = ""
        draft.found.insert(before + taken, block)
        taken += 1


def take_late(draft: Draft, said: Content) -> None:
    """An item of which it was not plain that it is claimed is, if fields follow below."""
    if draft.waiting is None or draft.waiting[2] is not draft.item or not said.holds():
        return
    (lead, bears), line, _ = draft.waiting
    draft.waiting = None
    if bears in ("unplain", "asks") and draft.unsaid[-1][0] == lead and draft.item is not None:
        draft.unsaid[-1][1].pop()  # the line, which came last
        draft.items.append((len(draft.found), line, draft.item))
        if not draft.unsaid[-1][1]:
            draft.unsaid.pop()


def leave(draft: Draft, line: Line) -> None:
    """A line that goes on with nothing: prose, but for an item that says something of the case."""
    content = fields_of(line.rest)
    is_item = (line.kind == "bullet" and not _is_topic(draft, line)) or _stands_alone(draft, line)
    if not is_item or draft.saying.spelling.means is None or not draft.saying.says(content.says):
        draft.prose.append(line)
        note_closing(draft, line)
        draft.leads.read(line)
        return
    line = replace(line, kind="bullet")
    denied = is_denied_above(draft, line)
    draft.item = Block("claim", line.name, line.start, line.end, [[line.rest]], denied=denied is True)
    lead = draft.leads.over(line) if denied is None else None
    draft.waiting = None if lead is None else (lead, line, draft.item)
    if denied is not None and draft.resting is not None:
        draft.resting.rests_on.append(draft.item)
    if denied is not None:
        draft.items.append((len(draft.found), line, draft.item))


def _stands_alone(draft: Draft, line: Line) -> bool:
    """Whether a line without a bullet is a formula with what it cites, and does not go on with one before it."""
    if draft.asks is None or line.kind != "other":
        return False
    below = next(draft.below.after(line), None)
    if not draft.saying.cites(line.rest, below is not None and below.kind == "field"):
        return False
    text = draft.leads.text
    start = text.rfind("\n", 0, line.start) + 1
    if text[start : line.start].strip("> \t*_`"):
        return False
    above = text[max(start - LONGEST, 0) : start]
    ends = [one.end for one in (*draft.found[-1:], *(item for _, _, item in draft.items[-1:]))]
    if not above.strip() or (ends and FOLLOWS.fullmatch(text, max(ends), line.start) is not None):
        return True
    last = above.rstrip().rpartition("\n")[2].strip()
    is_blank = above.endswith(("\n\n", "\n\r\n"))
    if not is_blank and not is_heading(last) and not last.rstrip("*_`)\"”").endswith((".", ":", ";", "!", "…")):
        return False
    head, words = f"{last.rstrip('.:;!…*_` ')}:", draft.saying.spelling.words
    return is_claimed(head, words) and bearing(head, words) in ("none", "affirms", "unplain")


def _is_topic(draft: Draft, line: Line) -> bool:
    """Whether a line names what is discussed below it, as a heading does, or one all in bold above a list."""
    if draft.saying.does_more(line.rest):
        return False
    text = draft.leads.text[line.start : line.end]
    if text.startswith("#"):
        return True
    below = next(draft.below.after(line), None)
    is_above = below is not None and below.kind in ("bullet", "fielded", "noted", "resulting", "stated")
    return is_above and _ALL_IN_BOLD.fullmatch(text) is not None


def is_denied_above(draft: Draft, line: Line) -> bool | None:
    """Whether what stands above an item denies it; None: it leaves open whether it is so, and that is told."""
    match draft.leads.over(line):
        case None:
            return False
        case (_, "denies") if draft.saying.is_plain(line.rest):
            return True
        case (lead, "asks") if quotes_rule(lead.rest) and draft.saying.cites_nothing_but(lead.rest, line.rest):
            leave_unsaid(draft, lead, line)  # it is quoted from there
            return None
        case (_, "asks") if draft.saying.is_affirmed(line.rest):
            return False
        case (_, "weighs") if draft.saying.has_verdict(fields_of(line.rest)):
            return False
        case (_, "against") if draft.saying.is_denial(line.rest):
            return False
        case (_, "unplain") if draft.saying.does_more(line.rest):
            return False  # what is cited for it says that it is claimed
        case lead, _:
            leave_unsaid(draft, lead, line)
            return None


def leave_unsaid(draft: Draft, lead: Line, line: Line) -> None:
    if not draft.unsaid or draft.unsaid[-1][0] != lead:
        draft.unsaid.append((lead, []))
    draft.unsaid[-1][1].append(line)


def is_denied(draft: Draft, line: Line, text: str) -> bool:
    """Whether a claim with a head stands in a list of what is not so, and has no verdict of its own."""
    lead = draft.leads.over(line)
    if lead is None or lead[1] != "denies":
        return False
    if draft.saying.is_denial(text):
        return rejects(lead[0].rest)  # nobody knows what that comes to; below `Not met:` it says so again
    return not draft.saying.has_verdict(fields_of(text))


_ALL_IN_BOLD = re.compile(r"(?:[-*+•][ \t]+|\(?\w{1,4}[.)][ \t]+)*(?:\*\*|__)[^*_]+(?:_[^*_]+)*(?:\*\*|__)[ \t:.]*")
