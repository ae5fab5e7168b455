"""What each line of an answer is: the head of a claim or of the decision, more of the one before, or something else."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from rulelang.verifier.markup.json_lines import JsonObject, json_objects
from rulelang.verifier.markup.kinds import line_of
from rulelang.verifier.markup.line import Kind, Line
from rulelang.verifier.markup.ornaments import DENYING
from rulelang.verifier.markup.quoting import mask, plain_spaces, strings, visible
from rulelang.verifier.markup.struck import without_struck
from rulelang.verifier.markup.thoughts import spoken, without_marks


def lines(text: str) -> Iterator[Line]:
    """The lines of an answer, what was thought before it (`<think>…</think>`) left out."""
    for first, end in spoken(text):
        said, gone = without_struck(text, first, end)
        alone = deque(one for one in gone if not one.whole)
        done = first
        for one in json_objects(said, first, end):
            if said[done : one.start].strip(" \t\r\n[],"):
                yield from _written(said, done, one.start, alone)
            yield from _of_object(one)
            done = one.end
        if done == first or said[done:end].strip(" \t\r\n],."):
            yield from _written(said, done, end, alone)
        yield from (one for one in gone if one.whole)


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


def _written(text: str, first: int, end: int, struck: deque[Line]) -> Iterator[Line]:
    for found in _LINE.finditer(text, first, end):
        at = found.start()
        while struck and struck[0].start < found.end():
            yield struck.popleft()
        if not found[0]:
            continue
        raw = found[0].rstrip()
        if not raw:
            yield Line("blank", at, at, "")
            continue
        places = visible(raw)
        if places is None:
            yield from _heads(_narrow(raw), at)
            continue
        shown = "".join(raw[at] for at in places)
        for line in _heads(_narrow(shown), 0):
            start = places[line.start] if line.start < len(places) else len(raw)
            last = places[line.end - 1] + 1 if 0 < line.end <= len(places) else len(raw)
            yield replace(line, start=at + start, end=at + last)


def _heads(raw: str, offset: int, within: int = 0) -> Iterator[Line]:
    """The lines of one line: heads of claims may have lost the breaks before them.

    Args:
        within: behind how many heads, each of which leads to the next, it stands.
    """
    starts = [found.start() for found in _NEXT.finditer(mask(raw))] if "CLAIM" in raw or "DECISION" in raw else []
    first = line_of(raw[: starts[0]].rstrip(" \t|") if starts else raw, offset)
    if not starts or first.kind != "claim":
        whole = line_of(raw, offset) if starts else first
        if ("DECISION" in raw or "CLAIM" in raw) and within < _MOST_WITHIN:
            yield from _led(raw, offset, whole, within)
        else:
            yield from _told_at_last(raw, offset, whole)
        return
    yield first
    for start, end in pairwise([*starts, len(raw)]):
        yield line_of(raw[start:end].rstrip(" \t|"), offset + start)


def _told_at_last(raw: str, offset: int, whole: Line) -> Iterator[Line]:
    """A line of prose whose last sentence tells the decision, in two; or the line as it is."""
    found = [cut.end() for cut in _TELLS.finditer(mask(raw))] if whole.kind == "other" else []
    told = line_of(raw[found[-1] :], offset + found[-1]) if found else None
    if told is None or told.kind != "told":
        yield whole
        return
    before = raw[: found[-1]].rstrip()
    yield line_of(before, offset)
    yield replace(told, led=before.lstrip("> \t"))


_TELLS = re.compile(
    r"[.!?…][*_)\"”’]*[ \t]+(?=(?:(?:so|thus|hence|therefore|then|consequently|accordingly)[, \t]+)?(?:the|my|our)"
    r"[ \t]+(?:final[ \t]+|correct[ \t]+)?(?:answer|decision)[*_]*(?:[ \t]+is|:))",
    re.IGNORECASE,
)


def _led(raw: str, offset: int, whole: Line, within: int) -> Iterator[Line]:
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
            yield line_of(raw[:start].rstrip(), offset)
        for at, line in enumerate(_heads(raw[start:], offset + start, within + 1)):
            yield line if at else replace(line, led=led)
        return
    yield whole


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


_MOST_WITHIN = 40
"""So many heads are looked for that lead to each other in one line: that keeps time linear."""
_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n)?")
_NEXT = re.compile(r"(?<=[ \t|;.,])(?:CLAIM[ \t]+\w+[ \t]*:|DECISION[ \t]*:)")
_OF_FORM = re.compile(
    r"(?<![\w`\"'“(\[<{])(?P<marks>[*_]*+)(?:DECISION"
    r"|CLAIM[*_ \t]++(?P<id>\w{1,20}))[*_]*+[ \t]*+:"
)
_PUNCTUATION = re.compile(
    r"[^\w|]*(?:(?:[\[(]?(?:\d{1,3}|[IVXivx]{1,5}|[A-Za-z])[.)\]]|\[\d{1,3}\]|#\d{1,3})[^\w"
    r"|]*)?"
)
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
_WIDE = str.maketrans("：；，｜（）［］＝＞＜！．。、％＋－", ":;,|()[]=><!..,%+-")
