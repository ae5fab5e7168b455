"""The files of results: Parquet or JSONL, complete or not there at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol

from rulelang.claimed import claimed, discard, publish, unwritable
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.verifier.scoring.table import Table, pa, schema

GROUP = 1 << 14
"""How many rows a row group has, wherever pieces end: so the bytes do not depend on the pieces."""


class Results(Protocol):
    """A file that is being written, under another name until it is complete."""

    def write(self, rows: Table, lines: Sequence[bytes]) -> None: ...

    def publish(self) -> None: ...

    def drop(self) -> None: ...


def checked_results(outs: Sequence[Path], inputs: Sequence[Path]) -> None:
    """Looks whether results can have these names.

    Raises:
        RuleLangError: a suffix says no format, a name is given twice or is that of an input (RL600); or one is a
            folder (RL601).
    """
    for number, path in enumerate(outs):
        if path.suffix not in (".parquet", ".jsonl"):
            raise RuleLangError([_unfit(f"`{path}` says no format of results", "end it with .parquet or .jsonl")])
        if os.path.isdir(path):
            raise RuleLangError([unwritable(path, IsADirectoryError(0, "is a directory"))])
        if any(_same(path, other) for other in outs[:number]):
            raise RuleLangError([_unfit(f"results are to go to `{path}` twice", "name each file once")])
        for other in inputs:
            if _same(path, other):
                message = f"`{path}` holds the answers: results would replace them"
                raise RuleLangError([_unfit(message, "name another")])
            if _same(unfinished(path), other) or _same(journal_path(outs), other):
                message = f"`{other}` holds the answers: what is kept until the results are there would replace them"
                raise RuleLangError([_unfit(message, "name other results")])


def _unfit(message: str, hint: str) -> Diagnostic:
    return Diagnostic("RL600", message, None, hint=hint)


def _same(path: Path, other: Path) -> bool:
    return os.path.realpath(path) == os.path.realpath(other)


def open_results(path: Path) -> Results:
    """The file of results of this name, by its suffix.

    Raises:
        RuleLangError: it can't be written (RL601), or another run writes it (RL605).
    """
    meanwhile = unfinished(path)
    file = claimed(meanwhile)
    try:
        file.truncate()
        return Parquet(path, meanwhile, file) if path.suffix == ".parquet" else JsonLines(path, meanwhile, file)
    except OSError as error:
        discard(file, meanwhile)
        raise RuleLangError([unwritable(path, error)]) from None


def journal_path(outs: Sequence[Path]) -> Path:
    """Where the journal of a run lies: beside its first file of results."""
    return outs[0].with_name(outs[0].name + ".partial")


def unfinished(path: Path) -> Path:
    """Where results lie until they are complete."""
    return path.with_name(path.name + ".tmp")


class JsonLines:
    def __init__(self, path: Path, meanwhile: Path, file: IO[bytes]) -> None:
        self._path, self._meanwhile, self._file = path, meanwhile, file

    def write(self, rows: Table, lines: Sequence[bytes]) -> None:
        del rows
        if lines:
            self._file.write(b"\n".join(lines) + b"\n")

    def publish(self) -> None:
        publish(self._file, self._meanwhile, self._path)

    def drop(self) -> None:
        discard(self._file, self._meanwhile)


class Parquet:
    def __init__(self, path: Path, meanwhile: Path, file: IO[bytes]) -> None:
        self._path, self._meanwhile, self._file = path, meanwhile, file
        self._writer: Any = import_module("pyarrow.parquet").ParquetWriter(file, schema(), compression="zstd")
        self._waiting: list[Table] = []
        self._count = 0

    def write(self, rows: Table, lines: Sequence[bytes]) -> None:
        del lines
        self._waiting.append(rows)
        self._count += rows.num_rows
        while self._count >= GROUP:
            together = pa.concat_tables(self._waiting)
            self._group(together.slice(0, GROUP))
            self._waiting = [together.slice(GROUP)]
            self._count -= GROUP

    def _group(self, rows: Table) -> None:
        self._writer.write_table(rows.combine_chunks(), row_group_size=GROUP)

    def publish(self) -> None:
        if self._count:
            self._group(pa.concat_tables(self._waiting))
        self._writer.close()
        publish(self._file, self._meanwhile, self._path)

    def drop(self) -> None:
        self._writer.is_open = False  # else it would write its end when it is collected
        discard(self._file, self._meanwhile)
