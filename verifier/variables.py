"""What a ground formula varies over: its propositions, norms, numbers and symbols, and whether it is so in a world.

A world gives each variable a state: a truth value, the norms that are established of an action, a number, a symbol.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from rulelang.engine import core
from rulelang.verifier.expand import leaves as expand_leaves
from rulelang.verifier.linear import Bound, Op, Quantity, Symbols, comparison

NORM_STATES: tuple[frozenset[str], ...] = tuple(
    frozenset(state)
    for state in ((), ("MUST",), ("MUST", "MAY"), ("NEED NOT",), ("NEED NOT", "MAY"), ("NEED NOT", "MUST NOT"),
                  ("MUST NOT",), ("MAY",))
)  # fmt: skip
"""The sets of norms that can be established of one action."""

OTHER = "\0other"
"""A text that no constant names."""


@dataclass(frozen=True, slots=True)
class Proposition:
    formula: core.Formula


@dataclass(frozen=True, slots=True)
class Contest:
    key: str


@dataclass(frozen=True, slots=True)
class Number:
    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Symbol:
    value: core.Value


Variable: TypeAlias = Proposition | Contest | Number | Symbol
State: TypeAlias = bool | frozenset[str] | Fraction | str | None


LIMIT = 20_000
"""How many combinations are tried; a statement with more says nothing about any condition but itself."""


def combinations(domains: Iterable[Sequence[State]]) -> int:
    """In how many ways one state can be taken of each domain."""
    return math.prod(map(len, domains))


def mentions(formula: core.Formula) -> frozenset[object]:
    """The variables of a formula, for telling quickly whether two formulas have anything to do with each other."""
    return frozenset(variables_of(formula))


def variables_of(formula: core.Formula) -> dict[Variable, set[Fraction | str]]:
    """The variables of a formula with the constants that they are compared with."""
    found: dict[Variable, set[Fraction | str]] = {}
    for leaf in expand_leaves(formula):
        match leaf:
            case core.Established(contest, _):
                found.setdefault(Contest(contest), set())
            case core.Test():
                match comparison(leaf):
                    case Bound(quantity) as bound:
                        found.setdefault(Number(quantity), set()).update(bound.turns())
                    case Symbols(left, _, right):
                        for side, other in ((left, right), (right, left)):
                            if not isinstance(side, core.Constant):
                                constants = found.setdefault(Symbol(side), set())
                                if isinstance(other, core.Constant):
                                    constants.add(str(other.value))
                    case bool():
                        pass
            case _:
                found.setdefault(Proposition(leaf), set())
    return found


def looked_into(formula: core.Formula) -> dict[Variable, set[Fraction | str]]:
    """The variables of a formula where a comparison of a count hangs on what is counted.

    >>> looked_into(core.Test(">=", core.CountOf((core.FactTest("p"),)), core.Constant(1)))
    {Proposition(formula=FactTest(fact='p')): set()}
    """
    found: dict[Variable, set[Fraction | str]] = {}
    for leaf in expand_leaves(formula):
        counts = _counts(leaf)
        inner = [looked_into(one) for count in counts for one in count.conditions] if counts else [variables_of(leaf)]
        for variables in inner:
            for variable, constants in variables.items():
                found.setdefault(variable, set()).update(constants)
    return found


def _counts(leaf: core.Formula) -> list[core.CountOf]:
    """The counts that a comparison is about, if it is about nothing else."""
    match comparison(leaf) if isinstance(leaf, core.Test) else None:
        case Bound(quantity):
            counts = [value for value, _ in quantity if isinstance(value, core.CountOf)]
            return counts if len(counts) == len(quantity) else []
        case _:
            return []


def is_true(formula: core.Formula, world: Mapping[Variable, State]) -> bool:
    match formula:
        case core.Truth(value):
            return value
        case core.Not(operand):
            return not is_true(operand, world)
        case core.And(parts):
            return all(is_true(part, world) for part in parts)
        case core.Or(parts):
            return any(is_true(part, world) for part in parts)
        case core.Established(contest, literals):
            state = world[Contest(contest)]
            if isinstance(state, frozenset):
                return any(literal in state for literal in literals)
            return state in literals
        case core.Test():
            return _compared(formula, world)
        case core.FactTest() | core.NoneTest() | core.Named():
            return world[Proposition(formula)] is True
        case _:
            assert_never(formula)


def _compared(test: core.Test, world: Mapping[Variable, State]) -> bool:
    match comparison(test):
        case Bound(quantity) as bound:
            at = world[Number(quantity)] if Number(quantity) in world else _counted(quantity, world)
            assert isinstance(at, Fraction)
            return bound.holds(at)
        case Symbols(left, op, right):
            return (_symbol(left, world) == _symbol(right, world)) == _is_equality(op)
        case bool() as settled:
            return settled


def _is_equality(op: Op) -> bool:
    return op == "="


def _symbol(value: core.Value, world: Mapping[Variable, State]) -> State:
    return str(value.value) if isinstance(value, core.Constant) else world[Symbol(value)]


def _counted(quantity: Quantity, world: Mapping[Variable, State]) -> Fraction:
    """What counts come to in a world that has states for what they count."""
    found = Fraction(0)
    for count, factor in quantity:
        assert isinstance(count, core.CountOf)
        found += factor * sum(is_true(one, world) for one in count.conditions)
    return found
