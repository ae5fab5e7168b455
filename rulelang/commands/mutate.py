"""`rulelang mutate CASE`: complete answers, answers with known faults, and harmless variants of a case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.options import Loading, loading

if TYPE_CHECKING:
    from rulelang.verifier.matter import Policy


@click.command("mutate", short_help="write answers with known faults, and harmless variants, to a case")
@click.argument("cases", nargs=-1, metavar="CASE…")
@click.option(
    "--faults", default="all", show_default=True, metavar="KINDS", help="Kinds of faults, by comma; all or none."
)
@click.option(
    "--harmless", default="all", show_default=True, metavar="KINDS", help="Kinds of variants, by comma; all or none."
)
@click.option("--seed", default=7, show_default=True, help="Where there is a choice, chance by this seed makes it.")
@click.option(
    "--each", default=1, show_default=True, type=click.IntRange(1), help="How many of each kind, for each warrant."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the answers go, instead of standard output."
)
@click.option(
    "--labels",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where it is told what was done to each answer.  [default: OUT with the ending .labels]",
)
@click.option(
    "--warrant",
    "policy",
    type=click.Choice(["full", "answer", "sufficient"]),
    default="full",
    show_default=True,
    help="The policy under which the labels hold.",
)
@click.option("--matrix", is_flag=True, help="Check all answers, and print the confusion matrix instead of them.")
@click.option("--kinds", is_flag=True, help="List the kinds.")
@loading
def command(
    cases: tuple[str, ...],
    faults: str,
    harmless: str,
    seed: int,
    each: int,
    out: Path | None,
    labels: Path | None,
    policy: Policy,
    matrix: bool,
    kinds: bool,
    include: tuple[Path, ...],
    no_cache: bool,
) -> int:
    """Write what can be made of a CASE's reference warrants: the complete answers, answers with one or two known
    faults, and harmless variants; one JSON document a line. A CASE is FILE#NAME, a rule file or a folder of these.

    What was done to an answer stands in a file of its own, line by line, and never in the answer. A change counts as a
    fault only where it is proved to touch every accepted warrant, and as harmless only where one is proved to hold.

    With --matrix exit status 1 says that some answer is not judged as it should be.

    \b
    Example: rulelang mutate corpora/ruleweaver/operators.rules#waived_assessment --out answers.jsonl
             rulelang mutate corpora --matrix
    """
    from rulelang import mutations

    if kinds:
        return mutations.list_kinds()
    if not cases:
        raise click.UsageError("name a case, a rule file or a folder")
    how = Loading(include, not no_cache)
    if matrix:
        return mutations.print_matrix(cases, how, seed, each, policy)
    wanted = mutations.chosen(faults, harmless)
    return mutations.write(cases, how, mutations.Made(wanted, seed, each, policy), out, labels)
