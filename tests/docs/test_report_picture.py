"""The picture of a report in the README says what the report says today."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("matplotlib")

SCRIPT = Path(__file__).parents[2] / "docs" / "report_picture.py"


def words(svg: str) -> list[str]:
    """Its words and figures, in their order: where they stand depends on the version of matplotlib."""
    texts = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [" ".join("".join(text.itertext()).split()) for text in texts]


def test_picture_says_what_the_report_says(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    spec = importlib.util.spec_from_file_location("report_picture", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "report_picture", script)
    spec.loader.exec_module(script)
    document = script.reported()
    made = script.drawn(document)
    assert made == script.drawn(document), "the same report gives the same bytes"
    if request.config.getoption("--bless"):
        script.PICTURE.write_text(made, encoding="utf-8")
    committed = script.PICTURE.read_text(encoding="utf-8")
    assert words(committed) == words(made), "python docs/report_picture.py draws it anew"
    assert len(committed.encode()) < 200_000
    assert "http" not in made.replace('"http://www.w3.org/2000/svg"', "").replace('"http://www.w3.org/1999/xlink"', "")
    assert "var(" not in made
