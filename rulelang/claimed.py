"""Files that one run at a time writes: its journal, and its results until they are complete."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError

_TRIES, _PAUSE = 20, 0.025
"""How often, and how many seconds apart: the workers of a run that was killed a moment ago still hold its journal."""


def claimed(path: Path, buffering: int = -1) -> IO[bytes]:
    """The file of this name, open at its beginning and locked until it is closed; what it holds is left as it is.

    Args:
        buffering: as of `open`.

    Raises:
        RuleLangError: it can't be written (RL601), or another run writes it (RL605).
    """
    try:
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_PAUSE)
            number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            file = os.fdopen(number, "r+b", buffering)
            if _locked(file) and _is_still(path, file):
                return file
            file.close()
    except OSError as error:
        raise RuleLangError([unwritable(path, error)]) from None
    message = f"another run writes `{path}`"
    raise RuleLangError([Diagnostic("RL605", message, None, hint="wait for it, or name another --out")])


def _locked(file: IO[bytes]) -> bool:
    """Whether this process is now the only one that writes the file (where the system can tell)."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_still(path: Path, file: IO[bytes]) -> bool:
    """Whether the file has this name still: the run that wrote it may have finished before it was locked."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def publish(file: IO[bytes], path: Path, name: Path) -> None:
    """Gives a claimed file another name, in place of what has it; nobody can claim it in between.

    Raises:
        OSError: it can't be written to its end, or not be named so.
    """
    file.flush()
    os.fsync(file.fileno())
    if os.name == "nt":  # where no open file is renamed
        file.close()
    path.replace(name)
    file.close()


def discard(file: IO[bytes], path: Path) -> None:
    """Takes a claimed file away; what could not be written of it does not matter any more."""
    if os.name == "nt":
        close(file)
    with suppress(OSError):
        path.unlink(missing_ok=True)
    close(file)


def close(file: IO[bytes]) -> None:
    """Closes a file of which what was not written yet is not wanted: on a full disk that can't be written either."""
    with suppress(OSError):
        file.close()


def unwritable(path: Path, error: OSError) -> Diagnostic:
    reason = (error.strerror or "it can't be written").lower()
    return Diagnostic("RL601", f"cannot write `{path}`: {reason}", None)
