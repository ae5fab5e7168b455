"""The parts of ground formulas and values: what a node is made of, and the same node made of other parts.

Beside `core`, so that a walk says only what it does with the nodes that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeGuard, cast

from rulelang.engine import core
from rulelang.engine.core import Formula, Value


def children(node: Formula | Value) -> Iterator[Formula | Value]:
    """The parts of a ground formula or value, in their order.

    >>> list(children(core.And((core.FactTest("a"), core.Not(core.FactTest("b"))))))
    [FactTest(fact='a'), Not(operand=FactTest(fact='b'))]
    """
    match node:
        case core.Not(operand) | core.NoneTest(operand) | core.Minus(operand):
            yield operand
        case core.And(parts) | core.Or(parts) | core.CountOf(parts):
            yield from parts
        case core.Test(_, left, right) | core.Arithmetic(_, left, right) | core.Elapsed(_, left, right):
            yield left
            yield right
        case core.Shift(base, by):
            yield base
            yield by
        case core.Lookup(_, _, args) | core.Call(_, args):
            yield from args
        case core.Fold(_, items) | core.Selected(items):
            for guard, value in items:
                yield guard
                yield value
        case _:
            pass


def rebuilt_formula(node: Formula, formula: Callable[[Formula], Formula], value: Callable[[Value], Value]) -> Formula:
    """The formula with each of its parts replaced by what these make of it; one without parts is left as it is.

    >>> negated = rebuilt_formula(core.Or((core.FactTest("a"), core.FactTest("b"))), core.Not, lambda read: read)
    >>> negated
    Or(parts=(Not(operand=FactTest(fact='a')), Not(operand=FactTest(fact='b'))))
    """
    match node:
        case core.Not(operand):
            return core.Not(formula(operand))
        case core.And(parts):
            return core.And(tuple(map(formula, parts)))
        case core.Or(parts):
            return core.Or(tuple(map(formula, parts)))
        case core.Test(op, left, right):
            return core.Test(op, value(left), value(right))
        case core.NoneTest(operand):
            return core.NoneTest(value(operand))
        case core.Truth() | core.FactTest() | core.Established() | core.Named():
            return node


def rebuilt_value(node: Value, formula: Callable[[Formula], Formula], value: Callable[[Value], Value]) -> Value:
    """As `rebuilt_formula`, of a value."""
    match node:
        case core.Lookup(table, column, args, label):
            return core.Lookup(table, column, tuple(map(value, args)), label)
        case core.Arithmetic(op, left, right):
            return core.Arithmetic(op, value(left), value(right))
        case core.Minus(operand):
            return core.Minus(value(operand))
        case core.Shift(base, by):
            return core.Shift(value(base), value(by))
        case core.Call(function, args):
            return core.Call(function, tuple(map(value, args)))
        case core.Elapsed(unit, start, end):
            return core.Elapsed(unit, value(start), value(end))
        case core.CountOf(conditions):
            return core.CountOf(tuple(map(formula, conditions)))
        case core.Fold(fold, items):
            return core.Fold(fold, tuple((formula(guard), value(item)) for guard, item in items))
        case core.Selected(cases):
            return core.Selected(tuple((formula(guard), value(item)) for guard, item in cases))
        case core.Constant() | core.Undefined() | core.FactRead() | core.OutcomeRead() | core.NamedRead():
            return node


def rebuilt_exceptions(
    exceptions: Iterable[core.GroundException], formula: Callable[[Formula], Formula]
) -> tuple[core.GroundException, ...]:
    """The exceptions with other conditions."""
    return tuple(
        core.GroundException(one.id, formula(one.condition), rebuilt_exceptions(one.exceptions, formula))
        for one in exceptions
    )


def rebuilt_definition(
    definition: core.GroundDefinition, formula: Callable[[Formula], Formula], value: Callable[[Value], Value]
) -> core.GroundDefinition:
    """The definition with other conditions and results."""

    def result(made: Formula | Value) -> Formula | Value:
        return formula(cast(Formula, made)) if definition.boolean else value(cast(Value, made))

    cases = tuple((formula(condition), result(made)) for condition, made in definition.cases)
    return replace(definition, cases=cases)


def rebuilt_rule(
    rule: core.GroundRule, formula: Callable[[Formula], Formula], value: Callable[[Value], Value]
) -> core.GroundRule:
    """The rule with other conditions and another value."""
    return replace(
        rule,
        condition=formula(rule.condition),
        value=None if rule.value is None else value(rule.value),
        exceptions=rebuilt_exceptions(rule.exceptions, formula),
    )


def rebuilt_limit(
    limit: core.GroundLimit, formula: Callable[[Formula], Formula], value: Callable[[Value], Value]
) -> core.GroundLimit:
    """The limit with other conditions and another bound."""
    return replace(
        limit,
        condition=formula(limit.condition),
        bound=value(limit.bound),
        exceptions=rebuilt_exceptions(limit.exceptions, formula),
    )


def is_formula(node: Formula | Value) -> TypeGuard[Formula]:
    """Whether it is a formula, not an expression."""
    return isinstance(
        node,
        core.Truth | core.FactTest | core.Established | core.Not | core.And | core.Or | core.Test | core.NoneTest
        | core.Named,
    )  # fmt: skip


def rebuilt_core(
    program: core.Core, formula: Callable[[Formula], Formula], value: Callable[[Value], Value]
) -> core.Core:
    """The core with other formulas and values in its rules, limits, definitions, ALWAYS declarations and targets."""
    return replace(
        program,
        contests={
            key: replace(contest, limits=tuple(rebuilt_limit(limit, formula, value) for limit in contest.limits))
            for key, contest in program.contests.items()
        },
        rules=tuple(rebuilt_rule(rule, formula, value) for rule in program.rules),
        definitions={key: rebuilt_definition(one, formula, value) for key, one in program.definitions.items()},
        targets=tuple(formula(one) if is_formula(one) else value(cast(Value, one)) for one in program.targets),
        always=tuple(map(formula, program.always)),
    )
