"""`rulelang rubric CASE`: what a complete answer to a case has to say, point by point."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.console import DONE
from rulelang.options import Loading, loading, output_format

if TYPE_CHECKING:
    from rulelang.verifier.matter import Policy


@click.command("rubric", short_help="print what a full answer to a case says, point by point")
@click.argument("cases", nargs=-1, required=True, metavar="CASE…")
@click.option(
    "--warrant",
    "policy",
    type=click.Choice(["full", "answer", "sufficient"]),
    default="full",
    show_default=True,
    help="Of which warrant: answers are always scored by `full`; the others show what less would ask for.",
)
@loading
@output_format("text", "json")
def command(
    cases: tuple[str, ...], policy: Policy, include: tuple[Path, ...], no_cache: bool, output_format: str
) -> int:
    """Print the rubric of a CASE (FILE#NAME, a rule file or a folder): the nine dimensions with their weights, and what
    each asks for in this very case, made from its reference warrant. Where several warrants are accepted, the first
    is shown, and how many there are.

    Example: rulelang rubric corpora/ruleweaver/operators.rules#waived_assessment
    """
    from rulelang.case_names import named_cases
    from rulelang.verifier.rubric_case import rubric_of_case
    from rulelang.verifier.rubric_words import rubric_criteria, rubric_text

    how = Loading(include, not no_cache)
    for case in (one for written in cases for one in named_cases(written, how, output_format)):
        rubric = rubric_of_case(case.ready, policy)
        warrant, marks, many = rubric.warrant, rubric.marks, rubric.accepted
        if output_format == "json":
            made = {
                "rulelang": "rubric/1",
                "case": case.name,
                "policy": policy,
                "warrants": many,
                "dimensions": rubric_criteria(case.ready.matter, warrant, marks),
            }
            sys.stdout.write(json.dumps(made, ensure_ascii=False, indent=2) + "\n")
        else:
            words = [] if policy == "full" else [f"warrant {policy}"]
            words += [] if many == 1 else [f"by the first of {many} accepted warrants"]
            more = f" ({', '.join(words)})" if words else ""
            sys.stdout.write(f"{case.name}{more}\n\n{rubric_text(case.ready.matter, warrant, marks)}")
    return DONE
