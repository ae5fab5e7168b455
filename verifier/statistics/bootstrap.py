"""The bootstrap over cases: cases are drawn with replacement, and with a case come all of its answers.

Source: RuleWeaver, tables 13 and 14 (20,000 resamples of aligned instances: one draw of cases serves all models, so
that differences are paired); RGDT-Bench, section 5 (cases drawn within each task).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rulelang.verifier.statistics.estimate import Bools, Floats

RESAMPLES = 20_000
SEED = 7
_CELLS = 4_000_000
"""How many numbers of a resample's weights are held at a time: 32 MB."""


def draws(cases: int, resamples: int, seed: tuple[int, ...]) -> Iterator[Floats]:
    """How often each of `cases` cases is drawn, a row for each resample, some resamples at a time.

    The draws depend on the seed and the number of cases alone.
    """
    if not cases:
        return
    chance = np.random.default_rng(seed)
    step = max(1, _CELLS // cases)
    for start in range(0, resamples, step):
        some = min(step, resamples - start)
        drawn = chance.integers(0, cases, size=(some, cases))
        drawn += np.arange(some)[:, None] * cases
        yield np.bincount(drawn.ravel(), minlength=some * cases).reshape(some, cases).astype(np.float64)


def resampled_sums(by_case: Floats, resamples: int = RESAMPLES, seed: tuple[int, ...] = (SEED,)) -> Floats:
    """The sum of each column over the cases (rows) of each resample: `resamples` rows.

    Args:
        by_case: one row for each case, one column for each thing that is summed.
        resamples: how many times cases are drawn.
        seed: the same seed and number of cases: the same draws.
    """
    found = [weights @ by_case for weights in draws(len(by_case), resamples, seed)]
    return np.concatenate(found) if found else np.zeros((resamples, by_case.shape[1]))


def ratio(part: Floats, whole: Floats) -> Floats:
    """Part over whole, NaN where there is no whole."""
    found = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=found, where=whole > 0)
    return found


def mean_of_parts(samples: Floats, there: Bools) -> Floats:
    """Samples of a mean over parts (cells, models, families) from the samples of these (first axis).

    The figure is a mean over the parts that are defined in the answers themselves (`there`), and so is each of its
    replicates: sum over k in K of t*_k / |K| with one and the same K.  A resample in which one of these parts is not
    defined (NaN) gives no replicate of the figure: the mean over the others would be another figure, and would move by
    as much as parts differ.  It is NaN, and left out as for one part alone (`Estimate.within`).
    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), sections 6.2 (a replicate is the same
    statistic of the resample) and 13.3 (percentile intervals).

    >>> mean_of_parts(np.array([[1.0, np.nan, 0.0], [0.0, 1.0, 1.0], [np.nan] * 3]), np.array([True, True, False]))
    array([0.5, nan, 0.5])
    """
    shape = there.reshape(there.shape + (1,) * (samples.ndim - there.ndim))
    sums = np.where(shape, samples, 0.0).sum(axis=0)
    return ratio(sums, np.broadcast_to(shape, samples.shape).sum(axis=0).astype(np.float64))
