"""`rulelang warrant CASE`: the reference warrants that answers to a case are held against."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.console import DONE
from rulelang.options import Loading, loading, output_format

if TYPE_CHECKING:
    from rulelang.verifier.matter import Policy


@click.command("warrant", short_help="print the reference warrants that answers are held against")
@click.argument("cases", nargs=-1, required=True, metavar="CASE…")
@click.option(
    "--warrant",
    "policy",
    type=click.Choice(["full", "answer", "sufficient"]),
    help="Which judgments are required: all on which the decision rests, the answer to the question and what the case "
    "REQUIRES, or one minimal ground.  [default: answer for a case whose TRACK is policy or transaction, else full]",
)
@loading
@output_format("text", "json")
def command(
    cases: tuple[str, ...], policy: Policy | None, include: tuple[Path, ...], no_cache: bool, output_format: str
) -> int:
    """Print all reference warrants that are accepted for a CASE (FILE#NAME, a rule file or a folder).

    For each: the decision, the judgments with their values, what each cites (rules: all or one of these; passages:
    sets that are needed together, or alternatives), exceptions and rivals, what the case leaves open, and how the
    judgments combine. As JSON it is a document `warrant/1` for each case (`rulelang schema warrant`).

    Example: rulelang warrant corpora/ruleweaver/operators.rules#waived_assessment
    """
    from rulelang.case_names import named_cases
    from rulelang.verifier.reference.account import warrants_of
    from rulelang.verifier.reference.text import warrant_text

    how = Loading(include, not no_cache)
    first = True
    for case in (one for written in cases for one in named_cases(written, how, output_format)):
        document = warrants_of(case.ready, case.name, policy)
        if output_format == "json":
            sys.stdout.write(document.model_dump_json(indent=2) + "\n")
        else:
            sys.stdout.write(("" if first else "\n") + warrant_text(document))
        first = False
    return DONE
