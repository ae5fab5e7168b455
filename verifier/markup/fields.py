"""The content of one claim or decision: what it says, its fields (`| rules: …`), and what is neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rulelang.verifier.markup.emphasis import unstressed
from rulelang.verifier.markup.lists import items, undenied
from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.ornaments import is_ornament
from rulelang.verifier.markup.quoting import mask, unquoted

_WORDS = (
    r"(?P<name>rule\(s\)|(?:(?:applied|cited|applicable|governing)[ \t])?"
    r"rules?(?:[ \t](?:cited|applied|used))?|cites?|citations?|(?:supporting[ \t])?evidences?"
    r"|passages?|exhibits?|(?:derived|inferred|follows)[ \t]from|from|based[ \t]on|depends[ \t]on|dependenc(?:y|ies)"
    r"|premises?|quote|world|says|formula|support(?:ed[ \t]by)?|sources?|ref(?:erence)?s?|grounds?|using"
)
_FIELD = re.compile(
    r"(?<![^\W_])(?<![^\W_]_)(?<!\.)(?<!counter[ -])(?<!contrary[ -])(?<!opposing )(?<!adverse )(?<!conflicting )"
    r"(?<!disconfirming )" + _WORDS + r")(?:[*_`]*[ \t]*:[*_`]*)",
    re.IGNORECASE,
)
_APART = (
    _WORDS + r"|see|per|by(?![ \t]+(?:no|any|all)[ \t]+means\b)|via|cf\.?)[*_`]*"
    r"(?:[ \t]*(?:=|→|⇒|:)[ \t]*|(?P<gap>[ \t]+)(?=[*_`\"]*\w)(?!(?:AND|OR|IN|BETWEEN|HAS"
    r"|against|contra)\b))"
)
_BEHIND = re.compile(r"(?P<border>[|(\[;,])[ \t*_`]*" + _APART, re.IGNORECASE)
"""A field without a colon, which is one behind a border alone: `| rules = r1`, `(from s1)`, `, see e1`."""
_BEGUN = re.compile(_APART, re.IGNORECASE)
_BORDER = re.compile(r"\||(?<!\\)[\[\]]")
_NAMES = {
    "rule": "rules", "applied": "rules", "cited": "rules", "applicable": "rules", "governing": "rules",
    "cite": "rules", "citation": "rules", "evidence": "evidence", "passage": "evidence",
    "exhibit": "evidence", "supporting": "evidence", "from": "from", "based": "from", "premise": "from",
    "derived": "from", "inferred": "from", "follows": "from", "depend": "from", "quote": "quote", "world": "world",
    "says": "says", "formula": "says",
}  # fmt: skip
"""What a field holds, by how its name begins; of the others what is named decides (`support: e1`, `see s2`)."""
_FROM = r"(?:(?:derived|inferred|follows)[ \t]+)?from|based[ \t]+on|depends[ \t]+on|premises?"
_DRAWS = re.compile(
    rf"^[ \t*_`(]*+(?:(?:←|<-|⇐)|(?:{_FROM})[*_`]*[ \t:])[*_`]*[ \t]*(?=[\w(])"
    rf"|(?:^|(?<=[^\W_])|(?<=[),]))[ \t*_`(]*+(?:{_FROM}|claims?|steps?|statements?)[*_`]*[ \t:]+(?=[*_`\w ]*\d)",
    re.IGNORECASE,
)
"""What says among rules or passages that claims follow, as in cells of tables: `evidence: from 1, 2`, `e1, claim 2`."""
_VOICES = frozenset(("per", "source", "sources"))
_NUMBER = re.compile(r"#?(?P<number>\d{1,6}(?:[ \t]*[-–][ \t]*\d{1,6})?)(?![\w.])[ \t,;]*")
_RULE = re.compile(r"rules?[ \t]+\w", re.IGNORECASE)
_JOINS = re.compile(r"(?:and|or)[ \t]", re.IGNORECASE)
_OPENED = {")": "(", "}": "{"}
_LOOSE = " \t.,;:|*_`–—-"
_WORLDS = frozenset(("given", "supposed", "", "none", "n/a"))
"""The two worlds of a what-if case; without a word it is the supposed one."""


@dataclass(slots=True)
class Content:
    """What was read of one claim so far; lines that follow add to it."""

    says: str = ""
    rules: list[str] = field(default_factory=list[str])
    """What the fields for rules hold, as it is written; so with passages."""
    evidence: list[str] = field(default_factory=list[str])
    sources: list[str] = field(default_factory=list[str])
    quote: str | None = None
    given: bool = False
    denied: list[str] = field(default_factory=list[str])
    """What is denied among the claims that it follows from: `s1-s3 except s2`."""
    glosses: list[str] = field(default_factory=list[str])
    """What stands in brackets there, and may say again what these claims say: `s1 (late)`."""
    bare: list[str] = field(default_factory=list[str])
    """Items in square brackets that no field names."""
    named: list[str] = field(default_factory=list[str])
    """Lists under a word that fits claims, rules and passages; of what is none of these the words are strays."""
    voiced: list[str] = field(default_factory=list[str])
    """Those of these lists that stand under a word that fits who says something, too: `per e1`, `source: the buyer`."""
    strays: list[str] = field(default_factory=list[str])
    """Pieces that are neither."""
    beside: list[str] = field(default_factory=list[str])
    """Pieces without a field, which may say of the formula whether it holds; else they are strays."""
    reasons: list[str] = field(default_factory=list[str])
    """Reasons that are told elsewhere, of which what they name is cited."""
    hedged: bool = False
    """Whether what is said is taken back beside it, so that it is no formula, whatever it looks like."""

    def hedge(self, words: Sequence[str]) -> None:
        """Takes back what is said by words beside it: they are kept with it, and it is no formula any more."""
        self.says = ", ".join((self.says, *words))
        self.hedged = True

    def holds(self) -> bool:
        """Whether there is anything in it."""
        return self != Content()

    def join(self, other: Content) -> None:
        """Takes in what another line says and cites; of two quotes the first."""
        self.says = "; ".join(one for one in (self.says, other.says) if one)
        self.rules += other.rules
        self.evidence += other.evidence
        self.sources += other.sources
        if self.quote is not None and other.quote is not None:
            self.strays.append(other.quote)
        self.quote = self.quote if self.quote is not None else other.quote
        self.given = self.given or other.given
        self.denied += other.denied
        self.glosses += other.glosses
        self.bare += other.bare
        self.named += other.named
        self.voiced += other.voiced
        self.strays += other.strays
        self.beside += other.beside
        self.reasons += other.reasons
        self.hedged = self.hedged or other.hedged


def is_field_name(text: str) -> bool:
    """Whether a field is called so, other than what is said.

    >>> is_field_name("depends on"), is_field_name("formula"), is_field_name("confidence")
    (True, False, False)
    """
    found = _FIELD.fullmatch(text + ":")
    return found is not None and found["name"].lower() not in ("says", "formula")


def begins_with_field(text: str) -> bool:
    """Whether a line, its bullet and emphasis taken off, begins with a field."""
    return _FIELD.match(text.lstrip(" \t*_`(|[")) is not None


def ends_with_field(text: str) -> bool:
    """Whether a line ends with the name of a field of identifiers: `p | rules:`, `From:`.

    >>> ends_with_field("p | rules:"), ends_with_field("**Evidence**:"), ends_with_field("p | quote:")
    (True, True, False)
    """
    if not text.rstrip(" \t*_`").endswith(":"):
        return False
    found = list(_FIELD.finditer(mask(text)))[-1:]
    return any(not text[one.end() :].strip(" \t*_`") and one["name"].lower() not in _NO_LISTS for one in found)


_NO_LISTS = frozenset(("quote", "world", "says", "formula"))


def fields_of(text: str) -> Content:
    """What the fields of one line hold."""
    content = Content()
    content.join(_content(text))
    return content


@remembered
def _content(text: str) -> Content:
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
    last, holder = "", None  # the field before, and the one in which a bracket is open
    for start, end in pairwise([*borders, len(text)]):
        chunk = text[start:end]
        if chunk.startswith("|"):
            holder = None
        elif text[:start].rstrip(" \t*_`").endswith("(") or (chunk.startswith("[") and last):
            holder = last
        if holder and chunk.startswith("]"):
            _go_on(content, holder, chunk[1:])
            holder = None
            continue
        name = _chunk(content, chunk, holder or "")
        if holder is None:
            last = name
        elif _closing(chunk) >= 0:
            holder = None


def _go_on(content: Content, field: str, rest: str) -> None:
    """What stands behind a bracket in a field: more of the field (`from: s1 (rule r1), s2`), or else a piece."""
    joined = _JOINS.match(rest.lstrip(" \t"))
    if joined is not None or rest.lstrip(" \t")[:1] in (",", ";"):
        rest = rest.lstrip(" \t")
        _chunk(content, f"{field}: {rest[1 if joined is None else joined.end() :]}")
    elif rest.strip(_LOOSE + "()"):
        content.beside.append(rest.strip(_LOOSE))


def _borders(hidden: str) -> list[int]:
    """Where a field or something else begins that is not what is said; `||` before all of these is a sign for OR."""
    named = {found.start() for found in _FIELD.finditer(hidden)}
    named |= {found.start("name") for found in _BEHIND.finditer(hidden) if found["border"] == "|" or _is_apart(found)}
    signs = [found.start() for found in _BORDER.finditer(hidden)]
    first = next(
        (at for at in signs if hidden[at] != "|" or "|" not in (hidden[at - 1 : at], hidden[at + 1 : at + 2])), None
    )
    starts: list[int] = [*named] if first is None else [*named, first]
    limit = min(starts, default=len(hidden))
    before = hidden[:limit].rstrip(" \t*_`")
    kept = len(before.rstrip("|")) if before.endswith("|") else limit
    return sorted(named.union(at for at in signs if at >= kept))


def _is_apart(found: re.Match[str]) -> bool:
    """Whether this is a field: `(rule = 5 OR p)` is none, `(rule r5)` is."""
    return not found[0].rstrip(" \t").endswith("=") and found["name"].lower() not in ("formula", "says")


def _unopened(said: str) -> str:
    """Without the bracket, dash or comma that leads to the first field."""
    while said and (said[-1] in "*_`–—,;:" or said.endswith((" -", "(", " {")) or said == "-"):
        if said[-1] == "_" and unstressed(said)[-1:] != "_":
            break
        said = said[:-1].rstrip(" \t")
    return said


def _chunk(content: Content, chunk: str, holder: str = "") -> str:
    """Reads a piece; gives the name of the field that it is, if any.

    Args:
        holder: the field in a bracket of which it stands.
    """
    bracketed = chunk.startswith("[")
    chunk = chunk[1:] if chunk[:1] in ("|", "[", "]") else chunk
    found = _FIELD.match(chunk) or _BEGUN.match(chunk)
    if found is None:
        rest = chunk.strip(_LOOSE + "()")
        if rest and not is_ornament(rest):
            (content.bare if bracketed else content.beside).append(rest)
        return ""
    kind = next((kind for key, kind in _NAMES.items() if found["name"].lower().startswith(key)), "named")
    value = _closed(content, chunk[found.end() :], holder).strip(" \t")
    while value.endswith((")", "}", ";", ",", ".")) and _OPENED.get(value[-1], "\0") not in value:
        value = value[:-1].rstrip(" \t")
    drawn = _DRAWS.search(value) if kind in ("rules", "evidence") else None
    if drawn is not None:
        _draw(content, value[drawn.end() :])
        value = value[: drawn.start()]
    if kind == "evidence" and found.groupdict().get("gap") and (number := _NUMBER.match(value)) is not None:
        content.evidence.append(number["number"])  # `(Exhibit 2, s1)`
        value = value[number.end() :]
    if kind in ("rules", "evidence") and found.groupdict().get("gap"):
        kind = "bare"  # `[Rule R12, e1]`: the word is the first item's alone
    if kind == "named" and _RULE.match(value):
        kind = "bare"  # `per rule r1`
    match kind:
        case "says":
            content.says = f"{content.says} {value.strip()}".strip()
        case "quote" if content.quote is not None and value:
            content.strays.append(chunk.strip(_LOOSE))
        case "quote":
            content.quote = unquoted(value) or None
        case "world":
            named = value.strip(_LOOSE + "\"'“”‘’()").lower().removeprefix("as ").strip()
            content.given = content.given or named == "given"
            if named not in _WORLDS:
                content.beside.append(chunk.strip(_LOOSE))
        case "rules" if items(value, []):
            content.rules.append(value)
        case "evidence" if items(value, []):
            content.evidence.append(value)
        case "rules" | "evidence":
            items(value, content.strays)
        case "bare":
            content.bare.append(value)
        case "named":
            content.named.append(value)
            if found["name"].lower() in _VOICES:
                content.voiced.append(value)
        case _:
            _draw(content, value)
    return "" if kind == "says" else found["name"]


def _draw(content: Content, value: str) -> None:
    """Reads from which claims one follows, and what else stands there: `s1 (late), not s2, under r3`."""

    def gloss(found: re.Match[str]) -> str:
        if not found[1].strip() or _ID.search(found[1]) is not None:
            return found[0]
        content.glosses.append(found[1].strip())
        return " "

    denied: list[str] = []
    value = undenied(_GLOSS.sub(gloss, value), denied)
    content.denied += denied
    content.strays += denied
    under = _UNDER.search(value)
    if under is not None:
        content.named.append(value[under.end() :])
        value = value[: under.start()]
    content.sources += items(value, content.strays)


_GLOSS = re.compile(r"(?<=[\w*_`])[ \t]*\(([^()]*)\)")
_ID = re.compile(r"(?<![\w.])(?:[A-Za-z]{0,2}\d|\w+\.\w)")
"""An identifier, not of a claim alone: `s1 (r2)`."""
_UNDER = re.compile(
    r"(?:^|(?<=[\w*_`)]))[ \t,;]*(?<!\w)(?:and[ \t]+)?(?:under|per|by|via|using|applying"
    r"|pursuant[ \t]+to|according[ \t]+to|in[ \t]+accordance[ \t]+with"
    r"|together[ \t]+with|by[ \t]+virtue[ \t]+of|with)[ \t]+(?=[*_`]*\w)",
    re.IGNORECASE,
)
"""Behind the claims the rule by which one follows from them: `from s1, under r3`."""


def _closed(content: Content, value: str, holder: str) -> str:
    """A field's value up to the bracket that closes it; what goes on behind (`p (rule: r); q`) is said, or a stray."""
    at = _closing(value)
    if at < 0:
        return value
    if holder:
        _go_on(content, holder, value[at + 1 :])
        return value[:at]
    rest = _unopened(value[at + 1 :].strip(" \t.*_`"))
    if _is_open(content.says) and (rest.strip(_LOOSE) or content.says.lstrip(" *_`").startswith("(")):
        content.says += ")"  # else it is left open: `p (r1)` might be an argument, `p (r1, from s2)` is not
    if rest[:1] in (";", ",") and rest.strip(_LOOSE):
        content.says = f"{content.says}; {rest[1:].strip()}"
    elif _JOINS.match(rest):
        content.says = f"{content.says} {rest}"
    elif rest.strip(_LOOSE + "()"):
        content.beside.append(rest.strip(_LOOSE))
    return value[:at]


def _closing(value: str) -> int:
    """Where the bracket closes in which a piece stands; -1: nowhere in it."""
    depth = 0
    for at, char in enumerate(mask(value)):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return at
    return -1


def _is_open(said: str) -> bool:
    """Whether a bracket in what is said is closed behind a field: `p (r1, from s2)`."""
    hidden = mask(said)
    return hidden.count("(") > hidden.count(")")
