"""The quick judge finds what the full check finds: on the injector's answers, on mangled ones, in any order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulelang.case_names import named_cases
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.options import Loading
from rulelang.verifier.answer import Answer, read_answer
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.mutation.inject import FAULTS, GOLD, HARMLESS, TWO, variations
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge
from rulelang.verifier.scoring.quick_answer import read_quickly
from rulelang.verifier.scoring.row import Verdict
from rulelang.verifier.scoring.seen import Seen, envelope_of
from tests.verifier.random_cases import drawn

GOLDEN = Path(__file__).parent / "cases"
KINDS = [TWO, *(one.name for one in (*FAULTS, *HARMLESS))]
POLICIES: tuple[Policy, ...] = ("full", "answer", "sufficient")


@cache
def golden() -> tuple[Ready, ...]:
    return tuple(case.ready for case in named_cases(str(GOLDEN), Loading()))


def read(value: dict[str, Any]) -> Answer:
    return read_answer(json_text(Source("answer.json", json.dumps(value))))


def injected(ready: Ready, seed: int, chance: Random, most: int) -> list[dict[str, Any]]:
    """Answers of some kinds, complete ones among them, and at most so many."""
    kinds = {GOLD, *chance.sample(KINDS, min(most, len(KINDS)))}
    made = [one.answer("x.rules#x") for one in variations(ready, seed, kinds, 1, ready.case.name)]
    return made if len(made) <= most else chance.sample(made, most)


def mangled(value: dict[str, Any], others: list[dict[str, Any]], ready: Ready, chance: Random) -> dict[str, Any]:
    """An answer with claims taken out, doubled, brought in from elsewhere, and with other links and citations."""
    claims = [dict(claim) for claim in value["claims"]]
    for other in chance.sample(others, min(2, len(others))):
        claims += [dict(claim) for claim in other["claims"] if chance.random() < 0.2]
    claims = [claim for claim in claims if chance.random() < 0.9]
    claims += [dict(claim) for claim in claims if chance.random() < 0.1]
    chance.shuffle(claims)
    claims = claims[:20]
    rules = [*sorted(ready.matter.known_rules), "nowhere", "e1"]
    passages = [*ready.matter.passages, "e99", rules[0]]
    for number, claim in enumerate(claims):
        claim["id"] = f"c{number}"
        claim["from"] = [f"c{below}" for below in range(number) if chance.random() < 0.3]
        if chance.random() < 0.3:
            claim["rules"] = chance.choices(rules, k=chance.randint(0, 3))
        if chance.random() < 0.3:
            claim["evidence"] = chance.choices(passages, k=chance.randint(0, 3))
        if chance.random() < 0.1:
            claim["says"] = chance.choice(_odd(claim, ready, chance))
        if chance.random() < 0.1:
            claim["world"] = chance.choice(["asked", "given"])
        if chance.random() < 0.1:
            claim["quote"] = chance.choice(["It says so", "nothing", *ready.matter.passages.values()])
    chance.shuffle(claims)
    decision = value["decision"]
    if decision is not None:
        decision = {**decision, "from": [claim["id"] for claim in claims if chance.random() < 0.4]}
        if chance.random() < 0.3:
            decision["rules"] = chance.choices(rules, k=2)
        if chance.random() < 0.2:
            decision["evidence"] = chance.choices(passages, k=1)
        if chance.random() < 0.2 and claims:
            decision["says"] = chance.choice(claims)["says"]
        if chance.random() < 0.3 and claims:
            more = chance.choices(claims, k=2)
            decision["says"] = [one for says in (decision, *more) for one in _listed(says["says"])]
    return {**value, "claims": claims, "decision": chance.choice([decision] * 9 + [None])}


def _listed(says: str | list[str]) -> list[str]:
    return [says] if isinstance(says, str) else says


def _odd(claim: dict[str, Any], ready: Ready, chance: Random) -> list[Any]:
    """Other things that a claim may say."""
    says = claim["says"] if isinstance(claim["says"], str) else " AND ".join(f"({one})" for one in claim["says"])
    rules = sorted(ready.matter.cited.rules)
    rule = chance.choice(rules) if rules else "r"
    return [
        f"NOT ({says})", f"UNKNOWN ({says})", f"{says} OR nothing_declared", "((", "", [], [says, says],
        f"TRIGGERED {rule}", f"NOT TRIGGERED {rule}", f"{rule} PREVAILS OVER {rule}",
        *(f"({says}) OR ({ready.matter.judged(leaf, slot.value)})" for leaf, slot in ready.listed[0].slots.items()),
    ]  # fmt: skip


def compared(ready: Ready, values: list[dict[str, Any]], policy: Policy) -> Iterator[tuple[Verdict, Verdict]]:
    """What the full check and one judge find of each, the judge a second time in the opposite order."""
    answers = [read(value) for value in values]
    judge = Judge(ready, policy)
    found = [judge.row(answer) for answer in answers]
    again = Judge(ready, policy)
    backwards = [again.row(answer) for answer in reversed(answers)][::-1]
    assert found == backwards
    for answer, row in zip(answers, found, strict=True):
        yield row, verdict_of(ready, answer, "linked", policy)


def difference(row: Verdict, exact: Verdict) -> dict[str, tuple[object, object]]:
    return {
        name: (mine, right)
        for name, mine, right in zip(Verdict._fields, row, exact, strict=True)
        if mine != right or type(mine) is not type(right)
    }


@pytest.mark.parametrize("policy", POLICIES)
def test_the_judge_finds_what_the_check_finds_in_the_injectors_answers(policy: Policy) -> None:
    chance = Random(5)
    for ready in golden():
        for row, exact in compared(ready, injected(ready, 7, chance, 12), policy):
            assert not difference(row, exact)


@pytest.mark.parametrize("number", range(6))
def test_the_judge_finds_what_the_check_finds_in_mangled_answers(number: int) -> None:
    chance = Random(number)
    ready = golden()[number]
    gold = injected(ready, number, chance, 20)
    values = [mangled(chance.choice(gold), gold, ready, chance) for _ in range(15)]
    for value, (row, exact) in zip(values, compared(ready, values, POLICIES[number % 3]), strict=True):
        assert not difference(row, exact), json.dumps(value)


@pytest.mark.parametrize("seed", range(8))
def test_the_judge_finds_what_the_check_finds_in_random_cases(seed: int) -> None:
    chance = Random(seed)
    made = drawn(chance)
    assert made is not None
    gold = injected(made.ready, seed, chance, 20)
    values = chance.sample(gold, min(10, len(gold)))
    values += [mangled(chance.choice(gold), gold, made.ready, chance) for _ in range(20)]
    for value, (row, exact) in zip(values, compared(made.ready, values, POLICIES[seed % 3]), strict=True):
        assert not difference(row, exact), f"{made.text}\n{json.dumps(value)}"


def test_own_citations_alone_count_where_that_is_asked() -> None:
    chance = Random(3)
    for ready in golden()[1:4]:
        gold = injected(ready, 3, chance, 15)
        judge = Judge(ready, None, "own")
        for value in [*gold, *(mangled(chance.choice(gold), gold, ready, chance) for _ in range(10))]:
            answer = read(value)
            assert not difference(judge.row(answer), verdict_of(ready, answer, "own"))


def test_either_reader_gives_the_same_row() -> None:
    chance = Random(4)
    for ready in golden():
        judge = Judge(ready)
        for value in injected(ready, 4, chance, 20):
            quick = read_quickly(json.dumps(value).encode())
            assert quick is not None
            assert judge.row(quick) is judge.row(read(value))


def test_a_judge_that_forgets_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.verifier.scoring.judge.MOST_KEPT", 20)
    chance = Random(6)
    for ready in golden()[1:3]:
        for row, exact in compared(ready, injected(ready, 6, chance, 40), "full"):
            assert not difference(row, exact)


def test_failed_extraction_and_long_answers_are_judged_too() -> None:
    ready = golden()[0]
    judge = Judge(ready)
    slot = next(iter(ready.listed[0].slots.values()))
    claim = {"id": "s", "says": ready.matter.judged(slot.leaf, slot.value)}
    long = [{**claim, "id": f"s{number}"} for number in range(200)]
    for claims in (None, [], [claim], long):
        for decision in (None, {"says": "nothing_at_all"}):
            answer = read({"rulelang": "answer/1", "case": "x.rules#x", "claims": claims, "decision": decision})
            assert not difference(judge.row(answer), verdict_of(ready, answer))


def lines_of(ready: Ready, seed: int, chance: Random) -> list[bytes]:
    """Lines of answers, as several writers write them, with places in a text; some draw on later claims."""
    gold = injected(ready, seed, chance, 15)
    made: list[bytes] = []
    for value in [*gold, *(mangled(chance.choice(gold), gold, ready, chance) for _ in range(15))]:
        for claim in value["claims"]:
            claim.pop("at", None)
            if chance.random() < 0.7:
                claim["at"] = [chance.randrange(10**6), chance.randrange(10**6)]
        if value["decision"] is not None and chance.random() < 0.5:
            value["decision"]["at"] = [1, 2]
        dressed = {**value, "model": None, "text": chance.choice(['It "follows".\\n\\', "plain", "schön \U0001f600"])}
        separators = chance.choice([(",", ":"), (", ", ": "), (" , ", " : ")])
        made.append(json.dumps(dressed, separators=separators, ensure_ascii=chance.random() < 0.5).encode())
    return made


def damaged(line: bytes, chance: Random) -> bytes:
    """The line with something wrong, or at least odd, in it."""
    at = chance.randrange(len(line))
    ways = [
        line[:at] + line[at + 1 :],
        line[:at] + bytes([chance.randrange(256)]) + line[at:],
        line.replace(b'"id":', b'"id":"x","id":', 1),
        line.replace(b'"claims"', b'"text":"t","claims"', 1),
        line.replace(b'"says"', b'"at":[1,2],"says"', 1),
        line.replace(b'"says"', b'"rules":[],"says"', 1),
        line.replace(b'"decision"', b'"decision":null,"decision"', 1),
        line.replace(b'"model"', b'"sample":99999999999999999999,"model"', 1),
        line.replace(b'"model"', b'"setting":"p9","model"', 1),
        line.replace(b'"from"', b'"fr\\u006fm"', 1),
        line.replace(b'"c1"', b'"c0"', 1),
        line.replace(b'"s1"', b'"s2"', 1),
    ]
    return chance.choice(ways)


def test_bytes_that_were_read_before_say_the_same() -> None:
    chance = Random(8)
    told = 0
    for ready in golden():
        seen, judge = Seen(Judge(ready)), Judge(ready)
        lines = lines_of(ready, 8, chance)
        for line in [*lines, *(damaged(chance.choice(lines), chance) for _ in range(150)), *lines]:
            envelope = envelope_of(line)
            known = envelope is not None and envelope.case == "x.rules#x"  # as the desk sees to
            row = seen.row(envelope, line) if envelope is not None and known else None
            answer = read_quickly(line)
            if row is not None:
                assert answer is not None, line
                assert not difference(row, judge.row(answer)), line
                told += 1
    assert told > 300
