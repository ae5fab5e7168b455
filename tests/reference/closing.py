"""Which parts of a broken block a world closes: what its members still read of each other, plainly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rulelang.engine import core
from rulelang.engine.core import Block, Core
from rulelang.engine.core_parts import children

Truth = Callable[[core.Formula], bool]


def parts(program: Core, block: Block, truth: Truth) -> Iterator[Block]:
    """The block's strongly connected parts as blocks of their own, each after what it reads.

    `truth` is only asked of formulas that read nothing of the block.
    """
    reads = {key: dict(_member(program, key, frozenset(block.members), truth)) for key in block.members}
    reach = {key: _reach(key, reads) for key in reads}
    waiting = list(block.members)
    while waiting:
        first = next(
            key for key in waiting
            if all(other not in waiting or key in reach[other] for other in reach[key])
        )
        part = tuple(key for key in waiting if key == first or (key in reach[first] and first in reach[key]))
        cyclic = first in reach[first]
        broken = cyclic and any(strict and other in part for key in part for other, strict in reads[key].items())
        yield replace(block, members=part, cyclic=cyclic, broken=broken)
        waiting = [key for key in waiting if key not in part]


def _reach(start: str, reads: dict[str, dict[str, bool]]) -> set[str]:
    found: set[str] = set()
    todo = list(reads[start])
    while todo:
        key = todo.pop()
        if key not in found:
            found.add(key)
            todo += reads[key]
    return found


def _member(program: Core, key: str, inside: frozenset[str], truth: Truth) -> Iterator[tuple[str, bool]]:
    found: dict[str, bool] = {}

    def note(f: Any, positive: bool) -> None:
        for other, strict in _reads(f, positive, inside, truth):
            found[other] = found.get(other, False) or strict

    def excepted(exceptions: tuple[core.GroundException, ...]) -> None:
        for exception in exceptions:
            if known(exception.condition, inside, truth) is not False:
                note(core.Not(exception.condition), True)
                excepted(exception.exceptions)

    contest = program.contests.get(key)
    if contest is None:
        cases = program.definitions[key].cases
        for number, (condition, value) in enumerate(cases):
            if known(condition, inside, truth) is not False:
                note(condition, number == len(cases) - 1 and program.definitions[key].boolean)
                note(value, program.definitions[key].boolean)
            if known(condition, inside, truth) is True:
                break
        yield from found.items()
        return
    for rule in (program.rules[number] for number in contest.rules):
        if _applies(rule, inside, truth) is not False:
            note(rule.condition, True)
            excepted(rule.exceptions)
            if rule.value is not None:
                note(rule.value, False)
    for limit in contest.limits:
        if _applies(limit, inside, truth) is not False:
            note(limit.condition, False)
            excepted(limit.exceptions)
            note(limit.bound, False)
    yield from found.items()


def _applies(rule: core.GroundRule | core.GroundLimit, inside: frozenset[str], truth: Truth) -> bool | None:
    holds = known(rule.condition, inside, truth)
    forced = [_forced(exception, inside, truth) for exception in rule.exceptions]
    if holds is False or True in forced:
        return False
    return None if holds is None or None in forced else True


def _forced(exception: core.GroundException, inside: frozenset[str], truth: Truth) -> bool | None:
    holds = known(exception.condition, inside, truth)
    over = [_forced(inner, inside, truth) for inner in exception.exceptions]
    if holds is False or True in over:
        return False
    return None if holds is None or None in over else True


def known(f: core.Formula, inside: frozenset[str], truth: Truth) -> bool | None:
    """Whether a formula is true or false whatever the block's members come to; None: that depends."""
    match f:
        case core.Not(operand):
            found = known(operand, inside, truth)
            return None if found is None else not found
        case core.And(these) | core.Or(these):
            found_ = [known(part, inside, truth) for part in these]
            decisive = isinstance(f, core.Or)
            return decisive if decisive in found_ else None if None in found_ else not decisive
        case _:
            return None if _mentions(f, inside) else truth(f)


def _mentions(node: Any, inside: frozenset[str]) -> bool:
    match node:
        case core.Established(key, _) | core.OutcomeRead(key) | core.Named(key) | core.NamedRead(key):
            return key in inside
        case _:
            return any(_mentions(child, inside) for child in children(node))


def _reads(node: Any, positive: bool, inside: frozenset[str], truth: Truth) -> Iterator[tuple[str, bool]]:
    match node:
        case core.Established(key, _) | core.Named(key):
            if key in inside:
                yield key, not positive
        case core.Not(operand):
            if known(node, inside, truth) is None:
                yield from _reads(_negated(operand), positive, inside, truth)
        case core.And(these) | core.Or(these):
            if known(node, inside, truth) is None:
                for part in these:
                    yield from _reads(part, positive, inside, truth)
        case core.OutcomeRead(key) | core.NamedRead(key):
            if key in inside:
                yield key, True
        case _:
            for child in children(node):
                yield from _reads(child, False, inside, truth)


def _negated(f: Any) -> Any:
    """`NOT f` with the NOT moved inwards; an atom under it is read strictly."""
    match f:
        case core.Not(operand):
            return operand
        case core.And(these):
            return core.Or(tuple(core.Not(part) for part in these))
        case core.Or(these):
            return core.And(tuple(core.Not(part) for part in these))
        case _:
            return core.CountOf((f,))
