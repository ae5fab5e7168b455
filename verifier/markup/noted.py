"""Words under which an answer says what it has come to on its way: `Interim conclusion: p`, `Thought 2: p`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"(?:[ \t]++(?:no\.?[ \t]*+|#)?+\(?(?:(?P<number>\d{1,3})|[A-Za-z]|[ivxIVX]{1,5})\)?)"
_OF = (
    r"(?:[ \t]++(?:of|from|for|in|on|at|after)[ \t](?:(?:the|this|my|our)[ \t])?"
    r"(?:step|part|point|stage|section|issue|item|(?:first|second|third|fourth|fifth|last)[ \t]\w{1,12})"
    r"(?:[ \t]#?\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})\)?)?)"
)
_COLON = r"[*_`)\]]*+[ \t]*+(?::|[.)–—-](?=[*_`]*+[ \t]))[*_`]*+[ \t]*+(?=\S)"
_ON_THE_WAY = (
    r"(?:(?:interim|intermediate|intermediary|partial|sub|step|legal|factual|key)(?:[ \t]*+[-–][ \t]*+|[ \t]++))"
)
_COME_TO = r"(?:conclusion|result|finding|decision|holding|outcome|inference|deduction|determination)s?"
_STEP = re.compile(
    r"[*_`(\[]*+(?:"
    rf"(?:interim|intermediate|intermediary|partial|sub|step)(?:[ \t]*+[-–]?[ \t]*+){_COME_TO}{_NUMBER}?+{_OF}?"
    rf"|(?:the[ \t]++)?(?:(?:legal|factual|key)[ \t]++)?{_COME_TO}{_OF}"
    rf"|(?:step|part|stage)[ \t]++\(?\d{{1,3}}\)?[*_`]*+[ \t]*+[:.)–—-]?[*_`]*+[ \t]*+{_COME_TO}"
    rf"){_COLON}",
    re.IGNORECASE,
)
"""`Interim conclusion: p`, `Result of step 2: p`, `Step 2 conclusion: p`."""
_ITEM = re.compile(
    r"[*_`(\[]*+(?:thought|observation|reasoning[ \t]step|inference|deduction|derivation|lemma|corollary"
    r"|(?:(?:key|established|relevant|given|stipulated|derived|legal|factual|first|second|third|next)[ \t]++)?+"
    r"(?:fact|finding|premise|result|step))"
    rf"{_NUMBER}?+{_COLON}",
    re.IGNORECASE,
)
"""`Thought 1: p`, `Observation: p`: as items of a list."""
_QUESTION = re.compile(
    r"[*_`(\[]*+(?:q|question|query|issue|sub-?question)(?:[ \t]*+#?\d{1,3})?[*_`]*+[ \t]*+[:.)–—-][*_`]*+[ \t]++\S",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"[*_`(\[]*+(?:a|ans(?:wer)?|reply|response)(?:[ \t]*+#?(?P<number>\d{1,3}))?[*_`]*+[ \t]*+:[*_`]*+[ \t]*+(?=\S)",
    re.IGNORECASE,
)
_BOTH = re.compile(
    rf"{_QUESTION.pattern}[^?\r\n]{{0,300}}+\?[*_`\"”)]*+[ \t]*+(?:[–—>→"
    rf"|-]++[ \t]*+)?{_ANSWER.pattern}", re.IGNORECASE
)
_ASKED = re.compile(r"[^\r\n]*\?[*_`\"”)]*")
_UNPLAIN = re.compile(
    r"(?<!\w)(?:would|could|might|may[ \t]be|if|unless|suppos\w*|assum\w*|had|hypothe\w*|alternativ\w*|argu\w*"
    r"|claim\w*|contend\w*"
    r"|alleg\w*|sa(?:y|ys|id)|tells?|told[ \t]us|believ\w*|think\w*|thought|according|not|no|never|none|nothing"
    r"|nobody|neither|nor|without|false"
    r"|wrong|untrue|incorrect|missing|fail\w*|lack\w*|absent|reject\w*|den(?:y|ies|ied)|refut\w*|disput\w*|excluded"
    r"|against|contrary|instead"
    r"|except\w*|mistake\w*|misread\w*|open|unknown|unclear|required|requires?|needed|needs?|opposite|trap"
    r"|tempt\w*)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)
"""Questions with these are not plainly answered by what is so."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What a line says behind such a word, with its number (empty: it has none)."""

    rest: str
    number: str = ""


def step_conclusion(body: str) -> Noted | None:
    """What a line says to which a step comes.

    >>> step_conclusion("Interim conclusion: p"), step_conclusion("**Result of step 2:** p").rest
    (Noted(rest='p', number=''), 'p')
    >>> step_conclusion("Conclusion: p"), step_conclusion("Interim report: p")
    (None, None)
    """
    found = _STEP.match(body)
    return None if found is None else Noted(body[found.end() :], found["number"] or "")


def noted(body: str) -> Noted | None:
    """What a line says under a word for thoughts, observations or facts.

    >>> noted("Thought 1: p"), noted("Observation: p").rest, noted("Opinion: p")
    (Noted(rest='p', number='1'), 'p', None)
    """
    found = _ITEM.match(body)
    return None if found is None else Noted(body[found.end() :], found["number"] or "")


def is_question(body: str) -> bool:
    """Whether a line asks plainly what is so, which the next one may answer.

    >>> is_question("**Q1: Is it late?**"), is_question("Question: who paid?"), is_question("Is it late?")
    (True, True, False)
    """
    return asks_something(body) and not _UNPLAIN.search(body)


def asks_something(body: str) -> bool:
    """Whether a line is a question under such a word, plain or not."""
    return _QUESTION.match(body) is not None and _ASKED.fullmatch(body.rstrip()) is not None


def reply(body: str) -> Noted | None:
    """What a line answers to a question on the line before.

    >>> reply("A: p (e1)"), reply("**A2:** p"), reply("Also: p")
    (Noted(rest='p (e1)', number=''), Noted(rest='p', number='2'), None)
    """
    found = _ANSWER.match(body)
    return None if found is None else Noted(body[found.end() :], found["number"] or "")


def question_and_reply(body: str) -> Noted | None:
    """What a line answers to the question with which it begins.

    >>> question_and_reply("**Q: Is it late?** A: p (e1)")
    Noted(rest='p (e1)', number='')
    """
    found = _BOTH.match(body)
    if found is not None and _UNPLAIN.search(found[0]) is not None:
        return None
    return None if found is None else Noted(body[found.end() :], found["number"] or "")


_BECAUSE = re.compile(
    r"[*_`]*+(?:(?:(?:and|so|therefore|thus|hence|accordingly|consequently|then|as[ \t]a[ \t]result"
    r"|this[ \t]means(?:[ \t]that)?|it[ \t]follows[ \t]that"
    r"|which[ \t]means(?:[ \t]that)?|we[ \t](?:conclude|find|get|have)(?:[ \t]that)?|i[ \t](?:conclude"
    r"|find)(?:[ \t]that)?)[*_`]*(?:[,:]|(?=[ \t]))[ \t]*+[*_`]*+){1,3})?"
    r"(?P<says>[^:\r\n]{1,200}?)[*_`]*,?[ \t]+(?:because|since|as|for|given[ \t]that|on[ \t]the[ \t]ground[ \t]that)"
    r"(?:[ \t]+of)?(?:[ \t]+(?:the[ \t]following|these|two|three|four|several|follows|that"
    r"|it[ \t]holds[ \t]that))*(?:[ \t]+(?:reasons?|facts?|grounds?|points?|findings?))?"
    r"[*_`]*+:[*_`]*+[ \t]*+",
    re.IGNORECASE,
)


def because(body: str) -> str | None:
    """What a line says for which a list below it gives the reasons.

    >>> because("So in_default, because:"), because("**p** for these reasons:"), because("So he pays:")
    ('in_default', 'p', None)
    """
    found = _BECAUSE.fullmatch(body)
    return None if found is None else found["says"].strip(" \t*_`")
