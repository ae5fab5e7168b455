"""Decisions that a later line of prose makes anew, or leaves in doubt."""

from __future__ import annotations

from dataclasses import replace

from rulelang.verifier.markup.anew import decided_anew, doubts_decision, sighs
from rulelang.verifier.markup.bearings import bearing
from rulelang.verifier.markup.below import ADJOINS
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.lost import formulas_in
from rulelang.verifier.markup.subjects import subjects
from rulelang.verifier.markup.valued import answering
from rulelang.verifier.markup.verdicts import is_truth


def decides_anew(draft: Draft, line: Line) -> bool:
    """Whether a line of prose decides what was decided above it: it then is the decision, if it can be read.

    If it can't, nobody knows which counts: the one above is kept with the words of the line, and can't be read.
    """
    if line.kind not in ("other", "bullet", "told", "fielded", "answer", "decision") or draft.title is not None:
        return False
    above = draft.decided()
    closes = above is None and bool(draft.closings)
    above = draft.closings[-1] if closes else above
    if above is None or above.disowned or above.taken_back or (draft.open is above and draft.empty):
        return False
    written = draft.leads.text[line.start : line.end]
    adjoins = ADJOINS.fullmatch(draft.leads.text, above.end, line.start) is not None
    adjoins = draft.item is None and (adjoins if closes else draft.found[-1] is above)
    anew = decided_anew(written.lstrip("> \t-*+•")) if line.kind in ("other", "bullet", "fielded") else None
    if anew is not None and (anew.plainly or adjoins):
        says = answering(fields_of(anew.says).says, draft.saying.spelling)
        rest = anew.says if says is None else anew.says.replace(fields_of(anew.says).says, says, 1)
        if anew.named and says is not None and _is_on(draft, above, rest):
            return not draft.saying.says(anew.named) and _leave(draft, above, line, written)
        if is_truth(rest.strip(" .*_`")) and (anew.plainly or not draft.is_formula(above.content().says)):
            return _decide(draft, above, line, rest)
        if not anew.named and draft.is_formula(rest) and (anew.plainly or _is_on(draft, above, rest)):
            return _decide(draft, above, line, rest)
    if line.kind in ("other", "bullet", "fielded") and _leaves_open(draft, above, line, written, anew is not None):
        return _leave(draft, above, line, written)
    return False


def _decide(draft: Draft, above: Block, line: Line, rest: str) -> bool:
    """Takes in a decision; where the one above only closes the text, it does, too."""
    draft.leads.read(replace(line, kind=above.kind))
    if draft.decided() is None:
        draft.closings.append(Block("told", "", line.start, line.end, [[rest]]))
        draft.prose.append(line)
    else:
        draft.begin(replace(line, kind=above.kind), above.name, rest)
    return True


def _leave(draft: Draft, above: Block, line: Line, written: str) -> bool:
    """Keeps a decision with the words of a line that leaves it in doubt."""
    draft.take_away(above, written)
    draft.closings.clear()
    draft.prose.append(line)
    draft.open, draft.empty = None, False
    return True


def _is_on(draft: Draft, block: Block, text: str) -> bool:
    """Whether a text is on something that a decision is on."""
    return not _about(draft, block).isdisjoint(_on(draft, text))


def _leaves_open(draft: Draft, above: Block, line: Line, written: str, decides: bool) -> bool:
    """Whether a line that takes up a decision says another thing of what that is on, in a way that can't be read."""
    if doubts_decision(written):
        return True
    if not (decides or sighs(written)) or bearing(f"{written.rstrip('.:; ')}:") in ("supposes", "doubts"):
        return False
    says = above.content().says
    was = set(draft.saying.formulas(answering(says, draft.saying.spelling) or says)[0])
    about = _about(draft, above)
    return any(
        one not in was and not about.isdisjoint(subjects(one) or ())
        for one in formulas_in(line.rest, draft.saying)
    )  # fmt: skip


def _about(draft: Draft, block: Block) -> set[object]:
    says = fields_of(block.content().says).says
    return _on(draft, answering(says, draft.saying.spelling) or says)


def _on(draft: Draft, text: str) -> set[object]:
    return {about for one in draft.saying.formulas(fields_of(text).says)[0] for about in subjects(one) or ()}
