"""The claims, rules and passages that a text names, and what else it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from rulelang.verifier.markup.emphasis import unstressed_words
from rulelang.verifier.markup.lists import items
from rulelang.verifier.markup.quoting import mask, replaced

Known: TypeAlias = Callable[[str], bool]
"""Whether a word names a claim, a rule or a passage."""

GROUP = re.compile(r"\([^()]*(?:\)|$)|\[[^\[\]]*(?:\]|$)")
"""A bracket; one in which a field followed at the end of a line (`(r1, from s2`) is left open."""
_NAMED = re.compile(
    r"(?<![\w.])(?:(?:steps?|claims?|rules?|clauses?|exceptions?|passages?|exhibits?)[ \t]+\w+(?:\.\w+)*"
    r"(?:(?:[ \t]*(?:,|&|-|–|—|to|and)[ \t]*)(?=[A-Za-z]{0,2}\d)\w+(?:\.\w+)*)*"
    r"|(?:from|combining)[ \t]+\d++(?:(?:[ \t]*(?:,(?:[ \t]*and(?!\w))?|&|-|–|—|to|and)[ \t]*)\d++)*+"
    r"(?=[ \t]*(?:[,;.:)(\]—–]|$|-[ \t]"
    r"|(?:under|per|by|via|with|in|so|since|because|together|using|pursuant|according)(?!\w)))"
    r"|\w+(?:\.\w+)+"
    r"|[A-Za-z]{1,2}\d{1,6}(?:[ \t]*(?:-|–|—|to|through)[ \t]*[A-Za-z]{0,2}\d{1,6})?"
    r"|\w+(?=[ \t]+(?:applies|governs|controls|prevails)(?!\w)))(?!\w|\.\w)",
    re.IGNORECASE,
)
_NOT_THIS = re.compile(
    r"(?<!\w)(?:not|no|nor|without|except|unlike|(?:instead|rather|other)[ \t]+(?:of|than))"
    r"(?:[ \t]+(?:the|by|under|per))*[ \t]*$",
    re.IGNORECASE,
)
_IT_DOES_NOT = re.compile(
    r"[ \t]*,?[ \t]*(?:which[ \t]+)?(?:(?:does|do|did|is|are|was|were|has|have)[ \t]*(?:not(?!\w)|n['’]t)"
    r"|cannot|never(?!\w)|fails?(?!\w)|no[ \t]+longer)",
    re.IGNORECASE,
)
"""How it is said of a rule that it is not what the claim rests on."""
FILLING = re.compile(
    r"(?<!\w)(?:because|since|as|from|see|by|per|under|with|given|and|both|all|hold|holds|cf|of|the|to)(?!\w)|[\W_]+",
    re.IGNORECASE,
)


def named_in(tail: str, known: Known) -> tuple[list[str], str]:
    """The claims, rules and passages that a text names, and the text without them."""
    hidden = mask(tail)
    named = [
        found for found in _NAMED.finditer(hidden)
        if (all_known(_EXCEPTION.sub("", found[0]), known) or _is_from_known(found[0], known))
        and not (_is_name(found[0]) and _is_denied(hidden, found))
    ]  # fmt: skip
    named = sorted((*named, *_plainly(hidden, known, named)), key=lambda one: one.start())
    left = without(tail, named)
    groups = [found for found in GROUP.finditer(left) if all_known(inside(left, found), known)]
    cites = [_EXCEPTION.sub("", found[0]).strip("*_`") for found in named]
    cites += [inside(left, found) for found in groups]
    left = without(left, groups)
    if (first := _FIRST_OF.match(left)) is not None and all_known(first[1], known):
        cites.append(first[1])
        left = left[first.end() :]
    return cites, left


def _is_from_known(text: str, known: Known) -> bool:
    """Whether numbers behind `from` are those of claims, of which some may not be there: `from 1, 2 and 3`."""
    return _FROM_NUMBERS.match(text) is not None and any(map(known, items(text, [])))


_FROM_NUMBERS = re.compile(r"(?:from|combining)[ \t]+\d", re.IGNORECASE)
_BY = re.compile(
    r"(?<!\w)(?:by|per|under|via|see|because[ \t]+of)[ \t]+(?:(?:rules?|passages?)[ \t]+)?(?=[*_`]*\w)", re.IGNORECASE
)
_LISTED = re.compile(
    r"[*_`]*(?P<name>\w++(?:\.\w++)*+)[*_`]*"
    r"(?=[ \t]*(?:[,;.:()\]—–]|-[ \t]|$|(?:and|&|see|from|per|under|by|with)[ \t]))"
)
_NEXT = re.compile(r"[ \t]*(?:,[ \t]*)?(?:(?:and|&)[ \t]+)?")


def _plainly(hidden: str, known: Known, named: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    """What is called by a plain word, as a rule may be, behind what cites: `by refund and notice`."""
    taken = {at for found in named for at in range(*found.span())}
    for begins in _BY.finditer(hidden):
        if _NOT_THIS.search(hidden, max(begins.start() - 40, 0), begins.end()) is not None:
            continue
        at = begins.end()
        while (found := _LISTED.match(hidden, at)) is not None and known(found["name"]):
            if found.start("name") not in taken:
                yield found
            goes_on = _NEXT.match(hidden, found.end())
            at = found.end() if goes_on is None else goes_on.end()
            if at == found.end():
                break


_FIRST_OF = re.compile(r"[ \t]*\([ \t]*([\w.]+)[ \t]*;")
"""`(r1; nothing takes it back)`."""


_EXCEPTION = re.compile(r"exceptions?[ \t]+", re.IGNORECASE)


_DOTTED = re.compile(r"(?<![\w.])\w++(?:\.\w++)++")
_MAY_NAME = re.compile(r"[(\[]|\w\.\w|\b(?:by|per|under|via|see|because)[ \t]", re.IGNORECASE)
"""Without any of these a text has no name that is made of words."""


def quiet(text: str, known: Known) -> str:
    """A text with a bare id in place of names that are made of words: what these mean is not said (`by error.wait`).

    >>> quiet("p — by error.wait and cancel (no, cancel)", {"error.wait", "cancel", "no"}.__contains__)
    'p — by r1 and r1'
    """
    hidden = mask(text)
    if _MAY_NAME.search(hidden) is None:
        return text
    groups = [found for found in GROUP.finditer(hidden) if all_known(inside(text, found), known)]
    found = {one.span() for one in _DOTTED.finditer(hidden) if known(one[0])}
    found |= {one.span("name") for one in _plainly(hidden, known, ())}
    bare = {span for span in found if not any(one.start() <= span[0] < one.end() for one in groups)}
    cited = {(len(hidden[: one.start()].rstrip()), one.end()) for one in groups}
    return replaced(text, sorted(bare | cited), lambda one: "" if one.strip()[:1] in "([" else "r1")


def _is_name(text: str) -> bool:
    """Whether what is named is so by a name, as rules are, and not by a letter and a number."""
    return re.fullmatch(r"[A-Za-z]{1,2}\d{1,6}", text) is None


def _is_denied(hidden: str, found: re.Match[str]) -> bool:
    """Whether it is said of a rule that it does not apply, or that another does instead."""
    before = hidden[max(found.start() - 40, 0) : found.start()]
    return _NOT_THIS.search(before) is not None or _IT_DOES_NOT.match(hidden, found.end()) is not None


def without(text: str, gone: Iterable[re.Match[str]]) -> str:
    """A text with a space in place of what was found in it."""
    return replaced(text, (found.span() for found in gone), lambda _: " ")


def inside(text: str, found: re.Match[str]) -> str:
    """What stands in a bracket."""
    return text[found.start() : found.end()].strip(" \t()[]")


def all_known(text: str, known: Known) -> bool:
    """Whether a text is a list of identifiers and nothing else."""
    strays: list[str] = []
    words = unstressed_words(items(text, strays))
    return bool(words) and not strays and all(map(known, words))
