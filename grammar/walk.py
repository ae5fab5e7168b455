"""Walking over formulas and values of the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from rulelang.grammar import model
from rulelang.grammar.model import Formula, Value

Node: TypeAlias = Formula | Value


def parts(node: Node) -> tuple[Node, ...]:
    """The formulas and values directly below a node, in the order of the text."""
    match node:
        case (
            model.FactHolds(args=args) | model.OutcomeHolds(args=args) | model.Rejected(args=args)
            | model.NormHolds(args=args) | model.Done(args=args) | model.Violated(args=args)
            | model.DefinitionHolds(args=args) | model.FactValue(args=args) | model.OutcomeValue(args=args)
            | model.DefinitionValue(args=args) | model.TableValue(args=args) | model.Call(args=args)
        ):  # fmt: skip
            return args
        case model.And(below) | model.Or(below):
            return below
        case model.CountOf(below):
            return below
        case model.Not(operand):
            return (operand,)
        case model.Minus(value) | model.IsNone(value):
            return (value,)
        case (
            model.Compare(left=left, right=right) | model.Arithmetic(left=left, right=right)
            | model.Before(left=left, right=right) | model.Shift(base=left, by=right)
            | model.Elapsed(start=left, end=right)
        ):  # fmt: skip
            return left, right
        case model.Quantified(_, binder, body):
            return *range_parts(binder), body
        case model.Count(binder, where):
            return range_parts(binder) if where is None else (*range_parts(binder), where)
        case model.Fold(_, folded, binder, where):
            inner = (*range_parts(binder), folded)
            return inner if where is None else (*inner, where)
        case model.Truth() | model.Constant() | model.Variable():
            return ()


def range_parts(binder: model.Binder) -> tuple[Value, ...]:
    """The values in the range of a binder: the arguments of a relation."""
    return binder.range.args if isinstance(binder.range, model.RelationRange) else ()


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, without recursion."""
    pending: list[Node] = [node]
    while pending:
        at = pending.pop()
        yield at
        pending.extend(parts(at))


def variables(node: Node) -> set[str]:
    """The names of all variables that occur below a node, bound ones included."""
    return {at.name for at in walk(node) if isinstance(at, model.Variable)}


def occurrences(condition: Formula, atom: Formula, positive: bool = True) -> tuple[int, int]:
    """How often an atom stands in a condition under an even and under an odd number of NOTs.

    What stands in a count or another value can't be replaced soundly, so it counts as both.
    """
    if condition == atom:
        return (1, 0) if positive else (0, 1)
    match condition:
        case model.And(below) | model.Or(below):
            counts = [occurrences(part, atom, positive) for part in below]
            return sum(c[0] for c in counts), sum(c[1] for c in counts)
        case model.Not(operand):
            return occurrences(operand, atom, not positive)
        case model.Quantified(_, _, body):
            return occurrences(body, atom, positive)
        case _:
            inside = sum(1 for at in walk(condition) if at == atom)
            return inside, inside


def replaced(condition: Formula, atom: Formula, concept: Formula) -> Formula:
    """The condition with the atom replaced wherever it stands as a condition of its own."""
    if condition == atom:
        return concept
    match condition:
        case model.And(below):
            return replace(condition, parts=tuple(replaced(part, atom, concept) for part in below))
        case model.Or(below):
            return replace(condition, parts=tuple(replaced(part, atom, concept) for part in below))
        case model.Not(operand):
            return model.Not(replaced(operand, atom, concept))
        case model.Quantified(quantifier, binder, body):
            return model.Quantified(quantifier, binder, replaced(body, atom, concept))
        case _:
            return condition
