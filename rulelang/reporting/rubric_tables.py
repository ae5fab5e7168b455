"""RuleWeaver's tables, from its figures."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.reporting.cells import compared, count, decimal, figure, percent, scaled, type_words, with_best, words
from rulelang.reporting.document import Cell, Column, Table
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.complexity import Complexity, Measure
from rulelang.verifier.statistics.dimensions import DimensionMean
from rulelang.verifier.statistics.error_types import ErrorRate
from rulelang.verifier.statistics.intervals import Intervals
from rulelang.verifier.statistics.scores import Scores, TypeScores
from rulelang.verifier.statistics.semantics import SemanticRates

PAPER = "RuleWeaver"
_SCORE_COLUMNS = (
    Column("answers", "evaluable answers"),
    Column("recall %", "|C ∩ G| / |G|"),
    Column("precision %", "|A| / |C|"),
    Column("rubric", "S, 0 to 100, all or nothing"),
    Column("graded", "0 to 100, each dimension's share"),
)
_SCORES = (
    "Rule recall, rule precision and the rubric total of each model{by}. C are the rules that an answer cites, G "
    "those of the reference warrant, A the cited gold rules of which every application is right; precision is 0 "
    "where nothing is cited. The rubric total gives a dimension all of its points or none; “graded” gives the share "
    "that is met. Means are over the samples of a question, then over questions. {arrows}"
)
_FORMULA = "recall = |C ∩ G| / |G|;  precision = |A| / |C|;  S = Σ wᵢ bᵢ, bᵢ ∈ {0, 1}, Σ wᵢ = 100"


def main_results(answers: Answers, scores: Sequence[Scores]) -> Table:
    """By model and setting, each compared with the setting before it."""
    arrows = "Arrows: better or worse than the same model in the setting before." if len(answers.setting) > 1 else ""
    if len({frozenset(answers.case.codes[answers.setting.codes == one]) for one in range(len(answers.setting))}) > 1:
        arrows += " The settings do not have the same cases: “What the setting changes” compares like with like."
    return _scores(
        "main-results",
        "Main results",
        "setting",
        answers,
        answers.setting.names,
        scores,
        _SCORES.format(by=" in each setting", arrows=arrows),
        f"{PAPER}, section 3.4, table 2 and figure 3 (bottom)",
    )


def source_results(answers: Answers, scores: Sequence[Scores]) -> Table:
    """By model, same-source against cross-source questions."""
    return _scores(
        "sources",
        "Same-source and cross-source questions",
        "source",
        answers,
        ("same", "cross"),
        scores,
        _SCORES.format(
            by=", for questions whose gold rules come from one source corpus and from several",
            arrows="Arrows: cross-source against same-source.",
        ),
        f"{PAPER}, table 2",
    )


def _scores(
    name: str,
    title: str,
    heading: str,
    answers: Answers,
    groups: Sequence[str],
    scores: Sequence[Scores],
    definition: str,
    source: str,
) -> Table:
    best: dict[int, list[list[Cell]]] = {}
    for group in range(len(groups)):
        rows = [
            [
                words(answers.model.names[one.model]),
                words(groups[group]),
                count(one.answers),
                percent(one.metrics[0]),
                percent(one.metrics[1]),
                figure(one.metrics[2]),
                figure(one.metrics[3]),
            ]
            for one in scores
            if one.group == group
        ]
        for column in range(3, 7):
            rows = with_best(rows, column)
        best[group] = rows
    by_model: dict[str, list[list[Cell]]] = {}
    for group in range(len(groups)):
        for row in best[group]:
            before = by_model.setdefault(row[0].text, [])
            earlier = before[-1] if before else None
            before.append(
                [
                    *row[:3],
                    *(compared(cell, earlier[place] if earlier else None) for place, cell in enumerate(row[3:], 3)),
                ]
            )
    rows = [row for model in answers.model.names for row in by_model.get(model, [])]
    columns = (Column("model", numeric=False), Column(heading, numeric=False), *_SCORE_COLUMNS)
    return Table(name, title, columns, tuple(tuple(row) for row in rows), definition, _FORMULA, source, keys=2)


def dimension_means(dimensions: Sequence[DimensionMean]) -> Table:
    rows = [
        (
            words(one.dimension.words),
            count(one.dimension.weight),
            figure(scaled(one.overall, one.dimension.weight), digits=2),
            percent(one.overall, bar=True),
            percent(one.graded, bar=True),
        )
        for one in dimensions
    ]
    return Table(
        "dimensions",
        "Rubric dimensions",
        (
            Column("dimension", numeric=False),
            Column("max", "points that the dimension gives"),
            Column("mean", "mean points"),
            Column("norm. %", "mean points / max"),
            Column("graded %", "mean share of the dimension's own points"),
        ),
        tuple(rows),
        "How many of its points each dimension of the rubric gets on average, over samples, questions and models, each "
        "equally; normalised by its maximum. “Graded” is the share of what the dimension asks for, not all or nothing.",
        "norm. = mean(wᵢ bᵢ) / wᵢ",
        f"{PAPER}, tables 3 and 12",
    )


def dimensions_by_model(answers: Answers, dimensions: Sequence[DimensionMean]) -> Table:
    rows: list[list[Cell]] = [
        [words(name), *(percent(one.models[model]) for one in dimensions)]
        for model, name in enumerate(answers.model.names)
    ]
    for column in range(1, len(dimensions) + 1):
        rows = with_best(rows, column)
    return Table(
        "dimensions-by-model",
        "Rubric dimensions by model (normalised, %)",
        (
            Column("model", numeric=False),
            *(Column(one.dimension.value, one.dimension.words) for one in dimensions),
        ),
        tuple(tuple(row) for row in rows),
        "The share of answers that get the dimension's points, by model. "
        + "; ".join(f"{one.dimension.value}: {one.dimension.words}" for one in dimensions)
        + ".",
        source=f"{PAPER}, figure 5",
    )


def error_table(rates: Sequence[ErrorRate]) -> Table:
    rows = [
        (
            words(one.error.value),
            count(one.count),
            percent(one.rate, bar=True),
            Cell("–") if one.full_recall.value is None and not one.full_recall_count else count(one.full_recall_count),
            percent(one.full_recall, bar=True),
        )
        for one in rates
    ]
    return Table(
        "errors",
        "Error types",
        (
            Column("error type", numeric=False),
            Column("all: count"),
            Column("all: rate %", "of all evaluable answers"),
            Column("full recall: count"),
            Column("full recall: rate %", "of the answers that cite every gold rule"),
        ),
        tuple(rows),
        "How many answers show an error of each type; an answer may show several. Rule selection: a gold rule is not "
        "cited; cited-rule application: precision below 1; rule interaction: the dimension of exceptions and "
        "conflicts is lost; multi-step integration: decomposition, chain or intermediate conclusions lost; final "
        "synthesis: the final answer lost. At the right, the same for the answers with full recall: what goes wrong "
        "with every rule in hand.",
        source=f"{PAPER}, section 4 and table 4",
    )


def semantic_table(answers: Answers, rates: SemanticRates) -> Table:
    rows: list[list[Cell]] = [
        [words(name), *(percent(one) for one in rates.models[model])] for model, name in enumerate(answers.model.names)
    ]
    for column in range(1, len(rates.operators) + 1):
        rows = with_best(rows, column)
    if len(rows) > 1:
        rows.append([words("all"), *(percent(one) for one in rates.overall)])
    rows.append([words("events"), *(count(number) for number in rates.events)])
    return Table(
        "semantics",
        "Correct application by augmentation operator (%)",
        (Column("model", numeric=False), *(Column(name) for name in rates.operators)),
        tuple(tuple(row) for row in rows),
        "Over enhancement events: how often a gold rule is cited and correctly applied, counted once for each operator "
        "clause that the rule carries (a rule with five rounds of augmentation brings five events).",
        "rate(s) = right events of type s / events of type s",
        f"{PAPER}, section 3.4 and table 15",
    )


def type_table(answers: Answers, scores: TypeScores) -> Table:
    rows: list[list[Cell]] = [
        [words(name), *(figure(one) for one in scores.rows[model])] for model, name in enumerate(answers.model.names)
    ]
    for column in range(1, len(scores.types) + 1):
        rows = with_best(rows, column)
    rows.append([words("questions"), *(count(number) for number in scores.questions)])
    return Table(
        "question-types",
        "Rubric total by question type",
        (Column("model", numeric=False), *(Column(type_words(name)) for name in scores.types)),
        tuple(tuple(row) for row in rows),
        "Mean rubric total (0 to 100) by type of question; a question of two types counts under both. A question is a "
        "case in a setting.",
        source=f"{PAPER}, tables 11 and 16",
    )


def correlation_table(found: Complexity) -> Table:
    named = [("complexity", one.words, one.rho, one.p) for one in found.measures]
    named += [("rule selection", name, rho, p) for name, rho, p in found.factors]
    rows = [
        (
            words(group),
            words(name),
            figure(rho, digits=2),
            Cell("NA", reason=rho.reason) if p is None else Cell(_small(p), p),
            count(rho.count),
        )
        for group, name, rho, p in named
    ]
    return Table(
        "correlations",
        "What goes with the score",
        (
            Column("group", numeric=False),
            Column("factor", numeric=False),
            Column("Spearman ρ"),
            Column("p", "two-sided, of no association"),
            Column("questions"),
        ),
        tuple(rows),
        "Rank correlation between a property of a question and its rubric total, averaged over models. Depth: the "
        "longest path of the gold chain, in steps; load: steps that need another step; branching: steps that several "
        "others need. Recall and precision of a question are averaged over the models.",
        "ρ = Pearson correlation of the ranks, ties at their mean rank",
        f"{PAPER}, table 17; scipy.stats.spearmanr",
        keys=2,
    )


def _small(p: float) -> str:
    return "< 0.001" if p < 0.001 else decimal(p, 3)


def level_table(measures: Sequence[Measure]) -> Table:
    rows = [
        (
            words(one.words),
            count(level.level),
            count(level.questions),
            Cell(decimal(level.mean), level.mean),
            Cell("NA", reason="one question has no standard error")
            if level.error is None
            else Cell(decimal(level.error, 2), level.error),
        )
        for one in measures
        for level in one.levels
    ]
    return Table(
        "levels",
        "Score by level of complexity",
        (
            Column("measure", numeric=False),
            Column("level"),
            Column("questions"),
            Column("mean rubric"),
            Column("s.e.", "standard error of the mean over questions"),
        ),
        tuple(rows),
        "Mean rubric total of the questions of each level, averaged over models first.",
        "s.e. = s / √n",
        f"{PAPER}, figure 3 (top); scipy.stats.sem",
        keys=2,
    )


def interval_table(answers: Answers, name: str, words_: str, found: Intervals, resamples: int) -> Table:
    rows: list[list[Cell]] = [
        [
            words(answers.model.names[one.model]),
            count(one.mean.count),
            figure(one.mean),
            Cell("NA", reason=one.mean.reason) if one.shift is None else Cell(decimal(one.shift, 2, True), one.shift),
        ]
        for one in found.means
    ]
    return Table(
        f"intervals-{name}",
        f"Intervals of the rubric total: {words_}",
        (
            Column("model", numeric=False),
            Column("questions"),
            Column("mean [95 %]"),
            Column("Δ", "bootstrap mean minus mean"),
        ),
        tuple(tuple(row) for row in with_best(rows, 2)),
        f"Percentile intervals of {resamples:,} resamples of {found.cases} cases, the same draws for all models "
        "(aligned); with a case come all of its settings and samples.",
        "[q₀.₀₂₅, q₀.₉₇₅] of the resampled means",
        f"{PAPER}, table 13",
    )


def difference_table(answers: Answers, name: str, words_: str, found: Intervals, resamples: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found.differences:
        clear = one.difference.low is not None and one.difference.low > 0
        rows.append(
            (
                words(f"{answers.model.names[one.leader]} − {answers.model.names[one.model]}"),
                count(one.difference.count),
                figure(one.difference, signed=True),
                words("yes" if clear else "no" if one.difference.low is not None else "NA"),
            )
        )
    return Table(
        f"differences-{name}",
        f"The leader's advantage: {words_}",
        (
            Column("comparison", numeric=False),
            Column("questions", "instances that both answered"),
            Column("difference [95 %]"),
            Column("above 0", "whether the whole interval is above 0", numeric=False),
        ),
        tuple(rows),
        "Mean rubric total of the leader minus that of each other model, over the questions that both answered; "
        f"paired, {resamples:,} resamples.",
        source=f"{PAPER}, table 14",
    )
