"""Declarations and whole modules."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.grammar import tree
from strategies.cases import cases
from strategies.expressions import atoms, expressions, modes
from strategies.rules import rules
from strategies.tables import tables
from strategies.types import glosses, member_tuples, parameter_tuples, typed
from strategies.words import NOWHERE, name_tuples, names

_MAYBE = st.one_of(st.none(), expressions)


@st.composite
def type_declarations(draw: st.DrawFn) -> tree.TypeDeclaration:
    name, gloss = draw(names), draw(glosses)
    match draw(st.integers(0, 2)):
        case 0:
            return tree.TypeDeclaration(name, gloss, span=NOWHERE)
        case 1:
            return tree.TypeDeclaration(name, gloss, draw(member_tuples), span=NOWHERE)
        case _:
            low, high = draw(st.integers(-3_000, 3_000)), draw(st.integers(-3_000, 30_000))
            return tree.TypeDeclaration(name, gloss, None, low, high, span=NOWHERE)


@st.composite
def facts(draw: st.DrawFn) -> tree.FactDeclaration:
    default, within, fixed = draw(_MAYBE), draw(_MAYBE), draw(st.booleans())
    qualified = default is not None or within is not None or fixed
    parameters, type_, gloss = draw(typed(qualified))
    return tree.FactDeclaration(draw(names), parameters, type_, default, within, fixed, gloss, span=NOWHERE)


@st.composite
def outcome_declarations(draw: st.DrawFn) -> tree.OutcomeDeclaration:
    default, within = draw(_MAYBE), draw(_MAYBE)
    parameters, type_, gloss = draw(typed(default is not None or within is not None))
    return tree.OutcomeDeclaration(draw(names), parameters, type_, default, within, gloss, span=NOWHERE)


actions: SearchStrategy[tree.ActionDeclaration] = st.builds(
    lambda name, parameters, default, gloss: tree.ActionDeclaration(name, parameters, default, gloss, span=NOWHERE),
    names, parameter_tuples, st.one_of(st.none(), modes), glosses,
)
concepts: SearchStrategy[tree.ConceptDeclaration] = st.builds(
    lambda name, parameters, gloss, members: tree.ConceptDeclaration(
        name, parameters, gloss, tuple(members), span=NOWHERE
    ),
    names, parameter_tuples, glosses, st.lists(atoms, min_size=1, max_size=3),
)
define_cases: SearchStrategy[tree.DefineCase] = st.one_of(
    st.builds(lambda value, when: tree.DefineCase(value, when, False, span=NOWHERE), expressions, _MAYBE),
    st.builds(lambda value: tree.DefineCase(value, None, True, span=NOWHERE), expressions),
)


@st.composite
def defines(draw: st.DrawFn) -> tree.Define:
    parameters, type_, gloss = draw(typed())
    drawn = tuple(draw(st.lists(define_cases, min_size=1, max_size=3)))
    return tree.Define(draw(names), parameters, type_, gloss, drawn, span=NOWHERE)


declarations: SearchStrategy[tree.Declaration] = st.one_of(
    st.builds(lambda name: tree.Use(name, span=NOWHERE), names),
    type_declarations(),
    facts(),
    outcome_declarations(),
    actions,
    concepts,
    st.builds(lambda condition: tree.Always(condition, span=NOWHERE), expressions),
    defines(),
    tables(),
    rules(),
    st.builds(lambda higher, lower: tree.Priority(higher, lower, span=NOWHERE), names, name_tuples),
    st.builds(
        lambda criteria: tree.Prefer(tuple(criteria), span=NOWHERE),
        st.lists(st.sampled_from(["SPECIFIC", "LATER", "SUPERIOR", "STRICT"]), min_size=1, max_size=4, unique=True),
    ),
    cases,
)


@st.composite
def modules(draw: st.DrawFn, most: int = 5) -> tree.Module:
    name = draw(st.one_of(st.none(), names))
    gloss = draw(glosses) if name is not None else None
    return tree.Module(name, gloss, tuple(draw(st.lists(declarations, max_size=most))), span=NOWHERE)
