"""What a model writes around its answer: thoughts, marks of chat templates, tags of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.verifier.markup.turns import turns

_WORDS = r"think|thinking|thoughts?|reasoning|reflection|scratchpad|seed:think"
_TAG = re.compile(
    rf"<(?P<close>/?)(?:{_WORDS})>|\[(?P<closed>/?)THINK\]|◁(?P<shut>/?)think▷"
    r"|(?P<final><\|channel\|>[ \t]*final[ \t]*<\|message\|>)"
    r"|(?P<analysis><\|channel\|>[ \t]*analysis[ \t]*<\|message\|>)",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"<[|｜][\w:▁]{1,40}[|｜]>(?:[ \t]*(?:assistant|user|system)\b)?|\[/?INST\]|</?(?:start"
    r"|end)_of_turn>(?:[ \t]*(?:model|user)\b)?|</?s>"
    r"|</?(?:answer|final_answer|response|output|result|b|strong|i|em|u|br|p|code|pre|ul|ol|li|div|span)[ \t]*/?>",
    re.IGNORECASE,
)
_STRUCK = re.compile(
    r"<s>[^<\w]*+\w[^<]*+</s>|(?:\A|(?<=[<>]))[^<>\w]*+\w[^<>]*+<s>[^<\w]*+\w", re.IGNORECASE
)
"""What is struck out on a page: marks of a template stand at the ends of what is said.  Each stretch between tags is
looked at once."""
_OF_TEXT = re.compile(r"</?s>", re.IGNORECASE)
_ENTITIES = re.compile(r"(?:&(?:gt|lt|amp|quot|nbsp);)+")
_ENTITY = re.compile(r"&\w+;")
_SIGNS = {"&gt;": ">", "&lt;": "<", "&amp;": "&", "&quot;": '"', "&nbsp;": " "}


def thoughts(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that are thought and not said, in order.

    A thought that ends without having begun began with the text (or in a template); one that never ends goes on to the
    end of the text.

    >>> thoughts("<think>a</think>b"), thoughts("a</think>b"), thoughts("a <think>b"), thoughts("a")
    ([(0, 16)], [(0, 9)], [(2, 10)], [])
    """
    found: list[tuple[int, int]] = []
    begun: int | None = None
    for tag in _TAG.finditer(text):
        if tag["final"] or (tag["close"] or tag["closed"] or tag["shut"]):
            if begun is None:
                found, begun = [], 0
            found.append((begun, tag.end()))
            begun = None
        elif begun is None:
            begun = tag.start()
    if begun is not None:
        found.append((begun, len(text)))
    return found


def thought_tags(text: str) -> list[tuple[int, int]]:
    """The places of the tags that begin and end thoughts."""
    return [found.span() for found in _TAG.finditer(text)]


def spoken(text: str) -> Iterator[tuple[int, int]]:
    """The stretches between the thoughts, and between what others say in a chat."""
    done = 0
    for start, end in sorted([*thoughts(text), *turns(text)]):
        if done < start:
            yield done, start
        done = max(done, end)
    if done < len(text):
        yield done, len(text)


def without_marks(line: str) -> str:
    """The line with spaces for marks of templates and tags, and the signs that entities stand for; as long as before.

    >>> without_marks("<b>s1</b>: n &gt; 5<|im_end|>")
    '   s1    : n    > 5          '
    """
    if "<" in line or "[" in line:
        struck = _STRUCK.search(line) is not None
        line = _MARK.sub(lambda found: found[0] if struck and _OF_TEXT.match(found[0]) else " " * len(found[0]), line)
    if "&" in line:
        line = _ENTITIES.sub(lambda found: _ENTITY.sub(_sign, found[0]).rjust(len(found[0])), line)
    return line


def _sign(entity: re.Match[str]) -> str:
    return _SIGNS[entity[0].lower()]
