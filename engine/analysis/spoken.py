"""Which listed sorts a case has to list for what is asked of it: those that its rules speak of, however far down.

A target is refused where it reaches a sort of which the case says nothing (RL350), so a case that is told as a witness
lists these, and with a header alone those that have no entity.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from rulelang.engine.rules.formulas import Node, walk
from rulelang.grammar import model as m

_KEEP = 4
_kept: OrderedDict[int, tuple[m.Program, _Speaking]] = OrderedDict()


@dataclass(slots=True)
class _Read:
    """What is written about one outcome, action or definition: sorts, and what else is read."""

    sorts: set[str] = field(default_factory=set[str])
    names: set[str] = field(default_factory=set[str])


@dataclass(frozen=True, slots=True)
class _Speaking:
    listed: frozenset[str]
    read: dict[str, _Read]


def sorts_spoken_of(program: m.Program, names: Iterable[str]) -> frozenset[str]:
    """The listed sorts that bear on these outcomes, actions and definitions."""
    kept = _kept.get(id(program))
    if kept is None or kept[0] is not program:
        kept = _kept[id(program)] = program, _speaking(program)
        while len(_kept) > _KEEP:
            _kept.popitem(last=False)
    found: set[str] = set()
    seen: set[str] = set()
    todo = list(names) if kept[1].listed else []
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            read = kept[1].read.get(name, _Read())
            found |= read.sorts
            todo += read.names
    return frozenset(found & kept[1].listed)


def _speaking(program: m.Program) -> _Speaking:
    listed = frozenset(sort.name for sort in program.sorts.values() if sort.members is None)
    read: dict[str, _Read] = {}
    if not listed:
        return _Speaking(listed, read)
    everything: list[m.Outcome | m.Action | m.Definition] = [
        *program.outcomes.values(), *program.actions.values(), *program.definitions.values(),
    ]  # fmt: skip
    for said in everything:
        made = read.setdefault(said.name, _Read())
        made.sorts.update(p.type.name for p in said.parameters if isinstance(p.type, m.SortType))
        type_ = getattr(said, "type", None)
        if isinstance(type_, m.SortType):
            made.sorts.add(type_.name)
    for outcome in program.outcomes.values():
        if outcome.default is not None:
            _add(program, read[outcome.name], [outcome.default])
    for definition in program.definitions.values():
        _add(program, read[definition.name],
             [node for case in definition.cases for node in (case.condition, case.value) if node is not None])
    for inclusion in program.concepts:
        _add(program, read[inclusion.concept], [inclusion.member])
    suspending = [rule for rule in program.rules.values() if rule.suspends]
    for rule in program.rules.values():
        lines = _family(program, rule)
        # Whatever suspends a rule is an exception to it.
        lines += [other for other in suspending if any(_names(one, rule.id) for one in other.suspends)]
        clauses = [clause for one in lines for clause in (one, *one.operators)]
        heads = [head for clause in clauses for head in getattr(clause, "outcomes", ())]
        nodes: list[Node] = [head.value for head in heads if isinstance(head, m.Assign | m.Limit)]
        nodes += [arg for head in heads for arg in head.args]
        conditions: list[m.Formula | None] = [getattr(clause, "condition", None) for clause in clauses]
        nodes += [condition for condition in conditions if condition is not None]
        concepts = [clause.concept for clause in clauses if isinstance(clause, m.AbstractTo)]
        made = _Read({binder.range.sort for one in lines for binder in one.binders})
        _add(program, made, [*nodes, *concepts])
        for name in {head.name for head in heads} | {concept.name for concept in concepts}:
            about = read.setdefault(name, _Read())
            about.sorts |= made.sorts
            about.names |= made.names
    return _Speaking(listed, read)


def _family(program: m.Program, rule: m.Rule) -> list[m.Rule]:
    """A rule and those that it augments."""
    found = [rule]
    while (above := found[-1].augments) is not None and all(above != one.id for one in found):
        found.append(program.rules[above])
    return found


def _names(reference: m.Reference, rule: str) -> bool:
    return rule == reference.name or (reference.prefix and rule.startswith(f"{reference.name}."))


def _add(program: m.Program, made: _Read, nodes: Iterable[Node]) -> None:
    for root in nodes:
        for node in walk(root):
            match node:
                case m.Quantified(binder=binder) | m.Count(binder=binder) | m.Fold(binder=binder):
                    made.sorts.add(binder.range.sort)
                case m.FactHolds(name) | m.FactValue(name):
                    fact = program.facts[name]
                    types = [*(parameter.type for parameter in fact.parameters), fact.type]
                    made.sorts.update(type_.name for type_ in types if isinstance(type_, m.SortType))
                case (
                    m.OutcomeHolds(name) | m.OutcomeValue(name) | m.Rejected(name) | m.NormHolds(_, name)
                    | m.DefinitionHolds(name) | m.DefinitionValue(name) | m.Violated(name) | m.Done(name)
                ):  # fmt: skip
                    made.names.add(name)
                case _:
                    pass
