"""Asks an encoding: assumptions with what they stand for, verdicts, smallest worlds, minimal cores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from rulelang.engine.core import ContestKind
from rulelang.engine.core_text import formula_text
from rulelang.engine.solver.answer import Known, Limits, Premises, Resolution, Witness
from rulelang.engine.solver.encode_facts import ValuedFact
from rulelang.engine.solver.encoding import Encoding, Heads, SettledContest
from rulelang.engine.solver.symbolic import Symbolic, from_numbers
from rulelang.engine.solver.terms import Bool, GaveUp, Verdict
from rulelang.grammar.model import Constant_, Mode
from rulelang.grammar.values import NONE

Origin: TypeAlias = Literal["fact", "domain", "always", "assumed", "claim"]


@dataclass(frozen=True, slots=True)
class Assumption:
    """A literal that a query assumes, and what it stands for: a known fact or the domain of an unknown one (`name` is
    its key), an ALWAYS declaration or an assumed formula (`name` is its number), the claim itself."""

    literal: Any
    origin: Origin
    name: str | int = 0


def case_assumptions(encoding: Encoding, known: Known) -> list[Assumption]:
    """What a case says, for all that the encoding has read so far, and the ALWAYS declarations."""
    found = [
        Assumption(literal, "domain" if key is None else "fact", "" if key is None else key)
        for literal, key in encoding.facts.assumptions(known)
    ]
    return found + [Assumption(literal, "always", number) for number, literal in enumerate(encoding.always)]


def formula_assumptions(encoding: Encoding, formulas: Iterable[Bool], origin: Origin) -> list[Assumption]:
    """Formulas that are already terms."""
    return [Assumption(encoding.terms.literal(f), origin, number) for number, f in enumerate(formulas)]


def verdict(encoding: Encoding, assumptions: Sequence[Assumption], limits: Limits) -> Verdict:
    """Asserts what the encoding requires and assumes the rest; "unsat" iff no world is like that.

    Raises:
        GaveUp: a limit was reached.
    """
    return encoding.terms.check([a.literal for a in assumptions], limits.steps, limits.timeout)


# --------------------------------------------------------------------------------------------------------- cores


def minimal_core(
    encoding: Encoding, assumptions: Sequence[Assumption], known: Known, limits: Limits
) -> list[Assumption]:
    """After "unsat": assumptions that are together unsatisfiable, and none of which can be dropped.

    Domains of unknown facts stay: they are no premises.  A known fact that is dropped is unknown again.  One that
    cannot be shown to be superfluous within the limits is kept.
    """
    used = {encoding.terms.identity(literal) for literal in encoding.terms.core()}
    kept = [a for a in assumptions if a.origin == "domain" or encoding.terms.identity(a.literal) in used]
    # The claim is tried first: what proves it without it is contradictory by itself.
    order = {"claim": 0, "assumed": 1, "always": 2, "fact": 3, "domain": 4}
    candidates = sorted((a for a in kept if a.origin != "domain"), key=lambda a: (order[a.origin], str(a.name)))
    for candidate in candidates:
        rest = [a for a in kept if a is not candidate]
        if _unsatisfiable(encoding, rest, assumptions, known, limits):
            kept = rest
    return kept


def _unsatisfiable(
    encoding: Encoding, kept: Sequence[Assumption], every: Sequence[Assumption], known: Known, limits: Limits
) -> bool:
    """Whether these suffice, the facts that are not among them being unknown."""
    facts = {a.name for a in kept if a.origin == "fact"}
    fewer = {key: value for key, value in known.items() if key in facts}
    domains = [a for a in case_assumptions(encoding, fewer) if a.origin == "domain"]
    try:
        return verdict(encoding, [*(a for a in kept if a.origin != "domain"), *domains], limits) == "unsat"
    except GaveUp:
        return False


def premises(core: Sequence[Assumption]) -> Premises:
    """A minimal core as what it stands for."""
    return Premises(
        facts=tuple(sorted(str(a.name) for a in core if a.origin == "fact")),
        assumed=tuple(sorted(int(a.name) for a in core if a.origin == "assumed")),
        always=tuple(sorted(int(a.name) for a in core if a.origin == "always")),
        contradictory=not any(a.origin == "claim" for a in core),
    )


# ------------------------------------------------------------------------------------------------------- witnesses


def witness(encoding: Encoding, known: Known) -> Witness:
    """After "sat": the world of the model, as far as the encoding reads it."""
    terms = encoding.terms
    tests = {
        made.test: terms.is_true(made.truth) for made in encoding.tests.values() if terms.is_true(made.when)
    }
    resolutions: dict[str, Resolution] = {}
    for key in sorted(encoding.contests):
        settled = encoding.contests[key]
        if terms.is_true(settled.conflict) or _left_open(encoding, settled):
            resolutions[key] = _resolution(encoding, settled)
    return Witness(
        encoding.facts.in_model(known),
        {test: tests[test] for test in sorted(tests, key=formula_text)},
        {key: resolutions[key] for key in sorted(resolutions)},
    )


def _left_open(encoding: Encoding, settled: SettledContest) -> bool:
    """Whether a literal of a cyclic block is possible and not sure, so that the world chose."""
    is_true = encoding.terms.is_true
    pairs = zip(settled.between[::2], settled.between[1::2], strict=True)
    return any(is_true(possible) and not is_true(sure) for sure, possible in pairs)


def _resolution(encoding: Encoding, settled: SettledContest) -> Resolution:
    if settled.contest.kind is ContestKind.VALUE:
        return value_in_model(encoding, settled.unlimited)
    return _held(encoding, settled.heads)


def _held(encoding: Encoding, heads: Heads) -> tuple[bool | Mode, ...]:
    found: list[bool | Mode] = [literal for literal, held in heads.items() if encoding.terms.is_true(held)]
    return tuple(sorted(found))


def value_in_model(encoding: Encoding, value: Symbolic) -> Constant_ | None:
    """After "sat": what an expression comes to; None where it is undefined."""
    terms = encoding.terms
    if terms.is_true(value.none):
        return NONE
    if terms.is_true(value.undefined):
        return None
    for kind, (guard, payload) in value.parts.items():
        if terms.is_true(guard):
            return from_numbers(encoding.symbols, kind, [terms.value(number) for number in payload])
    raise AssertionError("a value of no kind")


def smallest(encoding: Encoding, assumptions: Sequence[Assumption], known: Known, limits: Limits) -> Witness:
    """After "sat" for these assumptions: the smallest world, the same wherever rules stand.

    The unknown facts in the order of their names: false before true; the number, date or time that is nearest to zero
    (2000-01-01), whole before not, above before below; the first member; the first text; NONE only where nothing else
    goes.  Then open tests false, then
    each conflict's choices.  Where a limit is reached the world so far is taken, which is one all the same.

    Raises:
        GaveUp: not even the first check was repeated within the limits.
    """
    search = _Search(encoding, [a.literal for a in assumptions], known, limits)
    search.run()
    return witness(encoding, known)


@dataclass(slots=True)
class _Search:
    """Fixes one thing after the other, each at its first value that goes together with what is fixed."""

    encoding: Encoding
    fixed: list[Any]
    known: Known
    limits: Limits

    def run(self) -> None:
        facts, terms = self.encoding.facts, self.encoding.terms
        self._check([])
        for key in sorted({**facts.booleans, **facts.valued}):
            if key in self.known:
                continue
            if key in facts.booleans:
                self._prefer(terms.negation(facts.booleans[key]))
            else:
                self._value(facts.valued[key])
        for made in sorted(self.encoding.tests.values(), key=lambda t: formula_text(t.test)):
            self._prefer(terms.disjunction((terms.negation(made.when), terms.negation(made.truth))))
        for key in sorted(self.encoding.contests):
            for choice in self.encoding.contests[key].choices:
                self._prefer(terms.negation(choice))
        self._check([])

    def _check(self, more: list[Any]) -> bool:
        return self.encoding.terms.check([*self.fixed, *more], self.limits.steps, self.limits.timeout) == "sat"

    def _possible(self, condition: Bool) -> bool:
        """Whether it can be, as it is in the model or in another one; if so it is fixed, and the model has it."""
        if condition is False:
            return False
        terms = self.encoding.terms
        literal = terms.literal(condition)
        try:
            if not terms.is_true(condition) and not self._check([literal]):
                self._check([])
                return False
        except GaveUp:
            self._check([])
            return False
        self.fixed.append(literal)
        return True

    def _prefer(self, condition: Bool) -> None:
        """Fixes a truth value: as preferred if that can be."""
        terms = self.encoding.terms
        if isinstance(condition, bool):
            return
        literal = terms.literal(condition)
        if terms.is_true(condition):
            self.fixed.append(literal)
        elif not self._possible(condition):
            self.fixed.append(terms.negation(literal))

    def _value(self, made: ValuedFact) -> None:
        terms = self.encoding.terms
        if made.none is not None:
            self._prefer(terms.negation(made.none))
            if terms.is_true(made.none):
                return
        if made.kind == "text" or made.fact.domain is not None:
            members = made.fact.domain or self.encoding.facts.all_texts()
            for member in members:
                if self._possible(self._equals(made, member)):
                    return
            self._keep(made)
            return
        start = _START[made.kind]
        for number in made.payload:
            if terms.known(number) is None:
                self._nearest(made, number, start)
                return

    def _equals(self, made: ValuedFact, value: Constant_) -> Bool:
        return self.encoding.facts.equals(made, value)

    def _keep(self, made: ValuedFact) -> None:
        terms = self.encoding.terms
        same = [terms.compare("=", number, terms.number(terms.value(number))) for number in made.payload]
        self.fixed.append(terms.literal(terms.conjunction(same)))

    def _nearest(self, made: ValuedFact, number: Any, start: int) -> None:
        """The number nearest to the start: whole if it can be, else of a denominator in use, else the model's."""
        terms = self.encoding.terms
        for size in (1,) if terms.is_int(number) else DENOMINATORS:
            scaled = number if size == 1 else terms.multiply(terms.number(size), number)
            if self._possible(terms.whole(scaled)):
                distance = self._least_distance(scaled, start * size)
                for sign in (1, -1):
                    value = Fraction(start * size + sign * distance, size)
                    exact = terms.number(value.numerator if value.denominator == 1 else value)
                    if self._possible(terms.compare("=", number, exact)):
                        return
        self._keep(made)

    def _least_distance(self, number: Any, start: int) -> int:
        """How far from the start the number must be, by halving from the distance in the model."""
        terms = self.encoding.terms
        high = abs(int(terms.value(number)) - start)
        low = 0
        while low < high:
            middle = 0 if low == 0 and high > 1 and high == abs(int(terms.value(number)) - start) else (low + high) // 2
            near = terms.conjunction((
                terms.compare(">=", number, terms.number(start - middle)),
                terms.compare("<=", number, terms.number(start + middle)),
            ))
            literal = terms.literal(near)
            if self._check([literal]):
                high = min(middle, abs(int(terms.value(number)) - start))
            else:
                low = middle + 1
                self._check([])
        return high


DENOMINATORS = (1, 2, 4, 5, 10, 100, 1000)
_START: dict[str, int] = {"number": 0, "duration": 0, "day": 730_120, "second": 730_119 * 86_400}
