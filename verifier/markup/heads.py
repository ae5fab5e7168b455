"""Claims and decisions that have a head, with what stands above them and before them in their line."""

from __future__ import annotations

import re
from dataclasses import replace

from rulelang.verifier.markup.bearings import Bearing
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.leaning import sentences, they_say
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.listing import is_denied
from rulelang.verifier.markup.noted import because
from rulelang.verifier.markup.parting import is_claimed, is_heading, led_to, speaks_of_else
from rulelang.verifier.markup.voices import disowns, is_other_voice


def begin_claim(draft: Draft, line: Line, name: str, rest: str) -> None:
    """A claim with a head, or in a row of a table; what stands above it counts."""
    denied, below = is_denied(draft, line, rest), draft.lead(line)
    draft.leads.read(line)
    draft.begin(line, name, because(rest) or rest)
    draft.found[-1].denied, draft.found[-1].below = denied, below
    if line.led and not is_claimed(line.led, draft.saying.spelling.words):
        draft.found[-1].unsaid = line.led.strip(" *_`:#")


def begin_unmarked(draft: Draft, line: Line) -> None:
    """A claim under a word alone (`Claim: p`): below a head it says what that has left open."""
    if draft.title is not None:
        draft.begin(replace(line, kind="claim"), draft.title.name, line.rest)
    elif draft.open is not None and draft.open.kind == "claim" and draft.empty and not line.name:
        draft.open.texts.append([line.rest])
        draft.open.end, draft.empty = line.end, False
    else:
        begin_claim(draft, replace(line, kind="claim"), line.name, line.rest)


def begin_decision(draft: Draft, line: Line, name: str, rest: str) -> None:
    """A decision; what stands above it counts, but for a final one that is apart from that."""
    lead = draft.leads.over(line)
    apart = draft.leads.are_apart()
    if apart and _FINAL.match(draft.leads.text, line.start, line.end) is not None:
        lead = None
    if lead is not None and line.kind == "decision" and lead[0] == draft.concluded:
        lead = None  # what is supposed there has come to its conclusion
    on_the_way = line.kind != "decision" and not draft.is_asked(line)
    draft.concluded = lead[0] if on_the_way and lead is not None else draft.concluded
    draft.leads.read(replace(line, kind="claim") if on_the_way else line)
    draft.lose_title()
    draft.begin(line, name, rest)
    draft.found[-1].supposed = lead is not None and lead[1] in ("supposes", "doubts")
    if lead is not None and draft.found[-1].supposed and _is_within(draft, lead, line):
        draft.found[-1].within = lead[0].rest.strip(" *_`:#")
    draft.found[-1].replies = bool(line.whole) or draft.replying
    draft.found[-1].disowned = lead is not None and not apart and disowns(lead[0].rest)
    if draft.unplainly and not draft.is_asked(line):
        draft.found[-1].over = draft.unplainly
    elif lead is not None and lead[1] in ("denies", "against"):
        draft.found[-1].over = lead[0].rest.strip(" *_`:#")
    if line.led:
        _weigh_led(draft, line, draft.found[-1])


def _is_within(draft: Draft, lead: tuple[Line, Bearing], line: Line) -> bool:
    """Whether a decision stands right below a line that supposes something, or tells what others say."""
    text = draft.leads.text
    if _LEADS.search(lead[0].rest) is None and not is_heading(text[lead[0].start : lead[0].end]):
        return False
    return not text[lead[0].end : line.start].strip(" \t\r\n>*_`~-") and (
        lead[1] == "supposes" or any(is_other_voice(one.text) or they_say(one.text) for one in sentences(lead[0].rest))
    )


def _weigh_led(draft: Draft, line: Line, block: Block) -> None:
    """What stands before a decision in its line counts, and is told if it says more than a few words."""
    how = led_to(line.led, draft.saying.spelling.words)
    block.supposed = block.supposed or how == "supposed"
    if how == "supposed" and speaks_of_else(line.led, draft.saying.spelling.words):
        block.within = line.led.strip(" *_`:#,")
    block.disowned = block.disowned or how == "disowned"
    if len(line.led.split()) > _MOST_LEADING and not line.led.rstrip("*_").endswith((".", ";", "!", "?")):
        start = max(draft.leads.text.rfind(line.led, 0, line.start), 0)
        draft.prose.append(Line("other", start, line.start, line.led))


_LEADS = re.compile(r"[:,…][ \t*_`]*$")
_FINAL = re.compile(r"[^\w\r\n]*+final\b", re.IGNORECASE)
_MOST_LEADING = 3
