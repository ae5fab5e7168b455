"""AUROC, AUPRC and balanced accuracy: by scikit-learn, and all resamples at once for their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from rulelang.verifier.statistics.bootstrap import ratio
from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats, Ints


def one_class(label: Bools) -> str:
    """Why a metric of ranking isn't defined for these labels; empty where it is."""
    if not len(label):
        return "no scored answers"
    if label.all():
        return "every warrant is complete: one class only"
    return "" if label.any() else "no warrant is complete: one class only"


def auroc(label: Bools, score: Floats) -> Estimate:
    """Area under the ROC curve (sklearn.metrics.roc_auc_score): P(score of a complete one > of an incomplete one),
    ties a half.  Source: RGDT-Bench, table 2."""
    metrics: Any = import_module("sklearn.metrics")

    reason = one_class(label)
    if reason:
        return Estimate(None, len(label), reason=reason)
    return Estimate(float(metrics.roc_auc_score(label, score)), len(label))


def auprc(label: Bools, score: Floats) -> Estimate:
    """Average precision, sum of (R_n - R_n-1) P_n over thresholds (sklearn.metrics.average_precision_score).

    Positive: complete warrants.  Source: RGDT-Bench, table 2.  Not defined without a positive; where all are positive
    it says nothing and counts as not defined too.
    """
    metrics: Any = import_module("sklearn.metrics")

    reason = one_class(label)
    if reason:
        return Estimate(None, len(label), reason=reason)
    return Estimate(float(metrics.average_precision_score(label, score)), len(label))


def balanced_accuracy(label: Bools, score: Floats, threshold: float | None) -> Estimate:
    """Mean of sensitivity and specificity where a score of the threshold or more says "complete"
    (sklearn.metrics.balanced_accuracy_score).  Source: RGDT-Bench, table 2."""
    metrics: Any = import_module("sklearn.metrics")

    reason = one_class(label)
    if reason or threshold is None:
        return Estimate(None, len(label), reason=reason or "no threshold could be chosen on the validation part")
    return Estimate(float(metrics.balanced_accuracy_score(label, score >= threshold)), len(label))


def best_threshold(label: Bools, score: Floats) -> float | None:
    """The threshold with the greatest balanced accuracy: the observed score that maximises TPR - FPR, the highest of
    those that do (sklearn.metrics.roc_curve).  None where there is one class only.

    Source: RGDT-Bench, section 5 (thresholds are chosen on the validation split by balanced accuracy).
    """
    metrics: Any = import_module("sklearn.metrics")

    if one_class(label):
        return None
    false, true, thresholds = metrics.roc_curve(label, score, drop_intermediate=False)
    gain = true[1:] - false[1:]
    return float(thresholds[1:][int(np.argmax(gain))])


@dataclass(frozen=True, slots=True)
class Ranking:
    """What many resamples need of a ranking, by case (rows): sums of weights give all counts of a resample.

    `pairs[c, d]`: how many pairs of a complete answer of case c and an incomplete one of case d are in the right order,
    ties a half.  `true` and `drawn`: how many complete answers, and answers, of a case are among those of each
    threshold at which a complete one is gained (columns).  `outcomes`: complete, incomplete, complete at or above the
    threshold of balanced accuracy, incomplete below it.
    """

    pairs: Floats
    true: npt.NDArray[np.float32]
    drawn: npt.NDArray[np.float32]
    outcomes: Floats


_BLOCK = 4_000_000


def ranking(label: Bools, score: Floats, case: Ints, cases: int, threshold: float | None) -> Ranking:
    """Prepares the resamples of answers with these labels, scores and cases (0 … cases - 1)."""
    level = np.unique(-score, return_inverse=True)[1].astype(np.int64)
    levels = int(level.max()) + 1 if len(level) else 0
    pairs = np.zeros((cases, cases))
    ranked_true, ranked_all = np.zeros((cases, 1)), np.zeros((cases, 1))
    true: list[npt.NDArray[np.float32]] = [np.zeros((cases, 0), dtype=np.float32)]
    drawn: list[npt.NDArray[np.float32]] = [np.zeros((cases, 0), dtype=np.float32)]
    step = max(1, _BLOCK // max(1, cases))
    for low in range(0, levels, step):
        own = (level >= low) & (level < low + step)
        size = min(step, levels - low)
        place = case[own] * size + level[own] - low
        gained = np.bincount(place[label[own]], minlength=cases * size).reshape(cases, size).astype(np.float64)
        lost = np.bincount(place[~label[own]], minlength=cases * size).reshape(cases, size).astype(np.float64)
        reached = ranked_true + np.cumsum(gained, axis=1)
        taken = ranked_all + np.cumsum(gained + lost, axis=1)
        pairs += (reached - gained / 2) @ lost.T
        some = gained.any(axis=0)
        true.append(reached[:, some].astype(np.float32))
        drawn.append(taken[:, some].astype(np.float32))
        ranked_true, ranked_all = reached[:, -1:], taken[:, -1:]
    above = np.zeros(len(score), dtype=np.bool_) if threshold is None else score >= threshold
    outcomes = [label, ~label, label & above, ~label & ~above]
    return Ranking(
        pairs,
        np.concatenate(true, axis=1),
        np.concatenate(drawn, axis=1),
        np.stack([np.bincount(case[one], minlength=cases).astype(np.float64) for one in outcomes], axis=1),
    )


def resampled_metrics(ranked: Ranking, weights: Floats, threshold: bool) -> Floats:
    """AUROC, AUPRC and balanced accuracy of each resample, three columns; NaN where one has one class only.

    `weights` says how often each case (column) is drawn in each resample (row).  The formulas are those of scikit-learn
    with sample weights (trapezoids of the ROC curve; average precision); a test holds them against it.
    """
    found = np.full((len(weights), 3), np.nan)
    positives, negatives, above, below = (weights @ ranked.outcomes).T
    both = (positives > 0) & (negatives > 0)
    found[:, 0] = ratio(((weights @ ranked.pairs) * weights).sum(axis=1), positives * negatives)
    # Counts stay below 2^24, so single precision holds them exactly.
    small = weights.astype(np.float32)
    true = small @ ranked.true
    precise = true / np.maximum(small @ ranked.drawn, 1)
    precise *= np.diff(true, axis=1, prepend=np.float32(0))
    found[:, 1] = ratio(precise.sum(axis=1, dtype=np.float64), np.where(both, positives, 0.0))
    if threshold:
        found[:, 2] = (ratio(above, positives) + ratio(below, negatives)) / 2
    return found
