"""The decision on a target in a case that leaves something open, by the solver: any number of unknowns, any arithmetic.

The evaluator asks this when its own passes have left the target open.  Each step asserts the core program and assumes
what the case knows; what the solver finds possible is replayed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.core_parts import is_formula
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.evaluating.cells import NO_VALUE
from rulelang.engine.evaluating.opened import opened
from rulelang.engine.evaluating.why import opposites
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.answer import Known, Limits, NotEncoded, Witness
from rulelang.engine.solver.encoding import Encoding, encode
from rulelang.engine.solver.query import (
    Assumption,
    case_assumptions,
    formula_assumptions,
    value_in_model,
    verdict,
    witness,
)
from rulelang.engine.solver.replay import Content, disagreement, replay_target
from rulelang.engine.solver.symbolic import as_decided, constant, equal
from rulelang.engine.solver.terms import Bool, GaveUp, Irrational
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.values import NONE

LIMITS = Limits()
MANY = 40
"""Of more candidates it is not asked one by one whether they matter."""
_CORES, _ENCODINGS = 4, 32
"""How many cores have encodings ready, and how many each; one takes some 20 MB."""
_kept: OrderedDict[int, tuple[Core, OrderedDict[tuple[int, frozenset[str]], Encoding]]] = OrderedDict()


def encoding_of(core: Core, known: Known, index: int) -> Encoding:
    """The encoding of the cone of a core's target, made once while it is in use."""
    entry = _kept.get(id(core))
    if entry is None or entry[0] is not core:
        entry = _kept[id(core)] = core, OrderedDict()
        while len(_kept) > _CORES:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(id(core))
    encodings = entry[1]
    key = index, frozenset(key for key, value in known.items() if value is NONE)
    made = encodings.get(key)
    if made is None:
        made = encodings[key] = encode(core, key[1])
        while len(encodings) > _ENCODINGS:
            encodings.popitem(last=False)
    else:
        encodings.move_to_end(key)
    return made


def decide_exactly(core: Core, known: Known, index: int, candidates: Decision, limits: Limits = LIMITS) -> Decision:
    """The decision on `core.targets[index]`; `candidates` is what the other passes found, with all that may matter.

    UNDETERMINED with a `limit` only where the solver gave up, or where something cannot be encoded: then it is
    named.

    Raises:
        RuleLangError: no completion of the case keeps the ALWAYS declarations (RL370).
        InternalError: the evaluator does not confirm what the solver found.
    """
    left = opened(core, known, index).core
    try:
        encoding = encoding_of(left, known, index)
        case = _Case(encoding, left, known, index, limits, core)
        target = core.targets[index]
        if is_formula(target):
            found = case.formula(target)
        else:
            found = case.expression(cast(Value, target))
    except NotEncoded as reason:
        return replace(candidates, limit=f"not analysed: {reason.reason}")
    except GaveUp as reason:
        return replace(candidates, limit=reason.reason)
    except Irrational:
        return replace(candidates, limit="only numbers that are no fractions were found")
    if found is not None:
        return found
    return narrowed(core, known, index, replace(candidates, limit=None))


def narrowed(core: Core, known: Known, index: int, open_: Decision) -> Decision:
    """An undetermined decision with what matters, of all that may; as it is where there are more than `MANY`."""
    left = opened(core, known, index)
    if len(open_.unknowns) + len(open_.open_tests) + len(open_.conflicts) + len(left.circles) > MANY:
        return open_
    from rulelang.engine.solver.matters import what_matters

    asked = replace(open_, unknowns=(*open_.unknowns, *sorted(left.circles)))
    found = what_matters(left.core, known, index, asked)
    mattering = {left.circles[key] for key in found.unknowns if key in left.circles} | left.valued
    return replace(
        found,
        unknowns=tuple(key for key in found.unknowns if key not in left.circles),
        cycles=tuple(circle for circle in open_.cycles if circle in mattering),
    )


def certain_exactly(core: Core, known: Known, index: int, limits: Limits = LIMITS) -> bool | None:
    """Whether the formula `core.targets[index]` is true in every world, or false in every world; None where neither,
    or where the solver gave up.  Raises as `decide_exactly` does."""
    left = opened(core, known, index).core
    try:
        encoding = encoding_of(left, known, index)
        case = _Case(encoding, left, known, index, limits, core)
        truth = encoding.truth(cast(Formula, core.targets[index]))
        if not case.possible(encoding.terms.negation(truth), False):
            if not case.possible(truth, True):
                raise no_completion()
            return True
        return None if case.possible(truth, True) else False
    except (NotEncoded, GaveUp, Irrational):
        return None


class _Case:
    """One case's queries; None as a decision says that worlds differ and nothing more is known."""

    def __init__(
        self, encoding: Encoding, core: Core, known: Known, index: int, limits: Limits, whole: Core
    ) -> None:
        self.encoding, self.core, self.known, self.index, self.limits = encoding, core, known, index, limits
        self.whole = whole
        self.assumptions: list[Assumption] | None = None

    # the two kinds of target

    def formula(self, target: Formula) -> Decision | None:
        """Unsatisfiable iff: the negation of the target, it holds; the target, it fails."""
        truth = self.encoding.truth(target)
        if not self.possible(self.encoding.terms.negation(truth), False):
            if not self.possible(truth, True):
                raise no_completion()
            return Decision(Status.HOLDS)
        if not self.possible(truth, True):
            return Decision(Status.FAILS, why=self._why(target))
        test = _tested(target)
        return None if test is None else self._conflict(test[0].contest)

    def expression(self, target: Value) -> Decision | None:
        """Unsatisfiable iff the expression comes to something else than in the first world found."""
        terms = self.encoding.terms
        value = self.encoding.symbolic(target)
        if isinstance(target, c.OutcomeRead):
            value = as_decided(terms, value)
        if not self._sat(True):
            raise no_completion()
        first = value_in_model(self.encoding, value)
        content = self._replayed()
        if content == NO_VALUE and isinstance(target, c.OutcomeRead):
            content = NONE
        shown = None if isinstance(content, Undefinedness) else content
        if shown != first:
            raise self._disagreement(f"the evaluator finds {content}")
        same = value.undefined if first is None else equal(
            terms, value, constant(terms, self.encoding.symbols, first)
        )
        if self._sat(terms.negation(same)):
            return self._conflict(target.contest) if isinstance(target, c.OutcomeRead) else None
        if first is not None:
            return Decision(Status.VALUE, value=first)
        assert isinstance(content, Undefinedness)
        return Decision(Status.UNDETERMINED, undefined=content.reason)

    def _conflict(self, contest: str) -> Decision | None:
        """Unsatisfiable iff the contest is in conflict in every world."""
        conflict = self.encoding.contests[contest].conflict
        if self._sat(self.encoding.terms.negation(conflict)):
            return None
        return Decision(Status.CONFLICT, conflicts=(contest,))

    def _why(self, asked: Formula) -> Why | None:
        """The first reason that fits: rejected in every world, overridden, excepted in some."""
        target, positive = _tested(asked) or (None, True)
        if target is None or not positive:
            return None
        terms, contest = self.encoding.terms, self.encoding.contests[target.contest]
        against = opposites(target.literals, contest.contest.kind)
        if not self._sat(terms.negation(self.encoding.established(target.contest, against))):
            return Why.REJECTED
        literals = [self.core.rules[index].literal for index in contest.contest.rules]
        mine = [rule for i, rule in contest.rules.items() if literals[i] in target.literals]
        if self._sat(terms.disjunction([rule.applies for rule in mine])):
            return Why.OVERRIDDEN
        # Of rules that the case leaves out of a circle too it is asked whether they are excepted.
        whole = [self.whole.rules[index] for index in self.whole.contests[target.contest].rules]
        written = [rule for rule in whole if rule.literal in target.literals]
        conditions = [self.encoding.truth(rule.condition) for rule in written]
        self.assumptions = None  # They may read facts that nothing else did.
        if self._sat(terms.disjunction(conditions)):
            return Why.EXCEPTED
        return Why.CONDITION_FALSE if written else Why.NO_RULE

    # asking

    def _sat(self, condition: Bool) -> bool:
        if condition is False:
            return False
        if self.assumptions is None:
            self.assumptions = case_assumptions(self.encoding, self.known)
        more: Sequence[Assumption] = ()
        if condition is not True:
            more = formula_assumptions(self.encoding, [condition], "claim")
        return verdict(self.encoding, [*more, *self.assumptions], self.limits) == "sat"

    def possible(self, condition: Bool, expected: bool) -> bool:
        """Whether a world is so; the evaluator must find in it that the target is as expected."""
        if not self._sat(condition):
            return False
        content = self._replayed()
        if content is not expected:
            raise self._disagreement(f"the evaluator finds {content}")
        return True

    def _replayed(self) -> Content:
        found = self.world()
        seen = replay_target(self.core, self.index, found, self.encoding.contests)
        if not seen.always:
            raise self._disagreement("the evaluator finds an ALWAYS broken")
        return seen.contents[0]

    def world(self) -> Witness:
        """After "sat": the model as a world."""
        return witness(self.encoding, self.known)

    def _disagreement(self, said: str) -> Exception:
        return disagreement(self.core, (self.core.targets[self.index],), self.world(), said)


def _tested(formula: Formula) -> tuple[c.Established, bool] | None:
    """The test of one contest that a formula is, and whether it is that or its negation: repeated parts, double
    negations and parts that say nothing aside (D7.1)."""
    found = _plain(formula)
    return None if isinstance(found, bool) else found


def _plain(formula: Formula) -> tuple[c.Established, bool] | bool | None:
    """The same, or the truth value that a formula is; None for anything else."""
    match formula:
        case c.Truth(value):
            return value
        case c.Established():
            return formula, True
        case c.Not(operand):
            inner = _plain(operand)
            return not inner if isinstance(inner, bool) else None if inner is None else (inner[0], not inner[1])
        case c.And(parts) | c.Or(parts):
            idle = isinstance(formula, c.And)
            found = [one for one in map(_plain, parts) if one is not idle]
            if any(one is (not idle) for one in found):
                return not idle
            if not found:
                return idle
            return found[0] if all(one == found[0] for one in found) else None
        case _:
            return None


def no_completion() -> RuleLangError:
    """That no world keeps what is declared ALWAYS."""
    message = "no completion of the case keeps what is declared `ALWAYS`"
    return RuleLangError([Diagnostic("RL370", message, None, hint="change what the case gives, or the declaration")])
