"""Lines that go on with the claim or decision above them: its fields, its parts, the rest of its formula."""

from __future__ import annotations

import re

from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.formulas import formulas
from rulelang.verifier.markup.hedges import hedges
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.listing import is_denied_above, leave, take_late
from rulelang.verifier.markup.parting import ends, follows, is_item, is_unread_part


def go_on(draft: Draft, line: Line) -> None:
    if draft.title is not None and (draft.saying.states(line.rest) or draft.saying.says(fields_of(line.rest).says)):
        draft.begin(line, draft.title.name, line.rest)
        return
    block = draft.open
    if block is not None and block.kind != "claim" and (_ends(draft, block, line) or _is_past(draft, block, line)):
        draft.open, draft.empty, block = None, False, None
    if block is None:
        leave(draft, line)
        return
    if not draft.empty and (_GOING_ON.match(line.rest) or _UNFINISHED.search(block.texts[-1][-1][-12:])):
        block.texts[-1].append(line.rest)
    elif draft.empty or (line.kind == "bullet" and block.kind != "claim"):
        readable = not formulas(line.rest, draft.saying.spelling)[1] or draft.saying.says(line.rest)
        part = line.rest if readable else draft.saying.labelled(line.rest)
        in_list = part is None and line.kind == "bullet" and _is_list(draft, block)
        if in_list and is_unread_part(draft.saying, line.rest):
            part = line.rest  # nobody knows what the decision comes to with it
        if part is not None:
            add_part(draft, block, line, part)
            if part != line.rest:
                draft.prose.append(line)  # its label
            draft.empty = draft.empty and line.kind == "bullet"
        elif draft.empty and not block.parts and _precedes_formula(draft, line):
            draft.prose.append(line)
            return
        elif draft.empty and not block.parts:
            block.texts.append([line.rest])
            draft.empty = False
        else:
            draft.open = None
            leave(draft, line)
            return
    else:
        if line.kind != "bullet" or block.kind != "claim":  # a remark in a list of fields ends no claim
            draft.open = None
        leave(draft, line)
        return
    block.end = line.end


def _ends(draft: Draft, block: Block, line: Line) -> bool:
    """Whether a decision ends above a line: with a heading, a title, a word that says nothing, or another list."""
    text, has_said = draft.leads.text, not draft.empty or bool(block.parts)
    written = text[line.start : line.end]
    if block.parts and draft.last_part is not None and line.kind in ("bullet", "fielded"):
        last = draft.last_part
        set_in = draft.leads.indent(line) > draft.leads.indent(last)
        if not set_in and not follows(text[last.start : last.end], written):
            return True
    return line.kind != "fielded" and ends(draft.saying, text[block.start : block.end], line, written, has_said)


def _is_past(draft: Draft, block: Block, line: Line) -> bool:
    """Whether a decision in one line ends above an item, which is a claim: nothing that the case asks."""
    if draft.empty or block.parts or draft.asks is None or line.kind != "bullet":
        return False
    if not draft.saying.says(fields_of(line.rest).says):
        return False
    if block.replies or draft.is_asked(line):
        return block.replies
    head = draft.saying.formulas(block.content().says)[0]
    return block.kind != "decision" or (any(map(draft.asks, head)) and draft.saying.does_more(line.rest))


def _is_list(draft: Draft, block: Block) -> bool:
    """Whether what a decision says stands in a list below its head."""
    return block.kind != "claim" and not fields_of(" ".join(block.texts[0])).says


def add_part(draft: Draft, block: Block, line: Line, part: str) -> None:
    """Adds a line of a list to what a decision says."""
    block.parts.append(part)
    block.places.append(line)
    block.end = line.end
    draft.last_part = line


def _precedes_formula(draft: Draft, line: Line) -> bool:
    """Whether this is prose below the head of a decision that stands below it, as a formula of the case."""
    if draft.saying.spelling.means is None or line.kind != "other" or hedges(line.rest):
        return False
    if draft.formula is None or draft.formula[0] != len(draft.found):
        draft.formula = (len(draft.found), _next_formula(draft, line))
    return line.start < draft.formula[1]


def _next_formula(draft: Draft, line: Line) -> int:
    """Where the next line begins that is one; -1: another head or a list comes before."""
    for below in draft.below.after(line):
        if below.kind not in ("other", "blank", "fielded"):
            break
        if below.kind != "blank" and draft.saying.says(fields_of(below.rest).says):
            return below.start
    return -1


def take_remark(draft: Draft, line: Line) -> None:
    """A sentence about a decision that is none: in a list of fields it ends no claim."""
    if draft.title is not None or draft.empty:
        go_on(draft, line)
        return
    if draft.open is not None and draft.open.kind != "claim":
        draft.open = None
    leave(draft, line)


def take_fielded(draft: Draft, line: Line) -> None:
    """A line without a head: the rest of a formula that is not finished, or else a claim that has no id."""
    block = draft.open
    if draft.title is not None:
        draft.begin(line, draft.title.name, line.rest)
        return
    part = _part(draft, block, line) if block is not None and block.kind != "claim" and draft.empty else None
    if block is not None and part is not None:
        add_part(draft, block, line, part)
        return
    goes_on = block is not None and draft.empty and not block.parts and not line.name
    if block is not None and goes_on and draft.saying.says(fields_of(line.rest).says):
        block.texts.append([line.rest])  # below `### Decision`, or `CLAIM s1:`
        block.end = line.end
        draft.empty = False
        return
    if block is None or draft.empty or line.name or not _OPEN_FORMULA.search(block.texts[-1][-1][-12:]):
        denied = is_denied_above(draft, line)
        if denied is not None:
            draft.begin(line, line.name, line.rest)
            draft.found[-1].denied = denied
        return
    block.texts[-1].append(line.rest)
    block.end = line.end


def _part(draft: Draft, block: Block, line: Line) -> str | None:
    """What an item with fields is as a part of the decision above it; None: it is none."""
    if not is_item(draft.leads.text[line.start : line.end]) or _ends(draft, block, line):
        return None
    if draft.saying.says(fields_of(line.rest).says) or is_unread_part(draft.saying, line.rest):
        return line.rest
    return draft.saying.labelled(line.rest)


def take_field(draft: Draft, line: Line) -> None:
    said = fields_of(line.rest)
    if draft.item is not None and not said.says:
        take_late(draft, said)
        draft.item.texts.append([line.rest])
        draft.item.end = line.end
        return
    headed = draft.title is not None and not _is_step(draft.title) and said.holds()
    if draft.open is None and (headed or said.says):
        draft.begin(line, "" if draft.title is None else draft.title.name, "")
    if draft.open is not None:
        draft.open.texts.append([line.rest])
        draft.open.end = line.end
        draft.empty = draft.empty and not said.says
    elif said.holds():
        draft.lost.append(line)


def take_said(draft: Draft, line: Line) -> None:
    """What an object of JSON says: it stands below a head that has said nothing, or is a claim by itself."""
    block = draft.open
    if block is None or not draft.empty or line.name not in ("", block.name):
        draft.begin(line, line.name, line.rest)
        return
    block.texts.append([line.rest])
    block.end = line.end
    draft.empty = False


_GOING_ON = re.compile(r"(?:AND|OR)[ \t]|[|\[]")
_OPEN_FORMULA = re.compile(r"(?:(?<!\w)(?:AND|OR|NOT|MUST|MAY|NEED)|&&|\|\||[∧∨¬(=<>])$")
_UNFINISHED = re.compile(r"(?:(?<!\w)(?:AND|OR|NOT|MUST|MAY|NEED)|[|,(=<>+*/-])$")


def _is_step(title: Line) -> bool:
    """Whether a head may be one of prose, and is a claim's only where a formula follows."""
    return "step" in title.rest.lower()
