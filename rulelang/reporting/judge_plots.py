"""The plots about evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rulelang.reporting.cells import decimal
from rulelang.reporting.document import Figure
from rulelang.reporting.drawing import INK, WIDTH, dots, draw, grid, legend_below, legend_height, series, shortened
from rulelang.verifier.statistics.calibration import Calibration
from rulelang.verifier.statistics.estimate import Estimate
from rulelang.verifier.statistics.evaluators import Evaluation
from rulelang.verifier.statistics.selection import TARGETS, VIEWS, Selected


def auroc_plot(found: Sequence[Evaluation]) -> Figure:
    """AUROC of each evaluator in both views, with intervals."""
    names = shortened([one.evaluator for one in found])

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        axes.axvline(50, color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        for view, words in enumerate(("full view", "correct-only view")):
            values = [(row, one.views[view][0]) for row, one in enumerate(found)]
            dots(axes, view, 0.22 * (view - 0.5), values, words)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(right=100)
        axes.set_xlabel("AUROC, % (dashed: random)")
        axes.spines["left"].set_visible(False)
        grid(axes, "x")
        legend_below(canvas, axes, 2)

    told = "; ".join(
        f"{one.evaluator}: full {_words(one.views[0][0])}, correct only {_words(one.views[1][0])}" for one in found
    )
    return Figure(
        "auroc",
        "AUROC of the evaluators",
        partial(draw, "auroc", "AUROC of the evaluators", f"Percent. {told}.", WIDTH, 1.5 + 0.42 * len(names), paint),
        told,
        "How well scores order complete before incomplete warrants, with 95 % intervals, in both views.",
        "RGDT-Bench, table 2",
    )


def _words(one: Estimate) -> str:
    return "NA" if one.value is None else decimal(100 * one.value)


def reliability_plot(found: Sequence[Calibration]) -> Figure:
    """Fitted probabilities against the share of complete warrants."""
    known = [(index, one) for index, one in enumerate(found) if one.bins]

    def paint(canvas: Any) -> None:
        axes: Any = canvas.subplots()
        axes.plot([0, 1], [0, 1], color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        for (index, one), name in zip(known, shortened([one.evaluator for _, one in known]), strict=True):
            color, marker = series(index)
            axes.plot(
                [each.predicted for each in one.bins],
                [each.complete for each in one.bins],
                color=color,
                marker=marker,
                markersize=6,
                linewidth=1.6,
                label=name,
            )
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        axes.set_aspect("equal")
        axes.set_xlabel("fitted probability")
        axes.set_ylabel("share of complete warrants")
        grid(axes, "both")
        legend_below(canvas, axes, 3)

    told = "; ".join(
        f"{one.evaluator}: "
        + ", ".join(f"{decimal(each.predicted, 2)} came to {decimal(each.complete, 2)}" for each in one.bins)
        for _, one in known
    )
    height = 5.4 + 1.15 * legend_height([one.evaluator for _, one in known], 3, WIDTH * 0.6)
    return Figure(
        "reliability",
        "Reliability after the fit",
        partial(draw, "reliability", "Reliability after the fit", f"{told}.", WIDTH * 0.6, height, paint),
        told,
        "Fitted probabilities against what came true, in ten bins; on the dashed line they agree.",
        "RGDT-Bench, table 15",
    )


def selection_plot(found: Sequence[Selected], evaluators: Sequence[str]) -> Figure:
    """What is gained by choosing among N, for both targets (all groups)."""
    panels = [
        (target, own)
        for target in TARGETS
        if (own := [one for one in found if one.target == target and one.view == VIEWS[0] and one.groups])
    ]

    def paint(canvas: Any) -> None:
        grids: Any = canvas.subplots(1, len(panels), squeeze=False)[0]
        for axes, (target, own) in zip(grids, panels, strict=True):
            sizes = [one.size for one in own]
            for values, words, style in (
                ([one.oracle for one in own], "oracle", (0, (1, 1.5))),
                ([one.random for one in own], "random", (0, (4, 3))),
            ):
                axes.plot(sizes, _percents(values), color=INK, linewidth=1.2, linestyle=style, label=words)
            for index, name in enumerate(shortened(evaluators)):
                color, marker = series(index)
                values = [one.evaluators[index] for one in own]
                axes.plot(
                    sizes, _percents(values), color=color, marker=marker, markersize=5.5, linewidth=1.7, label=name
                )
            axes.set_title(target)
            axes.set_xticks(sizes, [str(size) for size in sizes])
            axes.set_xlabel("N")
            axes.set_ylabel("% of the chosen answers")
            grid(axes, "y")
        legend_below(canvas, grids[0], 5)

    told = "; ".join(
        f"{target}, N = {one.size}: random {_words(one.random)}, oracle {_words(one.oracle)}, "
        + ", ".join(f"{name} {_words(value)}" for name, value in zip(evaluators, one.evaluators, strict=True))
        for target, own in panels
        for one in own
    )
    height = 3.9 + legend_height(["oracle", "random", *evaluators], 5)
    return Figure(
        "best-of-n-plot",
        "Best of N",
        partial(draw, "best-of-n-plot", "Best of N", f"Percent. {told}.", WIDTH, height, paint),
        told,
        "What choosing the best-scored of N answers gives, between random choice and the oracle (all groups).",
        "RGDT-Bench, table 4 and figure 8",
    )


def _percents(values: Sequence[Estimate]) -> list[float]:
    return [float("nan") if one.value is None else 100 * one.value for one in values]
