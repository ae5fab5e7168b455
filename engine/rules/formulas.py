"""Traversals of resolved formulas and values that several parts of the engine need: parts, mentions, substitution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias, assert_never

from rulelang.grammar import model as m

Node: TypeAlias = m.Formula | m.Value


def conjunction(*parts: m.Formula) -> m.Formula:
    """φ AND γ as one flat conjunction; what is always true is left out.

    >>> conjunction(m.Truth(True), m.FactHolds("p"))
    FactHolds(name='p', args=())
    """
    flat: list[m.Formula] = []
    for part in parts:
        if isinstance(part, m.And) and not part.between:
            flat.extend(part.parts)
        elif part != m.Truth(True):
            flat.append(part)
    if not flat:
        return m.Truth(True)
    return flat[0] if len(flat) == 1 else m.And(tuple(flat))


def disjunction(*parts: m.Formula) -> m.Formula:
    """φ OR α as one flat disjunction; a part that is always true makes it so, one that is never true is left out."""
    flat: list[m.Formula] = []
    for part in parts:
        if part == m.Truth(True):
            return part
        if isinstance(part, m.Or) and not part.listed:
            flat.extend(part.parts)
        elif part != m.Truth(False):
            flat.append(part)
    if not flat:
        return m.Truth(False)
    return flat[0] if len(flat) == 1 else m.Or(tuple(flat))


def complement(formula: m.Formula) -> m.Formula:
    """NOT φ; twice is the identity on the text as well."""
    match formula:
        case m.Not(operand=operand):
            return operand
        case m.Truth(value=value):
            return m.Truth(not value)
        case _:
            return m.Not(formula)


def parts(node: Node) -> tuple[Node, ...]:
    """The formulas and values directly inside a node, those of a binder's range included."""
    match node:
        case m.Truth() | m.Constant() | m.Variable():
            return ()
        case (
            m.FactHolds(args=args)
            | m.OutcomeHolds(args=args)
            | m.Rejected(args=args)
            | m.NormHolds(args=args)
            | m.Done(args=args)
            | m.Violated(args=args)
            | m.DefinitionHolds(args=args)
            | m.FactValue(args=args)
            | m.OutcomeValue(args=args)
            | m.DefinitionValue(args=args)
            | m.TableValue(args=args)
            | m.Call(args=args)
        ):
            return args
        case m.Not(operand=operand) | m.IsNone(operand=operand) | m.Minus(operand=operand):
            return (operand,)
        case m.And(parts=inner) | m.Or(parts=inner):
            return inner
        case m.Compare(left=left, right=right) | m.Before(left=left, right=right):
            return (left, right)
        case m.Arithmetic(left=left, right=right):
            return (left, right)
        case m.Shift(base=base, by=by):
            return (base, by)
        case m.Elapsed(start=start, end=end):
            return (start, end)
        case m.Quantified(binder=binder, body=body):
            return (*range_args(binder), body)
        case m.Count(binder=binder, where=where):
            return range_args(binder) if where is None else (*range_args(binder), where)
        case m.CountOf(conditions=conditions):
            return conditions
        case m.Fold(body=value, binder=binder, where=where):
            inside = (*range_args(binder), value)
            return inside if where is None else (*inside, where)
        case _:
            assert_never(node)


def range_args(binder: m.Binder) -> tuple[m.Value, ...]:
    """The arguments of a relation range (`r` in `s IN flights(r)`)."""
    return binder.range.args if isinstance(binder.range, m.RelationRange) else ()


def walk(node: Node) -> Iterator[Node]:
    """The node and everything inside it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(parts(current)))


def mentions(node: Node, sought: Node) -> bool:
    """Whether a formula or value occurs in another (or is it)."""
    return any(inner == sought for inner in walk(node))


def variables(node: Node) -> frozenset[str]:
    """The free variables of a node."""
    match node:
        case m.Variable(name=name):
            return frozenset({name})
        case m.Quantified(binder=binder) | m.Count(binder=binder) | m.Fold(binder=binder):
            outside = variables_of(range_args(binder))
            inside = variables_of(parts(node)[len(range_args(binder)) :])
            return outside | (inside - {binder.variable})
        case _:
            return variables_of(parts(node))


def variables_of(nodes: tuple[Node, ...]) -> frozenset[str]:
    """The free variables of several nodes together."""
    found: frozenset[str] = frozenset()
    for node in nodes:
        found |= variables(node)
    return found


Substitution: TypeAlias = Mapping[str, m.Value]


def substitute_value(value: m.Value, by: Substitution) -> m.Value:
    """The value with its free variables replaced; bound variables are renamed where they would capture one."""
    match value:
        case m.Constant():
            return value
        case m.Variable(name=name):
            return by.get(name, value)
        case (
            m.FactValue(args=args)
            | m.OutcomeValue(args=args)
            | m.DefinitionValue(args=args)
            | m.TableValue(args=args)
            | m.Call(args=args)
        ):
            return replace(value, args=_all(args, by))
        case m.Arithmetic(left=left, right=right):
            return replace(value, left=substitute_value(left, by), right=substitute_value(right, by))
        case m.Minus(operand=operand):
            return m.Minus(substitute_value(operand, by))
        case m.Shift(base=base, by=shift):
            return m.Shift(substitute_value(base, by), substitute_value(shift, by))
        case m.Elapsed(start=start, end=end):
            return replace(value, start=substitute_value(start, by), end=substitute_value(end, by))
        case m.Count(binder=binder, where=where):
            binder, inner = _enter(binder, by)
            return m.Count(binder, None if where is None else substitute(where, inner))
        case m.CountOf(conditions=conditions):
            return m.CountOf(tuple(substitute(c, by) for c in conditions))
        case m.Fold(body=body, binder=binder, where=where):
            binder, inner = _enter(binder, by)
            where = None if where is None else substitute(where, inner)
            return replace(value, body=substitute_value(body, inner), binder=binder, where=where)
        case _:
            assert_never(value)


def substitute(formula: m.Formula, by: Substitution) -> m.Formula:
    """The formula with its free variables replaced; see `substitute_value`."""
    match formula:
        case m.Truth():
            return formula
        case (
            m.FactHolds(args=args)
            | m.OutcomeHolds(args=args)
            | m.Rejected(args=args)
            | m.NormHolds(args=args)
            | m.Done(args=args)
            | m.Violated(args=args)
            | m.DefinitionHolds(args=args)
        ):
            return replace(formula, args=_all(args, by))
        case m.Not(operand=operand):
            return m.Not(substitute(operand, by))
        case m.And(parts=inside):
            return replace(formula, parts=tuple(substitute(p, by) for p in inside))
        case m.Or(parts=inside):
            return replace(formula, parts=tuple(substitute(p, by) for p in inside))
        case m.Compare(left=left, right=right) | m.Before(left=left, right=right):
            return replace(formula, left=substitute_value(left, by), right=substitute_value(right, by))
        case m.IsNone(operand=value):
            return m.IsNone(substitute_value(value, by))
        case m.Quantified(binder=binder, body=body):
            binder, inner = _enter(binder, by)
            return replace(formula, binder=binder, body=substitute(body, inner))
        case _:
            assert_never(formula)


def substitute_binder(binder: m.Binder, by: Substitution) -> m.Binder:
    """The binder with the free variables of its range replaced."""
    if isinstance(binder.range, m.RelationRange):
        return m.Binder(binder.variable, replace(binder.range, args=_all(binder.range.args, by)))
    return binder


def _all(values: tuple[m.Value, ...], by: Substitution) -> tuple[m.Value, ...]:
    return tuple(substitute_value(v, by) for v in values)


def _enter(binder: m.Binder, by: Substitution) -> tuple[m.Binder, Substitution]:
    """The binder and the substitution that holds inside it."""
    inner = {name: value for name, value in by.items() if name != binder.variable}
    ranged = substitute_binder(binder, by)
    taken = variables_of(tuple(inner.values()))
    if binder.variable not in taken:
        return ranged, inner
    fresh = binder.variable
    while fresh in taken or fresh in inner:
        fresh += "'"
    inner[binder.variable] = m.Variable(fresh)
    return m.Binder(fresh, ranged.range), inner
