"""The example modules of the design resolve without errors or warnings other than gaps of tables."""

from pathlib import Path

import pytest

from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.resolving.resolve import resolve
from rulelang.grammar.source import Source

EXAMPLES = Path(__file__).parents[2].parent / "shared" / "design" / "examples"
FILES = sorted(EXAMPLES.glob("*.rules")) if EXAMPLES.is_dir() else []

pytestmark = pytest.mark.skipif(not FILES, reason="the design's examples are not beside this repository")


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_example_resolves(path: Path) -> None:
    parsed = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert not parsed.diagnostics
    program, diagnostics = resolve([parsed.module])
    assert [d for d in diagnostics if d.severity is Severity.ERROR] == []
    assert {d.code for d in diagnostics} <= {"RL254"}
    assert program is not None
