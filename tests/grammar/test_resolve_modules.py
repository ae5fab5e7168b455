"""Modules resolved together without loading: what loading would have refused before."""

from rulelang.grammar.reading.parse import parse
from rulelang.grammar.resolving.resolve import resolve
from rulelang.grammar.source import Source


def test_two_modules_of_one_name_are_told_apart() -> None:
    modules = [parse(Source(name, "MODULE fees\nFACT " + name + "\n")).module for name in ("one", "two")]
    program, found = resolve(modules)
    assert program is None
    assert [diagnostic.code for diagnostic in found] == ["RL202"]
