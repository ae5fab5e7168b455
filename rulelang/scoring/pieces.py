"""Files of answers cut into pieces of whole lines: in order, always at the same places, in constant memory."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
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
    """How much is taken at once, and how long a line may be (in bytes).

    What is not done as a whole is not kept when a run is stopped.  So pieces grow with what is done: the next one has
    as much as there is before it, at least `first` and at most `piece`.
    """

    piece: int = 32 << 20
    line: int = 16 << 20
    first: int = 1 << 20

    def at(self, start: int) -> int:
        """How much is taken at this place of a file."""
        return min(self.piece, max(self.first, start))


@dataclass(frozen=True, slots=True)
class Piece:
    """Whole lines of a file, or a document that is a file by itself, or a line that is too long to be read.

    `first` is the number of the first line, `start` where it stands.  `path` is where a worker can read lines itself;
    None: they come from a stream, and have to be sent.
    """

    file: str
    first: int
    start: int
    length: int
    path: str | None
    whole: bool = False
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A piece with a checksum of its bytes, and its lines."""

    piece: Piece
    checksum: int
    lines: list[bytes]
    start: int
    """Where the first line begins."""

    @property
    def numbers(self) -> range:
        """The lines' numbers in the file."""
        return range(self.piece.first, self.piece.first + len(self.lines))


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
    reason = (error.strerror or "it cannot be read").lower()
    return Diagnostic("RL491", f"cannot read `{name}`: {reason}", None)


_AT_ONCE = 4 << 20
"""Bytes that are read and cut into lines at once: a whole piece would stand in memory twice."""


class Reads(Protocol):
    """What bytes can be read from."""

    def read(self, size: int, /) -> bytes: ...


Seen: TypeAlias = Callable[[int], None]
"""Is told how many bytes of the files on disk were read so far."""


def pieces(inputs: Sequence[Input], sizes: Sizes, seen: Seen = lambda _: None) -> Iterator[Block]:
    """The pieces of the files, in order.

    Where a piece begins depends on the bytes and the sizes alone, so that a second run finds the same pieces.

    Raises:
        RuleLangError: a file can't be read, or is no gzip file though it is named so (RL491).
    """
    before = 0
    for one in inputs:
        try:
            with _opened(one) as (raw, file):
                for block in _document(one, file, sizes) if one.is_document else _lines(one, file, sizes):
                    yield block
                    del block  # else it is there until the next one is read
                    if not one.is_stream:
                        seen(before + raw.tell())
                if not one.is_stream:
                    before += os.fstat(raw.fileno()).st_size
        except EOFError:
            raise RuleLangError([unreadable(one.name, OSError(0, "the file is cut off"))]) from None
        except (gzip.BadGzipFile, zlib.error):
            damaged = OSError(0, "it is no gzip file, or is damaged")
            raise RuleLangError([unreadable(one.name, damaged)]) from None
        except OSError as error:
            raise RuleLangError([unreadable(one.name, error)]) from None


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


def _document(one: Input, file: Reads, sizes: Sizes) -> Iterator[Block]:
    data = _read(file, sizes.line + 1)
    if len(data) > sizes.line:
        yield _too_long(one, 1, 0, 0, whole=True)
    else:
        path = None if one.is_packed else str(one.path)
        yield _block(Piece(one.shown, 1, 0, len(data), path, whole=True), zlib.crc32(data), [data])


def _lines(one: Input, file: Reads, sizes: Sizes) -> Iterator[Block]:
    path = None if one.is_packed or one.is_stream else str(one.path)
    start, number = 0, 1
    kept, skipping = b"", 0
    lines: list[bytes] = []
    length = checksum = taken = 0

    def block() -> Block:
        """The lines so far; whoever uses them has them alone, so that the next are not read beside them."""
        nonlocal start, number, lines, length, checksum, taken
        made = _block(Piece(one.shown, number, start, length, path), checksum, lines)
        start, number = start + length, number + len(lines)
        lines, length, checksum, taken = [], 0, 0, 0
        return made

    while part := _read(file, min(sizes.at(start), _AT_ONCE)):
        if skipping:
            end = part.find(b"\n") + 1
            if not end:
                skipping += len(part)
                continue
            yield _too_long(one, number, start, skipping + end)
            start, number, skipping = start + skipping + end, number + 1, 0
            part = part[end:]
        found = part.split(b"\n")
        left = found.pop()
        taken += len(part)
        if found:
            found[0] = kept + found[0]
            checksum = zlib.crc32(memoryview(part)[: len(part) - len(left)], zlib.crc32(kept, checksum))
            length += len(kept) + len(part) - len(left)
            lines += found
            kept = left
        else:
            kept += left
        if lines and (taken >= sizes.at(start) or len(kept) > sizes.line):
            yield block()
        if len(kept) > sizes.line:
            skipping, kept = len(kept), b""
    if lines:
        yield block()
    if skipping:
        yield _too_long(one, number, start, skipping)
    elif kept:
        yield _block(Piece(one.shown, number, start, len(kept), path), zlib.crc32(kept), [kept])


def _block(piece: Piece, checksum: int, lines: list[bytes]) -> Block:
    """A byte order mark before the first line belongs to no line."""
    start = piece.start
    if piece.first == 1 and lines[0].startswith(BOM):
        lines = [lines[0][len(BOM) :], *lines[1:]]
        start += len(BOM)
    return Block(piece, checksum, lines, start)


def _too_long(one: Input, number: int, start: int, length: int, whole: bool = False) -> Block:
    return Block(Piece(one.shown, number, start, length, None, whole, too_long=True), 0, [], start)


class Reader:
    """Reads single lines of files on disk; keeps the file open that was asked for last."""

    def __init__(self) -> None:
        self._path: str | None = None
        self._file: IO[bytes] | None = None

    def lines(self, path: str, starts: Sequence[int], lengths: Sequence[int]) -> list[bytes]:
        """The bytes at these places.

        Raises:
            OSError: they are not there any more.
        """
        if self._file is None or path != self._path:
            if self._file is not None:
                self._file.close()
            self._file, self._path = open(path, "rb", buffering=0), path  # noqa: SIM115
        handle = self._file.fileno()
        found = [os.pread(handle, length, start) for start, length in zip(starts, lengths, strict=True)]
        if list(map(len, found)) != list(lengths):
            raise OSError(0, "it was changed while it was read")
        return found
