"""How the modules that know words write their patterns."""

from __future__ import annotations

import re


def pattern(text: str) -> re.Pattern[str]:
    """A pattern to which large and small letters are the same.

    >>> pattern("not (?:met|so)").fullmatch("Not met") is not None
    True
    """
    return re.compile(text, re.IGNORECASE)
