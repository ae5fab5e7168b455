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
@click.option("--coverage", is_flag=True, help="Also what happened to each rule in these cases, and what never did.")
@click.option(
    "--suggest", type=click.IntRange(min=1), metavar="N",
    help="With the coverage: up to N cases for each file that would cover what none covers.",
)
@click.option(
    "--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT",
    help="With the coverage: exit status 1 where it is less.",
)
@click.option(
    "--scope", type=click.IntRange(min=0), default=2, show_default=True, metavar="N",
    help="For the coverage: how many made-up entities each sort has that a case would list.",
)
@click.option("-v", "--verbose", is_flag=True, help="One line for each case; also hints about the rules.")
def command(
    paths: tuple[str, ...],
    keyword: str | None,
    cases_file: str | None,
    map_file: str | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
    coverage: bool,
    suggest: int | None,
    fail_under: float | None,
    scope: int,
    verbose: bool,
) -> int:
    """Run the cases of rule files (or of all rule files below folders) against what they EXPECT.

    PATH is a file, a folder, file.rules#case for one case, or - for standard input. --coverage counts what can happen
    to each rule: it fires, is excepted (by which exception), beaten (by which rule), its condition is false or not
    known; --suggest and --fail-under ask for it too. Exit status: 0 all expectations were met, 1 some were not or the
    coverage is too low, 2 a file could not be used or there is nothing to run.

    Example: rulelang test corpora -k cancel
    """
    from rulelang.case_runs import Choice, run_cases

    choice = Choice(keyword, cases_file, map_file)
    measure = None
    if coverage or suggest is not None or fail_under is not None:
        from fractions import Fraction

        from rulelang.coverages import Measure

        least = None if fail_under is None else Fraction(str(fail_under))
        measure = Measure(suggest or 0, least, scope)
    return run_cases(paths, Loading(include, not no_cache), choice, output_format, verbose, measure)
