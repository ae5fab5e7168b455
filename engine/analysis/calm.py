"""Worlds in which nothing is left to choose: one such world of a formula is a case in which it is certain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulelang.engine.core import Core, Formula
from rulelang.engine.solver import Limits, NotEncoded, Witness, encode
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.query import Assumption, case_assumptions, formula_assumptions, smallest, verdict, witness
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.terms import GaveUp, Irrational

LIMITS = Limits(steps=3_000_000)


@dataclass(frozen=True, slots=True)
class Query:
    """An encoding with what to assume: the formula, the domains and ALWAYS (`wanted`); and that nothing in what it
    rests on is open or in conflict, one contest aside where that is what is asked (`calm`)."""

    encoding: Encoding
    wanted: tuple[Assumption, ...]
    calm: tuple[Assumption, ...]


def query(core: Core, formula: Formula, contest: str | None) -> Query:
    """What to ask of a formula; raises NotEncoded."""
    encoding = encode(cone(core, (formula,)))
    wanted = formula_assumptions(encoding, [encoding.truth(formula)], "claim")
    wanted += case_assumptions(encoding, {})
    open_ = [test.when for test in encoding.tests.values()]
    open_ += [settled.conflict for key, settled in encoding.contests.items() if key != contest]
    calm = formula_assumptions(encoding, map(encoding.terms.negation, open_), "assumed")
    return Query(encoding, tuple(wanted), tuple(calm))


def certain_somewhere(core: Core, formula: Formula, contest: str | None) -> Literal["yes", "no", "not known"]:
    """Whether a world of the formula leaves nothing to choose.

    Unsatisfiable iff not; then a case may still make the formula certain.
    """
    try:
        made = query(core, formula, contest)
        found = verdict(made.encoding, [*made.wanted, *made.calm], LIMITS)
    except (GaveUp, NotEncoded):
        return "not known"
    return "yes" if found == "sat" else "no"


def any_world(core: Core, formula: Formula) -> Witness | None:
    """A world of a formula; None where there is none, or none was found within the limits."""
    try:
        made = query(core, formula, None)
        if verdict(made.encoding, made.wanted, LIMITS) == "sat":
            return witness(made.encoding, {})
    except (GaveUp, NotEncoded, Irrational):
        pass
    return None


def smallest_world(core: Core, formula: Formula, contest: str | None) -> Witness | None:
    """The smallest world of a formula, if it can be one in which nothing is left to choose; None where there is none,
    or none was found within the limits."""
    try:
        made = query(core, formula, contest)
        for assumptions in ((*made.wanted, *made.calm), made.wanted):
            if verdict(made.encoding, assumptions, LIMITS) == "sat":
                return smallest(made.encoding, assumptions, {}, LIMITS)
    except (GaveUp, NotEncoded, Irrational):
        return None
    return None
