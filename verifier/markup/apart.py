"""What a claim says, set apart from the reasons and citations that a model writes into the same breath."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from rulelang.verifier.markup.against import corrects, leaves_doubt, leaves_undecided
from rulelang.verifier.markup.drawn import drawn
from rulelang.verifier.markup.formulas import LONGEST, formulas, norms_in
from rulelang.verifier.markup.hedges import hedges
from rulelang.verifier.markup.named import FILLING, GROUP, Known, all_known, inside, named_in, quiet, without
from rulelang.verifier.markup.ornaments import DENYING
from rulelang.verifier.markup.pieces import pieces_of, unlettered
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.subjects import overturns
from rulelang.verifier.markup.topics import is_topic
from rulelang.verifier.markup.verdicts import (
    LONGEST_VERDICT,
    Verdict,
    closing_verdict,
    is_denial,
    is_open,
    is_truth,
    ruled,
    verdict,
)
from rulelang.verifier.markup.worded import compared

_MOST = 6
"""So many places are tried at which reasons may begin: that keeps time linear."""


@dataclass(slots=True)
class Apart:
    """What is said, and what stood with it: lists of identifiers, and words that are neither."""

    says: list[str] = field(default_factory=list[str])
    cites: list[str] = field(default_factory=list[str])
    strays: list[str] = field(default_factory=list[str])
    doubted: bool = False
    """Whether it is not plain what stands beside a formula makes of it, so that nothing is said."""

    def join(self, other: Apart) -> None:
        self.says += other.says
        self.cites += other.cites
        self.strays += other.strays
        self.doubted = self.doubted or other.doubted

    def rule(self, text: str, known: Known) -> None:
        """Takes in a verdict that stands beside what is said so far, and what its reason names."""
        ruling, reason = verdict(quiet(text, known))
        plainly, told = verdict(text)
        reason = told if plainly == ruling else text if reason else ""
        left = ruled(self.says, ruling, text)
        if left is None or (ruling in ("affirmed", "upheld") and overturns(reason, left)):
            self.doubted = True
            return
        self.says = left
        if ruling in ("against", "doubted"):
            _explained(text, known, self)
        elif ruling == "upheld":
            self.cites += named_in(text, known)[0]
        elif reason:
            _explained(reason, known, self)
        elif plainly != ruling:  # `p (e3) (met)`
            self.cites += named_in(text, known)[0]

    def weigh(self, text: str, known: Known) -> None:
        """Takes in a text that stands beside what is said: a verdict, prose that says the opposite, or a remark."""
        if verdict(quiet(text, known))[0] != "remark":
            self.rule(text, known)
        else:
            self.strays.append(text)


def looks_like_id(word: str) -> bool:
    """Whether a word looks like an identifier, where no names are at hand.

    >>> [looks_like_id(word) for word in ("s1", "e12", "R7.late", "lic.gov", "late", "460")]
    [True, True, True, True, False, False]
    """
    return _ID.fullmatch(word) is not None


_ID = re.compile(r"[A-Za-z]{1,2}\d{1,6}[a-z]?(?:[.\-–—]\w+)*|[^\W\d]\w*(?:\.[^\W\d]\w*)+")


def reads(text: str, spelling: Spelling) -> bool:
    """Whether a text is formulas, of the case if one is at hand."""
    says, unread = formulas(text, spelling)
    return bool(says) and not unread and (spelling.means is None or all(map(spelling.means, says)))


def set_apart(text: str, spelling: Spelling, known: Known) -> Apart | None:
    """The formulas of a text that can't be read as it is, without what stands around them; None: it is none such.

    What can be read is not touched, and what hedges (`p, but it depends`) is no reason for what it hedges.
    """
    if len(text) > LONGEST or norms_in(text, spelling):
        return None
    arrow = _ARROW.search(mask(text))
    pieces = unlettered(list(pieces_of(text)))
    apart = Apart()
    if arrow is not None:
        pieces = [_without_grounds(piece, known, apart) for piece in pieces]
    ruled_on = [_ruling(piece, at > 0, spelling, known) for at, piece in enumerate(pieces)]
    if arrow is None and not any(ruled_on) and reads(text, spelling):
        return None
    for piece, ruling in zip(pieces, ruled_on, strict=True):
        one = Apart()
        if ruling is None:
            if not _said(piece, spelling, known, apart) and not _goes_on(piece, known, apart):
                return None
        elif not ruling.said:
            apart.rule(ruling.beside, known)
        elif _said(ruling.said, spelling, known, one):
            one.says = formulas("; ".join(one.says), spelling)[0]
            if ruling.leads:
                one.doubted = verdict(quiet(ruling.beside, known))[0] == "denied" and not all(map(is_denial, one.says))
            else:
                one.doubted = ruling.predicate and _denies_a_denial(ruling.beside, one.says, known)
                one.rule(ruling.beside, known)
            apart.join(one)
        elif not _said(piece, spelling, known, apart):
            return None
    return apart


def _without_grounds(piece: str, known: Known, apart: Apart) -> str:
    """A piece without the claims behind an arrow from which it follows, which are cited: `p — no ← s1`."""
    arrow = _ARROW.search(mask(piece))
    return piece[: arrow.start()] if arrow is not None and _cited(piece[arrow.end() :], known, apart) else piece


def is_ruled(text: str, spelling: Spelling, known: Known) -> bool:
    """Whether a verdict stands beside one of the formulas of a text."""
    return len(text) <= LONGEST and any(_ruling(one, at > 0, spelling, known) for at, one in enumerate(pieces_of(text)))


@dataclass(frozen=True, slots=True)
class _Ruling:
    """A verdict, and what it stands beside (empty: the pieces before it)."""

    said: str
    beside: str
    predicate: bool = False
    """Whether the verdict is on what is said, as in `NOT p does not hold`; beside it (`NOT p, not met`) it agrees."""
    leads: bool = False
    """Whether it stands before what is said, as in `Yes, p`: then it may only agree."""


_BESIDE = re.compile(
    r"[*_`]*+(?:[ \t]*+[,:][ \t]+|[.!][*_`]*+[ \t]+|[ \t]+(?:—|–|--?|//|->|=>|→|⇒)[ \t]+|[ \t]*+(?:—|→|⇒)[ \t]*+"
    r"|[ \t]*+(?=\()|[ \t]++(?=(?:is|was|are|were|does|did|do|holds?|fails?|remains|cannot|can)(?:\b|n['’]t)))",
    re.IGNORECASE,
)
"""Where a verdict may begin beside a formula."""
_LEADING = re.compile(
    r"[*_`]*(yes|no|true|false|correct)[*_`]*[ \t]*(?:[,:.!;—–]|-[ \t])[*_`]*[ \t]*(?=\S)", re.IGNORECASE
)


_JOINING = re.compile(r"[*_`]*(?:and|as well as)[ \t]+", re.IGNORECASE)


def _ruling(piece: str, follows: bool, spelling: Spelling, known: Known) -> _Ruling | None:
    """The verdict in a piece, if it has one that is no formula of the case.

    Args:
        follows: whether pieces stand before it, beside which it may stand as a whole.
    """
    if follows and _rules(piece, spelling, known, bare=True):
        return _Ruling("", piece)
    core = _BRACKET_BEHIND.sub("", piece)
    if spelling.means is not None and compared(core) is not None and reads(core, spelling):
        return None  # `plan is not elite`
    lead = _LEADING.match(piece)
    if lead is not None and _rules(lead[1], spelling, known, bare=True) and piece[lead.end() :].strip(" \t.*_`"):
        return _Ruling(piece[lead.end() :], lead[1], leads=True)
    hidden = mask(piece)
    first = _BESIDE.search(hidden)
    if verdict(quiet(piece, known))[0] in ("affirmed", "upheld", "denied", "open") and not (
        first is not None and spelling.means is not None and spelling.means(piece[: first.start()].strip(" \t*_`"))
    ):
        return None  # it stands beside nothing
    for cut in _BESIDE.finditer(hidden, max(len(piece) - LONGEST_VERDICT, 0)):
        head, beside = piece[: cut.start()], piece[cut.end() :]
        if not head.strip() or (beside.startswith("(") and (not beside.rstrip(" \t.*_`").endswith(")"))):
            continue
        if (within := hidden[: cut.start()]).count("(") > within.count(")"):
            continue  # `p (e1 does not say)`: what stands in a bracket is weighed as a whole
        if _PRONOUN.fullmatch(head) is not None and (spelling.means is None or not spelling.means(head.strip())):
            continue  # `It fails: p`
        if beside.startswith("(") and not cut[0].strip("*_`") and head[-1].isalnum():
            continue  # `p(no)`: what is glued to a name is its argument
        if _rules(beside, spelling, known, bare="," in cut[0]):
            unsure = not cut[0].strip() or verdict(quiet(beside, known))[0] in ("against", "doubted")
            if unsure and _explains(head, spelling, known):
                continue  # `p, because q is overridden`: it is q of which this is said
            return _Ruling(head, beside, predicate=not cut[0].strip("*_` \t") and not beside.startswith("("))
    return None


def _denies_a_denial(beside: str, says: list[str], known: Known) -> bool:
    """Whether a predicate says that a denial is not so, and does not call it false, which would be plain."""
    ruling = verdict(quiet(beside, known))[0]
    return ruling in ("denied", "against") and any(map(is_denial, says)) and ruled(says, ruling, beside) == says


_BRACKET_BEHIND = re.compile(r"[ \t]*\([^()]*\)[ \t.]*$")
_PRONOUN = re.compile(r"\W*(?:it|this|that|which|he|she|they)\W*", re.IGNORECASE)
"""What stands for something said elsewhere, and is no formula itself."""
_NEGATION = re.compile(r"[*_`(]*NOT[ \t]+[\w.]*[a-z]")
"""What is written as a formula is one, though the case has none such: `p; NOT barred`."""


def _explains(head: str, spelling: Spelling, known: Known) -> bool:
    """Whether a text has more in it than formulas and citations."""
    one = Apart()
    return not _said(head, spelling, known, one) or bool(one.strays)


def _rules(text: str, spelling: Spelling, known: Known, bare: bool) -> bool:
    """Whether a text is a verdict; where formulas are joined (`bare`) it may be one of them, without a case."""
    ruling = _weight(quiet(text, known), spelling)
    if ruling == "remark" or (bare and ruling == "upheld" and _NEGATION.match(text)):
        return False
    if spelling.means is None or is_truth(text):  # `NO` by itself is a formula of the language, too
        return is_truth(text) or not bare
    one = Apart()
    said = _said(_JOINING.sub("", text), spelling, known, one) and all(reads(part, spelling) for part in one.says)
    return not said and not all_known(text, known)


_ARROW = re.compile(r"(?:<-|<=|←|⇐|⟸|:-|∵)[ \t]*+(?=[^\W\d_]{0,2}\d|[\[(])")
_CUT = re.compile(
    r"(?<![ \t*_`.])[*_`.]*+(?:[ \t]++(?:—|–|--|-|//|#)[ \t]+"
    r"|[,;]?[ \t]++(?=(?:because|since|as|given|due|under|per|by|based|from|see|cf|following"
    r"|follows(?=[ \t]+(?:from|by|under|directly))|rests(?=[ \t]+on)|according|pursuant|for|so"
    r"|thus|hence|therefore|which|where|with)(?![\w]))"
    r"|(?:(?<=\.)|(?<=\.[*_`])|(?<=\.[*_`]{2}))[ \t]++(?=\S)|:[ \t]+|[ \t]*+(?=\())",
    re.IGNORECASE,
)


def _said(piece: str, spelling: Spelling, known: Known, apart: Apart) -> bool:
    """Whether a piece holds a formula; it and what stands with it go into `apart`."""
    hidden = mask(piece)
    if reads(piece, spelling):
        apart.says.append(piece)
        return True
    if (leads := drawn(piece, known)) is not None and _said(leads[1], spelling, known, one := Apart()):
        apart.cites.append(leads[0])
        apart.join(one)
        return True
    groups = [found for found in GROUP.finditer(hidden) if all_known(inside(piece, found), known)]
    apart_from_names = [found for found in groups if not hidden[: found.start()][-1:].isalnum()]
    if spelling.means is None:
        groups = apart_from_names
    for some in (apart_from_names, groups):  # `p(k5) (e1)`: what is glued to a name is its argument, `p(e1)` none
        if not some:
            continue
        left = without(piece, some)
        if reads(left, spelling):
            apart.says.append(left.strip())
            apart.cites += [inside(piece, found) for found in some]
            return True
    if spelling.means is not None:
        for cut in islice(_CUT.finditer(hidden), _MOST):  # `p — r1.late` could be read as a difference
            if reads(piece[: cut.start()], spelling) and all_known(piece[cut.end() :], known):
                apart.says.append(piece[: cut.start()])
                apart.cites.append(piece[cut.end() :])
                return True
    aside = _ASIDE.match(hidden)
    if not formulas(piece, spelling)[1] and (aside is None or spelling.means is None or not reads(aside[1], spelling)):
        apart.says.append(piece)  # it names what there is not, which is judged
        return True
    for cut in islice(_CUT.finditer(hidden), _MOST):
        head, tail = piece[: cut.start()], piece[cut.end() :]
        beside = quiet(tail, known)
        if not head.strip() or DENYING.search(beside) or not reads(head, spelling):
            continue
        if hedges(beside) and not (leaves_undecided(beside) and all(map(is_open, formulas(head, spelling)[0]))):
            continue
        if tail.startswith("(") and not _closes(tail):
            continue
        if _RATE.match(tail) is not None or (_LEFT_OVER.search(head) is not None and _MINUS.match(hidden, cut.start())):
            continue
        if spelling.means is not None and not tail.startswith("(") and reads(tail, spelling):
            continue
        apart.says.append(head)
        _explained(tail, known, apart)
        said = formulas(head, spelling)[0]
        apart.doubted = apart.doubted or _is_taken_back(said, beside, spelling) or is_topic(piece, said, tail, known)
        return True
    return False


_RATE = re.compile(r"\(?per[ \t]+(?:[^\W\d_]+)[*_`]*[ \t]*(?:$|[).,;]|per(?!\w))", re.IGNORECASE)
"""`per year` changes what a value is; what is cited (`per r5`) is known."""
_LEFT_OVER = re.compile(r"[=<>].*[ \t][-+*/×·÷][ \t]")
_MINUS = re.compile(r"[ \t]+[-–—][ \t]")
"""Behind a sum or product a dash may be a minus."""
_ASIDE = re.compile(r"([^()]*[^()\s])[ \t]+\((?:[^()]|\([^()]*\))*+\)[ \t.]*")
"""A bracket apart from the name before it, which without it is a formula of the case, holds no arguments."""


def _weight(text: str, spelling: Spelling) -> Verdict:
    """What a text says of a formula beside it; a word of the case is no verdict, whatever shape it has."""
    ruling = verdict(text)[0]
    if ruling in ("against", "doubted") and spelling.means is not None and not hedges(text) and not corrects(text):
        word = _FIRST_WORD.match(text)
        return "remark" if word is not None and spelling.means(word[1]) else ruling
    return ruling


_FIRST_WORD = re.compile(r"[\W_]*(\w+)(?!\w)")


def _is_taken_back(says: list[str], tail: str, spelling: Spelling) -> bool:
    """Whether reasons behind formulas speak against them, or are none: a correction, or the opposite."""
    if len(parts := _parts(tail)) > 1:
        return any(_is_taken_back(says, part, spelling) for part in parts if not _is_unsaid(part, spelling))
    ruling = _weight(tail, spelling)
    if ruling == "remark" and closing_verdict(tail) in ("denied", "open", "against", "doubted"):
        return not all(map(is_denial, says))
    if ruling == "denied":
        return not all(map(is_denial, says))
    return ruled(says, ruling, tail) != says or overturns(tail, says)


def _is_unsaid(part: str, spelling: Spelling) -> bool:
    """Whether a part of a bracket is a word of which it is not plain what it is said of: `(e1; not stated)`."""
    return _weight(part, spelling) == "doubted" and not (leaves_doubt(part) or corrects(part) or hedges(part))


def _parts(tail: str) -> list[str]:
    """What semicolons part in the only bracket of a text: `(e1; overridden by r2)`."""
    hidden = mask(tail).strip()
    if not (hidden.startswith("(") and hidden.endswith(")") and hidden.count("(") == 1):
        return [tail]
    return list(pieces_of(tail.strip()[1:-1]))


def _closes(tail: str) -> bool:
    """Whether nothing but a further remark follows the bracket with which a text begins."""
    depth = 0
    for at, char in enumerate(mask(tail)):
        depth += (char == "(") - (char == ")")
        if not depth:
            rest = tail[at + 1 :]
            return not rest.strip(" \t.,;:*_`") or _CUT.match(rest) is not None
    return True


def _goes_on(piece: str, known: Known, apart: Apart) -> bool:
    """Whether a piece goes on with reasons before it, and names something: `p — e3; so r1.late applies`."""
    cites, left = named_in(piece, known)
    reasons = bool(apart.cites or apart.strays) and bool(cites) and bool(FILLING.sub("", left))
    if not reasons or not apart.says or hedges(piece) or verdict(piece)[0] != "remark" or overturns(piece, apart.says):
        return False
    _explained(piece, known, apart)
    return True


def _cited(tail: str, known: Known, apart: Apart) -> bool:
    """Whether a text begins with a list of identifiers; a remark may follow in brackets."""
    text = tail.strip(" \t.")
    at = mask(text).find("(", 1)
    listed, rest = (text, "") if at < 0 else (text[:at], text[at:])
    if not all_known(listed.strip(" \t()[]"), known):
        return False
    apart.cites.append(listed.strip(" \t()[]"))
    if rest:
        _explained(rest, known, apart)
    return True


def _explained(tail: str, known: Known, apart: Apart) -> None:
    """The claims, rules and passages that reasons name; what else they say is left over."""
    cites, left = named_in(tail, known)
    apart.cites += cites
    if FILLING.sub("", left):
        apart.strays.append(tail.strip())
