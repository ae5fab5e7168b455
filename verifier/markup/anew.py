"""Lines in which an answer decides anew: `Actually, the decision should be NOT p`, `I change my decision to NOT p`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulelang.verifier.markup.leaning import is_supposed, sentences
from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.voices import is_other_voice

_LONGEST = 300
"""A longer line is prose, and not looked into."""
_NOW = r"(?:(?:now|then|therefore|thus|hereby|hence|really|rather|actually|instead|also|accordingly|correctly),? )*"
_SIGH = (
    r"(?:oops|sorry|wait|no|hm+|ah|oh|actually|hold on|hang on|my (?:mistake|bad|error)|edit(?:ed)?|updated?"
    r"|corrections?"
    r"|corrected|correcting|revision|revised|amended|amendment|errat(?:um|a)|scratch that|strike that|in fact"
    r"|instead|rather"
    r"|(?:up)?on (?:reflection|second thoughts?|further thought|(?:closer|further|second) (?:inspection|reading|look))"
    r"|looking again|thinking again|come to think of it|i (?:was (?:wrong|mistaken)|misread|erred|overlooked|forgot)"
    r"(?: [\w ]{1,30})?|(?:i )?made (?:a mistake|an error)(?: above| earlier)?|(?:that|this|it)(?: (?:is|was)|['’]s)"
    r" (?:wrong|incorrect|not right|a mistake|an error))(?!\w)"
)
_LEADING = (
    r"(?:(?:ok(?:ay)?|well|so|thus|hence|therefore|then|and|but|now|finally|accordingly|note|ps)(?!\w)"
    r"[\s,;:.!…*_–—-]+)*"
)
_SIGHS = rf"{_LEADING}(?P<sigh>(?:{_SIGH}[\s,;:.!…*_–—-]+{_LEADING})*)"
_WORD = r"(?:decisions?|answer|verdict|conclusion|ruling)(?: (?:no\.? ?|#)?\d{1,3})?"
_BETTER = r"(?:correct(?:ed)?|right|revised|updated|amended|proper|new|actual|true)"
_BEHIND = r"[*_`]*(?: (?:now|thus|therefore|then|instead|rather|that))*[*_`]*[:,]?[*_`]*\s+(?P<says>\S.*)"
_FORMS = (
    pattern(
        rf"[\s*_`>(\[]*{_SIGHS}[*_`]*(?:(?:the|my|our) )?[*_`]*(?P<better>(?:(?:final|overall"
        rf"|{_BETTER}) )*){_WORD}[*_`]*"
        rf"(?:\s*[:=]|\s{_NOW}(?P<must>(?:should|must|ought to|has to|have to|needs? to) {_NOW}(?:be|read|say))"
        rf"|\s{_NOW}(?:is|becomes|changes to|reads|was meant to be)){_BEHIND}"
    ),
    pattern(
        rf"(?P<before>.*?)(?<!\w)(?:i|we) (?:(?:must|have to|need to|want to|will|should|shall|am|are|now) )*{_NOW}"
        r"(?P<better>chang(?:e|ing)|revis(?:e|ing)|correct(?:ing)?|amend(?:ing)?|updat(?:e|ing)|alter(?:ing)?"
        r"|switch(?:ing)?"
        rf"|revers(?:e|ing)|replac(?:e|ing)) (?:(?:my|the|our|this) )?(?:(?:final|earlier|previous"
        rf"|above) )*(?:{_WORD}|mind)"
        rf"(?: from .{{1,60}}?)?,? ?(?:to(?: read| say| be)?|as|into|with|by|and (?:now )?(?:decide|conclude|hold"
        rf"|answer|say)|:)"
        rf"{_BEHIND}"
    ),
    pattern(
        rf"[\s*_`>(\[]*{_SIGHS}(?:i|we) (?P<better>(?:now|instead|rather|therefore now)) (?:decide|rule|hold"
        rf"|conclude|answer)"
        rf"(?: (?:that|for|on))*{_BEHIND}"
    ),
    pattern(
        rf"[\s*_`>(\[]*{_LEADING}(?P<better>corrections?|revision|update|amendment|change|edit) (?:to|of|for"
        rf"|on) (?:(?:the|my|our)"
        rf" )?(?:final )?{_WORD}[*_`]*\s*[:–—-]{_BEHIND}"
    ),
    pattern(
        rf"[\s*_`>(\[]*{_SIGHS}(?:(?:it|this|that) )?(?P<must>(?:should|must|ought to|has to|needs to) {_NOW}(?:be"
        rf"|read|say"
        rf"|have (?:been|read|said))){_BEHIND}"
    ),
    pattern(rf"[\s*_`>(\[]*{_LEADING}(?P<better>{_SIGH})[\s,;:.!…*_–—-]+DECISION[*_`]*{_BEHIND}"),
)
_IT_IS = pattern(
    r"[\s*_`]*(?:so |then |thus |hence |therefore )*(?:(?:(?:it|this|that)(?: (?:is|was|comes to|amounts to|equals"
    r"|makes)"
    r"|['’]s| (?:should|must|ought to|has to) be)|(?:the|my|our) (?:\w+ ){0,3}?(?:is|comes to|amounts to|equals"
    r"|(?:should|must"
    rf"|ought to|has to) be)|that makes|which makes){_BEHIND}|(?P<alone>\S.*))"
)
_NAMED = pattern(
    rf"[\s*_`]*(?:the|my|our) (?:{_BETTER} )?(?P<what>\w+(?: \w+){{0,2}}?)"
    r" (?:is|comes|amounts|equals|should|must)\b"
)
_GENERAL = pattern(
    r"(?:correct |right |final |total )*(?:amount|sum|value|figure|total|number|result|answer|decision|option|choice)"
)
_IN_BRACKETS = re.compile(r"^\(([^()]*)\)\W*$")
_TRUTH = pattern(
    rf"[\s*_`>•-]*{_LEADING}(?:(?!no\b){_SIGH}[\s,;:.!…*_–—-]+)+{_LEADING}[*_`]*(?P<says>yes|no|true|false)\W*"
)
"""`Actually, yes.`"""
_UNSURE = pattern(
    rf".*\b(?:not (?:so |that )?(?:sure|certain)|unsure|uncertain|(?:i|we) (?:now )?doubt|no longer (?:sure|certain"
    rf"|think"
    rf"|believe|hold|stands?))\b.*\b{_WORD}\b.*|.*\b{_WORD} (?:is|may be|might be|could be"
    rf"|seems) (?:\w+ly )?(?:wrong|mistaken"
    rf"|incorrect|unsure|uncertain|in doubt|doubtful|no longer \w+)\b.*"
)
_REJECTED = pattern(
    rf"[*_`(]*{_LEADING}(?:the|this|that|my) (?:above|earlier|previous|first|initial) {_WORD} (?:is|was) (?:\w+ly )?"
    r"(?:wrong|mistaken|incorrect|not (?:right|correct))\b"
)
_CORRECT_VALUE = pattern(rf"[\s*_`]*(?:the|my|our) {_BETTER} \w+ (?:is|comes|amounts|equals|should|must)\b")
_SENTENCES = re.compile(r"(?<=[.!;…])\s+(?=\S)")
_SIGHED = pattern(rf"[\s*_`>(\[•-]*{_SIGHS}")
_SIGHING = pattern(rf"[\s*_`>(\[•-]*{_LEADING}{_SIGH}[\s,;:.!…*_–—-].*")
_DENIED = pattern(r".*(?:\?\W*$|\b(?:if|unless|whether|were|had)\b|\b(?:not|never|n['’]t) $)")


@dataclass(frozen=True, slots=True)
class Anew:
    """What a line decides in place of what was decided before it; `plainly`: it is called a decision there."""

    says: str
    plainly: bool = True
    named: str = ""
    """The sentence, where it is said of something that may be another thing: `the refund is 5 usd`."""


def decided_anew(text: str) -> Anew | None:
    """What a line decides that takes up the decision before it; None: it is no such line.

    >>> said = map(decided_anew, ("Actually, the decision should be NOT p", "Hold on, r1 applies. It is 5 usd."))
    >>> [(one.says, one.plainly) for one in said if one]
    [('NOT p', True), ('5 usd.', False)]
    >>> said = map(decided_anew, ("So I change my decision to NOT p", "Update: DECISION NOT p"))
    >>> [(one.says, one.plainly) for one in said if one]
    [('NOT p', True), ('NOT p', True)]
    >>> [decided_anew(one) for one in ("The decision is p", "Suppose it was late. Then the decision must be NOT p")]
    [None, None]
    """
    if len(text) > _LONGEST:
        return None
    text = _IN_BRACKETS.sub(r"\1", text.strip())
    said = sentences(text)
    if is_supposed(text) or any(is_other_voice(one.text) for one in said):
        return None
    truth = _TRUTH.fullmatch(text)
    if truth is not None:
        return Anew(truth["says"], plainly=False)
    for piece in (text, said[-1].text):
        for form in _FORMS:
            found = form.fullmatch(piece)
            if found is None:
                continue
            groups = found.groupdict()
            marked = any(groups.get(name) for name in ("better", "must", "sigh"))
            marked = marked or (len(said) > 1 and sighs(text))
            if marked and _DENIED.match(f"{groups.get('before') or ''} ") is None:
                return Anew(found["says"])
    last = _SENTENCES.split(text)[-1]
    lead = _SIGHED.match(last)
    last = last if lead is None else last[lead.end() :]
    if sighs(text) or _CORRECT_VALUE.match(last) is not None:
        return _value(last)
    return None


def _value(piece: str) -> Anew | None:
    """What stands behind a sigh as the value, if nothing else is said to have it: `It is 5 usd`, `5 usd`."""
    found, named = _IT_IS.fullmatch(piece), _NAMED.match(piece)
    if found is None:
        return None
    is_other = named is not None and _GENERAL.fullmatch(named["what"]) is None
    return Anew(found["says"] or found["alone"], plainly=False, named=piece if is_other else "")


def sighs(text: str) -> bool:
    """Whether a line begins as one that corrects what stands above it: `Wait, …`, `On reflection, …`, `Edit: …`."""
    return _SIGHING.match(text) is not None


def doubts_decision(text: str) -> bool:
    """Whether a line begins as a correction, and leaves the decision above it in doubt.

    >>> doubts_decision("Hmm, I am not sure that the decision is right"), doubts_decision("I am sure of the decision")
    (True, False)
    """
    if len(text) > _LONGEST:
        return False
    return _REJECTED.match(text.strip()) is not None or (sighs(text) and _UNSURE.fullmatch(text.strip()) is not None)
