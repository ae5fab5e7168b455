"""Formulas as models write them, as the language writes them.

A text that can be read is never changed.  One that can't is mended step by step, and the first step after which it
can be read decides; whether it *means* the right thing is judged later, as for any other claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from rulelang.grammar.reading.parse import claim_in
from rulelang.verifier.markup.days import plain_days
from rulelang.verifier.markup.emphasis import unstressed
from rulelang.verifier.markup.hedges import UNSETTLED, hedges
from rulelang.verifier.markup.latex import IN_TEXT
from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.norm_lists import listed_norms
from rulelang.verifier.markup.numbers import is_range_or_book_figure, money, plain_numbers, with_zero
from rulelang.verifier.markup.ornaments import unadorned
from rulelang.verifier.markup.quoting import QUOTE, mask, plain_spaces, straightened, strings, unquoted
from rulelang.verifier.markup.spelling import USUAL, Spelling
from rulelang.verifier.markup.worded import compared, denied_value

Mender: TypeAlias = Callable[[str], str]

LONGEST = 20_000
"""A longer text is no formula; nobody tries to read it."""
_MOST_QUOTES = 20
"""So many quotes within each other are taken off."""

def formulas(text: str, spelling: Spelling = USUAL) -> tuple[list[str], list[str]]:
    """What a claim says, part by part, and which of the parts can't be read (they stay as they are).

    Parts are separated by `;`, or by `,` where each of them can then be read.  Where one of them hedges (`p, likely`;
    with a case only if it is no formula of it), nothing of it is said.

    >>> formulas("fee = $1,000.; `to_affiliate`")
    (['fee = 1000 usd', 'to_affiliate'], [])
    >>> formulas("MUST sign, NOT MUST pay")
    (['MUST sign', 'NOT MUST pay'], [])
    >>> formulas("!refused && late = true; price = 1,200.50 €; price = 1.200,50 €")
    (['NOT refused  AND  late = YES', 'price = 1200.50 eur', 'price = 1.200,50 €'], ['price = 1.200,50 €'])
    >>> formulas("this is a claim")
    (['this is a claim'], ['this is a claim'])
    >>> formulas("MUST(pay) & late; MAY go = false")
    (['MUST pay  AND  late', 'NOT (MAY go)'], [])
    """
    read, unread = _formulas(text, spelling)
    return [*read], [*unread]


@remembered
def _formulas(text: str, spelling: Spelling) -> tuple[Sequence[str], Sequence[str]]:
    read: list[str] = []
    unread: list[str] = []
    pieces = split(_outside(text, lambda part: unstressed(_spaced(part), spelling.underlined)), ";")
    if len(pieces) > 1 and any(_hedges(piece, spelling) for piece in pieces):
        return (text,), (text,)
    if norms := norms_in(text, spelling):
        return tuple(norms), ()
    for piece in pieces:
        one = formula(piece, spelling)
        if one is not None:
            read.append(one)
            continue
        parts = split(_outside(piece, plain_numbers), ",")
        parts = [*parts[:1], *(_AND.sub("", part) for part in parts[1:])]
        several = [formula(part, spelling) for part in parts] if len(parts) > 1 else []
        several = [denied_value(several[0], part) or said for part, said in zip(parts, several, strict=False)]
        # A part that begins with a digit is the rest of a number, not a claim.
        known = [part for part in several if part is not None and not part[0].isdecimal()]
        if len(known) > 1 and len(known) == len(several) and not any(_hedges(part, spelling) for part in parts):
            read += known
        else:
            read.append(piece)
            unread.append(piece)
    return tuple(read), tuple(unread)


@lru_cache(1 << 12)
def _normed(text: str, actions: frozenset[str]) -> tuple[str, ...]:
    return tuple(listed_norms(text, actions) or ())


def in_names(text: str, spelling: Spelling) -> str:
    """A text with the names of actions for the words of the program for them: `Repay the deposit: required`."""
    if spelling.deeds is None:
        return text
    return spelling.deeds.sub(lambda found: spelling.called[" ".join(found[0].lower().split())], text)


def norms_in(text: str, spelling: Spelling) -> list[str]:
    """The norms of a text that says nothing else, and not in one formula of the case."""
    if spelling.means is None or not spelling.actions:
        return []
    said = _normed(in_names(text, spelling), spelling.actions)
    if not said:
        return []
    one = formula(text, spelling)
    return [] if one is not None and spelling.means(one) else list(said)


def _hedges(part: str, spelling: Spelling) -> bool:
    """Whether a part hedges the others: a formula of the case does not, whatever its names are."""
    if not hedges(part):
        return False
    said = None if spelling.means is None else formula(part, spelling)
    return said is None or spelling.means is None or not spelling.means(said)


@lru_cache(1 << 14)
def formula(text: str, spelling: Spelling = USUAL) -> str | None:
    """The text as a claim of the language; None if it can't be read as one."""
    return _formula(text, spelling, 0)


def _formula(text: str, spelling: Spelling, quotes: int) -> str | None:
    """The same, of a text around which so many pairs of quotes were taken off."""
    if len(text) > LONGEST or is_range_or_book_figure(mask(text)):
        return None
    inner = _quoted_whole(text) if quotes < _MOST_QUOTES else None
    if inner is not None and _is_no_sentence(text, spelling):
        said = _formula(inner, spelling, quotes + 1)
        if said is not None and (spelling.means is None or spelling.means(said)):
            return said
    tried: set[str] = set()
    for mended in _mended(text, spelling):
        # A truth value or unit under another name can be read, but as one that the program does not have.
        candidate = _outside(mended, lambda piece: _TRUTH.sub(lambda found: _truth(found, spelling), piece))
        if spelling.units:
            candidate = _outside(candidate, lambda piece: _UNIT.sub(lambda found: _unit(found, spelling), piece))
        if candidate and candidate not in tried:
            tried.add(candidate)
            if claim_in(candidate) is not None:
                return candidate
    return None


def _quoted_whole(text: str) -> str | None:
    """What stands in the quotes that are around all of a text."""
    text = unadorned(text, _EDGES).strip(_EDGES)
    if next(strings(text), None) != (0, len(text)):
        return None
    return plain_spaces(unquoted(text)).strip()


def _is_no_sentence(text: str, spelling: Spelling) -> bool:
    """Whether quotes around all of a text are the model's: the case has no such sentence, or they are not straight."""
    text = unadorned(text, _EDGES).strip(_EDGES)
    return text[0] != QUOTE if spelling.means is None else not spelling.means(straightened(text))


def split(text: str, separator: str) -> list[str]:
    """The pieces between separators outside strings and brackets, trimmed; empty ones are left out.

    >>> split('a, f(b, c), "d, e", ', ",")
    ['a', 'f(b, c)', '"d, e"']
    """
    pieces: list[str] = []
    depth = done = 0
    for at, char in enumerate(mask(text)):
        if char in "({":
            depth += 1
        elif char in ")}":
            depth -= 1
        elif char == separator and (depth <= 0 or separator == ";"):
            pieces.append(text[done:at].strip())
            done = at + 1
    pieces.append(text[done:].strip())
    return [piece for piece in pieces if piece]


# ---------------------------------------------------------------------------------------------------- mending

_EDGES = " \t\u00a0.,;:*`'‘’→"
_ESCAPED = re.compile(r"\\++([_*\[\]()<>=.$#{}+|~%&\"-])")
_LATEX = {
    "neg": " NOT ", "lnot": " NOT ", "land": " AND ", "wedge": " AND ", "lor": " OR ", "vee": " OR ", "geq": ">=",
    "ge": ">=", "leq": "<=", "le": "<=", "neq": "!=", "ne": "!=", "gt": ">", "lt": "<", "times": "*", "cdot": "*",
}  # fmt: skip
_LATEX_SIGN = re.compile(rf"\\({'|'.join(sorted(_LATEX, key=len, reverse=True))})(?![A-Za-z])[ \t]*")
_QUOTES = frozenset('"“”„«')
_SIGNS = {
    "==": "=", "≥": ">=", "≤": "<=", "≠": "!=", "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "—": "-",
    "‐": "-", "‑": "-", "¬": " NOT ", "∧": " AND ", "∨": " OR ", "&&": " AND ", "&": " AND ", "||": " OR ",
    "=>": ">=", "=<": "<=", "<>": "!=",
}  # fmt: skip
_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
_DENIED = re.compile(r"[!~][ \t]*(?=(?:[^\W\d]|[(!~]|$))")
"""A sign before what is denied: a name, a bracket, or the string that follows."""
_GLUED_NOT = re.compile(r"(?<![\w.])(must|need)_not(?![\w.])", re.IGNORECASE)
_TRUTH = re.compile(r"(?<![<>])(!=|==?)([ \t]*)(true|false)(?![\w.(])", re.IGNORECASE)
_LED = re.compile(
    r"(?:therefore|thus|hence|so|then|consequently|accordingly|finally|in[ \t]conclusion)(?:,[ \t]*|:?[ \t]+)(?=\S)"
    r"|[∴⟹⊢][ \t]*(?=\S)",
    re.IGNORECASE,
)
"""How a conclusion begins in prose."""
_AND = re.compile(r"[*_`]*(?:and|as well as)[ \t]+", re.IGNORECASE)
_SETTLED = re.compile(
    r"(?P<said>.*\S)(?:[ \t]*(?:->|→|⇒|⟹|:)[ \t]*|[ \t]+(?:is[ \t]+|remains[ \t]+|(?=can)))[*_`]*"
    rf"(?P<truth>true|false|yes|no|{UNSETTLED})[*_`]*\.?",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    rf"it[ \t]+(?:is[ \t]+|remains[ \t]+|(?=can))(?:{UNSETTLED})[ \t]+(?:whether|if)[ \t]+(?P<said>\S.*)", re.IGNORECASE
)
"""`it cannot be determined whether p`."""
_VALUED = re.compile(
    r"(?:the[ \t]+)?(?P<name>[^\W\d][\w.]*(?:\([^()]*\))?)[*_`]*"
    r"(?:[ \t]*(?::|->|→)|[ \t]+(?:is|equals|amounts[ \t]to|comes[ \t]to))[ \t]*"
    r"(?P<value>-?\d[^:=<>%]*|\w+(?:[ \t]+[\w.'’-]+){0,7}|\"[^\"]*\")",
    re.IGNORECASE,
)
"""`fee: 120 usd`, where it is one of the case."""
_OF_NORM = re.compile(
    r"(?P<said>(?:NOT )*(?:MUST|MAY|NEED)\b[^=<>]*[^\s=<>!])[ \t]*==?[ \t]*(?P<truth>true|false|yes|no|unknown)",
    re.IGNORECASE,
)
"""`MUST pay = true`: a norm has no value that could be compared."""
_CALLED_NORM = re.compile(r"\b(MUST NOT|NEED NOT|MUST|MAY)[ \t]*\(([\w.]+(?:\([^()]*\))?)\)")
"""`MUST(pay)`: a norm written as if it were a name with an argument."""
_OPEN_IN_BRACKETS = re.compile(r"\((?:UNKNOWN|CONFLICT)\b.*\)")
"""Brackets around what is no part of a formula: `(UNKNOWN p)`."""
_WORD = re.compile(r"(?<![\w.])[^\W\d][\w.]*")
_LOWER = frozenset([
    "and", "or", "not", "must", "may", "need", "done", "violated", "rejected", "unknown", "conflict", "triggered",
    "suspends", "prevails", "over", "between", "in", "before", "none"
])  # fmt: skip
_KEYWORD = frozenset([
    "AND", "OR", "NOT", "MUST", "MAY", "NEED", "DONE", "VIOLATED", "REJECTED", "UNKNOWN", "CONFLICT", "TRIGGERED",
    "SUSPENDS", "PREVAILS", "OVER", "BETWEEN", "IN", "BEFORE", "NONE", "YES", "NO", "ANY", "EVERY", "HAS", "COUNT",
    "OF", "SUM", "MIN", "MAX", "FOR", "EACH", "WHERE", "ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "FROM",
    "TO", "DATE", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS",
    "YEARS"
])  # fmt: skip


def _mended(text: str, spelling: Spelling) -> Iterator[str]:
    """The text as it is, then with more and more of what models do to it undone."""
    text = text.strip()
    yield text
    text = _outside(text, with_zero)
    text = _LED.sub("", text, count=1) if _LED.match(text) else text
    yield text
    text = straightened(_ESCAPED.sub(r"\1", text) if '\\"' in text and text.count('"') == text.count('\\"') else text)
    text = _outside(text, _without_latex)
    text = _outside(text, lambda piece: _ESCAPED.sub(r"\1", piece).replace("**", "").replace("`", ""))
    if len(text) > 2 and text[0] == text[-1] == "$" and not text[1:].lstrip()[:1].isdecimal():
        text = text[1:-1]
    yield text.strip()
    if (labelled := spelling.labelled) is not None:
        text = _outside(text, lambda piece: labelled.sub(lambda found: _member(found, spelling), piece))
    text = _trimmed(text)
    yield text
    if _OPEN_IN_BRACKETS.fullmatch(text):
        yield text[1:-1]
    text = _outside(text, lambda piece: _DENIED.sub(" NOT ", _SIGN.sub(lambda sign: _SIGNS[sign[0]], piece)))
    text = _outside(text, lambda piece: _GLUED_NOT.sub(r"\1 NOT", piece))
    text = _outside(text, lambda piece: plain_numbers(plain_days(piece))).strip()
    yield text
    text = _trimmed(_outside(text, lambda piece: money(piece, spelling.currencies)))
    yield text
    yield text.strip("_")
    in_words = None if spelling.means is None else compared(_LED_BY.sub("", text, count=1))
    if in_words is not None and spelling.means is not None:
        in_words = _outside(in_words, lambda piece: _WORD.sub(_cased, piece))
        if spelling.means(in_words):
            yield in_words
    text = _outside(text, lambda piece: _CALLED_NORM.sub(r"\1 \2", _WORD.sub(_cased, piece)))
    yield text
    valued = None if spelling.means is None else _VALUED.fullmatch(text)
    member = None if valued is None else spelling.members.get(" ".join(valued["value"].strip('"').lower().split()))
    if valued is not None and (member is not None or VALUE.match(valued["value"])):
        said = f"{valued['name']} = {member or valued['value']}"
        if spelling.means is not None and spelling.means(said):
            yield said
    if spelling.means is not None and _OPERATOR.search(text) and spelling.means(plain := _THE.sub("", text)):
        yield plain
    open_ = _WHETHER.fullmatch(text)
    if open_ is not None:
        yield f"UNKNOWN {open_['said']}"
    settled = _SETTLED.fullmatch(text) or _OF_NORM.fullmatch(text)
    if settled is not None:
        match settled["truth"].lower():
            case "true" | "yes":
                yield settled["said"]
            case "false" | "no":
                yield f"NOT ({settled['said']})"
            case _:
                yield f"UNKNOWN {settled['said']}"


_LED_BY = re.compile(r"^(?:the|its|his|her|their)[ \t]+", re.IGNORECASE)
_THE = re.compile(r"(?<![\w.])(?:the|its|his|her|their)[ \t]+(?=[^\W\d])", re.IGNORECASE)
_OPERATOR = re.compile(r"[=<>].*[ \t][-+*/][ \t]")


def _trimmed(text: str) -> str:
    """Without what surrounds a formula, emoji and check marks too; a sign of denial before it stays, and a cross."""
    return unadorned(text, _EDGES).lstrip(_EDGES).rstrip(_EDGES + "!")


_GROUPING = re.compile(r"(?<=\d)\{,\}(?=\d{3}(?!\d))")
"""A comma that groups digits, as LaTeX writes it: `1{,}000`."""


_SPACE = re.compile(r"\\(?:[ ,;:!]|q?quad(?![A-Za-z])|(?:left|right)(?=[().\[\]]))|(?<=\w)~(?=[\w\\])|(?<=\})~(?=\d)")
"""Spaces of LaTeX, and how it sizes brackets."""
_DISPLAY = re.compile(r"\\\[(.*)\\\]|\\\((.*)\\\)|\$\$(.*)\$\$", re.DOTALL)
"""Marks around all of a formula, as LaTeX sets one apart."""
_INLINE = re.compile(r"(?<![\w$\\])\$(?=[^\W\d]|\\)([^$]*)\$(?![\w$])")


def _without_latex(piece: str) -> str:
    displayed = _DISPLAY.fullmatch(piece.strip(" \t.*`"))
    if displayed is not None:
        piece = displayed[1] or displayed[2] or displayed[3] or ""
    piece = _INLINE.sub(r"\1", piece)
    piece = _SPACE.sub(" ", _GROUPING.sub(",", piece))
    for _ in range(3):
        piece = IN_TEXT.sub(r"\1", piece)
    return _LATEX_SIGN.sub(lambda found: _LATEX[found[1]], piece)


def _spaced(piece: str) -> str:
    """A text with plain spaces for those of LaTeX: `\\;` ends no part of it."""
    return _SPACE.sub(" ", piece) if "\\" in piece else piece


def _member(found: re.Match[str], spelling: Spelling) -> str:
    return f"{found[1]}{spelling.members[' '.join(found[2].lower().split())]}"


def _truth(found: re.Match[str], spelling: Spelling) -> str:
    word = found[3].lower()
    if word not in spelling.truths:
        return found[0]
    return f"{found[1]}{found[2]}{'YES' if word == 'true' else 'NO'}"


_UNIT = re.compile(r"(?<![\w.])(?P<number>\d[\d.]*)[ \t]+(?:U\.?S\.?[ \t]+)?(?P<unit>[^\W\d]+)(?!\w)", re.IGNORECASE)


def _unit(found: re.Match[str], spelling: Spelling) -> str:
    unit = spelling.units.get(found["unit"].lower())
    if unit is None:
        return found[0]
    return f"{found['number']}%" if unit == "%" else f"{found['number']} {unit}"


VALUE = re.compile(r"[-−+]?(?:US)?[$€£¥]?[ \t]*\d|[^\W\d]{3,9}\.?[ \t]+\d", re.IGNORECASE)
"""How a value begins that is no word."""


def _outside(text: str, change: Mender) -> str:
    """The text with a change made to all of it but its strings."""
    if _QUOTES.isdisjoint(text):
        return change(text)
    pieces: list[str] = []
    done = 0
    for start, end in strings(text):
        pieces += [change(text[done:start]), text[start:end]]
        done = end
    return "".join((*pieces, change(text[done:])))


def _cased(word: re.Match[str]) -> str:
    """Keywords in capitals, names in small letters."""
    if word[0].lower() in _LOWER:
        return word[0].upper()
    return word[0] if word[0] in _KEYWORD else word[0].lower()
