"""The tutorial is a golden document: who types what it says sees what it says."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from test_golden import replayed

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"


def test_commands_print_what_the_tutorial_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    document = PAGE.read_text(encoding="utf-8")
    now = replayed(document)
    if request.config.getoption("--bless"):
        PAGE.write_text(now, encoding="utf-8")
        return
    difference = difflib.unified_diff(document.splitlines(), now.splitlines(), "expected", "printed", lineterm="")
    assert now == document, "\n".join(difference)
