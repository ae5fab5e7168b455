"""Sets of rules that grow along a chain of claims: as bits, for of a long chain there are as many as it has claims."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleSet(Container[str]):
    """Some of the rules that have a place."""

    places: Mapping[str, int]
    bits: int

    def __contains__(self, rule: object) -> bool:
        place = self.places.get(rule)  # type: ignore[call-overload]
        return place is not None and bool(self.bits >> place & 1)

    @staticmethod
    def of(rules: Iterable[str], places: Mapping[str, int]) -> RuleSet:
        bits = 0
        for rule in rules:
            bits |= 1 << places[rule]
        return RuleSet(places, bits)

    def union(self, others: Iterable[RuleSet]) -> RuleSet:
        """These rules and others, which have their places among the same."""
        bits = self.bits
        for other in others:
            bits |= other.bits
        return RuleSet(self.places, bits)


def carried(own: Mapping[str, RuleSet], sources: Mapping[str, Sequence[str]]) -> Mapping[str, RuleSet]:
    """For each claim the rules that are its own or those of any claim on which it rests.

    >>> places = {"r1": 0, "r2": 1}
    >>> own = {"s1": RuleSet.of(["r1"], places), "s2": RuleSet.of(["r2"], places)}
    >>> [bin(one.bits) for one in carried(own, {"s1": [], "s2": ["s1"]}).values()]
    ['0b1', '0b11']
    """
    found = dict(own)
    order = _from_below(sources)
    changes = True
    while changes:  # twice, where there are no circles
        changes = False
        for claim in order:
            rules = found[claim].union(found[source] for source in sources[claim])
            changes = changes or rules.bits != found[claim].bits
            found[claim] = rules
    return found


def _from_below(sources: Mapping[str, Sequence[str]]) -> list[str]:
    """The claims, each after those on which it rests, where these make no circle."""
    order: dict[str, None] = {}
    seen: set[str] = set()
    for first in sources:
        todo = [(first, False)]
        while todo:
            claim, is_left = todo.pop()
            if is_left:
                order[claim] = None
            elif claim not in seen:
                seen.add(claim)
                todo.append((claim, True))
                todo.extend((source, False) for source in sources[claim])
    return list(order)
