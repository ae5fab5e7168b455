"""What two core programs have in common: numbers that are equal where meanings are the same by their form.

A contest's *own* number says the same of its rules, whatever they are called and in whichever order they stand; its
*deep* number also of everything that it reads.  Equal deep numbers: the same resolutions in the same cases, without
asking the solver.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.solver.encoding import below
from rulelang.grammar import model

Number: TypeAlias = int


@dataclass(slots=True)
class Numbers:
    """Equal things get equal numbers; shared by the cores that are compared."""

    known: dict[object, Number] = field(default_factory=dict[object, Number])

    def of(self, thing: object) -> Number:
        return self.known.setdefault(thing, len(self.known))


@dataclass(slots=True)
class Signatures:
    """The numbers of one core's contests, definitions and clauses."""

    core: c.Core
    numbers: Numbers
    own: dict[str, Number] = field(default_factory=dict[str, Number])
    deep: dict[str, Number] = field(default_factory=dict[str, Number])
    clauses: dict[str, Number] = field(default_factory=dict[str, Number])
    """Of each clause what it says in all its instances, without its place in the order."""
    by_name: bool = False
    """A table is known by its name, whatever its rows are."""
    _nodes: dict[int, tuple[object, Number]] = field(default_factory=dict[int, tuple[object, Number]])

    def node(self, node: c.Formula | c.Value) -> Number:
        """A formula or value; the parts of AND and OR in any order."""
        known = self._nodes.get(id(node))
        if known is None:
            known = self._nodes[id(node)] = node, self.numbers.of(self._node(node))
        return known[1]

    def _node(self, node: c.Formula | c.Value) -> object:
        kind = type(node).__name__
        match node:
            case c.And(parts) | c.Or(parts):
                return kind, tuple(sorted(map(self.node, parts)))
            case c.CountOf(conditions):
                return kind, tuple(map(self.node, conditions))
            case c.Not(operand) | c.NoneTest(operand) | c.Minus(operand):
                return kind, self.node(operand)
            case c.Test(op, left, right) | c.Arithmetic(op, left, right) | c.Elapsed(op, left, right):
                return kind, op, self.node(left), self.node(right)
            case c.Shift(base, by):
                return kind, self.node(base), self.node(by)
            case c.Call(function, args):
                return kind, function, tuple(map(self.node, args))
            case c.Lookup(table, column, args):
                return kind, self.table(table), column, tuple(map(self.node, args))
            case c.Fold(fold, items):
                return kind, fold, tuple((self.node(guard), self.node(value)) for guard, value in items)
            case c.Selected(cases):
                return kind, tuple((self.node(guard), self.node(value)) for guard, value in cases)
            case _:
                return kind, repr(node)

    def table(self, name: str) -> Number:
        """A table's rows; KeySets are read in order, so that equal ones are equal."""
        if self.by_name:
            return self.numbers.of(("called", name))
        table = self.core.tables[name]
        rows = tuple((tuple(map(_key, row.keys)), repr(row.values)) for row in table.rows)
        return self.numbers.of(("table", repr(table.parameters), repr(table.types), rows))

    def exceptions(self, parts: Iterable[c.GroundException]) -> tuple[object, ...]:
        said = (("exception", self.node(part.condition), self.exceptions(part.exceptions)) for part in parts)
        return tuple(sorted(self.numbers.of(one) for one in said))

    def rule(self, rule: c.GroundRule) -> Number:
        value = None if rule.value is None else self.node(rule.value)
        literal = repr(rule.literal)
        parts = self.node(rule.condition), self.exceptions(rule.exceptions)
        return self.numbers.of(("rule", rule.contest, int(rule.rank), literal, value, *parts))

    def limit(self, limit: c.GroundLimit) -> Number:
        parts = self.node(limit.bound), self.node(limit.condition), self.exceptions(limit.exceptions)
        return self.numbers.of(("limit", limit.op, *parts))

    def contest(self, contest: c.Contest) -> Number:
        rules = [self.rule(self.core.rules[index]) for index in contest.rules]
        below_ = [tuple(sorted(rules[j] for j in contest.outranks[i])) for i in range(len(rules))]
        ordered = tuple(sorted(zip(rules, below_, strict=True)))
        limits = tuple(sorted(map(self.limit, contest.limits)))
        return self.numbers.of((contest.kind, contest.key, repr(contest.type), contest.domain, ordered, limits))

    def definition(self, definition: c.GroundDefinition) -> Number:
        cases = tuple((self.node(guard), self.node(value)) for guard, value in definition.cases)
        return self.numbers.of(("definition", definition.key, repr(definition.type), definition.domain, cases))

    def run(self) -> Signatures:
        """Works out all numbers, bottom-up."""
        for block in self.core.blocks:
            for name in block.members:
                if name in self.core.contests:
                    self.own[name] = self.contest(self.core.contests[name])
                else:
                    self.own[name] = self.definition(self.core.definitions[name])
            members = tuple(sorted(self.own[name] for name in block.members))
            read = tuple(sorted(self.deep[name] for name in below(block, self.core)))
            whole = self.numbers.of(("block", block.cyclic, block.broken, members, read))
            for name in block.members:
                self.deep[name] = self.numbers.of((self.own[name], whole))
        self._clauses()
        return self

    def beside_tables(self) -> dict[str, Number]:
        """Of each clause and definition what it says beside the rows of the tables that it reads."""
        named = Signatures(self.core, self.numbers, by_name=True)
        named._clauses()
        found = dict(named.clauses)
        found |= {f"DEFINE {key}": named.definition(one) for key, one in self.core.definitions.items()}
        return found

    def _clauses(self) -> None:
        said: dict[str, list[Number]] = {}

        def exceptions(parts: Iterable[c.GroundException], where: Number) -> None:
            for part in parts:
                one = self.numbers.of(("at", where, self.node(part.condition)))
                said.setdefault(part.id, []).append(one)
                exceptions(part.exceptions, one)

        for rule in self.core.rules:
            alone = (
                rule.contest, int(rule.rank), repr(rule.literal), None if rule.value is None else self.node(rule.value),
                self.node(rule.condition),
            )  # fmt: skip
            said.setdefault(clause_name(rule), []).append(self.numbers.of(alone))
            exceptions(rule.exceptions, self.numbers.of(("in", rule.clause)))
        for contest in self.core.contests.values():
            for limit in contest.limits:
                alone_ = (contest.key, limit.op, self.node(limit.bound), self.node(limit.condition))
                said.setdefault(limit.clause, []).append(self.numbers.of(alone_))
                exceptions(limit.exceptions, self.numbers.of(("in", limit.clause)))
        self.clauses = {name: self.numbers.of(tuple(sorted(parts))) for name, parts in said.items()}


def clause_name(rule: c.GroundRule) -> str:
    """What a rule's clause is called: its identifier, or the declaration that it comes from."""
    match rule.kind:
        case c.Kind.DEFAULT:
            return f"DEFAULT of {rule.rule}"
        case c.Kind.CONCEPT:
            return f"CONCEPT {rule.rule}"
        case c.Kind.STIPULATION:
            return f"GIVEN {rule.contest}"
        case _:
            return rule.clause


def _key(one: model.Key) -> str:
    if isinstance(one, model.KeySet):
        return repr(sorted(one.values, key=repr))
    return repr(one)
