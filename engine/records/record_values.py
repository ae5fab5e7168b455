"""How a map finds values in a record: pointers within scopes, tests, and single values translated.

Pointers: RFC 6901, with `^` for what encloses the item at hand and `@` for its key (docs/maps.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, NoReturn, cast

from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.map_shape import TakeShape
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonText, JsonValue, exact_number, pointer
from rulelang.grammar.values import exact


class Left(Enum):
    """Marks a value that is left out, or said to be unknown."""

    OUT = "left out"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Scope:
    """What pointers are read in: the record, or an item within it."""

    record: JsonText
    value: JsonValue
    place: str
    key: str
    outer: Scope | None

    def find(self, path: str) -> tuple[bool, JsonValue, str]:
        """Whether there is something at a pointer, what, and its pointer in the record."""
        scope = self
        while path.startswith("^"):
            if scope.outer is None:
                return False, None, scope.place
            scope, path = scope.outer, path[1:]
        if path == "@":
            return True, scope.key, scope.place
        value, place = scope.value, scope.place
        for step in path.split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(value, Mapping) and name in value:
                value = value[name]
            elif isinstance(value, list) and re.fullmatch(r"0|[1-9][0-9]*", name) and int(name) < len(value):
                value = value[int(name)]
            else:
                return False, None, place
            place = f"{place}/{step}"
        return True, value, place


def _fail(code: str, message: str, scope: Scope, place: str, hint: str) -> NoReturn:
    label = Label(scope.record.span(place))
    raise RuleLangError([Diagnostic(code, message, label, hint=hint, pointer=place)])


def items(scope: Scope, path: str, start: int | None, stop: int | None) -> Iterator[Scope]:
    """The items of a list, keyed by position from 1, or the members of an object, keyed by name.

    Raises:
        RuleLangError: there is nothing there (RL442), or neither a list nor an object (RL444).
    """
    found, value, place = scope.find(path)
    if not found:
        _fail("RL442", f"there is nothing at `{path}`", scope, place, "the map takes the items of this list")
    entries: list[tuple[str, str, JsonValue]]
    if isinstance(value, Mapping):
        entries = [(key, pointer(key), item) for key, item in value.items()]
    elif isinstance(value, list):
        entries = [(str(number), f"/{number - 1}", item) for number, item in enumerate(value, 1)]
    else:
        _fail("RL444", f"what stands at `{path}` is no list", scope, place, "`each` takes a list or an object")
    for key, step, item in entries[start:stop]:
        yield Scope(scope.record, item, place + step, key, scope)


def passes(scope: Scope, where: Mapping[str, Any], unless: Mapping[str, Any]) -> bool:
    """Whether all of the first tests hold and none of the others."""
    return all(_is(scope, path, wanted) for path, wanted in where.items()) and not any(
        _is(scope, path, wanted) for path, wanted in unless.items()
    )


def _is(scope: Scope, path: str, wanted: Any) -> bool:
    found, value, _ = scope.find(path)
    options = cast("list[JsonValue]", wanted if isinstance(wanted, list) else [wanted])
    return found and any(value == option and isinstance(value, bool) is isinstance(option, bool) for option in options)


# --------------------------------------------------------------------------------------------- single values


def take(spec: str | TakeShape, scope: Scope) -> tuple[Any, str]:
    """The value, or a mark that it is left out or unknown, and the place that it was taken from.

    Raises:
        RuleLangError: there is nothing there, it has no translation, or it is of the wrong kind (RL442, RL443, RL445).
    """
    if isinstance(spec, str):
        found, value, place = scope.find(spec)
        if not found:
            _nothing(spec, scope, place)
        return value, place
    if not passes(scope, spec.when, {}):
        return Left.OUT, scope.place
    if "const" in spec.model_fields_set:
        return spec.const, scope.place
    if spec.text is not None:
        return filled(spec.text, scope), scope.place
    value, place = _first(spec, scope)
    if value is Left.OUT:
        return (spec.default, place) if "default" in spec.model_fields_set else (value, place)
    if spec.values is not None:
        value = _translated(spec, value, scope, place)
    if value is None and spec.null != "none":
        return (Left.OUT if spec.null == "absent" else Left.UNKNOWN), place
    return _read_as(spec, value, scope, place), place


def named(spec: str | TakeShape, scope: Scope) -> tuple[str, str]:
    """The name of a case, and the place that it was taken from.

    Raises:
        RuleLangError: as `take`; or what is there can name no case: null, a truth value, a list, an object, an empty
            text, or nothing (RL446).
    """
    value, place = take(spec, scope)
    if isinstance(value, str) and value.strip():
        return value, place
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return json_line(value), place
    shown = "nothing" if isinstance(value, Left) else f"`{json_line(value)}`"
    hint = "take a text or a number that is each record's own"
    return _fail("RL446", f"{shown} cannot name a case", scope, place, hint)


def _first(spec: TakeShape, scope: Scope) -> tuple[Any, str]:
    """What stands at the first of the pointers at which there is something."""
    place = scope.place
    for path in spec.at or []:
        found, value, place = scope.find(path)
        if found:
            return value, place
    if spec.optional or "default" in spec.model_fields_set:
        return Left.OUT, place
    return _nothing(" or ".join(spec.at or []), scope, place)


def _nothing(path: str, scope: Scope, place: str) -> NoReturn:
    hint = 'if it may be absent, write `{"at": …, "optional": true}` or give a `default`'
    _fail("RL442", f"there is nothing at `{path}`", scope, place, hint)


def _translated(spec: TakeShape, value: Any, scope: Scope, place: str) -> Any:
    table = spec.values or {}
    key = value if isinstance(value, str) else json_line(value)
    if key in table:
        return table[key]
    if "else_" in spec.model_fields_set:
        return spec.else_
    hint = f"the map translates {', '.join(f'`{known}`' for known in table)}; add it, or an `else`"
    _fail("RL443", f"the map has no translation of `{key}`", scope, place, hint)


def _read_as(spec: TakeShape, value: Any, scope: Scope, place: str) -> Any:
    if value is None:
        return None
    if spec.as_ == "text":
        return value if isinstance(value, str) else json_line(value)
    if spec.as_ == "number" and isinstance(value, str):
        plain = value.strip().replace(",", "").removeprefix("$")
        if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", plain):
            _fail("RL445", f"`{value}` is no number", scope, place, "digits, with a point before decimals, are read")
        value = exact_number(plain)
    elif spec.as_ == "number" and (isinstance(value, bool) or not isinstance(value, int | Fraction)):
        _fail("RL445", f"`{json_line(value)}` is no number", scope, place, "take a number, or a text that holds one")
    if spec.round is not None:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            _fail("RL445", f"`{json_line(value)}` is no number", scope, place, "`round` is for numbers")
        return _rounded(value, Fraction(str(spec.round)))
    return value


def _rounded(value: int | Fraction, step: Fraction) -> int | Fraction:
    """The nearest multiple, halves away from zero, as ROUND does."""
    parts = abs(Fraction(value)) / step
    whole = (2 * parts.numerator + parts.denominator) // (2 * parts.denominator)
    return exact(Fraction(whole * step if value >= 0 else -whole * step))


_HOLE = re.compile(r"\{(\^*(?:@|(?:/[^{}]*)?))\}|\{\{|\}\}")


def filled(text: str, scope: Scope) -> str:
    """A text with its pointers in braces filled in; `{{` and `}}` are braces."""

    def fill(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0][0]
        found, value, place = scope.find(match[1])
        if not found:
            _nothing(match[1], scope, place)
        return value if isinstance(value, str) else json_line(value)

    return _HOLE.sub(fill, text)
