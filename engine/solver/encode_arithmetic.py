"""Operations on symbolic values, each defined exactly where `engine.arithmetic` gives a value.

Written from docs/semantics.md (D8, D9), not from the evaluator's loops: no operation is total, division is guarded,
rounding uses exact whole parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from rulelang.engine.solver.symbolic import Kind, Payload, Symbolic, chosen, gathered, guarded
from rulelang.engine.solver.terms import Bool, Number, Terms
from rulelang.grammar.values import DAY

Found: TypeAlias = list[tuple[Kind, Bool, Payload]]


def part(value: Symbolic, kind: Kind) -> tuple[Bool, Payload] | None:
    """The value as one kind."""
    return value.parts.get(kind)


def _durations(terms: Terms, value: Symbolic) -> Iterator[tuple[Bool, Payload]]:
    """The value as a duration; zero is one where it is the sum of no durations."""
    if "duration" in value.parts:
        yield value.parts["duration"]
    if "number" in value.parts:
        guard, [number] = value.parts["number"]
        zero = terms.conjunction((guard, terms.compare("=", number, terms.number(0))))
        if zero is not False:
            yield zero, (terms.number(0), terms.number(0))


def _both(terms: Terms, left: Symbolic, right: Symbolic, kind: Kind) -> tuple[Bool, Payload, Payload] | None:
    one, other = left.parts.get(kind), right.parts.get(kind)
    if one is None or other is None:
        return None
    return terms.conjunction((one[0], other[0])), one[1], other[1]


def _duration_pairs(terms: Terms, left: Symbolic, right: Symbolic) -> Iterator[tuple[Bool, Payload, Payload]]:
    """All ways to read both as durations, at least one of them being one."""
    if "duration" not in left.parts and "duration" not in right.parts:
        return
    for i, (here, one) in enumerate(_durations(terms, left)):
        for j, (there, other) in enumerate(_durations(terms, right)):
            first_is = i == 0 and "duration" in left.parts
            second_is = j == 0 and "duration" in right.parts
            if first_is or second_is:
                yield terms.conjunction((here, there)), one, other


def add(terms: Terms, left: Symbolic, right: Symbolic) -> Symbolic:
    """Numbers and durations."""
    found: Found = []
    if both := _both(terms, left, right, "number"):
        found.append(("number", both[0], (terms.add(both[1][0], both[2][0]),)))
    for guard, one, other in _duration_pairs(terms, left, right):
        found.append(("duration", guard, tuple(terms.add(a, b) for a, b in zip(one, other, strict=True))))
    return gathered(terms, found)


def negate(terms: Terms, operand: Symbolic) -> Symbolic:
    """A number or a duration."""
    found: Found = [
        (kind, guard, tuple(map(terms.negative, payload)))
        for kind, (guard, payload) in operand.parts.items()
        if kind in ("number", "duration")
    ]
    return gathered(terms, found)


def subtract(terms: Terms, left: Symbolic, right: Symbolic) -> Symbolic:
    """Numbers and durations; two dates give days, two times seconds."""
    found: Found = []
    if both := _both(terms, left, right, "number"):
        found.append(("number", both[0], (terms.subtract(both[1][0], both[2][0]),)))
    for guard, one, other in _duration_pairs(terms, left, right):
        found.append(("duration", guard, tuple(terms.subtract(a, b) for a, b in zip(one, other, strict=True))))
    units: tuple[tuple[Kind, int], ...] = (("day", DAY), ("second", 1))
    for kind, unit in units:
        if both := _both(terms, left, right, kind):
            passed = terms.multiply(terms.number(unit), terms.subtract(both[1][0], both[2][0]))
            found.append(("duration", both[0], (terms.number(0), passed)))
    return gathered(terms, found)


def multiply(terms: Terms, left: Symbolic, right: Symbolic) -> Symbolic:
    """Two numbers, or a number and a duration."""
    found: Found = []
    if both := _both(terms, left, right, "number"):
        found.append(("number", both[0], (terms.multiply(both[1][0], both[2][0]),)))
    for duration, number in ((left, right), (right, left)):
        if "duration" in duration.parts and "number" in number.parts:
            (here, parts), (there, [factor]) = duration.parts["duration"], number.parts["number"]
            found += _scaled(terms, terms.conjunction((here, there)), parts, factor)
    return gathered(terms, found)


def _scaled(terms: Terms, guard: Bool, duration: Payload, factor: Number) -> Found:
    scaled = [terms.multiply(factor, number) for number in duration]
    whole = terms.conjunction((guard, *(terms.whole(number) for number in scaled)))
    return [("duration", whole, tuple(map(terms.floor, scaled)))]


def divide(terms: Terms, left: Symbolic, right: Symbolic) -> Symbolic:
    """The exact quotient; nothing is divided by zero."""
    found: Found = []
    zero = terms.number(0)
    if both := _both(terms, left, right, "number"):
        nonzero = terms.compare("!=", both[2][0], zero)
        if nonzero is not False:
            quotient = terms.divide(both[1][0], both[2][0])
            found.append(("number", terms.conjunction((both[0], nonzero)), (quotient,)))
    if "duration" in left.parts and "number" in right.parts:
        (here, parts), (there, [number]) = left.parts["duration"], right.parts["number"]
        nonzero = terms.compare("!=", number, zero)
        if nonzero is not False:
            scaled = [terms.divide(part, number) for part in parts]
            guard = terms.conjunction((here, there, nonzero, *map(terms.whole, scaled)))
            found.append(("duration", guard, tuple(map(terms.floor, scaled))))
    if both := _both(terms, left, right, "duration"):
        for guard, one, other in _one_kind(terms, *both):
            nonzero = terms.compare("!=", other, zero)
            if nonzero is not False:
                found.append(("number", terms.conjunction((guard, nonzero)), (terms.divide(one, other),)))
    return gathered(terms, found)


def _one_kind(terms: Terms, guard: Bool, left: Payload, right: Payload) -> Iterator[tuple[Bool, Number, Number]]:
    """Both durations as months or both as seconds, where they are of one kind."""
    zero = terms.number(0)
    no_seconds = terms.conjunction([terms.compare("=", payload[1], zero) for payload in (left, right)])
    no_months = terms.conjunction([terms.compare("=", payload[0], zero) for payload in (left, right)])
    yield terms.conjunction((guard, no_seconds)), left[0], right[0]
    yield terms.conjunction((guard, terms.negation(no_seconds), no_months)), left[1], right[1]


# -------------------------------------------------------------------------------------------------- comparison


def compare(terms: Terms, op: str, left: Symbolic, right: Symbolic) -> tuple[Bool, Bool]:
    """Whether the comparison is true, and whether it is defined (else it is an open test)."""
    found: list[tuple[Bool, Bool]] = []
    ordered: tuple[Kind, ...] = ("number", "day", "second")
    for kind in ordered:
        if both := _both(terms, left, right, kind):
            found.append((both[0], terms.compare(op, both[1][0], both[2][0])))
    if op in ("=", "!=") and (both := _both(terms, left, right, "text")):
        found.append((both[0], terms.compare(op, both[1][0], both[2][0])))
    for guard, one, other in _duration_pairs(terms, left, right):
        for kind_guard, a, b in _one_kind(terms, guard, one, other):
            found.append((kind_guard, terms.compare(op, a, b)))
    true = terms.disjunction([terms.conjunction(pair) for pair in found])
    return true, terms.disjunction([guard for guard, _ in found])


# --------------------------------------------------------------------------------------------------- functions


def rounded(terms: Terms, function: str, number: Symbolic, step: Symbolic | None) -> Symbolic:
    """ROUND (half away from zero), FLOOR, CEIL to whole numbers or to multiples of a step."""
    if "number" not in number.parts:
        return Symbolic({}, True)
    guard, [value] = number.parts["number"]
    if step is None:
        return gathered(terms, [("number", guard, (_whole_part(terms, function, value),))])
    if "number" not in step.parts:
        return Symbolic({}, True)
    there, [size] = step.parts["number"]
    zero = terms.number(0)
    nonzero = terms.compare("!=", size, zero)
    if nonzero is False:
        return Symbolic({}, True)
    size = terms.chosen(terms.compare("<", size, zero), terms.negative(size), size)
    multiple = terms.multiply(_whole_part(terms, function, terms.divide(value, size)), size)
    return gathered(terms, [("number", terms.conjunction((guard, there, nonzero)), (multiple,))])


def _whole_part(terms: Terms, function: str, value: Number) -> Number:
    match function:
        case "FLOOR":
            return terms.floor(value)
        case "CEIL":
            return terms.negative(terms.floor(terms.negative(value)))
        case _:
            if terms.is_int(value):
                return value
            half = terms.divide(terms.number(1), terms.number(2))
            up = terms.floor(terms.add(value, half))
            down = terms.negative(terms.floor(terms.add(terms.negative(value), half)))
            return terms.chosen(terms.compare(">=", value, terms.number(0)), up, down)


def absolute(terms: Terms, operand: Symbolic) -> Symbolic:
    """Of a number, or of a duration that has months or seconds but not both."""
    zero = terms.number(0)

    def size(number: Number) -> Number:
        return terms.chosen(terms.compare("<", number, zero), terms.negative(number), number)

    found: Found = []
    if number := operand.parts.get("number"):
        found.append(("number", number[0], (size(number[1][0]),)))
    if duration := operand.parts.get("duration"):
        guard, (months, seconds) = duration
        one = terms.disjunction((terms.compare("=", months, zero), terms.compare("=", seconds, zero)))
        found.append(("duration", terms.conjunction((guard, one)), (size(months), size(seconds))))
    return gathered(terms, found)


def extreme(terms: Terms, op: str, left: Symbolic, right: Symbolic) -> Symbolic:
    """The second where it compares so with the first, else the first; undefined where they do not compare."""
    better, defined = compare(terms, op, right, left)
    return guarded(terms, chosen(terms, better, right, left), defined)


# --------------------------------------------------------------------------------------------------- aggregates


def total(terms: Terms, items: Sequence[tuple[Bool, Symbolic]]) -> Symbolic:
    """The sum of the values whose guard is true; zero of nothing."""
    if all(set(value.parts) <= {"number"} for _, value in items):
        zero = terms.number(0)
        counted: list[Number] = []
        undefined: list[Bool] = []
        for guard, value in items:
            undefined.append(terms.conjunction((guard, terms.disjunction((value.undefined, value.none)))))
            if number := value.parts.get("number"):
                counted.append(terms.chosen(guard, number[1][0], zero))
        sum_ = terms.add(*counted)
        return gathered(terms, [("number", terms.negation(terms.disjunction(undefined)), (sum_,))])
    return _folded(terms, items, lambda so_far, value: add(terms, so_far, value), zero_of_nothing(terms))


def zero_of_nothing(terms: Terms) -> Symbolic:
    return Symbolic({"number": (True, (terms.number(0),))})


def extreme_of(terms: Terms, op: str, items: Sequence[tuple[Bool, Symbolic]]) -> Symbolic:
    """The least ("<") or greatest (">") of the values whose guard is true; undefined of nothing."""
    return _folded(terms, items, lambda so_far, value: extreme(terms, op, so_far, value), Symbolic({}, True))


def _folded(
    terms: Terms,
    items: Sequence[tuple[Bool, Symbolic]],
    join: Callable[[Symbolic, Symbolic], Symbolic],
    nothing: Symbolic,
) -> Symbolic:
    """Joins the values whose guard is true, from the first on; NONE among them makes the result undefined."""
    result = nothing
    some: Bool = False
    for guard, value in items:
        value = guarded(terms, value, terms.negation(value.none))
        value = Symbolic(value.parts, value.undefined)
        joined = chosen(terms, some, join(result, value), value)
        result = chosen(terms, guard, joined, result)
        some = terms.disjunction((some, guard))
    return result
