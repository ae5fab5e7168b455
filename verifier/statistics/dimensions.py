"""The rubric by dimension (RuleWeaver, table 3 and figure 5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.rubric import Dimension
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.estimate import Estimate, estimate
from rulelang.verifier.statistics.instances import grouped_means, means_by
from rulelang.verifier.statistics.scores import NOTHING


@dataclass(frozen=True, slots=True)
class DimensionMean:
    """One dimension: the share of answers that have it, by model and over all models; and the graded share.

    The mean in points is the dimension's weight times the share; "normalised" is the share itself.
    """

    dimension: Dimension
    overall: Estimate
    graded: Estimate
    models: tuple[Estimate, ...]


def by_dimension(answers: Answers) -> tuple[DimensionMean, ...]:
    """Mean of each rubric dimension, normalised by its maximum (RuleWeaver, table 3 over all, figure 5 by model).

    Means are over samples, then instances, then models, each equally.
    """
    return tuple(_dimension(answers, dimension) for dimension in Dimension)


def _dimension(answers: Answers, dimension: Dimension) -> DimensionMean:
    name = dimension.name.lower()
    models, overall = _means(answers, f"dim_{name}")
    _, graded = _means(answers, f"graded_{name}")
    return DimensionMean(dimension, overall, graded, models)


def _means(answers: Answers, column: str) -> tuple[tuple[Estimate, ...], Estimate]:
    found = grouped_means(answers.numbers(column), answers.model.codes, answers.case.codes, answers.setting.codes)
    means, counts = means_by(found.values, found.keys[0], len(answers.model))
    present = means[np.isfinite(means)]
    overall = estimate(float(present.mean()) if len(present) else float("nan"), len(present), NOTHING)
    return tuple(estimate(float(m), int(n), NOTHING) for m, n in zip(means, counts, strict=True)), overall
