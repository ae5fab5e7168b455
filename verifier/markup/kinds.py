"""What a line of an answer is by how it begins: the head of a claim or of the decision, a field, an item."""

from __future__ import annotations

import re
from dataclasses import replace
from unicodedata import numeric

from rulelang.verifier.markup.fields import begins_with_field, has_field
from rulelang.verifier.markup.line import Kind, Line
from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.noted import noted, question_and_reply, step_conclusion
from rulelang.verifier.markup.ornaments import DENYING, plain_head, without_lead
from rulelang.verifier.markup.plain_heads import is_one_sided
from rulelang.verifier.markup.voices import is_hearsay


def line_of(raw: str, offset: int) -> Line:
    """What one line is that begins at a place of the text."""
    line = _line_of(raw)
    return Line(line.kind, line.start + offset, line.end + offset, line.rest, line.name, line.led, line.whole)


@remembered
def _line_of(raw: str) -> Line:
    """What it is where the text begins with it."""
    lead = _LEAD.match(raw)
    assert lead is not None
    start, end = len(raw) - len(raw.lstrip()), len(raw)
    if _RULE.fullmatch(raw) is not None:
        return Line("blank", start, end, "")
    number = str(int(numeric(lead["circled"]))) if lead["circled"] else lead["number"] or ""
    body = raw[lead.end() :]
    box = _BOX.match(body) if lead[0].strip() else None
    if box is not None and not box["tick"]:
        return Line("struck", start, end, body)
    if box is not None:
        body = body[box.end() :]
    plain, ornament = without_lead(body)
    bullet = lead[0].replace(">", "").strip()
    if not ornament:
        return _bare(plain_head(body), start, end, number, bullet)
    line = _bare(plain_head(plain), start, end, number, ornament)
    if DENYING.search(ornament) is None:
        return line
    if line.kind in ("claim", "decision", "answer", "told"):
        return replace(line, rest=f"{ornament} {line.rest}")  # a cross before a claim is no part of its head
    return _bare(body, start, end, number, bullet)


def is_head(text: str) -> bool:
    """Whether a claim or a decision begins with a text.

    >>> is_head("CLAIM s1: p"), is_head("Decision: p"), is_head("rules: r1")
    (True, True, False)
    """
    return line_of(text, 0).kind in ("claim", "decision", "answer", "told", "title", "unmarked")


def _bare(body: str, start: int, end: int, number: str, bullet: str) -> Line:
    """A line of which the bullet and number before it are taken off."""
    if not body:
        return Line("blank", start, end, "")
    if body.startswith(("```", "~~~")):
        return Line("fence", start, end, body)
    if _IN_BORDERS.match(body) and (has_field(body) or not body.endswith("|")):
        body = body.strip("| \t")
    if (lettered := _LETTERED.match(body)) is not None:
        body = body[lettered.end() :]
    for pattern in (_CLAIM, _PLAIN, _SHORT):
        found = pattern.match(body)
        if found is not None:
            groups = found.groupdict()
            return Line("claim", start, end, _behind(body, found), groups.get("inner") or groups["name"] or "")
    step = _STEP.match(body)
    if step is not None and _DECISION.match(body, step.end()) is not None:
        body = body[step.end() :]
    boxed = _BOXED.fullmatch(body)
    if boxed is not None:
        return Line("decision", start, end, boxed["said"])
    bracketed = _BRACKETED.match(body)
    if bracketed is not None:
        sure = bracketed["word"].lower().endswith("decision")
        return Line("decision" if sure else "answer", start, end, body[bracketed.end() :])
    decision = _DECISION.match(body)
    topic = "" if decision is None else decision["on"] or ""
    if topic and (is_one_sided(_PREPOSITION.sub("", topic)) or is_hearsay(topic)):
        decision = None  # `Conclusion on the tenant's account: p`
    if decision is not None and decision["on"] and _NOT_ON.search(decision["on"]):
        if _SUPPOSING_ON.search(decision["on"]) is None:
            return Line("ruled", start, end, _behind(body, decision), number, whole=body)
        decision = None
    if decision is not None and decision["on"]:
        return Line("answer", start, end, _behind(body, decision), number)
    if decision is not None:
        word = decision["word"].lower()
        if decision["led"] or decision["be"] or word in ("conclusion", "determination"):
            return Line("told", start, end, _behind(body, decision), number)
        sure = decision["final"] or word == "decision"
        return Line("decision" if sure else "answer", start, end, _behind(body, decision), "" if sure else number)
    step_comes_to = step_conclusion(body)
    if step_comes_to is not None and "#" not in bullet:
        said = step_comes_to
        return Line("concluded", start, end, said.rest, number, whole=body)
    kind: Kind
    title = _TITLE.fullmatch(body)
    if title is not None and (title["word"] or title["mark"] or "#" in bullet):
        return Line("title", start, end, body, title["named"] or title["name"])
    unmarked = _UNMARKED.match(body)
    if unmarked is not None:
        kind = "told" if unmarked["name"] is None else "unmarked"
        return Line(kind, start, end, body[unmarked.end() :], unmarked["name"] or "")
    saying = _SAYING.match(body)
    if saying is not None:
        kind = "resulting" if saying["result"] else "unmarked"
        return Line(kind, start, end, body[saying.end() :], number)
    if begins_with_field(body):
        return Line("field", start, end, body.lstrip("*_` \t"))
    if body.startswith("|") and (body.count("|") > 2 or _CELL.fullmatch(body) is not None):
        return Line("table", start, end, body)
    if has_field(body) and not _GOES_ON.match(body):
        if (said_under := noted(body) or question_and_reply(body)) is not None:
            return Line("claim", start, end, said_under.rest, said_under.number)
        named = _NAMED.match(body)
        if named is not None:
            return Line("claim", start, end, body[named.end() :], named["name"] or named["letter"])
        if step is not None:
            return Line("claim", start, end, body[step.end() :], step["number"])
        if (counted := _COUNTED.match(body)) is not None:
            return Line("claim", start, end, body[counted.end() :], counted["number"] or "")
        return Line("fielded", start, end, body, number)
    header = _HEADER.fullmatch(body.lstrip("*_`"))
    if header is not None:
        return Line("header", start, end, header["rest"].strip("*_` \t"), header["name"].lower())
    counted = _COUNTED.match(body) if "#" not in bullet else None
    if counted is not None:
        return Line("bullet", start, end, body[counted.end() :], counted["number"] or "")
    if step is not None:
        return Line("bullet", start, end, body[step.end() :], step["number"])
    said_under = noted(body) or question_and_reply(body)
    if said_under is not None and "#" not in bullet:
        return Line("noted", start, end, said_under.rest, said_under.number or number, whole=body)
    return Line("bullet" if bullet else "other", start, end, body, number)


def _behind(body: str, head: re.Match[str]) -> str:
    """What stands behind a head, with a remark that stands in it."""
    note = (head.groupdict().get("note") or "").strip()
    rest = body[head.end() :]
    return rest if not note or note.isdecimal() or note.lower() in _FINAL else f"{rest} [{note}]"


_LEAD = re.compile(
    r"[ \t\u00a0>]*+(?:(?:[-*+•‣◦–—·]|\(?+(?P<number>\d{1,6}|[ivx]{1,5})[.)]|(?P<circled>[①-⑳])"
    r"|#{1,6})[ \t\u00a0]++)*"
)
"""What stands before a line; not possessive as a whole, with which Python 3.11 loses the group (`1. ##  p`)."""
_CLOSED = r"(?:[*`]|_++(?=[ \t*`]|$))*+"
"""What closes the emphasis of a head; a `_` with a word behind it opens that of what is said."""
_SEPARATOR = r"[*_`~]*+[ \t]*+(?::|[.)](?=[*_`]*+[ \t])|[-–—=→](?=[ \t]))" + _CLOSED + r"[ \t]*+"
_NAME = r"\w++(?:[.\-']\w++)*+"
_NOTE = r"(?:[ \t]*+\((?P<note>[^()|\r\n]{1,60})\)[*_`]*+(?=[ \t]*+:))?+"
"""A remark in a head: `CLAIM s1 (high confidence): p`."""
_CLAIM = re.compile(
    r"[*_`~]*+[\[(]?+(?:claim|judge?ment|statement)(?![^\W\d])[ \t#]*+[*_`\[(]*+[ \t]*+(?P<name>" + _NAME + r")"
    r"(?:[*_`]*+[\])]" + _SEPARATOR + r"|[*_`]*+[\])][*_`]*+[ \t]*+|[*_`]*+" + _NOTE + _SEPARATOR + r")",
    re.IGNORECASE,
)
_UNMARKED = re.compile(
    r"[*_`]*+(?:CLAIM[ \t]++[*_`]*+(?P<name>[a-z]{0,2}\d{1,6}[a-z]?)[*_`]*+,?+|DECISION[*_`]*+)[ \t]++(?=[^\s:=–—-])"
)
_SAYING = re.compile(
    r"[*_`]*+(?:claim|statement|proposition|assertion|(?P<result>(?:intermediate[ \t]++)?(?:finding|result"
    r"|inference)))"
    r"[*_`]*+[ \t]*+:[*_`]*+[ \t]*+(?=[^\s|])",
    re.IGNORECASE,
)
"""`Claim: p`, which counts where it can be read; `Result: p` below the head of a step alone."""
_PLAIN = re.compile(
    r"CLAIM[*_`]*+[ \t]*+[:.]?[*_`]*+[ \t]++"
    r"(?:(?P<name>[a-z]\d{1,6})[*_`]*+[ \t]++(?![|\[(=<>≤≥≠!,;]|(?:AND|OR)(?!\w)))?"
)
"""`CLAIM: p | rules: r`, `CLAIM: s1 p`; with an operator or a field behind it, what looks like an id is the formula."""
_SHORT = re.compile(
    r"[*_`~]*+(?:step[ \t]++)?(?:[\[(](?P<inner>[scw]\d{1,6}[a-z]?)[\])][*_`]*+[ \t]*+(?::" + _CLOSED + r")?+[ \t]*+"
    r"|(?P<name>[scw]\d{1,6}[a-z]?)[*_`]*+" + _NOTE + _SEPARATOR + r")",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?P<mark>[*_`\[(]*+)(?:(?P<word>claim|judge?ment|statement|step|id(?=:))(?![^\W\d])[ \t#:]*+[*_`\"']*+"
    r"(?P<named>[a-z]{0,8}\d{1,6}[a-z]?)"
    r"|(?P<name>[scw]\d{1,6}[a-z]?))[*_`\])\"',]*+",
    re.IGNORECASE,
)
_LED = (
    r"(?P<led>(?:therefore|thus|hence|so|accordingly|consequently|finally|overall|as[ \t]a[ \t]result"
    r"|in[ \t](?:conclusion|summary|short)|(?:based|given|from|after|considering"
    r"|in[ \t](?:light|view)[ \t]of|having)[ \t][^,:]{1,80})(?:,|(?=[ \t]))[ \t]*+[*_`]*+)?+"
)
_DECISION = re.compile(
    r"[*_`~\[(]*+" + _LED + r"(?:(?:my|the|our)[ \t]++)?[*_`]*+(?P<final>(?:final|overall)[ \t]++)?"
    r"(?P<word>decision|answer|verdict|conclusion|determination)"
    r"(?:[ \t]++(?:no\.?[ \t]*+|#)?+\d{1,3}(?=[*_`~\])]*+[ \t]*+:)"
    r"|(?P<on>[ \t]++(?:on|about|as[ \t]to|regarding|concerning|with[ \t]re(?:spect|gard)[ \t]to"
    r"|in[ \t]respect[ \t]of|for|to)"
    r"[ \t][^:|\r\n]{1,60}(?=:)))?+[*_`]*+"
    + _NOTE
    + r"(?:[*_`~\])]*+[ \t]*+(?:(?P<be>is|would[ \t]be)(?:[ \t]++that)?[ \t]*+)?"
    r"(?::|[.=–—→➜➡⇒-](?=[ \t])|(?(be)(?<=[ \t])|(?!)))"
    r"(?:[*`\])]|_++(?=[ \t*`\])]|$))*+|[*_`~\])]*+[ \t]*+$)[ \t]*+",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"^[ \t]+(?:on|about|as[ \t]to|regarding|concerning|with[ \t]\w+[ \t]to|in[ \t]\w+[ \t]of|for|to)[ \t]+",
    re.IGNORECASE,
)
_SUPPOSING_ON = re.compile(
    r"\b(?:assum|suppos|hypothe|imagin|counterfact|alternativ|contrar|opposite|other(?:wise)?\b|case[ \t]+\w|event\b"
    r"|scenario|world|had\b|were\b"
    r"|would\b|could\b|might\b|if\b|unless\b|when\b|until\b|without\b|that\b|not?\b|never\b|draft|appeal|first\b"
    r"|previous|earlier|lower"
    r"|condition)|^[ \t]+(?:for|to)[ \t]+(?:an?|any|every|no)\b",
    re.IGNORECASE,
)
"""Topics on which a decision may be none of the answer's: `Decision for the case that it was late`."""
_NOT_ON = re.compile(
    r"^(?![ \t]+(?:for|to)[ \t]+(?:the[ \t]+)?[A-Za-z]+(?:[ \t]+[A-Z]\w+)?$)(?![^:]*\b(?:issue|question|point|part"
    r"|claim|matter)s?\b)|\b(?:assum|suppos|hypothe|if\b|alternative|opposite|condition)",
    re.IGNORECASE,
)
"""What a decision is `on`, if it is a part of the answer (`Decision on issue 2`), is one of what is asked."""
_BRACKETED = re.compile(
    r"[*_`]*+\[(?P<word>(?:final[ \t]++)?decision|answer|verdict)\][*_`:]*+[ \t]++(?=\S)", re.IGNORECASE
)
"""`[Decision] p`, as ids of claims are written."""
_BOXED = re.compile(r"(?:[$ \t]|\\\[|\\\()*+\\boxed\{(?P<said>.*)\}(?:[$ \t.]|\\\]|\\\))*+")
"""A line that is nothing but a box."""
_HEADER = re.compile(r"(?P<name>case|setting|model|sample)[*_`]*+[ \t]*+:[*_`]*+[ \t]*+(?P<rest>\S.*)", re.IGNORECASE)
_NAMED = re.compile(
    r"[*_`\[(]*+(?:(?P<name>[a-z]{1,2}\d{1,6}[a-z]?)[*_`\])]*+" + _SEPARATOR + r"|(?P<letter>[a-z])[*_`]*+\)[ \t]++)",
    re.IGNORECASE,
)
"""An id that is one where fields follow: `J1: p | rules: r`, `(a) p | rules: r`."""
_STEP = re.compile(r"[*_`]*+step[ \t]++(?P<number>\d{1,6})[*_`]*+[ \t]*+[:.)–—-][*_`]*+[ \t]*+", re.IGNORECASE)
_COUNTED = re.compile(
    r"[*_`]*+(?:finding|condition|premise|element|fact|requirement|point|inference|prong|criterion|prerequisite"
    r"|ground"
    r"|proposition|conclusion)[ \t]++(?:no\.?[ \t]*+|#)?+\(?(?:(?P<number>\d{1,3})|[a-z]|[ivx]{1,5})\)?[*_`]*+[ \t]*+"
    r"(?::|[.)–—-](?=[ \t]))[*_`]*+[ \t]*+(?=\S)",
    re.IGNORECASE,
)
"""`Finding 1: p`, `Element (a): p`: items as those of a list."""
_RULE = re.compile(r"[ \t]*+(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*+")
"""The line below a heading, or across the page."""
_FINAL = frozenset(("final", "overall", "summary", "short", "formal"))
"""Remarks in heads that add nothing."""
_GOES_ON = re.compile(r"(?:AND|OR)[ \t]")
_IN_BORDERS = re.compile(r"\|[ \t]*+(?:CLAIM[ \t]++\w++[ \t]*+:|DECISION[ \t]*+:)")
"""A line of the form with borders of a table around it."""
_CELL = re.compile(r"\|(?:[ \t]++[^|]++|:?-{2,}:?)\|")
"""A row of a table of one column."""
_LETTERED = re.compile(r"\(?[A-Za-z]{1,4}[.)][ \t]++(?=CLAIM[ \t]++\w++[ \t]*+:)")
"""`(iv)` before a claim of the form."""
_BOX = re.compile(r"\[(?:(?P<tick>[xX✓✔])|[ \t]?)\][ \t]++(?=\S)")
"""The box of an item of a list of tasks: one without a tick is not said."""
