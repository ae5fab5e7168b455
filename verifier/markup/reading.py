"""Reads an answer in the form of docs/answer-format.md, with whatever models do to it (docs/reading.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.source import Source, Span
from rulelang.verifier.answer import SETTINGS, Answer
from rulelang.verifier.markup.blocks import read_blocks
from rulelang.verifier.markup.claiming import Claiming
from rulelang.verifier.markup.deciding import decided
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.json_nodes import DEEPEST
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.lost import MENDED, lost
from rulelang.verifier.markup.remarks import Remarks, shortened
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.thoughts import thoughts
from rulelang.verifier.markup.turns import turns


@dataclass(frozen=True, slots=True)
class About:
    """What the answer is an answer to, as far as it is known from elsewhere than its header lines."""

    case: str | None = None
    setting: str | None = None
    model: str | None = None
    sample: int | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer that was read, and what was noticed on the way."""

    answer: Answer
    findings: tuple[Diagnostic, ...]


def read_markup(source: Source, about: About = About(), labels: Labels | None = None) -> Marked:
    """The answer that a text holds.

    It is always one that `read_answer` takes; what a line says is kept as it is where it can't be read, to be judged
    MALFORMED.  A text with neither a claim nor a decision has `claims` null: it was not understood.  Takes time linear
    in the length of the text (but for sorting ids), and gives the same for the same text.

    Args:
        labels: the case's identifiers, by which words such as `Rule R12` are matched.

    Raises:
        RuleLangError: nothing says which case is answered (RL559).
    """
    labels = labels if labels is not None else Labels()
    blocks = read_blocks(source.text, Saying(labels.spelling, labels.may_name), labels.supposes, labels.asks)
    findings = Remarks(source)
    for start, end in thoughts(source.text):
        where = "before the answer" if start == 0 else "beside the answer"
        findings.tell("RL558", start, end, f"what was thought {where} is left aside", severity=Severity.HINT)
    for start, end in turns(source.text):
        message = "what somebody else says in a chat is left aside"
        findings.tell("RL558", start, end, message, severity=Severity.HINT)
    made = _head(source, about, blocks.headers)
    claims = [block for block in blocks.found if block.kind == "claim"]
    decision = decided(blocks, labels, findings)
    if not claims and decision is None:
        hint = "the form is `CLAIM s1: …` and `DECISION: …`, each on a line of its own"
        findings.tell("RL550", 0, len(source.text), "there is neither a claim nor a decision", hint)
    elif decision is None:
        end = len(source.text.rstrip())
        hint = "it ends with `DECISION: …`, or was cut off before"
        findings.tell("RL553", max(end - 1, 0), end, "the answer has no decision", hint)
    unread = [line for line in blocks.lost if line.kind == "title"]
    if not claims and decision is not None:
        unread += blocks.objects
        for line in blocks.objects:
            message = "nothing of what this object of JSON tells can be read as a claim"
            hint = "an answer as JSON has `claims`; free text is taken apart by `rulelang extract`"
            findings.tell("RL557", line.start, line.end, message, hint)
    for line in blocks.lost:
        if line.kind == "title":
            hint = "it is no claim; a claim is `CLAIM s1: …`, or has `Formula: …` below"
            message = f"nothing that can be read is claimed below `{line.rest}`"
            findings.tell("RL557", line.start, line.end, message, hint)
        elif line.kind == "struck":
            what = "struck out" if line.rest.startswith(("~~", "<")) else "not ticked"
            findings.tell("RL557", line.start, line.end, f"`{shortened(line.rest)}` is {what}", "it is left out")
        elif line.kind == "cut":
            hint = "what is whole before it is read"
            findings.tell("RL557", line.start, line.end, "this object of JSON ends in the middle", hint)
        elif line.kind == "deep":
            message = f"this object of JSON holds more than {DEEPEST} others within each other, and is not read"
            findings.tell("RL557", line.start, line.end, message, "claims stand in a list: `{\"claims\": […]}`")
        elif line.kind == "table":
            findings.tell("RL557", line.start, line.end, "this row of a table is no claim", _TABLES)
        else:
            message = f"`{shortened(line.rest)}` belongs to no claim"
            findings.tell("RL557", line.start, line.end, message, "it is left out")
    for lead, items_below in blocks.unsaid:
        number = f"{len(items_below)} items" if len(items_below) > 1 else "an item"
        message = f"`{lead.rest.strip(' *_`:')}` does not say that what stands below is so: {number} left aside"
        hint = "a claim is `CLAIM s1: …`, and says `NOT p` of what is not so"
        findings.tell("RL557", lead.start, lead.end, message, hint, Severity.HINT)
    for line in blocks.restated:
        message = f"`{shortened(line.rest)}` is taken for no claim beside those with a head or fields"
        hint = "a claim is `CLAIM s1: …`, or an item with a citation or reason that says what no other claim says"
        findings.tell("RL557", line.start, line.end, message, hint, Severity.HINT)
    _tell_prose(blocks, findings, bool(claims) or decision is not None)
    reading = Claiming(source, labels, blocks.saying, findings, claims)
    made["claims"] = reading.claims() if claims or (decision is not None and not unread) else None
    made["decision"] = None if decision is None else reading.decision(decision)
    made["text"] = source.text
    return Marked(Answer.model_validate(made), findings.in_order())


def _tell_prose(blocks: Draft, findings: Remarks, is_answer: bool) -> None:
    """Tells of the lines that were left aside what they look like, and how that is written."""
    seeming, prose = lost(sorted(blocks.prose, key=lambda line: line.start), blocks.saying)
    for one in seeming:
        first, *others = one.lines
        what = {"decision": "a decision", "claim": "a claim", "field": "a field of a claim"}[one.like]
        also = [Label(Span(findings.source, line.start, line.end), "another one") for line in others[:_MOST_SHOWN]]
        more = f", and so are {len(others)} more" if len(others) > 1 else ", and so is another" if others else ""
        message = f"`{shortened(first.rest)}` looks like {what} and can't be read as one: it is left aside{more}"
        findings.tell("RL557", first.start, first.end, message, MENDED[one.like], Severity.HINT, also)
    if prose and is_answer:
        first, *others = prose
        number = f"{len(prose)} lines are" if others else "a line is"
        hint = "a claim is `CLAIM s1: …`, the decision `DECISION: …`"
        message = f"{number} neither a claim nor a field, and left aside"
        also = [Label(Span(findings.source, one.start, one.end), "another one") for one in others[:_MOST_SHOWN]]
        findings.tell("RL557", first.start, first.end, message, hint, Severity.HINT, also)


def headed(source: Source, about: About) -> About:
    """What an answer is an answer to, also by its header lines; of what neither says, nothing."""
    blocks = read_blocks(source.text, Saying(Labels().spelling))
    setting = blocks.headers.get("setting", "").lower()
    return replace(
        about,
        case=about.case or blocks.headers.get("case"),
        setting=about.setting or (setting if setting in SETTINGS else None),
    )


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer as plain JSON values, without what is left at its default."""
    made = answer.model_dump(by_alias=True, mode="json", exclude_defaults=True)
    kept = {"rulelang": answer.rulelang, "case": answer.case, "setting": answer.setting}
    return {**kept, **made, "claims": made.get("claims"), "decision": made.get("decision")} | (
        {"text": made["text"]} if "text" in made else {}
    )


_TABLES = "a table of claims has a head such as `| id | claim | rules | evidence | from |`"
_MOST_SHOWN = 4
"""So many further lines of prose are pointed at."""


_SAMPLE = re.compile(r"[0-9]{1,18}")


def _head(source: Source, about: About, headers: dict[str, str]) -> dict[str, Any]:
    from rulelang.grammar.diagnostic import RuleLangError

    case = about.case or headers.get("case", "")
    if not re.fullmatch(r"[^#]+#[^#]+", case):
        hint = "name it with --case FILE#CASE, or in a first line `CASE: FILE#CASE`"
        raise RuleLangError([Diagnostic("RL559", f"nothing says which case `{source.name}` answers", None, hint=hint)])
    setting = headers.get("setting", "").lower()
    sample = headers.get("sample", "")
    return {
        "rulelang": "answer/1",
        "case": case,
        "setting": about.setting or (setting if setting in SETTINGS else "p1"),
        "model": about.model or headers.get("model"),
        "sample": about.sample if about.sample is not None else int(sample) if _SAMPLE.fullmatch(sample) else None,
    }
