"""Operations on values whose types are known: what comes out, or a diagnostic that says why nothing does.

A value here is a pair of the model's value and its kind.  Units and durations: language.md, Words; semantics.md,
items 24 and 28.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.grammar.model import (
    Arithmetic,
    Call,
    Constant,
    DateType,
    DurationType,
    Minus,
    NumberType,
    Shift,
    SortType,
    TextType,
    TimeType,
    Value,
)
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.findings import counted
from rulelang.grammar.resolving.kinds import ANY_UNIT, BROKEN, Kind, common_unit, describe, number_words, numeric
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.source import Span
from rulelang.grammar.values import DAY, Duration

Typed: TypeAlias = tuple[Value, Kind]

WRONG: Typed = (Constant(0), BROKEN)
"""Stands for an expression with an error in it."""


def with_unit(value: Value, unit: str | None) -> Value:
    """A bare number with the unit that it takes from what it stands beside."""
    if unit is None or unit == ANY_UNIT:
        return value
    match value:
        case Constant(number, None) if isinstance(number, int | Fraction):
            return Constant(number, unit)
        case Minus(operand):
            return Minus(with_unit(operand, unit))
        case _:
            return value


def units_clash(
    scope: Scope, left: str | None, right: str | None, span: Span, what: str, sides: Sequence[Value] = ()
) -> None:
    """Report two units that don't go together; among the `sides` may be a number that needs only its unit."""
    if left is None or right is None:
        unit = left or right
        bare = [
            number_words(side.value)
            for side in sides
            if isinstance(side, Constant) and side.unit is None and isinstance(side.value, int | Fraction)
        ]
        scope.findings.error(
            "RL217",
            f"a number without unit and a number in `{unit}` cannot be {what}",
            span,
            f"write the unit: `{bare[0] if len(bare) == 1 else '…'} {unit}`",
        )
    else:
        scope.findings.error(
            "RL212",
            f"`{left}` and `{right}` cannot be {what}",
            span,
            "units are names; nothing converts one into the other",
        )


def sound(scope: Scope, kind: Kind) -> Kind:
    """The type, broken where it is one that is not declared (which is reported where it is named)."""
    return BROKEN if isinstance(kind, SortType) and kind.name not in scope.symbols.sorts else kind


def mismatch(scope: Scope, left: Kind, right: Kind, span: Span, what: str) -> None:
    sorts = scope.symbols.sorts
    hint = None
    if any(isinstance(kind, DateType | TimeType) for kind in (left, right)):
        if numeric(left, sorts) is not None or numeric(right, sorts) is not None:
            hint = "a number of days is written `5 DAYS`, what passed between two dates `DAYS FROM a TO b`"
        elif what == "added":
            hint = "what passed between two dates is `later - earlier` or `DAYS FROM a TO b`"
    scope.findings.error("RL214", f"{describe(left, sorts)} and {describe(right, sorts)} cannot be {what}", span, hint)


def add(scope: Scope, op: Literal["+", "-"], left: Typed, right: Typed, span: Span) -> Typed:
    """`a + b` or `a - b`: numbers of one unit, durations, a date and a duration, two dates."""
    (a, ka), (b, kb) = left, right
    if BROKEN in (sound(scope, ka), sound(scope, kb)):
        return WRONG
    sorts = scope.symbols.sorts
    na, nb = numeric(ka, sorts), numeric(kb, sorts)
    what = "added" if op == "+" else "subtracted"
    if na is not None and nb is not None:
        fine, unit = common_unit(na.unit, nb.unit)
        if not fine:
            units_clash(scope, na.unit, nb.unit, span, what, (a, b))
            return WRONG
        return (
            Arithmetic(op, with_unit(a, unit), with_unit(b, unit)),
            NumberType(integer=na.integer and nb.integer, unit=unit),
        )
    match ka, kb:
        case (DateType() | TimeType(), DurationType()):
            return shift(scope, a, ka, b if op == "+" else negated(b), kb, span)
        case (DurationType(), DateType() | TimeType()) if op == "+":
            return shift(scope, b, kb, a, ka, span)
        case (DateType(), DateType()) | (TimeType(), TimeType()) if op == "-":
            return Arithmetic("-", a, b), kinds.DAYS
        case (DurationType(), DurationType()):
            return add_durations(op, a, ka, b, kb)
        case _:
            mismatch(scope, ka, kb, span, what)
            return WRONG


def add_durations(op: Literal["+", "-"], a: Value, ka: Kind, b: Value, kb: Kind) -> Typed:
    kind = ka if ka == kb else kinds.MIXED
    if isinstance(a, Constant) and isinstance(b, Constant):
        x, y = a.value, b.value
        if isinstance(x, Duration) and isinstance(y, Duration):
            sign = 1 if op == "+" else -1
            total = Duration(x.months + sign * y.months, x.seconds + sign * y.seconds)
            return Constant(total), kind
    return Arithmetic(op, a, b), kind


def shift(scope: Scope, base: Value, kind: Kind, by: Value, by_kind: Kind, span: Span) -> Typed:
    """A date plus a duration; a chain sums its durations first (semantics.md, item 24)."""
    if (
        isinstance(kind, DateType)
        and isinstance(by, Constant)
        and isinstance(by.value, Duration)
        and by.value.seconds % DAY
    ):
        scope.findings.error(
            "RL214", "a date has no hours and minutes to add to", span, "declare it as TIME, or add whole days"
        )
        return WRONG
    if isinstance(base, Shift):
        by, _ = add_durations("+", base.by, kinds.MIXED, by, by_kind)
        base = base.base
    return Shift(base, by), kind


def negated(value: Value) -> Value:
    match value:
        case Constant(Duration(months, seconds)):
            return Constant(Duration(-months, -seconds))
        case Constant(number, unit) if isinstance(number, int | Fraction):
            return Constant(-number, unit)
        case Minus(operand):
            return operand
        case _:
            return Minus(value)


def negate(scope: Scope, operand: Typed, span: Span) -> Typed:
    value, kind = operand
    if kind is BROKEN:
        return WRONG
    number = numeric(kind, scope.symbols.sorts)
    if number is not None:
        return negated(value), NumberType(integer=number.integer, unit=number.unit)
    if isinstance(kind, DurationType):
        return negated(value), kind
    scope.findings.error("RL214", f"{describe(kind, scope.symbols.sorts)} has no negative", span)
    return WRONG


def multiply(scope: Scope, op: Literal["*", "/"], left: Typed, right: Typed, span: Span) -> Typed:
    """`a * b`, `a / b`: at most one side of a product has a unit; equal units cancel in a quotient."""
    (a, ka), (b, kb) = left, right
    if BROKEN in (sound(scope, ka), sound(scope, kb)):
        return WRONG
    sorts = scope.symbols.sorts
    na, nb = numeric(ka, sorts), numeric(kb, sorts)
    if na is not None and nb is not None:
        ua, ub = na.unit, nb.unit
        whole = na.integer and nb.integer and op == "*"
        unit: str | None
        if op == "*":
            if ua is None or ub is None or ANY_UNIT in (ua, ub):
                known = [u for u in (ua, ub) if u is not None and u != ANY_UNIT]
                unit = known[0] if known else (ANY_UNIT if ANY_UNIT in (ua, ub) else None)
            else:
                scope.findings.error(
                    "RL213", f"`{ua}` times `{ub}` has no unit", span, "one side of a product must be a plain number"
                )
                return WRONG
        elif ub is None:
            unit = ua
        elif ub == ANY_UNIT:
            # The divisor's unit is open: what comes out is a plain number or has the other side's unit.
            unit = ua if isinstance(b, Constant) else (None if ua is None else ANY_UNIT)
        elif ua in (ub, ANY_UNIT):
            unit = None
        else:
            scope.findings.error(
                "RL213",
                f"{describe(NumberType(unit=ua), sorts)} divided by `{ub}` has no unit",
                span,
                "divide by a plain number, or by a number of the same unit",
            )
            return WRONG
        return Arithmetic(op, a, b), NumberType(integer=whole, unit=unit)
    match ka, kb:
        case (DurationType(), DurationType()) if op == "/" and ka == kb and ka != kinds.MIXED:
            return Arithmetic(op, a, b), kinds.PURE
        case (DurationType(), _) if nb is not None and nb.unit in (None, ANY_UNIT):
            return Arithmetic(op, a, b), ka
        case (_, DurationType()) if op == "*" and na is not None and na.unit in (None, ANY_UNIT):
            return Arithmetic(op, a, b), kb
        case _:
            mismatch(scope, ka, kb, span, "multiplied" if op == "*" else "divided")
            return WRONG


def compared(scope: Scope, op: str, left: Typed, right: Typed, span: Span) -> tuple[Value, Value] | None:
    """The two sides of a comparison, units made equal; None (reported) where they can't be compared."""
    (a, ka), (b, kb) = left, right
    if BROKEN in (sound(scope, ka), sound(scope, kb)):
        return None
    sorts = scope.symbols.sorts
    na, nb = numeric(ka, sorts), numeric(kb, sorts)
    if na is not None and nb is not None:
        fine, unit = common_unit(na.unit, nb.unit)
        if not fine:
            units_clash(scope, na.unit, nb.unit, span, "compared", (a, b))
            return None
        return with_unit(a, unit), with_unit(b, unit)
    match ka, kb:
        case (DurationType(), DurationType()):
            if ka == kinds.MIXED or kb == kinds.MIXED or ka != kb:
                scope.findings.error(
                    "RL215",
                    f"{describe(ka, sorts)} and {describe(kb, sorts)} cannot be compared",
                    span,
                    "a month has no fixed number of days: compare months with months (DURATION IN MONTHS) or "
                    "days with days (DURATION IN DAYS), or compare the dates",
                )
                return None
            return a, b
        case (DateType(), DateType()) | (TimeType(), TimeType()):
            return a, b
        case (SortType(x), SortType(y)) if x == y:
            pass
        case (TextType(), TextType()):
            pass
        case _:
            mismatch(scope, ka, kb, span, "compared")
            return None
    if op not in ("=", "!="):
        scope.findings.error(
            "RL216",
            f"{describe(ka, sorts)} has no order",
            span,
            "only `=` and `!=` can be asked; for the order of listing write `x BEFORE y`",
        )
        return None
    return a, b


FUNCTION_ARGUMENTS = {
    "ROUND": (1, 2), "FLOOR": (1, 2), "CEIL": (1, 2), "ABS": (1, 1), "LEAST": (1, None), "GREATEST": (1, None),
    "YEAR": (1, 1), "MONTH": (1, 1), "DAY": (1, 1), "DATE": (3, 3),
}  # fmt: skip
"""How many arguments each function takes."""

Function: TypeAlias = Literal[
    "ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY", "DATE"
]


def call(scope: Scope, function: Function, args: Sequence[Typed], span: Span) -> Typed:
    """A function of the language on typed arguments."""
    low, high = FUNCTION_ARGUMENTS[function]
    if len(args) < low or (high is not None and len(args) > high):
        wanted = counted(low, "argument") if high == low else f"{low} or {high or 'more'} arguments"
        scope.findings.error("RL210", f"{function} takes {wanted}, not {len(args)}", span)
        return WRONG
    if any(kind is BROKEN for _, kind in args):
        return WRONG
    sorts = scope.symbols.sorts
    values = tuple(value for value, _ in args)
    first = args[0][1]
    match function:
        case "YEAR" | "MONTH" | "DAY":
            if isinstance(first, DateType | TimeType):
                return Call(function, values), kinds.INTEGER
        case "DATE":
            numbers = [numeric(kind, sorts) for _, kind in args]
            if all(n is not None and n.unit in (None, ANY_UNIT) for n in numbers):
                return _constant_date(values), kinds.DATE
        case "LEAST" | "GREATEST":
            return _extreme(scope, function, args, span)
        case _:
            number = numeric(first, sorts)
            if number is None and isinstance(first, DurationType) and function == "ABS":
                return Call(function, values), first
            if number is not None:
                return _rounded(scope, function, args, number, span)
    named = describe(next((k for _, k in args if numeric(k, sorts) is None), first), sorts)
    scope.findings.error("RL214", f"{function} cannot be taken of {named}", span)
    return WRONG


def _constant_date(values: tuple[Value, ...]) -> Value:
    parts = [v.value for v in values if isinstance(v, Constant) and isinstance(v.value, int)]
    if len(parts) == 3:
        try:
            return Constant(datetime.date(*parts))
        except ValueError:
            pass
    return Call("DATE", values)


def _extreme(scope: Scope, function: Function, args: Sequence[Typed], span: Span) -> Typed:
    sorts = scope.symbols.sorts
    numbers = [numeric(kind, sorts) for _, kind in args]
    present = [n for n in numbers if n is not None]
    if len(present) == len(args):
        unit: str | None = present[0].unit
        for number in present[1:]:
            fine, joint = common_unit(unit, number.unit)
            if not fine:
                units_clash(scope, unit, number.unit, span, "compared")
                return WRONG
            unit = joint
        values = tuple(with_unit(value, unit) for value, _ in args)
        return Call(function, values), NumberType(integer=all(n.integer for n in present), unit=unit)
    first = args[0][1]
    orderable = isinstance(first, DateType | TimeType) or first in (kinds.MONTHS, kinds.DAYS)
    if orderable and all(kind == first for _, kind in args):
        return Call(function, tuple(value for value, _ in args)), first
    other = next((kind for _, kind in args if kind != first), first)
    mismatch(scope, first, other, span, "compared")
    return WRONG


def _rounded(scope: Scope, function: Function, args: Sequence[Typed], number: NumberType, span: Span) -> Typed:
    value = args[0][0]
    if len(args) == 1:
        whole = number.integer or function != "ABS"
        return Call(function, (value,)), NumberType(integer=whole, unit=number.unit)
    step, step_kind = args[1]
    of = numeric(step_kind, scope.symbols.sorts)
    if of is None:
        mismatch(scope, number, step_kind, span, "rounded to each other")
        return WRONG
    unit = number.unit
    bare = isinstance(step, Constant) and of.unit is None
    if not bare:
        fine, unit = common_unit(number.unit, of.unit)
        if not fine:
            units_clash(scope, number.unit, of.unit, span, "rounded to each other")
            return WRONG
    whole = isinstance(step, Constant) and isinstance(step.value, int)
    return (
        Call(function, (with_unit(value, unit), with_unit(step, unit))),
        NumberType(integer=whole, unit=unit),
    )
