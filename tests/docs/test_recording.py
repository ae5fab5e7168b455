"""The picture in the README is what its commands print today."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "recording.py"


def test_picture_is_what_the_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    spec = importlib.util.spec_from_file_location("recording", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    recording = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "recording", recording)
    spec.loader.exec_module(recording)
    monkeypatch.chdir(tmp_path)
    made = recording.recorded()
    if request.config.getoption("--bless"):
        recording.PICTURE.write_text(made, encoding="utf-8")
    assert recording.PICTURE.read_text(encoding="utf-8") == made
    assert "http" not in made.replace('xmlns="http://www.w3.org/2000/svg"', ""), "the picture loads something"
    ElementTree.fromstring(made)
