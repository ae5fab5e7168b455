"""Complexity of questions against their scores (RuleWeaver, figure 3 (top) and table 17)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.correlation import spearman, standard_error
from rulelang.verifier.statistics.estimate import Estimate, Floats, Ints
from rulelang.verifier.statistics.instances import grouped_means

MEASURES = (("depth", "reasoning depth"), ("load", "dependency load"), ("branching", "branching"))


@dataclass(frozen=True, slots=True)
class Level:
    """The questions of one level of a measure: mean rubric score, its standard error (None: one question)."""

    level: int
    questions: int
    mean: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure of complexity: its correlation with the score, and the score at each level."""

    name: str
    words: str
    rho: Estimate
    p: float | None
    levels: tuple[Level, ...]
    points: tuple[tuple[int, float], ...]
    """Each question: its level and its score."""


@dataclass(frozen=True, slots=True)
class Complexity:
    measures: tuple[Measure, ...]
    factors: tuple[tuple[str, Estimate, float | None], ...]
    """Recall and precision of a question, averaged over the models, against its mean score: name, rho, p."""


def complexity(answers: Answers) -> Complexity:
    """Spearman's rho between the complexity of a question and its mean rubric score, and means by level.

    A question is a case in a setting; its score is the mean of the models' means over samples, each model equally
    (RuleWeaver, table 17: averaged over the evaluated models for each QA).  Depth is the longest path of the gold chain
    in steps, load its rule steps with an in-edge, branching its steps with more than one out-edge.
    """
    score = _by_question(answers, answers.numbers("rubric"))
    measures: list[Measure] = []
    for name, words in MEASURES:
        level = _by_question(answers, answers.numbers(name))
        measures.append(_measure(name, words, level, score))
    factors: list[tuple[str, Estimate, float | None]] = []
    for name in ("recall", "precision"):
        rho, p = spearman(_by_question(answers, answers.numbers(name)), score, (f"rule {name}", "the score"))
        factors.append((f"rule {name}", rho, p))
    return Complexity(tuple(measures), tuple(factors))


def _by_question(answers: Answers, values: Floats) -> Floats:
    """The mean over models of each question (by case and setting), NaN where there is none."""
    case, setting, model = answers.case.codes, answers.setting.codes, answers.model.codes
    first = grouped_means(values, case, setting, model)
    then = grouped_means(first.values, first.keys[0], first.keys[1])
    found = np.full(len(answers.case) * max(1, len(answers.setting)), np.nan)
    if len(then.values):
        found[then.keys[0] * len(answers.setting) + then.keys[1]] = then.values
    return found


def _measure(name: str, words: str, level: Floats, score: Floats) -> Measure:
    rho, p = spearman(level, score, (words, "the score"))
    kept = np.isfinite(level) & np.isfinite(score)
    levels: Ints = level[kept].astype(np.int64)
    scores = score[kept]
    found: list[Level] = []
    for one in np.unique(levels):
        there = scores[levels == one]
        found.append(Level(int(one), len(there), float(there.mean()), standard_error(there)))
    points = tuple((int(one), float(value)) for one, value in zip(levels, scores, strict=True))
    return Measure(name, words, rho, p, tuple(found), points)
