"""`rulelang show`: what a rule file says: an overview of the module, or one rule with the history of its making."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format


@click.command("show", short_help="print what a rule file or a rule says")
@click.argument("file", metavar="FILE[#RULE]")
@click.argument("rule", required=False)
@click.option("--history", is_flag=True, help="The rounds of a rule, from its base to its final form.")
@loading
@output_format("text", "json")
def command(
    file: str, rule: str | None, history: bool, include: tuple[Path, ...], no_cache: bool, output_format: str
) -> int:
    """Print an overview of a rule file, or one RULE as it stands in the end.

    The overview lists what the file declares, also the sentences that it reads as facts and as outcomes. --history
    prints each round of a rule with its type, position and combination.

    \b
    Example: rulelang show assignment.rules
             rulelang show assignment.rules consent.full --history
    """
    from rulelang.overview import show

    return show(file, rule, history, Loading(include, not no_cache), output_format)
