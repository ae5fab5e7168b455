"""Symbols: what names of a program stand for, in the three name spaces.

Sorts; what is said (facts, outcomes, actions, definitions, tables); rules and their clauses.  A collision within one
is an error at the second place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from rulelang.grammar.model import (
    Action,
    BooleanType,
    Constant,
    Definition,
    Fact,
    FactHolds,
    NumberType,
    Outcome,
    OutcomeHolds,
    Parameter,
    Program,
    Rule,
    Sort,
    Table,
)
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.kinds import Kind
from rulelang.grammar.resolving.sentences import label_key, normal
from rulelang.grammar.source import Span

Said: TypeAlias = Fact | Outcome | Action | Definition | Table


@dataclass(frozen=True, slots=True)
class Column:
    """A value column of a table: `fee` where it is the only one, else `bracket.rate`."""

    table: str
    column: str
    parameters: tuple[Parameter, ...]
    kind: Kind


@dataclass(frozen=True, slots=True)
class RuleSymbol:
    """A rule by name: its parts are known before they are resolved."""

    id: str
    meta: bool
    augments: str | None
    suffixes: tuple[tuple[str, str, Span], ...]
    """Its own clauses from top to bottom: suffix, kind of operator (`exception`), place."""
    span: Span


@dataclass(slots=True)
class Symbols:
    """The name spaces of one program.  Filled by `declarations.collect`, or from a resolved program by `symbols_of`."""

    sorts: dict[str, Sort] = field(default_factory=dict[str, Sort])
    said: dict[str, Said] = field(default_factory=dict[str, Said])
    columns: dict[str, Column] = field(default_factory=dict[str, Column])
    rules: dict[str, RuleSymbol] = field(default_factory=dict[str, RuleSymbol])
    clauses: dict[str, tuple[str, str, str]] = field(default_factory=dict[str, tuple[str, str, str]])
    """Clause identifier -> rule, suffix, kind of operator."""
    glosses: dict[str, list[Said]] = field(default_factory=dict[str, list["Said"]])
    """Normal form of the gloss of an argument-free thing -> the things that have it."""
    sentences: dict[str, Fact | Outcome] = field(default_factory=dict[str, "Fact | Outcome"])
    """Normal form -> the proposition, for sentences that are no gloss."""
    action_sentences: dict[str, Action] = field(default_factory=dict[str, Action])
    member_sorts: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Member -> the fixed sorts that have it."""
    labels: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """Sort -> name or label in `label_key` form -> member."""
    pool: dict[tuple[str, str], FactHolds | OutcomeHolds] = field(
        default_factory=dict[tuple[str, str], "FactHolds | OutcomeHolds"]
    )
    """Atoms without arguments are one object each."""
    constants: dict[Constant, Constant] = field(default_factory=dict[Constant, Constant])
    """Equal constants are one object."""
    concept_names: set[str] = field(default_factory=set[str])

    def add_sort(self, sort: Sort) -> None:
        self.sorts[sort.name] = sort
        members = sort.members
        if members is None or isinstance(members, range):
            return
        keys: dict[str, str] = {}
        for member in members:
            self.member_sorts.setdefault(member, []).append(sort.name)
        for member, label in sort.labels.items():
            keys[label_key(label)] = member
        for member in members:
            keys[label_key(member)] = member
        self.labels[sort.name] = keys

    def add_said(self, said: Said) -> None:
        self.said[said.name] = said
        if isinstance(said, Table):
            return
        if said.gloss is not None and not said.parameters:
            self.glosses.setdefault(normal(said.gloss), []).append(said)

    def replace_said(self, said: Definition) -> None:
        """Put the finished definition in the place of its signature."""
        old = self.said[said.name]
        self.said[said.name] = said
        if said.gloss is not None and not said.parameters:
            same = self.glosses[normal(said.gloss)]
            same[same.index(old)] = said

    def shared(self, constant: Constant) -> Constant:
        return self.constants.setdefault(constant, constant)

    def member_of(self, sort: Sort, text: str) -> str | None:
        """The member of a fixed sort that a text names, by name or label, in any case and spacing."""
        members = sort.members
        if members is None or isinstance(members, range):
            return None
        if text in members:
            return text
        return self.labels[sort.name].get(label_key(text))

    def chain(self, rule: str) -> Iterator[RuleSymbol]:
        """The rule and those that it augments, from the rule itself up to its root; stops where a cycle closes."""
        seen: set[str] = set()
        at: str | None = rule
        while at is not None and at in self.rules and at not in seen:
            seen.add(at)
            yield self.rules[at]
            at = self.rules[at].augments


def type_of(said: Said) -> Kind:
    """The type of what is said by a name; an action has none."""
    match said:
        case Fact() | Outcome() | Definition():
            return said.type
        case Table():
            return said.types[0] if len(said.types) == 1 else kinds.BROKEN
        case Action():
            return kinds.BROKEN


def kind_words(said: Said | Column) -> str:
    """What a thing is, in one word: "a fact"."""
    match said:
        case Fact():
            return "a fact"
        case Outcome(concept=True):
            return "a concept"
        case Outcome():
            return "an outcome"
        case Action():
            return "an action"
        case Definition():
            return "a definition"
        case Table() | Column():
            return "a table"


def table_columns(table: Table, flexible: bool) -> Iterator[tuple[str, Column]]:
    """The names under which a table is looked up, with their columns.

    `flexible`: bare numbers of a column take the unit of what they meet (the table states no type).
    """
    for column, type_ in zip(table.columns, table.types, strict=True):
        kind: Kind = type_
        if flexible and isinstance(type_, NumberType) and type_.unit is None:
            kind = NumberType(type_.integer, type_.low, type_.high, kinds.ANY_UNIT)
        name = table.name if len(table.columns) == 1 else f"{table.name}.{column}"
        yield name, Column(table.name, column, table.parameters, kind)


def operator_kind(operator: object) -> str:
    """The kind of an operator clause as unnamed clauses are numbered by it: `exception`."""
    return _OPERATOR_KINDS[type(operator).__name__]


_OPERATOR_KINDS = {
    "AbstractOr": "abstract",
    "AbstractTo": "abstract",
    "Additive": "additive",
    "Negate": "negate",
    "ExceptionClause": "exception",
    "ConflictClause": "conflict",
    "IroncladClause": "ironclad",
}

_recent: list[tuple[Program, Symbols]] = []


def symbols_of(program: Program) -> Symbols:
    """The name spaces of a resolved program, for claims and cases that come later; kept for the last few programs."""
    for known, symbols in _recent:
        if known is program:
            return symbols
    symbols = _from_program(program)
    _recent.append((program, symbols))
    del _recent[:-8]
    return symbols


def _from_program(program: Program) -> Symbols:
    symbols = Symbols()
    for sort in program.sorts.values():
        symbols.add_sort(sort)
    propositions: list[Fact | Outcome] = [*program.facts.values(), *program.outcomes.values()]
    for said in propositions:
        if said.sentence:
            symbols.sentences[normal(said.gloss or said.name)] = said
        else:
            symbols.add_said(said)
    for action in program.actions.values():
        if action.name.startswith('"'):
            symbols.action_sentences[normal(action.gloss or action.name)] = action
        else:
            symbols.add_said(action)
    for definition in program.definitions.values():
        symbols.add_said(definition)
    for table in program.tables.values():
        symbols.add_said(table)
        # Whether the table stated its type is no longer known; claims may leave units out anyhow.
        for name, column in table_columns(table, flexible=True):
            symbols.columns[name] = column
    symbols.concept_names.update(o.name for o in program.outcomes.values() if o.concept)
    for rule in program.rules.values():
        symbols.rules[rule.id] = rule_symbol(rule)
    add_clauses(symbols)
    return symbols


def rule_symbol(rule: Rule) -> RuleSymbol:
    suffixes = tuple((o.suffix, operator_kind(o), o.span) for o in rule.operators)
    return RuleSymbol(rule.id, rule.meta, rule.augments, suffixes, rule.span)


def add_clauses(symbols: Symbols) -> None:
    """Name every clause of every rule, those that it takes over from the rules it augments included."""
    for rule in symbols.rules.values():
        for link in symbols.chain(rule.id):
            for suffix, kind, _ in link.suffixes:
                symbols.clauses.setdefault(f"{rule.id}.{suffix}", (rule.id, suffix, kind))


def is_boolean(kind: Kind) -> bool:
    return isinstance(kind, BooleanType)
