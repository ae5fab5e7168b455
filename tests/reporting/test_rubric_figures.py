"""RuleWeaver's figures against small tables that were computed by hand, and against scipy."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest
from made_rows import answers, not_extracted, row
from scipy import stats

from rulelang.verifier import statistics
from rulelang.verifier.statistics.complexity import complexity
from rulelang.verifier.statistics.correlation import spearman
from rulelang.verifier.statistics.dimensions import by_dimension
from rulelang.verifier.statistics.error_types import error_rates
from rulelang.verifier.statistics.intervals import rubric_intervals
from rulelang.verifier.statistics.scores import by_question_type, by_setting, by_source
from rulelang.verifier.statistics.semantics import semantic_rates


def test_samples_are_averaged_before_questions() -> None:
    """c1 has three samples, c2 one: (mean of 0, 50, 100 = 50, and 90) / 2 = 70, not 60."""
    rows = [row("c1", sample=index, rubric=score) for index, score in enumerate((0, 50, 100))]
    (scores,) = by_setting(answers([*rows, row("c2", rubric=90)]))
    assert scores.answers == 4
    assert scores.metrics[2].value == 70
    assert scores.metrics[2].count == 2


def test_scores_by_setting_leave_out_what_is_not_evaluable() -> None:
    rows = [
        row("c1", setting="p1", rubric=40, recall=0.5, precision=0.25, graded=60.0),
        row("c1", setting="p2", rubric=80),
        row("c2", setting="p1", **not_extracted()),
    ]
    first, second = by_setting(answers(rows))
    assert [one.value for one in first.metrics] == [0.5, 0.25, 40, 60]
    assert (first.answers, second.answers) == (1, 1)
    assert second.metrics[2].value == 80


def test_a_model_with_nothing_to_score_is_not_available_and_says_why() -> None:
    (scores,) = by_setting(answers([row(**not_extracted())]))
    assert {one.value for one in scores.metrics} == {None}
    assert {one.reason for one in scores.metrics} == {"no evaluable answers"}


def test_settings_come_in_natural_order_or_as_asked() -> None:
    rows = [row(setting=name) for name in ("p10", "p2", "gold")]
    assert answers(rows).setting.names == ("gold", "p2", "p10")
    assert answers(rows, "p10", "p2").setting.names == ("p10", "p2")
    assert [one.group for one in by_setting(answers(rows, "p10", "p2"))] == [0, 1]


def test_same_and_cross_source() -> None:
    rows = [row("c1", same_source=True, rubric=60), row("c2", same_source=False, rubric=20), row("c3", rubric=0)]
    same, cross = by_source(answers(rows))
    assert (same.metrics[2].value, cross.metrics[2].value) == (60, 20)


def test_question_of_two_types_counts_under_both() -> None:
    rows = [
        row("c1", question_type="event_prediction", rubric=10),
        row("c2", question_type="event_prediction+what_if_revision", rubric=30),
        row("c1", model="n", question_type="event_prediction", rubric=70),
    ]
    found = by_question_type(answers(rows), ("what_if_revision", "event_prediction"))
    assert found.types == ("what_if_revision", "event_prediction")
    assert found.questions == (1, 2)
    assert [[one.value for one in line] for line in found.rows] == [[30, 20], [None, 70]]


def test_dimensions_average_models_equally() -> None:
    """Model m has the chain in one of two questions, n in none of one: 50 % and 0 %, together 25 %."""
    rows = [
        row("c1", dim_chain=True),
        row("c2", dim_chain=False, graded_chain=0.5),
        row("c1", model="n", dim_chain=False),
    ]
    chain = next(one for one in by_dimension(answers(rows)) if one.dimension.name == "CHAIN")
    assert [one.value for one in chain.models] == [0.5, 0.0]
    assert chain.overall.value == 0.25
    assert chain.graded.value == pytest.approx((0.75 + 1) / 2)


def test_error_types_and_their_rates_under_full_recall() -> None:
    rows = [
        row("c1", errors=["rule selection", "final synthesis"], recall=0.5),
        row("c2", errors=["final synthesis"]),
        row("c3"),
        row("c4", **not_extracted(errors=["final synthesis"])),
    ]
    found = {one.error.value: one for one in error_rates(answers(rows))}
    assert (found["final synthesis"].count, found["final synthesis"].rate.value) == (2, pytest.approx(2 / 3))
    assert (found["final synthesis"].full_recall_count, found["final synthesis"].full_recall.value) == (1, 0.5)
    assert found["rule selection"].full_recall.value is None
    assert found["rule interaction"].rate.value == 0


def test_semantic_rates_count_events() -> None:
    rows = [
        row("c1", events_negate=3, right_negate=3, events_conflict=1, right_conflict=0),
        row("c2", events_negate=1, right_negate=0),
        row("c2", model="n", events_negate=2, right_negate=1),
    ]
    found = semantic_rates(answers(rows))
    negate = found.operators.index("NEGATE")
    assert found.events[negate] == 6
    assert found.overall[negate].value == pytest.approx(4 / 6)
    assert [line[negate].value for line in found.models] == [0.75, 0.5]
    ironclad = found.overall[found.operators.index("IRONCLAD")]
    assert (ironclad.value, ironclad.reason) == (None, "no gold rule is augmented by IRONCLAD")


def test_complexity_is_over_questions_with_models_averaged() -> None:
    """Question scores 90, 50, 40, 10 at depths 1, 2, 2, 3."""
    rows = [
        row("c1", depth=1, rubric=90),
        row("c2", depth=2, rubric=60),
        row("c2", model="n", depth=2, rubric=40),
        row("c3", depth=2, rubric=40),
        row("c4", depth=3, rubric=10),
    ]
    depth, load, _ = complexity(answers(rows)).measures
    assert [(one.level, one.questions, one.mean) for one in depth.levels] == [(1, 1, 90), (2, 2, 45), (3, 1, 10)]
    assert [one.error for one in depth.levels] == [None, pytest.approx(stats.sem([50, 40])), None]
    expected = stats.spearmanr([1, 2, 2, 3], [90, 50, 40, 10])
    assert depth.rho.value == pytest.approx(expected.statistic)
    assert depth.p == pytest.approx(expected.pvalue)
    assert (load.rho.value, load.rho.reason) == (None, "dependency load is the same for every question")


def test_rank_correlation_needs_three_pairs() -> None:
    rho, p = spearman(np.array([1.0, 2.0]), np.array([1.0, 2.0]), ("a", "b"))
    assert (rho.value, rho.reason, p) == (None, "fewer than three questions", None)


def test_paired_difference_is_over_what_both_answered() -> None:
    rows = [
        *(row(f"c{index}", model="best", rubric=score) for index, score in enumerate((90, 80, 70))),
        *(row(f"c{index}", model="other", rubric=score) for index, score in enumerate((50, 60))),
    ]
    found = rubric_intervals(answers(rows), resamples=500)
    assert [(one.model, one.mean.value) for one in found.means] == [(0, 80), (1, 55)]
    (difference,) = found.differences
    assert (difference.difference.value, difference.difference.count) == (30, 2)
    assert difference.difference.low == 20
    assert difference.difference.high == 40


def test_interval_is_scipys_percentile_interval_but_for_the_draws() -> None:
    chance = np.random.default_rng(3)
    scores = [int(one) for one in chance.integers(0, 100, 60)]
    (found,) = rubric_intervals(answers([row(f"c{i}", rubric=one) for i, one in enumerate(scores)])).means
    expected = stats.bootstrap(
        (np.array(scores),), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(5)
    ).confidence_interval
    assert found.mean.low == pytest.approx(expected.low, abs=0.4)
    assert found.mean.high == pytest.approx(expected.high, abs=0.4)
    assert abs(found.shift or 0) < 0.2


def test_same_seed_same_interval() -> None:
    made = answers([row(f"c{index}", rubric=index % 7 * 10) for index in range(20)])
    assert rubric_intervals(made, resamples=200, seed=1) == rubric_intervals(made, resamples=200, seed=1)
    assert rubric_intervals(made, resamples=200, seed=1) != rubric_intervals(made, resamples=200, seed=2)


def test_one_case_has_an_interval_of_no_width_and_no_answers_none() -> None:
    (one,) = rubric_intervals(answers([row(rubric=40)]), resamples=10).means
    assert (one.mean.value, one.mean.low, one.mean.high) == (40, 40, 40)
    (none,) = rubric_intervals(answers([row(**not_extracted())]), resamples=10).means
    assert (none.mean.value, none.mean.low, none.shift) == (None, None, None)


def test_every_formula_has_its_source() -> None:
    """Each function that computes a figure says where it is defined, itself or at the head of its module."""
    named = re.compile(r"RGDT-Bench|RuleWeaver|equation|sklearn|scikit-learn|scipy|et al\.|ibid\.|Brier 1950")
    plumbing = {"answers", "estimate", "reading", "score_file", "bounds", "record_lines"}
    for path in sorted(Path(statistics.__path__[0]).glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for one in tree.body:
            if path.stem in plumbing or not isinstance(one, ast.FunctionDef) or one.name.startswith("_"):
                continue
            said = f"{ast.get_docstring(tree)} {ast.get_docstring(one)}"
            assert named.search(said) or one.name in {"one_class", "ranking"}, f"{path.stem}.{one.name}"
