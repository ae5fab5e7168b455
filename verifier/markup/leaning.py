"""Sentences of one head that lean on the one before: `Suppose e3 is forged. Then:`, `The lender objects. It says:`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulelang.verifier.markup.other_worlds import in_other_world
from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.speakers import is_somebody

_BREAKS = re.compile(
    r"[.!;][*_`]*\s+(?=[*_`]*[A-Z(])|(?<=[?;])\s+|(?P<turns>(?:^|,?\s)(?:[Bb]ut(?!\s+for\b)|[Hh]owever)\b[\s,]*"
    r"|[,;]\s*(?:yet|still|though|nevertheless|nonetheless)\b[\s,]*)"
)
"""Where another sentence begins, or what is against the one before."""
_OPENS = pattern(
    r"(?:(?:and|now|so|first|next|then|only|even)[, ]+)*(?:suppos(?:e|ing)|assum(?:e|ing)|imagin(?:e|ing)|pretend\w*"
    r"|what (?:if|would)|consider (?:the|a|an) (?:case|world|scenario|situation|hypothetical)|say (?:that )?(?:he"
    r"|she|it"
    r"|they|there|the)|(?:let us|let['’]s|we|i) (?:now |first |have to |must )?(?:suppose|assume|imagine|pretend))\b"
)
"""How something is supposed for all that follows."""
_LEANS = pattern(
    r"(?:(?:and|so) )?(?:then|thereupon|if so|(?:in|under|on|with|by) (?:that|this|such an?|which) (?:\w+ )?(?:cases?"
    r"|events?|worlds?|scenarios?|situations?|versions?|views?|readings?|assumptions?|suppositions?|hypothes[ei]s"
    r"|premises?|basis|accounts?|footing|logic|argument|reasoning)|so|thus|hence|therefore|accordingly|consequently"
    r"|as a (?:result|consequence)|(?:it|this|that|which) (?:would |will )?(?:follows?|means?|implies|imply|yields?"
    r"|gives?"
    r"|leads? to|results? in|changes?)|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|namely"
    r"|for (?:one|instance|example)|to (?:begin|start)(?: with)?|the (?:\w+ )?(?:result|outcome|answer|decision"
    r"|conclusion"
    r"|chain|picture|analysis)(?:s)? (?:changes?|differs?|flips?|becomes?|turns?|is (?:then|different|another)"
    r"|shifts?))\b.*"
)
"""A sentence of which only the one before says where it holds."""
_THEY_SAY = pattern(
    r"(?:and |so |also |then |first,? |in particular,? )*(?:it|he|she|they) (?:\w+ly |also |then |further |first )*"
    r"(?:says?|said|argues?|claims?|states?|asserts?|contends?|maintains?|submits?|writes?|wrote|puts? it|reasons?"
    r"|adds?"
    r"|points? out|insists?|alleges?|objects?|replies|explains?|holds?|believes?|thinks?)\b.*"
)
_SUBJECT = re.compile(r"(?:(?:[Tt]he|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|[Aa]n?) [\w-]+|[A-Z][\w-]+)(?!['’])")
_OWN = pattern(r"\b(?:i|we|our|my|let us)\b")
_IF = pattern(r"(?:even |only |and |so )?(?:if|unless|in case)\b")
_BACK = pattern(
    r"(?:but|however|yet|in (?:fact|truth|reality)|actually|really|instead|still)\b|(?:it|he|she|they|this|that|there)"
    r" (?:is|was|are|were|did|does|do|has|have|had)(?: not|n['’]t)\b|.*\b(?:the|these|actual|real"
    r"|given) (?:\w+ )?(?:facts?"
    r"|evidence|record|documents?|passages?|scenario)\b"
)
"""With this the answer comes back to what is so."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and whether it is said against the one before."""

    text: str
    turns: bool = False


def sentences(text: str) -> list[Sentence]:
    """The sentences of a head, which is cut also where it turns (`…, but`).

    >>> [one.text for one in sentences("Suppose e3 is forged. Then:")]
    ['Suppose e3 is forged', 'Then:']
    """
    found: list[Sentence] = []
    done, turns = 0, False
    for cut in _BREAKS.finditer(text):
        found.append(Sentence(text[done : cut.start()], turns))
        done, turns = cut.end(), cut["turns"] is not None
    return [*found, Sentence(text[done:], turns)]


def leans(text: str) -> bool:
    """Whether a sentence says by itself not where it holds.

    >>> [leans(one) for one in ("Then:", "In that case,", "The result changes:", "The facts:")]
    [True, True, True, False]
    """
    return _LEANS.fullmatch(text) is not None or they_say(text)


def they_say(text: str) -> bool:
    """Whether somebody is said to speak whom the sentence before names: `It says:`."""
    return _THEY_SAY.fullmatch(text) is not None


def is_supposed(text: str) -> bool:
    """Whether sentences suppose something for what follows, and do not come back to what is so.

    >>> is_supposed("Suppose e3 is forged. Then r2 fails."), is_supposed("Suppose e3 is forged. But it is not.")
    (True, False)
    """
    said = sentences(text.strip())
    at = next((at for at in reversed(range(len(said))) if _OPENS.match(said[at].text.strip(" *_`>"))), None)
    return at is not None and not any(one.turns or _BACK.match(one.text) for one in said[at + 1 :])


def led_from(said: list[Sentence], bears: Callable[[str], str]) -> str:
    """What the sentences before the last make of it: `supposes`, `doubts`, or nothing (empty).

    What is supposed holds to where the answer comes back to what is so; what others say for what leans on it.

    Args:
        bears: what a sentence says of what stands below it.
    """
    for before, after in zip(reversed(said[:-1]), reversed(said[1:]), strict=True):
        if after.turns or _BACK.match(after.text) is not None:
            return ""
        opens, leaning = _OPENS.match(before.text) is not None, leans(after.text)
        if not opens and not leaning:
            return ""
        says = bears(before.text)
        if says == "supposes" and (opens or in_other_world(before.text) or _IF.match(before.text) is not None):
            return says
        if leaning and _OWN.search(after.text) is None:
            if says == "doubts":
                return says
            who = _SUBJECT.match(before.text)
            if they_say(after.text) and who is not None and is_somebody(who[0]):
                return "doubts"
    return ""
