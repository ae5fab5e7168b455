"""Ranges of calculated values (verification, N8): sound, and no wider than what numbers of the parts really give."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import answered, claim, made_ready

from rulelang.engine import core
from rulelang.engine.exact import arithmetic
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar import model
from rulelang.grammar.values import DAY, Duration, exact
from rulelang.verifier import ranges as r
from rulelang.verifier.entail import Declared
from rulelang.verifier.ranges import Range

NEAR = Fraction(1, 1_000)
FAR = Fraction(50)


def of(one: Range) -> list[Fraction]:
    """Numbers that tell much of a range: its quarters, its ends, what is near to these, and some far away."""
    found = {Fraction(number, 4) for number in range(-16, 17)}
    found |= {end + by for end in (one.low, one.high) if end is not None for by in (-NEAR, Fraction(0), NEAR)}
    found |= {at + by for at in tuple(found) if at.denominator <= 4 for by in (-NEAR, NEAR)} | {-FAR, FAR}
    return sorted(at for at in found if within(one, at))


def within(one: Range, at: Fraction) -> bool:
    return not Range(at, at).meet(one).is_empty


def _made(ends: tuple[int | None, int | None], low: bool, high: bool) -> Range:
    some = [None if end is None else Fraction(end, 2) for end in ends]
    if some[0] is not None and some[1] is not None and some[0] > some[1]:
        some.reverse()
    return Range(some[0], some[1], some[0] is not None and low, some[1] is not None and high)


ENDS = st.one_of(st.none(), st.integers(-6, 6))
RANGES = st.builds(_made, st.tuples(ENDS, ENDS), st.booleans(), st.booleans()).filter(lambda one: not one.is_empty)


def holds_all(found: Range, values: Iterable[Fraction]) -> None:
    """All values lie within; an end that is closed is reached, one that is open or none comes near."""
    some = sorted(values)
    assert all(within(found, at) for at in some), (found, some)
    if found.low is None:
        assert some[0] <= -5
    else:
        assert some[0] - found.low <= (NEAR * 60 if found.open_low else 0), (found, some[0])
    if found.high is None:
        assert some[-1] >= 5
    else:
        assert found.high - some[-1] <= (NEAR * 60 if found.open_high else 0), (found, some[-1])


def called(function: str, *args: Fraction) -> Fraction:
    found = arithmetic.call(function, [exact(arg) for arg in args])  # type: ignore[arg-type]
    assert isinstance(found, int | Fraction)
    return Fraction(found)


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("made", "value"),
    [
        (lambda one: r.rounded_down(one, Fraction(1)), lambda at: called("FLOOR", at)),
        (lambda one: r.rounded_down(one, HALF), lambda at: called("FLOOR", at, HALF)),
        (lambda one: r.rounded_up(one, Fraction(1)), lambda at: called("CEIL", at)),
        (lambda one: r.rounded(one, Fraction(1)), lambda at: called("ROUND", at)),
        (lambda one: r.rounded(one, Fraction(3, 2)), lambda at: called("ROUND", at, Fraction(3, 2))),
        (r.distance, lambda at: called("ABS", at)),
    ],
)
@settings(max_examples=150, deadline=None)
@given(RANGES)
def test_functions_of_one(made: Callable[[Range], Range], value: Callable[[Fraction], Fraction], one: Range) -> None:
    holds_all(made(one), [value(at) for at in of(one)])


@pytest.mark.parametrize(
    ("made", "value"),
    [
        (lambda one, other: r.least([one, other]), min),
        (lambda one, other: r.most([one, other]), max),
        (Range.plus, lambda a, b: a + b),
    ],
)
@settings(max_examples=100, deadline=None)
@given(RANGES, RANGES)
def test_functions_of_two(
    made: Callable[[Range, Range], Range], value: Callable[[Fraction, Fraction], Fraction], one: Range, other: Range
) -> None:
    holds_all(made(one, other), [value(a, b) for a, b in product(of(one), of(other))])


@settings(max_examples=200, deadline=None)
@given(RANGES, RANGES)
def test_products_and_quotients(one: Range, other: Range) -> None:
    found = r.product(one, other)
    values = [a * b for a, b in product(of(one), of(other))]
    assert all(within(found, at) for at in values)
    for end, open_, reached in ((found.low, found.open_low, min(values)), (found.high, found.open_high, max(values))):
        if end is None:
            assert abs(reached) >= NEAR * FAR
        else:
            assert open_ is (reached != end)
            assert abs(end - reached) <= Fraction(1, 2)
    over = r.inverse(other)
    if over is not None:
        assert all(within(over, 1 / at) for at in of(other))
    else:
        assert within(other, Fraction(0)) or (other.low is None or other.low < 0) is (
            other.high is None or other.high > 0
        )


# ------------------------------------------------------------------------------------------- what a statement settles

_M, _N = core.FactRead("m"), core.FactRead("n")
_D, _E = core.FactRead("d"), core.FactRead("e")


def _call(function: str, *args: core.Value) -> core.Value:
    return core.Call(function, args)  # type: ignore[arg-type]


def _number(at: Fraction | int) -> core.Constant:
    return core.Constant(exact(Fraction(at)))


_MONOTONE: tuple[core.Value, ...] = (
    _call("FLOOR", _M),
    _call("CEIL", core.Arithmetic("/", _M, _number(2))),
    _call("ROUND", core.Arithmetic("+", _M, _number(HALF))),
    _call("ROUND", _M, _number(HALF)),
    _call("ABS", core.Arithmetic("-", _M, _number(1))),
    _call("GREATEST", _M, _number(1)),
    _call("LEAST", _number(1), core.Arithmetic("*", _number(-1), _M)),
    core.Arithmetic("*", _M, _M),
    core.Arithmetic("+", _call("FLOOR", _M), _number(1)),
)
_OPS = ("=", "!=", "<", "<=", ">", ">=")


def _fact(key: str, kind: model.Type) -> core.GroundFact:
    return core.GroundFact(key, key, (), kind, None)


_DECLARED = Declared(
    {
        "m": _fact("m", model.NumberType()),
        "n": _fact("n", model.NumberType(integer=True)),
        "d": _fact("d", model.DateType()),
        "e": _fact("e", model.DateType()),
    },
    {}, {}, {},
)  # fmt: skip


def reading(**facts: int | Fraction | datetime.date) -> Reading:
    return Reading(facts, {}, {}, {}, {})


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(_MONOTONE), st.sampled_from((">", ">=")), st.integers(-6, 6), st.sampled_from(("<", "<=")),
    st.integers(0, 8), st.sampled_from(_OPS), st.integers(-6, 8),
)  # fmt: skip
def test_of_one_number_all_is_settled_that_is_so(
    value: core.Value, above: str, low: int, below: str, wide: int, op: str, limit: int
) -> None:
    ends = Fraction(low, 2), Fraction(low + wide, 2)
    statement = core.And((
        core.Test(above, _M, _number(ends[0])), core.Test(below, _M, _number(ends[1]))  # type: ignore[arg-type]
    ))  # fmt: skip
    question = core.Test(op, value, _number(Fraction(limit, 2)))  # type: ignore[arg-type]
    points = of(Range(*ends, above == ">", below == "<")) if wide or (above, below) == (">=", "<=") else []
    seen = {truth(question, reading(m=exact(at))) for at in points}
    found = _DECLARED.settles(statement, question)
    between = op in ("=", "!=") and value == core.Arithmetic("*", _M, _M)  # sqrt(x) lies between the points
    if not between or found is None:
        assert found == (next(iter(seen)) if len(seen) == 1 else None) or between, points


_DAYS = [datetime.date(2023, 12, 30) + datetime.timedelta(days) for days in range(70)]
_DATED: tuple[tuple[core.Value, tuple[model.Constant_, ...]], ...] = (
    (_call("YEAR", _D), (2023, 2024)),
    (_call("MONTH", _D), (1, 2, 3, 12)),
    (_call("DAY", _D), (1, 15, 29, 31)),
    (core.Shift(_D, core.Constant(Duration(1, 0))), (datetime.date(2024, 2, 29), datetime.date(2024, 3, 15))),
    (core.Shift(_D, core.Constant(Duration(-2, -DAY))), (datetime.date(2023, 11, 29), datetime.date(2024, 1, 1))),
)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(_DATED).flatmap(lambda one: st.tuples(st.just(one[0]), st.sampled_from(one[1]))),
    st.sampled_from(_OPS), st.integers(0, 69), st.integers(0, 40),
)  # fmt: skip
def test_of_one_date_all_is_settled_that_is_so(
    asked: tuple[core.Value, model.Constant_], op: str, first: int, more: int
) -> None:
    days = _DAYS[first : first + more + 1]
    after = core.Constant(days[-1] + datetime.timedelta(1))
    statement = core.And((core.Test(">=", _D, core.Constant(days[0])), core.Test("<", _D, after)))
    question = core.Test(op, asked[0], core.Constant(asked[1]))  # type: ignore[arg-type]
    seen = {truth(question, reading(d=day)) for day in days}
    found = _DECLARED.settles(statement, question)
    if found is not None:
        assert seen == {found}
    elif len(seen) == 1:  # what goes up and down again is known as a range from its least to its greatest
        falls = isinstance(asked[0], core.Call) and asked[0].function != "YEAR"
        assert op in ("=", "!=") or (falls and (days[0].year, days[0].month) != (days[-1].year, days[-1].month))


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(("YEARS", "MONTHS", "DAYS")), st.integers(0, 60), st.integers(0, 9), st.integers(0, 60),
    st.integers(0, 9), st.sampled_from(_OPS), st.sampled_from((-1, 0, 1, 2, 28)),
)  # fmt: skip
def test_what_passes_between_two_ranges_of_dates(
    unit: str, start: int, some: int, end: int, more: int, op: str, limit: int
) -> None:
    starts, ends = _DAYS[start : start + some + 1], _DAYS[end : end + more + 1]
    statement = core.And(
        tuple(
            core.Test(sign, read, core.Constant(day))  # type: ignore[arg-type]
            for read, days in ((_D, starts), (_E, ends))
            for sign, day in ((">=", days[0]), ("<=", days[-1]))
        )
    )
    question = core.Test(op, core.Elapsed(unit, _D, _E), core.Constant(limit))  # type: ignore[arg-type]
    seen = {truth(question, reading(d=a, e=b)) for a, b in product(starts, ends)}
    found = _DECLARED.settles(statement, question)
    assert found == (next(iter(seen)) if len(seen) == 1 else None) or (found is None and op in ("=", "!="))


# ------------------------------------------------------------------------------------------- values put in


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(_OPS), st.sampled_from((1, 2, -1)), st.integers(-2, 2), st.integers(-2, 2), st.sampled_from(_OPS),
    st.integers(-4, 4), st.booleans(),
)  # fmt: skip
def test_what_a_part_gives_is_put_in_the_others(
    op: str, factor: int, by: int, at: int, asked: str, limit: int, twice: bool
) -> None:
    """`n op factor * m + by AND m = at` says of n what is so for all whole n."""
    right = core.Arithmetic("+", core.Arithmetic("*", _number(factor), _M), _number(by))
    given_ = (
        (core.Test(">=", _M, _number(at)), core.Test("<=", _M, _number(at))) if twice
        else (core.Test("=", core.Arithmetic("*", _number(2), _M), _number(2 * at)),)
    )  # fmt: skip
    pieces = (core.Test(op, _N, right), *given_)  # type: ignore[arg-type]
    question = core.Test(asked, _N, _number(limit))  # type: ignore[arg-type]
    seen = {truth(question, reading(n=n)) for n in range(-20, 21) if truth(pieces[0], reading(n=n, m=at))}
    found = _DECLARED.settles(core.And(pieces), question)
    if twice:  # two bounds are put plainly before (`v >= 3 AND v <= 3` is `v = 3`)
        assert found is None or seen == {found}
    else:
        assert found == (next(iter(seen)) if len(seen) == 1 else None)


# ------------------------------------------------------------------------------------------- answers


RULES = {
    "FLOOR(m) >= 4": ["m BETWEEN 5 AND 7", "m > 4.5"],
    "ABS(m - 5) <= 2": ["m BETWEEN 3 AND 7", "m IN {5, 6}"],
    "GREATEST(m, 3) >= 5": ["m >= 5"],
    "LEAST(m, n) > 3": ["m > 5 AND n > 4", "m > 5 AND n > 3"],
    "ROUND(n / 3) >= 4": ["n >= 12", "n > 10"],
    "YEAR(d) = 2024": ["d BETWEEN 2024-01-01 AND 2024-06-30"],
    "n * m >= 72": ["n >= 12 AND m >= 6"],
    "d + 1 MONTHS <= 2024-02-29": ["d < 2024-02-01"],
    "m > 5": ["m >= n - 6 AND n = 12", "m * n >= 72 AND n = 12"],
    "COUNT OF {p, q} >= 1": ["p"],
}


@pytest.mark.parametrize(("condition", "says"), [(one, says) for one, some in RULES.items() for says in some])
def test_a_range_states_what_is_calculated(condition: str, says: str) -> None:
    ready = made_ready(f"""MODULE t
FACT m : NUMBER
FACT n : INTEGER
FACT d : DATE
FACT p
FACT q
OUTCOME o
RULE o IF {condition} THEN o
CASE c GIVEN m = 6, n = 12, d = 2024-01-31, p, NOT q ASK "?" DECIDE o
""")
    claims = [claim("s", says, rules="o"), claim("d", "o", "s", rules="o")]
    assert answered(ready, claims, {"says": "o", "from": ["d"]}).fails == ()
