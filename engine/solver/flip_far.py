"""Worlds that speak against a change, at the ends of the domains of what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rulelang.engine.solver.answer import Known, Limits
from rulelang.engine.solver.encode_dates import LAST_DAY
from rulelang.engine.solver.encode_facts import LAST_SECOND, ValuedFact
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.terms import GaveUp
from rulelang.grammar.model import DateType, NumberType, TimeType

MOST_PUSHED = 8
"""Unknown facts of a world that are moved to the ends of their domains."""
FAR = 1_000_000_000
"""The end of a domain without a bound."""


def worst(seen: Encoding, known: Known, assumed: Sequence[Any], limits: Limits) -> None:
    """After "sat": moves the unknown numbers and dates of the model to an end of their domains where the rest allows.

    A world at the edge of what misses the goal lets the next proposal be only a little better, one at the end of the
    domain speaks for all between.
    """
    terms = seen.terms
    fixed = list(assumed)
    unknown = [made for key, made in sorted(seen.facts.valued.items()) if key not in known and made.fact.domain is None]
    for made in unknown[:MOST_PUSHED]:
        for end in ends(made):
            literal = terms.literal(terms.compare("=", made.payload[0], terms.number(end)))
            try:
                if terms.check([*fixed, literal], limits.steps, limits.timeout) == "sat":
                    fixed.append(literal)
                    break
            except GaveUp:
                continue
    terms.check(fixed, limits.steps, limits.timeout)


def ends(made: ValuedFact) -> tuple[int | Fraction, ...]:
    """The least and the greatest number of a fact, or numbers far away; none of a fact that is no number."""
    match made.fact.type:
        case NumberType(_, low, high):
            return -FAR if low is None else low, FAR if high is None else high
        case DateType():
            return 1, LAST_DAY
        case TimeType():
            return 0, LAST_SECOND
        case _:
            return ()
