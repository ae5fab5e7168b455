"""Words beside a formula that speak against it, take it back, leave it open, or say that nothing speaks against it."""

from __future__ import annotations

import re

from rulelang.verifier.markup.quoting import mask


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
    r"|neutrali[sz]ed|deactivated|disabled"
    r"|(?:ruled|carved|shut|knocked|thrown|cancel?led|crossed) out|(?:switched|turned|cut|called) off|taken away"
    r"|done away"
    r"|void|invalid|inoperative|ineffective|inactive|irrelevant|immaterial|impossible|lacking|missing|absent|off"
    r"|gone|lost|nonexistent"
    r"|non-existent|out of (?:the )?question|unsupported|unfounded|baseless|groundless|unproven|unproved"
)
_STOPS = _spaced(
    r"den(?:y|ies|ied)|disprove[sd]?|refute[sd]?|contradict(?:s|ed)?|rebut(?:s|ted)?|dispute[sd]?|reject(?:s|ed)?"
    r"|exclude[sd]?|rule[sd]? out"
    r"|negate[sd]?|defeat(?:s|ed)?|block(?:s|ed)?|lift(?:s|ed)?|overrid(?:e|es|den)|overrode|suspend(?:s|ed)?"
    r"|bar(?:s|red)?|preclude[sd]?"
    r"|prevent(?:s|ed)?|cancel(?:s|led|ed)?|forbid(?:s|den)?|forbade|undercut(?:s)?|undermine[sd]?|displace[sd]?"
    r"|trump(?:s|ed)?|outrank(?:s|ed)?"
    r"|nullif(?:y|ies|ied)|invalidate[sd]?|disagree[sd]?|excuse[sd]?|waive[sd]?|remove[sd]?|supersede[sd]?|stop(?:s"
    r"|ped)?|question(?:s|ed)?"
    r"|doubt(?:s|ed)?|challenge[sd]?|contest(?:s|ed)?|(?:speak|tell|weigh|stand|go|argue|point|count)(?:s"
    r"|es)? against"
)
_SHOWS = _spaced(
    r"supports?|supported|shows?|showed|proves?|proved|says?|said|establish(?:es|ed)?|confirm(?:s|ed)?|suggest(?:s"
    r"|ed)?|indicate[sd]?"
    r"|mention(?:s|ed)?|backs?|state[sd]?|appl(?:y|ies|ied)|require[sd]?|demand(?:s|ed)?|justif(?:y|ies|ied)"
    r"|speaks? for|points? to"
)
_HARMLESS = _spaced(
    r"(?:other|contrary|further|such|valid|relevant|applicable|known|real|reasonable|counter|opposing|conflicting"
    r"|serious)?[ \t]*"
    r"(?:exceptions?|doubts?|objections?|disputes?|questions?|contests?|conflicts?|bars?|exclusions?|defeaters?"
    r"|problems?|issues?|obstacles?"
    r"|limits?|suspensions?|overrides?|contradictions?|denials?|defen[cs]es?|waivers?|exemptions?|reservations?"
    r"|rebuttals?|counter\w+"
    r"|objectors?|contrary|opposing|conflicting|hedge|ambiguity|mistake|error|change|choice|alternative|discretion"
    r"|wonder|more|less|later)"
)

_AGAINST = _pattern(
    rf"{_SUBJECT}(?:{_STOPPED})(?: (?:again|here|anyway|altogether))?(?P<reason>{REASON})"
    rf"|{_THIS} (?:(?:does|do|did|can|could)[ \t]*(?:not|n['’]t)|cannot|never|fails to) \w+(?P<why>{REASON})"
    rf"|(?:no|zero|not any|without(?: any)?|lack(?:s|ing)?(?: of)?|absence of) (?!(?:longer|{_HARMLESS})(?!\w))"
    r"(?:\w+[ \t]*){1,2}(?: (?:of|for|that|to|in|on|about|at)[ \t].*)?"
    r"|none|nothing|nil|null|n/?a|0(?:[.,]\d+)?|✗|insufficient(?:ly)?[ \t].*|(?:not enough|too little|little"
    r"|hardly any|scant|weak)[ \t]"
    r"(?:evidence|information|proof|basis|support|data|indication|reason|grounds?|to go on)(?:[ \t].*)?"
)
"""A whole text that says that the formula is stopped, or that there is nothing for it."""
_STOPPING = _pattern(
    rf"(?:(?:because|since|as|but|and|which|that|what) )?(?P<who>(?:[^\s;:()]*[^\s.;:()] ){{1,5}}?)(?P<stops>{_STOPS})"
    rf"(?P<it> (?:it\b|so\b|(?:this|that|them)(?! [^\W\d])|{_THIS}).{{0,60}}|\W*$)"
)
"""`the desk denies it`, `which the seal blocks`."""
_IS_PASSIVE = _pattern(r"(?<!\w)(?:is|was|are|were|be|been|being|gets?|got|an?|the|in|under|of|no)[ \t]*$")
_NOUN = _pattern(r"disputed?|disputes|bars?|trumps|doubts?|questions?|challenges?|contests?|stops?|lifts?|blocks?")
"""What names a thing, too, where no object follows."""
_WHO_IS_NONE = _pattern(
    rf"(?<!\w)(?:no|none|nothing|nobody|noone|nowhere|without|would|could|might|if|{_NOT})(?!\w)|n['’]t(?!\w)"
    rf"|(?<!\w)un\w+$"
)
_UNSUPPORTED = _pattern(
    rf"(?<!\w)(?:no(?! (?:{_HARMLESS})(?!\w))|none|nothing|nobody|neither)(?!\w)(?![^.;]*(?<!\w)(?:not"
    rf"|{_STOPS})(?!\w))"
    rf"[^.;,]{{0,60}}(?<!\w)(?:{_SHOWS})(?: (?:it|this|that|so|{_THIS}))?\W*$"
)
"""`nothing in e1 supports it`."""
_WRONGLY = _pattern(
    r"(?<!\w)(?<!not\s)(?:wrongly|falsely|mistakenly|erroneously|incorrectly|untruthfully)(?!\w)"
)

_SURELY = _spaced(
    r"clearly|plainly|obviously|certainly|definitely|evidently|undoubtedly|undeniably|directly|explicitly|expressly"
    r"|literally|accordingly|finally"
    r"|really|truly|fully|entirely|wholly|completely|simply|solely|only|necessarily|consequently|correspondingly"
    r"|logically|validly|legally|formally"
    r"|unconditionally|unquestionably|indisputably|surely|verbatim|positively|decidedly|manifestly|patently"
    r"|unambiguously|unequivocally|firmly"
    r"|exactly|precisely|jointly|separately|individually|similarly|likewise|additionally|firstly|secondly|thirdly"
    r"|lastly|ultimately|mainly|early"
    r"|family|reply|supply|apply|monthly|weekly|daily|yearly|timely|personally|initially|previously|currently"
    r"|presently|immediately|promptly|duly"
)
_UPHELD = _pattern(
    rf"{_SUBJECT}(?:{_NOT} (?:(?:been|be|at all|itself|here|validly) )*(?:{_STOPPED}|disputed|contested|doubted"
    rf"|questioned|challenged"
    r"|doubtful|questionable|in (?:doubt|dispute|question))"
    r"|un(?:disputed|contested|contradicted|challenged|rebutted|refuted|opposed|questioned|denied|touched|affected"
    r"|impeded|changed|equivocal(?:ly)?"
    r"|ambiguous(?:ly)?|questionabl[ey]|deniabl[ey]|conditional(?:ly)?)"
    r"|in(?:disputabl[ey]|contestabl[ey]|controvertibl[ey])|irrefutabl[ey]|incontrovertible"
    rf"|(?:no|without(?: (?:a|any))?|beyond(?: (?:all|any))?(?: reasonable)?) (?:{_HARMLESS})(?: (?:about|of"
    rf"|to) (?:it|this|that))?"
    rf"|(?:nobody|no one|nothing|none|neither|no \w+)(?: \w+){{0,3}} (?:{_STOPS})(?: (?:it|this|that|them|{_THIS}))?)"
    rf"(?P<reason>{REASON})"
)
"""That nothing speaks against a formula."""

_TOLD = _spaced(
    r"yes|met|based|derived|inferred|deduced|concluded|computed|calculated|stated|documented|mentioned|listed"
    r"|triggered|required|needed|implied|entailed"
    r"|justified|grounded|evidenced|recorded|noted|observed|tested|checked|cited|quoted|described|provided|used"
    r"|applied|activated|fired|obliged"
    r"|obligated|permitted|allowed|imposed|created|mandated|caused|declared|determined|decided|attested|certified"
    r"|acknowledged|assessed|measured"
    r"|counted|added|combined|repeated|restated|explained|expressed|presented|preserved|restored|reinstated|revived"
    r"|answered|owed|defined|signed"
    r"|testified|fixed|related|limited|indeed|need|deed|speed|feed|bed|red|shed|led|fed|inspected|examined|reviewed"
    r"|obtained|reached|resolved|settled|unopposed|undisputed|uncontested"
    r"|unconditioned|unrebutted|unchallenged|unrefuted|uncontradicted|unchanged|unaffected|agreed|kept|reported"
    r"|included|covered|satisfied|delivered|closed"
)
_SOUND = _spaced(
    r"applicable|reliable|provable|verifiable|reasonable|refundable|payable|enforceable|available|admissible"
    r"|credible|responsible|liable|eligible|suitable"
    r"|undeniable|indisputable|irrefutable|inescapable|unavoidable|undoubtable|unquestionable|incontestable|visible"
    r"|table|cable|able|double|trouble"
)
_DOUBTED = _pattern(
    rf"{_SUBJECT}(?:"
    rf"(?!(?:{_TOLD})(?!\w))[^\W\d_]{{2,}}(?:ed|ied)(?: (?:out|off|away|down|aside|up|back|over))?(?:(?=\W*$)"
    rf"| (?:by|through|via)[ \t].*)"
    rf"|(?!(?:{_SURELY})(?!\w))[^\W\d_]{{3,}}ly(?=\W*$)"
    rf"|(?!(?:{_SOUND})(?!\w))[^\W\d_]{{3,}}[ai]ble(?=\W*$)"
    r"|(?:taken|struck|broken|written|scratched|withdrawn|retracted|recanted)(?: (?:off|back|out|down|up))?"
    r"|(?:in|under|open to|at) (?:doubt|dispute|question|issue|theory|part|parts|best|most|discussion|review|appeal"
    r"|debate)"
    r"|to (?:some|a certain) (?:extent|degree)|to be \w+(?:[ \t].*)?|tb[adc]|so to speak|hypothesis|hearsay"
    r"|conjecture|speculation"
    r"|guess(?:work)?|(?:(?:an?|mere|pure|my|only|just) )+(?:guess|assumption|hypothesis|conjecture|possibility"
    r"|allegation|supposition|suspicion)"
    r"|assumption|allegation|supposition|possibility|hypothetical|theoretical|speculative|tentative|provisional"
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
"""What has the shape of a verdict and is none that is understood: a participle, an adverb, an estimate, an excuse."""

_BREAK = r"[,.:;!…—–-]"
_CORRECTS = _pattern(
    rf"(?:^|[.;:,(!…—–-][ \t]*)(?:(?:oh|hm+|ah)?,?[ \t]*(?:no,? )?(?:wait|hold on|hang on)(?=[ \t]*(?:{_BREAK}|no\b"
    rf"|$))|oops|whoops|sorry\b"
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
        is_noun = not stopping["it"].strip() and (_IS_PASSIVE.search(who) or _NOUN.fullmatch(stopping["stops"]))
        if not is_noun and _WHO_IS_NONE.search(who) is None:
            return True
    return _UNSUPPORTED.search(hidden) is not None or _WRONGLY.search(hidden) is not None


def upholds(text: str) -> bool:
    """Whether words beside a formula say that nothing speaks against it.

    >>> upholds("not overridden by r2"), upholds("no doubt"), upholds("which nobody denies"), upholds("overridden")
    (True, True, True, False)
    """
    return _UPHELD.fullmatch(mask(text)) is not None


def leaves_doubt(text: str) -> bool:
    """Whether words beside a formula have the shape of a verdict, and are none that is understood.

    >>> leaves_doubt("claimed by him"), leaves_doubt("allegedly"), leaves_doubt("possible"), leaves_doubt("50 %")
    (True, True, True, True)
    >>> leaves_doubt("cannot tell"), leaves_doubt("derived by r1"), leaves_doubt("clearly"), leaves_doubt("the desk")
    (True, False, False, False)
    """
    return _DOUBTED.fullmatch(mask(text)) is not None
