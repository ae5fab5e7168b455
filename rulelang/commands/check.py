"""`rulelang check ANSWER.json`: a model's answer against what follows from the rules and the case."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

import rulelang
from rulelang.console import DONE, FINDINGS, USAGE, colored, read_input, report
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonText, decode_json, json_text
from rulelang.options import Loading, loading, output_format

if TYPE_CHECKING:
    from rulelang.verifier.answer import Answer
    from rulelang.verifier.check import Result
    from rulelang.verifier.matter import Ready


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
    type=click.Choice(["full", "answer"]),
    help="Which judgments are required: all on which the decision rests, or the answer to the question and what the "
    "case REQUIRES.  [default: answer for a case whose TRACK is policy or transaction, else full]",
)
@loading
@output_format("text", "json")
def command(
    answers: tuple[str, ...],
    rules: Path | None,
    citations: Literal["linked", "own"],
    warrant: Literal["full", "answer"] | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: Literal["text", "json"],
) -> int:
    """Check whether an answer's decision is right and its warrant complete, and say what is missing or wrong.

    Exit status: 0 the warrant is complete, 1 there are findings, 2 the answer or its case can't be used, 3 an error
    of RuleLang's own.

    Example: rulelang check answer.json
    """
    from rulelang.verifier.report import json_report, text_report

    how = Loading(include, not no_cache)
    ready: dict[tuple[Path, str], Ready] = {}
    worst = DONE
    for name in answers:
        try:
            document = json_text(decode_json(read_input(name), "<stdin>" if name == "-" else name))
            status, result = _checked(document, rules, how, citations, warrant, ready)
        except RuleLangError as error:
            report(error.diagnostics, output_format)
            worst = USAGE
            continue
        if output_format == "json":
            sys.stdout.write(json_report(result, document))
        else:
            sys.stdout.write(text_report(result, document, colored(sys.stdout)))
        worst = max(worst, status)
    return worst


def _checked(
    document: JsonText,
    rules: Path | None,
    how: Loading,
    citations: Literal["linked", "own"],
    warrant: Literal["full", "answer"] | None,
    known: dict[tuple[Path, str], Ready],
) -> tuple[int, Result]:
    from rulelang.verifier.answer import read_answer
    from rulelang.verifier.check import check

    answer = read_answer(document)
    path = rules if rules is not None else case_path(answer.case_file, document)
    key = (path, answer.case_name)
    if key not in known:
        known[key] = _ready(path, answer, how, document)
    result = check(known[key], answer, citations, warrant)
    if not result.evaluable:
        return USAGE, result
    return (DONE if result.complete else FINDINGS), result


def case_path(written: str, document: JsonText) -> Path:
    """The rule file that an answer names: below the current folder, or one of the bundled corpora.

    Raises:
        RuleLangError: there is no such file (RL465).
    """
    here = Path(written)
    if here.is_file():
        return here
    bundled = Path(rulelang.__file__).parent / "corpora"
    for name in (written.removeprefix("corpora/"), written):
        if not Path(name).is_absolute() and ".." not in Path(name).parts and (bundled / name).is_file():
            return bundled / name
    raise RuleLangError(
        [
            Diagnostic(
                "RL465",
                f"there is no rule file `{written}`",
                Label(document.span("/case")),
                hint="name it from the current folder, or say where it is with --rules",
                pointer="/case",
            )
        ]
    )


def _ready(path: Path, answer: Answer, how: Loading, document: JsonText) -> Ready:
    from rulelang.opening import open_rules
    from rulelang.verifier.matter import make_ready

    base = open_rules(str(path), how)
    case = base.program.cases.get(answer.case_name)
    if case is None:
        close = difflib.get_close_matches(answer.case_name, base.program.cases, n=1)
        raise RuleLangError(
            [
                Diagnostic(
                    "RL465",
                    f"`{path}` has no case `{answer.case_name}`",
                    Label(document.span("/case")),
                    hint=f"did you mean `{close[0]}`?" if close else "`rulelang show` lists the cases of a file",
                    pointer="/case",
                )
            ]
        )
    return make_ready(base, case)
