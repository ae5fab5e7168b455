"""Comparisons of what is calculated: what states them (verification, N8), what misquotes them (N9), what supports them
(N14)."""

from __future__ import annotations

import datetime
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import claim, made_ready

from rulelang.engine import core
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar import model
from rulelang.grammar.values import Duration
from rulelang.verifier.check import Result, check
from rulelang.verifier.entail import Declared
from rulelang.verifier.matter import Ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge
from tests.verifier.test_entail import settles
from tests.verifier.test_judge import read

MODULE = """MODULE t
TYPE bag
FACT a : NUMBER IN eur
FACT b : NUMBER IN eur
FACT sent : DATE
FACT got : DATE
FACT from_ : TIME
FACT till : TIME
FACT n : INTEGER FROM 0 TO 20
FACT k : INTEGER FROM 0 TO 20
FACT w(bag) : NUMBER FROM 0 TO 100 IN kg
FACT fr(bag)
"""
RULES = {
    "money": "a >= b + 100 eur",
    "days": "got <= sent + 3 DAYS",
    "years": "YEARS FROM sent TO got >= 18",
    "hours": "till - from_ <= 36 HOURS",
    "number": "n > 3",
    "sum_of": "n + k > 7",
    "product": "n * k >= 12",
    "weights": "SUM OF w(x) FOR EACH x IN bag > 60 kg",
    "heaviest": "MAX OF w(x) FOR EACH x IN bag <= 32 kg",
    "every": "EVERY x IN bag HAS (w(x) <= 32 kg OR fr(x))",
}
FACTS = (
    "GIVEN a = 1000 eur, b = 800 eur, sent = 2024-02-28, got = 2024-03-02, n = 4, k = 4, "
    "from_ = 2024-02-28T12:00, till = 2024-02-29T12:00"
)
BAGS = "GIVEN w(x1) = 30 kg, w(x2) = 10 kg, w(x3) = 25 kg, fr(x1), NOT fr(x2), NOT fr(x3)"


def ready_of(name: str, *given_: str) -> Ready:
    rule = [f"OUTCOME {name}", f"RULE {name}_r IF {RULES[name]} THEN {name}"]
    return made_ready("\n".join([MODULE, *rule, "CASE c", *given_, f'ASK "?" DECIDE {name}']))


EQUAL = [
    ("days", "got - sent <= 3 DAYS", "got <= sent + 3 DAYS"),
    ("days", "got - 3 DAYS <= sent", "got <= sent + 3 DAYS"),
    ("days", "DAYS FROM sent TO got <= 3", "got <= sent + 3 DAYS"),
    ("days", "got < sent + 4 DAYS", "got <= sent + 3 DAYS"),
    ("days", "got - sent <= 72 HOURS", "got <= sent + 3 DAYS"),
    ("days", "NOT got > sent + 1 DAYS + 2 DAYS", "got <= sent + 3 DAYS"),
    ("years", "YEARS FROM sent TO got > 17", "YEARS FROM sent TO got >= 18"),
    ("years", "MONTHS FROM sent TO got >= 216", "YEARS FROM sent TO got >= 18"),
    ("years", "sent + 18 YEARS <= got", "YEARS FROM sent TO got >= 18"),
    ("years", "NOT got < sent + 216 MONTHS", "YEARS FROM sent TO got >= 18"),
    ("hours", "till <= from_ + 36 HOURS", "till - from_ <= 36 HOURS"),
    ("hours", "till - 1 DAYS <= from_ + 12 HOURS", "till - from_ <= 36 HOURS"),
    ("number", "n != 3 AND n > 2", "n > 3"),
    ("sum_of", "k + n >= 8", "n + k > 7"),
    ("sum_of", "2 * n > 15 - 2 * k", "n + k > 7"),
    ("product", "k * n > 11", "n * k >= 12"),
    ("weights", "w(x1) + w(x2) + w(x3) > 60 kg", "SUM OF w(x) FOR EACH x IN bag > 60 kg"),
    ("heaviest", "EVERY x IN bag HAS (w(x) <= 32 kg)", "MAX OF w(x) FOR EACH x IN bag <= 32 kg"),
    ("heaviest", "MIN OF 0 kg - w(x) FOR EACH x IN bag >= -32 kg", "MAX OF w(x) FOR EACH x IN bag <= 32 kg"),
]
STRONGER = [
    ("days", "got <= sent + 2 DAYS", "got <= sent + 3 DAYS"),
    ("days", "DAYS FROM sent TO got = 3", "got <= sent + 3 DAYS"),
    ("days", "got = 2024-03-02 AND sent = 2024-02-28", "got <= sent + 3 DAYS"),
    ("days", "got <= 2024-03-02 AND sent >= 2024-02-28", "DAYS FROM sent TO got <= 3"),
    ("years", "sent = 2006-02-28 AND got = 2024-02-28", "YEARS FROM sent TO got >= 18"),
    ("years", "YEARS FROM sent TO got = 18", "MONTHS FROM sent TO got < 228"),
    ("hours", "DAYS FROM from_ TO till = 0", "till - from_ <= 36 HOURS"),
    ("money", "a > 950 eur AND b < 850 eur", "a >= b + 100 eur"),
    ("sum_of", "n = 4 AND k >= 4", "n + k > 7"),
    ("sum_of", "n = 8", "n + k > 7"),
    ("product", "n * n = 16", "n > 3"),
    ("product", "n = 4 AND k > 2", "n * k >= 12"),
    ("every", "MAX OF w(x) FOR EACH x IN bag <= 30 kg", "EVERY x IN bag HAS (w(x) <= 32 kg OR fr(x))"),
    ("heaviest", "MAX OF w(x) FOR EACH x IN bag = 30 kg", "ANY x IN bag HAS (w(x) >= 30 kg)"),
]
NEITHER = [
    ("days", "got <= sent + 4 DAYS", "got <= sent + 3 DAYS"),
    ("days", "got = 2024-03-02", "got <= sent + 3 DAYS"),
    # 29 February: what is 18 years back from the one date need not be before the other
    ("years", "YEARS FROM sent TO got >= 18", "got - 18 YEARS >= sent"),
    ("years", "sent <= got", "YEARS FROM sent TO got > 0"),
    ("years", "YEARS FROM sent TO got >= 0", "sent <= got"),
    ("years", "YEARS FROM sent TO got >= 18", "sent + 18 YEARS < got"),
    ("hours", "DAYS FROM from_ TO till <= 1", "till - from_ <= 36 HOURS"),
    ("money", "a > 900 eur AND b < 850 eur", "a >= b + 100 eur"),
    ("product", "n * n >= 16", "n > 4"),
    ("every", "MAX OF w(x) FOR EACH x IN bag >= 30 kg", "EVERY x IN bag HAS (w(x) <= 32 kg)"),
    ("weights", "w(x1) + w(x2) > 60 kg", "SUM OF w(x) FOR EACH x IN bag <= 70 kg"),
]


@pytest.mark.parametrize(("name", "one", "other"), EQUAL)
def test_equivalent_comparisons_entail_each_other(name: str, one: str, other: str) -> None:
    ready = ready_of(name, FACTS, BAGS)
    assert settles(ready, one, other) is True
    assert settles(ready, other, one) is True
    assert settles(ready, f"NOT ({one})", other) is False


@pytest.mark.parametrize(("name", "one", "other"), STRONGER)
def test_what_is_stronger_entails_what_follows(name: str, one: str, other: str) -> None:
    ready = ready_of(name, FACTS, BAGS)
    assert settles(ready, one, other) is True
    assert settles(ready, other, one) is None


@pytest.mark.parametrize(("name", "one", "other"), NEITHER)
def test_what_is_weaker_or_otherwise_entails_nothing(name: str, one: str, other: str) -> None:
    assert settles(ready_of(name, FACTS, BAGS), one, other) is None


# ------------------------------------------------------------------------------------- against all values of a few

_n, _k, _d, _e = (core.FactRead(key) for key in "nkde")
_VALUES: tuple[core.Value, ...] = (
    _n, _k, core.Arithmetic("+", _n, _k), core.Arithmetic("-", _n, _k), core.Arithmetic("*", _n, _k),
    core.Fold("MAX", ((core.TRUE, _n), (core.TRUE, _k))), core.Fold("SUM", ((core.TRUE, _n), (core.TRUE, _k))),
    core.Arithmetic("-", _n, core.Fold("MIN", ((core.TRUE, core.Minus(_n)), (core.TRUE, _k)))),
    core.Call("FLOOR", (core.Arithmetic("/", _n, core.Constant(2)),)),
)  # fmt: skip
_DATED: tuple[tuple[core.Value, tuple[object, ...]], ...] = (
    (core.Elapsed("YEARS", _d, _e), (-1, 0, 1)),
    (core.Elapsed("MONTHS", _d, _e), (-12, -1, 0, 1, 12)),
    (core.Elapsed("DAYS", _d, _e), (-1, 0, 1, 28)),
    (core.Arithmetic("-", _e, _d), tuple(Duration(0, days * 86_400) for days in (-1, 0, 1, 28))),
)
_DAYS = [datetime.date(2023, 1, 30), datetime.date(2023, 2, 28), datetime.date(2023, 3, 1), datetime.date(2024, 1, 31),
         datetime.date(2024, 2, 28), datetime.date(2024, 2, 29), datetime.date(2024, 3, 1)]  # fmt: skip
_OPS = ("=", "!=", "<", "<=", ">", ">=")


def _small() -> st.SearchStrategy[core.Formula]:
    numbers = st.builds(
        lambda op, value, at: core.Test(op, value, core.Constant(at)),
        st.sampled_from(_OPS), st.sampled_from(_VALUES), st.integers(-1, 5),
    )  # fmt: skip
    passed = st.sampled_from(_DATED).flatmap(
        lambda one: st.builds(
            lambda op, at: core.Test(op, one[0], core.Constant(at)), st.sampled_from(_OPS), st.sampled_from(one[1])
        )
    )
    shifted = st.builds(
        lambda op, months, days: core.Test(op, _e, core.Shift(_d, core.Constant(Duration(months, days * 86_400)))),
        st.sampled_from(_OPS), st.sampled_from((-12, 0, 1, 12)), st.sampled_from((0, 0, 1)),
    )  # fmt: skip
    leaves = st.one_of(numbers, passed, shifted)
    return st.one_of(leaves, st.builds(lambda *some: core.And(some), leaves, leaves), st.builds(core.Not, leaves))


def _fact(key: str, kind: model.Type) -> core.GroundFact:
    return core.GroundFact(key, key, (), kind, None)


_WHOLE = model.NumberType(integer=True, low=0, high=3)  # type: ignore[arg-type]
_DECLARED = Declared(
    {"n": _fact("n", _WHOLE), "k": _fact("k", _WHOLE), "d": _fact("d", model.DateType()),
     "e": _fact("e", model.DateType())}, {}, {}, {}
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(_small(), _small())
def test_what_is_settled_is_so_for_all_values(statement: core.Formula, question: core.Formula) -> None:
    found = _DECLARED.settles(statement, question)
    if found is None:
        return
    for n, k, d, e in product(range(4), range(4), _DAYS, _DAYS):
        reading = Reading({"n": n, "k": k, "d": d, "e": e}, {}, {}, {}, {})
        if truth(statement, reading):
            assert truth(question, reading) is found, (n, k, d, e)


# ------------------------------------------------------------------------------------------- answers and their checks

PASSAGES = """
  EVIDENCE e1 "the income" SUPPORTS a = 1000 eur
  EVIDENCE e2 "the rent" SUPPORTS b = 800 eur
  EVIDENCE e3 "both dates" SUPPORTS sent = 2024-02-28, got = 2024-03-02
  EVIDENCE e4 "the receipt" SUPPORTS got = 2024-03-02
  EVIDENCE e5 "the post" SUPPORTS sent = 2024-02-28
  EVIDENCE e6 "n" SUPPORTS n = 4
  EVIDENCE e7 "k" SUPPORTS k = 4
"""


def judged(name: str, says: str | list[str], evidence: str) -> Result:
    """The result of an answer that says this for the condition; the quick judge finds the same."""
    ready = ready_of(name, FACTS, PASSAGES)
    claims: list[dict[str, Any]] = [
        claim("s1", says, rules=f"{name}_r", evidence=evidence),
        claim("s2", name, "s1", rules=f"{name}_r"),
    ]
    answer = read({"rulelang": "answer/1", "case": "t.rules#c", "claims": claims,
                   "decision": {"says": name, "from": ["s2"]}})  # fmt: skip
    assert Judge(ready, "full").row(answer) == verdict_of(ready, answer, "linked", "full")
    return check(ready, answer)


@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("money", {("e1", "e2")}),
        ("days", {("e3",), ("e4", "e5")}),
        ("years", {("e3",), ("e4", "e5")}),
        ("sum_of", {("e6", "e7")}),
        ("product", {("e6", "e7")}),
    ],
)
def test_a_comparison_of_two_facts_has_the_passages_of_both(name: str, accepted: set[tuple[str, ...]]) -> None:
    ready = ready_of(name, FACTS, PASSAGES)
    (slot,) = ready.listed[0].slots
    assert {tuple(sorted(some)) for some in ready.matter.evidence[slot]} == accepted


@pytest.mark.parametrize(
    ("evidence", "fails"), [("e1 e2", []), ("e1 e2 e3", []), ("e1", [3]), ("e2 e3", [3]), ("e3", [3]), ("", [3])]
)
def test_without_both_it_is_unsupported(evidence: str, fails: list[int]) -> None:
    assert [one.value for one in judged("money", RULES["money"], evidence).fails] == fails


@pytest.mark.parametrize(
    ("name", "says", "evidence"),
    [
        ("money", "a - b >= 100 eur", "e1 e2"),
        ("days", "got - sent <= 3 DAYS", "e3"),
        ("days", "DAYS FROM sent TO got <= 3", "e3"),
        ("days", "DAYS FROM sent TO got = 3", "e4 e5"),
        ("number", "n != 3 AND n > 2", "e6"),
        ("number", ["n != 3", "n > 2"], "e6"),
        ("number", "n > 2 AND n != 3 AND n < 10", "e6"),
        ("sum_of", "n + k = 8", "e6 e7"),
        ("product", "n * k = 16", "e6 e7"),
    ],
)
def test_it_may_be_said_in_other_words(name: str, says: str | list[str], evidence: str) -> None:
    result = judged(name, says, evidence)
    assert result.complete, result.findings
    assert result.rubric is not None
    assert result.rubric.score == 100


@pytest.mark.parametrize(
    ("name", "says", "evidence", "kind", "fails"),
    [
        ("days", "got <= sent + 4 DAYS", "e3", "misquoted", [2, 4]),
        ("days", "DAYS FROM sent TO got < 5", "e3", "misquoted", [2, 4]),
        ("days", "got <= sent + 2 DAYS", "e3", "wrong", [2]),
        ("days", "got >= sent + 4 DAYS", "e3", "wrong", [2, 4]),
        ("number", "n != 2 AND n > 1", "e6", "misquoted", [2, 4]),
        ("money", "a >= b + 250 eur", "e1 e2", "wrong", [2]),
    ],
)
def test_what_is_weaker_misquotes_and_what_is_too_strong_is_wrong(
    name: str, says: str, evidence: str, kind: str, fails: list[int]
) -> None:
    result = judged(name, says, evidence)
    assert [one.value for one in result.fails] == fails
    assert [one.kind for one in result.findings if one.root] == [kind]


def test_the_parts_of_one_claim_count_beside_another_claim_that_says_it_all() -> None:
    ready = made_ready("\n".join([
        MODULE, "OUTCOME every", "OUTCOME most", f"RULE every_r IF {RULES['every']} THEN every",
        f"RULE most_r IF {RULES['heaviest']} THEN most", "CASE c", BAGS, 'ASK "?" DECIDE every, most',
    ]))  # fmt: skip
    claims = [
        claim("s1", "NOT ANY x IN bag HAS (w(x) > 32 kg AND NOT fr(x))", rules="every_r"),
        claim("s2", RULES["heaviest"], rules="most_r"),
        claim("s3", "every", "s1", rules="every_r"),
        claim("s4", "most", "s2", rules="most_r"),
    ]
    answer = read({"rulelang": "answer/1", "case": "t.rules#c", "claims": claims,
                   "decision": {"says": ["every", "most"], "from": ["s3", "s4"]}})  # fmt: skip
    assert Judge(ready, "full").row(answer) == verdict_of(ready, answer, "linked", "full")
    assert check(ready, answer).complete
