"""Elements of XML in a text (`<claim><id>s1</id><says>p</says></claim>`), as objects of JSON that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulelang.verifier.markup.deciding_names import decides
from rulelang.verifier.markup.json_nodes import Node, plain

_TAG = re.compile(
    r"<(?P<close>/)?(?P<name>[A-Za-z][\w.-]{0,40})(?P<given>(?:\s+[\w.-]{1,40}\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*+)\s*(?P<empty>/)?>"
)
_GIVEN = re.compile(r"(?P<name>[\w.-]+)\s*=\s*[\"'](?P<value>[^\"'<>]*)[\"']")
_CLAIMS = frozenset(("claim", "statement", "judgment", "judgement", "step", "formula", "says", "proposition"))
_LISTED = frozenset(("claim", "statement", "judgment", "judgement", "step"))
_OF_TEXT = frozenset(
    ("b", "strong", "i", "em", "u", "s", "del", "ins", "br", "p", "code", "pre", "ul", "ol", "li", "div", "span", "a")
)
"""Tags of pages, which say nothing of what stands in them."""
_MOST_OPEN = 12
"""So deep within others an element is looked for."""


@dataclass(slots=True)
class _Element:
    """An element: its place with its tags, that of what stands in it, and the elements among that."""

    name: str
    given: Mapping[str, tuple[int, int]]
    start: int
    inside: int
    last: int = -1
    end: int = -1
    parts: list[_Element] = field(default_factory=list["_Element"])


def elements(text: str, start: int, end: int) -> Iterator[Node]:
    """The outermost elements in a stretch of a text that hold claims or a decision, and no prose between their parts.

    >>> [one.value for one in elements("<claim id='s1'>p</claim> <decision>q</decision> <b>r</b>", 0, 56)]
    [{'id': 's1', 'says': 'p'}, {'decision': 'q'}]
    """
    for one in _outermost(text, start, end):
        yield from _taken(text, one)


def _taken(text: str, one: _Element) -> Iterator[Node]:
    node = _node(text, one) if _speaks(one) else None
    if node is None:  # its parts may be some: `<answer>CLAIM s1: p <decision>q</decision></answer>`
        for part in one.parts:
            yield from _taken(text, part)
    elif plain(one.name) in _CLAIMS and node.is_object:
        yield node
    else:
        key = plain(one.name)
        yield Node(text, one.start, one.end, {key: node.value}, {key: replace(node, key=key)})


def _outermost(text: str, start: int, end: int) -> list[_Element]:
    """The elements that are closed, each with those in it."""
    found: list[_Element] = []
    open_: list[_Element] = []
    for tag in _TAG.finditer(text, start, end):
        name = tag["name"].lower()
        if name in _OF_TEXT or tag["empty"]:
            continue
        if not tag["close"]:
            if len(open_) == _MOST_OPEN:
                continue
            given = {plain(one["name"]): one.span("value") for one in _GIVEN.finditer(text, *tag.span("given"))}
            open_.append(_Element(name, given, tag.start(), tag.end()))
            continue
        at = next((at for at in reversed(range(len(open_))) if open_[at].name == name), None)
        if at is None:
            continue
        one = open_[at]
        unclosed = [part for lost in open_[at + 1 :] for part in lost.parts]
        one.last, one.end, one.parts = tag.start(), tag.end(), sorted([*one.parts, *unclosed], key=lambda it: it.start)
        del open_[at:]
        (open_[-1].parts if open_ else found).append(one)
    return sorted([*found, *(part for lost in open_ for part in lost.parts)], key=lambda it: it.start)


def _speaks(one: _Element) -> bool:
    name = plain(one.name)
    return bool(decides(name)) or name in _CLAIMS or any(map(_speaks, one.parts))


def _node(text: str, one: _Element) -> Node | None:
    """An element as a value; None: there is prose between its parts, or it holds several lines."""
    if not one.parts:
        return _leaf(text, one)
    done = one.inside
    for part in one.parts:
        if text[done : part.start].strip():
            return None
        done = part.end
    if text[done : one.last].strip():
        return None
    nodes = [(plain(part.name), _node(text, part)) for part in one.parts]
    known = [(name, node) for name, node in nodes if node is not None]
    if len(known) < len(nodes):
        return None
    names = {name for name, _ in known}
    listed = len(known) > 1 or one.name == f"{known[0][0]}s" or not names.isdisjoint(_LISTED)
    if not one.given and len(names) == 1 and listed:
        items = tuple(_stating(name, node) for name, node in known)
        return Node(text, one.start, one.end, [node.value for node in items], items=items)
    return _object(text, one, known)


def _stating(name: str, node: Node) -> Node:
    """A claim in a list, as an object also where it is nothing but a formula."""
    if name not in _LISTED or not isinstance(node.value, str):
        return node
    return Node(node.text, node.start, node.end, {"says": node.value}, {"says": replace(node, key="says")})


def _object(text: str, one: _Element, known: Sequence[tuple[str, Node]]) -> Node:
    members = {name: _text(text, *span) for name, span in one.given.items()}
    for name in dict.fromkeys(name for name, _ in known):
        several = [node for it, node in known if it == name]
        if len(several) == 1:
            members[name] = several[0]
        else:
            whole = Node(text, several[0].start, several[-1].end, [it.value for it in several], items=tuple(several))
            members["claims" if name in _CLAIMS else name] = whole
    members = {name: replace(node, key=name) for name, node in members.items()}
    return Node(text, one.start, one.end, {name: node.value for name, node in members.items()}, members)


def _leaf(text: str, one: _Element) -> Node | None:
    said = _text(text, one.inside, one.last)
    written: Any = said.value
    if "\n" in written or written[:1] in ("{", "[") or _FORM.search(written) is not None:
        return None
    return _object(text, one, [("says", said)]) if one.given else said


_FORM = re.compile(r"(?<!\w)(?:CLAIM|DECISION)\b")
"""What is written in the form is read as that."""


def _text(text: str, start: int, end: int) -> Node:
    """What is written at a place, without the space around it."""
    written = text[start:end]
    start += len(written) - len(written.lstrip())
    said = written.strip()
    return Node(text, start, start + len(said), said)
