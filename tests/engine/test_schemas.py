"""The published JSON Schemas: they are schemas, and they say of documents what reading says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulelang.cli import main
from rulelang.engine.records.case_shape import CaseShape
from rulelang.engine.records.map_shape import MapShape
from rulelang.engine.records.shape import Shape, schema, shaped
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.json_text import decode_json, json_text
from rulelang.grammar.source import Source

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
SHAPES: dict[str, type[Shape]] = {"case": CaseShape, "map": MapShape}


def validator(document: str) -> Draft202012Validator:
    return Draft202012Validator(schema(SHAPES[document], document))


def reads(document: str, value: Any) -> bool:
    try:
        shaped(SHAPES[document], json_text(Source("d.json", json.dumps(value))), "RL430", "RL431")
    except RuleLangError:
        return False
    return True


@pytest.mark.parametrize("document", ["answer", "case", "map"])
def test_printed_schema_is_a_schema(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", document]) == 0
    Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


def test_bundled_maps_fit_the_schema() -> None:
    maps = sorted((ROOT / "corpora").rglob("*.map.json"))
    assert maps
    for path in maps:
        document = json_text(decode_json(path.read_bytes(), path.name))
        validator("map").validate(json.loads(path.read_text(encoding="utf-8")))
        shaped(MapShape, document, "RL440", "RL441")


def test_shared_case_examples_fit_the_schema() -> None:
    examples = SHARED / "design" / "examples" / "case-shape.jsonl"
    if not examples.exists():
        pytest.skip("the shared examples are not at hand")
    for line in examples.read_text(encoding="utf-8").splitlines():
        validator("case").validate(json.loads(line))


CASE = {"rulelang": "case/1", "case": "c"}
MAP = {"rulelang": "map/1", "case": "/id"}


@pytest.mark.parametrize(
    ("document", "value", "right"),
    [
        ("case", CASE, True),
        ("case", {"rulelang": "case/1"}, False),
        ("case", {**CASE, "rulelang": "case/2"}, False),
        ("case", {**CASE, "case": ""}, False),
        ("case", {**CASE, "closed": 1}, False),
        ("case", {**CASE, "facts": {"a": None, "b": [["x", 1]]}}, True),
        ("case", {**CASE, "facts": []}, False),
        ("case", {**CASE, "expect": ["a"], "suppose": {"a": 1}}, True),
        ("case", {**CASE, "expect": "a"}, False),
        ("case", {**CASE, "ask": [{"decide": "a"}, {"decide": ["a", "b"]}]}, True),
        ("case", {**CASE, "ask": [{"decides": "a"}]}, False),
        ("case", {**CASE, "evidence": [{"id": "e", "with": ["f"]}]}, True),
        ("case", {**CASE, "evidence": [{"text": "e"}]}, False),
        ("case", [], False),
        ("map", MAP, True),
        ("map", {**MAP, "case": "id"}, False),
        ("map", {**MAP, "case": "/a~2"}, False),
        ("map", {**MAP, "case": {"text": "x{/id}"}}, True),
        ("map", {**MAP, "facts": {"a": {"at": ["/a", "^/b"], "values": {"0": 1}, "else": None}}}, True),
        ("map", {**MAP, "facts": {"a": {"each": "/a", "row": ["/x", "@"]}}}, True),
        ("map", {**MAP, "facts": {"a": {"each": "/a", "id": "", "facts": {"b": {"each": "/c"}}}}}, True),
        ("map", {**MAP, "facts": {"a": 3}}, False),
        ("map", {**MAP, "facts": {"a": {"at": "/a", "as": "date"}}}, False),
        ("map", {**MAP, "entities": {"s": {"id": "/a"}}}, False),
        ("map", {**MAP, "expect": {"a": "/b"}}, True),
        ("map", {**MAP, "expect": ["a", {"at": "/c"}, {"each": "/d", "text": "e({/f})"}]}, True),
        ("map", {**MAP, "expect": [3]}, False),
        ("map", {**MAP, "ask": [{"decide": ["a"], "text": "/q"}]}, True),
    ],
)
def test_schema_and_reading_agree(document: str, value: Any, right: bool) -> None:
    assert validator(document).is_valid(value) is right
    assert reads(document, value) is right
