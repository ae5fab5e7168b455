"""Opens what verbs name on the command line: rule files, cases in them, and files of cases or records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang import ruleset
from rulelang.bundled import found
from rulelang.console import read_input, report
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity, has_errors
from rulelang.grammar.files.load import Loaded, load, load_text
from rulelang.grammar.model import Program
from rulelang.grammar.source import Source
from rulelang.options import Loading
from rulelang.ruleset import Rules

if TYPE_CHECKING:
    from rulelang.engine.records.map_shape import MapShape
    from rulelang.engine.records.reading import Record


def open_program(
    path: str, how: Loading, output_format: str = "text", told: tuple[Severity, ...] = (Severity.WARNING,)
) -> Program:
    """The program of a rule file, or of one module on standard input (`-`).

    Args:
        told: which of the findings that are no errors are shown.

    Raises:
        RuleLangError: with everything that is wrong with it.
    """
    loaded = _loaded(path, how)
    if loaded.program is None or has_errors(loaded.diagnostics):
        raise RuleLangError(loaded.diagnostics)
    report([one for one in loaded.diagnostics if one.severity in told], output_format)
    return loaded.program


def _loaded(path: str, how: Loading) -> Loaded:
    if path == "-":
        source = _standard_input()
        return load_text(source.text, source.name)
    return load(found(path), how.include, how.cache)


def _standard_input() -> Source:
    from rulelang.grammar.reading.read import decode

    return decode(read_input("-"), "<stdin>")


def open_ruleset(path: str, how: Loading) -> Rules:
    """The rules of a file, or of one module on standard input (`-`).

    Raises:
        RuleLangError: with everything that is wrong with them.
    """
    if path == "-":
        source = _standard_input()
        return ruleset.load_text(source.text, source.name)
    return ruleset.load(path, how.include, how.cache)


def open_rules(
    path: str, how: Loading, output_format: str = "text", told: tuple[Severity, ...] = (Severity.WARNING,)
) -> RuleBase:
    """The prepared rules of a rule file; as `open_program`."""
    rules = open_ruleset(path, how)
    report([one for one in rules.findings if one.severity in told], output_format)
    return rules.base


def open_with_findings(path: str, how: Loading) -> tuple[RuleBase, tuple[Diagnostic, ...]]:
    """The prepared rules of a rule file, with everything that was found on the way and is no error.

    Raises:
        RuleLangError: with everything that is wrong with it.
    """
    rules = open_ruleset(path, how)
    return rules.base, rules.findings


def split_case(argument: str) -> tuple[str, str | None]:
    """`file.rules#name` as the file and the name.

    >>> split_case("tax.rules#alice"), split_case("tax.rules")
    (('tax.rules', 'alice'), ('tax.rules', None))
    """
    path, mark, name = argument.rpartition("#")
    return (path, name) if mark else (argument, None)


def open_map(path: str) -> MapShape:
    """The map in a file.

    Raises:
        RuleLangError: it cannot be read, or is no map.
    """
    from rulelang.engine.records.record_map import read_map
    from rulelang.grammar.json_text import decode_json, json_text

    return read_map(json_text(decode_json(read_input(path), shown(path))))


def open_records(program: Program, cases_file: str, map_file: str | None) -> Iterator[Record]:
    """The cases of a JSON or JSONL file, or of the records in it by a map; in place of a bad one, what is wrong."""
    from rulelang.engine.records.reading import read_cases

    by = None if map_file is None else open_map(map_file)
    return read_cases(program, read_input(cases_file), shown(cases_file), by)


def shown(path: str) -> str:
    return "<stdin>" if path == "-" else path
