"""Boundaries that the rules of a contest leave out: one says "under 50", another "over 50", none what is at 50."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulelang.engine import core as c
from rulelang.engine.analysis.cubes import Atom, Cube, Interval, meet
from rulelang.engine.analysis.free import Free
from rulelang.engine.analysis.pairs import Pairs
from rulelang.engine.analysis.signatures import clause_name


@dataclass(frozen=True, slots=True)
class Missed:
    """No rule of the contest speaks where the value of `about` is `value`, which two rules leave to each other."""

    left: c.GroundRule
    right: c.GroundRule
    about: str
    value: object
    values: Cube


def missed(pairs: Pairs, free: Free) -> Iterator[Missed]:
    """Of each contest the boundaries that two rules touch from both sides and no rule covers."""
    seen: set[tuple[str, str]] = set()
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
                pair = clause_name(left), clause_name(right)
                if pair in seen:
                    continue
                point = _point(other, cube, atom, interval.low)
                if point is not None and not _covered(pairs, free, contest, point):
                    seen.add(pair)
                    yield Missed(left, right, atom[1], interval.low, point)


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
