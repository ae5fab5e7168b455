"""A case's accepted warrants for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulelang.verifier.question_types.kinds import KINDS
from rulelang.verifier.reference import document as d

INDENT = "  "


def warrant_text(document: d.Document) -> str:
    """The document as text: what is asked, then each warrant with its judgments and how they combine."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: d.Document) -> Iterator[str]:
    yield f"{document.case}: {_accepted(document)}"
    yield ""
    yield from _asked(document.asked)
    for kind in document.types:
        if not kind.fits:
            yield f"(not a case of {kind.type}: that asks for {KINDS[kind.type].shape})"
        yield from (f"{INDENT}it {words}" for words in kind.points)
    if document.grounds is not None:
        yield ""
        yield from _grounds(document.grounds)
    for warrant in document.warrants:
        yield ""
        if document.accepted > 1:
            yield f"warrant {warrant.number} of {document.accepted}{' or more' if document.limited else ''}"
        yield f"{_count(len(warrant.judgments), 'judgment')}{'' if not warrant.judgments else ':'}"
        for number, judgment in enumerate(warrant.judgments, 1):
            yield from _judgment(number, judgment)
        if any(one.logic or one.rests_on for one in warrant.conclusions):
            yield "how they combine:"
        for conclusion in warrant.conclusions:
            if conclusion.logic or conclusion.rests_on:
                yield from _conclusion(conclusion)
    if document.limited:
        yield ""
        yield f"these are the first {document.accepted} accepted warrants; there may be more"


def _asked(asked: Sequence[d.Asked]) -> Iterator[str]:
    for (question, kind), several in groupby(asked, key=lambda one: (one.question, one.type)):
        if question:
            yield f"{question}{f' ({kind})' if kind else ''}"
        for one in several:
            yield f"{INDENT}{one.target}: {one.decision}"


def _accepted(document: d.Document) -> str:
    count = _count(document.accepted, "accepted warrant")
    track = f", track {document.track}" if document.track else ""
    return f"policy {document.policy}{track}, {count}{' or more' if document.limited else ''}"


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _grounds(grounds: d.Grounds) -> Iterator[str]:
    yield "the stated grounds have to give the decision, and no conclusion among them may be false"
    if grounds.rules.ids:
        passage = ", or a fact has its passage" if grounds.or_passage else ""
        yield f"the decision cites {' or '.join(grounds.rules.ids)}{passage}"
    if grounds.fact:
        yield "a fact that enters the decision has its passage"


def _judgment(number: int, judgment: d.Judgment) -> Iterator[str]:
    yield f"{number:>3}  {judgment.says}{f': {judgment.words}' if judgment.words else ''}"
    notes = [_role(judgment)] if _role(judgment) else []
    notes += ["derived"] if judgment.derived else []
    notes += ["supposed by the question"] if judgment.supposed else []
    notes += ["not settled by the case"] if judgment.value == "unresolved" else []
    if judgment.rules is not None:
        joined = " and " if judgment.rules.of == "all" else " or "
        notes.append(f"cites {joined.join(judgment.rules.ids)}")
    if judgment.evidence:
        notes.append("passages " + " or ".join(" with ".join(one) for one in judgment.evidence))
    if notes:
        yield f"     {'; '.join(notes)}"


def _role(judgment: d.Judgment) -> str:
    named = [_ROLE[role] for role in judgment.roles if role != "condition"]
    units = f" {', '.join(judgment.units)}" if judgment.units else ""
    return f"{' and '.join(named)}{units}" if named else ""


_ROLE: dict[d.Role, str] = {
    "condition": "condition",
    "exception": "exception",
    "rival": "rival",
    "ironclad": "ironclad part",
    "limit": "limit",
    "required": "REQUIRES",
}


def _conclusion(conclusion: d.Conclusion) -> Iterator[str]:
    rules = "" if conclusion.rules is None else f", by {' and '.join(conclusion.rules.ids)}"
    yield f"{INDENT}{conclusion.says}{rules}"
    for rule in conclusion.logic:
        over = f", prevails over {', '.join(rule.prevails_over)}" if rule.prevails_over else ""
        kind = "" if rule.part in ("base", "definition") else f" ({rule.part})"
        condition = "" if rule.condition == "always" else f" if {rule.condition}"
        name = rule.instance or rule.clause
        yield f"{INDENT * 2}{name}{kind}: {rule.concludes}{condition} [{rule.value}]{over}"
        for exception in rule.unless:
            yield from _exception(exception, 3)


def _exception(exception: d.Except, depth: int) -> Iterator[str]:
    yield f"{INDENT * depth}unless {exception.clause}: {exception.condition} [{exception.value}]"
    for inner in exception.unless:
        yield from _exception(inner, depth + 1)
