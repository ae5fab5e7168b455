"""What a heading or a lead-in line says of the list below it: `Not met:`, `Open questions`, `If it had been:`."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from rulelang.verifier.markup.leaning import led_from, sentences
from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.other_worlds import in_other_world
from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.plain_heads import is_one_sided, is_party, is_plain, is_unsure
from rulelang.verifier.markup.verdicts import verdict
from rulelang.verifier.markup.voices import is_other_voice, refused
from rulelang.verifier.markup.weighing import asks_why_not, conditions_follow, is_weighed, quotes_rule

Bearing: TypeAlias = Literal["denies", "against", "doubts", "supposes", "asks", "affirms", "none", "unplain", "weighs"]
"""`against` denies rules and exceptions; `doubts` is also what denies otherwise, but not plainly, and what others say;
`asks` also what quotes a rule; `weighs` looks into what may be so or not; of what is `unplain` nobody knows whether it
affirms what stands below."""


FILLING = pattern(
    r"(?<!\w)(?:the|these|those|this|that|which|what|following|are|is|was|were|conditions?|requirements?|elements?"
    r"|facts?|things?|claims?|points?|items?|criteria|criterion|premises?|statements?|ones?|parts?|all|of|both|we|i"
    r"|find|found|conclude|here|below|list|and|so|therefore|thus|second|third|last|remaining|other)(?!\w)[ \t]*"
)
"""Words of a heading that say nothing of what stands below."""
_GENERAL = pattern(
    r"exceptions?|rules?|clauses?|arguments?|grounds?|evidence|proof|findings?|allegations?|other|any|do|does|did"
    r"|apply"
    r"|applies|triggered|established|prove[dn]?|shown?|satisfied|fulfilled|met|been|has|have|be|it|there|case"
    r"|true|known"
    r"|to|in|them|by|hold|holds|yet|at|for|on|as|if|us|they|you|he|she|can|could|will|would|say|says|said|support\w*"
    r"|an?|my|least|longer|more|ruled|out|overridden|blocked|barred|approach\w*|reading|view|argument|reasoning"
    r"|idea|path"
)
"""Words that say of a denial no more than that it is one of what stands below."""
_LABEL = pattern(r"(?:q|(?:sub-?)?(?:issue|question|step|part|point|section)s?)[ \t]*[\d.a-z]{0,3}[:.)–—-][ \t]+")
_BRACKET = re.compile(r"\([^()]*(?:\)|$)")
_NEGATES = r"(?:no|not|never|nothing|none|nobody|neither|cannot|\w+n['’]t)"
_IN_THE_FORM = (
    r"(?:in|into|using|to)\s+(?:(?:the|this|that|your|a)\s+)?(?:(?:requested|required|given|prescribed|expected"
    r"|right|answer|output)\s+)?"
    r"form(?:at)?(?:\s+(?:of\s+the\s+(?:prompt|task)|(?:that\s+(?:is|was)\s+)?(?:asked|called)\s+for"
    r"|you\s+ask(?:ed)?\s+for))?"
)
_HARMLESS = pattern(
    r"\b(?:no|without|beyond|before)\s+(?:(?:any|a|the|further|reasonable|serious)\s+)*(?:doubts?|disputes?|question"
    r"|objections?|contradictions?|suppositions?|assumptions?|ado)\b"
    r"|\bnot?\s+(?:only|just|merely|less|more\s+than|later)\b|\bnothing\s+(?:but|beyond|less)\b"
    r"|\bassum\w+\s+nothing(?:\s+(?:else|more|beyond))?"
    rf"|\b{_NEGATES}(?:\s+(?!and\b|or\b)[\w'’]+){{0,3}}?\s+(?:missing|lack\w*|left\s+(?:out|open)|omit\w*|overlook\w*"
    r"|forget\w*|forgotten|neglect\w*|ignor\w*|doubt\w*|disput\w*|questioned|in\s+question|contest\w*"
    r"|challeng\w*|unclear"
    r"|unknown|unsettled|open|den(?:y|ies|ied)|absent)\b"
    r"|\bif\s+(?:any|applicable|relevant|needed|necessary|possible|at\s+all)\b"
    r"|\bunless\s+(?:otherwise\s+)?(?:stated|noted|indicated)(?:\s+otherwise)?\b|\bunless-\w+"
    r"|\b(?:if|when|once|after)\s+(?:we|one|you|i)\s+(?:now\s+|then\s+)?(?:apply|look|read|put|combine|check|go"
    r"|follow"
    r"|consider|turn|compare|sum|start|begin|work)\b[^,]*"
    r"|\b(?:must|should|ha(?:ve|s)\s+to|is\s+to|are\s+to|ought\s+to)\s+(?:also\s+)?be\s+(?:noted|said|added"
    r"|stated|mentioned"
    r"|remembered|recalled|considered)\b"
    r"|\b(?:i|we)\s+(?:would|might|could|can|may)\s+(?:say|conclude|hold|answer|find|note|add)\b"
    r"|^(?:(?:so|then|thus|therefore),?\s+)?(?:my|our|the)\s+(?:(?:final|whole|full)\s+)?(?:answer|claims?|analysis"
    r"|reasoning|chain|steps?|lines?|formulas?|output)\s+would\s+(?:then\s+|thus\s+|therefore\s+)?"
    r"(?:be|read|run|look(?:\s+like\s+(?:this|that))?|go)\b"
    rf"|^(?:(?:here|this|that|it|they|the\s+(?:claims?|answer|reasoning|steps?)|my\s+(?:claims?|answer|reasoning"
    rf"|steps?))\s+)?(?:(?:is|are|now)\s+)*"
    r"(?:(?:re)?(?:written|put|set|stated|expressed|formali[sz]ed|laid|spelt|spelled|formulated|formatted"
    r"|phrased)(?:\s+(?:out|down|it|this"
    rf"|them|formally|again|line\s+by\s+line))*)?(?:\s*\b{_IN_THE_FORM})?$"
    rf"|^(?:(?:so|thus|now|hence|accordingly|therefore|here|formally|finally|{_IN_THE_FORM}),?\s+)*"
    r"(?:i|we|one|you)\s+(?:would|might|could|can|may)\s+(?:now\s+|thus\s+|therefore\s+)?"
    r"(?:write|put|phrase|formulate|formali[sz]e|express|render|state|set|lay|list|structure|present|give|translate"
    r"|sum)"
    rf"(?:\s+(?:it|this|that|them|these|all|everything|down|out|up|so|thus|my|our|the|answer|reasoning|claims?"
    rf"|reasons|chain|steps?"
    rf"|as|like|follows|the\s+following|below|here|way|in|into|lines?|formulas?|symbols|{_IN_THE_FORM}))*$"
    r"|\b(?:may|might|could|can|would)\s+(?:\w+ly\s+)?be\s+(?:stated|summari[sz]ed|written|set\s+out|listed|put|shown"
    r"|expressed|broken|presented|given|laid|formali[sz]ed|described|divided)\b"
    r"|\bassum(?:e|ing|ed)\s+(?:the\s+|these\s+|all\s+)*(?:facts?|evidence|passages?|rules?)\b[^,]*"
)
"""What sounds like a denial or a supposition, and is none: `no doubt`, `nothing missing`, `if we apply the rule`."""
_IN_PASSING = pattern(r", (?:which|that) (?:would|might|could|may|can)\b[^,]*")
"""What is said of a topic besides: `the exception, which would block the rule if it applied`."""
_STATES_RULE = pattern(
    r"(?:if|when|where|whenever|unless) (?!.*\b(?:had|were|would|could|might)\b).+, (?:then )?(?:\w+ ){1,6}?"
    r"(?:is|are|has|have|must|may|can|owes?|needs?|shall|does|do|applies|holds?)\b.*"
    r"|(?:.*\b)?(?:exceptions?|rules?|clauses?|waivers?|defen[cs]es?|provisions?) (?:might|may|could|can) "
    r"(?:also |still |now )?(?:apply|matter|block|override|bar|help|intervene|be (?:relevant|triggered"
    r"|met))(?: here)?"
)
"""A rule in the answer's own words: `If the rent is late, there is a default`, `The waiver exception might apply`."""
_JOINS = pattern(r"\s(?:and|or|vs\.?|&)\s+|\s?/\s?|,\s+|\s[–—-]\s")
_TURNS_BACK = pattern(
    r"but|however|yet|in (?:fact|truth|reality)|actually|really|instead|rather|(?:in )?(?:my"
    r"|our) (?:own )?(?:view|answer)"
    r"|(?:(?:the|my|our) )?(?:response|reply|rebuttal|refutation|assessment|evaluation|rejoinder)(?: to .*)?"
)
"""Heads with which the answer speaks for itself again."""
_RULE = re.compile(r"(?:RULE\b.*\b)?IF .*\bTHEN\b")
_MET = pattern(
    r"\b(?:met|satisfied|fulfilled|known|knows?|holds?|appl(?:y|ies|icable)|settled|established|true|yes|pass(?:es"
    r"|ed)?"
    r"|accepted|proven|triggered|relevant|given|right|correct|answered|shown)\b"
    r"|\b(?:for|pro|in favou?r)$"
)
_REASONS = pattern(r"\b(?:because|since|reasons?|reasoning|why|due to|explanation)\b")
_RESOLVED = pattern(
    r"^(?!to\b)(?!.*\b(?:not|never|be|until|once|if)\b).*[\w)][,:]? (?:and )?(?:now )?"
    r"(?:resolved|settled|decided|clarified)$"
    r"|,? and \w{1,2}\d+(?:\.\w+)? (?:supports?|confirms?|shows?|proves?|bears?) (?:this|that|it|him|her|them)"
    r"(?: out)?$"
)
"""What was in dispute, and no longer is: `Disputed facts, resolved`; what others say, and is borne out."""
_GIVES_REASONS = pattern(r"\b(?:because|since|as|due to|reasons?)\W*$")
_DENIES = pattern(
    r"\b(?:not|no|none|never|nothing|nobody|neither|nor|fail(?:s|ed|ing)?|unmet|missing|lack(?:s|ed|ing)"
    r"|reject\w*|absent"
    r"|untrue|false|wrong|den(?:y|ies|ied)|inapplicable|disprove[nd]|refuted?|unsatisfied|unfulfilled|unproven"
    r"|unknown"
    r"|excluded|irrelevant|against|contrary|without|cannot|mistakes?|mistaken(?:ly)?|fallac\w+|misconceptions?"
    r"|misreadings?|tempt(?:ing|ed))\b|n['’]t\b"
)
_OF_THESE = pattern(
    r"\b(?:that|prove|shows?|supports?|say|establish|find|reject|deny|refute|evidence|be|been|to|as|whether)$"
    r"|\b(?:evidence|proof|support|basis|indications?|signs?|lack|absence) (?:of|for)$"
    r"|\b(?:un)?kno(?:w|wn)\b|\b(?:clear|certain|sure|decided?|settled?)\b"
    r"|\b(?:mistakes?|mistaken(?:ly)?|fallac\w+|misconceptions?|misreadings?|tempt(?:ing|ed))\b"
)
"""A denial that leads to what it denies."""
_ITEMS = (
    r"(?:claims|premises|facts|points|views|things|arguments|statements|conclusions|theories|readings|ideas"
    r"|assumptions"
    r"|allegations|findings|propositions|inferences|steps|options|answers|items|judge?ments)"
)
_NO_SUBJECT = pattern(
    r"(?:(?:i|we|then|finally) )*(?:did|do|does|could|can|would|have|had|was|were|is|are)(?: not|n['’]t) "
    r"(?!matter|help|count|save|rescue|change)\w+"
)
"""What was named before this is not done: `claims I considered but did not adopt`."""
_OF_ITEMS = pattern(
    rf"\b{_ITEMS}(?:,? (?:that|which))?(?: (?:i|we|you|one|they|he|she))?(?: (?:have|had|has|do|did|does|are|were"
    rf"|is|was"
    r"|turned|proved|turn|came|be|been|to|out|later|now|here|just|simply|would|will|can|could))*(?: (?:not|never"
    r"|cannot"
    rf"|\w+n['’]t)\b.*| (?:false|wrong|mistaken|untrue|incorrect|rejected|denied|refuted|unproven|missing"
    rf"|irrelevant)\W*$)"
    rf"|^(?:(?:the|these|those|all|some|my|our|other) )*(?:false|wrong|mistaken|untrue|incorrect|rejected|refuted"
    rf"|unproven"
    rf"|irrelevant|unmet|missing|excluded) {_ITEMS}$"
)
"""A denial of what stands below, by what that is called: `premises that turned out false`, `claims I do not make`."""
_OF_RULES = pattern(r"\b(?:exceptions?|rules?|clauses?|triggered)\b")
"""Of rules that do not apply nothing is plain but what is denied itself."""
_ONE_RULE = pattern(r"(?<!no )\b(?:exception|rule|clause)\b")
"""Of a rule that is singled out it is said as of anything else, and reasons follow."""
_REJECTS = pattern(r"(?:we|i) (?:deny|reject|refute)(?: that| the following| these)*$")
_IT_WAS_NOT = pattern(r"(?:it|he|she|they|this|that) (?:is|was|are|were|did|does|do|has|have|had)(?: not|n['’]t)")
"""What was supposed before this is not so, and what stands below is."""
_WHO = (
    r"(?:customers?|buyers?|sellers?|shops?|claimants?|plaintiffs?|defendants?|applicants?|respondents?|tenants?"
    r"|landlords?|employees?|employers?|part(?:y|ies)|sides?|opponents?|clients?|he|she|they|some|others|one|who)"
)
_SUPPOSES = pattern(
    r"^(?:even |only |what |and )?(?:if|unless|had|were|should (?:the|an?|he|she|they|it|any\w*)"
    r"|suppos(?:e|ing)|assum(?:e|ing)|imagin(?:e|ing)|pretend\w*)\b"
    r"|\b(?:let us|let['’]s|we|i) (?:now |first |have to |must )?(?:suppose|assume|imagine|pretend)\b"
    r"|\b(?:if|unless|in case|in the event|provided that)$|(?:^|, |\bonly )provided$|^in (?:case"
    r"|the event)\b(?! \w*\d)"
    r"|\b(?:hypothetical(?:ly)?|counterfactual\w*|what-if|would|were to|otherwise)\b"
)
_DIFFERENT = pattern(
    r"\b(?:results?|decisions?|outcomes?|answers?|conclusions?|verdicts?|positions?|situation|analysis|picture|case)"
    r"(?: \w+){0,2},? (?:if|unless|had|without(?! (?:any )?(?:doubt|more|further))|in the event)\b"
    r"|\b(?:changes?|changed|differs?|flips?|is reversed|is different) (?:if|when|unless|without|had)\b"
    r"|^(?:please )?(?:note|remember|observe) that (?:if|had|without|unless)\b"
)
"""What the case would come to if something else were so: `The result without the injury`."""
_DOUBTS = pattern(
    r"\b(?:might|could|may be|perhaps|alleg\w+|unclear|uncertain\w*|unknown|undetermined|unresolved|undecided"
    r"|disputed|contested"
    r"|pleaded|doubtful|claimed by|(?:in|under) (?:dispute|doubt|discussion|debate)"
    r"|(?:first|initially|originally|once) (?:thought|believed|assumed|said)|used to (?:think|believe|assume|say)"
    r"|(?:earlier|previous|initial|first) (?:drafts?|versions?|attempts?|answers?|thoughts?))\b"
    rf"|\b{_WHO} (?:claims?|says?|argues?|contends?|asserts?|believes?|thinks?|maintains?|submits?)\b"
    rf"|\b(?:according to|arguments? of|view of|position of) (?:the )?(?!parties|sides){_WHO}\b"
)
_FINDS = pattern(
    r"\b(?:(?:we|i) (?:now )?(?:find|found|conclude|hold|establish|know|infer|derive|get)|follows?|established"
    r"|therefore|thus|hence|findings?|conclusions?|facts?|premises|steps?|summary|analysis|answers?)\b"
    r"|\b(?:passages?|evidence|record|documents?|scenario|exhibits?) (?:shows?|says?|tells?|states?|establish(?:es)?"
    r"|confirms?|proves?)\b"
)
_LOOKS_INTO = r"(?:check|verify|examine|decide|determine|prove|establish|show|test|ask|answer|clarify|resolve)"
_ASKS = pattern(
    r"\bwhether(?: (?:or not|all|any|each|both|of|the following|these|those|this|it|holds?|is|are|so|true|met))*$"
    r"|^(?!.*\b(?:settled|answered|resolved|decided|and)\b)(?:(?!to\b)[\w-]+ ){0,2}(?:questions?|issues?)"
    r"(?: (?:presented|asked|raised|to \w+|for \w+(?: \w+)?|here))?$"
    r"|^(?:open|unanswered)$"
    r"|\bto be (?:\w+ )?(?:\w+ed|shown|proven)$"
    rf"|\b(?:must|should|to) {_LOOKS_INTO}(?: the following| these| are| is)?$"
    r"|\b(?:rule|clause|exception|section|provision|duty|it)\b.*\b(?:where|when|whenever)$|^(?:rule|clause"
    r"|exception) [\w.]+$"
    r"|\b(?:must|ha(?:ve|s) to|should|ought to|needs? to) (?:be|hold|apply|have)(?: \w+){0,2}$"
    r"|\b(?:rules?|law|contract|clauses?|sections?|terms?|statute|policy|exceptions?|provision)\b.*\b(?<!to )"
    r"(?:(?:asks?|calls?|looks?)(?: for| at)?|says?|demands?|requires?|needs?|provides?|states?|reads?"
    r"|depends?(?: on)?"
    r"|prescribes?|lists?|sets? out)(?: that| for| the following| (?:all )?(?:of )?(?:these|this))*$"
    r"|\b(?:what|which|(?:facts?|conditions?|elements?|things?) that) (?:is|are|was) (?:required|needed|necessary)$"
    r"|^(?:required|needed|necessary)(?: facts?| conditions?| elements?| findings?)?$|\b(?:text|wording) of\b"
    r"|^(?:the )?(?:applicable |relevant |governing )?(?:rules?|law|task|goal|problem)(?: text)?$"
)
_HALF_ASKS = pattern(r"\b(?:if|unless|supposed|suppositions?|assumptions?|assumed|claimed|at issue|in question)\b")
_THESE = pattern(r"\b(?:following|these|those|this|below|each)\b")
_WHICH = pattern(r"(?:and |so )?(?:which|what)\b")
_ASKS_HOW = pattern(r"(?:and |so )?(?:who\w*|why|how|when|where)\b")
_REJECTED = pattern(r"\b(?:false|untrue|wrong|incorrect|reject\w*|deny|refute\w*|true that)\b")
_REVIEWED = pattern(
    r"^(?:(?:i|we)(?: have|['’]ve)? |(?:facts?|points?|options?|claims?|arguments?|exceptions?|conditions?"
    r"|matters?) )?"
    r"(?:\w+ly )?(?:considered|weighed|examined|reviewed|assessed|evaluated|checked|tested|analy[sz]ed|discussed"
    r"|addressed|raised|looked (?:at|into)|thought about)(?: (?:it|them|these))?(?:,? (?:and|but)|,)"
    r"(?: (?:then|also|ultimately|finally|later))? (?=\w)"
)
"""What was done before what counts: `considered and rejected`."""
_NAMED = (
    r"(?:facts?|points?|options?|claims?|arguments?|exceptions?|conditions?|matters?|theor(?:y|ies)|answers?"
    r"|readings?)"
)
_SET_ASIDE = pattern(
    rf"(?:(?:i|we)(?: have|['’]ve)? )?(?:(?:the|these|my|our|other|earlier|following) )*(?:{_NAMED} )?"
    r"(?:(?:that )?(?:is|was|are|were|have been|has been|i have|i|we) )?(?:now |since |later |finally |ultimately )?"
    r"(?:dismissed|discarded|set aside|disregarded|abandoned|withdrawn|withdrew|overruled|excluded|ruled out"
    r"|retracted"
    r"|dropped|struck(?: out)?|crossed out|ignored|superseded|given up|taken back|not (?:pursued|adopted|used"
    r"|followed"
    r"|relied (?:up)?on)|no longer (?:held|maintained|claimed))"
    rf"(?: (?:the )?(?:following|these|{_NAMED}))*"
)
"""Of what is set aside nobody says that it is so."""
_AROUND = " \t*_`#:~>.-–—[]"
_LEADS = re.compile(r"[:,][ \t*_`]*$")
_LONGEST = 300
"""So much of the end of a head is looked at."""


@remembered
def bearing(text: str, known: frozenset[str] | None = None) -> Bearing:
    """What a heading or a lead-in line says of the list below it: its last sentence does.

    Args:
        known: the beginnings of words of the case; None where none is at hand, so that any word may be a topic.

    >>> bearing("Not met:"), bearing("**Conditions that fail**"), bearing("Open questions"), bearing("The rule asks:")
    ('denies', 'denies', 'asks', 'asks')
    >>> bearing("If it had been:"), bearing("Not established"), bearing("We find:"), bearing("Reasoning")
    ('supposes', 'doubts', 'affirms', 'none')
    >>> bearing("There is no doubt that:"), bearing("Met and not met"), bearing("Who paid?"), bearing("Is this so?")
    ('none', 'none', 'none', 'asks')
    """
    plain = " ".join(text[-_LONGEST:].strip(_AROUND).split())
    if _RULE.match(plain):
        return "asks"
    if _TURNS_BACK.fullmatch(plain):
        return "affirms"
    said = sentences(plain)
    around = led_from(said, lambda one: bearing(one.strip(_AROUND) if not one.endswith("?") else one, known))
    if around in ("supposes", "doubts"):
        return "supposes" if around == "supposes" else "doubts"
    last = _LABEL.sub("", said[-1].text, count=1).strip(_AROUND)
    if len(said) > 1 and said[-2].text.endswith("?") and len(last.split()) < 4:
        return "none"  # it answers what was asked, and says nothing of the list
    if len(said) > 1 and is_conditional(last) and _SUPPOSES.search(said[-2].text.strip(_AROUND)) is not None:
        return "supposes"
    for bracket in _BRACKET.findall(last):
        ruling = verdict(FILLING.sub("", _HARMLESS.sub("", bracket)))[0]
        if _SET_ASIDE.fullmatch(bracket.strip("() ")):
            return "doubts"
        if ruling in ("denied", "against", "open", "doubted"):
            return "denies" if ruling == "denied" else "against" if ruling == "against" else "doubts"
    outside = _BRACKET.sub("", last).strip(_AROUND)
    plainly = _IN_PASSING.sub("", _HARMLESS.sub("", outside or last.strip("()")))
    plainly = " ".join(plainly.split()).strip(f"{_AROUND},")
    if _DIFFERENT.search(last) is not None:
        return "supposes"
    if _STATES_RULE.match(plainly) or quotes_rule(plainly):
        return "asks"
    if plainly.endswith("?"):
        return _of_question(plainly.rstrip("? "), known)
    return _of_statement(plainly, _LEADS.search(text) is not None, known)


def is_conditional(text: str) -> bool:
    """Whether a line says what would be so or would be written, if something said before it was so.

    >>> is_conditional("I would write:"), is_conditional("I write:")
    (True, False)
    """
    return _CONDITIONAL.search(text) is not None


_CONDITIONAL = pattern(r"\b(?:would|could|might)\b|['’]d\b")


def rejects(text: str) -> bool:
    """Whether a line that denies says that what is said below is false, and not that a condition there is not met.

    >>> rejects("The following is false:"), rejects("Not met:")
    (True, False)
    """
    return _REJECTED.search(text) is not None


def _of_question(asked: str, known: frozenset[str] | None) -> Bearing:
    """A list answers a question, unless it is one about the list: `Are these met?`."""
    if asks_why_not(asked):
        return "doubts"
    if _WHICH.match(asked) and not _SUPPOSES.search(asked):
        return _of_statement(asked, leads=False, known=known)
    if _SUPPOSES.match(asked) and not re.match("(?:were|would)\\b", asked, re.IGNORECASE):
        return "supposes"
    return "asks" if _THESE.search(asked) and not _ASKS_HOW.match(asked) else "none"


def _of_statement(said: str, leads: bool, known: frozenset[str] | None) -> Bearing:
    said = _REVIEWED.sub("", said)
    if in_other_world(said):
        return "supposes"
    if refused(said):
        return "doubts"
    if conditions_follow(said):
        return "supposes"
    if is_weighed(said):
        return "weighs"
    if _SET_ASIDE.fullmatch(said):
        return "doubts"
    if is_one_sided(said) or _WRONGLY.search(said) is not None:
        return "doubts"
    if is_party(said):
        return "doubts" if leads else "unplain"
    if _GIVES_REASONS.search(said) or _RESOLVED.search(said):
        return "none"
    ruling = verdict(FILLING.sub("", said).strip())[0]
    if ruling == "denied":
        return "denies"
    if ruling in ("affirmed", "upheld"):
        return "affirms"
    if _REASONS.search(said) or _is_mixed(said):
        return "none"
    if is_other_voice(said):
        return "doubts"
    if ruling == "against" or (len(said.split()) < 9 and _DENIES.search(said)):
        return _of_denial(said, leads)
    if _SUPPOSES.search(said):
        return "supposes"
    if ruling == "open" or _DOUBTS.search(said):
        return "doubts"
    if _ASKS.search(said):
        return "asks"
    if _FINDS.search(said):
        return "affirms"
    if _HALF_ASKS.search(said):
        return "asks"
    if known is None or is_plain(said, known):
        return "none"
    return "doubts" if is_unsure(said) else "unplain"


_WRONGLY = pattern(
    r"(?<!not )\b(?:wrongly|mistakenly|falsely|incorrectly|erroneously|carelessly|naively|hastily)\b.*\b(?:write"
    r"|say|conclude|answer|claim|state"
    r"|think|assume|argue|hold|infer|read|believe|decide)\b|\b(?:write|say|conclude|answer|claim|state|think|assume"
    r"|argue|hold|infer|read|believe"
    r"|decide)\w*\b.*\b(?:wrongly|mistakenly|falsely|incorrectly|erroneously)\b"
)


def _of_denial(said: str, leads: bool) -> Bearing:
    """A denial is one of what stands below if it is of nothing else: `Nothing shows:`, but not `No fee is due`."""
    if _REJECTS.match(said):
        return "denies"
    if _IT_WAS_NOT.fullmatch(said):
        return "none"
    if _OF_THESE.search(said):
        return "doubts"
    if _ONE_RULE.search(said):
        return "asks" if leads else "none"
    if _OF_ITEMS.search(said) or _NO_SUBJECT.match(said):
        return "doubts"
    left = [word for word in re.findall(r"[\w'’]+", FILLING.sub("", said)) if not _DENIES.search(word)]
    if all(map(_GENERAL.fullmatch, left)):
        return "against" if _OF_RULES.search(said) else "doubts"
    return "asks" if leads else "none"


def _is_mixed(said: str) -> bool:
    """Whether a head is one of what is so and of what is not: `Conditions met and not met`."""
    parts = _JOINS.split(said)
    denied = [_DENIES.search(part) is not None for part in parts]
    return any(denied) and any(not no and _MET.search(part) for part, no in zip(parts, denied, strict=True))
