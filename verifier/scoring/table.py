"""Rows as Arrow tables and as JSON lines, by the columns of `row.COLUMNS`.

pyarrow has no types: it is `Any` here and where its tables go.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

import msgspec

from rulelang.verifier.scoring.row import COLUMNS, CaseFacts, Place, Row, Verdict, column_types

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


def table(places: Sequence[Place], facts: Sequence[CaseFacts], verdicts: Sequence[Verdict]) -> Table:
    """The table of some rows, given by their parts.

    >>> from rulelang.verifier.scoring.row import NO_CASE
    >>> made = table([Place("a.jsonl", 1, "f#c", "p1", None, None)], [NO_CASE], [Verdict(error="RL465")])
    >>> made.num_rows, made.column("error").to_pylist()
    (1, ['RL465'])
    """
    if not places:
        return schema().empty_table()
    columns: dict[str, Any] = {}
    for names, rows in ((Place._fields, places), (CaseFacts._fields, facts), (Verdict._fields, verdicts)):
        columns.update(zip(names, zip(*rows, strict=True), strict=True))
    wanted = schema()
    arrays = [pa.array(columns[name], wanted.field(name).type) for name in COLUMNS]
    return pa.Table.from_arrays(arrays, schema=wanted)


_JSON = msgspec.json.Encoder()
_PARTS = (*Place._fields, *CaseFacts._fields, *Verdict._fields)
_ORDER = tuple(_PARTS.index(name) for name in COLUMNS)


def json_line(row: Row) -> bytes:
    """A row as a line of JSON, without the line's end.

    >>> from rulelang.verifier.scoring.row import NO_CASE
    >>> json_line(Row(Place("a.jsonl", 1, None, None, None, None), NO_CASE, Verdict(error="RL450")))[:48]
    b'{"file":"a.jsonl","line":1,"case":null,"track":n'
    """
    cells = (*row.place, *row.facts, *row.verdict)
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
