"""Formulas over facts, as far as they are known: true, false, or open (None).

Three-valued (Kleene): sound, not complete.  Used where a case is checked and where a condition is explained; what
is decided is decided by `decide`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never, cast

from rulelang.engine import core
from rulelang.engine.core import Formula, GroundDefinition, Value
from rulelang.engine.core_parts import children
from rulelang.engine.exact import arithmetic
from rulelang.engine.exact.undefined import Result, Undefinedness
from rulelang.engine.grounding.conform import conform
from rulelang.grammar.model import Constant_, Mode, Table
from rulelang.grammar.values import NONE


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of facts and, where something was concluded, of contests.

    `literals`: contest -> literal -> whether it is established (absent: open); `values`: contest -> its value.
    """

    facts: Mapping[str, bool | Constant_]
    definitions: Mapping[str, GroundDefinition]
    tables: Mapping[str, Table]
    literals: Mapping[str, Mapping[bool | Mode, bool]]
    values: Mapping[str, Result]
    named: dict[str, bool | Result | None] = field(
        default_factory=dict[str, "bool | Result | None"], init=False, compare=False, repr=False
    )
    """What definitions come to, each worked out once: what is known does not change under a reading."""


def truth(formula: Formula, reading: Reading) -> bool | None:
    """Whether the formula is true, false, or open."""
    match formula:
        case core.Truth(value):
            return value
        case core.FactTest(key):
            return cast("bool | None", reading.facts.get(key))
        case core.Established(contest, literals):
            known = reading.literals.get(contest, {})
            return _any(known.get(literal) for literal in literals)
        case core.Not(operand):
            inner = truth(operand, reading)
            return None if inner is None else not inner
        case core.And(parts):
            return _all(truth(part, reading) for part in parts)
        case core.Or(parts):
            return _any(truth(part, reading) for part in parts)
        case core.Test(op, left, right):
            one, other = worth(left, reading), worth(right, reading)
            if one is None or other is None:
                return None
            compared = arithmetic.compare(op, one, other)
            return None if isinstance(compared, Undefinedness) else compared
        case core.NoneTest(operand):
            result = worth(operand, reading)
            return None if result is None or isinstance(result, Undefinedness) else result is NONE
        case core.Named(key):
            return cast("bool | None", _named(key, reading))
        case _:
            assert_never(formula)


def worth(value: Value, reading: Reading) -> Result | None:
    """The value, why it is undefined, or None where it is open."""
    match value:
        case core.Constant(known):
            return known
        case core.Undefined(reason):
            return Undefinedness(reason)
        case core.FactRead(key):
            return reading.facts.get(key)
        case core.OutcomeRead(contest):
            return reading.values.get(contest)
        case core.NamedRead(key):
            return _named(key, reading)
        case core.Lookup(table, column, args):
            read = _worths(args, reading)
            return None if read is None else arithmetic.lookup(reading.tables[table], column, read)
        case core.Arithmetic(op, left, right):
            read = _worths((left, right), reading)
            return None if read is None else arithmetic.OPERATIONS[op](*read)
        case core.Minus(operand):
            result = worth(operand, reading)
            return None if result is None else arithmetic.negate(result)
        case core.Shift(base, by):
            read = _worths((base, by), reading)
            return None if read is None else arithmetic.shift(*read)
        case core.Elapsed(unit, start, end):
            read = _worths((start, end), reading)
            return None if read is None else arithmetic.elapsed(unit, *read)
        case core.Call(function, args):
            read = _worths(args, reading)
            return None if read is None else arithmetic.call(function, read)
        case core.CountOf(conditions):
            truths = [truth(condition, reading) for condition in conditions]
            return None if None in truths else sum(map(bool, truths))
        case core.Fold(fold, items):
            return _fold(fold, items, reading)
        case core.Selected(cases):
            for condition, chosen in cases:
                holds = truth(condition, reading)
                if holds is None:
                    return None
                if holds:
                    return worth(chosen, reading)
            return Undefinedness("no case fits")
        case _:
            assert_never(value)


def _fold(fold: str, items: tuple[tuple[Formula, Value], ...], reading: Reading) -> Result | None:
    read: list[Result] = []
    for guard, value in items:
        holds = truth(guard, reading)
        if holds is None:
            return None
        if holds:
            result = worth(value, reading)
            if result is None:
                return None
            read.append(result)
    return arithmetic.FOLDS[fold](read)


def _worths(values: tuple[Value, ...], reading: Reading) -> list[Result] | None:
    read: list[Result] = []
    for value in values:
        result = worth(value, reading)
        if result is None:
            return None
        read.append(result)
    return read


def _named(key: str, reading: Reading) -> bool | Result | None:
    """What a definition comes to; those that it rests on are worked out before it, however many in a row."""
    named, stack = reading.named, [key]
    while stack:
        current = stack[-1]
        if current in named:
            stack.pop()
            continue
        definition = reading.definitions[current]
        missing = [below for below in _read_by(definition) if below not in named]
        if missing:
            stack.extend(reversed(missing))
            continue
        find = _named_truth if definition.boolean else _named_worth
        named[stack.pop()] = find(definition, reading)
    return named[key]


def _read_by(definition: GroundDefinition) -> Iterator[str]:
    """The definitions that a definition reads itself."""
    waiting = [part for case in definition.cases for part in case]
    while waiting:
        node = waiting.pop()
        if isinstance(node, core.Named | core.NamedRead):
            yield node.definition
        else:
            waiting.extend(children(node))


def _named_truth(definition: GroundDefinition, reading: Reading) -> bool | None:
    for condition, value in definition.cases:
        holds = truth(condition, reading)
        if holds is None:
            return None
        if holds:
            return truth(cast(Formula, value), reading)
    return False


def _named_worth(definition: GroundDefinition, reading: Reading) -> Result | None:
    for condition, value in definition.cases:
        holds = truth(condition, reading)
        if holds is None:
            return None
        if holds:
            result = worth(cast(Value, value), reading)
            return None if result is None else conform(result, definition.type, definition.domain)
    return Undefinedness("no case of the definition fits")


def _all(parts: Iterable[bool | None]) -> bool | None:
    found: bool | None = True
    for part in parts:
        if part is False:
            return False
        if part is None:
            found = None
    return found


def _any(parts: Iterable[bool | None]) -> bool | None:
    found: bool | None = False
    for part in parts:
        if part is True:
            return True
        if part is None:
            found = None
    return found
