"""What the solver answers, with its evidence: proved from these premises, refuted by this case, or not known.

Nothing here needs z3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rulelang.engine.core import Formula, NoneTest, Test
from rulelang.grammar.model import Constant_, Mode

Known: TypeAlias = Mapping[str, bool | Constant_]
"""What is known of the facts; an absent key is an unknown fact."""

Resolution: TypeAlias = tuple[bool | Mode, ...] | Constant_ | None
"""What a contest in conflict came to: its established literals, sorted; of a valued outcome the value (None: one that
nobody knows)."""

STEPS = 8_000_000
"""z3 resource units: some seconds on an ordinary machine, and the same result on any."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a query may take.

    `steps` feed the meaning: the same input gives the same answer everywhere.  `timeout` (seconds) is for people who
    wait; where it strikes, the answer is `Unknown` and says that time was the reason.
    """

    steps: int = STEPS
    timeout: float | None = None


class NotEncoded(Exception):
    """Something that the encoding cannot say exactly; `reason` names it in words.

    A query that meets it is answered by `Unknown` with that reason, never by a proof of less.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class InternalError(Exception):
    """Evaluator and encoding disagree: a fault of the engine, not of the rules.

    `dump` holds the core, what was asked and the witness, enough to see it again.
    """

    def __init__(self, message: str, dump: str) -> None:
        super().__init__(message)
        self.dump = dump


@dataclass(frozen=True, slots=True)
class Witness:
    """One world: a value for every fact that bears on the claim, and what the world chose.

    `tests` are the open tests of this world with their truth values, `resolutions` what the world chose of contests:
    those in conflict (`conflicts`, as the evaluator has them), and those that hang on such a conflict in a circle;
    both only as far as they bear on the claim.
    """

    facts: Known
    tests: Mapping[Test | NoneTest, bool] = field(default_factory=dict)
    resolutions: Mapping[str, Resolution] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Premises:
    """What a proof rests on, minimal: without any one of these the rest no longer proves the claim.

    `facts`: keys of known facts; `assumed`: which of the assumed formulas, by number; `always`: which of the core's
    ALWAYS declarations, by number.  `contradictory`: the premises contradict each other, so that they prove anything.
    """

    facts: tuple[str, ...] = ()
    assumed: tuple[int, ...] = ()
    always: tuple[int, ...] = ()
    contradictory: bool = False


@dataclass(frozen=True, slots=True)
class Proved:
    """True in every world."""

    core: Premises


@dataclass(frozen=True, slots=True)
class Refuted:
    """False in this world, which the evaluator confirms."""

    witness: Witness


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither was found: a limit was reached, or something could not be encoded."""

    reason: str


Answer: TypeAlias = Proved | Refuted | Unknown

Claim: TypeAlias = Formula | int
"""A formula, or the number of one of the core's targets."""
