"""Boundaries that the rules of a contest leave out: one says "under 50", another "over 50", none what is at 50.

They are seen in the conditions of the rules; whether a case is at the boundary is asked of the whole program, in which
outcomes, ALWAYS and the like may rule it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulelang.engine import core as c
from rulelang.engine.analysis.cubes import Atom, Cube, Interval, Members, meet
from rulelang.engine.analysis.free import Free, literals_of
from rulelang.engine.analysis.happens import Happens
from rulelang.engine.analysis.pairs import Pairs
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.told import Told
from rulelang.engine.analysis.witnessed import Witnessed


@dataclass(frozen=True, slots=True)
class Missed:
    """No rule of the contest speaks where the value of `about` is `value`, which two rules leave to each other.

    `here`: that a case is there, and all else is as both rules want it.
    """

    left: c.GroundRule
    right: c.GroundRule
    about: str
    value: object
    here: c.Formula


def missed(pairs: Pairs, free: Free, happens: Happens) -> Iterator[tuple[Missed, Told]]:
    """Of each two clauses the first boundary that they touch from both sides and no rule covers, with a case at it."""
    waiting: dict[tuple[str, str], list[Missed]] = {}
    for one in _candidates(pairs, free):
        waiting.setdefault((clause_name(one.left), clause_name(one.right)), []).append(one)
    witnessed = Witnessed(happens)
    while waiting:
        first = [ways.pop(0) for ways in waiting.values()]
        asked = [[(one.here, pairs.core.contests[one.left.contest])] for one in first]
        for pair, one, shown in zip(tuple(waiting), first, witnessed.holding(asked), strict=True):
            if shown is not None:
                yield one, shown[1]
            if shown is not None or not waiting[pair]:
                del waiting[pair]


def _candidates(pairs: Pairs, free: Free) -> Iterator[Missed]:
    """Of each contest the boundaries that two rules touch from both sides and no rule covers, by their conditions."""
    for contest in pairs.core.contests.values():
        sides = list(_sides(pairs, free, contest))
        ends: dict[tuple[Atom, object], list[tuple[int, Cube]]] = {}
        for i, cube, atom, interval in sides:
            if interval.high is not None and interval.high_open and interval.low != interval.high:
                ends.setdefault((atom, interval.high), []).append((i, cube))
        for j, cube, atom, interval in sides:
            if interval.low is None or not interval.low_open:
                continue
            for i, other in ends.get((atom, interval.low), ()):
                left, right = pairs.core.rules[contest.rules[i]], pairs.core.rules[contest.rules[j]]
                point = _point(other, cube, atom, interval.low)
                if point is not None and not _covered(pairs, free, contest, point):
                    yield Missed(left, right, atom[1], interval.low, _formula(pairs.core, point))


def _sides(pairs: Pairs, free: Free, contest: c.Contest) -> Iterator[tuple[int, Cube, Atom, Interval]]:
    for i, index in enumerate(contest.rules):
        if pairs.core.rules[index].rank is not c.Rank.ORDINARY:
            continue
        cubes = free.cubes(pairs.applies(index))
        if cubes is not None and len(cubes) == 1:
            for atom, region in cubes[0].items():
                if isinstance(region, Interval):
                    yield i, cubes[0], atom, region


def _point(left: Cube, right: Cube, atom: Atom, value: object) -> Cube | None:
    """The boundary: the one value, all else as both rules want it."""
    rest = [{key: region for key, region in cube.items() if key != atom} for cube in (left, right)]
    both = meet(rest[0], rest[1])
    here = Interval(value, False, value, False)
    if both is None:
        return None
    wholes = [cube[atom] for cube in (left, right)]
    if any(isinstance(one, Interval) and one.whole and getattr(value, "denominator", 1) != 1 for one in wholes):
        return None
    return {**both, atom: here}


def _covered(pairs: Pairs, free: Free, contest: c.Contest, point: Cube) -> bool:
    """Whether some rule of the contest (not a DEFAULT alone) may apply there, or it is not seen."""
    for index in contest.rules:
        rule = pairs.core.rules[index]
        if rule.rank is c.Rank.DEFAULT:
            return True
        cubes = free.cubes(rule.condition)
        if cubes is None or any(meet(cube, point) is not None for cube in cubes):
            return True
    return False


def _formula(core: c.Core, cube: Cube) -> c.Formula:
    """That a case is in the cube."""
    parts: list[c.Formula] = []
    for atom in sorted(cube):
        region = cube[atom]
        match region:
            case bool():
                part: c.Formula = c.FactTest(atom[1]) if atom[0] == "fact" else _established(core, atom)
                parts.append(part if region else c.Not(part))
            case Interval():
                read = _read(core, atom[1])
                if region.low is not None and region.low == region.high:
                    parts.append(c.Test("=", read, c.Constant(region.low)))
                    continue
                if region.low is not None:
                    parts.append(c.Test(">" if region.low_open else ">=", read, c.Constant(region.low)))
                if region.high is not None:
                    parts.append(c.Test("<" if region.high_open else "<=", read, c.Constant(region.high)))
                parts += (c.Test("!=", read, c.Constant(value)) for value in sorted(region.without))
            case Members():
                read = _read(core, atom[1])
                values = [c.Constant(value) for value in sorted(region.values, key=str)]
                if region.others:
                    parts += (c.Test("!=", read, value) for value in values)
                else:
                    parts.append(c.Or(tuple(c.Test("=", read, value) for value in values)))
    return parts[0] if len(parts) == 1 else c.And(tuple(parts))


def _read(core: c.Core, key: str) -> c.Value:
    return c.FactRead(key) if key in core.facts else c.OutcomeRead(key)


def _established(core: c.Core, atom: Atom) -> c.Formula:
    return c.Established(atom[1], tuple(one for one in literals_of(core.contests[atom[1]]) if str(one) in atom[2:]))
