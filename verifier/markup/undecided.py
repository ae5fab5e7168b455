"""A text without what it decides: for readers that are to find its reasons, and must not see what they lead to."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulelang.verifier.markup.apart import looks_like_id, reads, set_apart
from rulelang.verifier.markup.blocks import read_blocks
from rulelang.verifier.markup.json_lines import claims_in_lists
from rulelang.verifier.markup.labelled import WORDS, is_of_a_step, labelled, plain_letters, said_at
from rulelang.verifier.markup.quoting import blank, replaced
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.spelling import USUAL
from rulelang.verifier.markup.thoughts import thought_tags, thoughts

MOST_ROUNDS = 20
"""So often a text is read anew: what stood below a decision may be one by itself."""


_FRAME = re.compile(r"</?[a-z]\w{0,19}[^<>\r\n]{0,60}>|\"[^\"\r\n]{0,40}\"\s*+:|\\[a-z]{1,20}\{|```\w*", re.IGNORECASE)
"""What states nothing by itself: tags, names of members of JSON, code fences."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """What is left of a text; `only_decisions` says whether nothing else was taken out of it."""

    text: str
    only_decisions: bool
    hidden: tuple[tuple[int, int], ...] = ()
    """The places of decisions that were taken out, in order and apart from each other."""

    @property
    def is_empty(self) -> bool:
        return re.search(r"\w", _FRAME.sub(" ", self.text)) is None

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """What of a place of the text was taken out."""
        return [(max(one, start), min(other, end)) for one, other in self.hidden if one < end and start < other]


@dataclass(frozen=True, slots=True)
class _Place:
    """A place that decides; `plain` says whether nothing else can stand there."""

    start: int
    end: int
    plain: bool = True


def undecided(text: str, places: Sequence[tuple[int, int]] = ()) -> Undecided:
    """The text without its thoughts, and without every place that reads as a decision, whatever form it has.

    That is what `read_markup` takes for a decision, whether it counts or not; `\\boxed{…}`; what stands in tags or
    under names that say so, as a section, a line, a row or a column; and what follows `decision:`, `the answer is`, `I
    conclude that` and the like within a line, up to the end of the sentence.  Takes time linear in the length of the
    text.  Where nothing else is said, what was thought is the text, if it was thought to the end.

    Args:
        places: what is known from elsewhere to be a decision.

    >>> undecided("<think>MUST pay?</think>It was late. DECISION: MUST pay").text
    'It was late. '
    >>> undecided("<think>It was late.</think>DECISION: MUST pay").text
    'It was late.'
    >>> undecided("It was late, \\\\boxed{MUST pay}").text, undecided("DECISION: MUST pay").is_empty
    ('It was late, ', True)
    """
    thought = thoughts(text)
    decided = [_Place(start, end) for start, end in places]
    left = _without(text, thought, decided)
    if not left.is_empty or not thought:
        return left
    tags = thought_tags(text)
    unended = [one for one in thought if one[1] == len(text) and all(end != len(text) for _, end in tags)]
    reasons = _without(text, [*unended, *tags], decided)
    return left if reasons.is_empty else reasons


def is_body(said: str, text: str) -> bool:
    """Whether that which stands under a label is what the text is about: sentences, and more than all the rest."""
    return 2 * len(said) > len(text) and _sentence(said, 0) < len(said.rstrip())


def _without(text: str, gone: Sequence[tuple[int, int]], decided: Sequence[_Place]) -> Undecided:
    aside = [_Place(start, end) for start, end in gone]
    places = list(decided)
    plain = plain_letters(text)
    left = _blanked(plain, aside)
    for search in (_boxed, _tagged, _rows, _columns):
        found = list(search(left))
        places += found
        left = _blanked(left, found)
    for _ in range(MOST_ROUNDS):
        found = [*_lines(left), *_labelled(left, plain)]
        if not found:
            break
        places += found
        left = _blanked(left, found)
    found = list(_members(left))
    places += found
    left = _blanked(left, found)
    places += _in_sentences(left, plain)
    places += _opening(left)
    kept = _cut(text, [*aside, *places])
    return Undecided(kept, all(place.plain for place in places), tuple(_merged(places)))


def _merged(places: Iterable[_Place]) -> Iterator[tuple[int, int]]:
    """The places in order; those that overlap or touch are one."""
    start = end = -1
    for place in sorted(places, key=lambda place: place.start):
        if place.start > end and start >= 0:
            yield start, end
        if place.start > end:
            start = place.start
        end = max(end, place.end)
    if start >= 0:
        yield start, end


def _blanked(text: str, places: Iterable[_Place]) -> str:
    return replaced(text, _merged(places), blank)


def _cut(text: str, places: Iterable[_Place]) -> str:
    return replaced(text, _merged(places), lambda _: "")


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
    rf"<(?P<name>(?:final[_ ]?)?(?:{WORDS}))>"
    rf"(?P<said>(?:(?!<(?P=name)>)[\s\S]){{0,{_LONGEST}}}?)</(?P=name)>",
    re.IGNORECASE,
)


def _tagged(text: str) -> Iterator[_Place]:
    """`<decision>…</decision>`; what stands in `<answer>` or `<result>` may be all of it, with its reasons."""
    done = 0
    while (found := _TAGGED.search(text, done)) is not None:
        done = found.end()
        if not _WIDE.fullmatch(found["name"]) or _is_read(found["said"].strip()):
            yield _Place(found.start(), found.end())
        elif is_body(found["said"], text) or _holds_label(found["said"]):
            done = found.start("said")
        else:
            yield _Place(found.start(), found.end(), plain=False)


_WIDE = re.compile(r"(?:answer|result|verdict)s?", re.IGNORECASE)
"""Words under which a whole answer may stand."""


def _holds_label(text: str) -> bool:
    return _HEAD.search(text) is not None or any(labelled(text, text, _is_read)) or _MEMBER.search(text) is not None


_MEMBER = re.compile(
    rf"(?P<mark>[\"'])(?:(?:my|the)[ _-]?)?(?:(?:final|overall)[ _-]?)?(?P<word>{WORDS})(?P=mark)\s*+:\s*+",
    re.IGNORECASE,
)


_MOST_FAULTS = 8
"""So many values that are none are tried: that keeps time linear."""


def _members(text: str) -> Iterator[_Place]:
    """Members of objects of JSON; prose of several sentences is all of the answer under the name of a decision."""
    decoder = json.JSONDecoder(strict=False)
    stated = deque(claims_in_lists(text))
    done = faults = 0
    while (found := _MEMBER.search(text, done)) is not None:
        while stated and stated[0][1] <= found.start():
            stated.popleft()
        if stated and stated[0][0] < found.start():
            done = found.end()
            continue  # it says of the claim beside it whether it holds
        try:
            value, done = decoder.raw_decode(text if faults < _MOST_FAULTS else "", found.end())
        except (ValueError, RecursionError):
            faults += 1
            done = _sentence(text, found.end())
            yield _Place(found.start(), done, plain=False)
            continue
        if not value or (isinstance(value, str) and value.isspace()):  # it was cut out, or there is none
            continue
        plain = not isinstance(value, str) or _is_read(value.strip())
        inside = text[found.end() : done]
        if isinstance(value, dict | list) and _MEMBER.search(inside):
            done = found.end()
            continue  # what decides is told by itself
        if _WIDE.fullmatch(found["word"]) and isinstance(value, str) and is_body(inside, text):
            done, plain = found.end(), True
        yield _Place(found.start(), done, plain)


_CELL = rf"[ \t*_`]*+(?:(?:the|my)[ \t]++)?(?:final[ \t]++)?(?:{WORDS})[ \t*_`:]*+"
_ROW = re.compile(rf"^[ \t>]*+\|{_CELL}\|[^|\r\n]*+\|?[ \t]*+$", re.IGNORECASE | re.MULTILINE)


def _rows(text: str) -> Iterator[_Place]:
    """`| Decision | MUST pay |`: a row of a table of two columns."""
    for found in _ROW.finditer(text):
        rule = _RULE.match(text, found.end())
        if rule is None or text[rule.end() :].lstrip(" \t\r\n")[:1] != "|":  # else it is the head of a table
            yield _Place(found.start(), found.end())


_RULE = re.compile(r"(?:\r\n|\r|\n)[ \t>]*+\|?[ \t]*+:?-{1,80}[-|: \t]*+(?=[\r\n]|\Z)")
_TABLE_HEAD = re.compile(r"^[ \t>]*+\|[^\r\n]*+(?=(?:\r\n|\r|\n)[ \t>]*+\|?[ \t]*+:?-)", re.MULTILINE)
_BELOW = re.compile(r"(?:\r\n|\r|\n)(?P<row>[ \t>]*+\|[^\r\n]*+)")
_DECIDING = re.compile(
    r"[ \t*_`]*+(?:the[ \t]++)?(?:final[ \t]++\w++|decisions?|answers?|rulings?|holdings?|dispositions?)[ \t*_`:]*+",
    re.IGNORECASE,
)
"""What a column of decisions is called; under `result` and the like stands what any condition comes to."""


def _columns(text: str) -> Iterator[_Place]:
    """The cells below `| … | Decision |`."""
    for head in _TABLE_HEAD.finditer(text):
        rule = _RULE.match(text, head.end())
        cells = list(_cells(text, head.start(), head.end()))
        deciding = {at for at, (start, end) in enumerate(cells) if _DECIDING.fullmatch(text, start, end)}
        row = _BELOW.match(text, rule.end()) if rule is not None and deciding else None
        while row is not None and _RULE.match(text, row.start()) is None:
            for at, (start, end) in enumerate(_cells(text, row.start("row"), row.end())):
                if at in deciding and text[start:end].strip():
                    yield _Place(start, end, plain=_is_read(text[start:end].strip()))
            row = _BELOW.match(text, row.end())


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    borders = [at for at in range(start, end) if text[at] == "|"]
    yield from ((one + 1, other) for one, other in pairwise([*borders, end]))


def _lines(text: str) -> Iterator[_Place]:
    """The decisions that are lines of their own, as they are read."""
    blocks = read_blocks(text, Saying(USUAL))
    for block in blocks.found:
        if block.kind == "claim" or not block.content().holds():
            continue
        place = _Place(block.start, block.end, plain=_is_read(block.content().says))
        if place.plain or block.kind == "decision":
            yield place
        elif text[place.start - 1 : place.start] not in ('"', ">"):  # `_members` and `_tagged` say how far prose goes
            said = said_at(text, place.start)
            if said is not None and is_body(text[said : place.end], text):
                place = replace(place, end=min(place.end, _sentence(text, said)))
            yield place


def _labelled(text: str, whole: str) -> Iterator[_Place]:
    """The lines and sections under a label: of what the text is about only the first sentence."""
    for one in labelled(text, whole, _is_read):
        end = one.end
        if is_of_a_step(text, one.start, one.word) and _HEAD.search(whole, end) is not None:
            continue
        if _WIDE.fullmatch(one.word) and is_body(text[one.said : end], text):
            blank = _BLANK.search(text, one.said, end)
            end = end if blank is None else blank.start()
            if is_body(text[one.said : end], text):
                end = _sentence(text, one.said)
        yield _Place(one.start, end, plain=_is_read(text[one.said : end].strip(" \t\r\n.*_`")))


_BLANK = re.compile(r"(?:\r\n|\r|\n)[ \t>]*+(?=[\r\n])")

_HEAD = re.compile(
    r"(?:(?<![\w*_`-])[*_`]++)?(?:(?<![\w-])|(?<=\\n))"
    r"(?P<led>(?:so|therefore|thus|hence|accordingly|consequently),?[ \t]++)?(?:(?P<own>my|our)[ \t]++|the[ \t]++)?"
    rf"(?P<final>(?:final|overall|correct)[ \t]++)?(?P<word>{WORDS}|bottom[ -]line|tl;?dr)(?!\w)"
    r"(?:[ \t]++\([^()\r\n]{0,80}\)|[ \t]++\d{1,4}|[ \t]++(?:to|for|on)[ \t][^:.;,\r\n]{1,60}?)?"
    r"[\"'*_`\])]*+[ \t]*+"
    r"(?:[:：]|[→⇒]|[-=]>|(?P<equal>=)|(?P<be>(?:is|would[ \t]++be)(?!\w)(?:[ \t]++that(?!\w))?:?))[*_`]*+",
    re.IGNORECASE,
)
_CONCLUDING = re.compile(
    r"(?:(?<![\w-])|(?<=\\n))(?:(?:(?:so|therefore|thus|hence|accordingly|consequently),?[ \t]++)?"
    r"(?:(?:I|we)(?:[ \t]++(?:therefore|thus|hence|accordingly|hereby|would|must|can|have[ \t]to)){0,2}"
    r"[ \t]++(?:conclude|decide|rule)|it[ \t](?:is|can[ \t]be)[ \t](?:(?:therefore|thus)[ \t])?concluded)"
    r"(?:[ \t]++that(?!\w)|:)"
    r"|(?:I|we)(?:[ \t]++(?:therefore|thus|hence|accordingly|hereby))?[ \t]++conclude[ \t]++(?=\w)"
    r"(?!(?:from|with|by|on|about|as|whether|if|this|so|here)(?!\w))|in[ \t]conclusion[,:]|to[ \t]conclude[,:]"
    r"|tl[;,]?[ \t]?dr[,:]?(?=[ \t]+\w))",
    re.IGNORECASE,
)
_SURE = ("decision", "answer", "verdict")


def _in_sentences(text: str, whole: str) -> Iterator[_Place]:
    """`… DECISION: MUST pay`, `… so the answer is MUST pay`: decisions within a line."""
    done = 0
    while (found := _HEAD.search(text, done)) is not None:
        done = found.end()
        word = found["word"].lower()
        if found["be"] and not (found["final"] or found["led"] or found["own"] or word == "answer"):
            continue  # `the decision is void` is said of another decision
        if found["equal"] and word not in _SURE:
            continue
        if found.start("word") and _MEMBER.match(text, found.start("word") - 1) is not None:
            continue  # nothing is left of its value
        if is_of_a_step(text, found.start(), word) and _HEAD.search(whole, found.end()) is not None:
            continue  # a later label decides
        done = _sentence(text, found.end())
        said = text[found.end() : done]
        if re.search(r"\w", said) is not None and _OBJECT.match(said) is None:
            yield _Place(found.start(), done, plain=_is_read(said.strip(" \t\r\n.*_`")))
    done = 0
    while (found := _CONCLUDING.search(text, done)) is not None:
        done = _sentence(text, found.end())
        yield _Place(found.start(), done, plain=False)


_OPENING = re.compile(
    r"[\s#>*_`]*+(?:yes|no)(?!\w)[*_`]*+(?:[.!][*_`]*+(?=\s)|[,;:–—-][^\r\n]*?(?:[.!?](?=\s)|(?=[\r\n]|\Z)))",
    re.IGNORECASE,
)


def _opening(text: str) -> Iterator[_Place]:
    """The `yes` or `no` with which an answer begins, with its sentence."""
    found = _OPENING.match(text)
    if found is not None:
        yield _Place(len(text) - len(text.lstrip()), found.end(), plain=False)


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
