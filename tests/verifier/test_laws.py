"""Laws of the verifier, over the golden cases and the bundled corpora (verification, the end of section 2)."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.files.load import load
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Ready, make_ready
from rulelang.verifier.warrant import Verdict

ROOT = Path(__file__).parents[2]
FILES = [*sorted((Path(__file__).parent / "cases").glob("*.rules")), *sorted((ROOT / "corpora").rglob("*.rules"))]
SLOW = {"form1040.rules", "form1040_published.rules"}
"""Of the forms with a hundred judgments one case is enough here."""


@cache
def cases() -> tuple[tuple[str, Ready], ...]:
    """All cases with a right answer."""
    found: list[tuple[str, Ready]] = []
    for path in FILES:
        loaded = load(path, cache=False)
        if loaded.program is None:
            continue
        base, _ = prepare(loaded.program)
        if base is None:
            continue
        count = 0
        for name, case in loaded.program.cases.items():
            if case.asks and not (count and path.name in SLOW):
                try:
                    found.append((f"{path.name}#{name}", make_ready(base, case)))
                    count += 1
                except RuleLangError:
                    continue
    return tuple(found)


def test_most_cases_have_a_right_answer() -> None:
    assert len(cases()) >= 20


def held(ready: Ready, answer: Any, **options: Any) -> Result:
    return check(ready, read_answer(json_text(Source("a.json", json.dumps(answer)))), **{"policy": "full", **options})


def golden(most: int = 30) -> list[tuple[str, Ready, dict[str, Any]]]:
    """The answers that warrants of at most so many judgments write."""
    return [
        (f"{name} {number}", ready, gold_answer(ready, warrant, "t.rules#c"))
        for name, ready in cases()
        for number, warrant in enumerate(ready.listed[:3])
        if len(warrant.slots) <= most
    ]


def told(result: Result) -> str:
    return "\n".join(f"{one.check.value} {one.name}: {one.words}" for one in (*result.findings, *result.notes))


def test_an_answer_written_from_a_warrant_is_complete() -> None:
    for name, ready, answer in golden(most=200):
        result = held(ready, answer)
        assert result.complete, f"{name}\n{told(result)}"
        assert not result.notes, f"{name}\n{told(result)}"
        assert result.correct, name


def test_an_answer_written_from_any_minimal_ground_is_complete_where_that_is_enough() -> None:
    for name, ready in cases():
        if len(ready.listed[0].slots) > 60:
            continue
        for warrant in ready.sufficient.listed[:6]:
            result = held(ready, gold_answer(ready, warrant, "t.rules#c"), policy="sufficient")
            assert result.complete, f"{name}\n{told(result)}"


def test_a_full_warrant_holds_a_minimal_ground() -> None:
    for name, ready, answer in golden():
        result = held(ready, answer, policy="sufficient")
        assert result.complete, f"{name}\n{told(result)}"


def test_it_is_complete_where_its_own_citations_alone_count() -> None:
    for name, ready, answer in golden():
        result = held(ready, answer, links="own")
        assert result.complete, f"{name}\n{told(result)}"


def test_it_does_what_the_type_of_its_question_asks_for() -> None:
    for name, ready, answer in golden():
        for asked in held(ready, answer).asked:
            assert asked.met, (name, [point.words for point in asked.points if not point.met])


def test_every_step_of_it_is_valid_and_every_citation_right() -> None:
    for name, ready, answer in golden():
        result = held(ready, answer)
        grounded = {claim["id"] for claim in answer["claims"] if claim.get("rules")}
        assert [one.id for one in result.claims if one.step is False and one.id in grounded] == [], name
        assert result.scope is not None
        assert result.scope.recall == 1, name


def test_renaming_the_claims_changes_nothing() -> None:
    for name, ready, answer in golden():
        renamed = json.loads(re.sub(r'"s(\d+)"', r'"claim \1"', json.dumps(answer)))
        assert held(ready, renamed).complete, name


def test_joining_two_judgments_changes_nothing() -> None:
    for name, ready, answer in golden():
        claims = copy.deepcopy(answer["claims"])
        facts = [claim for claim in claims if not claim.get("from")]
        if len(facts) < 2 or any(claim["says"].startswith("UNKNOWN") for claim in facts[:2]):
            continue
        first, second = facts[:2]
        first["says"] = [first["says"], second["says"]]
        for key in ("rules", "evidence"):
            first[key] = [*first.get(key, []), *second.get(key, [])]
        claims.remove(second)
        for claim in claims:
            claim["from"] = [first["id"] if source == second["id"] else source for source in claim.get("from", [])]
        decision = copy.deepcopy(answer["decision"])
        decision["from"] = [first["id"] if source == second["id"] else source for source in decision["from"]]
        result = held(ready, {**answer, "claims": claims, "decision": decision})
        assert result.complete, f"{name}\n{told(result)}"


def test_an_uncited_true_claim_changes_nothing() -> None:
    for name, ready, answer in golden():
        said = [claim["says"] for claim in answer["claims"] if not claim["says"].startswith(("UNKNOWN", "CONFLICT"))]
        more = [{"id": f"more {number}", "says": says} for number, says in enumerate(said[:3])]
        either = [{"id": "either", "says": f"({said[0]}) OR ({said[-1]})"}] if said else []
        result = held(ready, {**answer, "claims": [*answer["claims"], *more, *either]})
        assert result.complete, f"{name}\n{told(result)}"


def test_a_dropped_judgment_is_found_in_its_layer() -> None:
    for name, ready, answer in golden():
        for index in sorted({0, len(answer["claims"]) // 2}):
            gone = answer["claims"][index]["id"]
            if gone in answer["decision"]["from"]:
                continue
            below = answer["claims"][index].get("from", [])
            claims = [copy.deepcopy(claim) for claim in answer["claims"] if claim["id"] != gone]
            for claim in claims:
                sources = claim.get("from", [])
                claim["from"] = [source for source in sources if source != gone] + (below if gone in sources else [])
            result = held(ready, {**answer, "claims": claims})
            assert result.complete or [check.value for check in result.root] == [2], f"{name} {gone}\n{told(result)}"


def test_the_judgments_of_a_warrant_have_their_value_in_the_case() -> None:
    for name, ready in cases():
        world, _ = ready.asked.world(ready.targets)
        for warrant in ready.listed[:3]:
            for leaf, slot in warrant.slots.items():
                truth = world.truth(leaf)
                value = Verdict.OPEN if truth is None else Verdict.TRUE if truth else Verdict.FALSE
                assert value is slot.value, (name, leaf)


@pytest.mark.parametrize("links", ["linked", "own"])
def test_the_empty_answer_fails_for_want_of_judgments(links: Any) -> None:
    for name, ready in cases():
        if len(ready.listed[0].slots) > 30:
            continue
        answer = {"rulelang": "answer/1", "case": "t.rules#c", "claims": [], "decision": None}
        result = held(ready, answer, links=links)
        assert not result.complete, name
        assert {one.value for one in result.root} <= {2, 5}, name
