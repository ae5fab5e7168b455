"""Words beside a formula that speak against it, take it back, leave it open, or say that nothing speaks against it."""

from __future__ import annotations

import re

from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.voices import is_hearsay


def _spaced(words: str) -> str:
    """A pattern in which a space stands for any space within a line."""
    return re.sub(r" (?!\\t)", r"[ \\t]+", words)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(_spaced(words), re.IGNORECASE)


REASON = _spaced(
    r"(?:[ \t]*[,:(\[—–-]?[ \t]*(?:by|because|since|as|per|under|due|given|from|see|cf\.?|in|on|through|via"
    r"|for)[ \t].*"
    r"|[ \t]*\(.*\)|[ \t]*(?:[,:;—–…]|\.(?![ \t]*\d)|[ \t]-+)[ \t].*)?"
)
"""What may follow a verdict: the words behind it explain it, whatever sets them apart."""
_THIS = _spaced(
    r"(?:this|that|the|such|its|their|any) (?:whole )?(?:claim|condition|statement|formula|requirement|proposition"
    r"|answer|element|rule"
    r"|duty|obligation|right|norm|fact|allegation|assertion|conclusion|result|outcome|consequence|permission"
    r"|prohibition)"
)
_IS = _spaced(
    r"(?:is|was|are|were|be|been|being|gets?|got|becomes?|remains?|stands?|(?:has|have|had) been) "
    r"(?:(?:now|then|thus|here|also|therefore|later|already|again|both|wholly|fully|entirely|partly|partially) )*"
)
_SUBJECT = rf"(?:(?:but|and|so|which|who|it|this|that|{_THIS}) )*(?:{_IS})?(?:[^\W\d_]+ly )?"
_NOT = r"(?:not|never|nowhere|neither|nor|hardly|n['’]t)"

_STOPPED = _spaced(
    r"overridden|overruled|suspended|defeated|excepted|blocked|lifted|barred|precluded|prevented|excluded"
    r"|disapplied|displaced|cancel?led"
    r"|rebutted|refuted|contradicted|denied|rejected|negated|disproved|disproven|undercut|undermined|trumped"
    r"|outranked|outweighed|superseded"
    r"|nullified|voided|annulled|revoked|repealed|rescinded|waived|released|discharged|extinguished|removed|dropped"
    r"|excused|exempted|exempt"
    r"|disqualified|invalidated|discounted|eliminated|dismissed|reversed|vetoed|withheld|refused|set aside"
    r"|struck (?:out|down)"
    r"|halted|stopped|overcome|beaten|thwarted|undone|disallowed|ended|expired|lapsed|terminated|abrogated"
    r"|neutrali[sz]ed|deactivated|disabled|forbidden|prohibited|banned|quashed|overturned|vitiated|forfeited"
    r"|foreclosed"
    r"|discarded|abandoned|disregarded|discredited|debunked|obviated|renounced|relinquished|estopped|bypassed|omitted"
    r"|deleted|erased|scrapped|time-barred|mistaken"
    r"|(?:ruled|carved|shut|knocked|thrown|cancel?led|crossed) out|(?:switched|turned|cut|called) off|taken away"
    r"|done away"
    r"|void|invalid|inoperative|ineffective|inactive|irrelevant|immaterial|impossible|lacking|missing|absent|off"
    r"|gone|lost|nonexistent"
    r"|non-existent|out(?: of (?:the )?question)?|unsupported|unfounded|baseless|groundless|unproven|unproved"
)
_STOPS = _spaced(
    r"den(?:y|ies|ied)|disprove[sd]?|refute[sd]?|contradict(?:s|ed)?|rebut(?:s|ted)?|dispute[sd]?|reject(?:s|ed)?"
    r"|exclude[sd]?|rule[sd]? (?:(?:it|this|that|them) )?out"
    r"|negate[sd]?|defeat(?:s|ed)?|block(?:s|ed)?|lift(?:s|ed)?|overrid(?:e|es|den)|overrode|suspend(?:s|ed)?"
    r"|bar(?:s|red)?|preclude[sd]?"
    r"|prevent(?:s|ed)?|cancel(?:s|led|ed)?|forbid(?:s|den)?|forbade|undercut(?:s)?|undermine[sd]?|displace[sd]?"
    r"|trump(?:s|ed)?|outrank(?:s|ed)?|prohibit(?:s|ed)?|takes? (?:it |this |that )?(?:back|away)|stands? in the way"
    r"|nullif(?:y|ies|ied)|invalidate[sd]?|disagree[sd]?|excuse[sd]?|waive[sd]?|remove[sd]?|supersede[sd]?|stop(?:s"
    r"|ped)?|question(?:s|ed)?"
    r"|doubt(?:s|ed)?|challenge[sd]?|contest(?:s|ed)?|(?:speak|tell|weigh|stand|go|argue|point|count)(?:s"
    r"|es)? against"
)
_SHOWS = _spaced(
    r"supports?|supported|shows?|showed|shown|proves?|proved|proven|says?|said|tells?|told|claims?|claimed"
    r"|establish(?:es|ed)?|confirm(?:s|ed)?|suggest(?:s"
    r"|ed)?|indicate[sd]?"
    r"|mention(?:s|ed)?|backs?|state[sd]?|appl(?:y|ies|ied)|require[sd]?|demand(?:s|ed)?|justif(?:y|ies|ied)"
    r"|speaks? for|points? to"
)
_HARMLESS = _spaced(
    r"(?:further|other|additional|special|separate|contrary|adverse|opposing|conflicting)[ \t]+\w+"
    r"|(?:such|valid|relevant|applicable|known|real|reasonable|counter|serious)?[ \t]*"
    r"(?:exceptions?|doubts?|objections?|disputes?|questions?|contests?|conflicts?|bars?|exclusions?|defeaters?"
    r"|problems?|issues?|obstacles?"
    r"|limits?|suspensions?|overrides?|contradictions?|denials?|defen[cs]es?|waivers?|exemptions?|reservations?"
    r"|rebuttals?|counter\w+"
    r"|objectors?|contrary|opposing|conflicting|hedge|ambiguity|mistake|error|change|choice|alternative|discretion"
    r"|wonder|more|less|later)"
)

_TO_BE_DENIED = _spaced(
    r"(?:(?:must|should|has to|have to|is to|are to|can|may|needs to|ought to) |to )(?:\w+ly )?be (?:rejected|denied"
    r"|negated|excluded|ruled out|dismissed|refused|discarded|discounted|declined|answered in the negative)"
)
_FAR = _spaced(
    r"(?:far|miles|a long way) from (?:it|so|that|being so|the case|true)|by no (?:stretch|means)|(?:in"
    r"|under) no (?:way"
    r"|sense|respect|circumstances?)|not in the (?:least|slightest)|nowhere near|(?:(?:on|quite|just) )?(?:the"
    r"|to the) (?:contrary|opposite|reverse)|no way|no such thing"
)
_I_DENY = _spaced(
    r"(?:i|we|one) (?:(?:(?:do|did|can|could|would)[ \t]*(?:not|n['’]t)|cannot|can['’]?t) (?:\w+ly )?(?:think"
    r"|believe|see"
    r"|find|accept|agree|share|hold|concur|conclude)|(?:think|believe|find|say|hold) (?:not|otherwise)|(?:doubt"
    r"|reject"
    r"|deny|dispute|contest|disbelieve|disagree))"
)
_AGAINST = _pattern(
    rf"{_SUBJECT}(?:{_STOPPED})(?: (?:again|here|anyway|altogether))?(?P<reason>{REASON})"
    rf"|{_SUBJECT}(?:{_TO_BE_DENIED}|{_FAR})(?P<far>{REASON})"
    rf"|{_I_DENY}(?: (?:so|it|this|that|{_THIS}))?(?P<mine>{REASON})"
    rf"|{_THIS} (?:(?:does|do|did|can|could)[ \t]*(?:not|n['’]t)|cannot|never|fails to) \w+(?P<why>{REASON})"
    rf"|(?:no|zero|not any|without(?: any)?|lack(?:s|ing)?(?: of)?|absence of) (?!(?:longer|{_HARMLESS})(?!\w))"
    r"(?:\w+[ \t]*){1,2}(?: (?:of|for|that|to|in|on|about|at)[ \t].*)?(?:[ \t]*\([^()]*\))?"
    r"|none|nothing|nil|null|n/?a|0(?:[.,/]\d+)?|✗|insufficient(?:ly)?[ \t].*|(?:not enough|too little|little"
    r"|hardly any|scant|weak)[ \t]"
    r"(?:evidence|information|proof|basis|support|data|indication|reason|grounds?|to go on)(?:[ \t].*)?"
)
"""A whole text that says that the formula is stopped, or that there is nothing for it."""
_STOPPING = _pattern(
    rf"(?:(?:because|since|as|but|and|which|that"
    rf"|what) )?(?P<who>(?:[^\s;:()]*[^\s.;:()] ){{1,5}}?)(?P<stops>{_STOPS})"
    rf"(?P<it> (?:it\b|so\b|(?:this|that|them)(?! [^\W\d])|{_THIS}).{{0,60}}|\W*$)"
)
"""`the desk denies it`, `which the seal blocks`."""
_IS_PASSIVE = _pattern(r"(?<!\w)(?:is|was|are|were|be|been|being|gets?|got|an?|the|in|under|of|no)[ \t]*$")
_RELATIVE = _pattern(r"(?:,[ \t]*)?(?:but )?(?:which|what|as|though|although) (?:the|an?|his|her|its|their|our|e\d) ")
"""What leads to a verb, whatever its form: `which the seller disputes`."""
_NOUN = _pattern(r"disputed?|disputes|bars?|trumps|doubts?|questions?|challenges?|contests?|stops?|lifts?|blocks?")
"""What names a thing, too, where no object follows."""
_WHO_IS_NONE = _pattern(
    rf"(?<!\w)(?:no|none|nothing|nobody|noone|nowhere|without|would|could|might|if|{_NOT})(?!\w)|n['’]t(?!\w)"
    rf"|(?<!\w)un\w+$"
)
_UNSUPPORTED = _pattern(
    rf"(?:^\W*|[,;.][ \t]+)(?:(?:but|and|because|since|as|though|although|which) )?"
    rf"(?:no(?! (?:{_HARMLESS})(?!\w))|none|nothing|nobody|neither)(?!\w)(?![^.;]*(?<!\w)(?:not|{_STOPS})(?!\w))"
    rf"[^.;,]{{0,60}}(?<!\w)(?<!is\s)(?<!are\s)(?<!was\s)(?<!were\s)(?<!be\s)(?:{_SHOWS})"
    rf"(?: (?:it|this|that|so|{_THIS}))?\W*$"
)
"""`nothing in e1 supports it`."""
_WRONGLY = _pattern(
    r"(?<!\w)(?<!not\s)(?:wrongly|falsely|mistakenly|erroneously|incorrectly|untruthfully)(?!\w)"
)

_UPHELD = _pattern(
    rf"{_SUBJECT}(?:{_NOT} (?:(?:been|be|at all|itself|here|validly) )*(?:{_STOPPED}|disputed|contested|doubted"
    rf"|questioned|challenged"
    r"|doubtful|questionable|in (?:doubt|dispute|question))"
    r"|un(?:disputed|contested|contradicted|challenged|rebutted|refuted|opposed|questioned|denied|touched|affected"
    r"|impeded|changed|equivocal(?:ly)?"
    r"|ambiguous(?:ly)?|questionabl[ey]|deniabl[ey]|conditional(?:ly)?)"
    r"|in(?:disputabl[ey]|contestabl[ey]|controvertibl[ey])|irrefutabl[ey]|incontrovertible"
    rf"|(?:(?:there (?:is|was|are|were) )?no|without(?: (?:a|any))?|beyond(?: (?:all"
    rf"|any))?(?: reasonable)?) (?:{_HARMLESS})(?: (?:about|of"
    rf"|to) (?:it|this|that))?"
    rf"|(?:nobody|no one|nothing|none|neither|no \w+)(?: \w+){{0,3}} (?:{_STOPS})(?: (?:it|this|that|them|{_THIS}))?"
    rf"|(?:nobody|no one|nothing|none|no \w+|without)(?: \w+){{0,4}}? (?:otherwise|(?:(?:to|of|for) )?the (?:contrary"
    r"|opposite))"
    r"|(?:contrary to|despite|in spite of|notwithstanding|regardless of|whatever|against) (?:what )?(?:(?:the|an?|his"
    r"|her|their|all|any) )?[^.;:]{0,60}?(?:says?|said|claims?|claimed|argue[sd]?|contend(?:s|ed)?|assert(?:s|ed)?"
    r"|allege[sd]?|submit(?:s|ted)?|think(?:s)?|believe[sd]?|maintain(?:s|ed)?|insist(?:s|ed)?|denials?|arguments?"
    r"|objections?|allegations?|assertions?|contentions?|submissions?|protests?|view|version|story|position|stance)"
    r"(?: otherwise| about it| on this)?)"
    rf"(?P<reason>{REASON})"
)
"""That nothing speaks against a formula."""

_SAID = _spaced(
    r"claimed|alleged|supposed|assumed|argued|presumed|contended|asserted|averred|believed|suspected|imagined|guessed"
    r"|conjectured|speculated|hypothesi[sz]ed|postulated|posited|pretended|purported|suggested|submitted|insinuated"
    r"|rumou?red|reputed|estimated|expected|anticipated|predicted|feared|hoped|questioned|doubted|challenged"
    r"|contested"
    r"|disputed|debated|discussed|proposed|pleaded|theori[sz]ed|surmised|inferable|unverified"
)
"""Participles of doubting, and of what somebody says."""
_SEEMINGLY = _spaced(
    r"allegedly|supposedly|purportedly|ostensibly|seemingly|apparently|hypothetically|theoretically|conceivably"
    r"|potentially|partially|partly|provisionally|reportedly|reputedly|doubtfully|debatably|questionably|barely"
    r"|hardly"
    r"|scarcely|nominally|nearly|mostly|largely|generally|usually|normally|typically|ordinarily|temporarily"
    r"|professedly"
    r"|putatively|assumedly|speculatively|implausibly|unlikely|wishfully|falsely|wrongly|formerly|admittedly not"
)
_MAYBE = _spaced(
    r"(?:im)?possible|(?:im)?probable|(?:im)?plausible|(?:in)?conceivable|(?:un)?imaginable|thinkable|feasible"
    r"|arguable"
    r"|debatable|questionable|disputable|contestable|deniable|refutable|rebuttable|defeasible|doubtable|negotiable"
)
_OPEN_STILL = _spaced(
    r"neither (?:affirmed|confirmed|proven|proved|shown|established|supported|granted|stated|said) (?:nor|or) \w+"
    r"|both (?:are |is |remain |seem )?(?:possible|open|conceivable|plausible)|(?:it )?(?:may|might"
    r"|could|can) (?:or (?:may|might|could|can) not(?: be)?(?: so)?|be either)|either is possible"
    r"|(?:left |still |quite )*open|(?:the )?(?:\w+ )?(?:is |are )?(?:silent|ambiguous)|(?:information|evidence"
    r"|facts?) (?:is|are) missing"
)
_FOR_ARGUMENT = _spaced(
    r"for (?:the sake of|the sake of the|purposes? of|the purposes? of)? ?(?:this |the )?argument|arguendo|supposing"
    r"(?: so| this| that| it)?|let us (?:suppose|assume|say|imagine)"
    r"|would (?:(?:then|also|only|first|normally|still|otherwise) )*(?:be (?:required|needed|necessary|demanded|so"
    r"|true|met"
    r"|satisfied|shown|proven|established|the case)|have to (?:be )?\w+)|what would have to be \w+"
)
_TELLS = r"claims|alleges|contends|asserts|argues|maintains|believes|thinks|insists|submits"
_DOUBTED = _pattern(
    rf"{_SUBJECT}(?:"
    rf"(?:(?:only|merely|just|simply|so far|at most) )*(?:{_SAID})(?! in the (?:question|case|task|scenario"
    rf"|facts))(?: (?:only|merely|so far|at most|by (?:him|her|them) alone))?(?: (?:by|through|via|to|as)[ \t].*)?"
    r"|(?:has|have|had)(?: not| never|n['’]t)(?: yet| ever)? been (?:shown|proven|proved|established|demonstrated"
    r"|seen"
    r"|confirmed|supported|found)"
    rf"|(?:{_SEEMINGLY}|{_MAYBE}|{_OPEN_STILL}|{_FOR_ARGUMENT})"
    r"|(?:would|might|could|may) (?:\w+ ){0,2}?(?:be|have|hold|apply|follow|count|stand)(?: .*)?"
    r"|(?:cannot|can not|can['’]?t|could not|couldn['’]t) be (?:established|shown|proven|proved|verified|confirmed"
    r"|demonstrated|ascertained|supported|said)"
    r"|(?:an? )?(?:error|mistake)"
    r"|(?:withdrawn|retracted|recanted|struck|scratched|(?:taken|broken|written) (?:off|back|out|down|up|away))"
    r"|(?:in|under|open to|at) (?:doubt|dispute|question|issue|theory|part|parts|best|most|discussion|review|appeal"
    r"|debate)"
    r"|to (?:some|a certain) (?:extent|degree)|(?:yet |still )?to be (?:decided|determined|settled|seen|shown|proven"
    r"|checked"
    r"|clarified|confirmed|verified|examined|discussed|resolved|established|assessed|found"
    r"|answered(?! in the affirmative))|tb[adc]|so to speak|hypothesis|hearsay"
    r"|conjecture|speculation"
    r"|guess(?:work)?|(?:(?:an?|mere|pure|my|only|just) )+(?:guess|assumption|hypothesis|conjecture|possibility"
    r"|allegation|supposition|suspicion)"
    rf"|(?:(?:only|merely|just) )+(?:because )?(?:(?:the|an?|his|her|their) )?(?:[\w’']+ ){{1,2}}?(?:{_TELLS}"
    rf"|says?|said)"
    r"(?: so| it| this| that)?"
    rf"|(?:(?:the|an?|his|her|their) )?(?:[\w’']+ ){{1,2}}?(?:claims (?:so|it|this|that)|(?!claims)(?:{_TELLS})"
    r"(?: so| it| this| that)?)"
    r"|counterfactual(?:ly)?|assumption|allegation|supposition|possibility|hypothetical|theoretical|speculative"
    r"|tentative|provisional"
    r"|preliminary|contingent|fifty[ \t-]fifty|50[ \t]?[:/–-][ \t]?50|(?!100\b)\d+(?:[.,]\d+)?[ \t]*(?:%"
    r"|per[ \t]?cent)"
    r"|(?:needs?|requires?|wants?|awaits?|awaiting) (?:more|further|additional|proof|evidence|clarification"
    r"|confirmation|review)(?:[ \t].*)?"
    r"|(?:more|further) (?:evidence|information|facts|proof|data|details)(?:[ \t].*)?"
    r"|(?:nobody|no one|who) (?:knows?|can (?:tell|say|know))(?:[ \t].*)?"
    r"|(?:i|we|one|you)?[ \t]*(?:(?:do(?:es)?|did)[ \t]*(?:not|n['’]t) |no )(?:know|idea|clue|say|tell|settle"
    r"|decide|answer|mention|help)(?:[ \t].*)?"
    r"|(?:(?:i|we|one|you|it|this) )?(?:(?:is|am|are|was) )?(?:cannot|can not|can['’]?t|could not|couldn['’]t"
    r"|unable to|impossible to"
    r"|(?:not|never) possible to|hard to|difficult to|no way (?:to|of)|not able to|too (?:early"
    r"|close) to) (?!be\b)\w+(?:[ \t].*)?"
    rf")(?P<reason>{REASON})"
)
"""What leaves open whether a formula holds: what somebody says of it, a doubt, an estimate, an excuse."""

_BREAK = r"[,.:;!…—–-]"
_CORRECTS = _pattern(
    rf"(?:^|[.;:,(!…—–-][ \t]*)(?:(?:oh|hm+|ah)?,?[ \t]*(?:no,? )?(?:wait|hold on|hang on)(?=[ \t]*(?:{_BREAK}|no\b"
    rf"|$))|oops|whoops|sorry\b|(?:hm+|er+m?|uh|oh|ah|well),? no(?=\W*$|[ \t]*[,:;!—–])"
    rf"|rather[ \t]*[,:]|actually[ \t]*,? (?:no|not|it)\b|make (?:that|it)\b|revised\b|amended\b|erratum\b"
    rf"|edit[ \t]*:)"
    r"|(?<!\w)(?:(?:no,? )?wait,? no\b|no,? wait\b|(?:scratch|strike|forget|ignore|disregard) (?:that|this|it)\b"
    r"|i (?:mean|meant|take (?:that|it|this) back|retract|withdraw|was (?:wrong|mistaken)|misread|erred"
    r"|correct myself|stand corrected)\b"
    r"|corrections?[ \t]*[:,—–-]|correcting\b|corrected[ \t]*:|or rather\b|on (?:second|further"
    r"|closer) (?:thoughts?|look|reading|inspection)|on reflection\b"
    r"|let me (?:correct|revise|rethink|restate|fix|redo|re-?check|reconsider|rephrase)\b|my (?:mistake|bad"
    r"|error)\b|never mind\b"
    r"|chang(?:e|ed|ing) my mind|should (?:read|have been|say)\b|(?:that|this)(?: (?:is|was)|['’]s) (?:wrong"
    r"|incorrect|not right|a mistake|an error))"
    r"|^\W*corrections?\W*$"
)


def corrects(text: str) -> bool:
    """Whether words take back what stands before them, as one does who thinks while writing.

    >>> corrects("Wait, no: NOT p"), corrects("I mean NOT p"), corrects("the wait was long")
    (True, True, False)
    """
    return _CORRECTS.search(mask(text)) is not None


def speaks_against(text: str) -> bool:
    """Whether words beside a formula say that it is stopped, denied or without support.

    >>> speaks_against("overridden by r2"), speaks_against("which e1 denies"), speaks_against("no evidence")
    (True, True, True)
    >>> speaks_against("not overridden"), speaks_against("which nobody denies"), speaks_against("no exception applies")
    (False, False, False)
    """
    hidden = mask(text)
    if _AGAINST.fullmatch(hidden) is not None:
        return True
    stopping = _STOPPING.match(hidden)
    if stopping is not None:
        who = stopping["who"].strip()
        is_noun = not stopping["it"].strip() and (
            _IS_PASSIVE.search(who)
            or (_NOUN.fullmatch(stopping["stops"]) and _RELATIVE.match(hidden[: stopping.start("stops")]) is None)
        )
        if not is_noun and _WHO_IS_NONE.search(who) is None:
            return True
    return _UNSUPPORTED.search(hidden) is not None or _WRONGLY.search(hidden) is not None


_DUTY = r"(?:duty|duties|obligations?|requirements?|prohibitions?|bans?|(?:strict )?orders?)"
_OF_DUTY = _pattern(rf"(?<!\w){_DUTY}(?!\w)")
_DUTY_GONE = _pattern(
    rf"(?:the|this|that|its|his|her|their|any) (?:\w+ )?{_DUTY} (?:is|was|are|were|does|do|did|has|fails|lapse[sd])"
    r"(?!\w)"
)
_NORM = rf"(?:{_DUTY}|rights?|permissions?|norms?)"
_ON_NORMS = _pattern(
    rf"(?:(?:and|so|which|that|but) )*[^;:()]{{1,60}} (?:{_STOPS}) (?:(?:the|this|that|any|his|her|its"
    rf"|their) )(?:\w+ )?(?:{_NORM}|rules?)(?:[ \t].*)?"
    rf"|(?:no|not any|without(?: any)?) (?:\w+ )?{_NORM}(?:[ \t].*)?"
)
_LIFTED = _pattern(
    rf"{_SUBJECT}(?:lifted|waived|excused|released|discharged|exempt(?:ed)?|forgiven|relaxed|excepted){REASON}"
)
_LACK = _pattern(
    r"(?:no|zero|not any|without(?: any)?|lack(?:s|ing)?(?: of)?|absence of) (?P<what>\w+(?: \w+)?)(?: (?:of|for"
    r"|that|to|in|on|about|at)[ \t].*)?"
)
_SUPPORT = _pattern(
    r"(?:\w+ )?(?:evidence|information|proof|basis|support|data|indications?|reasons?|grounds?|signs?|traces?|hints?"
    r"|showing|records?|mention|facts?|documents?|confirmation|case|chance|way|such \w+)(?: \w+)?"
)
_NEITHER_WAY = _pattern(
    r"(?:(?:not|never|nowhere) (?:yet )?(?:stated|mentioned|said|known|given|recorded|told|shown|proven|settled"
    r"|reported)"
    r"|(?:nobody|no one|none|nothing|no \w+)(?: \w+){0,3} (?:says?|said|knows?|tells?|settles?|decides?|looked"
    r"|asked)"
    r"|(?:it|this|that)? ?depends?|depending|turns on|(?:un)?clear|uncertain|unsure|undecided|might|silent"
    r"|ambiguous)(?!\w)"
)


_ASIDE = re.compile(r"(?<=[^\s(])[ \t]*\([^()]*\)$")


def _bare(text: str) -> str:
    """A text without the brackets and marks around it, and without its strings."""
    hidden = mask(text).strip(" \t.,*_`")
    closed = hidden[1:-1] if hidden[:1] + hidden[-1:] in ("()", "[]") else hidden
    return closed.strip(" \t.,*_`")


def concerns(text: str, formula: str) -> bool:
    """Whether words that speak against something speak of a formula, and not of another thing.

    >>> concerns("overridden by r2", "p"), concerns("this lifts the duty", "p"), concerns("e2 lifts the duty", "MUST a")
    (True, False, True)
    >>> concerns("lifted by r2", "MAY a"), concerns("no notice", "p"), concerns("no notice", "noticed")
    (False, False, True)
    """
    hidden = _ASIDE.sub("", _bare(text))
    permits = re.match(r"\W*MAY\b", formula) is not None
    on_norms = _ON_NORMS.fullmatch(hidden) is not None
    if permits and (_LIFTED.fullmatch(hidden) or _DUTY_GONE.match(hidden) or (on_norms and _OF_DUTY.search(hidden))):
        return False
    if on_norms:
        return permits or re.match(r"\W*(?:MUST|NEED)\b", formula) is not None
    lack = _LACK.fullmatch(hidden)
    if lack is None or _SUPPORT.fullmatch(lack["what"]):
        return True
    stems = {word[:4].lower() for word in re.findall(r"[^\W\d_]{4,}", lack["what"])}
    return any(word[:4].lower() in stems for word in re.findall(r"[^\W\d_]{4,}", formula))


def leaves_undecided(text: str) -> bool:
    """Whether words say that something is not known, or why, as agrees with `UNKNOWN p`.

    >>> leaves_undecided("nobody says so"), leaves_undecided("it depends on s2"), leaves_undecided("no evidence")
    (True, True, True)
    >>> leaves_undecided("overridden"), leaves_undecided("but it is so"), leaves_undecided("wait, no")
    (False, False, False)
    """
    hidden = _ASIDE.sub("", _bare(text))
    if corrects(text):
        return False
    lack = _LACK.fullmatch(hidden)
    return (
        (lack is not None and _SUPPORT.fullmatch(lack["what"]) is not None)
        or _DOUBTED.fullmatch(hidden) is not None
        or _UNSUPPORTED.search(hidden) is not None
        or _NEITHER_WAY.search(hidden) is not None
        or re.match(r"(?:insufficient|not enough|too little)\b", hidden, re.IGNORECASE) is not None
    )


def upholds(text: str) -> bool:
    """Whether words beside a formula say that nothing speaks against it.

    >>> upholds("not overridden by r2"), upholds("no doubt"), upholds("which nobody denies"), upholds("overridden")
    (True, True, True, False)
    """
    return _UPHELD.fullmatch(mask(text)) is not None and not leaves_doubt(text)


def leaves_doubt(text: str) -> bool:
    """Whether words beside a formula leave open whether it holds, or give it as what somebody says.

    >>> leaves_doubt("claimed by him"), leaves_doubt("allegedly"), leaves_doubt("possible"), leaves_doubt("50 %")
    (True, True, True, True)
    >>> leaves_doubt("cannot tell"), leaves_doubt("owned by Acme"), leaves_doubt("clearly"), leaves_doubt("the desk")
    (True, False, False, False)
    """
    hidden = mask(text)
    return _DOUBTED.fullmatch(hidden) is not None or is_hearsay(hidden)
