"""`WITHIN`: how far a claim `v = x` may be off, where the declaration of v says so.

`WITHIN 0.5 usd` is absolute, `WITHIN 1%` a share of the value that is claimed.  Only claims are tolerant: what rules
compare is compared exactly (docs/language.md, "WITHIN").
"""

from __future__ import annotations

from fractions import Fraction

from rulelang.grammar.model import And, Compare, Constant, FactValue, Formula, OutcomeValue, Program
from rulelang.grammar.values import PERCENT, exact


def tolerant(program: Program, claim: Formula) -> Formula:
    """The claim, or the range that stands for it where its variable has a tolerance."""
    match claim:
        case Compare("=", (OutcomeValue(name) | FactValue(name)) as left, Constant(int() | Fraction() as value, unit)):
            said = program.outcomes.get(name) or program.facts.get(name)
            within = None if said is None else said.within
            if within is None or not isinstance(within.value, int | Fraction):
                return claim
            off = abs(Fraction(value)) * within.value if within.unit == PERCENT else Fraction(within.value)
            low, high = Constant(exact(value - off), unit), Constant(exact(value + off), unit)
            return And((Compare(">=", left, low), Compare("<=", left, high)))
        case _:
            return claim
