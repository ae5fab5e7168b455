"""What a formula or a value rests on: the facts, literals, values and definitions that make it what it is.

Of a true OR that is each true part, of a false AND each false part; what could not have changed it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, cast

from rulelang.engine import core
from rulelang.engine.core import Formula, GroundDefinition, Value
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar.model import Mode


@dataclass(frozen=True, slots=True)
class FactLeaf:
    fact: str


@dataclass(frozen=True, slots=True)
class LiteralLeaf:
    """A test of a contest that is true, false or open."""

    contest: str
    literals: tuple[bool | Mode, ...]
    holds: bool | None


@dataclass(frozen=True, slots=True)
class ValueLeaf:
    """The value of an outcome."""

    contest: str


@dataclass(frozen=True, slots=True)
class DefinitionLeaf:
    definition: str


Leaf: TypeAlias = FactLeaf | LiteralLeaf | ValueLeaf | DefinitionLeaf


def leaves_of(asked: Formula | Value, reading: Reading) -> tuple[Leaf, ...]:
    """What a formula or a value rests on."""
    match asked:
        case (
            core.Truth() | core.FactTest() | core.Established() | core.Named() | core.Not() | core.And()
            | core.Or() | core.Test() | core.NoneTest()
        ):  # fmt: skip
            return formula_leaves(asked, reading)
        case _:
            return value_leaves(asked, reading)


def formula_leaves(formula: Formula, reading: Reading) -> tuple[Leaf, ...]:
    """What the formula's truth (or openness) rests on, each once, in the order of the text."""
    return tuple(dict.fromkeys(_of_formula(formula, reading)))


def value_leaves(value: Value, reading: Reading) -> tuple[Leaf, ...]:
    """What the value rests on, each once, in the order of the text."""
    return tuple(dict.fromkeys(_of_value(value, reading)))


def definition_leaves(definition: GroundDefinition, reading: Reading) -> tuple[Leaf, ...]:
    """What a definition rests on: the conditions that were false before the case that fits, and that case."""
    found: list[Leaf] = []
    for condition, value in definition.cases:
        found.extend(_of_formula(condition, reading))
        holds = truth(condition, reading)
        if holds:
            if definition.boolean:
                found.extend(_of_formula(cast(Formula, value), reading))
            else:
                found.extend(_of_value(cast(Value, value), reading))
        if holds is not False:
            break
    return tuple(dict.fromkeys(found))


def _of_formula(formula: Formula, reading: Reading) -> Iterator[Leaf]:
    match formula:
        case core.Truth():
            return
        case core.FactTest(fact):
            yield FactLeaf(fact)
        case core.Established(contest, literals):
            yield LiteralLeaf(contest, literals, truth(formula, reading))
        case core.Named(definition):
            yield DefinitionLeaf(definition)
        case core.Not(operand):
            yield from _of_formula(operand, reading)
        case core.And(parts) | core.Or(parts):
            holds = truth(formula, reading)
            for part in parts:
                if truth(part, reading) is holds:
                    yield from _of_formula(part, reading)
        case core.Test(_, left, right):
            yield from _of_value(left, reading)
            yield from _of_value(right, reading)
        case core.NoneTest(operand):
            yield from _of_value(operand, reading)


def _of_value(value: Value, reading: Reading) -> Iterator[Leaf]:
    match value:
        case core.Constant() | core.Undefined():
            return
        case core.FactRead(fact):
            yield FactLeaf(fact)
        case core.OutcomeRead(contest):
            yield ValueLeaf(contest)
        case core.NamedRead(definition):
            yield DefinitionLeaf(definition)
        case core.Lookup(_, _, args) | core.Call(_, args):
            for arg in args:
                yield from _of_value(arg, reading)
        case core.Arithmetic(_, left, right) | core.Shift(left, right) | core.Elapsed(_, left, right):
            yield from _of_value(left, reading)
            yield from _of_value(right, reading)
        case core.Minus(operand):
            yield from _of_value(operand, reading)
        case core.CountOf(conditions):
            for condition in conditions:
                yield from _of_formula(condition, reading)
        case core.Fold(_, items):
            for guard, item in items:
                yield from _of_formula(guard, reading)
                if truth(guard, reading) is not False:
                    yield from _of_value(item, reading)
        case core.Selected(cases):
            for condition, chosen in cases:
                holds = truth(condition, reading)
                if holds is not False:
                    yield from _of_formula(condition, reading)
                    yield from _of_value(chosen, reading)
                if holds:
                    return
