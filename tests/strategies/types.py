"""Types, members and signatures."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.grammar import tree
from strategies.words import NOWHERE, magnitudes, names, simple_names, texts

members: SearchStrategy[tree.Member] = st.builds(
    lambda name, label: tree.Member(name, label, span=NOWHERE), names, st.one_of(st.none(), texts)
)
member_tuples: SearchStrategy[tuple[tree.Member, ...]] = st.lists(members, min_size=1, max_size=4).map(tuple)
_SIGNED = st.one_of(magnitudes, magnitudes.map(lambda value: -value))


@st.composite
def _number_types(draw: st.DrawFn) -> tree.NumberType:
    low, high = draw(st.one_of(st.just((None, None)), st.tuples(_SIGNED, _SIGNED)))
    unit = draw(st.one_of(st.none(), simple_names))
    return tree.NumberType(draw(st.booleans()), low, high, unit, span=NOWHERE)


simple_types: SearchStrategy[tree.TypeExpr] = st.one_of(
    st.just(tree.BooleanType(span=NOWHERE)),
    _number_types(),
    st.just(tree.DateType(span=NOWHERE)),
    st.just(tree.TimeType(span=NOWHERE)),
    st.builds(lambda unit: tree.DurationType(unit, span=NOWHERE), st.sampled_from([None, "MONTHS", "DAYS"])),
    st.just(tree.TextType(span=NOWHERE)),
    st.builds(lambda name: tree.SortType(name, span=NOWHERE), names),
)
parameters: SearchStrategy[tree.Parameter] = st.builds(
    lambda name, type_: tree.Parameter(name, type_, span=NOWHERE), names, st.one_of(st.none(), simple_types)
)
parameter_tuples: SearchStrategy[tuple[tree.Parameter, ...]] = st.lists(parameters, max_size=3).map(tuple)
glosses: SearchStrategy[tree.Text | None] = st.one_of(st.none(), texts)


def _enum(drawn: tuple[tree.Member, ...], gloss: tree.Text | None, qualified: bool) -> tree.EnumType:
    """A ONE OF type whose last member's label can be told from the gloss.

    Without words between them, a single text after the last member is the gloss if no other member has a label, else
    the label.
    """
    if not qualified:
        labelled = any(member.label is not None for member in drawn[:-1])
        last = drawn[-1]
        if gloss is None and not labelled:
            last = tree.Member(last.name, None, span=NOWHERE)
        elif gloss is not None and labelled and last.label is None:
            last = tree.Member(last.name, gloss, span=NOWHERE)
        drawn = (*drawn[:-1], last)
    return tree.EnumType(drawn, span=NOWHERE)


@st.composite
def typed(
    draw: st.DrawFn, qualified: bool = False
) -> tuple[tuple[tree.Parameter, ...], tree.TypeExpr | None, tree.Text | None]:
    """Parameters, type and gloss of a declaration; `qualified` ones have words between type and gloss."""
    gloss = draw(glosses)
    type_: tree.TypeExpr | None = draw(st.one_of(st.none(), simple_types))
    if draw(st.integers(0, 3)) == 0:
        type_ = _enum(draw(member_tuples), gloss, qualified)
    return draw(parameter_tuples), type_, gloss
