"""Evaluators' figures against scikit-learn, scipy and plain enumeration."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from made_rows import answers, failed, row
from sklearn import calibration as sklearn_calibration
from sklearn import metrics as sklearn_metrics

from rulelang.verifier.statistics.bootstrap import draws
from rulelang.verifier.statistics.calibration import calibration_error, calibrations, logistic_fit, reliability
from rulelang.verifier.statistics.estimate import Estimate
from rulelang.verifier.statistics.evaluators import evaluations
from rulelang.verifier.statistics.judged import (
    TEST,
    VALIDATION,
    Scored,
    scored,
    split_cases,
    task_mean,
    task_mean_samples,
)
from rulelang.verifier.statistics.metrics import auroc, balanced_accuracy, best_threshold, ranking, resampled_metrics
from rulelang.verifier.statistics.selection import oracle_chance, rank_chances, selections

TRACKS = ("contract", "policy")


def made(seed: int, count: int = 240, ties: bool = False) -> Scored:
    """Scores of two evaluators, the second constant, for answers to cases of two tracks in two settings."""
    chance = np.random.default_rng(seed)
    rows, scores = [], []
    for index in range(count):
        case = index % 12
        complete, correct = bool(chance.random() < 0.5), bool(chance.random() < 0.8)
        cells = {} if complete and correct else failed("condition", correct=correct)
        setting = f"p{1 + index // 12 % 2}"
        rows.append(row(f"c{case}", setting=setting, sample=index // 24, track=TRACKS[case % 2], **cells))
        score = chance.normal() + complete
        scores.append(round(score) if ties else score)
    found = answers(rows)
    return scored(found, ("good", "constant"), np.array([scores, [0.5] * count]), split_cases(found, 0.25, 1))


@pytest.mark.parametrize("ties", [False, True])
def test_resampled_metrics_are_scikit_learns_with_weights(ties: bool) -> None:
    sample = made(2, ties=ties)
    score, threshold = sample.scores[0], 0.4
    prepared = ranking(sample.label, score, sample.case, 12, threshold)
    (weights,) = draws(12, 25, (1,))
    found = resampled_metrics(prepared, weights, True)
    for line, drawn in zip(found, weights, strict=True):
        each = drawn[sample.case]
        expected = (
            sklearn_metrics.roc_auc_score(sample.label, score, sample_weight=each),
            sklearn_metrics.average_precision_score(sample.label, score, sample_weight=each),
            sklearn_metrics.balanced_accuracy_score(sample.label, score >= threshold, sample_weight=each),
        )
        assert line.tolist() == pytest.approx(expected, abs=1e-6)


def test_a_resample_of_one_class_has_no_metrics() -> None:
    prepared = ranking(np.array([True, False]), np.array([0.1, 0.2]), np.array([0, 1]), 2, None)
    found = resampled_metrics(prepared, np.array([[2.0, 0.0], [1.0, 1.0]]), False)
    assert np.isnan(found[0]).all()
    assert found[1, 0] == 0
    assert np.isnan(found[1, 2])


def test_figures_are_means_over_probes_then_tasks_of_scikit_learns() -> None:
    sample = made(5)
    good, constant = evaluations(sample, resamples=20)
    test = sample.where(sample.part == TEST)
    validation = sample.where(sample.part == VALIDATION)
    assert good.threshold is not None
    for view, kept in enumerate((np.ones(len(test.label), dtype=bool), test.correct)):
        by_task = []
        for track in range(2):
            cells = [
                sklearn_metrics.roc_auc_score(test.label[own], test.scores[0][own])
                for setting in range(2)
                for own in [kept & (test.track == track) & (test.setting == setting)]
            ]
            by_task.append(np.mean(cells))
        assert good.views[view][0].value == pytest.approx(np.mean(by_task))
    assert [one.value for one in (constant.views[0][0], constant.views[0][2])] == [0.5, 0.5]
    all_thresholds = [
        sklearn_metrics.balanced_accuracy_score(validation.label, validation.scores[0] >= one)
        for one in validation.scores[0]
    ]
    reached = sklearn_metrics.balanced_accuracy_score(validation.label, validation.scores[0] >= good.threshold)
    assert reached == pytest.approx(max(all_thresholds))


def test_one_class_is_not_available_and_says_so() -> None:
    label, score = np.array([True, True]), np.array([0.1, 0.4])
    assert auroc(label, score).reason == "every warrant is complete: one class only"
    assert auroc(~label, score).reason == "no warrant is complete: one class only"
    assert auroc(label[:0], score[:0]).reason == "no scored answers"
    assert balanced_accuracy(np.array([True, False]), score, None).value is None
    assert best_threshold(label, score) is None


def test_a_cell_of_one_class_is_left_out_of_the_mean() -> None:
    mean = task_mean(((0, 0), (0, 1), (1, 0)), [Estimate(0.5), Estimate(None, reason="one class only"), Estimate(0.9)])
    assert mean.value == pytest.approx(0.7)
    assert mean.reason == "over 2 of 3 cells: one class only"


def test_cases_are_split_within_tracks_and_never_torn() -> None:
    sample = made(1)
    for track in range(2):
        own = sample.track == track
        drawn = {int(case) for case in sample.case[own & (sample.part == VALIDATION)]}
        assert len(drawn) == round(0.25 * 6)
        assert not drawn & {int(case) for case in sample.case[own & (sample.part == TEST)]}


def test_logistic_fit_is_where_the_likelihood_is_greatest() -> None:
    sample = made(9)
    slope, intercept = logistic_fit(sample.label, sample.scores[0])
    probability = 1 / (1 + np.exp(-(slope * sample.scores[0] + intercept)))
    # The gradient of the log-likelihood in both parameters.
    assert abs((sample.label - probability).mean()) < 1e-3
    assert abs(((sample.label - probability) * sample.scores[0]).mean()) < 1e-3
    slope, intercept = logistic_fit(np.array([True, False, False, False]), np.array([0.3] * 4))
    assert (slope, 1 / (1 + np.exp(-intercept))) == (0, pytest.approx(0.25))


def test_logistic_fit_of_scores_of_any_size() -> None:
    label = np.array([False, True, False, True, True])
    score = np.array([0.1, 0.4, 0.5, 0.6, 0.9])
    slope, intercept = logistic_fit(label, score)
    assert logistic_fit(label, 1e308 * score) == pytest.approx((slope / 1e308, intercept))


def test_reliability_is_scikit_learns_curve() -> None:
    chance = np.random.default_rng(8)
    probability = chance.random(300)
    label = chance.random(300) < probability
    bins = reliability(label, probability)
    true, predicted = sklearn_calibration.calibration_curve(label, probability, n_bins=10)
    assert [one.complete for one in bins] == pytest.approx(list(true))
    assert [one.predicted for one in bins] == pytest.approx(list(predicted))
    assert sum(one.answers for one in bins) == 300


def test_calibration_error_by_hand() -> None:
    """Two bins: (0.11, 0.19 -> none of two) and (0.9 -> one of one): 2/3 * 0.15 + 1/3 * 0.1."""
    found = calibration_error(np.array([False, False, True]), np.array([0.11, 0.19, 0.9]))
    assert found.value == pytest.approx(2 / 3 * 0.15 + 1 / 3 * 0.1)


def test_scores_that_are_no_probabilities_have_no_raw_figures() -> None:
    good, constant = calibrations(made(3))
    assert good.raw_brier.reason == "the scores are no probabilities from 0 to 1"
    assert constant.raw_brier.value == pytest.approx(0.25)
    assert good.brier.value is not None
    assert constant.slope == 0


@pytest.mark.parametrize(("answers_", "size"), [(4, 2), (6, 3), (5, 5), (5, 1)])
def test_best_of_n_is_what_enumeration_gives(answers_: int, size: int) -> None:
    """Every subset of N answers, the best of each, by brute force; scores with ties."""
    chance = np.random.default_rng(answers_ * 10 + size)
    scores = chance.integers(0, 3, answers_)
    good = chance.random(answers_) < 0.5
    picked = [max(subset, key=lambda one: (scores[one], -one)) for subset in combinations(range(answers_), size)]
    order = np.argsort(-scores, kind="stable")
    assert good[order] @ rank_chances(answers_, size) == pytest.approx(np.mean([good[one] for one in picked]))
    some = [any(good[one] for one in subset) for subset in combinations(range(answers_), size)]
    assert oracle_chance(answers_, np.array([good.sum()]), size)[0] == pytest.approx(np.mean(some))


def test_best_of_many_stays_a_chance() -> None:
    chances = rank_chances(3000, 1500)
    assert chances.sum() == pytest.approx(1)
    assert chances[:3] == pytest.approx([0.5, 0.5 * 1500 / 2999, 0.5 * 1500 / 2999 * 1499 / 2998])
    assert oracle_chance(3000, np.array([0, 1, 2000]), 1500) == pytest.approx([0, 0.5, 1])


def test_selection_by_hand() -> None:
    """One group of three: scores 3, 2, 1, only the middle one complete.  N = 2: pairs 12, 13, 23 pick 1, 1, 2: 1/3."""
    rows = [row(sample=0, **failed("condition")), row(sample=1), row(sample=2, **failed("condition"))]
    found = answers(rows)
    sample = scored(found, ("one",), np.array([[3.0, 2.0, 1.0]]), np.full(3, TEST))
    figures, note = selections(sample, (1, 2, 3, 8), resamples=10)
    by_size = {one.size: one for one in figures if one.target == "warrant completeness" and one.view == "all groups"}
    assert [by_size[size].evaluators[0].value for size in (1, 2, 3)] == [pytest.approx(1 / 3), pytest.approx(1 / 3), 0]
    assert [by_size[size].oracle.value for size in (1, 2, 3)] == [pytest.approx(1 / 3), pytest.approx(2 / 3), 1]
    assert by_size[2].random.value == pytest.approx(1 / 3)
    assert note == "no group has 8 scored answers"
    accuracy = [one for one in figures if one.target == "answer accuracy" and one.view == "opportunity groups"]
    assert {(one.groups, one.random.value) for one in accuracy} == {(0, None)}


def test_a_constant_evaluator_takes_the_earlier_sample() -> None:
    """Ties by order: of samples 0 (complete) and 1 (not) a constant score always takes 0, in any order of rows."""
    rows = [row(sample=1, **failed("condition")), row(sample=0)]
    sample = scored(answers(rows), ("constant",), np.zeros((1, 2)), np.full(2, TEST))
    (best,) = [one for one in selections(sample, (2,), resamples=5)[0] if one.target == "warrant completeness"][:1]
    assert best.evaluators[0].value == 1


def test_replicates_of_a_mean_over_tasks_are_over_the_cells_that_have_a_figure() -> None:
    """Task 0 has probes with 0.4 and without a figure, task 1 one with 0.8: 0.6.  Each resample counts the same two;
    one in which a cell of them has no figure counts not at all."""
    cells = ((0, 0), (0, 1), (1, 0))
    figures = [Estimate(0.4, 1), Estimate(None, 0, reason="one class only"), Estimate(0.8, 1)]
    samples = np.array([[0.5, 0.3, np.nan], [np.nan, np.nan, np.nan], [0.7, np.nan, 0.9]])
    assert task_mean(cells, figures).value == pytest.approx(0.6)
    found = task_mean_samples(cells, figures, samples)
    assert found[0] == pytest.approx(0.6)
    assert np.isnan(found[1:]).all()
