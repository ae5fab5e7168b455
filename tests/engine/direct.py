"""The plainest meaning of a rule file in a case where all facts are known: no grounding, every binding tried.

For rules that never oppose each other.  What has no value, or hangs on something that has none, is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from rulelang.engine.exact.arithmetic import OPERATIONS, Undefinedness, compare, negate
from rulelang.engine.grounding.keys import key
from rulelang.engine.rules.group import ExceptionPart
from rulelang.engine.rules.units import Unit
from rulelang.grammar import model as m

Env = Mapping[str, Any]


class Direct:
    def __init__(
        self, program: m.Program, units: list[Unit], facts: Mapping[str, Any], entities: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.program, self.units, self.facts = program, units, facts
        self.entities = entities
        self.memo: dict[str, Any] = {}

    def members(self, sort: str) -> tuple[Any, ...]:
        declared = self.program.sorts[sort].members
        return tuple(declared) if declared is not None else self.entities[sort]

    def bindings(self, binders: tuple[m.Binder, ...], env: Env) -> Iterator[Env]:
        for values in product(*(self.members(binder.range.sort) for binder in binders)):
            inner = {**env, **{binder.variable: value for binder, value in zip(binders, values, strict=True)}}
            if all(self.in_range(binder, inner) for binder in binders):
                yield inner

    def in_range(self, binder: m.Binder, env: Env) -> bool:
        if isinstance(binder.range, m.SortRange):
            return True
        args = (*(self.value(arg, env) for arg in binder.range.args), env[binder.variable])
        return bool(self.facts.get(key(binder.range.fact, args)))

    # ------------------------------------------------------------------------------------------------ rules

    def applies(self, unit: Unit, env: Env) -> bool | None:
        excepted = either(self.in_force(part, env) for part in unit.exceptions)
        return both((self.truth(unit.condition, env), opposite(excepted)))

    def in_force(self, part: ExceptionPart, env: Env) -> bool | None:
        above = either(self.in_force(inner, env) for inner in part.exceptions)
        return both((self.truth(part.condition, env), opposite(above)))

    def instances(self, name: str, args: tuple[Any, ...]) -> Iterator[tuple[Unit, m.Head, Env]]:
        for unit in self.units:
            for head in unit.heads:
                if head.name == name:
                    for env in self.bindings(unit.binders, {}):
                        if tuple(self.value(arg, env) for arg in head.args) == args:
                            yield unit, head, env

    def holds(self, name: str, args: tuple[Any, ...]) -> bool | None:
        return self.kept(
            key(name, args), lambda: either(self.applies(unit, env) for unit, _, env in self.instances(name, args))
        )

    def outcome(self, name: str, args: tuple[Any, ...]) -> Any:
        def worked_out() -> Any:
            given = set()
            for unit, head, env in self.instances(name, args):
                applies = self.applies(unit, env)
                if applies is None:
                    return None
                if applies:
                    assert isinstance(head, m.Assign)
                    given.add(self.value(head.value, env))
            return given.pop() if len(given) == 1 else None

        return self.kept(f"{key(name, args)} =", worked_out)

    def kept(self, name: str, work: Callable[[], Any]) -> Any:
        if name not in self.memo:
            self.memo[name] = work()
        return self.memo[name]

    # --------------------------------------------------------------------------------------- formulas, values

    def exists(self, parameters: tuple[m.Parameter, ...], args: tuple[Any, ...]) -> bool:
        return all(
            arg in self.members(parameter.type.name)
            for parameter, arg in zip(parameters, args, strict=True)
            if isinstance(parameter.type, m.SortType)
        )

    def truth(self, formula: m.Formula, env: Env) -> bool | None:
        match formula:
            case m.Truth(value):
                return value
            case m.FactHolds(name, args):
                return self.atom(self.program.facts[name].parameters, args, env, lambda a: self.facts[key(name, a)])
            case m.OutcomeHolds(name, args):
                return self.atom(self.program.outcomes[name].parameters, args, env, lambda a: self.holds(name, a))
            case m.DefinitionHolds(name, args):
                definition = self.program.definitions[name]
                return self.atom(definition.parameters, args, env, lambda a: self.defined(definition, a, self.truth))
            case m.Not(operand):
                return opposite(self.truth(operand, env))
            case m.And(parts):
                return both(self.truth(part, env) for part in parts)
            case m.Or(parts):
                return either(self.truth(part, env) for part in parts)
            case m.Compare(op, left, right):
                one, other = self.value(left, env), self.value(right, env)
                if one is None or other is None:
                    return None
                result = compare(op, one, other)
                return None if isinstance(result, Undefinedness) else result
            case m.Before(left, right):
                members = self.members("bag")
                return members.index(self.value(left, env)) < members.index(self.value(right, env))
            case m.Quantified(quantifier, binder, body):
                inside = [self.truth(body, inner) for inner in self.bindings((binder,), env)]
                return either(inside) if quantifier == "ANY" else both(inside)
            case _:
                raise AssertionError(formula)

    def atom(
        self, parameters: tuple[m.Parameter, ...], args: tuple[m.Value, ...], env: Env, read: Callable[[Any], Any]
    ) -> bool | None:
        known = tuple(self.value(arg, env) for arg in args)
        if None in known:
            return None
        return read(known) if self.exists(parameters, known) else False

    def term(
        self, parameters: tuple[m.Parameter, ...], args: tuple[m.Value, ...], env: Env, read: Callable[[Any], Any]
    ) -> Any:
        known = tuple(self.value(arg, env) for arg in args)
        return read(known) if None not in known and self.exists(parameters, known) else None

    def defined(self, definition: m.Definition, args: tuple[Any, ...], read: Callable[[Any, Env], Any]) -> Any:
        env = {parameter.name: arg for parameter, arg in zip(definition.parameters, args, strict=True)}
        for case in definition.cases:
            fits = True if case.condition is None else self.truth(case.condition, env)
            if fits is None:
                return None
            if fits:
                return read(case.value, env)
        return None

    def value(self, value: m.Value, env: Env) -> Any:
        match value:
            case m.Constant(known):
                return known
            case m.Variable(name):
                return env[name]
            case m.FactValue(name, args):
                return self.term(self.program.facts[name].parameters, args, env, lambda a: self.facts[key(name, a)])
            case m.OutcomeValue(name, args):
                return self.term(self.program.outcomes[name].parameters, args, env, lambda a: self.outcome(name, a))
            case m.DefinitionValue(name, args):
                definition = self.program.definitions[name]
                return self.term(definition.parameters, args, env, lambda a: self.defined(definition, a, self.value))
            case m.Arithmetic(op, left, right):
                one, other = self.value(left, env), self.value(right, env)
                return None if one is None or other is None else known_only(OPERATIONS[op](one, other))
            case m.Minus(operand):
                inner = self.value(operand, env)
                return None if inner is None else known_only(negate(inner))
            case m.Count(binder, where):
                held = [True if where is None else self.truth(where, inner) for inner in self.bindings((binder,), env)]
                return None if None in held else sum(map(bool, held))
            case m.Fold(fold, body, binder, where):
                found = []
                for inner in self.bindings((binder,), env):
                    read = True if where is None else self.truth(where, inner)
                    if read is None:
                        return None
                    if read:
                        found.append(self.value(body, inner))
                if None in found or (not found and fold != "SUM"):
                    return None
                return {"SUM": sum, "MIN": min, "MAX": max}[fold](found)
            case _:
                raise AssertionError(value)


def known_only(result: Any) -> Any:
    return None if isinstance(result, Undefinedness) else result


def opposite(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def either(truths: Any) -> bool | None:
    found = list(truths)
    return True if True in found else None if None in found else False


def both(truths: Any) -> bool | None:
    found = list(truths)
    return False if False in found else None if None in found else True
