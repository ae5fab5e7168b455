"""What a statement is about: the propositions, quantities and contests that it speaks of, true or not."""

from __future__ import annotations

from rulelang.engine import core
from rulelang.verifier import expand, linear


def touch(statement: core.Formula, leaf: core.Formula) -> bool:
    """Whether a statement is about a judgment: the same proposition, or the same quantity."""
    inner = expand.leaves(statement)
    if leaf in inner:
        return True
    if isinstance(leaf, core.And | core.Or) and inner and set(inner) <= set(expand.leaves(leaf)):
        return True
    if expand.is_comparison(leaf):
        read, quantity = set(expand.reads(leaf)), quantity_of(leaf)
        compared = [one for one in inner if isinstance(one, core.Test)]
        if quantity is not None and quantity in map(quantity_of, compared):  # a count reads no value
            return True
        return any(read & set(expand.reads(one)) for one in compared)
    return bool(contests_of(leaf) & contests_of(statement))


def quantity_of(formula: core.Formula) -> tuple[object, ...] | None:
    """What a comparison, or its contrary, is about."""
    return linear.quantity_of(expand.bare(formula))


def contests_of(formula: core.Formula) -> set[str]:
    return {leaf.contest for leaf in expand.leaves(formula) if isinstance(leaf, core.Established)}
