"""The bundled answers: each file says by its name what is right or wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.cli import main

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "corpora" / "ruleweaver" / "answers"
HEADLINES = {
    "affiliate_against_its_reasons": "wrong: aggregation",
    "affiliate_complete": "complete",
    "affiliate_rival_forgotten": "right decision, incomplete warrant: condition",
    "affiliate_wrong_passage": "right decision, incomplete warrant: evidence",
    "shrimp_complete": "complete",
    "shrimp_meta_rule_cited": "right decision, incomplete warrant: rule use",
    "shrimp_step_skipped": "right decision, incomplete warrant: condition",
    "waiver_complete": "complete",
    "waiver_order_overlooked": "wrong: condition",
}


def test_every_bundled_answer_is_judged_here() -> None:
    assert sorted(path.stem for path in ANSWERS.glob("*.json")) == sorted(HEADLINES)


@pytest.mark.parametrize("name", sorted(HEADLINES))
def test_answer_is_judged_as_its_name_says(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    status = main(["check", str(ANSWERS / f"{name}.json")])
    headline = capsys.readouterr().out.splitlines()[0]
    assert headline.partition(": ")[2].partition(" (")[0] == HEADLINES[name]
    assert status == (0 if HEADLINES[name] == "complete" else 1)
