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
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
    help="Ask the solver no longer than this about a rule base; what is left unasked is named (RL529).",
)
@click.option("--fix", is_flag=True, help="Take out of the files what is proved to change no decision.")
@click.option("--diff", "show", is_flag=True, help="With --fix: write nothing, print what would change (status 1).")
@click.option(
    "--cited-by", multiple=True, metavar="FILE",
    help="With --fix: keep the rules and facts that this file (answers, cases) names; may be repeated.",
)
@loading
@output_format("text", "json", "sarif")
def command(
    rules: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    scope: int,
    timeout: float | None,
    fix: bool,
    show: bool,
    cited_by: tuple[str, ...],
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Look for conflicts that nothing resolves, rules that never fire, gaps, broken laws of operators, and more, in
    rule files, and in all rule files below a folder.

    Each finding has a code (`rulelang explain RL510`), a place and, where a case shows it, that case. A comment
    `# rulelang: ignore RL510 because …` on or above the clause answers one. Settings: `[tool.rulelang.lint]` in
    pyproject.toml. Exit status: 0 nothing but hints, 1 findings, 2 unusable input.

    `--fix` takes out rules, clauses, priorities and parts of conditions that are of no use, and facts that nothing
    reads, where it is proved that every case is decided as before and nothing names them; comments and layout stay.

    \b
    Example: rulelang lint fees.rules
             rulelang lint fees.rules --ignore RL523 --output-format sarif > lint.sarif
             rulelang lint fees.rules --fix --diff
    """
    from rulelang.linting import Fixes, Wanted, lint_files

    if fix and "-" in rules:
        raise click.UsageError("--fix writes files: it has none to write for standard input")
    if (show or cited_by) and not fix:
        raise click.UsageError("--diff and --cited-by belong to --fix")
    fixes = Fixes(not show, cited_by) if fix else None
    wanted = Wanted(select, ignore, scope, timeout, output_format, fixes)
    return lint_files(rules, Loading(include, not no_cache), wanted)
