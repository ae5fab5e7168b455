"""What `rulelang score` does: a run with its display, its summary and its exit status."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from rulelang.checked import Citations, read_labels
from rulelang.console import DONE, FINDINGS, INTERNAL, INTERRUPTED, USAGE, report
from rulelang.grammar.diagnostic import Diagnostic, Severity
from rulelang.options import Loading
from rulelang.roots import Roots
from rulelang.scoring.desk import Terms
from rulelang.scoring.display import Display
from rulelang.scoring.once import Once
from rulelang.scoring.pieces import Input, Sizes
from rulelang.scoring.results import journal_path
from rulelang.scoring.run import Outcome, Request, run
from rulelang.scoring.tally import as_object, as_text
from rulelang.verifier.matter import Policy


def score(
    answers: Sequence[str],
    outs: Sequence[Path],
    rules: str | None,
    how: Loading,
    citations: Citations,
    warrant: Policy | None,
    labels: Path | None,
    workers: int | None,
    anew: bool,
    output_format: Literal["text", "json"],
) -> int:
    """Runs, tells what came of it, and gives the exit status.

    Raises:
        RuleLangError: as `run`, or a file of answers is named twice (RL621).
    """
    files = Once()
    for name in answers:
        files.add(Input(name))
    settings = None if labels is None else read_labels(labels)
    roots = Roots(how.include).and_of(answers)
    wants_lines = any(path.suffix == ".jsonl" for path in outs)
    terms = Terms(rules, how, citations, warrant, settings, Sizes(), roots, wants_lines)
    request = Request(tuple(Input(name) for name in answers), tuple(outs), terms, workers or cores(), anew)
    try:
        with Display() as display:
            outcome = run(request, display)
    except KeyboardInterrupt:
        _interrupted(request)
        return INTERRUPTED
    return _finished(outcome, output_format)


LONG = 10
"""From so many seconds on a run tells how fast it was, also where nobody watches."""


def _pace(outcome: Outcome) -> str:
    rate = outcome.scored / outcome.seconds if outcome.seconds > 0 else 0.0
    processes = f"{outcome.workers} process{'' if outcome.workers == 1 else 'es'}"
    return f"{outcome.scored:,} scored in {outcome.seconds:.1f} s by {processes}: {rate:,.0f}/s\n"


def cores() -> int:
    """How many processes can run at once here."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def _interrupted(request: Request) -> None:
    if journal_path(request.outs).exists():
        words = "interrupted; the same command goes on from here"
    else:
        words = "interrupted; nothing is kept"
    sys.stderr.write(words + "\n")


def _finished(outcome: Outcome, output_format: Literal["text", "json"]) -> int:
    tally = outcome.tally
    refused = tally.refused.total()
    if not tally.rows:
        hint = "an answer is a line of a .jsonl file, or a .json file by itself"
        report([Diagnostic("RL608", "there are no answers in the input", None, hint=hint)], output_format)
    elif refused:
        codes = ", ".join(f"{code} ({count:,})" for code, count in sorted(tally.refused.items()))
        message = f"{refused:,} of {tally.rows:,} lines could not be used: {codes}"
        hint = "their rows have an `error`; `rulelang explain` tells what a code means"
        report([Diagnostic("RL607", message, None, hint=hint, severity=Severity.WARNING)], output_format)
    if output_format == "json":
        made = as_object(tally, outcome.seconds, outcome.scored, outcome.workers)
        sys.stdout.write(json.dumps(made, indent=2) + "\n")
    else:
        sys.stdout.write(as_text(tally))
        if sys.stderr.isatty() or outcome.seconds >= LONG:
            sys.stderr.write(_pace(outcome))
    if tally.refused["RL499"]:
        return INTERNAL
    if not tally.answers:
        return USAGE
    return FINDINGS if refused else DONE
