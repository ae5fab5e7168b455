"""Rules that can meet with nothing to decide between them: conflicts, ironclad clashes, boundaries covered twice.

Three filters, then the solver: heads that are incompatible and unordered; literals and intervals that exclude each
other, for a whole contest at once as bits; cubes of two rules; and what is left is asked.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from rulelang.engine import core as c
from rulelang.engine.analysis.cubes import Atom, Cube, Cubes, Interval, Region, applies, meet, meet_regions
from rulelang.engine.analysis.free import Free, Possible, Unsure
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.told import Told

MOST_TOLD = 20
"""Pairs told of one outcome or action."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two rules of a contest that can both apply, and nothing says which of them stands.

    `boundary`: they meet in a single value of this fact or outcome alone.
    """

    left: c.GroundRule
    right: c.GroundRule
    witness: Told | None
    boundary: tuple[str, object] | None = None


@dataclass(slots=True)
class Counts:
    """How many pairs each step settles."""

    pairs: int = 0
    ordered: int = 0
    """Compatible, of one clause, or ordered: nothing to look at."""
    literals: int = 0
    """Excluded by literals and intervals, as bits."""
    cubes: int = 0
    solver: int = 0
    unsure: int = 0


@dataclass(slots=True)
class Pairs:
    """Looks through the contests of a core."""

    core: c.Core
    free: Free
    counts: Counts = field(default_factory=Counts)
    more: dict[str, int] = field(default_factory=dict[str, int])
    """Outcomes and actions of which not all pairs are told: how many more there are."""
    unsure: list[str] = field(default_factory=list[str])
    _others: dict[tuple[str, str], list[tuple[c.Contest, int, int]]] = field(
        default_factory=dict[tuple[str, str], "list[tuple[c.Contest, int, int]]"]
    )
    """More instances of clauses that are told of."""
    _applies: dict[int, c.Formula] = field(default_factory=dict[int, c.Formula])

    def applies(self, index: int) -> c.Formula:
        """That a rule applies, the same object each time."""
        known = self._applies.get(index)
        if known is None:
            known = self._applies[index] = applies(self.core.rules[index])
        return known

    def meetings(self) -> Iterator[Meeting]:
        """Each two clauses that can meet, once, in the order of the contests."""
        seen: set[tuple[str, str]] = set()
        told: dict[str, int] = {}
        for contest in self.core.contests.values():
            for i, j, met in self._candidates(contest):
                left, right = self.core.rules[contest.rules[i]], self.core.rules[contest.rules[j]]
                pair = (clause_name(left), clause_name(right))
                if pair[::-1] in seen or pair in seen or pair[0] == pair[1]:
                    self._others.setdefault(_either(*pair), []).append((contest, i, j))
                    continue
                if told.get(contest.name, 0) >= MOST_TOLD:
                    self.more[contest.name] = self.more.get(contest.name, 0) + 1
                    seen.add(pair)
                    continue
                found = self._meet(contest, i, j, met)
                if found is not None:
                    seen.add(pair)
                    told[contest.name] = told.get(contest.name, 0) + 1
                    yield found

    def elsewhere(self, met: Meeting) -> Iterator[Meeting]:
        """After `meetings`: other instances of the same two clauses that can meet."""
        pair = clause_name(met.left), clause_name(met.right)
        for contest, i, j in self._others.get(_either(*pair), ()):
            found = self._meet(contest, i, j, False)
            if found is not None:
                yield found

    def parted(self, told: Container[str]) -> Iterator[Meeting]:
        """Pairs about other outcomes and actions than these that only a comparison keeps apart which may be open: of an
        outcome that may have no value, of a fact that may be NONE."""
        for contest in self.core.contests.values():
            rules = [self.core.rules[index] for index in contest.rules]
            ranked = [i for i, rule in enumerate(rules) if rule.rank is not c.Rank.DEFAULT]
            if contest.name in told or len(ranked) < 2:
                continue
            against = _against(contest, rules, ranked)
            cubes = {
                i: found
                for i in ranked
                if against[i]
                and (found := self.free.cubes(self.applies(contest.rules[i])))
                and any(self._may_be_open(atom) for cube in found for atom in cube)
            }
            pairs = (
                (i, j)
                for i in cubes
                for j in cubes
                if j < i and against[i] >> j & 1 and any(self._parted(*two) for two in product(cubes[j], cubes[i]))
            )
            for i, j in islice(pairs, MOST_TOLD):
                yield Meeting(rules[j], rules[i], None)

    def _parted(self, one: Cube, other: Cube) -> bool:
        """Whether two cubes exclude each other, but not without what they say of values that may not be there."""
        if meet(one, other) is not None:
            return False
        left, right = ({atom: one[atom] for atom in one if not self._may_be_open(atom)} for one in (one, other))
        return meet(left, right) is not None

    def _may_be_open(self, atom: Atom) -> bool:
        if atom[0] != "value":
            return False
        return atom[1] in self.core.contests or self.core.facts[atom[1]].nullable

    def _candidates(self, contest: c.Contest) -> Iterator[tuple[int, int, bool]]:
        """Pairs of positions that heads and literals leave; whether cubes have shown that they meet."""
        rules = [self.core.rules[index] for index in contest.rules]
        ranked = [i for i, rule in enumerate(rules) if rule.rank is not c.Rank.DEFAULT]
        if len(ranked) < 2:
            return
        self.counts.pairs += len(ranked) * (len(ranked) - 1) // 2
        against = _against(contest, rules, ranked)
        looked = sum(bits.bit_count() for bits in against.values()) // 2
        self.counts.ordered += len(ranked) * (len(ranked) - 1) // 2 - looked
        if not looked:
            return
        cubes = {i: self.free.cubes(self.applies(contest.rules[i])) for i in ranked}
        index = _Index(cubes)
        for i in ranked:
            below = against[i] & ((1 << i) - 1)
            if not below:
                continue
            left = below & ~index.excluded(i)
            self.counts.literals += (below & ~left).bit_count()
            while left:
                low = left & -left
                left ^= low
                yield low.bit_length() - 1, i, False

    def _meet(self, contest: c.Contest, i: int, j: int, met: bool) -> Meeting | None:
        left, right = contest.rules[i], contest.rules[j]
        parts = [self.applies(left), self.applies(right)]
        values = self.core.rules[left].value, self.core.rules[right].value
        if values[0] is not None and values[1] is not None and not _constants(values):
            parts.append(c.Test("!=", values[0], values[1]))
        strikers = [
            k for k in range(len(contest.rules))
            if k not in (i, j) and (i in contest.outranks[k] or j in contest.outranks[k])
            and self._strikes(contest, k, i, j)
        ]  # fmt: skip
        before = self.free.by_solver
        found = self.free.possible(*parts, *(c.Not(self.applies(contest.rules[k])) for k in strikers))
        if self.free.by_solver > before:
            self.counts.solver += 1
        else:
            self.counts.cubes += 1
        if isinstance(found, Unsure):
            self.counts.unsure += 1
            self.unsure.append(f"`{clause_name(self.core.rules[left])}` with `{clause_name(self.core.rules[right])}`")
        if not isinstance(found, Possible):
            return None
        boundary = self._boundary(left, right)
        return Meeting(self.core.rules[left], self.core.rules[right], found.witness, boundary)

    def _strikes(self, contest: c.Contest, k: int, i: int, j: int) -> bool:
        """Whether a rule, where it applies, surely strikes one of the two: itself it is never struck."""
        above = (self.core.rules[contest.rules[m]] for m, below in enumerate(contest.outranks) if k in below)
        if any(_may_strike(contest.kind, rule, self.core.rules[contest.rules[k]]) for rule in above):
            return False
        rules = [self.core.rules[contest.rules[n]] for n in (k, i, j)]
        return any(
            n in contest.outranks[k] and _surely_incompatible(contest.kind, rules[0], rule)
            for n, rule in ((i, rules[1]), (j, rules[2]))
        )

    def _boundary(self, left: int, right: int) -> tuple[str, object] | None:
        """The one value of one number in which two rules meet."""
        ours, theirs = self.free.cubes(self.applies(left)), self.free.cubes(self.applies(right))
        if ours is None or theirs is None or len(ours) != 1 or len(theirs) != 1:
            return None
        for atom, region in sorted(ours[0].items()):
            other = theirs[0].get(atom)
            if isinstance(region, Interval) and isinstance(other, Interval) and region != other:
                both = region.meet(other)
                wide = region.low != region.high and other.low != other.high
                if both.low is not None and both.low == both.high and wide:
                    return atom[1], both.low
        return None


def _constants(values: tuple[c.Value | None, c.Value | None]) -> bool:
    return isinstance(values[0], c.Constant) and isinstance(values[1], c.Constant)


def _surely_incompatible(kind: c.ContestKind, left: c.GroundRule, right: c.GroundRule) -> bool:
    if kind is c.ContestKind.VALUE:
        return _constants((left.value, right.value)) and left.value != right.value
    assert left.literal is not None
    assert right.literal is not None
    return c.incompatible(left.literal, right.literal, kind)


def _may_strike(kind: c.ContestKind, above: c.GroundRule, rule: c.GroundRule) -> bool:
    if kind is c.ContestKind.VALUE:
        return above.value != rule.value
    return _surely_incompatible(kind, above, rule)


def _against(contest: c.Contest, rules: Sequence[c.GroundRule], ranked: Sequence[int]) -> dict[int, int]:
    """For each rule the positions of those with an incompatible head that nothing orders with it, as bits."""
    groups: dict[object, int] = {}
    heads: dict[int, object] = {}
    for i in ranked:
        rule = rules[i]
        head: object = rule.literal
        if contest.kind is c.ContestKind.VALUE:
            head = ("known", rule.value.value) if isinstance(rule.value, c.Constant) else ("read", id(rule.value))
        heads[i] = head
        groups[head] = groups.get(head, 0) | 1 << i
    opposed: dict[object, int] = {}
    for head in groups:
        bits = 0
        for other, where in groups.items():
            if contest.kind is c.ContestKind.ACTION:
                clash = c.incompatible(head, other, contest.kind)  # type: ignore[arg-type]
            else:
                clash = head != other
            bits |= where if clash else 0
        opposed[head] = bits
    ranks: dict[c.Rank, int] = {}
    for i in ranked:
        ranks[rules[i].rank] = ranks.get(rules[i].rank, 0) | 1 << i
    outranked = [0] * len(rules)
    for i in ranked:
        for j in contest.outranks[i]:
            outranked[i] |= 1 << j
            outranked[j] |= 1 << i
    return {i: opposed[heads[i]] & ranks[rules[i].rank] & ~outranked[i] for i in ranked}


@dataclass(slots=True)
class _Index:
    """For each atom and region the rules that it excludes, of those that are one cube."""

    cubes: Mapping[int, Cubes | None]
    having: dict[Atom, dict[Region, int]] = field(default_factory=dict[Atom, "dict[Region, int]"])
    never: int = 0
    known: dict[tuple[Atom, Region], int] = field(default_factory=dict[tuple[Atom, "Region"], int])

    def __post_init__(self) -> None:
        for i, cubes in self.cubes.items():
            if cubes is None:
                continue
            if not cubes:
                self.never |= 1 << i
            elif len(cubes) == 1:
                for atom, region in cubes[0].items():
                    regions = self.having.setdefault(atom, {})
                    regions[region] = regions.get(region, 0) | 1 << i

    def excluded(self, i: int) -> int:
        """The rules that cannot apply together with this one."""
        cubes = self.cubes[i]
        if cubes is None:
            return self.never
        if not cubes:
            return -1
        found = -1
        for cube in cubes:
            found &= self._excluded(cube)
        return found | self.never

    def _excluded(self, cube: Cube) -> int:
        bits = 0
        for atom, region in cube.items():
            key = (atom, region)
            where = self.known.get(key)
            if where is None:
                where = 0
                for other, rules in self.having.get(atom, {}).items():
                    if meet_regions(region, other) is None:
                        where |= rules
                self.known[key] = where
            bits |= where
        return bits


def _either(left: str, right: str) -> tuple[str, str]:
    """Two clauses, whichever of them stands first."""
    return (left, right) if left <= right else (right, left)
