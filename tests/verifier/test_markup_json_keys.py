"""Objects of JSON under the keys that models invent: what a step says, how it is called, what it cites."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_markup_styles import claimed, noticed, read

STEPS = [
    ("to_affiliate", [], ["guarded.affiliate"], ["e1"]),
    ("NOT rival_owned", [], ["guarded.rival"], ["e2"]),
    ("NOT MUST ask_consent", [0, 1], ["guarded"], []),
]


def written(says: str, rules: str, evidence: str, sources: str, name: str, called: str = "{}") -> str:
    steps = [
        {name: _called(called, number), says: said, rules: cited, evidence: passages, sources: [at + 1 for at in below]}
        for number, (said, below, cited, passages) in enumerate(STEPS, 1)
    ]
    return json.dumps({"reasoning_steps": steps, "final_answer": {"formula": "NOT MUST ask_consent", sources: [3]}})


def _called(form: str, number: int) -> int | str:
    return number if form == "{}" else form.format(number)


@pytest.mark.parametrize("says", ["conclusion", "inference", "finding", "result", "outcome", "fact", "text", "content"])
@pytest.mark.parametrize(
    ("rules", "evidence", "sources"),
    [
        ("rules", "evidence", "from"),
        ("rule_ids", "evidence_ids", "depends_on"),
        ("applied_rules", "supporting_passages", "premise_ids"),
        ("cites_rules", "passage_ids", "based_on"),
        ("rules cited", "exhibit numbers", "prerequisite ids"),
    ],
)
def test_what_a_step_comes_to_is_a_claim(says: str, rules: str, evidence: str, sources: str) -> None:
    marked = read(written(says, rules, evidence, sources, "step"))
    assert claimed(marked) == STEPS
    assert noticed(marked) == []
    assert marked.answer.decision is not None
    assert (marked.answer.decision.says, len(marked.answer.decision.from_)) == ("NOT MUST ask_consent", 1)


@pytest.mark.parametrize(
    ("name", "called"), [("id", "{}"), ("step_number", "{}"), ("claim_no", "{}"), ("step", "Step {}"), ("no", "#{}")]
)
def test_number_of_a_step_is_its_id(name: str, called: str) -> None:
    assert claimed(read(written("conclusion", "rules", "evidence", "from", name, called))) == STEPS


def claims(*steps: dict[str, Any]) -> list[Any]:
    return claimed(read(json.dumps({"steps": steps, "decision": "NOT MUST ask_consent"})))


def test_verdict_of_a_step_is_not_what_it_says() -> None:
    assert claims(
        {"id": "s1", "fact": "late", "result": "no"},
        {"id": "s2", "finding": "not met", "fact": "written"},
        {"id": "s3", "conclusion": "waived", "holds": False},
        {"id": "s4", "question": "Is it?", "answer": "yes", "fact": "to_affiliate"},
    ) == [
        ("NOT (late)", [], [], []),
        ("NOT (written)", [], [], []),
        ("NOT (waived)", [], [], []),
        ("to_affiliate", [], [], []),
    ]


def test_what_is_considered_is_not_cited() -> None:
    assert claims(
        {"id": "s1", "conclusion": "late", "rules_considered": ["notice"], "rules_applied": ["guarded"]},
        {"id": "s2", "conclusion": "written", "rule_text": "IF written AND fee >= 100 usd THEN valid"},
    ) == [("late", [], ["guarded"], []), ("written", [], [], [])]


def test_cited_objects_are_named_by_their_ids() -> None:
    assert claims({"step": 1, "conclusion": "written", "evidence_ids": [{"id": "e3", "quote": "By mail."}]}) == [
        ("written", [], [], ["e3"])
    ]


def test_prose_of_a_step_is_no_claim() -> None:
    assert claims(
        {"step": 1, "text": "First we look at the contract."},
        {"step": 2, "text": "late", "rule": "guarded"},
        {"step": "Is it in writing?", "finding": "written"},
    ) == [("late", [], ["guarded"], [])]


def test_steps_below_an_answer_decide_nothing() -> None:
    marked = read('{"answer": {"steps": [{"id": 1, "conclusion": "late"}], "decision": "valid"}}')
    assert claimed(marked) == [("late", [], [], [])]
    assert marked.answer.decision is not None
    assert marked.answer.decision.says == "valid"


def test_conclusions_without_number_or_citation_decide() -> None:
    marked = read('{"issues": [{"issue": "A", "conclusion": "valid"}, {"issue": "B", "conclusion": "NOT valid"}]}')
    assert claimed(marked) == []
    assert marked.answer.decision is not None


def test_truth_value_says_of_what_it_is_told() -> None:
    assert claims({"element": "late", "satisfied": False}, {"name": "waived", "met": True}) == [
        ("NOT (late)", [], [], []),
        ("waived", [], [], []),
    ]
    [unclear] = claims({"fact": "late", "present": False})
    assert unclear[0] != "late"
