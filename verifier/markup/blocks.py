"""The lines of an answer put together: each claim and each decision with the lines that go on with it."""

from __future__ import annotations

import re
from dataclasses import replace

from rulelang.verifier.markup.below import Below
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.comma_tables import bordered
from rulelang.verifier.markup.concluding import Asks, concluded
from rulelang.verifier.markup.continuing import go_on, take_field, take_fielded, take_remark, take_said
from rulelang.verifier.markup.correcting import as_corrected, replaces, takes_back
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.field_lists import joined
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.heads import begin_claim, begin_decision, begin_unmarked
from rulelang.verifier.markup.kinds import is_head
from rulelang.verifier.markup.leads import Leads
from rulelang.verifier.markup.line import Kind, Line
from rulelang.verifier.markup.lines import lines
from rulelang.verifier.markup.listing import leave_unsaid, take_items
from rulelang.verifier.markup.normed import takes_norm
from rulelang.verifier.markup.redeciding import decides_anew
from rulelang.verifier.markup.rejecting import rejects_all
from rulelang.verifier.markup.replying import asks_first, in_case
from rulelang.verifier.markup.rows import take_row
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.verdicts import is_open, verdict
from rulelang.verifier.markup.voices import is_other_voice


def read_blocks(text: str, saying: Saying, supposing: bool = False, asks: Asks | None = None) -> Draft:
    """What is found in a text: blocks in order, the header lines before them, and what is neither.

    Args:
        supposing: whether the case supposes something, so that what would then be so is what is said.
        asks: whether the case asks something; None where no case is at hand.
    """
    found = joined(_stated(saying, bordered(text, list(lines(text)))), saying.may_cite)
    leads = Leads(text, supposing, saying.spelling.words)
    draft = Draft(saying, leads, Below(saying, leads, found), asks)
    for at, line in enumerate(found):
        if line.kind == "blank" and at and found[at - 1].kind == "blank":
            continue  # it says no more than the one above
        if line.kind != "table":
            draft.columns, draft.norm_columns = None, {}
        if line.kind not in ("blank", "bullet", "field", "noted"):
            draft.resting = None
        line = as_corrected(draft, in_case(draft, line))
        if asks_first(draft, line) or replaces(draft, line) or decides_anew(draft, line):
            continue
        if takes_norm(draft, line) or takes_back(draft, line) or _takes_in(draft, line):
            continue
        if rejects_all(draft, line):
            continue
        if line.kind not in ("field", "blank"):
            draft.item = None
        if line.kind == "table":
            take_row(draft, found, at)
        else:
            _take(draft, line)
    draft.lose_title()
    _leave_forms(draft)
    take_items(draft)
    if draft.asks is not None:
        steps = concluded(draft.found, draft.saying, draft.asks)
        draft.found = steps.blocks
        draft.restated += steps.restated
    for block in draft.found:
        if block.below is not None and not block.unsaid and not _is_said(draft, block, block.below):
            block.unsaid = block.below.rest.strip(" *_`:#")
    return draft


def _leave_forms(draft: Draft) -> None:
    """Leaves aside what only repeats the form in which an answer was asked for: `CLAIM s1: FORMULA | rules: RULE`."""
    if draft.saying.spelling.means is None:
        return
    forms = [block for block in draft.found if _FORM.fullmatch(block.content().says.strip(" *_`.")) is not None]
    for block in forms:
        draft.found.remove(block)
        draft.prose.append(Line("other", block.start, block.end, draft.leads.text[block.start : block.end]))


_FORM = re.compile(
    r"(?:CLAIM <[\w -]{1,20}>:[ \t]*)?"
    r"(?:(?:FORMULA|<[\w ,.…-]{1,40}>|\[(?:formula|FORMULA)\])(?:;[ \t]*)?){1,4}(?:;[ \t]*…)?"
)


def _take(draft: Draft, line: Line) -> None:
    """Takes in a line that is no row of a table, as its kind says."""
    match line.kind:
        case "title":
            draft.lose_title()
            draft.title, draft.title_below = line, draft.lead(line)
            draft.open = None
        case "told" if line.rest and not draft.saying.decides(fields_of(line.rest).says):
            take_remark(draft, line)
        case "told" if draft.title is not None:
            draft.begin(replace(line, kind="claim"), draft.title.name, line.rest)
        case "claim":
            begin_claim(draft, line, line.name, line.rest)
        case "decision" | "answer" | "told":
            begin_decision(draft, line, line.name, line.rest)
        case "fielded":
            take_fielded(draft, line)
        case "said":
            take_said(draft, line)
        case "stated" | "step":
            _take_stated(draft, line)
        case "lead":
            draft.leads.read(line)
        case "cut" | "deep":
            draft.lost.append(line)
        case "struck":
            draft.lost.append(line)
            if is_head(line.rest.strip("~ ")):
                draft.open, draft.empty = None, False
        case "unmarked" if draft.saying.states(line.rest) or draft.saying.says(fields_of(line.rest).says):
            begin_unmarked(draft, line)
        case "resulting" if draft.title is not None and draft.saying.says(fields_of(line.rest).says):
            begin_unmarked(draft, line)
        case "unmarked":
            take_remark(draft, line)
        case "field":
            take_field(draft, line)
        case "object":
            draft.objects.append(line)
            draft.open, draft.empty = None, False
        case "header":
            if not draft.found or (len(draft.found) == 1 and draft.empty):
                draft.headers.setdefault(line.name, line.rest)
        case "fence" | "blank":
            draft.leads.read(line)
            if not draft.empty and draft.open is not None and draft.open.kind != "claim":
                draft.open = None
        case _:
            go_on(draft, line)


def _takes_in(draft: Draft, line: Line) -> bool:
    """Whether a line tells of the claim right above whether it holds, or why (`Reason: see r1`)."""
    block = draft.above()
    told = None if block is None else draft.below.told(block, line)
    if block is None or told is None:
        return False
    if told.beside:
        block.texts.append([f"| {told.beside}"])
    if told.reason:
        block.reasons.append(told.reason)
    if told.is_prose:
        draft.prose.append(line)
    block.end = line.end
    return True


def _is_said(draft: Draft, block: Block, lead: Line) -> bool:
    """Whether what stands above a claim lets it say what it says.

    Where something is supposed, or told by others, no claim does; where it is doubted, one that something is not
    known.  Below a question a claim with a head answers it, and below what denies it has been denied already.
    """
    content, says = block.content(), draft.leads.bearing(lead)
    read, unread = draft.saying.formulas(content.says)
    if not read or unread or says not in ("supposes", "doubts") or not draft.leads.is_head(lead):
        return True
    if says == "supposes" or is_other_voice(lead.rest):
        return False
    beside = (*content.bare, *content.beside)
    return _MATTER.search(lead.rest) is not None or (
        all(map(is_open, read)) or any(verdict(word)[0] == "open" for word in beside)
    )


def _stated(saying: Saying, found: list[Line]) -> list[Line]:
    """The lines with what objects state under names of prose: as claims if one can be read, or else as prose."""
    prose: tuple[Kind, ...] = ("step",)
    if not any(saying.says(fields_of(line.rest).says) for line in found if line.kind in ("stated", "step")):
        prose = ("stated", "step")
    return [
        replace(line, kind="other")
        if line.kind in prose and not saying.says(fields_of(line.rest).says)
        else line
        for line in found
    ]


def _take_stated(draft: Draft, line: Line) -> None:
    """A claim in a list of JSON that may be one of what is not so, whatever its items say besides."""
    says = draft.leads.over(line)
    if says is not None and says[1] in ("supposes", "doubts") and not fields_of(line.rest).beside:
        leave_unsaid(draft, says[0], line)
        draft.open, draft.empty = None, False
        return
    draft.begin(line, line.name, line.rest)
    draft.found[-1].denied = says is not None and says[1] == "denies"


_MATTER = re.compile(r"(?<!\w)(?:issue|question|point|matter)(?!\w)", re.IGNORECASE)
"""What is discussed below a head, whose claims answer it: `Disputed issue 1: the waiver`."""
