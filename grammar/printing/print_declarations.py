"""Declarations as documents: modules' heads, types, facts, outcomes, actions, concepts, definitions, preferences.

Rules are in `print_rules`, tables in `print_tables`, cases in `print_cases`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulelang.grammar import tree
from rulelang.grammar.printing.layout import (
    EMPTY,
    HARD,
    SPACE,
    Concat,
    Doc,
    Fill,
    Group,
    Nest,
    Row,
    Rows,
    Text,
    listed,
    separated,
    words,
)
from rulelang.grammar.printing.print_expressions import (
    CANONICAL,
    SUM,
    Spelling,
    at_least,
    condition,
    expression,
)


def string(text: tree.Text, spell: Spelling) -> Doc:
    """A string with its quotes."""
    return Text(spell.string(text))


def name_list(names: Sequence[tree.Name]) -> Doc:
    """`a, b.c`."""
    return listed([Text(name.text) for name in names])


def module_head(module: tree.Module, spell: Spelling = CANONICAL) -> Doc | None:
    """`MODULE name "gloss"`, or None for a file without a head."""
    if module.name is None:
        return None
    return words(f"MODULE {module.name.text}", _gloss(module.gloss, spell))


def _gloss(gloss: tree.Text | None, spell: Spelling) -> Doc:
    return EMPTY if gloss is None else words(" ", string(gloss, spell))


# ------------------------------------------------------------------------------------------------------ types


def type_expr(expr: tree.TypeExpr, spell: Spelling = CANONICAL) -> Doc:
    """A type as it stands after a colon."""
    match expr:
        case tree.BooleanType():
            return Text("BOOLEAN")
        case tree.NumberType(integer, low, high, unit):
            bounds = ""
            if low is not None and high is not None:
                bounds = " FROM {} TO {}".format(*spell.numerals(expr.span, [low, high]))
            return Text(("INTEGER" if integer else "NUMBER") + bounds + (f" IN {unit}" if unit else ""))
        case tree.DateType():
            return Text("DATE")
        case tree.TimeType():
            return Text("TIME")
        case tree.DurationType(unit):
            return Text(f"DURATION IN {unit}" if unit else "DURATION")
        case tree.TextType():
            return Text("TEXT")
        case tree.SortType(name):
            return Text(name.text)
        case tree.EnumType(members):
            return words("ONE OF ", _members(members, spell))
        case _:
            assert_never(expr)


def _members(members: Sequence[tree.Member], spell: Spelling) -> Doc:
    return listed([words(member.name.text, _gloss(member.label, spell)) for member in members])


def signature(name: tree.Name, parameters: Sequence[tree.Parameter], spell: Spelling = CANONICAL) -> Doc:
    """`weight(bag)`, `chases(a : animal, b : animal)`."""
    if not parameters:
        return Text(name.text)
    written = [
        Text(p.name.text) if p.type is None else words(f"{p.name.text} : ", type_expr(p.type, spell))
        for p in parameters
    ]
    return words(f"{name.text}(", listed(written), ")")


def typed(type_: tree.TypeExpr | None, gloss: tree.Text | None, spell: Spelling) -> list[Doc]:
    """`: type` and `"gloss"`, each only if it is there."""
    colon = [] if type_ is None else [words(": ", type_expr(type_, spell))]
    return colon if gloss is None else [*colon, string(gloss, spell)]


# ------------------------------------------------------------------------------------------- the vocabulary


def vocabulary(
    declaration: tree.FactDeclaration | tree.OutcomeDeclaration | tree.ActionDeclaration, spell: Spelling = CANONICAL
) -> Row:
    """A fact, outcome or action as a row, so that those that follow each other are aligned."""
    match declaration:
        case tree.FactDeclaration(name, parameters, type_, default, within, fixed, gloss):
            word = "FACT"
            described = [
                *([words(": ", type_expr(type_, spell))] if type_ else []),
                *_quality("DEFAULT", default, spell),
                *([Text("FIXED")] if fixed else []),
                *_quality("WITHIN", within, spell),
            ]
        case tree.OutcomeDeclaration(name, parameters, type_, default, within, gloss):
            word = "OUTCOME"
            described = [
                *([words(": ", type_expr(type_, spell))] if type_ else []),
                *_quality("WITHIN", within, spell),
                *_quality("DEFAULT", default, spell),
            ]
        case tree.ActionDeclaration(name, parameters, mode, gloss):
            word = "ACTION"
            described = [Text(f"DEFAULT {mode}")] if mode else []
        case _:
            assert_never(declaration)
    head = signature(name, parameters, spell)
    said = EMPTY if gloss is None else string(gloss, spell)
    middle = Concat(separated(described))
    parts = [words(f"{word} ", head), *described, *([] if gloss is None else [said])]
    return Row((Text(word), head, middle, said), Nest(2, Fill(separated(parts))))


def _quality(word: str, value: tree.Expr | None, spell: Spelling) -> list[Doc]:
    return [] if value is None else [words(f"{word} ", at_least(value, SUM, spell))]


def type_declaration(declaration: tree.TypeDeclaration, spell: Spelling = CANONICAL) -> Doc:
    """`TYPE way "…" OF departing, arriving`, on one line if that fits."""
    head = words(f"TYPE {declaration.name.text}", _gloss(declaration.gloss, spell))
    if declaration.members is not None:
        return Group(words(head, Nest(2, words(SPACE, "OF ", _members(declaration.members, spell)))))
    if declaration.low is not None and declaration.high is not None:
        low, high = spell.numerals(declaration.span, [declaration.low, declaration.high])
        return words(head, f" FROM {low} TO {high}")
    return head


def concept(declaration: tree.ConceptDeclaration, spell: Spelling = CANONICAL) -> Doc:
    """`CONCEPT c "…" INCLUDES p, q`, on one line if that fits."""
    head = words("CONCEPT ", signature(declaration.name, declaration.parameters, spell))
    members = listed([expression(member, spell) for member in declaration.members])
    includes = Nest(2, words(SPACE, "INCLUDES ", members))
    return Group(words(head, _gloss(declaration.gloss, spell), includes))


def always(declaration: tree.Always, spell: Spelling = CANONICAL) -> Doc:
    return words("ALWAYS ", condition(declaration.condition, spell))


# ------------------------------------------------------------------------------- definitions and preferences


def define(declaration: tree.Define, spell: Spelling = CANONICAL, compact: bool = True) -> Doc:
    """A definition: on one line if it is compact and fits, else its cases below it, one a line."""
    parts: list[Doc] = [words("DEFINE ", signature(declaration.name, declaration.parameters, spell))]
    parts += typed(declaration.type, declaration.gloss, spell)
    head = Nest(4, Fill(separated(parts)))
    rows = separated([_define_case(case, spell) for case in declaration.cases], HARD)
    below = words(head, Nest(2, words(HARD, Rows(rows, gap=2))))
    if not compact:
        return below
    return Row((words(head, *(words(" ", cell) for case in declaration.cases for cell in _cells(case, spell))),), below)


def _cells(case: tree.DefineCase, spell: Spelling) -> tuple[Doc, ...]:
    value = words("AS ", expression(case.value, spell))
    if case.condition is not None:
        return value, words("IF ", expression(case.condition, spell))
    return (value, Text("OTHERWISE")) if case.otherwise else (value,)


def _define_case(case: tree.DefineCase, spell: Spelling) -> Row:
    cells = _cells(case, spell)
    if len(cells) == 1:
        return Row(cells, cells[0])
    return Row(cells, words(cells[0], Nest(2, words(HARD, cells[1]))))


def use(declaration: tree.Use) -> Doc:
    return Text(f"USE {declaration.name.text}")


def priority(declaration: tree.Priority) -> Doc:
    return words(f"PRIORITY {declaration.higher.text} OVER ", name_list(declaration.lower))


def prefer(declaration: tree.Prefer) -> Doc:
    return words("PREFER ", ", ".join(declaration.criteria))
