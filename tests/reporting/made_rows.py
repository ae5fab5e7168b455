"""Rows of results made by hand, and tables of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from rulelang.verifier.rubric import Dimension
from rulelang.verifier.scoring.row import NO_CASE, Place, Row, Verdict, record
from rulelang.verifier.statistics.answers import Answers, answers_of
from rulelang.verifier.statistics.reading import schema

DIMENSIONS = tuple(dimension.name.lower() for dimension in Dimension)


def row(
    case: str = "c1", model: str | None = "m", setting: str | None = "p1", sample: int | None = 0, **cells: Any
) -> dict[str, Any]:
    """An evaluable answer that is right in every way, but for the cells that are given."""
    plain: Mapping[str, Any] = record(Row(Place("a.jsonl", 1, case, setting, model, sample), NO_CASE, Verdict()))
    right = {
        "track": "policy",
        "policy": "full",
        "evaluable": True,
        "correct": True,
        "complete": True,
        "complete_but_aggregation": True,
        "slots": 2,
        "warrants": 1,
        "scope": True,
        "rubric": 100,
        "graded": 100.0,
        "recall": 1.0,
        "precision": 1.0,
        "depth": 1,
        "load": 0,
        "branching": 0,
        **{f"dim_{name}": True for name in DIMENSIONS},
        **{f"graded_{name}": 1.0 for name in DIMENSIONS},
    }
    unknown = set(cells) - set(plain)
    assert not unknown, unknown
    return {**plain, **right, **cells}


def failed(*layers: str, correct: bool = True, **cells: Any) -> dict[str, Any]:
    """The cells of an answer that fails these layers."""
    return {
        "complete": False,
        "correct": correct,
        "complete_but_aggregation": set(layers) <= {"aggregation"},
        "fails": list(layers),
        "root": list(layers[:1]),
        **cells,
    }


def not_extracted(**cells: Any) -> dict[str, Any]:
    """The cells of an answer from which nothing could be extracted."""
    empty = {f"dim_{name}": None for name in DIMENSIONS} | {f"graded_{name}": None for name in DIMENSIONS}
    nothing = {"scope": None, "slots": None, "rubric": None, "graded": None, "recall": None, "precision": None}
    return {"evaluable": False, "complete": False, "complete_but_aggregation": False, **empty, **nothing, **cells}


def table(rows: Sequence[Mapping[str, Any]]) -> Any:
    numbered = [{**one, "line": number} for number, one in enumerate(rows, 1)]
    return pa.Table.from_pylist(numbered, schema=schema())


def answers(rows: Sequence[Mapping[str, Any]], *settings: str) -> Answers:
    return answers_of(table(rows), settings)
