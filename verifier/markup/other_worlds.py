"""Heads that set what follows into another world than that of the case: `Without e3:`, `Had he been well,`."""

from __future__ import annotations

from rulelang.verifier.markup.patterns import pattern

_BAR = (
    r"(?:(?:any|an?|the|further|other|such) )*(?:\w+ )?(?:exceptions?|obstacles?|bars?|exclusions?|defen[cs]es?|rivals?"
    r"|conflicts?|objections?|delay|hesitation|difficult(?:y|ies)|prejudice|repeating|loss|more)"
)
"""Where it is said that there is none of these, the case is spoken of."""
_LESS = (
    rf"(?:(?:without|with no|in the absence of|absent(?! (?:from|in|is|are|was)\b)) (?!{_BAR}\b)"
    r"|(?:but for|save for|barring|disregarding|ignoring|(?:if|were it) not for|(?:(?:consider|see|check|ask"
    r"|look at) )?what (?:happens?|follows|results"
    r"|changes) (?:if|when|without))\b"
    r"|(?:leaving|setting|putting|taking) (?:(?:aside|out|away)\b|.{1,60} (?:aside|out|away)$))"
)
_WORLD = r"(?:worlds?|universe|counterfactuals?|hypotheticals?|what-ifs?)"
_BEFORE = (
    r"(?:(?:(?:for|by|in|as an?|by way of|as a matter of) (?:comparison|counterfactual|hypothetical"
    r"|thought experiment|cross-check|contrast|(?:the sake of )?argument(?:['’]s sake)?"
    r"|the sake of (?:argument"
    r"|comparison|contrast))|then|so|and|now|even|conversely|alternatively|compare|by contrast),? )*"
)
_OTHER = pattern(
    rf"{_BEFORE}(?:{_LESS}|(?:in|under|with|on|for) (?:an?|another|any|some|such an?) (?:\w+ ){{0,2}}{_WORLD}\b"
    r"|(?:in|under|on) (?:an?|another|some|such an?) (?:\w+ )?(?:case|scenario|situation|setting|version|variant)"
    rf" (?:{_LESS}|where|in which|that|with)\b"
    r"|(?:even )?if (?=(?:\w+ ){1,6}(?:had|were|would|could|did(?: not|n['’]t)|existed)\b)|(?:had|were"
    r"|should) (?!(?:\w+ )?no doubt\b)(?:the"
    r"|an?|he|she|they|it|there|any|no|his|her|its|their|e\d"
    r"|\w\d)\w*\b"
    r"|(?:suppos(?:e|ing)|assum(?:e|ing)|imagin(?:e|ing)) (?!(?:the|these|all) (?:facts?|evidence|passages?|rules?)\b))"
)


def in_other_world(head: str) -> bool:
    """Whether a head says by its first words that what follows is so in another world, or supposes something for it.

    >>> [in_other_world(one) for one in ("Without e3", "But for e3", "In a world without e3", "Had there been no e3")]
    [True, True, True, True]
    >>> [in_other_world(one) for one in ("The claim without e3", "In this case", "With e3", "In the scenario")]
    [False, False, False, False]
    """
    return _OTHER.match(head) is not None
