"""Which facts may be NONE, as a program says it: an unknown fact of these may have no value at all (D12.2).

A fact may be NONE where its DEFAULT is, or where something asks whether it is: a rule, a definition, ALWAYS.  A
definition that asks it of its parameter asks it of what is given for that; one that asks it of another definition,
of what that comes to.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import cast

from rulelang.engine.rules.formulas import Node, walk
from rulelang.grammar import model as m
from rulelang.grammar.values import NONE

_KEEP = 16
_kept: OrderedDict[int, tuple[m.Program, frozenset[str]]] = OrderedDict()


def may_be_none(program: m.Program) -> frozenset[str]:
    """The names of the facts that may be NONE by what the program says, worked out once while it is in use."""
    found = _kept.get(id(program))
    if found is None or found[0] is not program:
        found = _kept[id(program)] = program, _may_be_none(program)
        while len(_kept) > _KEEP:
            _kept.popitem(last=False)
    return found[1]


def asked_for_none(program: m.Program, more: Iterable[Node]) -> frozenset[str]:
    """The facts of which the program, or one of these formulas, asks whether they are NONE."""
    calls: dict[str, list[tuple[str, tuple[m.Value, ...]]]] = {}
    todo: list[tuple[str, m.Value]] = []
    for within, root in (*_written(program), *(("", node) for node in more)):
        for node in walk(root):
            match node:
                case m.IsNone(operand):
                    todo.append((within, operand))
                case m.DefinitionHolds(name, args) | m.DefinitionValue(name, args):
                    calls.setdefault(name, []).append((within, args))
                case _:
                    pass
    found: set[str] = set()
    seen: set[tuple[str, m.Value]] = set()
    while todo:
        within, operand = todo.pop()
        if (within, operand) in seen:
            continue
        seen.add((within, operand))
        match operand:
            case m.FactValue(name):
                found.add(name)
            case m.DefinitionValue(name):
                todo += [(name, cast(m.Value, case.value)) for case in program.definitions[name].cases]
            case m.Variable(name) if within:
                places = [parameter.name for parameter in program.definitions[within].parameters]
                if name in places:
                    todo += [(caller, args[places.index(name)]) for caller, args in calls.get(within, ())]
            case _:
                pass
    return frozenset(found)


def given_as_none(program: m.Program) -> frozenset[str]:
    """The facts that a case of the program gives as NONE."""
    return frozenset(
        given.atom.name
        for case in program.cases.values()
        for given in (*case.given, *case.suppose)
        if isinstance(given, m.GivenFact) and given.value is NONE
    )


def never_given_as_none(program: m.Program) -> tuple[str, ...]:
    """The facts whose values something reads and of which neither the program nor a case of it says that they may be
    NONE, sorted: what is said of every case is said of those in which they are not."""
    read = {node.name for _, root in _written(program) for node in walk(root) if isinstance(node, m.FactValue)}
    return tuple(sorted(read - may_be_none(program) - given_as_none(program)))


def _may_be_none(program: m.Program) -> frozenset[str]:
    default = {
        fact.name for fact in program.facts.values()
        if isinstance(fact.default, m.Constant) and fact.default.value is NONE
    }  # fmt: skip
    return asked_for_none(program, ()) | default


def _written(program: m.Program) -> Iterator[tuple[str, Node]]:
    """All formulas and values that a program writes, each with the definition that it stands in, if any."""
    for always in program.always:
        yield "", always.condition
    for definition in program.definitions.values():
        for case in definition.cases:
            if case.condition is not None:
                yield definition.name, case.condition
            yield definition.name, case.value
    for outcome in program.outcomes.values():
        if outcome.default is not None:
            yield "", outcome.default
    for rule in program.rules.values():
        for clause in (rule, *rule.operators):
            condition: m.Formula | None = getattr(clause, "condition", None)
            if condition is not None:
                yield "", condition
            heads: tuple[m.Head, ...] = getattr(clause, "outcomes", ())
            for head in heads:
                if isinstance(head, m.Assign | m.Limit):
                    yield "", head.value
