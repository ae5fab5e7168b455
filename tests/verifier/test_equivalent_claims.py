"""Equivalent ways to say a thing are one thing to the verifier: random rewrites of claims change no verdict."""

from __future__ import annotations

import copy
import json
import re
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_cases import Drawn, drawn
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.mutation.inject import variations

LIGHT = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
BOUND = re.compile(r"(n\d) (<|>=|<=|>) (-?\d+)")
CONTRARY = {"<": ">=", ">=": "<", "<=": ">", ">": "<="}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def bounds(name: str, op: str, limit: int) -> list[str]:
    """Ways to write a comparison of a whole number."""
    close = {"<": ("<=", limit - 1), "<=": ("<", limit + 1), ">": (">=", limit + 1), ">=": (">", limit - 1)}[op]
    return [
        f"NOT {name} {CONTRARY[op]} {limit}",
        f"{limit} {MIRRORED[op]} {name}",
        f"{name} {close[0]} {close[1]}",
        f"{name} + 3 {op} {limit + 3}",
        f"2 * {name} {op} {2 * limit}",
        f"{name} - {limit} {op} 0" if limit >= 0 else f"{name} + {-limit} {op} 0",
        f"{limit} - {name} {MIRRORED[op]} 0",
        f"({name} {op} {limit} AND {name} {op} {limit})",
        f"NOT ({limit} {MIRRORED[CONTRARY[op]]} {name})",
    ]


def rewritten(text: str, chance: Random, others: list[str], depth: int = 2) -> str:
    """The same statement in another form."""
    if text.startswith(("UNKNOWN", "CONFLICT")):
        return text
    if (bound := BOUND.fullmatch(text)) and chance.random() < 0.7:
        return chance.choice(bounds(bound[1], bound[2], int(bound[3])))
    other = chance.choice(others)
    ways = [
        f"NOT (NOT ({text}))",
        f"({text}) AND ({text})",
        f"({text}) OR ({text})",
        f"(({text}) AND ({other})) OR (({text}) AND NOT ({other}))",
        f"NOT (NOT ({text}) OR (({other}) AND NOT ({other})))",
        f"(({text}) OR ({other})) AND (({text}) OR NOT ({other}))",
        f"({text}) OR (({text}) AND ({other}))",
        f"NOT (NOT ({text}) AND NOT ({text}))",
    ]
    made = chance.choice(ways)
    return rewritten(made, chance, others, depth - 1) if depth > 1 and chance.random() < 0.4 else made


def held(found: Drawn, answer: Any, policy: Any = "full") -> Result:
    return check(found.ready, read_answer(json_text(Source("a.json", json.dumps(answer)))), policy=policy)


def verdict(result: Result) -> Any:
    """What is found, without the words in which it was said."""
    assert result.rubric is not None
    findings = sorted((one.code, one.check.value, one.root, one.claim or "") for one in result.findings)
    standings = [(one.id, one.standing) for one in result.claims]
    return result.fails, result.root, result.correct, findings, standings, result.rubric.lost


def in_other_words(answer: Any, chance: Random, others: list[str]) -> Any:
    made = copy.deepcopy(answer)
    for one in made["claims"]:
        if isinstance(one["says"], str) and not re.search(r"TRIGGERED|SUSPENDS|PREVAILS", one["says"]):
            one["says"] = rewritten(one["says"], chance, others)
    return made


@LIGHT
@given(st.integers(0, 2**32))
def test_a_right_answer_stays_right_in_other_words(seed: int) -> None:
    found = drawn(Random(seed))
    if found is None:
        return
    chance = Random(seed)
    others = sorted(set(re.findall(r"\b[fo]\d\b", found.text)))
    for warrant in found.ready.listed[:2]:
        answer = gold_answer(found.ready, warrant, "x.rules#c")
        other = in_other_words(answer, chance, others)
        assert verdict(held(found, other)) == verdict(held(found, answer)), (other, found.text)


@settings(LIGHT, max_examples=8)
@given(st.integers(0, 2**32))
def test_a_faulty_answer_keeps_its_faults_in_other_words(seed: int) -> None:
    found = drawn(Random(seed))
    if found is None:
        return
    chance = Random(seed)
    others = sorted(set(re.findall(r"\bf\d\b", found.text)))
    made = list(variations(found.ready, seed))
    for variation in chance.sample(made, min(6, len(made))):
        answer = variation.answer("x.rules#c")
        if any(not isinstance(one["says"], str) for one in answer["claims"] or ()):
            continue
        other = in_other_words(answer, chance, others)
        before, after = held(found, answer), held(found, other)
        assert (after.fails, after.root) == (before.fails, before.root), (variation.label, answer, other, found.text)


def test_what_the_design_names_by_name() -> None:
    """`NOT (a AND b)` for `NOT a OR NOT b`; `fee >= 30 usd` from `fee = 30 usd`; a disjunction stays one."""
    ready = made_ready(
        """
        MODULE m
        FACT a
        FACT b
        OUTCOME fee : NUMBER IN usd
        OUTCOME p
        RULE fee IF a THEN fee = 30 usd
        RULE p IF fee >= 30 usd AND NOT (a AND b) THEN p
        CASE c
          GIVEN a, NOT b
          ASK DECIDE p
        """
    )

    def told(fee: str, b: str) -> Result:
        claims = [
            claim("s1", "a", rules="fee"),
            claim("s2", fee, "s1", rules="fee"),
            claim("s3", "fee >= 30 usd", "s2", rules="p"),
            claim("s4", b, rules="p"),
            claim("s5", "p", "s1", "s3", "s4", rules="p"),
        ]
        return answered(ready, claims, {"says": "p", "from": ["s5"]})

    for fee in ("fee = 30 usd", "fee = 60 usd / 2", "2 * fee = 60 usd", "fee >= 30 usd AND fee <= 30 usd"):
        for b in ("NOT b", "NOT (b OR b)", "(NOT b AND a) OR (NOT b AND NOT a)", "NOT b AND (a OR NOT a)"):
            result = told(fee, b)
            assert result.complete, (fee, b, [one.words for one in result.findings])
    coarse, same = told("fee = 30 usd", "NOT (a AND b)"), told("fee = 30 usd", "NOT a OR NOT b")
    assert [one.kind for one in coarse.findings if one.root] == ["coarse"]
    assert [one.name for one in same.findings] == [one.name for one in coarse.findings]
    assert [one.standing for one in same.claims] == [one.standing for one in coarse.claims]


def test_what_leaves_one_value_of_a_quantity_says_that_it_is_that_value() -> None:
    """Verification, N8: by arithmetic and the declarations, and a list is the conjunction of its texts."""
    ready = made_ready(
        """
        FACT n : INTEGER FROM 0 TO 100
        FACT r : NUMBER
        FACT colour : ONE OF red, green
        FACT due : DATE
        OUTCOME fee : NUMBER
        RULE fee IF colour = red AND due > 2024-01-01 THEN fee = n * 2 + r
        CASE one
          GIVEN n = 5, r = 1, colour = red, due = 2024-02-29
          ASK DECIDE fee
        """
    )

    def told(n: str | list[str], r: str | list[str] = "r = 1", rest: str = "colour = red") -> Result:
        claims = [
            claim("s1", n, rules="fee"),
            claim("s2", r, rules="fee"),
            claim("s3", rest, rules="fee"),
            claim("s4", "NOT due != 2024-02-29", rules="fee"),
            claim("s5", "fee = 11", "s1", "s2", "s3", "s4", rules="fee"),
        ]
        return answered(ready, claims, {"says": "fee = 11", "from": ["s5"]})

    same: list[str | list[str]] = [
        "NOT n != 5", "n * 2 = 10", "n - 5 = 0", "5 = n", "n >= 5 AND n <= 5", ["n >= 5", "n <= 5"],
        "n > 4 AND n < 6", "NOT n < 5 AND NOT n > 5", "NOT (n < 5 OR n > 5)", ["n > 4", "2 * n < 12", "n != 7"],
        "n >= 5 AND n <= 5 AND (colour = red OR n = 5)",
    ]  # fmt: skip
    for n in same:
        assert told(n).complete, n
    assert told("n = 5", ["r >= 1", "NOT r > 1"], "colour != green").complete
    for n in ("n >= 5", "n > 4 AND n < 7", "n != 5", "n = 5 OR n = 6"):
        assert not told(n).complete, n
    assert not told("n = 5", "r > 0 AND r < 2").complete


def test_what_is_counted_may_be_said_in_other_words() -> None:
    ready = made_ready(
        """
        TYPE bag
        FACT weight(bag) : NUMBER FROM 0 TO 100 IN kg
        OUTCOME refused
        RULE refuse IF COUNT OF b IN bag WHERE (weight(b) > 23 kg) >= 2 THEN refused
        CASE bags
          GIVEN weight(a) = 30 kg, weight(b) = 20 kg, weight(c) = 25 kg
          ASK DECIDE refused
        """
    )

    def told(condition: str) -> Result:
        count = f"COUNT OF b IN bag WHERE ({condition}) >= 2"
        claims = [claim("s1", count, rules="refuse"), claim("s2", "refused", "s1", rules="refuse")]
        return answered(ready, claims, {"says": "refused", "from": ["s2"]})

    for condition in ("weight(b) > 23 kg", "NOT weight(b) <= 23 kg", "23 kg < weight(b)", "2 * weight(b) > 46 kg"):
        assert told(condition).complete, condition
    assert not told("weight(b) > 22 kg").complete
