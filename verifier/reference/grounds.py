"""All minimal sets of judgments that entail a decision by themselves: its prime implicants in the case.

The judgments are the leaves of conditions that hang on facts alone, each with its value in the case, and the values
that are calculated with.  A set entails the decision if it does so whatever else is the case: nothing is presumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulelang.engine import core
from rulelang.grammar.model import Constant_
from rulelang.verifier import condition as c
from rulelang.verifier import expand
from rulelang.verifier.entail import Declared
from rulelang.verifier.expand import equation
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.material import is_derived
from rulelang.verifier.parts import Part, every_exception
from rulelang.verifier.premises import Premises
from rulelang.verifier.replay import Entailment
from rulelang.verifier.variables import mentions
from rulelang.verifier.world import World

GROUNDS = 64
"""How many grounds of one decision are listed."""

QUESTIONS = 500
"""How often it is asked, for one decision, whether a set of judgments entails it."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """The minimal grounds of a decision, those of the first judgments first; `limited`: there may be more."""

    sets: tuple[tuple[core.Formula, ...], ...]
    limited: bool


@dataclass(frozen=True)
class Cone:
    """What bears on one target: the rules and definitions that can be reached from it, in the order of the text."""

    parts: tuple[Part, ...]
    contests: frozenset[str]
    definitions: frozenset[str]


def cone_of(matter: Matter, target: core.Formula | core.Value) -> Cone:
    """Everything that is read on the way to a target."""
    by_contest: dict[str, list[Part]] = {}
    for part in matter.parts:
        by_contest.setdefault(part.rule.contest, []).append(part)
    contests: dict[str, None] = {}
    definitions: dict[str, None] = {}
    todo: list[core.Formula | core.Value] = [target]
    while todo:
        for atom in expand.atoms(todo.pop()):
            match atom:
                case core.Named(key) | core.NamedRead(key) if key not in definitions:
                    definitions[key] = None
                    todo += [term for case in matter.program.definitions[key].cases for term in case]
                case core.Established(key) | core.OutcomeRead(key) if key not in contests:
                    contests[key] = None
                    for part in by_contest.get(key, ()):
                        todo += _terms(part)
                    for limit in matter.program.contests[key].limits if key in matter.program.contests else ():
                        todo += [limit.condition, limit.bound]
                case _:
                    pass
    order = {contest: number for number, contest in enumerate(contests)}
    parts = tuple(
        sorted(
            (part for part in matter.parts if part.rule.contest in contests),
            key=lambda part: (order[part.rule.contest], part.place, part.index),
        )
    )
    return Cone(parts, frozenset(contests), frozenset(definitions))


def conditions_of(part: Part) -> tuple[c.Condition, ...]:
    """The conditions of a rule and of all exceptions to it."""
    return (part.condition, *(exception.condition for exception in every_exception(part)))


def _terms(part: Part) -> list[core.Formula | core.Value]:
    conditions = [c.formula_of(condition) for condition in conditions_of(part)]
    return [*conditions, *([] if part.rule.value is None else [part.rule.value])]


def judgments_of(matter: Matter, cone: Cone, target: core.Formula, world: World) -> dict[core.Formula, bool]:
    """The judgments about facts that bear on a target and are settled in the case, in the order of the text."""
    terms: list[core.Formula | core.Value] = [target]
    for part in cone.parts:
        terms += _terms(part)
    for contest in sorted(cone.contests):
        for limit in matter.program.contests[contest].limits if contest in matter.program.contests else ():
            terms += [limit.condition, limit.bound]
    for key in sorted(cone.definitions):
        terms += [term for case in matter.program.definitions[key].cases for term in case]
    leaves: dict[core.Formula, None] = {}
    for term in terms:
        _add(leaves, term, world, matter)
    found: dict[core.Formula, bool] = {}
    world.ask(leaves)
    for leaf in leaves:
        truth = world.truth(leaf)
        if truth is not None and leaf != target:
            found[leaf] = truth
    return found


def _add(
    leaves: dict[core.Formula, None],
    term: core.Formula | core.Value,
    world: World,
    matter: Matter,
) -> None:
    """The leaves about facts of a formula; of what is compared or calculated with, `v = x` for every fact.

    A condition in play (as it was written, a quantified one) is one leaf, unless something in it is derived; a
    stipulated outcome is one too (N5).
    """
    match term:
        case core.Not(operand):
            _add(leaves, operand, world, matter)
        case core.And(parts) | core.Or(parts):
            if term in matter.in_play and matter.is_fact(term):
                leaves[term] = None
            else:
                for part in parts:
                    _add(leaves, part, world, matter)
        case core.Established() if matter.is_fact(term):
            leaves[term] = None
        case core.Truth() | core.Established() | core.Named():
            pass
        case core.FactTest():
            leaves[term] = None
        case core.Test(_, left, right):
            if not matter.is_fact(term):
                _add(leaves, left, world, matter)
                _add(leaves, right, world, matter)
            else:
                leaves[term] = None
        case core.NoneTest(operand):
            if not matter.is_fact(term):
                _add(leaves, operand, world, matter)
            else:
                leaves[term] = None
        case _:
            for leaf in expand.propositions(term):
                _add(leaves, leaf, world, matter)
            for read in expand.reads(term):
                if matter.is_fact(read) and (value := _value_of(read, world)) is not None:
                    leaves[core.Test("=", read, core.Constant(value))] = None


def _value_of(read: expand.Read, world: World) -> Constant_ | None:
    known = world.known.get(read.fact) if isinstance(read, core.FactRead) else None
    return world.value(read) if known is None or isinstance(known, bool) else known


def minimal_grounds(
    matter: Matter, cone: Cone, target: core.Formula, gold: bool, judgments: Mapping[core.Formula, bool]
) -> Grounds:
    """The minimal subsets of some judgments that entail that a target is so, or (`gold` False) that it is not.

    There is no such set if not even all of them together do.
    """
    order = {leaf: number for number, leaf in enumerate(judgments)}
    entails = _Entailing(matter, cone, target, gold, judgments)
    return _all_minimal(tuple(judgments), order, entails, lambda: len(entails.known) >= QUESTIONS)


def ground_within(
    matter: Matter, cone: Cone, target: core.Formula, gold: bool, slots: Sequence[core.Formula], world: World
) -> tuple[core.Formula, ...] | None:
    """A minimal part of some judgments that entails a decision; None if not even all of them do.

    A condition over instances that mixes facts with what is derived is one judgment (N3): it says of the facts in it
    how they are, and of what is derived in it nothing.
    """
    facts: dict[core.Formula, tuple[core.Formula, ...]] = {}
    for slot in slots:
        inner: dict[core.Formula, None] = {}
        if not matter.is_fact(slot):
            _add(inner, slot, world, matter)
        else:
            inner[slot] = None
        facts[slot] = tuple(inner)
    world.ask(leaf for some in facts.values() for leaf in some)
    judgments = {leaf: truth for some in facts.values() for leaf in some if (truth := world.truth(leaf)) is not None}
    by_facts = _Entailing(matter, cone, target, gold, judgments)
    as_said = _Entailing(matter, cone, target, gold, {slot: world.truth(slot) is True for slot in slots})

    def enough(chosen: Sequence[core.Formula]) -> bool:
        """Whether the facts that they speak of entail it, and so do they as they are said (check 4)."""
        inside = [leaf for slot in chosen for leaf in facts[slot] if leaf in judgments]
        return by_facts(inside) and as_said(chosen)

    ordered = tuple(sorted(slots, key=lambda slot: not matter.is_fact(slot)))
    about_facts = tuple(slot for slot in ordered if facts[slot])  # what holds no fact at all is a conclusion
    return next((_shrunk(some, enough) for some in (about_facts, ordered) if enough(some)), None)


class _Entailing:
    """Whether some judgments, of those that are given, entail that a target is so, or (`gold` False) that it is not."""

    def __init__(
        self, matter: Matter, cone: Cone, target: core.Formula, gold: bool, judgments: Mapping[core.Formula, bool]
    ) -> None:
        self.matter, self.cone, self.target, self.gold, self.judgments = matter, cone, target, gold, judgments
        self.touching = _touching(tuple(judgments))
        self.reads = {leaf: _facts_of(leaf) for leaf in judgments}
        self.facts = {leaf: fact for leaf, so in judgments.items() if (fact := _fact(leaf, so)) is not None}
        self.known: dict[frozenset[core.Formula], bool] = {}
        # What is given as a fact needs no program of its own: only the other premises are written into one.
        self.asking: dict[frozenset[tuple[core.Formula, bool]], Entailment] = {}

    def __call__(self, chosen: Sequence[core.Formula]) -> bool:
        key = frozenset(chosen)
        if key not in self.known:
            kept = [leaf for leaf in self.judgments if leaf in key]
            given = dict(self.facts[leaf] for leaf in kept if leaf in self.facts)
            fixed = _premises(self.matter.declared, kept, self.judgments, self.touching).fixed
            left = {leaf: so for leaf, so in fixed.items() if is_derived(leaf) or not self.reads[leaf] <= given.keys()}
            pair = frozenset(left.items())
            if pair not in self.asking:
                rest = Premises(left, (), stipulated_values(self.matter, left), (), self.matter.declared)
                asked = expand.contests(self.target)
                self.asking[pair] = Entailment(self.matter.program, self.cone.parts, rest, self.target, asked)
            self.known[key] = self.asking[pair].given(given) is self.gold
        return self.known[key]


def stipulated_values(
    matter: Matter, judgments: Mapping[core.Formula, bool]
) -> dict[core.Value, core.Constant]:
    """The values that judgments give outcomes which the case stipulates."""
    equal = [found for leaf, so in judgments.items() if so and (found := equation(leaf)) is not None]
    return {
        read: value for read, value in equal if isinstance(read, core.OutcomeRead) and read.contest in matter.stipulated
    }


def _fact(leaf: core.Formula, so: bool) -> tuple[str, bool | Constant_] | None:
    """The fact, and its value, that a judgment says and nothing else."""
    if isinstance(leaf, core.FactTest):
        return leaf.fact, so
    equal = equation(leaf) if so else None
    return (equal[0].fact, equal[1].value) if equal is not None and isinstance(equal[0], core.FactRead) else None


def _facts_of(leaf: core.Formula) -> frozenset[str]:
    """The facts that a judgment is about."""
    return frozenset(atom.fact for atom in expand.atoms(leaf) if isinstance(atom, core.FactTest | core.FactRead))


def _touching(leaves: Sequence[core.Formula]) -> dict[core.Formula, tuple[core.Formula, ...]]:
    """For each judgment the others that speak of the same things."""
    about = {leaf: mentions(leaf) for leaf in leaves}
    return {leaf: tuple(other for other in leaves if other != leaf and about[leaf] & about[other]) for leaf in leaves}


def _premises(
    declared: Declared,
    chosen: Sequence[core.Formula],
    judgments: Mapping[core.Formula, bool],
    touching: Mapping[core.Formula, Sequence[core.Formula]],
) -> Premises:
    """Some judgments as premises, with the judgments that follow from them by logic and arithmetic."""
    fixed = {leaf: judgments[leaf] for leaf in chosen}
    values: dict[core.Value, core.Constant] = {}
    for leaf in chosen:
        equal = equation(leaf)
        if equal is not None and judgments[leaf]:
            values[equal[0]] = equal[1]
    for leaf in judgments:
        if leaf in fixed:
            continue
        said = [other if judgments[other] else expand.negation(other) for other in touching[leaf] if other in fixed]
        settled = declared.settles(c.conjunction(list(said)), leaf) if said else None
        if settled is not None:
            fixed[leaf] = settled
    return Premises(fixed, (), values, (), declared)


def _all_minimal(
    everything: tuple[core.Formula, ...],
    order: Mapping[core.Formula, int],
    entails: Callable[[Sequence[core.Formula]], bool],
    exhausted: Callable[[], bool],
) -> Grounds:
    """All minimal sets of a monotone property: each differs from one that is known in leaving out some member of it.

    Source: R. Reiter, "A theory of diagnosis from first principles" (1987), section 4: the tree of hitting sets.
    """
    found: dict[frozenset[core.Formula], tuple[core.Formula, ...]] = {}
    seen: set[frozenset[core.Formula]] = set()
    todo: list[frozenset[core.Formula]] = [frozenset()]
    while todo:
        without = todo.pop(0)
        allowed = tuple(leaf for leaf in everything if leaf not in without)
        ground = next((set_ for set_ in found.values() if not without & frozenset(set_)), None)
        if ground is None:
            if not entails(allowed):
                continue
            ground = _shrunk(allowed, entails)
            found.setdefault(frozenset(ground), ground)
        if len(found) >= GROUNDS or exhausted() or len(seen) >= QUESTIONS:
            return Grounds(_sorted(found.values(), order), limited=True)
        for leaf in ground:
            further = without | {leaf}
            if further not in seen:
                seen.add(further)
                todo.append(further)
    return Grounds(_sorted(found.values(), order), limited=False)


def _sorted(
    sets: Iterable[tuple[core.Formula, ...]], order: Mapping[core.Formula, int]
) -> tuple[tuple[core.Formula, ...], ...]:
    return tuple(sorted(sets, key=lambda one: [order[leaf] for leaf in one]))


def _shrunk(
    allowed: tuple[core.Formula, ...], entails: Callable[[Sequence[core.Formula]], bool]
) -> tuple[core.Formula, ...]:
    """A minimal subset that still entails: the last judgments are left out first, many at a time where it goes."""
    kept = list(allowed)
    size = max(1, len(kept) // 2)
    while True:
        end = len(kept)
        while end > 0:
            start = max(0, end - size)
            fewer = kept[:start] + kept[end:]
            if entails(fewer):
                kept = fewer
            end = start
        if size == 1:
            return tuple(kept)
        size //= 2
