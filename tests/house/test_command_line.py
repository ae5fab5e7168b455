"""The front door: help with an example for each verb, exit statuses, pipes, colour, crashes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulelang import __version__
from rulelang.cli import main
from rulelang.verbs import HELP, VERBS

RULES = "FACT a\nOUTCOME b\nRULE r IF a THEN b\nCASE c GIVEN a EXPECT b\nCASE d GIVEN NOT a EXPECT b\n"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "example.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(
        [sys.executable, "-m", "rulelang", *arguments],
        capture_output=True,
        text=True,
        env={**kept, **environment},
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_help_lists_the_verbs_and_is_the_same_through_click(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == HELP
    assert main(["--help", "--help"]) == 0
    assert capsys.readouterr().out == HELP
    for verb in VERBS:
        assert re.search(rf"^  {verb} ", HELP, re.MULTILINE)


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_has_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"Example: rulelang {verb} " in " ".join(shown.split())


def test_every_verb_is_on_the_page_of_the_command_line() -> None:
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z-]+)[ `]", page, re.MULTILINE) == list(VERBS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rulelang {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], None),
        (["chek"], "RL490"),
        (["derive"], "RL490"),
        (["derive", "--nothing"], "RL490"),
        (["derive", "x.rules", "--output-format", "xml"], "RL490"),
        (["test", "nowhere.rules"], "RL130"),
        (["derive", "nowhere.rules"], "RL130"),
        (["check", "nowhere.json"], "RL491"),
        (["cases", "--map", "nowhere.json", "nowhere.jsonl"], "RL491"),
        (["explain", "RL999"], "RL492"),
    ],
)
def test_unusable_input_is_status_2_with_a_code(
    arguments: list[str], code: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == HELP if code is None else f"[{code}]" in shown.err


def test_misspelt_verb_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    main(["chek"])
    assert "did you mean `check`?" in capsys.readouterr().err


def test_failed_expectation_is_status_1(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(rules)]) == 1
    assert main(["test", f"{rules}#c"]) == 0
    assert main(["test", str(rules), "-k", "c"]) == 0
    assert main(["test", str(rules), "-k", "nothing"]) == 2
    capsys.readouterr()


def test_a_crash_is_status_3_with_a_report_and_no_traceback(
    rules: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("rulelang.overview.show", lambda *_: 1 // 0)
    assert main(["show", str(rules)]) == 3
    shown = capsys.readouterr().err
    assert "RL499" in shown
    assert "Traceback" not in shown
    (report,) = tmp_path.glob("rulelang-crash-*.txt")
    assert str(report) in shown
    assert "ZeroDivisionError" in report.read_text(encoding="utf-8")
    assert str(rules) in report.read_text(encoding="utf-8")


def test_a_developer_sees_the_traceback(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_TRACEBACK", "1")
    monkeypatch.setattr("rulelang.overview.show", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        main(["show", str(rules)])


def test_a_reader_that_goes_away_is_no_failure(rules: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "rulelang", "schema", "map"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 141)


def test_a_verb_that_is_still_writing_when_the_reader_goes_says_so(rules: Path) -> None:
    flood = [sys.executable, "-m", "rulelang", "mutate", "corpora/agent/airline.rules"]
    with subprocess.Popen(flood, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_standard_input_is_a_dash(rules: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulelang", "derive", "-"],
        input=RULES.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"c\n")


def test_colour_is_asked_for_and_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("RULE r IF a THEN b\n", encoding="utf-8")
    assert "\x1b[" not in run("test", str(wrong)).stderr
    assert "\x1b[" in run("test", str(wrong), FORCE_COLOR="1").stderr
    assert "\x1b[" not in run("test", str(wrong), FORCE_COLOR="1", NO_COLOR="1").stderr


def test_output_that_cannot_be_encoded_is_escaped(rules: Path, tmp_path: Path) -> None:
    path = tmp_path / "ü.rules"
    path.write_text("OUTCOME straße\nRULE r THEN straße\nCASE c ASK DECIDE straße\n", encoding="utf-8")
    done = run("derive", str(path), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert "stra\\xdfe" in done.stdout


def test_problems_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    assert main(["derive", "nowhere.rules", "--output-format", "json"]) == 2
    shown = json.loads(capsys.readouterr().err)
    assert [one["code"] for one in shown] == ["RL130"]
