"""How deep a tree is: all later phases walk trees by recursion, so a tree that is too deep is refused at once.

The limit is on nodes that stand in each other, not on text: `a AND b AND …` is one node however long it is, while
`1 + 1 + …` is a sum in a sum in a sum.
"""

from __future__ import annotations

from typing import cast

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.source import Span

DEEPEST = 200
"""The most nodes that may stand in each other; a rule that a person can follow has less than twenty."""

DEEPEST_EXCEPTIONS = 60
"""The most exceptions that may be exceptions to each other, in a rule or by SUSPENDS: each is some levels deep in what
is asked of a rule, which has to be no deeper than what can be written."""

_NESTING = ("(", "NOT", "-", "+", "*", "/")
_NODES_PER_WORD = 6
"""A bracket opens at most so many nodes: a disjunction, a conjunction, a comparison, a sum, a product, a call."""


def too_deep(node: tree.Declaration | tree.Claim) -> Diagnostic | None:
    """What to say of a declaration or claim that is nested deeper than `DEEPEST`; None where it is not."""
    text, start, end = node.span.source.text, node.span.start, node.span.end
    words = sum(text.count(word, start, end) for word in _NESTING)
    if words * _NODES_PER_WORD <= DEEPEST:
        return None
    waiting: list[tuple[object, int]] = [(node, 0)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, tuple) and not isinstance(part, Span):
            waiting.extend((item, depth) for item in cast("tuple[object, ...]", part))
            continue
        slots = getattr(type(part), "__dataclass_fields__", None)
        if slots is None or isinstance(part, Diagnostic):
            continue
        if depth > DEEPEST:
            return diagnostic(part.span)  # type: ignore[attr-defined]
        waiting.extend((getattr(part, slot), depth + 1) for slot in slots if slot != "span")
    return None


def diagnostic(span: Span) -> Diagnostic:
    return Diagnostic(
        "RL120",
        f"nested more than {DEEPEST} levels deep",
        Label(span, "too deep from here on"),
        hint="give parts a name with DEFINE and use the name; "
        "of a long sum make several, or a `SUM OF … FOR EACH` over rows",
    )
