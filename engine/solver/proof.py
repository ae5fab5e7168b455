"""Proofs and refutations: a claim in every world of a core program, with its evidence."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.core import Formula, Not
from rulelang.engine.solver.answer import Answer, Claim, Known, Limits, NotEncoded, Proved, Refuted, Unknown, Witness
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.query import (
    case_assumptions,
    formula_assumptions,
    minimal_core,
    premises,
    smallest,
    verdict,
)
from rulelang.engine.solver.replay import disagreement, replay
from rulelang.engine.solver.terms import GaveUp, Irrational

NO_LIMITS = Limits()


def prove(
    encoding: Encoding,
    claim: Claim,
    given: Known | None = None,
    assuming: Sequence[Formula] = (),
    limits: Limits = NO_LIMITS,
) -> Answer:
    """Whether the claim is true in every world in which the given facts have these values and the assumed formulas
    are true.

    Asserts the core program, assumes `given`, `assuming`, the ALWAYS declarations and the negation of the claim;
    unsatisfiable iff the claim holds in every such world.

    `claim`: a formula of the core, or the number of one of its targets (a formula).  `given`: what is known of the
    facts; the others are free in their domains.

    Returns:
        `Proved` with minimal premises (`contradictory` where they exclude every world), `Refuted` with the smallest
        world in which it is false, replayed by the evaluator, or `Unknown` with the reason.

    Raises:
        InternalError: the evaluator does not confirm the witness.
    """
    known: Known = {} if given is None else given
    formula = _formula(encoding, claim)
    try:
        negated = encoding.terms.negation(encoding.truth(formula))
        assumed = [encoding.truth(assumption) for assumption in assuming]
        assumptions = [
            *formula_assumptions(encoding, assumed, "assumed"),
            *formula_assumptions(encoding, [negated], "claim"),
            *case_assumptions(encoding, known),
        ]
        if verdict(encoding, assumptions, limits) == "unsat":
            return Proved(premises(minimal_core(encoding, assumptions, known, limits)))
        found = smallest(encoding, assumptions, known, limits)
    except NotEncoded as reason:
        return Unknown(f"not analysed: {reason.reason}")
    except GaveUp as reason:
        return Unknown(reason.reason)
    except Irrational:
        return Unknown("only numbers that are no fractions would refute it, as far as was seen")
    return Refuted(confirmed(encoding, formula, False, assuming, found))


def possible(
    encoding: Encoding,
    claim: Claim,
    given: Known | None = None,
    assuming: Sequence[Formula] = (),
    limits: Limits = NO_LIMITS,
) -> Answer:
    """Whether the claim is true in some such world: as `prove` of its negation.

    Asserts the core program, assumes the rest and the claim; unsatisfiable iff it is false in every such world.
    `Refuted` then carries a world in which the claim is true, `Proved` why there is none.
    """
    return prove(encoding, Not(_formula(encoding, claim)), given, assuming, limits)


def confirmed(
    encoding: Encoding, formula: Formula, expected: bool, assuming: Sequence[Formula], found: Witness
) -> Witness:
    """The witness, if the evaluator finds in its world what the solver did.

    Raises:
        InternalError: it does not.
    """
    asked = (formula, *assuming)
    seen = replay(encoding.core, asked, found, encoding.contests)
    if not seen.always or seen.contents != (expected, *(True for _ in assuming)):
        raise disagreement(encoding.core, asked, found, f"the evaluator finds {seen.contents}, always {seen.always}")
    return seen.told(found)


def _formula(encoding: Encoding, claim: Claim) -> Formula:
    if not isinstance(claim, int):
        return claim
    return encoding.core.targets[claim]  # type: ignore[return-value]
