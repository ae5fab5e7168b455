"""`rulelang lint RULES…`: what is wrong with rules among each other, proved."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format


@click.command("lint", short_help="find what is wrong with rules among each other, with a case that shows it")
@click.argument("rules", nargs=-1, required=True, metavar="RULES...")
@click.option("--select", multiple=True, metavar="CODE", help="Only these codes, or codes that begin so.")
@click.option("--ignore", multiple=True, metavar="CODE", help="All but these codes, or codes that begin so.")
@click.option(
    "--scope", type=click.IntRange(min=1), default=2, show_default=True, metavar="N",
    help="How many made-up entities each sort has that a case would list.",
)  # fmt: skip
@loading
@output_format("text", "json", "sarif")
def command(
    rules: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    scope: int,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Look for conflicts that nothing resolves, rules that never fire, gaps, broken laws of operators, and more.

    Each finding has a code (`rulelang explain RL510`), a place and, where a case shows it, that case. A comment
    `# rulelang: ignore RL510 because …` on or above the clause answers one. Settings: `[tool.rulelang.lint]` in
    pyproject.toml. Exit status: 0 nothing but hints, 1 findings, 2 unusable input.

    \b
    Example: rulelang lint fees.rules
             rulelang lint fees.rules --ignore RL523 --output-format sarif > lint.sarif
    """
    from rulelang.linting import Wanted, lint_files

    return lint_files(rules, Loading(include, not no_cache), Wanted(select, ignore, scope, output_format))
