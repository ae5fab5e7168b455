"""Walks over ground formulas: their leaves, what they read, definitions put in place of their names.

A *leaf* of a condition is what stands below NOT, AND and OR: a proposition, a norm, a comparison.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from rulelang.engine import core


def leaves(formula: core.Formula) -> tuple[core.Formula, ...]:
    """The leaves of a formula, each once, in the order of the text.

    >>> leaves(core.And((core.FactTest("p"), core.Not(core.FactTest("q")), core.FactTest("p"))))
    (FactTest(fact='p'), FactTest(fact='q'))
    """
    return tuple(dict.fromkeys(_leaves(formula)))


def _leaves(formula: core.Formula) -> Iterator[core.Formula]:
    match formula:
        case core.Not(operand):
            yield from _leaves(operand)
        case core.And(parts) | core.Or(parts):
            for part in parts:
                yield from _leaves(part)
        case core.Truth():
            return
        case core.FactTest() | core.Established() | core.Test() | core.NoneTest() | core.Named():
            yield formula
        case _:
            assert_never(formula)


def conjuncts(formula: core.Formula) -> tuple[core.Formula, ...]:
    """The parts of a conjunction, however deep; NOT (p OR q) is two parts too.

    >>> conjuncts(core.Not(core.Or((core.FactTest("p"), core.Not(core.FactTest("q"))))))
    (Not(operand=FactTest(fact='p')), FactTest(fact='q'))
    """
    match formula:
        case core.And(parts):
            return tuple(piece for part in parts for piece in conjuncts(part))
        case core.Not(core.Or(parts)):
            return tuple(piece for part in parts for piece in conjuncts(negation(part)))
        case core.Not(core.Not(operand)):
            return conjuncts(operand)
        case _:
            return (formula,)


def negation(formula: core.Formula) -> core.Formula:
    """NOT p, without doubling the NOT."""
    match formula:
        case core.Not(operand):
            return operand
        case core.Truth(value):
            return core.Truth(not value)
        case _:
            return core.Not(formula)


def reads(term: core.Formula | core.Value) -> tuple[core.FactRead | core.OutcomeRead, ...]:
    """The valued facts and outcomes that a formula or value reads, each once, in the order of the text."""
    return tuple(dict.fromkeys(_reads(term)))


def _reads(term: core.Formula | core.Value) -> Iterator[core.FactRead | core.OutcomeRead]:
    match term:
        case core.FactRead() | core.OutcomeRead():
            yield term
        case core.Not(operand) | core.NoneTest(operand) | core.Minus(operand):
            yield from _reads(operand)
        case core.And(parts) | core.Or(parts):
            for part in parts:
                yield from _reads(part)
        case core.Test(_, left, right) | core.Arithmetic(_, left, right) | core.Shift(left, right):
            yield from _reads(left)
            yield from _reads(right)
        case core.Elapsed(_, start, end):
            yield from _reads(start)
            yield from _reads(end)
        case core.Call(_, args) | core.Lookup(_, _, args):
            for arg in args:
                yield from _reads(arg)
        case core.CountOf(conditions):
            for condition in conditions:
                yield from _reads(condition)
        case core.Fold(_, items) | core.Selected(items):
            for guard, value in items:
                yield from _reads(guard)
                yield from _reads(value)
        case _:
            return


def propositions(value: core.Value) -> tuple[core.Formula, ...]:
    """The leaves of the conditions that stand inside a value (in an aggregate or a selection)."""
    return tuple(dict.fromkeys(_propositions(value)))


def _propositions(value: core.Value) -> Iterator[core.Formula]:
    match value:
        case core.CountOf(conditions):
            for condition in conditions:
                yield from _leaves(condition)
        case core.Fold(_, items) | core.Selected(items):
            for guard, item in items:
                yield from _leaves(guard)
                yield from _propositions(item)
        case core.Arithmetic(_, left, right) | core.Shift(left, right):
            yield from _propositions(left)
            yield from _propositions(right)
        case core.Minus(operand):
            yield from _propositions(operand)
        case core.Call(_, args) | core.Lookup(_, _, args):
            for arg in args:
                yield from _propositions(arg)
        case core.Elapsed(_, start, end):
            yield from _propositions(start)
            yield from _propositions(end)
        case _:
            return


Definitions = Mapping[str, core.GroundDefinition]


def expanded(formula: core.Formula, definitions: Definitions) -> core.Formula:
    """The formula with every definition's body in place of its name ("substituted before solving")."""
    match formula:
        case core.Named(name):
            return _cases_formula(definitions[name], definitions)
        case core.Not(operand):
            return core.Not(expanded(operand, definitions))
        case core.And(parts):
            return core.And(tuple(expanded(part, definitions) for part in parts))
        case core.Or(parts):
            return core.Or(tuple(expanded(part, definitions) for part in parts))
        case core.Test(op, left, right):
            return core.Test(op, expanded_value(left, definitions), expanded_value(right, definitions))
        case core.NoneTest(operand):
            return core.NoneTest(expanded_value(operand, definitions))
        case core.Truth() | core.FactTest() | core.Established():
            return formula
        case _:
            assert_never(formula)


def _cases_formula(definition: core.GroundDefinition, definitions: Definitions) -> core.Formula:
    """First case that fits: (c1 AND v1) OR (NOT c1 AND c2 AND v2) OR …"""
    options: list[core.Formula] = []
    before: list[core.Formula] = []
    for condition, value in definition.cases:
        body = expanded(_formula(value), definitions)
        if condition == core.TRUE:
            options.append(_conjunction([*before, body]))
            break
        guard = expanded(condition, definitions)
        options.append(_conjunction([*before, guard, body]))
        before.append(negation(guard))
    return options[0] if len(options) == 1 else core.Or(tuple(options))


def _conjunction(parts: list[core.Formula]) -> core.Formula:
    return parts[0] if len(parts) == 1 else core.And(tuple(parts))


def _formula(value: core.Formula | core.Value) -> core.Formula:
    match value:
        case (
            core.Truth() | core.FactTest() | core.Established() | core.Not() | core.And() | core.Or()
            | core.Test() | core.NoneTest() | core.Named()
        ):  # fmt: skip
            return value
        case _:
            raise TypeError(f"a boolean definition gives a value: {value!r}")


def expanded_value(value: core.Value, definitions: Definitions) -> core.Value:
    """The value with every definition's body in place of its name."""

    def go(part: core.Value) -> core.Value:
        return expanded_value(part, definitions)

    match value:
        case core.NamedRead(name):
            cases = definitions[name].cases
            if len(cases) == 1 and cases[0][0] == core.TRUE:
                return go(_value(cases[0][1]))
            return core.Selected(tuple((expanded(c, definitions), go(_value(v))) for c, v in cases))
        case core.Arithmetic(op, left, right):
            return core.Arithmetic(op, go(left), go(right))
        case core.Minus(operand):
            return core.Minus(go(operand))
        case core.Shift(base, by):
            return core.Shift(go(base), go(by))
        case core.Call(function, args):
            return core.Call(function, tuple(go(arg) for arg in args))
        case core.Lookup(table, column, args):
            return core.Lookup(table, column, tuple(go(arg) for arg in args))
        case core.Elapsed(unit, start, end):
            return core.Elapsed(unit, go(start), go(end))
        case core.CountOf(conditions):
            return core.CountOf(tuple(expanded(c, definitions) for c in conditions))
        case core.Fold(fold, items):
            return core.Fold(fold, tuple((expanded(c, definitions), go(v)) for c, v in items))
        case core.Selected(items):
            return core.Selected(tuple((expanded(c, definitions), go(v)) for c, v in items))
        case core.Constant() | core.Undefined() | core.FactRead() | core.OutcomeRead():
            return value
        case _:
            assert_never(value)


def _value(value: core.Formula | core.Value) -> core.Value:
    match value:
        case (
            core.Truth() | core.FactTest() | core.Established() | core.Not() | core.And() | core.Or()
            | core.Test() | core.NoneTest() | core.Named()
        ):  # fmt: skip
            raise TypeError(f"a valued definition gives a formula: {value!r}")
        case _:
            return value
