"""What a formula is about, told from its words alone: two decisions about one thing can't both stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.reading.parse import claim_in

Subject: TypeAlias = tree.Claim
"""A proposition, an action, a variable; two are the same if they are written the same."""


def subjects(text: str) -> frozenset[Subject] | None:
    """What a formula is about; None if it can't be read.

    >>> subjects("NOT MUST pay") == subjects("MAY pay"), subjects("fee = 3") == subjects("fee > 5")
    (True, True)
    >>> subjects("p") == subjects("q"), subjects("it depends")
    (False, None)
    """
    claim = claim_in(text)
    return None if claim is None else frozenset(_about(claim))


def has_norm(text: str) -> bool:
    """Whether a formula speaks of what must, may or need not be done.

    >>> has_norm("NOT MUST pay AND p"), has_norm("p"), has_norm("it depends")
    (True, False, False)
    """
    claim = claim_in(text)
    return claim is not None and _is_of_norms(claim)


def _is_of_norms(claim: tree.Claim) -> bool:
    match claim:
        case tree.And(parts) | tree.Or(parts):
            return any(map(_is_of_norms, parts))
        case tree.Not(operand) | tree.Unknown(operand) | tree.Conflict(operand) | tree.Mark("REJECTED", operand):
            return _is_of_norms(operand)
        case _:
            return isinstance(claim, tree.Norm)


def conjuncts(text: str) -> list[str]:
    """The formulas that a formula joins by AND, as they are written.

    >>> conjuncts("MUST a AND NOT MAY b"), conjuncts("a OR b")
    (['MUST a', 'NOT MAY b'], ['a OR b'])
    """
    claim = claim_in(text)
    if not isinstance(claim, tree.And):
        return [text]
    return [text[part.span.start : part.span.end] for part in claim.parts]


_MOST = 8
"""So many places are tried at which a formula may begin: that keeps time linear."""
_BEGINS = re.compile(
    r"(?:^|[,:;.!(…—–-]|(?<!\w)(?:so|thus|hence|therefore|then|rather|now|means?|but|and|instead|actually))[ \t*_`(]*",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.;!)(—–](?=\W|$)|[ \t]-[ \t]|,[ \t]|$")


def overturns(text: str, says: Sequence[str]) -> bool:
    """Whether prose holds a formula that stands for itself and says the opposite of what is said.

    >>> overturns("no, NOT p", ["p"]), overturns("so p.", ["p"]), overturns("the exception to NOT p", ["p"])
    (True, False, False)
    """
    about = [(subjects(one), _is_denied(one)) for one in says]
    if not about or any(one is None for one, _ in about):
        return False
    for number, found in enumerate(_BEGINS.finditer(text)):
        if number == _MOST:
            return False
        end = _ENDS.search(text, found.end())
        said = text[found.end() : len(text) if end is None else end.start()].strip(" \t*_`")
        other = subjects(said) if said else None
        if other and any(other == one and _is_denied(said) != denied for one, denied in about):
            return True
    return False


def _is_denied(text: str) -> bool:
    """Whether a formula denies as often as it affirms, and once more: `NOT p`, `MUST NOT a`, but not `NOT NOT p`."""
    claim, denied = claim_in(text), False
    while isinstance(claim, tree.Not):
        claim, denied = claim.operand, not denied
    if isinstance(claim, tree.Norm):
        return denied != (re.match(r"(?:NOT[ \t(]+)*(?:MUST|NEED)[ \t]+NOT\b", text) is not None)
    return denied


def _about(claim: tree.Claim) -> Iterator[Subject]:
    match claim:
        case tree.And(parts) | tree.Or(parts):
            for part in parts:
                yield from _about(part)
        case tree.Not(operand) | tree.Unknown(operand) | tree.Conflict(operand) | tree.Mark("REJECTED", operand):
            yield from _about(operand)
        case tree.Norm(action=action):
            yield action
        case tree.Compare(left=left, right=right):
            yield _variable(left, right)
        case tree.Between(operand=operand) | tree.OneOf(operand=operand):
            yield operand
        case _:
            yield claim


def _variable(left: tree.Expr, right: tree.Expr) -> tree.Expr:
    """`5 = fee` is about the fee, too."""
    return left if isinstance(left, tree.Term) or not isinstance(right, tree.Term) else right
