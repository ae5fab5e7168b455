"""The smallest changes of facts that make a decision come out otherwise, all of them up to a number.

A change gives some facts new values (a fact that is not known is established); whatever else is unknown, open or in
conflict stays so.  It counts if the goal is then reached in *every* world, and it is minimal if no part of its facts
reaches the goal, whatever their values.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision, Status
from rulelang.engine.solver.answer import Known, Limits, NotEncoded
from rulelang.engine.solver.terms import GaveUp, Irrational
from rulelang.grammar.model import Constant_

CANNOT_BE = "such a case cannot be"
"""Said of a part of a change that breaks what is declared ALWAYS."""
MOST = 10
"""Changes that are looked for."""
NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Become:
    """That target number `index`, a formula, holds (or fails)."""

    index: int
    truth: bool


@dataclass(frozen=True, slots=True)
class Otherwise:
    """That target number `index`, an expression, has a value, and another one than this (None: any)."""

    index: int
    value: Constant_ | None


Goal: TypeAlias = Become | Otherwise


@dataclass(frozen=True, slots=True)
class Move:
    """One fact's new value.

    `before` is None where the fact is not known.  `past`: the fact has to go beyond this value, which is itself not
    far enough; `after` is then a value that does.  `nearest`: nothing nearer to `before` reaches the goal (with the
    facts before it in the change as they are there).
    """

    fact: str
    before: bool | Constant_ | None
    after: bool | Constant_
    past: Constant_ | None = None
    nearest: bool = True


@dataclass(frozen=True, slots=True)
class Change:
    """Facts with new values that together reach the goal, none of which can be left out; sorted by name.

    `decision` is the evaluator's on the changed case, `without` its decisions where each fact in turn is left as it
    was.
    """

    moves: tuple[Move, ...]
    decision: Decision
    without: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Flips:
    """`changes`: the fewest facts first, then by their names.

    `complete`: there are no others (of the facts that may change).  Else `reason` says why not all were found: the
    number asked for was reached, or a limit.  `tried`: what could not be encoded, so that changes were tried one by
    one instead (exact all the same).
    """

    changes: tuple[Change, ...]
    complete: bool
    reason: str | None = None
    tried: str | None = None


def reached(decision: Decision, goal: Goal) -> bool:
    """Whether a decision is what the goal asks for."""
    match goal:
        case Become(_, truth):
            return decision.status is (Status.HOLDS if truth else Status.FAILS)
        case Otherwise(_, value):
            return decision.status is Status.VALUE and (value is None or decision.value != value)


def flips(
    core: Core,
    known: Known,
    goal: Goal,
    kept: Collection[str] = (),
    most: int = MOST,
    limits: Limits = NO_LIMITS,
) -> Flips:
    """The minimal changes that reach the goal.

    Args:
        known: what is known of the facts.
        kept: keys of facts that stay as they are.
        most: so many changes are looked for.

    Raises:
        InternalError: the evaluator does not confirm what the solver proved.
    """
    from rulelang.engine.evaluating.opened import opened
    from rulelang.engine.solver.flip_search import Search

    found: list[Change] = []
    # A circle that is ruled out by what stays as it is is ruled out in each changed case.
    left = opened(core, {key: value for key, value in known.items() if key in kept}, goal.index)
    if left.core is not core and not left.circles and not left.valued:
        core = left.core
    try:
        search = Search(core, known, goal, frozenset(kept), limits)
        while len(found) < most:
            change = search.next()
            if change is None:
                return Flips(tuple(found), complete=True)
            found.append(change)
        if search.exhausted():
            return Flips(tuple(found), complete=True)
    except NotEncoded as reason:
        from rulelang.engine.solver.flip_tried import flips_tried

        return flips_tried(core, known, goal, kept, most, limits, reason.reason)
    except GaveUp as reason:
        return _so_far(core, known, goal, kept, most, limits.timeout, found, reason.reason)
    except Irrational:
        reason_ = "only numbers that are no fractions were found"
        return _so_far(core, known, goal, kept, most, limits.timeout, found, reason_)
    bound = f"no more than {most} {'was' if most == 1 else 'were'} looked for"
    return Flips(tuple(found), complete=False, reason=bound)


def _so_far(
    core: Core, known: Known, goal: Goal, kept: Collection[str], most: int, timeout: float | None,
    found: list[Change], reason: str,
) -> Flips:
    """What was found before a limit was reached, and what is easily seen besides."""
    from rulelang.engine.solver.flip_easy import easy_changes

    done = {tuple(move.fact for move in change.moves) for change in found}
    easy = [change for change in easy_changes(core, known, goal, kept, timeout) if (change.moves[0].fact,) not in done]
    every = sorted([*found, *easy], key=lambda change: (len(change.moves), [move.fact for move in change.moves]))
    return Flips(tuple(every[:most]), complete=False, reason=reason)
