"""Conditions as unions of cubes, so that most questions about pairs of rules need no solver.

A cube says of each of some atoms in which region it lies: a truth value is true or false, a number, date, time or
duration lies in an interval, a member or text is one of some or none of some.  Atoms are independent of each other
except for the tests of one contest, which `fits` looks at together; what else couples them (ALWAYS, CONCEPT) is for
the caller to know.  A formula that is not of this kind, or that has too many cubes, is None: it goes to the solver.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from rulelang.engine import core as c
from rulelang.grammar.model import Constant_, DurationType, Mode, NumberType
from rulelang.grammar.values import Duration

MOST = 24
"""Cubes of one formula."""
STEPS = 3_000
"""Steps of a search for one cube."""

Atom: TypeAlias = tuple[str, ...]
"""("fact", key), ("said", contest, *literals) or ("value", key)."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Ordered values between bounds (None: open to that side), some of them left out."""

    low: Any = None
    low_open: bool = False
    high: Any = None
    high_open: bool = False
    without: frozenset[Any] = frozenset()
    whole: bool = False

    def meet(self, other: Interval) -> Interval:
        low, low_open = _tighter(self.low, self.low_open, other.low, other.low_open, up=True)
        high, high_open = _tighter(self.high, self.high_open, other.high, other.high_open, up=False)
        without = self.without | other.without
        return Interval(low, low_open, high, high_open, without, self.whole or other.whole)

    def empty(self) -> bool:
        if self.low is None or self.high is None:
            return False
        if self.low > self.high or (self.low == self.high and (self.low_open or self.high_open)):
            return True
        if self.low == self.high:
            return self.low in self.without
        if self.whole and isinstance(self.low, int | Fraction):
            first, last = _whole(self.low, self.low_open, up=True), _whole(self.high, self.high_open, up=False)
            span = last - first + 1
            return span <= 0 or (
                span <= len(self.without) and all(first + i in self.without for i in range(span))
            )
        if self.whole and isinstance(self.low, datetime.date) and not isinstance(self.low, datetime.datetime):
            return self.low_open and self.high_open and (self.high - self.low).days <= 1
        return False

    def closed(self) -> Interval:
        """Of whole numbers the same with its first and last number as bounds."""
        if not self.whole:
            return self
        low, high = self.low, self.high
        if isinstance(low, int | Fraction):
            low = _whole(low, self.low_open, up=True)
        if isinstance(high, int | Fraction):
            high = _whole(high, self.high_open, up=False)
        numbers = (low is None or isinstance(low, int)) and (high is None or isinstance(high, int))
        return Interval(low, False, high, False, self.without, True) if numbers else self

    def inside(self, other: Interval) -> bool:
        """Whether all of this is in the other."""
        if self.whole and other.whole and (self.low_open or self.high_open or other.low_open or other.high_open):
            one, two = self.closed(), other.closed()
            if not (one.low_open or one.high_open or two.low_open or two.high_open):
                return one.inside(two)
        low = other.low is None or (
            self.low is not None
            and (self.low > other.low or (self.low == other.low and (self.low_open or not other.low_open)))
        )
        high = other.high is None or (
            self.high is not None
            and (self.high < other.high or (self.high == other.high and (self.high_open or not other.high_open)))
        )
        return low and high and all(self.meet(Interval(v, False, v, False)).empty() for v in other.without)

    def some(self) -> Any:
        """A value, the one nearest to zero among simple ones; None where none is seen."""
        candidates: list[Any] = []
        for bound in (self.low, self.high):
            if bound is not None:
                candidates += [bound, *_beside(bound)]
        if self.low is not None and self.high is not None and isinstance(self.low, int | Fraction):
            candidates.append(Fraction(self.low + self.high) / 2)
        if all(isinstance(bound, int | Fraction) for bound in candidates):
            candidates.append(0)
        good = [v for v in candidates if not self.meet(Interval(v, False, v, False)).empty()]
        if self.whole:
            good = [v for v in good if not isinstance(v, Fraction) or v.denominator == 1]
        if not good:
            return None
        return min(good, key=lambda v: (abs(v), v < 0) if isinstance(v, int | Fraction) else (0, False))


@dataclass(frozen=True, slots=True)
class Members:
    """One of these values; `other`: or any that is not listed (texts)."""

    values: frozenset[Constant_]
    others: bool = False
    """The values are those that it is not."""

    def meet(self, other: Members) -> Members:
        if self.others and other.others:
            return Members(self.values | other.values, True)
        if self.others:
            return Members(other.values - self.values)
        if other.others:
            return Members(self.values - other.values)
        return Members(self.values & other.values)

    def empty(self) -> bool:
        return not self.others and not self.values

    def inside(self, other: Members) -> bool:
        if self.others:
            return other.others and other.values <= self.values
        return self.values.isdisjoint(other.values) if other.others else self.values <= other.values


Region: TypeAlias = "bool | Interval | Members"
Cube: TypeAlias = Mapping[Atom, Region]
Cubes: TypeAlias = tuple[Cube, ...]

EVERYTHING: Cubes = ({},)


def meet_regions(left: Region, right: Region) -> Region | None:
    """What is in both; None where nothing is."""
    match left, right:
        case bool(), bool():
            return left if left == right else None
        case Interval(), Interval():
            both = left.meet(right)
        case Members(), Members():
            both = left.meet(right)  # type: ignore[assignment]
        case _:
            return None
    return None if both.empty() else both


def meet(left: Cube, right: Cube) -> Cube | None:
    """The cube of what is in both; None where some atom has no value left."""
    small, large = (left, right) if len(left) <= len(right) else (right, left)
    made = dict(large)
    for atom, region in small.items():
        if atom in made:
            both = meet_regions(made[atom], region)
            if both is None:
                return None
            made[atom] = both
        else:
            made[atom] = region
    return made if fits(made) else None


def meet_all(left: Cubes, right: Cubes, most: int = MOST) -> Cubes | None:
    """The union of what is in both; None where there would be too many cubes."""
    if len(left) * len(right) > most * 4:
        return None
    found = [both for one, other in product(left, right) if (both := meet(one, other)) is not None]
    return tuple(found) if len(found) <= most else None


def first_met(unions: Sequence[Cubes]) -> Cube | None:
    """A cube that lies in all of these unions, if one is found in few steps."""
    ordered = sorted(unions, key=len)
    path: list[Cube] = [{}]
    choices = [0]
    for _ in range(STEPS):
        depth = len(choices) - 1
        if depth == len(ordered):
            return path[-1]
        here = ordered[depth]
        while choices[-1] < len(here):
            both = meet(path[-1], here[choices[-1]])
            choices[-1] += 1
            if both is not None:
                path.append(both)
                choices.append(0)
                break
        else:
            path.pop()
            choices.pop()
            if not choices:
                return None
    return None


def inside(small: Cube, large: Cube) -> bool:
    """Whether all of one cube that is not empty is in the other, the tests of contests taken one by one."""
    for atom, region in large.items():
        mine = small.get(atom)
        match mine, region:
            case bool(), bool() if mine == region:
                continue
            case Interval(), Interval() if mine.inside(region):
                continue
            case Members(), Members() if mine.inside(region):
                continue
            case _:
                return False
    return True


_STATES: tuple[frozenset[Mode], ...] = (
    frozenset(), frozenset({"MUST"}), frozenset({"MUST NOT"}), frozenset({"MAY"}), frozenset({"NEED NOT"}),
    frozenset({"MAY", "NEED NOT"}),
)  # fmt: skip


def fits(cube: Cube) -> bool:
    """Whether the tests of each contest can be so together: no two incompatible literals are ever established."""
    contests: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
    for atom, region in cube.items():
        if atom[0] == "said" and isinstance(region, bool):
            contests.setdefault(atom[1], []).append((atom[2:], region))
    for tests in contests.values():
        if len(tests) < 2:
            continue
        if any(literals[0] in ("True", "False") for literals, _ in tests):
            if sum(truth for _, truth in tests) > 1:
                return False
        elif not any(all((not state.isdisjoint(lits)) == truth for lits, truth in tests) for state in _STATES):
            return False
    return True


@dataclass(slots=True)
class Reader:
    """Makes cubes of the formulas of one core program."""

    core: c.Core

    def cubes(self, formula: c.Formula, positive: bool = True, most: int = MOST) -> Cubes | None:
        """The formula (or its negation) as a union of cubes; none: it is never true."""
        match formula:
            case c.Truth(value):
                return EVERYTHING if value == positive else ()
            case c.FactTest(key):
                return ({("fact", key): positive},)
            case c.Established(contest, literals):
                return ({("said", contest, *map(str, literals)): positive},)
            case c.Not(operand):
                return self.cubes(operand, not positive, most)
            case c.And(parts):
                return self._all(parts, positive, most) if positive else self._any(parts, positive, most)
            case c.Or(parts):
                return self._any(parts, positive, most) if positive else self._all(parts, positive, most)
            case c.Test(op, left, right):
                return self._test(op, left, right, positive)
            case _:
                return None

    def _all(self, parts: Iterable[c.Formula], positive: bool, most: int) -> Cubes | None:
        found: Cubes = EVERYTHING
        for part in parts:
            cubes = self.cubes(part, positive, most)
            both = None if cubes is None else meet_all(found, cubes, most)
            if both is None:
                return None
            found = both
        return found

    def _any(self, parts: Iterable[c.Formula], positive: bool, most: int) -> Cubes | None:
        found: list[Cube] = []
        for part in parts:
            cubes = self.cubes(part, positive, most)
            if cubes is None or len(found) + len(cubes) > most:
                return None
            found += cubes
        return tuple(found)

    def in_force(self, parts: Iterable[c.GroundException], positive: bool, most: int = MOST) -> Cubes | None:
        """That one of the exceptions is in force (or none is)."""
        return self.cubes(in_force(parts), positive, most)

    def _test(self, op: str, left: c.Value, right: c.Value, positive: bool) -> Cubes | None:
        if isinstance(left, c.Constant) and not isinstance(right, c.Constant):
            left, right, op = right, left, _MIRRORED[op]
        if not isinstance(right, c.Constant):
            return None
        match left:
            case c.FactRead(key):
                fact = self.core.facts[key]
                type_, domain = fact.type, fact.domain
            case c.OutcomeRead(key):
                type_, domain = self.core.contests[key].type, self.core.contests[key].domain  # type: ignore[assignment]
            case _:
                return None
        op = op if positive else _CONTRARY[op]
        region = _region(op, right.value, type_, domain)
        if region is None:
            return None
        return () if region.empty() else ({("value", key): region},)


def in_force(parts: Iterable[c.GroundException]) -> c.Formula:
    """That one of the exceptions is in force, as a formula."""
    found: list[c.Formula] = []
    for part in parts:
        if part.exceptions:
            found.append(c.And((part.condition, c.Not(in_force(part.exceptions)))))
        else:
            found.append(part.condition)
    if not found:
        return c.FALSE
    return found[0] if len(found) == 1 else c.Or(tuple(found))


def applies(rule: c.GroundRule) -> c.Formula:
    """That a rule applies: its condition is true and no exception to it is in force."""
    if not rule.exceptions:
        return rule.condition
    return c.And((rule.condition, c.Not(in_force(rule.exceptions))))


_MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_CONTRARY = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _region(
    op: str, value: Constant_, type_: object, domain: tuple[Constant_, ...] | None
) -> Interval | Members | None:
    if domain is not None:
        if all(isinstance(member, int) for member in domain) and isinstance(value, int) and domain:
            whole = Interval(min(domain), False, max(domain), False, whole=True)  # type: ignore[type-var]
            return _bounded(op, value).meet(whole)
        if op == "=":
            return Members(frozenset({value}) & frozenset(domain))
        return Members(frozenset(domain) - {value}) if op == "!=" else None
    if isinstance(value, str):
        return Members(frozenset({value}), op == "!=") if op in ("=", "!=") else None
    if isinstance(value, Duration):
        if isinstance(type_, DurationType) and type_.unit is not None:
            number = value.months if type_.unit == "MONTHS" else value.seconds
            return _bounded(op, number) if not (value.months and value.seconds) else None
        return None
    if isinstance(type_, NumberType) and isinstance(value, int | Fraction):
        return _bounded(op, value).meet(Interval(type_.low, False, type_.high, False, whole=type_.integer))
    if isinstance(value, datetime.datetime):
        return _bounded(op, value)
    if isinstance(value, datetime.date):
        return _bounded(op, value).meet(Interval(whole=True))
    return None


def _bounded(op: str, value: Any) -> Interval:
    match op:
        case "=":
            return Interval(value, False, value, False)
        case "!=":
            return Interval(without=frozenset({value}))
        case "<":
            return Interval(high=value, high_open=True)
        case "<=":
            return Interval(high=value)
        case ">":
            return Interval(low=value, low_open=True)
        case _:
            return Interval(low=value)


def _tighter(one: Any, one_open: bool, other: Any, other_open: bool, up: bool) -> tuple[Any, bool]:
    if one is None:
        return other, other_open
    if other is None or one == other:
        return one, one_open or (other is not None and other_open)
    return (one, one_open) if (one > other) == up else (other, other_open)


def _whole(bound: Any, open_: bool, up: bool) -> int:
    """The first whole number from a bound on."""
    exact = Fraction(bound)
    if up:
        number = -((-exact.numerator) // exact.denominator)
        return number + 1 if open_ and number == exact else number
    number = exact.numerator // exact.denominator
    return number - 1 if open_ and number == exact else number


def _beside(bound: Any) -> list[Any]:
    if isinstance(bound, int | Fraction):
        return [bound - 1, bound + 1]
    if isinstance(bound, datetime.datetime):
        return [bound + datetime.timedelta(minutes=d) for d in (-1, 1)]
    try:
        return [bound + datetime.timedelta(days=d) for d in (-1, 1)]
    except OverflowError:
        return []
