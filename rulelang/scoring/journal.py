"""The journal of a run beside its results: what was scored so far, piece by piece, so that a run that was stopped
at any moment goes on from there.

A header says under what settings the rows were made.  A frame for each piece follows, in the order of the input: which
bytes the rows belong to, and the rows.  A frame is appended in one write and carries a checksum; a frame that was cut
off is dropped with everything after it, and its piece is scored again.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, cast

import msgspec

from rulelang.claimed import claimed, discard, unwritable
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.scoring.pieces import Piece

_MAGIC = b"rulelang score journal 1\n"
_FRAME = struct.Struct("<4sIQQI")
_BEGINS = b"RLJ1"


class Entry(msgspec.Struct, frozen=True):
    """What a frame is about: the piece with a checksum of its bytes, and the rule files that were read for it.

    `settings` is a digest of the file of settings, empty where there is none.
    """

    piece: Piece
    checksum: int
    rules: list[tuple[str, str]]
    settings: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A piece's rows: as an Arrow stream, and as JSON lines where these are wanted (compressed)."""

    entry: Entry
    rows: bytes
    lines: bytes


class Journal:
    """An open journal; at its end frames are appended."""

    def __init__(self, path: Path, file: IO[bytes], end: int) -> None:
        self.path = path
        self._file = file
        self._end = end
        self._begin = end

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def frames(self) -> Iterator[Frame]:
        """The whole frames, in order.  Afterwards the journal ends with the last of them."""
        self._file.seek(self._begin)
        self._end = self._begin
        while (frame := self._next()) is not None:
            self._end = self._file.tell()
            yield frame
        self._file.truncate(self._end)
        self._file.seek(self._end)

    def _next(self) -> Frame | None:
        head = self._file.read(_FRAME.size)
        if len(head) < _FRAME.size:
            return None
        begins, about, rows, lines, checksum = _FRAME.unpack(head)
        length = about + rows + lines
        if begins != _BEGINS or length > os.fstat(self._file.fileno()).st_size:
            return None
        body = self._file.read(length)
        if len(body) < length or zlib.crc32(body) != checksum:
            return None
        entry = msgspec.json.decode(body[:about], type=Entry)
        return Frame(entry, body[about : about + rows], body[about + rows :])

    def append(self, frame: Frame) -> None:
        """Adds a frame.

        Raises:
            OSError: it can't be written (the journal is as it was before).
        """
        about = msgspec.json.encode(frame.entry)
        body = b"".join((about, frame.rows, frame.lines))
        head = _FRAME.pack(_BEGINS, len(about), len(frame.rows), len(frame.lines), zlib.crc32(body))
        try:
            _write(self._file, head + body)
        except OSError:
            self._file.truncate(self._end)
            self._file.seek(self._end)
            raise
        self._end += len(head) + len(body)

    def remove(self) -> None:
        """Takes the journal away: the results are there."""
        self.path.unlink(missing_ok=True)


def _write(file: IO[bytes], data: bytes) -> None:
    """Writes all of it: a file without a buffer takes less where the disk is nearly full."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def open_journal(path: Path, settings: Mapping[str, Any], anew: bool) -> tuple[Journal, bool]:
    """The journal of a run, and whether it is one of a run that was stopped.

    Args:
        settings: what the rows depend on; plain values.
        anew: drop what is there.

    Raises:
        RuleLangError: it can't be written (RL601), another run writes it (RL605), or it was made under other settings
            (RL603).
    """
    file = claimed(path, buffering=0)  # what a full disk did not take must not be written later
    wanted = msgspec.json.decode(msgspec.json.encode(settings))
    found = None if anew else _header(file)
    if found is None:
        try:
            return Journal(path, file, _begun(file, wanted)), False
        except OSError as error:
            discard(file, path)
            raise RuleLangError([unwritable(path, error)]) from None
    other = [name for name in (*wanted, *found) if found.get(name) != wanted.get(name)]
    if other:
        file.close()
        raise RuleLangError([_changed(path, other[0], found.get(other[0]), wanted.get(other[0]))])
    return Journal(path, file, file.tell()), True


def _header(file: IO[bytes]) -> dict[str, Any] | None:
    """The settings of a journal; None: it is none, or was cut off before the first frame."""
    if file.read(len(_MAGIC)) != _MAGIC:
        return None
    line = file.readline()
    try:
        return msgspec.json.decode(line, type=dict[str, Any]) if line.endswith(b"\n") else None
    except msgspec.DecodeError:
        return None


def _begun(file: IO[bytes], settings: Mapping[str, Any]) -> int:
    file.seek(0)
    file.truncate()
    _write(file, _MAGIC + msgspec.json.encode(settings) + b"\n")
    return file.tell()


def _changed(path: Path, name: str, before: object, now: object) -> Diagnostic:
    message = f"the run that was stopped had another {name}: {_told(before)}, now {_told(now)}"
    hint = f"run it as it was run before, or with --restart to drop what `{path}` holds"
    return Diagnostic("RL603", message, None, hint=hint)


def _told(value: object) -> str:
    match value:
        case None:
            return "none"
        case list():
            return ", ".join(f"`{one}`" for one in cast("list[object]", value)) or "none"
        case _:
            return f"`{value}`"
