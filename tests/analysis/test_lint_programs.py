"""`lint` of files that use each other: each finding once, in any order."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from rulelang.cli import main

BASE = """\
MODULE base
FACT a "a"
FACT spare "spare"
FACT idle "idle"
# rulelang: ignore RL516 because the court speaks of the rest
OUTCOME p "p"
OUTCOME open "open"
RULE one IF a AND NOT a THEN p
RULE two IF a THEN p
# rulelang: ignore RL515 because there was another one
RULE three IF spare AND spare THEN open
"""
TOP = """\
MODULE top
USE base
FACT c "c"
OUTCOME q "q"
RULE q IF idle AND c AND c THEN q
RULE no IF c THEN NOT p
"""
SIDE = """\
MODULE side
USE base
OUTCOME s "s"
RULE s IF p THEN s
"""


def found(capsys: pytest.CaptureFixture[str], *paths: str) -> dict[str, Any]:
    main(["lint", *paths, "--output-format", "json"])
    made: dict[str, Any] = json.loads(capsys.readouterr().out)
    return made


def test_each_finding_is_told_once_in_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("base", BASE), ("top", TOP), ("side", SIDE)):
        (tmp_path / f"{name}.rules").write_text(text)
    runs = [found(capsys, *names) for names in permutations(("base.rules", "top.rules", "side.rules"))]
    assert all(run["findings"] == runs[0]["findings"] and run["suppressed"] == 1 for run in runs)
    told = [(one["file"], one["line"], one["code"], one["message"]) for one in runs[0]["findings"]]
    assert len(set(told)) == len(told)
    codes = {(file, line, code) for file, line, code, _ in told}
    assert {("base.rules", 8, "RL512"), ("base.rules", 10, "RL526"), ("top.rules", 5, "RL533")} <= codes
    assert ("base.rules", 5, "RL526") not in codes, "the program of `top` has the finding that is answered there"
    assert ("base.rules", 4, "RL518") not in codes, "`top` reads it"
    assert ("base.rules", 4, "RL518") in {
        (one["file"], one["line"], one["code"]) for one in found(capsys, "base.rules", "side.rules")["findings"]
    }


def test_a_file_under_two_names_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.rules").write_text(BASE)
    (tmp_path / "side.rules").write_text(SIDE)
    once = found(capsys, "base.rules")
    absolute = str(tmp_path / "side.rules")
    both = found(capsys, absolute, "base.rules", "./base.rules")
    assert {one["file"] for one in both["findings"] if one["code"] == "RL512"} == {"base.rules"}
    assert both["suppressed"] == once["suppressed"]
    assert len(both["findings"]) == len({(one["line"], one["code"], one["message"]) for one in both["findings"]})


def test_settings_of_one_of_the_programs_are_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "base.rules").write_text(BASE)
    (tmp_path / "side.rules").write_text(SIDE.replace("USE base", "USE base"))
    (tmp_path / "a" / "rulelang.toml").write_text('[lint]\nignore = ["RL512"]\nseverity = { RL533 = "error" }\n')
    files = [str(tmp_path / "a" / "base.rules"), str(tmp_path / "side.rules")]
    runs = []
    for order in (files, files[::-1]):
        main(["lint", *order, "--include", str(tmp_path / "a"), "--output-format", "json"])
        runs.append(json.loads(capsys.readouterr().out)["findings"])
    assert runs[0] == runs[1]
    severity = {one["code"]: one["severity"] for one in runs[0]}
    assert severity["RL512"] == "warning"
    assert severity["RL533"] == "error"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"a = '\xff'", "is no TOML: byte 6 is not UTF-8"),
        (b"a = 'b\x01'", "is no TOML: found invalid character `\\x01` (at line 1"),
        (b"a = " + b"[" * 100_000, "is no TOML: it is nested too deeply"),
    ],
)
def test_settings_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, words: str
) -> None:
    (tmp_path / "base.rules").write_text(BASE)
    (tmp_path / "rulelang.toml").write_bytes(data)
    main(["lint", str(tmp_path / "base.rules")])
    assert f"`rulelang.toml` {words}" in capsys.readouterr().err
