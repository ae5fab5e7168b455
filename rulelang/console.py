"""What the verbs share: exit statuses, colour, diagnostics on standard error, input, crash reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import IO

from rulelang.bundled import read_file
from rulelang.grammar.diagnostic import Diagnostic

DONE, FINDINGS, USAGE, INTERNAL, UNDECIDED = 0, 1, 2, 3, 4
"""The exit statuses of every verb."""

INTERRUPTED = 130


def colored(stream: IO[str]) -> bool:
    """Whether to colour what goes to this stream: NO_COLOR, then FORCE_COLOR, then whether it is a terminal.

    See https://no-color.org and https://force-color.org: a variable counts where it is set and not empty.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def report(diagnostics: Iterable[Diagnostic], output_format: str = "text") -> None:
    """Show diagnostics on standard error: as JSON where that is the format of the output, else as text with carets."""
    found = tuple(diagnostics)
    if not found:
        return
    from rulelang.grammar.render import render_json, render_text

    as_json = output_format in ("json", "jsonl")
    shown = render_json(found) if as_json else render_text(found, color=colored(sys.stderr))
    sys.stderr.write(shown if shown.endswith("\n") else shown + "\n")


def read_input(path: str) -> bytes:
    """The bytes of a file (below the current folder, or bundled), or of standard input for `-`.

    Raises RuleLangError (RL491) where there is no such file or it cannot be read.
    """
    if path == "-":
        return sys.stdin.buffer.read()
    return read_file(path)


def internal_error(error: Exception, args: list[str]) -> int:
    """Write a crash report that lets the fault be reproduced, say where it is, and return status 3."""
    import platform
    import tempfile
    import traceback

    from rulelang import __version__

    kept = [
        f"rulelang {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"directory: {os.getcwd()}",
        f"arguments: {args!r}",
        getattr(error, "dump", ""),
        "".join(traceback.format_exception(error)),
    ]
    handle, name = tempfile.mkstemp(prefix="rulelang-crash-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write("\n".join(kept))
    # Written by hand: the renderer may be what broke.
    sys.stderr.write(
        "error[RL499]: internal error: a law of RuleLang itself is broken\n"
        f"  hint: this is no fault of your files; `{name}` says how to reproduce it\n"
    )
    return INTERNAL
