"""Conditions over instances, stated one by one and supported one by one (verification, N8, N9 and N14)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_cases import drawn_of
from random_values import module
from worlds import based, claim, made_ready

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.aggregate import Range
from rulelang.verifier.check import Result, check
from rulelang.verifier.claims import Holds, read_statement
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.material import is_derived
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.reading import has_instances
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge
from rulelang.verifier.warrant import Verdict, Warrant
from rulelang.verifier.world import Place, World
from tests.verifier.test_judge import read

LUGGAGE = """
TYPE bag
FACT weight(bag) : NUMBER FROM 0 TO 100 IN kg
FACT sealed(bag)
FACT n : INTEGER FROM 0 TO 100
OUTCOME refused
OUTCOME dear
OUTCOME shut
OUTCOME long
RULE refuse IF COUNT OF b IN bag WHERE (weight(b) > 23 kg) >= 2 THEN refused
RULE price IF SUM OF weight(b) FOR EACH b IN bag > 70 kg THEN dear
RULE shut IF EVERY b IN bag HAS (sealed(b)) THEN shut
RULE long IF n >= 3 THEN long
"""
THREE = "GIVEN weight(a) = 30 kg, weight(b) = 20 kg, weight(c) = 25 kg, sealed(a), sealed(b), sealed(c), n = 5"


def case(target: str, *more: str) -> Ready:
    return made_ready("\n".join([LUGGAGE, "CASE c", *more, THREE, f'ASK "?" DECIDE {target}']))


def judged(ready: Ready, *claims: dict[str, Any], decision: str, policy: Policy = "full") -> Result:
    """What the full check finds; the quick judge finds the same."""
    document = {
        "rulelang": "answer/1",
        "case": "t.rules#c",
        "claims": list(claims),
        "decision": {"says": decision, "from": [claims[-1]["id"]]},
    }
    answer = read(document)
    assert Judge(ready, policy).row(answer) == verdict_of(ready, answer, "linked", policy)
    return check(ready, answer, policy=policy)


def roots(result: Result) -> list[tuple[int, str]]:
    return [(one.check.value, one.kind) for one in result.findings if one.root]


@pytest.mark.parametrize(
    "says",
    [
        ["weight(a) = 30 kg", "weight(b) = 20 kg", "weight(c) = 25 kg"],
        ["weight(a) > 23 kg", "weight(b) <= 23 kg", "weight(c) > 23 kg"],
        ["weight(a) > 23 kg", "weight(c) > 24 kg"],
        ["NOT COUNT OF b IN bag WHERE (weight(b) > 23 kg) < 2"],
    ],
)
def test_a_count_is_stated_by_what_is_counted(says: list[str]) -> None:
    ready = case("refused")
    for claims in ([claim("i", says, rules="refuse")], [claim(f"i{k}", one, rules="refuse") for k, one in
                                                       enumerate(says)]):  # fmt: skip
        last = claim("s", "refused", *(one["id"] for one in claims), rules="refuse")
        assert judged(ready, *claims, last, decision="refused").complete, says


def test_too_few_of_what_is_counted_do_not_state_a_count() -> None:
    only = claim("i", ["weight(a) = 30 kg", "weight(b) = 20 kg"], rules="refuse")
    result = judged(case("refused"), only, claim("s", "refused", "i", rules="refuse"), decision="refused")
    assert roots(result)[0] == (2, "coarse")


def test_a_sum_is_stated_by_its_items() -> None:
    ready = case("dear")
    whole = ["weight(a) = 30 kg", "weight(b) = 20 kg", "weight(c) = 25 kg"]
    apart = [claim(f"i{k}", one, rules="price") for k, one in enumerate(whole)]
    result = judged(ready, *apart, claim("s", "dear", "i0", "i1", "i2", rules="price"), decision="dear")
    assert result.complete, result.findings
    assert result.rubric is not None
    assert result.rubric.score == 100
    bounds = claim("i", ["weight(a) > 29 kg", "weight(b) >= 19 kg", "weight(c) >= 24 kg"], rules="price")
    assert judged(ready, bounds, claim("s", "dear", "i", rules="price"), decision="dear").complete is True
    less = claim("i", ["weight(a) >= 28 kg", "weight(b) >= 19 kg", "weight(c) >= 23 kg"], rules="price")
    assert (2, "coarse") in roots(judged(ready, less, claim("s", "dear", "i", rules="price"), decision="dear"))


HEAVIEST = f"""{LUGGAGE}
OUTCOME heaviest(bag)
RULE most FOR EACH x IN bag IF EVERY y IN bag HAS (weight(y) <= weight(x)) THEN heaviest(x)
RULE over IF COUNT OF b IN bag WHERE (weight(b) > n * 1 kg) >= 2 THEN dear
CASE c
{THREE}
"""


@pytest.mark.parametrize(
    ("target", "rule", "says"),
    [
        ("heaviest(a)", "most", ["weight(a) = 30 kg", "weight(b) = 20 kg", "weight(c) = 25 kg"]),
        ("heaviest(a)", "most", ["weight(a) >= 28 kg", "weight(b) < 28 kg", "weight(c) <= 27 kg"]),
        ("NOT heaviest(b)", "most", ["weight(a) = 30 kg", "weight(b) = 20 kg"]),
        ("dear", "over", ["n = 5", "weight(a) = 30 kg", "weight(c) = 25 kg"]),
    ],
)
def test_values_that_an_instance_compares_state_it_claim_by_claim(target: str, rule: str, says: list[str]) -> None:
    asked = target.removeprefix("NOT ")
    ready = made_ready(HEAVIEST.replace("CASE c", f"CASE c USING {rule}") + f'ASK "?" DECIDE {asked}')
    apart = [claim(f"i{number}", one, rules=rule) for number, one in enumerate(says)]
    for claims in (apart, [claim("i", says, rules=rule)]):
        last = claim("s", target, *(one["id"] for one in claims), rules=rule)
        result = judged(ready, *claims, last, decision=target)
        assert result.complete, result.findings
        assert result.rubric is not None
        assert result.rubric.score == 100
    last = claim("s", target, *(one["id"] for one in apart[:-1]), rules=rule)
    assert (2, "coarse") in roots(judged(ready, *apart[:-1], last, decision=target))


def test_many_instances_state_a_condition_too() -> None:
    """More than can be tried one against the other."""
    names = [f"b{number}" for number in range(40)]
    given = ", ".join(f"sealed({one})" for one in names)
    ready = made_ready(f'{LUGGAGE}\nCASE c\nGIVEN {given}, n = 5\nASK "?" DECIDE shut')
    each = claim("i", [f"sealed({one})" for one in names], rules="shut")
    assert judged(ready, each, claim("s", "shut", "i", rules="shut"), decision="shut").complete
    but_one = claim("i", [f"sealed({one})" for one in names[1:]], rules="shut")
    assert roots(judged(ready, but_one, claim("s", "shut", "i", rules="shut"), decision="shut"))[0] == (2, "coarse")


@pytest.mark.parametrize(
    ("says", "kind"),
    [("n >= 0", "misquoted"), ("NOT n < 0", "misquoted"), ("n >= 1", "misquoted"), ("n >= 3", None), ("n > 4", None)],
)
def test_a_bound_that_the_declaration_gives_is_misquoted_as_any_other(says: str, kind: str | None) -> None:
    right = claim("i", "n = 5", rules="long")
    for aside in (claim("k", says, rules="long"), claim("k", says)):
        result = judged(case("long"), right, aside, claim("s", "long", "i", rules="long"), decision="long")
        cited = "rules" in aside and bool(aside["rules"])
        assert roots(result) == ([(2, kind)] if kind and cited else []), (says, aside)


EVIDENCE = [
    'EVIDENCE e1 "a is sealed" SUPPORTS sealed(a)',
    'EVIDENCE e2 "b and c are" SUPPORTS sealed(b), sealed(c)',
    'EVIDENCE e3 "nothing"',
]


def test_a_condition_over_instances_needs_the_passages_of_its_instances() -> None:
    ready = case("shut", *EVIDENCE)
    every = "EVERY b IN bag HAS (sealed(b))"
    last = claim("s", "shut", "i", rules="shut")
    for says in (every, ["sealed(a)", "sealed(b)", "sealed(c)"]):
        for cited, right in (("e1 e2", True), ("e1 e2 e3", True), ("e1", False), ("e3", False), ("", False)):
            result = judged(ready, claim("i", says, rules="shut", evidence=cited), last, decision="shut")
            assert roots(result) == ([] if right else [(3, "unsupported")]), (says, cited)


def test_what_the_case_gives_without_a_passage_needs_none() -> None:
    ready = case("shut", EVIDENCE[0])
    every, last = "EVERY b IN bag HAS (sealed(b))", claim("s", "shut", "i", rules="shut")
    assert judged(ready, claim("i", every, rules="shut", evidence="e1"), last, decision="shut").complete
    assert roots(judged(ready, claim("i", every, rules="shut"), last, decision="shut")) == [(3, "unsupported")]


def test_one_instance_settles_a_condition_that_fails() -> None:
    given = THREE.replace("sealed(b)", "NOT sealed(b)")
    lines = [LUGGAGE, "CASE c", EVIDENCE[0], 'EVIDENCE e2 "b is open" SUPPORTS NOT sealed(b)', given]
    ready = made_ready("\n".join([*lines, 'ASK "?" DECIDE shut']))
    last = claim("s", "NOT shut", "i", rules="shut")
    not_every = "NOT EVERY b IN bag HAS (sealed(b))"
    assert judged(ready, claim("i", not_every, rules="shut", evidence="e2"), last, decision="NOT shut").complete
    only_a = claim("i", not_every, rules="shut", evidence="e1")
    assert roots(judged(ready, only_a, last, decision="NOT shut")) == [(3, "unsupported")]


def test_a_passage_on_an_instance_bears_on_what_is_said_of_all() -> None:
    """A count that cites the passages of what it counts, and a bound that says little, cite none beside the point."""
    passages = ['EVIDENCE e1 "30" SUPPORTS weight(a) = 30 kg', 'EVIDENCE e2 "25" SUPPORTS weight(c) = 25 kg']
    ready = case("refused", *passages)
    count = claim("i", "COUNT OF b IN bag WHERE (weight(b) > 23 kg) >= 2", rules="refuse", evidence="e1")
    bound = claim("k", "weight(a) > -10 kg", evidence="e1")
    last = claim("s", "refused", "i", "k", rules="refuse")
    assert judged(ready, count, bound, last, decision="refused", policy="answer").complete


def test_a_thing_of_another_kind_is_one_fault() -> None:
    """What would follow if the judgments were right has no place for the kind that was said instead (N22)."""
    rules = """
FACT k : ONE OF red, green
FACT m : INTEGER
OUTCOME paid
OUTCOME late
RULE pay IF NOT k = red THEN paid
RULE late IF m < 3 THEN late
CASE c
  TRACK transaction REQUIRES k = green
  GIVEN k = green, m = 2
  ASK "?" DECIDE paid
"""
    wrong, last = claim("i", "k = red", rules="pay"), claim("s", "paid", "i", rules="pay")
    result = judged(made_ready(rules), wrong, last, decision="paid", policy="full")
    assert set(roots(result)) == {(2, "wrong")}


def formula(ready: Ready, text: str) -> core.Formula:
    [(_, content)] = read_statement(text, ready.base.program, ready.case)
    assert isinstance(content, Holds)
    world, _ = ready.asked.world((content.formula,))
    [ground] = world.program.targets
    assert isinstance(ground, core.Formula)
    return ground


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_what_instances_settle_is_so_in_every_world(seed: int) -> None:
    """Against all weights between 20 and 28 in which the instances are as they are said to be."""
    chance = Random(seed)
    ready = case("refused")
    names, weights = ("a", "b", "c"), range(20, 29)
    said = [f"weight({one}) {chance.choice(['=', '<', '<=', '>', '>='])} {chance.randint(21, 27)} kg"
            for one in chance.sample(names, chance.randint(1, 3))]  # fmt: skip
    inner = f"weight(b) {chance.choice(['>', '<='])} {chance.randint(20, 27)} kg"
    question = formula(ready, chance.choice([
        f"COUNT OF b IN bag WHERE ({inner}) {chance.choice(['>=', '<', '='])} {chance.randint(0, 3)}",
        f"SUM OF weight(b) FOR EACH b IN bag WHERE ({inner}) {chance.choice(['>=', '<'])} {chance.randint(40, 80)} kg",
        f"MAX OF weight(b) FOR EACH b IN bag {chance.choice(['>', '<='])} {chance.randint(20, 27)} kg",
        f"MIN OF weight(b) FOR EACH b IN bag {chance.choice(['>', '<='])} {chance.randint(20, 27)} kg",
        f"EVERY b IN bag HAS ({inner})",
    ]))  # fmt: skip
    statement = core.And(tuple(formula(ready, one) for one in said))
    settled = ready.matter.declared.settles(statement, question)
    seen: set[bool | None] = set()
    for each in product(weights, repeat=3):
        world = World(ready.matter.program, {f"weight({one})": at for one, at in zip(names, each, strict=True)})
        if all(world.truth(part) for part in statement.parts):
            seen.add(world.truth(question))
            if len(seen) > 1:
                break
    assert settled is None or seen == {settled}, (said, question)
    counts = isinstance(question, core.Test) and isinstance(question.left, core.CountOf)
    if counts and len(seen) == 1:  # the weights beyond 20 and 28 would not tell more
        assert settled is seen.pop(), (said, question)


def test_ranges() -> None:
    one, two = Range(Fraction(1), Fraction(3), open_high=True), Range(Fraction(2))
    assert one.plus(one) == Range(Fraction(2), Fraction(6), open_high=True)
    assert one.times(Fraction(-2)) == Range(Fraction(-6), Fraction(-2), open_low=True)
    assert one.plus(two) == Range(Fraction(3))
    assert (one.compared("<", Fraction(3)), one.compared(">=", Fraction(3))) == (True, False)
    assert (one.compared("<=", Fraction(2)), one.compared("=", Fraction(3))) == (None, False)
    assert two.within("<=", Fraction(2)) == Range(Fraction(2), Fraction(2))


def with_passages(text: str, chance: Random) -> str:
    """The module with a passage for most of what its case gives of the items."""
    facts = [f"h({one})" for one in ("i1", "i2")] + [f"k({one})" for one in ("i1", "i2")]
    held = loaded_known(text)
    lines: list[str] = []
    for number, key in enumerate([*facts, "n(i1)", "n(i2)"]):
        value = held.get(key)
        if value is not None and chance.random() < 0.8:
            literal = (key if value else f"NOT {key}") if isinstance(value, bool) else f"{key} = {value}"
            lines.append(f'  EVIDENCE x{number} "It says so." SUPPORTS {literal}')
    return text.replace("CASE c\n", "\n".join(["CASE c", *lines, ""]))


def loaded_known(text: str) -> dict[str, object]:
    """What the case gives."""
    base, program = based(text)
    _, situation = Place(base, program.cases["c"]).world(())
    return dict(situation.known)


def restated(ready: Ready, value: dict[str, Any], warrant: Warrant) -> dict[str, Any]:
    """The answer with all that is known of the facts in a condition over instances in its place."""
    matter = ready.matter
    instead: dict[str, list[str]] = {}
    for leaf, slot in warrant.slots.items():
        if is_derived(leaf) or slot.value is Verdict.OPEN or not has_instances(leaf):
            continue
        literals: list[core.Formula] = []
        for atom in dict.fromkeys(expand.atoms(leaf)):
            known = matter.known.get(atom.fact) if isinstance(atom, core.FactTest | core.FactRead) else None
            if isinstance(atom, core.FactTest) and isinstance(known, bool):
                literals.append(atom if known else core.Not(atom))
            elif isinstance(atom, core.FactRead) and known is not None and not isinstance(known, bool):
                literals.append(core.Test("=", atom, core.Constant(known)))
        instead[matter.judged(leaf, slot.value)] = [matter.judged(one, Verdict.TRUE) for one in literals]
    claims = [{**one, "says": instead.get(one["says"], one["says"])} for one in value["claims"]]
    return {**value, "claims": claims}


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_an_answer_that_goes_through_the_instances_is_complete(seed: int) -> None:
    """Written from a warrant, with what the case gives of each instance in place of the condition over all of them."""
    chance = Random(seed)
    found = drawn_of(lambda: with_passages(module(chance), chance), 6)
    if found is None:
        return
    ready = found.ready
    judge = Judge(ready, "full")
    for warrant in ready.listed:
        answer = gold_answer(ready, warrant, "x.rules#c")
        assert check(ready, read(answer)).complete, (answer, found.text)
        other = read(restated(ready, answer, warrant))
        result = check(ready, other)
        assert result.complete, (other, [one.words for one in result.findings], found.text)
        assert judge.row(other) == verdict_of(ready, other, "linked", "full")
