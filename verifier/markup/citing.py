"""What a field for rules or passages cites, where it is prose: `pursuant to rule r13`, `r13, not r14`, `Exhibit 2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from rulelang.verifier.markup.fields import items
from rulelang.verifier.markup.quoting import strings

_DENIED = re.compile(
    r"(?<![\w.])(?:but[ \t]+)?(?:not|instead[ \t]+of|rather[ \t]+than|except(?:[ \t]+for)?|excluding|other[ \t]+than"
    r"|unlike|without|nor|never)[ \t]+[^,;]*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?P<prefix>[^\W\d]+)0*(?P<number>\d+)")
_LIKE_ID = re.compile(r"[^\W\d_]{1,3}\d{1,6}[a-z]?(?:[.\-–—]\w+)*|\w+(?:[._]\w+)+", re.IGNORECASE)


_FILLING = frozenset(
    ("the", "a", "in", "of", "to", "by", "per", "as", "under", "pursuant", "according", "with", "rule", "rules",
     "clause", "see", "on", "and", "its", "from", "applied", "applying", "applies", "passage", "exhibit")
)  # fmt: skip
"""Words that add nothing to the identifiers beside them."""


def listed(value: str, strays: list[str]) -> list[str]:
    """The items of a field: identifiers, and phrases in which some may stand; what is denied goes to `strays`.

    >>> listed("r13, not r14", []), listed("pursuant to rule r13; r2", []), listed("r1 and r2", [])
    (['r13'], ['pursuant to rule r13', 'r2'], ['r1', 'r2'])
    """
    for start, end in reversed(list(strings(value))):
        words = items(value[start + 1 : end - 1], [])
        if len(words) > 1 and not all(map(_is_like_id, words)):  # the words of a passage
            strays.append(value[start:end])
            value = f"{value[:start]} {value[end:]}"

    def denied(found: re.Match[str]) -> str:
        strays.append(found[0].strip())
        return " "

    found: list[str] = []
    for item in re.split(r"[;,]", value) if _is_prose(value := _DENIED.sub(denied, value)) else [value]:
        words = items(item, strays)
        if len(words) > 1 and words[0].lower() in ("none", "n/a", "nothing"):  # `none (a fact)`
            strays.append(item.strip())
        elif len(words) > 1 and not all(map(_is_like_id, words)) and not re.search(r"[,;]", item):
            found.append(" ".join(item.split()))
        else:
            found += words
    return found


def _is_like_id(word: str) -> bool:
    return word.isdecimal() or _LIKE_ID.fullmatch(word) is not None


def _is_prose(value: str) -> bool:
    """Whether some item of a list is more than one word."""
    return any(len(items(item, [])) > 1 for item in re.split(r"[;,]", value))


def named(
    listed: Iterable[str], known: Mapping[str, str], is_known: Callable[[str], bool], strays: list[str]
) -> list[str]:
    """The identifiers among the items of a field; the words of a phrase that are none go to `strays`.

    Args:
        known: the identifiers of this kind, by their small letters; empty where no case is at hand.
    """
    found: list[str] = []
    for item in listed:
        words = items(item, []) if " " in item else [item]
        sure = [word for word in words if is_known(word) or _LIKE_ID.fullmatch(word)]
        if len(words) > 1 and known:
            kept = [word for word in words if word in sure or _clause(word, sure, known)]
        else:
            kept = sure if sure and len(words) > 1 else words
        if not _FILLING.issuperset(word.lower() for word in words if word not in kept):
            strays.append(item)
        found += kept
    return _with_clauses(found, known)


def _clause(word: str, rules: Sequence[str], known: Mapping[str, str]) -> bool:
    return any(f"{rule}.{word}".lower() in known for rule in rules)


def _with_clauses(words: Iterable[str], known: Mapping[str, str]) -> list[str]:
    """`R12, str` as the clause of that rule, if there is no other such name."""
    found: list[str] = []
    for word in words:
        if found and word.lower() not in known and f"{found[-1]}.{word}".lower() in known:
            found[-1] = f"{found[-1]}.{word}"
        else:
            found.append(word)
    return found


def by_number(word: str, known: Mapping[str, str]) -> str | None:
    """The passage of a number (`Exhibit 2`), if the passages of the case are numbered in one series.

    >>> by_number("2", {"e1": "e1", "e02": "E02"}), by_number("1", {"e1": "e1", "x1": "x1"})
    ('E02', None)
    """
    series = [found for name in known if (found := _NUMBERED.fullmatch(name)) is not None]
    if len({one["prefix"] for one in series}) != 1 or len(series) != len(known):
        return None
    return next((known[one[0]] for one in series if int(one["number"]) == int(word)), None)
