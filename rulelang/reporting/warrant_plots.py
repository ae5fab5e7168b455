"""RGDT-Bench's plots: right decisions and complete warrants, and the layers that fail."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from rulelang.reporting.cells import decimal
from rulelang.reporting.document import Figure
from rulelang.reporting.drawing import COLORS, PAPER, WIDTH, dots, draw, grid, legend_below, shortened
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.attribution import LAYERS, Attribution
from rulelang.verifier.statistics.estimate import Estimate
from rulelang.verifier.statistics.families import Families
from rulelang.verifier.statistics.warrants import WarrantFigures

PALE = 4
"""Of the colours: white figures cannot be read on it."""


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
            values = [(row, one.figures[place]) for row, one in enumerate(models)]
            dots(axes, index, 0.2 * (index - 1), values, words)
        axes.set_yticks(range(len(names)), shortened(names))
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of answers (CWG: of the right, evaluable ones)")
        axes.spines["left"].set_visible(False)
        grid(axes, "x")
        legend_below(canvas, axes, 3)

    told = "; ".join(
        f"{name}: " + ", ".join(f"{words} {_words(one.figures[place])}" for place, words in figures)
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


def _words(one: Estimate) -> str:
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
            axes.bar_label(
                bars, labels=labels, label_type="center", color="#111111" if index == PALE else "#ffffff", fontsize=9.5
            )
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
        + ", ".join(f"{layer.replace('_', ' ')} {_words(one)}" for layer, one in zip(LAYERS, shares, strict=True))
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
