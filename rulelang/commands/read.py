"""`rulelang read ANSWER.txt`: what a model wrote in the form for answers, as an answer file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from rulelang.console import DONE, FINDINGS, read_input, report
from rulelang.options import Loading, loading


@click.command("read", short_help="turn what a model wrote in the form for answers into an answer file")
@click.argument("text", metavar="ANSWER.txt")
@click.option("--case", metavar="FILE#CASE", help="The case that is answered, instead of the one in a line `CASE: …`.")
@click.option("--setting", type=click.Choice(["p1", "p2", "p3"]), help="The presentation that the model saw.")
@click.option(
    "--settings",
    "shown",
    type=click.Path(path_type=Path),
    help="What the labels of each setting stand for, as `rulelang prompt --labels` writes it.",
)
@click.option("--model", help="The model that wrote the answer.")
@click.option("--sample", type=click.IntRange(0, 2**63 - 1), help="Which of several answers it is.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the answer file goes.")
@loading
def command(
    text: str,
    case: str | None,
    setting: str | None,
    shown: Path | None,
    model: str | None,
    sample: int | None,
    out: Path | None,
    include: tuple[Path, ...],
    no_cache: bool,
) -> int:
    """Read the lines CLAIM s1: … and DECISION: … of a text (docs/answer-format.md) and print the answer file.

    Code fences, prose, bullets, bold, tables, curly quotes, signs of money and the like do no harm. What looks like a
    claim and can't be read is kept as it is. With --case, rules and passages are matched with the case's; with
    --settings, with the labels that the prompt showed. An answer that is JSON already is passed through.

    Exit status: 0 done, 1 something in the text was noticed, 2 it can't be used.

    Example: rulelang read answer.txt --case corpora/ruleweaver/operators.rules#affiliate_assigned
    """
    from rulelang.checked import read_labels
    from rulelang.grammar.diagnostic import Severity
    from rulelang.grammar.json_text import decode_json
    from rulelang.verifier.markup.json_answers import read_json_answer
    from rulelang.verifier.markup.reading import About, answer_json, headed, read_markup
    from rulelang.writing import unwritable

    source = decode_json(read_input(text), "<stdin>" if text == "-" else text)
    labels = None
    settings = None if shown is None else read_labels(shown)
    if case is not None:
        from rulelang.case_names import rule_file
        from rulelang.opening import open_rules, split_case
        from rulelang.ruleset import case_of
        from rulelang.verifier.markup.case_labels import labels_of

        file, name = split_case(case)
        if name is None:
            raise click.UsageError("`--case` names a rule file, `#` and a case")
        base = open_rules(str(rule_file(file)), Loading(include, not no_cache), "text", ())
        labels = labels_of(base, case_of(base.program, name))
    about = About(case, setting, model, sample)
    marked = read_json_answer(source, about)
    if settings is not None and marked is None:
        from rulelang.labelling import told_by
        from rulelang.verifier.markup.case_labels import labels_shown
        from rulelang.verifier.markup.labels import Labels

        about, found = told_by(settings, headed(source, about))
        labels = labels if found is None else labels_shown(labels or Labels(), found)
    marked = marked or read_markup(source, about, labels)
    report(marked.findings)
    written = json.dumps(answer_json(marked.answer), ensure_ascii=False, indent=2) + "\n"
    if out is None:
        sys.stdout.write(written)
    else:
        try:
            out.write_text(written, encoding="utf-8")
        except OSError as error:
            raise unwritable(out, error) from None
    noticed = any(finding.severity is not Severity.HINT for finding in marked.findings)
    return FINDINGS if noticed else DONE
