"""The rounds in which a cyclic block comes to what it concludes, so that a chain through it never goes in a circle."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.engine.core import GroundRule
from rulelang.engine.explaining.account import Account
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar.model import Mode


@dataclass(frozen=True, slots=True)
class Round:
    """A cyclic block, and the round in which it establishes something (None: not at all)."""

    block: str
    level: int | None


class Rounds:
    """The rounds of an account; keeps the readings before each of them."""

    def __init__(self, told: Account) -> None:
        self._told = told
        self._readings: dict[Round, Reading] = {}

    def too_late(self, key: str, literal: bool | Mode | None, at: Round | None) -> bool:
        """Whether something is concluded in the block of `at`, but not before it."""
        if at is None or self._told.block_of.get(key) != at.block:
            return False
        below = self._told.level(key, literal)
        return below is None or at.level is None or below >= at.level

    def of(self, key: str, literal: bool | Mode | None) -> Round | None:
        """The round of a literal or a value; None outside of cyclic blocks."""
        block = self._told.block_of.get(key)
        if block is None:
            return None
        return Round(block, self._told.level(key, literal))

    def in_time(self, rule: GroundRule) -> bool:
        """Whether a rule rests on nothing that its cyclic block concludes later than what the rule is for."""
        at = self.of(rule.contest, rule.literal)
        return at is None or truth(rule.condition, self.reading(at)) is True

    def reading(self, at: Round | None) -> Reading:
        """What is known; in a cyclic block, before the round."""
        if at is None or at.level is None:
            return self._told.reading
        known = self._readings.get(at)
        if known is None:
            known = self._readings[at] = self._told.before(at.block, at.level)
        return known
