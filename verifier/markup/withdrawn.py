"""Lines that take back a claim that stands before them: `I retract claim s1.`, `s1 is withdrawn`, `Strike that.`"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulelang.verifier.markup.patterns import pattern

LONGEST = 300
"""A longer line is prose, and not looked into."""


_WORD = r"(?:claims?|steps?|statements?|judge?ments?)"
_ONE = (
    rf"(?:(?:the |my |our )?(?:(?:earlier|previous|above|first) )?{_WORD} [*_`]*\w{{1,20}}"
    rf"|[*_`]*[a-z]{{1,2}}\d{{1,6}}[a-z]?)[*_`]*"
)
_IDS = rf"(?:both )?(?P<ids>{_ONE}(?:(?:,? and |, | & )(?:{_ONE}|\d{{1,6}}))*)"
_GONE = (
    r"(?:withdrawn|retracted|revoked|recanted|struck(?: out)?|deleted|dropped|abandoned|superseded|replaced"
    r"|disregarded"
    r"|wrong|false|untrue|incorrect|mistaken|in error|an error|a mistake|void|invalid"
    r"|not (?:true|right|correct|so|the case|valid|tenable)|no longer (?:true|right|claimed|maintained|asserted|so))"
)
_TAKES = (
    r"(?:retract|withdraw|take back|revoke|recant|strike(?: out)?|delete|drop|abandon|disregard|ignore|discard"
    r"|scratch"
    r"|forget)"
)
_BY_ID = (
    pattern(
        r"(?:(?:i|we) (?:(?:now|hereby|must|have to|should|would like to|want to|therefore|do) )*|please )?"
        rf"{_TAKES} {_IDS}"
    ),
    pattern(
        rf"{_IDS} (?:is|are|was|were|must be|should be|has to be|have to be|has been|have been|needs? to be)"
        rf" (?:(?:now|hereby|thus|therefore|also|actually|in fact|simply|\w{{2,}}ly) )*{_GONE}"
    ),
    pattern(
        rf"{_IDS} (?:now |thus |therefore |also )*(?:fails?|falls?|(?:does|do|can)(?:not| not|n['’]t) "
        r"(?:hold|stand|work|follow)|(?:is|are) out)"
    ),
    pattern(
        r"(?:let me|let['’]s|(?:i|we) (?:(?:now|must|have to|need to|should|will|want to|would like to) )+"
        r"|i['’]ll)\s?"
        rf"(?:redo|correct|revise|fix|restate|rewrite|rephrase|amend|change|reconsider|rethink|replace) {_IDS}"
    ),
    pattern(rf"(?:i|we) take {_IDS} back|i was wrong (?:about|on|in) (?P<about>{_ONE})"),
)
_LEADING = pattern(
    r"(?:[\s*_`(>[\-–—•…]|\.{3}|(?:on (?:reflection|second thoughts?|(?:closer|further) (?:inspection|reading|look))"
    r"|upon reflection"
    r"|actually|wait|no|sorry|oops|hm+|correction|edit|update|note|but|so|hence|thus|therefore|however|and|in fact"
    r"|looking again|i (?:now )?(?:see|reali[sz]e|notice|find|think)(?: that)?|it turns out(?: that)?"
    r"|which means(?: that)?)(?!\w)[,:;.!…]*)*"
)
_BREAKS = re.compile(r"(?<=[.!;])\s+|,\s+(?=(?:so|hence|thus|therefore|and|which)\s)", re.IGNORECASE)
_ENDS = pattern(r"[\s*_`)\]]*(?:[.,;:!—–(-].*|(?:because|since|as|by|in view of|given|here|again|altogether)\b.*)?")
_NOT_ENDS = pattern(r".*(?:\?\s*$|\b(?:if|unless|only when|would|might)\b)")
_THAT = pattern(
    r"(?:(?:strike|scratch|delete|ignore|disregard|forget|retract|withdraw) (?:(?:that|this)(?: claim| line"
    r"| step)?|it|the (?:above|last"
    r"|previous) (?:claim|line|step))"
    r"|(?:let me|(?:i|we) (?:must|need to|have to|should|will|want to)) (?:redo|correct|revise|fix|restate"
    r"|amend|withdraw"
    r"|retract) (?:that|this|it)(?: claim| step| statement)?"
    r"|i (?:now |hereby )?(?:retract|withdraw) (?:(?:that|this)(?: claim| step| statement)?|it|the (?:above"
    r"|last|previous) (?:claim|line|step))"
    r"|(?:that|this|it) (?:fails|falls|(?:does not|doesn['’]t|cannot|can['’]t) (?:hold|stand|work|follow))|not so"
    r"|not true|wrong|false|untrue"
    r"|i take (?:that|this|it) back|(?:that|this)(?: claim)?(?: (?:is|was)|['’]s)(?: \w+ly)? (?:wrong|incorrect"
    r"|false|untrue"
    r"|mistaken|not (?:right|true|correct|so)|a mistake|an error|withdrawn|retracted)|withdrawn|retracted"
    r"|(?:i )?(?:now |hereby )?(?:retract|withdraw|revoke|take back) (?:my|this|that|the (?:above|last"
    r"|previous)) (?:decision"
    r"|answer|conclusion)|(?:this|that|my|the (?:above|last|previous)) (?:decision|answer|conclusion) (?:is"
    r"|was)(?: \w+ly)?"
    r" (?:wrong|incorrect|false|mistaken|not (?:right|correct)|a mistake|an error|withdrawn|retracted)"
    r"|(?:that|this) (?:claim|step|statement) (?:fails|falls|(?:does not|doesn['’]t|cannot|can['’]t) (?:hold|stand"
    r"|be \w+)))"
)
_ID = re.compile(r"\w+")
_NO = pattern(r"[\s*_`(>-]*(?:actually|wait|hm+|oops|sorry|hold on|oh)[\s,.!…–—-]+no[\s*_`)]*(?:[.!…]|$)")
"""`Actually, no.`"""


def taken_back(text: str) -> list[str] | None:
    """The ids of claims that a line takes back, in small letters; empty: the claim above it; None: it does not.

    >>> taken_back("I retract claim s1."), taken_back("(s1 is withdrawn; I misread e6.)"), taken_back("Strike that.")
    (['s1'], ['s1'], [])
    >>> taken_back("On reflection, claims s1 and s2 are wrong: …"), taken_back("If s1 is wrong, s2 is, too.")
    (['s1', 's2'], None)
    >>> taken_back("s1 is not withdrawn"), taken_back("The buyer says that s1 is wrong."), taken_back("Is s1 wrong?")
    (None, None, None)
    """
    if len(text) > LONGEST:
        return None
    if _NO.match(text) is not None:
        return []
    for part in _BREAKS.split(text):
        lead = _LEADING.match(part)
        said = part if lead is None else part[lead.end() :]
        for takes in (*_BY_ID, _THAT):
            found = takes.match(said)
            if found is None or _ENDS.fullmatch(said, found.end()) is None or _NOT_ENDS.match(said, found.end()):
                continue
            groups = found.groupdict()
            named = groups.get("ids") or groups.get("about") or ""
            return [word for word in _ID.findall(named.lower()) if _is_id(word)]
    return None


def _is_id(word: str) -> bool:
    around = ("the", "my", "our", "and", "earlier", "previous", "above", "first")
    return word not in around and not _KIND.fullmatch(word)


_KIND = pattern(_WORD)
_CORRECTED = pattern(
    r"\[(?P<note>(?:now )?(?:corrected|correction|revised|revision|amended|amendment|rectified|restated|updated"
    r"|replaced"
    r"|new version|second version|replaces .{1,30}|supersedes .{1,30}))\]$"
)


def corrected(rest: str) -> str | None:
    """What a claim says whose head calls it corrected (`CLAIM s1 (corrected): p`), without that; None: it does not.

    >>> corrected("p [corrected]"), corrected("p [by mail]")
    ('p', None)
    """
    found = _CORRECTED.search(rest)
    return None if found is None else rest[: found.start()].rstrip()


_CORRECTION = pattern(
    r"[\s*_`>•-]*+(?:(?:correction|revision|amendment) (?:to|of|for) (?:claim )?|(?:corrected|revised"
    r"|amended) claim )"
    r"[*_`]*+(?P<id>[a-z]{1,2}\d{1,6})[*_`]*+:[*_`]*+[ \t]++(?P<rest>\S.*)"
    r"|[\s*_`>•-]*+(?:(?:actually|wait|no|sorry|oops|so|in fact|on reflection|edit|note|correction),?:? )*"
    r"(?:(?:i|we) (?:(?:now|must|have to|need to|should|will|want to|would like to) )+(?:correct|revise|amend|change"
    r"|restate|replace|rewrite) (?:claim )?[*_`]*+(?P<mended>[a-z]{1,2}\d{1,6})[*_`]*+(?::| to(?: read| say)?:?| as:?"
    r"| with:?| by:?)"
    r"|(?:claim )?[*_`]*+(?P<read>[a-z]{1,2}\d{1,6})[*_`]*+ (?:should|must|ought to|has to|needs to) (?:really "
    r"|rather )?(?:read"
    r"|say|be|have (?:been|read|said))(?: instead)?:?)[*_`]*+[ \t]++(?P<instead>\S.*)"
)


def correction(text: str) -> tuple[str, str] | None:
    """The id of the claim that a line corrects, and what it says instead.

    >>> correction("Correction to s1: NOT p | rules: r1"), correction("Correction: NOT p")
    (('s1', 'NOT p | rules: r1'), None)
    >>> correction("Actually, s1 should read NOT p"), correction("I need to correct claim s1: NOT p")
    (('s1', 'NOT p'), ('s1', 'NOT p'))
    """
    found = _CORRECTION.fullmatch(text)
    if found is None:
        return None
    return found["id"] or found["mended"] or found["read"], found["rest"] or found["instead"]


_ANNOUNCES = pattern(
    r".*\b(?:corrections?|corrected|corrects?|revision|revised|amended|amendment|errat(?:um|a)|should (?:be|read)"
    r"|(?:oops|scratch that)\b.*)\W*"
)


_SIGHS = (
    r"[\s*_`>(•-]*(?:(?:oops|sorry|wait|no(?=\s*[,;:.!…–—-])|hm+|actually|ah|hold on|my mistake|my bad|ok(?:ay)?|well"
    r"|on reflection|on second thoughts?|i was wrong|i misread(?: (?:it|this|that|\w{1,3}\d+))?|i made (?:a mistake"
    r"|an error)"
    r"|(?:that|this|it)(?: (?:is|was)|['’]s) (?:wrong|incorrect|false|not right|a mistake"
    r"|an error))[\s,;:.!…*_–—-]+){0,4}"
)
_BEHIND = r"[*_`]*(?:\s*[:,;.!…–—-]+|(?=\s))[*_`\s]*(?P<instead>\S.*)"
_TAKEN = pattern(
    _SIGHS
    + r"(?:(?:scratch|strike|forget|ignore|disregard|delete) (?:that|this|it)|correction|corrected|erratum|errata"
    r"|amended|revised"
    r"|(?:let me|i (?:must|have to|need to|should)) (?:correct|revise|amend|fix) (?:that|this|it|myself)(?: to)?"
    r"|(?:i|we) take (?:that|this|it) back|i (?:now )?(?:retract|withdraw) (?:that|this|it)"
    r"|(?:it|this|that) (?:should|must|ought to) (?:really |rather |actually )?(?:be|read|say|have been|have read))"
    + _BEHIND
)
_RATHER = pattern(
    _SIGHS
    + r"(?:make that|i (?:mean|meant)(?: to (?:say|write))?|rather|instead|actually|(?:wait|oops|sorry)(?:, no)?"
    r"|no, wait|wait, no|edit(?:ed)?|updated?"
    r"|no(?=\s*[,;:.!…–—-])|on (?:reflection|second thoughts?)|in fact|that is(?: to say)?)" + _BEHIND
)
"""With these what stands above is taken back if it is about the same thing."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What a line says in place of what it takes back (`words`); `surely`: whatever that is about."""

    words: str
    says: str
    surely: bool


def said_instead(text: str) -> Instead | None:
    """What a line says in place of what stands above it; None: it is no such line.

    >>> said_instead("Scratch that: NOT p"), said_instead("I meant NOT p")
    (Instead(words='Scratch that', says='NOT p', surely=True), Instead(words='I meant', says='NOT p', surely=False))
    >>> [said_instead(one) for one in ("Scratch that.", "The correction: p", "No correction: p", "NOT p")]
    [None, None, None, None]
    """
    if len(text) > LONGEST:
        return None
    found = _TAKEN.fullmatch(text)
    surely = found is not None
    found = found or _RATHER.fullmatch(text)
    if found is None:
        return None
    return Instead(text[: found.start("instead")].strip(" \t*_`>:;,.–—-"), found["instead"], surely)


_NO_CORRECTION = pattern(r".*(?:\?\W*$|\b(?:no|not|without|never|nothing|if|unless|would)\b(?!, ))")
_CORRECTS_BELOW = pattern(
    r"(?:.*[\s.!…,;:–—-])?(?:\W*(?:sorry|oops|wait|actually|no)\W+)*(?:let me|i (?:must|have to|need to|should"
    r"|will)|we (?:must|have to|need to|should))"
    r" (?:correct|revise|amend|fix|redo|restate|rewrite) (?:that|this|it|myself)\W*|.*\bi (?:meant"
    r"|mean)(?: to (?:say|write))?\W*"
    r"|.*\b(?:should|ought to) have (?:been|read|said)\W*|.*\b(?:revised|amended|corrected) (?:claims?|version"
    r"|lines?|steps?)\W*"
)


_SIGHING = pattern(
    r"[\s*_`>(•-]*(?:wait|hm+|oops|hold on|actually|sorry|on reflection|on second thoughts?)[\s,.!…–—-].*"
)
"""How a line begins below which a claim of the same id stands anew: `Wait, e1 says twelve days.`"""


def leads_to_correction(line: str) -> bool:
    """Whether a line says that a claim below stands for the one of that id before it.

    >>> [leads_to_correction(one) for one in ("Oops… It should be:", "Let me correct that:", "Corrections")]
    [True, True, True]
    >>> [leads_to_correction(one) for one in ("No correction is needed:", "Is this a correction?", "So:")]
    [False, False, False]
    """
    if len(line) > LONGEST:
        return False
    last = _SENTENCES.split(line.strip(" \t*_`#>"))[-1]
    if _NO_CORRECTION.match(last) is not None:
        return False
    return any(one.fullmatch(line) is not None for one in (_ANNOUNCES, _CORRECTS_BELOW, _SIGHING))


_SENTENCES = re.compile(r"(?<=[.!;…])\s+")


def announces_correction(led: str) -> bool:
    """Whether words that lead to a claim say that it stands for the one of that id before it.

    >>> announces_correction("Correction:"), announces_correction("It should read:"), announces_correction("So:")
    (True, True, False)
    """
    return _ANNOUNCES.fullmatch(led) is not None
