"""What values a row of results can have: a file may have been written by others, or by hand.

Nothing is computed from values that no check gives: a rubric of 140 would only be seen in a mean, if at all.
Arrow has no types: its tables are `Any`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from rulelang.verifier.finding import Check
from rulelang.verifier.rubric import OPERATORS, Dimension, ErrorType
from rulelang.verifier.scoring.row import COLUMNS, column_types
from rulelang.verifier.statistics.estimate import Bools, Floats, Ints

REQUIRED: tuple[str, ...] = tuple(name for name, kind in column_types().items() if "None" not in str(kind))
"""Columns that are never null."""

_DIMENSIONS = tuple(dimension.name.lower() for dimension in Dimension)
SCORES: tuple[str, ...] = (
    *("slots", "rubric", "graded", "recall", "precision"),
    *(f"{kind}_{name}" for kind in ("dim", "graded") for name in _DIMENSIONS),
)
"""Columns that every evaluable answer has."""

COUNTS: tuple[str, ...] = (
    *("line", "slots", "warrants", "gold_rules", "cited_rules", "found_rules", "applied_right"),
    *(f"{kind}_{operator.lower()}" for kind in ("events", "right") for operator in OPERATORS),
    *("depth", "load", "branching"),
)
RANGES: dict[str, int] = {
    "recall": 1,
    "precision": 1,
    "rubric": 100,
    "graded": 100,
    **{f"graded_{name}": 1 for name in _DIMENSIONS},
}
"""Columns from 0 to so much."""

PARTS: tuple[tuple[str, str], ...] = (
    *(("found_rules", "gold_rules"), ("found_rules", "cited_rules"), ("applied_right", "found_rules")),
    *((f"right_{operator.lower()}", f"events_{operator.lower()}") for operator in OPERATORS),
)
"""Of two counts the first is never the greater."""

NAMES: dict[str, tuple[str, ...]] = {
    "fails": tuple(check.name.lower() for check in Check),
    "root": tuple(check.name.lower() for check in Check),
    "errors": tuple(error.value for error in ErrorType),
}
"""Columns of lists, and the names that can be in them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that cannot be: the first row that has one, its column, and what is wrong with it."""

    row: int
    column: str
    words: str


def first_fault(table: Any) -> Fault | None:
    """The fault of the earliest row, of the columns in their order; None if there is none.

    Args:
        table: has all columns of a row, with their types.
    """
    found = list(_faults(table))
    return min(found, key=lambda fault: (fault.row, COLUMNS.index(fault.column))) if found else None


def _faults(table: Any) -> Iterator[Fault]:
    """The first row of each kind of fault."""

    def column(name: str) -> Any:
        return table.column(name).combine_chunks()

    def numbers(name: str) -> Floats:
        """With NaN for null; a value that is NaN is asked for apart."""
        pa: Any = import_module("pyarrow")
        floats = column(name).cast(pa.float64(), safe=False).fill_null(float("nan"))
        return np.asarray(floats.to_numpy(zero_copy_only=False), dtype=np.float64)

    def told(wrong: Bools, name: str, words: Callable[[Any], str]) -> Iterator[Fault]:
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            yield Fault(row, name, words(table.column(name)[row].as_py()))

    known = {name: _known(column(name)) for name in COLUMNS}
    for name in REQUIRED:
        yield from told(~known[name], name, lambda _: "is null, which it never is")
    flags = {
        name: np.asarray(column(name).fill_null(False).to_numpy(zero_copy_only=False), dtype=np.bool_)
        for name in ("evaluable", "correct", "complete", "complete_but_aggregation")
    }
    used = known["policy"]
    for name in SCORES:
        missing = flags["evaluable"] & used & ~known[name]
        yield from told(missing, name, lambda _: "is null, though the answer is evaluable")
    for name in COUNTS:
        least = 1 if name == "line" else 0
        yield from told(numbers(name) < least, name, lambda value: f"is {value}, and cannot be below {least}")  # noqa: B023
    for name, most in RANGES.items():
        values = numbers(name)
        wrong = known[name] & ~((values >= 0) & (values <= most))
        yield from told(wrong, name, lambda value: f"is {_number(value)}, not from 0 to {most}")  # noqa: B023
    for part, whole in PARTS:
        wrong = numbers(part) > numbers(whole)
        yield from told(wrong, part, lambda value: f"is {value}, and cannot be more than `{whole}`")  # noqa: B023
    for name, names in NAMES.items():
        yield from _named(column(name), name, names)
    uneven = _lengths(column("findings")) != _lengths(column("kinds"))
    yield from told(uneven, "kinds", lambda value: f"has {len(value or ())} entries, and `findings` has another number")
    for name, needs in (
        ("evaluable", "complete"),
        ("correct", "complete"),
        ("complete_but_aggregation", "complete"),
        ("correct", "complete_but_aggregation"),
    ):
        wrong = used & flags[needs] & ~flags[name]
        yield from told(wrong, needs, lambda _: f"is true, and `{name}` is false")  # noqa: B023


def _known(column: Any) -> Bools:
    return np.asarray(column.is_valid().to_numpy(zero_copy_only=False), dtype=np.bool_)


def _lengths(column: Any) -> Ints:
    functions: Any = import_module("pyarrow.compute")
    lengths = functions.list_value_length(column).fill_null(0)
    return np.asarray(lengths.to_numpy(zero_copy_only=False), dtype=np.int64)


def _named(column: Any, name: str, names: tuple[str, ...]) -> Iterator[Fault]:
    """The first entry of a list that is none of the names."""
    functions: Any = import_module("pyarrow.compute")
    pa: Any = import_module("pyarrow")
    entries = functions.list_flatten(column)
    strange = functions.invert(functions.is_in(entries, value_set=pa.array(names, type=pa.string())))
    places = np.flatnonzero(np.asarray(strange.to_numpy(zero_copy_only=False), dtype=np.bool_))
    if len(places):
        row = functions.list_parent_indices(column)[int(places[0])].as_py()
        entry = entries[int(places[0])].as_py()
        shown = "null" if entry is None else f"`{entry}`"
        yield Fault(row, name, f"has the entry {shown}; they are {', '.join(names)}")


def _number(value: float) -> str:
    """As JSON writers write it.

    >>> _number(140), _number(2.0), _number(float("nan"))
    ('140', '2.0', 'NaN')
    """
    return "NaN" if value != value else str(value)
