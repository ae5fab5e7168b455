"""Shared by the tests of resolution: a program from a text, and the codes of what is wrong with one."""

from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import Formula, Program


def program(text: str) -> Program:
    loaded = load_text(text, "test.rules")
    errors = [f"{d.code}: {d.message}" for d in loaded.diagnostics if d.severity is Severity.ERROR]
    assert loaded.program is not None, errors
    return loaded.program


def codes(text: str) -> list[str]:
    """The codes of errors and warnings, in the order of the text."""
    return [d.code for d in load_text(text, "test.rules").diagnostics if d.severity is not Severity.HINT]


def condition(text: str, rule: str = "r") -> Formula:
    found = program(text).rules[rule].condition
    assert found is not None
    return found
