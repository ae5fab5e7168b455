"""Settings: an answer that cites by labels is judged as the same answer that cites by the case's own identifiers."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulelang.case_names import Named, named_cases
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.options import Loading
from rulelang.verifier.answer import Answer, read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import Ready
from rulelang.verifier.mutation.inject import variations
from rulelang.verifier.settings import Settings, faults, labelled, read_settings, ready_for, translated

CASES = Path(__file__).parent / "cases"


@cache
def golden() -> tuple[Named, ...]:
    return tuple(named_cases(str(CASES), Loading()))


def read(document: Any) -> Answer:
    return read_answer(json_text(Source("a.json", json.dumps(document))))


def dealt(case: Named, chance: Random) -> tuple[Settings, dict[str, str], dict[str, str]]:
    """A setting with labels by chance for passages and rules, and distractors; the labels by identifier."""
    matter = case.ready.matter
    names = list(matter.passages)
    numbers = chance.sample(range(1, 100), len(names) + 2)
    passages = {name: f"E{number:03}" for name, number in zip(names, numbers, strict=False)}
    whole = [name for name, rule in matter.cited.rules.items() if name == rule]
    rules = {name: f"R{number}" for number, name in enumerate(chance.sample(whole, len(whole)))}
    document = {
        "rulelang": "settings/1",
        "settings": [
            {
                "case": case.name,
                "setting": "p2",
                "passages": {label: name for name, label in passages.items()},
                "distractors": {f"E{number:03}": f"Something else, {number}." for number in numbers[len(names) :]},
                "rules": {**{label: name for name, label in rules.items()}, "R99": None},
            }
        ],
    }
    for clause, rule in matter.cited.rules.items():
        if clause != rule and clause.startswith(f"{rule}."):
            rules[clause] = f"{rules[rule]}{clause[len(rule) :]}"
        elif clause != rule:
            document["settings"][0]["rules"][f"C.{clause}"] = clause  # type: ignore[index]
            rules[clause] = f"C.{clause}"
    return read_settings(json_text(Source("s.json", json.dumps(document)))), passages, rules


def by_labels(answer: Any, passages: dict[str, str], rules: dict[str, str]) -> Any:
    made = copy.deepcopy(answer)
    made["setting"] = "p2"
    for one in (*(made["claims"] or ()), *([made["decision"]] if made["decision"] else [])):
        for field, labels in (("evidence", passages), ("rules", rules)):
            if field in one:
                one[field] = [labels.get(name, name) for name in one[field]]
    return made


def in_setting(ready: Ready, answer: Answer, settings: Settings) -> Result:
    setting = settings.of(answer)
    assert setting is not None
    assert list(faults(settings, setting, ready)) == []
    return labelled(check(ready_for(ready, setting), translated(answer, setting, ready), policy="full"), setting)


@pytest.mark.parametrize("case", golden(), ids=lambda case: case.name)
def test_a_setting_changes_no_verdict(case: Named) -> None:
    settings, passages, rules = dealt(case, Random(case.name))
    kinds = {"gold", "no_passage", "other_passage", "wrong_rule_on_fact", "invented_rule", "sibling_clause"}
    for variation in variations(case.ready, kinds=kinds):
        own = variation.answer(case.name)
        before = check(case.ready, read(own), policy="full")
        after = in_setting(case.ready, read(by_labels(own, passages, rules)), settings)
        assert (after.fails, after.root) == (before.fails, before.root), variation.label
        assert before.rubric is not None
        assert after.rubric is not None
        assert after.rubric.lost == before.rubric.lost
        for one in after.findings:
            assert not any(f"`{name}`" in (one.instead or "").partition("cite ")[2] for name in passages)


def test_own_identifiers_that_were_not_shown_are_unknown() -> None:
    case = golden()[0]
    settings, _, _ = dealt(case, Random(1))
    own = next(iter(variations(case.ready, kinds={"gold"}))).answer(case.name)
    result = in_setting(case.ready, read({**own, "setting": "p2"}), settings)
    assert {note.code for note in result.notes} == {"RL471", "RL489"}
    assert {check.value for check in result.root} == {1, 3}


def test_a_distractor_may_be_cited_and_settles_nothing() -> None:
    case = golden()[0]
    settings, passages, rules = dealt(case, Random(2))
    own = by_labels(next(iter(variations(case.ready, kinds={"gold"}))).answer(case.name), passages, rules)
    setting = settings.of(read(own))
    assert setting is not None
    for claim in own["claims"]:
        if claim.get("evidence"):
            claim["evidence"] = [next(iter(setting.distractors))]
    own["claims"][-1]["rules"].append("R99")
    result = in_setting(case.ready, read(own), settings)
    assert not result.notes
    assert [check.value for check in result.root] == [3]
