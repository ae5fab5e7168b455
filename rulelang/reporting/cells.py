"""Figures as cells: how many digits, how an interval looks, what stands where there is no figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulelang.reporting.document import Cell
from rulelang.verifier.statistics.estimate import Estimate

NOT_AVAILABLE = "NA"
MINUS = "−"
UP, DOWN, SAME = "▲", "▼", "="


def words(text: str) -> Cell:
    return Cell(text)


def count(number: int) -> Cell:
    """A whole number, thousands apart by thin spaces."""
    return Cell(f"{number:,}".replace(",", "\u202f"), number)


def decimal(value: float, digits: int = 1, signed: bool = False) -> str:
    """A number with a real minus sign, and no negative zero.

    >>> decimal(-0.04), decimal(-1.25, 2), decimal(2, signed=True)
    ('0.0', '−1.25', '+2.0')
    """
    written = f"{value:.{digits}f}"
    if float(written) == 0:
        written = f"{0:.{digits}f}"
    elif signed and value > 0:
        written = f"+{written}"
    return written.replace("-", MINUS)


def figure(one: Estimate, digits: int = 1, signed: bool = False, bar: bool = False) -> Cell:
    """An estimate with its interval, if it has one; NA with the reason where it has no value."""
    if one.value is None:
        return Cell(NOT_AVAILABLE, reason=one.reason or "no answers")
    interval = ""
    if one.low is not None and one.high is not None:
        interval = f"[{decimal(one.low, digits, signed)}, {decimal(one.high, digits, signed)}]"
    return Cell(
        decimal(one.value, digits, signed),
        one.value,
        one.low,
        one.high,
        interval,
        bar=max(0.0, min(1.0, one.value / 100)) if bar else None,
        reason=one.reason,
    )


def scaled(one: Estimate, factor: float) -> Estimate:
    """The estimate times a factor, interval and all."""

    def times(value: float | None) -> float | None:
        return None if value is None else value * factor

    return replace(one, value=times(one.value), low=times(one.low), high=times(one.high))


def percent(one: Estimate, bar: bool = False, signed: bool = False) -> Cell:
    """A share as a percentage."""
    return figure(scaled(one, 100), signed=signed, bar=bar)


def compared(cell: Cell, before: Cell | None, higher_is_better: bool = True) -> Cell:
    """A cell with an arrow against the one before it: up, down or the same (at the digits shown)."""
    if cell.value is None or before is None or before.value is None:
        return cell
    difference = cell.value - before.value
    shown = decimal(abs(difference))
    if float(shown) == 0:
        return replace(cell, change=SAME)
    up = difference > 0
    return replace(cell, change=f"{UP} {shown}" if up else f"{DOWN} {shown}", better=up is higher_is_better)


def with_best(rows: Sequence[Sequence[Cell]], column: int, highest: bool = True) -> list[list[Cell]]:
    """The rows with the best value of a column marked (several where they are equal); none where all are the same."""
    found = [list(row) for row in rows]
    values = [row[column].value for row in found]
    known = [value for value in values if value is not None]
    if len(known) > 1 and max(known) > min(known):
        best = max(known) if highest else min(known)
        for row, value in zip(found, values, strict=True):
            if value is not None and abs(value - best) < 1e-9:
                row[column] = replace(row[column], best=True)
    return found


def type_words(name: str) -> str:
    """A type of question as it is written in prose.

    >>> type_words("what_if_revision"), type_words("event_prediction")
    ('what-if revision', 'event prediction')
    """
    first, _, rest = name.replace("_", " ").rpartition(" ")
    return f"{first.replace(' ', '-')} {rest}" if first.count(" ") else f"{first} {rest}".strip()
