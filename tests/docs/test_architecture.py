"""The architecture page: its arrows are functions that exist, and its picture names no others."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
FUNCTIONS = re.findall(r"^\| [a-z ]+ \| `(rulelang\.[\w.]+)` \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arrow_is_a_function(name: str) -> None:
    module, _, function = name.rpartition(".")
    assert callable(getattr(import_module(module), function))


def test_picture_draws_only_arrows_of_the_table() -> None:
    picture = PAGE.split("## The picture")[1].split("```")[1]
    drawn = set(re.findall(r"-+([a-z_]+)-+>", picture))
    assert drawn
    assert drawn <= {name.rpartition(".")[2] for name in FUNCTIONS} | {"read_answer", "verify"}
