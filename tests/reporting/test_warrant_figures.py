"""RGDT-Bench's figures about generators against small tables that were computed by hand."""

from __future__ import annotations

import numpy as np
import pytest
from made_rows import answers, failed, not_extracted, row, table

from rulelang.verifier.statistics.answers import UNNAMED, answers_of
from rulelang.verifier.statistics.attribution import attribution, finding_kinds, layer_rates
from rulelang.verifier.statistics.bootstrap import draws, resampled_sums
from rulelang.verifier.statistics.families import families_of
from rulelang.verifier.statistics.probes import probe_changes
from rulelang.verifier.statistics.warrants import warrant_figures

FINAL, WARRANT, GAP, GAP_BUT = range(4)


def test_final_warrant_and_both_gaps_in_one_cell() -> None:
    """Six answers: complete; right with a fault in aggregation alone; right with a fault in condition; wrong; and two
    that are not evaluable, of which one is right.  Final 4/6, Warrant 1/6, CWG 2/3, CWG' 1/3."""
    rows = [
        row("c1"),
        row("c2", **failed("aggregation")),
        row("c3", **failed("condition", "aggregation")),
        row("c4", **failed("outcome", correct=False)),
        row("c5", **not_extracted(correct=True)),
        row("c6", **not_extracted(correct=False)),
    ]
    (model,) = warrant_figures(answers(rows), resamples=50).models
    assert [one.value for one in model.figures] == [pytest.approx(x) for x in (4 / 6, 1 / 6, 2 / 3, 1 / 3)]
    assert model.evaluable.value == pytest.approx(4 / 6)
    assert model.slots.value == 2


def test_the_samples_of_a_case_share_its_weight() -> None:
    """c1 is answered four times: twice completely, once right with a fault in aggregation alone, once wrongly; c2 once,
    right with a fault in condition.  Counting every answer, Final would be 4/5, Warrant 2/5 and both gaps 2/4, 1/4.

    Final (3/4 + 1)/2, Warrant (2/4 + 0)/2, CWG (1/4 + 1)/(3/4 + 1), CWG' (0 + 1)/(3/4 + 1); slots ((1+1+1+5)/4 + 4)/2.
    """
    rows = [
        row("c1", sample=0, slots=1),
        row("c1", sample=1, slots=1),
        row("c1", sample=2, **failed("aggregation", slots=1)),
        row("c1", sample=3, **failed("outcome", correct=False, slots=5)),
        row("c2", **failed("condition", slots=4)),
    ]
    found = warrant_figures(answers(rows), resamples=50)
    right = [pytest.approx(x) for x in (7 / 8, 1 / 4, 5 / 7, 4 / 7)]
    for figures in (found.cells[0].figures, found.models[0].figures, found.mean.figures):
        assert [one.value for one in figures] == right
    assert found.cells[0].slots.value == 3
    assert found.cells[0].answers == 5


def test_where_every_case_has_as_many_samples_each_answer_counts_equally() -> None:
    """The paper's design: six answers, of which four are right, and three of these incomplete."""
    rows = [row("c1", sample=0), row("c1", sample=1, **failed("condition")), row("c2", sample=0, **failed("evidence"))]
    rows += [row("c2", sample=1, **failed("outcome", correct=False)), row("c3", sample=0, **failed("rule_use"))]
    rows.append(row("c3", sample=1, **not_extracted(correct=False)))
    (model,) = warrant_figures(answers(rows), resamples=50).models
    assert [one.value for one in model.figures[:3]] == [pytest.approx(x) for x in (4 / 6, 1 / 6, 3 / 4)]


def test_an_interval_of_a_mean_over_cells_is_of_the_same_cells_in_every_resample() -> None:
    """Policy: three right answers, one of them incomplete.  Contract: one right and incomplete answer, two wrong: where
    that one is not drawn, there is no gap.  The mean over policy alone is no replicate of (1/3 + 1)/2."""
    incomplete, wrong = failed("condition"), failed("outcome", correct=False)
    rows = [row("a1"), row("a2"), row("a3", **incomplete)]
    rows += [row("b1", track="contract", **incomplete), row("b2", track="contract", **wrong)]
    rows += [row("b3", track="contract", **wrong)]
    found = warrant_figures(answers(rows), resamples=400, seed=4)
    contract, policy = (np.concatenate(list(draws(3, 400, (4, track)))) for track in (0, 1))
    assert found.cells[0].figures[GAP].value == 1
    loop = [(float(mine[2]) / 3 + 1) / 2 for mine, theirs in zip(policy, contract, strict=True) if theirs[0] > 0]
    left = 400 - len(loop)
    assert 0 < left < 200
    for gap in (found.models[0].figures[GAP], found.mean.figures[GAP]):
        assert gap.value == pytest.approx(2 / 3)
        low, high = np.quantile(loop, [0.025, 0.975])
        assert (gap.low, gap.high) == (pytest.approx(low), pytest.approx(high))
        assert gap.low == pytest.approx(1 / 2), "not 0, the gap of policy alone"
        told = f"interval from {len(loop) / 4:.0f} % of the resamples: in the others it is not defined"
        assert gap.reason == told
    assert found.models[0].figures[FINAL].reason == ""


def test_a_cell_that_has_no_figure_is_in_no_replicate_of_a_mean_either() -> None:
    rows = [row("a1"), row("a2", **failed("condition"))]
    rows.append(row("b1", track="contract", **failed("outcome", correct=False)))
    (model,) = warrant_figures(answers(rows), resamples=200).models
    gap = model.figures[GAP]
    assert (gap.value, gap.low, gap.high) == (0.5, 0, 1)
    assert gap.reason == "mean over 1 of 2: no correct, evaluable answers"


def test_cells_count_equally_however_many_answers_they_have() -> None:
    """Nine right answers under policy, one wrong under contract: Final is (1 + 0) / 2."""
    rows = [row(f"c{index}") for index in range(9)]
    rows.append(row("d", track="contract", **failed("outcome", correct=False)))
    (model,) = warrant_figures(answers(rows), resamples=50).models
    assert model.cells == 2
    assert model.figures[FINAL].value == 0.5
    assert model.figures[GAP].value == 0
    assert model.figures[GAP].reason == "mean over 1 of 2: no correct, evaluable answers"


def test_models_count_equally() -> None:
    rows = [row("c1", model="a"), row("c2", model="a"), row("c1", model="b", **failed("condition", correct=False))]
    found = warrant_figures(answers(rows), resamples=50)
    assert found.mean.figures[FINAL].value == 0.5
    assert found.mean.answers == 3


def test_without_correct_answers_there_is_no_gap() -> None:
    (model,) = warrant_figures(answers([row(**failed("outcome", correct=False))]), resamples=50).models
    gap = model.figures[GAP]
    assert (gap.value, gap.low, gap.reason) == (None, None, "no correct, evaluable answers")


def test_lines_without_a_usable_case_are_in_no_rate() -> None:
    rows = [row("c1"), row("c2", policy=None, evaluable=False, error="RL465", correct=False, complete=False)]
    found = answers(rows)
    assert (len(found), found.unusable) == (1, 1)
    assert warrant_figures(found, resamples=10).models[0].figures[FINAL].value == 1


def test_what_has_no_name_is_a_group_of_its_own_at_the_end() -> None:
    found = answers([row(model=None, track=None, setting=None), row("c2", model="z")])
    assert found.model.names == ("z", UNNAMED)
    assert found.model.codes.tolist() == [1, 0]


def test_interval_is_the_quantile_of_what_a_plain_loop_resamples() -> None:
    correct = [True, False, True, True, False, True, True]
    rows = [
        row(f"c{index}", **({} if right else failed("outcome", correct=False))) for index, right in enumerate(correct)
    ]
    (cell,) = warrant_figures(answers(rows), resamples=300, seed=4).cells
    (weights,) = draws(len(correct), 300, (4, 0))
    loop = [
        sum(right for right, times in zip(correct, line, strict=True) for _ in range(int(times))) / line.sum()
        for line in weights
    ]
    low, high = np.quantile(loop, [0.025, 0.975])
    assert (cell.figures[FINAL].low, cell.figures[FINAL].high) == (pytest.approx(low), pytest.approx(high))


def test_draws_take_as_many_cases_as_there_are() -> None:
    blocks = list(draws(5, 1_000, (1,)))
    assert {float(one) for block in blocks for one in block.sum(axis=1)} == {5.0}
    assert sum(len(block) for block in blocks) == 1_000
    assert resampled_sums(np.zeros((0, 2)), 3).tolist() == [[0, 0]] * 3


def test_attribution_by_hand() -> None:
    """Fails: {rule use}, {rule use, condition}, {condition, evidence, aggregation}.

    phi: rule use 1 + 1/2 = 1.5 of 3; condition 1/2 + 1/3; evidence 1/3; aggregation 1/3.
    """
    rows = [
        row("c1", **failed("rule_use")),
        row("c2", **failed("rule_use", "condition")),
        row("c3", track="contract", **failed("condition", "evidence", "aggregation")),
        row("c4"),
        row("c5", **failed("condition", "outcome", correct=False)),
        row("c6", **not_extracted(correct=True)),
    ]
    found = attribution(answers(rows))
    assert found.answers == 3
    primary = {one.layer: one.primary.value for one in found.layers}
    assert primary == {
        "rule_use": pytest.approx(0.5),
        "condition": pytest.approx((1 / 2 + 1 / 3) / 3),
        "evidence": pytest.approx(1 / 9),
        "aggregation": pytest.approx(1 / 9),
        "outcome": 0,
    }
    assert sum(value or 0 for value in primary.values()) == pytest.approx(1)
    rule_use = found.layers[0]
    assert rule_use.involvement.value == pytest.approx(2 / 3)
    assert rule_use.single.value == pytest.approx(1 / 3)
    assert rule_use.shared.value == pytest.approx(1 / 6)
    assert rule_use.by_task.value == pytest.approx((0.75 + 0) / 2)
    assert rule_use.root.value == pytest.approx(2 / 3)
    assert found.several.value == pytest.approx(2 / 3)


def test_attribution_without_incomplete_answers_is_not_available() -> None:
    found = attribution(answers([row()]))
    assert {one.primary.value for one in found.layers} == {None}
    assert found.several.reason == "no correct answer has an incomplete warrant"


def test_how_often_each_layer_fails() -> None:
    rows = [
        row("c1", **failed("evidence")),
        row("c2", scope=False),
        row("c3", scope=None),
        row("c4", **not_extracted()),
    ]
    (found,) = layer_rates(answers(rows))
    assert found.answers == 3
    assert found.fails[2].value == pytest.approx(1 / 3)
    assert found.scope.value == 0.5


def test_findings_by_kind() -> None:
    rows = [
        row("c1", findings=["RL470", "RL470", "RL472"], kinds=["uncited", "uncited", "missing"]),
        row("c2", findings=["RL472"], kinds=["missing"]),
    ]
    found = [(one.code, one.kind, one.findings, one.answers, one.rate.value) for one in finding_kinds(answers(rows))]
    assert found == [("RL472", "missing", 2, 2, 1.0), ("RL470", "uncited", 2, 1, 0.5)]
    assert finding_kinds(answers([row()])) == ()


def test_changes_compare_the_cases_that_were_put_both_ways() -> None:
    """c1: 1 of 2 complete under p1, 0 under p2; c2 only under p1; d1 (contract): 0, then 1.  Mean (-0.5 + 1) / 2."""
    rows = [
        row("c1", sample=0),
        row("c1", sample=1, **failed("condition")),
        row("c1", setting="p2", **failed("condition")),
        row("c2"),
        row("d1", track="contract", **failed("condition")),
        row("d1", track="contract", setting="p2"),
    ]
    (change,) = probe_changes(answers(rows), resamples=50)
    assert [one.difference.value for one in change.changes] == [1, -0.5]
    assert change.mean.value == 0.25
    assert probe_changes(answers(rows[:2])) == ()


def test_no_answer_in_common_is_said() -> None:
    (change,) = probe_changes(answers([row("c1"), row("c2", setting="p2")]), resamples=10)
    assert (change.mean.value, change.mean.reason) == (None, "no case was put both ways")


def test_an_empty_table_has_no_answers() -> None:
    assert len(answers_of(table([]))) == 0


# ---------------------------------------------------------------------------------------------- families of models

FAMILY = {"a": "R", "b": "R", "c": "Q", "not asked": "Z"}


def test_models_of_a_family_count_equally_and_then_families() -> None:
    """R: a is right (1), b is wrong (0), so 1/2; Q: c is right, 1.  Over families (1/2 + 1) / 2, over models 2/3."""
    rows = [row(model="a"), row(model="b", **failed("outcome", correct=False)), row(model="c")]
    made = answers(rows)
    families = families_of(made.model.names, FAMILY)
    found = warrant_figures(made, resamples=20, families=families)
    assert (families.names, families.of_model) == (("R", "Q"), (0, 0, 1))
    assert [one.figures[FINAL].value for one in found.families] == [0.5, 1]
    assert found.mean.figures[FINAL].value == 0.75
    assert warrant_figures(made, resamples=20).mean.figures[FINAL].value == pytest.approx(2 / 3)
    # b has no gap: R's is that of a alone, and says so.
    assert (found.families[0].figures[GAP].value, found.families[0].figures[GAP].count) == (0, 1)
    assert found.families[0].answers == 2


def test_each_cell_is_averaged_within_families_first() -> None:
    """Policy p1: a right, b wrong, c wrong: R 1/2, Q 0, so 1/4.  Contract p1: only a, wrong: one family, 0."""
    wrong = failed("outcome", correct=False)
    rows = [
        row(model="a"),
        row(model="b", **wrong),
        row(model="c", **wrong),
        row("d1", model="a", track="contract", **wrong),
    ]
    made = answers(rows)
    found = warrant_figures(made, resamples=20, families=families_of(made.model.names, FAMILY))
    told = {made.track.names[one.track]: (one.families, one.figures[FINAL].value) for one in found.family_cells}
    assert told == {"policy": (2, 0.25), "contract": (1, 0)}
    # a: (1 + 0) / 2, b: 0; R 1/4, Q 0.
    assert [one.figures[FINAL].value for one in found.families] == [0.25, 0]


def test_a_familys_interval_is_that_of_its_mean_in_each_resample() -> None:
    """One model is right where the other is wrong: whatever cases are drawn, their mean is 1/2."""
    wrong = failed("outcome", correct=False)
    rows = [row(f"c{index}", model=model, **(wrong if index % 2 == place else {})) for index in range(6)
            for place, model in enumerate("ab")]  # fmt: skip
    made = answers(rows)
    found = warrant_figures(made, resamples=200, families=families_of(made.model.names, FAMILY))
    figures = found.families[0].figures[FINAL]
    assert (figures.value, figures.low, figures.high) == (0.5, pytest.approx(0.5), pytest.approx(0.5))
    assert found.models[0].figures[FINAL].low != found.models[0].figures[FINAL].high


def test_a_familys_attribution_counts_answers_equally() -> None:
    """R has three such answers: two of a (condition; condition) and one of b (evidence): 2/3 and 1/3, not 1/2."""
    rows = [
        row("c1", model="a", **failed("condition")),
        row("c2", model="a", **failed("condition")),
        row("c1", model="b", **failed("evidence")),
        row("c1", model="c"),
    ]
    made = answers(rows)
    found = attribution(made, families_of(made.model.names, FAMILY))
    values = [one.value for one in found.families[0]]
    assert values == [0, pytest.approx(2 / 3), pytest.approx(1 / 3), 0, 0]
    assert {one.value for one in found.families[1]} == {None}
