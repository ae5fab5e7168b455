"""The page about Python runs, in a folder with nothing in it; it names every public name."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import rulelang

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```pycon\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "api.md", str(PAGE), 0)
    runner = doctest.DocTestRunner()
    told: list[str] = []
    assert runner.run(test, out=told.append).failed == 0, "".join(told)


@pytest.mark.parametrize("name", sorted(set(rulelang.__all__) - {"__version__"}))
def test_every_public_name_is_on_the_page(name: str) -> None:
    assert re.search(rf"^\| .*`{name}[(`]", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
