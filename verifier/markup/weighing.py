"""Heads of what may be so or not: conditions, what is possible, what is to be shown (`Exceptions to check:`)."""

from __future__ import annotations

from rulelang.verifier.markup.patterns import pattern

_THESE_FOLLOW = r"(?: (?:.* )?(?:these|those|the following|one of them|any of them|below)(?: .{1,40})?)?"
_IF_THESE = pattern(
    rf"\bunless{_THESE_FOLLOW}$|\b(?:not|no|never|nothing|cannot|\w+n['’]t|fails?|falls?|lapses?|ends?|ceases?|lost"
    rf"|excluded"
    r"|barred|blocked|defeated|void|lifted|waived|suspended|overridden|bars?|blocks?|except) (?:.* )?(?:if|when"
    r"|where|whenever"
    rf"|once|in case){_THESE_FOLLOW}$"
)
"""What follows is a condition, and what would be if it was met is none: `r4 does not apply if`."""
_SHOW = r"(?:prove|establish|show|demonstrate|substantiate)"
_SHOWN = r"(?:proven|proved|shown|established|demonstrated|substantiated)"
_TO_SHOW = pattern(
    r"(?:(?:still|yet|left|remaining|what|which|facts?|points?|elements?|conditions?|requirements?|things?|matters?"
    r"|issues?|all"
    rf"|it|this|that|remains?|is|are) )*(?:to {_SHOW}(?:(?: by| for) .+)?|to be (?:\w+ )?{_SHOWN}(?: by .+)?)"
    rf"|.*\b(?:has|have|had|needs?|ought|must|should)(?: still| yet)? (?:to )?(?:{_SHOW}|be {_SHOWN})(?: by .+)?"
)
"""What has to be shown is not said to be so: `Still to prove`, `What the lender must show`."""
_TO_WEIGH = pattern(
    r"^(?!how\b)(?:.* )?(?:possible|potential|conceivable)\b(?!.*\b(?:all|none|no|not|is|are|was|were)\b)"
    r"|\b(?:are|left|remains?)(?: still)? open$|\bopen (?:points?|items?|matters?)$"
    r"|^(?:(?:still|yet|left|remaining|next|the|relevant|other|further|\w+s) )*to (?:check|verify|examine|consider|test"
    r"|clarify|resolve|rule out|exclude|look (?:at|into)|be (?:\w+ )?(?:checked|verified|examined|considered|tested"
    r"|clarified"
    r"|resolved|ruled out|excluded|decided|determined|settled|confirmed|answered))$"
    r"|^what (?:.* )?(?:has|have|needs?|must|ought)(?: still| yet)? (?:to )?be (?:checked|verified|examined"
    r"|considered|tested"
    r"|clarified|resolved|decided|determined|settled|confirmed)$"
)
"""What is only looked into."""


def conditions_follow(head: str) -> bool:
    """Whether a head leads to conditions, under which something else would not be so.

    >>> conditions_follow("r4 does not apply if"), conditions_follow("r4 applies unless one of these holds")
    (True, True)
    >>> conditions_follow("No fee is due"), conditions_follow("The rule asks for these")
    (False, False)
    """
    return _IF_THESE.search(head) is not None


def is_weighed(head: str) -> bool:
    """Whether a head leads to what is to be shown or looked into: only a verdict says there whether it is so.

    >>> [is_weighed(one) for one in ("Still to prove", "Possible defences", "Exceptions to check", "Open points")]
    [True, True, True, True]
    >>> [is_weighed(one) for one in ("Proven", "Exceptions checked", "This serves to show", "The exceptions")]
    [False, False, False, False]
    """
    return _TO_SHOW.fullmatch(head) is not None or _TO_WEIGH.search(head) is not None


def quotes_rule(head: str) -> bool:
    """Whether a head leads to what a rule that it names asks for, which need not be so.

    >>> quotes_rule("R2.arrears requires:"), quotes_rule("Conditions of r6"), quotes_rule("Conditions met")
    (True, True, False)
    """
    return _OF_NAMED_RULE.fullmatch(head.strip(" \t*_`#:~>.")) is not None


_ID = r"(?:(?:rule|exception|clause) )?[a-z]{1,3}\d{1,4}(?:\.\w+)*"
_OF_NAMED_RULE = pattern(
    rf"{_ID}(?:['’]s)? (?:requires?|needs?|demands|asks for|applies (?:if|when|where)|has (?:\w+ )?conditions?"
    rf"|conditions?|requirements?|elements|premises?)(?: (?:all of|both|the following|that))*"
    rf"|(?:the )?(?:conditions?|requirements?|elements|premises?|prerequisites?) (?:of|for|under|in) {_ID}"
)
_WHY_NOT = pattern(r"(?:(?:and|but|so) )*why (?:not|(?:are|is) .*\b(?:wrong|not|incorrect))\b")


def asks_why_not(asked: str) -> bool:
    """Whether a question asks why something else is not so: what stands below it is that."""
    return _WHY_NOT.match(asked) is not None
