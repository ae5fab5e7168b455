"""From a prompt with labels to a verdict: an answer that cites labels is judged as one that cites the case's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulelang.case_names import named_cases
from rulelang.cli import main
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.options import Loading
from rulelang.verifier.answer import read_answer
from rulelang.verifier.markup.writing import markup_text
from rulelang.verifier.mutation.inject import variations

CASES = Path(__file__).parent / "cases"
KINDS = {"gold", "no_passage", "other_passage", "wrong_rule_on_fact", "invented_rule"}
JUDGED = ("fails", "root", "findings", "rubric", "correct", "complete", "scope", "recall", "precision")


def judged(answer: Path, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    main(["check", str(answer), "--output-format", "json", *options])
    made = json.loads(capsys.readouterr().out)
    found = [(one["code"], one["check"], one["claim"]) for one in made["findings"]]
    return made["checks"], made["rubric"]["score"], found


@pytest.mark.parametrize("file", sorted(path.name for path in CASES.glob("*.rules")))
def test_labels_change_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: str
) -> None:
    monkeypatch.chdir(CASES)
    labels, text, read = tmp_path / "labels.json", tmp_path / "answer.txt", tmp_path / "answer.json"
    case = next(iter(named_cases(file, Loading())))
    assert main(["prompt", case.name, "--probe", "P2", "--seed", "5", "--labels", str(labels)]) == 0
    prompt = capsys.readouterr().out
    shown = json.loads(labels.read_text(encoding="utf-8"))["settings"][0]["passages"]
    assert all(f"{label}: " in prompt for label in shown)
    names = {name: label for label, name in shown.items()}
    for number, variation in enumerate(variations(case.ready, kinds=KINDS)):
        plain = variation.answer(case.name)
        own = tmp_path / f"own{number}.json"
        own.write_text(json.dumps(plain), encoding="utf-8")
        written = json.loads(json.dumps(plain))
        for one in (*written["claims"], *filter(None, [written["decision"]])):
            if "evidence" in one:  # as models write them
                one["evidence"] = [names.get(name, name).lower() for name in one["evidence"]]
        answer = read_answer(json_text(Source("a.json", json.dumps(written))))
        text.write_text(markup_text(answer), encoding="utf-8")
        assert main(["read", str(text), "--case", case.name, "--settings", str(labels), "--out", str(read)]) == 0
        assert json.loads(read.read_text(encoding="utf-8"))["setting"] == "p2"
        capsys.readouterr()
        assert judged(read, capsys, "--settings", str(labels)) == judged(own, capsys), variation.label
        rows = []
        for path, more in ((read, ["--settings", str(labels)]), (own, [])):
            out = tmp_path / "rows.jsonl"
            assert main(["score", str(path), "--out", str(out), *more]) == 0
            rows.append({name: value for name, value in json.loads(out.read_text()).items() if name in JUDGED})
        capsys.readouterr()
        assert rows[0] == rows[1]
        if number == 4:
            break


def test_read_takes_the_labels_of_the_setting_that_the_answer_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, text = tmp_path / "labels.json", tmp_path / "answer.txt"
    setting = {"case": "a.rules#c", "passages": {"D-07": "e1", "D-08": "e2"}, "rules": {"R5": "pay"}}
    settings = [{**setting, "setting": "p2"}, {**setting, "setting": "p3", "passages": {"X1": "e1"}}]
    file.write_text(json.dumps({"rulelang": "settings/1", "settings": settings}), encoding="utf-8")

    def cited(header: str) -> tuple[str, list[str], list[str]]:
        text.write_text(f"CASE: a.rules#c\n{header}CLAIM s1: p [rule r5, d-07, x1]\nDECISION: p | from: s1\n")
        assert main(["read", str(text), "--settings", str(file)]) == 0
        made = json.loads(capsys.readouterr().out)
        claim = made["claims"][0]
        return made["setting"], claim["rules"], claim.get("evidence", [])

    assert cited("SETTING: p2\n") == ("p2", ["R5", "x1"], ["D-07"])
    assert cited("SETTING: p3\n") == ("p3", ["R5", "d-07"], ["X1"])
    assert cited("")[0] == "p1"
    file.write_text("{}", encoding="utf-8")
    assert main(["read", str(text), "--settings", str(file)]) == 2
    assert "RL591" in capsys.readouterr().err


def test_ranges_of_labels_keep_their_zeros(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "answer.txt"
    text.write_text("CASE: a#c\nCLAIM s01: p | evidence: E009-E011\nCLAIM s02: q\nDECISION: p | from: s01-s02\n")
    assert main(["read", str(text)]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["claims"][0]["evidence"] == ["E009", "E010", "E011"]
    assert made["decision"]["from"] == ["s01", "s02"]
