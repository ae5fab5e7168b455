"""The rule table as a glance reads it, and looking at one case in three values.

A rule with a part that is surely false is left at once, a contest as soon as a rule surely applies that outranks the
others; of the rest it is kept what is left.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from rulelang.engine.core import ContestKind, Core
from rulelang.engine.evaluating.cells import TestCell
from rulelang.engine.evaluating.domains import options
from rulelang.engine.evaluating.glance_left import Entry, Force, Opened, Part
from rulelang.engine.evaluating.goal import goal_table
from rulelang.engine.evaluating.goal_rows import (
    ABOVE,
    CONTEST,
    EQUAL,
    FACT,
    OPPOSED,
    REACHED,
    Body,
    Exceptions,
    GoalContest,
    goal_body,
    goal_row,
)
from rulelang.engine.evaluating.goal_settle import GoalTable
from rulelang.engine.evaluating.table import ContestRow
from rulelang.grammar.model import BooleanType, Constant_
from rulelang.grammar.values import NONE

Known: TypeAlias = Mapping[str, Any]

LANES = 64
"""Completions by chance, the same for all cases."""
DEEPEST = 100
"""Targets with longer chains below them are left to passes that do not recurse."""

Literal: TypeAlias = tuple[int, Any, Any, bool, Part, int]
"""A literal of `goal_rows`, with what is left of it where it is open, and of a test the completions that fit it."""
Glanced: TypeAlias = tuple[Literal, ...]
"""A conjunction."""
Forces: TypeAlias = tuple[tuple[Glanced, Any], ...]
"""Each exception's condition with the exceptions to it."""
_Rule: TypeAlias = tuple[bool, Glanced, Forces]

OPEN = 2


class Unsupported(Exception):
    """Something in the cone is not for this pass."""


@dataclass(slots=True)
class Atom:
    """A test of a fact against a constant, or that a boolean fact is true."""

    fact: str
    kind: int
    operand: Any


@dataclass(slots=True)
class Glances:
    """The rows of a core for this pass, made when they are first needed."""

    goals: GoalTable
    compared: dict[str, list[Constant_]]
    rules: list[tuple[_Rule, ...] | None]
    full: int
    """All completions."""
    targets: dict[int, Glanced] = field(default_factory=dict[int, Glanced])
    atoms: list[Atom] = field(default_factory=list[Atom])
    samples: list[int] = field(default_factory=list[int])
    """Of each atom its truth in the 64 completions."""
    numbers: dict[tuple[int, str, Any], int] = field(default_factory=dict[tuple[int, str, Any], int])
    values: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict[tuple[Any, ...], tuple[Any, ...]])
    """The values of a fact that some constants tell apart, by both."""
    lanes: dict[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    """Of each fact its value in the 64 completions."""


_KEEP = 64
_kept: OrderedDict[int, tuple[Core, Glances]] = OrderedDict()


def glances_of(core: Core) -> Glances:
    entry = _kept.get(id(core))
    if entry is not None and entry[0] is core:
        return entry[1]
    goals = goal_table(core)
    compared: dict[str, list[Constant_]] = {}
    for cell in goals.table.cells:
        if isinstance(cell, TestCell) and cell.threshold is not None:
            compared.setdefault(cell.threshold[0], []).append(cell.threshold[1])
    made = Glances(goals, compared, [None] * len(goals.table.rows), (1 << LANES) - 1)
    _kept[id(core)] = core, made
    while len(_kept) > _KEEP:
        _kept.popitem(last=False)
    return made


# ------------------------------------------------------------------------------------------------- three values


_NOTHING: Mapping[int, int] = {}


class Look:
    """One case: what is settled of each contest, and what is left of those that are not, bottom-up.

    `drawn`: of contests the completions in which the outcome is established.  What differs between them is open, and
    nothing below it is looked at: `opened` then lacks it, and only what is settled counts.
    """

    __slots__ = ("drawn", "flags", "known", "made", "memo", "opened")

    def __init__(self, made: Glances, known: Known, drawn: Mapping[int, int] = _NOTHING) -> None:
        self.made, self.known, self.drawn = made, known, drawn
        self.memo: dict[int, int] = {}
        """1: surely established, -1: surely rejected, 0: surely neither, OPEN."""
        self.flags: dict[int, tuple[bool, bool]] = {}
        """Of open contests whether the outcome may be established, may be rejected."""
        self.opened: Opened = []

    def contest(self, node: int) -> int:
        """Goes through the rules from the strongest; stops where one surely applies."""
        if 0 < self.drawn.get(node, 0) < self.made.full:
            self.flags[node] = True, True
            self.memo[node] = OPEN
            return OPEN
        rules = self.made.rules[node]
        if rules is None:
            rules = self.made.rules[node] = rules_of(self.made, node)
        entries: list[Entry] = []
        certain = may_true = may_false = False
        get, memo, flags = self.known.get, self.memo, self.flags
        for positive, body, exceptions in rules:
            left: list[Part] = []
            # The same as `body`, written out: most of the time is spent here.
            for kind, reference, operand, sign, part, _ in body:
                if kind == FACT:
                    value = get(reference)
                    if value is not sign:
                        if value is not None:
                            break
                        left.append(part)
                elif kind == CONTEST:
                    state = memo.get(reference)
                    if state is None:
                        state = self.contest(reference)
                    if state == OPEN:
                        if flags[reference][0]:
                            left.append(part)
                        elif sign:
                            break
                    elif (state == 1) is not sign:
                        break
                elif kind == REACHED:
                    value = get(reference)
                    if value is None:
                        left.append(part)
                    elif (value >= operand) is not sign:
                        break
                else:
                    more = self.body(((kind, reference, operand, sign, part, 0),))
                    if more is None:
                        break
                    left += more
            else:
                forces: list[Force] | None = self.forces(exceptions) if exceptions else []
                if forces is None:
                    continue
                if positive:
                    may_true = True
                else:
                    may_false = True
                entries.append((tuple(left), tuple(forces), positive))
                if not left and not forces:
                    certain = True
                    break
        if not entries:
            state = 0
        elif certain and not (may_true and may_false):
            state = 1 if may_true else -1
        else:
            state = OPEN
            flags[node] = may_true, may_false
            self.opened.append((node, entries))
        memo[node] = state
        return state

    def body(self, body: Glanced) -> list[Part] | None:
        """What is left of a conjunction; None where a part is surely false."""
        known, memo = self.known, self.memo
        left: list[Part] = []
        for kind, reference, operand, sign, part, _ in body:
            if kind == FACT:
                value = known.get(reference)
                if value is not sign:
                    if value is not None:
                        return None
                    left.append(part)
            elif kind in (CONTEST, OPPOSED):
                state = memo.get(reference)
                if state is None:
                    state = self.contest(reference)
                if state == OPEN:
                    if self.flags[reference][kind == OPPOSED]:
                        left.append(part)
                    elif sign:
                        return None
                elif (state == (1 if kind == CONTEST else -1)) is not sign:
                    return None
            else:
                value = known.get(reference)
                if value is None:
                    left.append(part)
                elif value is NONE:
                    raise Unsupported
                elif (value >= operand if kind == REACHED else is_true(kind, value, operand)) is not sign:
                    return None
        return left

    def forces(self, exceptions: Forces) -> list[Force] | None:
        """What is left of exceptions; None where one is surely in force."""
        found: list[Force] = []
        for body, above in exceptions:
            left = self.body(body)
            if left is None:
                continue
            over: list[Force] | None = self.forces(above) if above else []
            if over is None:
                continue
            if not left and not over:
                return None
            found.append((tuple(left), tuple(over)))
        return found


def is_true(kind: int, value: Any, operand: Any) -> bool:
    if kind == REACHED:
        return bool(value >= operand)
    if kind == EQUAL:
        return bool(value == operand)
    if kind == ABOVE:
        return bool(value > operand)
    return value is True


# ---------------------------------------------------------------------------------------------------- compiling


def rules_of(made: Glances, node: int) -> tuple[_Rule, ...]:
    table = made.goals.table
    row = table.rows[node]
    block = table.blocks[table.block_of[node]]
    if not isinstance(row, ContestRow) or row.kind is not ContestKind.BOOLEAN or not row.linear or block.cyclic:
        raise Unsupported
    if table.levels[node] > DEEPEST:
        raise Unsupported
    compiled = goal_row(table, row)
    assert isinstance(compiled, GoalContest)
    return tuple(
        (name > 0, _compiled_body(made, body), _compiled_exceptions(made, exceptions))
        for name, body, exceptions, _ in compiled.rules
    )


def _compiled_exceptions(made: Glances, exceptions: Exceptions) -> Forces:
    return tuple((_compiled_body(made, body), _compiled_exceptions(made, above)) for body, above in exceptions)


def target_of(made: Glances, index: int) -> Glanced | None:
    """A target that is a formula, as a conjunction."""
    found = made.targets.get(index)
    if found is None:
        table = made.goals.table
        truth = table.targets[index].truth
        if truth is None:
            return None
        found = made.targets[index] = _compiled_body(made, goal_body(table, truth))
    return found


def _compiled_body(made: Glances, body: Body) -> Glanced:
    return tuple(_compiled(made, *literal) for literal in body)


def _compiled(made: Glances, kind: int, reference: Any, operand: Any, sign: bool) -> Literal:
    key = _key(made, kind, reference, operand)
    fits = 0 if key < 0 else made.samples[key] if sign else made.full & ~made.samples[key]
    return kind, reference, operand, sign, (key, sign), fits


def _key(made: Glances, kind: int, reference: Any, operand: Any) -> int:
    """The number of a fact's test; of what reads a contest a mark below zero, for it and against it."""
    if kind in (CONTEST, OPPOSED):
        return -1 - 2 * int(reference) - (kind == OPPOSED)
    if kind not in (FACT, REACHED, EQUAL, ABOVE) or made.goals.table.facts[reference].nullable:
        raise Unsupported
    known = made.numbers.get((kind, reference, operand))
    if known is None:
        lanes = made.lanes.get(reference)
        if lanes is None:
            values = values_told_apart(made, reference, made.compared.get(reference, []))
            # Besides by their types: 0 and False are equal.
            lanes = made.lanes[reference] = _by_chance(reference, values, tuple(map(type, values)))
        sample = sum(1 << lane for lane, value in enumerate(lanes) if is_true(kind, value, operand))
        known = made.numbers[kind, reference, operand] = len(made.atoms)
        made.atoms.append(Atom(reference, kind, operand))
        made.samples.append(sample)
    return known


@lru_cache(maxsize=4_096)
def _by_chance(fact: str, values: tuple[Any, ...], _: tuple[type, ...]) -> tuple[Any, ...]:
    """The values of a fact in the 64 completions, of these: the same for all cores, of which there may be many."""
    random = Random(f"glance {fact}")
    return tuple(random.choice(values) for _ in range(LANES))


def values_told_apart(made: Glances, fact: str, compared: Sequence[Constant_]) -> tuple[Any, ...]:
    """The values of a fact that these comparisons tell apart."""
    ground = made.goals.table.facts[fact]
    if isinstance(ground.type, BooleanType):
        return (False, True)
    known = made.values.get((fact, *compared))
    if known is None:
        known = options(ground, compared, False, ())
        if not known:
            raise Unsupported
        made.values[fact, *compared] = known
    return known
