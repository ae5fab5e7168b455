"""Types, declarations and tables, made as they are read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.reading.make_expressions import Atom, Mode
from rulelang.grammar.reading.make_words import Unreadable
from rulelang.grammar.source import Span

Parameters: TypeAlias = tuple[tree.Parameter, ...]
Signature: TypeAlias = tuple[tree.Name, Parameters]


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


# ------------------------------------------------------------------------------------------------------- types


def boolean_type(span: Span) -> tree.BooleanType:
    return tree.BooleanType(span=span)


def bounds(span: Span, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    return low, high


def unit(span: Span, name: str) -> str:
    return name


def integer_type(span: Span, bounds: tuple[Fraction, Fraction] | None, unit: str | None) -> tree.NumberType:
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
    return _Described(type, gloss, default and default.value, within and within.value, qualities.get("FIXED"))


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
    return tree.FactDeclaration(name, parameters, type, default, within, fixed is not None, gloss, span=span)


def outcome(span: Span, signature: Signature, described: _Described) -> tree.OutcomeDeclaration:
    name, parameters = signature
    type, gloss, default, within, fixed = described
    if fixed is not None:
        hint = "only a fact can be FIXED (no counterfactual changes it); leave the word out"
        raise Unreadable("RL119", f"`FIXED` on the outcome `{name.text}`", fixed.span, hint)
    return tree.OutcomeDeclaration(name, parameters, type, default, within, gloss, span=span)


def action(span: Span, signature: Signature, default: Mode | None, gloss: tree.Text | None) -> tree.ActionDeclaration:
    return tree.ActionDeclaration(*signature, default, gloss, span=span)


def concept(span: Span, signature: Signature, gloss: tree.Text | None, *members: Atom) -> tree.ConceptDeclaration:
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


def table_of_rows(span: Span, signature: Signature, typed: _Typed, rows: tuple[tree.Row, ...]) -> tree.Table:
    return tree.Table(*signature, typed.type, typed.gloss, rows, None, span=span)


def table_of_file(span: Span, signature: Signature, typed: _Typed, file: tree.Text) -> tree.Table:
    return tree.Table(*signature, typed.type, typed.gloss, (), file, span=span)


def priority(span: Span, higher: tree.Name, lower: tuple[tree.Name, ...]) -> tree.Priority:
    return tree.Priority(higher, lower, span=span)


def prefer(span: Span, *criteria: Any) -> tree.Prefer:
    for i, criterion in enumerate(criteria):
        if criterion in criteria[:i]:
            raise Unreadable("RL114", f"`{criterion}` is written twice", span, f"keep one `{criterion}`")
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


def cell_to(span: Span, high: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(None, False, high, False, span=span)


def cell_under(span: Span, high: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(None, False, high, True, span=span)


def cell_over(span: Span, low: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(low, True, None, False, span=span)


def cell_over_to(span: Span, low: tree.CellBound, high: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(low, True, high, False, span=span)


def cell_over_under(span: Span, low: tree.CellBound, high: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(low, True, high, True, span=span)


def cell_from(span: Span, low: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(low, False, None, False, span=span)


def cell_from_to(span: Span, low: tree.CellBound, high: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(low, False, high, False, span=span)


def cell_from_under(span: Span, low: tree.CellBound, high: tree.CellBound) -> tree.CellRange:
    return tree.CellRange(low, False, high, True, span=span)
