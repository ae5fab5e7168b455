"""Conditions as written: NOT, AND and OR over leaves, each leaf with its ground formula.

The core program expands quantifiers and flattens; an answer is held against what the rule's author wrote, so a
quantified condition or an aggregate is one leaf here (verification, N3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier import expand


@dataclass(frozen=True, slots=True)
class Leaf:
    """A proposition, norm, comparison (`x IN {a, b}` and `x BETWEEN a AND b` are), quantified or aggregate condition.

    `written` is the resolved formula that it comes from, where it is known (it gives the text).
    """

    formula: core.Formula
    written: model.Formula | None = None


@dataclass(frozen=True, slots=True)
class Negated:
    operand: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    parts: tuple[Condition, ...]


Condition: TypeAlias = Leaf | Negated | AllOf | OneOf


def written(formula: model.Formula, grounded: Mapping[model.Formula, core.Formula]) -> Condition:
    """The condition of a resolved formula without free variables; `grounded` holds its leaves' ground formulas."""
    match formula:
        case model.Not(operand):
            return Negated(written(operand, grounded))
        case model.And(parts, False):
            return AllOf(tuple(written(part, grounded) for part in parts))
        case model.Or(parts, False):
            return OneOf(tuple(written(part, grounded) for part in parts))
        case model.Violated():
            return written(violation(formula), grounded)
        case _:
            return Leaf(grounded[formula], formula)


def leaf_of(formula: model.Formula, ground: core.Formula) -> core.Formula:
    """The leaf of a resolved condition: a quantified one is an AND or OR over its instances, of one instance too, so
    that it is a condition of its own however many the case has (verification, N3).

    >>> binder = model.Binder("b", model.SortRange("bag"))
    >>> leaf_of(model.Quantified("ANY", binder, model.FactHolds("h", ())), core.FactTest("h(b1)"))
    Or(parts=(FactTest(fact='h(b1)'),))
    """
    match formula, ground:
        case model.Quantified(), core.Truth() | core.Test(_, core.Undefined(), _):  # of a sort that is not listed
            return ground
        case model.Quantified("ANY"), _:
            return ground if isinstance(ground, core.Or) else core.Or((ground,))
        case model.Quantified(), _:
            return ground if isinstance(ground, core.And) else core.And((ground,))
        case _:
            return ground


def ground_condition(formula: core.Formula) -> Condition:
    """The condition of a ground formula, for parts of which only the ground form is known."""
    match formula:
        case core.Not(operand):
            return Negated(ground_condition(operand))
        case core.And(parts):
            return AllOf(tuple(ground_condition(part) for part in parts))
        case core.Or(parts):
            return OneOf(tuple(ground_condition(part) for part in parts))
        case core.Truth() | core.FactTest() | core.Established() | core.Test() | core.NoneTest() | core.Named():
            return Leaf(formula)
        case _:
            assert_never(formula)


def violation(formula: model.Violated) -> model.Formula:
    """VIOLATED a: (MUST a AND NOT DONE a) OR (MUST NOT a AND DONE a)."""
    name, args = formula.name, formula.args
    done = model.Done(name, args)
    return model.Or(
        (
            model.And((model.NormHolds("MUST", name, args), model.Not(done))),
            model.And((model.NormHolds("MUST NOT", name, args), done)),
        )
    )


def written_leaves(formula: model.Formula) -> Iterator[model.Formula]:
    """The leaves of a resolved formula, in the order of the text."""
    match formula:
        case model.Not(operand):
            yield from written_leaves(operand)
        case model.And(parts, False) | model.Or(parts, False):
            for part in parts:
                yield from written_leaves(part)
        case model.Violated():
            yield from written_leaves(violation(formula))
        case _:
            yield formula


def unnamed(formula: model.Formula) -> model.Formula:
    """A resolved condition, or its contrary, with no name for the variable where all there is is counted."""
    if not isinstance(formula, model.Compare):
        return formula
    op = _CONTRARY.get(formula.op) or formula.op
    return model.Compare(op, _unnamed(formula.left), _unnamed(formula.right))


_CONTRARY: Mapping[str, Literal["=", "<=", ">="]] = {"!=": "=", "<": ">=", ">": "<="}


def _unnamed(value: model.Value) -> model.Value:
    if isinstance(value, model.Count) and value.where is None:
        return replace(value, binder=replace(value.binder, variable=""))
    return value


def leaves_of(condition: Condition) -> tuple[Leaf, ...]:
    """The leaves of a condition, each once; what is always true or false is none."""
    found: dict[core.Formula, Leaf] = {}
    for leaf in _leaves_of(condition):
        if not isinstance(leaf.formula, core.Truth):
            found.setdefault(leaf.formula, leaf)
    return tuple(found.values())


def always_of(condition: Condition) -> Iterator[tuple[core.Formula, model.Formula]]:
    """The conditions as written that are no leaves, for they are always true or always false, and which of the two:
    `COUNT OF x IN bag >= 2` counts what there is."""
    for leaf in _leaves_of(condition):
        if isinstance(leaf.formula, core.Truth) and leaf.written is not None:
            yield leaf.formula, unnamed(leaf.written)


def _leaves_of(condition: Condition) -> Iterator[Leaf]:
    match condition:
        case Leaf():
            yield condition
        case Negated(operand):
            yield from _leaves_of(operand)
        case AllOf(parts) | OneOf(parts):
            for part in parts:
                yield from _leaves_of(part)
        case _:
            assert_never(condition)


def formula_of(condition: Condition, instead: Mapping[core.Formula, core.Formula] | None = None) -> core.Formula:
    """The ground formula of a condition, with other formulas in place of some leaves."""
    match condition:
        case Leaf(formula):
            return formula if instead is None else instead.get(formula, formula)
        case Negated(operand):
            return expand.negation(formula_of(operand, instead))
        case AllOf(parts):
            return conjunction([formula_of(part, instead) for part in parts])
        case OneOf(parts):
            return disjunction([formula_of(part, instead) for part in parts])
        case _:
            assert_never(condition)


def conjunction(parts: list[core.Formula]) -> core.Formula:
    """AND, simplified where a part is always true or always false."""
    kept = [part for part in dict.fromkeys(parts) if part != core.TRUE]
    if core.FALSE in kept:
        return core.FALSE
    return core.And(tuple(kept)) if len(kept) > 1 else kept[0] if kept else core.TRUE


def disjunction(parts: list[core.Formula]) -> core.Formula:
    """OR, simplified where a part is always true or always false."""
    kept = [part for part in dict.fromkeys(parts) if part != core.FALSE]
    if core.TRUE in kept:
        return core.TRUE
    return core.Or(tuple(kept)) if len(kept) > 1 else kept[0] if kept else core.FALSE
