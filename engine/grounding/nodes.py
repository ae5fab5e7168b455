"""Ground formulas and values, built so that equal ones are one object, simplified where that is exact.

Truth is two-valued in every world, open tests included, so `FALSE AND open` is FALSE; an operation on known
values is done at once, unless it is undefined: then it stays, so that its reason can be said and two open
tests stay apart.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Literal, TypeAlias, TypeVar, cast

from rulelang.engine.core import (
    FALSE,
    TRUE,
    And,
    Arithmetic,
    Call,
    Constant,
    CountOf,
    Elapsed,
    Established,
    FactRead,
    FactTest,
    Fold,
    Formula,
    Lookup,
    Minus,
    Named,
    NamedRead,
    NoneTest,
    Not,
    Or,
    OutcomeRead,
    Selected,
    Shift,
    Test,
    Truth,
    Undefined,
    Value,
)
from rulelang.engine.exact import arithmetic
from rulelang.engine.exact.arithmetic import CompareOp, Function, Undefinedness
from rulelang.engine.exact.dates import Unit
from rulelang.grammar.model import Constant_, Mode, Table
from rulelang.grammar.values import NONE

Sign: TypeAlias = Literal["+", "-", "*", "/"]
Aggregate: TypeAlias = Literal["SUM", "MIN", "MAX"]

Node = TypeVar("Node", bound="Formula | Value")


class Nodes:
    """The nodes made so far.  Children are always nodes of the same table, so identity is equality.

    `looked_up`: tables of which every look-up stays one, at known values too.
    """

    def __init__(self, looked_up: Container[str] = ()) -> None:
        self._looked_up = looked_up
        self._made: dict[tuple[object, ...], Formula | Value] = {}

    def _shared(self, identity: tuple[object, ...], make: Node) -> Node:
        return cast(Node, self._made.setdefault(identity, make))

    # ------------------------------------------------------------------------------------------- formulas

    def fact_test(self, key: str) -> Formula:
        node = self._made.get(("fact", key))
        return cast(Formula, node) if node is not None else self._shared(("fact", key), FactTest(key))

    def established(self, contest: str, literals: tuple[bool | Mode, ...]) -> Formula:
        # True and "MAY" never meet in one contest, so the first literal tells.
        return self._shared(("established", contest, literals), Established(contest, literals))

    def named(self, definition: str) -> Formula:
        return self._shared(("named", definition), Named(definition))

    def negation(self, operand: Formula) -> Formula:
        if isinstance(operand, Truth):
            return FALSE if operand.value else TRUE
        if isinstance(operand, Not):
            return operand.operand
        return self._shared(("not", id(operand)), Not(operand))

    def conjunction(self, parts: Iterable[Formula]) -> Formula:
        kept: dict[int, Formula] = {}
        for part in parts:
            if isinstance(part, And):
                for inner in part.parts:
                    kept[id(inner)] = inner
            elif part is FALSE:
                return FALSE
            elif part is not TRUE:
                kept[id(part)] = part
        if len(kept) > 1:
            return self._shared(("and", *kept), And(tuple(kept.values())))
        return next(iter(kept.values()), TRUE)

    def disjunction(self, parts: Iterable[Formula]) -> Formula:
        kept: dict[int, Formula] = {}
        for part in parts:
            if isinstance(part, Or):
                for inner in part.parts:
                    kept[id(inner)] = inner
            elif part is TRUE:
                return TRUE
            elif part is not FALSE:
                kept[id(part)] = part
        if len(kept) > 1:
            return self._shared(("or", *kept), Or(tuple(kept.values())))
        return next(iter(kept.values()), FALSE)

    def test(self, op: CompareOp, left: Value, right: Value) -> Formula:
        if isinstance(left, Constant) and isinstance(right, Constant):
            known = arithmetic.compare(op, left.value, right.value)
            if not isinstance(known, Undefinedness):
                return TRUE if known else FALSE
        return self._shared(("test", op, id(left), id(right)), Test(op, left, right))

    def none_test(self, operand: Value) -> Formula:
        if isinstance(operand, Constant):
            return TRUE if operand.value is NONE else FALSE
        return self._shared(("none", id(operand)), NoneTest(operand))

    # --------------------------------------------------------------------------------------------- values

    def constant(self, value: Constant_) -> Value:
        return self._shared(("constant", type(value), value), Constant(value))

    def undefined(self, reason: str) -> Value:
        return self._shared(("undefined", reason), Undefined(reason))

    def fact_read(self, key: str) -> Value:
        return self._shared(("read", key), FactRead(key))

    def outcome_read(self, contest: str) -> Value:
        return self._shared(("outcome", contest), OutcomeRead(contest))

    def named_read(self, definition: str) -> Value:
        return self._shared(("value", definition), NamedRead(definition))

    def arithmetic(self, op: Sign, left: Value, right: Value) -> Value:
        if isinstance(left, Constant) and isinstance(right, Constant):
            known = arithmetic.OPERATIONS[op](left.value, right.value)
            if not isinstance(known, Undefinedness):
                return self.constant(known)
        return self._shared(("arithmetic", op, id(left), id(right)), Arithmetic(op, left, right))

    def minus(self, operand: Value) -> Value:
        if isinstance(operand, Constant):
            known = arithmetic.negate(operand.value)
            if not isinstance(known, Undefinedness):
                return self.constant(known)
        return self._shared(("minus", id(operand)), Minus(operand))

    def shift(self, base: Value, by: Value) -> Value:
        if isinstance(base, Constant) and isinstance(by, Constant):
            known = arithmetic.shift(base.value, by.value)
            if not isinstance(known, Undefinedness):
                return self.constant(known)
        return self._shared(("shift", id(base), id(by)), Shift(base, by))

    def elapsed(self, unit: Unit, start: Value, end: Value) -> Value:
        if isinstance(start, Constant) and isinstance(end, Constant):
            known = arithmetic.elapsed(unit, start.value, end.value)
            if not isinstance(known, Undefinedness):
                return self.constant(known)
        return self._shared(("elapsed", unit, id(start), id(end)), Elapsed(unit, start, end))

    def call(self, function: Function, args: Sequence[Value]) -> Value:
        constants = [arg.value for arg in args if isinstance(arg, Constant)]
        if len(constants) == len(args):
            known = arithmetic.call(function, constants)
            if not isinstance(known, Undefinedness):
                return self.constant(known)
        return self._shared(("call", function, *map(id, args)), Call(function, tuple(args)))

    def lookup(self, table: Table, column: int, args: Sequence[Value]) -> Value:
        constants = [arg.value for arg in args if isinstance(arg, Constant)]
        if len(constants) == len(args) and table.name not in self._looked_up:
            known = arithmetic.lookup(table, column, constants)
            if not isinstance(known, Undefinedness):
                return self.constant(known)
        label = table.name if len(table.columns) == 1 else f"{table.name}.{table.columns[column]}"
        identity = ("lookup", table.name, column, *map(id, args))
        return self._shared(identity, Lookup(table.name, column, tuple(args), label))

    def count_of(self, conditions: Iterable[Formula]) -> Value:
        # Conditions are counted one by one: equal ones must stay apart.
        open_conditions = [condition for condition in conditions if condition is not FALSE]
        if all(condition is TRUE for condition in open_conditions):
            return self.constant(len(open_conditions))
        return self._shared(("count", *map(id, open_conditions)), CountOf(tuple(open_conditions)))

    def fold(self, fold: Aggregate, items: Iterable[tuple[Formula, Value]]) -> Value:
        read = [(guard, value) for guard, value in items if guard is not FALSE]
        constants = [value.value for guard, value in read if guard is TRUE and isinstance(value, Constant)]
        if len(constants) == len(read):
            known = arithmetic.FOLDS[fold](constants)
            if not isinstance(known, Undefinedness):
                return self.constant(known)
        identity = ("fold", fold, *(id(part) for item in read for part in item))
        return self._shared(identity, Fold(fold, tuple(read)))

    def selected(self, cases: Iterable[tuple[Formula, Value]]) -> Value:
        read: list[tuple[Formula, Value]] = []
        for condition, value in cases:
            if condition is FALSE:
                continue
            if condition is TRUE and not read:
                return value
            read.append((condition, value))
            if condition is TRUE:
                break
        return self._shared(("selected", *(id(part) for item in read for part in item)), Selected(tuple(read)))
