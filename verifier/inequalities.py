"""Linear inequalities over exact numbers, some of them whole: whether surely no numbers satisfy them all.

Fourier and Motzkin's elimination: of every two inequalities that bound a number from both sides, the sum without it is
kept.  Where all numbers in an inequality are whole, its limit is tightened to the next one that can be reached
(Gomory 1958).  Sound always; complete for fractions, and not for whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

MOST = 150
"""How many inequalities are held at once at most; with more nothing is said."""

Terms: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers, told by their own number, with factors that have no common divisor."""


@dataclass(frozen=True, slots=True)
class Inequality:
    """`terms <= limit`; where it is `strict`, `<`."""

    terms: Terms
    limit: int | Fraction
    strict: bool = False


@dataclass(slots=True)
class Effort:
    """How many terms may still be added up; less than none where that did not do."""

    left: int


def inequality(
    factors: Mapping[int, Fraction], limit: Fraction, strict: bool, whole: Collection[int]
) -> Inequality | bool:
    """An inequality in the one shape, or whether it is so where nothing is left in it.

    >>> inequality({0: Fraction(2), 1: Fraction(4)}, Fraction(5), False, {0, 1})
    Inequality(terms=((0, 1), (1, 2)), limit=2, strict=False)
    """
    by = math.lcm(*(factor.denominator for factor in factors.values()))
    return _shaped({number: int(factor * by) for number, factor in factors.items()}, limit * by, strict, whole)


def _shaped(
    factors: Mapping[int, int], limit: int | Fraction, strict: bool, whole: Collection[int]
) -> Inequality | bool:
    kept = sorted((number, factor) for number, factor in factors.items() if factor)
    if not kept:
        return limit > 0 or (limit == 0 and not strict)
    by = math.gcd(*(factor for _, factor in kept))
    if all(number in whole for number, _ in kept):
        limit, strict = (math.ceil(Fraction(limit, by)) - 1 if strict else limit // by), False
    else:
        limit = Fraction(limit, by)
    return Inequality(tuple((number, factor // by) for number, factor in kept), limit, strict)


_Held: TypeAlias = dict[Terms, Inequality]
"""The tightest inequality of each combination."""


def are_impossible(given: Iterable[Inequality], whole: Collection[int], effort: Effort) -> bool:
    """Whether no numbers satisfy some inequalities; `whole` says which of the numbers are whole."""
    held: _Held = {}
    for one in given:
        _hold(held, one)
    while held:
        equal = _equation(held)
        number = _cheapest(held) if equal is None else min(equal[0].terms, key=lambda term: (abs(term[1]), term))[0]
        above, below, rest = _sides(held, number)
        if equal is None:
            pairs = [(one, other) for one in above for other in below]
        else:  # by an equation a number is put in everywhere
            high, low = equal if equal[0] in above else equal[::-1]
            pairs = [(high, one) for one in below if one is not low] + [(one, low) for one in above if one is not high]
        for left, right in pairs:
            effort.left -= len(left.terms) + len(right.terms)
            if effort.left < 0:
                return False
            made = _sum(left, right, number, whole)
            if made is False:
                return True
            if isinstance(made, Inequality):
                _hold(rest, made)
                if len(rest) > MOST:
                    return False
        held = rest
    return False


def _hold(held: _Held, one: Inequality) -> None:
    known = held.get(one.terms)
    if known is None or (one.limit, not one.strict) < (known.limit, not known.strict):
        held[one.terms] = one


def _equation(held: _Held) -> tuple[Inequality, Inequality] | None:
    """Two inequalities that together are an equation."""
    for terms, one in held.items():
        other = held.get(tuple((number, -factor) for number, factor in terms))
        if other is not None and other.limit == -one.limit and not one.strict and not other.strict:
            return one, other
    return None


def _cheapest(held: _Held) -> int:
    """The number without which the fewest inequalities are left."""
    above: dict[int, int] = {}
    below: dict[int, int] = {}
    for terms in held:
        for number, factor in terms:
            side, other = (above, below) if factor > 0 else (below, above)
            side[number] = side.get(number, 0) + 1
            other.setdefault(number, 0)
    return min(above, key=lambda at: (above[at] * below[at] - above[at] - below[at], at))


def _sides(held: _Held, number: int) -> tuple[list[Inequality], list[Inequality], _Held]:
    """The inequalities that bound a number from above, those that do so from below, and the others."""
    above: list[Inequality] = []
    below: list[Inequality] = []
    rest: _Held = {}
    for terms, one in held.items():
        factor = next((factor for at, factor in terms if at == number), 0)
        if not factor:
            rest[terms] = one
        else:
            (above if factor > 0 else below).append(one)
    return above, below, rest


def _sum(left: Inequality, right: Inequality, number: int, whole: Collection[int]) -> Inequality | bool:
    """What follows from two inequalities without a number that they bound from above and from below."""
    by, over = -dict(right.terms)[number], dict(left.terms)[number]
    found = {at: factor * by for at, factor in left.terms}
    for at, factor in right.terms:
        found[at] = found.get(at, 0) + factor * over
    return _shaped(found, left.limit * by + right.limit * over, left.strict or right.strict, whole)
