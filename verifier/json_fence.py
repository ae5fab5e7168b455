"""JSON as models send it: in a code fence, with a word before it or after."""

from __future__ import annotations

import re

_FENCE = re.compile(
    r"^[ \t]*(?:```|~~~)[^\n`]*\n(?P<inside>\s*\{.*?)(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)


def unfenced(text: str) -> tuple[str, int]:
    """The JSON object in a text, and the place where it starts.

    That of the only code fence that holds an object, closed or not; else the text as it is.

    >>> unfenced('Here it is:\\n```json\\n{"claims": []}\\n```')
    ('{"claims": []}\\n', 20)
    >>> unfenced('{"claims": []}')
    ('{"claims": []}', 0)
    """
    found = [] if text.lstrip().startswith("{") else list(_FENCE.finditer(text))
    return (found[0]["inside"], found[0].start("inside")) if len(found) == 1 else (text, 0)
