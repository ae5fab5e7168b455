"""A contest as it is in two versions, in one encoding: what each depends on, and what their worlds have to choose."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from rulelang.engine.analysis.merge import NEW, OLD, Merged
from rulelang.engine.core import Contest, ContestKind, Core, Established, Formula, NoneTest, OutcomeRead
from rulelang.engine.solver.encoding import Encoding, below, encode, reads
from rulelang.engine.solver.terms import Bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Both versions of a contest.  The encoding is made for them alone, so that a witness speaks of nothing else."""

    key: str
    cores: tuple[Core, Core]
    """Of the old version and of the new one."""
    merged: Merged
    encoding: Encoding
    old: Contest
    new: Contest
    """As they are in the merged core."""
    old_cone: frozenset[str]
    new_cone: frozenset[str]


def pair_of(cores: tuple[Core, Core], merged: Merged, key: str) -> Pair:
    """The contest of this key in both versions."""
    encoding = encode(merged.core)
    old, new = merged.core.contests[OLD + key], merged.core.contests[NEW + key]
    for contest in (old, new):
        encoding.reach(_reading(contest))
    return Pair(key, cores, merged, encoding, old, new, _cone(encoding, old.key), _cone(encoding, new.key))


def _cone(encoding: Encoding, name: str) -> frozenset[str]:
    seen = {name}
    todo = [name]
    while todo:
        block = encoding.blocks[todo.pop()]
        for other in (*block.members, *below(block, encoding.core)):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return frozenset(seen)


def _reading(contest: Contest) -> Formula:
    """A formula that reads a contest, whatever it says."""
    if contest.kind is ContestKind.VALUE:
        return NoneTest(OutcomeRead(contest.key))
    return Established(contest.key, (True,) if contest.kind is ContestKind.BOOLEAN else ("MUST",))


def both(pair: Pair) -> list[str]:
    """The contests below and at the pair that both versions have and that are not one and the same."""
    return sorted(
        key
        for name in pair.new_cone
        if name.startswith(NEW) and (key := name.removeprefix(NEW)) in pair.cores[1].contests
        and OLD + key in pair.old_cone
    )


def choice(pair: Pair, besides: Container[str] = ()) -> Bool:
    """That something is left to choose in one of the versions: a conflict, an open test, a broken cycle.

    `besides`: contests of which it does not count that they are in conflict.
    """
    parts = [_choice(pair.encoding, cone, besides) for cone in (pair.old_cone, pair.new_cone)]
    return pair.encoding.terms.disjunction(parts)


def _choice(encoding: Encoding, cone: frozenset[str], besides: Container[str]) -> Bool:
    parts: list[Bool] = []
    for name in sorted(cone):
        if encoding.blocks[name].broken:
            return True
        if name in encoding.contests and name not in besides:
            parts.append(encoding.contests[name].conflict)
    parts += [made.when for test, made in encoding.tests.items() if reads(test) <= cone]
    return encoding.terms.disjunction(parts)
