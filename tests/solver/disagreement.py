"""The first probe, else random program, on which evaluator and encoding disagree: what planted faults are caught by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from expressions import expressions
from probes import PROBES, Probe, wrong
from reference.programs import ACTIONS, GENERAL, PLAIN, Shape, program

from rulelang.engine.core_parts import is_formula
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.entail import decide_open
from rulelang.engine.solver import encode_blocks
from rulelang.engine.solver.answer import InternalError, Limits
from rulelang.engine.solver.exact import decide_exactly
from rulelang.grammar.diagnostic import RuleLangError

ORDERED = Shape(booleans=6, numbers=2, contests=6, rules=3, actions=0, values=0, cycles=0, ordered=1, strict=0.1,
                known=0.3, everything=False, always=0, broken=0)  # fmt: skip
CYCLES = Shape(booleans=3, numbers=0, contests=3, rules=3, actions=0.4, values=0, cycles=1, known=0.7,
               everything=False, always=0, broken=0)  # fmt: skip
SHAPES = (PLAIN, ACTIONS, replace(GENERAL, broken=0), ORDERED, CYCLES)
TARGETS = 5
GAVE_UP = "given up"
LIMITS = Limits(steps=300_000, timeout=2)
"""Programs that take longer are passed over."""


def first(most: int, kind: int) -> str | None:
    """The probes that come out otherwise, else the number of the first program of a kind (a shape; the last kind has
    values only) of which something else is said; None where none of so many shows anything."""
    names = [probe.name for probe in PROBES if _fails(probe)]
    if names:
        more = f" and {len(names) - 2} more" if len(names) > 2 else ""
        return f"{'probe' if len(names) == 1 else 'probes'} {'; '.join(names[:2])}{more}"
    return programs(most, kind)


def _fails(probe: Probe) -> bool:
    try:
        return next(wrong(probe), None) is not None
    except Exception:  # a fault may break what it is in
        return True


def programs(most: int, kind: int) -> str | None:
    """The first of the random programs, by number, of which evaluator and encoding say something else, and what."""
    for number in range(most):
        # By levels and unrolled in turn.
        encode_blocks.UNROLLED = 0 if number % 2 else 12
        said = _values(number) if kind == len(SHAPES) else _program(number, SHAPES[kind])
        if said is not None:
            return f"program {number + 1}: {said}"
    return None


def _outcome(decider: Any, core: Any, known: Any, index: int) -> Any:
    try:
        decision: Decision = decider(core, known, index)
    except RuleLangError:
        return None
    return (GAVE_UP if decision.limit is not None else decision.status.value), decision.value


def _by_solver(core: Any, known: Any, index: int) -> Decision:
    return decide_exactly(core, known, index, Decision(Status.UNDETERMINED), LIMITS)


def _program(number: int, shape: Shape) -> str | None:
    made = program(50_000 + number, shape)
    for index, target in list(enumerate(made.core.targets))[number % 2 :: 2][:TARGETS]:
        try:
            expected = _outcome(_by_solver, made.core, made.known, index)
        except InternalError:
            return "a witness that is not confirmed"
        # Without a completion there is nothing to decide; the evaluator need not notice.
        if expected is None or expected[0] == GAVE_UP:
            continue
        if _outcome(decide_open, made.core, made.known, index) != expected:
            return "the decisions of encoding and evaluator"
        if not is_formula(target):
            continue
        if _outcome(decide, made.core, made.known, index) != expected:
            return "the goal-directed decision"
        if certain(made.core, made.known, index) is not {"HOLDS": True, "FAILS": False}.get(expected[0]):
            return "what is certain at a glance"
    return None


def _values(number: int) -> str | None:
    made = expressions(60_000 + number, 1)
    for index in range(len(made.core.targets)):
        try:
            seen = _outcome(_by_solver, made.core, made.known, index)
        except InternalError:
            return "a witness that is not confirmed"
        if seen[0] != GAVE_UP and seen != _outcome(decide, made.core, made.known, index):
            return "the values of encoding and evaluator"
    return None
