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
@click.option(
    "--grounds",
    is_flag=True,
    help="Print the minimal sets of judgments that settle each decision, and what a full answer judges.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="The most minimal grounds that are listed.",
)
@click.option("--certify", is_flag=True, help="Print a certificate (JSON) that `verify-certificate` checks.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the certificate into FILE, and print the decisions.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="The most time for the grounds of one decision, or for each question of a certificate; without it a fixed "
    "number of steps.",
)
@loading
@output_format("text", "json", "jsonl")
def command(
    rules: str,
    cases_file: str | None,
    map_file: str | None,
    decide: tuple[str, ...],
    explain: bool,
    chain: str | None,
    grounds: bool,
    limit: int,
    certify: bool,
    out: Path | None,
    timeout: float | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Decide what cases ask (or what --decide names) by the rules in RULES (- is standard input).

    Without #CASE and --cases, all cases of the rule file are decided. One bad record costs that record alone; the
    exit status is then 2. With --grounds or --certify it is 4 where a limit was reached, and with --certify 1 where
    nothing settles a decision.

    \b
    Example: rulelang derive assignment.rules#acme --explain
             rulelang derive assignment.rules#acme --grounds
             rulelang derive assignment.rules#acme --certify --out acme.cert.json
             rulelang derive airline.rules --cases cases.jsonl --decide total --output-format jsonl
    """
    from rulelang.derivations import Wanted, derive_cases

    if out is not None and not certify:
        raise click.UsageError("--out says where the certificate goes: it needs --certify")
    if certify and out is None and (explain or chain or grounds):
        raise click.UsageError("--certify prints the certificate alone: name a file for it with --out")
    within = None
    if grounds:
        from rulelang.grounds import Within

        within = Within(limit, timeout)
    wanted = Wanted(
        cases_file, map_file, decide, explain, chain, output_format, within, certify=certify, out=out, timeout=timeout
    )
    return derive_cases(rules, Loading(include, not no_cache), wanted)
