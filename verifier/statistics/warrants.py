"""Answer accuracy, warrant completeness and the correct-answer warrant gap (RGDT-Bench, table 1, equations 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.bootstrap import RESAMPLES, SEED, mean_of_defined, ratio, resampled_sums
from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats, Ints, estimate, mean_of

FIGURES = ("final", "warrant", "gap", "gap_but_aggregation")
_REASONS = {
    "final": "no answers",
    "warrant": "no answers",
    "gap": "no correct, evaluable answers",
    "gap_but_aggregation": "no correct, evaluable answers",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One model on one track under one setting (the paper's task x probe cell)."""

    model: int
    track: int
    setting: int
    answers: int
    evaluable: int
    slots: Estimate
    """The mean number of judgments that a warrant requires: completeness means little without it."""
    figures: tuple[Estimate, ...]
    """In the order of FIGURES."""


@dataclass(frozen=True, slots=True)
class ModelFigures:
    """A model's figures: the mean over its cells, each cell equally."""

    model: int
    answers: int
    cells: int
    evaluable: Estimate
    slots: Estimate
    figures: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class WarrantFigures:
    cells: tuple[Cell, ...]
    models: tuple[ModelFigures, ...]
    mean: ModelFigures
    """Over the models, each equally; `model` is -1."""


def warrant_figures(answers: Answers, resamples: int = RESAMPLES, seed: int = SEED) -> WarrantFigures:
    """Final, Warrant, CWG and CWG' by model (RGDT-Bench, table 1).

    Final is the share of answers with the right decision and Warrant the share with a complete warrant (equation 1),
    both over all answers, those that are not evaluable included.  CWG is P(warrant incomplete | decision right, answer
    evaluable) (equation 2): a share among the correct, no difference of rates; CWG' is the same without the
    aggregation check.  Each figure is computed in each task x probe cell, and a model's is the mean of its cells, each
    equally; a cell without correct answers has no gap and is left out of that mean, which says so.
    Intervals: cases are drawn within each track, the same draws for all models and settings.
    """
    counts, shape = _counts(answers)
    drawn = _resampled(answers, counts, shape, resamples, seed)
    totals = counts.sum(axis=0)
    slots = answers.numbers("slots")
    cells: list[Cell] = []
    for place in range(int(np.prod(shape))):
        if totals[place, 0]:
            model, track, setting = (int(one) for one in np.unravel_index(place, shape))
            there = (answers.model.codes == model) & (answers.track.codes == track) & (answers.setting.codes == setting)
            values = _values(totals[place])
            figures = tuple(
                estimate(float(value), int(totals[place, 0 if name in ("final", "warrant") else 3]), _REASONS[name])
                for name, value in zip(FIGURES, values, strict=True)
            )
            figures = tuple(one.within(drawn[:, place, index]) for index, one in enumerate(figures))
            cells.append(
                Cell(model, track, setting, int(totals[place, 0]), int(totals[place, 5]), _mean(slots, there), figures)
            )
    models = tuple(_model(model, cells, drawn, shape) for model in range(len(answers.model)))
    return WarrantFigures(tuple(cells), models, _mean_model(models, cells, drawn, shape))


def _counts(answers: Answers) -> tuple[Floats, tuple[int, int, int]]:
    """For each case and cell: answers, correct, complete, correct and evaluable, incomplete among these (and without
    aggregation), evaluable: an array of cases x cells x 7."""
    shape = (len(answers.model), len(answers.track), len(answers.setting))
    cell = np.ravel_multi_index((answers.model.codes, answers.track.codes, answers.setting.codes), shape)
    correct, complete = answers.flags("correct"), answers.flags("complete")
    evaluable = answers.flags("evaluable")
    among = correct & evaluable
    but = ~(complete | answers.flags("complete_but_aggregation"))
    size = int(np.prod(shape))
    columns: list[Bools] = [
        np.ones(len(answers), dtype=np.bool_),
        correct,
        complete,
        among,
        among & ~complete,
        evaluable,
        among & but,
    ]
    place = answers.case.codes * size + cell
    counts = np.stack(
        [np.bincount(place[one], minlength=len(answers.case) * size).astype(np.float64) for one in columns], axis=1
    )
    return counts.reshape(len(answers.case), size, len(columns)), shape


def _values(sums: Floats) -> Floats:
    """The four figures from the sums of a cell (last axis)."""
    return np.stack(
        [
            ratio(sums[..., 1], sums[..., 0]),
            ratio(sums[..., 2], sums[..., 0]),
            ratio(sums[..., 4], sums[..., 3]),
            ratio(sums[..., 6], sums[..., 3]),
        ],
        axis=-1,
    )


def _resampled(answers: Answers, counts: Floats, shape: tuple[int, int, int], resamples: int, seed: int) -> Floats:
    """The four figures of each cell in each resample; cases are drawn within their track."""
    size, kinds = counts.shape[1:]
    drawn = np.full((resamples, size, len(FIGURES)), np.nan)
    track_of_cell: Ints = np.indices(shape, dtype=np.int64)[1].ravel()
    for track in range(shape[1]):
        cases = np.unique(answers.case.codes[answers.track.codes == track])
        places = np.flatnonzero((track_of_cell == track) & (counts[:, :, 0].sum(axis=0) > 0))
        by_case = counts[np.ix_(cases, places)].reshape(len(cases), -1)
        sums = resampled_sums(by_case, resamples, (seed, track)).reshape(resamples, len(places), kinds)
        drawn[:, places] = _values(sums)
    return drawn


def _mean(values: Floats, among: Bools) -> Estimate:
    kept = values[among & np.isfinite(values)]
    return estimate(float(kept.mean()) if len(kept) else float("nan"), len(kept), "no evaluable answers")


def _model(model: int, cells: list[Cell], drawn: Floats, shape: tuple[int, int, int]) -> ModelFigures:
    own = [cell for cell in cells if cell.model == model]
    places = [int(np.ravel_multi_index((cell.model, cell.track, cell.setting), shape)) for cell in own]
    samples = mean_of_defined(drawn[:, places], axis=1)
    figures = tuple(
        mean_of([cell.figures[index] for cell in own], _REASONS[name]).within(samples[:, index])
        for index, name in enumerate(FIGURES)
    )
    total, evaluable = sum(cell.answers for cell in own), sum(cell.evaluable for cell in own)
    return ModelFigures(
        model,
        total,
        len(own),
        estimate(evaluable / total if total else float("nan"), total, "no answers"),
        mean_of([cell.slots for cell in own], "no evaluable answers"),
        figures,
    )


def _mean_model(
    models: tuple[ModelFigures, ...],
    cells: list[Cell],
    drawn: Floats,
    shape: tuple[int, int, int],
) -> ModelFigures:
    per_model: list[Floats] = []
    for one in models:
        places = [
            int(np.ravel_multi_index((cell.model, cell.track, cell.setting), shape))
            for cell in cells
            if cell.model == one.model
        ]
        per_model.append(mean_of_defined(drawn[:, places], axis=1))
    samples = mean_of_defined(np.stack(per_model), axis=0) if per_model else np.zeros((0, len(FIGURES)))
    return ModelFigures(
        -1,
        sum(one.answers for one in models),
        len(cells),
        mean_of([one.evaluable for one in models], "no answers"),
        mean_of([one.slots for one in models], "no evaluable answers"),
        tuple(
            mean_of([one.figures[index] for one in models], _REASONS[name]).within(samples[:, index])
            for index, name in enumerate(FIGURES)
        ),
    )
