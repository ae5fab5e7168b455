"""The content of one claim or decision: what it says, its fields (`| rules: …`), and what is neither."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from rulelang.verifier.markup.emphasis import unstressed
from rulelang.verifier.markup.quoting import mask, unquoted

_FIELD = re.compile(
    r"(?<![^\W_])(?<![^\W_]_)(?<!\.)"
    r"(?P<name>rules?(?:[ \t](?:cited|applied|used))?|cites?|citations?|evidence|passages?|exhibits?|from"
    r"|based[ \t]on|premises?|quote|world|says|formula)(?:[*_`]*[ \t]*:[*_`]*)",
    re.IGNORECASE,
)
_BORDER = re.compile(r"[|\[\]]")
_NAMES = {
    "rule": "rules", "cite": "rules", "citation": "rules", "evidence": "evidence", "passage": "evidence",
    "exhibit": "evidence", "from": "from", "based": "from", "premise": "from", "quote": "quote", "world": "world",
    "says": "says", "formula": "says",
}  # fmt: skip
_LOOSE = " \t.,;:|*_`–—-"
_WORLDS = frozenset(("given", "supposed", "", "none", "n/a"))
"""The two worlds of a what-if case; without a word it is the supposed one."""


@dataclass(slots=True)
class Content:
    """What was read of one claim so far; lines that follow add to it."""

    says: str = ""
    rules: list[str] = field(default_factory=list[str])
    evidence: list[str] = field(default_factory=list[str])
    sources: list[str] = field(default_factory=list[str])
    quote: str | None = None
    given: bool = False
    bare: list[str] = field(default_factory=list[str])
    """Items in square brackets that no field names."""
    strays: list[str] = field(default_factory=list[str])
    """Pieces that are neither."""

    def holds(self) -> bool:
        """Whether there is anything in it."""
        return self != Content()


def begins_with_field(text: str) -> bool:
    """Whether a line, its bullet and emphasis taken off, begins with a field."""
    return _FIELD.match(text.lstrip(" \t*_`(|[")) is not None


def fields_of(text: str) -> Content:
    """What the fields of one line hold."""
    content = Content()
    add(content, text)
    return content


def has_field(text: str) -> bool:
    """Whether a line has a field that is set apart by `|` or a bracket."""
    return any(
        before and before[-1] in "|[("
        for found in _FIELD.finditer(mask(text))
        for before in [text[: found.start()].rstrip(" \t*_`")]
    )


def add(content: Content, text: str) -> None:
    """Reads the text of one line, or what is left of it, into the content."""
    hidden = mask(text)
    borders = _borders(hidden)
    inside = hidden.lstrip(" \t*_`").startswith("[")
    if inside and not content.says and _FIELD.match(text.lstrip(" \t*_`[")) is None:
        # `[to_affiliate] | …`: the brackets hold what is said.
        close = hidden.find("]")
        content.says = text[: close if close > 0 else len(text)].strip(" \t*_`[")
        add(content, "|" + text[close + 1 :] if close > 0 else "")
        return
    first = borders[0] if borders else len(text)
    said = text[:first].rstrip(" \t")
    if borders:
        said = _unopened(said)
    content.says = f"{content.says} {said.strip()}".strip()
    for start, end in pairwise([*borders, len(text)]):
        _chunk(content, text[start:end])


def _borders(hidden: str) -> list[int]:
    """Where a field or something else begins that is not what is said; `||` before all of these is a sign for OR."""
    named = {found.start() for found in _FIELD.finditer(hidden)}
    signs = [found.start() for found in _BORDER.finditer(hidden)]
    first = next(
        (at for at in signs if hidden[at] != "|" or "|" not in (hidden[at - 1 : at], hidden[at + 1 : at + 2])), None
    )
    starts: list[int] = [*named] if first is None else [*named, first]
    limit = min(starts, default=len(hidden))
    before = hidden[:limit].rstrip(" \t*_`")
    kept = len(before.rstrip("|")) if before.endswith("|") else limit
    return sorted(named.union(at for at in signs if at >= kept))


def _unopened(said: str) -> str:
    """Without the bracket, dash or comma that leads to the first field."""
    while said and (said[-1] in "*_`–—,;:" or said.endswith((" -", "(")) or said == "-"):
        if said[-1] == "_" and unstressed(said)[-1:] != "_":
            break
        said = said[:-1].rstrip(" \t")
    return said


def _chunk(content: Content, chunk: str) -> None:
    bracketed = chunk.startswith("[")
    chunk = chunk[1:] if chunk[:1] in ("|", "[", "]") else chunk
    found = _FIELD.match(chunk)
    if found is None:
        rest = chunk.strip(_LOOSE + "()")
        if rest:
            (content.bare if bracketed else content.strays).append(rest)
        return
    kind = _NAMES[next(key for key in _NAMES if found["name"].lower().startswith(key))]
    value = chunk[found.end() :].strip(" \t")
    while value.endswith((")", ";", ",", ".")) and not (value.endswith(")") and "(" in value):
        value = value[:-1].rstrip(" \t")
    match kind:
        case "says":
            content.says = f"{content.says} {value.strip()}".strip()
        case "quote":
            content.quote = unquoted(value) or None
        case "world":
            named = value.strip(_LOOSE + "\"'“”‘’()").lower().removeprefix("as ").strip()
            content.given = content.given or named == "given"
            if named not in _WORLDS:
                content.strays.append(chunk.strip(_LOOSE))
        case "rules":
            content.rules += items(value, content.strays)
        case "evidence":
            content.evidence += items(value, content.strays)
        case _:
            content.sources += items(value, content.strays)


# ------------------------------------------------------------------------------------------------------ lists

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
    ]
)
_NOTE = re.compile(r"\(([^()]*)\)")
_RANGE = re.compile(
    r"(?P<prefix>[^\W\d]*)(?P<low>\d{1,9})[ \t]*(?:-|–|—|\.\.+|…|to|through|thru|until)[ \t]*(?P<again>[^\W\d]*)"
    r"(?P<high>\d{1,9})",
    re.IGNORECASE,
)
_JOINED = re.compile(r"[ \t]*(-|–|—|\.\.+|…|\b(?:to|through|thru|until)\b)[ \t]*", re.IGNORECASE)


def items(value: str, strays: list[str]) -> list[str]:
    """The identifiers that a field lists; remarks in brackets go to `strays`.

    >>> items("Rule R12, and `consent.full` (the exception); s1 to s3", [])
    ['R12', 'consent.full', 's1-s3']
    >>> items("none", [])
    []
    """

    def note(found: re.Match[str]) -> str:
        if " " not in found[1].strip():
            return f" {found[1]} "
        strays.append(found[1].strip())
        return " "

    found: list[str] = []
    for item in re.split(r"[,;]", _NOTE.sub(note, value)):
        words = [word for one in _joined(item).split() if (word := bare(one))]
        while len(words) > 1 and words[0].lower() in _PREFIXES:
            words = words[1:]
        found += [word for word in words if word.lower() not in ("and", "&", "+") or len(words) == 1]
    return [] if len(found) == 1 and found[0].lower() in _NOTHING else found


def bare(word: str) -> str:
    """An identifier without what stands around it, but for underscores in pairs: it may be called so."""
    word = word.strip("*`'\"“”‘’()[]{}<>").rstrip(".,:;!").strip("*`'\"“”‘’()[]{}<>").lstrip("#§")
    return word if word.startswith("_") else word.removesuffix("__")


def _joined(item: str) -> str:
    """`s1 to s3` as one word."""
    item = item.strip(" \t.")
    words = item.split()
    while len(words) > 1 and words[0].lower() in _PREFIXES:
        words = words[1:]
    whole = " ".join(bare(word) or word for word in words)
    if _RANGE.fullmatch(whole):
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
