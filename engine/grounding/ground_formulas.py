"""Formulas and values of rules, made ground: variables replaced, quantifiers and aggregates unfolded.

Every fact, contest and definition that is met enters the cone.  An argument that is known only when the facts are
becomes a choice over its sort's members; a boolean at an argument that does not exist is false, a value undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias, assert_never

from rulelang.engine import core
from rulelang.engine.grounding.cone import Cone
from rulelang.engine.grounding.keys import argument, key
from rulelang.grammar import model
from rulelang.grammar.model import Constant_, Mode, Parameter, SortType

Environment: TypeAlias = Mapping[str, tuple[core.Value, str | None]]
"""What each variable stands for, with the sort that it ranges over (None: a parameter of another type)."""

Known: TypeAlias = tuple[Constant_, ...]

NORM_LITERALS: dict[Mode, tuple[Mode, ...]] = {
    "MUST": ("MUST",),
    "MUST NOT": ("MUST NOT",),
    "MAY": ("MAY", "MUST"),
    "NEED NOT": ("NEED NOT", "MUST NOT"),
}
"""The literals of which one is established where the norm is true."""


def ground_formula(cone: Cone, formula: model.Formula, env: Environment) -> core.Formula:
    """The formula with the variables replaced.

    Raises:
        RuleLangError: it reaches a sort that the case has to list and doesn't (RL350).
    """
    nodes, program = cone.nodes, cone.program
    match formula:
        case model.FactHolds(name, args):
            fact = program.facts[name]
            if not args:
                return nodes.fact_test(cone.fact(fact, ()))
            grounds = ground_values(cone, args, env)
            identity = (name, *map(id, grounds))
            found = cone.atoms.get(identity)
            if found is None:
                found = cone.atoms[identity] = _atom(
                    cone, fact.parameters, grounds, lambda known: nodes.fact_test(cone.fact(fact, known))
                )
            return found
        case model.OutcomeHolds(name, args):
            return _established(cone, program.outcomes[name], args, env, (True,))
        case model.Rejected(name, args):
            return _established(cone, program.outcomes[name], args, env, (False,))
        case model.NormHolds(mode, name, args):
            return _established(cone, program.actions[name], args, env, NORM_LITERALS[mode])
        case model.Not(operand):
            return nodes.negation(ground_formula(cone, operand, env))
        case model.And(parts):
            return nodes.conjunction(ground_formula(cone, part, env) for part in parts)
        case model.Or(parts):
            return nodes.disjunction(ground_formula(cone, part, env) for part in parts)
        case model.Compare(op, left, right):
            return nodes.test(op, ground_value(cone, left, env), ground_value(cone, right, env))
        case model.DefinitionHolds(name, args):
            grounds = ground_values(cone, args, env)
            identity = (name, *map(id, grounds))
            found = cone.atoms.get(identity)
            if found is None:
                found = cone.atoms[identity] = _atom_of_definition(cone, program.definitions[name], grounds)
            return found
        case model.Done(name, args):
            action = program.actions[name]
            grounds = ground_values(cone, args, env)
            return _atom(cone, action.parameters, grounds, lambda known: nodes.fact_test(cone.done(action, known)))
        case model.Violated(name, args):
            done = ground_formula(cone, model.Done(name, args), env)
            must = ground_formula(cone, model.NormHolds("MUST", name, args), env)
            must_not = ground_formula(cone, model.NormHolds("MUST NOT", name, args), env)
            omitted = nodes.conjunction((must, nodes.negation(done)))
            return nodes.disjunction((omitted, nodes.conjunction((must_not, done))))
        case model.Quantified(_, binder) if (open_ := cone.open_range(binder.range.sort)) is not None:
            return nodes.test("=", open_, open_)
        case model.Quantified("ANY", binder, body):
            return nodes.disjunction(
                nodes.conjunction((guard, ground_formula(cone, body, inner)))
                for inner, guard in bindings(cone, binder, env)
            )
        case model.Quantified(_, binder, body):
            return nodes.conjunction(
                nodes.disjunction((nodes.negation(guard), ground_formula(cone, body, inner)))
                for inner, guard in bindings(cone, binder, env)
            )
        case model.IsNone(operand):
            return nodes.none_test(ground_value(cone, operand, env))
        case model.Before(left, right):
            return _before(cone, left, right, env)
        case model.Truth(value):
            return core.TRUE if value else core.FALSE
        case _:
            assert_never(formula)


def bindings(
    cone: Cone, binder: model.Binder, env: Environment
) -> Iterator[tuple[dict[str, tuple[core.Value, str | None]], core.Formula]]:
    """The environment for each member of the binder's range, and the condition under which it is in the range."""
    match binder.range:
        case model.SortRange(sort):
            for member in cone.universe.members(sort):
                yield {**env, binder.variable: (cone.nodes.constant(member), sort)}, core.TRUE
        case model.RelationRange(_, _, sort):
            for member in cone.universe.members(sort):
                inner = {**env, binder.variable: (cone.nodes.constant(member), sort)}
                guard = range_guard(cone, binder, inner)
                if guard is not core.FALSE:
                    yield inner, guard


def range_guard(cone: Cone, binder: model.Binder, env: Environment) -> core.Formula:
    """That the binder's variable, which has a value in the environment, is in a relation range."""
    match binder.range:
        case model.SortRange():
            return core.TRUE
        case model.RelationRange(fact, args):
            return ground_formula(cone, model.FactHolds(fact, (*args, model.Variable(binder.variable))), env)


def ground_values(cone: Cone, values: Sequence[model.Value], env: Environment) -> list[core.Value]:
    return [ground_value(cone, value, env) for value in values]


def ground_value(cone: Cone, value: model.Value, env: Environment) -> core.Value:
    """The expression with the variables replaced; raises as `ground_formula` does."""
    nodes, program = cone.nodes, cone.program
    match value:
        case model.Constant(known):
            return nodes.constant(known)
        case model.Variable(name):
            return env[name][0]
        case model.FactValue(name, args):
            fact = program.facts[name]
            if not args:
                return nodes.fact_read(cone.fact(fact, ()))
            grounds = ground_values(cone, args, env)
            return _term(cone, name, fact.parameters, grounds, lambda known: nodes.fact_read(cone.fact(fact, known)))
        case model.OutcomeValue(name, args):
            outcome = program.outcomes[name]
            grounds = ground_values(cone, args, env)
            return _term(
                cone, name, outcome.parameters, grounds,
                lambda known: nodes.outcome_read(cone.contest(outcome, known)),
            )  # fmt: skip
        case model.DefinitionValue(name, args):
            return _term_of_definition(cone, program.definitions[name], ground_values(cone, args, env))
        case model.TableValue(name, column, args):
            table = program.tables[name]
            return nodes.lookup(table, table.columns.index(column), ground_values(cone, args, env))
        case model.Arithmetic(op, left, right):
            return nodes.arithmetic(op, ground_value(cone, left, env), ground_value(cone, right, env))
        case model.Minus(operand):
            return nodes.minus(ground_value(cone, operand, env))
        case model.Shift(base, by):
            return nodes.shift(ground_value(cone, base, env), ground_value(cone, by, env))
        case model.Call(function, args):
            return nodes.call(function, ground_values(cone, args, env))
        case model.Elapsed(unit, start, end):
            return nodes.elapsed(unit, ground_value(cone, start, env), ground_value(cone, end, env))
        case model.Count(binder) | model.Fold(binder=binder) if (
            open_ := cone.open_range(binder.range.sort)
        ) is not None:
            return open_
        case model.Count(binder, where):
            return nodes.count_of(
                _selected_by(cone, where, inner, guard) for inner, guard in bindings(cone, binder, env)
            )
        case model.CountOf(conditions):
            return nodes.count_of(ground_formula(cone, condition, env) for condition in conditions)
        case model.Fold(fold, body, binder, where):
            items: list[tuple[core.Formula, core.Value]] = []
            for inner, guard in bindings(cone, binder, env):
                condition = _selected_by(cone, where, inner, guard)
                if condition is not core.FALSE:
                    items.append((condition, ground_value(cone, body, inner)))
            return nodes.fold(fold, items)
        case _:
            assert_never(value)


def _selected_by(cone: Cone, where: model.Formula | None, env: Environment, guard: core.Formula) -> core.Formula:
    if where is None:
        return guard
    return cone.nodes.conjunction((guard, ground_formula(cone, where, env)))


# ------------------------------------------------------------------------------------- atoms and their arguments


def _established(
    cone: Cone,
    said: model.Outcome | model.Action,
    args: Sequence[model.Value],
    env: Environment,
    literals: tuple[bool | Mode, ...],
) -> core.Formula:
    nodes = cone.nodes
    if not args:
        return nodes.established(cone.contest(said, ()), literals)
    grounds = ground_values(cone, args, env)
    identity = (said.name, literals, *map(id, grounds))
    found = cone.atoms.get(identity)
    if found is None:
        found = cone.atoms[identity] = _atom(
            cone, said.parameters, grounds, lambda known: nodes.established(cone.contest(said, known), literals)
        )
    return found


def _atom(
    cone: Cone,
    parameters: Sequence[Parameter],
    args: Sequence[core.Value],
    make: Callable[[Known], core.Formula],
) -> core.Formula:
    """The atom at these arguments; false where one does not exist."""
    known: list[Constant_] = []
    for place, (parameter, arg) in enumerate(zip(parameters, args, strict=True)):
        if not isinstance(arg, core.Constant):
            return cone.nodes.disjunction(
                cone.nodes.conjunction((guard, _atom(cone, parameters, chosen, make)))
                for guard, chosen in _choices(cone, parameter, args, place)
            )
        if isinstance(parameter.type, SortType) and arg.value not in cone.universe.places(parameter.type.name):
            return core.FALSE
        known.append(arg.value)
    return make(tuple(known))


def _term(
    cone: Cone,
    name: str,
    parameters: Sequence[Parameter],
    args: Sequence[core.Value],
    make: Callable[[Known], core.Value],
) -> core.Value:
    """The value at these arguments; undefined where one does not exist."""
    known: list[Constant_] = []
    for place, (parameter, arg) in enumerate(zip(parameters, args, strict=True)):
        if not isinstance(arg, core.Constant):
            return cone.nodes.selected(
                (guard, _term(cone, name, parameters, chosen, make))
                for guard, chosen in _choices(cone, parameter, args, place)
            )
        if isinstance(parameter.type, SortType) and arg.value not in cone.universe.places(parameter.type.name):
            return _outside(cone, name, args, arg.value, parameter.type.name)
        known.append(arg.value)
    return make(tuple(known))


def _choices(
    cone: Cone, parameter: Parameter, args: Sequence[core.Value], place: int
) -> Iterator[tuple[core.Formula, Sequence[core.Value]]]:
    """The argument at `place` is known only when the facts are: one choice for each member of its sort."""
    assert isinstance(parameter.type, SortType)
    for member in cone.universe.members(parameter.type.name):
        constant = cone.nodes.constant(member)
        yield cone.nodes.test("=", args[place], constant), [*args[:place], constant, *args[place + 1 :]]


def _outside(cone: Cone, name: str, args: Sequence[core.Value], value: Constant_, sort: str) -> core.Value:
    members = cone.program.sorts[sort].members
    where = f"{members.start} to {members.stop - 1}" if isinstance(members, range) else "what is listed"
    known = tuple(arg.value for arg in args if isinstance(arg, core.Constant))
    what = key(name, known) if len(known) == len(args) else name
    return cone.nodes.undefined(f"{what}: {argument(value)} is outside {sort} {where}")


def _of_open_sort(definition: model.Definition, args: Sequence[core.Value]) -> int | None:
    """The first argument over a sort that is known only when the facts are; others are put in as they are."""
    for place, (parameter, arg) in enumerate(zip(definition.parameters, args, strict=True)):
        if isinstance(parameter.type, SortType) and not isinstance(arg, core.Constant):
            return place
    return None


def _non_member(cone: Cone, definition: model.Definition, args: Sequence[core.Value]) -> tuple[Constant_, str] | None:
    for parameter, arg in zip(definition.parameters, args, strict=True):
        if isinstance(parameter.type, SortType) and isinstance(arg, core.Constant):
            sort = parameter.type.name
            if arg.value not in cone.universe.places(sort):
                return arg.value, sort
    return None


def _atom_of_definition(cone: Cone, definition: model.Definition, args: Sequence[core.Value]) -> core.Formula:
    place = _of_open_sort(definition, args)
    if place is not None:
        return cone.nodes.disjunction(
            cone.nodes.conjunction((guard, _atom_of_definition(cone, definition, chosen)))
            for guard, chosen in _choices(cone, definition.parameters[place], args, place)
        )
    if _non_member(cone, definition, args) is not None:
        return core.FALSE
    return cone.nodes.named(cone.definition(definition, args))


def _term_of_definition(cone: Cone, definition: model.Definition, args: Sequence[core.Value]) -> core.Value:
    place = _of_open_sort(definition, args)
    if place is not None:
        return cone.nodes.selected(
            (guard, _term_of_definition(cone, definition, chosen))
            for guard, chosen in _choices(cone, definition.parameters[place], args, place)
        )
    missing = _non_member(cone, definition, args)
    if missing is not None:
        return _outside(cone, definition.name, args, *missing)
    return cone.nodes.named_read(cone.definition(definition, args))


# ---------------------------------------------------------------------------------------------- order of listing


def _before(cone: Cone, left: model.Value, right: model.Value, env: Environment) -> core.Formula:
    nodes = cone.nodes
    one, other = ground_value(cone, left, env), ground_value(cone, right, env)
    sort = _sort_of(cone, left, env) or _sort_of(cone, right, env)
    if sort is None:
        sort = cone.universe.sort_with(*(side.value for side in (one, other) if isinstance(side, core.Constant)))
        if sort is None:
            return core.FALSE
    places = cone.universe.places(sort)

    def possible(side: core.Value) -> list[tuple[core.Formula, int]]:
        if isinstance(side, core.Constant):
            return [(core.TRUE, places[side.value])] if side.value in places else []
        return [(nodes.test("=", side, nodes.constant(member)), place) for member, place in places.items()]

    return nodes.disjunction(
        nodes.conjunction((is_one, is_other))
        for is_one, earlier in possible(one)
        for is_other, later in possible(other)
        if earlier < later
    )


def _sort_of(cone: Cone, value: model.Value, env: Environment) -> str | None:
    program = cone.program
    match value:
        case model.Variable(name):
            return env[name][1]
        case model.FactValue(name):
            type_: model.Type = program.facts[name].type
        case model.OutcomeValue(name):
            type_ = program.outcomes[name].type
        case model.DefinitionValue(name):
            type_ = program.definitions[name].type
        case model.TableValue(name, column):
            table = program.tables[name]
            type_ = table.types[table.columns.index(column)]
        case _:
            return None
    return type_.name if isinstance(type_, SortType) else None
