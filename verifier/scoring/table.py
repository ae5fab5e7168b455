"""Rows as Arrow tables and as JSON lines, by the columns of `row.COLUMNS`.

pyarrow has no types: it is `Any` here and where its tables go.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

import msgspec

from rulelang.verifier.scoring.row import COLUMNS, CaseFacts, Place, RowParts, Verdict, column_types

FORMAT = "score/1"
"""Stands in the metadata of a Parquet file, under `rulelang`."""

Table: TypeAlias = Any
"""A pyarrow.Table."""

pa: Any = import_module("pyarrow")


@cache
def schema() -> Any:
    """The Arrow schema of the results."""
    fields = [pa.field(name, _arrow(str(kind)), nullable=_is_nullable(kind)) for name, kind in column_types().items()]
    return pa.schema(fields, metadata={"rulelang": FORMAT})


def _arrow(kind: str) -> Any:
    if "tuple" in kind:
        return pa.list_(pa.field("item", pa.string(), nullable=False))
    return next(
        made()
        for name, made in (("float", pa.float64), ("bool", pa.bool_), ("int", pa.int64), ("str", pa.string))
        if name in kind
    )


def _is_nullable(kind: object) -> bool:
    return "None" in str(kind)


class Tables:
    """Makes tables of rows.  Parts that rows share are made into columns once.

    Rows share a part where it is the same object: the facts of a case, the verdict on answers of which the same is
    found.  What is kept is bounded.
    """

    def __init__(self) -> None:
        self._facts = _Shared(CaseFacts._fields)
        self._verdicts = _Shared(Verdict._fields)

    def table(self, rows: Sequence[RowParts]) -> Table:
        """The table of some rows.

        >>> from rulelang.verifier.scoring.row import NO_CASE
        >>> place = Place("a.jsonl", 1, "f#c", "p1", None, None)
        >>> made = Tables().table([(place, NO_CASE, Verdict(error="RL465"))])
        >>> made.num_rows, made.column("error").to_pylist()
        (1, ['RL465'])
        """
        if not rows:
            return schema().empty_table()
        places, facts, verdicts = zip(*rows, strict=True)
        columns = _arrays(Place._fields, places)
        columns |= self._facts.columns(facts)
        columns |= self._verdicts.columns(verdicts)
        return pa.Table.from_arrays([columns[name] for name in COLUMNS], schema=schema())


def _arrays(names: Sequence[str], rows: Sequence[Sequence[object]]) -> dict[str, Any]:
    wanted = schema()
    columns = zip(names, zip(*rows, strict=True), strict=True)
    return {name: pa.array(cells, wanted.field(name).type) for name, cells in columns}


MOST_SHARED = 1 << 16
"""How many parts of a kind are kept as columns; with one more all of them are forgotten."""


class _Shared:
    """Parts of rows, by their identity, as columns."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._numbers: dict[int, int] = {}
        self._parts: list[Sequence[object]] = []
        """Kept alive, so that no other object has the identity of one of them."""
        self._table: Table = None

    def columns(self, parts: Sequence[Sequence[object]]) -> dict[str, Any]:
        """A column for each name, with a cell for each part."""
        if len(self._parts) > MOST_SHARED:
            self._numbers.clear()
            self._parts.clear()
            self._table = None
        numbers = self._numbers
        identities = list(map(id, parts))
        new: list[Sequence[object]] = []
        for identity, part in zip(identities, parts, strict=True):
            if identity not in numbers:
                numbers[identity] = len(self._parts) + len(new)
                new.append(part)
        if new:
            self._parts += new
            made = pa.table(_arrays(self._names, new))
            self._table = made if self._table is None else pa.concat_tables([self._table, made]).combine_chunks()
        found = self._table.take(pa.array([numbers[identity] for identity in identities], pa.int32()))
        return dict(zip(self._names, found.columns, strict=True))


_JSON = msgspec.json.Encoder()
_PARTS = (*Place._fields, *CaseFacts._fields, *Verdict._fields)
_ORDER = tuple(_PARTS.index(name) for name in COLUMNS)


def json_line(row: RowParts) -> bytes:
    """A row as a line of JSON, without the line's end.

    >>> from rulelang.verifier.scoring.row import NO_CASE
    >>> json_line((Place("a.jsonl", 1, None, None, None, None), NO_CASE, Verdict(error="RL450")))[:48]
    b'{"file":"a.jsonl","line":1,"case":null,"track":n'
    """
    place, facts, verdict = row
    cells = (*place, *facts, *verdict)
    return _JSON.encode({name: cells[index] for name, index in zip(COLUMNS, _ORDER, strict=True)})


def together(tables: Sequence[Table], order: Sequence[int]) -> Table:
    """The rows of several tables, in another order than one after the other."""
    joined = pa.concat_tables(tables).combine_chunks()
    return joined if list(order) == list(range(len(order))) else joined.take(pa.array(order, pa.int64()))


def packed(rows: Table) -> bytes:
    """A table as bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        stream.write_table(rows)
    made: bytes = sink.getvalue().to_pybytes()
    return made


def unpacked(data: bytes) -> Table:
    """The table that `packed` made bytes of."""
    return pa.ipc.open_stream(data).read_all()
