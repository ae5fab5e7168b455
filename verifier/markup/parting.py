"""Where a decision begins and ends: what leads to it, what is a part of it below its head, and what is none."""

from __future__ import annotations

import re
from typing import Literal

from rulelang.verifier.markup.bearings import bearing
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.hedges import hedges
from rulelang.verifier.markup.labelling import explains
from rulelang.verifier.markup.leaning import is_supposed
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.verdicts import verdict
from rulelang.verifier.markup.voices import disowns, is_other_voice

_HEADING = re.compile(r"[ \t>]*#{1,6}(?=[ \t])")
_ITEM = re.compile(r"[ \t>]*(?P<mark>[-*+•‣◦–—·]|\(?(?P<number>\d{1,6})[.)]|\(?[A-Za-z]{1,5}[.)]|[①-⑳])[ \t]")
_BOLD = re.compile(r"(?:\*\*|__)[^*_]+(?:\*\*|__)[ \t:]*|.*:[*_`]*[ \t]*")
"""A line that is a head as it is written, though no heading."""
_WORDS = re.compile(r"[^\W\d_][^\W\d_'’ \t-]*(?:[ \t'’-]+[^\W\d_]+)*[.:!]?")
_SIGNED = re.compile(r"(?<!\w)(?:MUST|MAY|NEED|NOT|UNKNOWN|CONFLICT)(?!\w)|[=<>≤≥¬]")
"""What formulas have and titles do not."""
_NAMED = re.compile(r"\w_\w")
_BEGINS = re.compile(r"[*_`]*(?:MUST|MAY|NEED|NOT|UNKNOWN|CONFLICT)(?!\w)")
_FIRST = re.compile(r"[,;(:—–?]|\.[ \t]|[ \t]-[ \t]|[ \t](?=(?:if|unless|but|when|provided|only|though|however)\b)|$")
_WORD = re.compile(r"\S+[ \t]+")
_MOST_WORDS = 5
"""So many words may hedge before the formula of a part."""


def is_heading(written: str) -> bool:
    return _HEADING.match(written) is not None


def depth(written: str) -> int:
    """How deep the heading is that a line begins with; 0: it is none."""
    found = _HEADING.match(written)
    return 0 if found is None else found[0].count("#")


def follows(before: str, written: str) -> bool:
    """Whether a line may be the next item of a list, as it is marked.

    >>> follows("- p", "- q"), follows("1. p", "2. q"), follows("- p", "1. q"), follows("2. p", "1. q")
    (True, True, False, False)
    """
    one, other = _ITEM.match(before), _ITEM.match(written)
    if one is None or other is None:
        return one is other
    if one["number"] and other["number"]:
        return int(one["number"]) < int(other["number"])
    return bool(one["number"]) == bool(other["number"])


def is_item(written: str) -> bool:
    return _ITEM.match(written) is not None


def ends(saying: Saying, head: str, line: Line, written: str, has_said: bool) -> bool:
    """Whether a decision ends above a line: it is a heading, or a title or word that is none of its parts.

    Args:
        head: the line with which the decision begins, as it is written.
        written: the line itself, as it is written.
        has_said: whether anything was decided above the line.
    """
    text = line.rest.strip(" \t*_`")
    case = saying.spelling.means is not None
    is_topic = _SIGNED.search(mask(text)) is None
    is_words = is_topic and _WORDS.fullmatch(text) is not None
    heading = is_heading(written)
    if is_words and not (heading and has_said) and (hedges(text) or verdict(text)[0] != "remark"):
        return False  # `No`, `Undetermined`
    says = (case or not is_topic or _NAMED.search(text) is not None) and saying.says(fields_of(line.rest).says)
    if heading:
        if not says:
            return has_said or is_words or verdict(text)[0] == "remark"
        return is_topic and (has_said or depth(written) <= depth(head))
    if not has_said or not is_topic:
        return False
    if line.kind == "other":
        return is_words or _BOLD.fullmatch(line.rest.strip()) is not None
    return is_words and case and not says


def is_unread_part(saying: Saying, rest: str) -> bool:
    """Whether an item of a list of decisions says one in a way that can't be read: `probably MUST pay`, `p, if so`.

    What only gives reasons, or tells of something, is none.
    """
    said = fields_of(rest).says
    found = _FIRST.search(said)
    first = said[: len(said) if found is None else found.start()].strip(" \t*_`.")
    if first and explains(first):
        return False
    if _BEGINS.match(said) is not None:
        return True
    if not hedges(said):
        return False
    place = 0
    for _ in range(_MOST_WORDS):
        piece = first[place:]
        if _reads(saying, piece) and (place == 0 or hedges(said[:place])):
            return True
        word = _WORD.match(first, place)
        if word is None:
            break
        place = word.end()
    return False


def _reads(saying: Saying, piece: str) -> bool:
    if saying.spelling.means is None and _SIGNED.search(piece) is None and _NAMED.search(piece) is None:
        return False
    return saying.says(piece)


_SENTENCE = re.compile(r"[.;!?][*_)\"”’]*$")
_LAST = re.compile(r"(?:[.;!?][*_)\"”’]*[ \t]+)([^.;!?]+[.;!?]?[*_)\"”’]*)$")
_SUPPOSES = re.compile(
    r"\W*(?:(?:now|but|and|let us|let['’]s|we|i)[ \t]+)*(?:suppos|assum|imagin|pretend|had|were)", re.IGNORECASE
)
_TURNS = re.compile(r"(?:(?:and|but|however|yet|still)(?!\w)(?![ \t]+for\b)[ \t,]*)+", re.IGNORECASE)
_NOT = re.compile(r"(?:(?:\w+ly|most|certainly)[ \t]+)*(?:not|never|no)", re.IGNORECASE)
_WITHOUT = re.compile(
    r"(?<!\w)(?:without|but[ \t]+for|absent|except|unless|if|otherwise|else|not|no|never|cannot|nor|instead"
    r"|alternative(?:ly)?|first|initially|earlier|previously|formerly)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)


def is_claimed(led: str, known: frozenset[str] | None) -> bool:
    """Whether the answer makes a claim to which words of its line lead; a topic may be named in any words.

    >>> [is_claimed(one, None) for one in ("Step 2 (no waiver):", "It was late.", "So", "1. **Coverage** –")]
    [True, True, True, True]
    >>> [is_claimed(one, None) for one in ("If it had been late:", "The tenant would say:", "Wrong:")]
    [False, False, False]
    """
    if _SENTENCE.search(led) is not None:
        return led_to(led, known) == "made"
    plain = _STEP.sub("", led.strip(" \t*_`=→⇒∴>–—:,-"))
    if not plain.strip(" \t*_`()[]"):
        return True
    says = bearing(f"{plain.strip('() ')}:", known)
    if says in ("denies", "against"):
        return plain.startswith("(")  # `Step 2 (no waiver)` is about that
    return says not in ("supposes", "doubts") and not is_other_voice(plain)


_STEP = re.compile(
    r"^(?:[\W_]*(?:step|part|point|claim)[ \t]+\d{1,3}[*_`]*[.:)–—-]*|[\W_]*\d{1,3}[.):]+)[ \t]*", re.IGNORECASE
)


def speaks_of_else(led: str, known: frozenset[str] | None) -> bool:
    """Whether the words of its line that lead to a decision suppose something plainly, or tell what others decide.

    >>> [speaks_of_else(one, None) for one in ("Without e3,", "Bob says:", "Since the plan is not basic,")]
    [True, True, False]
    """
    plain = led.strip(" \t*_`=→⇒∴>–—:,-")
    if _SENTENCE.search(led) is not None:
        return led_to(led, known) == "supposed"
    return bearing(f"{plain}:", known) == "supposes" or is_other_voice(plain)


def led_to(led: str, known: frozenset[str] | None) -> Literal["made", "supposed", "disowned"]:
    """What the words of its line that lead to a decision make of it: whether the answer makes it there.

    Args:
        known: the beginnings of words of the case, if one is at hand.

    >>> [led_to(one, None) for one in ("Correction:", "And so", "It was late.", "In conclusion, →", "")]
    ['made', 'made', 'made', 'made', 'made']
    >>> [led_to(one, None) for one in ("If it had been late:", "The tenant would say:", "Without notice:", "Not:")]
    ['supposed', 'supposed', 'supposed', 'disowned']
    """
    if _SENTENCE.search(led) is not None:
        last = _LAST.search(led)
        supposed = _SUPPOSES.match(led if last is None else last[1]) is not None or is_supposed(led)
        return "supposed" if supposed else "made"
    plain = _TURNS.sub("", led.strip(" \t*_`=→⇒∴>–—:,-"))
    if not plain:
        return "made"
    says = bearing(f"{plain}:", known)
    if disowns(plain) or says == "denies" or verdict(plain)[0] == "denied" or _NOT.fullmatch(plain):
        return "disowned"
    if is_other_voice(plain) or says in ("supposes", "doubts", "against", "asks", "weighs") or _WITHOUT.search(plain):
        return "supposed"
    return "supposed" if says != "affirms" and hedges(plain) else "made"
