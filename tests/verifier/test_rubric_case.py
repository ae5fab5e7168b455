"""The rubric of a case under each policy: what is asked for shrinks with what is required."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.cli import main

RULES = """
FACT solvent
FACT rich
FACT minor
OUTCOME sound
ACTION grant
RULE base IF solvent OR rich THEN sound
RULE credit IF sound THEN MUST grant EXCEPTION young IF minor
CASE anna EVIDENCE p1 "The account holds a million." SUPPORTS solvent
  REQUIRES NOT minor
  GIVEN solvent, rich, NOT minor ASK "?" DECIDE MUST grant
"""


@pytest.mark.parametrize(
    ("policy", "warrants", "points"),
    [
        ("full", 2, {"ID": ["says whether `sound`"], "EC": ["judges `NOT minor`"], "IC": ["judges `sound`"]}),
        ("answer", 1, {"ID": [], "CF": ["cites rules"], "RG": ["cites rules", "judges `NOT minor`"], "DC": []}),
        ("sufficient", 2, {"ID": [], "EC": ["judges `NOT minor`"], "DC": []}),
    ],
)
def test_points_under_each_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], policy: str, warrants: int, points: dict[str, list[str]]
) -> None:
    file = tmp_path / "loans.rules"
    file.write_text(RULES, encoding="utf-8")
    assert main(["rubric", f"{file}#anna", "--warrant", policy, "--output-format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["policy"], made["warrants"]) == (policy, warrants)
    found = {one["dimension"]: one["points"] for one in made["dimensions"]}
    assert {name: found[name] for name in points} == points
    assert main(["rubric", f"{file}#anna", "--warrant", policy]) == 0
    assert (f"warrant {policy}" in capsys.readouterr().out) == (policy != "full")
