"""Cases and their lines."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.grammar import tree
from strategies.expressions import atoms, claim_tuples, expressions
from strategies.tables import row_tuples
from strategies.types import glosses
from strategies.words import NOWHERE, days, name_tuples, names

_MAYBE_NAME = st.one_of(st.none(), names)


@st.composite
def _asks(draw: st.DrawFn) -> tree.Ask:
    question, kind = draw(glosses), draw(_MAYBE_NAME)
    if draw(st.booleans()):
        asked = tuple(draw(st.lists(atoms, min_size=1, max_size=3)))
        return tree.Ask(question, kind, asked, True, None, span=NOWHERE)
    within = draw(st.one_of(st.none(), expressions))
    return tree.Ask(question, kind, draw(claim_tuples), False, within, span=NOWHERE)


case_lines: SearchStrategy[tree.CaseLine] = st.one_of(
    st.builds(lambda rules: tree.Using(rules, span=NOWHERE), name_tuples),
    st.builds(lambda day: tree.AsOf(day, span=NOWHERE), days),
    st.just(tree.Closed(span=NOWHERE)),
    st.builds(lambda said: tree.Given(said, span=NOWHERE), claim_tuples),
    st.builds(lambda lines: tree.GivenRows(lines, span=NOWHERE), row_tuples),
    st.builds(lambda said: tree.Suppose(said, span=NOWHERE), claim_tuples),
    st.builds(
        lambda name, text, said, joint: tree.Evidence(name, text, said, joint, span=NOWHERE),
        names, glosses, st.one_of(st.just(()), claim_tuples), st.one_of(st.just(()), name_tuples),
    ),
    st.builds(lambda name: tree.Track(name, span=NOWHERE), names),
    st.builds(lambda said: tree.Requires(said, span=NOWHERE), claim_tuples),
    _asks(),
    st.builds(lambda said: tree.Expect(said, span=NOWHERE), claim_tuples),
)
cases: SearchStrategy[tree.Case] = st.builds(
    lambda name, gloss, lines: tree.Case(name, gloss, tuple(lines), span=NOWHERE),
    names, glosses, st.lists(case_lines, max_size=5),
)
