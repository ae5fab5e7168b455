"""Heads in whose name something is said: a party's (`The borrower argues that:`), or nobody's (`A wrong answer:`)."""

from __future__ import annotations

import re

from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.patterns import pattern

_OWN_WORDS = pattern(
    r"(?:i|we|you|it|this|that|these|those|which|what|who|one|to|us|me|be|is|are|was|were|been|not|as|so|and|or|but"
    r"|all"
    r"|enough|being|having|here|there|nothing|nobody|none|no|how|must|can|should|let|we['’]ve|i['’]ve|i['’]d)"
)
"""Before a verb of telling these are the answer's own voice, or no voice at all: `I say`, `that is to say`."""
SOURCES = pattern(
    r"(?:rules?|laws?|contracts?|clauses?|sections?|articles?|paragraphs?|statutes?|polic(?:y|ies)|provisions?"
    r"|agreements?|codes?|acts?|regulations?|texts?|wording|terms?|passages?|evidence|records?|documents?|scenarios?"
    r"|exhibits?|facts?|cases?|files?|letters?|e?-?mails?|messages?|sheets?|logs?|lists?|tables?|data|analys[ie]s"
    r"|answers?|reasoning|conclusions?|results?|summar(?:y|ies)|reports?|certificates?|invoices?|receipts?|photos?"
    r"|pictures?|minutes|protocols?|transcripts?|videos?|footage|tests?|inspections?|examinations?|deeds?|wills?"
    r"|forms?"
    r"|questions?|tasks?|prompts?|instructions?|definitions?|proofs?|logic|steps?|derivations?|sources?|materials?"
    r"|correspondence|notices?|testimony|statements?|affidavits?|registers?|entr(?:y|ies)|chains?|courts?|judges?"
    r"|tribunals?|exceptions?|premises?|manuals?|guidelines?|standards?|treat(?:y|ies)|constitutions?|principles?"
    r"|doctrines?|precedents?|findings?|information|items?|everything|both|all|labels?|signs?|clocks?|meters?|systems?"
    r"|responses?|solutions?|explanations?|above|dates?|numbers?|books?|accounts?|parties|sides|\w{1,2}\d+\w*"
    r"|\w+\.\w.*)"
    r"(?:['’]s?)?"
)
"""What is said by these is said by the case, the law or the answer itself; so it is where all sides agree."""
_NAMED_PERSONS = (
    r"customers?|shops?|claimants?|plaintiffs?|clients?|landlords?|part(?:y|ies)|sides?|opponents?|he|she|they"
    r"|some|others"
    r"|banks?|compan(?:y|ies)|firms?|spouses?|husbands?|wi(?:fe|ves)|mothers?|fathers?|sons?|daughters?"
    r"|brothers?|sisters?"
    r"|friends?|neighbou?rs?|agents?|clerks?|nurses?|witness(?:es)?|guests?|hosts?|captains?|pilots?|airlines?"
    r"|authorit(?:y|ies)|cit(?:y|ies)|governments?|agenc(?:y|ies)|departments?|councils?|committees?|unions?|heirs?"
    r"|students?|police|prosecution|defen[cs]e|counsel|attorneys?|accused|victims?|hotels?|stores?|hospitals?|schools?"
    r"|universit(?:y|ies)|clubs?|teams?|adversar(?:y|ies)|respondents?|critics?|people|somebody"
    r"|someone|everybody"
    r"|everyone|members?|child(?:ren)?|boys?|girls?|staff|management|insured"
)
_PERSON = pattern(
    rf"(?:{_NAMED_PERSONS}|(?!(?:an)?other|further|former|latter|later|earlier|proper|minor|major|prior|super"
    rf"|inferior|exterior"
    r"|interior|relevant|important|significant|pertinent|constant|instant|distant|redundant|dominant|resultant|broader"
    r"|narrower|stronger|weaker|larger|smaller|lesser|greater|simpler|higher|lower|outer|inner|upper|clearer|shorter"
    r"|longer|newer|older|easier|matter|order|number|chapter|paper|under|over|after|never|whether|either|neither"
    r"|letter"
    r"|error|factor|vector|color|favor|remainder|user['’]s|core|central)[a-z]{3,}(?:er|or|ee|ist|ian|man|woman"
    r"|men|women"
    r"|ant)s?)(?:['’]s?)?"
)
"""Who may speak: by name, or by how words for those who do something end (`the lender`, `the licensee`)."""
_TITLE = pattern(r"(?:mr|mrs|ms|miss|dr|prof|sir|lady)\.?")
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
    r"|counter(?:s|ed)?|answer(?:s|ed)?|protest(?:s|ed)?|repl(?:y|ies|ied)|disputes?|contests?|challenges?|rejects?"
    r"|suspects?"
)
_VERB = pattern(rf"(?<![\w'’-])(?:(?P<clear>{_CLEAR})|{_UNCLEAR})(?![\w'’-])")
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
    r"|perspectives?|viewpoints?|counter-?arguments?|points? of view|version(?: of (?:events|the facts"
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
_ACCORDING = pattern(r"(?:.*[, ])?according to (?P<who>[^,]+)(?:, (?:the following|these|this|it|they|all|we)\b.*)?")
_CUT = pattern(r" (?:of|for|in|by|from|on|at|with|who|which|whose) ")
_ARTICLE = pattern(r"^(?:(?:the|an?|his|her|its|their|and|but|now|what|then|also|next|how) )+")


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
        who = _AUXILIARY.sub("", head[: verb.start()]).strip(" ,")
        if who and _is_somebody(who) and (verb["clear"] or _is_person(who) or _THAT.search(tail) is not None):
            return True
    if (whose := _OF_SOMEBODY.fullmatch(head)) is not None:
        return _is_somebody(whose["who"])
    if (one := _BESIDE_SOMEBODY.fullmatch(head)) is not None and _PERSON.fullmatch(one["who"]):
        return not SOURCES.fullmatch(one["who"])
    by = _BY_SOMEBODY.fullmatch(head) or _ACCORDING.fullmatch(head)
    return by is not None and _is_somebody(by["who"]) and (_is_person(by["who"]) or _is_name(by["who"]))


def _words(who: str) -> list[str]:
    return _CUT.split(_ARTICLE.sub("", f"{who} ", count=1).strip(" ,"), maxsplit=1)[0].split()


def _is_somebody(who: str) -> bool:
    """Whether those who speak are not the answer itself, nor what it rests on."""
    words = [word.strip(",.;:") for word in _words(who)]
    if words and re.search("['’]s?$", words[-1]):
        return False  # `the claimant's claim`
    if not words or _OWN_WORDS.fullmatch(who.split()[-1]) or words[0].lower() in ("my", "our", "let"):
        return bool(words) and words[0].lower() in ("my", "our") and _PERSON.fullmatch(words[-1]) is not None
    return not any(map(SOURCES.fullmatch, words))


def _is_person(who: str) -> bool:
    words = _words(who)
    return _TITLE.fullmatch(words[0]) is not None or _PERSON.fullmatch(words[-1]) is not None


def _is_name(who: str) -> bool:
    return all(word[:1].isupper() for word in _words(who))


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
    return _is_somebody(who) and (_is_person(who) or _is_name(who))


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
    r"|looks? like|as follows|to avoid|i|we|had|for comparison))*(?: of (?:the|an?) .{1,60})?"
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


@remembered
def is_other_voice(head: str) -> bool:
    """Whether not the answer speaks below a head, but somebody else or nobody.

    >>> is_other_voice("The borrower argues that:"), is_other_voice("Counterargument"), is_other_voice("Not known:")
    (True, True, False)
    """
    plain = _plain(head)
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
