"""Puts a new content in the place of a file."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in one step, so that it is never half written; what may be done with it stays as it was.

    Raises:
        RuleLangError: it cannot be written (RL491).
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise unwritable(path.name, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        shutil.copymode(path, name)
        os.replace(name, path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise unwritable(path.name, error) from None


def unwritable(path: object, error: OSError) -> RuleLangError:
    """That a file cannot be written, and why (RL491)."""
    reason = (error.strerror or "it cannot be written").lower()
    return RuleLangError([Diagnostic("RL491", f"cannot write `{path}`: {reason}", None)])
