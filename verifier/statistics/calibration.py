"""From scores to probabilities, and how good these are (RGDT-Bench, table 15)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats
from rulelang.verifier.statistics.judged import TEST, VALIDATION, Scored
from rulelang.verifier.statistics.metrics import one_class

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """One bin of the reliability diagram: mean probability and share of complete warrants."""

    low: float
    high: float
    answers: int
    predicted: float
    complete: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """One evaluator on the test part: Brier score and expected calibration error, of its scores as they are (where they
    are probabilities) and after the logistic fit."""

    evaluator: str
    raw_brier: Estimate
    raw_error: Estimate
    brier: Estimate
    error: Estimate
    slope: float | None
    intercept: float | None
    bins: tuple[Bin, ...]
    """Of the fitted probabilities."""


def calibrations(scored: Scored) -> tuple[Calibration, ...]:
    """Calibrates each evaluator on the validation part and measures it on the test part, both in the full view."""
    return tuple(_calibration(scored, index, name) for index, name in enumerate(scored.evaluators))


def _calibration(scored: Scored, evaluator: int, name: str) -> Calibration:
    there = np.isfinite(scored.scores[evaluator])
    test = scored.where(there & (scored.part == TEST))
    validation = scored.where(there & (scored.part == VALIDATION))
    score = test.scores[evaluator]
    if len(score) and score.min() >= 0 and score.max() <= 1:
        raw: tuple[Estimate, Estimate] = (brier(test.label, score), calibration_error(test.label, score))
    else:
        reason = "no scored answers" if not len(score) else "the scores are no probabilities from 0 to 1"
        missing = Estimate(None, len(score), reason=reason)
        raw = (missing, missing)
    reason = one_class(validation.label)
    if reason or not len(score):
        missing = Estimate(None, len(score), reason=f"validation part: {reason}" if reason else "no scored answers")
        return Calibration(name, *raw, missing, missing, None, None, ())
    slope, intercept = logistic_fit(validation.label, validation.scores[evaluator])
    probability = 1 / (1 + np.exp(-np.clip(slope * score + intercept, -700, 700)))
    return Calibration(
        name,
        *raw,
        brier(test.label, probability),
        calibration_error(test.label, probability),
        slope,
        intercept,
        reliability(test.label, probability),
    )


def logistic_fit(label: Bools, score: Floats) -> tuple[float, float]:
    """Slope and intercept of P(complete) = 1 / (1 + exp(-(a s + b))) (sklearn.linear_model.LogisticRegression, no
    penalty, on standardised scores).  Source: RGDT-Bench, appendix (logistic calibration on the validation split);
    Platt 1999.

    Scores that never change give slope 0 and the share of complete ones.
    """
    linear: Any = import_module("sklearn.linear_model")

    # Scores of any size: sums of their squares must stay finite.
    size = float(np.abs(score).max()) or 1.0
    score = score / size
    centre, spread = float(score.mean()), float(score.std())
    if spread == 0:
        rate = float(label.mean())
        return 0.0, float(np.log(rate / (1 - rate)))
    # A large C is next to no penalty, and stays finite where the two classes can be told apart perfectly.
    model: Any = linear.LogisticRegression(C=1e6, max_iter=1000)
    model.fit(((score - centre) / spread).reshape(-1, 1), label)
    slope = float(model.coef_[0, 0]) / spread
    return slope / size, float(model.intercept_[0]) - slope * centre


def brier(label: Bools, probability: Floats) -> Estimate:
    """Mean squared difference of probability and label (sklearn.metrics.brier_score_loss); Brier 1950."""
    metrics: Any = import_module("sklearn.metrics")

    if not len(label):
        return Estimate(None, 0, reason="no scored answers")
    value = metrics.brier_score_loss(label, probability, pos_label=True)
    return Estimate(float(value), len(label))


def reliability(label: Bools, probability: Floats, bins: int = BINS) -> tuple[Bin, ...]:
    """The bins of equal width that have answers.

    As sklearn.calibration.calibration_curve(strategy="uniform"), which gives no counts; a test holds it against that.
    """
    edges = np.linspace(0, 1, bins + 1)
    place = np.searchsorted(edges[1:-1], probability)
    found: list[Bin] = []
    for index in range(bins):
        own = place == index
        if own.any():
            count = int(own.sum())
            mean, complete = float(probability[own].mean()), float(label[own].mean())
            found.append(Bin(float(edges[index]), float(edges[index + 1]), count, mean, complete))
    return tuple(found)


def calibration_error(label: Bools, probability: Floats, bins: int = BINS) -> Estimate:
    """Expected calibration error: sum over bins of n_b / n |mean probability - share of complete ones|, ten bins of
    equal width (Naeini et al. 2015)."""
    if not len(label):
        return Estimate(None, 0, reason="no scored answers")
    total = sum(one.answers * abs(one.predicted - one.complete) for one in reliability(label, probability, bins))
    return Estimate(total / len(label), len(label))
