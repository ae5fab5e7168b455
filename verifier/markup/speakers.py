"""Who may speak in a text: persons and whoever else is neither the answer itself nor what it rests on."""

from __future__ import annotations

import re

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
    r"|schedules?|calendars?|brochures?|bills?|ledgers?|timetables?|diar(?:y|ies)|charts?|maps?|memos?|websites?"
    r"|screenshots?|statistics|tickets?|quotations?|estimates?|catalogu?e?s?|badges?|stamps?|postmarks?"
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
PERSON = pattern(
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
_CUT = pattern(r" (?:of|for|in|by|from|on|at|with|who|which|whose) ")
_ARTICLE = pattern(r"^(?:(?:the|an?|his|her|its|their|and|but|now|what|then|also|next|how) )+")


def _words(who: str) -> list[str]:
    return _CUT.split(_ARTICLE.sub("", f"{who} ", count=1).strip(" ,"), maxsplit=1)[0].split()


def is_somebody(who: str) -> bool:
    """Whether those who speak are not the answer itself, nor what it rests on."""
    words = [word.strip(",.;:") for word in _words(who)]
    if words and re.search("['’]s?$", words[-1]):
        return False  # `the claimant's claim`
    if not words or _OWN_WORDS.fullmatch(who.split()[-1]) or words[0].lower() in ("my", "our", "let"):
        return bool(words) and words[0].lower() in ("my", "our") and PERSON.fullmatch(words[-1]) is not None
    return not any(map(SOURCES.fullmatch, words))


def is_person(who: str) -> bool:
    words = _words(who)
    return _TITLE.fullmatch(words[0]) is not None or PERSON.fullmatch(words[-1]) is not None


def is_name(who: str) -> bool:
    return all(word[:1].isupper() for word in _words(who))


_ABSTRACT = pattern(
    r"[\w-]*(?:[a-z](?:tion|sion|ment|ance|ence|ics|ing|ity|ism|ness|sis|metic|logy|edge|text|sense|ground)s?)"
    r"|[a-z]+(?:book|sheet|list|record|note|file|paper|form|board)s?|users?|models?|given|default|stated|known|common|month|year|day|week|hour|unit|person|head|piece"
)
"""What is no person, nor a body of persons: `calculation`, `background knowledge`, and what rates are for."""
_NAMES_ONE = pattern(r"(?:(?:the|an?|his|her|its|their) )?[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}")


def is_speaker(who: str) -> bool:
    """Whether a few words that name the source of something name nothing that can be one but who says it.

    >>> [is_speaker(one) for one in ("the gym", "Acme Ltd", "tenant", "the contract", "calculation", "e4", "day")]
    [True, True, True, False, False, False, False]
    """
    plain = " ".join(who.strip(" .,;*_`").split())
    if _NAMES_ONE.fullmatch(plain) is None or any(map(_ABSTRACT.fullmatch, plain.lower().split())):
        return False
    return is_somebody(plain)
