"""Means over samples first, over instances then: an instance is one question as it was put (a case in a setting).

Source: RuleWeaver, section 4 (means are over its questions, of which each has one answer of a model); samples of one
question share its weight here, as those of a case do in RGDT-Bench, table 14.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.estimate import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class Grouped:
    """One mean for each combination of keys that occurs, in the order of the keys."""

    keys: tuple[Ints, ...]
    values: Floats

    def where(self, kept: Bools) -> Grouped:
        return Grouped(tuple(key[kept] for key in self.keys), self.values[kept])


def grouped_means(values: Floats, *keys: Ints) -> Grouped:
    """The mean of the values that share their keys; a value of NaN and a key below 0 are left out.

    >>> found = grouped_means(np.array([1.0, 3.0, 5.0, np.nan]), np.array([0, 0, 1, 1]), np.array([2, 2, 0, 0]))
    >>> [key.tolist() for key in found.keys], found.values.tolist()
    ([[0, 1], [2, 0]], [2.0, 5.0])
    """
    kept = np.isfinite(values)
    for key in keys:
        kept &= key >= 0
    left = tuple(key[kept] for key in keys)
    if not kept.any():
        return Grouped(left, values[kept])
    combined, sizes = np.zeros(int(kept.sum()), dtype=np.int64), [int(key.max()) + 1 for key in left]
    for key, size in zip(left, sizes, strict=True):
        combined = combined * size + key
    different, index = np.unique(combined, return_inverse=True)
    counts = np.bincount(index, minlength=len(different))
    means = np.bincount(index, weights=values[kept], minlength=len(different)) / counts
    found: list[Ints] = []
    for size in reversed(sizes):
        found.append(different % size)
        different = different // size
    return Grouped(tuple(reversed(found)), np.asarray(means, dtype=np.float64))


def means_by(values: Floats, group: Ints, size: int) -> tuple[Floats, Ints]:
    """The mean of each group (NaN for an empty one) and how many values it has.

    >>> means_by(np.array([1.0, 2.0, 6.0]), np.array([0, 0, 2]), 3)
    (array([1.5, nan, 6. ]), array([2, 0, 1]))
    """
    counts = np.bincount(group, minlength=size).astype(np.int64)
    sums = np.bincount(group, weights=values, minlength=size)
    means = np.full(size, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means, counts
