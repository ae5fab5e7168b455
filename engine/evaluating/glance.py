"""Whether a target is certain in one case with unknown facts: goal-directed, for cones of boolean outcomes.

First 64 completions, chosen once for all, are run together: two that differ show that the target is open.  Where none
do, the case is looked at in three values; a contest that came out differently in the completions is open, and nothing
below it is looked at.  What is left then is a small program of its own over the unknown facts alone, in which a
completion is searched that differs from the 64.  A completion is a bit, as everywhere in the engine.

Cones with anything else in them (values, actions, cycles, rivals that nothing orders, ALWAYS) are left to others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulelang.engine.core import Core
from rulelang.engine.evaluating.glance_drawn import Drawn
from rulelang.engine.evaluating.glance_left import Opened, Part, keys, needed, run
from rulelang.engine.evaluating.glance_rows import (
    Glances,
    Known,
    Look,
    Unsupported,
    glances_of,
    is_true,
    target_of,
    values_told_apart,
)
from rulelang.engine.evaluating.glance_search import Search

Verdict: TypeAlias = Literal["holds", "fails", "open", "many", "unsure"]
"""In every world, in no world, in some; too many completions to try; nothing for this pass."""


def glance(core: Core, known: Known, index: int = 0) -> Verdict:
    """What can be told of `core.targets[index]` at a glance."""
    made = glances_of(core)
    try:
        target = None if core.always else target_of(made, index)
        if target is None:
            return "unsure"
        drawn = Drawn(made, known)
        true = drawn.body(target, made.full)
        if 0 < true < made.full:
            return "open"
        left = Look(made, known, drawn.true).body(target)
    except (Unsupported, TypeError):
        # NONE and durations do not compare with Python's operators.
        return "unsure"
    if not left:
        return "fails" if left is None else "holds"
    found = residue(core, known, index)
    if not isinstance(found, Residue):
        return found
    differs = Search(made, wanted=not true).possible(found.opened, found.left)
    return "many" if differs is None else "open" if differs else "holds" if true else "fails"


def residue(core: Core, known: Known, index: int) -> Residue | Verdict:
    """What a case leaves of the target, where that is anything."""
    made = glances_of(core)
    look = Look(made, known)
    try:
        target = None if core.always else target_of(made, index)
        if target is None:
            return "unsure"
        left = look.body(target)
    except (Unsupported, TypeError):
        return "unsure"
    if not left:
        return "fails" if left is None else "holds"
    return Residue(made, needed(look.opened, left), left)


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
        """What the target comes to in the completions chosen by chance."""
        found = run(self.opened, self.left, self.made.samples, self.made.full)
        return {True} if found == self.made.full else {True, False} if found else {False}

    def true_in(self, truths: Mapping[int, bool]) -> bool:
        """Whether the target is true where the tests come out so."""
        return run(self.opened, self.left, {atom: int(truth) for atom, truth in truths.items()}, 1) == 1
