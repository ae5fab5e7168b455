"""An answer's row hangs on the answer alone, whatever answers to the same case came before it."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import rulelang

RULES = """
FACT f
FACT k
FACT m
OUTCOME p
OUTCOME q
ACTION y
RULE r IF f THEN p
RULE s IF k THEN q AND MUST y
CASE c
GIVEN f
ASK "?" DECIDE p
"""

CLAIMS = (
    [],
    ["q OR k"],
    ["p OR k"],
    ["p AND (NOT p OR k)", "m"],
    ["VIOLATED y", "NOT VIOLATED y"],
    ["MUST y OR DONE y", "k OR m"],
)


def answer(number: int, says: list[str]) -> str:
    claims = [{"id": f"s{at}", "says": one} for at, one in enumerate(says)]
    made = {"rulelang": "answer/1", "case": "a.rules#c", "sample": number, "claims": claims, "decision": {"says": "p"}}
    return json.dumps(made)


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.rules").write_text(RULES, encoding="utf-8")
    return tmp_path


def scored(lines: list[str]) -> dict[Any, Any]:
    Path("answers.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return {row["sample"]: {**row, "line": 0} for row in rulelang.score("answers.jsonl", cache=False)}


@pytest.mark.parametrize("first", range(len(CLAIMS)))
def test_a_row_is_the_same_behind_any_answer(rules: Path, first: int) -> None:
    lines = [answer(number, says) for number, says in enumerate(CLAIMS)]
    alone = {number: scored([line])[number] for number, line in enumerate(lines)}
    assert not any(row["error"] for row in alone.values())
    for second in range(len(lines)):
        rows = scored([lines[first], lines[second]])
        assert rows[second] == alone[second]


def test_rows_are_the_same_in_any_order(rules: Path) -> None:
    lines = [answer(number, says) for number, says in enumerate(CLAIMS[1:5])]
    first = scored(lines)
    for order in list(permutations(lines))[1::5]:
        assert scored(list(order)) == first
