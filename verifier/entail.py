"""What a statement says about a condition by itself: by logic, arithmetic and the declarations, without rules or facts.

Both are ground formulas.  The variables that they share range over finitely many telling values (a number: the
constants that it is compared with, and a point between and beyond them), so the question is settled by trying all
combinations.  Verification, N8.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from typing import TypeAlias, assert_never

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.grammar.values import exact
from rulelang.verifier import expand
from rulelang.verifier.expand import leaves as expand_leaves
from rulelang.verifier.expand import negation
from rulelang.verifier.linear import Bound, Op, Quantity, Symbols, comparison, holds, number

LIMIT = 20_000
"""How many combinations are tried; a statement with more says nothing about any condition but itself."""

NORM_STATES: tuple[frozenset[str], ...] = tuple(
    frozenset(state)
    for state in ((), ("MUST",), ("MUST", "MAY"), ("NEED NOT",), ("NEED NOT", "MAY"), ("NEED NOT", "MUST NOT"),
                  ("MUST NOT",), ("MAY",))
)  # fmt: skip
"""The sets of norms that can be established of one action."""

OTHER = "\0other"
"""A text that no constant names."""


@dataclass(frozen=True, slots=True)
class _Proposition:
    formula: core.Formula


@dataclass(frozen=True, slots=True)
class _Contest:
    key: str


@dataclass(frozen=True, slots=True)
class _Number:
    quantity: Quantity


@dataclass(frozen=True, slots=True)
class _Symbol:
    value: core.Value


_Variable: TypeAlias = _Proposition | _Contest | _Number | _Symbol
_State: TypeAlias = bool | frozenset[str] | Fraction | str | None


@dataclass(frozen=True)
class Declared:
    """What the declarations say of the names in ground formulas: types, sorts, definitions, concepts.

    `includes` holds, for each contest of a concept, the leaves that imply it.
    """

    facts: Mapping[str, core.GroundFact]
    contests: Mapping[str, core.Contest]
    definitions: Mapping[str, core.GroundDefinition]
    sorts: Mapping[str, tuple[str, ...] | range]
    includes: Mapping[str, tuple[core.Formula, ...]] = field(default_factory=dict[str, "tuple[core.Formula, ...]"])
    memo: dict[tuple[core.Formula, core.Formula], bool | None] = field(
        default_factory=dict["tuple[core.Formula, core.Formula]", "bool | None"], repr=False
    )
    variables: dict[core.Formula, dict[_Variable, set[Fraction | str]]] = field(
        default_factory=dict[core.Formula, dict["_Variable", set[Fraction | str]]], repr=False
    )

    def type_of(self, value: core.Value) -> model.Type | None:
        match value:
            case core.FactRead(key):
                return self.facts[key].type if key in self.facts else None
            case core.OutcomeRead(key):
                return self.contests[key].type if key in self.contests else None
            case core.NamedRead(key):
                return self.definitions[key].type if key in self.definitions else None
            case core.CountOf():
                return model.NumberType(integer=True, low=Fraction(0))
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
            self.memo[key] = self._settles(statement, question)
        return self.memo[key]

    def plain(self, statement: core.Formula, leaves: Sequence[core.Formula]) -> tuple[core.Formula, ...]:
        """The statement as literals that together say the same, where there are such; else as it is.

        `NOT (a OR b)` is `NOT a` and `NOT b`, `(a AND b) OR (a AND NOT b)` is `a`, `2 * n < 10` is the condition
        `n < 5` if that is among the leaves, and what is always true says nothing.
        """
        pieces = list(dict.fromkeys(one for piece in _split(statement, leaves) for one in self._plain(piece, leaves)))
        loose = [piece for piece in pieces if is_loose(piece)]
        if len(loose) > 1:
            together = self._plain(core.And(tuple(loose)), leaves)
            if not any(is_loose(one) for one in together):
                pieces = [*(piece for piece in pieces if piece not in loose), *together]
        for group, equal in tuple(self.pins(pieces, leaves)):
            at = pieces.index(group[0])
            pieces[at] = equal
            pieces = [one for one in pieces if one not in group]
        return tuple(dict.fromkeys(pieces))

    def pins(
        self, pieces: Sequence[core.Formula], leaves: Sequence[core.Formula]
    ) -> Iterator[tuple[tuple[core.Formula, ...], core.Test]]:
        """The pieces that together leave one value for something that is read, and the equation that says it.

        `v >= 30` and `v <= 30` are `v = 30`, and so is `NOT v != 30`, or `2 * v = 60`, or `v > 29` and `v < 31` of a
        whole number.  What is a leaf in play, or denies one, stays what it is where it stands by itself.
        """
        about: dict[_Variable, list[core.Formula]] = {}
        for piece in pieces:
            found = self._variables(piece)
            if len(found) == 1 and expand.equation(piece) is None:
                about.setdefault(next(iter(found)), []).append(piece)
        for variable, group in about.items():
            equal = self._only(variable, group)
            if equal is None:
                continue
            for one in reversed(group):
                rest = [other for other in group if other is not one]
                if rest and self._only(variable, rest) == equal:
                    group = rest
            if len(group) > 1 or expand.bare(group[0]) not in leaves:
                yield tuple(group), equal

    def _only(self, variable: _Variable, pieces: Sequence[core.Formula]) -> core.Test | None:
        """`v = x` where the pieces allow no other value of v."""
        match variable:
            case _Number(((read, _),)) | _Symbol(read) if isinstance(read, expand.Read):
                constants = {constant for piece in pieces for constant in self._variables(piece)[variable]}
            case _:
                return None

        def so(state: _State) -> bool:
            return all(_true(piece, {variable: state}) for piece in pieces)

        states = [state for state in self._domain(variable, constants) if so(state)]
        if len(states) != 1 or states[0] == OTHER:
            return None
        at = states[0]
        if isinstance(variable, _Number) and isinstance(at, Fraction) and at not in constants:
            # It stands for all numbers between two constants, or beyond them: is it the only one?
            low, high, whole = self._range(variable.quantity)
            beside = [n for n in (at - 1, at + 1) if (low is None or n >= low) and (high is None or n <= high)]
            if not whole or any(so(n) for n in beside):
                return None
        value = self._constant(read, at, pieces)
        return None if value is None else core.Test("=", read, value)

    def _constant(self, read: core.Value, at: _State, pieces: Sequence[core.Formula]) -> core.Constant | None:
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
        about = self._variables(piece)
        near = [leaf for leaf in dict.fromkeys((*expand_leaves(piece), *leaves))
                if (inner := self._variables(leaf)) and inner.keys() <= about.keys()]  # fmt: skip
        consts = {variable: set(constants) for variable, constants in about.items()}
        for leaf in near:
            for variable, constants in self._variables(leaf).items():
                consts[variable].update(constants)
        domains = [self._domain(variable, constants) for variable, constants in consts.items()]
        if not about or math.prod(len(domain) for domain in domains) > LIMIT:
            return (piece,)
        worlds = [dict(zip(consts, states, strict=True)) for states in product(*domains)]
        true = [world for world in worlds if _true(piece, world)]
        if not true:
            return (piece,)
        literals = [
            leaf if held else negation(leaf)
            for leaf in near
            for held in {_true(leaf, true[0])}
            if all(_true(leaf, world) is held for world in true)
        ]
        if isinstance(bare, core.Test):  # a comparison stays one, unless it is a condition in other words
            literals = [one for one in literals if one != piece]

        def say(some: Sequence[core.Formula]) -> bool:
            return all(_true(piece, world) for world in worlds if all(_true(one, world) for one in some))

        if not say(literals):
            return (piece,)
        for one in reversed(literals):
            rest = [other for other in literals if other is not one]
            if say(rest):
                literals = rest
        return tuple(literals)

    def _variables(self, formula: core.Formula) -> dict[_Variable, set[Fraction | str]]:
        found = self.variables.get(formula)
        if found is None:
            found = self.variables[formula] = _variables(formula)
        return found

    def _settles(self, statement: core.Formula, question: core.Formula) -> bool | None:
        if statement == core.Not(question) or _is_without_value(statement, question):
            return False
        given, asked = self._variables(statement), self._variables(question)
        rules: list[tuple[core.Formula, core.Formula]] = []
        if not given.keys() & asked.keys():
            rules = self._inclusions(given, asked)
            if not rules:
                return None
        else:
            rules = self._inclusions(given, asked)
        consts: dict[_Variable, set[Fraction | str]] = {}
        for found in (given, asked):
            for variable, constants in found.items():
                consts.setdefault(variable, set()).update(constants)
        for left, right in rules:
            for formula in (left, right):
                for variable, constants in _variables(formula).items():
                    consts.setdefault(variable, set()).update(constants)
        domains = [self._domain(variable, constants) for variable, constants in consts.items()]
        if math.prod(len(domain) for domain in domains) > LIMIT:
            return None
        seen: set[bool] = set()
        for states in product(*domains):
            world = dict(zip(consts, states, strict=True))
            if _true(statement, world) and all(_true(r, world) or not _true(left, world) for left, r in rules):
                seen.add(_true(question, world))
                if len(seen) > 1:
                    return None
        return seen.pop() if seen else None

    def _inclusions(
        self, given: Mapping[_Variable, object], asked: Mapping[_Variable, object]
    ) -> list[tuple[core.Formula, core.Formula]]:
        """The inclusions (member, concept) that lead from what is given to what is asked."""
        found: list[tuple[core.Formula, core.Formula]] = []
        todo = [variable.key for variable in (*asked, *given) if isinstance(variable, _Contest)]
        seen: set[str] = set()
        while todo:
            key = todo.pop()
            if key in seen:
                continue
            seen.add(key)
            for member in self.includes.get(key, ()):
                found.append((member, core.Established(key, (True,))))
                if isinstance(member, core.Established):
                    todo.append(member.contest)
        return found

    def _domain(self, variable: _Variable, constants: Iterable[Fraction | str]) -> tuple[_State, ...]:
        match variable:
            case _Proposition():
                return (True, False)
            case _Contest(key):
                contest = self.contests.get(key)
                if contest is not None and contest.kind is core.ContestKind.ACTION:
                    return NORM_STATES
                return (True, False, None)
            case _Symbol(value):
                domain = self.domain_of(value)
                return domain if domain else (*sorted(str(c) for c in constants), OTHER)
            case _Number(quantity):
                return self._points(quantity, sorted(c for c in constants if isinstance(c, Fraction)))
            case _:
                assert_never(variable)

    def _range(self, quantity: Quantity) -> tuple[Fraction | None, Fraction | None, bool]:
        """The declared bounds of a quantity, and whether it is a whole number."""
        if len(quantity) != 1:
            return None, None, False
        match self.type_of(quantity[0][0]):
            case model.NumberType(integer, low, high):
                return low, high, integer
            case model.DateType():
                return None, None, True
            case model.SortType(name) if isinstance(self.sorts.get(name), range):
                members = self.sorts[name]
                return Fraction(int(members[0])), Fraction(int(members[-1])), True
            case _:
                return None, None, False

    def _points(self, quantity: Quantity, constants: list[Fraction]) -> tuple[Fraction, ...]:
        """The constants, one point between any two and one beyond each end, within the declared bounds."""
        low, high, whole = self._range(quantity)
        telling = sorted({*constants, *(bound for bound in (low, high) if bound is not None)})
        if whole:
            points = {
                Fraction(n) for c in telling for n in (math.floor(c), math.ceil(c), math.ceil(c) - 1, math.floor(c) + 1)
            }
        else:
            points = {*telling, telling[0] - 1, telling[-1] + 1}
            points |= {(left + right) / 2 for left, right in pairwise(telling)}
        kept = (p for p in sorted(points) if (low is None or p >= low) and (high is None or p <= high))
        return tuple(kept)


def _is_value(piece: core.Formula) -> bool:
    """Whether it says which value something has: that is as plain as can be, whatever bounds pin the same value."""
    match piece:
        case core.Test("=", left, right):
            return isinstance(left, core.Constant) is not isinstance(right, core.Constant)
        case _:
            return False


def _split(statement: core.Formula, whole: Collection[core.Formula]) -> Iterator[core.Formula]:
    """The conjuncts of a statement; a condition in play (a quantified one) stays whole."""
    if statement in whole or negation(statement) in whole:
        yield statement
        return
    match statement:
        case core.And(parts):
            for part in parts:
                yield from _split(part, whole)
        case core.Not(core.Or(parts)):
            for part in parts:
                yield from _split(negation(part), whole)
        case core.Not(core.Not(operand)):
            yield from _split(operand, whole)
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


def mentions(formula: core.Formula) -> frozenset[object]:
    """The variables of a formula, for telling quickly whether two formulas have anything to do with each other."""
    return frozenset(_variables(formula))


def _variables(formula: core.Formula) -> dict[_Variable, set[Fraction | str]]:
    """The variables of a formula with the constants that they are compared with."""
    found: dict[_Variable, set[Fraction | str]] = {}
    for leaf in expand_leaves(formula):
        match leaf:
            case core.Established(contest, _):
                found.setdefault(_Contest(contest), set())
            case core.Test():
                match comparison(leaf):
                    case Bound(quantity, _, limit):
                        found.setdefault(_Number(quantity), set()).add(limit)
                    case Symbols(left, _, right):
                        for side, other in ((left, right), (right, left)):
                            if not isinstance(side, core.Constant):
                                constants = found.setdefault(_Symbol(side), set())
                                if isinstance(other, core.Constant):
                                    constants.add(str(other.value))
                    case bool():
                        pass
            case _:
                found.setdefault(_Proposition(leaf), set())
    return found


def _true(formula: core.Formula, world: Mapping[_Variable, _State]) -> bool:
    match formula:
        case core.Truth(value):
            return value
        case core.Not(operand):
            return not _true(operand, world)
        case core.And(parts):
            return all(_true(part, world) for part in parts)
        case core.Or(parts):
            return any(_true(part, world) for part in parts)
        case core.Established(contest, literals):
            state = world[_Contest(contest)]
            if isinstance(state, frozenset):
                return any(literal in state for literal in literals)
            return state in literals
        case core.Test():
            return _compared(formula, world)
        case core.FactTest() | core.NoneTest() | core.Named():
            return world[_Proposition(formula)] is True
        case _:
            assert_never(formula)


def _compared(test: core.Test, world: Mapping[_Variable, _State]) -> bool:
    match comparison(test):
        case Bound(quantity, op, limit):
            at = world[_Number(quantity)]
            assert isinstance(at, Fraction)
            return holds(at, op, limit)
        case Symbols(left, op, right):
            return (_symbol(left, world) == _symbol(right, world)) == _is_equality(op)
        case bool() as settled:
            return settled


def _is_equality(op: Op) -> bool:
    return op == "="


def _symbol(value: core.Value, world: Mapping[_Variable, _State]) -> _State:
    return str(value.value) if isinstance(value, core.Constant) else world[_Symbol(value)]
