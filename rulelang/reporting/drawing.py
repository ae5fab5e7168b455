"""Plots as SVG that fits into a page: the page's own text colour, no fixed background, the same bytes every time."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib.figure import Figure as Canvas

from rulelang.reporting.document import visible
from rulelang.verifier.statistics.estimate import Estimate

INK, FAINT, PAPER = "#010203", "#040506", "#070809"
"""Stand-ins for the page's text colour, its faint lines and its background: replaced in the finished SVG."""

COLORS = ("#3b7dd8", "#d9662c", "#2a9d6f", "#b15fc4", "#c49a1a", "#d1495b", "#5f8a9e", "#8d6e4f", "#7a78d0", "#5b9a2f")
"""One for each series: told apart by people with colour blindness together with the markers, and at least three to one
against both white and near-black."""

WIDTH = 9.0
"""Of a figure that takes the whole page, in inches."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h")

_STYLE: dict[str, object] = {
    "svg.hashsalt": "rulelang",
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}


def draw(name: str, title: str, alt: str, width: float, height: float, paint: Callable[[Any], None]) -> str:
    """The SVG of a figure.

    Args:
        name: distinguishes the ids of this figure from those of others on the page.
        title: its accessible name.
        alt: what it shows, in words.
        width: in inches.
        height: in inches.
        paint: draws on an empty figure (of matplotlib, whose methods have no full types: Any).
    """
    with matplotlib.rc_context(_STYLE):  # type: ignore[arg-type]
        canvas: Any = Canvas(figsize=(width, height), layout="constrained")
        paint(canvas)
        buffer = io.StringIO()
        with warnings.catch_warnings():
            # Signs that the layout's font lacks: the page's own has them, or shows what it shows for such signs.
            warnings.filterwarnings("ignore", r"Glyph .* missing from")
            canvas.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    return _embedded(buffer.getvalue(), name, title, alt, width)


def _embedded(svg: str, name: str, title: str, alt: str, width: float) -> str:
    """The `svg` element alone, with its own ids, a name and a description, in the page's colours."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', body)
    body = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", body)
    body = re.sub(r'xlink:href="#([^"]+)"', rf'xlink:href="#{name}-\1"', body)
    body = body.replace(INK, "currentColor").replace(FAINT, "var(--faint, #8884)").replace(PAPER, "var(--paper, #fff)")
    # Text in the page's own font: the layout was made with a wider one, so nothing runs over.
    body = re.sub(r"font-family: [^;\"]*;? ?", "", body)
    head = re.search(r"<svg[^>]*>", body)
    assert head is not None
    size = re.search(r'viewBox="[^"]*"', head[0])
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'{size[0] if size else ""} style="max-width: {6.8 * width:.1f}rem" '
        f'role="img" aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(visible(title))}</title><desc id="{name}-desc">{escape(visible(alt))}</desc>'
    )
    return opening + body[head.end() :].rstrip()


def series(index: int) -> tuple[str, str]:
    """Colour and marker of a series: no two of the first hundred have both in common."""
    return COLORS[index % len(COLORS)], MARKERS[(index + index // len(COLORS)) % len(MARKERS)]


def grid(axes: Any, axis: str) -> None:
    """Faint lines across one axis, no ticks beside the other."""
    axes.grid(axis=axis)
    axes.tick_params(length=0)
    if axis == "x":
        # Room beside the names for a mark that stands at 0.
        axes.tick_params(axis="y", pad=9)


def dots(axes: Any, index: int, offset: float, values: Sequence[tuple[int, Estimate]], words: str) -> None:
    """One series of shares by row, in percent, with their intervals; a value that there is not is left out."""
    color, marker = series(index)
    known = [(row, one) for row, one in values if one.value is not None]
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
        clip_on=False,
    )


def legend_below(canvas: Any, axes: Any, columns: int) -> None:
    """The legend of one axes below the whole figure, in so many columns at most."""
    handles, labels = axes.get_legend_handles_labels()
    width: float = canvas.get_figwidth()
    canvas.legend(handles, labels, loc="outside lower center", ncols=_columns(labels, columns, width))


def legend_height(names: Sequence[str], columns: int, width: float = WIDTH) -> float:
    """How much higher, in inches, a figure has to be for a legend of more than one line."""
    labels = shortened(names)
    return 0.21 * (-(-len(labels) // _columns(labels, columns, width)) - 1) if labels else 0.0


def _columns(labels: Sequence[str], most: int, width: float) -> int:
    """As many as fit beside each other."""
    longest = max((len(label) for label in labels), default=0)
    return max(1, min(most, len(labels), int((width - 0.3) / (0.65 + 0.085 * longest))))


def shortened(names: Sequence[str], most: int = 28) -> list[str]:
    """Names as they can stand in a plot: not too long, still different, and shown even if they begin with `_`, which
    hides a label.

    Names tend to differ at their ends: what is left out is in the middle.

    >>> shortened(["vendor/a-model-with-a-long-name-8b", "vendor/a-model-with-a-long-name-70b"])
    ['vendor/a-mod…a-long-name-8b', 'vendor/a-mod…-long-name-70b']
    """
    whole = [visible(name) for name in names]
    tail = most // 2
    shown = [name if len(name) <= most else f"{name[: most - tail - 2]}…{name[-tail:]}" for name in whole]
    if len(set(shown)) < len(shown):
        shown = [_told_apart(index, whole, shown, most) for index in range(len(whole))]
    return [f"\u200b{name}" if name.startswith("_") else name for name in shown]


def _shared(names: Sequence[str]) -> int:
    """How many signs all names begin with."""
    different = (place for place, signs in enumerate(zip(*names, strict=False)) if len(set(signs)) > 1)
    return next(different, min(map(len, names)))


def _told_apart(index: int, whole: Sequence[str], shown: Sequence[str], most: int) -> str:
    """A shortened name that others are shortened to as well: with what sets it apart from them, and its number."""
    alike = [name for name, other in zip(whole, shown, strict=True) if other == shown[index]]
    if len(alike) == 1:
        return shown[index]
    start = _shared(alike)
    end = min(_shared([name[::-1] for name in alike]), min(map(len, alike)) - start)
    name = whole[index]
    middle = name[start : len(name) - end]
    if len(middle) > most - 12 or not middle:
        return f"{shown[index]} #{index + 1}"
    left = most - len(middle) - 2
    return f"{name[: left // 2]}…{middle}…{name[len(name) - left // 2 :]}"
