"""Walks over ground formulas: their leaves, what they read.

A *leaf* of a condition is what stands below NOT, AND and OR: a proposition, a norm, a comparison.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias, assert_never

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


def inner(leaf: core.Formula) -> tuple[core.Formula, ...]:
    """What stands inside a quantified, aggregate or other leaf that the core has expanded: its instances' leaves, those
    in the values that it compares included.

    >>> inner(core.Test(">", core.CountOf((core.FactTest("p"),)), core.Constant(0)))
    (FactTest(fact='p'),)
    """
    found = [one for one in leaves(leaf) if one != leaf]
    found += [
        one
        for part in (leaf, *found)
        if isinstance(part, core.Test)
        for side in (part.left, part.right)
        for one in propositions(side)
    ]
    return tuple(dict.fromkeys(found))


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


def bare(literal: core.Formula) -> core.Formula:
    """What a literal affirms or denies: it without its NOT.

    >>> bare(core.Not(core.FactTest("p")))
    FactTest(fact='p')
    """
    return literal.operand if isinstance(literal, core.Not) else literal


def negation(formula: core.Formula) -> core.Formula:
    """NOT p, without doubling the NOT."""
    match formula:
        case core.Not(operand):
            return operand
        case core.Truth(value):
            return core.Truth(not value)
        case _:
            return core.Not(formula)


Read: TypeAlias = core.FactRead | core.OutcomeRead | core.NamedRead
"""A valued fact, outcome or definition that is read."""


Atom: TypeAlias = core.FactTest | core.Established | core.Named | Read
"""What a formula or value reads, truth values included."""


Name: TypeAlias = tuple[str, str]
"""A fact, contest or definition by its key."""


def name_of(atom: Atom) -> Name:
    """The name of what is read."""
    match atom:
        case core.FactTest(key) | core.FactRead(key):
            return "fact", key
        case core.Established(key) | core.OutcomeRead(key):
            return "contest", key
        case core.Named(key) | core.NamedRead(key):
            return "definition", key


def names(term: core.Formula | core.Value) -> set[Name]:
    """The names of everything that a formula or value reads.

    >>> sorted(names(core.And((core.FactTest("p"), core.Established("c", (True,))))))
    [('contest', 'c'), ('fact', 'p')]
    """
    return {name_of(atom) for atom in atoms(term)}


def contests(term: core.Formula | core.Value) -> frozenset[str]:
    """The contests of which a formula or value speaks, truth and values alike."""
    return frozenset(atom.contest for atom in atoms(term) if isinstance(atom, core.Established | core.OutcomeRead))


def equation(formula: core.Formula) -> tuple[core.Value, core.Constant] | None:
    """The variable and the value of `v = x`."""
    match formula:
        case core.Test(
            "=", (core.FactRead() | core.OutcomeRead() | core.NamedRead()) as read, core.Constant() as value
        ):
            return read, value
        case core.Test(
            "=", core.Constant() as value, (core.FactRead() | core.OutcomeRead() | core.NamedRead()) as read
        ):
            return read, value
        case _:
            return None


def listed(formula: core.Formula) -> core.Value | None:
    """The value that `x IN {a, b}` compares with its members; None of anything else.

    >>> kind = core.FactRead("kind")
    >>> listed(core.Or(tuple(core.Test("=", kind, core.Constant(member)) for member in ("red", "green"))))
    FactRead(fact='kind')
    """
    match formula:
        case core.Or((core.Test("=", value, _) | core.NoneTest(value), *_) as parts):
            return value if all(_is_member(part, value) for part in parts) else None
        case _:
            return None


def between(formula: core.Formula) -> core.Value | None:
    """The value that `x BETWEEN low AND high` compares with its ends; None of anything else.

    >>> age = core.FactRead("age")
    >>> between(core.And((core.Test(">=", age, core.Constant(18)), core.Test("<=", age, core.Constant(65)))))
    FactRead(fact='age')
    """
    match formula:
        case core.And((core.Test(">=", value, _), core.Test("<=", same, _))) if value == same:
            return value
        case _:
            return None


def _is_member(part: core.Formula, value: core.Value) -> bool:
    match part:
        case core.Test("=", left, _) | core.NoneTest(left):
            return left == value
        case _:
            return False


def is_comparison(formula: core.Formula) -> bool:
    """Whether a formula is a comparison, `x IN {a, b}` and `x BETWEEN a AND b` included."""
    return isinstance(formula, core.Test) or (listed(formula) or between(formula)) is not None


def compares(formula: core.Formula, value: core.Value) -> bool:
    """Whether a comparison, `x IN {a, b}` and `x BETWEEN a AND b` included, compares just this value."""
    if isinstance(formula, core.Test):
        return value in (formula.left, formula.right)
    return value in (listed(formula), between(formula))


def reads(term: core.Formula | core.Value) -> tuple[Read, ...]:
    """The values that a formula or value reads, each once, in the order of the text."""
    return tuple(dict.fromkeys(atom for atom in atoms(term) if isinstance(atom, Read)))


def is_about_facts(term: core.Formula | core.Value, stipulated: Collection[str] = ()) -> bool:
    """Whether a formula or value reads facts alone: nothing in it is derived.

    What a case says itself of the contests that are `stipulated` is not derived in it either (N5).
    """
    return all(
        isinstance(atom, core.FactTest | core.FactRead)
        or (isinstance(atom, core.Established | core.OutcomeRead) and atom.contest in stipulated)
        for atom in atoms(term)
    )


def atoms(term: core.Formula | core.Value) -> Iterator[Atom]:
    """Everything that a formula or value reads, in the order of the text."""
    match term:
        case core.FactTest() | core.Established() | core.Named():
            yield term
        case core.FactRead() | core.OutcomeRead() | core.NamedRead():
            yield term
        case core.Not(operand) | core.NoneTest(operand) | core.Minus(operand):
            yield from atoms(operand)
        case core.And(parts) | core.Or(parts):
            for part in parts:
                yield from atoms(part)
        case core.Test(_, left, right) | core.Arithmetic(_, left, right) | core.Shift(left, right):
            yield from atoms(left)
            yield from atoms(right)
        case core.Elapsed(_, start, end):
            yield from atoms(start)
            yield from atoms(end)
        case core.Call(_, args) | core.Lookup(_, _, args):
            for arg in args:
                yield from atoms(arg)
        case core.CountOf(conditions):
            for condition in conditions:
                yield from atoms(condition)
        case core.Fold(_, items) | core.Selected(items):
            for guard, value in items:
                yield from atoms(guard)
                yield from atoms(value)
        case core.Truth() | core.Constant() | core.Undefined():
            return
        case _:
            assert_never(term)


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
