"""Objects of JSON in a text, as the lines of the form that say the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from rulelang.verifier.markup.fields import is_field_name
from rulelang.verifier.markup.quoting import quoted

Kind: TypeAlias = Literal["claim", "decision", "answer", "field", "header", "other"]


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the form: what it is, the id of a claim or the name of a header, and what stands behind its head."""

    kind: Kind
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object that says something, with its place."""

    start: int
    end: int
    says: tuple[Said, ...]


_OPENS = re.compile(r"\{\s*\"")
_MOST_FAULTS = 8
"""So many objects that are none are tried: that keeps time linear."""
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
    (Said(kind='decision', name='', rest='NOT p | from: s1'),)
    """
    found: list[JsonObject] = []
    faults = 0
    done = start
    decoder = json.JSONDecoder(object_pairs_hook=_once, strict=False)
    while faults < _MOST_FAULTS and (opens := _OPENS.search(text, done, end)) is not None:
        try:
            value, closes = decoder.raw_decode(text, opens.start())
        except (ValueError, RecursionError):
            faults += 1
            done = opens.end()
            continue
        done = closes
        says = tuple(_said(cast("Mapping[str, Any]", value), text[opens.start() : closes]))
        if says and closes <= end:
            found.append(JsonObject(opens.start(), closes, says))
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice")
    return made


def _said(value: Mapping[str, Any], written: str) -> Iterator[Said]:
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
    for key in decides:
        yield from _decision(_DECIDES[key], named.pop(key), grounds, written)
    yield from (_other(key, one) for key, one in named.items())


def _decision(
    kind: Literal["decision", "answer"], value: Any, grounds: Mapping[str, Any], written: str
) -> Iterator[Said]:
    """The lines of a decision: a formula, formulas, or an object that says some."""
    match value:
        case None:
            return
        case str() | [*_] if (said := _formulas(value)) is not None:
            yield Said(kind, "", " | ".join((said, *_fields(grounds))))
        case dict():
            inner = {_plain(key): one for key, one in cast("Mapping[str, Any]", value).items()}
            key = next((key for key in inner if key in _SAYS or key in _DECIDES), None)
            said = None if key is None else _formulas(inner.pop(key))
            fields = {key: inner.pop(key) for key in list(inner) if is_field_name(key)}
            yield Said(kind, "", written if said is None else " | ".join((said, *_fields({**grounds, **fields}))))
            yield from (_other(key, one) for key, one in inner.items())
        case _:
            yield Said(kind, "", written)


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
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return "; ".join(cast("list[str]", value))
    return None


def _fields(named: Mapping[str, Any]) -> Iterator[str]:
    for key, value in named.items():
        match value:
            case None | []:
                pass
            case list():
                yield f"{key}: {', '.join(map(str, value))}"
            case str() if key == "quote":
                yield f"{key}: {quoted(value)}"
            case _:
                yield f"{key}: {value}"


def _other(key: str, value: Any) -> Said:
    return Said("other", "", f"{key}: {json.dumps(value, ensure_ascii=False)}")
