"""Deadlines in months and years: a stronger bound states them, in whatever unit (verification, N8)."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import answered, claim, made_ready

from rulelang.engine import core
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar.values import Duration
from rulelang.verifier.matter import Ready
from tests.verifier.test_entail import settles

MODULE = """MODULE t
FACT d : DATE
FACT e : DATE
OUTCOME in_time
RULE r IF e <= d + 2 MONTHS THEN in_time
CASE c
  GIVEN d = 2024-01-10, e = 2024-02-01
  ASK "?" DECIDE in_time
"""


@cache
def ready() -> Ready:
    return made_ready(MODULE)


@pytest.mark.parametrize(
    ("statement", "question", "answer"),
    [
        ("e < d + 2 MONTHS", "e <= d + 2 MONTHS", True),
        ("e < d + 24 MONTHS", "e <= d + 24 MONTHS", True),
        ("e < d + 2 YEARS", "e <= d + 24 MONTHS", True),
        ("e <= d + 1 MONTHS", "e <= d + 2 MONTHS", True),
        ("e <= d + 22 DAYS", "e <= d + 2 MONTHS", True),
        ("e <= d + 59 DAYS", "e <= d + 2 MONTHS", True),
        ("e < d + 60 DAYS", "e <= d + 2 MONTHS", True),
        ("e <= d + 60 DAYS", "e <= d + 2 MONTHS", None),
        ("e = d + 2 MONTHS", "e <= d + 2 MONTHS", True),
        ("MONTHS FROM d TO e < 2", "e <= d + 2 MONTHS", True),
        ("MONTHS FROM d TO e = 1", "e <= d + 2 MONTHS", True),
        ("MONTHS FROM d TO e <= 2", "e <= d + 2 MONTHS", None),
        ("DAYS FROM d TO e <= 22", "e <= d + 2 MONTHS", True),
        ("e > d + 2 MONTHS", "e <= d + 2 MONTHS", False),
        ("e >= d + 2 MONTHS", "e <= d + 2 MONTHS", None),
        ("e >= d + 3 MONTHS", "e <= d + 2 MONTHS", False),
        ("e > d + 62 DAYS", "e <= d + 2 MONTHS", False),
        ("e > d + 61 DAYS", "e <= d + 2 MONTHS", None),
        ("MONTHS FROM d TO e >= 3", "e <= d + 2 MONTHS", False),
        ("e <= d + 3 MONTHS", "e <= d + 2 MONTHS", None),
        ("e <= d + 2 MONTHS", "MONTHS FROM d TO e < 3", True),
        ("e <= d + 2 MONTHS", "MONTHS FROM d TO e < 2", None),
        ("e <= d + 22 DAYS", "MONTHS FROM d TO e = 0", None),
        ("e <= d + 22 DAYS AND e > d", "MONTHS FROM d TO e = 0", True),
        ("e < d + 1 YEARS", "e <= d + 366 DAYS", True),
        ("e <= d + 1 YEARS", "e <= d + 365 DAYS", None),
        ("e - 2 MONTHS <= d", "e <= d + 2 MONTHS", None),  # 30 April, less two months, is 29 February
        ("e - 1 MONTHS <= d", "e <= d + 2 MONTHS", True),
        ("e <= d + 2 MONTHS", "e - 3 MONTHS <= d", True),
        ("e < d + 2 MONTHS OR e < d + 1 MONTHS", "e <= d + 2 MONTHS", True),
    ],
)
def test_what_a_deadline_says_of_another(statement: str, question: str, answer: bool | None) -> None:
    assert settles(ready(), statement, question) is answer


@pytest.mark.parametrize("bound", ["e < d + 2 MONTHS", "e <= d + 1 MONTHS", "e <= d + 22 DAYS"])
def test_a_stronger_deadline_states_the_condition(bound: str) -> None:
    claims = [claim("s1", bound, rules="r"), claim("s2", "in_time", "s1", rules="r")]
    assert not answered(ready(), claims, {"says": "in_time", "from": ["s2"]}).fails


def _bounds() -> st.SearchStrategy[core.Formula]:
    d, e = core.FactRead("d"), core.FactRead("e")
    months = st.sampled_from([-13, -12, -2, -1, 1, 2, 3, 11, 12, 24])
    days = st.sampled_from([-366, -62, -31, -28, -1, 0, 1, 22, 28, 30, 31, 59, 62, 365, 366, 731])
    op = st.sampled_from(["<", "<=", ">", ">=", "=", "!="])

    def moved(at: core.Value) -> st.SearchStrategy[core.Value]:
        spans = st.one_of(
            months.map(lambda n: Duration(months=n)), days.map(lambda n: Duration(seconds=n * 86_400))
        )  # fmt: skip
        return st.one_of(st.just(at), spans.map(lambda by: core.Shift(at, core.Constant(by))))

    def passed(unit: Any, most: int) -> st.SearchStrategy[core.Formula]:
        ends = st.sampled_from([(d, e), (e, d)])
        return st.builds(
            lambda op, ends, n: core.Test(op, core.Elapsed(unit, *ends), core.Constant(n)),
            op, ends, st.integers(-most, most),
        )  # fmt: skip

    return st.one_of(
        st.builds(core.Test, op, moved(d), moved(e)),
        st.builds(core.Test, op, moved(e), moved(d)),
        passed("MONTHS", 25), passed("YEARS", 2), passed("DAYS", 70),
    )  # fmt: skip


_FIRST = [
    datetime.date(year, month, day)
    for year, month, day in [(2023, 1, 31), (2023, 2, 28), (2023, 11, 30), (2023, 12, 30), (2024, 1, 29), (2024, 1, 31),
                             (2024, 2, 29), (2024, 3, 31), (2024, 6, 15), (2024, 7, 31), (2024, 12, 31), (2025, 3, 1)]
]  # fmt: skip
_APART = sorted({*range(-70, 71), *range(-372, -360), *range(360, 372), *range(-735, -728), *range(728, 735)})


@given(_bounds(), _bounds())
@settings(deadline=None, max_examples=400)
def test_what_is_settled_is_so_for_all_dates(statement: core.Formula, question: core.Formula) -> None:
    found = ready().matter.declared.settles(statement, question)
    if found is None:
        return
    for first in _FIRST:
        for apart in _APART:
            world = Reading({"d": first, "e": first + datetime.timedelta(apart)}, {}, {}, {}, {})
            if truth(statement, world):
                assert truth(question, world) is found
