"""`rulelang check ANSWER.json`: a model's answer against what follows from the rules and the case."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from rulelang.console import DONE, FINDINGS, USAGE, colored, read_input, report
from rulelang.grammar.diagnostic import RuleLangError, Severity
from rulelang.options import Loading, loading, output_format

if TYPE_CHECKING:
    from rulelang.grammar.json_text import JsonText
    from rulelang.ruleset import Rules
    from rulelang.verifier.matter import Policy


@click.command("check", short_help="check a model's answer against the rules and its case")
@click.argument("answers", nargs=-1, required=True, metavar="ANSWER.json…")
@click.option(
    "--rules", type=click.Path(path_type=Path), help="The rule file that holds the case, instead of the answer's."
)
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
    help="Which judgments are required: all on which the decision rests, the answer to the question and what the case "
    "REQUIRES, or one minimal ground.  [default: answer for a case whose TRACK is policy or transaction, else full]",
)
@click.option(
    "--settings",
    "labels",
    type=click.Path(path_type=Path),
    help="What the labels of each setting stand for, as `rulelang prompt --labels` writes it.",
)
@loading
@output_format("text", "json")
def command(
    answers: tuple[str, ...],
    rules: Path | None,
    citations: Literal["linked", "own"],
    warrant: Policy | None,
    labels: Path | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: Literal["text", "json"],
) -> int:
    """Check whether an answer's decision is right and its warrant complete, and say what is missing or wrong.

    Exit status: 0 the warrant is complete, 1 there are findings, 2 the answer or its case can't be used, 3 an error
    of RuleLang's own.

    Example: rulelang check answer.json
    """
    from rulelang.checked import Checked, held_against, read_any, read_labels, rules_of
    from rulelang.grammar.json_text import decode_json, json_text
    from rulelang.opening import open_ruleset, shown
    from rulelang.roots import Roots
    from rulelang.verifier.report import json_report, text_report

    how = Loading(include, not no_cache)
    settings = None if labels is None else read_labels(labels)
    opened: dict[Path, Rules] = {}

    def rules_in(path: Path) -> Rules:
        if path not in opened:
            opened[path] = open_ruleset(str(path), how)
            report(one for one in opened[path].findings if one.severity is Severity.WARNING)
        return opened[path]

    held = None if rules is None else rules_in(rules)
    roots = Roots(include).and_of(answers)

    def checked(document: JsonText) -> Checked:
        answer, _ = read_any(document)
        its = held if held is not None else rules_in(rules_of(answer.case_file, document, roots))
        return held_against(its, answer, document, citations, warrant, settings)

    worst, before = DONE, ""
    for name in answers:
        try:
            document = json_text(decode_json(read_input(name), shown(name)))
            found = checked(document)
        except RuleLangError as error:
            report(error.diagnostics, output_format)
            worst = USAGE
            continue
        if output_format == "json":
            sys.stdout.write(json_report(found.result, document))
        else:
            heading = f"{shown(name)} ({found.case})" if len(answers) > 1 else found.case
            sys.stdout.write(before + text_report(found.result, document, colored(sys.stdout), heading))
            before = "\n"
        worst = max(worst, (DONE if found.complete else FINDINGS) if found.evaluable else USAGE)
    return worst
