"""What a model sets beside a formula to say whether it holds: `p — no`, `p (not met)`, `p | status: rejected`.

One place decides for all separators.  What denies makes the formula its negation; what doubts, takes back, or looks
like a verdict and is not understood, leaves nothing said; so does what speaks against it, unless the formula is itself
a denial; anything else is a remark.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.reading.parse import claim_in
from rulelang.verifier.markup.against import (
    REASON,
    concerns,
    corrects,
    leaves_doubt,
    leaves_undecided,
    speaks_against,
    upholds,
)
from rulelang.verifier.markup.emphasis import unstressed
from rulelang.verifier.markup.hedges import UNSETTLED, hedges
from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.opposing import (
    by_nothing,
    by_whom,
    in_the_end,
    is_hardly_sure,
    is_negative,
    is_quotation,
    opposes,
)
from rulelang.verifier.markup.ornaments import DENYING
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.whose import said_by

Verdict: TypeAlias = Literal["affirmed", "upheld", "denied", "open", "against", "doubted", "remark"]
"""`upheld` affirms what stands before it, and says nothing by itself: `p (not overridden)`."""

LONGEST_VERDICT = 200
"""A longer text beside a formula is a remark, unless it hedges."""

_YES = (
    r"yes|yep|true|correct|right|holds?|held|met|satisf(?:ied|ies)|fulfil(?:s|led)|established|prove[dn]|confirmed"
    r"|verified|affirmed|affirmative|approved|accepted|granted|upheld|admitted|conceded|undisputed|uncontested"
    r"|uncontradicted"
    r"|valid|sound|supported|appl(?:y|ies|icable)|follows?|obtains?|so|the[ \t]+case|pass(?:es|ed)?|ok|okay|indeed"
    r"|certain(?:ly)?|definite(?:ly)?|clear(?:ly)?|undoubtedly|shown|demonstrated|given|stipulated|agreed|fact"
)
_SHOWN = r"established|prove[dn]|shown|demonstrated|supported|confirmed|verified|clear|certain(?:ly)?|stipulated|given"
"""What is `not` this may still be so."""
_ACTS = r"holds?|apply|follow|obtain|exist|occur|happen|pass"
_NO = (
    r"no|(?:of[ \t]+course|certainly|surely|definitely|absolutely|clearly|obviously|plainly)[ \t]+not"
    r"|nope|nay|nah|nein|non|false|untrue|incorrect|wrong|rejected|denied|declined|disallowed|disapproved|refuted"
    r"|disprove[dn]|contradicted|negative|negated|unmet"
    r"|unsatisfied|unfulfilled|inapplicable|fail(?:s|ed)?|never"
    r"|(?:does|did|do|will)(?:[ \t]+not|n['’]t)[ \t]+(?:" + _ACTS + r")"
    r"|(?:not|isn['’]t|wasn['’]t)[ \t]+(?:(?:been|at[ \t]+all)[ \t]+)?(?!(?:" + _SHOWN + r")\b)(?:" + _YES + r")"
)
_OPEN = rf"{UNSETTLED}|not[ \t]+known|can’t[ \t]+be[ \t]+(?:determined|decided|settled|known)"
_SUBJECT = (
    r"(?:(?:but|and|so|which|it|this|that|(?:this|the|that)[ \t]+(?:claim|condition|statement|formula|requirement"
    r"|proposition|answer|element))[ \t]+)*(?:(?:is|was|are|were|be|has[ \t]+been|remains?|stands?)[ \t]+)?"
)
_HERE = r"[ \t]+(?:here|either|anyway|altogether|at[ \t]+all|any[ \t]?more|this[ \t]+time|now)"
_MATCHES = (
    ("denied", re.compile(rf"{_SUBJECT}(?:{_NO})(?:{_HERE})?(?P<reason>{REASON})", re.IGNORECASE)),
    ("affirmed", re.compile(rf"{_SUBJECT}(?:{_YES})(?P<reason>{REASON})", re.IGNORECASE)),
    ("open", re.compile(rf"{_SUBJECT}(?:{_OPEN})(?P<reason>{REASON})", re.IGNORECASE)),
)  # fmt: skip
_OF_TRUTH = re.compile(r"\W*(?:yes|no|true|false)\W*", re.IGNORECASE)
_HEAD = re.compile(
    r"(?:status|verdict|holds?|value|truth(?:[ \t]+value)?|results?|findings?|conclusion|outcome|answer|judge?ment"
    r"|met"
    r"|satisfied|fulfilled|established|true|valid|decision|ruling|holding|determination|assessment|evaluation"
    r"|polarity"
    r"|appl(?:y|ies|ied|icable)|(?P<shown>verified|confirmed|proven|proved|shown|supported|given|found)|correct"
    r"|accepted"
    r"|affirmed|so|passe[sd]|fact)"
    r"(?:\??[ \t]*[:=]|\?(?=[ \t]))[ \t]*(?P<rest>.*)",
    re.IGNORECASE,
)
"""What a field with a verdict is called."""
_LABEL = re.compile(
    r"(?P<label>[^\W\d_]+(?:[ \t_-][^\W\d_]+){0,2})(?:\??[ \t]*[:=]|\?(?=[ \t]))[ \t]*(?P<rest>.*)", re.IGNORECASE
)
"""Something under another name."""
_HARMFUL = re.compile(
    r"(?:exceptions?|objections?|doubts?|disputed?|denied|rejected|overridden|suspended|negated|negation|defeated"
    r"|blocked"
    r"|excepted|contested|excluded|barred|waived|lifted|withdrawn|uncertain|hedged?|open|conditional|missing|failed"
    r"|fails"
    r"|wrong|false|contradicted|contradiction|conflicts?)(?:[ \t]+\w+)*",
    re.IGNORECASE,
)
"""Names under which `yes` speaks against a formula, and `no` does not."""
LETTERS = {"y": "yes", "t": "true", "n": "no", "f": "false"}
"""What a verdict of one letter is short for."""
_UNKNOWN_WORD = re.compile(
    rf"{_SUBJECT}(?:(?:not|never|hardly|barely|partly|partially|half|scarcely"
    rf"|no[ \t]longer)(?:[ \t]+[^\W\d_]+){{0,2}}"
    r"|(?:un|dis|non)[^\W\d_]{4,}|moot|pending|deferred|contested|open|maybe|doubtful|questionable)"
    rf"(?P<reason>{REASON})",
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
_BORDERS = " \t,:;.…—–-"
_EDGES = " \t*_`.,;:!\"'“”()[]|—–-=>→⇒"


_ASKED = re.compile(r"(?:(?:^|(?<=\w))[)\]]?\?[)\]*_`]*|[ \t](?:=+>?|->|→|⇒))[ \t]+(?P<answer>[^\s=].*)")
"""A question that is answered at once, and what something comes to: `see e3? No.`, `see e3 = false`."""


@remembered
def verdict(text: str) -> tuple[Verdict, str]:
    """What a text beside a formula says of it, and the reason that it gives for that.

    >>> verdict("no")[0], verdict("status: rejected")[0], verdict("(not met)")[0], verdict("holds")[0]
    ('denied', 'denied', 'denied', 'affirmed')
    >>> verdict("contradicted by e4"), verdict("undetermined")[0], verdict("moot")[0], verdict("not established")[0]
    (('denied', 'by e4'), 'open', 'doubted', 'doubted')
    >>> verdict("because the notice was late")[0], verdict("no exception applies")[0], verdict("e1")[0]
    ('remark', 'remark', 'remark')
    """
    if corrects(text):
        return "doubted", ""
    if len(text) > LONGEST_VERDICT:
        return "remark", ""
    plain = _plain(text)
    if not plain:
        return ("doubted" if _doubts(text) else "remark"), ""
    if (does := by_nothing(plain)) is not None and _matched(does)[0] in ("denied", "against"):
        return "remark", ""
    if (by := by_whom(plain)) != plain and _matched(by)[0] in ("denied", "against"):
        plain = by
    if (opposed := opposes(plain)) is not None or is_hardly_sure(plain):
        return ("remark" if opposed is False else "doubted"), ""
    under = _HEAD.fullmatch(plain)
    if under is not None:
        plain = _plain(under["rest"])
        plain = LETTERS.get(plain.lower(), plain)
    elif (label := _LABEL.fullmatch(plain)) is not None and (_is_harmful(label) or not _says_so(label)):
        rest = _plain(label["rest"])
        is_other = _labelled(label["label"], rest) == "remark" and said_by(label["label"], rest) is not None
        return ("doubted" if is_other else _labelled(label["label"], rest)), ""
    elif plain in ("N", "F", "Y", "T"):
        plain = LETTERS[plain.lower()]
    ruling, reason = _matched(plain)
    if ruling != "denied" and is_quotation(text):
        return "remark", ""
    if under is not None and under["shown"] and ruling in ("denied", "against"):
        return "doubted", ""  # what is `not shown` may still be so
    if ruling != "remark":
        return ruling, reason
    words = plain.split()
    if _UNKNOWN_WORD.fullmatch(mask(plain)) or leaves_doubt(plain):
        return "doubted", ""
    if len(words) < 4 and (_doubts(text) or (under is not None and _is_words(plain))):
        return "doubted", ""
    asked = _ASKED.search(text)
    if asked is not None and verdict(asked["answer"])[0] in ("denied", "open", "against", "doubted"):
        return "doubted", ""
    return "remark", ""


_SAYS_SO = re.compile(rf"(?:{_NO}|{_YES}|{_OPEN})(?!\w)", re.IGNORECASE)
"""A text that begins with a verdict stands under no name: `no: it works`."""


def _says_so(label: re.Match[str]) -> bool:
    return _SAYS_SO.match(label[0]) is not None or speaks_against(label["label"])


def _is_harmful(label: re.Match[str]) -> bool:
    """Whether `yes` or `no` stands under a name that itself speaks against a formula: `rejected: no`."""
    return is_truth(label["rest"]) and _HARMFUL.fullmatch(label["label"]) is not None


_AGREEING = (("denied", "against"), ("affirmed", "upheld"))


def _matched(plain: str) -> tuple[Verdict, str]:
    """What a text says that is understood as a whole, and the reason that it gives."""
    hidden = mask(plain)
    for name, pattern in _MATCHES:
        found = pattern.fullmatch(hidden)
        if found is None:
            continue
        reason = plain[found.start("reason") :]
        if _doubts(reason):
            break
        because = verdict(reason)[0] if reason else "remark"
        if because != "remark" and (because != name) and (name, because) not in _AGREEING:
            return "doubted", ""
        return name, reason.strip(_BORDERS)  # type: ignore[return-value]
    if upholds(plain):
        return ("remark" if _doubts(plain) else "upheld"), ""
    if speaks_against(plain) or contradicts(plain):
        return "against", ""
    return "remark", ""


def _labelled(label: str, rest: str) -> Verdict:
    """What a verdict says under a name that is not one for verdicts: nobody knows what `seal: no` comes to."""
    if _SURENESS.fullmatch(label):
        return "doubted" if _is_half(rest) else "remark"
    ruling = _matched(LETTERS.get(rest.lower(), rest))[0]
    if _HARMFUL.fullmatch(label):
        return "against" if ruling in ("affirmed", "upheld") else "remark"
    if ruling == "remark" and _EXPLAINS.fullmatch(label) is None and (leaves_doubt(rest) or _NOT_SHOWN.fullmatch(rest)):
        return "doubted"  # `note: withdrawn`, `type: hypothesis`
    return "remark" if ruling in ("affirmed", "upheld", "remark") else "doubted"


_NOT_SHOWN = re.compile(rf"(?:not|never)[ \t]+(?:yet[ \t]+|fully[ \t]+)?(?:{_SHOWN})\W*", re.IGNORECASE)
_SURENESS = re.compile(
    r"(?:.*[ \t])?(?:confidence|probability|likelihood|certainty|chance|credence)(?:[ \t].*)?", re.IGNORECASE
)
_EXPLAINS = re.compile(r"reason(?:s|ing)?|why|because|explanations?|rationale|justifications?|details?", re.IGNORECASE)
"""Under these names stands why it is so, which may be that something else is not known."""
_PART = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})[ \t]*(?P<of>%|per[ \t]?cent|/[ \t]*100?)?")


def _is_half(rest: str) -> bool:
    """Whether a number says that something is no likelier than not: `10%`, `0.5`, `3/10`."""
    found = _PART.fullmatch(rest.strip())
    if found is None:
        return False
    of = {"": 1, "/10": 10}.get(re.sub(r"[ \t]", "", found["of"] or ""), 100)
    return 2 * Fraction(found["number"]) <= of


def closing_verdict(text: str) -> Verdict:
    """What prose behind a formula comes to say of it in the end: `the accounts are clear, so this exception is out`.

    >>> closing_verdict("it was sold, so this exception does not apply"), closing_verdict("he came, so it is met")
    ('denied', 'affirmed')
    >>> closing_verdict("it was sold"), closing_verdict("the seal broke, so nothing was sold")
    ('remark', 'remark')
    """
    said = in_the_end(text[-LONGEST_VERDICT:])
    if said is None:
        return "remark"
    ruling = verdict(said)[0]
    return "doubted" if ruling == "remark" and is_negative(said) else ruling


def contradicts(text: str) -> bool:
    """Whether prose beside a formula says that it is not so.

    >>> contradicts("e4 says there was none"), contradicts("the strike was announced")
    (True, False)
    """
    return len(text) <= LONGEST_VERDICT and _ELSEWHERE.search(mask(text)) is not None


def is_truth(text: str) -> bool:
    """Whether a verdict is one of the words that are hardly ever names: yes, no, true, false."""
    return _OF_TRUTH.fullmatch(text) is not None


@remembered
def is_denial(formula: str) -> bool:
    """Whether a formula of the language says that something is not so: `NOT p`, `MUST NOT a`.

    >>> is_denial("NOT p"), is_denial("MUST NOT pay"), is_denial("p")
    (True, True, False)
    """
    claim = claim_in(formula)
    if claim is None:
        return False
    return isinstance(claim, tree.Not) or re.match(r"\W*(?:MUST|NEED)[ \t]+NOT\b", formula) is not None


def ruled(says: list[str], ruling: Verdict, text: str) -> list[str] | None:
    """Formulas with a verdict beside them, as formulas; None: it is not plain what that comes to.

    Of several formulas, or one that is itself a denial, nobody knows what `no` denies; `false` is plain, and that
    something is `not met` agrees with a denial.  What leaves open agrees with `UNKNOWN p`.

    >>> ruled(["p"], "denied", "no"), ruled(["NOT p"], "denied", "no"), ruled(["NOT p"], "denied", "false")
    (['NOT (p)'], None, ['NOT (NOT p)'])
    >>> ruled(["NOT p"], "denied", "not met"), ruled(["UNKNOWN p"], "against", "no evidence")
    (['NOT p'], ['UNKNOWN p'])
    """
    match ruling:
        case "affirmed" | "upheld" | "remark":
            return None if _opens(says) and ruling != "remark" else says
        case "denied" if len(says) == 1 and not _opens(says):
            if not is_denial(says[0]) or re.search(r"(?<!\w)(?:false|untrue)(?!\w)", text, re.IGNORECASE):
                return [f"NOT ({says[0]})"]
            return says if _is_undone(text) else None
        case "against" | "doubted" if all(_agrees(one, ruling, text) for one in says):
            return says
        case "open" if not _opens(says):
            return [f"UNKNOWN {one}" for one in says]
        case "open" if all(map(is_open, says)):
            return says
        case _:
            return None


def _agrees(formula: str, ruling: Verdict, text: str) -> bool:
    """Whether words that stop, deny or leave open agree with a formula, or speak of another thing."""
    if _opens([formula]):
        return is_open(formula) and leaves_undecided(text)
    if is_denial(formula):
        return ruling == "against" or _is_undone(text)
    return ruling == "against" and not concerns(text, formula)


def is_open(formula: str) -> bool:
    """Whether a formula says that something is not known: `UNKNOWN p`."""
    return re.match(r"\W*UNKNOWN\b", formula) is not None


_UNDONE = re.compile(
    rf"{_SUBJECT}(?:(?:not|never)[ \t]+(?!(?:true|correct|right|so|yet|sure|only|final|conclusive|definitive|binding"
    rf"|certain|clear|entirely|fully)\b)[^\W\d_]+(?:[ \t]+[^\W\d_]+)?"
    rf"|(?:does|did|do|has|have)(?:[ \t]+not|n['’]t)[ \t]+\w+(?:[ \t]+\w+)?"
    r"|(?:un|in)(?!true|correct|accurate)[^\W\d_]{4,}"
    rf"|(?:refuted|disprove[dn]|contradicted|denied|rejected|negated)(?=[ \t]+by\b))(?:{_HERE})?(?P<reason>{REASON})",
    re.IGNORECASE,
)
"""That something is not met, or was not said, as agrees with a denial of it."""


def _is_undone(text: str) -> bool:
    plain = _plain(text)
    return _UNDONE.fullmatch(mask(plain)) is not None and not _doubts(text) and not corrects(text)


def _opens(says: list[str]) -> bool:
    return any(re.match(r"(?:UNKNOWN|CONFLICT|TRIGGERED)\b", one) for one in says)


def _plain(text: str) -> str:
    plain = unstressed(text).replace("*", "").replace("`", "").strip(_EDGES)
    return f"{plain})" if plain.count("(") > plain.count(")") else plain


def _doubts(text: str) -> bool:
    return hedges(text) or DENYING.search(text) is not None


def _is_words(text: str) -> bool:
    return re.fullmatch(r"[^\W\d_]+(?:[ \t-]+[^\W\d_]+){0,2}", text) is not None
