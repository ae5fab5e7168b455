"""Answer accuracy, warrant completeness and the correct-answer warrant gap (RGDT-Bench, table 1, equations 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.bootstrap import RESAMPLES, SEED, mean_of_parts, ratio, resampled_sums
from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats, Ints, estimate, mean_of
from rulelang.verifier.statistics.families import Families
from rulelang.verifier.statistics.instances import grouped_means

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
class CellAverage:
    """One task x probe cell, averaged over the models of each family and then over the families."""

    track: int
    setting: int
    families: int
    """How many families have answers in it."""
    figures: tuple[Estimate, ...]
    """In the order of FIGURES."""


@dataclass(frozen=True, slots=True)
class WarrantFigures:
    cells: tuple[Cell, ...]
    models: tuple[ModelFigures, ...]
    mean: ModelFigures
    """Over the families, each equally, or without families over the models; `model` is -1."""
    families: tuple[ModelFigures, ...] = ()
    """Over the models of each family, each equally; `model` is -1.  None without families."""
    family_cells: tuple[CellAverage, ...] = ()
    """The cells, families equally.  None without families."""


def warrant_figures(
    answers: Answers, resamples: int = RESAMPLES, seed: int = SEED, families: Families | None = None
) -> WarrantFigures:
    """Final, Warrant, CWG and CWG' by model (RGDT-Bench, table 1), and with families by these (figure 4a).

    Final is the share of answers with the right decision and Warrant the share with a complete warrant (equation 1),
    both over all answers, those that are not evaluable included. CWG is P(warrant incomplete | decision right,
    answer evaluable) (equation 2): a share among the correct, no difference of rates; CWG' is the same without the
    aggregation check. The samples of a case share its weight: P is of a case of the cell and one of its answers,
    both drawn evenly. With n_c answers to case c, Final is the mean over cases of correct_c / n_c, and CWG is sum_c
    (incomplete_c / n_c) / sum_c (right_c / n_c). In the paper, which has 16 answers to every prompt, this is the
    same as counting every answer; where cases have unlike numbers it is not. Each figure is computed in each task x
    probe cell, and a model's is the mean of its cells, each equally; a cell without correct answers has no gap and
    is left out of that mean, which says so. A family's figure is the mean of its models, each equally, and the last
    mean is over the families, each equally (figure 4a).
    Intervals: cases are drawn within each track, the same draws for all models and settings.
    """
    counts, shape = _counts(answers)
    shares = counts / np.maximum(counts[..., :1], 1)
    drawn = _resampled(answers, shares, shape, resamples, seed)
    totals, weights = counts.sum(axis=0), shares.sum(axis=0)
    slots = answers.numbers("slots")
    cells: list[Cell] = []
    for place in range(int(np.prod(shape))):
        if totals[place, 0]:
            model, track, setting = (int(one) for one in np.unravel_index(place, shape))
            there = (answers.model.codes == model) & (answers.track.codes == track) & (answers.setting.codes == setting)
            values = _values(weights[place])
            figures = tuple(
                estimate(float(value), int(totals[place, 0 if name in ("final", "warrant") else 3]), _REASONS[name])
                for name, value in zip(FIGURES, values, strict=True)
            )
            figures = tuple(one.within(drawn[:, place, index]) for index, one in enumerate(figures))
            cells.append(
                Cell(
                    model,
                    track,
                    setting,
                    int(totals[place, 0]),
                    int(totals[place, 5]),
                    _slots(slots, answers, there),
                    figures,
                )
            )
    found = [_model(model, cells, drawn, shape) for model in range(len(answers.model))]
    models = tuple(one for one, _ in found)
    if families is None:
        return WarrantFigures(tuple(cells), models, _mean_of(found)[0])
    kinships = [_mean_of([found[model] for model in members]) for members in families.members()]
    return WarrantFigures(
        tuple(cells),
        models,
        _mean_of(kinships)[0],
        tuple(one for one, _ in kinships),
        _family_cells(cells, drawn, shape, families),
    )


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
    """The four figures from the sums over the cases of a cell (last axis)."""
    return np.stack(
        [
            ratio(sums[..., 1], sums[..., 0]),
            ratio(sums[..., 2], sums[..., 0]),
            ratio(sums[..., 4], sums[..., 3]),
            ratio(sums[..., 6], sums[..., 3]),
        ],
        axis=-1,
    )


def _resampled(answers: Answers, shares: Floats, shape: tuple[int, int, int], resamples: int, seed: int) -> Floats:
    """The four figures of each cell in each resample; cases are drawn within their track."""
    size, kinds = shares.shape[1:]
    drawn = np.full((resamples, size, len(FIGURES)), np.nan)
    track_of_cell: Ints = np.indices(shape, dtype=np.int64)[1].ravel()
    for track in range(shape[1]):
        cases = np.unique(answers.case.codes[answers.track.codes == track])
        places = np.flatnonzero((track_of_cell == track) & (shares[:, :, 0].sum(axis=0) > 0))
        by_case = shares[np.ix_(cases, places)].reshape(len(cases), -1)
        sums = resampled_sums(by_case, resamples, (seed, track)).reshape(resamples, len(places), kinds)
        drawn[:, places] = _values(sums)
    return drawn


def _slots(values: Floats, answers: Answers, among: Bools) -> Estimate:
    """The mean over the samples of a case, then over the cases."""
    found = grouped_means(np.where(among, values, np.nan), answers.case.codes).values
    return estimate(float(found.mean()) if len(found) else float("nan"), len(found), "no evaluable answers")


def _place(cell: Cell, shape: tuple[int, int, int]) -> int:
    return int(np.ravel_multi_index((cell.model, cell.track, cell.setting), shape))


_Resampled = tuple[ModelFigures, Floats]
"""Figures and, for each resample (row), what they are in it."""


def _model(model: int, cells: list[Cell], drawn: Floats, shape: tuple[int, int, int]) -> _Resampled:
    """A model's figures from its cells."""
    own = [cell for cell in cells if cell.model == model]
    figures = [cell.figures for cell in own]
    samples = _samples(figures, [drawn[:, _place(cell, shape)] for cell in own])
    total, evaluable = sum(cell.answers for cell in own), sum(cell.evaluable for cell in own)
    return (
        ModelFigures(
            model,
            total,
            len(own),
            estimate(evaluable / total if total else float("nan"), total, "no answers"),
            mean_of([cell.slots for cell in own], "no evaluable answers"),
            _means(figures, samples),
        ),
        samples,
    )


def _mean_of(parts: list[_Resampled]) -> _Resampled:
    """The mean of some models, or of some families: each equally."""
    found = [one for one, _ in parts]
    figures = [one.figures for one in found]
    samples = _samples(figures, [drawn for _, drawn in parts]) if parts else np.zeros((0, len(FIGURES)))
    return (
        ModelFigures(
            -1,
            sum(one.answers for one in found),
            sum(one.cells for one in found),
            mean_of([one.evaluable for one in found], "no answers"),
            mean_of([one.slots for one in found], "no evaluable answers"),
            _means(figures, samples),
        ),
        samples,
    )


def _samples(parts: list[tuple[Estimate, ...]], drawn: list[Floats]) -> Floats:
    """What the mean of each figure is in each resample (row), from what the figures of each part are."""
    there = np.array([[one.value is not None for one in figures] for figures in parts])
    return np.stack(
        [mean_of_parts(np.stack([one[:, index] for one in drawn]), there[:, index]) for index in range(len(FIGURES))],
        axis=1,
    )


def _means(parts: list[tuple[Estimate, ...]], samples: Floats) -> tuple[Estimate, ...]:
    """The mean of each figure, with the interval of its samples (a row for each resample)."""
    return tuple(
        mean_of([one[index] for one in parts], _REASONS[name]).within(samples[:, index])
        for index, name in enumerate(FIGURES)
    )


def _family_cells(
    cells: list[Cell], drawn: Floats, shape: tuple[int, int, int], families: Families
) -> tuple[CellAverage, ...]:
    """Each cell: the mean over the models of a family, then over the families that have answers in it."""
    found: list[CellAverage] = []
    for track, setting in sorted({(cell.track, cell.setting) for cell in cells}):
        there = [cell for cell in cells if (cell.track, cell.setting) == (track, setting)]
        by_family: list[tuple[Estimate, ...]] = []
        samples: list[Floats] = []
        for members in families.members():
            own = [cell for cell in there if cell.model in members]
            if own:
                figures = [cell.figures for cell in own]
                samples.append(_samples(figures, [drawn[:, _place(cell, shape)] for cell in own]))
                by_family.append(_means(figures, samples[-1]))
        average = _means(by_family, _samples(by_family, samples))
        found.append(CellAverage(track, setting, len(by_family), average))
    return tuple(found)
