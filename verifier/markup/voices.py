"""Heads in whose name something is said: a party's (`The borrower argues that:`), or nobody's (`A wrong answer:`)."""

from __future__ import annotations

import re

from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.speakers import PERSON, SOURCES, is_name, is_person, is_somebody

_CLEAR = (
    r"argues?|contends?|asserts?|alleges?|maintains?|insists?|submits?|pleads?|avers?|believes?|thinks?|says?"
    r"|said|writes?"
    r"|wrote|tells?|declares?|explains?|urges?|complains?|testif(?:y|ies)|responds?|purports?|posits?|swears?"
    r"|swore|retorts?"
    r"|feels?|den(?:y|ies)|presumes?|supposes|assumes"
)
_UNCLEAR = (
    r"argued|contended|asserted|alleged|maintained|insisted|submitted|pleaded|averred|believed|thought|told|declared"
    r"|explained|urged|complained|testified|responded|denied|claim(?:s|ed)?|state[sd]?|report(?:s|ed)?|object(?:s|ed)?"
    r"|counter(?:ed)?|answer(?:s|ed)?|protest(?:ed)?|repl(?:y|ies|ied)|dispute|contest|challenge|reject"
    r"|suspects?"
)
_AGAINST = r"disputes|contests|challenges|rejects|refutes|opposes|questions|doubts|counters|protests"
_VERB = pattern(rf"(?<![\w'’-])(?:(?P<clear>{_CLEAR})|(?P<against>{_AGAINST})|{_UNCLEAR})(?![\w'’-])")
"""How it is told what somebody says; what is also a noun or a participle (`key claims`) is not clear by itself."""
_AUXILIARY = pattern(
    r"(?<!\w)(?:(?:also|further|now|then|still|only|merely|has|have|had|may|might|could|can|will|would|did|does"
    r"|do|himself|herself"
    r"|itself|themselves|first|again|often|\w{2,}ly),? )+$"
)
_PLACE = r"(?:in|by|at|on|under|before|to|through|for|during|with)"
_BEHIND = pattern(
    rf"(?:,? (?:that|this|these|the following(?: \w+)?|as follows|otherwise|the opposite|the contrary|so"
    rf"|inter alia|instead"
    rf"|now|here|also|us|me|\([^()]*\)|{_PLACE}(?: (?!{_PLACE} |that\b)[\w'’.-]+){{1,5}}))*,?"
)
"""What may stand between such a verb and what is told."""
_THAT = pattern(r"\b(?:that|otherwise)\b")
_PASSIVE = pattern(
    r"\bit (?:is|was|has been|had been) (?:(?:\w+ly|often|sometimes|also|further|then) )?(?:argued|claimed|alleged"
    r"|said"
    r"|contended|asserted|maintained|submitted|believed|thought|objected|supposed"
    r"|assumed)(?: by [\w .'’-]+)?(?:,? that)?"
)
RIGHTLY = pattern(
    r"(?<!not )(?<!never )(?<!or )\b(?:rightly|correctly|truly|convincingly|persuasively|justly|accurately|truthfully)"
    r" (?!or )\w+"
)
"""What somebody says rightly, the answer says as well."""
_SPEECH = (
    r"(?:(?:main|key|first|second|only|other|strongest|best|central) )*(?:arguments?|positions?|contentions?"
    r"|submissions?"
    r"|allegations?|assertions?|objections?|views?|opinions?|theor(?:y|ies)|claims?|pleadings?|plea|stance|beliefs?"
    r"|perspectives?|viewpoints?|counter-?arguments?|points? of view|readings?|interpretations?|narratives?"
    r"|stor(?:y|ies)|telling|reasoning|understanding|logic|standpoint|angle|side|line(?: of \w+)?"
    r"|version(?: of (?:events|the facts"
    r"|what happened))?)"
)
_OF_SOMEBODY = pattern(
    rf"(?:(?:from|in|on|by|under|for) )?(?:(?:the|an?) )?(?P<who>[\w.’' -]+?)(?:['’]s|(?<=s)['’]) {_SPEECH}"
)
_BESIDE_SOMEBODY = pattern(rf"(?:the )?(?P<who>\w+) {_SPEECH}")
"""`Buyer arguments`."""
_BY_SOMEBODY = pattern(
    rf"(?:in )?(?:(?:the|an?) )?(?:{_SPEECH}|eyes|words) (?:(?:made|raised|advanced|put forward) )?(?:of|by"
    rf"|from) (?P<who>.+)"
)
_RUNS = pattern(
    rf"(?:the )?(?P<who>[\w.’' -]+?)(?:['’]s|(?<=s)['’]) {_SPEECH} (?:(?:runs?|goes|go|reads?|proceeds?|starts?"
    rf"|begins?)"
    r"(?: (?:like this|as follows|thus|so|this way))?|(?:is|are) (?:this|that|these|as follows|the following))"
)
"""`The lender's argument runs as follows`; what it is like (`… is wrong`) is said of it by the answer."""
_IN_EYES = pattern(
    r"(?:on|by|in|to|from) (?:(?:the|an?) )?(?P<who>[\w.’' -]+?)(?:['’]s|(?<=s)['’]) (?:own )?(?:accounts?|words?|eyes"
    r"|mind|lights|books?|standards)"
)
_PER = pattern(r"(?:as )?per (?P<who>(?:the|an?|his|her|its|their) .+)")
_IN_THEIRS = pattern(r"in (?:its|his|her|their) (?:own )?(?:view|opinion|eyes|words|reading|mind|telling)")
_AS_SEEN = pattern(
    r"(?:the way|as|how) (?P<who>[\w.’' -]+?) (?:(?:would|will|might) )?(?:\w+ly )?(?:sees?|saw|has|have|had|puts?"
    r"|tells?"
    r"|told|views?|viewed|reads?|understands?|understood|describes?|presents?|paints?|construes?|interprets?|frames?)"
    r" (?:it|this|that|them|things|matters)"
)
"""`As the lender sees it`."""
_REFUSES = pattern(
    r"(?P<who>.+?) (?:(?:does|do|did|will|would|can|could) ?(?:not|n['’]t)|cannot|never|refuses? to|declines? to)"
    r" (?:accepts?|admits?|concedes?|acknowledges?|recogni[sz]es?|grants?|believes?|agrees?(?: to| with"
    r"| that)?)\b(?P<tail>.*)"
)
_BY_OTHERS = pattern(
    r"(?!.*\b(?:neither|nor|nothing|none)\b)(?:.*\b)?(?:(?<!not )(?<!never )(?:denied|disputed|contested|rejected"
    r"|challenged"
    r"|doubted|questioned|refuted|opposed|disbelieved|dismissed|alleged|claimed|asserted|argued|contended|pleaded"
    r"|averred"
    r"|put forward|invoked|assumed|suspected)|(?:not|never) (?:accepted|admitted|conceded|acknowledged|recogni[sz]ed"
    r"|granted|agreed|believed))(?: \w+ly)? by (?P<who>.+)"
)
"""`Denied by the lender`, `Not accepted by Bob`: it is told what they say of it, and nothing else."""
_ITEMS = pattern(
    r"^(?:.*\b)?(?:what|(?:facts?|points?|claims?|things?|matters?|elements?|conditions?|premises?|statements?"
    r"|findings?"
    r"|arguments?|exceptions?|defen[cs]es?|events?|parts?|those|all|everything)(?: (?:that|which))?) (?=(?:the|his"
    r"|her|its"
    r"|their|an?|some|one|both) |[A-Z]\w+)"
)
"""What those are called that somebody speaks of: `Facts the lender denies`."""
_ACCORDING = pattern(r"(?:.*[, ])?according to (?P<who>[^,]+)(?:, (?:the following|these|this|it|they|all|we)\b.*)?")


@remembered
def reports(head: str) -> bool:
    """Whether a head leads to what somebody else says, whoever that is.

    >>> [reports(one) for one in ("The borrower argues that", "Mr Smith says", "According to Bob", "Bob's views")]
    [True, True, True, True]
    >>> reports("As the borrower rightly says")
    False
    >>> [reports(one) for one in ("The record says", "I maintain that", "That said", "Key claims", "It is fair to say")]
    [False, False, False, False, False]
    """
    if RIGHTLY.search(head) is not None:
        return False
    if _PASSIVE.fullmatch(head) is not None:
        return True
    for verb in _VERB.finditer(head):
        tail = head[verb.end() :]
        if _BEHIND.fullmatch(tail) is None:
            continue
        who = _ITEMS.sub("", _AUXILIARY.sub("", head[: verb.start()]).strip(" ,"))
        clear = verb["clear"] or (verb["against"] and _DETERMINED.match(who))
        if who and is_somebody(who) and (clear or is_person(who) or _THAT.search(tail) is not None):
            return True
    if _IN_THEIRS.fullmatch(head) is not None or refused(head):
        return True
    if (whose := _OF_SOMEBODY.fullmatch(head)) is not None:
        return is_somebody(whose["who"])
    if (one := _BESIDE_SOMEBODY.fullmatch(head)) is not None and PERSON.fullmatch(one["who"]):
        return not SOURCES.fullmatch(one["who"])
    if (whom := _ACCORDING.fullmatch(head) or _whole(head)) is not None:
        return is_somebody(whom["who"])
    by = _BY_SOMEBODY.fullmatch(head)
    return by is not None and is_somebody(by["who"]) and (is_person(by["who"]) or is_name(by["who"]))


def refused(head: str) -> bool:
    """Whether a head tells what somebody else denies or says of what stands below it: that is nobody's claim there.

    >>> [refused(one) for one in ("Denied by the gym", "The gym does not accept", "Denied by e4", "Not denied by Bob")]
    [True, True, False, False]
    """
    by = _BY_OTHERS.fullmatch(head)
    if by is not None:
        return is_somebody(by["who"])
    refuses = _REFUSES.fullmatch(head)
    if refuses is None or _BEHIND.fullmatch(refuses["tail"]) is None:
        return False
    who = _ITEMS.sub("", refuses["who"])
    return _PRONOUN.fullmatch(who) is None and is_somebody(who)


def _whole(head: str) -> re.Match[str] | None:
    found = (one.fullmatch(head) for one in (_RUNS, _IN_EYES, _AS_SEEN, _PER))
    return next((one for one in found if one is not None), None)


_PRONOUN = pattern(r"(?:and |but |so )*(?:i|we|you|one|it|this|that|these|those|nobody|nothing)")
_DETERMINED = pattern(r"(?:the|his|her|its|their|an?) \w")
"""How somebody is named; `Key disputes` names none."""
_BESIDE = pattern(
    r"(?:(?:and|but|so|only|at least|or so) )*(?:as )?(?:(?:is|was|has been) )?(?:argued|claimed|alleged|contended"
    r"|asserted|maintained|submitted|pleaded|averred|insisted|objected|put forward|suggested)(?: \w+ly)? by (?P<by>.+)"
    r"|(?:so )?(?:says?|claims?|argues?|contends?|alleges?|submits?|asserts?|insists?) (?P<who>(?:the|an?|his"
    r"|her) .+|[A-Z]\w+)"
    r"|(?:per|so) (?P<per>(?:the|an?|his|her) [\w -]+)"
    r"|(?:per|on|in|by|from) (?P<whose>.+?)(?:['’]s|(?<=s)['’]) (?:own )?(?:account|word|words|story|version|telling"
    r"|statement|evidence|case|submissions?|assertions?)"
)
"""Beside a formula: `as argued by the tenant`, `so says Bob`, `on the tenant's account`."""
_MILD = pattern(
    r"\b(?:says?|said|writes?|wrote|tells?|told|declare[sd]?|explain(?:s|ed)?|testif\w+|state[sd]?"
    r"|report\w*)\b"
)
_CITED = re.compile(r"(?<!\w)[A-Za-z]{1,2}\d+")
_IN_EVIDENCE = pattern(
    r"\b(?:witness(?:es)?|experts?|inspectors?|surveyors?|doctors?|polic\w+|notar(?:y|ies)"
    r"|registrars?)\b"
)


@remembered
def is_hearsay(text: str) -> bool:
    """Whether a text beside a formula does no more than to say that somebody says so who may say what he likes.

    What a witness says, and what somebody wrote in a passage that is named, is evidence.

    >>> [is_hearsay(one) for one in ("as argued by the tenant", "the buyer says so", "according to Bob", "so says Bob")]
    [True, True, True, True]
    >>> [is_hearsay(one) for one in ("as the letter states", "witness e2 says so", "the buyer wrote so in e3")]
    [False, False, False]
    """
    plain = _plain(text).rstrip(".!;,")
    if _CONTRARY.match(plain) is not None:
        return False
    if len(plain) > _LONGEST or _IN_EVIDENCE.search(plain) is not None or RIGHTLY.search(plain) is not None:
        return False
    if _MILD.search(plain) is not None and _CITED.search(plain) is not None:
        return False
    found = _BESIDE.fullmatch(plain)
    if found is None:
        return reports(plain)
    who = found["by"] or found["who"] or found["per"] or found["whose"]
    return is_somebody(who) and (is_person(who) or is_name(who))


_CONTRARY = pattern(r"(?:contrary to|despite|in spite of|notwithstanding|regardless of|whatever|against)\b")
_LONGEST = 120
"""A longer text beside a formula says more than who says so."""
_DECIDING = (
    r"(?:answers?|decisions?|conclusions?|verdicts?|outcomes?|results?|solutions?|rulings?|responses?|drafts?"
    r"|versions?"
    r"|attempts?|outputs?)"
)
_THOUGHT = (
    r"(?:readings?|views?|positions?|interpretations?|approach(?:es)?|arguments?|analys[ei]s|reasoning|lines? of "
    r"(?:argument|reasoning|thought)|theor(?:y|ies)|opinions?|alternatives?|assumptions?|scenarios?"
    r"|hypothes[ei]s|cases?"
    r"|worlds?|examples?)"
)
_DISOWNED = (
    r"(?:wrong|incorrect|mistaken|erroneous|flawed|rejected|discarded|dismissed|refuted|abandoned|withdrawn|bad)"
)
_NOT_THIS = (
    rf"(?:{_DISOWNED}|naive|naïve|superficial|hasty|retracted|obsolete|outdated|superseded|opposing|opposite|contrary"
    r"|competing|dissenting|alternative|hypothetical|imagined|fictitious|contrasting|contrast)"
)
_ELSEWHERE = r"(?:different|another|other|old|former|previous|earlier)"
_LEADING = (
    r"(?:(?:here|this|that|is|was|are|the|an?|one|some|possible|potential|main|under|on|in|by|with|from|for"
    r"|consider|take"
    r"|and|but|now|as|(?:examples?|instance|case) of|what|would|be) )*"
)
_ENDING = (
    r"(?: (?:would|might|could|may|will|can|is|was|be|been|have|gives?|says?|reads?|runs?|leads? to|yields?"
    r"|here|it|this|that"
    r"|looks? like|as follows|to avoid|i|we|had|for comparison))*(?: (?:of (?:the|an?)|if|when|without|had|were"
    r"|under) .{1,60})?"
)
_ASIDE = pattern(
    rf"(?!for example){_LEADING}(?:(?:{_NOT_THIS},? )+(?:{_DECIDING}|{_THOUGHT})"
    rf"|{_ELSEWHERE} (?:answer|decision|verdict|draft|version|attempt|output|reading|view|case|scenario|world)"
    r"|counter-? ?(?:arguments?|positions?|views?|examples?)|alternatives?|alternatively|(?:first |rough )?drafts?"
    r"|(?:(?:answer|output|response) )?templates?|examples?|illustrations?|contrast|devil['’]s advocate"
    rf"|draft {_DECIDING})(?:{_ENDING})"
    rf"|(?:not|never) (?:my|our|the) (?:(?:final|own|real|actual) )*{_DECIDING}{_ENDING}"
    r"|(?:do not|don['’]t|never|one (?:must|should) not|you (?:must|should) not) (?:write|say|answer|decide"
    r"|conclude|output)"
    r"(?: (?:this|that|so|the following|like this))*"
    r"|in (?:another|some other) (?:case|scenario|world|situation|setting)(?:, .*)?"
    r"|(?:(?:earlier|previously|before|at first|initially|first),? (?:i|we)|(?:i|we) (?:earlier|previously"
    r"|initially|first))"
    r" (?:had )?(?:wrote|written|said|claimed|answered|concluded|decided|stated|held)(?: that)?"
)
"""Heads of what the answer shows, and does not say: examples, drafts, what would be wrong."""
_NO_DECISION = pattern(
    rf"\b{_DISOWNED} {_DECIDING}\b|\b(?:rejected|discarded|dismissed) alternatives?\b"
    rf"|^(?:not|never) (?:my|our|the) |^(?:do not|don['’]t|never) "
)


def sets_aside(head: str) -> bool:
    """Whether a head leads to what the answer shows without saying it: another answer, a draft, an example.

    >>> [sets_aside(one) for one in ("Counterargument", "Here is a wrong answer", "Draft", "Do not write")]
    [True, True, True, True]
    >>> [sets_aside(one) for one in ("Reply to the counterargument", "Final answer", "Other claims", "The answer")]
    [False, False, False, False]
    """
    return _ASIDE.fullmatch(head) is not None


_MOST = 300
"""So much of the end of a head is looked at."""


@remembered
def is_other_voice(head: str) -> bool:
    """Whether not the answer speaks below a head, but somebody else or nobody.

    >>> is_other_voice("The borrower argues that:"), is_other_voice("Counterargument"), is_other_voice("Not known:")
    (True, True, False)
    """
    plain = _plain(head)[-_MOST:]
    return reports(plain) or sets_aside(plain)


def _plain(head: str) -> str:
    return " ".join(head.strip(" \t*_`#:>").split())


def disowns(head: str) -> bool:
    """Whether a head plainly says that a decision below it is not the one of the answer.

    >>> disowns("A wrong answer would be:"), disowns("**Not my decision:**"), disowns("Alternative:")
    (True, True, False)
    """
    plain = _plain(head)
    return sets_aside(plain) and _NO_DECISION.search(plain) is not None
