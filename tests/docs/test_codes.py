"""Every diagnostic code has a page, every page's code is used, and the examples on the pages do what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.scope import scope_of
from rulelang.engine.derive import derive, expectations
from rulelang.engine.explaining.hints import hints
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.files.load import load

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "codes"
LAYERS = ("grammar", "engine", "verifier", "rulelang")
_CODE = re.compile(r"\bRL[0-9]{3}\b")
_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


def codes_in_use() -> set[str]:
    """The codes that the sources of the layers name (the links in `rulelang/` are the layers again)."""
    found: set[str] = set()
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            found.update(_CODE.findall(path.read_text(encoding="utf-8")))
    return found


PAGE_PATHS = sorted(PAGES.glob("RL*.md"))


def test_every_code_has_a_page() -> None:
    assert sorted(codes_in_use() - {path.stem for path in PAGE_PATHS}) == []


def test_every_page_is_about_a_code_that_is_used() -> None:
    assert sorted({path.stem for path in PAGE_PATHS} - codes_in_use()) == []


def section(page: str, heading: str) -> str:
    """The text below a heading of the second level."""
    _, _, rest = page.partition(f"\n## {heading}\n")
    return rest.partition("\n## ")[0]


def module_in(text: str) -> str | None:
    """The first block of a section, if it is a module."""
    block = _FENCE.search(text)
    return block["body"] if block is not None and block["info"].split()[:1] == ["rules"] else None


def codes_of(module: str, folder: Path) -> set[str]:
    """The codes of what is found while a module is loaded, its rules are prepared and its cases are run."""
    path = folder / "example.rules"
    path.write_text(module, encoding="utf-8")
    return {diagnostic.code for diagnostic in findings(path)}


def findings(path: Path) -> Iterator[Diagnostic]:
    """What is found in a rule file, phase by phase."""
    try:
        loaded = load(path, cache=False)
    except RuleLangError as refused:
        yield from refused.diagnostics
        return
    yield from loaded.diagnostics
    if loaded.program is None:
        return
    base, found = prepare(loaded.program)
    yield from found
    if base is None:
        return
    for case in loaded.program.cases.values():
        try:
            yield from hints(base, derive(base, case))
            expectations(base, case)
        except RuleLangError as refused:
            yield from refused.diagnostics
    yield from (one.diagnostic for one in lint(base, scope_of([base.program])).findings)


@pytest.mark.parametrize("path", PAGE_PATHS, ids=lambda path: path.stem)
def test_page_has_the_fixed_shape(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert page.startswith(f"# {path.stem}: ")
    assert section(page, "Example").strip()
    assert _FENCE.search(section(page, "Example")), "an example is a fenced block"
    if module_in(section(page, "Example")) is not None:
        assert module_in(section(page, "Instead")) is not None, "the mended module is missing"


WITH_MODULES = [p for p in PAGE_PATHS if module_in(section(p.read_text(encoding="utf-8"), "Example")) is not None]
"""The pages whose example is a module; those of commands and JSON input are run by the golden documents."""


@pytest.mark.parametrize("path", WITH_MODULES, ids=lambda path: path.stem)
def test_examples_do_what_the_page_says(path: Path, tmp_path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    wrong = module_in(section(page, "Example"))
    assert wrong is not None
    assert path.stem in codes_of(wrong, tmp_path)
    mended = module_in(section(page, "Instead"))
    assert mended is not None
    assert path.stem not in codes_of(mended, tmp_path)


def test_every_example_is_shown_with_its_message_in_a_golden_document() -> None:
    shown: set[str] = set()
    for path in (ROOT / "tests" / "golden").rglob("*.md"):
        shown.update(re.findall(r"^```rules page:(RL[0-9]{3})$", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert sorted({path.stem for path in WITH_MODULES} - shown) == []
