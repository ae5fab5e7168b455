"""Values of the language as terms: what a value may be, each possibility with the condition under which it is.

A `Symbolic` is undefined, NONE, or of one of the kinds below; the conditions exclude each other and one of them is
true.  Dates are days (1 is 0001-01-01), times are seconds since then, durations a pair of months and seconds; texts,
members and entities are numbered by an encoding's `Symbols`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.engine.exact.dates import is_time
from rulelang.engine.solver.terms import Bool, Number, Terms
from rulelang.grammar.model import (
    Constant_,
    DateType,
    DurationType,
    NumberType,
    SortType,
    TextType,
    TimeType,
    Type,
)
from rulelang.grammar.values import DAY, NONE, Duration

Kind: TypeAlias = Literal["number", "day", "second", "duration", "text"]
Payload: TypeAlias = tuple[Number, ...]
"""One number; of a duration its months and its seconds."""
Part: TypeAlias = tuple[Bool, Payload]

EPOCH = datetime.datetime(1, 1, 1)


@dataclass(frozen=True, slots=True)
class Symbolic:
    """See the module's docstring.  `absent`: undefined because no rule gives the outcome a value."""

    parts: Mapping[Kind, Part]
    undefined: Bool = False
    none: Bool = False
    absent: Bool = False


UNDEFINED = Symbolic({}, undefined=True)
NOTHING = Symbolic({}, none=True)


@dataclass(slots=True)
class Symbols:
    """Numbers for texts, members and entities, in the order in which they are met."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def text(self, number: int) -> str | None:
        for text, known in self.numbers.items():
            if known == number:
                return text
        return None


def constant(terms: Terms, symbols: Symbols, value: Constant_) -> Symbolic:
    """A known value."""
    if value is NONE:
        return NOTHING
    kind, numbers = as_numbers(symbols, value)
    return Symbolic({kind: (True, tuple(terms.number(n) for n in numbers))})


def as_numbers(symbols: Symbols, value: Constant_) -> tuple[Kind, tuple[int | Fraction, ...]]:
    """The kind of a known value that is not NONE, and its numbers."""
    if isinstance(value, str):
        return "text", (symbols.number(value),)
    if isinstance(value, int | Fraction):
        return "number", (value,)
    if isinstance(value, Duration):
        return "duration", (value.months, value.seconds)
    if isinstance(value, datetime.date):
        if isinstance(value, datetime.datetime) and is_time(value):
            passed = value - EPOCH
            return "second", (passed.days * DAY + passed.seconds,)
        return "day", (value.toordinal(),)
    raise AssertionError(value)


def from_numbers(symbols: Symbols, kind: Kind, numbers: Sequence[int | Fraction]) -> Constant_ | None:
    """The value that these numbers stand for; None where there is none (a text that nobody wrote)."""
    first = numbers[0]
    match kind:
        case "number":
            return first
        case "day":
            return datetime.date.fromordinal(int(first))
        case "second":
            return EPOCH + datetime.timedelta(seconds=int(first))
        case "duration":
            return Duration(int(first), int(numbers[1]))
        case "text":
            return symbols.text(int(first))


# ----------------------------------------------------------------------------------------------- putting together


def gathered(terms: Terms, found: Iterable[tuple[Kind, Bool, Payload]], none: Bool = False) -> Symbolic:
    """The value of whichever of these (exclusive) conditions is true; undefined where none is."""
    parts: dict[Kind, Part] = {}
    for kind, guard, payload in found:
        if guard is False:
            continue
        before = parts.get(kind)
        if before is None:
            parts[kind] = guard, payload
        else:
            chosen = tuple(terms.chosen(guard, new, old) for new, old in zip(payload, before[1], strict=True))
            parts[kind] = terms.disjunction((before[0], guard)), chosen
    defined = terms.disjunction([none, *(guard for guard, _ in parts.values())])
    return Symbolic(parts, terms.negation(defined), none)


def guarded(terms: Terms, value: Symbolic, guard: Bool) -> Symbolic:
    """The value where `guard` is true, undefined elsewhere."""
    if guard is True:
        return value
    parts: dict[Kind, Part] = {}
    for kind, (condition, payload) in value.parts.items():
        both = terms.conjunction((condition, guard))
        if both is not False:
            parts[kind] = both, payload
    return Symbolic(
        parts,
        terms.disjunction((value.undefined, terms.negation(guard))),
        terms.conjunction((value.none, guard)),
        terms.conjunction((value.absent, guard)),
    )


def chosen(terms: Terms, condition: Bool, left: Symbolic, right: Symbolic) -> Symbolic:
    """`left` where the condition is true, else `right`."""
    if isinstance(condition, bool):
        return left if condition else right
    if left is right:
        return left
    parts: dict[Kind, Part] = {}
    kinds: list[Kind] = [*left.parts, *(k for k in right.parts if k not in left.parts)]
    for kind in kinds:
        one, other = left.parts.get(kind), right.parts.get(kind)
        if one is not None and other is not None:
            payload = tuple(terms.chosen(condition, a, b) for a, b in zip(one[1], other[1], strict=True))
            parts[kind] = terms.choice(condition, one[0], other[0]), payload
        elif one is not None:
            parts[kind] = terms.conjunction((condition, one[0])), one[1]
        elif other is not None:
            parts[kind] = terms.conjunction((terms.negation(condition), other[0])), other[1]
    return Symbolic(
        parts,
        terms.choice(condition, left.undefined, right.undefined),
        terms.choice(condition, left.none, right.none),
        terms.choice(condition, left.absent, right.absent),
    )


def first(terms: Terms, cases: Sequence[tuple[Bool, Symbolic]], otherwise: Symbolic) -> Symbolic:
    """The value of the first case whose condition is true."""
    result = otherwise
    for condition, value in reversed(cases):
        result = chosen(terms, condition, value, result)
    return result


def equal(terms: Terms, left: Symbolic, right: Symbolic) -> Bool:
    """Whether two values are one literal of a contest: all undefined values are, and NONE is one value."""
    same: list[Bool] = [
        terms.conjunction((left.undefined, right.undefined)),
        terms.conjunction((left.none, right.none)),
    ]
    for kind, (here, one) in left.parts.items():
        if kind in right.parts:
            there, other = right.parts[kind]
            numbers = [terms.compare("=", a, b) for a, b in zip(one, other, strict=True)]
            same.append(terms.conjunction((here, there, *numbers)))
    return terms.disjunction(same)


def as_decided(terms: Terms, read: Symbolic) -> Symbolic:
    """What a decision on an outcome tells apart: that no rule gives it a value is the same as NONE (D8.3)."""
    return Symbolic(
        read.parts,
        terms.conjunction((read.undefined, terms.negation(read.absent))),
        terms.disjunction((read.none, read.absent)),
    )


# ------------------------------------------------------------------------------------------------------- types


def conform(
    terms: Terms, symbols: Symbols, value: Symbolic, type_: Type | None, domain: Sequence[Constant_] | None
) -> Symbolic:
    """The value where it is of its type (or NONE), else undefined."""
    fits: Callable[[Payload], Bool] = lambda _: True  # noqa: E731
    kinds: tuple[Kind, ...]
    match type_:
        case NumberType():
            kinds, fits = ("number",), lambda payload: within(terms, payload[0], type_)
        case SortType():
            return _member(terms, symbols, value, domain)
        case DateType():
            kinds = ("day",)
        case TimeType():
            kinds = ("second",)
        case DurationType():
            kinds = ("duration",)
        case TextType():
            kinds = ("text",)
        case _:
            return value
    found: list[tuple[Kind, Bool, Payload]] = [
        (kind, terms.conjunction((guard, fits(payload))), payload)
        for kind, (guard, payload) in value.parts.items()
        if kind in kinds
    ]
    return gathered(terms, found, value.none)


def within(terms: Terms, number: Number, type_: NumberType) -> Bool:
    """Wholeness and bounds."""
    conditions: list[Bool] = []
    if type_.integer:
        conditions.append(terms.whole(number))
    if type_.low is not None:
        conditions.append(terms.compare(">=", number, fraction(terms, type_.low)))
    if type_.high is not None:
        conditions.append(terms.compare("<=", number, fraction(terms, type_.high)))
    return terms.conjunction(conditions)


def fraction(terms: Terms, value: Fraction) -> Number:
    """A bound as an exact constant, whole where it is."""
    return terms.number(value.numerator if value.denominator == 1 else value)


def _member(terms: Terms, symbols: Symbols, value: Symbolic, domain: Sequence[Constant_] | None) -> Symbolic:
    if domain is None:
        return value
    found: list[tuple[Kind, Bool, Payload]] = []
    for kind, (guard, payload) in value.parts.items():
        members = (as_numbers(symbols, member) for member in domain if member is not NONE)
        fits = terms.disjunction([
            terms.conjunction(
                terms.compare("=", a, terms.number(b)) for a, b in zip(payload, numbers, strict=True)
            )
            for other, numbers in members if other == kind
        ])
        found.append((kind, terms.conjunction((guard, fits)), payload))
    return gathered(terms, found, value.none)
