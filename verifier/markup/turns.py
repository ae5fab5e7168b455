"""What others say in a chat that a text goes on with: `<|im_start|>user`, `[INST]`, `### Human:`, `User:`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_OTHERS = r"(?:user|human|system|tool|function|ipython|developer)"
_OURS = r"(?:assistant|model)"
_MARK = re.compile(
    rf"<\|(?:im_start|start_header_id|start)\|>[ \t]*(?:(?P<other1>{_OTHERS})|(?P<own1>{_OURS}))\b[^<\r\n]{{0,40}}"
    r"(?:<\|(?:end_header_id|message|channel)\|>)?"
    rf"|<\|(?:(?P<other2>{_OTHERS})|(?P<own2>{_OURS}))\|>"
    rf"|<start_of_turn>[ \t]*(?:(?P<other3>{_OTHERS})|(?P<own3>{_OURS}))\b"
    r"|(?P<inst>\[INST\])|(?P<done>\[/INST\])"
    r"|(?P<ends><\|(?:im_end|eot_id|end|eom_id)\|>|<end_of_turn>)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^[ \t>]*+(?P<marks>#{1,6}[ \t]++|\*\*|__)?(?:(?P<other>user|human|system|tool|instruction)"
    r"|(?P<own>assistant|ai|bot|gpt|chatbot|response))"
    r"(?:[ \t]?:[*_]*+|[*_]++:)(?=[ \t\r\n]|\Z)",
    re.IGNORECASE | re.MULTILINE,
)
"""`User:` at the beginning of a line, as a heading or in bold perhaps."""


def turns(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that others say in a chat, in order: each to where the answer goes on, or the text ends.

    >>> turns("[INST] a [/INST] b"), turns("User: a\\nAssistant: b"), turns("User: a"), turns("a [/INST]")
    ([(0, 16)], [(0, 18)], [], [])
    >>> turns("a<|im_end|><|im_start|>user b")
    [(11, 29)]
    """
    found: list[tuple[int, int]] = []
    begun: int | None = None
    for at, end, speaks in _places(text):
        if speaks == "other" and begun is None:
            begun = at
        elif speaks in ("own", "ends") and begun is not None:
            found.append((begun, end))
            begun = None
    if begun is not None:
        found.append((begun, len(text)))
    return found


def _places(text: str) -> list[tuple[int, int, str]]:
    """Where it changes who speaks, in order."""
    marks = list(_marks(text)) if "<" in text or "[" in text else []
    labels = list(_LABEL.finditer(text)) if ":" in text else []
    paired = any(one["own"] for one in labels) and any(one["other"] for one in labels)
    for one in labels:
        if paired or (one["other"] or "").lower() == "human":  # `User:` alone may be a party of a case
            marks.append((one.start(), one.end(), "other" if one["other"] else "own"))
    return sorted(marks)


def _marks(text: str) -> Iterator[tuple[int, int, str]]:
    for one in _MARK.finditer(text):
        if one["inst"] or one["other1"] or one["other2"] or one["other3"]:
            yield one.start(), one.end(), "other"
        elif one["ends"] or one["done"]:
            yield one.start(), one.end(), "ends"
        else:
            yield one.start(), one.end(), "own"
