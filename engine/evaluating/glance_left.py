"""What a case leaves of its open contests: a small program over tests of unknown facts, and what is done with it.

A part is a number and a sign: the number of a test from zero up, or a mark of a contest below zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Part: TypeAlias = tuple[int, bool]
"""What is left of a literal: the number of an atom (an unknown fact's test), or a mark of a contest, and its sign."""
Force: TypeAlias = tuple[tuple[Part, ...], "tuple[Force, ...]"]
"""What is left of an exception: of its condition, and of the exceptions to it."""
Entry: TypeAlias = tuple[tuple[Part, ...], tuple[Force, ...], bool]
"""What is left of a rule: of its condition, of its exceptions, and whether it is for the outcome."""
Masks: TypeAlias = "Sequence[int] | Mapping[int, int]"
"""The lanes in which each atom is true."""
Opened: TypeAlias = "list[tuple[int, list[Entry]]]"
"""The open contests with what is left of their rules, bottom-up."""


# -------------------------------------------------------------------------------------------------- completions


def run(opened: Opened, left: Sequence[Part], atoms: Masks, full: int) -> int:
    """The lanes in which the target is true; open contests stand bottom-up."""
    masks: dict[int, int] = {}
    for node, entries in opened:
        true = false = 0
        rest = full
        for body, forces, positive in entries:
            where = rest
            for key, sign in body:
                mask = atoms[key] if key >= 0 else masks[key]
                where &= mask if sign else ~mask
            if forces and where:
                where &= ~_forced(forces, masks, atoms, full)
            if positive:
                true |= where
            else:
                false |= where
            rest &= ~where
        masks[-1 - 2 * node], masks[-2 - 2 * node] = true, false
    where = full
    for key, sign in left:
        mask = atoms[key] if key >= 0 else masks[key]
        where &= mask if sign else ~mask
    return where


def _forced(forces: Sequence[Force], masks: dict[int, int], atoms: Masks, full: int) -> int:
    lanes = 0
    for parts, above in forces:
        where = full
        for key, sign in parts:
            mask = atoms[key] if key >= 0 else masks[key]
            where &= mask if sign else ~mask
        if above:
            where &= ~_forced(above, masks, atoms, full)
        lanes |= where
    return lanes


# ------------------------------------------------------------------------------------------------ what is known


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


# ------------------------------------------------------------------------------------------------- what is read


def needed(opened: Opened, left: Sequence[Part]) -> Opened:
    """The open contests that the target still reads."""
    wanted = {(-1 - key) >> 1 for key, _ in left if key < 0}
    kept: Opened = []
    for node, entries in reversed(opened):
        if node in wanted:
            kept.append((node, entries))
            wanted.update((-1 - key) >> 1 for key in marks_of(entries))
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


def keys(entries: Sequence[Entry]) -> list[int]:
    return [key for key, _ in _all_parts(entries) if key >= 0]


def marks_of(entries: Sequence[Entry]) -> list[int]:
    return [key for key, _ in _all_parts(entries) if key < 0]
