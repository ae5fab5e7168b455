"""Draws a page of a report for the README: `python docs/report_picture.py` writes docs/report.svg.

The figures are real, the models are not: the fault injector's answers to the cases of two bundled packs, with what is
wrong in them known, are dealt to three of different care, scored and reported.  The same versions give the same bytes,
and `tests/docs/test_report_picture.py` holds what the committed picture says to them.  Needs the extra `report`.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import tempfile
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from html import escape
from pathlib import Path

from rulelang.cli import main
from rulelang.reporting.document import Document, Figure, Table
from rulelang.reporting.scored_report import Wanted, scored_report

PACKS = ("corpora/refunds/refunds.rules", "corpora/ruleweaver/operators.rules")
MODELS = ("hasty", "fair", "careful")
CARE = {True: (1, 3, 6), False: (5, 3, 2)}
"""How many of ten answers that are in order (True), and of ten that are not, go to each model."""
SEED = 7
PICTURE = Path(__file__).parent / "report.svg"
SHOWN = ("warrants-plot", "attribution-plot", "heat-map")

WIDTH, MARGIN = 900, 36
INK, SOFT, FAINT, PANEL, PAPER = "#1d2126", "#5d6672", "#d9dde2", "#f3f5f7", "#ffffff"
FONT = "-apple-system, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"


def reported() -> Document:
    """The report on the injector's answers."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder), _silent():
        assert main(["mutate", *PACKS, "--seed", str(SEED), "--out", "made.jsonl"]) == 0
        labels = [json.loads(line) for line in Path("made.labels").read_text(encoding="utf-8").splitlines()]
        answers = [json.loads(line) for line in Path("made.jsonl").read_text(encoding="utf-8").splitlines()]
        chance = random.Random(SEED)
        with Path("answers.jsonl").open("w", encoding="utf-8") as file:
            for answer, label in zip(answers, labels, strict=True):
                (model,) = chance.choices(MODELS, CARE[label["harmless"]])
                file.write(json.dumps(answer | {"model": model}) + "\n")
        assert main(["score", "answers.jsonl", "--out", "results.parquet", "--workers", "1"]) == 0
        return scored_report([Path("results.parquet")], Wanted((), 2_000, SEED))


class _silent:
    """What the commands print is not wanted, and no bar of progress."""

    def __enter__(self) -> None:
        self.out, self.err = redirect_stdout(io.TextIOWrapper(io.BytesIO())), redirect_stderr(io.StringIO())
        self.out.__enter__()
        self.err.__enter__()

    def __exit__(self, *error: object) -> None:
        self.err.__exit__(None, None, None)
        self.out.__exit__(None, None, None)


def drawn(document: Document) -> str:
    """The head of the report, its first table and three of its plots as one SVG."""
    parts = [part for section in document.sections for part in section.parts]
    table = next(part for part in parts if isinstance(part, Table))
    figures = [part for part in parts if isinstance(part, Figure) and part.name in SHOWN]
    body: list[str] = []
    y = MARGIN + 26
    body.append(_text(MARGIN, y, document.title, 27, weight=700))
    y += 22
    y = _tiles(body, y, document.headline)
    y = _table(body, y + 38, table)
    for figure in figures:
        y = _plot(body, y + 34, figure)
    height = y + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" font-family="{FONT}">\n'
        f'<rect width="{WIDTH}" height="{height:.0f}" rx="12" fill="{PAPER}" stroke="{FAINT}"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _text(
    x: float, y: float, words: str, size: float, weight: int = 400, color: str = INK, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{color}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _tiles(body: list[str], y: float, headline: Sequence[tuple[str, str, str]]) -> float:
    """The main figures beside each other."""
    gap = 12
    width = (WIDTH - 2 * MARGIN - gap * (len(headline) - 1)) / len(headline)
    for index, (label, figure, what) in enumerate(headline):
        x = MARGIN + index * (width + gap)
        body.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="88" rx="9" fill="{PANEL}"/>')
        body.append(_text(x + 14, y + 32, figure, 24, weight=700))
        body.append(_text(x + 14, y + 53, label, 14, weight=600))
        for line, words in enumerate(_lines(what, 31)):
            body.append(_text(x + 14, y + 68 + 12 * line, words, 10.5, color=SOFT))
    return y + 88


def _lines(words: str, most: int) -> list[str]:
    found = [""]
    for word in words.split():
        if len(found[-1]) + len(word) >= most:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found


def _table(body: list[str], y: float, table: Table) -> float:
    """The table's title, head and rows; numbers end at the right of their column."""
    body.append(_text(MARGIN, y, table.title, 15, weight=600))
    longest = [
        max([len(column.title), *(len(f"{row[place].text} {row[place].interval}") for row in table.rows)]) + 2
        for place, column in enumerate(table.columns)
    ]
    scale = (WIDTH - 2 * MARGIN) / sum(longest)
    starts = [MARGIN + scale * sum(longest[:place]) for place in range(len(longest))]
    y += 28
    for place, column in enumerate(table.columns):
        x = starts[place] + (scale * longest[place] if column.numeric else 0)
        body.append(_text(x, y, column.title, 12.5, weight=600, anchor="end" if column.numeric else "start"))
    body.append(_rule(y + 8, SOFT))
    for row in table.rows:
        y += 27
        for place, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
            x = starts[place] + (scale * longest[place] if column.numeric else 0)
            interval = f' <tspan font-size="10.5" font-weight="400" fill="{SOFT}">{escape(cell.interval)}</tspan>'
            body.append(
                f'<text x="{x:g}" y="{y:g}" font-size="13" font-weight="{700 if cell.best else 400}" fill="{INK}" '
                f'text-anchor="{"end" if column.numeric else "start"}">{escape(cell.text)}'
                f"{interval if cell.interval else ''}</text>"
            )
        body.append(_rule(y + 9, FAINT))
    return y + 9


def _rule(y: float, color: str) -> str:
    return f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:g}" y2="{y:g}" stroke="{color}"/>'


def _plot(body: list[str], y: float, figure: Figure) -> float:
    """A plot of the report in fixed colours, under its title."""
    svg = figure.svg().replace("currentColor", INK)
    svg = re.sub(r"var\(--faint, [^)]*\)", FAINT, svg)
    svg = re.sub(r"var\(--paper, [^)]*\)", PAPER, svg)
    size = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    assert size is not None
    width = WIDTH - 2 * MARGIN
    height = float(size[2]) * width / float(size[1])
    body.append(_text(MARGIN, y, figure.title, 15, weight=600))
    place = f'x="{MARGIN}" y="{y + 10:g}" width="{width}" height="{height:.1f}"'
    # Coordinates to a tenth of a point: nobody sees more.
    svg = re.sub(r"-?\d+\.\d{2,}", lambda found: f"{float(found[0]):.1f}", svg)
    body.append(re.sub(r' style="max-width: [^"]*"', f" {place}", svg, count=1))
    return y + 10 + height


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    PICTURE.write_text(drawn(reported()), encoding="utf-8")
    print(f"{PICTURE.name}: {PICTURE.stat().st_size:,} bytes")
