"""Grounds do not hang on whether a condition is written out or given a name (D1.1), nor does what is certified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulelang
from rulelang.engine.derive import derive
from rulelang.engine.solver.grounds import minimal_grounds
from rulelang.ruleset import load, load_text

HIRED = """
FACT hired : DATE "the day of hire"
FACT today : DATE "today"
OUTCOME e "entitled"
{define}
RULE r IF {condition} THEN e
CASE k GIVEN hired = 2020-01-01, today = 2024-02-29 ASK DECIDE e
"""


def grounds(define: str, condition: str) -> list[list[str]]:
    rules = load_text(HIRED.replace("{define}", define).replace("{condition}", condition))
    derivation = derive(rules.base, rules.program.cases["k"])
    found = minimal_grounds(derivation.core, derivation.situation.known)
    assert found.complete
    return [[judgment.text for judgment in ground] for ground in found.grounds]


@pytest.mark.parametrize(
    ("define", "condition"),
    [
        ("", "MONTHS FROM hired TO today >= 6"),
        ("DEFINE months : INTEGER AS MONTHS FROM hired TO today", "months >= 6"),
        ("DEFINE long AS MONTHS FROM hired TO today >= 6", "long"),
        ("DEFINE months : INTEGER AS MONTHS FROM hired TO today DEFINE long AS months >= 6", "long"),
    ],
)
def test_a_name_for_what_is_compared_is_no_other_judgment(define: str, condition: str) -> None:
    assert grounds(define, condition) == [["MONTHS FROM hired TO today >= 6"]]


def test_what_a_definition_checks_stays_with_it() -> None:
    define = "DEFINE months : INTEGER FROM 0 TO 100 AS MONTHS FROM hired TO today"
    assert grounds(define, "months >= 6") == [["hired = 2020-01-01", "today = 2024-02-29"]]


WEAK = """
FACT b "b"
FACT n : NUMBER "n"
OUTCOME p "p"
OUTCOME v : NUMBER "v"
RULE v THEN v = n * 2
RULE r IF b AND n > 20 THEN p
  EXCEPTION e IF v < 10
CASE k GIVEN b, n = 40 ASK DECIDE p
"""


def test_a_certificate_whose_ground_says_more_than_is_needed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "weak.rules"
    file.write_text(WEAK, encoding="utf-8")
    made = json.loads(str(rulelang.derive(load(str(file)), "k").certificate()))
    [decision] = made["decisions"]
    assert decision["ground"] == ["b", "n > 20"]
    assert rulelang.verify_certificate(made).holds
    decision["ground"] = ["b", "n = 40"]
    for witness in decision["witnesses"]:
        witness["without"] = witness["without"].replace("n > 20", "n = 40")
    found = rulelang.verify_certificate(made)
    assert not found.holds
    assert [one.code for one in found.findings] == ["RL575"]
    assert "weaker judgments" in found.findings[0].message
