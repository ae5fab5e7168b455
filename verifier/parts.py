"""The parts of a rule base that bear on a case's targets: each clause at each binding, with its condition as written.

The engine's core has what a part concludes and what outranks it; the rule base has what its author wrote.  Here the
two are put together, so that a warrant can ask for conditions as they are written and for clauses by the identifiers
that answers cite.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rulelang.engine import core
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.formulas import Substitution, substitute
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.rulebase import RuleBase, Unit
from rulelang.grammar import model
from rulelang.verifier.condition import (
    Condition,
    Leaf,
    conjunction,
    formula_of,
    ground_condition,
    leaves_of,
    written,
    written_leaves,
)
from rulelang.verifier.expand import negation


@dataclass(frozen=True, slots=True)
class Excepting:
    """An exception: in force iff its condition is true and none of its own exceptions is in force."""

    id: str
    condition: Condition
    exceptions: tuple[Excepting, ...]

    def in_force(self) -> core.Formula:
        return _unless(formula_of(self.condition), self.exceptions)


@dataclass(frozen=True, slots=True)
class Part:
    """A ground rule with its condition as written.

    `clauses` names, for a leaf that an operator's clause brought into the condition, the clauses in which it stands;
    a leaf that is not in it stands in the part's own clause.
    """

    index: int
    rule: core.GroundRule
    condition: Condition
    exceptions: tuple[Excepting, ...]
    clauses: Mapping[core.Formula, tuple[str, ...]]
    place: int
    """Where it stands among the parts of its contest in the program's text."""

    @property
    def clause(self) -> str:
        return self.rule.clause

    @property
    def key(self) -> str:
        return self.rule.key

    def leaves(self) -> tuple[Leaf, ...]:
        return leaves_of(self.condition)

    def clauses_of(self, leaf: core.Formula) -> tuple[str, ...]:
        return self.clauses.get(leaf, (self.rule.clause,))

    def applies(self) -> core.Formula:
        """Its condition is true and no exception to it is in force."""
        return _unless(formula_of(self.condition), self.exceptions)


@dataclass(frozen=True, slots=True)
class Limiting:
    """A ground limit (`THEN v <= e`) with its condition as written."""

    contest: str
    limit: core.GroundLimit
    condition: Condition
    exceptions: tuple[Excepting, ...]

    @property
    def clause(self) -> str:
        return self.limit.clause

    def applies(self) -> core.Formula:
        """Its condition is true and no exception to it is in force."""
        return _unless(formula_of(self.condition), self.exceptions)


def _unless(condition: core.Formula, exceptions: Sequence[Excepting]) -> core.Formula:
    return conjunction([condition, *(negation(exception.in_force()) for exception in exceptions)])


# ------------------------------------------------------------------------------------- what was written, per rule


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a ground rule comes from: the unit, and its binding as a substitution."""

    unit: Unit
    place: int
    by: Substitution


Members: TypeAlias = Mapping[str, Collection[object]]
"""The members or entities of each sort, by its name."""


def written_targets(
    base: RuleBase, selection: Selection, program: core.Core, members: Members
) -> tuple[model.Formula, ...]:
    """The leaves, as written, of all conditions of a core's rules at their bindings: to be ground with the targets."""
    found: dict[model.Formula, None] = {}
    for definition in program.definitions.values():
        for one in _definition_formulas(base, definition, members):
            found.update(dict.fromkeys(written_leaves(one)))
    for rule in program.rules:
        origin = origin_of(base, selection, program, rule)
        if origin is None:
            continue
        for condition in _conditions(origin):
            found.update(dict.fromkeys(written_leaves(condition)))
    for contest in program.contests.values():
        for limit in contest.limits:
            origin = origin_of_limit(base, selection, contest, limit)
            for condition in () if origin is None else _conditions(origin):
                found.update(dict.fromkeys(written_leaves(condition)))
    return tuple(leaf for leaf in found if not isinstance(leaf, model.Truth))


def parts_of(
    base: RuleBase, selection: Selection, program: core.Core, grounded: Mapping[model.Formula, core.Formula]
) -> tuple[Part, ...]:
    """The parts of a core program, one for each of its rules, in their order."""
    known = {**grounded, model.Truth(True): core.TRUE, model.Truth(False): core.FALSE}
    made: list[Part] = []
    for index, rule in enumerate(program.rules):
        origin = origin_of(base, selection, program, rule)
        if origin is None:
            made.append(Part(index, rule, ground_condition(rule.condition), _ground(rule.exceptions), {}, -1))
            continue
        unit = origin.unit
        made.append(
            Part(
                index,
                rule,
                written(substitute(unit.condition, origin.by), known),
                _excepting(unit.exceptions, rule.exceptions, origin.by, known),
                _provenance(base, unit, origin.by, known),
                origin.place,
            )
        )
    return tuple(made)


def limits_of(
    base: RuleBase, selection: Selection, program: core.Core, grounded: Mapping[model.Formula, core.Formula]
) -> tuple[Limiting, ...]:
    """The limits of a core program, in the order of its contests."""
    known = {**grounded, model.Truth(True): core.TRUE, model.Truth(False): core.FALSE}
    made: list[Limiting] = []
    for key, contest in program.contests.items():
        for limit in contest.limits:
            origin = origin_of_limit(base, selection, contest, limit)
            if origin is None:
                made.append(Limiting(key, limit, ground_condition(limit.condition), _ground(limit.exceptions)))
                continue
            condition = written(substitute(origin.unit.condition, origin.by), known)
            exceptions = _excepting(origin.unit.exceptions, limit.exceptions, origin.by, known)
            made.append(Limiting(key, limit, condition, exceptions))
    return tuple(made)


def with_limits(program: core.Core, limits: Sequence[Limiting]) -> core.Core:
    """The program with its limits as written, the exceptions to each in its condition (limits never compete)."""
    by_contest: dict[str, list[core.GroundLimit]] = {}
    for one in limits:
        plain = replace(one.limit, condition=one.applies(), exceptions=())
        by_contest.setdefault(one.contest, []).append(plain)
    contests = {
        key: replace(contest, limits=tuple(by_contest.get(key, ()))) if contest.limits else contest
        for key, contest in program.contests.items()
    }
    return replace(program, contests=contests) if by_contest else program


def with_definitions(
    program: core.Core, definitions: Mapping[str, Sequence[tuple[Condition, Condition | core.Value]]]
) -> core.Core:
    """The program with its definitions as written: a condition over instances, or `x IN {a, b}`, that stands in an OR
    is one of its parts there too."""
    made = dict(program.definitions)
    for key, cases in definitions.items():
        made[key] = replace(
            made[key],
            cases=tuple(
                (formula_of(condition), formula_of(body) if isinstance(body, Condition) else body)
                for condition, body in cases
            ),
        )
    return replace(program, definitions=made) if made else program


def definitions_of(
    base: RuleBase, program: core.Core, grounded: Mapping[model.Formula, core.Formula], members: Members
) -> dict[str, tuple[tuple[Condition, Condition | core.Value], ...]]:
    """The cases of a core's definitions, with their conditions as written."""
    known = {**grounded, model.Truth(True): core.TRUE, model.Truth(False): core.FALSE}
    made: dict[str, tuple[tuple[Condition, Condition | core.Value], ...]] = {}
    for key, definition in program.definitions.items():
        wrote = base.program.definitions[definition.name]
        by = _arguments(wrote, definition, members)
        cases: list[tuple[Condition, Condition | core.Value]] = []
        for number, (condition, body) in enumerate(definition.cases):
            as_written = None if by is None else wrote.cases[number]
            cases.append(
                (_case_condition(as_written, condition, by or {}, known), _case_body(as_written, body, by or {}, known))
            )
        made[key] = tuple(cases)
    return made


def _case_condition(
    wrote: model.DefinitionCase | None,
    condition: core.Formula,
    by: Substitution,
    known: Mapping[model.Formula, core.Formula],
) -> Condition:
    if wrote is None or wrote.condition is None:
        return ground_condition(condition)
    return written(substitute(wrote.condition, by), known)


def _case_body(
    wrote: model.DefinitionCase | None,
    body: core.Formula | core.Value,
    by: Substitution,
    known: Mapping[model.Formula, core.Formula],
) -> Condition | core.Value:
    if not isinstance(body, core.Formula):
        return body
    if wrote is None or not isinstance(wrote.value, model.Formula):
        return ground_condition(body)
    return written(substitute(wrote.value, by), known)


def _arguments(wrote: model.Definition, definition: core.GroundDefinition, members: Members) -> Substitution | None:
    """The arguments of a ground definition; None where one is not known before the facts are, or a case has gone."""
    if len(wrote.cases) != len(definition.cases):
        return None
    by: dict[str, model.Value] = {}
    for parameter, arg in zip(wrote.parameters, definition.args, strict=True):
        if not isinstance(parameter.type, model.SortType) or arg not in members.get(parameter.type.name, ()):
            return None
        by[parameter.name] = model.Constant(arg)
    return by


def _definition_formulas(
    base: RuleBase, definition: core.GroundDefinition, members: Members
) -> Iterator[model.Formula]:
    wrote = base.program.definitions[definition.name]
    by = _arguments(wrote, definition, members)
    for case in () if by is None else wrote.cases:
        if case.condition is not None:
            yield substitute(case.condition, by or {})
        if isinstance(case.value, model.Formula):
            yield substitute(case.value, by or {})


def origin_of(base: RuleBase, selection: Selection, program: core.Core, rule: core.GroundRule) -> Origin | None:
    if rule.kind is core.Kind.STIPULATION:
        return None
    predicate = program.contests[rule.contest].name
    for place, unit in enumerate(base.units_for(selection, predicate)):
        if (
            unit.id == rule.clause
            and unit.kind is rule.kind
            and unit.first <= rule.number < unit.first + len(unit.heads)
        ):
            return Origin(unit, place, {name: model.Constant(value) for name, value in rule.binding})
    return None


def origin_of_limit(
    base: RuleBase, selection: Selection, contest: core.Contest, limit: core.GroundLimit
) -> Origin | None:
    for place, unit in enumerate(base.units_for(selection, contest.name)):
        if unit.id == limit.clause and any(isinstance(head, model.Limit) for head in unit.heads):
            return Origin(unit, place, {name: model.Constant(value) for name, value in limit.binding})
    return None


def _conditions(origin: Origin) -> list[model.Formula]:
    found = [substitute(origin.unit.condition, origin.by)]
    todo = list(origin.unit.exceptions)
    while todo:
        exception = todo.pop()
        if not exception.binders:
            found.append(substitute(exception.condition, origin.by))
            todo.extend(exception.exceptions)
    return found


def _excepting(
    wrote: Sequence[ExceptionPart],
    ground: Sequence[core.GroundException],
    by: Substitution,
    known: Mapping[model.Formula, core.Formula],
) -> tuple[Excepting, ...]:
    """The exceptions as written; one with binders of its own (SUSPENDS) is known in its ground form only."""
    plain = {exception.id: exception for exception in wrote if not exception.binders}
    made: list[Excepting] = []
    for exception in ground:
        part = plain.get(exception.id)
        if part is None:
            made.extend(_ground((exception,)))
        else:
            condition = written(substitute(part.condition, by), known)
            inner = _excepting(part.exceptions, exception.exceptions, by, known)
            made.append(Excepting(exception.id, condition, inner))
    return tuple(made)


def _ground(exceptions: Sequence[core.GroundException]) -> tuple[Excepting, ...]:
    return tuple(
        Excepting(exception.id, ground_condition(exception.condition), _ground(exception.exceptions))
        for exception in exceptions
    )


def _provenance(
    base: RuleBase, unit: Unit, by: Substitution, known: Mapping[model.Formula, core.Formula]
) -> dict[core.Formula, tuple[str, ...]]:
    """The clauses of a base's condition in which each leaf stands (ABSTRACT, ADDITIVE and the rule itself)."""
    if unit.kind is not core.Kind.BASE:
        return {}
    group: Group = base.group(unit.rule)
    found: dict[core.Formula, list[str]] = {}
    for clause in group.clauses:
        match clause.operator:
            case model.AbstractOr(condition=condition) | model.Additive(condition=condition):
                added = condition
            case model.AbstractTo(concept=concept):
                added = concept
            case _:
                continue
        for leaf in () if added is None else written_leaves(substitute(added, by)):
            if leaf in known:
                found.setdefault(known[leaf], []).append(clause.id)
    own = base.program.rules[group.root].condition
    for leaf in () if own is None else written_leaves(substitute(own, by)):
        if leaf in known and known[leaf] in found:
            found[known[leaf]].append(unit.id)
    return {leaf: tuple(clauses) for leaf, clauses in found.items()}


def _all(exceptions: Sequence[Excepting]) -> list[Excepting]:
    return [one for exception in exceptions for one in (exception, *_all(exception.exceptions))]


def every_exception(part: Part | Limiting) -> tuple[Excepting, ...]:
    """All exceptions of a part, those to exceptions included."""
    return tuple(_all(part.exceptions))
