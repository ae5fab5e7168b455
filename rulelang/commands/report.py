"""`rulelang report RESULTS`: the tables and plots of both papers, computed on scored answers."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report", short_help="lay out what scored answers show: tables, intervals, plots")
@click.argument("results", nargs=-1, required=True, metavar="RESULTS…", type=click.Path(path_type=Path))
@click.option(
    "--out",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the report goes, by suffix: .html, .md, .csv (all tables in one), .zip (a CSV for each table); may be "
    "repeated.  [default: Markdown on standard output]",
)
@click.option(
    "--settings",
    metavar="NAMES",
    help="Only these settings, by comma, each compared with the one before.  [default: all, in natural order]",
)
@click.option(
    "--families",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Average over families of models, each equally: FILE says for each model which it belongs to, as TOML "
    '(`"model" = "family"`) or JSON.',
)
@click.option(
    "--resamples",
    default=20_000,
    show_default=True,
    type=click.IntRange(2),
    help="How many times the bootstrap draws the cases.",
)
@click.option("--seed", default=7, show_default=True, type=click.IntRange(0), help="By which the bootstrap draws.")
def command(
    results: tuple[Path, ...],
    out: tuple[Path, ...],
    settings: str | None,
    families: Path | None,
    resamples: int,
    seed: int,
) -> int:
    """Compute the tables and plots of RuleWeaver and RGDT-Bench on the answers in RESULTS, which `rulelang score`
    writes (Parquet or JSONL); each table with its definition, formula and source.

    The HTML is one file that loads nothing. The same results give the same bytes.

    Needs the extra: pip install 'rulelang[report]'.

    \b
    Example: rulelang report results.parquet --out report.html
    """
    from rulelang.console import DONE
    from rulelang.reporting.extras import require_extra

    require_extra()

    from rulelang.reporting.scored_report import Wanted, scored_report
    from rulelang.reporting.writing import checked_suffixes, print_document, write_document

    checked_suffixes(out)
    names = tuple(name.strip() for name in (settings or "").split(",") if name.strip())
    document = scored_report(results, Wanted(names, resamples, seed, families))
    if out:
        write_document(document, out)
    else:
        print_document(document)
    return DONE
