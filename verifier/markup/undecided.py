"""A text without what it decides: for readers that are to find its reasons, and must not see what they lead to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulelang.verifier.markup.apart import looks_like_id, reads, set_apart
from rulelang.verifier.markup.blocks import Blocks
from rulelang.verifier.markup.formulas import USUAL
from rulelang.verifier.markup.thoughts import thoughts

MOST_ROUNDS = 20
"""So often a text is read anew: what stood below a decision may be one by itself."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """What is left of a text; `only_decisions` says whether nothing else was taken out of it."""

    text: str
    only_decisions: bool

    @property
    def is_empty(self) -> bool:
        return re.search(r"\w", self.text) is None


@dataclass(frozen=True, slots=True)
class _Place:
    """A place that decides; `plain` says whether nothing else can stand there."""

    start: int
    end: int
    plain: bool = True


def undecided(text: str) -> Undecided:
    """The text without its thoughts, and without every place that reads as a decision, whatever form it has.

    That is what `read_markup` takes for a decision, whether it counts or not; `\\boxed{…}`; what stands in tags or
    under names that say so; and what follows `decision:`, `the answer is` and the like within a line, up to the end of
    the sentence.  Takes time linear in the length of the text.

    >>> undecided("<think>MUST pay?</think>It was late. DECISION: MUST pay").text
    'It was late. '
    >>> undecided("It was late, \\\\boxed{MUST pay}"), undecided("DECISION: MUST pay").is_empty
    (Undecided(text='It was late, ', only_decisions=True), True)
    """
    places = [_Place(start, end) for start, end in thoughts(text)]
    left = _blanked(text, places)
    for search in (_boxed, _tagged, _rows):
        found = list(search(left))
        places += found
        left = _blanked(left, found)
    for _ in range(MOST_ROUNDS):
        found = list(_lines(left))
        if not found:
            break
        places += found
        left = _blanked(left, found)
    found = list(_members(left))
    places += found
    left = _blanked(left, found)
    places += _in_sentences(left)
    return Undecided(_cut(text, places), all(place.plain for place in places))


def _blanked(text: str, places: Iterable[_Place]) -> str:
    """The text with spaces there, and its lines as they were; so that places in it are places of the text."""
    pieces: list[str] = []
    done = 0
    for place in places:
        pieces += [text[done : place.start], _NO_BREAK.sub(" ", text[place.start : place.end])]
        done = place.end
    return "".join((*pieces, text[done:]))


def _cut(text: str, places: Iterable[_Place]) -> str:
    pieces: list[str] = []
    done = 0
    for place in sorted(places, key=lambda place: place.start):
        if place.start > done:
            pieces.append(text[done : place.start])
        done = max(done, place.end)
    return "".join((*pieces, text[done:]))


_NO_BREAK = re.compile(r"[^\r\n]")
_BOX = re.compile(r"\$*\\f?boxed[ \t]*\{")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_LONGEST = 2000
"""How long what stands in a box or a tag may be."""


def _boxed(text: str) -> Iterator[_Place]:
    r"""`\boxed{…}`, to the brace that closes it, or to the end of the line where none does."""
    done = 0
    while (opens := _BOX.search(text, done)) is not None:
        depth, end = 1, text.find("\n", opens.end())
        end = len(text) if end < 0 else end
        for brace in _BRACE.finditer(text, opens.end(), opens.end() + _LONGEST):
            depth += {"{": 1, "}": -1}.get(brace[0], 0)
            if not depth:
                end = brace.end()
                break
        while text[end : end + 1] == "$":
            end += 1
        yield _Place(opens.start(), end)
        done = end


_TAGGED = re.compile(
    r"<(?P<name>(?:final[_ ]?)?(?:decision|verdict)|final[_ ]?answer)>"
    rf"(?:(?!<(?P=name)>)[\s\S]){{0,{_LONGEST}}}?</(?P=name)>"
    r"|<answer>[ \t\r\n]*+(?P<said>[^\r\n<]++)[ \t\r\n]*+</answer>",
    re.IGNORECASE,
)


def _tagged(text: str) -> Iterator[_Place]:
    """`<decision>…</decision>`; what stands in `<answer>` may be all of it, and counts where it is one formula."""
    for found in _TAGGED.finditer(text):
        if found["said"] is None or _is_read(found["said"]):
            yield _Place(found.start(), found.end())


_MEMBER = re.compile(r"\"(?:final[ _]?)?(?P<word>decision|answer|verdict|conclusion)\"\s*+:\s*+", re.IGNORECASE)


_MOST_FAULTS = 8
"""So many values that are none are tried: that keeps time linear."""


def _members(text: str) -> Iterator[_Place]:
    """Members of objects of JSON; prose of several sentences is all of the answer under the name of a decision."""
    decoder = json.JSONDecoder(strict=False)
    done = faults = 0
    while (found := _MEMBER.search(text, done)) is not None:
        try:
            value, done = decoder.raw_decode(text if faults < _MOST_FAULTS else "", found.end())
        except (ValueError, RecursionError):
            faults += 1
            done = _sentence(text, found.end())
            yield _Place(found.start(), done, plain=False)
            continue
        if not value or (isinstance(value, str) and value.isspace()):  # it was cut out, or there is none
            continue
        if isinstance(value, str) and _sentence(value, 0) < len(value.rstrip()):
            done = found.end()
        yield _Place(found.start(), done)


_ROW = re.compile(
    r"^[ \t]*+\|[ \t*_`]*+(?:final[ \t]++)?(?:decision|answer|verdict)[ \t*_`]*+\|[^|\r\n]*+\|?[ \t]*+$",
    re.IGNORECASE | re.MULTILINE,
)


def _rows(text: str) -> Iterator[_Place]:
    """`| Decision | MUST pay |`: a row of a table of two columns."""
    for found in _ROW.finditer(text):
        yield _Place(found.start(), found.end())


def _lines(text: str) -> Iterator[_Place]:
    """The decisions that are lines of their own; of prose below a word that may be none, the first sentence."""
    blocks = Blocks(USUAL)
    blocks.read(text)
    for block in blocks.found:
        if block.kind == "claim" or not block.content().holds():
            continue
        place = _Place(block.start, block.end, plain=_is_read(block.content().says))
        if not place.plain and text[: place.start].endswith('"'):  # prose as JSON: `_members` says how far it goes
            continue
        if not place.plain and block.kind != "decision":
            place = replace(place, end=min(place.end, _sentence(text, place.start)))
        yield place


_HEAD = re.compile(
    r"(?:(?<![\w*_`-])[*_`]++)?(?<![\w-])(?P<led>(?:so|therefore|thus|hence|accordingly|consequently),?[ \t]++)?"
    r"(?:(?P<own>my|our)[ \t]++|the[ \t]++)?"
    r"(?P<final>(?:final|overall)[ \t]++)?(?P<word>decision|answer|verdict)[\"'*_`\])]*+[ \t]*+"
    r"(?:[:：=]|(?P<be>(?:is|would[ \t]++be)(?!\w)(?:[ \t]++that(?!\w))?:?))[*_`]*+",
    re.IGNORECASE,
)


def _in_sentences(text: str) -> Iterator[_Place]:
    """`… DECISION: MUST pay`, `… so the answer is MUST pay`: decisions within a line."""
    done = 0
    while (found := _HEAD.search(text, done)) is not None:
        done = found.end()
        if found["be"] and not (found["final"] or found["led"] or found["own"] or found["word"].lower() == "answer"):
            continue  # `the decision is void` is said of another decision
        if found.start("word") and _MEMBER.match(text, found.start("word") - 1) is not None:
            continue  # nothing is left of its value
        done = _sentence(text, found.end())
        said = text[found.end() : done]
        if re.search(r"\w", said) is not None and _OBJECT.match(said) is None:
            yield _Place(found.start(), done, plain=_is_read(said.strip(" \t\r\n.*_`")))


_OBJECT = re.compile(r"\s*+(?:```|~~~|\{)")
"""What begins so is told by itself."""

_SENTENCE = re.compile(
    r"\s*+(?:[*_`]*+(?i:yes|no)[*_`]*+[.,;:!—–-]++[*_`]*+[ \t]++)?"
    r"[^\r\n]*?(?:[.!?][\"'*_`)\]]*+(?=[ \t]++[^\sa-z0-9])|(?=[\r\n]|\Z))"
)


def _sentence(text: str, start: int) -> int:
    """Where the sentence ends that begins there, or on the next line that is not blank: no later than its line."""
    found = _SENTENCE.match(text, start)
    assert found is not None
    return found.end()


def _is_read(said: str) -> bool:
    """Whether a text is a formula, or one with its reasons."""
    if reads(said, USUAL):
        return True
    apart = set_apart(said, USUAL, looks_like_id)
    return apart is not None and all(reads(one, USUAL) for one in apart.says)
