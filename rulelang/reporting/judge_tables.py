"""RGDT-Bench's tables about evaluators, from their figures."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.reporting.cells import count, decimal, figure, percent, with_best, words
from rulelang.reporting.document import Cell, Column, Table
from rulelang.verifier.statistics.calibration import Calibration
from rulelang.verifier.statistics.evaluators import METRICS, VIEWS, Evaluation
from rulelang.verifier.statistics.judged import Scored
from rulelang.verifier.statistics.selection import Selected

PAPER = "RGDT-Bench"


def evaluator_table(found: Sequence[Evaluation], resamples: int, chosen: bool) -> Table:
    """All metrics in both views."""
    rows: list[list[Cell]] = [
        [
            words(one.evaluator),
            count(one.answers),
            Cell("NA", reason="no threshold could be chosen on the validation part")
            if one.threshold is None
            else Cell(decimal(one.threshold, 3), one.threshold),
            *(percent(metric) for view in one.views for metric in view),
        ]
        for one in found
    ]
    for column in range(3, 9):
        rows = with_best(rows, column)
    threshold = (
        "the threshold of balanced accuracy is the score that gives the greatest balanced accuracy on the validation "
        "part in the full view"
        if chosen
        else "the threshold of balanced accuracy is the one given"
    )
    return Table(
        "evaluators",
        "Evaluators against warrant labels",
        (
            Column("evaluator", numeric=False),
            Column("answers", "scored, evaluable answers of the test part"),
            Column("threshold", "a score of this or more says “complete”"),
            *(Column(f"{_VIEWS[view]}: {metric} %") for view in range(len(VIEWS)) for metric in METRICS),
        ),
        tuple(tuple(row) for row in rows),
        "How well an evaluator’s scores tell complete warrants (the positive class) from incomplete ones: over all "
        "evaluable answers (full view), and over those with the right decision (correct-only view), where telling "
        "right decisions from wrong ones helps no more. Each metric is computed in each task × probe cell, then "
        f"averaged over probes within a task, then over tasks equally; {threshold}. Random: AUROC and BalAcc 50 %, "
        f"AUPRC the share of complete warrants. Intervals (95 %): {resamples:,} resamples of cases within each task, "
        "the same for all.",
        "AUROC = P(s⁺ > s⁻) + ½ P(s⁺ = s⁻);  AUPRC = Σ (Rₙ − Rₙ₋₁) Pₙ;  BalAcc = ½ (sensitivity + specificity)",
        f"{PAPER}, tables 2 and 3, equation 4; scikit-learn",
    )


_VIEWS = ("full", "correct only")


def task_table(scored: Scored, found: Sequence[Evaluation]) -> Table:
    """Correct-only AUROC by task."""
    tracks = sorted({one.track for evaluation in found for one in evaluation.tasks[1]})
    rows: list[list[Cell]] = []
    for one in found:
        by_track = {task.track: task.figures[0] for task in one.tasks[1]}
        rows.append([words(one.evaluator), *(percent(by_track[track]) for track in tracks), percent(one.views[1][0])])
    for column in range(1, len(tracks) + 2):
        rows = with_best(rows, column)
    return Table(
        "evaluators-by-task",
        "Correct-only AUROC by task (%)",
        (Column("evaluator", numeric=False), *(Column(scored.tracks[track]) for track in tracks), Column("mean")),
        tuple(tuple(row) for row in rows),
        "AUROC among answers with the right decision, averaged over the probes of each task; the mean gives each "
        "task equal weight.",
        source=f"{PAPER}, table 17",
    )


def calibration_table(found: Sequence[Calibration]) -> Table:
    rows: list[list[Cell]] = [
        [
            words(one.evaluator),
            figure(one.raw_brier, digits=3),
            figure(one.raw_error, digits=3),
            figure(one.brier, digits=3),
            figure(one.error, digits=3),
            _parameter(one.slope, one.brier.reason),
            _parameter(one.intercept, one.brier.reason),
        ]
        for one in found
    ]
    for column in (1, 2, 3, 4):
        rows = with_best(rows, column, highest=False)
    return Table(
        "calibration",
        "Scores as probabilities",
        (
            Column("evaluator", numeric=False),
            Column("raw: Brier", "of the scores as they are, where they lie between 0 and 1"),
            Column("raw: ECE"),
            Column("fitted: Brier", "after the logistic fit"),
            Column("fitted: ECE"),
            Column("slope"),
            Column("intercept"),
        ),
        tuple(tuple(row) for row in rows),
        "How well scores stand for the probability that a warrant is complete, on the test part: as they are, and "
        "after a logistic curve was fitted on the validation part (full view). Smaller is better. ECE: ten bins of "
        "equal width.",
        "p = 1 / (1 + exp(−(a s + b)));  Brier = mean (p − W)²;  ECE = Σ n_b/n |mean p − mean W|",
        f"{PAPER}, table 15; scikit-learn",
    )


def _parameter(value: float | None, reason: str) -> Cell:
    return Cell("NA", reason=reason) if value is None else Cell(decimal(value, 2), value)


def selection_table(scored: Scored, found: Sequence[Selected], note: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        chosen = with_best([[percent(figure_)] for figure_ in one.evaluators], 0)
        rows.append(
            (
                words(one.target),
                words(one.view),
                count(one.size),
                count(one.groups),
                percent(one.random),
                percent(one.oracle),
                *(cells[0] for cells in chosen),
            )
        )
    return Table(
        "best-of-n",
        "Best of N",
        (
            Column("target", numeric=False),
            Column("groups of answers", numeric=False),
            Column("N"),
            Column("groups"),
            Column("random %"),
            Column("oracle %"),
            *(Column(f"{name} %") for name in scored.evaluators),
        ),
        tuple(rows),
        "Of N answers drawn at random from those that a model gave to one question, the one with the highest score "
        "is taken (ties: the earlier sample); exact, not simulated. Random: any of the N; oracle: a good one where "
        "there is one. Opportunity groups have good and bad answers for the target. Means over the groups of a cell, "
        "over probes, then over tasks equally. Only answers scored by every evaluator take part.",
        "P(rank r) = C(n − r, N − 1) / C(n, N);  oracle = 1 − C(n − c, N) / C(n, N)",
        f"{PAPER}, tables 4 and 20",
        keys=3,
        notes=(f"{note}: left out.",) if note else (),
    )


def label_table(scored: Scored) -> Table:
    """How many answers there are to judge on, by task."""
    rows: list[tuple[Cell, ...]] = []
    for part, name in ((0, "validation"), (1, "test")):
        for track, task in enumerate(scored.tracks):
            own = (scored.part == part) & (scored.track == track)
            if own.any():
                complete, correct = scored.label[own], scored.correct[own]
                rows.append(
                    (
                        words(name),
                        words(task),
                        count(len({int(case) for case in scored.case[own]})),
                        count(int(own.sum())),
                        count(int(complete.sum())),
                        count(int(correct.sum())),
                        count(int((correct & ~complete).sum())),
                    )
                )
    return Table(
        "labels",
        "What evaluators are judged on",
        (
            Column("part", numeric=False),
            Column("task", numeric=False),
            Column("cases"),
            Column("answers"),
            Column("complete"),
            Column("right decision"),
            Column("right, not complete"),
        ),
        tuple(rows),
        "Evaluable answers by part and task. Unless the file of scores says otherwise, all answers to a case are in "
        "one part.",
        source=f"{PAPER}, tables 6 and 8",
        keys=2,
    )
