"""What a change of presentation does to completeness: P2 - P1, P3 - P1 (RGDT-Bench, table 14)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.bootstrap import RESAMPLES, SEED, mean_of_parts, ratio, resampled_sums
from rulelang.verifier.statistics.estimate import Estimate, Floats, estimate, mean_of
from rulelang.verifier.statistics.instances import grouped_means


@dataclass(frozen=True, slots=True)
class Change:
    """How a setting changes a model's completeness on one track, over the cases that were put both ways."""

    model: int
    track: int
    difference: Estimate


@dataclass(frozen=True, slots=True)
class ProbeChange:
    """One setting against the first: each model on each track, and the mean, each estimate equally."""

    setting: int
    changes: tuple[Change, ...]
    mean: Estimate


def probe_changes(answers: Answers, resamples: int = RESAMPLES, seed: int = SEED) -> tuple[ProbeChange, ...]:
    """Matched changes in warrant completeness, each later setting minus the first.

    For each model and track: the mean over the cases with answers under both settings of the difference of their
    completeness (a case's completeness is the share of its samples whose warrant is complete; answers that are not
    evaluable count as incomplete).  The mean gives each estimate equal weight (RGDT-Bench, table 14).
    Intervals: cases are drawn within each track, the same draws for all models and settings.
    """
    complete = answers.flags("complete").astype(np.float64)
    found = grouped_means(complete, answers.model.codes, answers.setting.codes, answers.case.codes)
    models, settings = len(answers.model), len(answers.setting)
    grid = np.full((models, settings, len(answers.case)), np.nan)
    grid[found.keys] = found.values
    tracks = [np.unique(answers.case.codes[answers.track.codes == track]) for track in range(len(answers.track))]
    return tuple(_change(grid, setting, tracks, resamples, seed) for setting in range(1, settings))


def _change(
    grid: Floats, setting: int, tracks: list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]], resamples: int, seed: int
) -> ProbeChange:
    difference = grid[:, setting] - grid[:, 0]
    changes: list[Change] = []
    samples: list[Floats] = []
    for track, cases in enumerate(tracks):
        own = difference[:, cases]
        there = np.isfinite(own)
        if not there.any():
            continue
        sums = np.concatenate([np.where(there, own, 0.0), there.astype(np.float64)])
        drawn = resampled_sums(sums.T, resamples, (seed, track))
        ratios = ratio(drawn[:, : len(own)], drawn[:, len(own) :])
        for model in range(len(own)):
            count = int(there[model].sum())
            if count:
                value = estimate(float(own[model][there[model]].mean()), count, "")
                changes.append(Change(model, track, value.within(ratios[:, model])))
                samples.append(ratios[:, model])
    mean = mean_of([one.difference for one in changes], "no case was put both ways")
    if samples:
        mean = mean.within(mean_of_parts(np.stack(samples), np.ones(len(samples), dtype=np.bool_)))
    return ProbeChange(setting, tuple(sorted(changes, key=lambda one: (one.track, one.model))), mean)
