"""Scores of answers that cite by the labels of a setting: those of `check`, whichever way answers come."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.checked import read_labels
from rulelang.cli import main
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.scoring.desk import Terms
from rulelang.scoring.pieces import Input, Sizes
from rulelang.scoring.run import Outcome, Request, run

RULES = """
FACT solvent "the customer can pay"
FACT minor "the customer is a minor"
ACTION grant "grant the loan"
RULE credit IF solvent THEN MUST grant EXCEPTION young IF minor
CASE anna EVIDENCE p1 "The account holds a million." SUPPORTS solvent
  EVIDENCE p2 "She is forty." SUPPORTS NOT minor
  GIVEN solvent, NOT minor ASK "?" DECIDE MUST grant
CASE ben EVIDENCE p1 "He is ten." SUPPORTS minor
  GIVEN solvent, minor ASK "?" DECIDE MUST grant
"""
LABELS: dict[str, Any] = {
    "rulelang": "settings/1",
    "settings": [
        {
            "case": "loans.rules#anna",
            "setting": "p2",
            "passages": {"E007": "p1", "E002": "p2"},
            "distractors": {"E001": "It rains."},
            "rules": {"R5": "credit", "R9": None},
        },
        {"case": "loans.rules#anna", "setting": "p3", "passages": {"E001": "p1", "E002": "p2"}},
    ],
}
NAMES = {
    "p1": {"p1": "p1", "p2": "p2", "other": "p9", "credit": "credit", "no": "none_such"},
    "p2": {"p1": "E007", "p2": "E002", "other": "E001", "credit": "R5", "no": "R9"},
    "p3": {"p1": "E001", "p2": "E002", "other": "p1", "credit": "credit", "no": "none_such"},
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("rulelang.scoring.run.SMALL", 0)
    (tmp_path / "loans.rules").write_text(RULES, encoding="utf-8")
    write_labels(LABELS)
    return tmp_path


def write_labels(document: Any) -> None:
    Path("labels.json").write_text(json.dumps(document), encoding="utf-8")


def an_answer(case: str, setting: str, chance: random.Random) -> dict[str, Any]:
    """An answer, complete or with a fault, that cites as the setting has it."""
    names = NAMES[setting] if case == "anna" else NAMES["p1"]
    credit, young = names["credit"], f"{names['credit']}.young"
    passages = [names[chance.choice(["p1", "p1", "p1", "p2", "other"])]]
    minor = {"says": "NOT minor", "evidence": [names["p2"]]} if case == "anna" else {"says": "minor"}
    claims = [
        {"id": "s1", "says": "solvent", "rules": [credit], "evidence": passages},
        {"evidence": [names["p1"]], **minor, "id": "s2", "rules": [young]},
    ]
    if chance.random() < 0.2:
        del claims[chance.randrange(2)]
    says = chance.choice(["MUST grant", "MUST grant", "NOT MUST grant"])
    cited = [names[chance.choice(["credit", "credit", "no"])]]
    decision = {"says": says, "from": [one["id"] for one in claims], "rules": cited, "evidence": []}
    made = {"rulelang": "answer/1", "case": f"loans.rules#{case}", "setting": setting, "claims": claims}
    return {**made, "decision": decision}


def write_answers(count: int) -> list[dict[str, Any]]:
    chance = random.Random(3)
    made = [an_answer(chance.choice(["anna", "anna", "ben"]), chance.choice(["p1", "p2", "p3"]), chance)
            for _ in range(count)]  # fmt: skip
    Path("a.jsonl").write_text("".join(json.dumps(one) + "\n" for one in made), encoding="utf-8")
    return made


class Still:
    def __init__(self, stop_after: int | None = None) -> None:
        self.left = stop_after

    def begins(self, size: int | None, workers: int) -> None: ...
    def goes_on(self, rows: int) -> None: ...
    def seen(self, size: int) -> None: ...
    def problem(self, problem: object) -> None: ...
    def scored(self, rows: int) -> None:
        if self.left is not None:
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt


def scored(workers: int = 1, method: str | None = None, stop_after: int | None = None) -> Outcome:
    terms = Terms(settings=read_labels(Path("labels.json")), sizes=Sizes(8000), json_lines=True)
    return run(Request((Input("a.jsonl"),), (Path("r.jsonl"),), terms, workers, False, method), Still(stop_after))


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("r.jsonl").read_text(encoding="utf-8").splitlines()]


def test_rows_say_what_check_says(here: Path) -> None:
    answers = write_answers(150)
    scored()
    rules = rulelang.load("loans.rules")
    seen = set()
    by_python = list(rulelang.score("a.jsonl", settings=Path("labels.json")))
    one_by_one = list(rulelang.score(answers, rules, settings=LABELS))
    for answer, row, other, alone in zip(answers, rows(), by_python, one_by_one, strict=True):
        checked = rulelang.check(rules, answer, settings=LABELS)
        found = [check.name.lower() for check in checked.result.fails]
        assert (row["fails"], row["rubric"], row["correct"]) == (found, checked.points, checked.correct), answer
        assert row["findings"] == sorted(one.code for one in checked.findings)
        keys = ("fails", "root", "findings", "rubric", "scope", "recall", "precision")
        assert [other[key] for key in keys] == [row[key] for key in keys] == [alone[key] for key in keys]
        seen.add((answer["setting"], row["complete"]))
    assert {(setting, done) for setting in ("p1", "p2", "p3") for done in (True, False)} == seen


def test_bytes_do_not_depend_on_workers(here: Path) -> None:
    write_answers(150)
    scored()
    alone = Path("r.jsonl").read_bytes()
    for method in ("fork", "spawn"):
        scored(2, method)
        assert Path("r.jsonl").read_bytes() == alone


def test_without_settings_labels_are_unknown(here: Path) -> None:
    answer = an_answer("anna", "p2", random.Random(0))
    assert next(rulelang.score(answer))["found_rules"] == 0
    assert next(rulelang.score(answer, settings="labels.json"))["found_rules"] == 1


def test_run_that_was_stopped_wants_the_same_settings(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_answers(60)
    with pytest.raises(KeyboardInterrupt):
        scored(stop_after=2)
    other = json.loads(json.dumps(LABELS))
    other["settings"][0]["passages"] = {"E002": "p1", "E007": "p2"}
    write_labels(other)
    with pytest.raises(RuleLangError, match=r"RL604.*`labels.json` has changed"):
        scored()
    Path("labels.json").rename("others.json")
    write_labels(LABELS)
    assert main(["score", "a.jsonl", "--out", "r.jsonl", "--settings", "others.json"]) == 2
    assert "RL603" in capsys.readouterr().err
    assert scored().scored < 60
    whole = Path("r.jsonl").read_bytes()
    scored()
    assert Path("r.jsonl").read_bytes() == whole


def broken(**change: Any) -> dict[str, Any]:
    return {**LABELS, "settings": [{**LABELS["settings"][0], **change}]}


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({"rulelang": "settings/1"}, "RL591"),
        (broken(passages={"E1": "p1", "E2": "p2", "E3": "p8"}), "RL592"),
        (broken(passages={"E1": "p1"}), "RL593"),
        (broken(distractors={"E3": "she is  forty."}), "RL594"),
    ],
)
def test_bad_settings_are_refused_before_anything_is_scored(
    here: Path, capsys: pytest.CaptureFixture[str], document: Any, code: str
) -> None:
    write_answers(3)
    write_labels(document)
    assert main(["score", "a.jsonl", "--out", "r.jsonl", "--settings", "labels.json"]) == 2
    assert f"error[{code}]" in capsys.readouterr().err
    assert not list(here.glob("r.jsonl*"))
    with pytest.raises(RuleLangError, match=code):
        next(rulelang.score("a.jsonl", settings=document))
    with pytest.raises(RuleLangError, match=code):
        rulelang.check(rulelang.load("loans.rules"), an_answer("anna", "p2", random.Random(0)), settings=document)
