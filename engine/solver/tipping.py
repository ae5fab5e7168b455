"""Where the values of a number, date or time begin to decide otherwise, found by trying them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from rulelang.engine.decision import Status
from rulelang.grammar.model import Constant_

MOST_TURNS = 4
"""So many places are looked for; of more, some all along the scale."""

Kind: TypeAlias = "tuple[tuple[Status, tuple[str, ...]], Constant_ | None]"
"""How a case is decided, and its value."""
Try: TypeAlias = "Callable[[Fraction], Kind | None]"
"""How the case with this number is decided; None where there is no such case."""


def turns(shown: Collection[Fraction], further: Iterable[Fraction], decided: Try) -> tuple[Fraction, ...]:
    """Pairs of numbers beside each other (1 apart, where those tried are no closer) that are decided otherwise,
    ascending; none where they are between some of `shown` alone, for these show it.

    A value that is another one for every number begins nowhere: of two values that differ one must have been found
    for several numbers.
    """
    kinds = [(number, decided(number)) for number in sorted({*shown, *further})]
    often = Counter(kind for _, kind in kinds if kind is not None)
    apart = [
        (low, high, below, above)
        for (low, below), (high, above) in pairwise(kinds)
        if below is not None and above is not None and below != above
        and (below[0] != above[0] or often[below] > 1 or often[above] > 1)
    ]  # fmt: skip
    step = -(-len(apart) // MOST_TURNS) or 1
    numbers: set[Fraction] = set()
    for low, high, below, above in apart[::step]:
        if low in shown and high in shown:
            numbers.update((low, high))
            continue
        numbers.update(_between(low, high, below if often[below] > 1 else None, above if often[above] > 1 else None,
                                decided))  # fmt: skip
    return () if numbers <= set(shown) else tuple(sorted(numbers))


def _between(
    low: Fraction, high: Fraction, below: Kind | None, above: Kind | None, decided: Try
) -> Iterator[Fraction]:
    """Where what was found below and above (None: nothing that goes on) ends or begins between two numbers."""

    def still_below(number: Fraction) -> bool:
        return decided(number) == below

    def not_above(number: Fraction) -> bool:
        return decided(number) != above

    def as_the_low(number: Fraction) -> bool:
        return _status(decided(number)) == _status(decided(low))

    if below is None:
        yield from _halved(low, high, as_the_low if above is None else not_above)
        return
    last, first = _halved(low, high, still_below)
    yield from (last, first)
    if above is not None and decided(first) != above:
        # Something else lies between the two.
        yield from _halved(first, high, not_above)


def _status(kind: Kind | None) -> tuple[Status, tuple[str, ...]] | None:
    return None if kind is None else kind[0]


def _halved(low: Fraction, high: Fraction, below: Callable[[Fraction], bool]) -> tuple[Fraction, Fraction]:
    """Two numbers close to each other, of which the first is still `below`."""
    fine = Fraction(1) if high - low >= 1 else (high - low) / 64
    while high - low > fine:
        middle = (low + high) / 2
        if fine == 1:
            middle = Fraction(math.floor(middle)) if math.floor(middle) > low else middle
        if below(middle):
            low = middle
        else:
            high = middle
    return low, high
