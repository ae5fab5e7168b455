"""Literals: known values as RuleLang writes them, exactly."""

from __future__ import annotations

import datetime
from fractions import Fraction

from rulelang.grammar.model import Constant_
from rulelang.grammar.resolving.sentences import NAME
from rulelang.grammar.values import DAY, Duration, NoneValue


def value_text(value: Constant_, unit: str | None = None) -> str:
    """A known value as people write it: `30 usd`, `2024-02-29`, `NONE`, `basic`, `"Antalya"`.

    >>> value_text(Fraction(57, 2)), value_text(1245, "usd")
    ('28.5', '1_245 usd')
    """
    match value:
        case str():
            return value if NAME.match(value) else quoted(value)
        case int() | Fraction():
            return _number(Fraction(value), unit)
        case datetime.datetime():
            return time_text(value)
        case datetime.date():
            return value.isoformat()
        case Duration(months, seconds):
            parts = [_months(months)] if months else []
            return " + ".join([*parts, _seconds(seconds)] if seconds or not parts else parts)
        case NoneValue():
            return "NONE"


def decimal(value: Fraction, grouped: bool = False) -> str:
    """A rational as a decimal, exactly: `1_000.5`; as a quotient where no decimal is exact: `1 / 3`.

    Thousands are set apart from five digits on, with `grouped` (amounts with a unit) from four; so a year stays
    `2024`.
    """
    if value < 0:
        return "-" + decimal(-value, grouped)
    places = decimal_places(value.denominator)
    if places is None:
        return f"{decimal(Fraction(value.numerator), grouped)} / {decimal(Fraction(value.denominator))}"
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    whole, part = (digits[:-places], digits[-places:]) if places else (digits, "")
    if len(whole) > 4 or (grouped and len(whole) == 4):
        head = len(whole) % 3 or 3
        whole = "_".join([whole[:head], *(whole[i : i + 3] for i in range(head, len(whole), 3))])
    return f"{whole}.{part}" if part else whole


def decimal_places(denominator: int) -> int | None:
    """How many decimals a fraction with this denominator has, or None if they never end."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None


def quoted(text: str) -> str:
    """A text between quotes, with what ends a string escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def time_text(value: datetime.datetime) -> str:
    """`2024-05-15T15:00`, with seconds where there are any."""
    return value.isoformat(timespec="seconds" if value.second else "minutes")


def _number(value: Fraction, unit: str | None) -> str:
    text = decimal(abs(value), grouped=unit is not None)
    if unit is not None:
        text += f" {unit}"
    if value >= 0:
        return text
    # A minus sign binds more strongly than the sign of division.
    return f"-({text})" if "/" in text else f"-{text}"


def _months(months: int) -> str:
    amount, unit = (months, "MONTHS") if months % 12 else (months // 12, "YEARS")
    return f"{decimal(Fraction(amount))} {unit}"


def _seconds(seconds: int) -> str:
    for size, unit in ((DAY, "DAYS"), (3600, "HOURS"), (60, "MINUTES")):
        if seconds % size == 0:
            return f"{decimal(Fraction(seconds // size))} {unit}"
    return f"{decimal(Fraction(seconds))} SECONDS"
