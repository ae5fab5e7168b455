"""Quoted strings by their position: alone a proposition, beside a value a text, a member or an entity."""

from __future__ import annotations

from rulelang.grammar import model
from rulelang.grammar.model import Constant, Formula, SortType
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.comparison import UNTRUE
from rulelang.grammar.resolving.kinds import Kind
from rulelang.grammar.resolving.names import (
    atom_formula,
    atom_value,
    entity,
    not_a_member,
    sentence_said,
    shared_fact,
    shared_outcome,
)
from rulelang.grammar.resolving.operations import WRONG, Typed
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.resolving.symbols import is_boolean
from rulelang.grammar.source import Span


def sentence_formula(scope: Scope, text: str, span: Span) -> Formula:
    said = sentence_said(scope, text, span, actions=False)
    if said is not None:
        return atom_formula(scope, said, (), span) or UNTRUE
    proposition = scope.sentence(text, span)
    if isinstance(proposition, model.Fact):
        return shared_fact(scope, proposition.name, ())
    return shared_outcome(scope, proposition.name, ())


def sentence_value(scope: Scope, text: str, expected: Kind | None, span: Span) -> Typed:
    if isinstance(expected, SortType) and expected.name in scope.symbols.sorts:
        found = entity(scope, expected.name, text, span, in_quotes=True)
        if found is not None:
            return found
    said = sentence_said(scope, text, span, actions=False) if scope.symbols.glosses else None
    if said is not None and not isinstance(said, model.Action | model.Table) and not is_boolean(said.type):
        return atom_value(scope, said, (), span)
    if isinstance(expected, SortType) and expected.name in scope.symbols.sorts:
        not_a_member(scope, expected.name, text, span)
        return WRONG
    return shared(scope, Constant(text)), kinds.TEXT


def shared(scope: Scope, constant: Constant) -> Constant:
    """Rules say the same constants again and again; those of claims and cases are kept by nobody."""
    return scope.symbols.shared(constant) if scope.mentions is None else constant
