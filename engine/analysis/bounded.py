"""For whom a finding speaks that says "never": every case, or those with as many entities as were looked at.

Rules are looked at over a few made-up entities of each sort that a case lists (docs/analysis.md, "For whom an answer
speaks").  What one instance of a rule rests on is the same in every case that has its entities, so a proof is one for
any number of them unless something counts or ranges over entities that the instance does not name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulelang.engine.analysis.ranging import conjuncts
from rulelang.engine.analysis.scope import Scope, mentioned, words_for
from rulelang.engine.rules.formulas import Node, walk
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model as m


@dataclass(slots=True)
class _Part:
    """What a rule, definition, default or concept rests on by itself.

    `sorts` are the listed sorts that it speaks of, `names` the outcomes, actions and definitions that it reads;
    `ranges`: it speaks of entities besides those that its own arguments or variables name.
    """

    sorts: set[str] = field(default_factory=set[str])
    names: set[str] = field(default_factory=set[str])
    ranges: bool = False


@dataclass(slots=True)
class Bounded:
    """Says of findings about rules of a base whether they hold for any number of entities."""

    base: RuleBase
    scope: Scope
    listed: frozenset[str] = field(init=False)
    _concluding: dict[str, list[_Part]] = field(init=False)
    together: set[str] = field(init=False)
    """Listed sorts of the ALWAYS declarations that may hold of some entities and not of fewer or more."""
    _named: dict[str, set[str]] = field(init=False)

    def __post_init__(self) -> None:
        program = self.base.program
        self.listed = frozenset(sort.name for sort in program.sorts.values() if sort.members is None)
        self._concluding, self.together, self._named = {}, set(), {}
        if not self.listed:
            return
        for sort, entity in mentioned(program):
            self._named.setdefault(sort, set()).add(entity)
        for group in self.base.groups.values():
            part = self._of_group(group)
            for head in _heads(group):
                heads = self._concluding.setdefault(head.name, [])
                heads.append(part if _determined(group, head) else _Part(part.sorts, part.names, True))
        for definition in program.definitions.values():
            written = [node for case in definition.cases for node in (case.condition, case.value) if node is not None]
            self._concluding.setdefault(definition.name, []).append(self._of(written))
        for inclusion in program.concepts:
            self._concluding.setdefault(inclusion.concept, []).append(self._of([inclusion.member]))
        for outcome in program.outcomes.values():
            if outcome.default is not None:
                self._concluding.setdefault(outcome.name, []).append(self._of([outcome.default]))
        for always in program.always:
            for condition in conjuncts(always.condition):
                part = self._of_all([self._of([_body(condition)])], frozenset(program.definitions))
                if part.ranges:
                    self.together |= part.sorts | self._of([condition]).sorts

    def words(self, rules: Sequence[str], local: bool) -> str:
        """ " with 2 entities of `bag`" after what never happens to these rules; empty where it never does at all.

        Arguments:
            rules: the rules (not clauses) that were looked at.
            local: with all outcomes free, so that what they rest on besides does not matter.
        """
        if not self.listed:
            return ""
        program = self.base.program
        groups = [self.base.groups[rule] for rule in rules]
        own = [self._of_group(group) for group in groups]
        through = frozenset(program.definitions) if local else frozenset(self._concluding)
        whole = self._of_all(own, through)
        several = len(rules) > 1 and not all(_determined(group, head) for group in groups for head in _heads(group))
        sorts = set(self.together)
        if whole.ranges or several or not all(map(self._enough, groups)):
            sorts |= whole.sorts
        return words_for([sort for sort in self.scope.entities if sort in sorts], self.scope).removeprefix("every case")

    def _enough(self, group: Group) -> bool:
        """Whether every way in which a rule's variables can be equal, to each other or to a named entity, is there."""
        needed: dict[str, int] = {}
        for binder in group.binders:
            needed[binder.range.sort] = needed.get(binder.range.sort, 0) + 1
        return all(
            len(self.scope.entities[sort]) >= count + len(self._named.get(sort, ()))
            for sort, count in needed.items()
            if sort in self.listed
        )

    def _of_all(self, own: Iterable[_Part], through: frozenset[str]) -> _Part:
        """These parts with all that they rest on by the names in `through`."""
        whole = _Part()
        todo = list(own)
        while todo:
            part = todo.pop()
            whole.sorts |= part.sorts
            whole.ranges |= part.ranges
            for name in sorted(part.names - whole.names):
                whole.names.add(name)
                if name in through:
                    todo += self._concluding.get(name, ())
        return whole

    def _of_group(self, group: Group) -> _Part:
        written: list[Node] = [group.condition]
        written += (one.condition for one in group.ironclad if one.condition is not None)
        written += (one.condition for one in group.rivals)
        parts = [*group.exceptions, *(part for rival in group.rivals for part in rival.exceptions)]
        ranges = False
        while parts:
            part = parts.pop()
            written.append(part.condition)
            ranges |= bool(part.binders)
            parts += part.exceptions
        for head in _heads(group):
            written += head.args
            if isinstance(head, m.Assign | m.Limit):
                written.append(head.value)
        found = self._of(written)
        found.ranges |= ranges
        for binder in group.binders:
            found.sorts |= self.listed & {binder.range.sort}
        found.names |= {head.name for head in _heads(group)}
        return found

    def _of(self, written: Iterable[Node]) -> _Part:
        program = self.base.program
        found = _Part()
        for node in (inner for one in written for inner in walk(one)):
            match node:
                case m.Quantified(binder=binder) | m.Count(binder=binder) | m.Fold(binder=binder):
                    if binder.range.sort in self.listed:
                        found.sorts.add(binder.range.sort)
                        found.ranges = True
                case m.FactHolds(name) | m.FactValue(name):
                    self._speaks(found, program.facts[name].parameters, program.facts[name].type)
                case m.OutcomeHolds(name) | m.OutcomeValue(name) | m.Rejected(name):
                    found.names.add(name)
                    self._speaks(found, program.outcomes[name].parameters, program.outcomes[name].type)
                case m.NormHolds(_, name) | m.Done(name) | m.Violated(name):
                    found.names.add(name)
                    self._speaks(found, program.actions[name].parameters, None)
                case m.DefinitionHolds(name) | m.DefinitionValue(name):
                    found.names.add(name)
                    self._speaks(found, program.definitions[name].parameters, program.definitions[name].type)
                case m.TableValue(name, column):
                    table = program.tables[name]
                    self._speaks(found, table.parameters, table.types[table.columns.index(column)])
                case _:
                    pass
        return found

    def _speaks(self, found: _Part, parameters: Sequence[m.Parameter], type_: m.Type | None) -> None:
        for parameter in parameters:
            if isinstance(parameter.type, m.SortType):
                found.sorts |= self.listed & {parameter.type.name}
        # An entity that is a value is one more than those that are named.
        if isinstance(type_, m.SortType) and type_.name in self.listed:
            found.sorts.add(type_.name)
            found.ranges = True


def _heads(group: Group) -> Iterator[m.Head]:
    yield from group.outcomes
    exceptions: list[ExceptionPart] = [*group.exceptions]
    for rival in group.rivals:
        yield from rival.outcomes
        exceptions += rival.exceptions
    for one in group.ironclad:
        yield from one.outcomes
    while exceptions:
        part = exceptions.pop()
        yield from part.outcomes
        exceptions += part.exceptions


def _determined(group: Group, head: m.Head) -> bool:
    """Whether what is concluded tells which instance of the rule concludes it."""
    variables = {arg.name for arg in head.args if isinstance(arg, m.Variable)}
    return all(binder.variable in variables for binder in group.binders)


def _body(condition: m.Formula) -> m.Formula:
    """Of what is said of every entity by itself, what it says of one: it goes on to hold where there are others."""
    match condition:
        case m.Quantified("EVERY", binder, body) if isinstance(binder.range, m.SortRange):
            return body
        case _:
            return condition
