"""What is wrong with a file of settings, in words: Python's own messages speak of Python."""

from __future__ import annotations

import re


def toml_fault(error: ValueError | RecursionError) -> str:
    """What is wrong with a text of TOML (or JSON) that was not read.

    >>> toml_fault(ValueError("Found invalid character 'a' (at line 1, column 3)"))
    'found invalid character `a` (at line 1, column 3)'
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is not UTF-8"
    words = re.sub(r"'([^']*)'", r"`\1`", str(error))
    return words[:1].lower() + words[1:]
