"""What a formula is about, told from its words alone: two decisions about one thing can't both stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import has_errors
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.source import Source

Subject: TypeAlias = tree.Claim
"""A proposition, an action, a variable; two are the same if they are written the same."""


def subjects(text: str) -> frozenset[Subject] | None:
    """What a formula is about; None if it can't be read.

    >>> subjects("NOT MUST pay") == subjects("MAY pay"), subjects("fee = 3") == subjects("fee > 5")
    (True, True)
    >>> subjects("p") == subjects("q"), subjects("it depends")
    (False, None)
    """
    claim = _read(text)
    return None if claim is None else frozenset(_about(claim))


def conjuncts(text: str) -> list[str]:
    """The formulas that a formula joins by AND, as they are written.

    >>> conjuncts("MUST a AND NOT MAY b"), conjuncts("a OR b")
    (['MUST a', 'NOT MAY b'], ['a OR b'])
    """
    claim = _read(text)
    if not isinstance(claim, tree.And):
        return [text]
    return [text[part.span.start : part.span.end] for part in claim.parts]


def _read(text: str) -> tree.Claim | None:
    claim, faults = parse_claim(Source("says", text))
    return None if has_errors(faults) else claim


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
