"""Objects of JSON in a text, as the lines of the form that say the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from rulelang.verifier.markup.fields import is_field_name
from rulelang.verifier.markup.quoting import quoted

Kind: TypeAlias = Literal["claim", "decision", "answer", "field", "header", "other", "text", "item", "object"]
"""`text` and `item` are lines of what a string says, and of one in a list; `object` stands for an object with such."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the form: what it is, the id of a claim or the name of a header, and what stands behind its head.

    `start` and `end` are its own place, where it has one other than that of the whole object.
    """

    kind: Kind
    name: str
    rest: str
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object that says something, with its place."""

    start: int
    end: int
    says: tuple[Said, ...]


_OPENS = re.compile(r"\{\s*\"")
_MOST_FAULTS = 8
"""So many objects that are none, or have commas too many, are tried: that keeps time linear."""
_SAYS = frozenset(("says", "formula", "claim", "statement", "judgment", "judgement", "proposition"))
_IDS = frozenset(("id", "claim id"))
_DECIDES: Mapping[str, Literal["decision", "answer"]] = {
    "decision": "decision", "final decision": "decision",
    "answer": "answer", "final answer": "answer", "verdict": "answer", "conclusion": "answer",
}  # fmt: skip
_HEADS = frozenset(("case", "setting", "model", "sample"))


def json_objects(text: str, start: int, end: int) -> list[JsonObject]:
    """The objects in a stretch of a text that hold claims, a decision, or what one of them says.

    >>> json_objects('so {"decision": "NOT p", "from": ["s1"]}.', 0, 41)[0].says
    (Said(kind='decision', name='', rest='NOT p | from: s1', start=17, end=22),)
    """
    found: list[JsonObject] = []
    faults = 0
    done = start
    while faults < _MOST_FAULTS and (opens := _OPENS.search(text, done, end)) is not None:
        written = text
        try:
            value, closes = _DECODER.raw_decode(written, opens.start())
        except (ValueError, RecursionError):
            faults += 1
            written = text[: opens.start()] + _STRING_OR_COMMA.sub(_without_comma, text[opens.start() : end])
            try:
                value, closes = _DECODER.raw_decode(written, opens.start())
            except (ValueError, RecursionError):
                done = opens.end()
                continue
        done = closes
        said = tuple(_said(cast("Mapping[str, Any]", value), _Written(written, _places(written, opens.start()))))
        if said and closes <= end:
            found.append(JsonObject(opens.start(), closes, said))
    return found


@dataclass(frozen=True, slots=True)
class _Written:
    """The text in which an object stands, and the places of the values of its keys."""

    text: str
    places: Mapping[str, tuple[int, int]]

    def inside(self, key: str) -> tuple[int, int]:
        """The place of a value without its quotes or brackets."""
        start, end = self.places[key]
        return (start + 1, end - 1) if self.text[start] in '"[{' else (start, end)

    def strings(self, key: str) -> Iterator[Said]:
        """Each line of the strings of a value."""
        start, end = self.places[key]
        kind: Literal["text", "item"] = "text" if self.text[start] == '"' else "item"
        for literal in _LITERAL.finditer(self.text, start, end):
            if literal["key"] is not None:
                continue
            for line in _LITERAL_LINE.finditer(self.text, literal.start("inside"), literal.end("inside")):
                said = json.loads(f'"{line["line"]}"', strict=False)
                if said.strip():
                    yield Said(kind, "", said, line.start("line"), line.end("line"))


_LITERAL = re.compile(r'"(?P<inside>(?:[^"\\]|\\.)*+)"(?P<key>\s*:)?', re.DOTALL)
_LITERAL_LINE = re.compile(r"(?P<line>(?:[^\\\r\n]|\\[^rn])++)(?:\\[rn]|[\r\n])*+|(?:\\[rn]|[\r\n])++", re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*+"|,(?=\s*[}\]])', re.DOTALL)


def _without_comma(found: re.Match[str]) -> str:
    """A comma before the end of a list or object is none of JSON, and plain."""
    return " " if found[0] == "," else found[0]


def _places(text: str, start: int) -> dict[str, tuple[int, int]]:
    """The places of the values of an object that can be read, by its keys in plain words."""
    found: dict[str, tuple[int, int]] = {}
    at = start + 1
    while (key := _KEY.match(text, at)) is not None:
        name, at = _DECODER.raw_decode(text, key.end() - 1)
        colon = _COLON.match(text, at)
        assert colon is not None
        _, at = _DECODER.raw_decode(text, colon.end())
        found[_plain(name)] = (colon.end(), at)
    return found


_KEY = re.compile(r'[\s,]*+"')
_COLON = re.compile(r"\s*+:\s*+")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice")
    return made


_DECODER = json.JSONDecoder(object_pairs_hook=_once, strict=False)
_ID = re.compile(r"[scw]\d{1,6}[a-z]?", re.IGNORECASE)


def _said(value: Mapping[str, Any], written: _Written) -> Iterator[Said]:
    """What an object says, if it says anything: as an answer, as a decision, or as a claim."""
    named = {_plain(key): one for key, one in value.items()}
    decides = [key for key in named if key in _DECIDES]
    claims = named.pop("claims") if isinstance(named.get("claims"), list) else None
    if claims is None and not decides:
        if not _SAYS.isdisjoint(named):
            yield from _claim(value)
        return
    named.pop("rulelang", None)
    heads = {key: named.pop(key) for key in sorted(_HEADS & set(named))}
    yield from (Said("header", key, str(one)) for key, one in heads.items() if one is not None)
    for one in claims or ():
        yield from _claim(one)
    grounds = {key: named.pop(key) for key in list(named) if is_field_name(key)} if len(decides) == 1 else {}
    decided = {key: named.pop(key) for key in decides}
    texts = list(_others(named, written))
    if claims is None and any(one.kind != "other" for one in texts):
        yield Said("object", "", "")
    yield from texts
    for key, one in decided.items():
        yield from _decision(_DECIDES[key], key, one, grounds, written)


def _others(named: Mapping[str, Any], written: _Written) -> Iterator[Said]:
    """What an object holds besides: claims under their ids, lines of text, and what else there is."""
    for key, one in named.items():
        if _ID.fullmatch(key) is not None and isinstance(one, dict | str):
            yield from _claim({"id": key, **(one if isinstance(one, dict) else {"says": one})})
            continue
        lines = list(written.strings(key))
        yield from lines or (_other(key, one),)


def _decision(
    kind: Literal["decision", "answer"], key: str, value: Any, grounds: Mapping[str, Any], written: _Written
) -> Iterator[Said]:
    """The lines of a decision: a formula, formulas, or an object that says some."""
    place = written.inside(key)
    match value:
        case None | "" | []:
            return
        case str() | [*_] if (said := _formulas(value)) is not None:
            yield Said(kind, "", " | ".join((said, *_fields(grounds))), *place)
        case dict() if value:
            inner = {_plain(key): one for key, one in cast("Mapping[str, Any]", value).items()}
            name = next((key for key in inner if key in _SAYS or key in _DECIDES), None)
            said = None if name is None else _formulas(inner.pop(name))
            fields = {key: inner.pop(key) for key in list(inner) if is_field_name(key)}
            whole = written.text[slice(*written.places[key])]
            yield Said(kind, "", whole if said is None else " | ".join((said, *_fields({**grounds, **fields}))), *place)
            yield from (_other(key, one) for key, one in inner.items())
        case _ if written.text[slice(*place)].strip():
            yield Said(kind, "", " | ".join((written.text[slice(*place)], *_fields(grounds))), *place)
        case _:
            return


def _claim(value: Any) -> Iterator[Said]:
    if not isinstance(value, dict):
        yield Said("claim", "", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        return
    named = {_plain(key): one for key, one in cast("Mapping[str, Any]", value).items()}
    name = next((str(named.pop(key)) for key in list(named) if key in _IDS), None)
    key = next((key for key in named if key in _SAYS), None)
    said = None if key is None else _formulas(named.pop(key))
    fields = _fields({key: named.pop(key) for key in list(named) if is_field_name(key)})
    if said is None:
        said = json.dumps(value, ensure_ascii=False)
    if name is None:
        yield Said("field", "", " | ".join((f"says: {said}", *fields)))
    else:
        yield Said("claim", name, " | ".join((said, *fields)))
    yield from (_other(key, one) for key, one in named.items())


def _plain(key: str) -> str:
    return " ".join(key.replace("_", " ").lower().split())


def _formulas(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        formulas = cast("Sequence[Any]", value)
        if formulas and all(isinstance(one, str) for one in formulas):
            return "; ".join(formulas)
    return None


def _fields(named: Mapping[str, Any]) -> Iterator[str]:
    for key, value in named.items():
        match value:
            case None | []:
                pass
            case list():
                items = cast("Sequence[Any]", value)
                yield f"{key}: {', '.join(map(str, items))}"
            case str() if key == "quote":
                yield f"{key}: {quoted(value)}"
            case _:
                yield f"{key}: {value}"


def _other(key: str, value: Any) -> Said:
    return Said("other", "", f"{key}: {json.dumps(value, ensure_ascii=False)}")
