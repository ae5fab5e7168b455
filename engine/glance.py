"""Whether a target is certain in one case with unknown facts: goal-directed, for cones of boolean outcomes.

Only what bears on the target is looked at: a rule with a part that is surely false is left at once, a contest as soon
as a rule surely applies that outranks the others.  What stays open is a small program of its own, over the unknown
facts alone; it is run for 64 completions chosen once for all (two that differ show that the target is open), then for
all completions, as far as there are few enough.  A completion is a bit, as everywhere in the engine.

Cones with anything else in them (values, actions, cycles, rivals that nothing orders, ALWAYS) are left to others.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Literal, TypeAlias

from rulelang.engine.cells import TestCell
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.domains import options
from rulelang.engine.goal import goal_table
from rulelang.engine.goal_rows import (
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
from rulelang.engine.goal_settle import GoalTable
from rulelang.engine.table import ContestRow
from rulelang.grammar.model import BooleanType, Constant_
from rulelang.grammar.values import NONE

Known: TypeAlias = Mapping[str, Any]
Verdict: TypeAlias = Literal["holds", "fails", "open", "many", "unsure"]
"""In every world, in no world, in some; too many completions to try; nothing for this pass."""

LANES = 64
MOST = 1 << 14
"""So many completions are tried at once."""
SPLITS = 10
"""So often a case is parted by the values of a fact, and each part looked at, before it is given up."""
DEEPEST = 100
"""Targets with longer chains below them are left to passes that do not recurse."""

Part: TypeAlias = tuple[int, bool]
"""What is left of a literal: the number of an atom (an unknown fact's test), or a mark of a contest, and its sign."""
Force: TypeAlias = tuple[tuple[Part, ...], "tuple[Force, ...]"]
"""What is left of an exception: of its condition, and of the exceptions to it."""
Entry: TypeAlias = tuple[tuple[Part, ...], tuple[Force, ...], bool]
"""What is left of a rule: of its condition, of its exceptions, and whether it is for the outcome."""
Opened: TypeAlias = "list[tuple[int, list[Entry]]]"
"""The open contests with what is left of their rules, bottom-up."""

_Literal: TypeAlias = tuple[int, Any, Any, bool, Part]
"""A literal of `goal_rows`, with what is left of it where it is open."""
_Body: TypeAlias = tuple[_Literal, ...]
_Exceptions: TypeAlias = tuple[tuple[_Body, Any], ...]
_Rule: TypeAlias = tuple[bool, _Body, _Exceptions]

OPEN = 2


class _Unsupported(Exception):
    """Something in the cone is not for this pass."""


@dataclass(slots=True)
class _Atom:
    """A test of a fact against a constant, or that a boolean fact is true; `sample`: its truth in the 64 completions."""

    fact: str
    kind: int
    operand: Any
    sample: int


@dataclass(slots=True)
class Glances:
    """The rows of a core for this pass, made when they are first needed."""

    goals: GoalTable
    compared: dict[str, list[Constant_]]
    rules: list[tuple[_Rule, ...] | None]
    atoms: list[_Atom] = field(default_factory=list)
    numbers: dict[tuple[int, str, Any], int] = field(default_factory=dict)
    lanes: dict[str, list[Any]] = field(default_factory=dict)
    """Of each fact its value in the 64 completions."""


_KEEP = 64
_kept: OrderedDict[int, tuple[Core, Glances]] = OrderedDict()


def _glances(core: Core) -> Glances:
    entry = _kept.get(id(core))
    if entry is not None and entry[0] is core:
        return entry[1]
    goals = goal_table(core)
    compared: dict[str, list[Constant_]] = {}
    for cell in goals.table.cells:
        if isinstance(cell, TestCell) and cell.threshold is not None:
            compared.setdefault(cell.threshold[0], []).append(cell.threshold[1])
    made = Glances(goals, compared, [None] * len(goals.table.rows))
    _kept[id(core)] = core, made
    while len(_kept) > _KEEP:
        _kept.popitem(last=False)
    return made


def glance(core: Core, known: Known, index: int = 0) -> Verdict:
    """What can be told of `core.targets[index]` at a glance."""
    found = residue(core, known, index)
    if not isinstance(found, Residue):
        return found
    return _decided(found.made, found.opened, found.left, [SPLITS])


def residue(core: Core, known: Known, index: int) -> Residue | Verdict:
    """What a case leaves of the target, where that is anything."""
    made = _glances(core)
    target = made.goals.table.targets[index]
    if core.always or target.truth is None:
        return "unsure"
    look = _Look(made, known)
    try:
        left = look.body(_compiled(made, goal_body(made.goals.table, target.truth)))
    except (_Unsupported, TypeError):
        # NONE and durations do not compare with Python's operators.
        return "unsure"
    if not left:
        return "fails" if left is None else "holds"
    opened = _needed(look.opened, left)
    return Residue(made, opened, left)


@dataclass(frozen=True, slots=True)
class Residue:
    """What is left of a case: a small program over tests of unknown facts, and the target over it."""

    made: Glances
    opened: Opened
    left: list[Part]

    def tests(self) -> dict[str, list[int]]:
        """The tests that are left, by fact."""
        keys = {key for _, entries in self.opened for key in _keys(entries)} | {k for k, _ in self.left if k >= 0}
        found: dict[str, list[int]] = {}
        for key in sorted(keys):
            found.setdefault(self.made.atoms[key].fact, []).append(key)
        return found

    def outcomes(self, fact: str, tests: Sequence[int]) -> list[tuple[bool, ...]]:
        """How these tests of a fact can come out together."""
        atoms = [self.made.atoms[test] for test in tests]
        values = _values(self.made, fact, [atom.operand for atom in atoms])
        return list(dict.fromkeys(tuple(_true(a.kind, value, a.operand) for a in atoms) for value in values))

    def true_in(self, truths: Mapping[int, bool]) -> bool:
        """Whether the target is true where the tests come out so."""
        return _run(self.opened, self.left, lambda atom: 1 if truths[atom] else 0, 1) == 1


def _decided(made: Glances, opened: Opened, left: Sequence[Part], looks: list[int]) -> Verdict:
    """What is left of a case; `looks` is how often parts of it may still be looked at."""
    if not left:
        return "holds"
    full = (1 << LANES) - 1
    sampled = _run(opened, left, lambda atom: made.atoms[atom].sample, full)
    if sampled and sampled != full:
        return "open"
    opened = _needed(opened, left)
    atoms = [key for _, entries in opened for key in _keys(entries)] + [key for key, _ in left if key >= 0]
    found = _everywhere(made, opened, left, sorted(set(atoms)))
    return _parted(made, opened, left, atoms, looks) if found == "many" else found


def _parted(made: Glances, opened: Opened, left: Sequence[Part], atoms: Sequence[int], looks: list[int]) -> Verdict:
    """Parted by the fact that is read most: its values are cases of their own, with less left open."""
    counts = Counter(made.atoms[atom].fact for atom in atoms)
    fact = min(counts, key=lambda name: (-counts[name], name))
    tests = sorted({atom for atom in atoms if made.atoms[atom].fact == fact})
    seen: set[Verdict] = set()
    for value in _values(made, fact, [made.atoms[atom].operand for atom in tests]):
        looks[0] -= 1
        if looks[0] < 0:
            return "many"
        truths = {atom: _true(made.atoms[atom].kind, value, made.atoms[atom].operand) for atom in tests}
        rest, still = narrowed(opened, left, truths)
        seen.add("fails" if still is None else _decided(made, rest, still, looks))
        if "open" in seen or len(seen) > 1:
            # "many" beside another: the two may differ or not.
            return "many" if "many" in seen and "open" not in seen else "open"
    return seen.pop()


def narrowed(opened: Opened, left: Sequence[Part], truths: dict[int, bool]) -> tuple[Opened, list[Part] | None]:
    """What is left where these tests come out so; None for a target that is then false."""
    marks = dict(truths)
    rest: Opened = []
    for node, entries in opened:
        kept: list[Entry] = []
        certain = may_true = may_false = False
        for body, forces, positive in entries:
            parts = _still(body, marks)
            if parts is None:
                continue
            over = _still_forced(forces, marks) if forces else ()
            if over is None:
                continue
            if positive:
                may_true = True
            else:
                may_false = True
            kept.append((tuple(parts), over, positive))
            if not parts and not over:
                certain = True
                break
        if certain and not (may_true and may_false):
            marks[-1 - 2 * node], marks[-2 - 2 * node] = may_true, may_false
            continue
        if not may_true:
            marks[-1 - 2 * node] = False
        if not may_false:
            marks[-2 - 2 * node] = False
        if kept:
            rest.append((node, kept))
    return rest, _still(left, marks)


def _still(parts: Sequence[Part], truths: dict[int, bool]) -> list[Part] | None:
    left: list[Part] = []
    for part in parts:
        truth = truths.get(part[0])
        if truth is None:
            left.append(part)
        elif truth is not part[1]:
            return None
    return left


def _still_forced(forces: Sequence[Force], truths: dict[int, bool]) -> tuple[Force, ...] | None:
    found: list[Force] = []
    for parts, above in forces:
        left = _still(parts, truths)
        if left is None:
            continue
        over = _still_forced(above, truths) if above else ()
        if over is None:
            continue
        if not left and not over:
            return None
        found.append((tuple(left), over))
    return tuple(found)


def _everywhere(
    made: Glances, opened: Opened, left: Sequence[Part], atoms: Sequence[int]
) -> Verdict:
    """The target in all completions, if there are few enough."""
    compared: dict[str, list[Constant_]] = {}
    for atom in atoms:
        compared.setdefault(made.atoms[atom].fact, []).append(made.atoms[atom].operand)
    lanes = 1
    digits: dict[str, tuple[int, tuple[Any, ...]]] = {}
    for fact, constants in compared.items():
        values = _values(made, fact, constants)
        digits[fact] = lanes, values
        lanes *= len(values)
        if lanes > MOST:
            return "many"
    masks: dict[int, int] = {}
    for number in atoms:
        atom = made.atoms[number]
        stride, values = digits[atom.fact]
        mask = 0
        for i, value in enumerate(values):
            if _true(atom.kind, value, atom.operand):
                mask |= _digit(stride, len(values), i, lanes)
        masks[number] = mask
    full = (1 << lanes) - 1
    true = _run(opened, left, masks.__getitem__, full)
    return "holds" if true == full else "open" if true else "fails"


@lru_cache(maxsize=1024)
def _digit(stride: int, options_: int, value: int, lanes: int) -> int:
    """The lanes in which a digit has this value, made by doubling."""
    period = stride * options_
    pattern = ((1 << stride) - 1) << (value * stride)
    while period < lanes:
        pattern |= pattern << period
        period *= 2
    return pattern & ((1 << lanes) - 1)


def _needed(opened: Opened, left: Sequence[Part]) -> Opened:
    """The open contests that the target still reads."""
    wanted = {(-1 - key) >> 1 for key, _ in left if key < 0}
    kept: Opened = []
    for node, entries in reversed(opened):
        if node in wanted:
            kept.append((node, entries))
            wanted.update((-1 - key) >> 1 for key in _marks(entries))
    kept.reverse()
    return kept


def _all_parts(entries: Sequence[Entry]) -> list[Part]:
    found: list[Part] = []
    for body, forces, _ in entries:
        found += body
        todo = list(forces)
        while todo:
            parts, above = todo.pop()
            found += parts
            todo += above
    return found


def _keys(entries: Sequence[Entry]) -> list[int]:
    return [key for key, _ in _all_parts(entries) if key >= 0]


def _marks(entries: Sequence[Entry]) -> list[int]:
    return [key for key, _ in _all_parts(entries) if key < 0]


# ------------------------------------------------------------------------------------------------- what is left


def _run(opened: Opened, left: Sequence[Part], atom: Callable[[int], int], full: int) -> int:
    """The lanes in which the target is true; open contests stand bottom-up."""
    masks: dict[int, int] = {}
    for node, entries in opened:
        true = false = 0
        rest = full
        for body, forces, positive in entries:
            where = rest
            for key, sign in body:
                mask = atom(key) if key >= 0 else masks[key]
                where &= mask if sign else ~mask
            if forces and where:
                where &= ~_forced(forces, masks, atom, full)
            if positive:
                true |= where
            else:
                false |= where
            rest &= ~where
        masks[-1 - 2 * node], masks[-2 - 2 * node] = true, false
    where = full
    for key, sign in left:
        mask = atom(key) if key >= 0 else masks[key]
        where &= mask if sign else ~mask
    return where


def _forced(forces: Sequence[Force], masks: dict[int, int], atom: Callable[[int], int], full: int) -> int:
    lanes = 0
    for parts, above in forces:
        where = full
        for key, sign in parts:
            mask = atom(key) if key >= 0 else masks[key]
            where &= mask if sign else ~mask
        if above:
            where &= ~_forced(above, masks, atom, full)
        lanes |= where
    return lanes


# ------------------------------------------------------------------------------------------------- three values


class _Look:
    """One case: what is settled of each contest, and what is left of those that are not, bottom-up."""

    __slots__ = ("flags", "known", "made", "memo", "opened")

    def __init__(self, made: Glances, known: Known) -> None:
        self.made, self.known = made, known
        self.memo: dict[int, int] = {}
        """1: surely established, -1: surely rejected, 0: surely neither, OPEN."""
        self.flags: dict[int, tuple[bool, bool]] = {}
        """Of open contests whether the outcome may be established, may be rejected."""
        self.opened: Opened = []

    def contest(self, node: int) -> int:
        """Goes through the rules from the strongest; stops where one surely applies."""
        rules = self.made.rules[node]
        if rules is None:
            rules = self.made.rules[node] = _rules_of(self.made, node)
        entries: list[Entry] = []
        certain = may_true = may_false = False
        for positive, body, exceptions in rules:
            left = self.body(body)
            if left is None:
                continue
            forces: list[Force] = []
            if exceptions:
                found = self.forces(exceptions)
                if found is None:
                    continue
                forces = found
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
            self.flags[node] = may_true, may_false
            self.opened.append((node, entries))
        self.memo[node] = state
        return state

    def body(self, body: _Body) -> list[Part] | None:
        """What is left of a conjunction; None where a part is surely false."""
        known, memo = self.known, self.memo
        left: list[Part] = []
        for kind, reference, operand, sign, part in body:
            if kind == FACT:
                value = known.get(reference)
                if value is not sign:
                    if value is not None:
                        return None
                    left.append(part)
            elif kind == CONTEST or kind == OPPOSED:
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
                    raise _Unsupported
                elif (value >= operand if kind == REACHED else _true(kind, value, operand)) is not sign:
                    return None
        return left

    def forces(self, exceptions: _Exceptions) -> list[Force] | None:
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


def _true(kind: int, value: Any, operand: Any) -> bool:
    if kind == REACHED:
        return bool(value >= operand)
    if kind == EQUAL:
        return bool(value == operand)
    if kind == ABOVE:
        return bool(value > operand)
    return value is True


# ---------------------------------------------------------------------------------------------------- compiling


def _rules_of(made: Glances, node: int) -> tuple[_Rule, ...]:
    table = made.goals.table
    row = table.rows[node]
    block = table.blocks[table.block_of[node]]
    if not isinstance(row, ContestRow) or row.kind is not ContestKind.BOOLEAN or not row.linear or block.cyclic:
        raise _Unsupported
    if table.levels[node] > DEEPEST:
        raise _Unsupported
    compiled = goal_row(table, row)
    assert isinstance(compiled, GoalContest)
    return tuple(
        (name > 0, _compiled(made, body), _compiled_exceptions(made, exceptions))
        for name, body, exceptions, _ in compiled.rules
    )


def _compiled_exceptions(made: Glances, exceptions: Exceptions) -> _Exceptions:
    return tuple((_compiled(made, body), _compiled_exceptions(made, above)) for body, above in exceptions)


def _compiled(made: Glances, body: Body) -> _Body:
    return tuple(
        (kind, reference, operand, sign, (_key(made, kind, reference, operand), sign))
        for kind, reference, operand, sign in body
    )


def _key(made: Glances, kind: int, reference: Any, operand: Any) -> int:
    """The number of a fact's test; of what reads a contest a mark below zero, for it and against it."""
    if kind in (CONTEST, OPPOSED):
        return -1 - 2 * int(reference) - (kind == OPPOSED)
    if kind not in (FACT, REACHED, EQUAL, ABOVE):
        raise _Unsupported
    known = made.numbers.get((kind, reference, operand))
    if known is None:
        lanes = made.lanes.get(reference)
        if lanes is None:
            values = _values(made, reference, made.compared.get(reference, []))
            random = Random(f"glance {reference}")
            lanes = made.lanes[reference] = [random.choice(values) for _ in range(LANES)]
        sample = sum(1 << lane for lane, value in enumerate(lanes) if _true(kind, value, operand))
        known = made.numbers[kind, reference, operand] = len(made.atoms)
        made.atoms.append(_Atom(reference, kind, operand, sample))
    return known


def _values(made: Glances, fact: str, compared: Sequence[Constant_]) -> tuple[Any, ...]:
    """The values of a fact that these comparisons tell apart."""
    ground = made.goals.table.facts[fact]
    if isinstance(ground.type, BooleanType):
        return (False, True)
    values = options(ground, compared, False, ())
    if not values:
        raise _Unsupported
    return values
