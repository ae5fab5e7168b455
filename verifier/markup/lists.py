"""Lists of identifiers as models write them: `Rule R12, and s1 to s3`."""

from __future__ import annotations

import re

from rulelang.verifier.markup.latex import IN_TEXT
from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.ornaments import plain_list

_NOTHING = frozenset(("none", "n/a", "na", "nil", "nothing", "null", "-", "–", "—"))
_PREFIXES = frozenset(
    [
        "rule",
        "rules",
        "claim",
        "claims",
        "evidence",
        "passage",
        "passages",
        "exhibit",
        "exhibits",
        "clause",
        "clauses",
        "section",
        "sections",
        "step",
        "steps",
        "statement",
        "and",
        "&",
        "§",
        "no.",
        "nr.",
        "number",
        "all",
        "both",
        "of",
        "see",
        "per",
        "via",
        "cf",
        "cf.",
        "from",
        "combining",
    ]
)
_NOTE = re.compile(r"\(([^()]*)\)")
_UNTRUE = frozenset(("false", "untrue", "wrong", "incorrect"))
_APART = re.compile(r"[^\W\d]+\d{1,9}[ \t]+[-–—][ \t]+\d{1,9}")
"""`r2 – 4` cites `r2`, and claim 4; `r2-4` is a range."""
_RANGE = re.compile(
    r"(?P<prefix>[^\W\d]*)(?P<low>\d{1,9})[ \t]*(?:-|–|—|\.\.+|…|to|through|thru|until)[ \t]*(?P<again>[^\W\d]*)"
    r"(?P<high>\d{1,9})",
    re.IGNORECASE,
)
_ELLIPSIS = re.compile(r"(?<![\w.])([^\W\d]*\d{1,9})[ \t]*,[ \t]*(?:\.\.+|…)[ \t]*,?[ \t]*([^\W\d]*\d{1,9})(?![\w.])")
"""`s1, …, s12` is `s1-s12`."""
_SIGN = re.compile(r"[–—|]+")
_JOINED = re.compile(r"[ \t]*(-|–|—|\.\.+|…|\b(?:to|through|thru|until)\b)[ \t]*", re.IGNORECASE)


def items(value: str, strays: list[str]) -> list[str]:
    """The identifiers that a field lists; remarks in brackets go to `strays`.

    >>> items("Rule R12, and `consent.full` (the exception); s1 to s3", [])
    ['R12', 'consent.full', 's1-s3']
    >>> items("none", [])
    []
    """
    found, beside = _items(value)
    strays += beside
    return [*found]


@remembered
def _items(value: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The identifiers, and the remarks."""
    strays: list[str] = []

    def note(found: re.Match[str]) -> str:
        if " " not in found[1].strip() and found[1].strip().lower() not in _UNTRUE:
            return f" {found[1]} "
        strays.append(found[1].strip())
        return " "

    found: list[str] = []
    value = plain_list(without_math(value), strays)
    for item in re.split(r"[,;]|(?<=\d)[/+&](?=[^\W\d]{0,2}\d)", _NOTE.sub(note, _ELLIPSIS.sub(r"\1-\2", value))):
        words = [word for one in _joined(item).split() if (word := bare(one)) and not _SIGN.fullmatch(word)]
        while len(words) > 1 and words[0].lower() in _PREFIXES:
            words = words[1:]
        found += [word for word in words if word.lower() not in ("and", "&", "+") or len(words) == 1]
    return () if len(found) == 1 and found[0].lower() in _NOTHING else tuple(found), tuple(strays)


_MATH = re.compile(
    r"(?<!\$)\$++[ \t]*+(?=[^\W\d]|\\)([^$\r\n]{1,200}?)[ \t]*\$+"
    r"|\\\((.{1,200}?)\\\)|\\\[(.{1,200}?)\\\]"
)
_INDEX = re.compile(r"(?<=[^\W\d_])_(?:\{(\d+)\}|(\d+))(?!\w)")


def without_math(value: str) -> str:
    r"""A list without the marks of LaTeX around identifiers.

    >>> without_math(r"$r3.ins$, \(\text{e6}\) and $s_{1}$"), without_math(r"r1\_a, $5")
    ('r3.ins, e6 and s1', 'r1_a, $5')
    """
    if "$" not in value and "\\" not in value:
        return value

    def inner(found: re.Match[str]) -> str:
        said = found[1] or found[2] or found[3]
        return _INDEX.sub(lambda index: index[1] or index[2], IN_TEXT.sub(r"\1", said))

    return IN_TEXT.sub(r"\1", _MATH.sub(inner, value)).replace("\\_", "_").replace("\\ ", " ").replace("\\,", " ")


_DENIED = re.compile(
    r"(?<![\w.])[\w.]+[ \t]*\([ \t]*(?:against|contra|contrary|opposing|opposed|adverse|con)(?!\w)[ \t]*\)?"
    r"|(?<![\w.])(?:but[ \t]+)?(?:not|instead[ \t]+of|rather[ \t]+than|except(?:[ \t]+for)?|excluding|other[ \t]+than"
    r"|unlike|without|nor|never|ignoring|minus|excepting|no[ \t]+longer|contra|against|versus|contrary[ \t]+to|despite)"
    r"(?:[ \t]+|:[ \t]*)[^,;]*",
    re.IGNORECASE,
)


def undenied(value: str, strays: list[str]) -> str:
    """A list without what it denies: `s2, not s1`; that goes to `strays`."""

    def denied(found: re.Match[str]) -> str:
        strays.append(found[0].strip())
        return " "

    return _DENIED.sub(denied, value)


_AROUND = "*`'\"“”„‟‘’‚«»‹›()[]{}<>"


def bare(word: str) -> str:
    """An identifier without what stands around it, but for underscores in pairs: it may be called so."""
    word = word.strip(_AROUND).rstrip(".,:;!").strip(_AROUND).lstrip("#§")
    return word if word.startswith("_") else word.removesuffix("__")


def _joined(item: str) -> str:
    """`s1 to s3` as one word."""
    item = item.strip(" \t.")
    words = item.split()
    while len(words) > 1 and words[0].lower() in _PREFIXES:
        words = words[1:]
    whole = " ".join(bare(word) or word for word in words)
    if _RANGE.fullmatch(whole) and _APART.fullmatch(whole) is None:
        return _JOINED.sub("-", whole, count=1)
    return item


def ends_of(word: str) -> tuple[str, int, int] | None:
    """The prefix and the numbers of a range of identifiers.

    >>> ends_of("s1-s3"), ends_of("e2–4"), ends_of("consent.full")
    (('s', 1, 3), ('e', 2, 4), None)
    """
    found = _RANGE.fullmatch(word)
    if found is None or (found["again"] and found["again"].lower() != found["prefix"].lower()):
        return None
    low, high = int(found["low"]), int(found["high"])
    return (found["prefix"], low, high) if low <= high else None
