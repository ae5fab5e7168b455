"""Rules, their attributes and operators."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.grammar import tree
from strategies.expressions import atoms, binders, expressions, outcome_tuples
from strategies.types import glosses
from strategies.words import NOWHERE, days, magnitudes, name_tuples, names, texts

attributes: SearchStrategy[tree.Attribute] = st.one_of(
    st.builds(lambda rule: tree.Augments(rule, span=NOWHERE), names),
    st.builds(
        lambda lines: tree.SourceLine(tuple(lines), span=NOWHERE), st.lists(texts, min_size=1, max_size=3)
    ),
    st.builds(lambda text: tree.TextLine(text, span=NOWHERE), texts),
    st.builds(lambda start, end: tree.Effective(start, end, span=NOWHERE), days, st.one_of(st.none(), days)),
    st.builds(lambda degree: tree.Authority(degree, span=NOWHERE), magnitudes),
    st.builds(lambda rules: tree.Notwithstanding(rules, span=NOWHERE), name_tuples),
    st.builds(lambda rules: tree.SubjectTo(rules, span=NOWHERE), name_tuples),
    st.builds(lambda rules: tree.Suspends(rules, span=NOWHERE), name_tuples),
)
_NO_OUTCOMES: SearchStrategy[tuple[tree.Outcome, ...]] = st.just(())
_MAYBE_OUTCOMES = st.one_of(_NO_OUTCOMES, outcome_tuples)


@st.composite
def operators(draw: st.DrawFn) -> tree.Operator:
    label = draw(st.one_of(st.none(), names))
    gloss = draw(glosses) if label is not None else None
    match draw(st.integers(0, 7)):
        case 0:
            return tree.AbstractOr(label, gloss, draw(expressions), span=NOWHERE)
        case 1:
            return tree.AbstractTo(draw(atoms), draw(atoms), span=NOWHERE)
        case 2:
            return tree.Additive(label, gloss, draw(expressions), draw(_MAYBE_OUTCOMES), span=NOWHERE)
        case 3:
            return tree.Additive(label, gloss, None, draw(outcome_tuples), span=NOWHERE)
        case 4:
            return tree.Negate(draw(st.sampled_from([None, "IF", "THEN"])), span=NOWHERE)
        case 5:
            to = draw(st.one_of(st.none(), names))
            return tree.ExceptionClause(label, gloss, to, draw(expressions), draw(_MAYBE_OUTCOMES), span=NOWHERE)
        case 6:
            resolution = draw(st.sampled_from([None, "PREVAILS", "YIELDS", "UNRESOLVED"]))
            return tree.ConflictClause(
                label, gloss, draw(expressions), draw(outcome_tuples), resolution, span=NOWHERE
            )
        case _:
            condition = draw(st.one_of(st.none(), expressions))
            return tree.IroncladClause(label, gloss, condition, draw(outcome_tuples), span=NOWHERE)


@st.composite
def rules(draw: st.DrawFn) -> tree.Rule:
    return tree.Rule(
        meta=draw(st.booleans()),
        name=draw(st.one_of(st.none(), names)),
        gloss=draw(glosses),
        attributes=tuple(draw(st.lists(attributes, max_size=3))),
        binders=tuple(draw(st.lists(binders, max_size=2))),
        condition=draw(st.one_of(st.none(), expressions)),
        outcomes=draw(_MAYBE_OUTCOMES),
        operators=tuple(draw(st.lists(operators(), max_size=3))),
        span=NOWHERE,
    )
