"""What a model sets beside a formula to say whether it holds: `p — no`, `p (not met)`, `p | status: rejected`.

One place decides for all separators.  What denies makes the formula its negation; what doubts, or looks like a verdict
and is not understood, leaves nothing said; anything else is a remark.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import has_errors
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.source import Source
from rulelang.verifier.markup.hedges import UNSETTLED, hedges
from rulelang.verifier.markup.ornaments import DENYING
from rulelang.verifier.markup.quoting import mask

Verdict: TypeAlias = Literal["affirmed", "denied", "open", "doubted", "remark"]

LONGEST_VERDICT = 200
"""A longer text beside a formula is a remark, unless it hedges."""

_YES = (
    r"yes|yep|true|correct|right|holds?|held|met|satisf(?:ied|ies)|fulfil(?:s|led)|established|prove[dn]|confirmed"
    r"|verified|affirmed|affirmative|approved|accepted|granted|upheld|admitted|conceded|undisputed|uncontested|uncontradicted"
    r"|valid|sound|supported|appl(?:y|ies|icable)|follows?|obtains?|so|the[ \t]+case|pass(?:es|ed)?|ok|okay|indeed"
    r"|certain(?:ly)?|definite(?:ly)?|clear(?:ly)?|undoubtedly|shown|demonstrated|given|stipulated|agreed|fact"
)
_SHOWN = r"established|prove[dn]|shown|demonstrated|supported|confirmed|verified|clear|certain(?:ly)?|stipulated|given"
"""What is `not` this may still be so."""
_ACTS = r"holds?|apply|follow|obtain|exist|occur|happen|pass"
_NO = (
    r"no|nope|false|untrue|incorrect|wrong|rejected|denied|declined|disallowed|disapproved|refuted|disprove[dn]|contradicted|negative|negated|unmet"
    r"|unsatisfied|unfulfilled|inapplicable|fail(?:s|ed)?|never"
    r"|(?:does|did|do|will)(?:[ \t]+not|n['’]t)[ \t]+(?:" + _ACTS + r")"
    r"|(?:not|isn['’]t|wasn['’]t)[ \t]+(?:(?:been|at[ \t]+all)[ \t]+)?(?!(?:" + _SHOWN + r")\b)(?:" + _YES + r")"
)
_OPEN = rf"{UNSETTLED}|not[ \t]+known|can’t[ \t]+be[ \t]+(?:determined|decided|settled|known)"
_SUBJECT = (
    r"(?:(?:but|and|so|which|it|this|that|(?:this|the|that)[ \t]+(?:claim|condition|statement|formula|requirement"
    r"|proposition|answer|element))[ \t]+)*(?:(?:is|was|are|were|be|has[ \t]+been|remains?|stands?)[ \t]+)?"
)
_REASON = (
    r"(?:[ \t]*[,:(\[—–-]?[ \t]*(?:by|because|since|as|per|under|due|given|from|see|cf\.?|in|on)[ \t].*"
    r"|[ \t]*\(.*\))?"
)
_MATCHES = (
    ("denied", re.compile(rf"{_SUBJECT}(?:{_NO})(?P<reason>{_REASON})", re.IGNORECASE)),
    ("affirmed", re.compile(rf"{_SUBJECT}(?:{_YES})(?P<reason>{_REASON})", re.IGNORECASE)),
    ("open", re.compile(rf"{_SUBJECT}(?:{_OPEN})(?P<reason>{_REASON})", re.IGNORECASE)),
)  # fmt: skip
_OF_TRUTH = re.compile(r"\W*(?:yes|no|true|false)\W*", re.IGNORECASE)
_HEAD = re.compile(
    r"(?:status|verdict|holds?|value|truth(?:[ \t]+value)?|results?|findings?|conclusion|outcome|answer|judge?ment|met"
    r"|satisfied|fulfilled|established|true|valid|decision|ruling|holding|determination|assessment|evaluation|polarity)"
    r"\??[ \t]*[:=][ \t]*(?P<rest>.*)",
    re.IGNORECASE,
)
"""What a field with a verdict is called."""
_UNKNOWN_WORD = re.compile(
    rf"{_SUBJECT}(?:(?:not|never|hardly|barely|partly|partially|half|scarcely|no[ \t]longer)(?:[ \t]+[^\W\d_]+){{0,2}}"
    r"|(?:un|dis|non)[^\W\d_]{4,}|moot|pending|waived|deferred|overruled|withdrawn|reversed|barred|superseded|void"
    r"|invalid|excluded|dismissed|contested|open|maybe|impossible|doubtful|questionable)"
    rf"(?P<reason>{_REASON})",
    re.IGNORECASE,
)
"""Words that look like a verdict, of which it is not plain what they come to."""
_ELSEWHERE = re.compile(
    r"(?<!\w)(?:there[ \t]+(?:is|was|were|are)[ \t]+(?:none|no[ \t]+such)|(?:say|state|show|prove|suggest)s?[ \t]+"
    r"(?:otherwise|so[ \t]+not|not|no)\W*$|(?:the[ \t]+)?(?:opposite|contrary)"
    r"|none[ \t]+(?:was|were|is|are)[ \t]+\w+\W*$"
    r"|(?:it|this|that)[ \t]+(?:is|was|did|does|has|had)[ \t]*(?:not|n['’]t)(?:[ \t]+(?:so|true|the[ \t]+case|hold"
    r"|happen|occur|met|established|shown|proven))?\W*$)",
    re.IGNORECASE,
)
"""Prose that says the opposite of what stands before it, if that is no denial itself."""
_EDGES = " \t*_`.,;:!\"'“”()[]|—–-"


def verdict(text: str) -> tuple[Verdict, str]:
    """What a text beside a formula says of it, and the reason that it gives for that.

    >>> verdict("no")[0], verdict("status: rejected")[0], verdict("(not met)")[0], verdict("holds")[0]
    ('denied', 'denied', 'denied', 'affirmed')
    >>> verdict("contradicted by e4"), verdict("undetermined")[0], verdict("moot")[0], verdict("not established")[0]
    (('denied', 'by e4'), 'open', 'doubted', 'doubted')
    >>> verdict("because the notice was late")[0], verdict("no exception applies")[0], verdict("e1")[0]
    ('remark', 'remark', 'remark')
    """
    if len(text) > LONGEST_VERDICT:
        return "remark", ""
    plain = _plain(text)
    if not plain:
        return ("doubted" if _doubts(text) else "remark"), ""
    under = _HEAD.fullmatch(plain)
    if under is not None:
        plain = _plain(under["rest"])
    hidden = mask(plain)
    for name, pattern in _MATCHES:
        found = pattern.fullmatch(hidden)
        if found is not None and not _doubts(plain[found.start("reason") :]):
            return name, plain[found.start("reason") :].strip()  # type: ignore[return-value]
    words = plain.split()
    if _UNKNOWN_WORD.fullmatch(hidden) or (len(words) < 4 and (_doubts(text) or (under and _is_words(plain)))):
        return "doubted", ""
    return "remark", ""


def contradicts(text: str) -> bool:
    """Whether prose beside a formula says that it is not so.

    >>> contradicts("e4 says there was none"), contradicts("the strike was announced")
    (True, False)
    """
    return len(text) <= LONGEST_VERDICT and _ELSEWHERE.search(mask(text)) is not None


def is_truth(text: str) -> bool:
    """Whether a verdict is one of the words that are hardly ever names: yes, no, true, false."""
    return _OF_TRUTH.fullmatch(text) is not None


def is_denial(formula: str) -> bool:
    """Whether a formula of the language says that something is not so: `NOT p`, `MUST NOT a`.

    >>> is_denial("NOT p"), is_denial("MUST NOT pay"), is_denial("p")
    (True, True, False)
    """
    claim, faults = parse_claim(Source("says", formula))
    if claim is None or has_errors(faults):
        return False
    return isinstance(claim, tree.Not) or re.match(r"\W*(?:MUST|NEED)[ \t]+NOT\b", formula) is not None


def ruled(says: list[str], ruling: Verdict, text: str) -> list[str] | None:
    """Formulas with a verdict beside them, as formulas; None: it is not plain what that comes to.

    Of several formulas, or one that is itself a denial, nobody knows what `no` denies; `false` is plain.

    >>> ruled(["p"], "denied", "no"), ruled(["NOT p"], "denied", "not met"), ruled(["NOT p"], "denied", "false")
    (['NOT (p)'], None, ['NOT (NOT p)'])
    """
    match ruling:
        case "affirmed" | "remark":
            return None if _opens(says) and ruling == "affirmed" else says
        case "denied" if len(says) == 1 and not _opens(says):
            plain = not is_denial(says[0]) or re.search(r"(?<!\w)(?:false|untrue)(?!\w)", text, re.IGNORECASE)
            return [f"NOT ({says[0]})"] if plain else None
        case "open":
            return None if _opens(says) else [f"UNKNOWN {one}" for one in says]
        case _:
            return None


def _opens(says: list[str]) -> bool:
    return any(re.match(r"(?:UNKNOWN|CONFLICT|TRIGGERED)\b", one) for one in says)


def _plain(text: str) -> str:
    plain = text.strip(_EDGES)
    return f"{plain})" if plain.count("(") > plain.count(")") else plain


def _doubts(text: str) -> bool:
    return hedges(text) or DENYING.search(text) is not None


def _is_words(text: str) -> bool:
    return re.fullmatch(r"[^\W\d_]+(?:[ \t-]+[^\W\d_]+){0,2}", text) is not None
