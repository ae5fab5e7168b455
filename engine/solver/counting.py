"""How many of some truth values are true, as terms."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.solver.terms import Bool, Terms


def at_least(terms: Terms, parts: Sequence[Bool], most: int) -> list[Bool]:
    """For each number from 1 to `most`, that at least so many of the parts are true (a sequential counter).

    Source: Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints (CP 2005).
    """
    counted: list[Bool] = [False] * most
    for part in parts:
        above: Bool = True
        row: list[Bool] = []
        for before in counted:
            row.append(_named(terms, terms.disjunction((before, terms.conjunction((part, above))))))
            above = before
        counted = row
    return counted


def _named(terms: Terms, formula: Bool) -> Bool:
    return formula if isinstance(formula, bool) else terms.literal(formula)
