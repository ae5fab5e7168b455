"""Plots as SVG that fits into a page: the page's own text colour, no fixed background, the same bytes every time."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib.figure import Figure as Canvas

INK, FAINT, PAPER = "#010203", "#040506", "#070809"
"""Stand-ins for the page's text colour, its faint lines and its background: replaced in the finished SVG."""

COLORS = ("#3b7dd8", "#d9662c", "#2a9d6f", "#b15fc4", "#c49a1a", "#d1495b", "#5f8a9e", "#8d6e4f", "#7a78d0", "#5b9a2f")
"""One for each series: told apart by people with colour blindness together with the markers, and at least three to one
against both white and near-black."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h")

_STYLE: dict[str, object] = {
    "svg.hashsalt": "rulelang",
    "svg.fonttype": "none",
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
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-desc">{escape(alt)}</desc>'
    )
    return opening + body[head.end() :].rstrip()


def series(index: int) -> tuple[str, str]:
    """Colour and marker of a series."""
    return COLORS[index % len(COLORS)], MARKERS[index % len(MARKERS)]


def grid(axes: Any, axis: str) -> None:
    """Faint lines across one axis, no ticks beside the other."""
    axes.grid(axis=axis)
    axes.tick_params(length=0)


def legend_below(canvas: Any, axes: Any, columns: int) -> None:
    """The legend of one axes below the whole figure."""
    handles, labels = axes.get_legend_handles_labels()
    canvas.legend(handles, labels, loc="outside lower center", ncols=max(1, min(columns, len(labels))))


def shortened(names: Sequence[str], most: int = 28) -> list[str]:
    return [name if len(name) <= most else name[: most - 1] + "…" for name in names]
