"""`rulelang prompt CASE`: what a model is asked about a case, among rules that bear on it and others."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Literal

import click

from rulelang.console import DONE, report
from rulelang.options import Loading, loading, output_format


@click.command("prompt", short_help="print what a model is asked about a case, with a pool of rules and the form")
@click.argument("case", metavar="FILE#CASE")
@click.option("--pool", type=click.IntRange(min=0), default=0, help="How many rules are shown, if there are so many.")
@click.option(
    "--probe",
    type=click.Choice(["P1", "P2", "P3"], case_sensitive=False),
    default="P1",
    show_default=True,
    help="Distractors by chance (P1), the hardest (P2), or the stretch of the text around the rules (P3).",
)
@click.option("--seed", default=7, show_default=True, help="Which distractors, and in which order.")
@click.option(
    "--from",
    "others",
    multiple=True,
    metavar="FILE",
    help="A rule file whose rules and passages may be distractors too; may be repeated.",
)
@click.option(
    "--passages",
    type=click.IntRange(min=0),
    help="How many passages are shown, if there are so many: the case's own, and others that are proved to settle "
    "nothing.  [default: with P2 twice as many as the case has, else its own]",
)
@click.option(
    "--labels",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Show the passages under labels E001, E002, … in the order of this prompt, and keep in this file what they "
    "stand for (`rulelang check --settings`); what it holds of other cases and settings stays.",
)
@click.option(
    "--style",
    type=click.Choice(["text", "words"]),
    default="text",
    show_default=True,
    help="Rules as the language writes them, or in the words of the glosses.",
)
@loading
@output_format("text", "json")
def command(
    case: str,
    pool: int,
    probe: str,
    seed: int,
    others: tuple[str, ...],
    passages: int | None,
    labels: Path | None,
    style: Literal["text", "words"],
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Print scenario, question, rules, names and the form in which to answer (docs/answer-format.md).

    All rules that bear on the question are shown, and distractors, which do not, up to --pool rules together. What
    would give the answer away is left out: EXPECT, REQUIRES, what passages support, the names of cases. With P2 there
    are passages of other cases among the case's own, about nothing on which the question depends.

    Example: rulelang prompt corpora/ruleweaver/operators.rules#affiliate_assigned --pool 8 --probe P2
    """
    from rulelang.case_names import rule_file, rule_files
    from rulelang.grammar.diagnostic import Diagnostic, Severity
    from rulelang.opening import open_rules, split_case
    from rulelang.ruleset import case_of
    from rulelang.verifier.prompting.pool import PROBES, make_pool
    from rulelang.verifier.prompting.prompt import prompt_text

    path, name = split_case(case)
    if name is None:
        raise click.UsageError("name one case: FILE#CASE")
    how = Loading(include, not no_cache)
    base = open_rules(str(rule_file(path)), how, output_format, ())
    found = case_of(base.program, name)
    more = [open_rules(str(file), how, output_format, ()) for one in others for _, file in rule_files(one)]
    made = make_pool(base, found, PROBES[probe.upper()], pool, seed, more, passages)
    if len(made.rules) < made.wanted:
        message = f"there are {len(made.rules)} rules to show, not {made.wanted}"
        hint = "further rules come from files named with --from"
        report([Diagnostic("RL560", message, None, hint=hint, severity=Severity.WARNING)], output_format)
    if passages is not None and len(made.passages) < passages:
        message = f"there are {len(made.passages)} passages to show, not {passages}"
        hint = "further ones come from cases of files named with --from"
        report([Diagnostic("RL560", message, None, hint=hint, severity=Severity.WARNING)], output_format)
    if labels is not None:
        from rulelang.labelling import under_labels

        made = under_labels(made, found, case, probe.lower(), seed, labels)
    text = prompt_text(base, found, made, style)
    if output_format == "json":
        shown = [one.group.id for one in made.rules]
        document = {
            "rulelang": "prompt/1",
            "case": case,
            "setting": probe.lower(),
            "seed": seed,
            "pool": shown,
            "passages": [name for name, _ in made.passages],
        }
        sys.stdout.write(json.dumps(document | {"prompt": text}, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(text)
    return DONE
