"""Scores that evaluators gave to answers, beside the labels that the check gives: what judges are judged on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.bootstrap import mean_of_parts
from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats, Ints, mean_of

VALIDATION, TEST = 0, 1


@dataclass(frozen=True, slots=True)
class Scored:
    """Evaluable answers with the scores of evaluators, answer by answer.

    `label` says whether the warrant is complete, `correct` whether the decision is right; `part` is VALIDATION or TEST
    (-1: neither); `scores` has a row for each evaluator, NaN where it gave none.
    """

    evaluators: tuple[str, ...]
    scores: Floats
    label: Bools
    correct: Bools
    case: Ints
    track: Ints
    setting: Ints
    model: Ints
    sample: Floats
    part: Ints
    tracks: tuple[str, ...]
    settings: tuple[str, ...]

    def where(self, kept: Bools) -> Scored:
        return Scored(
            self.evaluators,
            self.scores[:, kept],
            self.label[kept],
            self.correct[kept],
            self.case[kept],
            self.track[kept],
            self.setting[kept],
            self.model[kept],
            self.sample[kept],
            self.part[kept],
            self.tracks,
            self.settings,
        )

    def cells(self) -> tuple[tuple[int, int], ...]:
        """The task x probe cells that have answers: (track, setting), in order."""
        different = np.unique(self.track * max(1, len(self.settings)) + self.setting)
        return tuple((int(one) // len(self.settings), int(one) % len(self.settings)) for one in different)

    def in_cell(self, cell: tuple[int, int]) -> Bools:
        own: Bools = (self.track == cell[0]) & (self.setting == cell[1])
        return own


def scored(answers: Answers, evaluators: tuple[str, ...], scores: Floats, part: Ints) -> Scored:
    """The evaluable answers with their scores; the others are not labelled (RGDT-Bench, section 3.3: no supervision).

    Args:
        answers: the answers.
        evaluators: the evaluators' names.
        scores: a row for each evaluator, a column for each answer.
        part: VALIDATION, TEST or -1 for each answer.
    """
    everything = Scored(
        evaluators,
        scores,
        answers.flags("complete"),
        answers.flags("correct"),
        answers.case.codes,
        answers.track.codes,
        answers.setting.codes,
        answers.model.codes,
        answers.numbers("sample"),
        part,
        answers.track.names,
        answers.setting.names,
    )
    return everything.where(answers.flags("evaluable"))


def split_cases(answers: Answers, validation: float, seed: int) -> Ints:
    """VALIDATION or TEST for each answer: within each track the given share of its cases is drawn for validation.

    All answers to a case are in one part (RGDT-Bench, table 6: all probes share the case's split).
    """
    part = np.full(len(answers), TEST, dtype=np.int64)
    chance = np.random.default_rng((seed, len(answers.case)))
    for track in range(len(answers.track)):
        there = answers.track.codes == track
        cases = np.unique(answers.case.codes[there])
        drawn = chance.permutation(cases)[: round(validation * len(cases))]
        part[there & np.isin(answers.case.codes, drawn)] = VALIDATION
    return part


def task_mean(cells: tuple[tuple[int, int], ...], figures: list[Estimate]) -> Estimate:
    """Probes within each task equally, then tasks equally (RGDT-Bench, equation 4).

    Cells that have no figure are left out, and tasks that have none; `reason` then says so.
    """
    tasks = sorted({track for track, _ in cells})
    within = [
        mean_of([one for cell, one in zip(cells, figures, strict=True) if cell[0] == task], "no answers")
        for task in tasks
    ]
    found = mean_of(within, "no answers")
    missing = [one for one in figures if one.value is None]
    if found.value is None or not missing:
        return Estimate(found.value, found.count, reason=found.reason if found.value is None else "")
    defined = len(figures) - len(missing)
    return Estimate(found.value, defined, reason=f"over {defined} of {len(figures)} cells: {missing[0].reason}")


def task_mean_samples(cells: tuple[tuple[int, int], ...], figures: list[Estimate], samples: Floats) -> Floats:
    """The same (equation 4) for bootstrap samples: a row for each cell, a column for each resample.

    The mean is over the cells and tasks that have a figure, in each resample (`mean_of_parts`).
    """
    if not cells:
        return np.full(len(samples.T), np.nan)
    of = np.array([track for track, _ in cells])
    there = np.array([one.value is not None for one in figures])
    tasks = [of == task for task in sorted({track for track, _ in cells})]
    within = [mean_of_parts(samples[own], there[own]) for own in tasks]
    return mean_of_parts(np.stack(within), np.array([bool(there[own].any()) for own in tasks]))
