"""`rulelang judge-eval SCORES RESULTS`: evaluators' scores against the warrant labels of a check."""

from __future__ import annotations

import math
from pathlib import Path

import click

from rulelang.console import DONE


@click.command("judge-eval", short_help="hold the scores that evaluators gave answers against the labels of the check")
@click.argument("scores", metavar="SCORES.csv", type=click.Path(path_type=Path))
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
    "--validation",
    default=0.2,
    show_default=True,
    type=click.FloatRange(0, 1, max_open=True),
    metavar="SHARE",
    help="The share of the cases of each track on which thresholds and calibration are chosen; not used where "
    "SCORES.csv has a column `split`.",
)
@click.option(
    "--threshold",
    type=float,
    help="A score of this or more says “complete”.  [default: for each evaluator, the best balanced accuracy on the "
    "validation part]",
)
@click.option(
    "--best-of", default="1,2,4,8,16", show_default=True, metavar="SIZES", help="Sizes N of best-of-N, by comma."
)
@click.option(
    "--resamples",
    default=2_000,
    show_default=True,
    type=click.IntRange(2),
    help="How many times the bootstrap draws the cases.",
)
@click.option("--seed", default=7, show_default=True, type=click.IntRange(0), help="Of the split and of the bootstrap.")
def command(
    scores: Path,
    results: tuple[Path, ...],
    out: tuple[Path, ...],
    validation: float,
    threshold: float | None,
    best_of: str,
    resamples: int,
    seed: int,
) -> int:
    """Compare the scores in SCORES.csv with the labels in RESULTS (what `rulelang score` writes): AUROC, AUPRC and
    balanced accuracy over all answers and over those with the right decision, calibration, best-of-N.

    SCORES.csv has a header. Its columns `file`, `line`, `case`, `setting`, `model`, `sample` (those that are needed)
    say which answer a line is about; an optional `split` says validation, test or train; every other column holds the
    scores of one evaluator.

    Needs the extra: pip install 'rulelang[report]'.

    \b
    Example: rulelang judge-eval scores.csv results.parquet --out judges.html
    """
    from rulelang.reporting.extras import require_extra

    sizes = _sizes(best_of)
    if threshold is not None and not math.isfinite(threshold):
        raise click.UsageError(f"`--threshold {threshold}`: name a finite number")
    require_extra()

    from rulelang.reporting.judge_report import Judging, judge_report
    from rulelang.reporting.writing import checked_suffixes, print_document, write_document

    checked_suffixes(out)
    document = judge_report(scores, results, Judging(validation, threshold, sizes, resamples, seed))
    if out:
        write_document(document, out)
    else:
        print_document(document)
    return DONE


def _sizes(written: str) -> tuple[int, ...]:
    try:
        sizes = sorted({int(one) for one in written.split(",")})
    except ValueError:
        sizes = [0]
    if sizes[0] < 1:
        raise click.UsageError(f"`--best-of {written}`: name whole numbers from 1, by comma")
    return tuple(sizes)
