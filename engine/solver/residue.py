"""The last step of a glance: what a case leaves open, as terms of truth values alone.

The residue is the evaluator's (`engine.glance`); a model is run through it before it counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.core import Core
from rulelang.engine.evaluating.glance import Residue, Verdict, residue
from rulelang.engine.evaluating.glance_left import Entry, Force, Part
from rulelang.engine.evaluating.glance_rows import Known
from rulelang.engine.solver.answer import InternalError, Limits
from rulelang.engine.solver.terms import Bool, GaveUp, Terms

LIMITS = Limits()
_shared: list[Terms] = []


def decide_residue(core: Core, known: Known, index: int, limits: Limits = LIMITS) -> Verdict:
    """Whether the target holds, fails or is open; "many" where the solver gave up.

    Asserts the residue's rules and how the tests of each fact come out together; unsatisfiable with the target iff it
    fails, with its negation iff it holds.
    """
    found = residue(core, known, index)
    if not isinstance(found, Residue):
        return found
    if not _shared:
        _shared.append(Terms())
    terms = Terms(_shared[0])
    atoms: dict[int, Bool] = {}
    for fact, tests in found.tests().items():
        _tie(terms, found, fact, tests, atoms)
    marks = dict(atoms)
    for node, entries in found.opened:
        marks[-1 - 2 * node], marks[-2 - 2 * node] = _settled(terms, entries, marks)
    target = _all(terms, found.left, marks)
    try:
        # What chance has shown needs no query.
        seen = found.sampled()
        true = True in seen or _possible(terms, found, atoms, target, True, limits)
        false = False in seen or _possible(terms, found, atoms, terms.negation(target), False, limits)
    except GaveUp:
        return "many"
    return "open" if true and false else "holds" if true else "fails"


def _tie(terms: Terms, found: Residue, fact: str, tests: Sequence[int], atoms: dict[int, Bool]) -> None:
    """The tests of one fact: one of the ways in which they come out together."""
    outcomes = found.outcomes(fact, tests)
    if len(tests) == 1:
        [test] = tests
        atoms[test] = terms.truth(fact) if len(outcomes) == 2 else outcomes[0][0]
        return
    ways = [terms.truth(fact) for _ in outcomes]
    terms.require(terms.disjunction(ways))
    terms.require(terms.at_most_one(ways))
    for place, test in enumerate(tests):
        atoms[test] = terms.disjunction([way for way, out in zip(ways, outcomes, strict=True) if out[place]])


def _settled(terms: Terms, entries: Sequence[Entry], marks: dict[int, Bool]) -> tuple[Bool, Bool]:
    """Established and rejected: by the first rule that applies."""
    true: Bool = False
    false: Bool = False
    for body, forces, positive in reversed(entries):
        applies = terms.conjunction((_all(terms, body, marks), terms.negation(_forced(terms, forces, marks))))
        true = terms.choice(applies, positive, true)
        false = terms.choice(applies, not positive, false)
    return _named(terms, true), _named(terms, false)


def _named(terms: Terms, formula: Bool) -> Bool:
    return formula if isinstance(formula, bool) else terms.literal(formula)


def _all(terms: Terms, parts: Sequence[Part], marks: dict[int, Bool]) -> Bool:
    return terms.conjunction([marks[key] if sign else terms.negation(marks[key]) for key, sign in parts])


def _forced(terms: Terms, forces: Sequence[Force], marks: dict[int, Bool]) -> Bool:
    return terms.disjunction([
        terms.conjunction((_all(terms, parts, marks), terms.negation(_forced(terms, above, marks))))
        for parts, above in forces
    ])


def _possible(
    terms: Terms, found: Residue, atoms: dict[int, Bool], condition: Bool, expected: bool, limits: Limits
) -> bool:
    if terms.check([terms.literal(condition)], limits.steps, limits.timeout) == "unsat":
        return False
    truths = {test: terms.is_true(atom) for test, atom in atoms.items()}
    if found.true_in(truths) is not expected:
        raise InternalError("the solver and the evaluator disagree", f"residue: {found.opened!r}\n{truths!r}\n")
    return True
