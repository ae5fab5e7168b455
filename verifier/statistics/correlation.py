"""Rank correlation and standard errors, by scipy."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import numpy as np

from rulelang.verifier.statistics.estimate import Estimate, Floats


def spearman(left: Floats, right: Floats, names: tuple[str, str]) -> tuple[Estimate, float | None]:
    """Spearman's rho of two columns, ties by mean ranks, and its two-sided p (scipy.stats.spearmanr).

    Source: RuleWeaver, table 17.  Pairs with a value missing are left out.  Not defined for fewer than three pairs or
    where one of the two never changes.
    """
    stats: Any = import_module("scipy.stats")

    kept = np.isfinite(left) & np.isfinite(right)
    count = int(kept.sum())
    if count < 3:
        return Estimate(None, count, reason="fewer than three questions"), None
    for values, name in ((left[kept], names[0]), (right[kept], names[1])):
        if np.ptp(values) == 0:
            return Estimate(None, count, reason=f"{name} is the same for every question"), None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found: Any = stats.spearmanr(left[kept], right[kept])
    return Estimate(float(found.statistic), count), float(found.pvalue)


def standard_error(values: Floats) -> float | None:
    """The standard error of a mean (scipy.stats.sem, n - 1); None for fewer than two values."""
    stats: Any = import_module("scipy.stats")

    return float(stats.sem(values)) if len(values) > 1 else None
