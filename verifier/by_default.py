"""What is so by default: no rule that an answer could cite establishes it."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.said import Said, Standing


def is_default(matter: Matter, said: Said) -> bool:
    """Whether an assertion is so by what a default establishes and by facts.

    A default stands below all other rules, so that it establishes its outcome wherever this is so: and it is, where
    an assertion that is so hangs on it alone.
    """
    if said.standing is not Standing.ENTAILED or said.statement is None:
        return False
    defaults = [part.rule for part in matter.parts if part.rule.rank is core.Rank.DEFAULT]
    if not defaults:
        return False
    true, false = (_truth(matter, defaults, said.statement, so) for so in (True, False))
    return true is True and false is False


def _truth(matter: Matter, defaults: Sequence[core.GroundRule], formula: core.Formula, so: bool) -> bool | None:
    """Whether a formula is so by the facts, if what defaults give is, or is not; None where more is to be known."""
    match formula:
        case core.Truth(value):
            return value
        case core.FactTest(key):
            known = matter.known.get(key)
            return known if isinstance(known, bool) else None
        case core.Not(operand):
            found = _truth(matter, defaults, operand, so)
            return None if found is None else not found
        case core.And(parts):
            every = [_truth(matter, defaults, part, so) for part in parts]
            return False if False in every else None if None in every else True
        case core.Or(parts):
            every = [_truth(matter, defaults, part, so) for part in parts]
            return True if True in every else None if None in every else False
        case _:
            return so if any(_gives(one, formula) for one in defaults) else None


def _gives(default: core.GroundRule, literal: core.Formula) -> bool:
    """Whether a default gives what a literal says."""
    match literal:
        case core.Established(contest, literals):
            return default.contest == contest and default.literal in literals
        case _:
            equal = expand.equation(literal)
            return equal == (core.OutcomeRead(default.contest), default.value)
