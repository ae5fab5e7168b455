"""Places of a text that say of themselves that they decide: lines, sections, tables and sentences under such a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

WORDS = r"(?:decision|conclusion|verdict|answer|outcome|result|ruling|holding|determination|disposition)s?"
"""What a decision is called."""

_ADJECTIVES = r"(?:(?:final|overall|ultimate|short|direct|correct|legal|proposed)[ \t_-]++){0,3}"
_LABEL = rf"{_ADJECTIVES}(?P<word>(?:{WORDS}|recommendations?|bottom[ \t-]line|tl[;,]?[ \t]?dr)(?!\w))"
_LED = r"(?:(?:so|therefore|thus|hence|accordingly|consequently|finally),?[ \t]++)?(?:(?:my|our|the)[ \t]++)?"
_REMARKS = (
    r"(?:[*_`]*+[ \t]*+(?:\([^()\r\n]{0,80}\)|\[[^\[\]\r\n]{0,80}\])"
    r"|[ \t]++(?:(?:no\.?|number|part)[ \t]*+)?#?(?:\d{1,4}|[ivx]{1,5}|[a-h])(?!\w)"
    r"|[ \t]++(?:for|on|to|as[ \t]to|regarding|concerning|about|in)[ \t][^:\r\n|]{1,80}?){0,2}"
)
"""`(final)`, `2`, `for the customer`."""
_TAGS = r"(?:</\w{1,10}>)*+"
_LEAD = (
    r"^(?P<lead>[^\w\r\n|{}\"'\\<]*+(?:<[a-z]\w{0,9}\b[^<>\r\n]{0,60}>[^\w\r\n|{}\"'\\<]*+){0,3}"
    r"(?:(?:(?:step|part|section)[ \t]++)?\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.):–-][^\w\r\n|{}\"'\\<]*+)?)"
)
_LINE = re.compile(
    rf"{_LEAD}{_LED}{_LABEL}{_REMARKS}[*_`~\"'\])]*+{_TAGS}[ \t]*+"
    rf"(?:(?P<mark>[:：]|=>?|[→⇒]|[-–—](?=[ \t])|\.(?=[ \t])|(?<=</h[1-6]>))[*_`]*+{_TAGS}[ \t]*+(?P<rest>[^\r\n]*+)"
    r"|(?=[\r\n]|\Z))",
    re.IGNORECASE | re.MULTILINE,
)
_OBJECT = re.compile(r"\s*+(?:(?:```|~~~)[^\r\n]*+\s*+)?(?:\{|\[\s*+[{\"])")
"""JSON, of which the members are told by themselves."""
_TAG = re.compile(r"<h[1-6]\b", re.IGNORECASE)
_EOL = re.compile(r"[\r\n]|\Z")
_UNDERLINE = re.compile(r"[ \t]*+(?:\r\n|\r|\n)[ \t]*+(?:={3,}|-{3,})[ \t]*+(?=[\r\n]|\Z)")
_BLANK = re.compile(r"(?:\r\n|\r|\n)[ \t>]*+(?=[\r\n]|\Z)")
_NEXT = re.compile(r"[ \t]*+(?:(?:\r\n|\r|\n)[ \t>]*+)*+")
_BULLET = re.compile(r"[ \t>]*+(?:[-*+•‣◦–—·]|\(?\d{1,3}[.)]|\(?[a-z]\))[ \t]", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:\r\n|\r|\n)[ \t>]*+[a-z][^\r\n:|]*+(?=[\r\n]|\Z)")
_HEADING = re.compile(r"[ \t>]*+(?:#{1,6}[ \t]|<h[1-6]\b)", re.IGNORECASE)
_AROUND = " \t\r\n>.*_`"
_SECTION = re.compile(
    r"^[ \t>]*+(?:#{1,6}[ \t]|<h[1-6]\b|(?P<b>\*\*|__)[^*_\r\n]{1,80}(?P=b):?[ \t]*+$|[A-Z][\w ]{0,40}:[ \t]*+$"
    r"|[A-Z][\w ]{1,40}\r?\n[ \t]*+(?:={3,}|-{3,})[ \t]*+$|(?:-{3,}|\*{3,}|_{3,})[ \t]*+$|[*_]*+CLAIM[ \t])",
    re.MULTILINE,
)
"""Where another section begins."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A place under a label: all of it, and where what is said there begins."""

    word: str
    start: int
    said: int
    end: int


def plain_letters(text: str) -> str:
    """The text with full-width and other letters of compatibility as plain ones; as long as before.

    >>> plain_letters("ＤＥＣＩＳＩＯＮ： é")
    'DECISION： é'
    """
    if text.isascii():
        return text
    plain = {char: unicodedata.normalize("NFKC", char) for char in set(text) if not char.isascii() and char.isalnum()}
    return text.translate({ord(char): one for char, one in plain.items() if len(one) == 1 and one.isascii()})


def labelled(text: str, whole: str, is_formula: Callable[[str], bool]) -> Iterator[Labelled]:
    """The lines that begin with a label, with what stands behind it or, if nothing does, below it.

    Below a heading that is its section; below another label a paragraph or a list; one formula is all of it.

    Args:
        whole: the text before places were blanked; below a label whose place is blank now nothing is sought.
    """
    done = 0
    for found in _LINE.finditer(text):
        if found.start() < done:
            continue
        start = found.end("lead")
        if _OBJECT.match(text, found.start("rest") if found["rest"] else found.end()):
            continue
        if found["rest"]:
            said, end = found.start("rest"), _line_end(text, found.start("rest"), found.end(), is_formula)
        else:
            under = _UNDERLINE.match(text, found.end())
            head = found.end() if under is None else under.end()
            below = _content(whole, head)
            if below is None or text[below].isspace():
                yield Labelled(found["word"].lower(), start, head, head)
                continue
            said = below
            end = _below(text, said, under is not None or _is_heading(text, found), is_formula)
        done = end
        yield Labelled(found["word"].lower(), start, said, end)


def said_at(text: str, place: int) -> int | None:
    """Where that begins which a labelled line says, or the one below; None: no label stands there."""
    found = _LINE.match(text, text.rfind("\n", 0, place) + 1)
    if found is None:
        return None
    return found.start("rest") if found["rest"] else _content(text, found.end())


def _line_end(text: str, start: int, end: int, is_formula: Callable[[str], bool]) -> int:
    """Where what stands behind a label ends: with the line, or with the next that goes on with it."""
    heading = _TAG.search(text, start, end)
    if heading is not None:
        return heading.start()
    if text[start:end].rstrip(" \t*_`").endswith(":"):
        below = _content(text, end)
        if below is not None and _BULLET.match(text, below):
            return _list_end(text, below)
    if is_formula(text[start:end].strip(_AROUND)):
        return end
    while not text[max(start, end - 20) : end].rstrip(" \t*_`\"')").endswith((".", "!", "?", ":", ";")):
        more = _GOES_ON.match(text, end)
        if more is None or is_formula(more[0].strip(_AROUND)):
            break
        end = more.end()
    return end


def _content(text: str, start: int) -> int | None:
    """Where the next line that is not blank begins."""
    found = _NEXT.match(text, start)
    return None if found is None or found.end() >= len(text) else found.end()


def _is_heading(text: str, found: re.Match[str]) -> bool:
    lead, written = found["lead"], found[0].rstrip(" \t:：")
    stressed = any(mark in lead and written.rstrip().endswith(mark) for mark in ("**", "__"))
    return stressed or _HEADING.match(lead) is not None


def _below(text: str, said: int, is_heading: bool, is_formula: Callable[[str], bool]) -> int:
    end = _eol(text, said)
    if _HEADING.match(text, said):
        return said
    if _BULLET.match(text, said):
        end = _list_end(text, said)
    elif is_formula(text[said:end].strip(_AROUND)):
        return end
    if is_heading:
        section = _SECTION.search(text, end)
        return len(text) if section is None else section.start()
    blank = _BLANK.search(text, max(said, end))
    return len(text) if blank is None else blank.start()


def _list_end(text: str, start: int) -> int:
    """Where a list ends that begins there, with the lines that are set in below its items."""
    end = _eol(text, start)
    while (below := _content(text, end)) is not None:
        line = text.rfind("\n", 0, below) + 1
        set_in = text[line:below].startswith(("  ", "\t")) or re.match(r"[a-z]", text[below]) is not None
        if not _BULLET.match(text, line) and not (set_in and text.count("\n", end, below) == 1):
            break
        end = _eol(text, below)
    return end


def _eol(text: str, start: int) -> int:
    found = _EOL.search(text, start)
    assert found is not None
    return found.start()


_STEPWISE = ("conclusion", "outcome", "result", "determination", "holding")
_LAST = re.compile(r"\W*+(?:(?:so|therefore|my|our|the)[ \t,]++){0,2}(?:final|overall|ultimate)", re.IGNORECASE)
_NUMBERED = re.compile(r"[\s>*_`#-]*+(?:step[ \t]++\d{1,3}|\(?\d{1,3}[.):])(?!\w)", re.IGNORECASE)
_ON = re.compile(
    r"(?:(?:my|our|the)[ \t]++)?\w++[ \t]++(?:on|as[ \t]to|regarding|concerning|about)[ \t]", re.IGNORECASE
)
_LONGEST_STEP = 2000


def is_of_a_step(text: str, start: int, word: str) -> bool:
    """Whether a label stands in a numbered step, or is about one thing: what is said there is no last word.

    >>> is_of_a_step("Step 1: it broke. Result: p", 18, "result"), is_of_a_step("Outcome on the seal: p", 0, "outcome")
    (True, True)
    >>> is_of_a_step("Result: p", 0, "result"), is_of_a_step("1. Decision: p", 3, "decision")
    (False, False)
    """
    if word not in _STEPWISE or _LAST.match(text, start) is not None:
        return False
    line = text.rfind("\n", max(start - _LONGEST_STEP, 0), start) + 1
    in_step = start - line < _LONGEST_STEP and _NUMBERED.match(text, line, start) is not None
    return in_step or _ON.match(text, start) is not None
