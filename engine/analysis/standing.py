"""Rules that stand in a contest, as formulas: the quick test (docs/semantics.md, T3), worked out rule by rule."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.engine import core as c
from rulelang.engine.analysis.cubes import applies


@dataclass(slots=True)
class Standing:
    """One contest; places are positions among its rules."""

    core: c.Core
    contest: c.Contest
    _applies: dict[int, c.Formula] = field(default_factory=dict[int, c.Formula])
    _stands: dict[int, c.Formula] = field(default_factory=dict[int, c.Formula])
    _differ: dict[tuple[int, int], c.Formula] = field(default_factory=dict[tuple[int, int], c.Formula])

    def rule(self, place: int) -> c.GroundRule:
        return self.core.rules[self.contest.rules[place]]

    def applies(self, place: int) -> c.Formula:
        """That the rule applies."""
        found = self._applies.get(place)
        if found is None:
            found = self._applies[place] = applies(self.rule(place))
        return found

    def beaters(self, place: int) -> list[int]:
        """The rules that outrank this one and may be incompatible with it."""
        above = (k for k, below in enumerate(self.contest.outranks) if place in below)
        return [k for k in above if self.differ(place, k) != c.FALSE]

    def stands(self, place: int) -> c.Formula:
        """That the rule applies, and no standing one that outranks it strikes it."""
        above = (k for k, below in enumerate(self.contest.outranks) if place in below)
        for one in (*above, place):  # what outranks stands first
            if one not in self._stands:
                strikes = (conjunction(self._stands[k], self.differ(one, k)) for k in self.beaters(one))
                self._stands[one] = conjunction(self.applies(one), *map(negation, strikes))
        return self._stands[place]

    def differ(self, one: int, other: int) -> c.Formula:
        """That two rules' heads are incompatible."""
        pair = (min(one, other), max(one, other))
        found = self._differ.get(pair)
        if found is None:
            found = self._differ[pair] = _incompatible(self.rule(pair[0]), self.rule(pair[1]), self.contest.kind)
        return found


def _incompatible(left: c.GroundRule, right: c.GroundRule, kind: c.ContestKind) -> c.Formula:
    if left.value is None or right.value is None:
        assert left.literal is not None
        assert right.literal is not None
        return c.Truth(c.incompatible(left.literal, right.literal, kind))
    if left.value == right.value:
        return c.FALSE
    if isinstance(left.value, c.Constant) and isinstance(right.value, c.Constant):
        return c.Truth(left.value.value != right.value.value)
    return c.Test("!=", left.value, right.value)


def conjunction(*parts: c.Formula) -> c.Formula:
    """AND, without what is always true."""
    kept: list[c.Formula] = []
    for part in parts:
        if part == c.FALSE:
            return c.FALSE
        if part == c.TRUE:
            continue
        kept += part.parts if isinstance(part, c.And) else (part,)
    return c.TRUE if not kept else kept[0] if len(kept) == 1 else c.And(tuple(kept))


def negation(part: c.Formula) -> c.Formula:
    """NOT, of a constant at once."""
    return c.Truth(not part.value) if isinstance(part, c.Truth) else c.Not(part)
