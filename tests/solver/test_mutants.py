"""The planted faults: each still has its place, and the page has each."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from mutants import MUTANTS, PAGE, Mutant, changed, row


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: f"{m.module.removeprefix('rulelang.engine.')}: {m.name}")
def test_a_fault_has_its_place(mutant: Mutant) -> None:
    found = importlib.util.find_spec(mutant.module)
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).read_text(encoding="utf-8")
    compile(changed(source, mutant), found.origin, "exec")


def test_the_page_has_every_fault() -> None:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "| `engine." in line]
    assert [line.split(" | ")[1] for line in lines] == [mutant.name for mutant in MUTANTS]


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_a_fault_is_caught(number: int) -> None:
    line, good = row(number)
    assert good, line
