"""Where in an integer each lane stands, and what is counted in which field of the counter.

Integers are put together by OR.  `here` integers hold what the claims about the world asked about state,
over the subjects, then flags, and above all lanes what is said and what is cited, whose
number is not known beforehand.
`full` integers hold what a claim reaches by its `from` (itself included): subjects stated, rules cited, passages that
count, citations that count, and above these a `here` integer.  Counters are put together by addition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from rulelang.verifier.scoring.layout import Layout
from rulelang.verifier.warrant import Verdict

FIELD = 20
"""Bits of each field of the counter."""


class Counter(IntEnum):
    """The fields of the counter; those from WRONG_LOGIC on are of the claims that enter the decision."""

    SAID = 0
    CONCLUSIONS = 1
    CONCLUSIONS_CITING = 2
    APPLICATIONS = 3
    APPLIED = 4
    RULE_CLAIMS = 5
    RULE_CLAIMS_TRUE = 6
    EXTERNAL = 7
    QUOTES = 8
    QUOTED = 9
    WRONG_LOGIC = 10
    FALSE_STEPS = 11
    BESIDE_THE_POINT = 12
    FALSE_RULES = 13

    @property
    def one(self) -> int:
        return 1 << FIELD * self

    def of(self, counts: int) -> int:
        return counts >> FIELD * self & (1 << FIELD) - 1


OF_ENTERING = FIELD * Counter.WRONG_LOGIC
"""Above this bit the counter counts what matters of entering claims alone."""


class Lanes:
    """The lanes of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        count = layout.count
        self.subjects = (1 << count) - 1
        gold = dict.fromkeys(rule for laid in (*layout.full, *layout.held) for rule in sorted(laid.rules))
        self.gold_rules = {rule: number for number, rule in enumerate(gold)}
        self.conclusions = 0
        self._needs: dict[int, int] = {}
        for laid in (*layout.full, *layout.held):
            for concluded in laid.concluded:
                self.conclusions |= concluded.bit
                for need in concluded.needs:
                    self._needs[concluded.bit] = self._needs.get(concluded.bit, 0) | need.bit

        self._count = count
        flags = 8 * count
        self.citing = 1 << flags
        self.cited_conclusion = 2 << flags
        self._wrong = flags + 2
        self._rivals = self._wrong + len(gold)
        self._covered = self._rivals + len(layout.rivals)
        self.above_at = self._covered + 2 * count
        """Where what is said and cited begins in `here` integers."""

        self._lifted = count
        self._passages = self._lifted + len(layout.lifted)
        self.facts_at = self._passages + len(layout.passages)
        """Where the fact judgments whose clause is cited begin in `full` integers."""
        self.right_at = self.facts_at + count
        self.clauses_at = self.right_at + count
        self.here_at = self.clauses_at + len(layout.clauses)
        """Where the `here` integer begins in a `full` one."""
        self.lower = (1 << self.here_at) - 1
        """Everything below that."""
        self.said_at = self.here_at + self.above_at
        self.taken_passages = (1 << self.facts_at) - (1 << self._passages)
        self.taken_rules = (1 << self.here_at) - (1 << self.facts_at)
        self.clauses = (1 << self.here_at) - (1 << self.clauses_at)
        self.covered = (1 << self.clauses_at) - (1 << self.facts_at)

    # ------------------------------------------------------------------------------------------ `here` integers

    def here(self, right: int, entailed: int, bad: int, about: int, misquoted: int, *values: int) -> int:
        found = 0
        for number, lane in enumerate((right, entailed, bad, about, misquoted, *values)):
            found |= lane << number * self._count
        return found

    def of_here(self, here: int) -> tuple[int, ...]:
        """The eight lanes over the subjects."""
        return tuple([here >> number * self._count & self.subjects for number in range(8)])

    def against(self, final: Sequence[Verdict | None]) -> int:
        """What claims state that gives the targets other decisions than these."""
        values = dict.fromkeys((Verdict.TRUE, Verdict.FALSE, Verdict.OPEN), 0)
        for target, decided in zip(self.layout.targets, final, strict=True):
            for value in values:
                if decided is not None and value is not decided:
                    values[value] |= self.layout.bits(target)
        return self.here(0, 0, 0, 0, 0, *values.values())

    def wrong(self, rules: int) -> int:
        return rules << self._wrong

    def wrong_of(self, here: int) -> int:
        return here >> self._wrong & (1 << len(self.gold_rules)) - 1

    def arbitrated(self, rivals: int) -> int:
        return rivals << self._rivals

    def arbitrated_of(self, here: int) -> int:
        return here >> self._rivals & (1 << len(self.layout.rivals)) - 1

    def covered_here(self, full: int) -> int:
        """The fact judgments whose clause is cited, as they stand in `full` integers, in `here` integers."""
        return (full & self.covered) >> self.facts_at << self._covered

    def covered_of(self, here: int) -> int:
        """The same, back where they stand in `full` integers."""
        return (here >> self._covered & (1 << 2 * self._count) - 1) << self.facts_at

    def above(self, bits: int) -> int:
        return bits << self.above_at

    def gold(self, rules: Iterable[str]) -> int:
        """The bits of those rules that are in some warrant."""
        found = 0
        for rule in rules:
            if rule in self.gold_rules:
                found |= 1 << self.gold_rules[rule]
        return found

    # ------------------------------------------------------------------------------------------ `full` integers

    def lifted(self, rules: Iterable[str]) -> int:
        found = 0
        for rule in rules:
            found |= 1 << self._lifted + self.layout.lifted[rule]
        return found

    def lifted_of(self, full: int) -> list[str]:
        return [rule for rule, number in self.layout.lifted.items() if full >> self._lifted + number & 1]

    def passages(self, passages: Iterable[str]) -> int:
        found = 0
        for passage in passages:
            if passage in self.layout.passages:
                found |= 1 << self._passages + self.layout.passages[passage]
        return found

    def covering(self, subjects: int, clauses: int) -> int:
        return subjects << self.facts_at | subjects << self.right_at | clauses << self.clauses_at

    def looked_for(self, stated: int, right: int) -> int:
        return stated << self.facts_at | right << self.right_at

    def needed(self, concludes: int) -> int:
        """The clauses that some conclusions need by any warrant."""
        found = 0
        for bit, needs in self._needs.items():
            if concludes & bit:
                found |= needs << self.clauses_at
        return found

    def without_lower(self, full: int) -> int:
        """Of a `full` integer the `here` integer, where it stands."""
        return full >> self.here_at << self.here_at

    def full(self, lower: int, here: int) -> int:
        """A `full` integer of its own lanes and of a `here` integer, which it holds above them."""
        return lower | here << self.here_at
