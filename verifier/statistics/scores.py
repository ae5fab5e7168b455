"""RuleWeaver's scores of answers, by model and setting, by source and by type of question (its tables 2 and 16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.estimate import Estimate, Floats, Ints, estimate
from rulelang.verifier.statistics.instances import grouped_means, means_by

NOTHING = "no evaluable answers"
METRICS = ("recall", "precision", "rubric", "graded")


@dataclass(frozen=True, slots=True)
class Scores:
    """The means of one model in one group (a setting, or same-source or cross-source questions)."""

    model: int
    group: int
    answers: int
    metrics: tuple[Estimate, ...]
    """In the order of METRICS; recall and precision from 0 to 1, the rubric scores from 0 to 100."""


def by_setting(answers: Answers) -> tuple[Scores, ...]:
    """Recall, precision and rubric total of each model in each setting (RuleWeaver, table 2 and figure 3).

    Recall is |C n G| / |G| and precision |A| / |C| of each answer (section 3.4), C the rules cited, G those of the
    gold chain, A the cited applications that are right.  The rubric total is S = sum of w_i b_i over the dimensions,
    b_i 0 or 1.  Means are over samples first, then over instances (a case in a setting).  Answers that are not
    evaluable have no scores and are left out; `answers` says how many are in.
    """
    return _scores(answers, answers.setting.codes, len(answers.setting))


SAME, CROSS = 0, 1


def by_source(answers: Answers) -> tuple[Scores, ...]:
    """The same where the gold rules come from one source corpus (0) and from several (1) (RuleWeaver, table 2)."""
    same = answers.numbers("same_source")
    return _scores(answers, np.where(np.isfinite(same), 1 - np.nan_to_num(same), -1).astype(np.int64), 2)


def _scores(answers: Answers, groups: Ints, size: int) -> tuple[Scores, ...]:
    models = len(answers.model)
    place = np.where(groups >= 0, answers.model.codes * size + groups, -1)
    scored = np.isfinite(answers.numbers("rubric")) & (place >= 0)
    counts = np.bincount(place[scored], minlength=models * size)
    present = np.bincount(place[place >= 0], minlength=models * size) > 0
    columns = [_means(answers, answers.numbers(name), place, models * size) for name in METRICS]
    return tuple(
        Scores(index // size, index % size, int(counts[index]), tuple(column[index] for column in columns))
        for index in range(models * size)
        if present[index]
    )


def _means(answers: Answers, values: Floats, place: Ints, size: int) -> list[Estimate]:
    """The mean of each group over its instances, each instance the mean of its samples."""
    found = grouped_means(values, place, answers.case.codes, answers.setting.codes)
    means, counts = means_by(found.values, found.keys[0], size)
    return [estimate(float(mean), int(count), NOTHING) for mean, count in zip(means, counts, strict=True)]


@dataclass(frozen=True, slots=True)
class TypeScores:
    """The mean rubric total by type of question: a row for each model, a column for each type."""

    types: tuple[str, ...]
    questions: tuple[int, ...]
    """How many instances there are of each type."""
    rows: tuple[tuple[Estimate, ...], ...]


def by_question_type(answers: Answers, order: Sequence[str]) -> TypeScores:
    """The mean rubric total of each model by type of question (RuleWeaver, table 16).

    A question of two types counts under both.  Types come in `order`, unknown ones after them.
    """
    column = answers.table.column("question_type").to_pylist()
    different = sorted({part for written in set(column) if written for part in written.split("+")})
    types = [name for name in order if name in different] + [name for name in different if name not in order]
    values, models, size = answers.numbers("rubric"), answers.model.codes, max(1, len(types))
    parts = {written: [types.index(one) for one in written.split("+")] for written in set(column) if written}
    where = [(row, kind) for row, written in enumerate(column) if written for kind in parts[written]]
    rows, kinds = np.array(where, dtype=np.int64).reshape(-1, 2).T
    found = grouped_means(
        values[rows], models[rows] * size + kinds, answers.case.codes[rows], answers.setting.codes[rows]
    )
    means, counts = means_by(found.values, found.keys[0], len(answers.model) * size)
    asked = grouped_means(np.ones(len(rows)), kinds, answers.case.codes[rows], answers.setting.codes[rows])
    questions = np.bincount(asked.keys[0], minlength=size)
    return TypeScores(
        tuple(types),
        tuple(int(questions[index]) for index in range(len(types))),
        tuple(
            tuple(
                estimate(float(means[model * size + kind]), int(counts[model * size + kind]), NOTHING)
                for kind in range(len(types))
            )
            for model in range(len(answers.model))
        ),
    )
