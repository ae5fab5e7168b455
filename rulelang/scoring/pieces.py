"""Files of answers cut into pieces of whole lines: in order, always at the same places, in constant memory."""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol, TypeAlias

from rulelang.bundled import found
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is taken at once, and how long a line may be (both in bytes)."""

    piece: int = 2 << 20
    line: int = 16 << 20


@dataclass(frozen=True, slots=True)
class Piece:
    """Whole lines of a file, or a document that is a file by itself, or a line that is too long to be read.

    `first` is the number of the first line.  `path` is where a worker can read the bytes itself (from `start`,
    `length` of them); None: they come from a stream, and have to be sent.
    """

    file: str
    first: int
    start: int
    length: int
    path: str | None
    whole: bool = False
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Input:
    """A file of answers as it was named: JSONL, one JSON document (`.json`), either gzipped; `-` is standard input."""

    name: str

    @property
    def shown(self) -> str:
        return "<stdin>" if self.name == "-" else self.name

    @property
    def is_stream(self) -> bool:
        return self.name == "-"

    @property
    def is_packed(self) -> bool:
        return self.name.endswith(".gz")

    @property
    def is_document(self) -> bool:
        return self.name.removesuffix(".gz").endswith(".json")

    @property
    def path(self) -> Path:
        return found(self.name)

    def size(self) -> int | None:
        """How many bytes the file has on disk.

        Raises:
            RuleLangError: there is no such file, or it is a folder (RL491).
        """
        if self.is_stream:
            return None
        try:
            with self.path.open("rb") as file:
                return os.fstat(file.fileno()).st_size
        except OSError as error:
            raise RuleLangError([unreadable(self.name, error)]) from None


def unreadable(name: str, error: OSError) -> Diagnostic:
    reason = (error.strerror or str(error) or "it cannot be read").lower()
    return Diagnostic("RL491", f"cannot read `{name}`: {reason}", None)


class Reads(Protocol):
    """What bytes can be read from."""

    def read(self, size: int, /) -> bytes: ...


Seen: TypeAlias = Callable[[int], None]
"""Is told how many bytes of the files on disk were read so far."""


def pieces(inputs: Sequence[Input], sizes: Sizes, seen: Seen = lambda _: None) -> Iterator[tuple[Piece, bytes]]:
    """The pieces of the files with their bytes, in order.

    Where a piece begins depends on the bytes and the sizes alone, so that a second run finds the same pieces.

    Raises:
        RuleLangError: a file can't be read, or is no gzip file though it is named so (RL491).
    """
    before = 0
    for one in inputs:
        try:
            with _opened(one) as (raw, file):
                for piece, data in _document(one, file, sizes) if one.is_document else _lines(one, file, sizes):
                    yield piece, data
                    if not one.is_stream:
                        seen(before + raw.tell())
                if not one.is_stream:
                    before += os.fstat(raw.fileno()).st_size
        except (OSError, EOFError) as error:
            told = error if isinstance(error, OSError) else OSError(0, "the file is cut off")
            raise RuleLangError([unreadable(one.name, told)]) from None


def _opened(one: Input) -> AbstractContextManager[tuple[IO[bytes], Reads]]:
    if one.is_stream:
        return nullcontext((sys.stdin.buffer, sys.stdin.buffer))
    return _Files(one)


class _Files:
    """The file on disk, and what its bytes are read from."""

    def __init__(self, one: Input) -> None:
        self._one = one

    def __enter__(self) -> tuple[IO[bytes], Reads]:
        self._raw: IO[bytes] = self._one.path.open("rb", buffering=0)
        return self._raw, gzip.GzipFile(fileobj=self._raw) if self._one.is_packed else self._raw

    def __exit__(self, *_: object) -> None:
        self._raw.close()


def _read(file: Reads, size: int) -> bytes:
    """So many bytes, fewer only at the end: a pipe or a raw file may give fewer at a time."""
    first = file.read(size)
    if len(first) == size or not first:
        return first
    parts, left = [first], size - len(first)
    while left:
        more = file.read(left)
        if not more:
            break
        parts.append(more)
        left -= len(more)
    return b"".join(parts)


def _document(one: Input, file: Reads, sizes: Sizes) -> Iterator[tuple[Piece, bytes]]:
    data = _read(file, sizes.line + 1)
    if len(data) > sizes.line:
        yield Piece(one.shown, 1, 0, 0, None, whole=True, too_long=True), b""
    elif data:
        path = None if one.is_packed else str(one.path)
        yield Piece(one.shown, 1, 0, len(data), path, whole=True), data


def _lines(one: Input, file: Reads, sizes: Sizes) -> Iterator[tuple[Piece, bytes]]:
    path = None if one.is_packed or one.is_stream else str(one.path)
    start, number = 0, 1
    kept = b""
    skipping = 0
    while block := _read(file, sizes.piece):
        if skipping:
            end = block.find(b"\n") + 1
            if not end:
                skipping += len(block)
                continue
            yield Piece(one.shown, number, start, skipping + end, None, too_long=True), b""
            start, number, skipping = start + skipping + end, number + 1, 0
            block = block[end:]
        cut = block.rfind(b"\n") + 1
        if not cut:
            kept += block
            if len(kept) > sizes.line:
                skipping, kept = len(kept), b""
            continue
        data, kept = kept + block[:cut], block[cut:]
        yield Piece(one.shown, number, start, len(data), path), data
        start, number = start + len(data), number + data.count(b"\n")
    if skipping:
        yield Piece(one.shown, number, start, skipping, None, too_long=True), b""
    elif kept:
        yield Piece(one.shown, number, start, len(kept), path), kept


def read_piece(piece: Piece) -> bytes:
    """The bytes of a piece of a file on disk.

    Raises:
        OSError: the file can't be read any more.
    """
    assert piece.path is not None
    with open(piece.path, "rb", buffering=0) as file:
        file.seek(piece.start)
        return _read(file, piece.length)


def lines_of(piece: Piece, data: bytes) -> list[bytes]:
    """The lines of a piece; the first number is `piece.first`.  A byte order mark before the first is dropped."""
    if piece.first == 1 and data.startswith(BOM):
        data = data[len(BOM) :]
    return [data] if piece.whole else data.split(b"\n")
