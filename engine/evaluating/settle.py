"""Settling one contest with literals (a boolean outcome or an action), many lanes at once.

`applied` holds, for each rule of the contest, the lanes in which it applies; `sure` and `possible` those in which it
surely, possibly does.  Definitions: docs/semantics.md, part 1; theorems T2 (outcomes), T3 (actions), T8 (three values).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rulelang.engine.core import ContestKind, incompatible
from rulelang.engine.evaluating.table import ContestRow
from rulelang.grammar.model import Mode

Masks: TypeAlias = Sequence[int]
Literals: TypeAlias = dict[bool | Mode, int]
"""Literal -> the lanes in which it is established (or sure, or possible)."""
Resolution: TypeAlias = frozenset[bool | Mode]
State: TypeAlias = tuple[frozenset[int], Resolution]
"""While a contest is settled: the rules that are left, the literals taken."""

# -------------------------------------------------------------------------------------------- everything known


def unbeaten(row: ContestRow, applied: Masks) -> tuple[int, int]:
    """For a boolean outcome, the lanes in which a rule for it, against it, applies that no applicable rival
    outranks (T2).  A lane in both is in conflict; otherwise the literal is established."""
    true = false = 0
    if row.linear:
        # From the weakest rule up, each takes its lanes from the literal that it is not for.
        for i in range(len(row.rules) - 1, -1, -1):
            where = applied[i]
            if row.rules[i].literal:
                true |= where
                false &= ~where
            else:
                false |= where
                true &= ~where
        return true, false
    for i, rule in enumerate(row.rules):
        where = applied[i]
        for j in row.above[i]:
            where &= ~applied[j]
        if rule.literal:
            true |= where
        else:
            false |= where
    return true, false


def standing(row: ContestRow, applied: Masks) -> tuple[Literals, int]:
    """The quick test for an action (T3): the lanes in which the rules for each literal stand, and those in conflict."""
    stands: list[int] = []
    heads: Literals = {}
    for i, rule in enumerate(row.rules):
        where = applied[i]
        for j in row.above[i]:
            where &= ~stands[j]
        stands.append(where)
        assert rule.literal is not None
        heads[rule.literal] = heads.get(rule.literal, 0) | where
    return heads, clashing(heads, row.kind)


def twice(lanes: Masks) -> int:
    """The lanes that occur more than once."""
    once = more = 0
    for where in lanes:
        more |= once & where
        once |= where
    return more


def clashing(heads: Literals, kind: ContestKind) -> int:
    """The lanes that have two incompatible literals."""
    found = list(heads.items())
    conflict = 0
    for i, (left, here) in enumerate(found):
        for right, there in found[:i]:
            if incompatible(left, right, kind):
                conflict |= here & there
    return conflict


def resolutions(row: ContestRow, applicable: frozenset[int]) -> tuple[Resolution, ...]:
    """All results of settling these applicable rules, sorted: one of them per way of ordering the unordered."""
    clashes = _clashes(row)
    above = [frozenset(j for j in applicable if r in row.outranks[j]) for r in range(len(row.rules))]
    results: set[Resolution] = set()
    start: State = (applicable, frozenset())
    seen = {start}
    todo = [start]
    while todo:
        rest, taken = todo.pop()
        if not rest:
            results.add(taken)
            continue
        free = [r for r in sorted(rest) if not above[r] & rest]
        # A free rule that strikes nobody can always be taken first: that changes nothing for the others.
        harmless = next((r for r in free if not clashes[r] & rest), None)
        for r in free if harmless is None else (harmless,):
            literal = row.rules[r].literal
            assert literal is not None
            one: Resolution = frozenset((literal,))
            state: State = (rest - clashes[r] - {r}, taken | one)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return tuple(sorted(results, key=sorted))


def _clashes(row: ContestRow) -> list[frozenset[int]]:
    literals = [rule.literal for rule in row.rules]
    return [
        frozenset(
            j for j, other in enumerate(literals)
            if literal is not None and other is not None and incompatible(literal, other, row.kind)
        )
        for literal in literals
    ]


def patterns(lanes: Masks, where: int) -> list[tuple[int, frozenset[int]]]:
    """The lanes of `where`, parted by which of these masks hold in them."""
    parts: list[tuple[int, frozenset[int]]] = [(where, frozenset())] if where else []
    for i, mask in enumerate(lanes):
        split: list[tuple[int, frozenset[int]]] = []
        for part, inside in parts:
            if here := part & mask:
                split.append((here, inside | {i}))
            if elsewhere := part & ~mask:
                split.append((elsewhere, inside))
        parts = split
    return parts


# ------------------------------------------------------------------------------------------------ three values


def possible_heads(row: ContestRow, possible: Masks, strikers: Masks) -> tuple[list[int], Literals]:
    """P and the heads of P: where each rule possibly applies and no sure striker outranks it."""
    unstruck: list[int] = []
    heads: Literals = {}
    for i, rule in enumerate(row.rules):
        where = possible[i]
        for j in row.above[i]:
            where &= ~strikers[j]
        unstruck.append(where)
        assert rule.literal is not None
        heads[rule.literal] = heads.get(rule.literal, 0) | where
    return unstruck, heads


def sure_heads(row: ContestRow, sure: Masks, heads: Literals) -> Literals:
    """S: where a rule surely applies that is incompatible with no possible head."""
    result: Literals = {}
    for i, rule in enumerate(row.rules):
        literal = rule.literal
        assert literal is not None
        where = sure[i]
        for other, there in heads.items():
            if incompatible(literal, other, row.kind):
                where &= ~there
        result[literal] = result.get(literal, 0) | where
    return result


def sure_strikers(row: ContestRow, sure: Masks, unstruck: Masks) -> list[int]:
    """K: an outcome's rules that surely apply; an action's only where they outrank every possible rival.

    (A rule for an action that ties with another may itself be struck, so it does not surely strike: item 5.)
    """
    if row.kind is not ContestKind.ACTION:
        return list(sure)
    clashes = _clashes(row)
    strikers: list[int] = []
    for i, where in enumerate(sure):
        for j in clashes[i]:
            if j not in row.outranks[i]:
                where &= ~unstruck[j]
        strikers.append(where)
    return strikers


def rails(row: ContestRow, sure: Masks, possible: Masks) -> tuple[Literals, Literals]:
    """The literals that are sure and those that are possible (T8)."""
    strikers: list[int] = [0] * len(row.rules)
    while True:
        unstruck, heads = possible_heads(row, possible, strikers)
        new = sure_strikers(row, sure, unstruck)
        if new == strikers:
            return sure_heads(row, sure, heads), heads
        strikers = new


def surely_in_conflict(row: ContestRow, sure: Masks, possible: Masks) -> int:
    """The lanes in which a boolean outcome is in conflict in every world: a rule for it and one against it surely
    apply, and nothing that possibly applies outranks either."""
    true = false = 0
    for i, rule in enumerate(row.rules):
        where = sure[i]
        for j in row.above[i]:
            where &= ~possible[j]
        if rule.literal:
            true |= where
        else:
            false |= where
    return true & false
