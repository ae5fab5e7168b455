"""Whether a target is certain in one case with unknown facts: goal-directed, for cones of boolean outcomes.

Only what bears on the target is looked at: a rule with a part that is surely false is left at once, a contest as soon
as a rule surely applies that outranks the others.  What stays open is a small program of its own, over the unknown
facts alone; it is run for 64 completions chosen once for all (two that differ show that the target is open), then for
all completions, as far as there are few enough.  A completion is a bit, as everywhere in the engine.

Cones with anything else in them (values, actions, cycles, rivals that nothing orders, ALWAYS) are left to others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from rulelang.engine.core import Core
from rulelang.engine.evaluating import glance_rows
from rulelang.engine.evaluating.glance_left import Opened, Part, keys, narrowed, needed, run
from rulelang.engine.evaluating.glance_rows import (
    Glances,
    Known,
    Look,
    Unsupported,
    compiled_body,
    glances_of,
    is_true,
    values_told_apart,
)
from rulelang.engine.evaluating.goal_rows import goal_body
from rulelang.grammar.model import Constant_

Verdict: TypeAlias = Literal["holds", "fails", "open", "many", "unsure"]
"""In every world, in no world, in some; too many completions to try; nothing for this pass."""

MOST = 1 << 14
"""So many completions are tried at once."""
SPLITS = 10
"""So often a case is parted by the values of a fact, and each part looked at, before it is given up."""


def glance(core: Core, known: Known, index: int = 0) -> Verdict:
    """What can be told of `core.targets[index]` at a glance."""
    found = residue(core, known, index)
    if not isinstance(found, Residue):
        return found
    return _decided(found.made, found.opened, found.left, [SPLITS])


def residue(core: Core, known: Known, index: int) -> Residue | Verdict:
    """What a case leaves of the target, where that is anything."""
    made = glances_of(core)
    target = made.goals.table.targets[index]
    if core.always or target.truth is None:
        return "unsure"
    look = Look(made, known)
    try:
        left = look.body(compiled_body(made, goal_body(made.goals.table, target.truth)))
    except (Unsupported, TypeError):
        # NONE and durations do not compare with Python's operators.
        return "unsure"
    if not left:
        return "fails" if left is None else "holds"
    opened = needed(look.opened, left)
    return Residue(made, opened, left)


@dataclass(frozen=True, slots=True)
class Residue:
    """What is left of a case: a small program over tests of unknown facts, and the target over it."""

    made: Glances
    opened: Opened
    left: list[Part]

    def tests(self) -> dict[str, list[int]]:
        """The tests that are left, by fact."""
        numbers = {key for _, entries in self.opened for key in keys(entries)} | {k for k, _ in self.left if k >= 0}
        found: dict[str, list[int]] = {}
        for key in sorted(numbers):
            found.setdefault(self.made.atoms[key].fact, []).append(key)
        return found

    def outcomes(self, fact: str, tests: Sequence[int]) -> list[tuple[bool, ...]]:
        """How these tests of a fact can come out together."""
        atoms = [self.made.atoms[test] for test in tests]
        values = values_told_apart(self.made, fact, [atom.operand for atom in atoms])
        return list(dict.fromkeys(tuple(is_true(a.kind, value, a.operand) for a in atoms) for value in values))

    def sampled(self) -> set[bool]:
        """What the target comes to in the 64 completions."""
        found = run(self.opened, self.left, self.made.samples, (1 << glance_rows.LANES) - 1)
        return {True} if found == (1 << glance_rows.LANES) - 1 else {True, False} if found else {False}

    def true_in(self, truths: Mapping[int, bool]) -> bool:
        """Whether the target is true where the tests come out so."""
        return run(self.opened, self.left, {atom: int(truth) for atom, truth in truths.items()}, 1) == 1


def _decided(made: Glances, opened: Opened, left: Sequence[Part], looks: list[int]) -> Verdict:
    """What is left of a case; `looks` is how often parts of it may still be looked at."""
    if not left:
        return "holds"
    full = (1 << glance_rows.LANES) - 1
    sampled = run(opened, left, made.samples, full)
    if sampled and sampled != full:
        return "open"
    atoms = [key for _, entries in opened for key in keys(entries)] + [key for key, _ in left if key >= 0]
    found = _everywhere(made, opened, left, sorted(set(atoms)))
    return _parted(made, opened, left, atoms, looks) if found == "many" else found


def _parted(made: Glances, opened: Opened, left: Sequence[Part], atoms: Sequence[int], looks: list[int]) -> Verdict:
    """Parted by the fact that is read most: its values are cases of their own, with less left open."""
    counts = Counter(made.atoms[atom].fact for atom in atoms)
    fact = min(counts, key=lambda name: (-counts[name], name))
    tests = sorted({atom for atom in atoms if made.atoms[atom].fact == fact})
    seen: set[Verdict] = set()
    for value in values_told_apart(made, fact, [made.atoms[atom].operand for atom in tests]):
        looks[0] -= 1
        if looks[0] < 0:
            return "many"
        truths = {atom: is_true(made.atoms[atom].kind, value, made.atoms[atom].operand) for atom in tests}
        rest, still = narrowed(opened, left, truths)
        seen.add("fails" if still is None else _decided(made, needed(rest, still), still, looks))
        if "open" in seen or len(seen) > 1:
            # "many" beside another: the two may differ or not.
            return "many" if "many" in seen and "open" not in seen else "open"
    return seen.pop()


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
        values = values_told_apart(made, fact, constants)
        digits[fact] = lanes, values
        lanes *= len(values)
        if lanes > MOST:
            return "many"
    masks: dict[int, int] = {}
    for number in atoms:
        test = made.atoms[number]
        stride, values = digits[test.fact]
        mask = 0
        for i, value in enumerate(values):
            if is_true(test.kind, value, test.operand):
                mask |= _digit(stride, len(values), i, lanes)
        masks[number] = mask
    full = (1 << lanes) - 1
    true = run(opened, left, masks, full)
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
