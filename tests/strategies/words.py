"""Names, strings, numbers, dates: what has no parts."""

from __future__ import annotations

import datetime
from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.grammar import tree
from rulelang.grammar.source import Source, Span

NOWHERE = Span(Source("<drawn>", ""), 0, 0)
"""The span of whatever no text stands behind."""

_PARTS = st.sampled_from(
    ["a", "b", "x", "bag", "fraud", "to_affiliate", "rule1", "zoë", "日本", "_", "is_so", "weight_of_the_heaviest_bag"]
)
_LATER_PARTS = st.sampled_from(["full", "v2", "1", "63", "c", "exception1"])

simple_names: SearchStrategy[str] = _PARTS
dotted_names: SearchStrategy[str] = st.builds(
    lambda head, tail: ".".join([head, *tail]), _PARTS, st.lists(_LATER_PARTS, max_size=2)
)


def _name(text: str) -> tree.Name:
    return tree.Name(text, span=NOWHERE)


names: SearchStrategy[tree.Name] = st.builds(_name, dotted_names)
name_tuples: SearchStrategy[tuple[tree.Name, ...]] = st.lists(names, min_size=1, max_size=3).map(tuple)

string_values: SearchStrategy[str] = st.one_of(
    st.sampled_from(
        [
            "", "the {bag}", 'a "quoted" word', "a back\\slash", "# no comment", "| a | b |", "a\ttab", "naïve 日本",
            "the duty of the party that assigns the Agreement to obtain the other party's prior written consent to it",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12),
)
texts: SearchStrategy[tree.Text] = st.builds(lambda value: tree.Text(value, span=NOWHERE), string_values)
sentences: SearchStrategy[tree.Sentence] = st.builds(lambda value: tree.Sentence(value, span=NOWHERE), string_values)

magnitudes: SearchStrategy[Fraction] = st.one_of(
    st.integers(0, 12).map(Fraction),
    st.sampled_from([2024, 1_000, 10_000, 140_588_000, 10**30]).map(Fraction),
    st.builds(lambda n, places: Fraction(n, 10**places), st.integers(0, 10**7), st.integers(0, 6)),
)
_UNITS = st.one_of(st.none(), st.sampled_from(["usd", "lb", "month", "km_h"]))
numbers: SearchStrategy[tree.Number] = st.one_of(
    st.builds(lambda value, unit: tree.Number(value, unit, span=NOWHERE), magnitudes, _UNITS),
    st.builds(lambda value: tree.Number(value / 100, None, True, span=NOWHERE), magnitudes),
)
negative_numbers: SearchStrategy[tree.Minus] = st.builds(lambda n: tree.Minus(n, span=NOWHERE), numbers)
durations: SearchStrategy[tree.DurationLiteral] = st.builds(
    lambda amount, unit: tree.DurationLiteral(amount, unit, span=NOWHERE),
    magnitudes,
    st.sampled_from(["SECONDS", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "YEARS"]),
)
days: SearchStrategy[datetime.date] = st.dates()
dates: SearchStrategy[tree.DateLiteral] = st.builds(lambda day: tree.DateLiteral(day, span=NOWHERE), days)
times: SearchStrategy[tree.TimeLiteral] = st.builds(
    lambda moment: tree.TimeLiteral(moment.replace(microsecond=0), span=NOWHERE), st.datetimes()
)
nones: SearchStrategy[tree.NoneLiteral] = st.just(tree.NoneLiteral(span=NOWHERE))
truths: SearchStrategy[tree.TruthLiteral] = st.builds(
    lambda value: tree.TruthLiteral(value, span=NOWHERE), st.booleans()
)
