"""What counts with a case at hand alone, and what answers the line before it."""

from __future__ import annotations

from dataclasses import replace

from rulelang.verifier.markup.apart import reads
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.line import Kind, Line
from rulelang.verifier.markup.noted import asks_something, because, is_question, question_and_reply, reply
from rulelang.verifier.markup.parting import is_item


def in_case(draft: Draft, line: Line) -> Line:
    """A line under a word that counts with a case alone, as what it is; and one that answers the one before."""
    question, draft.question = draft.question, draft.question and line.kind == "blank"
    draft.replying = question
    answers = reply(line.rest) if question and line.kind == "other" else None
    if answers is not None and draft.saying.says(fields_of(answers.rest).says):
        name = answers.number or line.name
        line = replace(line, kind="noted", rest=answers.rest, name=name, whole=line.rest)
    elif question and line.kind == "answer" and not draft.is_asked(line):
        line = replace(line, kind="noted", whole=line.rest)
    if line.kind in ("other", "bullet") and draft.asks is not None and line.rest.rstrip("*_` ").endswith(":"):
        return _with_reasons(draft, line)
    if line.kind == "resulting" and draft.asks is not None and draft.title is None and draft.saying.cites(line.rest):
        draft.end_decision()
        return replace(line, kind="bullet")
    if line.kind not in ("ruled", "concluded", "noted"):
        return line
    if draft.asks is None or not draft.saying.says(fields_of(line.rest).says):
        kind: Kind = "bullet" if is_item(draft.leads.text[line.start : line.end]) else "other"
        return replace(line, kind=kind, rest=line.whole)
    if line.kind == "ruled":
        return replace(line, kind="answer", whole="")
    if line.kind == "concluded":
        return replace(line, kind="unmarked")
    if draft.is_asked(line) and (question or question_and_reply(line.whole) is not None):
        return replace(line, kind="answer", led="")
    draft.end_decision()
    return replace(line, kind="bullet")


def _with_reasons(draft: Draft, line: Line) -> Line:
    """A line that says something, and for which a list below it gives the reasons."""
    says = because(line.rest)
    if says is None or not reads(says, draft.saying.spelling):
        return line
    said = replace(line, rest=says, name="")
    draft.reasoned = line
    return replace(said, kind="told" if draft.is_asked(said) else "unmarked")


def asks_first(draft: Draft, line: Line) -> bool:
    """Whether a line asks plainly what the next answers: then it does not bear on that."""
    if line.kind != "blank":
        is_other = line.kind in ("other", "bullet") and asks_something(line.rest)
        draft.unplainly, draft.unplain_next = draft.unplain_next, line.rest.strip(" *_`#") if is_other else ""
    if draft.asks is None or line.kind not in ("other", "bullet") or not is_question(line.rest):
        return False
    draft.question = True
    draft.open, draft.empty, draft.item = None, False, None
    draft.lose_title()
    draft.prose.append(line)
    return True
