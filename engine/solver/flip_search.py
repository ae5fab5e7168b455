"""The search for changes that flip a decision (`flip`).

One encoding with free facts asks for a change that reaches the goal in one world.  What it proposes is put to the
evaluator.  Where another world of the proposal misses the goal, that world is added as a further copy of the core, in
which unchanged unknown facts and choices are as there (`flip_worlds`); so proposals only improve, and "no more" is a
proof.  (This is counterexample-guided search for `exists change, for all worlds`.)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver.answer import InternalError, Known, Limits
from rulelang.engine.solver.counting import at_least
from rulelang.engine.solver.encode_facts import Facts, ValuedFact
from rulelang.engine.solver.encoding import encode, encode_beside, encode_with
from rulelang.engine.solver.flip import CANNOT_BE, Change, Goal, Move, Otherwise, reached
from rulelang.engine.solver.flip_far import worst
from rulelang.engine.solver.flip_worlds import Side, alike, side, tie_choices, tie_facts
from rulelang.engine.solver.nearest import Chosen, nearest, start_of
from rulelang.engine.solver.query import case_assumptions, value_in_model
from rulelang.engine.solver.symbolic import Symbolic, Symbols, as_decided, constant, equal
from rulelang.engine.solver.terms import Bool, GaveUp, Irrational, Terms
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

MOST_WORLDS = 200
"""Worlds that are added to one search before it is given up."""


@dataclass(slots=True)
class Search:
    """See the module's docstring."""

    core: Core
    known: Known
    goal: Goal
    kept: frozenset[str]
    limits: Limits
    terms: Terms = field(default_factory=Terms)
    symbols: Symbols = field(default_factory=Symbols)
    nones: frozenset[str] = frozenset()
    main: Side = field(init=False)
    facts: tuple[str, ...] = ()
    """Those that bear on the goal, sorted."""
    free: tuple[str, ...] = ()
    """Those of them that may change."""
    changed: dict[str, Bool] = field(default_factory=dict[str, Bool])
    base: list[Any] = field(default_factory=list[Any])
    counts: list[Bool] = field(default_factory=list[Bool])
    size: int = 0
    worlds: int = 0
    probe: Side | None = None
    proposed: Constant_ = NONE
    """Of an expression: its value in the proposal."""

    def __post_init__(self) -> None:
        self.nones = frozenset(key for key, value in self.known.items() if value is NONE)
        terms = self.terms
        encoding = encode_with(terms, self.symbols, self.core, self.nones)
        self.main = side(encoding, self.goal)
        made = encoding.facts
        self.facts = tuple(sorted({**made.booleans, **made.valued}))
        self.free = tuple(key for key in self.facts if key not in self.kept)
        for key in self.facts:
            self.changed[key] = self._changed(key)
        self.base = [*encoding.always, self._literal(self._wanted(self.main))]
        for key in self.facts:
            if key in self.kept:
                self.base.append(self._literal(terms.negation(self.changed[key])))
            if key in made.valued and key not in self.known:
                self.base.append(made.valued[key].unknown)
            if key in made.valued and not made.valued[key].fact.nullable:
                none = made.valued[key].none
                terms.require(terms.disjunction((terms.negation(self.changed[key]), terms.negation(none or False))))
        self.size = 0

    def _literal(self, formula: Bool) -> Any:
        return self.terms.literal(formula)

    def _changed(self, key: str) -> Bool:
        """That the fact has another value, or one at all; it then is in its domain."""
        terms, made = self.terms, self.main.encoding.facts
        if key not in self.known:
            made_up: Bool = terms.truth(f"set {key}")
            return made_up
        value = self.known[key]
        if key in made.booleans:
            variable = made.booleans[key]
            moved: Bool = terms.negation(variable) if value is True else variable
            return moved
        fact = made.valued[key]
        same = self._literal(_is(made, fact, value))
        terms.require(terms.disjunction((same, fact.unknown)))
        return terms.negation(same)

    def _wanted(self, side: Side) -> Bool:
        """That the goal is reached in the first world."""
        if side.value is None:
            return side.truth
        terms, value = self.terms, side.value
        assert isinstance(self.goal, Otherwise)
        value = as_decided(terms, value)
        there = terms.negation(value.undefined)
        if self.goal.value is None:
            return there
        same = equal(terms, value, constant(terms, self.symbols, self.goal.value))
        return terms.conjunction((there, terms.negation(same)))

    # ----------------------------------------------------------------------------------------------- proposals

    def _check(self, more: Collection[Any]) -> bool:
        return self.terms.check([*self.base, *more], self.limits.steps, self.limits.timeout) == "sat"

    def exhausted(self) -> bool:
        """Whether there is certainly no further change."""
        return not self._check(())

    def next(self) -> Change | None:
        """The next change; None where there is none.

        Raises:
            GaveUp: a limit was reached.
        """
        while True:
            few = self._few()
            if few is None:
                return None
            names = self._names(few)
            try:
                chosen = self._values(names)
            except Irrational:
                raise GaveUp("only numbers that are no fractions were found") from None
            change = self._tried(chosen)
            if change is not None:
                self._found(change)
                return change

    def _few(self) -> list[Any] | None:
        """Assumes the least number of changed facts with which a proposal is left."""
        while self.size < len(self.free):
            bound = self._at_most(self.size)
            if self._check(bound):
                return bound
            if not self._check(()):
                return None
            self.size += 1
        return [] if self._check(()) else None

    def _at_most(self, size: int) -> list[Any]:
        if len(self.counts) <= size:
            parts = [self.changed[key] for key in self.free]
            self.counts = at_least(self.terms, parts, min(len(parts), max(8, 2 * size + 2)))
        return [self._literal(self.terms.negation(self.counts[size]))] if size < len(self.counts) else []

    def _names(self, few: list[Any]) -> tuple[str, ...]:
        """The facts of the first such proposal by name."""
        terms = self.terms
        fixed = list(few)
        names: list[str] = []
        for key in self.free:
            literal = self._literal(self.changed[key])
            if terms.is_true(self.changed[key]) or self._check([*fixed, literal]):
                fixed.append(literal)
                names.append(key)
            else:
                fixed.append(terms.negation(literal))
                self._check(fixed)
        return tuple(names)

    def _values(self, names: tuple[str, ...]) -> tuple[Chosen, ...]:
        """The preferred values for exactly these facts: the nearest, the first member, true where not known."""
        terms = self.terms
        fixed = [self._literal(self.changed[key] if key in names else terms.negation(self.changed[key]))
                 for key in self.free]  # fmt: skip
        if not self._check(fixed):
            raise InternalError("a proposal cannot be found again", repr(names))
        made = self.main.encoding.facts
        chosen: list[Chosen] = []
        for key in names:
            before = self.known.get(key)
            if key in made.booleans:
                variable = made.booleans[key]
                literal = self._literal(variable)
                after = self._check([*fixed, literal])
                if not after:
                    literal = terms.negation(literal)
                    self._check([*fixed, literal])
                fixed.append(literal)
                chosen.append(Chosen(key, after))
                continue
            fact = made.valued[key]
            if fact.none is not None:
                some = self._literal(terms.negation(fact.none))
                if not self._check([*fixed, some]):
                    fixed.append(terms.negation(some))
                    self._check(fixed)
                    chosen.append(Chosen(key, NONE))
                    continue
                fixed.append(some)
            if made.valued[key].kind == "text" or made.valued[key].fact.domain is not None:
                chosen.append(self._member(key, made.valued[key], fixed))
            else:
                start = start_of(made.valued[key], before)
                found = nearest(self.main.encoding, made.valued[key], start, [*self.base, *fixed], self.limits)
                fixed += found.fixed
                self._check(fixed)
                chosen.append(found)
        if self.main.value is not None:
            self._check(fixed)
            proposed = value_in_model(self.main.encoding, as_decided(terms, self.main.value))
            assert proposed is not None
            self.proposed = proposed
        return tuple(chosen)

    def _member(self, key: str, made: ValuedFact, fixed: list[Any]) -> Chosen:
        facts = self.main.encoding.facts
        for member in made.fact.domain or facts.all_texts():
            same = facts.equals(made, member)
            if same is False:
                continue
            literal = self._literal(same)
            if self._check([*fixed, literal]):
                fixed.append(literal)
                return Chosen(key, member)
        self._check(fixed)
        after = facts.value_in_model(made)
        fixed.append(self._literal(facts.equals(made, after)))
        return Chosen(key, after)

    # --------------------------------------------------------------------------------------------------- trial

    def _tried(self, chosen: tuple[Chosen, ...]) -> Change | None:
        """The change if the evaluator confirms it; else a world that speaks against it is added to the search."""
        after: dict[str, bool | Constant_] = {**self.known, **{one.fact: one.value for one in chosen}}
        decision = decide(self.core, after, self.goal.index)
        if decision.status is Status.UNDETERMINED and decision.limit is not None:
            raise GaveUp(decision.limit)
        if reached(decision, self.goal):
            return self._change(chosen, after, decision)
        self.worlds += 1
        if self.worlds > MOST_WORLDS:
            raise GaveUp(f"after {MOST_WORLDS} worlds it was not settled")
        self._against(after)
        return None

    def _change(
        self, chosen: tuple[Chosen, ...], after: dict[str, bool | Constant_], decision: Decision
    ) -> Change:
        moves = tuple(
            Move(one.fact, self.known.get(one.fact), one.value, one.past, one.nearest) for one in chosen
        )
        without: list[Decision] = []
        for move in moves:
            rest = dict(after)
            if move.before is None:
                del rest[move.fact]
            else:
                rest[move.fact] = move.before
            less, settled = self._left_out(rest)
            if settled and reached(less, self.goal):
                raise InternalError("a change that was proved minimal is not", repr((moves, move)))
            without.append(less)
        return Change(moves, decision, tuple(without))

    def _left_out(self, known: Known) -> tuple[Decision, bool]:
        """The decision where less is changed, and whether such a case surely can be."""
        reading = Reading(known, self.core.definitions, self.core.tables, {}, {})
        always = [truth(formula, reading) for formula in self.core.always]
        impossible = Decision(Status.UNDETERMINED, limit=CANNOT_BE)
        if False in always:
            return impossible, False
        try:
            return decide(self.core, known, self.goal.index), None not in always
        except RuleLangError:
            return impossible, False

    def _against(self, after: dict[str, bool | Constant_]) -> None:
        """Adds a copy of the core in a world of the proposal that misses the goal."""
        if self.probe is None:
            self.probe = side(encode(self.core, self.nones), self.goal)
        seen = self.probe.encoding
        terms = seen.terms
        if self.probe.value is None:
            missed = terms.negation(self.probe.truth)
        else:
            missed = self._missed_value(self.probe.value, terms, seen.symbols)
        assumed = [a.literal for a in case_assumptions(seen, after)]
        if terms.check([*assumed, terms.literal(missed)], self.limits.steps, self.limits.timeout) != "sat":
            raise InternalError("the solver and the evaluator disagree", repr(after))
        worst(seen, after, [*assumed, terms.literal(missed)], self.limits)
        copy = side(encode_beside(self.main.encoding, self.known), self.goal)
        tie_facts(copy.encoding, self.main.encoding, self.changed, self.known, seen, after)
        tie_choices(copy.encoding, seen)
        always = self.terms.conjunction([copy.encoding.truth(formula) for formula in self.core.always])
        if copy.value is None:
            there: Bool = copy.truth
        else:
            assert self.main.value is not None
            there = alike(self.terms, copy.value, self.main.value)
        self.base.append(self._literal(self.terms.implication(always, there)))

    def _missed_value(self, value: Symbolic, terms: Terms, symbols: Symbols) -> Bool:
        """That the value is another one than in the proposal."""
        return terms.negation(equal(terms, as_decided(terms, value), constant(terms, symbols, self.proposed)))

    # --------------------------------------------------------------------------------------------------- found

    def _found(self, change: Change) -> None:
        """Excludes what has been found: these values of these facts, and these facts together with others."""
        terms, made = self.terms, self.main.encoding.facts
        names = [move.fact for move in change.moves]
        all_changed = terms.conjunction([self.changed[key] for key in names])
        others = terms.disjunction([self.changed[key] for key in self.free if key not in names])
        terms.require(terms.negation(terms.conjunction((all_changed, others))))
        same: list[Bool] = [all_changed]
        for move in change.moves:
            if isinstance(move.after, bool):
                variable = made.booleans[move.fact]
                same.append(variable if move.after else terms.negation(variable))
                continue
            fact = made.valued[move.fact]
            if move.after is NONE or fact.kind == "text" or fact.fact.domain is not None:
                same.append(made.equals(fact, move.after))
            elif fact.none is not None:
                same.append(terms.negation(fact.none))
        terms.require(terms.negation(terms.conjunction(same)))


def _is(facts: Facts, made: ValuedFact, value: bool | Constant_) -> Bool:
    """That a fact has this value."""
    if value is NONE:
        none: Bool = False if made.none is None else made.none
        return none
    assert not isinstance(value, bool)
    return facts.equals(made, value)
