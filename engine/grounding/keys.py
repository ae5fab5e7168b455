"""Keys of facts, contests and definitions: `weight(b1)`, `salary(c1, 2)`, `DONE cancel("72T71H")`.

A key is the atom as a rule file writes it; a sentence is its own key.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from fractions import Fraction

from rulelang.grammar.model import Constant_
from rulelang.grammar.resolving.kinds import number_words
from rulelang.grammar.resolving.sentences import NAME
from rulelang.grammar.values import DAY, Duration, NoneValue


def key(name: str, args: Sequence[Constant_] = ()) -> str:
    """The key of a fact, an outcome, an action or a definition at these arguments.

    >>> key("wed", ("alice", "Bob S.")), key("salary", ("c1", 2)), key("fraud")
    ('wed(alice, "Bob S.")', 'salary(c1, 2)', 'fraud')
    """
    if not args:
        return name
    return f"{name}({', '.join(map(argument, args))})"


def done_key(name: str, args: Sequence[Constant_] = ()) -> str:
    """The key of the fact that an action was done."""
    return "DONE " + key(name, args)


def argument(value: Constant_) -> str:
    """A value as it stands in a key."""
    match value:
        case str():
            if NAME.match(value):
                return value
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case int():
            # Python refuses to write a number of more than 4,300 digits in decimal.
            return str(value) if value.bit_length() < 10_000 else hex(value)
        case Fraction():
            if max(value.numerator.bit_length(), value.denominator.bit_length()) >= 10_000:
                return f"{argument(value.numerator)}/{argument(value.denominator)}"
            return number_words(value).replace("_", "")
        case datetime.datetime():
            return value.isoformat(timespec="seconds" if value.second else "minutes")
        case datetime.date():
            return value.isoformat()
        case Duration():
            return _duration(value)
        case NoneValue():
            return "NONE"


def _duration(value: Duration) -> str:
    parts = [f"{value.months} MONTHS"] if value.months else []
    days, seconds = divmod(value.seconds, DAY)
    if not seconds:
        if days or not parts:
            parts.append(f"{days} DAYS")
    elif value.seconds % 3600 == 0:
        parts.append(f"{value.seconds // 3600} HOURS")
    elif value.seconds % 60 == 0:
        parts.append(f"{value.seconds // 60} MINUTES")
    else:
        parts.append(f"{value.seconds} SECONDS")
    return " + ".join(parts)
