"""Programs without a case: made-up entities for the sorts that a case would list, and what an answer says of them.

Nothing is given: facts are free in their domains, ALWAYS declarations are assumed and named, bounds of facts are
assumed, those of outcomes never (docs/semantics.md, items 22 and 23).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulelang.engine.core import Core
from rulelang.engine.grounding.ground import Asked, ground
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.model import Case, Constant_, Program, SortType

ENTITIES = 2
"""Entities of each listed sort where nothing else is asked for: enough for two that differ."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The made-up entities of each sort that a case would list."""

    size: int
    entities: Mapping[str, tuple[str, ...]]

    def case(self) -> Case:
        """A case that lists these entities and gives nothing."""
        return Case("", "", None, (), None, False, self.entities, (), (), (), None, (), (), ())


def scope_of(programs: Iterable[Program], size: int = ENTITIES) -> Scope:
    """Entities for every sort that a case lists in one of the programs: `bag1`, `bag2`."""
    entities: dict[str, tuple[str, ...]] = {}
    taken: set[str] = set()
    listed = list(programs)
    for program in listed:
        for sort in program.sorts.values():
            if sort.members is not None:
                taken.update(map(str, sort.members))
        taken.update(program.facts, program.outcomes, program.actions, program.definitions, program.tables)
    for program in listed:
        for sort in program.sorts.values():
            if sort.members is None and sort.name not in entities:
                entities[sort.name] = _names(sort.name.rpartition(".")[2], size, taken)
    return Scope(size, entities)


def _names(stem: str, size: int, taken: set[str]) -> tuple[str, ...]:
    names: list[str] = []
    number = 0
    while len(names) < size:
        number += 1
        name = f"{stem}{number}"
        if name not in taken:
            taken.add(name)
            names.append(name)
    return tuple(names)


def core_in(
    base: RuleBase,
    selection: Selection,
    scope: Scope,
    targets: Sequence[Asked],
    stipulations: Sequence[model.Stipulation] = (),
) -> Core:
    """The core program of the targets over the scope's entities; raises as `ground` does."""
    return ground(base, selection, scope.entities, stipulations, targets)


def reached(core: Core, scope: Scope) -> tuple[str, ...]:
    """The sorts with made-up entities that the core's facts and contests speak of."""
    sort_of = {entity: sort for sort, entities in scope.entities.items() for entity in entities}
    found: set[str] = set()
    args: list[tuple[Constant_, ...]] = [fact.args for fact in core.facts.values()]
    args += [contest.args for contest in core.contests.values()]
    args += [definition.args for definition in core.definitions.values()]
    for known in args:
        found.update(sort_of[arg] for arg in known if isinstance(arg, str) and arg in sort_of)
    for type_ in (*(fact.type for fact in core.facts.values()), *(c.type for c in core.contests.values())):
        if isinstance(type_, SortType) and type_.name in scope.entities:
            found.add(type_.name)
    return tuple(sort for sort in scope.entities if sort in found)


def scope_words(core: Core, scope: Scope) -> str:
    """For whom an answer speaks: "every case with 2 entities of each of `bag`, `flight`"."""
    return words_for(reached(core, scope), scope.size)


def words_for(sorts: Sequence[str], size: int) -> str:
    """The same for sorts that are known.

    >>> words_for(("bag",), 2), words_for((), 2)
    ('every case with 2 entities of `bag`', 'every case')
    """
    if not sorts:
        return "every case"
    count = f"{size} {'entity' if size == 1 else 'entities'}"
    named = ", ".join(f"`{sort}`" for sort in sorts)
    return f"every case with {count} of {'each of ' if len(sorts) > 1 else ''}{named}"


def all_said(program: Program, scope: Scope) -> tuple[tuple[str, tuple[Constant_, ...]], ...]:
    """Every outcome and action of the program at all arguments in the scope, by name."""
    found: list[tuple[str, tuple[Constant_, ...]]] = []
    everything: list[model.Outcome | model.Action] = [*program.outcomes.values(), *program.actions.values()]
    for said in everything:
        for args in _arguments(program, scope, said.parameters):
            found.append((said.name, args))
    return tuple(found)


def _arguments(
    program: Program, scope: Scope, parameters: Sequence[model.Parameter]
) -> Iterable[tuple[Constant_, ...]]:
    rows: list[tuple[Constant_, ...]] = [()]
    for parameter in parameters:
        if not isinstance(parameter.type, SortType):
            return ()
        members = program.sorts[parameter.type.name].members
        choices: Iterable[Constant_] = scope.entities.get(parameter.type.name, ()) if members is None else members
        rows = [(*row, choice) for row in rows for choice in choices]
    return rows


def targets_for(program: Program, name: str, args: tuple[Constant_, ...]) -> tuple[Asked, ...]:
    """What tells all that can be concluded of an outcome or action at these arguments."""
    given = tuple(model.Constant(arg) for arg in args)
    if name in program.actions:
        return tuple(model.NormHolds(mode, name, given) for mode in ("MUST", "MUST NOT", "MAY", "NEED NOT"))
    if isinstance(program.outcomes[name].type, model.BooleanType):
        return (model.OutcomeHolds(name, given), model.Rejected(name, given))
    return (model.OutcomeValue(name, given),)
