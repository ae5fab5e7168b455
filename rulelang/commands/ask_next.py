"""`rulelang ask-next RULES[#CASE]`: which unknown fact to establish next."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format, records


@click.command("ask-next", short_help="say which unknown fact to establish next")
@click.argument("rules", metavar="RULES[#CASE]")
@records
@click.option("--decide", multiple=True, metavar="CLAIM", help="What is to be decided instead of what the case asks.")
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
    help="Seconds for each thing that is asked; else a number of cases that are decided.",
)
@loading
@output_format("text", "json")
def command(
    rules: str,
    cases_file: str | None,
    map_file: str | None,
    decide: tuple[str, ...],
    timeout: float | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Say which unknown fact to establish next, so that what a case asks (or --decide names) is decided after the
    fewest questions.

    Every answer counts as equally likely. Few unknown facts are solved exactly; of many, that fact is named whose
    answers most often decide.

    \b
    Example: rulelang ask-next assignment.rules#acme
    """
    from rulelang.derivations import Wanted
    from rulelang.questions import ask_about_cases

    wanted = Wanted(cases_file, map_file, decide, output_format=output_format, timeout=timeout)
    return ask_about_cases(rules, Loading(include, not no_cache), wanted)
