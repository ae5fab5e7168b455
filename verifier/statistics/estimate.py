"""One figure: a value with its interval, or the reason why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


_TOLD = 0.01


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over `count` things.  `value` is None where there is none, and `reason` says why; it is never NaN."""

    value: float | None
    count: int = 0
    low: float | None = None
    high: float | None = None
    reason: str = ""

    def within(self, samples: Floats, level: float = 0.95) -> Estimate:
        """The same figure with the percentile interval of its bootstrap samples.

        Resamples in which the figure is not defined (no correct answer in a cell) are left out, which `reason` says
        where it is more than one in a hundred; without at least two others there is no interval.  Source: RuleWeaver,
        tables 13 and 14 (95 % percentile intervals).
        """
        defined = samples[np.isfinite(samples)]
        if self.value is None or len(defined) < 2:
            return self
        low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
        kept = len(defined) / len(samples)
        told = [self.reason] if self.reason else []
        if kept < 1 - _TOLD:
            told.append(f"interval from {kept * 100:.0f} % of the resamples: in the others it is not defined")
        return replace(self, low=float(low), high=float(high), reason="; ".join(told))


def estimate(value: float, count: int, reason: str) -> Estimate:
    """A figure from a float that is NaN where it is not defined; `reason` is told only then."""
    if not math.isfinite(value):
        return Estimate(None, count, reason=reason)
    return Estimate(float(value), count)


def share(part: int, whole: int, reason: str) -> Estimate:
    """`part` of `whole`; not defined where there is no whole.

    >>> share(1, 4, "no answers").value
    0.25
    >>> share(0, 0, "no answers")
    Estimate(value=None, count=0, low=None, high=None, reason='no answers')
    """
    return Estimate(part / whole, whole) if whole else Estimate(None, 0, reason=reason)


def mean_of(figures: list[Estimate], reason: str) -> Estimate:
    """The mean of those figures that are defined, each counting once; `count` says of how many.

    Where some are not, the reason of the first of them is kept beside the value.
    """
    values = [one.value for one in figures if one.value is not None]
    missing = [one.reason for one in figures if one.value is None]
    if not values:
        return Estimate(None, 0, reason=missing[0] if missing else reason)
    told = f"mean over {len(values)} of {len(figures)}: {missing[0]}" if missing else ""
    return Estimate(sum(values) / len(values), len(values), reason=told)
