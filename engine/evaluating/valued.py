"""Settling the contest of a valued outcome, many lanes at once; caps and floors.

Literals are values, compared in each world; all undefined values are one literal.  A value outside the outcome's
type or bounds is undefined: at once where nothing limits it, else after the limits have cut it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.evaluating.cells import NO_VALUE
from rulelang.engine.evaluating.columns import ANYTHING, Anything, Column, Content, Guarded, mapped, partial_fold
from rulelang.engine.evaluating.table import ContestRow
from rulelang.engine.exact.arithmetic import Result, Undefinedness, compare
from rulelang.engine.grounding.conform import conform
from rulelang.grammar.values import NONE

CONTRADICTION = Undefinedness("limits contradict")
UNGIVEN = Undefinedness("what it is worked out from has no value")


def taken(value: Result) -> Result:
    """What a rule, a limit or a definition makes of a value that it reads.

    An outcome for which no rule stands has no value, and that is known; what is worked out from it is undefined (D8.4).
    """
    return UNGIVEN if value == NO_VALUE else value


def given_values(row: ContestRow, columns: Sequence[Column]) -> list[Column]:
    """What each rule gives, as literals of the contest."""
    given = [mapped(taken, columns[rule.value]) for rule in row.rules]
    if not row.limits:
        given = [mapped(lambda value: conform(value, row.type, row.domain), column) for column in given]
    reason = next((v for column in given for v in column if isinstance(v, Undefinedness)), None)
    if reason is None:
        return given
    one = reason
    return [mapped(lambda v: one if isinstance(v, Undefinedness) else v, column) for column in given]


def unbeaten_values(row: ContestRow, applied: Sequence[int], given: Sequence[Column]) -> Column:
    """Where a rule for a value applies that no applicable rule for another value outranks (T2)."""
    result: Column = {}
    for i, column in enumerate(given):
        for value, where in column.items():
            where &= applied[i]
            for j in row.above[i]:
                where &= ~(applied[j] & ~given[j].get(value, 0))
            if where:
                result[value] = result.get(value, 0) | where
    return result


def possible_values(
    row: ContestRow, sure: Sequence[int], possible: Sequence[int], given: Sequence[Column], full: int
) -> Column:
    """The values that are possible, and that none is (NO_VALUE), when not everything is known (T8).

    A rule surely strikes another value where it surely applies and cannot give that value.
    """
    result: Column = {}
    some = 0
    for i, column in enumerate(given):
        some |= sure[i]
        for value, where in column.items():
            where &= possible[i]
            if value is not ANYTHING:
                for j in row.above[i]:
                    where &= ~(sure[j] & ~given[j].get(value, 0) & ~given[j].get(ANYTHING, 0))
            if where:
                result[value] = result.get(value, 0) | where
    if none := full & ~some:
        result[NO_VALUE] = none
    return result


def with_none(settled: Column, full: int) -> Column:
    """With NO_VALUE where no value is established."""
    none = full
    for where in settled.values():
        none &= ~where
    return {**settled, NO_VALUE: none} if none else settled


def limited(
    row: ContestRow,
    settled: Column,
    limits: Sequence[tuple[int, int]],
    columns: Sequence[Column],
    full: int,
    lanes: int,
) -> Column:
    """The settled values after the caps and floors that apply (`limits`: where each surely, possibly applies)."""
    caps = _bounds(row, limits, columns, True, full, lanes)
    floors = _bounds(row, limits, columns, False, full, lanes)
    result: Column = {}
    for value, here in settled.items():
        for cap, under in caps.items():
            for floor, over in floors.items():
                if where := here & under & over:
                    made = _cut_content(value, cap, floor)
                    if not isinstance(made, Anything) and made != NO_VALUE:
                        made = conform(made, row.type, row.domain)
                    result[made] = result.get(made, 0) | where
    return result


def _bounds(
    row: ContestRow, limits: Sequence[tuple[int, int]], columns: Sequence[Column], cap: bool, full: int, lanes: int
) -> dict[Content | None, int]:
    items: list[Guarded] = [
        (*limits[i], mapped(taken, columns[limit.bound])) for i, limit in enumerate(row.limits) if limit.cap is cap
    ]
    return partial_fold("MIN" if cap else "MAX", items, full, lanes)


def _cut_content(value: Content, cap: Content | None, floor: Content | None) -> Content:
    if value == NO_VALUE or (cap is None and floor is None):
        return value
    if isinstance(value, Anything) or isinstance(cap, Anything) or isinstance(floor, Anything):
        return ANYTHING
    return cut(value, cap, floor)


def cut(value: Result, cap: Result | None, floor: Result | None) -> Result:
    """A value between the least cap and the greatest floor that apply; NONE and no value stay as they are.

    >>> cut(7, 5, None), cut(7, 5, 6)
    (5, Undefinedness(reason='limits contradict'))
    """
    if isinstance(value, Undefinedness) or value is NONE:
        return value
    for bound in (cap, floor):
        if isinstance(bound, Undefinedness):
            return bound
    if cap is not None and floor is not None:
        apart = compare(">", floor, cap)
        if isinstance(apart, Undefinedness):
            return apart
        if apart:
            return CONTRADICTION
    return _nearest(_nearest(value, cap, ">"), floor, "<")


def _nearest(value: Result, bound: Result | None, op: str) -> Result:
    if bound is None or isinstance(bound, Undefinedness):
        return value if bound is None else bound
    beyond = compare(op, value, bound)  # type: ignore[arg-type]
    if isinstance(beyond, Undefinedness):
        return beyond
    return bound if beyond else value
