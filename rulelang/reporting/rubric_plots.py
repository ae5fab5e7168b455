"""RuleWeaver's plots: the rubric by setting, dimension and type of question, and against complexity."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from rulelang.reporting.cells import decimal, type_words
from rulelang.reporting.document import Figure
from rulelang.reporting.drawing import (
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
from rulelang.verifier.statistics.complexity import Measure
from rulelang.verifier.statistics.dimensions import DimensionMean
from rulelang.verifier.statistics.estimate import Estimate
from rulelang.verifier.statistics.scores import Scores, TypeScores

_MOST_POINTS = 1_500
_MOST_MODELS = 12
"""So many lines or marks of different colour and shape can be told apart in one plot."""
_TOTAL = "rubric total (of 100)"


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
            levels = [level.level for level in one.levels]
            axes.plot(levels, [level.mean for level in one.levels], color=color, linewidth=1.2, alpha=0.6)
            known = [level for level in one.levels if level.error is not None]
            axes.errorbar(
                [level.level for level in known],
                [level.mean for level in known],
                yerr=[level.error for level in known],
                fmt="none",
                ecolor=color,
                elinewidth=2,
                capsize=6,
                capthick=2,
            )
            axes.scatter(levels, [level.mean for level in one.levels], s=26, color=color, marker=marker, zorder=3)
            rho = "" if one.rho.value is None else f", ρ = {decimal(one.rho.value, 2)}"
            axes.set_title(f"{one.words}{rho}")
            axes.set_xticks(_ticks(levels))
            axes.set_xlim(levels[0] - 0.5, levels[-1] + 0.5)
            axes.set_xlabel("steps")
            axes.set_ylim(-3, 103)
            grid(axes, "y")
        panels[0].set_ylabel(_TOTAL)

    told = "; ".join(
        f"{one.words}: " + ", ".join(f"{decimal(level.mean)} at {level.level}" for level in one.levels) for one in shown
    )
    return Figure(
        "complexity",
        "Score against complexity",
        partial(draw, "complexity", "Score against complexity", f"Mean rubric totals. {told}.", WIDTH, 3.6, paint),
        told,
        "Grey: questions, averaged over models (at most about 1,500 are drawn). Coloured: the mean of each level "
        "with its standard error.",
        "RuleWeaver, figure 3 (top)",
    )


def _ticks(levels: Sequence[int]) -> list[int]:
    step = max(1, len(levels) // 8)
    return list(levels[::step])


def _drawn(totals: Sequence[Sequence[Estimate]]) -> tuple[list[int], str]:
    """The models of a plot in which each is a line, from the totals of each model; and what is said if not all are."""
    means = [float(np.mean([one.value for one in own if one.value is not None] or [-1.0])) for own in totals]
    best = sorted(range(len(means)), key=lambda model: (-means[model], model))[:_MOST_MODELS]
    left = f" Of {len(means)} models the {_MOST_MODELS} with the highest totals are drawn; the table has all."
    return sorted(best), left if len(means) > _MOST_MODELS else ""


def setting_plot(answers: Answers, scores: Sequence[Scores]) -> Figure:
    """The rubric total of each model along the settings (RuleWeaver, figure 3, bottom)."""
    totals = [[one.metrics[2] for one in scores if one.model == model] for model in range(len(answers.model))]
    models, left = _drawn(totals)
    short = shortened(answers.model.names)
    names = [short[model] for model in models]

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        for place, (model, name) in enumerate(zip(models, names, strict=True)):
            own = [one for one in scores if one.model == model and one.metrics[2].value is not None]
            color, marker = series(place)
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
        axes.set_xlabel("setting")
        axes.set_ylabel(_TOTAL)
        grid(axes, "y")
        legend_below(canvas, axes, 4)

    told = "; ".join(
        f"{answers.model.names[one.model]} in {answers.setting.names[one.group]}: {decimal(one.metrics[2].value)}"
        for one in scores
        if one.metrics[2].value is not None
    )
    height = 4.0 + legend_height(names, 4)
    return Figure(
        "settings",
        "Rubric total by setting",
        partial(draw, "settings", "Rubric total by setting", f"Mean rubric totals. {told}.", WIDTH, height, paint),
        told,
        f"Mean rubric total of each model in each setting.{left}",
        "RuleWeaver, figure 3 (bottom)",
    )


def dimension_heat_map(answers: Answers, dimensions: Sequence[DimensionMean]) -> Figure:
    """Normalised dimension scores by model (RuleWeaver, figure 5)."""
    names = shortened(answers.model.names)
    # Beside long names the columns are too narrow for their titles: these are slanted then.
    slanted = max(map(len, names), default=0) > 16
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
        if slanted:
            axes.set_xticks(np.arange(len(dimensions)) + 0.4, [one.dimension.words for one in dimensions], fontsize=8.5)
        else:
            axes.set_xticks(np.arange(len(dimensions)) + 0.5, [_wrapped(title) for title in titles], fontsize=8)
        axes.set_yticks(np.arange(len(names)) + 0.5, names)
        axes.xaxis.tick_top()
        if slanted:
            axes.tick_params(axis="x", labelrotation=32)
            for label in axes.get_xticklabels():
                label.set_horizontalalignment("left")
                label.set_rotation_mode("anchor")
        axes.invert_yaxis()
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        bar: Any = canvas.colorbar(mesh, ax=axes, fraction=0.025, pad=0.01, label="% of points", ticks=[0, 50, 100])
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
            (2.4 if slanted else 1.6) + 0.42 * len(names),
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
    models, left = _drawn(scores.rows)
    short = shortened(answers.model.names)
    names = [short[model] for model in models]

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        for place in range(len(types)):
            known = [value for model in models if (value := scores.rows[model][place].value) is not None]
            if known:
                axes.plot(
                    [min(known), max(known)], [place, place], color=FAINT, linewidth=5, solid_capstyle="round", zorder=1
                )
        for index, (model, name) in enumerate(zip(models, names, strict=True)):
            color, marker = series(index)
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
                clip_on=False,
            )
        labels = [f"{type_words(name)} ({number})" for name, number in zip(types, scores.questions, strict=True)]
        axes.set_yticks(range(len(types)), labels)
        axes.set_ylim(len(types) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_xlabel(_TOTAL)
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
            1.5 + 0.42 * len(types) + legend_height(names, 4),
            paint,
        ),
        told,
        f"Mean rubric total by type of question (number of questions in parentheses), models on one scale.{left}",
        "RuleWeaver, table 2 (right) and table 16",
    )
