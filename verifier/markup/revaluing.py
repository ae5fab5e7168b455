"""Values below a claim that stand for the one that it says: `Sorry, 12 days.`, `12 days, I mean.`, `Not 30 but 12.`"""

from __future__ import annotations

import re
from dataclasses import replace

from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.valued import answering
from rulelang.verifier.markup.withdrawn import Instead, said_instead

_LONGEST = 120
"""A longer line is prose, and not looked into."""
_VALUE_OF = re.compile(r"\W*(?P<of>[^\W\d][\w.]*(?:\([^()]*\))?)[ \t]*(?P<sign>[<>]=?|=)")
"""A claim that compares one thing: `notice = 30 days`."""
_SAYS_SO = r"(?:i (?:mean|meant)|rather|actually|sorry|oops|instead|in fact|correction|corrected|my mistake)"
_BEHIND = pattern(rf"\W*(?P<value>[^.;!?]{{1,40}}?)[\s,;:(–—-]+{_SAYS_SO}\W*")
"""`12 days, I mean.`"""
_NOT_BUT = pattern(
    r"\W*(?:it (?:is|was) )?(?:not|never) [^;!?]{1,40}?(?:,? but(?: rather)?|[,;–—-]|\. ?it (?:is|was)) "
    r"(?P<value>[^;!?]{1,40}?)\W*"
    r"|\W*(?:it (?:is|was) )?(?P<first>[^;!?]{1,40}?),?(?: and)? (?:not|instead of|rather than) [^;!?]{1,40}?\W*"
)
"""`Not 30 but 12 days.`, `12 days, not 30.`"""
_SHOULD = pattern(
    r"\W*(?:should|ought to) (?:(?:really|rather|actually) )?(?:be|read|say|have (?:been|read|said)):? "
    r"(?P<value>[^;!?]{1,40}?)\W*"
)
_UNDER = pattern(r"\W*(?:typo|fix(?:ed)?|slip|mistake|error):? (?P<value>[^;!?]{1,40}?)\W*")
_IT_IS = pattern(r"(?:(?:(?:it|this|that)(?: is| was|['’]s)|only|just|the) )+")
_EXPLAINS = pattern(r"\W*that is\b.*")
"""What may say the same in other words: `That is 100 usd a month.`"""
_NUMBER = re.compile(r"\W{0,3}(?P<number>\d[\d.,]*)")


def instead_of(draft: Draft, above: Block, text: str) -> Instead | None:
    """What a line below a claim puts in place of its value, as a claim; None: nothing that can be read so."""
    spelling = draft.saying.spelling
    of, sign = _compared(draft, above)
    if sign != "=" or len(text) > _LONGEST or "?" in text or _EXPLAINS.fullmatch(text):
        return None
    for value in _values(text):
        said = answering(_IT_IS.sub("", fields_of(value).says, count=1), replace(spelling, asked=of))
        if said is not None and said.startswith(f"{of} = "):
            return Instead(text.strip(" .*_`-"), said, surely=False)
    return None


def puts_number(draft: Draft, above: Block, text: str) -> bool:
    """Whether a line corrects the claim above by a number that can't be read as its value: `Sorry, 12 of them.`"""
    said = said_instead(text)
    if said is None or len(text) > _LONGEST or _EXPLAINS.fullmatch(text) or not _compared(draft, above)[0]:
        return False
    found = _NUMBER.match(_IT_IS.sub("", said.says, count=1))
    numbers = re.findall(r"\d[\d.,]*", replace(above, unsaid="").content().says)
    return found is not None and bool(numbers) and found["number"].rstrip(".,") not in numbers


def _compared(draft: Draft, above: Block) -> tuple[str, str]:
    """What the claim compares, and how, if it says one thing; or else nothing."""
    if above.kind != "claim" or draft.saying.spelling.means is None:
        return "", ""
    says, unread = draft.saying.formulas(replace(above, unsaid="").content().says)
    found = _VALUE_OF.match(says[0]) if len(says) == 1 and not unread else None
    if found is None or re.search(r"\b(?:AND|OR)\b", says[0]):
        return "", ""
    return found["of"], found["sign"]


def _values(text: str) -> list[str]:
    said = said_instead(text)
    values = [] if said is None else [said.says]
    for form in (_BEHIND, _NOT_BUT, _SHOULD, _UNDER):
        found = form.fullmatch(text)
        values += [] if found is None else [one for one in found.groups() if one is not None]
    return values
