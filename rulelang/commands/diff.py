"""`rulelang diff OLD NEW`: where two versions of a rule base decide differently."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format, scoped


@click.command("diff", short_help="show where two versions of a rule base decide differently")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--assume", metavar="CLAIM", help="Compare only cases in which this holds.")
@click.option("--using", multiple=True, metavar="RULE", help="The variant of a family that is in use in both.")
@scoped
@loading
@output_format("text", "json", "markdown")
def command(
    old: str,
    new: str,
    assume: str | None,
    using: tuple[str, ...],
    scope: int,
    timeout: float | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Compare two versions of a rule base over all cases: by what they decide, not by how they are written.

    A difference is a region of cases: of an outcome what is concluded before and after, the changed clauses that
    speak there, and the smallest such case. All facts are free within their bounds; sorts that a case lists have
    --scope made-up entities. Exit status: 0 equivalent, 1 different, 2 unusable input, 4 undecided within the limits.

    \b
    Example: rulelang diff fees-2024.rules fees-2025.rules --output-format markdown
             rulelang diff old.rules new.rules --assume "NOT member"
    """
    from rulelang.differences import Compared, compare_versions

    how = Loading(include, not no_cache)
    return compare_versions(old, new, how, Compared(using, assume, scope, timeout, output_format))
