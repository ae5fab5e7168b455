"""From what was read to the tree: one function for each alternative of `rulelang.lark`, called as it is reduced.

A function gets the span of all that it stands for and then the parts, None for an absent one.  What the tree cannot
hold is refused here (`Unreadable`): a day that no calendar has, a DEFAULT written twice.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.source import Span

Atom: TypeAlias = tree.Term | tree.Sentence
Mode: TypeAlias = Literal["MUST", "MUST NOT", "MAY", "NEED NOT"]
Bound: TypeAlias = tree.Number | tree.Minus | tree.DateLiteral
Parameters: TypeAlias = tuple[tree.Parameter, ...]
Signature: TypeAlias = tuple[tree.Name, Parameters]

MOST_DIGITS = 1_000
"""The longest number that is read: no rule needs more, and the cost of exact arithmetic grows with the digits."""


class Unreadable(Exception):
    """The words stand where they may, but say what the tree cannot hold."""

    def __init__(self, code: str, message: str, span: Span, hint: str, *others: Label) -> None:
        self.diagnostic = Diagnostic(code, message, Label(span), others, hint)
        super().__init__(message)


class _Typed(NamedTuple):
    type: tree.TypeExpr | None
    gloss: tree.Text | None


class _Quality(NamedTuple):
    word: Literal["DEFAULT", "WITHIN", "FIXED"]
    value: tree.Expr | None
    span: Span


class _Described(NamedTuple):
    type: tree.TypeExpr | None
    gloss: tree.Text | None
    default: tree.Expr | None
    within: tree.Expr | None
    fixed: _Quality | None


class _LabelParts(NamedTuple):
    name: tree.Name
    gloss: tree.Text | None


_UNLABELLED = cast(_LabelParts, (None, None))


# ------------------------------------------------------------------------------------------------------- words


def name(span: Span, text: str) -> tree.Name:
    return tree.Name(text, span=span)


def names(span: Span, *parts: tree.Name) -> tuple[tree.Name, ...]:
    return parts


def text(span: Span, quoted: str) -> tree.Text:
    return tree.Text(_unquoted(quoted, span), span=span)


def sentence(span: Span, quoted: str) -> tree.Sentence:
    return tree.Sentence(_unquoted(quoted, span), span=span)


_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def _unquoted(quoted: str, span: Span) -> str:
    """The string without its quotes; `\\"` and `\\\\` are the only escapes."""
    inner = quoted[1:-1]
    if "\\" not in inner:
        return inner
    for escape in _ESCAPE.finditer(inner):
        if escape[1] not in '"\\':
            at = span.start + 1 + escape.start()
            raise Unreadable(
                "RL111",
                f"`{escape[0]}` means nothing in a text" if escape[1].isprintable() else "a stray `\\` in a text",
                Span(span.source, at, at + 2),
                'write `\\\\` for a backslash and `\\"` for a quote; nothing else is written with `\\`',
            )
    return _ESCAPE.sub(r"\1", inner)


@lru_cache(maxsize=8192)
def _value(numeral: str) -> Fraction:
    digits = numeral.rstrip("%").replace("_", "")
    value = Fraction(int(digits)) if digits.isdigit() else Fraction(digits)
    return value / 100 if numeral[-1] == "%" else value


def _exact(numeral: str, span: Span) -> Fraction:
    if len(numeral) > MOST_DIGITS:
        at = Span(span.source, span.start, span.start + len(numeral))
        raise Unreadable("RL110", f"a number of more than {MOST_DIGITS} digits", at, "write a shorter number")
    return _value(numeral)


def number(span: Span, numeral: str) -> tree.Number:
    return tree.Number(_exact(numeral, span), None, numeral[-1] == "%", span=span)


def quantity(span: Span, numeral: str, unit: str) -> tree.Number:
    return tree.Number(_exact(numeral, span), unit, numeral[-1] == "%", span=span)


def signed(span: Span, numeral: str) -> Fraction:
    return _exact(numeral, span)


def signed_minus(span: Span, numeral: str) -> Fraction:
    return -_exact(numeral, span)


def duration_word(span: Span, word: str) -> str:
    return word if word.endswith("S") else word + "S"


def duration(span: Span, numeral: str, unit: Any) -> tree.DurationLiteral:
    return tree.DurationLiteral(_exact(numeral, span), unit, span=span)


def day(span: Span, written: str) -> datetime.date:
    year, month, day_ = written.split("-")
    if len(month) < 2 or len(day_) < 2:
        hint = f"write `{year}-{month:0>2}-{day_:0>2}` for the day; put spaces around `-` to subtract"
        raise Unreadable("RL109", f"`{written}` is not written as a date", span, hint)
    try:
        return datetime.date(int(year), int(month), int(day_))
    except ValueError:
        hint = "a date is year-month-day, from 0001-01-01 to 9999-12-31"
        raise Unreadable("RL109", f"there is no day `{written}`", span, hint) from None


def date(span: Span, written: str) -> tree.DateLiteral:
    return tree.DateLiteral(day(span, written), span=span)


def time(span: Span, written: str) -> tree.TimeLiteral:
    day_, _, clock = written.partition("T")
    try:
        at = datetime.time.fromisoformat(clock)
    except ValueError:
        hint = "hours go from 00 to 23, minutes and seconds from 00 to 59"
        raise Unreadable("RL109", f"there is no time `{clock}`", span, hint) from None
    return tree.TimeLiteral(datetime.datetime.combine(day(span, day_), at), span=span)


def none(span: Span, word: str) -> tree.NoneLiteral:
    return tree.NoneLiteral(span=span)


def truth(span: Span, word: str) -> tree.TruthLiteral:
    return tree.TruthLiteral(word == "YES", span=span)


def _word(span: Span, *words: str) -> str:
    return " ".join(words)


criterion = duration_unit = mode = side = resolution = function = fold = quantifier = span_unit = _word


# ------------------------------------------------------------------------------------------------- expressions


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


def fold_over(
    span: Span, fold: Any, body: tree.Expr, binder: tree.Binder, where: tree.Expr | None
) -> tree.Fold:
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


# ------------------------------------------------------------------------------------------------------- types


def boolean_type(span: Span) -> tree.BooleanType:
    return tree.BooleanType(span=span)


def bounds(span: Span, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    return low, high


def unit(span: Span, name: str) -> str:
    return name


def integer_type(
    span: Span, bounds: tuple[Fraction, Fraction] | None, unit: str | None
) -> tree.NumberType:
    low, high = bounds or (None, None)
    return tree.NumberType(True, low, high, unit, span=span)


def number_type(span: Span, bounds: tuple[Fraction, Fraction] | None, unit: str | None) -> tree.NumberType:
    low, high = bounds or (None, None)
    return tree.NumberType(False, low, high, unit, span=span)


def date_type(span: Span) -> tree.DateType:
    return tree.DateType(span=span)


def time_type(span: Span) -> tree.TimeType:
    return tree.TimeType(span=span)


def duration_type(span: Span, unit: Any) -> tree.DurationType:
    return tree.DurationType(unit, span=span)


def text_type(span: Span) -> tree.TextType:
    return tree.TextType(span=span)


def sort_type(span: Span, name: tree.Name) -> tree.SortType:
    return tree.SortType(name, span=span)


def member(span: Span, name: tree.Name, label: tree.Text | None) -> tree.Member:
    return tree.Member(name, label, span=span)


def members(span: Span, *parts: tree.Member) -> tuple[tree.Member, ...]:
    return parts


def one_of(span: Span, *parts: tree.Member | tree.Name) -> tree.EnumType:
    last = cast(tree.Name, parts[-1])
    bare = tree.Member(last, span=last.span)
    return tree.EnumType((*cast("tuple[tree.Member, ...]", parts[:-1]), bare), span=span)


def one_of_labelled(span: Span, *parts: Any) -> tree.EnumType:
    *members, name, label = parts
    last = tree.Member(name, label, span=Span(span.source, name.span.start, label.span.end))
    return tree.EnumType((*members, last), span=span)


def parameter(span: Span, name: tree.Name, type: tree.TypeExpr | None) -> tree.Parameter:
    return tree.Parameter(name, type, span=span)


def signature(span: Span, name: tree.Name, *parameters: tree.Parameter) -> Signature:
    return name, parameters


def typed(span: Span, type: tree.TypeExpr | None, gloss: tree.Text | None = None) -> _Typed:
    return _Typed(type, gloss)


def typed_one_of(span: Span, type: tree.EnumType, gloss: tree.Text | None) -> _Typed:
    return _Typed(*_gloss_of(type, gloss))


def _gloss_of(type: tree.EnumType, gloss: tree.Text | None) -> tuple[tree.EnumType, tree.Text | None]:
    """The one text after `ONE OF a, b` is the gloss; after `ONE OF a "A", b` it is the label of `b`."""
    *others, last = type.members
    if gloss is not None or last.label is None or any(m.label is not None for m in others):
        return type, gloss
    bare = tree.Member(last.name, span=last.name.span)
    span = Span(type.span.source, type.span.start, bare.span.end)
    return tree.EnumType((*others, bare), span=span), last.label


def default(span: Span, value: tree.Expr) -> _Quality:
    return _Quality("DEFAULT", value, span)


def within(span: Span, value: tree.Expr) -> _Quality:
    return _Quality("WITHIN", value, span)


def fixed(span: Span) -> _Quality:
    return _Quality("FIXED", None, span)


def qualities(span: Span, *parts: _Quality) -> Mapping[str, _Quality]:
    found: dict[str, _Quality] = {}
    for part in parts:
        if part.word in found:
            first = Label(found[part.word].span, "here for the first time")
            hint = f"keep one `{part.word}`"
            raise Unreadable("RL114", f"`{part.word}` is written twice", part.span, hint, first)
        found[part.word] = part
    return found


_NO_QUALITIES: Mapping[str, _Quality] = {}


def described(
    span: Span,
    type: tree.TypeExpr | None,
    qualities: Mapping[str, _Quality] = _NO_QUALITIES,
    gloss: tree.Text | None = None,
) -> _Described:
    default, within = qualities.get("DEFAULT"), qualities.get("WITHIN")
    return _Described(
        type, gloss, default and default.value, within and within.value, qualities.get("FIXED")
    )


def described_one_of(
    span: Span, type: tree.EnumType, qualities: Mapping[str, _Quality], gloss: tree.Text | None
) -> _Described:
    if not qualities:
        type, gloss = _gloss_of(type, gloss)
    return described(span, type, qualities, gloss)


# ------------------------------------------------------------------------------------------------ declarations


def start(
    span: Span,
    module: tuple[tree.Name, tree.Text | None] | None,
    declarations: tuple[tree.Declaration, ...],
) -> tree.Module:
    name, gloss = module or (None, None)
    return tree.Module(name, gloss, declarations, span=Span(span.source, 0, len(span.source.text)))


def module(span: Span, name: tree.Name, gloss: tree.Text | None) -> tuple[tree.Name, tree.Text | None]:
    return name, gloss


def declarations(span: Span, *parts: tree.Declaration) -> tuple[tree.Declaration, ...]:
    return parts


def use(span: Span, name: tree.Name) -> tree.Use:
    return tree.Use(name, span=span)


def type_listed_by_the_case(span: Span, name: tree.Name, gloss: tree.Text | None) -> tree.TypeDeclaration:
    return tree.TypeDeclaration(name, gloss, span=span)


def type_of_members(
    span: Span, name: tree.Name, gloss: tree.Text | None, members: tuple[tree.Member, ...]
) -> tree.TypeDeclaration:
    return tree.TypeDeclaration(name, gloss, members, span=span)


def type_of_integers(
    span: Span, name: tree.Name, gloss: tree.Text | None, low: Fraction, high: Fraction
) -> tree.TypeDeclaration:
    if low.denominator != 1 or high.denominator != 1:
        hint = f"write whole numbers: `TYPE {name.text} FROM 1 TO 10`"
        raise Unreadable("RL122", f"the bounds of `{name.text}` are not whole numbers", span, hint)
    return tree.TypeDeclaration(name, gloss, None, int(low), int(high), span=span)


def fact(span: Span, signature: Signature, described: _Described) -> tree.FactDeclaration:
    name, parameters = signature
    type, gloss, default, within, fixed = described
    return tree.FactDeclaration(
        name, parameters, type, default, within, fixed is not None, gloss, span=span
    )


def outcome(span: Span, signature: Signature, described: _Described) -> tree.OutcomeDeclaration:
    name, parameters = signature
    type, gloss, default, within, fixed = described
    if fixed is not None:
        hint = "only a fact can be FIXED (no counterfactual changes it); leave the word out"
        raise Unreadable("RL119", f"`FIXED` on the outcome `{name.text}`", fixed.span, hint)
    return tree.OutcomeDeclaration(name, parameters, type, default, within, gloss, span=span)


def action(
    span: Span, signature: Signature, default: Mode | None, gloss: tree.Text | None
) -> tree.ActionDeclaration:
    return tree.ActionDeclaration(*signature, default, gloss, span=span)


def concept(
    span: Span, signature: Signature, gloss: tree.Text | None, *members: Atom
) -> tree.ConceptDeclaration:
    return tree.ConceptDeclaration(*signature, gloss, members, span=span)


def always(span: Span, condition: tree.Expr) -> tree.Always:
    return tree.Always(condition, span=span)


def define(span: Span, signature: Signature, typed: _Typed, *cases: tree.DefineCase) -> tree.Define:
    return tree.Define(*signature, typed.type, typed.gloss, cases, span=span)


def define_value(span: Span, value: tree.Expr) -> tree.DefineCase:
    return tree.DefineCase(value, None, False, span=span)


def define_if(span: Span, value: tree.Expr, condition: tree.Expr) -> tree.DefineCase:
    return tree.DefineCase(value, condition, False, span=span)


def define_otherwise(span: Span, value: tree.Expr) -> tree.DefineCase:
    return tree.DefineCase(value, None, True, span=span)


def table_of_rows(
    span: Span, signature: Signature, typed: _Typed, rows: tuple[tree.Row, ...]
) -> tree.Table:
    return tree.Table(*signature, typed.type, typed.gloss, rows, None, span=span)


def table_of_file(span: Span, signature: Signature, typed: _Typed, file: tree.Text) -> tree.Table:
    return tree.Table(*signature, typed.type, typed.gloss, (), file, span=span)


def priority(span: Span, higher: tree.Name, lower: tuple[tree.Name, ...]) -> tree.Priority:
    return tree.Priority(higher, lower, span=span)


def prefer(span: Span, *criteria: Any) -> tree.Prefer:
    return tree.Prefer(criteria, span=span)


# ------------------------------------------------------------------------------------------------------ tables


def rows(span: Span, *parts: tree.Row) -> tuple[tree.Row, ...]:
    """The rows; layout is free but for tables, where a line is a row (else an empty cell would hide)."""
    text, end = span.source.text, None
    for part in parts:
        at = part.span
        if end is not None and not _breaks(text, end, at.start):
            hint = "write what stands there: `ANY`, `NONE`, `UNKNOWN`, a value"
            raise Unreadable("RL115", "an empty cell", Span(span.source, end - 1, at.start + 1), hint)
        if _breaks(text, at.start, at.end) and _breaks_between_cells(text, part):
            hint = "close each row with `|` on the line where it begins"
            raise Unreadable("RL115", "a row that goes on in the next line", at, hint)
        end = at.end
    return parts


def _breaks(text: str, start: int, end: int) -> bool:
    return text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0


def _breaks_between_cells(text: str, row: tree.Row) -> bool:
    edges = [row.span.start, *(edge for cell in row.cells for edge in cell.span[1:]), row.span.end]
    return any(_breaks(text, *pair) for pair in zip(edges[::2], edges[1::2], strict=True))


def row(span: Span, *cells: tree.Cell) -> tree.Row:
    return tree.Row(cells, span=span)


def cell_values(span: Span, *values: Any) -> tree.CellValues:
    return tree.CellValues(values, span=span)


def cell_any(span: Span) -> tree.CellAny:
    return tree.CellAny(span=span)


def cell_other(span: Span) -> tree.CellOther:
    return tree.CellOther(span=span)


def cell_unknown(span: Span) -> tree.CellUnknown:
    return tree.CellUnknown(span=span)


def cell_to(span: Span, high: Bound) -> tree.CellRange:
    return tree.CellRange(None, False, high, False, span=span)


def cell_under(span: Span, high: Bound) -> tree.CellRange:
    return tree.CellRange(None, False, high, True, span=span)


def cell_over(span: Span, low: Bound) -> tree.CellRange:
    return tree.CellRange(low, True, None, False, span=span)


def cell_over_to(span: Span, low: Bound, high: Bound) -> tree.CellRange:
    return tree.CellRange(low, True, high, False, span=span)


def cell_over_under(span: Span, low: Bound, high: Bound) -> tree.CellRange:
    return tree.CellRange(low, True, high, True, span=span)


def cell_from(span: Span, low: Bound) -> tree.CellRange:
    return tree.CellRange(low, False, None, False, span=span)


def cell_from_to(span: Span, low: Bound, high: Bound) -> tree.CellRange:
    return tree.CellRange(low, False, high, False, span=span)


def cell_from_under(span: Span, low: Bound, high: Bound) -> tree.CellRange:
    return tree.CellRange(low, False, high, True, span=span)


# ------------------------------------------------------------------------------------------------------- rules


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
    return tree.Authority(_exact(numeral, at), span=span)


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


def limit(span: Span, target: tree.Term, op: str, value: tree.Expr) -> tree.Limit:
    if op not in ("<=", ">="):
        hint = f"`{target.name} <= …` sets a cap, `{target.name} >= …` a floor, `{target.name} = …` the value"
        raise Unreadable("RL113", f"`{op}` cannot stand after THEN", span, hint)
    return tree.Limit(target, cast(Literal["<=", ">="], op), value, span=span)


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


def additive_then(
    span: Span, label: _LabelParts | None, outcomes: tuple[tree.Outcome, ...]
) -> tree.Additive:
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


def case(
    span: Span, name: tree.Name, gloss: tree.Text | None, lines: tuple[tree.CaseLine, ...]
) -> tree.Case:
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


def ask_actions(
    span: Span, question: tree.Text | None, type: tree.Name | None, *actions: Atom
) -> tree.Ask:
    return tree.Ask(question, type, actions, True, None, span=span)


def expect(span: Span, claims: tuple[tree.Claim, ...]) -> tree.Expect:
    return tree.Expect(claims, span=span)


def makers() -> Mapping[str, Callable[..., Any]]:
    """The functions by the names that the grammar gives to them."""
    return {name: made for name, made in globals().items() if callable(made) and not name.startswith("_")}
