"""`rulelang verify-certificate CERT.json`: holds a certificate to the rules, without looking for anything."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format


@click.command("verify-certificate", short_help="check a certificate of `derive --certify` against the rules")
@click.argument("certificate", metavar="CERT.json")
@click.option(
    "--rules",
    metavar="RULES[#CASE]",
    help="The rules (and the case) that it has to be a certificate for, instead of those that it names.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="The most time for one question; without it a fixed number of steps, the same on every machine.",
)
@loading
@output_format("text", "json")
def command(
    certificate: str,
    rules: str | None,
    timeout: float | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Check a certificate (- is standard input) from the rule files alone: are they the ones that it was made for, is
    the case the same, does each step follow from its premises by its rules, does the ground entail the decision, and
    does each of its judgments have a world that shows that it is needed?

    Exit status: 0 verified, 1 it does not hold, 2 unusable input, 4 undecided within the limits.

    \b
    Example: rulelang verify-certificate acme.cert.json
             rulelang verify-certificate acme.cert.json --rules assignment.rules#acme
    """
    from rulelang.certificates import Wanted, check_certificate

    return check_certificate(certificate, Loading(include, not no_cache), Wanted(rules, timeout, output_format))
