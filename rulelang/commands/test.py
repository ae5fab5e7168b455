"""`rulelang test PATH…`: runs the cases of rule files against what they EXPECT."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format, records


@click.command("test", short_help="run the cases of rule files against their EXPECT lines")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-k", "keyword", metavar="WORDS", help="Only cases whose name holds these words; `not` before a word.")
@records
@loading
@output_format("text", "json")
@click.option("-v", "--verbose", is_flag=True, help="One line for each case; also hints about the rules.")
def command(
    paths: tuple[str, ...],
    keyword: str | None,
    cases_file: str | None,
    map_file: str | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
    verbose: bool,
) -> int:
    """Run the cases of rule files (or of all rule files below folders) against what they EXPECT.

    PATH is a file, a folder, file.rules#case for one case, or - for standard input. Exit status: 0 all expectations
    were met, 1 some were not, 2 a file could not be used or there is nothing to run.

    Example: rulelang test corpora -k cancel
    """
    from rulelang.case_runs import Choice, run_cases

    choice = Choice(keyword, cases_file, map_file)
    return run_cases(paths, Loading(include, not no_cache), choice, output_format, verbose)
