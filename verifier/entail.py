"""What a statement says about a condition by itself: by logic, arithmetic and the declarations, without rules or facts.

Both are ground formulas.  The variables that they share range over finitely many telling values (a number: the
constants that it is compared with, and a point between and beyond them), so the question is settled by trying all
combinations.  Verification, N8.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TypeAlias, assert_never

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.grammar.values import exact
from rulelang.verifier import aggregate, expand, inside, valued
from rulelang.verifier.contradiction import contradict, is_left_free
from rulelang.verifier.expand import leaves as expand_leaves
from rulelang.verifier.expand import negation
from rulelang.verifier.included import Included, Rules
from rulelang.verifier.linear import Quantity, number
from rulelang.verifier.reach import Reach, declared, is_whole, reach
from rulelang.verifier.variables import (
    LIMIT,
    NORM_STATES,
    OTHER,
    Contest,
    Number,
    Proposition,
    State,
    Symbol,
    Variable,
    combinations,
    is_true,
    looked_into,
    variables_of,
)

Constants: TypeAlias = Mapping[Variable, set[Fraction | str]]
"""Variables with the constants that they are compared with."""


@dataclass(frozen=True)
class Declared:
    """What the declarations say of the names in ground formulas: types, sorts, definitions, concepts.

    `includes` holds, for each contest of a concept, what implies it.
    """

    facts: Mapping[str, core.GroundFact]
    contests: Mapping[str, core.Contest]
    definitions: Mapping[str, core.GroundDefinition]
    sorts: Mapping[str, tuple[str, ...] | range]
    includes: Included = field(default_factory=Included)
    memo: dict[tuple[core.Formula, core.Formula], bool | None] = field(
        default_factory=dict["tuple[core.Formula, core.Formula]", "bool | None"], repr=False
    )
    variables: dict[core.Formula, dict[Variable, set[Fraction | str]]] = field(
        default_factory=dict[core.Formula, dict["Variable", set[Fraction | str]]], repr=False
    )
    plainly: dict[tuple[core.Formula, core.Formula], bool | None] = field(
        default_factory=dict["tuple[core.Formula, core.Formula]", "bool | None"], repr=False
    )

    def joined(
        self,
        facts: Mapping[str, core.GroundFact],
        contests: Mapping[str, core.Contest],
        definitions: Mapping[str, core.GroundDefinition],
    ) -> Declared:
        """These declarations and some more.  What is worked out is kept for all together, so none may declare less."""
        return Declared(
            {**self.facts, **facts},
            {**self.contests, **contests},
            {**self.definitions, **definitions},
            self.sorts,
            self.includes,
            self.memo,
            self.variables,
            self.plainly,
        )

    def type_of(self, value: core.Value) -> model.Type | None:
        match value:
            case core.FactRead(key):
                return self.facts[key].type if key in self.facts else None
            case core.OutcomeRead(key):
                return self.contests[key].type if key in self.contests else None
            case core.NamedRead(key):
                return self.definitions[key].type if key in self.definitions else None
            case _:
                return None

    def domain_of(self, value: core.Value) -> tuple[str, ...] | None:
        """All members that a symbol can be, if they are known."""
        if isinstance(value, core.FactRead) and value.fact in self.facts:
            domain = self.facts[value.fact].domain
            if domain is not None:
                return tuple(str(member) for member in domain)
        match self.type_of(value):
            case model.SortType(name) if name in self.sorts:
                return tuple(str(member) for member in self.sorts[name])
            case _:
                return None

    def settles(self, statement: core.Formula, question: core.Formula) -> bool | None:
        """Whether the statement entails the question (True), its negation (False) or neither (None).

        A statement that contradicts itself, or that has nothing to do with the question, settles nothing.
        """
        if statement == question:
            return True
        key = (statement, question)
        if key not in self.memo:
            found = self.settles_plainly(statement, question)
            self.memo[key] = self._proved(statement, question) if found is None else found
        return self.memo[key]

    def is_same_question(self, statement: core.Formula, question: core.Formula) -> bool:
        """Whether a statement is a question in other words, or its contrary: where one is open, so is the other."""
        so = self.settles(statement, question)
        return so is not None and self.settles(negation(statement), question) is (not so)

    def plain(self, statement: core.Formula, leaves: Sequence[core.Formula]) -> tuple[core.Formula, ...]:
        """The statement as literals that together say the same, where there are such; else as it is.

        `NOT (a OR b)` is `NOT a` and `NOT b`, `(a AND b) OR (a AND NOT b)` is `a`, `2 * n < 10` is the condition
        `n < 5` if that is among the leaves, and what is always true says nothing, if it is no comparison.
        """
        pieces = list(dict.fromkeys(one for piece in split(statement, leaves) for one in self._plain(piece, leaves)))
        loose = [piece for piece in pieces if is_loose(piece)]
        if len(loose) > 1:
            together = self._plain(core.And(tuple(loose)), leaves)
            if not any(is_loose(one) for one in together):
                pieces = [*(piece for piece in pieces if piece not in loose), *together]
        for group, plainly in tuple(self.joint(pieces, leaves)):
            at = pieces.index(group[0])
            before = [one for one in pieces[:at] if one not in group]
            pieces = [*before, *plainly, *(one for one in pieces[at:] if one not in group)]
        return tuple(dict.fromkeys(pieces))

    def joint(
        self, pieces: Sequence[core.Formula], leaves: Sequence[core.Formula]
    ) -> Iterator[tuple[tuple[core.Formula, ...], tuple[core.Formula, ...]]]:
        """The pieces about one quantity that say together what none of them says, and how that is said plainly.

        `v >= 30` and `v <= 30` are `v = 30`, and so is `NOT v != 30`, or `2 * v = 60`, or `v > 29` and `v < 31` of a
        whole number; of one `v > 2` and `v != 3` are the condition `v > 3`.  What is a leaf in play, or denies one,
        stays what it is where it stands by itself.
        """
        about: dict[Variable, list[core.Formula]] = {}
        for piece in pieces:
            found = self.variables_in(piece)
            if len(found) == 1 and expand.equation(piece) is None:
                about.setdefault(next(iter(found)), []).append(piece)
        for variable, group in about.items():
            equal = self._only(variable, group)
            if equal is None:
                joined = self._joined(variable, group, leaves) if len(group) > 1 else ()
                if joined:
                    yield tuple(group), joined
                continue
            for one in reversed(group):
                rest = [other for other in group if other is not one]
                if rest and self._only(variable, rest) == equal:
                    group = rest
            if len(group) > 1 or expand.bare(group[0]) not in leaves:
                yield tuple(group), (equal,)

    def _joined(
        self, variable: Variable, pieces: Sequence[core.Formula], leaves: Sequence[core.Formula]
    ) -> tuple[core.Formula, ...]:
        """The leaves in play that follow from several pieces and from none of them, and which of these are needed
        beside them to say the same; nothing if there are no such leaves."""
        near = [leaf for leaf in dict.fromkeys(leaves) if self.variables_in(leaf).keys() == {variable}]
        if not near or not isinstance(variable, Number | Symbol):
            return ()
        states = self.domain(variable, {at for one in (*near, *pieces) for at in self.variables_in(one)[variable]})

        def so(some: Sequence[core.Formula]) -> list[State]:
            return [state for state in states if all(is_true(one, {variable: state}) for one in some)]

        def follows(literal: core.Formula, some: Sequence[core.Formula]) -> bool:
            return all(is_true(literal, {variable: state}) for state in so(some))

        true = so(pieces)
        literals = [literal for leaf in near for literal in (leaf, negation(leaf)) if follows(literal, pieces)]
        found = [one for one in literals if not any(follows(one, (piece,)) for piece in pieces)]
        if not true or not found:
            return ()
        said = [*found, *pieces]
        for one in reversed(said):
            rest = [other for other in said if other is not one]
            if so(rest) == true:
                said = rest
        return tuple(said)

    def _only(self, variable: Variable, pieces: Sequence[core.Formula]) -> core.Test | None:
        """`v = x` where the pieces allow no other value of v."""
        match variable:
            case Number(((read, _),)) | Symbol(read) if isinstance(read, expand.Read):
                constants = {constant for piece in pieces for constant in self.variables_in(piece)[variable]}
            case _:
                return None

        def so(state: State) -> bool:
            return all(is_true(piece, {variable: state}) for piece in pieces)

        states = [state for state in self.domain(variable, constants) if so(state)]
        if len(states) != 1 or states[0] == OTHER:
            return None
        at = states[0]
        if isinstance(variable, Number) and isinstance(at, Fraction) and at not in constants:
            # It stands for all numbers between two constants, or beyond them: is it the only one?
            numbers = self.reach(variable.quantity)
            if numbers.step is None or any(so(n) for n in (at - 1, at + 1) if numbers.within(n)):
                return None
        value = self.constant_of(read, at, pieces)
        return None if value is None else core.Test("=", read, value)

    def constant_of(self, read: core.Value, at: State, pieces: Sequence[core.Formula]) -> core.Constant | None:
        """A point on the number line, or a symbol, as a value of what is read: as it is written, if it is."""
        for leaf in (leaf for piece in pieces for leaf in expand.leaves(piece)):
            match leaf:
                case core.Test(_, left, core.Constant(value) as constant) | core.Test(
                    _, core.Constant(value) as constant, left
                ) if left == read and at in (number(value), str(value)):
                    return constant
                case _:
                    pass
        match self.type_of(read):
            case model.DateType() if isinstance(at, Fraction) and 1 <= at <= datetime.date.max.toordinal():
                return core.Constant(datetime.date.fromordinal(int(at)))
            case model.NumberType() | model.SortType() if isinstance(at, Fraction):
                return core.Constant(exact(at))
            case _ if isinstance(at, str):
                return core.Constant(at)
            case _:
                return None

    def _plain(self, piece: core.Formula, leaves: Sequence[core.Formula]) -> tuple[core.Formula, ...]:
        bare = expand.bare(piece)
        if bare in leaves or not isinstance(bare, core.And | core.Or | core.Test) or _is_value(piece):
            return (piece,)
        about = self.variables_in(piece)
        near = [leaf for leaf in dict.fromkeys((*expand_leaves(piece), *leaves))
                if (inner := self.variables_in(leaf)) and inner.keys() <= about.keys()]  # fmt: skip
        consts = {variable: set(constants) for variable, constants in about.items()}
        for leaf in near:
            for variable, constants in self.variables_in(leaf).items():
                consts[variable].update(constants)
        domains = [self.domain(variable, constants) for variable, constants in consts.items()]
        if not about or combinations(domains) > LIMIT:
            return (piece,)
        worlds = [dict(zip(consts, states, strict=True)) for states in product(*domains)]
        true = [world for world in worlds if is_true(piece, world)]
        if not true:
            return (piece,)
        literals = [
            leaf if held else negation(leaf)
            for leaf in near
            for held in {is_true(leaf, true[0])}
            if all(is_true(leaf, world) is held for world in true)
        ]
        if isinstance(bare, core.Test):  # a comparison stays one, unless it is a condition in other words
            literals = [one for one in literals if one != piece]
            if len(true) == len(worlds):  # also one that the declarations give: it may misquote a rule (N9)
                return (piece,)

        def say(some: Sequence[core.Formula]) -> bool:
            return all(is_true(piece, world) for world in worlds if all(is_true(one, world) for one in some))

        if not say(literals):
            return (piece,)
        for one in reversed(literals):
            rest = [other for other in literals if other is not one]
            if say(rest):
                literals = rest
        return tuple(literals)

    def variables_in(self, formula: core.Formula) -> dict[Variable, set[Fraction | str]]:
        """The variables of a formula with their constants, worked out once."""
        found = self.variables.get(formula)
        if found is None:
            found = self.variables[formula] = variables_of(formula)
        return found

    def settles_plainly(self, statement: core.Formula, question: core.Formula) -> bool | None:
        """The same, as far as the cases that can be told apart, ranges and few values settle it."""
        key = (statement, question)
        if key not in self.plainly:
            self.plainly[key] = self._settles(statement, question)
        return self.plainly[key]

    def _settles(self, statement: core.Formula, question: core.Formula) -> bool | None:
        found, more = self._at_once(statement, question)
        if not more:
            return found
        return self._within(valued.put_in(self, aggregate.unfolded(statement)), aggregate.unfolded(question))

    def settles_as_it_is(self, statement: core.Formula, question: core.Formula) -> bool | None:
        """The same for some parts of a statement in which values are put in already: none are put in again, for that
        may add anew what was just left out."""
        found, more = self._at_once(statement, question)
        return self._within(statement, question) if more else found

    def _at_once(self, statement: core.Formula, question: core.Formula) -> tuple[bool | None, bool]:
        """What the cases that can be told apart settle, and whether there is more to look into."""
        if statement == question:
            return True, False
        if statement == core.Not(question) or _is_without_value(statement, question):
            return False, False
        domains = self._domains(self.variables_in(statement), self.variables_in(question))
        found = None if domains is None else self._tried(statement, question, *domains)
        if found is not None:
            return found, False
        many = domains is not None and combinations(domains[0].values()) > LIMIT
        return None, many or inside.is_composed(core.And((statement, question)))

    def _within(self, statement: core.Formula, question: core.Formula) -> bool | None:
        """What their instances, ranges and few values settle."""
        domains, found = self._domains(looked_into(statement), looked_into(question)), None
        if domains is not None:
            found = self._tried(statement, question, *domains)
        elif not inside.are_related(statement, question):
            return None
        return inside.settled(self, statement, question) if found is None else found

    def _proved(self, statement: core.Formula, question: core.Formula) -> bool | None:
        """What the question comes to because its contrary contradicts the statement, which is possible itself: asked
        where they have something in common and compare more than what is read with constants."""
        rules = self.includes.rules({**self.variables_in(statement), **self.variables_in(question)})
        both = core.And((statement, question))
        if not inside.is_composed(both) or not (rules or inside.are_related(statement, question)):
            return None
        if not rules and is_left_free(self, statement, question):
            return None
        said = [statement, *(core.Or((negation(left), right)) for left, right in rules)]
        so, not_so = (contradict(self, [*said, asked]) for asked in (negation(question), question))
        return None if so is not_so else so

    def _domains(self, given: Constants, asked: Constants) -> tuple[_Domains, Rules] | None:
        """The states of all variables, and the inclusions between them; None where the two have nothing in common."""
        rules = self.includes.rules({**given, **asked})
        if not rules and not given.keys() & asked.keys():
            return None
        consts: dict[Variable, set[Fraction | str]] = {}
        included = [self.variables_in(formula) for rule in rules for formula in rule]
        for found in (given, asked, *included):
            for variable, constants in found.items():
                consts.setdefault(variable, set()).update(constants)
        return {variable: self.domain(variable, constants) for variable, constants in consts.items()}, rules

    def _tried(self, statement: core.Formula, question: core.Formula, domains: _Domains, rules: Rules) -> bool | None:
        """What the question comes to in all worlds in which the statement is so."""
        if combinations(domains.values()) > LIMIT:
            return None
        seen: set[bool] = set()
        for states in product(*domains.values()):
            world = dict(zip(domains, states, strict=True))
            if is_true(statement, world) and all(is_true(r, world) or not is_true(left, world) for left, r in rules):
                seen.add(is_true(question, world))
                if len(seen) > 1:
                    return None
        return seen.pop() if seen else None

    def domain(self, variable: Variable, constants: Iterable[Fraction | str]) -> tuple[State, ...]:
        """The states of a variable that tell one comparison with these constants from another."""
        match variable:
            case Proposition():
                return (True, False)
            case Contest(key):
                contest = self.contests.get(key)
                if contest is not None and contest.kind is core.ContestKind.ACTION:
                    return NORM_STATES
                return (True, False, None)
            case Symbol(value):
                domain = self.domain_of(value)
                return domain if domain else (*sorted(str(c) for c in constants), OTHER)
            case Number(quantity):
                return self.reach(quantity).points(c for c in constants if isinstance(c, Fraction))
            case _:
                assert_never(variable)

    def reach(self, quantity: Quantity) -> Reach:
        """The numbers that a quantity can be."""
        return reach(quantity, self._reach_of)

    def is_whole(self, value: core.Value) -> bool:
        """Whether a value can only be a whole number; of dates and times, a date."""
        return is_whole(value, self._reach_of)

    def _reach_of(self, value: core.Value) -> Reach | None:
        if not isinstance(value, expand.Read):
            return None
        kind = self.type_of(value)
        return declared(kind, self.sorts.get(kind.name) if isinstance(kind, model.SortType) else None)


_Domains: TypeAlias = Mapping[Variable, tuple[State, ...]]


def _is_value(piece: core.Formula) -> bool:
    """Whether it says which value something has: that is as plain as can be, whatever bounds pin the same value."""
    match piece:
        case core.Test("=", left, right):
            return isinstance(left, core.Constant) is not isinstance(right, core.Constant)
        case _:
            return False


def split(statement: core.Formula, whole: Collection[core.Formula]) -> Iterator[core.Formula]:
    """The conjuncts of a statement; a condition in play (a quantified one) stays whole."""
    if statement in whole or negation(statement) in whole:
        yield statement
        return
    match statement:
        case core.And(parts):
            for part in parts:
                yield from split(part, whole)
        case core.Not(core.Or(parts)):
            for part in parts:
                yield from split(negation(part), whole)
        case core.Not(core.Not(operand)):
            yield from split(operand, whole)
        case _:
            yield statement


def is_loose(statement: core.Formula) -> bool:
    """Whether a statement leaves open which of several things is so."""
    return isinstance(expand.bare(statement), core.And | core.Or)


def _is_without_value(statement: core.Formula, question: core.Formula) -> bool:
    """Whether one says that there is no value, and the other gives that value or compares it."""
    match statement, question:
        case (core.NoneTest(value), core.Test("=", left, right)) | (core.Test(_, left, right), core.NoneTest(value)):
            return value in (left, right)
        case _:
            return False
