"""Rules and cases, made as they are read."""

from __future__ import annotations

import datetime
from typing import Any, NamedTuple, cast

from rulelang.grammar import tree
from rulelang.grammar.reading.make_expressions import Atom, Mode
from rulelang.grammar.reading.make_words import Unreadable, exact
from rulelang.grammar.source import Span


class _LabelParts(NamedTuple):
    name: tree.Name
    gloss: tree.Text | None


_UNLABELLED = cast(_LabelParts, (None, None))


def rule(
    span: Span,
    meta: str | None,
    name: tree.Name | None,
    gloss: tree.Text | None,
    attributes: tuple[tree.Attribute, ...],
    binders: tuple[tree.Binder, ...] | None,
    condition: tree.Expr | None,
    outcomes: tuple[tree.Outcome, ...] | None,
    operators: tuple[tree.Operator, ...],
) -> tree.Rule:
    return tree.Rule(
        meta is not None, name, gloss, attributes, binders or (), condition, outcomes or (), operators,
        span=span,
    )  # fmt: skip


def attributes(span: Span, *parts: tree.Attribute) -> tuple[tree.Attribute, ...]:
    return parts


def for_each(span: Span, *binders: tree.Binder) -> tuple[tree.Binder, ...]:
    return binders


def then(span: Span, *outcomes: tree.Outcome) -> tuple[tree.Outcome, ...]:
    return outcomes


def operators(span: Span, *parts: tree.Operator) -> tuple[tree.Operator, ...]:
    return parts


def augments(span: Span, rule: tree.Name) -> tree.Augments:
    return tree.Augments(rule, span=span)


def source(span: Span, *texts: tree.Text) -> tree.SourceLine:
    return tree.SourceLine(texts, span=span)


def wording(span: Span, text: tree.Text) -> tree.TextLine:
    return tree.TextLine(text, span=span)


def effective(span: Span, start: datetime.date, end: datetime.date | None) -> tree.Effective:
    return tree.Effective(start, end, span=span)


def authority(span: Span, numeral: str) -> tree.Authority:
    at = Span(span.source, span.end - len(numeral), span.end)
    return tree.Authority(exact(numeral, at), span=span)


def notwithstanding(span: Span, rules: tuple[tree.Name, ...]) -> tree.Notwithstanding:
    return tree.Notwithstanding(rules, span=span)


def subject_to(span: Span, rules: tuple[tree.Name, ...]) -> tree.SubjectTo:
    return tree.SubjectTo(rules, span=span)


def suspends(span: Span, rules: tuple[tree.Name, ...]) -> tree.Suspends:
    return tree.Suspends(rules, span=span)


def affirm(span: Span, atom: Atom) -> tree.Conclude:
    return tree.Conclude(atom, True, span=span)


def deny(span: Span, atom: Atom) -> tree.Conclude:
    return tree.Conclude(atom, False, span=span)


def oblige(span: Span, mode: Mode, action: Atom) -> tree.ConcludeNorm:
    return tree.ConcludeNorm(mode, action, span=span)


def assign(span: Span, target: tree.Term, value: tree.Expr) -> tree.Assign:
    return tree.Assign(target, value, span=span)


def limit(span: Span, target: tree.Term, op: Any, value: tree.Expr) -> tree.Limit:
    if op not in ("<=", ">="):
        hint = f"`{target.name} <= …` sets a cap, `{target.name} >= …` a floor, `{target.name} = …` the value"
        raise Unreadable("RL113", f"`{op}` cannot stand after THEN", span, hint)
    return tree.Limit(target, op, value, span=span)


def label(span: Span, name: tree.Name, gloss: tree.Text | None) -> _LabelParts:
    return _LabelParts(name, gloss)


def abstract_or(span: Span, label: _LabelParts | None, condition: tree.Expr) -> tree.AbstractOr:
    return tree.AbstractOr(*(label or _UNLABELLED), condition, span=span)


def abstract_to(span: Span, atom: Atom, concept: Atom) -> tree.AbstractTo:
    return tree.AbstractTo(atom, concept, span=span)


def additive(
    span: Span, label: _LabelParts | None, condition: tree.Expr, outcomes: tuple[tree.Outcome, ...] | None
) -> tree.Additive:
    return tree.Additive(*(label or _UNLABELLED), condition, outcomes or (), span=span)


def additive_then(span: Span, label: _LabelParts | None, outcomes: tuple[tree.Outcome, ...]) -> tree.Additive:
    return tree.Additive(*(label or _UNLABELLED), None, outcomes, span=span)


def negate(span: Span, side: Any) -> tree.Negate:
    return tree.Negate(side, span=span)


def exception(
    span: Span,
    label: _LabelParts | None,
    to: tree.Name | None,
    condition: tree.Expr,
    outcomes: tuple[tree.Outcome, ...] | None,
) -> tree.ExceptionClause:
    return tree.ExceptionClause(*(label or _UNLABELLED), to, condition, outcomes or (), span=span)


def conflict(
    span: Span,
    label: _LabelParts | None,
    condition: tree.Expr,
    outcomes: tuple[tree.Outcome, ...],
    resolution: Any,
) -> tree.ConflictClause:
    return tree.ConflictClause(*(label or _UNLABELLED), condition, outcomes, resolution, span=span)


def ironclad(
    span: Span,
    label: _LabelParts | None,
    condition: tree.Expr | None,
    outcomes: tuple[tree.Outcome, ...],
) -> tree.IroncladClause:
    return tree.IroncladClause(*(label or _UNLABELLED), condition, outcomes, span=span)


# ------------------------------------------------------------------------------------------------------- cases


def case(span: Span, name: tree.Name, gloss: tree.Text | None, lines: tuple[tree.CaseLine, ...]) -> tree.Case:
    return tree.Case(name, gloss, lines, span=span)


def case_lines(span: Span, *parts: tree.CaseLine) -> tuple[tree.CaseLine, ...]:
    return parts


def using(span: Span, rules: tuple[tree.Name, ...]) -> tree.Using:
    return tree.Using(rules, span=span)


def track(span: Span, name: tree.Name) -> tree.Track:
    return tree.Track(name, span=span)


def as_of(span: Span, day: datetime.date) -> tree.AsOf:
    return tree.AsOf(day, span=span)


def closed(span: Span) -> tree.Closed:
    return tree.Closed(span=span)


def given(span: Span, claims: tuple[tree.Claim, ...]) -> tree.Given:
    return tree.Given(claims, span=span)


def given_rows(span: Span, rows: tuple[tree.Row, ...]) -> tree.GivenRows:
    return tree.GivenRows(rows, span=span)


def suppose(span: Span, claims: tuple[tree.Claim, ...]) -> tree.Suppose:
    return tree.Suppose(claims, span=span)


def requires(span: Span, claims: tuple[tree.Claim, ...]) -> tree.Requires:
    return tree.Requires(claims, span=span)


def evidence(
    span: Span,
    name: tree.Name,
    text: tree.Text | None,
    supports: tuple[tree.Claim, ...] | None,
    joint: tuple[tree.Name, ...] | None,
) -> tree.Evidence:
    return tree.Evidence(name, text, supports or (), joint or (), span=span)


def ask(
    span: Span,
    question: tree.Text | None,
    type: tree.Name | None,
    targets: tuple[tree.Claim, ...],
    within: tree.Expr | None,
) -> tree.Ask:
    return tree.Ask(question, type, targets, False, within, span=span)


def ask_actions(span: Span, question: tree.Text | None, type: tree.Name | None, *actions: Atom) -> tree.Ask:
    return tree.Ask(question, type, actions, True, None, span=span)


def expect(span: Span, claims: tuple[tree.Claim, ...]) -> tree.Expect:
    return tree.Expect(claims, span=span)
