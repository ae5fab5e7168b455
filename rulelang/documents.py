"""JSON documents as Python gives them: a mapping, a text, bytes or a file, all read as strictly as a file is."""

from __future__ import annotations

import datetime
import math
import os
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias, cast

from rulelang.bundled import read_file
from rulelang.engine.records.json_write import json_line
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.json_text import DEPTH, DIGITS, JsonText, decode_json, json_text, pointer

Json: TypeAlias = "Mapping[str, Any] | str | bytes | os.PathLike[str]"
"""A JSON object: as a mapping, as text, as bytes, or in a file."""


def document(given: Json, name: str) -> JsonText:
    """The document, with the text in which its values can be pointed at.

    Args:
        given: a `str` is the text itself, a `Path` the file that holds it.
        name: what messages call a document that is in no file.

    Raises:
        RuleLangError: it can't be read (RL491), or is not strict JSON (RL450 to RL455; also a mapping that is too deep,
            holds itself, or holds a number that is too long).
        TypeError: a mapping holds what JSON has no word for.

    >>> document({"weight": 0.1, "sent_on": datetime.date(2024, 2, 29)}, "a case").source.text
    '{"weight": 0.1, "sent_on": "2024-02-29"}'
    """
    if isinstance(given, Mapping):
        given = json_line(_plain(given, "", 0))
    if isinstance(given, bytes):
        return json_text(decode_json(given, name))
    if isinstance(given, str):
        return json_text(decode_json(given.encode("utf-8", "surrogatepass"), name))
    return json_text(decode_json(read_file(given), os.fspath(given)))


def is_json(text: str) -> bool:
    """Whether a text is meant as JSON rather than as a name or a path; what is blank names nothing either.

    >>> [is_json(text) for text in (' {"case": "c"}', "[]", "null", "", "answer.json", "nulls.json")]
    [True, True, True, True, False, False]
    """
    bare = text.strip("\ufeff \t\r\n")
    return bare.startswith(("{", "[", '"')) or bare in ("", "null", "true", "false")


def _plain(value: object, place: str, depth: int) -> Any:
    """The value as JSON has it; numbers stay exact: a float is the decimal number that Python shows for it."""
    match value:
        case None | bool() | str():
            return value
        case int() | Fraction():
            if max(abs(value.numerator), value.denominator) >= _TOO_LONG:
                raise _refused("RL455", "the number is too long", f"at most {DIGITS} digits are read", place)
            return value
        case float() | Decimal():
            if not math.isfinite(value):
                hint = "leave the value out, or write null"
                raise _refused("RL452", f"`{value}` is not a JSON number", hint, place)
            return Fraction(str(value))
        case datetime.datetime():
            return value.isoformat(timespec="minutes")
        case datetime.date():
            return value.isoformat()
        case Mapping() | Sequence() if depth >= DEPTH and not isinstance(value, bytes | bytearray):
            raise _refused("RL453", f"nested deeper than {DEPTH} levels", "flatten the document", "")
        case Mapping():
            members = cast("Mapping[object, object]", value)
            return {
                _key(key, place): _plain(item, place + pointer(str(key)), depth + 1) for key, item in members.items()
            }
        case Sequence() if not isinstance(value, bytes | bytearray):
            items = cast("Sequence[object]", value)
            return [_plain(item, place + pointer(number), depth + 1) for number, item in enumerate(items)]
        case _:
            raise TypeError(f"a {type(value).__name__} at `{place or '/'}` is nothing that JSON can say")


_TOO_LONG = 10**DIGITS


def _refused(code: str, message: str, hint: str, place: str) -> RuleLangError:
    return RuleLangError([Diagnostic(code, message, None, hint=hint, pointer=place)])


def _key(key: object, place: str) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key at `{place or '/'}` is a {type(key).__name__}, not a str")
    return key
