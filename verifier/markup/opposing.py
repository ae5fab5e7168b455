"""Words beside a formula that name what speaks against it, hardly trust it, or close with what becomes of it."""

from __future__ import annotations

import re

from rulelang.verifier.markup.quoting import mask

_OF_WHOM = re.compile(r"^((?:[\w-]+[ \t]+){0,2}(?:by|with|to|per)):[ \t]*", re.IGNORECASE)
_BY_NOTHING = re.compile(
    r"(?P<does>[^\W\d_]+)[ \t]+(?:by|with|in)[ \t]*[:=]?[ \t]*"
    r"(?:none|nothing|nobody|no|no[ \t](?:one|evidence|passage|rule|claim|exception)|nil|null|n/?a|false|\[\]"
    r"|-|–|—)\W*",
    re.IGNORECASE,
)
_OPPOSING = re.compile(
    r"(?:contra|cons?|objections?|contrary|against|versus|vs\.?"
    r"|counter[ \t-]?(?:evidence|arguments?|examples?|points?)?"
    r"|(?:opposing|adverse|conflicting|disconfirming|contrary)(?:[ \t]+(?:evidence|passages?|sources?|rules?))?"
    r"|rebuttals?|refutations?|(?:evidence|grounds?|reasons?|passages?|rules?)[ \t]+against|inconsistent|incompatible"
    r"|(?:inconsistent|incompatible|at[ \t]odds|in[ \t]conflict|conflicts?|conflicting)[ \t]+with)"
    r"(?:[ \t]*[:=][ \t]*|[ \t]+(?=[\w.]*\d|\(|[\"“]))(?P<what>\S.*)",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"[\w.]+[ \t]*\([ \t]*(?:against|contra|contrary|opposing|opposed|adverse|con)(?!\w)[ \t]*\)?", re.IGNORECASE
)
"""`e1 (against)`."""
_NOTHING = re.compile(r"(?:none|nothing|no|nil|n/?a|-|–|—)\W*", re.IGNORECASE)
_LOW = (
    r"(?:(?:very|quite|rather|extremely|fairly)[ \t]+)?(?:low|lower|lowest|weak|slight|slim|small|poor|minimal|scant"
    r"|limited|little|no)"
)
_SURE = (
    r"(?:confidence|certainty|probability|likelihood|chance|credence|plausibility|trust|credibility|reliability"
    r"|strength)"
)
_HARDLY_SURE = re.compile(
    rf"(?:with[ \t]+|of[ \t]+|at[ \t]+)?{_LOW}[ \t]+{_SURE}"
    rf"|{_SURE}(?:[ \t]+is|[ \t]*[:=])?[ \t]+(?:{_LOW}|(?:un|im)\w+|doubtful|uncertain|questionable)"
    r"|low|unlikely|improbable",
    re.IGNORECASE,
)
_QUOTATION = re.compile(
    r"[\s(\[—–:-]*[\"“„«][^\"“”„«»]*\s[^\"“”„«»]*[\"”“»][\s)\].]*"
    r"|[\s(\[—–:-]*['‘](?=[^'‘’]*\s)(?:[^'‘’\"“”]|(?<=\w)['’](?=\w))*['’][\s)\].]*"
)
_THIS = (
    r"(?:(?:this|that|the|such|its)(?:[ \t]+(?:claim|condition|exception|requirement|element|clause|rule|prong|premise"
    r"|point|one|ground|statement|fact|allegation|defen[cs]e|test|criterion|bar|limb))?|it)"
)
_IN_THE_END = re.compile(
    r"(?:^|[,.;:—–(-][ \t]*|[ \t])(?:and[ \t]+)?"
    r"(?:so|hence|thus|therefore|consequently|accordingly|which[ \t]+means)[ ,\t]+(?:that[ \t]+)?"
    rf"{_THIS}[ \t]+"
    r"(?P<does>(?:is|was|are|were|does|did|do|has|had|cannot|can|can['’]t|could|fails?|failed|falls|falling|never|no"
    r"|plays|drops|lapses|must|may|might)(?!\w)[^.;]*?)[\s.)*_`]*$",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"(?<!\w)(?:not|never|cannot|no longer|no|fails?|failed|falls|drops|lapses)(?!\w)|n['’]t(?!\w)", re.IGNORECASE
)


def by_whom(text: str) -> str:
    """A text without the colon behind a preposition.

    >>> by_whom("refuted by: e4"), by_whom("status: met")
    ('refuted by e4', 'status: met')
    """
    return _OF_WHOM.sub(r"\1 ", text, count=1)


def is_nothing(text: str) -> bool:
    """Whether a text names nothing: `none`, `n/a`."""
    return _NOTHING.fullmatch(text.strip()) is not None


def by_nothing(text: str) -> str | None:
    """What a text says of a formula and at once that nothing does so, without that; None: it is no such text.

    >>> by_nothing("refuted by: none"), by_nothing("contradicted by nothing"), by_nothing("refuted by e4")
    ('refuted', 'contradicted', None)
    """
    found = _BY_NOTHING.fullmatch(text)
    return None if found is None else found["does"]


def opposes(text: str) -> bool | None:
    """Whether a text names something that speaks against a formula, which may take its side all the same; None: no text
    of that kind.

    >>> opposes("contra: e4"), opposes("evidence against: e4"), opposes("contra: none"), opposes("against the wall")
    (True, True, False, None)
    """
    found = _OPPOSING.fullmatch(text)
    return None if found is None else _NOTHING.fullmatch(found["what"]) is None


def is_opposed_by(cited: str) -> bool:
    """Whether what a field cites is cited as being against the formula.

    >>> is_opposed_by("contra e1"), is_opposed_by("e1 (against)"), is_opposed_by("e1 (late)")
    (True, True, False)
    """
    return bool(opposes(cited)) or _MARKED.fullmatch(cited) is not None


def is_hardly_sure(text: str) -> bool:
    """Whether a text says that a formula is no likelier than not, in words.

    >>> is_hardly_sure("low confidence"), is_hardly_sure("certainty: very low"), is_hardly_sure("confidence: high")
    (True, True, False)
    """
    return _HARDLY_SURE.fullmatch(text) is not None


def is_quotation(text: str) -> bool:
    """Whether a text is quoted from a passage, so that its words say nothing of a formula beside it.

    >>> is_quotation('"no open balance"'), is_quotation('"no"'), is_quotation('met, "no open balance"')
    (True, False, False)
    >>> is_quotation("('the buyer's note')"), is_quotation("'no'")
    (True, False)
    """
    return _QUOTATION.fullmatch(text) is not None


def in_the_end(text: str) -> str | None:
    """What prose comes to say of what stands before it, as a sentence about `it`; None: nothing.

    >>> in_the_end("the accounts are clear, so this exception is out."), in_the_end("it was late")
    ('it is out', None)
    """
    found = _IN_THE_END.search(mask(text))
    return None if found is None else f"it {found['does']}"


def is_negative(text: str) -> bool:
    """Whether a sentence denies something, whatever that is."""
    return _NEGATIVE.search(text) is not None
