"""A rule base and a case's entities made into a core program: only what bears on the targets.

Meaning: docs/semantics.md, part 1 (core program), items 18, 19, 21 and 23.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeGuard, cast

from rulelang.engine import core
from rulelang.engine.core import (
    Contest,
    ContestKind,
    Core,
    GroundDefinition,
    GroundException,
    GroundLimit,
    GroundRule,
    Kind,
    Rank,
)
from rulelang.engine.grounding.always import bearing
from rulelang.engine.grounding.blocks import blocks
from rulelang.engine.grounding.cone import Cone, Universe, contest_kind
from rulelang.engine.grounding.ground_definition import ground_definition
from rulelang.engine.grounding.ground_formulas import Environment, bindings, ground_formula, ground_value
from rulelang.engine.grounding.keys import argument, key
from rulelang.engine.grounding.matching import Binding, Match, Matcher
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.group import ExceptionPart
from rulelang.engine.rules.order import Place
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.rules.units import Unit
from rulelang.grammar import model
from rulelang.grammar.collector import collector_paused
from rulelang.grammar.model import Constant_, Mode, SortType

Asked: TypeAlias = model.Formula | model.Value

_Stand: TypeAlias = tuple[core.Rank, Place | None]
"""Where a rule stands in the order."""

_FORMULAS = (
    model.Truth, model.FactHolds, model.OutcomeHolds, model.Rejected, model.NormHolds, model.Done, model.Violated,
    model.DefinitionHolds, model.Not, model.And, model.Or, model.Compare, model.IsNone, model.Before,
    model.Quantified,
)  # fmt: skip


def ground(
    base: RuleBase,
    selection: Selection,
    entities: Mapping[str, tuple[str, ...]],
    stipulations: Sequence[model.Stipulation],
    targets: Sequence[Asked],
    looked_up: Container[str] = (),
) -> Core:
    """The core program of these targets.

    Arguments:
        selection: which variant of each family is used.
        entities: the entities of the sorts that the case lists, in their order.
        stipulations: the outcomes and norms that the case states.
        looked_up: tables of which every look-up stays one, at known values too, so that it is seen that the table
            was read (of others only what was found there is left).

    Raises:
        RuleLangError: a target reaches a sort that the case has to list and doesn't (RL350), a family of which no
            member is chosen, or a rule with too many instances (RL351).
    """
    with collector_paused():
        return _ground(base, selection, entities, stipulations, targets, looked_up)


def _ground(
    base: RuleBase,
    selection: Selection,
    entities: Mapping[str, tuple[str, ...]],
    stipulations: Sequence[model.Stipulation],
    targets: Sequence[Asked],
    looked_up: Container[str],
) -> Core:
    cone = Cone(base.program, Universe(base.program.sorts, entities), looked_up)
    work = _Work(base, selection, cone, _by_contest(stipulations))
    asked = tuple(ground_target(cone, target) for target in targets)
    work.finish()
    always = bearing(cone, base.program.always)
    work.finish()
    sorts = base.program.sorts
    return Core(
        cone.facts,
        work.contests,
        tuple(work.rules),
        work.definitions,
        blocks(work.contests, work.rules, work.definitions, base.knots(selection)),
        always,
        asked,
        base.program.tables,
        tuple(dict.fromkeys(cone.unlisted)),
        tuple(
            sort
            for sort in sorts
            if sorts[sort].members is None and sort in entities and sort in cone.universe.asked
        ),
    )


def is_formula(asked: Asked) -> TypeGuard[model.Formula]:
    """Whether it is asked if something is so, and not what something is."""
    return isinstance(asked, _FORMULAS)


def ground_target(cone: Cone, target: Asked) -> core.Formula | core.Value:
    """A formula or value without free variables."""
    if is_formula(target):
        return ground_formula(cone, target, {})
    return ground_value(cone, cast(model.Value, target), {})


def _by_contest(stipulations: Iterable[model.Stipulation]) -> dict[str, list[model.Stipulation]]:
    stated: dict[str, list[model.Stipulation]] = {}
    for stipulation in stipulations:
        stated.setdefault(key(stipulation.atom.name, stipulation.atom.args), []).append(stipulation)
    return stated


@dataclass(slots=True)
class _Candidate:
    """A ground rule of a contest with what places it in the order."""

    rule: GroundRule
    place: Place | None


@dataclass(slots=True)
class _Work:
    """Contests and definitions worked out so far; `finish` works out all that wait in the cone."""

    base: RuleBase
    selection: Selection
    cone: Cone
    stated: Mapping[str, Sequence[model.Stipulation]]
    contests: dict[str, Contest] = field(default_factory=dict[str, Contest])
    rules: list[GroundRule] = field(default_factory=list[GroundRule])
    definitions: dict[str, GroundDefinition] = field(default_factory=dict[str, GroundDefinition])
    matcher: Matcher = field(init=False)
    bodies: dict[tuple[int, Binding], tuple[core.Formula, tuple[GroundException, ...]]] = field(init=False)

    def __post_init__(self) -> None:
        self.matcher = Matcher(self.cone)
        self.bodies = {}

    def finish(self) -> None:
        waiting = self.cone.waiting
        while waiting:
            name = waiting.popleft()
            if name in self.cone.contests:
                self.contests[name] = self.contest(name)
            else:
                self.definitions[name] = ground_definition(self.cone, name)

    # ------------------------------------------------------------------------------------------- contests

    def contest(self, name: str) -> Contest:
        said, args = self.cone.contests[name]
        kind = contest_kind(said)
        candidates = [_Candidate(rule, None) for rule in self.stipulated(name, kind)]
        limits: list[GroundLimit] = []
        for unit in self.base.units_for(self.selection, said.name):
            for index, head in enumerate(unit.heads):
                if head.name != said.name:
                    continue
                if isinstance(head, model.Limit):
                    limits.extend(self.limits(unit, index, head, args))
                else:
                    place = unit.place(index) if unit.rank is Rank.ORDINARY else None
                    candidates.extend(_Candidate(rule, place) for rule in self.instances(unit, index, head, name, args))
        ordered, outranks = self.ordered(candidates)
        first = len(self.rules)
        self.rules.extend(candidate.rule for candidate in ordered)
        type_ = said.type if isinstance(said, model.Outcome) else None
        domain = self.cone.domain(type_) if isinstance(type_, SortType) else None
        numbers = tuple(range(first, len(self.rules)))
        return Contest(name, kind, said.name, args, type_, numbers, outranks, tuple(limits), domain)

    def stipulated(self, name: str, kind: ContestKind) -> Iterable[GroundRule]:
        seen: set[object] = set()
        for stipulation in self.stated.get(name, ()):
            stated = stipulation.literal
            if stated in seen:
                continue
            seen.add(stated)
            valued = kind is ContestKind.VALUE
            yield GroundRule(
                key=f"GIVEN {_literal_text(name, kind, stated)}",
                clause="GIVEN",
                rule="GIVEN",
                kind=Kind.STIPULATION,
                number=0,
                binding=(),
                contest=name,
                literal=None if valued else cast("bool | Mode", stated),
                value=self.cone.nodes.constant(stated) if valued else None,
                condition=core.TRUE,
                exceptions=(),
                rank=Rank.STRICT,
            )

    def instances(
        self, unit: Unit, index: int, head: model.Head, contest: str, args: tuple[Constant_, ...]
    ) -> list[GroundRule]:
        """The unit's rules for the contest.  Of those whose condition is false whatever the facts one is kept if
        there is no other: it is the reason why nothing is concluded."""
        found: list[GroundRule] = []
        never: GroundRule | None = None
        for match in self.matcher.matches(unit, index, args):
            condition, exceptions = self.body(unit, match)
            number = unit.first + index
            literal: bool | Mode | None = None
            value: core.Value | None = None
            match head:
                case model.Conclude(positive=positive):
                    literal = positive
                case model.ConcludeNorm(mode):
                    literal = mode
                case model.Assign(value=assigned):
                    if condition is core.FALSE:
                        value = self.cone.nodes.undefined("its condition is never true")
                    else:
                        value = ground_value(self.cone, assigned, match.environment)
                case _:
                    raise AssertionError("limits don't compete")
            rule = GroundRule(
                _rule_key(unit, number, match.binding, contest),
                unit.id, unit.rule, unit.kind, number, match.binding, contest, literal, value, condition,
                exceptions, unit.rank,
            )  # fmt: skip
            if condition is not core.FALSE:
                found.append(rule)
            elif never is None:
                never = rule
        return found or ([never] if never is not None else [])

    def limits(self, unit: Unit, index: int, head: model.Limit, args: tuple[Constant_, ...]) -> Iterable[GroundLimit]:
        for match in self.matcher.matches(unit, index, args):
            condition, exceptions = self.body(unit, match)
            if condition is not core.FALSE:
                number = unit.first + index
                name = _rule_key(unit, number, match.binding, key(head.name, args))
                bound = ground_value(self.cone, head.value, match.environment)
                yield GroundLimit(name, unit.id, unit.rule, match.binding, head.op, bound, condition, exceptions)

    def body(self, unit: Unit, match: Match) -> tuple[core.Formula, tuple[GroundException, ...]]:
        """Condition and exceptions of an instance, worked out once for all heads."""
        identity = (id(unit), match.binding)
        known = self.bodies.get(identity)
        if known is None:
            condition = ground_formula(self.cone, unit.condition, match.environment)
            exceptions: tuple[GroundException, ...] = ()
            if condition is not core.FALSE and unit.exceptions:
                exceptions = tuple(self.exceptions(unit.exceptions, match.environment))
            known = self.bodies[identity] = (condition, exceptions)
        if match.guard is core.TRUE:
            return known
        return self.cone.nodes.conjunction((match.guard, known[0])), known[1]

    def exceptions(self, parts: Iterable[ExceptionPart], env: Environment) -> Iterable[GroundException]:
        for part in parts:
            for inner, guard in self.every_binding(part.binders, env, core.TRUE):
                condition = self.cone.nodes.conjunction((guard, ground_formula(self.cone, part.condition, inner)))
                if condition is not core.FALSE:
                    yield GroundException(part.id, condition, tuple(self.exceptions(part.exceptions, inner)))

    def every_binding(
        self, binders: Sequence[model.Binder], env: Environment, guard: core.Formula
    ) -> Iterable[tuple[Environment, core.Formula]]:
        if not binders:
            yield env, guard
            return
        for inner, in_range in bindings(self.cone, binders[0], env):
            yield from self.every_binding(binders[1:], inner, self.cone.nodes.conjunction((guard, in_range)))

    def ordered(self, candidates: list[_Candidate]) -> tuple[list[_Candidate], tuple[frozenset[int], ...]]:
        """The rules with what outranks first, and for each the places of those that it outranks."""
        if len(candidates) < 2:
            return candidates, (frozenset[int](),) * len(candidates)
        classes: dict[_Stand, list[_Candidate]] = {}
        for candidate in candidates:
            classes.setdefault((candidate.rule.rank, candidate.place), []).append(candidate)
        below = self.below(classes)
        # The order is transitive: what outranks another outranks more than that one does.
        sequence = sorted(classes, key=lambda it: (-it[0], -len(below[it])))
        ordered: list[_Candidate] = []
        places: dict[_Stand, range] = {}
        for it in sequence:
            places[it] = range(len(ordered), len(ordered) + len(classes[it]))
            ordered.extend(classes[it])
        outranked = {it: frozenset(place for lower in below[it] for place in places[lower]) for it in classes}
        return ordered, tuple(outranked[it] for it in sequence for _ in classes[it])

    def below(self, classes: Collection[_Stand]) -> dict[_Stand, list[_Stand]]:
        """For each of some those that it outranks; where nothing is ordered only ranks have to be compared."""
        ranks: dict[Rank, list[_Stand]] = {}
        for one in classes:
            ranks.setdefault(one[0], []).append(one)
        lower = {rank: [one for one in classes if one[0] < rank] for rank in ranks}
        ordered = {rank for rank, ones in ranks.items() if sum(one[1] is not None for one in ones) > 1}
        if ordered and self.base.order(self.selection).empty:
            ordered.clear()
        return {
            one: [
                *lower[one[0]],
                *(x for x in ranks[one[0]] if one[0] in ordered and x is not one and self.outranks(one, x)),
            ]
            for one in classes
        }

    def outranks(self, upper: _Stand, lower: _Stand) -> bool:
        if upper[0] != lower[0]:
            return upper[0] > lower[0]
        if upper[1] is None or lower[1] is None:
            return False
        return self.base.outranks(self.selection, upper[1], lower[1])


def _rule_key(unit: Unit, number: int, binding: Binding, contest: str) -> str:
    shown = f"[{', '.join(f'{variable}={argument(value)}' for variable, value in binding)}]" if binding else ""
    if unit.kind is Kind.DEFAULT:
        return f"DEFAULT {contest}"
    return f"{unit.id}{shown}#{number + 1}" if number else f"{unit.id}{shown}"


def _literal_text(contest: str, kind: ContestKind, literal: bool | Constant_) -> str:
    match kind:
        case ContestKind.BOOLEAN:
            return contest if literal else f"NOT {contest}"
        case ContestKind.ACTION:
            return f"{literal} {contest}"
        case ContestKind.VALUE:
            return f"{contest} = {argument(literal)}"
