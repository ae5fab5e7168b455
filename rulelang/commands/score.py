"""`rulelang score ANSWERS.jsonl… --out results.parquet`: answers by the hundred thousand."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.options import Loading, loading, output_format

if TYPE_CHECKING:
    from rulelang.verifier.matter import Policy


@click.command("score", short_help="score answers by the hundred thousand, to Parquet or JSONL")
@click.argument("answers", nargs=-1, required=True, metavar="ANSWERS.jsonl…")
@click.option(
    "--out",
    "outs",
    multiple=True,
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Where the results go: .parquet or .jsonl; may be repeated.",
)
@click.option("--rules", metavar="FILE", help="The rule file that holds all cases, instead of the answers' own.")
@click.option(
    "--citations",
    type=click.Choice(["linked", "own"]),
    default="linked",
    show_default=True,
    help="Whether citations of the claims that draw on a judgment count for it, or its own alone.",
)
@click.option(
    "--warrant",
    type=click.Choice(["full", "answer", "sufficient"]),
    help="Which judgments are required.  [default: answer for a case whose TRACK is policy or transaction, else full]",
)
@click.option(
    "--settings",
    "labels",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="What the labels of each setting stand for, as `rulelang prompt --labels` writes it.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="In how many processes.  [default: as many as there are cores]",
)
@click.option("--restart", is_flag=True, help="Begin anew, whatever an earlier run that was stopped has left.")
@loading
@output_format("text", "json")
def command(
    answers: tuple[str, ...],
    outs: tuple[Path, ...],
    rules: str | None,
    citations: Literal["linked", "own"],
    warrant: Policy | None,
    labels: Path | None,
    workers: int | None,
    restart: bool,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: Literal["text", "json"],
) -> int:
    """Hold answers against their cases, as `check` does, and write one row for each: every layer, finding and score.

    ANSWERS are JSONL files with an answer a line (also gzipped: .jsonl.gz), files that hold one answer (.json), or -
    for standard input. A line that can't be used costs that line: it is reported, and its row has an `error`.

    A run that was stopped, however, goes on where it was when the same command is given again; not so answers from
    standard input.

    Exit status: 0 all answers are scored, 1 some lines could not be used, 2 none could or there is nothing to score,
    130 interrupted.

    Example: rulelang score answers.jsonl --out results.parquet
    """
    for name in ("msgspec", "pyarrow", "rich"):
        if find_spec(name) is None:
            hint = 'install it with the rest: pip install "rulelang[score]"'
            raise RuleLangError([Diagnostic("RL609", f"`score` needs the package {name}", None, hint=hint)])
    from rulelang.scoring.verb import score

    how = Loading(include, not no_cache)
    return score(answers, outs, rules, how, citations, warrant, labels, workers, restart, output_format)
