"""Whether what a case leaves open can come out one way: a search over the values of the unknown facts.

A fact that speaks for one way in whatever it touches is given the value that does (the rule of the pure literal:
Davis and Putnam, A computing procedure for quantification theory, 1960).  What is left is run in the completions
chosen by chance, then in all, as far as there are few enough; else it is parted by the values of a fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rulelang.engine.evaluating.glance_left import Force, Opened, Part, keys, narrowed, needed, run
from rulelang.engine.evaluating.glance_rows import Glances, is_true, values_told_apart
from rulelang.grammar.model import Constant_

MOST = 1 << 14
"""So many completions are tried at once."""
SPLITS = 10
"""So often a case is parted by the values of a fact, and each part looked at, before it is given up."""

FOR, AGAINST, BOTH = 1, 2, 3
"""How a test bears on the target: what makes it true never makes the target false; never makes it true; neither."""
_OPPOSITE = (0, AGAINST, FOR, BOTH)


class Search:
    """Looks for a completion in which the target of one case comes out as wanted."""

    def __init__(self, made: Glances, wanted: bool) -> None:
        self.made, self.wanted = made, wanted
        self.looks = SPLITS

    def possible(self, opened: Opened, left: Sequence[Part]) -> bool | None:
        """Whether there is one; None where the search was given up."""
        while left:
            truths = self._favourable(opened, left)
            if not truths:
                break
            rest, still = narrowed(opened, left, truths)
            if still is None:
                return not self.wanted
            opened, left = needed(rest, still), still
        if not left:
            return self.wanted
        made = self.made
        if self._among(run(opened, left, made.samples, made.full), made.full):
            return True
        atoms = [key for _, entries in opened for key in keys(entries)] + [key for key, _ in left if key >= 0]
        masks, lanes = self._completions(sorted(set(atoms)))
        if lanes:
            full = (1 << lanes) - 1
            return self._among(run(opened, left, masks, full), full)
        return self._parted(opened, left, atoms)

    def _among(self, true: int, full: int) -> bool:
        return true != 0 if self.wanted else true != full

    def _favourable(self, opened: Opened, left: Sequence[Part]) -> dict[int, bool]:
        """The tests of facts that bear on the target in one way, as is best for what is wanted."""
        bearings = _bearings(opened, left)
        tests: dict[str, list[int]] = {}
        for key in sorted(bearings):
            if key >= 0:
                tests.setdefault(self.made.atoms[key].fact, []).append(key)
        found: dict[int, bool] = {}
        for fact, numbers in tests.items():
            if any(bearings[key] == BOTH for key in numbers):
                continue
            best = [(bearings[key] == FOR) is self.wanted for key in numbers]
            if self._together(fact, numbers, best):
                found.update(zip(numbers, best, strict=True))
        return found

    def _together(self, fact: str, tests: Sequence[int], truths: Sequence[bool]) -> bool:
        """Whether some value of the fact makes its tests come out so."""
        atoms = [self.made.atoms[test] for test in tests]
        values = values_told_apart(self.made, fact, [atom.operand for atom in atoms])
        return any(
            all(is_true(atom.kind, value, atom.operand) is truth for atom, truth in zip(atoms, truths, strict=True))
            for value in values
        )

    def _parted(self, opened: Opened, left: Sequence[Part], atoms: Sequence[int]) -> bool | None:
        """Parted by the fact that is read most: its values are cases of their own, with less left open."""
        made = self.made
        counts = Counter(made.atoms[atom].fact for atom in atoms)
        fact = min(counts, key=lambda name: (-counts[name], name))
        tests = sorted({atom for atom in atoms if made.atoms[atom].fact == fact})
        given_up = False
        for value in values_told_apart(made, fact, [made.atoms[atom].operand for atom in tests]):
            self.looks -= 1
            if self.looks < 0:
                return None
            truths = {atom: is_true(made.atoms[atom].kind, value, made.atoms[atom].operand) for atom in tests}
            rest, still = narrowed(opened, left, truths)
            seen = not self.wanted if still is None else self.possible(needed(rest, still), still)
            if seen:
                return True
            given_up = given_up or seen is None
        return None if given_up else False

    def _completions(self, atoms: Sequence[int]) -> tuple[dict[int, int], int]:
        """Each test's truth in all completions, and how many there are; none where there are too many."""
        made = self.made
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
                return {}, 0
        masks: dict[int, int] = {}
        for number in atoms:
            test = made.atoms[number]
            stride, values = digits[test.fact]
            mask = 0
            for i, value in enumerate(values):
                if is_true(test.kind, value, test.operand):
                    mask |= _digit(stride, len(values), i, lanes)
            masks[number] = mask
        return masks, lanes


@lru_cache(maxsize=1024)
def _digit(stride: int, options_: int, value: int, lanes: int) -> int:
    """The lanes in which a digit has this value, made by doubling."""
    period = stride * options_
    pattern = ((1 << stride) - 1) << (value * stride)
    while period < lanes:
        pattern |= pattern << period
        period *= 2
    return pattern & ((1 << lanes) - 1)


# ----------------------------------------------------------------------------------------- how tests bear on it


def _bearings(opened: Opened, left: Sequence[Part]) -> dict[int, int]:
    """Of every part how it bears on the target, from the target down."""
    found: dict[int, int] = {}
    _bear(left, FOR, found)
    for node, entries in reversed(opened):
        outcome, opposite = found.get(-1 - 2 * node, 0), found.get(-2 - 2 * node, 0)
        last = {positive: place for place, (_, _, positive) in enumerate(entries)}
        for place, (body, forces, positive) in enumerate(entries):
            mine, other = (outcome, opposite) if positive else (opposite, outcome)
            # A rule takes from the rules against it that come after it.
            bears = mine | (_OPPOSITE[other] if last.get(not positive, -1) > place else 0)
            if bears:
                _bear(body, bears, found)
                _bear_forces(forces, _OPPOSITE[bears], found)
    return found


def _bear(parts: Sequence[Part], bears: int, found: dict[int, int]) -> None:
    for key, sign in parts:
        found[key] = found.get(key, 0) | (bears if sign else _OPPOSITE[bears])


def _bear_forces(forces: Sequence[Force], bears: int, found: dict[int, int]) -> None:
    for parts, above in forces:
        _bear(parts, bears, found)
        _bear_forces(above, _OPPOSITE[bears], found)
