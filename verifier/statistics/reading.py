"""Results of scoring from files, Parquet or JSONL, as one Arrow table whose columns are those of a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.verifier.scoring.row import COLUMNS
from rulelang.verifier.statistics.answers import UNNAMED, factor
from rulelang.verifier.statistics.bounds import first_fault
from rulelang.verifier.statistics.record_lines import NotJson, WrongLine, read_lines

KEY = ("case", "setting", "model", "sample")
"""What tells answers apart: the same four twice is one answer counted twice."""

_HINT = "results are what `rulelang score ANSWERS.jsonl --out results.parquet` writes, as Parquet or JSONL"
_WORDS = {
    "int64": "whole numbers",
    "double": "numbers",
    "bool": "true and false",
    "string": "texts",
    "list": "lists of texts",
}
"""Of the types of columns, in Arrow's terms."""

_MEND = "no check gives that: mend the file (null where a column does not apply), or score the answers again"


def read_results(paths: Sequence[Path]) -> Any:
    """The rows of one or more results files, in order.

    Raises:
        RuleLangError: a file is missing (RL491), is neither Parquet nor JSONL (RL610), lacks columns, or has
            other types or values in them that cannot be (RL611); there are no rows (RL612); one answer is there twice
            (RL613).
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
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise _error("RL491", f"cannot read `{path}`: {reason}", _HINT) from None
    table, place = _parquet(path) if start == b"PAR1" else _lines(path)
    fault = first_fault(table)
    if fault is not None:
        raise _error("RL611", f"`{path}`, {place(fault.row)}: `{fault.column}` {fault.words}", _MEND)
    return table


def _lines(path: Path) -> tuple[Any, Callable[[int], str]]:
    """The rows of a file of JSON lines, and how the place of a row is told."""
    try:
        table, numbers = read_lines(path, schema())
    except NotJson as error:
        number = int(error.args[0])
        where = f", line {number} is no JSON object" if number > 1 else ""
        order = "scores come first: `rulelang judge-eval SCORES.csv RESULTS…`; " * (path.suffix.lower() == ".csv")
        raise _error("RL610", f"`{path}` is neither Parquet nor JSONL{where}", order + _HINT) from None
    except WrongLine as error:
        if error.columns:
            raise _lacking(f"`{path}`" + f", line {error.line}," * (error.line > 1), error.columns) from None
        raise _error("RL611", f"`{path}`, line {error.line}: {error.words}", _MEND) from None
    return table, lambda row: f"line {numbers[row]}"


def _parquet(path: Path) -> tuple[Any, Callable[[int], str]]:
    pa: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    try:
        table = parquet.read_table(path, use_threads=False, memory_map=True)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError):
        raise _error("RL610", f"`{path}` is a damaged Parquet file", _HINT) from None
    missing = tuple(name for name in COLUMNS if name not in table.column_names)
    if missing:
        raise _lacking(f"`{path}`", missing)
    wanted = schema()
    columns = [_typed(path, field.name, _plain(table.column(field.name)), field.type) for field in wanted]
    return pa.table(columns, schema=wanted), lambda row: f"row {row + 1}"


def _lacking(what: str, missing: Sequence[str]) -> RuleLangError:
    shown = ", ".join(f"`{name}`" for name in missing[:5]) + (f" and {len(missing) - 5} more" * (len(missing) > 5))
    return _error("RL611", f"{what} lacks the column{'s' * (len(missing) > 1)} {shown}", _HINT)


def _plain(column: Any) -> Any:
    """A column of names that are written once and referred to, as the names."""
    pa: Any = import_module("pyarrow")
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def _typed(path: Path, name: str, column: Any, wanted: Any) -> Any:
    """The column in the type that it has to have; other types of the same kind do (pandas has no whole nulls)."""
    pa: Any = import_module("pyarrow")
    kind = column.type
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    alike = (
        kind == wanted
        or pa.types.is_null(kind)
        or (is_number and (pa.types.is_integer(wanted) or pa.types.is_floating(wanted)))
        or (pa.types.is_large_string(kind) and pa.types.is_string(wanted))
        or (pa.types.is_list(wanted) and (pa.types.is_list(kind) or pa.types.is_large_list(kind)))
    )
    told = f"the column `{name}` of `{path}` holds {kind}, not {_WORDS[str(wanted).partition('<')[0]]}"
    if not alike:
        raise _error("RL611", told, _HINT)
    if pa.types.is_floating(kind) and pa.types.is_integer(wanted):
        values = np.asarray(column.combine_chunks().fill_null(0).to_numpy(zero_copy_only=False))
        wrong = np.flatnonzero(~(np.abs(values) < 2**53) | (np.trunc(values) != values))
        if len(wrong):
            shown = "NaN" if np.isnan(values[wrong[0]]) else str(values[wrong[0]])
            message = f"`{path}`, row {wrong[0] + 1}: `{name}` is {shown}, not a whole number"
            raise _error("RL611", message, _MEND)
    try:
        return column.cast(wanted)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
        raise _error("RL611", told, _HINT) from None


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
