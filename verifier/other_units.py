"""Claims that compare in another unit: without their denials and their units, so that they can be resolved (N28)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, TypeVar, cast

from rulelang.grammar import model, tree
from rulelang.verifier.units import COMMON, units_of

_CONTRARY: Mapping[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
    "=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="
}  # fmt: skip

_Node = TypeVar("_Node")


def conjuncts(claim: tree.Expr) -> list[tree.Claim]:
    """The parts of a claim that are said to be so: `w > 10 lb` and `NOT a` of `NOT (w <= 10 lb OR a)`."""
    return list(_parts(_plainly(claim, denied=False)))


def _parts(claim: tree.Expr) -> Iterator[tree.Expr]:
    match claim:
        case tree.And(parts):
            for part in parts:
                yield from _parts(part)
        case _:
            yield claim


def _plainly(claim: tree.Expr, *, denied: bool) -> tree.Expr:
    """The same, or its contrary, in which NOT denies no comparison, and nothing that is joined (`NOT w <= 10 lb` is
    `w > 10 lb`)."""
    match claim:
        case tree.Not(operand):
            return _plainly(operand, denied=not denied)
        case tree.And(parts) | tree.Or(parts):
            joined = tree.And if isinstance(claim, tree.And) is not denied else tree.Or
            return joined(tuple(_plainly(part, denied=denied) for part in parts), span=claim.span)
        case tree.Compare() if denied:
            return replace(claim, op=_CONTRARY[claim.op])
        case tree.Between(operand, low, high) if denied:
            return tree.Or(
                (
                    tree.Compare("<", operand, low, span=claim.span),
                    tree.Compare(">", operand, high, span=claim.span),
                ),
                span=claim.span,
            )
        case tree.OneOf(operand, members) if denied:
            return tree.And(
                tuple(tree.Compare("!=", operand, member, span=claim.span) for member in members), span=claim.span
            )
        case _:
            return tree.Not(claim, span=claim.span) if denied else claim


def without_units(node: _Node) -> _Node:
    """A claim with its numbers bare."""
    if isinstance(node, tree.Number):
        return replace(node, unit=None)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        parts = cast(tuple[Any, ...], value)
        made = tuple(map(without_units, parts)) if isinstance(value, tuple) else without_units(value)
        if made != value:
            changed[field.name] = made
    return replace(node, **changed) if changed else node


def unknown_unit(node: object, program: model.Program) -> str | None:
    """A unit that neither the program has nor anybody knows: it is not another one, but none."""
    return next(
        (unit for unit in _units(node) if unit.lower() not in COMMON and unit not in units_of(program)), None
    )


def _units(node: object) -> Iterator[str]:
    if isinstance(node, tree.Number) and node.unit is not None:
        yield node.unit
    elif isinstance(node, tuple):
        for part in cast(Sequence[object], node):
            yield from _units(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _units(getattr(node, field.name))
