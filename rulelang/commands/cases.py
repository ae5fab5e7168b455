"""`rulelang cases`: records become cases by a map, or the cases of a rule file are printed as JSON."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from rulelang.console import DONE, USAGE, read_input, report
from rulelang.options import Loading, loading


@click.command("cases", short_help="turn records into cases, or print the cases of a rule file")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--map", "map_file", metavar="MAP", help="The map (JSON) by which the records in FILE become cases.")
@loading
def command(files: tuple[str, ...], map_file: str | None, include: tuple[Path, ...], no_cache: bool) -> int:
    """Print cases as JSON lines: of records by a --map, or of rule files (file.rules#case: one of them).

    With a map, FILE is JSON or JSONL (- is standard input); a record that the map does not fit is reported and the
    others are printed; the exit status is then 2.

    \b
    Example: rulelang cases --map airline.map.json records.jsonl > cases.jsonl
             rulelang cases airline.rules
    """
    if map_file is None:
        for argument in files:
            _print_cases(argument, Loading(include, not no_cache))
        return DONE
    from rulelang.engine.records.json_write import json_line
    from rulelang.engine.records.reading import Record, read_documents
    from rulelang.opening import open_map, shown

    by = open_map(map_file)
    status = DONE
    for file in files:
        for read in read_documents(read_input(file), shown(file), by):
            if isinstance(read, Record):
                report(read.diagnostics)
                status = USAGE
            else:
                sys.stdout.write(json_line(read.value) + "\n")
    return status


def _print_cases(argument: str, how: Loading) -> None:
    from rulelang.engine.records.case_json import case_json
    from rulelang.engine.records.json_write import json_line
    from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
    from rulelang.opening import open_program, split_case
    from rulelang.ruleset import case_of, own_cases

    path, name = (argument, None) if os.path.exists(argument) else split_case(argument)
    if path.endswith((".json", ".jsonl")):
        hint = "give the map by which its records become cases: --map MAP"
        raise RuleLangError([Diagnostic("RL490", f"`{path}` is no rule file", None, hint=hint)])
    program = open_program(path, how)
    cases = own_cases(program) if name is None else [case_of(program, name)]
    for case in cases:
        sys.stdout.write(json_line(case_json(program, case)) + "\n")
