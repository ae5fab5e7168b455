"""What a number that is counted, added up or calculated has to do with what it is made of, as formulas.

`LEAST(n, m)` is at most n and at most m, and it is one of them; a count is a sum of ones and zeros.  Always so; of what
is calculated by the calendar, or divided by what is read, nothing is said here, and little where there is much to
choose from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeAlias

from rulelang.engine import core
from rulelang.grammar.values import exact
from rulelang.verifier.expand import negation
from rulelang.verifier.linear import Op, Quantity, number, terms
from rulelang.verifier.reach import Reach, point

MANY = 6
"""How many conditions, or numbers to choose from, are gone into at most: each is one more alternative."""

Reached: TypeAlias = Callable[[Quantity], Reach]
"""The numbers that a quantity can be."""


def relations_of(value: core.Value, reach: Reached) -> Iterator[core.Formula]:
    """What is always so of a value that is made of others; nothing of one that is read."""
    match value:
        case core.CountOf((condition,)):
            yield from _either(value, condition, core.Constant(1))
        case core.CountOf(conditions) if len(conditions) > MANY:
            yield _is(value, "<=", core.Constant(len(conditions)))
        case core.CountOf(conditions):
            yield _added(value, [core.CountOf((one,)) for one in conditions])
        case core.Fold("SUM", ((guard, item),)) if guard != core.TRUE:
            yield from _either(value, guard, item)
        case core.Fold("SUM", items):
            if sum(guard != core.TRUE for guard, _ in items) <= MANY:
                yield _added(value, [one[1] if one[0] == core.TRUE else core.Fold("SUM", (one,)) for one in items])
        case core.Fold(("MIN" | "MAX") as fold, items):
            yield from _extreme(value, "<=" if fold == "MIN" else ">=", items)
        case core.Call("LEAST", args):
            yield from _extreme(value, "<=", tuple((core.TRUE, one) for one in args))
        case core.Call("GREATEST", args):
            yield from _extreme(value, ">=", tuple((core.TRUE, one) for one in args))
        case core.Call("ABS", (operand,)):
            zero, turned = core.Constant(0), core.Minus(operand)
            yield core.Test(">=", value, zero)
            yield core.Or((_all(_is(operand, ">=", zero), _is(value, "=", operand)),
                           _all(_is(operand, "<=", zero), _is(value, "=", turned))))  # fmt: skip
        case core.Call("FLOOR" | "CEIL" | "ROUND" as function, (operand, *steps)):
            step = number(steps[0].value) if steps and isinstance(steps[0], core.Constant) else None
            if not steps or step:
                yield from _stepped(value, function, operand, abs(step or Fraction(1)))
        case core.Arithmetic("*", left, right):
            yield from _product(value, left, right, reach)
        case _:
            pass


def _is(left: core.Value, op: Op, right: core.Value) -> core.Formula:
    return core.Test(op, left, right)


def _all(*parts: core.Formula) -> core.Formula:
    return core.And(parts)


def _added(value: core.Value, parts: list[core.Value]) -> core.Formula:
    """That a value is a sum of several."""
    total: core.Value = core.Constant(0)
    for part in parts:
        total = core.Arithmetic("+", total, part)
    return _is(value, "=", total)


def _either(value: core.Value, condition: core.Formula, item: core.Value) -> Iterator[core.Formula]:
    """That a value is another one where a condition is so, and nothing where it is not."""
    nothing = core.Constant(0)
    yield core.Or((_all(condition, _is(value, "=", item)), _all(negation(condition), _is(value, "=", nothing))))


def _extreme(value: core.Value, op: Op, items: tuple[tuple[core.Formula, core.Value], ...]) -> Iterator[core.Formula]:
    """That a value is the least or greatest of those that count; of none there is no such value."""
    none = _all(*(negation(guard) for guard, _ in items))
    for guard, item in items:
        beyond = _is(value, op, item)
        if guard == core.TRUE:
            yield beyond
        elif len(items) <= MANY:
            yield core.Or((negation(guard), beyond))
    if len(items) > MANY:
        return
    some = tuple(_all(guard, _is(value, "=", item)) for guard, item in items)
    yield core.Or(some if any(guard == core.TRUE for guard, _ in items) else (*some, none))


def _stepped(value: core.Value, function: str, operand: core.Value, step: Fraction) -> Iterator[core.Formula]:
    """How far a rounded value is from what is rounded, at most."""
    below, above = {
        "FLOOR": (Fraction(0), step), "CEIL": (step, Fraction(0)), "ROUND": (step / 2, step / 2),
    }[function]  # fmt: skip
    over = core.Arithmetic("-", operand, value)
    yield _is(over, "<" if function == "FLOOR" else "<=", core.Constant(exact(above)))
    yield _is(over, ">" if function == "CEIL" else ">=", core.Constant(exact(-below)))


def _product(value: core.Value, left: core.Value, right: core.Value, reach: Reached) -> Iterator[core.Formula]:
    """The four inequalities between a product and its factors that follow from the ends of these (McCormick 1976)."""
    first, second = _numbers(left, reach), _numbers(right, reach)
    for end, upper in ((first.low, False), (first.high, True)):
        for other, other_upper in ((second.low, False), (second.high, True)):
            if end is None or other is None:
                continue
            # (left - end) * (right - other) has the same sign throughout.
            a, b = core.Constant(exact(end)), core.Constant(exact(other))
            plane = core.Arithmetic(
                "-",
                core.Arithmetic("+", core.Arithmetic("*", a, right), core.Arithmetic("*", b, left)),
                core.Constant(exact(end * other)),
            )
            yield _is(value, ">=" if upper is other_upper else "<=", plane)
    if left == right:
        yield _is(value, ">=", core.Constant(0))


def _numbers(value: core.Value, reach: Reached) -> Reach:
    """The numbers that a factor can be."""
    found = terms(value)
    return Reach() if found is None else reach(found[0]).plus(point(found[1]))
