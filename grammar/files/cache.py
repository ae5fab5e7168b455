"""The cache of resolved programs: content-addressed, safe to delete, safe under several writers.

An entry is found by the text of the root module, the versions of this package and of Python, and holds the digests
of all other texts that went into it; it is used only if these are still the same.  It is plain data (see `codec`),
in a folder of the user's own that nobody else may write to; what is damaged is ignored.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, cast

from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.files.codec import decode, encode
from rulelang.grammar.files.places import Refused, places_of
from rulelang.grammar.reading.read import read_source
from rulelang.grammar.source import Source

MAGIC = b"rulelang-1\n"
KEPT = 256
"""So many entries are kept; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Need:
    """Another text that a program was made from: a module by name, or a table file beside a module."""

    kind: Literal["module", "table"]
    name: str
    """The module's name; for a table the name of the module beside which it lies (empty: the root)."""
    file: str
    digest: str


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fetch(
    root: Source, path: Path, include: Sequence[Path]
) -> tuple[model.Program, tuple[Diagnostic, ...], tuple[Source, ...]] | None:
    """The kept program of a root module, if all that it was made from is still the same."""
    folder = _folder(create=False)
    if folder is None:
        return None
    try:
        data = (folder / _entry(root.text)).read_bytes()
        return _read(data, root, path, include)
    except Exception:
        # Whatever is wrong with an entry (damaged, of another time, not ours to read), the texts are still there.
        return None


def keep(
    program: model.Program,
    diagnostics: tuple[Diagnostic, ...],
    sources: Sequence[Source],
    root_name: str | None,
    needs: Sequence[Need],
) -> None:
    """Keep a program that was made from these sources (the root first, then as in `needs`)."""
    folder = _folder(create=True)
    if folder is None or len(sources) != len(needs) + 1:
        return
    header = json.dumps([root_name, [[n.kind, n.name, n.file, n.digest] for n in needs]]).encode()
    try:
        body = struct.pack("<I", len(header)) + header + encode((program, diagnostics), sources)
    except ValueError:
        # Python writes no numbers of more than 4,300 digits; a program with such a number is not kept.
        return
    data = MAGIC + struct.pack("<I", zlib.crc32(body)) + body
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix=".writing-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(name, folder / _entry(sources[0].text))
        except BaseException:
            os.unlink(name)
            raise
        _forget(folder)
    except OSError:
        # A full or read-only disk costs speed, nothing else.
        return


def _read(
    data: bytes, root: Source, path: Path, include: Sequence[Path]
) -> tuple[model.Program, tuple[Diagnostic, ...], tuple[Source, ...]] | None:
    start = len(MAGIC) + 4
    if data[: len(MAGIC)] != MAGIC:
        return None
    body = memoryview(data)[start:]
    if struct.unpack_from("<I", data, len(MAGIC))[0] != zlib.crc32(body):
        return None
    size = struct.unpack_from("<I", body)[0]
    root_name, needs = json.loads(bytes(body[4 : 4 + size]))
    sources = _sources(root, path, include, root_name, [Need(*need) for need in needs])
    if sources is None:
        return None
    found: Any = decode(body[4 + size :], sources)
    match found:
        case (model.Program() as program, tuple()):
            return program, cast("tuple[Diagnostic, ...]", found[1]), tuple(sources)
        case _:
            return None


def _sources(
    root: Source, path: Path, include: Sequence[Path], root_name: str | None, needs: Sequence[Need]
) -> list[Source] | None:
    """The texts that the program was made from, as they are now; None where one is gone or has changed."""
    places = places_of(path, root_name, include)
    sources = [root]
    for need in needs:
        at: Path | Refused | None
        if need.kind == "module":
            at = places.module(need.name)
        else:
            beside = places.module(need.name) if need.name else path
            at = places.table(beside, need.file) if isinstance(beside, Path) else beside
        if not isinstance(at, Path):
            return None
        try:
            source = read_source(at, shown(at))
        except RuleLangError:
            return None
        if digest(source.text) != need.digest:
            return None
        sources.append(source)
    return sources


def shown(path: Path) -> str:
    """Under which name messages speak of a file: from the working directory, if it lies below it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _entry(text: str) -> str:
    made_by = f"{sys.version_info[:3]}/{sys.byteorder}/{_code()}"
    return digest(f"{made_by}\0{text}")[:40]


@lru_cache(maxsize=1)
def _code() -> str:
    """A fingerprint of this layer's own code: what it makes of a text changes with it."""
    files = sorted(Path(__file__).parents[1].rglob("*.*"))
    stamps = [(f.name, (s := f.stat()).st_size, s.st_mtime_ns) for f in files if f.suffix in (".py", ".lark")]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()


def _folder(create: bool) -> Path | None:
    """The cache's folder, if it is the user's own and nobody else can write to it."""
    stated = os.environ.get("RULELANG_CACHE")
    if stated:
        folder = Path(stated)
    else:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        if not os.path.isabs(home):
            return None  # a folder that depends on where one stands is nobody's cache
        folder = Path(home) / "rulelang"
    try:
        if create:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError:
        return None
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
        return None
    return folder


def _forget(folder: Path) -> None:
    entries = list(folder.iterdir())
    if len(entries) <= KEPT:
        return
    ages: list[tuple[float, Path]] = []
    for entry in entries:
        try:
            ages.append((entry.stat().st_mtime, entry))
        except OSError:
            continue
    for _, entry in sorted(ages)[: len(ages) - KEPT]:
        entry.unlink(missing_ok=True)
