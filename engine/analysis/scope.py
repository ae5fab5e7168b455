"""Programs without a case: made-up entities for the sorts that a case would list, and what an answer says of them.

Nothing is given: facts are free in their domains, ALWAYS declarations are assumed and named, bounds of facts are
assumed, those of outcomes never (docs/semantics.md, items 22 and 23).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulelang.engine.core import Core
from rulelang.engine.grounding.ground import Asked, ground
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.formulas import parts, walk
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.rules.without_value import asked_for_none, given_as_none
from rulelang.grammar import model
from rulelang.grammar.model import Case, Constant_, Program, SortType

ENTITIES = 2
"""Entities of each listed sort where nothing else is asked for: enough for two that differ."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The entities of each sort that a case would list: those that the rules name, and made-up ones."""

    entities: Mapping[str, tuple[str, ...]]

    def case(self) -> Case:
        """A case that lists these entities and gives nothing."""
        return Case("", "", None, (), None, False, self.entities, (), (), (), None, (), (), ())


def scope_of(programs: Iterable[Program], size: int = ENTITIES) -> Scope:
    """Entities for every sort that a case lists in one of the programs: `bag1`, `bag2`.

    Entities that the rules name are among them, with at least one other.
    """
    entities: dict[str, tuple[str, ...]] = {}
    taken: set[str] = set()
    listed = list(programs)
    named: dict[str, dict[str, None]] = {}
    for program in listed:
        for sort in program.sorts.values():
            if sort.members is not None:
                taken.update(map(str, sort.members))
        taken.update(program.facts, program.outcomes, program.actions, program.definitions, program.tables)
        for sort_name, entity in mentioned(program):
            named.setdefault(sort_name, {})[entity] = None
            taken.add(entity)
    for program in listed:
        for sort in program.sorts.values():
            if sort.members is None and sort.name not in entities:
                known = tuple(sorted(named.get(sort.name, ())))
                more = max(size - len(known), 1 if known else 0)
                entities[sort.name] = (*known, *_names(sort.name.rpartition(".")[2], more, taken))
    return Scope(entities)


def mentioned(program: Program) -> Iterator[tuple[str, str]]:
    """The entities of listed sorts that the rules name, each with its sort."""
    listed = {sort.name for sort in program.sorts.values() if sort.members is None}
    if not listed:
        return
    for type_, value in _places(program):
        named = value.value if isinstance(value, model.Constant) else None
        if isinstance(type_, SortType) and type_.name in listed and isinstance(named, str):
            yield type_.name, named


def _places(program: Program) -> Iterator[tuple[model.Type | None, object]]:
    """What is written where the type is known: as an argument, beside something, or as a result."""
    for outcome in program.outcomes.values():
        yield outcome.type, outcome.default
    for definition in program.definitions.values():
        for case in definition.cases:
            yield definition.type, case.value
    for bound, roots in _declarations(program):
        nodes = list(_below(roots))
        sorts: dict[str, set[str]] = {}
        for variable, sort in (*bound, *_bound(nodes)):
            sorts.setdefault(variable, set()).add(sort)
        for node in nodes:
            match node:
                case (
                    model.FactHolds(name, args) | model.FactValue(name, args) | model.OutcomeHolds(name, args)
                    | model.OutcomeValue(name, args) | model.Rejected(name, args) | model.NormHolds(_, name, args)
                    | model.Done(name, args) | model.Violated(name, args) | model.DefinitionHolds(name, args)
                    | model.DefinitionValue(name, args) | model.TableValue(name, _, args) | model.Conclude(name, args)
                    | model.ConcludeNorm(_, name, args) | model.Assign(name, args) | model.Limit(name, args)
                ):  # fmt: skip
                    said = _declared(program, name)
                    yield from (
                        (parameter.type, arg) for parameter, arg in zip(said.parameters, args, strict=False)
                    )
                    if isinstance(node, model.Assign) and isinstance(said, model.Outcome):
                        yield said.type, node.value
                case model.Compare(left=left, right=right) | model.Before(left=left, right=right):
                    for one, other in ((left, right), (right, left)):
                        if isinstance(one, model.Variable):
                            # The same name may be bound twice in one rule; an entity too many does no harm.
                            yield from ((SortType(sort), other) for sort in sorted(sorts.get(one.name, ())))
                        else:
                            yield _type(program, one), other
                case _:
                    pass


def written(program: Program) -> Iterator[object]:
    """Every formula, value and head that rules, definitions and declarations write, with all their parts."""
    for _, roots in _declarations(program):
        yield from _below(roots)


def _declarations(program: Program) -> Iterator[tuple[list[tuple[str, str]], list[object]]]:
    """What each declaration writes, with the sorts of the variables that it binds for all of it."""
    for always in program.always:
        yield [], [always.condition]
    for definition in program.definitions.values():
        bound = [(one.name, one.type.name) for one in definition.parameters if isinstance(one.type, SortType)]
        yield bound, [part for case in definition.cases for part in (case.condition, case.value) if part is not None]
    yield [], [outcome.default for outcome in program.outcomes.values() if outcome.default is not None]
    for rule in program.rules.values():
        roots: list[object] = [*rule.outcomes, *([] if rule.condition is None else [rule.condition])]
        for operator in rule.operators:
            condition = getattr(operator, "condition", None)
            roots += [*getattr(operator, "outcomes", ()), *([] if condition is None else [condition])]
        binders = list(rule.binders)
        above, seen = rule.augments, {rule.id}
        while above is not None and above not in seen:
            seen.add(above)
            binders += program.rules[above].binders
            above = program.rules[above].augments
        yield list(_bound(binders)), roots


def _bound(nodes: Iterable[object]) -> Iterator[tuple[str, str]]:
    """The variables that these bind, with their sorts."""
    for node in nodes:
        match node:
            case model.Binder(variable, range_):
                yield variable, range_.sort
            case model.Quantified(binder=binder) | model.Count(binder=binder) | model.Fold(binder=binder):
                yield binder.variable, binder.range.sort
            case _:
                pass


def _below(roots: Iterable[object]) -> Iterator[object]:
    """These and all their parts."""
    todo = list(roots)
    while todo:
        node = todo.pop()
        yield node
        match node:
            case model.Conclude(args=args) | model.ConcludeNorm(args=args):
                todo += args
            case model.Assign(args=args, value=value) | model.Limit(args=args, value=value):
                todo += [*args, value]
            case _:
                todo += parts(node)  # type: ignore[arg-type]


def _declared(
    program: Program, name: str
) -> model.Fact | model.Outcome | model.Action | model.Definition | model.Table:
    found = (
        program.facts.get(name) or program.outcomes.get(name) or program.actions.get(name)
        or program.definitions.get(name) or program.tables.get(name)
    )  # fmt: skip
    assert found is not None
    return found


def _type(program: Program, value: model.Value) -> model.Type | None:
    match value:
        case model.FactValue(name):
            return program.facts[name].type
        case model.OutcomeValue(name):
            return program.outcomes[name].type
        case model.DefinitionValue(name):
            return program.definitions[name].type
        case model.TableValue(name, column):
            table = program.tables[name]
            return table.types[table.columns.index(column)]
        case _:
            return None


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
    looked_up: Container[str] = (),
) -> Core:
    """The core program of the targets over the scope's entities; raises as `ground` does.

    An answer about every case is one about those that give a fact as NONE too: besides the facts of which the program
    says that they may be, those that one of its cases gives so and those of which a target asks it may be NONE here.
    `looked_up`: see `ground`.
    """
    core = ground(base, selection, scope.entities, stipulations, targets, looked_up)
    more = given_as_none(base.program)
    if any(isinstance(node, model.IsNone) for target in targets for node in walk(target)):
        more |= asked_for_none(base.program, targets)
    facts = {
        key: replace(fact, nullable=True)
        for key, fact in core.facts.items()
        if not fact.nullable and not fact.done and fact.name in more and not isinstance(fact.type, model.BooleanType)
    }
    return replace(core, facts={**core.facts, **facts}) if facts else core


def never_none(core: Core) -> tuple[str, ...]:
    """The facts of a core of which an answer does not look at cases that give them as NONE, by name."""
    valued = {fact.name for fact in core.facts.values() if not fact.nullable and not fact.done
              and not isinstance(fact.type, model.BooleanType)}  # fmt: skip
    return tuple(sorted(valued))


def none_words(facts: Sequence[str]) -> str:
    """The same in words; empty where there are none.

    >>> none_words(("age", "fee"))
    'where `age` and `fee` are not NONE'
    """
    if len(facts) > 4:
        return f"where `{facts[0]}` and {len(facts) - 1} other facts are not NONE"
    named = " and ".join(f"`{name}`" for name in facts)
    return f"where {named} {'is' if len(facts) == 1 else 'are'} not NONE" if facts else ""


def reached(core: Core, scope: Scope) -> tuple[str, ...]:
    """The sorts with made-up entities on which the core depends: it speaks of them, or of how many there are."""
    sort_of = {entity: sort for sort, entities in scope.entities.items() for entity in entities}
    found: set[str] = set(core.listed)
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
    return words_for(reached(core, scope), scope)


def words_for(sorts: Sequence[str], scope: Scope) -> str:
    """The same for sorts that are known.

    >>> words_for(("bag",), Scope({"bag": ("bag1", "bag2")})), words_for((), Scope({}))
    ('every case with 2 entities of `bag`', 'every case')
    """
    if not sorts:
        return "every case"
    counts: dict[int, list[str]] = {}
    for sort in sorts:
        counts.setdefault(len(scope.entities[sort]), []).append(f"`{sort}`")
    said = [
        f"{count} {'entity' if count == 1 else 'entities'} of {'each of ' if len(named) > 1 else ''}{', '.join(named)}"
        for count, named in sorted(counts.items())
    ]
    return f"every case with {' and '.join(said)}"


def all_said(program: Program, scope: Scope) -> tuple[tuple[str, tuple[Constant_, ...]], ...]:
    """Every outcome and action of the program at all arguments in the scope, by name."""
    found: list[tuple[str, tuple[Constant_, ...]]] = []
    everything: list[model.Outcome | model.Action] = [*program.outcomes.values(), *program.actions.values()]
    for said in everything:
        for args in arguments_in(program, scope, said.parameters):
            found.append((said.name, args))
    return tuple(found)


def arguments_in(
    program: Program, scope: Scope, parameters: Sequence[model.Parameter]
) -> Iterable[tuple[Constant_, ...]]:
    """All arguments in the scope; none where a parameter is of no sort."""
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
