"""Six cases with 72 answers: which checks each fails, and in which layer its fault lies.

Each `cases/<name>.rules` holds a case; `<name>.json` beside it a complete answer and variants of it, each a JSON
patch (RFC 6902) with the checks that it fails, those in which its fault belongs (`root`), the dimensions of the rubric
that it loses and its score.  Where the citations of a
judgment alone count (`own`), some variants fail more: they say which.
"""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import Ready, make_ready

CASES = Path(__file__).parent / "cases"
NAMES = ("policy", "contract", "regulation", "transaction", "chain", "what_if")


@cache
def document(name: str) -> Any:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


@cache
def ready(name: str) -> Ready:
    loaded = load(CASES / f"{name}.rules", cache=False)
    assert loaded.program is not None, loaded.diagnostics
    base, found = prepare(loaded.program)
    assert base is not None, found
    (case,) = loaded.program.cases.values()
    return make_ready(base, case)


def patched(answer: Any, patch: list[dict[str, Any]]) -> Any:
    """The answer with a JSON patch applied (add, remove and replace are all that is needed)."""
    made = copy.deepcopy(answer)
    for change in patch:
        *above, last = change["path"].split("/")[1:]
        place = made
        for step in above:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if isinstance(place, list):
            if change["op"] == "remove":
                del place[int(last)]
            elif last == "-":
                place.append(copy.deepcopy(change["value"]))
            elif change["op"] == "add":
                place.insert(int(last), copy.deepcopy(change["value"]))
            else:
                place[int(last)] = copy.deepcopy(change["value"])
        elif change["op"] == "remove":
            del place[last]
        else:
            place[last] = copy.deepcopy(change["value"])
    return made


def checked(name: str, variant: Any, links: Any = "linked", policy: Any = "full") -> Result:
    answer = patched(document(name)["answer"], variant["patch"])
    text = json_text(Source("answer.json", json.dumps(answer, indent=1)))
    return check(ready(name), read_answer(text), links, policy)


VARIANTS = [(name, variant) for name in NAMES for part in ("variants", "more") for variant in document(name)[part]]
IDS = [variant["name"] for _, variant in VARIANTS]


def told(result: Result) -> str:
    return "\n".join(f"{one.check.value} {one.name}: {one.words}" for one in result.findings)


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=IDS)
def test_fails_the_checks_and_has_the_root_that_the_definitions_give(name: str, variant: Any) -> None:
    result = checked(name, variant)
    assert [check.value for check in result.fails] == variant["fails"], told(result)
    assert [check.value for check in result.root] == variant["root"], told(result)


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=IDS)
def test_loses_the_dimensions_of_the_rubric_that_the_definitions_give(name: str, variant: Any) -> None:
    rubric = checked(name, variant).rubric
    assert rubric is not None
    assert [dimension.value for dimension in rubric.lost] == variant["lost"]
    assert rubric.score == variant["score"]


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=IDS)
def test_has_the_recall_and_precision_that_the_definitions_give(name: str, variant: Any) -> None:
    found = checked(name, variant).scope
    assert found is not None
    assert (share(found.recall), share(found.precision)) == (variant["recall"], variant["precision"])


def share(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


@pytest.mark.parametrize(("name", "variant"), [pair for pair in VARIANTS if "notes" in pair[1]])
def test_what_fails_no_check_is_noted(name: str, variant: Any) -> None:
    assert [note.code for note in checked(name, variant).notes] == variant["notes"]


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=IDS)
def test_every_fault_has_one_root(name: str, variant: Any) -> None:
    result = checked(name, variant)
    assert len(result.root) == (1 if result.fails else 0)
    for finding in result.findings:
        assert finding.root or finding.follows


@pytest.mark.parametrize(("name", "variant"), [pair for pair in VARIANTS if "own" in pair[1]])
def test_own_citations_alone_are_a_stricter_reading(name: str, variant: Any) -> None:
    result = checked(name, variant, "own")
    assert [check.value for check in result.fails] == variant["own"], told(result)


@pytest.mark.parametrize(("name", "variant"), [pair for pair in VARIANTS if "answer_fails" in pair[1]])
def test_the_tracks_that_judge_the_answer_alone_ask_for_less(name: str, variant: Any) -> None:
    assert ready(name).policy == "answer"
    result = checked(name, variant, policy=None)
    assert [check.value for check in result.fails] == variant["answer_fails"], told(result)


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=IDS)
def test_a_complete_warrant_is_a_correct_answer(name: str, variant: Any) -> None:
    result = checked(name, variant)
    assert result.correct or not result.complete
    assert result.complete == (not variant["fails"])


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=IDS)
def test_the_order_of_the_claims_changes_nothing(name: str, variant: Any) -> None:
    answer = patched(document(name)["answer"], variant["patch"])
    turned = {**answer, "claims": list(reversed(answer["claims"]))}
    first, second = (
        check(ready(name), read_answer(json_text(Source("a.json", json.dumps(one)))), policy="full")
        for one in (answer, turned)
    )
    assert first.fails == second.fails
    assert first.root == second.root
    assert {one.name for one in first.findings} == {one.name for one in second.findings}


def test_there_are_72_answers() -> None:
    assert sum(len(document(name)["variants"]) for name in NAMES) == 72
    assert len({variant["name"] for _, variant in VARIANTS}) == len(VARIANTS)
