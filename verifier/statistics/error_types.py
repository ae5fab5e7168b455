"""How often each of the five error types shows (RuleWeaver, table 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.rubric import ErrorType
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.estimate import Bools, Estimate, Ints, share


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """One error type: how many answers show it and the share, over all answers and over those with full recall."""

    error: ErrorType
    count: int
    rate: Estimate
    full_recall_count: int
    full_recall: Estimate
    models: tuple[Estimate, ...]


def error_rates(answers: Answers) -> tuple[ErrorRate, ...]:
    """Prevalence of each error type over answers, and over the subset that cites every gold rule.

    Types are those of RuleWeaver, section 4; an answer may show several.  The share is over evaluable answers.  With
    full recall no answer can show "rule selection": the paper prints a dash, here it is not defined.
    """
    evaluable = answers.flags("evaluable")
    full = evaluable & (answers.numbers("recall") == 1)
    listed = answers.listed("errors")
    found: list[ErrorRate] = []
    for error in ErrorType:
        shows = np.zeros(len(answers), dtype=np.bool_)
        if error.value in listed.names:
            shows[listed.rows[listed.codes == listed.names.index(error.value)]] = True
        count, rate = _rate(shows, evaluable, "no evaluable answers")
        full_count, full_rate = _rate(shows, full, "no answer has full recall")
        if error is ErrorType.SELECTION:
            full_count, full_rate = 0, Estimate(None, 0, reason="full recall leaves no gold rule to select")
        models = _by_model(shows, evaluable, answers.model.codes, len(answers.model))
        found.append(ErrorRate(error, count, rate, full_count, full_rate, models))
    return tuple(found)


def _rate(shows: Bools, among: Bools, reason: str) -> tuple[int, Estimate]:
    count = int((shows & among).sum())
    return count, share(count, int(among.sum()), reason)


def _by_model(shows: Bools, among: Bools, model: Ints, models: int) -> tuple[Estimate, ...]:
    counts = np.bincount(model[shows & among], minlength=models)
    of = np.bincount(model[among], minlength=models)
    return tuple(share(int(part), int(whole), "no evaluable answers") for part, whole in zip(counts, of, strict=True))
