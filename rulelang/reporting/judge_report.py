"""The report on evaluators: their scores against the labels that the check gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rulelang.reporting import judge_plots, judge_tables
from rulelang.reporting.document import Document, Part, Section
from rulelang.reporting.scored_report import usable_answers
from rulelang.verifier.statistics.calibration import calibrations
from rulelang.verifier.statistics.evaluators import evaluations
from rulelang.verifier.statistics.judged import TEST, VALIDATION, Scored, scored, split_cases
from rulelang.verifier.statistics.score_file import read_scores
from rulelang.verifier.statistics.selection import selections


@dataclass(frozen=True, slots=True)
class Judging:
    """How evaluators are judged: the share of cases for validation (unless the file has a `split`), a threshold for all
    (None: chosen on the validation part), the sizes of best-of-N, how the bootstrap draws, and by which seed."""

    validation: float
    threshold: float | None
    sizes: tuple[int, ...]
    resamples: int
    seed: int


def judge_report(scores: Path, results: Sequence[Path], judging: Judging) -> Document:
    """AUROC, AUPRC, balanced accuracy, calibration and best-of-N of the evaluators in a CSV file.

    Raises:
        RuleLangError: the results or the scores cannot be used.
    """
    answers = usable_answers(results, ())
    read = read_scores(scores, answers)
    part = read.part if read.part is not None else split_cases(answers, judging.validation, judging.seed)
    found = scored(answers, read.evaluators, read.scores, part)
    parts = (
        _ranking(found, judging),
        _probabilities(found),
        _choice(found, judging),
        Section("labels-section", "What they are judged on", "", (judge_tables.label_table(found),)),
    )
    validating = int((found.part == VALIDATION).sum())
    if read.part is not None:
        how = f"{validating:,} answers, by the file"
    elif judging.validation:
        how = f"{validating:,} answers, {judging.validation:.0%} of the cases of each task, seed {judging.seed}"
    else:
        how = "none: nothing is chosen or fitted"
    scored_by_all = np.isfinite(found.scores).all(axis=0)
    return Document(
        "Judges judged",
        "Evaluators give scores to answers; the symbolic check says whose warrant is complete. How well do the "
        "scores tell?",
        (
            ("scores", scores.name),
            ("results", ", ".join(path.name for path in results)),
            ("evaluators", ", ".join(read.evaluators)),
            ("evaluable answers", f"{len(found.label):,}, scored by all: {int(scored_by_all.sum()):,}"),
            ("test part", f"{int((found.part == TEST).sum()):,} answers"),
            ("validation part", how),
        ),
        tuple(one for one in parts if one.parts),
        warnings=(*_unchosen(found, read.part is not None, judging), *_warnings(found, read.left)),
    )


def _unchosen(found: Scored, split: bool, judging: Judging) -> tuple[str, ...]:
    """What is left out because the validation part is empty, though it was asked for, and how to mend it."""
    if (found.part == VALIDATION).any() or (not split and not judging.validation):
        return ()
    if split:
        how = "The file gives no answer to the validation part"
    else:
        how = f"{judging.validation:.0%} of so few cases is none, so the validation part is empty"
    return (
        f"{how}: nothing is calibrated"
        + (", and no threshold is chosen" if judging.threshold is None else "")
        + ". Name a greater share with --validation, a threshold with --threshold, or score answers to more cases.",
    )


def _warnings(found: Scored, left: int) -> tuple[str, ...]:
    told: list[str] = []
    if left:
        told.append(f"Scores left out because the answer they are about, or its case, could not be used: {left:,}.")
    both = np.intersect1d(found.case[found.part == TEST], found.case[found.part == VALIDATION])
    if len(both):
        told.append(
            f"Cases with answers both in the validation part and in the test part: {len(both):,}. What was "
            "chosen on the one knows something of the other."
        )
    for name, scores in zip(found.evaluators, found.scores, strict=True):
        missing = int((~np.isfinite(scores)).sum())
        if missing:
            told.append(f"{name} gave no score to {missing:,} of {len(scores):,} evaluable answers: they are left out.")
    return tuple(told)


def _ranking(found: Scored, judging: Judging) -> Section:
    figures = evaluations(found, judging.threshold, judging.resamples, judging.seed)
    parts: list[Part] = [
        judge_tables.evaluator_table(figures, judging.resamples, judging.threshold is None),
        judge_plots.auroc_plot(figures),
        judge_tables.task_table(found, figures),
    ]
    return Section("ranking", "Telling complete warrants from incomplete ones", "", tuple(parts))


def _probabilities(found: Scored) -> Section:
    figures = calibrations(found)
    parts: list[Part] = [judge_tables.calibration_table(figures)]
    if any(one.bins for one in figures):
        parts.append(judge_plots.reliability_plot(figures))
    return Section("probabilities", "Scores as probabilities", "", tuple(parts))


def _choice(found: Scored, judging: Judging) -> Section:
    figures, note = selections(found, judging.sizes, judging.resamples, judging.seed)
    parts: list[Part] = []
    if any(one.groups for one in figures):
        parts = [
            judge_plots.selection_plot(figures, found.evaluators),
            judge_tables.selection_table(found, figures, note),
        ]
    return Section("choice", "Choosing among answers", "", tuple(parts))
