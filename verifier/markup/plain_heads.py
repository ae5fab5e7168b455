"""Heads below which an answer plainly speaks for itself: names of its own parts, topics of the case, statements.

A list of what does *not* affirm what stands below it has no end (`Myths:`, `Trap:`).  So it is asked what plainly does;
of all other heads nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.speakers import SOURCES
from rulelang.verifier.markup.voices import RIGHTLY

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_IDENTIFIER = re.compile(r"(?<!\w)\w*\d\w*(?:\.\w+)*|\b\w+(?:[._]\w+)+")
"""`e3`, `r1.late`, `3 May`: what is named by it is one of the things that the answer speaks of."""
_STEM = 5
"""Words are of one kin if so many of their letters are the same: `waiver` and `waived`."""


def stems(texts: Iterable[str]) -> frozenset[str]:
    """The beginnings of the words of texts, by which a topic is known.

    >>> sorted(stems(["waived", "ask_consent"]))
    ['ask', 'conse', 'waive']
    """
    return frozenset(_stem(word) for text in texts for word in _WORD.findall(text.replace("_", " ")))


def _stem(word: str) -> str:
    small = re.sub("['’]s?$", "", word.lower())
    return small[:_STEM] if len(small) > _STEM else small.removesuffix("s") if len(small) > 3 else small


_PARTS = pattern(
    r"analys[ei]s|application|applying|appraisal|argument(?:ation)?|assessment|background|basis|breakdown"
    r"|calculations?"
    r"|chains?|chronology|claims?|computations?|conclusions?|conditions?|consequences?|considerations?|context"
    r"|criteri(?:a"
    r"|on)"
    r"|deductions?|definitions?|derivations?|details?|determinations?|discussion|effects?|elements?|evaluation|events?"
    r"|evidence|examination|exceptions?|explanations?|facts?|findings?|grounds?|implications?|inferences?|inputs?"
    r"|issues?|judge?ments?|justifications?|logic|matters?|notes?|observations?|outcomes?|overview|parts?|passages?"
    r"|points?|positions?|premises?|prerequisites?|priorit(?:y|ies)|proofs?|provisions?|questions?|rationale"
    r"|reasons?|reasoning"
    r"|records?|remarks?|requirements?|results?|review|rules?|sections?|situation|statements?|status|steps?|structure"
    r"|summar(?:y|ies)|support|takeaways?|thoughts?|timeline|topics?|trees?|verification|views|walk-?through"
)
"""How answers call their parts."""
_PLAIN = pattern(
    r"above|accepted|accordingly|actions?|admitted|adopted|again|agreed|agreements?|all|already|also|amounts?|and"
    r"|answers?"
    r"|applicable|appl(?:y|ies|ied)|as|at|available|base[ds]?|basic|because|below|both|brief|bring\w*|by|case|central"
    r"|cited|clauses?|clear|combin\w+|comes?|comments?|concepts?|concrete|confirmed|connect\w*|consequently|contracts?"
    r"|contractual|core|correct|costs?|counts?|counted|course|data|dates?|deadlines?|decid\w+|decisions?|decisive"
    r"|deriv\w+"
    r"|detailed|direct|documents?|due|dut(?:y|ies)|each|established|everything|exhibits?|express|factual|fees?"
    r"|final|find"
    r"|first|finally|following|follows?|for|formal|formali[sz]ed|found|from|full|further|furthermore|general|given"
    r"|gives?"
    r"|go|governing|hence|here|holds?|how|immediate|important|in|individual|inferred|initial|instances?|interim"
    r"|intermediate|interpretation|into|its?|items?|key|known|lastly|law|lead(?:s|ing)?|legal|levels?|liabilit(?:y"
    r"|ies)"
    r"|lines?|links?|list|listed|logical|main|mapp?(?:ing)?|material|means|merits|met|moreover|my|namely|necessary"
    r"|next|norms?"
    r"|now|numbers?|numbered|obligations?|obtains?|of|on|one|or|order|other|our|overall|overrides?|parties|per"
    r"|periods?"
    r"|permissions?|plain|plus|positive|precedence|precise(?:ly)?|primary|principles?|procedur\w+|prohibitions?"
    r"|proved|proven"
    r"|put|reached|recap|relations?|relationships?|relevant|reli(?:ed|es|ance)|remaining|remed(?:y|ies)|resolution"
    r"|resolved|respective|response|resulting|rights?|satisfied|scenario|scope|second|secondary|see|set|settled"
    r"|short|shown|shows?|so|solution|sources?|specific(?:ally)?|start(?:ing)?|stated|states?|statutory|stipulated"
    r"|structured|sub|such|sums?|supporting|terms?|that|the|then|therefore|these|third|this|those|thresholds?|thus"
    r"|times?"
    r"|to|together|totals?|triggered|triggers?|true|two|three|underlying|under|undisputed|uncontested|used|valid"
    r"|values?"
    r"|verified|via|we|what|when|where|whether|which|who|why|with|within|work(?:ing)?|yields?|a|an|i|is|are|was"
    r"|were|be"
    r"|been|has|have|had|does|do|did|out|up|through|us|any|more|most|per|versus|vs|ii|iii|iv|v|vi|vii|viii|ix|x"
    r"|ground(?:ed|ing)?|leaf|leaves|level|base|node|nodes|root|goal|target|fulfilled|complied|pass(?:es|ed)?|holding"
    r"|required|after|before|during|look|note|recall|remember|said|say|submitted|earlier|previous|prior|examples?"
    r"|considered|but|however"
    r"|rulings?|yes|ok|okay|arithmetic|layer|stage|phase|crux|big|picture|bottom|sanity|checks?|atomic|backed|observed"
    r"|noted|synthesis|ergo|givens?|outputs?|rounds?|nutshell|preliminar(?:y|ies)|tl|dr|pieces|blocks?|components?"
)
"""Words that leave it to the others what a head says."""
_OWN_VOICE = pattern(
    r"(?:(?:so|now|first|next|then|finally|and|thus|hence|therefore|again|ok(?:ay)?|sure|well|to (?:start|begin)|below"
    r"|above),? )*(?:i|we|let(?:['’]s| us| me)|i['’]\w+|we['’]\w+|here(?:['’]s)?|this|these|it|there|below|both"
    r"|each|all"
    r"|everything|therefore|thus|hence|so)\b"
)
"""How an answer begins that speaks itself."""
_UNSURE_VERB = pattern(
    r"\b(?:guess\w*|suspect\w*|wonder\w*|hope[ds]?|fear(?:s|ed)?|doubt\w*|dream\w*|feel|felt|bet|speculat\w+"
    r"|conjectur\w+|toy(?:ed|ing)? with|play(?:ed|ing)? with|tempt\w+|(?:i|we)(?: have| had| also)* considered"
    r"|fanciful"
    r"|fictional|imagin\w+|tentative\w*|illusory|\w*plausibl[ey]|possibl[ey]|conceivabl[ey]|improbabl[ey]"
    r"|questionabl[ey]|(?<!chain of )(?<!second )(?<!further )(?<!more )thought(?! process)|believed?|entertain\w*"
    r"|explor\w+|once|formerly|seems?|appears?|looks? like|sounds?|said to|supposed(?:ly)?"
    r"|expected|rumou?r\w*|like to|love to|wish\w*|heard|hear|told|read (?:in|elsewhere)|pretend\w*|imagin\w*)\b"
)
"""With these the answer speaks, and affirms nothing."""
_FINITE = pattern(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|must|shall|can|owes?|applies|apply|holds?|follows?|governs?"
    r"|controls?"
    r"|prevails?|succeeds?|works?|exists?|leads?|means|gives|stands?|obtains?|shows?|showed|says?|said|states?"
    r"|tells?|proves?"
    r"|establish(?:es)?|confirms?|supports?|demonstrates?|agrees?|requires?|asks?|counts?)\b"
)
_CLAUSE = pattern(r"\b(?:what|which|who|whom|that|where|when|things?|someone|somebody|one|people)\b")
"""With these a verb belongs to what is named, and nothing is stated: `What Bob was told`."""
_TOPIC = pattern(
    r"(?!(?:imagin|suppos|assum|tempt|mislead|pretend|guess|dream|oppos|dissent|alarm|confus|surpris|noth|someth"
    r"|anyth|k|str"
    r"|th|br|spr)ing\b)[a-z]+ing (?!but|yet|and)(?=\w)|"
    r"(?:(?:now|next|then|first|and|but|turning|coming) )*(?:on|to|as (?:to|for|regards|concerns)|with (?:regard"
    r"|respect|reference) to|in (?:regard|respect|relation) (?:to|of)|regarding|concerning|about|re|considering"
    r"|looking at|turning to|in (?:view|light|consideration) of|given|based on|applying|because of|due to"
    r"|under (?:rule"
    r"|clause|section|article|exception)|why|how|whether)\b"
)
"""What leads to a topic, whatever that is."""
_OF = pattern(r"\b(?:of|on|for|about|regarding|concerning|from|in|as to|under|to|by|with|behind|relating to|at"
    r"|(?:that|which) (?:we|i|are|is|was|were|appl(?:y|ies)|holds?|follows?|bears?|matters?|makes?|supports?))\b"
)
_NOMINAL = pattern(
    r"[a-z]{3,}(?:tion|sion|ment|ity|ance|ence|ancy|ency|ure|ness|ship|age)s?"
    r"|[a-z]{3,}(?:ful|[ct]ual|[ct]ional|ive|able|ible|ory|ly|ing)"
)
"""What happened or how things are, as a topic names it: `Termination`, `Failure to deliver`."""
_POSSESSOR = pattern(r"[\w.]+(?:['’]s|(?<=s)['’]) (?=\w)")
"""`The landlord's duty` is a topic as a duty is."""
_ROLE = (
    r"(?:plaintiffs?|defendants?|claimants?|respondents?|applicants?|appellants?|petitioners?|complainants?|accused"
    r"|prosecution|defen[cs]e|counsel|attorneys?|lawyers?|advocates?|tenants?|landlords?|lessors?|lessees?|renters?"
    r"|licensors?|licensees?|lenders?|borrowers?|creditors?|debtors?|guarantors?|buyers?|sellers?|vendors?|purchasers?"
    r"|suppliers?|distributors?|contractors?|employers?|employees?|workers?|insurers?|insured|customers?|consumers?"
    r"|traders?|passengers?|travell?ers?|carriers?|airlines?|shops?|banks?|clients?|assignors?|assignees?|owners?"
    r"|opponents?|critics?|sceptics?|skeptics?|witness(?:es)?|husbands?|wi(?:fe|ves)|he|she|they|some|others"
    r"|(?:the )?(?:other|opposing|opposite) (?:side|party|counsel)|(?:one|another|either) (?:side|party)|opposition"
    r"|side [ab]|party [ab])"
)
_A_ROLE = rf"(?:the |an? |our |his |her |their )?(?:opposing |other |alleged |former )*{_ROLE}"
_PARTIES = pattern(rf"{_A_ROLE}(?:(?:,| and| or| v(?:s|ersus)?\.?) {_A_ROLE})*(?:['’]s?)?(?: \(.*\))?")
_ONE_SIDE = pattern(
    rf"{_A_ROLE}['’]s? (?:counsel|lawyers?|attorneys?|advocates?|representatives?)"
    r"|(?:the )?(?:dissent(?:ing .*)?|minority(?: (?:views?|opinions?|reading))?|devil['’]?s?[ -]advoca\w+(?: .*)?)"
    r"|(?:(?:the|some|my|our|earlier) )*(?:discarded|abandoned|scrapped|unverified|unconfirmed|unsupported|unproved"
    r"|unproven|speculative|far-?fetched|superficial|debunked|tentative|conceivable)(?: \w+){0,2}"
    r"|(?:(?:my|our|the|an?) )?(?:initial|first|early|prima facie|working|preliminary|gut) (?:impressions?|guess(?:es)?"
    r"|hypothes[ei]s|intuitions?|thoughts?|reactions?|feelings?|assumptions?|instincts?)"
    r"|superficially|at first (?:sight|glance|blush)|lies|falsehoods?|untruths?|fabrications?|thought experiments?"
    r"|variations?|variants?|(?:do not|don['’]t) \w+ (?:this|these)|(?:ignore|disregard|skip|forget) "
    r"(?:this|these|those|that|the following|all of (?:this|these))|(?:nowhere|not) in (?:the |any )?\w+"
    r"|(?:.* )?(?:opposite|opposing|contrary|rival|competing|other) (?:views?|readings?|positions?|answers?|outcomes?)"
    r"|(?:possible |potential |typical |common |main |known )?(?:risks|edge cases|corner cases|caveats|traps?|pitfalls?"
    r"|challenges|mistakes|errors|objections)(?: (?:avoided|considered|to avoid|ruled out))?"
    r"|(?:and )?why (?:not\b.*|(?:the |all )?(?:other|alternative|remaining)\b.*)"
    r"|(?:why )?.*\b(?:is|are) (?:not (?:right|correct|chosen|the answer)|wrong|incorrect)"
    r"|(?:pros?|cons?|contras?|againsts?|objections?|rebuttals?|rumou?rs?|myths?|hearsay|gossip|options?|hypothes[ei]s"
    r"|theor(?:y|ies)|speculations?|guess(?:es|work)?|distractors?|red herrings?|dead ends?|traps?|pitfalls?"
    r"|brainstorm\w*"
    r"|wishful thinking|conjectures?|(?:steel|straw) ?m[ae]n|beware|caution|warnings?|hypothetical\w*"
    r"|counterfactual\w*"
    r"|alternatives?(?: facts)?|allegations?|accusations?|contentions?|assertions?|illusions?|temptations?"
    r"|misconceptions?|fiction"
    r"|suppositions?|assumptions?|complaints?|misinformation|misunderstandings?|suspicions?|possibilit(?:y|ies)"
    r"|ideas?|candidates?|drafts?|sketch(?:es)?|rough work"
    r"|scratch ?(?:pad|work)?)"
    r"(?: (?:for|of|about|and|or|to|by)\b.*)?"
    r"|(?:theory|hypothesis|scenario|option|version|variant|alternative|possibility|world|reading|story) (?:[a-z]"
    r"|\d{1,2}"
    r"|one|two|three)"
    r"|(?:\w+ ){0,2}(?:arguments?|points?|considerations?|factors?|reasons?|grounds?|case|aspects?) (?:that speak "
    r"|speaking |that weigh )?(?:against|contra)\b.*"
    r"|(?:\w+ ){0,2}(?:arguments|points|considerations|factors|aspects) (?:for|in favou?r of|pro|supporting)\b.*"
    rf"|(?:.* )?(?:for|pro|contra|against|in favou?r of|on behalf of|supporting|helping|siding with) {_A_ROLE}"
    rf"|(?:in|to|on) {_A_ROLE}['’]s? (?:favou?r|advantage|benefit|side|defen[cs]e|mind|eyes)"
    rf"|{_A_ROLE}['’]s? (?:case|stor(?:y|ies)|account of .*|narrative|side|points?|reasons?|reasoning|explanations?"
    r"|grounds?|defen[cs]e|line|brief|evidence|facts?|premises?|answer|reply|response|conclusions?|version|take)"
    r"|(?:.* )?(?:but|though|yet) (?:tempting|wrong|misleading|irrelevant|mistaken|false)"
)
"""Who speaks below, or for whom; and what is only thought of."""


def is_party(head: str) -> bool:
    """Whether a head names a party or some and nothing else: they speak below it, or it is about them.

    >>> is_party("The tenant"), is_party("Landlord and tenant"), is_party("The tenant's duties")
    (True, True, False)
    """
    return _PARTIES.fullmatch(head) is not None


def is_one_sided(head: str) -> bool:
    """Whether a head names somebody who would say what stands below it, one side of a dispute, or what is only an idea.

    >>> [is_one_sided(one) for one in ("The dissent", "Cons", "Points for the tenant", "Theory A", "In Bob's favour")]
    [True, True, True, True, False]
    >>> [is_one_sided(one) for one in ("The tenant's duties", "Reasons", "Facts about the tenant", "The defence holds")]
    [False, False, False, False]
    """
    return _ONE_SIDE.fullmatch(head) is not None


def is_unsure(head: str) -> bool:
    """Whether a head says that what stands below it is only thought, felt or told.

    >>> [is_unsure(one) for one in ("My guess", "What Bob was told", "The whispering gallery")]
    [True, True, False]
    """
    return _UNSURE_VERB.search(head) is not None


def is_plain(head: str, known: frozenset[str]) -> bool:
    """Whether an answer plainly speaks for itself below a head that neither denies, doubts, asks nor reports.

    Args:
        known: the beginnings of words of the case.

    >>> case = stems(["waived", "deposit_paid"])
    >>> [is_plain(one, case) for one in ("Facts", "The waiver", "Analysis of the trust", "Bob is at fault", "We see")]
    [True, True, True, True, True]
    >>> [is_plain(one, case) for one in ("Sirens", "What Bob was told", "Our suspicion", "I suspect", "In a dream")]
    [False, False, False, False, False]
    """
    if is_unsure(head):
        return False
    if _OWN_VOICE.match(head) or _TOPIC.match(head):
        return True
    if RIGHTLY.search(head):
        return True
    words = _WORD.findall(_IDENTIFIER.sub(" ", _POSSESSOR.sub("", head)))
    if _are_plain(words, known):
        return True
    of = _OF.search(head)
    if of is not None and _names_a_part(head[: of.start()], known):
        return True
    verb = _FINITE.search(head)
    return verb is not None and _CLAUSE.search(head, 0, verb.start()) is None and verb.start() > 0


def _names_a_part(head: str, known: frozenset[str]) -> bool:
    """Whether a piece ends with what answers call their parts: `A short analysis`."""
    words = _WORD.findall(head)
    if not words or not _are_plain(words, known):
        return False
    return any(one.fullmatch(words[-1]) for one in (_PARTS, SOURCES, _NOMINAL))


def _are_plain(words: Iterable[str], known: frozenset[str]) -> bool:
    kinds = (_PARTS, _PLAIN, SOURCES, _NOMINAL)
    return all(_stem(word) in known or any(one.fullmatch(word) for one in kinds) for word in words)
