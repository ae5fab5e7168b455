"""Truth values and values of many lanes at once: a lane is a case, or a completion of one case.

A truth value is a pair of integers whose bits are lanes, surely true and surely false: `truths[code]` and
`truths[code ^ 1]`.  A column maps each value that is possible somewhere to the lanes in which it is possible.  Where
everything is known the pair is complementary and the lanes of a column are disjoint; the same functions then compute
exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeAlias

from rulelang.engine.evaluating.cells import (
    NO_CASE,
    NO_VALUE,
    ApplyCell,
    ChoiceCell,
    Conjunction,
    ConstantCell,
    CountCell,
    FoldCell,
    NoneCell,
    Operation,
    OrCell,
    TestCell,
)
from rulelang.engine.evaluating.table import ExceptionRow
from rulelang.engine.exact.arithmetic import FOLDS, Result, Undefinedness, compare
from rulelang.grammar.values import NONE


class Anything(Enum):
    """Some value, nobody knows which."""

    ANYTHING = "anything"


ANYTHING = Anything.ANYTHING
Content: TypeAlias = Result | Anything
Column: TypeAlias = dict[Content, int]
Truths: TypeAlias = list[int]

POSSIBILITIES = 64
"""More possible values of one expression in one lane are not told apart."""

# ------------------------------------------------------------------------------------------------- truth values


def surely(body: Conjunction, truths: Truths, full: int) -> int:
    """The lanes in which a conjunction is surely true."""
    lanes = full
    for code in body:
        lanes &= truths[code]
    return lanes


def possibly(body: Conjunction, truths: Truths, full: int) -> int:
    """The lanes in which it is not surely false."""
    false = 0
    for code in body:
        false |= truths[code ^ 1]
    return full & ~false


def in_force(exceptions: Sequence[ExceptionRow], truths: Truths, full: int) -> tuple[int, int]:
    """The lanes in which one of the exceptions is surely, possibly in force."""
    sure = possible = 0
    for exception in exceptions:
        true = surely(exception.body, truths, full)
        maybe = possibly(exception.body, truths, full)
        if exception.exceptions:
            over_sure, over_possible = in_force(exception.exceptions, truths, full)
            true &= ~over_possible
            maybe &= ~over_sure
        sure |= true
        possible |= maybe
    return sure, possible


def applies(
    body: Conjunction, exceptions: Sequence[ExceptionRow], truths: Truths, full: int
) -> tuple[int, int]:
    """The lanes in which a rule surely, possibly applies."""
    sure, possible = surely(body, truths, full), possibly(body, truths, full)
    if exceptions:
        excepted, perhaps = in_force(exceptions, truths, full)
        sure &= ~perhaps
        possible &= ~excepted
    return sure, possible


def disjunction(cell: OrCell, truths: Truths, full: int) -> tuple[int, int]:
    """The lanes in which a disjunction is surely true, surely false."""
    true, false = 0, full
    for part in cell.parts:
        true |= surely(part, truths, full)
        false &= ~possibly(part, truths, full)
    return true, false


def comparison(cell: TestCell, columns: Sequence[Column], full: int, lanes: int) -> tuple[int, int, int]:
    """The lanes in which a comparison is surely true, surely false, surely open."""
    left, right = columns[cell.left], columns[cell.right]
    op = cell.test.op

    def compared(values: Sequence[Result]) -> bool | Undefinedness:
        return compare(op, values[0], values[1])

    true = false = free = open_ = 0
    for outcome, where in _joined(compared, (left, right), full, lanes).items():
        if outcome is True:
            true |= where
        elif outcome is False:
            false |= where
        elif outcome is ANYTHING:
            free |= where
        else:
            open_ |= where
    return true & ~(false | free | open_), false & ~(true | free | open_), open_ & ~(true | false | free)


def none_test(cell: NoneCell, column: Column) -> tuple[int, int, int]:
    """The same of `v = NONE`."""
    true = false = free = open_ = 0
    for value, where in column.items():
        if value is NONE or (cell.outcome and value == NO_VALUE):
            true |= where
        elif value is ANYTHING:
            free |= where
        elif isinstance(value, Undefinedness):
            open_ |= where
        else:
            false |= where
    return true & ~(false | free | open_), false & ~(true | free | open_), open_ & ~(true | false | free)


# ------------------------------------------------------------------------------------------------------- values

Joined: TypeAlias = dict[bool | Content, int]


def value(
    cell: ConstantCell | ApplyCell | CountCell | FoldCell | ChoiceCell,
    columns: Sequence[Column],
    truths: Truths,
    full: int,
    lanes: int,
) -> Column:
    """The column of an expression from those of its parts."""
    match cell:
        case ConstantCell(known):
            return {known: full}
        case ApplyCell(function, args):
            return join(function, [columns[arg] for arg in args], full, lanes)
        case CountCell(conditions):
            return _count(conditions, truths, full)
        case FoldCell(name, items):
            return fold(name, [(surely(g, truths, full), possibly(g, truths, full), columns[v]) for g, v in items],
                        full, lanes)
        case ChoiceCell(cases):
            return choice([(surely(g, truths, full), possibly(g, truths, full), columns[v]) for g, v in cases],
                          full, NO_CASE)


def join(function: Operation, args: Sequence[Column], full: int, lanes: int) -> Column:
    """An operation on columns; an operand that may be anything makes the result so, unless another is undefined."""
    return _joined(function, args, full, lanes)


def _joined(
    function: Callable[[Sequence[Result]], bool | Result], args: Sequence[Column], full: int, lanes: int
) -> Joined:
    sizes = 1
    for arg in args:
        sizes *= len(arg)
    if sizes > 4 * lanes + 16 and all(_disjoint(arg) for arg in args):
        return _lane_by_lane(function, args, full, lanes)
    combinations: list[tuple[tuple[Content, ...], int]] = [((), full)]
    for arg in args:
        combinations = [
            ((*values, value), both)
            for values, where in combinations
            for value, there in arg.items()
            if (both := where & there)
        ]
    return _narrowed(_applied(function, combinations), lanes)


def _applied(
    function: Callable[[Sequence[Result]], bool | Result], combinations: Sequence[tuple[tuple[Content, ...], int]]
) -> Joined:
    result: Joined = {}
    for values, where in combinations:
        known: list[Result] = [value for value in values if not isinstance(value, Anything)]
        made: bool | Content
        if len(known) == len(values):
            made = function(known)
        else:
            # With an undefined part it is undefined whatever the others are (D8.1).
            made = next((value for value in known if isinstance(value, Undefinedness)), ANYTHING)
        result[made] = result.get(made, 0) | where
    return result


def _narrowed(result: Joined, lanes: int) -> Joined:
    """Gives up telling values apart where one lane has too many of them."""
    if len(result) <= POSSIBILITIES or lanes > 1:
        return result
    return {ANYTHING: 1}


def _disjoint(column: Column) -> bool:
    seen = 0
    for where in column.values():
        if seen & where:
            return False
        seen |= where
    return True


def _lane_by_lane(
    function: Callable[[Sequence[Result]], bool | Result], args: Sequence[Column], full: int, lanes: int
) -> Joined:
    spread = [spread_out(arg, lanes) for arg in args]
    rows: dict[tuple[Content, ...], int] = {}
    bit = 1
    for values in zip(*spread, strict=True):
        rows[values] = rows.get(values, 0) | bit
        bit <<= 1
    return _applied(function, list(rows.items()))


def spread_out(column: Column, lanes: int) -> list[Content]:
    """A column as a list by lane (its lanes being disjoint)."""
    result: list[Content] = [ANYTHING] * lanes
    for value, where in column.items():
        while where:
            low = where & -where
            result[low.bit_length() - 1] = value
            where ^= low
    return result


def _count(conditions: Sequence[Conjunction], truths: Truths, full: int) -> Column:
    counts: dict[int, int] = {0: full}
    for condition in conditions:
        true, false = possibly(condition, truths, full), full & ~surely(condition, truths, full)
        new: dict[int, int] = {}
        for count, where in counts.items():
            if stays := where & false:
                new[count] = new.get(count, 0) | stays
            if grows := where & true:
                new[count + 1] = new.get(count + 1, 0) | grows
        counts = new
    return dict(counts.items())


Guarded: TypeAlias = tuple[int, int, Column]
"""Where an item surely, possibly counts, and its column."""


def fold(name: str, items: Sequence[Guarded], full: int, lanes: int) -> Column:
    """SUM, MIN or MAX of the items that count."""
    partial = partial_fold(name, items, full, lanes)
    nothing = partial.pop(None, 0)
    if nothing:
        empty = FOLDS[name](())
        partial[empty] = partial.get(empty, 0) | nothing
    return partial  # type: ignore[return-value]


def partial_fold(name: str, items: Sequence[Guarded], full: int, lanes: int) -> dict[Content | None, int]:
    """The same, with None where no item counts."""
    total = FOLDS[name]
    sums: dict[Content | None, int] = {None: full}
    for sure, possible, column in items:
        new: dict[Content | None, int] = {}
        for so_far, where in sums.items():
            if stays := where & ~sure:
                new[so_far] = new.get(so_far, 0) | stays
            here = where & possible
            if not here:
                continue
            for value, there in column.items():
                both = here & there
                if not both:
                    continue
                made: Content
                if so_far is ANYTHING or value is ANYTHING:
                    made = next((one for one in (so_far, value) if isinstance(one, Undefinedness)), ANYTHING)
                else:
                    made = total((value,)) if so_far is None else total((so_far, value))
                new[made] = new.get(made, 0) | both
        if lanes == 1 and len(new) > POSSIBILITIES:
            new = {ANYTHING: 1}
        sums = new
    return sums


def choice(cases: Sequence[Guarded], full: int, otherwise: Undefinedness) -> Column:
    """The column of the first case whose condition is true."""
    result: Column = {}
    rest = full
    for sure, possible, column in cases:
        taken = rest & possible
        for value, there in column.items():
            if both := taken & there:
                result[value] = result.get(value, 0) | both
        rest &= ~sure
    if rest:
        result[otherwise] = result.get(otherwise, 0) | rest
    return result


def mapped(function: Callable[[Result], Result], column: Column) -> Column:
    """A function of one operand on a column."""
    result: Column = {}
    for value, where in column.items():
        made = value if isinstance(value, Anything) else function(value)
        result[made] = result.get(made, 0) | where
    return result
