"""The printer: the inverse of the parser.

`parse(module_text(t))` is `t` for every tree that can be parsed (property-based tests hold it to that).  Comments
are not in the tree; `rulelang.grammar.printing.format` keeps them.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.grammar import tree
from rulelang.grammar.printing.layout import HARD, Concat, Doc, Line, Row, Rows
from rulelang.grammar.printing.page import Written, render
from rulelang.grammar.printing.print_cases import case
from rulelang.grammar.printing.print_declarations import (
    always,
    concept,
    define,
    module_head,
    prefer,
    priority,
    type_declaration,
    use,
    vocabulary,
)
from rulelang.grammar.printing.print_expressions import CANONICAL, Spelling, expression
from rulelang.grammar.printing.print_rules import rule
from rulelang.grammar.printing.print_tables import table

ENDLESS = 1 << 30

GLOSS_OVER = 30
"""By how many columns the gloss of a fact, outcome or action may stick out of its line."""


def expression_text(expr: tree.Claim) -> str:
    """An expression or a claim on one line, in canonical spelling."""
    return text_of(render(expression(expr), ENDLESS))


def declaration_text(declaration: tree.Declaration) -> str:
    """One declaration in canonical layout, without a final newline."""
    return text_of(render(declaration_doc(declaration, CANONICAL, is_short(declaration))))


def module_text(module: tree.Module) -> str:
    """A module in canonical layout: vocabulary, priorities and one-line rules together, all else set apart."""
    head = module_head(module)
    parts: list[Doc] = [] if head is None else [head]
    run: list[Row | Doc] = []
    before: tree.Declaration | None = None
    for declaration in module.declarations:
        together = before is not None and _belong_together(before, declaration)
        if run and not together:
            parts.append(Rows(tuple(run), over=GLOSS_OVER))
            run = []
        if run:
            run.append(HARD)
        elif parts:
            parts.append(Line(hard=True, blank=not together))
        doc = declaration_doc(declaration, CANONICAL, is_short(declaration))
        if isinstance(declaration, tree.FactDeclaration | tree.OutcomeDeclaration | tree.ActionDeclaration):
            run.append(doc)
        else:
            parts.append(doc)
        before = declaration
    if run:
        parts.append(Rows(tuple(run), over=GLOSS_OVER))
    text = text_of(render(Concat(tuple(parts))))
    return text + "\n" if text else ""


def text_of(lines: list[Written]) -> str:
    """The lines as one text."""
    return "\n".join(line.text if line.remark is None else f"{line.text}  {line.remark}" for line in lines)


def declaration_doc(declaration: tree.Declaration, spell: Spelling, compact: bool) -> Doc:
    """A declaration as a document; `compact` ones stay on one line where that fits."""
    match declaration:
        case tree.Use():
            return use(declaration)
        case tree.TypeDeclaration():
            return type_declaration(declaration, spell)
        case tree.FactDeclaration() | tree.OutcomeDeclaration() | tree.ActionDeclaration():
            return vocabulary(declaration, spell)
        case tree.ConceptDeclaration():
            return concept(declaration, spell)
        case tree.Always():
            return always(declaration, spell)
        case tree.Define():
            return define(declaration, spell, compact)
        case tree.Table():
            return table(declaration, spell)
        case tree.Rule():
            return rule(declaration, spell, compact)
        case tree.Priority():
            return priority(declaration)
        case tree.Prefer():
            return prefer(declaration)
        case tree.Case():
            return case(declaration, spell, compact)
        case _:
            assert_never(declaration)


def is_short(declaration: tree.Declaration) -> bool:
    """Whether a declaration is written on one line where nobody has written it yet."""
    match declaration:
        case tree.Rule(gloss=gloss, attributes=attributes, operators=operators):
            return gloss is None and not attributes and not operators
        case tree.Define(cases=cases):
            return len(cases) == 1
        case tree.Case(gloss=gloss, lines=lines):
            short = tree.Using | tree.Closed | tree.Given | tree.Expect
            return gloss is None and all(isinstance(line, short) for line in lines)
        case _:
            return True


_VOCABULARY = tree.FactDeclaration | tree.OutcomeDeclaration | tree.ActionDeclaration
_LINES = tree.Use | tree.TypeDeclaration | tree.Prefer | tree.Priority


def _belong_together(before: tree.Declaration, after: tree.Declaration) -> bool:
    if isinstance(before, _VOCABULARY):
        return isinstance(after, _VOCABULARY)
    if isinstance(before, _LINES):
        return type(before) is type(after)
    return False
