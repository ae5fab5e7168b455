"""Semantic correct-application rates by augmentation operator (RuleWeaver, tables 2 (right) and 15)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.rubric import OPERATORS
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.estimate import Estimate, share


@dataclass(frozen=True, slots=True)
class SemanticRates:
    """For each model and operator the share of enhancement events whose rule is applied correctly."""

    operators: tuple[str, ...]
    events: tuple[int, ...]
    """How many events there are of each operator, over all answers."""
    overall: tuple[Estimate, ...]
    models: tuple[tuple[Estimate, ...], ...]


def semantic_rates(answers: Answers) -> SemanticRates:
    """The semantic score by operator type s: over enhancement *events*, right events / events (RuleWeaver, 3.4).

    A gold rule that was augmented in five rounds brings five events; an event is right where its rule is cited and
    correctly applied.  Events of all evaluable answers of a model are counted together.
    """
    models = len(answers.model)
    of = np.zeros((models, len(OPERATORS)), dtype=np.int64)
    right = np.zeros_like(of)
    for index, operator in enumerate(OPERATORS):
        for prefix, into in (("events", of), ("right", right)):
            values = np.nan_to_num(answers.numbers(f"{prefix}_{operator.lower()}"))
            into[:, index] = np.bincount(answers.model.codes, weights=values, minlength=models).astype(np.int64)
    return SemanticRates(
        OPERATORS,
        tuple(int(count) for count in of.sum(axis=0)),
        tuple(_rate(int(right[:, i].sum()), int(of[:, i].sum()), name) for i, name in enumerate(OPERATORS)),
        tuple(
            tuple(_rate(int(right[model, i]), int(of[model, i]), name) for i, name in enumerate(OPERATORS))
            for model in range(models)
        ),
    )


def _rate(right: int, of: int, operator: str) -> Estimate:
    return share(right, of, f"no gold rule is augmented by {operator}")
