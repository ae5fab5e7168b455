"""What an answer's own judgments give to what follows from them (verification, N17 and N26)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from rulelang.engine import core
from rulelang.grammar.model import Constant_
from rulelang.verifier import expand
from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.entail import Declared, is_loose
from rulelang.verifier.expand import equation
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.reading import Reading
from rulelang.verifier.said import Mood, Said
from rulelang.verifier.warrant import Verdict


@dataclass(frozen=True)
class Premises:
    """What some assertions give: leaves that are true or false, leaves left open, values, and what is no literal."""

    fixed: Mapping[core.Formula, bool]
    opened: tuple[core.Formula, ...]
    values: Mapping[core.Value, core.Constant]
    others: tuple[core.Formula, ...]
    declared: Declared
    """Types of everything that is spoken of, what bears on no target included."""


def premises(
    reading: Reading,
    said: Iterable[Said],
    derived: Collection[core.Formula],
    target: core.Formula | None,
) -> Premises:
    """What assertions give for a target, without what they say of the target itself, and without what is said in
    another unit: that contradicts, and says nothing in its place.

    `derived` are the leaves that rules conclude: a derived one that is unknown or clashes is left to its rules, a fact
    is left open.  Where two values are given for one variable it has neither.
    """
    used = [
        one
        for one in said
        if (one.mood is not Mood.RULE or one.statement is not None)
        and not isinstance(one.assertion.content, OtherUnit)
        and (target is None or reading.judge(one, target) is None)
    ]
    fixed: dict[core.Formula, bool] = {}
    opened: list[core.Formula] = []
    stated: dict[core.Formula, set[Verdict]] = {}
    for one in sorted(used, key=lambda one: one.value is not None):
        for leaf, value in reading.stated(one).items():
            # Of a value that is unknown a comparison may be settled all the same.
            if one.value is None or leaf not in stated:
                stated.setdefault(leaf, set()).add(value)
    for leaf in reading.in_play.leaves:
        found = stated.get(leaf)
        if leaf == target:
            continue
        if not found:
            if leaf not in reading.in_play.over_instances:
                continue
            together = reading.stated_together(leaf, used, stated)
            if together is None:
                continue
            found = {together}
        value = found.pop() if len(found) == 1 else Verdict.OPEN
        if value is not Verdict.OPEN:
            fixed[leaf] = value is Verdict.TRUE
        elif leaf not in derived:
            opened.append(leaf)
    values: dict[core.Value, core.Constant | None] = {}
    others: list[core.Formula] = []
    facts: dict[core.Formula, bool | None] = {}
    held = [one.statement for one in used if one.mood in (Mood.HOLDS, Mood.RULE) and one.statement is not None]
    for statement in (piece for whole in held for piece in expand.conjuncts(whole)):
        equal = equation(statement)
        match statement:
            case core.FactTest() as fact:
                facts[fact] = True if facts.get(fact, True) else None
            case core.Not(core.FactTest() as fact):
                facts[fact] = None if facts.get(fact) or facts.get(fact, False) is None else False
            case _:
                pass
        if equal is not None:
            values[equal[0]] = equal[1] if values.get(equal[0], equal[1]) == equal[1] else None
        elif _counts(statement) or (is_loose(statement) and not set(expand.leaves(statement)) & set(opened)):
            others.append(statement)
    inside = dict.fromkeys(known for one in used for known in one.inside)
    for known in inside:
        equal = equation(known)
        if equal is not None:
            values.setdefault(*equal)
        else:
            facts.setdefault(expand.bare(known), not isinstance(known, core.Not))
    for one_fact, so in facts.items():  # a fact that stands in no condition in play is as it is said to be
        if so is not None and one_fact not in opened:
            fixed.setdefault(one_fact, so)
    one_value = {read: value for read, value in values.items() if value is not None}
    return Premises(fixed, tuple(opened), one_value, tuple(others), reading.declared)


def premises_for(matter: Matter, reading: Reading, said: Iterable[Said], target: core.Formula) -> Premises:
    """What assertions give for a target of a case.

    No rule answers a question about facts alone: it is answered by what is said of it, and where nothing is said by the
    case, as a stipulated outcome is.
    """
    if not expand.is_about_facts(target):
        return premises(reading, said, matter.derived, target)
    return with_known(premises(reading, said, matter.derived, None), matter.known, expand.atoms(target))


def _counts(literal: core.Formula) -> bool:
    """Whether it is a comparison that counts or adds up conditions on facts."""
    bare = expand.bare(literal)
    if not isinstance(bare, core.Test | core.NoneTest):
        return False
    return expand.is_about_facts(bare) and any(isinstance(atom, core.FactTest) for atom in expand.atoms(bare))


def with_known(
    given: Premises, known: Mapping[str, bool | Constant_], atoms: Iterable[core.Formula | core.Value]
) -> Premises:
    """The premises with what the case says of those of the atoms that are facts, where nothing else is said of them."""
    fixed, values = dict(given.fixed), dict(given.values)
    for atom in atoms:
        match atom:
            case core.FactTest(key) if isinstance(so := known.get(key), bool) and atom not in given.opened:
                fixed.setdefault(atom, so)
            case core.FactRead(key) if (value := known.get(key)) is not None and not isinstance(value, bool):
                values.setdefault(atom, core.Constant(value))
            case _:
                pass
    return replace(given, fixed=fixed, values=values)
