"""Comparison and fit of typed values, with what is wrong where they don't go together."""

from __future__ import annotations

from fractions import Fraction

from rulelang.grammar import model
from rulelang.grammar.model import CompareOp, Constant, DurationType, Formula, NumberType, SortType, Truth, Value
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.kinds import ABSENT, BROKEN, Kind, describe, numeric
from rulelang.grammar.resolving.operations import Typed, compared, units_clash, with_unit
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.source import Span
from rulelang.grammar.values import Duration

OPPOSITE: dict[model.Mode, model.Mode] = {
    "MUST": "NEED NOT",
    "NEED NOT": "MUST",
    "MUST NOT": "MAY",
    "MAY": "MUST NOT",
}
"""A norm and the norm that says the contrary (semantics.md, items 2 and 8)."""


UNTRUE = Truth(False)
"""Stands for a condition with an error in it."""


def fit(scope: Scope, found: Value, kind: Kind, wanted: Kind, span: Span, what: str) -> Value:
    """Check a typed value against the type that is wanted for `what`; gives it the unit where it is bare."""
    sorts = scope.symbols.sorts
    if kinds.fits(kind, wanted, sorts):
        if isinstance(wanted, NumberType):
            found = with_unit(found, wanted.unit)
        return found
    if isinstance(wanted, DurationType) and isinstance(found, Constant) and found.value == Duration():
        # Nothing is nothing, in days or months; a zero is printed without what it was declared in.
        return found
    number = numeric(kind, sorts)
    if isinstance(wanted, NumberType) and number is not None:
        if number.unit is None or wanted.unit is None:
            unit = number.unit or wanted.unit
            scope.findings.error(
                "RL217",
                f"{what} is {describe(wanted, sorts)}, not {describe(kind, sorts)}",
                span,
                f"write the unit: `{_bare(found)} {unit}`" if number.unit is None else "divide by a number of it",
            )
        else:
            units_clash(scope, wanted.unit, number.unit, span, "set equal")
        return found
    scope.findings.error("RL211", f"{what} is {describe(wanted, sorts)}, not {describe(kind, sorts)}", span)
    return found


def _bare(found: Value) -> str:
    if isinstance(found, Constant) and isinstance(found.value, int | Fraction):
        return kinds.number_words(found.value)
    return "…"


def compare(scope: Scope, op: CompareOp, a: Typed, b: Typed, span: Span) -> Formula:
    """The comparison of two typed values."""
    if a[1] is ABSENT or b[1] is ABSENT:
        if op not in ("=", "!="):
            scope.findings.error("RL219", f"NONE cannot be compared by `{op}`", span, "ask `= NONE` or `!= NONE`")
            return UNTRUE
        operand = b[0] if a[1] is ABSENT else a[0]
        test = model.IsNone(operand)
        return test if op == "=" else model.Not(test)
    pair = compared(scope, op, a, b, span)
    return UNTRUE if pair is None else model.Compare(op, *pair)


def same_truth(scope: Scope, op: CompareOp, a: Formula, b: Formula, span: Span) -> Formula:
    """`p = YES`, `p != q`: conditions compared by their truth."""
    if op not in ("=", "!="):
        scope.findings.error("RL216", "conditions have no order", span, "only `=` and `!=` can be asked")
        return UNTRUE
    same = op == "="
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Truth):
            return other if one.value is same else model.Not(other)
    both = model.And((a, b))
    neither = model.And((model.Not(a), model.Not(b)))
    equal = model.Or((both, neither))
    return equal if same else model.Not(equal)


def listed_before(scope: Scope, a: Typed, b: Typed, span: Span) -> Formula:
    """`x BEFORE y`: two of one sort."""
    if a[1] is BROKEN or b[1] is BROKEN:
        return UNTRUE
    if not isinstance(a[1], SortType) or a[1] != b[1]:
        sorts = scope.symbols.sorts
        scope.findings.error(
            "RL214",
            f"BEFORE needs two of one TYPE, not {describe(a[1], sorts)} and {describe(b[1], sorts)}",
            span,
            "dates and numbers are compared with `<`",
        )
        return UNTRUE
    return model.Before(a[0], b[0])
