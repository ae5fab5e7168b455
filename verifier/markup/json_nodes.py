"""Values of JSON with the places where they stand in a text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulelang.verifier.markup.json_mending import mended as mended_text


@dataclass(frozen=True, slots=True)
class Node:
    """A value, its place, and what it holds: members of an object by their keys in plain words, or items of a list."""

    text: str
    start: int
    end: int
    value: Any
    members: Mapping[str, Node] = field(default_factory=dict[str, "Node"])
    items: tuple[Node, ...] = ()
    key: str = ""
    """What it is called in the object that it is a member of, as that is written."""
    cut: int = -1
    """Where what is cut off begins of an object that ends in the middle."""
    is_deep: bool = False
    """Whether it holds others in others too deep to be read, so that nothing is known of what it holds."""

    @property
    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)

    @property
    def written(self) -> str:
        return self.text[self.start : self.end]

    @property
    def inside(self) -> tuple[int, int]:
        """Its place without its quotes or brackets."""
        return (self.start + 1, self.end - 1) if self.text[self.start] in '"[{' else (self.start, self.end)


_BREAKS = re.compile(r"_|(?<=[a-z\d])(?=[A-Z][a-z])|(?<=\w)-(?=\w)|(?<=[a-z])(?=[A-Z]{2,}$)")
"""Where words begin in a key: `final_decision`, `finalDecision`, `final-decision`, `ruleIDs`."""
_OPENS = re.compile(r"\{(?:\s|//[^\r\n]*|\#[^\r\n]*|/\*[^*]*\*/)*+(?:[\"']|[^\W\d][\w-]*+[ \t]*+:)")
DEEPEST = 200
"""So many lists and objects within each other are read."""
_MOST_FAULTS = 8
"""So many objects that are none, or have commas too many, are tried: that keeps time linear."""
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*+"|,(?=\s*[}\]])', re.DOTALL)


def objects(text: str, start: int, end: int) -> Iterator[Node]:
    """The outermost objects in a stretch of a text, as far as they are whole.

    A comma before the end of a list or object is read over, and so are comments.

    >>> [one.value for one in objects('so {"a": [1, {"b": 2},]}, {"c": 3}', 0, 34)]
    [{'a': [1, {'b': 2}]}, {'c': 3}]
    """
    faults = 0
    while faults < _MOST_FAULTS and (opens := _OPENS.search(text, start, end)) is not None:
        found = _read(text, opens.start())
        if found is None:
            faults += 1
            mended = _STRING_OR_COMMA.sub(_without_comma, text[opens.start() : end])
            found = _read(text[: opens.start()] + mended, opens.start())
        if found is None and (whole := mended_text(text, opens.start(), end)) is not None:
            strict = _STRING_OR_COMMA.sub(_without_comma, whole.text)
            if whole.places:
                found = _read(strict, 0)
                found = None if found is None else _placed(found, text, whole.places)
            else:
                found = _read(text[: opens.start()] + strict, opens.start())
            if found is not None and whole.cut >= 0:
                found = replace(found, end=whole.end, cut=whole.cut)
        if found is None:
            start = opens.end()
            continue
        start = found.end
        if start <= end:
            yield found


def _placed(node: Node, text: str, places: Sequence[int]) -> Node:
    """A node of a mended text as one of the text itself, in which its characters have these places."""
    return replace(
        node,
        text=text,
        start=places[node.start],
        end=places[node.end - 1] + 1,
        members={name: _placed(one, text, places) for name, one in node.members.items()},
        items=tuple(_placed(one, text, places) for one in node.items),
    )


def plain(key: str) -> str:
    """A key in plain words.

    >>> plain("Final_Decision"), plain("notSatisfied"), plain("rule-ids")
    ('final decision', 'not satisfied', 'rule ids')
    """
    return " ".join(_BREAKS.sub(" ", key).lower().split())


def _without_comma(found: re.Match[str]) -> str:
    return " " if found[0] == "," else found[0]


def _read(text: str, start: int) -> Node | None:
    try:
        _DECODER.raw_decode(text, start)
        return _node(text, start)
    except ValueError:
        return None
    except RecursionError:
        end = _end_of(text, start)
        return Node(text, start, end, None, is_deep=True) if end > 0 else None


def _end_of(text: str, start: int) -> int:
    """Where the object ends that begins there, however deep it is; -1: nowhere."""
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text, start):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if not depth:
            return found.end()
    return -1


_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)


_GAP = re.compile(r"[\s,]*+")
_COLON = re.compile(r"\s*+:\s*+")


def _node(text: str, at: int, depth: int = 0) -> Node:
    """The value that begins there, of JSON without faults; raises RecursionError where that is too deep."""
    if text[at] not in "[{":
        value, end = _DECODER.raw_decode(text, at)
        return Node(text, at, end, value)
    if depth == DEEPEST:
        raise RecursionError
    start, at = at, _after(_GAP, text, at + 1)
    named: dict[str, Node] = {}
    items: list[Node] = []
    while text[at] not in "]}":
        name: Any = None
        if text[start] == "{":
            name, at = _DECODER.raw_decode(text, at)
            at = _after(_COLON, text, at)
        one = _node(text, at, depth + 1)
        items.append(one)
        if name is not None:
            named[name] = replace(one, key=name)
        at = _after(_GAP, text, one.end)
    if text[start] == "[":
        return Node(text, start, at + 1, [one.value for one in items], items=tuple(items))
    members = {plain(name): one for name, one in named.items()}
    return Node(text, start, at + 1, {name: one.value for name, one in named.items()}, members)


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found is not None
    return found.end()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice")
    return made


_DECODER = json.JSONDecoder(object_pairs_hook=_once, strict=False)


_LITERAL = re.compile(r'"(?P<inside>(?:[^"\\]|\\.)*+)"(?P<key>\s*:)?', re.DOTALL)
_LITERAL_LINE = re.compile(r"(?P<line>(?:[^\\\r\n]|\\[^rn])++)(?:\\[rn]|[\r\n])*+|(?:\\[rn]|[\r\n])++", re.DOTALL)


def string_lines(node: Node) -> Iterator[tuple[str, int, int]]:
    """Each line of the strings in a value, with its place."""
    for literal in _LITERAL.finditer(node.text, node.start, node.end):
        if literal["key"] is not None:
            continue
        for line in _LITERAL_LINE.finditer(node.text, literal.start("inside"), literal.end("inside")):
            said = json.loads(f'"{line["line"]}"', strict=False)
            if said.strip():
                yield said, line.start("line"), line.end("line")
