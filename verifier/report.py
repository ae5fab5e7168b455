"""The result of a check as a person reads it at a glance, and as JSON.  Pure functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from rulelang.grammar.json_text import JsonText
from rulelang.verifier.check import ClaimResult, Result
from rulelang.verifier.claims import DECISION
from rulelang.verifier.finding import NOT_ENTERING, Check, Finding
from rulelang.verifier.question_types.points import Asked
from rulelang.verifier.rubric_words import rubric_line, rubric_object
from rulelang.verifier.said import Standing

WIDTH = 13
"""The width of the column of layer names."""

BOLD, RED, GREEN, YELLOW, DIM, PLAIN = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[2m", "\x1b[0m"


SHOWN = 3
"""How many points of a question's type are told that an answer does not meet."""

Paint: TypeAlias = Callable[[str, str], str]
"""Puts a style around a text, or nothing."""


def text_report(result: Result, document: JsonText | None, color: bool = False, heading: str | None = None) -> str:
    """The report as text: a verdict, one line a layer, then the findings with place, reason and what is right.

    Args:
        heading: what the verdict is about, where its case alone doesn't say (several answers to one case).
    """
    lines = list(_lines(result, document, _painter(color), heading or result.case))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def headline(result: Result) -> str:
    """The case and the verdict on one line."""
    return f"{result.case}: {_verdict(result, _painter(False))}"


def _painter(color: bool) -> Paint:
    def paint(text: str, style: str) -> str:
        return f"{style}{text}{PLAIN}" if color else text

    return paint


def _lines(result: Result, document: JsonText | None, paint: Paint, heading: str) -> Iterator[str]:
    yield f"{paint(heading, BOLD)}: {_verdict(result, paint)}"
    if not result.evaluable:
        for text, right in result.gold:
            yield f"  {text}: {right}"
        return
    yield ""
    yield _layer("rule scope", _scope_mark(result), _scope_words(result), paint)
    for asked in result.asked:
        yield _layer("question", asked.met, _asked_words(asked), paint)
    for check in Check:
        found = [one for one in result.findings if one.check is check]
        yield _layer(f"{check.value} {check.title}", not found, _layer_words(result, check, found), paint)
    yield _layer("claims", None, _claim_words(result.claims), paint)
    if result.rubric is not None:
        yield _layer("rubric", None, rubric_line(result.rubric), paint)
    roots = _told_once([one for one in result.findings if one.follows is None])
    if roots:
        yield ""
    for one in roots:
        yield from _finding(one, document, paint)
    yield from _consequences(result, paint)
    if result.notes:
        yield ""
    for note in result.notes:
        yield f"{paint(f'note[{note.code}]', YELLOW)} {_place(note, document)}{note.words}"
    if not result.correct:
        yield ""
        yield "the right decision: " + "; ".join(f"`{right}`" for _, right in result.gold)
    if result.limited:
        yield f"only the first {result.warrants} accepted warrants were compared"


def _told_once(findings: Sequence[Finding]) -> list[Finding]:
    """What one assertion is wrong for in the same words, for several judgments, is told once, with what is right."""
    found: dict[tuple[object, ...], list[Finding]] = {}
    for number, one in enumerate(findings):
        # Where no place tells the findings apart, each is about something else.
        place = number if one.pointer is None else one.pointer
        found.setdefault((one.check, one.code, one.claim, place, one.words), []).append(one)
    return [
        replace(same[0], instead=", ".join(dict.fromkeys(one.instead for one in same if one.instead)) or None)
        for same in found.values()
    ]


def _consequences(result: Result, paint: Paint) -> Iterator[str]:
    """What follows from other findings, one line a layer; of an unused branch only the last claim is told."""
    for check in Check:
        following = [one for one in result.findings if one.check is check and not one.root]
        if not following:
            continue
        skipped = [f"`{one.subject}`" for one in following if one.code == NOT_ENTERING]
        words = [f"the decision is reached without {', '.join(skipped)}"] if skipped else []
        words += [one.words for one in following if one.code != NOT_ENTERING]
        yield f"{paint('so', DIM)} {check.title}: " + "; ".join(words)


def _verdict(result: Result, paint: Paint) -> str:
    if not result.evaluable:
        decided = "the decision is right" if result.correct else "the decision is not right"
        return f"{paint('not evaluable', YELLOW)} (no claims were extracted), {decided}"
    if result.complete:
        return paint("complete", GREEN) + f" ({_required(result)})"
    outcome = "right decision, " if result.correct else ""
    root = ", ".join(check.title for check in result.root)
    verdict = paint("incomplete warrant" if result.correct else "wrong", RED)
    return f"{outcome}{verdict}: {root} ({_required(result)})"


def _required(result: Result) -> str:
    """Completeness means little without the number of judgments that it asks for."""
    return f"warrant {result.policy}: {len(result.slots)} judgment{'' if len(result.slots) == 1 else 's'} required"


def _layer(name: str, mark: bool | None, words: str, paint: Paint) -> str:
    sign = "  " if mark is None else paint("ok", GREEN) if mark else paint("--", RED)
    return f"  {name:<{WIDTH}}  {sign}  {words}"


def _layer_words(result: Result, check: Check, found: Sequence[Finding]) -> str:
    if found:
        kinds: dict[str, int] = {}
        for one in found:
            kinds[one.kind] = kinds.get(one.kind, 0) + 1
        listed = ", ".join(f"{kind} ({count})" if count > 1 else kind for kind, count in kinds.items())
        return listed if check in result.root else f"{listed}, as a consequence"
    return ""


def _scope_mark(result: Result) -> bool | None:
    return None if result.scope is None else result.scope.matches


def _scope_words(result: Result) -> str:
    found = result.scope
    if found is None or not found.cited:
        return "no rule is cited"
    words = f"recall {_share(found.recall)}, precision {_share(found.precision)}"
    missed = [rule for rule in found.gold if rule not in found.cited]
    beside = [rule for rule in found.cited if rule not in found.gold]
    if missed:
        words += ", not cited: " + ", ".join(missed)
    if beside:
        words += ", beside the point: " + ", ".join(beside)
    return words


def _share(share: Fraction) -> str:
    """A share with two digits, exactly rounded: `0.67`."""
    hundredths = (share * 100 + Fraction(1, 2)).__floor__()
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _asked_words(asked: Asked) -> str:
    """A question's type, and what of it the answer lacks."""
    missing = [point.words for point in asked.points if not point.met]
    if not missing:
        return asked.type
    more = f"; and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
    return f"{asked.type}, not met ({len(missing)} of {len(asked.points)}): {'; '.join(missing[:SHOWN])}{more}"


def _claim_words(claims: Sequence[ClaimResult]) -> str:
    counts = {standing: sum(one.standing is standing for one in claims) for standing in Standing}
    words = ", ".join(f"{count} {standing.value.lower()}" for standing, count in counts.items() if count)
    invalid = [one.id for one in claims if one.step is False]
    if invalid:
        words += ("; steps that do not follow: " if words else "") + ", ".join(invalid)
    return words or "none"


def _finding(one: Finding, document: JsonText | None, paint: Paint) -> Iterator[str]:
    yield f"{paint(f'{one.check.title}[{one.code}]', RED)} {_place(one, document)}{one.words}"
    if one.instead:
        yield f"  {paint('right', GREEN)}: {one.instead}"


def _place(one: Finding, document: JsonText | None) -> str:
    """`answer.json:12:30 s4: `"""
    where = ""
    if document is not None and one.pointer is not None:
        span = document.span(one.pointer)
        line, column = span.source.place(span.start)
        where = f"{span.source.name}:{line}:{column} "
    who = "" if one.claim is None else "decision" if one.claim == DECISION else one.claim
    return f"{where}{who}: " if who else where.rstrip() + (": " if where else "")


# ------------------------------------------------------------------------------------------------------- JSON


def json_report(result: Result, document: JsonText | None) -> str:
    """The report as one JSON object (`check/1`)."""
    return json.dumps(report_object(result, document), ensure_ascii=False, indent=2) + "\n"


def report_object(result: Result, document: JsonText | None) -> dict[str, Any]:
    """The report as plain values: what `json_report` writes."""
    return {
        "rulelang": "check/1",
        "case": result.case,
        "policy": result.policy,
        "evaluable": result.evaluable,
        "correct": result.correct,
        "complete": result.complete,
        "fails": [check.value for check in result.fails],
        "root": [check.value for check in result.root],
        "checks": {check.title: check not in result.fails for check in Check} if result.evaluable else None,
        "asked": [
            {
                "type": asked.type,
                "question": asked.ask.question,
                "met": asked.met,
                "points": [{"words": point.words, "met": point.met} for point in asked.points],
            }
            for asked in result.asked
        ],
        "scope": _scope_object(result),
        "rubric": None if result.rubric is None else rubric_object(result.rubric),
        "findings": [_finding_object(one, document) for one in result.findings],
        "notes": [_finding_object(one, document, note=True) for one in result.notes],
        "claims": [
            {
                "id": one.id,
                "pointer": one.pointer,
                "says": one.text,
                "status": one.standing.value,
                "reason": one.reason or None,
                "step": one.step,
            }
            for one in result.claims
        ],
        "warrant": {
            "number": result.warrant,
            "of": result.warrants,
            "limited": result.limited,
            "judgments": [
                {"says": one.text, "value": one.value.value, "derived": one.derived, "claims": list(one.claims)}
                for one in result.slots
            ],
        },
        "gold": [{"target": text, "decision": right} for text, right in result.gold],
    }


def _scope_object(result: Result) -> dict[str, Any] | None:
    found = result.scope
    if found is None:
        return None
    return {
        "matches": found.matches,
        "recall": _ratio(found.recall),
        "precision": _ratio(found.precision),
        "accuracy": None if found.accuracy is None else _ratio(found.accuracy),
        "cited": list(found.cited),
        "gold": list(found.gold),
        "right": list(found.right),
    }


def _ratio(share: Fraction) -> str:
    """An exact share: `2/3`."""
    return f"{share.numerator}/{share.denominator}"


def _finding_object(one: Finding, document: JsonText | None, note: bool = False) -> dict[str, Any]:
    made: dict[str, Any] = {
        "code": one.code,
        "check": None if note else one.check.value,
        "kind": one.kind,
        "about": one.subject,
        "claim": one.claim,
        "pointer": one.pointer,
        "line": None,
        "column": None,
        "words": one.words,
        "right": one.instead,
        "root": None if note else one.root,
        "follows": one.follows,
    }
    if document is not None and one.pointer is not None:
        span = document.span(one.pointer)
        made["line"], made["column"] = span.source.place(span.start)
    return made
