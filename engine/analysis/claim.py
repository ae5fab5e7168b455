"""What `prove` is asked: `IF … THEN …`, `FOR EACH x IN t IF … THEN …`, or any formula, read and resolved.

Both parts are any condition of the language; `IF a THEN b` claims of every case that b is so wherever a is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulelang.engine.analysis.scope import Scope
from rulelang.engine.explaining.rule_claims import claim_formula
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.formulas import complement, disjunction
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError, has_errors
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.resolving.claims import resolve_claim
from rulelang.grammar.source import Source, Span

_WORD = re.compile(r'"(?:\\.|[^"\\])*"|#[^\n]*|[^\W\d]\w*(?:\.\w+)*|.', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Property:
    """A claim about every case: `premise` (None: nothing is assumed) implies `conclusion`."""

    text: str
    premise: model.Formula | None
    conclusion: model.Formula

    @property
    def formula(self) -> model.Formula:
        if self.premise is None:
            return self.conclusion
        return disjunction(complement(self.premise), self.conclusion)


def read_property(base: RuleBase, selection: Selection, scope: Scope, text: str) -> Property:
    """The property that a text states.

    Raises:
        RuleLangError: it cannot be read or resolved, or it is no formula (RL530).
    """
    source = Source("<claim>", text)
    places = {word: [m for m in _words(text) if m.group() == word] for word in ("IF", "THEN", "EACH")}
    if len(places["THEN"]) > 1 or len(places["IF"]) > 1:
        second = (places["THEN"][1:] or places["IF"][1:])[0]
        raise _refused(source, second.start(), second.end(), "a claim has one IF and one THEN")
    if bool(places["IF"]) != bool(places["THEN"]):
        alone = (places["IF"] or places["THEN"])[0]
        raise _refused(source, alone.start(), alone.end(), "IF and THEN go together in a claim")
    if not places["IF"]:
        return Property(text, None, _resolved(base, selection, scope, source, _parsed(source, 0, len(text))))
    if_, then = places["IF"][0], places["THEN"][0]
    if if_.start() > then.start():
        raise _refused(source, then.start(), then.end(), "IF stands before THEN in a claim")
    left = _parsed(source, if_.end(), then.start())
    right = _parsed(source, then.end(), len(text))
    before = text[: if_.start()]
    if not before.strip():
        premise = _resolved(base, selection, scope, source, left)
        return Property(text, premise, _resolved(base, selection, scope, source, right))
    each = places["EACH"]
    if not re.match(r"\s*FOR\s+EACH\b", before) or not each:
        raise _refused(source, 0, if_.start(), "only FOR EACH may stand before IF in a claim")
    body: tree.Claim = tree.Or((tree.Not(left, span=left.span), right), span=left.span)  # type: ignore[arg-type]
    for start, end in reversed(_binders(text, each[0].end(), if_.start())):
        # FOR EACH leaves room for EVERY, so that what follows keeps its place.
        quantified = " " * (start - 6) + "EVERY " + text[start:end] + " HAS (YES)"
        read, problems = parse_claim(Source("<claim>", quantified))
        if read is None or has_errors(problems) or not isinstance(read, tree.Quantified):
            if problems:
                raise RuleLangError(_placed(source, problems))
            raise _refused(source, start, end, "FOR EACH takes `x IN t`")
        body = replace(read, body=body)  # type: ignore[arg-type]
    return Property(text, None, _resolved(base, selection, scope, source, body))


def _words(text: str) -> list[re.Match[str]]:
    return [m for m in _WORD.finditer(text) if m.group()[0] not in '"#' and not m.group().isspace()]


def _binders(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The places of `x IN t` between commas outside brackets."""
    found: list[tuple[int, int]] = []
    depth, begin = 0, start
    for position in range(start, end):
        depth += (text[position] == "(") - (text[position] == ")")
        if text[position] == "," and depth == 0:
            found.append((begin, position))
            begin = position + 1
    return [*found, (begin, end)]


def _parsed(source: Source, start: int, end: int) -> tree.Claim:
    """A part of the text, read where it stands: what is before it is blank."""
    part = Source(source.name, re.sub(r"[^\n]", " ", source.text[:start]) + source.text[start:end])
    read, problems = parse_claim(part)
    if read is None or has_errors(problems):
        raise RuleLangError(_placed(source, problems))
    return read


def _resolved(
    base: RuleBase, selection: Selection, scope: Scope, source: Source, claim: tree.Claim
) -> model.Formula:
    found, problems = resolve_claim(base.program, scope.case(), claim, source.text)
    if found is None or has_errors(problems):
        raise RuleLangError(_placed(source, problems))
    match found:
        case model.Target() | model.UnknownClaim() | model.ConflictClaim():
            message = "only what is true or false in a case can be proved of every case"
            raise _refused(source, claim.span.start, claim.span.end, message)
        case model.TriggeredClaim(positive=positive) | model.SuspendsClaim(positive=positive):
            said = claim_formula(base, selection, found)
        case model.PrevailsClaim(positive=positive):
            said = claim_formula(base, selection, found)
        case formula:
            return formula
    return said if positive else complement(said)


def _placed(source: Source, problems: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The same with their places in the whole text."""

    def label(one: Label) -> Label:
        if one.span.source.name != source.name:
            return one
        end = min(one.span.end, len(source.text))
        return Label(Span(source, min(one.span.start, end), end), one.text)

    return tuple(
        replace(
            one,
            primary=None if one.primary is None else label(one.primary),
            secondary=tuple(map(label, one.secondary)),
        )
        for one in problems
    )


def _refused(source: Source, start: int, end: int, message: str) -> RuleLangError:
    hint = 'write `IF condition THEN condition`, or a condition that has to hold in every case'
    return RuleLangError([Diagnostic("RL530", message, Label(Span(source, start, end)), hint=hint)])
