"""Strict JSON with places: what Python's reader lets pass is refused, and any value can be pointed at.

Refused: keys given twice, NaN and Infinity, lone surrogates, control characters in strings, nesting beyond
`DEPTH`, numbers beyond `DIGITS` digits, anything after the document.  Numbers are exact: whole ones are `int`, all
others `Fraction`, never `float`.  A text that is in order is read by Python's own fast reader; only one that is not,
or one in which a place is asked for, is scanned again by `_scan`, which knows where everything stands.

Grammar: RFC 8259.  Pointers: RFC 6901.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NoReturn, TypeAlias

from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.source import Source, Span

DEPTH = 200
"""How deep arrays and objects may nest."""

DIGITS = 1_000
"""How many digits, and how large an exponent, a number may have."""

JsonValue: TypeAlias = "Mapping[str, JsonValue] | Sequence[JsonValue] | str | int | Fraction | bool | None"


@dataclass(frozen=True, eq=False)
class JsonText:
    """A JSON document that was read, with the text in which its values can be pointed at."""

    source: Source
    value: JsonValue = field(repr=False)

    @cached_property
    def places(self) -> Mapping[str, Span]:
        """The place of every value, by its JSON pointer."""
        return _scan(self.source)

    def span(self, pointer: str) -> Span:
        """Where the value of this pointer stands; the nearest enclosing one if the document has no such value.

        >>> text = json_text(Source("a.json", '{"claims": [{"id": "s1"}]}'))
        >>> text.span("/claims/0/id").text, text.span("/claims/0/says").text
        ('"s1"', '{"id": "s1"}')
        """
        while pointer not in self.places:
            pointer = pointer.rpartition("/")[0]
        return self.places[pointer]

    def key_span(self, pointer: str) -> Span:
        """Where the key of this pointer stands; its value's place if it has none (in an array, or at the top)."""
        return self.places.get(pointer + "\0", self.span(pointer))


def pointer(*steps: str | int) -> str:
    """The JSON pointer of a path.

    >>> pointer("claims", 0, "a/b")
    '/claims/0/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def decode_json(data: bytes, name: str) -> Source:
    """The text of some bytes; a UTF-8 byte order mark is dropped.

    Raises:
        RuleLangError: the bytes are not UTF-8 (RL454, with the place of the first bad one).
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        source = Source(name, "")
        raise RuleLangError([_diagnostic("RL454", "the text is UTF-16, not UTF-8", source, 0, 0, "save it as UTF-8")])
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        source = Source(name, before + "\N{REPLACEMENT CHARACTER}")
        raise RuleLangError(
            [
                _diagnostic(
                    "RL454",
                    f"the byte 0x{data[error.start]:02x} is not UTF-8",
                    source,
                    len(before),
                    len(before) + 1,
                    "save the file as UTF-8",
                )
            ]
        ) from None


def json_text(source: Source) -> JsonText:
    """Reads the one JSON document that a text holds.

    Raises:
        RuleLangError: it is not strict JSON (RL450 to RL455), with the place.
    """
    text = source.text
    if not _suspicious(text):
        try:
            value: JsonValue = json.loads(
                text,
                object_pairs_hook=_object,
                parse_constant=_constant,
                parse_float=exact_number,
                parse_int=exact_number,
            )
            return JsonText(source, value)
        except (ValueError, RecursionError):
            pass
    places = _scan(source)
    return JsonText(source, _build(source, places))


def exact_number(text: str) -> int | Fraction:
    """The exact value of a JSON number: `int` where it is written without fraction and exponent or is whole.

    Raises:
        ValueError: it is too long.
    """
    mantissa, _, exponent = text.lower().partition("e")
    if len(mantissa) > DIGITS or (exponent and abs(int(exponent[:9])) > DIGITS):
        raise ValueError("too long")
    if not exponent and "." not in mantissa:
        return int(mantissa)
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


# ------------------------------------------------------------------------------------------------ the fast path

_LONE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def _suspicious(text: str) -> bool:
    """Whether Python's reader would accept what is refused here: surrogates, and nesting within its own limit."""
    if "\\u" in text and _LONE.search(text):
        return True
    if text.count("[") + text.count("{") <= DEPTH:
        return False
    depth = 0
    for match in _BRACKET.finditer(text):
        token = match.group()
        if token in "[{":
            depth += 1
            if depth > DEPTH:
                return True
        elif token in "]}":
            depth -= 1
    return False


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is given twice")
    return made


def _constant(name: str) -> NoReturn:
    raise ValueError(name)


# ------------------------------------------------------------------------------------------------ the slow path

_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\.)*)"')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD = re.compile(r"-?[A-Za-z_][A-Za-z0-9_]*")
_CONSTANTS = {"true", "false", "null"}
_PYTHON_CONSTANTS = {"True": "true", "False": "false", "None": "null"}


def _diagnostic(
    code: str, message: str, source: Source, start: int, end: int, hint: str, second: Label | None = None
) -> Diagnostic:
    return Diagnostic(code, message, Label(Span(source, start, end)), () if second is None else (second,), hint)


def _fail(
    code: str, message: str, source: Source, start: int, end: int, hint: str, second: Label | None = None
) -> NoReturn:
    raise RuleLangError([_diagnostic(code, message, source, start, end, hint, second)])


@dataclass(slots=True)
class _Open:
    """An array or object that is being read: its pointer, where it began, what came last."""

    pointer: str
    start: int
    array: bool
    count: int = 0
    step: str = ""


def _scan(source: Source) -> dict[str, Span]:
    """The place of every value by pointer (and of its key, by pointer and a NUL), or the first fault.

    One loop with a stack of its own, so that no nesting can exhaust Python's.
    """
    text = source.text
    places: dict[str, Span] = {}
    stack: list[_Open] = []
    position = _space(text, 0)
    while True:
        # a value is expected here
        here = "" if not stack else stack[-1].pointer + "/" + stack[-1].step
        start = position
        character = text[position : position + 1]
        if character and character in "[{":
            if len(stack) >= DEPTH:
                _fail("RL453", f"nested deeper than {DEPTH} levels", source, start, start + 1, "flatten the document")
            stack.append(_Open(here, start, character == "["))
            position = _space(text, position + 1)
            if text[position : position + 1] == ("]" if stack[-1].array else "}"):
                position = _close(source, stack, places, position)
            else:
                position = _next_item(source, stack, places, position)
                continue
        else:
            position = _scalar(source, position)
            places[here] = Span(source, start, position)
        # a value has ended: close what closes, go on with the next item
        while True:
            position = _space(text, position)
            if not stack:
                if position < len(text):
                    _fail(
                        "RL450",
                        "there is more text after the document",
                        source,
                        position,
                        len(text),
                        "a JSON file holds one document; a file of many lines is JSONL",
                    )
                return places
            character = text[position : position + 1]
            if character == ",":
                position = _space(text, position + 1)
                stack[-1].count += 1
                position = _next_item(source, stack, places, position)
                break
            if character == ("]" if stack[-1].array else "}"):
                position = _close(source, stack, places, position)
                continue
            wanted = "`,` or `]`" if stack[-1].array else "`,` or `}`"
            _unexpected(
                source, position, wanted, Label(Span(source, stack[-1].start, stack[-1].start + 1), "opened here")
            )


def _close(source: Source, stack: list[_Open], places: dict[str, Span], position: int) -> int:
    done = stack.pop()
    places[done.pointer] = Span(source, done.start, position + 1)
    return position + 1


def _next_item(source: Source, stack: list[_Open], places: dict[str, Span], position: int) -> int:
    """Reads up to where the next item's value begins: in an object its key and colon."""
    text = source.text
    top = stack[-1]
    if top.array:
        top.step = str(top.count)
        return position
    if text[position : position + 1] != '"':
        wanted = "a key in double quotes"
        _unexpected(source, position, wanted, Label(Span(source, top.start, top.start + 1), "opened here"))
    end = _string(source, position)
    key: str = json.loads(text[position:end])
    top.step = key.replace("~", "~0").replace("/", "~1")
    name = f"{top.pointer}/{top.step}\0"
    if name in places:
        _fail(
            "RL451",
            f"the key `{key}` is given twice",
            source,
            position,
            end,
            "keep one of the two",
            Label(places[name], "given here first"),
        )
    places[name] = Span(source, position, end)
    position = _space(text, end)
    if text[position : position + 1] != ":":
        _unexpected(source, position, f"`:` after the key `{key}`", None)
    return _space(text, position + 1)


def _space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _scalar(source: Source, position: int) -> int:
    text = source.text
    if text.startswith('"', position):
        return _string(source, position)
    word = _WORD.match(text, position)
    if word is not None:
        found = word.group()
        if found in _CONSTANTS:
            return word.end()
        if found.lstrip("-") in ("NaN", "Infinity", "inf", "nan"):
            _fail(
                "RL452",
                f"`{found}` is not a JSON number",
                source,
                position,
                word.end(),
                "leave the value out, or write null",
            )
        instead = _PYTHON_CONSTANTS.get(found)
        hint = f"write `{instead}`" if instead else "strings stand in double quotes"
        _fail("RL450", f"`{found}` is no JSON value", source, position, word.end(), hint)
    number = _NUMBER.match(text, position)
    if number is None:
        _unexpected(source, position, "a value", None)
    try:
        exact_number(number.group())
    except ValueError:
        _fail("RL455", "the number is too long", source, position, number.end(), f"at most {DIGITS} digits are read")
    return number.end()


def _string(source: Source, position: int) -> int:
    text = source.text
    match = _STRING.match(text, position)
    if match is None:
        end = position + 1
        while end < len(text) and text[end] != '"' and text[end] >= " ":
            end += 2 if text[end] == "\\" else 1
        end = min(end, len(text))
        if end >= len(text) or text[end] in "\r\n":
            _fail("RL450", "the string has no closing quote", source, position, end, 'close it with `"`')
        _fail(
            "RL450",
            f"the control character U+{ord(text[end]):04X} stands in a string",
            source,
            end,
            end + 1,
            f"write `\\u{ord(text[end]):04x}`",
        )
    start = match.start(1)
    index = text.find("\\", start, match.end(1))
    while index >= 0:
        escape = _ESCAPE.match(text, index)
        if escape is None:
            _fail(
                "RL450",
                f"`{text[index : index + 2]}` is no escape",
                source,
                index,
                index + 2,
                "write `\\\\` for a backslash",
            )
        index = text.find("\\", escape.end(), match.end(1))
    value: str = json.loads(match.group())
    if any("\ud800" <= c <= "\udfff" for c in value):
        _fail(
            "RL454",
            "the string holds half of a surrogate pair",
            source,
            position,
            match.end(),
            "write the character itself",
        )
    return match.end()


def _unexpected(source: Source, position: int, wanted: str, second: Label | None) -> NoReturn:
    text = source.text
    if position >= len(text):
        message = f"the text ends where {wanted} is expected" if text.strip() else "the text is empty"
        _fail(
            "RL450",
            message,
            source,
            len(text),
            len(text),
            "is the file cut off?" if text.strip() else "write a JSON document",
            second,
        )
    found = text[position]
    shown = found if found.isprintable() else f"U+{ord(found):04X}"
    hint = (
        "strings and keys stand in double quotes"
        if found == "'"
        else "JSON has no comments"
        if found in "/#"
        else f"write {wanted}"
    )
    if found in "]}" and wanted != "`,` or `]`" and wanted != "`,` or `}`":
        hint = "is there a comma too many before it?"
    _fail("RL450", f"`{shown}` stands where {wanted} is expected", source, position, position + 1, hint, second)


def _build(source: Source, places: Mapping[str, Span]) -> JsonValue:
    """The value of a text that `_scan` found in order (only surrogate pairs and long documents come here)."""
    del places
    value: JsonValue = json.loads(source.text, parse_float=exact_number, parse_int=exact_number)
    return value
