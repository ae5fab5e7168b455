"""The rule table as the goal-directed pass reads it: conjunctions of literals that a loop tells apart by a number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from rulelang.engine.evaluating.cells import Code, Conjunction, FactCell, LiteralCell, NamedCell, TestCell, reach
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow, ExceptionRow, Row, Table
from rulelang.grammar.model import DateType, NumberType, SortType, TextType, TimeType

FACT, REACHED, EQUAL, ABOVE, CONTEST, OPPOSED, MODE, NAMED, CELL = range(9)
"""A literal is (kind, reference, operand, sign): a fact is true; a fact is >=, =, > a constant; a boolean outcome is
established, rejected; one of some modes of an action is established; a boolean definition; any other cell."""

DERIVED = frozenset({CONTEST, OPPOSED, MODE, NAMED})
"""The kinds that refer to a row."""

Literal: TypeAlias = tuple[int, Any, Any, bool]
Body: TypeAlias = tuple[Literal, ...]
Exceptions: TypeAlias = tuple[tuple[Body, Any], ...]
"""Each exception's condition with the exceptions to it."""
GoalRule: TypeAlias = tuple[int, Body, Exceptions, tuple[int, ...]]
"""Index in the core plus one, negative for a rule against the outcome; body; exceptions; later rules that oppose it."""

_ORDERS = {
    ">=": (REACHED, True), "<": (REACHED, False), ">": (ABOVE, True), "<=": (ABOVE, False),
    "=": (EQUAL, True), "!=": (EQUAL, False),
}


def goal_literal(table: Table, code: Code) -> Literal:
    """The literal of a code."""
    number, sign = code >> 1, not code & 1
    match table.cells[number]:
        case FactCell(fact):
            return FACT, fact, None, sign
        case TestCell(test, _, _, (fact, constant)) if plain_comparison(table, fact, constant):
            kind, positive = _ORDERS[test.op]
            return kind, fact, constant, positive is sign
        case LiteralCell(node, (True,)):
            return CONTEST, node, None, sign
        case LiteralCell(node, (False,)):
            return OPPOSED, node, None, sign
        case LiteralCell(node, literals):
            return MODE, node, frozenset(literals), sign
        case NamedCell(node):
            return NAMED, node, None, sign
        case _:
            return CELL, number, None, sign


def plain_comparison(table: Table, fact: str, constant: object) -> bool:
    """Whether Python's own comparison is the language's for this fact and constant (durations have their own)."""
    match table.facts[fact].type:
        case NumberType():
            return isinstance(constant, int | Fraction)
        case SortType() | TextType():
            return isinstance(constant, str | int)
        case DateType() | TimeType():
            return not isinstance(constant, int | Fraction | str)
        case _:
            return False


def goal_body(table: Table, body: Conjunction) -> Body:
    """The literals of a conjunction, cheap ones first: facts, contests with little below them, all others."""

    def cost(literal: Literal) -> int:
        kind, reference, _, _ = literal
        return table.levels[int(reference)] if kind in DERIVED else -1 if kind != CELL else len(table.rows)

    return tuple(sorted((goal_literal(table, code) for code in body), key=cost))


def goal_exceptions(table: Table, exceptions: tuple[ExceptionRow, ...]) -> Exceptions:
    """Exceptions as the loop reads them."""
    return tuple((goal_body(table, e.body), goal_exceptions(table, e.exceptions)) for e in exceptions)


@dataclass(frozen=True, slots=True)
class GoalContest:
    """A contest's rows: for a boolean outcome `rules` has all; `above` are the positions that outrank each rule."""

    row: ContestRow
    rules: tuple[GoalRule, ...]
    limits: tuple[tuple[bool, int, Body, Exceptions], ...]


@dataclass(frozen=True, slots=True)
class GoalDefinition:
    row: DefinitionRow
    truths: tuple[tuple[Body, Body], ...]
    values: tuple[tuple[Body, int], ...]


GoalRow: TypeAlias = GoalContest | GoalDefinition


def goal_row(table: Table, row: Row) -> GoalRow:
    """One contest or definition."""
    match row:
        case ContestRow():
            rules: list[GoalRule] = []
            for i, rule in enumerate(row.rules):
                name = -(rule.index + 1) if rule.literal is False else rule.index + 1
                exceptions = goal_exceptions(table, rule.exceptions)
                rules.append((name, goal_body(table, rule.body), exceptions, row.rest[i]))
            limits = tuple(
                (limit.cap, limit.bound, goal_body(table, limit.body), goal_exceptions(table, limit.exceptions))
                for limit in row.limits
            )
            return GoalContest(row, tuple(rules), limits)
        case DefinitionRow():
            truths = tuple((goal_body(table, g), goal_body(table, t)) for g, t in row.truths)
            values = tuple((goal_body(table, g), value) for g, value in row.values)
            return GoalDefinition(row, truths, values)


def reads_of(table: Table, body: Conjunction, value: int) -> tuple[int, ...]:
    """The nodes that a rule reads in its condition and its value, in the order of reading."""
    found: dict[int, None] = {}
    roots = [code >> 1 for code in body] + ([value] if value >= 0 else [])
    for root in roots:
        for number in sorted(reach(table.cells, [root])):
            node = getattr(table.cells[number], "node", None)
            if node is not None:
                found[node] = None
    return tuple(found)
