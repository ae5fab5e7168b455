"""Bootstrap intervals of mean rubric scores, and paired differences to the leader (RuleWeaver, tables 13 and 14)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.bootstrap import RESAMPLES, SEED, ratio, resampled_sums
from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats, estimate
from rulelang.verifier.statistics.instances import grouped_means
from rulelang.verifier.statistics.scores import NOTHING


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """A model's mean with its 95 % interval; `shift` is the bootstrap mean minus the mean."""

    model: int
    mean: Estimate
    shift: float | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Leader minus another model, over the instances that both answered."""

    leader: int
    model: int
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Intervals:
    means: tuple[MeanInterval, ...]
    """By mean, the best first; models without scores at the end."""
    differences: tuple[Difference, ...]
    """Largest difference first."""
    cases: int


def rubric_intervals(
    answers: Answers, among: Bools | None = None, resamples: int = RESAMPLES, seed: int = SEED
) -> Intervals:
    """Means of the rubric total with percentile intervals, and the leader's advantage over each other model
    (RuleWeaver, tables 13 and 14).

    Cases are drawn with replacement, the same draws for all models (aligned); with a case come all instances of it,
    each the mean over its samples.  A mean is the sum over drawn instances divided by their number.

    Args:
        answers: scored answers.
        among: the answers that count (same-source ones, say); None: all.
        resamples: 20,000 in the paper.
        seed: of the draws.
    """
    kept = answers if among is None else answers.where(among)
    found = grouped_means(kept.numbers("rubric"), kept.model.codes, kept.case.codes, kept.setting.codes)
    models, settings = len(kept.model), max(1, len(kept.setting))
    # Only cases with a score take part in the draws.
    used, place = np.unique(found.keys[1], return_inverse=True)
    grid = np.full((models, len(used) * settings), np.nan)
    grid[found.keys[0], place * settings + found.keys[2]] = found.values
    return _intervals(grid, len(used), resamples, seed)


def _intervals(grid: Floats, cases: int, resamples: int, seed: int) -> Intervals:
    """From one score for each model (row) and instance (column, case by case)."""
    models = len(grid)
    there = np.isfinite(grid)
    means = ratio(np.where(there, grid, 0).sum(axis=1), there.sum(axis=1).astype(np.float64))
    order = sorted(range(models), key=lambda one: (not np.isfinite(means[one]), -means[one], one))
    leader = order[0] if models and np.isfinite(means[order[0]]) else None
    parts, wholes = [np.where(there, grid, 0.0)], [there.astype(np.float64)]
    if leader is not None:
        both = there & there[leader]
        parts.append(np.where(both, grid[leader] - grid, 0.0))
        wholes.append(both.astype(np.float64))
    sums = np.concatenate([*parts, *wholes])
    by_case = sums.reshape(len(sums), cases, -1).sum(axis=2).T if cases else np.zeros((0, len(sums)))
    drawn = resampled_sums(by_case, resamples, (seed,))
    half = len(sums) // 2
    samples = ratio(drawn[:, :half], drawn[:, half:])
    intervals: list[MeanInterval] = []
    for model in order:
        mean = estimate(float(means[model]), int(there[model].sum()), NOTHING)
        own = samples[:, model]
        shift = None if mean.value is None else float(np.nanmean(own)) - mean.value
        intervals.append(MeanInterval(model, mean.within(own), shift))
    differences: list[Difference] = []
    for model in order[1:] if leader is not None else []:
        row = models + model
        count = int(sums[half + row].sum())
        value = float(sums[row].sum()) / count if count else float("nan")
        found = estimate(value, count, "no instance that both answered")
        differences.append(Difference(leader or 0, model, found.within(samples[:, row])))
    differences.sort(key=lambda one: (one.difference.value is None, -(one.difference.value or 0.0)))
    return Intervals(tuple(intervals), tuple(differences), cases)
