"""`rulelang derive`: decides cases of a rule file, of JSON, or of records by a map, with the chain of reasons."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format, records


@click.command("derive", short_help="decide cases, with the chain of reasons")
@click.argument("rules", metavar="RULES[#CASE]")
@records
@click.option("--decide", multiple=True, metavar="CLAIM", help="What to decide instead of what the case asks.")
@click.option("--explain", is_flag=True, help="Say why, in words.")
@click.option("--chain", type=click.Choice(["text", "json", "dot", "mermaid"]), help="Print the chain of reasons.")
@loading
@output_format("text", "json", "jsonl")
def command(
    rules: str,
    cases_file: str | None,
    map_file: str | None,
    decide: tuple[str, ...],
    explain: bool,
    chain: str | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Decide what cases ask (or what --decide names) by the rules in RULES (- is standard input).

    Without #CASE and --cases, all cases of the rule file are decided. One bad record costs that record alone; the
    exit status is then 2.

    \b
    Example: rulelang derive assignment.rules#acme --explain
             rulelang derive airline.rules --cases cases.jsonl --decide total --output-format jsonl
    """
    from rulelang.derivations import Wanted, derive_cases

    wanted = Wanted(cases_file, map_file, decide, explain, chain, output_format)
    return derive_cases(rules, Loading(include, not no_cache), wanted)
