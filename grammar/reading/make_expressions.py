"""Conditions, values and claims, made as they are read."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.source import Span

Atom: TypeAlias = tree.Term | tree.Sentence
Mode: TypeAlias = Literal["MUST", "MUST NOT", "MAY", "NEED NOT"]


def plain_term(span: Span, name: str) -> tree.Term:
    return tree.Term(name, span=span)


def term(span: Span, name: str, *args: tree.Expr) -> tree.Term:
    return tree.Term(name, args, span=span)


def disjunction(span: Span, *parts: tree.Expr) -> tree.Or:
    return tree.Or(parts, span=span)


def conjunction(span: Span, *parts: tree.Expr) -> tree.And:
    return tree.And(parts, span=span)


def complement(span: Span, operand: tree.Expr) -> tree.Not:
    return tree.Not(operand, span=span)


def norm(span: Span, mode: Mode, action: Atom) -> tree.Norm:
    return tree.Norm(mode, action, span=span)


def done(span: Span, action: Atom) -> tree.Mark:
    return tree.Mark("DONE", action, span=span)


def violated(span: Span, action: Atom) -> tree.Mark:
    return tree.Mark("VIOLATED", action, span=span)


def rejected(span: Span, operand: Atom | tree.Norm) -> tree.Mark:
    return tree.Mark("REJECTED", operand, span=span)


def compare(span: Span, left: tree.Expr, op: Any, right: tree.Expr) -> tree.Compare:
    return tree.Compare(op, left, right, span=span)


def between(span: Span, operand: tree.Expr, low: tree.Expr, high: tree.Expr) -> tree.Between:
    return tree.Between(operand, low, high, span=span)


def one_of_values(span: Span, operand: tree.Expr, *members: tree.Expr) -> tree.OneOf:
    return tree.OneOf(operand, members, span=span)


def before(span: Span, left: tree.Expr, right: tree.Expr) -> tree.Before:
    return tree.Before(left, right, span=span)


def arithmetic(span: Span, left: tree.Expr, op: Any, right: tree.Expr) -> tree.Arithmetic:
    return tree.Arithmetic(op, left, right, span=span)


def minus(span: Span, operand: tree.Expr) -> tree.Minus:
    return tree.Minus(operand, span=span)


def call(span: Span, function: Any, *args: tree.Expr) -> tree.Call:
    return tree.Call(function, args, span=span)


def elapsed(span: Span, unit: Any, start: tree.Expr, end: tree.Expr) -> tree.Elapsed:
    return tree.Elapsed(unit, start, end, span=span)


def binder(span: Span, variable: tree.Name, range: tree.Term) -> tree.Binder:
    return tree.Binder(variable, range, span=span)


def where(span: Span, condition: tree.Expr) -> tree.Expr:
    return condition


def quantified(span: Span, quantifier: Any, binder: tree.Binder, body: tree.Expr) -> tree.Quantified:
    return tree.Quantified(quantifier, binder, body, span=span)


def count(span: Span, binder: tree.Binder, where: tree.Expr | None) -> tree.Count:
    return tree.Count(binder, where, span=span)


def count_of(span: Span, *conditions: tree.Expr) -> tree.CountOf:
    return tree.CountOf(conditions, span=span)


def fold_over(span: Span, fold: Any, body: tree.Expr, binder: tree.Binder, where: tree.Expr | None) -> tree.Fold:
    return tree.Fold(fold, body, binder, where, span=span)


def claims(span: Span, *parts: tree.Claim) -> tuple[tree.Claim, ...]:
    return parts


def unknown(span: Span, operand: tree.Expr) -> tree.Unknown:
    return tree.Unknown(operand, span=span)


def in_conflict(span: Span, operand: tree.Expr) -> tree.Conflict:
    return tree.Conflict(operand, span=span)


def triggered(span: Span, rule: tree.Name) -> tree.Triggered:
    return tree.Triggered(rule, span=span)


def suspends_claim(span: Span, clause: tree.Name, rule: tree.Name) -> tree.SuspendsClaim:
    return tree.SuspendsClaim(clause, rule, span=span)


def prevails_claim(span: Span, winner: tree.Name, loser: tree.Name) -> tree.PrevailsClaim:
    return tree.PrevailsClaim(winner, loser, span=span)
