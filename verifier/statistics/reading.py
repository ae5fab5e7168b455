"""Results of scoring from files, Parquet or JSONL, as one Arrow table whose columns are those of a row."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.verifier.scoring.row import COLUMNS
from rulelang.verifier.statistics.answers import UNNAMED, factor

KEY = ("case", "setting", "model", "sample")
"""What tells answers apart: the same four twice is one answer counted twice."""

_HINT = "results are what `rulelang score ANSWERS.jsonl --out results.parquet` writes, as Parquet or JSONL"


def read_results(paths: Sequence[Path]) -> Any:
    """The rows of one or more results files, in order.

    Raises:
        RuleLangError: a file is missing (RL491), is neither Parquet nor JSONL (RL610), lacks columns or has others
            types in them (RL611); there are no rows (RL612); one answer is there twice (RL613).
    """
    pa: Any = import_module("pyarrow")
    tables = [_read(path) for path in paths]
    table = pa.concat_tables(tables)
    if not table.num_rows:
        raise _error("RL612", f"there are no answers in {_listed(paths)}", _HINT)
    _refuse_duplicates(table)
    return table


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(f"`{path}`" for path in paths)


def _error(code: str, message: str, hint: str) -> RuleLangError:
    return RuleLangError([Diagnostic(code, message, None, hint=hint)])


def schema() -> Any:
    """The columns of a row as an Arrow schema in which anything may be null: a file may have been written by others."""
    from rulelang.verifier.scoring import table

    pa: Any = import_module("pyarrow")
    return pa.schema([(field.name, field.type) for field in table.schema()])


def _read(path: Path) -> Any:
    """One file as a table of the row's columns (further columns are left out)."""
    pa: Any = import_module("pyarrow")
    arrow_json: Any = import_module("pyarrow.json")
    parquet: Any = import_module("pyarrow.parquet")
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise _error("RL491", f"cannot read `{path}`: {reason}", _HINT) from None
    wanted = schema()
    if not start.strip():
        return wanted.empty_table()
    try:
        if start == b"PAR1":
            table = parquet.read_table(path, use_threads=False, memory_map=True)
        else:
            options = arrow_json.ParseOptions(explicit_schema=wanted, unexpected_field_behavior="ignore")
            _refuse_other_records(path)
            table = arrow_json.read_json(
                path,
                read_options=arrow_json.ReadOptions(use_threads=False, block_size=1 << 24),
                parse_options=options,
            )
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError) as error:
        raise _error("RL610", _told(path, start == b"PAR1", str(error)), _HINT) from None
    return _typed(path, table, wanted)


def _told(path: Path, parquet: bool, reason: str) -> str:
    """What is wrong with a file that can't be read; of JSONL the line at which it is so."""
    if parquet:
        return f"`{path}` is a damaged Parquet file"
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                if line.strip():
                    json.loads(line)
            except (ValueError, RecursionError):
                where = f", line {number} is no JSON" if number > 1 else ""
                return f"`{path}` is neither Parquet nor JSONL{where}"
    words = reason.split("\n")[0].rstrip(".")
    return f"`{path}` does not hold the rows of results: {words}"


def _refuse_other_records(path: Path) -> None:
    """JSON lines of something else (answers, say) would be rows of nothing but nulls."""
    with path.open("rb") as file:
        first = next((line for line in file if line.strip()), b"{}")
    try:
        record = json.loads(first)
    except (ValueError, RecursionError):
        return
    if isinstance(record, dict):
        _refuse_missing(path, set(cast("dict[str, object]", record)))


def _refuse_missing(path: Path, columns: set[str]) -> None:
    missing = [name for name in COLUMNS if name not in columns]
    if missing:
        shown = ", ".join(f"`{name}`" for name in missing[:5]) + (f" and {len(missing) - 5} more" * (len(missing) > 5))
        several = "s" if len(missing) > 1 else ""
        raise _error("RL611", f"`{path}` lacks the column{several} {shown}", _HINT)


def _typed(path: Path, table: Any, wanted: Any) -> Any:
    """The table with the row's columns in their order and types."""
    pa: Any = import_module("pyarrow")
    _refuse_missing(path, set(table.column_names))
    columns: list[Any] = []
    for field in wanted:
        column = table.column(field.name)
        if pa.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        try:
            columns.append(column.cast(field.type))
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
            message = f"the column `{field.name}` of `{path}` holds {column.type}, not {field.type}"
            raise _error("RL611", message, _HINT) from None
    return pa.table(columns, schema=wanted)


def _refuse_duplicates(table: Any) -> None:
    """Of readable lines only: those without a case are no answer to anything."""
    case = factor(table.column("case"))
    codes = case.codes.copy()
    names = [case.names]
    for name in ("setting", "model"):
        one = factor(table.column(name), UNNAMED)
        codes = codes * len(one) + one.codes
        names.append(one.names)
    sample = table.column("sample").combine_chunks().fill_null(-1).to_numpy(zero_copy_only=False)
    samples, place = np.unique(sample, return_inverse=True)
    codes = codes * len(samples) + place
    read = np.flatnonzero(case.codes >= 0)
    order = read[np.argsort(codes[read], kind="stable")]
    again = np.flatnonzero(codes[order][1:] == codes[order][:-1])
    if not len(again):
        return
    first, second = int(order[again[0]]), int(order[again[0] + 1])
    told = [f"{name} {_shown(table, name, first)}" for name in KEY]
    files, lines = table.column("file"), table.column("line")
    places = [f"`{files[row].as_py()}`, line {lines[row].as_py()}" for row in (first, second)]
    others = f" ({len(again)} such in all)" if len(again) > 1 else ""
    raise _error(
        "RL613",
        f"the same answer is there twice: {', '.join(told)}: {places[0]} and {places[1]}{others}",
        "give each sample its number (`sample`), or leave out the file that repeats others",
    )


def _shown(table: Any, name: str, row: int) -> str:
    value = table.column(name)[row].as_py()
    return "(none)" if value is None else f"`{value}`"
