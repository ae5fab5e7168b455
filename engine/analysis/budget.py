"""What the analyses of one rule base may spend on questions to the solver."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

from rulelang.engine.solver.answer import Limits

STEPS = 25_000_000
"""Steps of the solver for one rule base: about half a minute's work."""
MOST = 3_000_000
"""Steps for one question."""
EACH = 15_000
"""What putting a question costs besides the solver's steps, in steps."""


@dataclass(slots=True)
class Budget:
    """Steps of the solver, the same on every machine; `timeout`: seconds, for people who wait.

    What is asked after either is used up is not asked, and is noted in `unasked`.
    """

    steps: int = STEPS
    timeout: float | None = None
    spent: int = 0
    asked: int = 0
    unasked: list[str] = field(default_factory=list[str])
    _started: float = field(default_factory=monotonic)

    def limits(self, name: str) -> Limits | None:
        """What the next question may take; None (and its name noted) if nothing is left."""
        steps = min(MOST, self.steps - self.spent)
        seconds = None if self.timeout is None else self.timeout - (monotonic() - self._started)
        if steps <= 0 or (seconds is not None and seconds <= 0):
            self.unasked.append(name)
            return None
        self.asked += 1
        return Limits(steps, seconds)

    def spend(self, steps: int) -> None:
        """Counts what a question took."""
        self.spent += steps + EACH

    def words(self) -> str:
        """Which limit left something unasked."""
        if self.timeout is None or self.steps <= self.spent:
            return f"the {self.steps:,} steps of the solver for one rule base are used up"
        return f"the {self.timeout:g} seconds of --timeout are used up"

    def next(self) -> None:
        """Begins to note anew (for another choice of variants); what is spent stays spent."""
        self.asked = 0
        self.unasked.clear()
