"""The plots about answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from rulelang.reporting.cells import decimal, type_words
from rulelang.reporting.document import Figure
from rulelang.reporting.drawing import (
    COLORS,
    FAINT,
    INK,
    PAPER,
    WIDTH,
    draw,
    grid,
    legend_below,
    legend_height,
    series,
    shortened,
)
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.attribution import LAYERS, Attribution
from rulelang.verifier.statistics.complexity import Measure
from rulelang.verifier.statistics.dimensions import DimensionMean
from rulelang.verifier.statistics.estimate import Estimate
from rulelang.verifier.statistics.families import Families
from rulelang.verifier.statistics.scores import Scores, TypeScores
from rulelang.verifier.statistics.warrants import WarrantFigures

_MOST_POINTS = 1_500


def complexity_plot(measures: Sequence[Measure]) -> Figure:
    """Each question as a point, the means of the levels with their standard errors (RuleWeaver, figure 3, top)."""
    shown = [one for one in measures if one.levels]

    def paint(canvas: Any) -> None:
        panels: Any = canvas.subplots(1, len(shown), sharey=True, squeeze=False)[0]
        for index, (axes, one) in enumerate(zip(panels, shown, strict=True)):
            color, marker = series(index)
            points = one.points[:: max(1, len(one.points) // _MOST_POINTS)]
            # Points of one level are spread a little, always the same way, so that they can be told apart.
            spread = np.random.default_rng(len(points)).uniform(-0.16, 0.16, len(points))
            axes.scatter(
                [level + move for (level, _), move in zip(points, spread, strict=True)],
                [score for _, score in points],
                s=9,
                color="#8a8f98",
                alpha=0.35,
                linewidths=0,
            )
            axes.errorbar(
                [level.level for level in one.levels],
                [level.mean for level in one.levels],
                yerr=[level.error or 0 for level in one.levels],
                color=color,
                marker=marker,
                markersize=7,
                linewidth=1.6,
                capsize=4,
                markeredgecolor=PAPER,
            )
            rho = "" if one.rho.value is None else f"   ρ = {decimal(one.rho.value, 2)}"
            axes.set_title(f"{one.words}{rho}")
            axes.set_xticks(_ticks([level.level for level in one.levels]))
            axes.set_ylim(-3, 103)
            grid(axes, "y")
        panels[0].set_ylabel("rubric total")

    told = "; ".join(
        f"{one.words}: " + ", ".join(f"{decimal(level.mean)} at {level.level}" for level in one.levels) for one in shown
    )
    return Figure(
        "complexity",
        "Score against complexity",
        partial(draw, "complexity", "Score against complexity", f"Mean rubric totals. {told}.", WIDTH, 3.4, paint),
        told,
        "Grey: questions, averaged over models (at most about 1,500 are drawn). Coloured: the mean of each level "
        "with its standard error.",
        "RuleWeaver, figure 3 (top)",
    )


def _ticks(levels: Sequence[int]) -> list[int]:
    step = max(1, len(levels) // 8)
    return list(levels[::step])


def setting_plot(answers: Answers, scores: Sequence[Scores]) -> Figure:
    """The rubric total of each model along the settings (RuleWeaver, figure 3, bottom)."""

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        for model, name in enumerate(shortened(answers.model.names)):
            own = [one for one in scores if one.model == model and one.metrics[2].value is not None]
            color, marker = series(model)
            axes.plot(
                [one.group for one in own],
                [one.metrics[2].value for one in own],
                color=color,
                marker=marker,
                markersize=6.5,
                linewidth=1.7,
                label=name,
            )
        axes.set_xticks(range(len(answers.setting)), shortened(answers.setting.names))
        axes.set_xlim(-0.3, len(answers.setting) - 0.7)
        axes.set_ylim(0, 100)
        axes.set_ylabel("rubric total")
        grid(axes, "y")
        legend_below(canvas, axes, 4)

    told = "; ".join(
        f"{answers.model.names[one.model]} in {answers.setting.names[one.group]}: {decimal(one.metrics[2].value)}"
        for one in scores
        if one.metrics[2].value is not None
    )
    height = 3.8 + legend_height(answers.model.names, 4)
    return Figure(
        "settings",
        "Rubric total by setting",
        partial(draw, "settings", "Rubric total by setting", f"Mean rubric totals. {told}.", WIDTH, height, paint),
        told,
        "Mean rubric total of each model in each setting.",
        "RuleWeaver, figure 3 (bottom)",
    )


def dimension_heat_map(answers: Answers, dimensions: Sequence[DimensionMean]) -> Figure:
    """Normalised dimension scores by model (RuleWeaver, figure 5)."""
    names = shortened(answers.model.names)
    values = np.array(
        [
            [np.nan if (v := one.models[model].value) is None else 100 * v for one in dimensions]
            for model in range(len(names))
        ]
    ).reshape(len(names), len(dimensions))

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        mesh = axes.pcolormesh(np.ma.masked_invalid(values), cmap="viridis", vmin=0, vmax=100, edgecolors=PAPER, lw=1.5)
        for row, column in np.ndindex(values.shape):
            value = values[row, column]
            known = np.isfinite(value)
            color = INK if not known else "#ffffff" if value < 62 else "#111111"
            text = decimal(float(value), 0) if known else "NA"
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=color, fontsize=10)
        titles = [one.dimension.words.replace("/", "/ ") for one in dimensions]
        axes.set_xticks(np.arange(len(dimensions)) + 0.5, [_wrapped(title) for title in titles], fontsize=8)
        axes.set_yticks(np.arange(len(names)) + 0.5, names)
        axes.xaxis.tick_top()
        axes.invert_yaxis()
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        bar: Any = canvas.colorbar(mesh, ax=axes, fraction=0.025, pad=0.01, label="% of the dimension’s points")
        bar.outline.set_visible(False)
        # As shapes, not as an image that the page would have to load.
        bar.solids.set_rasterized(False)

    told = "; ".join(
        f"{name}: " + ", ".join(f"{one.dimension.value} {_words(one.models[model])}" for one in dimensions)
        for model, name in enumerate(answers.model.names)
    )
    return Figure(
        "heat-map",
        "Rubric dimensions by model",
        partial(
            draw,
            "heat-map",
            "Rubric dimensions by model",
            f"Shares in percent. {told}.",
            WIDTH,
            1.6 + 0.42 * len(names),
            paint,
        ),
        told,
        "The share of each dimension’s points that a model gets, in percent.",
        "RuleWeaver, figure 5",
    )


def _words(one: Estimate) -> str:
    return "NA" if one.value is None else decimal(100 * one.value, 0)


def _wrapped(title: str) -> str:
    """Two or three lines for a narrow column."""
    lines: list[str] = []
    for word in title.split():
        if lines and len(lines[-1]) + len(word) < 12:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def type_plot(answers: Answers, scores: TypeScores) -> Figure:
    """The models' scores on each type of question, type by type on one scale: what a radar shows, but comparable."""
    types = scores.types

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        for place in range(len(types)):
            known = [value for row in scores.rows if (value := row[place].value) is not None]
            if known:
                axes.plot(
                    [min(known), max(known)], [place, place], color=FAINT, linewidth=5, solid_capstyle="round", zorder=1
                )
        for model, name in enumerate(shortened(answers.model.names)):
            color, marker = series(model)
            there = [
                (value, place) for place in range(len(types)) if (value := scores.rows[model][place].value) is not None
            ]
            axes.scatter(
                [value for value, _ in there],
                [place for _, place in there],
                s=52,
                color=color,
                marker=marker,
                label=name,
                edgecolors=PAPER,
                linewidths=0.7,
                zorder=2,
            )
        labels = [f"{type_words(name)} ({number})" for name, number in zip(types, scores.questions, strict=True)]
        axes.set_yticks(range(len(types)), labels)
        axes.set_ylim(len(types) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_xlabel("rubric total")
        axes.spines["left"].set_visible(False)
        grid(axes, "x")
        legend_below(canvas, axes, 4)

    told = "; ".join(
        f"{type_words(name)}: "
        + ", ".join(
            f"{model} {'NA' if (value := scores.rows[index][place].value) is None else decimal(value)}"
            for index, model in enumerate(answers.model.names)
        )
        for place, name in enumerate(types)
    )
    return Figure(
        "question-types-plot",
        "Question types",
        partial(
            draw,
            "question-types-plot",
            "Question types",
            f"Mean rubric totals. {told}.",
            WIDTH,
            1.5 + 0.42 * len(types) + legend_height(answers.model.names, 4),
            paint,
        ),
        told,
        "Mean rubric total by type of question (number of questions in parentheses), all models on one scale.",
        "RuleWeaver, table 2 (right) and table 16",
    )


def warrant_plot(answers: Answers, found: WarrantFigures, families: Families | None = None) -> Figure:
    """Final, Warrant and CWG of each family, or without families of each model (RGDT-Bench, figure 4a)."""
    models = list(found.models if families is None else found.families)
    names = list(answers.model.names if families is None else families.names)
    if len(models) > 1:
        models.append(found.mean)
        names.append("mean" if families is None else "mean of families")
    figures = ((0, "Final"), (1, "Warrant"), (2, "CWG"))

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        for index, (place, words) in enumerate(figures):
            color, marker = series(index)
            known = [
                (row, one.figures[place]) for row, one in enumerate(models) if one.figures[place].value is not None
            ]
            offset = 0.2 * (index - 1)
            for row, one in known:
                if one.low is not None and one.high is not None:
                    axes.plot([100 * one.low, 100 * one.high], [row + offset] * 2, color=color, linewidth=2, alpha=0.6)
            axes.scatter(
                [100 * (one.value or 0) for _, one in known],
                [row + offset for row, _ in known],
                s=46,
                color=color,
                marker=marker,
                label=words,
                zorder=3,
            )
        axes.set_yticks(range(len(names)), shortened(names))
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_xlabel("%")
        axes.spines["left"].set_visible(False)
        grid(axes, "x")
        legend_below(canvas, axes, 3)

    told = "; ".join(
        f"{name}: " + ", ".join(f"{words} {_words_1(one.figures[place])}" for place, words in figures)
        for name, one in zip(names, models, strict=True)
    )
    return Figure(
        "warrants-plot",
        "Right decisions and complete warrants",
        partial(
            draw,
            "warrants-plot",
            "Right decisions and complete warrants",
            f"Percent. {told}.",
            WIDTH,
            1.4 + 0.5 * len(names),
            paint,
        ),
        told,
        "Answer accuracy, warrant completeness and the correct-answer warrant gap with 95 % intervals, cells equally"
        + ("." if families is None else ", then the models of a family, then the families."),
        "RGDT-Bench, figure 4a",
    )


def _words_1(one: Estimate) -> str:
    return "NA" if one.value is None else decimal(100 * one.value)


def attribution_plot(answers: Answers, found: Attribution, families: Families | None = None) -> Figure:
    """Stacked shares of the layers by family, or without families by model (RGDT-Bench, figure 4b)."""
    named = list(zip(answers.model.names, found.models, strict=True))
    if families is not None:
        named = list(zip(families.names, found.families, strict=True))
    named = [(name, shares) for name, shares in named if shares[0].value is not None]
    if len(named) > 1:
        named.append(("all", tuple(one.primary for one in found.layers)))

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        left = np.zeros(len(named))
        for index, layer in enumerate(LAYERS):
            values = np.array([100 * (shares[index].value or 0) for _, shares in named])
            if not values.any():
                continue
            bars = axes.barh(
                range(len(named)),
                values,
                left=left,
                color=COLORS[index],
                label=layer.replace("_", " "),
                height=0.66,
                edgecolor=PAPER,
                linewidth=1,
            )
            labels = [decimal(value, 0) if value >= 6 else "" for value in values]
            axes.bar_label(bars, labels=labels, label_type="center", color="#ffffff", fontsize=9.5)
            left += values
        axes.set_yticks(range(len(named)), shortened([name for name, _ in named]))
        axes.set_ylim(len(named) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of correct answers with an incomplete warrant")
        axes.spines["left"].set_visible(False)
        axes.tick_params(length=0)
        legend_below(canvas, axes, 5)

    told = "; ".join(
        f"{name}: "
        + ", ".join(f"{layer.replace('_', ' ')} {_words_1(one)}" for layer, one in zip(LAYERS, shares, strict=True))
        for name, shares in named
    )
    return Figure(
        "attribution-plot",
        "Which layers correct answers fail",
        partial(
            draw,
            "attribution-plot",
            "Which layers correct answers fail",
            f"Percent. {told}.",
            WIDTH,
            1.4 + 0.45 * len(named),
            paint,
        ),
        told,
        "Each correct but incomplete answer is shared equally among the layers that it fails.",
        "RGDT-Bench, figure 4b, equation 3",
    )
