"""`rulelang prove RULES CLAIM`: a property of every case, proved or refuted by a case."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format, scoped


@click.command("prove", short_help="prove a property of every case, or show a case against it")
@click.argument("rules", metavar="RULES")
@click.argument("claim", metavar="CLAIM")
@click.option("--using", multiple=True, metavar="RULE", help="The variant of a family that is in use.")
@scoped
@loading
@output_format("text", "json")
def command(
    rules: str,
    claim: str,
    using: tuple[str, ...],
    scope: int,
    timeout: float | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Prove that CLAIM holds in every case of RULES: any condition, or IF condition THEN condition.

    All facts are free within their bounds; sorts that a case lists have --scope made-up entities (bag1, bag2), which
    the claim may name. A proof names the clauses that it needs; a refutation is a smallest case, confirmed by the
    evaluator. Exit status: 0 proved, 1 refuted, 2 unusable input, 4 undecided within the limits.

    \b
    Example: rulelang prove assignment.rules "IF to_affiliate THEN NOT MUST obtain_consent"
    """
    from rulelang.proofs import Asked, prove_claim

    return prove_claim(rules, Loading(include, not no_cache), Asked(claim, using, scope, timeout, output_format))
