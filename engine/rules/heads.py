"""Heads of rules before grounding: what they conclude, and which of them contradict each other.

The incompatibility of literals is that of `engine.core`; here arguments and values may still hold variables, so
there are two questions: do two heads always contradict each other, and can they at all.
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.engine.core import INCOMPATIBLE_MODES
from rulelang.grammar.model import (
    Assign,
    Conclude,
    ConcludeNorm,
    Constant,
    Constant_,
    Head,
    Limit,
    Mode,
    Value,
)

Literal: TypeAlias = bool | Mode | Constant_ | None
"""What a head says of its contest; None: a value that is only known in a case."""


def literal(head: Head) -> Literal:
    """The literal of a head (None where a value is computed).

    Arguments: a head that competes; a Limit has no literal and gives None.
    """
    match head:
        case Conclude(positive=positive):
            return positive
        case ConcludeNorm(mode=mode):
            return mode
        case Assign(value=Constant(value=value)):
            return value
        case Assign() | Limit():
            return None


def never_meet(left: tuple[Value, ...], right: tuple[Value, ...]) -> bool:
    """Whether two lists of arguments differ in some constant, so that the heads speak of different contests."""
    return any(
        isinstance(a, Constant) and isinstance(b, Constant) and a.value != b.value
        for a, b in zip(left, right, strict=False)
    )


def contradict(left: Head, right: Head) -> bool:
    """Whether two heads contradict each other wherever both apply (semantics, item 10: an error within one THEN).

    >>> contradict(ConcludeNorm("MUST", "a", ()), ConcludeNorm("NEED NOT", "a", ()))
    True
    """
    return left.name == right.name and left.args == right.args and _opposed(left, right, unknown=False)


def can_contradict(left: Head, right: Head) -> bool:
    """Whether two heads contradict each other in some case: same outcome or action, incompatible literals.

    Values that are not constants may differ, and arguments that are not constants may be equal.
    """
    return left.name == right.name and not never_meet(left.args, right.args) and _opposed(left, right, unknown=True)


def _opposed(left: Head, right: Head, *, unknown: bool) -> bool:
    match left, right:
        case Conclude(positive=a), Conclude(positive=b):
            return a != b
        case ConcludeNorm(mode=m), ConcludeNorm(mode=n):
            return frozenset({m, n}) in INCOMPATIBLE_MODES
        case Assign(value=Constant(value=v)), Assign(value=Constant(value=w)):
            return v != w
        case Assign(value=v), Assign(value=w):
            return unknown and v != w
        case _:
            return False


def contradiction(heads: tuple[Head, ...]) -> tuple[Head, Head] | None:
    """The first pair of heads of one THEN that contradict each other."""
    for position, head in enumerate(heads):
        for earlier in heads[:position]:
            if contradict(earlier, head):
                return earlier, head
    return None
