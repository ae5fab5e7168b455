"""What a run found, in sums: for the summary at its end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from rulelang.verifier.scoring.table import Table

compute: Any = import_module("pyarrow.compute")


@dataclass(slots=True)
class Tally:
    """Sums over rows.

    `answers` are the rows without an error, `refused` those with one.  `right` are the evaluable answers with the
    right decision: of these `incomplete` have no complete warrant, `incomplete_but_aggregation` none even if
    aggregation is not asked for.
    """

    answers: int = 0
    evaluable: int = 0
    correct: int = 0
    complete: int = 0
    right: int = 0
    incomplete: int = 0
    incomplete_but_aggregation: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])
    """By code."""

    @property
    def rows(self) -> int:
        return self.answers + self.refused.total()

    def add(self, rows: Table) -> None:
        """Takes some rows in."""
        codes = rows.column("error")
        errors = Counter(codes.drop_null().to_pylist() if codes.null_count < len(codes) else ())
        self.refused.update(errors)
        self.answers += rows.num_rows - errors.total()
        evaluable, correct = rows.column("evaluable"), rows.column("correct")
        right = compute.and_(evaluable, correct)
        self.evaluable += _count(evaluable)
        self.correct += _count(correct)
        self.complete += _count(rows.column("complete"))
        self.right += _count(right)
        self.incomplete += _count(compute.and_not(right, rows.column("complete")))
        without = rows.column("complete_but_aggregation")
        self.incomplete_but_aggregation += _count(compute.and_not(right, without))


def _count(flags: Any) -> int:
    return compute.sum(flags).as_py() or 0


def as_object(tally: Tally, seconds: float, scored: int, workers: int) -> dict[str, Any]:
    """The summary as plain values: counts, and how fast the rows of this run were made."""
    return {
        "rulelang": "score-summary/1",
        "answers": tally.answers,
        "refused": dict(sorted(tally.refused.items())),
        "evaluable": tally.evaluable,
        "correct": tally.correct,
        "complete": tally.complete,
        "cwg": _share(tally.incomplete, tally.right),
        "cwg_without_aggregation": _share(tally.incomplete_but_aggregation, tally.right),
        "scored_now": scored,
        "seconds": round(seconds, 3),
        "rate": round(scored / seconds, 1) if seconds > 0 else None,
        "workers": workers,
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def as_text(tally: Tally) -> str:
    """The summary as a table; shares are of all answers, CWG of the evaluable ones with the right decision."""
    lines: list[tuple[str, int, int | None]] = [
        ("answers", tally.answers, None),
        ("evaluable", tally.evaluable, tally.answers),
        ("correct", tally.correct, tally.answers),
        ("complete", tally.complete, tally.answers),
        ("CWG", tally.incomplete, tally.right),
        ("CWG'", tally.incomplete_but_aggregation, tally.right),
    ]
    if tally.refused:
        lines.append(("refused", tally.refused.total(), None))
    return "".join(f"{name:<10}{count:>12,}{_percent(count, of)}\n" for name, count, of in lines)


def _percent(count: int, of: int | None) -> str:
    if of is None:
        return ""
    if not of:
        return "       -"
    tenths = (2000 * count + of) // (2 * of)
    return f"{tenths // 10:>6}.{tenths % 10} %"
