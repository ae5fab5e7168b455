"""The answer file: the schema, what is refused, where, and how to mend it."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import Answer, answer_schema, read_answer

GOOD: dict[str, Any] = {
    "rulelang": "answer/1",
    "case": "claims.rules#late",
    "setting": "p2",
    "model": "some-model",
    "sample": 0,
    "claims": [
        {"id": "s1", "says": "covered", "rules": ["pay"], "evidence": ["e1"], "quote": "a flood", "at": [3, 9]},
        {"id": "s2", "says": ["payable", "NOT waived"], "from": ["s1"], "world": "given"},
    ],
    "decision": {"says": "payable", "from": ["s2"], "rules": ["pay"]},
    "text": "It is covered.",
}


def read(document: Any) -> Answer:
    return read_answer(json_text(Source("answer.json", json.dumps(document, indent=1))))


def faults(document: Any) -> tuple[Diagnostic, ...]:
    with pytest.raises(RuleLangError) as caught:
        read(document)
    assert all(fault.primary is not None and fault.hint for fault in caught.value.diagnostics)
    return caught.value.diagnostics


def changed(path: str, value: Any) -> Any:
    document = copy.deepcopy(GOOD)
    *above, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place: Any = document
    for step in above:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return document


def test_a_full_document_is_read() -> None:
    answer = read(GOOD)
    assert answer.case_file == "claims.rules"
    assert answer.case_name == "late"
    assert answer.claims is not None
    assert answer.claims[1].from_ == ["s1"]
    assert answer.claims[0].at == (3, 9)


def test_absent_and_empty_lists_are_the_same() -> None:
    short = read({"rulelang": "answer/1", "case": "a.rules#b", "claims": [{"id": "s", "says": "p"}]})
    long = read({"rulelang": "answer/1", "case": "a.rules#b", "setting": "p1", "decision": None,
                 "claims": [{"id": "s", "says": "p", "from": [], "rules": [], "evidence": []}]})  # fmt: skip
    assert short == long


def test_claims_null_and_claims_empty_differ() -> None:
    assert read(changed("claims", None)).claims is None
    document = changed("claims", [])
    document["decision"] = None
    assert read(document).claims == []


REFUSED = [
    ("rulelang", "answer/2", "RL460", "/rulelang"),
    ("rulelang", "label/1", "RL459", "/rulelang"),
    ("rulelang", "warrant/1", "RL459", "/rulelang"),
    ("rulelang", ..., "RL460", ""),
    ("case", "claims.rules", "RL460", "/case"),
    ("case", 3, "RL460", "/case"),
    ("sample", 2**63, "RL460", "/sample"),
    ("sample", -(2**63) - 1, "RL460", "/sample"),
    ("claims", ..., "RL460", ""),
    ("claims", {}, "RL460", "/claims"),
    ("claims/0/id", "", "RL460", "/claims/0/id"),
    ("claims/0/id", 1, "RL460", "/claims/0/id"),
    ("claims/0/says", 1, "RL460", "/claims/0/says"),
    ("claims/0/says", ["p", 1], "RL460", "/claims/0/says/1"),
    ("claims/0/says", ..., "RL460", "/claims/0"),
    ("claims/0", "covered", "RL460", "/claims/0"),
    ("claims/0/rules", "pay", "RL460", "/claims/0/rules"),
    ("claims/0/rules", [None], "RL460", "/claims/0/rules/0"),
    ("claims/0/at", [1, 2, 3], "RL460", "/claims/0/at"),
    ("claims/0/at", [-1, 2], "RL460", "/claims/0/at/0"),
    ("claims/0/world", "there", "RL460", "/claims/0/world"),
    ("sample", "1", "RL460", "/sample"),
    ("sample", True, "RL460", "/sample"),
    ("sample", 1.5, "RL460", "/sample"),
    ("decision", [], "RL460", "/decision"),
    ("decision/id", "d", "RL461", "/decision/id"),
    ("claims/0/form", ["s2"], "RL461", "/claims/0/form"),
    ("claim", [], "RL461", "/claim"),
    ("claims/1/id", "s1", "RL462", "/claims/1/id"),
    ("claims/1/from", ["s1", "s9"], "RL463", "/claims/1/from/1"),
    ("decision/from", ["s9"], "RL463", "/decision/from/0"),
    ("claims/0/from", ["s2"], "RL464", "/claims/0/from"),
    ("claims/0/from", ["s1"], "RL464", "/claims/0/from"),
    ("setting", "p4", "RL466", "/setting"),
]


@pytest.mark.parametrize(("path", "value", "code", "place"), REFUSED, ids=[f"{p}-{c}" for p, _, c, _ in REFUSED])
def test_what_is_no_document_of_the_schema_is_refused_at_its_place(
    path: str, value: Any, code: str, place: str
) -> None:
    found = [(fault.code, fault.pointer) for fault in faults(changed(path, value))]
    assert (code, place) in found
    if path != "claims/1/id":  # the claim that is gone is missed elsewhere too
        assert len(found) == 1


def test_a_field_that_is_nearly_right_is_suggested() -> None:
    (fault,) = faults(changed("claims/0/form", ["s2"]))
    assert fault.hint == "did you mean `from`?"


def test_duplicate_ids_show_both_places() -> None:
    (fault,) = faults(changed("claims/1/id", "s1"))
    assert len(fault.secondary) == 1


def test_a_circle_is_shown_whole() -> None:
    (fault,) = faults(changed("claims/0/from", ["s2"]))
    assert fault.message == "the claims rest on themselves: `s1` from `s2` from `s1`"


def test_several_faults_are_reported_at_once() -> None:
    document = changed("sample", "one")
    document["claims"][0]["says"] = 3
    assert len(faults(document)) == 2


def test_the_schema_says_the_same_as_the_reader() -> None:
    schema = answer_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(GOOD)
    for path, value, code, _ in REFUSED:
        if code in ("RL460", "RL461"):
            assert not validator.is_valid(changed(path, value)), (path, value)


def test_every_field_is_explained_in_the_schema() -> None:
    schema = answer_schema()
    for model in (schema, *schema["$defs"].values()):
        for name, field in model["properties"].items():
            assert field.get("description"), name
