"""Actions below or beside a norm of their own: lists under `Required actions:`, and rows `| pay | MUST |`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from rulelang.verifier.markup.below import FOLLOWS
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.continuing import add_part
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.formulas import in_names
from rulelang.verifier.markup.heads import begin_decision
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.listing import leave
from rulelang.verifier.markup.norm_lists import listed_norms, norm_of
from rulelang.verifier.markup.tables import truth


def takes_norm(draft: Draft, line: Line) -> bool:
    """Takes in a line that is the norm of a list, an item of such a list, or norms below the head of a decision."""
    if not draft.saying.spelling.actions or line.kind == "blank":
        return False
    norm = norm_of(line.rest) if line.kind in ("other", "bullet", "unmarked") else None
    if norm is not None and _heads_actions(draft, line, norm):
        draft.norm = norm
        return True
    line = replace(line, rest=in_names(line.rest, draft.saying.spelling)) if line.kind in _PLAIN else line
    is_part = line.kind == "bullet" and draft.open is not None and draft.open.kind != "claim"
    if is_part and listed_norms(line.rest, draft.saying.spelling.actions) == []:
        return True  # `Permitted: none`
    said = None
    if line.kind in _PLAIN:
        said = _normed(draft, line.rest, f"{draft.norm} ") if draft.norm else None
        goes_on = draft.norms is not None and draft.found[-1:] == [draft.norms] and _adjoins(draft, draft.norms, line)
        cites_nothing = listed_norms(line.rest, draft.saying.spelling.actions) is not None
        alone = draft.saying.spelling.sets and cites_nothing and not _is_of_claim(draft, line)
        decides = line.kind == "other" and (alone or _is_open(draft))
        if said is None and (goes_on or decides):
            said = _normed(draft, line.rest, "")
    if said is None:
        draft.norm = ""
        return False
    if said:
        _add(draft, replace(line, rest=said))
    return True


def _heads_actions(draft: Draft, line: Line, norm: str) -> bool:
    """Whether the line below a norm names actions: else it may be a verdict on what stands above (`- Not required`)."""
    below = next((one for one in islice(draft.below.after(line), _NEAR) if one.kind != "blank"), None)
    if below is None or below.kind not in (*_PLAIN, "unmarked"):
        return False
    return norm_of(below.rest) is not None or _normed(draft, below.rest, f"{norm} ") is not None


def take_norm_row(draft: Draft, line: Line, row: Sequence[str]) -> bool:
    """Takes in a row of a table of actions with their norms, which its other cells cite something for.

    The norms may be columns of their own: `| Action | Obligatory | Forbidden |`, `| pay | yes | no |`.
    """
    if not draft.saying.spelling.actions or not 2 <= len(row) <= _MOST:
        return False
    columns = {at: norm for at, cell in enumerate(row) if (norm := norm_of(cell)) is not None}
    if 1 < len(columns) < len(row):
        draft.norm_columns = columns
        return True
    said = _under_columns(draft, row) if draft.norm_columns else norm_in(draft, row)
    if said is not None and said[0]:
        _add(draft, replace(line, kind="bullet", rest=" | ".join(said)))
    return said is not None


def _under_columns(draft: Draft, row: Sequence[str]) -> list[str] | None:
    """The norms of the action that a row names, by the yes and no under each; None: it is no such row."""
    acts = [cell for at, cell in enumerate(row) if at not in draft.norm_columns]
    truths = {at: truth(row[at]) if row[at].strip(" -–—") else "false" for at in draft.norm_columns if at < len(row)}
    if not acts or not set(truths.values()) <= {"true", "false"}:
        return None
    held = [norm for at, norm in draft.norm_columns.items() if truths.get(at) == "true"]
    named = in_names(acts[0], draft.saying.spelling)
    norms = [listed_norms(f"{norm} {named}", draft.saying.spelling.actions) for norm in held]
    if None in norms or listed_norms(f"MUST {named}", draft.saying.spelling.actions) is None:
        return None
    return ["; ".join(one for some in norms for one in some or ()), *(f"[{cell}]" for cell in acts[1:] if cell)]


def norm_in(draft: Draft, row: Sequence[str]) -> list[str] | None:
    """What a row says, and its other cells; None: it names no action and norm."""
    actions = draft.saying.spelling.actions
    if not actions or not 2 <= len(row) <= _MOST:
        return None
    norm = next((at for at, cell in enumerate(row) if norm_of(cell) is not None), None)
    if norm is None:
        return None
    act = next((at for at, cell in enumerate(row) if listed_norms(f"MUST {cell}", actions)), None)
    if act is None:
        return None
    norms = listed_norms(f"{norm_of(row[norm])} {row[act]}", actions) or []
    return ["; ".join(norms), *(f"[{cell}]" for at, cell in enumerate(row) if at not in (act, norm) and cell)]


def _normed(draft: Draft, text: str, norm: str) -> str | None:
    """A line with the norms that its actions have, and what stands behind these; None: it holds anything else."""
    actions = draft.saying.spelling.actions
    text = in_names(text, draft.saying.spelling)
    for said in (fields_of(text).says, text, _BEHIND.sub("", text)):
        if norm and listed_norms(said, actions) is not None:
            return None  # it has its own
        norms = listed_norms(f"{norm}{said}", actions)
        if norms is not None and said:
            return text.replace(said, "; ".join(norms), 1) if norms else ""
    return None


def _is_of_claim(draft: Draft, line: Line) -> bool:
    """Whether a line is a heading, or stands below the head of a claim, or above its fields."""
    if draft.leads.text[line.start : line.start + 1] == "#" or draft.title is not None:
        return True
    if draft.open is not None and draft.open.kind == "claim" and draft.empty:
        return True
    below = next(draft.below.after(line), None)
    return below is not None and below.kind == "field"


def _adjoins(draft: Draft, block: Block, line: Line) -> bool:
    return FOLLOWS.fullmatch(draft.leads.text, block.end, line.start) is not None


def _is_open(draft: Draft) -> bool:
    """Whether norms belong to the decision above."""
    block = draft.open
    return block is not None and block.kind != "claim" and (draft.empty or block is draft.norms)


def _add(draft: Draft, line: Line) -> None:
    """The norm is a part of the decision above it, or decides by itself what the case asks; else it is a claim."""
    draft.item = None
    if draft.found and draft.found[-1] is draft.norms and draft.norms is not None:
        draft.open = draft.norms
    if _is_open(draft) and draft.open is not None:
        add_part(draft, draft.open, line, line.rest)
        draft.norms, draft.empty = draft.open, False
    elif draft.asks is not None and draft.is_asked(line):
        begin_decision(draft, replace(line, kind="answer"), "", "")
        add_part(draft, draft.found[-1], line, line.rest)
        draft.norms, draft.empty = draft.found[-1], False
    else:
        leave(draft, line)


_MOST = 8
_NEAR = 4
"""So near to the head of a list its first item stands."""
_PLAIN = ("other", "bullet", "fielded")
_BEHIND = re.compile(r"[ \t]*[(\[][^()\[\]]*[)\]][ \t.]*$")
