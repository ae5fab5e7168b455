"""Scored answers by column: what the statistics read.  A row is one answer (`verifier.scoring.row`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from rulelang.verifier.statistics.estimate import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class Factor:
    """A column of names: for each answer the index of its name, -1 where there is none."""

    codes: Ints
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Listed:
    """A column of lists of names, flat: entry `i` belongs to the answer `rows[i]` and is `names[codes[i]]`."""

    rows: Ints
    codes: Ints
    names: tuple[str, ...]


UNNAMED = "(none)"
"""How an answer without a model, a setting or a track is shown: it still is in a group."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Scored answers as columns.

    `table` is an Arrow table with the columns of `verifier.scoring.row`.  Answers without a usable case (`policy` is
    null: the line could not be read, or its case could not) are in `aside` and in no rate; `table` holds the others.
    Extraction that failed (`evaluable` false) stays: it counts in accuracy and completeness (RGDT-Bench, section 3.3).
    """

    table: Any
    case: Factor
    model: Factor
    setting: Factor
    track: Factor
    aside: Any

    @property
    def unusable(self) -> int:
        return int(self.aside.num_rows)

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def numbers(self, column: str) -> Floats:
        """A column of numbers or truth values as floats, NaN for null (inside the statistics only)."""
        pa: Any = import_module("pyarrow")
        values = self.table.column(column).combine_chunks().cast(pa.float64(), safe=False)  # beyond 2**53 the nearest
        return np.asarray(values.fill_null(float("nan")).to_numpy(zero_copy_only=False), dtype=np.float64)

    def flags(self, column: str) -> Bools:
        """A column of truth values, null as false."""
        values = self.table.column(column).combine_chunks().fill_null(False)
        return np.asarray(values.to_numpy(zero_copy_only=False), dtype=np.bool_)

    def listed(self, column: str) -> Listed:
        """A column of lists."""
        values: Any = import_module("pyarrow.compute")
        chunk = self.table.column(column).combine_chunks()
        rows = values.list_parent_indices(chunk).to_numpy(zero_copy_only=False)
        found = factor(values.list_flatten(chunk))
        return Listed(np.asarray(rows, dtype=np.int64), found.codes, found.names)

    def where(self, kept: Bools) -> Answers:
        """The answers for which `kept` holds; names keep their indices."""
        pa: Any = import_module("pyarrow")

        def part(whole: Factor) -> Factor:
            return Factor(whole.codes[kept], whole.names)

        return Answers(
            self.table.filter(pa.array(kept)),
            part(self.case),
            part(self.model),
            part(self.setting),
            part(self.track),
            self.aside,
        )


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """The key by which names are put in order: numbers in them by size.

    >>> sorted(["p10", "p2", "gold", "200", "100"], key=natural)
    ['100', '200', 'gold', 'p2', 'p10']
    """
    return tuple(
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"([0-9]+)", name) if part
    )


def factor(column: Any, unnamed: str | None = None) -> Factor:
    """An Arrow column of strings as a factor, names in natural order; null becomes a name where one is given."""
    encoded = column.combine_chunks() if hasattr(column, "combine_chunks") else column
    if unnamed is not None:
        encoded = encoded.fill_null(unnamed)
    encoded = encoded.dictionary_encode()
    found: list[str] = encoded.dictionary.to_pylist()
    order = sorted(range(len(found)), key=lambda index: (found[index] == unnamed, natural(found[index]), found[index]))
    place = np.empty(len(found) + 1, dtype=np.int64)
    place[-1] = -1
    place[order] = np.arange(len(found))
    codes = np.asarray(encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False), dtype=np.int64)
    return Factor(place[codes], tuple(found[index] for index in order))


def _seen(names: Factor) -> Factor:
    """Names without any sign to be seen stand in quotes: else nobody would know that something is called so."""
    return Factor(names.codes, tuple(name if name.strip() else f'"{name}"' for name in names.names))


def answers_of(table: Any, settings: Iterable[str] = ()) -> Answers:
    """The usable answers of a table of rows.

    Args:
        table: an Arrow table with all columns of a row.
        settings: those that are wanted, in the order in which each is compared with the one before; none: all, in
            natural order.
    """
    functions: Any = import_module("pyarrow.compute")
    usable = functions.is_valid(table.column("policy"))
    kept = table.filter(usable)
    chosen = tuple(settings)
    if chosen:
        pa: Any = import_module("pyarrow")
        kept = kept.filter(functions.is_in(kept.column("setting"), value_set=pa.array(chosen, type=pa.string())))
    setting = factor(kept.column("setting"), UNNAMED)
    if chosen:
        names = tuple(dict.fromkeys(name for name in chosen if name in setting.names))
        place = np.array([names.index(name) for name in setting.names], dtype=np.int64)
        setting = Factor(place[setting.codes] if len(place) else setting.codes, names)
    return Answers(
        kept,
        factor(kept.column("case")),
        _seen(factor(kept.column("model"), UNNAMED)),
        _seen(setting),
        _seen(factor(kept.column("track"), UNNAMED)),
        table.filter(functions.invert(usable)),
    )
