"""Writes JSON with exact numbers: 28.5 stays 28.5, and 0.1 is never 0.1000000000000000055."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast


def json_line(value: Any) -> str:
    """A JSON document on one line.

    A fraction that has no finite decimal expansion (1/3) is written as the string `"1/3"`, which `records` reads.

    >>> json_line({"weight": Fraction(57, 2), "paid": [True, None, "é"]})
    '{"weight": 28.5, "paid": [true, null, "é"]}'
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    if isinstance(value, Fraction):
        return decimal(value) or f'"{value}"'
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        return "{" + ", ".join(f"{json_line(key)}: {json_line(item)}" for key, item in members.items()) + "}"
    return "[" + ", ".join(map(json_line, value)) + "]"


def decimal(value: Fraction) -> str | None:
    """The finite decimal expansion of a fraction, None if it has none.

    >>> decimal(Fraction(-1, 8)), decimal(Fraction(1, 3))
    ('-0.125', None)
    """
    rest, places = value.denominator, 0
    while rest % 10 == 0:
        rest, places = rest // 10, places + 1
    for prime in (2, 5):
        while rest % prime == 0:
            rest, places = rest // prime, places + 1
    if rest != 1:
        return None
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
