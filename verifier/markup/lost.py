"""What lines that were left aside look like: a decision, a claim or a field that was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Literal, TypeAlias

from rulelang.verifier.markup.apart import reads
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.saying import Saying

Likeness: TypeAlias = Literal["decision", "claim", "field"]

MENDED: dict[Likeness, str] = {
    "decision": "a decision is a line of its own: `DECISION: MUST pay`, with one formula for each thing that is asked",
    "claim": "a claim is a line of its own, and holds nothing but the formula and fields: `CLAIM s1: p | rules: r1`",
    "field": "fields stand behind their claim (`CLAIM s1: p | rules: r1 | from: s2`), or right below it: `rules: r1`",
}
"""How each is written so that it is read."""

_DECIDES = re.compile(
    r"\W*+(?:(?:so|thus|hence|therefore|finally|overall|my|our|the|final|overall|bottom|in)[\s,]+){0,4}"
    r"(?:decisions?|verdict|ruling|holding|answer|conclusion|determination|disposition|line|(?:i"
    r"|we)[ \t]+(?:now[ \t]+|therefore[ \t]+|thus[ \t]+|hereby[ \t]+)?"
    r"(?:decide|rule|hold|conclude|answer|find))(?!\w)",
    re.IGNORECASE,
)
_CITES = re.compile(
    r"\W*+(?:(?:applied|applicable|supporting|relevant|cited|see|using|based|follows|derived|rests|depends|on|from"
    r"|by|per|under)[ \t]+){0,2}"
    r"(?:rules?|clauses?|evidence|passages?|exhibits?|from|premises?|sources?|support|citations?|cites?|refs?"
    r"|based[ \t]+on|follows[ \t]+from|see)"
    r"(?:[ \t]*(?:\(s\))?[ \t]*[:=→>–—-]+[ \t]*|[ \t]+)(?P<rest>\S.*)",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r"\W*+(?:claims?|statement|judge?ment)[ \t]*+(?:no\.?[ \t]*|#)?\w{0,4}[ \t]*[:.)=–—-][\s*_`]*\w", re.IGNORECASE
)
_SIGNED = re.compile(r"(?<!\w)(?:MUST|MAY|NEED|NOT|UNKNOWN|CONFLICT)(?!\w)|\w_\w|[=<>≤≥¬]")
_PARTS = re.compile(r"[:,;.—–=→]+[ \t*_`]+|\([ \t*_`]*|(?<!\w)(?:that|so|is|by)[ \t]+")
_MOST = 8
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Lost:
    """Lines that look like one thing, the first of them first."""

    like: Likeness
    lines: tuple[Line, ...]


def lost(lines: Iterable[Line], saying: Saying) -> tuple[list[Lost], list[Line]]:
    """What the lines look like, decisions first; and those that look like nothing but prose."""
    found: dict[Likeness, list[Line]] = {"decision": [], "claim": [], "field": []}
    prose: list[Line] = []
    for line in lines:
        like = likeness(line.rest, saying)
        (prose if like is None else found[like]).append(line)
    return [Lost(like, tuple(those)) for like, those in found.items() if those], prose


def likeness(text: str, saying: Saying) -> Likeness | None:
    """What a line looks like; None: nothing but prose.

    >>> from rulelang.verifier.markup.spelling import USUAL
    >>> known = Saying(USUAL)
    >>> [likeness(one, known) for one in ("So I rule MUST pay", "Rules r1 and e2", "It says MUST pay", "It was late.")]
    ['decision', 'field', 'claim', None]
    """
    if len(text) > _LONGEST:
        return None
    cited = _CITES.match(text)
    if cited is not None and _names(cited["rest"], saying):
        return "field"
    holds = any(_says(piece, saying) for piece in _pieces(text))
    if not holds:
        return "claim" if _CLAIMS.match(text) is not None else None
    return "decision" if _DECIDES.match(text) is not None else "claim"


def formulas_in(text: str, saying: Saying) -> list[str]:
    """The formulas that pieces of a line hold."""
    return [one for piece in _pieces(text) if _says(piece, saying) for one in saying.formulas(_bare(piece))[0]]


def _names(text: str, saying: Saying) -> bool:
    first = re.match(
        r"[*_`\[(]*(?:(?:rule|passage|claim|step|exhibit)s?[ \t]+)?(?P<name>\w+(?:\.\w+)*)", text, re.IGNORECASE
    )
    return first is not None and saying.names(first["name"])


def _pieces(text: str) -> Iterator[str]:
    """The text and what stands behind its first marks, where a formula may begin; or, if signs say so, up to the
    next of these."""
    yield text
    cuts = list(islice(_PARTS.finditer(mask(text)), _MOST))
    for cut, after in zip_longest(cuts, cuts[1:]):
        yield text[cut.end() :]
        if after is not None and _SIGNED.search(text, cut.end(), after.start()) is not None:
            yield text[cut.end() : after.start()]


def _bare(text: str) -> str:
    """What a piece says, from the sign on with which it surely begins."""
    said = fields_of(text).says.strip(" \t*_`.!)")
    signed = _SIGNED.search(said)
    return said if signed is None or not said[signed.start()].isupper() else said[signed.start() :]


def _says(text: str, saying: Saying) -> bool:
    if saying.is_prose(text):
        return False
    said = fields_of(text).says.strip(" \t*_`.!)")
    signed = _SIGNED.search(said)
    if signed is not None and said[signed.start()].isupper() and reads(said[signed.start() :], saying.spelling):
        return True
    return bool(said) and (saying.spelling.means is not None or signed is not None) and reads(said, saying.spelling)
