"""What each line of an answer is: the head of a claim or of the decision, more of the one before, or something else."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias
from unicodedata import numeric

from rulelang.verifier.markup.fields import begins_with_field, has_field
from rulelang.verifier.markup.json_lines import JsonObject, json_objects
from rulelang.verifier.markup.noted import noted, question_and_reply, step_conclusion
from rulelang.verifier.markup.ornaments import DENYING, plain_head, without_lead
from rulelang.verifier.markup.plain_heads import is_one_sided
from rulelang.verifier.markup.quoting import blank, mask, plain_spaces, replaced, strings, visible
from rulelang.verifier.markup.thoughts import spoken, without_marks
from rulelang.verifier.markup.voices import is_hearsay

Kind: TypeAlias = Literal[
    "claim",
    "stated",
    "step",
    "said",
    "unmarked",
    "resulting",
    "title",
    "fielded",
    "decision",
    "answer",
    "ruled",
    "concluded",
    "noted",
    "told",
    "field",
    "header",
    "table",
    "fence",
    "blank",
    "bullet",
    "object",
    "lead",
    "struck",
    "cut",
    "other",
]
"""`title` is the head of a claim without a colon (`### Claim s1`); it counts where fields follow. `answer` is a
decision under a word that prose uses too; it counts only where it can be read. `fielded` is a line without a head
that has fields. `object` is one of JSON that holds text; `lead` the name of what follows in it;
`struck` is what is struck out where a line or field begins; `cut` the end of an object that ends in the middle;
`stated` a claim in one, under a name that may be one of
prose, which counts if one of these can be read; `step` one that counts by itself, if it can be read;
`said` one that stands by itself, or behind a head.
`unmarked` is a claim without a colon or an id (`CLAIM s1 p`, `Claim: p`), which counts where it can be read;
`resulting` what a step comes to (`Result: p`), which does so below the head of one.
`ruled` is a decision on some topic (`Decision on the bag: p`), `concluded` what a step comes to (`Interim conclusion:
p`), `noted` an item under a word (`Thought 1: p`): they count with a case alone, and else are the line `whole`.
`told` is a decision in a sentence (`Therefore, the decision is: p.`), or under a word for what any
step comes to; it counts only where it can be read."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its place without the space around it, and what stands behind its head.

    `name` is a claim's id as written (empty: it has none), or a header's name.
    """

    kind: Kind
    start: int
    end: int
    rest: str
    name: str = ""
    led: str = ""
    """The words of its line that lead to a claim or decision of the form: `If it had been late: DECISION: p`."""
    whole: str = ""
    """The line with the word under which `rest` stands, where it may count as another one."""


_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n)?")
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
    r"|in[ \t](?:conclusion|summary|short)|(?:based|given|from)[ \t][^,:]{1,80})(?:,|(?=[ \t]))[ \t]*+[*_`]*+)?+"
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
    r"(?::|[.=–—→-](?=[ \t])|(?(be)(?<=[ \t])|(?!)))"
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


def lines(text: str) -> Iterator[Line]:
    """The lines of an answer, what was thought before it (`<think>…</think>`) left out."""
    for first, end in spoken(text):
        done = first
        for one in json_objects(text, first, end):
            if text[done : one.start].strip(" \t\r\n[],"):
                yield from _written(text, done, one.start)
            yield from _of_object(one)
            done = one.end
        if done == first or text[done:end].strip(" \t\r\n],."):
            yield from _written(text, done, end)


def _of_object(one: JsonObject) -> Iterator[Line]:
    """The lines of an object; those of its texts are read as any others, but go on with none before them."""
    for said in one.says:
        start, end = (one.start, one.end) if said.start < 0 else (said.start, said.end)
        if said.kind == "text" or said.kind == "item":
            yield Line("blank", start, start, "")
            raw = f"- {said.rest.strip()}" if said.kind == "item" else said.rest.strip()
            yield from (replace(line, start=start, end=end) for line in _heads(_narrow(raw), start))
        else:
            yield Line(said.kind, start, end, _narrow(" ".join(said.rest.split())), said.name)


_STRUCK = re.compile(
    r"(?:^[ \t>]*+(?:(?:[-*+•]|\(?[A-Za-z\d]{1,4}[.)]|#{1,6})[ \t]++)*+[*_`]*+|\|[ \t]*+)"
    r"(?P<struck>~~(?![~\s])(?:(?!~~|(?:\r\n?|\n)[ \t]*+[\r\n])[\s\S]){1,2000}+~~(?!~))",
    re.MULTILINE,
)
"""What is struck out from the beginning of a line or field, over several lines perhaps: it is not said."""


def _struck(text: str, first: int, end: int) -> deque[Line]:
    gone = _STRUCK.finditer(text, first, end)
    return deque(Line("struck", *one.span("struck"), " ".join(one["struck"].split())) for one in gone)


def _written(text: str, first: int, end: int) -> Iterator[Line]:
    struck = _struck(text, first, end) if "~~" in text else deque[Line]()
    text = replaced(text, ((one.start, one.end) for one in struck), blank)
    for found in _LINE.finditer(text, first, end):
        while struck and struck[0].start < found.end():
            yield struck.popleft()
        if not found[0]:
            continue
        raw = found[0].rstrip()
        places = visible(raw)
        if places is None:
            yield from _heads(_narrow(raw), found.start())
            continue
        shown = "".join(raw[at] for at in places)
        for line in _heads(_narrow(shown), 0):
            start = places[line.start] if line.start < len(places) else len(raw)
            last = places[line.end - 1] + 1 if 0 < line.end <= len(places) else len(raw)
            yield replace(line, start=found.start() + start, end=found.start() + last)


_IN_BORDERS = re.compile(r"\|[ \t]*+(?:CLAIM[ \t]++\w++[ \t]*+:|DECISION[ \t]*+:)")
"""A line of the form with borders of a table around it."""
_CELL = re.compile(r"\|(?:[ \t]++[^|]++|:?-{2,}:?)\|")
"""A row of a table of one column."""
_LETTERED = re.compile(r"\(?[A-Za-z]{1,4}[.)][ \t]++(?=CLAIM[ \t]++\w++[ \t]*+:)")
"""`(iv)` before a claim of the form."""
_NEXT = re.compile(r"(?<=[ \t|;.,])(?:CLAIM[ \t]+\w+[ \t]*:|DECISION[ \t]*:)")


def _heads(raw: str, offset: int) -> Iterator[Line]:
    """The lines of one line: heads of claims may have lost the breaks before them."""
    starts = [found.start() for found in _NEXT.finditer(mask(raw))] if "CLAIM" in raw or "DECISION" in raw else []
    first = _line(raw[: starts[0]].rstrip(" \t|") if starts else raw, offset)
    if not starts or first.kind != "claim":
        whole = _line(raw, offset) if starts else first
        if "DECISION" in raw or "CLAIM" in raw:
            yield from _led(raw, offset, whole)
        else:
            yield whole
        return
    yield first
    for start, end in pairwise([*starts, len(raw)]):
        yield _line(raw[start:end].rstrip(" \t|"), offset + start)


_OF_FORM = re.compile(r"(?<![\w`\"'“(\[<{])(?P<marks>[*_]*+)(?:DECISION"
r"|CLAIM[*_ \t]++(?P<id>\w{1,20}))[*_]*+[ \t]*+:")
_PUNCTUATION = re.compile(r"[^\w|]*(?:(?:[\[(]?(?:\d{1,3}|[IVXivx]{1,5}|[A-Za-z])[.)\]]|\[\d{1,3}\]|#\d{1,3})[^\w"
r"|]*)?")
"""`∴`, `=>`, `[5]`, `V.`, `#4`, before a claim or decision."""
_SENTENCE = re.compile(r"[.;!?][*_)\"”’]*$")
_CLAUSE = re.compile(r"(?:[:：,→⇒∴—–]|=>|->|[ \t]-)[*_)]*$")
_CONNECTIVE = re.compile(
    r"\W*(?:(?:and|so|thus|hence|therefore|then|now|finally|accordingly|consequently|that|this|which|it|we|i)[ \t]+"
    r"){0,3}"
    r"(?:so|thus|hence|therefore|then|finally|accordingly|consequently|gives?|yields?|get|means|follows|results? in"
    r"|leads? to|conclude)[*_]*",
    re.IGNORECASE,
)
"""What leads to it without a mark behind: `And so`, `This gives`."""


def _led(raw: str, offset: int, whole: Line) -> Iterator[Line]:
    """A line in which a claim or decision begins behind other words, where a clause begins; or the line as it is."""
    kinds: tuple[Kind, ...] = ("other", "bullet", "fielded", "field", "answer", "told", "decision")
    for found in _OF_FORM.finditer(mask(raw)):
        start, before = found.start(), raw[: found.start()].rstrip()
        if found["id"] is None and whole.kind not in kinds:
            continue
        if found["id"] is not None and (not before or (whole.kind == "claim" and whole.name == found["id"])):
            break
        if "|" in before or DENYING.search(before) is not None:
            continue
        bare = _PUNCTUATION.fullmatch(before) is not None
        sentence = not bare and _SENTENCE.search(before) is not None
        if bare:
            led = ""
        elif sentence or (_CLAUSE.search(before) is not None or _CONNECTIVE.fullmatch(before) is not None):
            led = before.lstrip("> \t")
        else:
            continue
        if whole.kind in ("answer", "told", "field") and not (sentence or before.endswith(":")):
            continue
        if whole.kind == "decision" and not whole.rest.lstrip("*_ \t").startswith(("DECISION", "CLAIM")):
            continue
        if sentence:
            yield _line(raw[:start].rstrip(), offset)
        for at, line in enumerate(_heads(raw[start:], offset + start)):
            yield line if at else replace(line, led=led)
        return
    yield whole


_WIDE = str.maketrans("：；，｜（）［］＝＞＜！．。、％＋－", ":;,|()[]=><!..,%+-")


def _narrow(raw: str) -> str:
    """Spaces and full-width punctuation as the form has them, but for what is quoted; characters keep their places."""
    raw = without_marks(raw)
    if raw.isascii():
        return raw
    raw = plain_spaces(raw)
    if raw.translate(_WIDE) == raw:
        return raw
    pieces: list[str] = []
    done = 0
    for start, end in strings(raw):
        pieces += [raw[done:start].translate(_WIDE), raw[start:end]]
        done = end
    return "".join((*pieces, raw[done:].translate(_WIDE)))


def _line(raw: str, offset: int) -> Line:
    lead = _LEAD.match(raw)
    assert lead is not None
    start, end = offset + len(raw) - len(raw.lstrip()), offset + len(raw)
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


_BOX = re.compile(r"\[(?:(?P<tick>[xX✓✔])|[ \t]?)\][ \t]++(?=\S)")
"""The box of an item of a list of tasks: one without a tick is not said."""


def _behind(body: str, head: re.Match[str]) -> str:
    """What stands behind a head, with a remark that stands in it."""
    note = (head.groupdict().get("note") or "").strip()
    rest = body[head.end() :]
    return rest if not note or note.isdecimal() or note.lower() in _FINAL else f"{rest} [{note}]"


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


def is_head(text: str) -> bool:
    """Whether a claim or a decision begins with a text.

    >>> is_head("CLAIM s1: p"), is_head("Decision: p"), is_head("rules: r1")
    (True, True, False)
    """
    return _line(text, 0).kind in ("claim", "decision", "answer", "told", "title", "unmarked")
