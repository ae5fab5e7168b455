"""`rulelang whatif RULES[#CASE]`: what would be if, and what would have to be for another decision."""

from __future__ import annotations

from pathlib import Path

import click

from rulelang.options import Loading, loading, output_format, records


@click.command("whatif", short_help="say what would be if, and which changes of facts flip a decision")
@click.argument("rules", metavar="RULES[#CASE]")
@click.option("--suppose", multiple=True, metavar="CLAIM", help="What is supposed, as after GIVEN; may be repeated.")
@click.option("--flip", is_flag=True, help="Look for the smallest changes of facts that change the decision.")
@click.option("--to", metavar="OUTCOME", help="With --flip: a value, HOLDS, FAILS, or a condition to be reached.")
@click.option("--only", multiple=True, metavar="FACT", help="With --flip: only these facts may change.")
@click.option("--keep", multiple=True, metavar="FACT", help="With --flip: these facts stay as they are.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=10, show_default=True, metavar="N",
    help="With --flip: so many changes are looked for.",
)
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
    help="The most time for one question; without it a fixed number of steps, the same on every machine.",
)
@records
@click.option("--decide", multiple=True, metavar="CLAIM", help="What is to be decided instead of what the case asks.")
@loading
@output_format("text", "json")
def command(
    rules: str,
    suppose: tuple[str, ...],
    flip: bool,
    to: str | None,
    only: tuple[str, ...],
    keep: tuple[str, ...],
    limit: int,
    timeout: float | None,
    cases_file: str | None,
    map_file: str | None,
    decide: tuple[str, ...],
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Say what would be decided, and why, if something were otherwise; or (--flip) what would have to be otherwise.

    Supposed is what --suppose says, else what the case itself supposes. --flip shows all smallest changes of facts
    after which what is asked comes out otherwise; facts that are declared FIXED are never changed. Exit status: 0
    done, 1 no change of facts flips it (proved), 2 unusable input, 4 undecided within the limits.

    \b
    Example: rulelang whatif waiver.rules#acme --flip
    """
    from rulelang.derivations import Wanted
    from rulelang.flips import Wish
    from rulelang.whatifs import Supposition, what_if

    if not flip and (to is not None or only or keep):
        raise click.UsageError("--to, --only and --keep go with --flip")
    wanted = Wanted(cases_file, map_file, decide, output_format=output_format)
    wish = Wish(to, only, keep, limit, timeout) if flip else None
    return what_if(rules, Loading(include, not no_cache), wanted, Supposition(suppose, wish))
