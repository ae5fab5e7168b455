"""The README is a golden document: its files, its commands and what they print; and its Python runs."""

from __future__ import annotations

import difflib
import doctest
import re
from pathlib import Path

import pytest
from test_golden import replayed

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder: what comes with RuleLang is found from anywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def test_commands_print_what_the_readme_says(folder: Path, request: pytest.FixtureRequest) -> None:
    document = README.read_text(encoding="utf-8")
    now = replayed(document)
    if request.config.getoption("--bless"):
        README.write_text(now, encoding="utf-8")
        return
    difference = difflib.unified_diff(document.splitlines(), now.splitlines(), "expected", "printed", lineterm="")
    assert now == document, "\n".join(difference)


def test_python_examples_run(folder: Path) -> None:
    replayed(README.read_text(encoding="utf-8"))
    blocks = re.findall(r"^```pycon\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "README", str(README), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_set_up_commands_are_those_that_ci_runs() -> None:
    document = README.read_text(encoding="utf-8")
    for mark, last in (("run", "rulelang check"), ("test", "pytest")):
        block = re.search(rf"<!-- ci: {mark} -->\n```sh\n(.*?)```", document, re.DOTALL)
        assert block is not None
        assert block[1].startswith("python3 -m venv .venv")
        assert last in block[1].splitlines()[-1]


def test_first_command_checks_a_bundled_answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from rulelang.cli import main

    found = re.search(r"rulelang (check corpora/\S+)", README.read_text(encoding="utf-8"))
    assert found is not None
    assert main(found[1].split()) == 0
    assert "complete" in capsys.readouterr().out
