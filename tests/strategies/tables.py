"""Cells, rows and tables."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.grammar import tree
from strategies.expressions import plain_terms
from strategies.types import typed
from strategies.words import (
    NOWHERE,
    dates,
    durations,
    names,
    negative_numbers,
    nones,
    numbers,
    sentences,
    texts,
    times,
    truths,
)

_BOUNDS = st.one_of(numbers, negative_numbers, durations, dates, times)
_VALUES = st.one_of(plain_terms, sentences, nones, truths, _BOUNDS)


@st.composite
def _ranges(draw: st.DrawFn) -> tree.CellRange:
    ends = draw(st.sampled_from(["low", "high", "both"]))
    low = None if ends == "high" else draw(_BOUNDS)
    high = None if ends == "low" else draw(_BOUNDS)
    low_open = low is not None and draw(st.booleans())
    high_open = high is not None and draw(st.booleans())
    return tree.CellRange(low, low_open, high, high_open, span=NOWHERE)


cells: SearchStrategy[tree.Cell] = st.one_of(
    st.builds(lambda values: tree.CellValues(tuple(values), span=NOWHERE), st.lists(_VALUES, min_size=1, max_size=3)),
    st.just(tree.CellAny(span=NOWHERE)),
    st.just(tree.CellOther(span=NOWHERE)),
    st.just(tree.CellUnknown(span=NOWHERE)),
    _ranges(),
)
rows: SearchStrategy[tree.Row] = st.builds(
    lambda drawn: tree.Row(tuple(drawn), span=NOWHERE), st.lists(cells, min_size=1, max_size=4)
)
row_tuples: SearchStrategy[tuple[tree.Row, ...]] = st.lists(rows, min_size=1, max_size=4).map(tuple)


@st.composite
def tables(draw: st.DrawFn) -> tree.Table:
    name, parameters, type_, gloss = draw(names), *draw(typed())
    lines = draw(st.one_of(st.just(()), row_tuples))
    return tree.Table(name, parameters, type_, gloss, lines, None if lines else draw(texts), span=NOWHERE)
