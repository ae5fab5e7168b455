"""The pool of rules that a prompt shows: those that bear on the question, among others that do not.

A distractor never changes what follows: it is in use in the case anyway, or it concludes nothing on which the
question depends.  Other variants of a family in use are none, for beside the one in use they would be another law.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulelang.engine.cores import selection_of
from rulelang.engine.rules.group import Group
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.verifier.prompting.names import bearing, group_heads, group_names
from rulelang.verifier.prompting.passages import Labelled, distracting, mixed, own_passages

Probe: TypeAlias = Literal["p1", "p2", "p3"]
"""p1: the rules that bear on the question, with distractors by chance; p2: with the hardest, those that share the most
names; p3: the stretch of the text around them, in its order (after RGDT-Bench's bound evidence, hard negatives and
longer excerpt)."""

PROBES: dict[str, Probe] = {"P1": "p1", "P2": "p2", "P3": "p3"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule in the pool, with the program that it is from."""

    program: model.Program
    group: Group
    place: int
    """Where it stands in its program."""


@dataclass(frozen=True, slots=True)
class Pool:
    """`wanted` says how many rules there should be: fewer are shown where there are no more distractors.

    `passages` are those shown, the case's own and distractors, in their order.
    """

    rules: tuple[Shown, ...]
    wanted: int
    passages: tuple[Labelled, ...]


def make_pool(
    base: RuleBase,
    case: model.Case,
    probe: Probe,
    size: int,
    seed: int,
    others: Sequence[RuleBase],
    passages: int | None = None,
) -> Pool:
    """The pool for a case; the same for the same arguments.

    Args:
        size: how many rules, if there are so many; those that bear on the question are always all in it.
        others: further programs whose rules, and whose cases' passages, may be distractors.
        passages: how many passages, if there are so many; the case's own are always all in it.  None: twice as many
            as the case has for p2, no others for p1 and p3.

    Raises:
        RuleLangError: the case's USING cannot be followed.
    """
    needed, names = bearing(base, case)
    places = {rule: at for at, rule in enumerate(base.program.rules)}
    shown = [Shown(base.program, base.group(rule), places[rule]) for rule in needed]
    chance = random.Random(seed)
    distractors = list(_distractors(base, case, needed, names))
    for other in others:
        distractors += _foreign(base, other)
    distractors = list({one.group.id: one for one in reversed(distractors)}.values())[::-1]
    chance.shuffle(distractors)
    distractors = _one_of_a_family(distractors)
    own = {name for one in shown for name in group_names(one.group)}
    if probe == "p2":
        distractors.sort(key=lambda one: -len(own & group_names(one.group).keys()))
    elif probe == "p3":
        distractors.sort(key=lambda one: _distance(one, shown, base.program))
    shown += distractors[: max(size - len(shown), 0)]
    if probe == "p3":
        shown.sort(key=lambda one: (one.program is not base.program, one.place))
    else:
        chance.shuffle(shown)
    return Pool(tuple(shown), max(size, len(needed)), _passages(base, case, probe, seed, others, passages))


def _passages(
    base: RuleBase, case: model.Case, probe: Probe, seed: int, others: Sequence[RuleBase], wanted: int | None
) -> tuple[Labelled, ...]:
    own = own_passages(case)
    if wanted is None:
        wanted = 2 * len(own) if probe == "p2" else 0
    return tuple(mixed(own, distracting(base, case, max(wanted - len(own), 0), seed, others), seed))


def _distractors(base: RuleBase, case: model.Case, needed: dict[str, None], names: dict[str, None]) -> Iterator[Shown]:
    in_use = base.in_use(selection_of(base, case.using))
    taken = {base.families.root_of[rule] for rule in in_use}
    for place, (name, rule) in enumerate(base.program.rules.items()):
        if rule.meta or name in needed:
            continue
        group = base.group(name)
        if name not in in_use and (
            base.families.root_of[name] in taken
            or rule.suspends
            or any(head.name in names for head in group_heads(group))
        ):
            continue
        yield Shown(base.program, group, place)


def _one_of_a_family(distractors: Sequence[Shown]) -> list[Shown]:
    """The first of each family: two variants side by side would be two laws."""
    return list({(id(one.program), one.group.root): one for one in reversed(distractors)}.values())[::-1]


def _foreign(base: RuleBase, other: RuleBase) -> Iterator[Shown]:
    """The rules of another program that use no name and no identifier of this one."""
    program = base.program
    said = {
        *program.facts, *program.outcomes, *program.actions, *program.definitions, *program.tables, *program.sorts,
    }  # fmt: skip
    last = {family.root: family.leaves[-1:] for family in other.families.by_root.values()}
    kept = {rule for leaves in last.values() for rule in leaves}
    for place, name in enumerate(other.program.rules):
        group = other.group(name)
        if name in kept and name not in program.rules and not said & group_names(group).keys():
            yield Shown(other.program, group, place)


def _distance(one: Shown, needed: Sequence[Shown], program: model.Program) -> int:
    if one.program is not program:
        return 1 << 30
    return min((abs(one.place - other.place) for other in needed), default=0)
