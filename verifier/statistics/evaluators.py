"""Evaluators against warrant labels, averaged over tasks and probes (RGDT-Bench, tables 2 and 17, equation 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.bootstrap import draws
from rulelang.verifier.statistics.estimate import Estimate, Floats
from rulelang.verifier.statistics.judged import TEST, VALIDATION, Scored, task_mean, task_mean_samples
from rulelang.verifier.statistics.metrics import (
    Ranking,
    auprc,
    auroc,
    balanced_accuracy,
    best_threshold,
    ranking,
    resampled_metrics,
)

RESAMPLES = 2_000
VIEWS = ("full", "correct-only")
METRICS = ("AUROC", "AUPRC", "BalAcc")


@dataclass(frozen=True, slots=True)
class TaskFigures:
    """One task in one view: the three metrics, averaged over its probes."""

    track: int
    figures: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One evaluator: for each view (full, correct-only) the three metrics, over tasks and by task."""

    evaluator: str
    answers: int
    unscored: int
    threshold: float | None
    views: tuple[tuple[Estimate, ...], ...]
    tasks: tuple[tuple[TaskFigures, ...], ...]


def evaluations(
    scored: Scored, threshold: float | None = None, resamples: int = RESAMPLES, seed: int = 7
) -> tuple[Evaluation, ...]:
    """AUROC, AUPRC and balanced accuracy of each evaluator on the test part, positive: complete warrants.

    Full view: all evaluable answers; correct-only view: those whose decision is right.  Each metric is computed in each
    task x probe cell, then averaged over probes within a task, then over tasks equally (equation 4).  A cell with one
    class is not defined and left out, which the figure says.  Intervals: cases are drawn within each task, the same
    draws for all evaluators (RGDT-Bench, section 5: 2,000 task-stratified source-group bootstraps).

    Args:
        scored: the answers.
        threshold: of balanced accuracy, for all evaluators; None: chosen for each on the validation part, full view.
        resamples: how often cases are drawn.
        seed: of the draws.
    """
    test = scored.where(scored.part == TEST)
    validation = scored.where(scored.part == VALIDATION)
    cells = test.cells()
    thresholds = [
        _threshold(validation, index) if threshold is None else threshold for index in range(len(scored.evaluators))
    ]
    samples = _resampled(test, cells, thresholds, resamples, seed)
    return tuple(
        _evaluation(test, cells, index, name, thresholds[index], samples[index])
        for index, name in enumerate(scored.evaluators)
    )


def _threshold(validation: Scored, evaluator: int) -> float | None:
    score = validation.scores[evaluator]
    there = np.isfinite(score)
    return best_threshold(validation.label[there], score[there])


def _views(test: Scored, cell: tuple[int, int], evaluator: int) -> tuple[Scored, Scored]:
    own = test.where(test.in_cell(cell) & np.isfinite(test.scores[evaluator]))
    return own, own.where(own.correct)


def _evaluation(
    test: Scored, cells: tuple[tuple[int, int], ...], evaluator: int, name: str, threshold: float | None, drawn: Floats
) -> Evaluation:
    there = np.isfinite(test.scores[evaluator])
    views: list[tuple[Estimate, ...]] = []
    tasks: list[tuple[TaskFigures, ...]] = []
    parts = [_views(test, cell, evaluator) for cell in cells]
    for view in range(len(VIEWS)):
        by_cell = [_figures(part[view], evaluator, threshold) for part in parts]
        overall: list[Estimate] = []
        for metric in range(len(METRICS)):
            own = [figures[metric] for figures in by_cell]
            overall.append(task_mean(cells, own).within(task_mean_samples(cells, own, drawn[view, :, metric])))
        views.append(tuple(overall))
        tasks.append(
            tuple(
                TaskFigures(track, _task(cells, by_cell, drawn[view], track))
                for track in sorted({track for track, _ in cells})
            )
        )
    return Evaluation(name, int(there.sum()), int((~there).sum()), threshold, tuple(views), tuple(tasks))


def _figures(part: Scored, evaluator: int, threshold: float | None) -> tuple[Estimate, ...]:
    label, score = part.label, part.scores[evaluator]
    return auroc(label, score), auprc(label, score), balanced_accuracy(label, score, threshold)


def _task(
    cells: tuple[tuple[int, int], ...], by_cell: list[tuple[Estimate, ...]], drawn: Floats, track: int
) -> tuple[Estimate, ...]:
    places = [place for place, cell in enumerate(cells) if cell[0] == track]
    own = tuple(cells[place] for place in places)
    columns = [[by_cell[place][metric] for place in places] for metric in range(len(METRICS))]
    return tuple(
        task_mean(own, figures).within(task_mean_samples(own, figures, drawn[places, metric]))
        for metric, figures in enumerate(columns)
    )


def _resampled(
    test: Scored, cells: tuple[tuple[int, int], ...], thresholds: list[float | None], resamples: int, seed: int
) -> Floats:
    """By evaluator, view, cell, metric and resample."""
    found = np.full((len(thresholds), len(VIEWS), len(cells), len(METRICS), resamples), np.nan)
    for track in sorted({track for track, _ in cells}):
        cases = np.unique(test.case[test.track == track])
        drawn = list(draws(len(cases), resamples, (seed, track)))
        for place, cell in enumerate(cells):
            if cell[0] != track:
                continue
            for evaluator, threshold in enumerate(thresholds):
                for view, part in enumerate(_views(test, cell, evaluator)):
                    score, case = part.scores[evaluator], np.searchsorted(cases, part.case)
                    ranked = ranking(part.label, score, case, len(cases), threshold)
                    found[evaluator, view, place] = _samples(ranked, drawn, threshold is not None)
    return found


def _samples(ranked: Ranking, drawn: list[Floats], threshold: bool) -> Floats:
    """The metrics (rows) of all resamples, some at a time: 16 MB of counts."""
    step = max(1, 4_000_000 // max(1, ranked.true.shape[1]))
    found = [
        resampled_metrics(ranked, block[low : low + step], threshold)
        for block in drawn
        for low in range(0, len(block), step)
    ]
    return np.concatenate(found).T
