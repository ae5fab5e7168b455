"""What the engine answers about a target: a status, its reason, and what stands in the way of a firmer one.

Definitions: docs/semantics.md, "Decision" (part 1) and item 20.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulelang.grammar.model import Constant_


class Status(StrEnum):
    HOLDS = "HOLDS"
    """A formula that is true in every world."""
    FAILS = "FAILS"
    """A formula that is false in every world."""
    CONFLICT = "CONFLICT"
    """A test (however it is written), its negation or the value of one contest that is in conflict in every world."""
    UNDETERMINED = "UNDETERMINED"
    """Anything else; where `limit` is set, not known to be so."""
    VALUE = "VALUE"
    """An expression that has the same value in every world."""


class Why(StrEnum):
    """Why a test of one contest fails, strongest reason first."""

    REJECTED = "rejected"
    """The opposite is established."""
    OVERRIDDEN = "overridden"
    """A rule for it applies and does not stand."""
    EXCEPTED = "excepted"
    """The condition of a rule for it is true, but an exception is in force."""
    CONDITION_FALSE = "condition false"
    """There are rules for it, and the condition of none is true."""
    NO_RULE = "no rule"
    """No rule is for it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision on one target.

    `value`: of an expression with status VALUE; NONE also says that no rule gives the outcome a value.
    `why`: of FAILS on a test of one contest.
    `unknowns`: keys of the unknown facts that matter (two worlds that differ in that fact alone, and in what
    depends on it, differ on the target); `open_tests`: the comparisons without a truth value that matter, as
    text; `conflicts`: keys of the contests in conflict that matter (of CONFLICT: the contest itself);
    `cycles`: broken cycles that matter, each as "a -> b -> a".  Where `possible` is set these are candidates:
    nothing else matters, but they may not.
    `limit`: why the engine gave up before it knew; the status is then UNDETERMINED.
    `undefined`: why an expression has no value, where it has none in every world.
    """

    status: Status
    value: Constant_ | None = None
    why: Why | None = None
    unknowns: tuple[str, ...] = ()
    open_tests: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    cycles: tuple[str, ...] = ()
    possible: bool = False
    limit: str | None = None
    undefined: str | None = None
