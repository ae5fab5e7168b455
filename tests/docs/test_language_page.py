"""The normative pages: every module on them is read and loads, and what they refer to exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.engine.derive import expectations
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.files.load import load_text
from rulelang.grammar.printing.format import format_source
from rulelang.grammar.source import Source

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGE = (DOCS / "language.md").read_text(encoding="utf-8")
SEMANTICS = (DOCS / "semantics.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(match[1], id=f"line {LANGUAGE[: match.start()].count(chr(10)) + 1}")
    for match in _BLOCK.finditer(LANGUAGE)
]


@pytest.mark.parametrize("module", BLOCKS)
def test_module_on_the_page_loads_without_a_finding(module: str) -> None:
    loaded = load_text(module)
    found = [diagnostic for diagnostic in loaded.diagnostics if diagnostic.severity is not Severity.HINT]
    assert found == []
    assert loaded.program is not None


@pytest.mark.parametrize("module", BLOCKS)
def test_cases_on_the_page_come_out_as_they_expect(module: str) -> None:
    program = load_text(module).program
    assert program is not None
    base, found = prepare(program)
    assert [diagnostic for diagnostic in found if diagnostic.severity is not Severity.HINT] == []
    assert base is not None
    for case in program.cases.values():
        assert [met.stated.text for met in expectations(base, case) if not met.met] == [], case.name


@pytest.mark.parametrize("module", BLOCKS)
def test_module_on_the_page_is_laid_out_as_fmt_does(module: str) -> None:
    assert format_source(Source("<page>", module)) == module


def test_definitions_that_are_cited_exist() -> None:
    defined = set(re.findall(r"^(?:## )?([DT][0-9]+(?:\.[0-9]+)?)\b", SEMANTICS, re.MULTILINE))
    cited = set(re.findall(r"\b(D[0-9]+(?:\.[0-9]+)?)\b", LANGUAGE + SEMANTICS))
    assert sorted(cited - defined) == []


def test_links_lead_somewhere() -> None:
    for page in (LANGUAGE, SEMANTICS):
        for target in re.findall(r"\]\(([^)#:]+)\)", page):
            assert (DOCS / target).exists(), target
