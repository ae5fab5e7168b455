"""Ground formulas and values as text, close to what a rule file writes."""

from __future__ import annotations

from typing import assert_never

from rulelang.engine.core import (
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
from rulelang.engine.grounding.keys import argument

_NORMS: dict[tuple[object, ...], str] = {
    ("MAY", "MUST"): "MAY",
    ("NEED NOT", "MUST NOT"): "NEED NOT",
    ("MAY",): "MAY",
    ("NEED NOT",): "NEED NOT",
    ("MUST",): "MUST",
    ("MUST NOT",): "MUST NOT",
}


def formula_text(formula: Formula) -> str:
    """The formula in one line; parts of AND and OR are bracketed where they need it.

    >>> formula_text(Not(And((FactTest("fraud"), Established("breach", (True,))))))
    'NOT (fraud AND breach)'
    >>> formula_text(Not(NoneTest(FactRead("notice"))))
    'notice != NONE'
    """
    match formula:
        case Truth(value):
            return "YES" if value else "NO"
        case FactTest(key) | Named(key):
            return key
        case Established(contest, literals):
            return established_text(contest, literals)
        case Not(NoneTest(operand)):
            return f"{value_text(operand)} != NONE"
        case Not(operand):
            return f"NOT {_bracketed(operand)}"
        case And(parts):
            return " AND ".join(map(_bracketed, parts))
        case Or(parts):
            return " OR ".join(map(_bracketed, parts))
        case Test(op, left, right):
            return f"{value_text(left)} {op} {value_text(right)}"
        case NoneTest(operand):
            return f"{value_text(operand)} = NONE"
        case _:
            assert_never(formula)


def established_text(contest: str, literals: tuple[object, ...]) -> str:
    """`MAY transfer`, `REJECTED breach`, `breach`."""
    if literals == (True,):
        return contest
    if literals == (False,):
        return f"REJECTED {contest}"
    return f"{_NORMS[literals]} {contest}"


def _bracketed(formula: Formula) -> str:
    text = formula_text(formula)
    return f"({text})" if isinstance(formula, And | Or) else text


def value_text(value: Value) -> str:
    """The value's expression in one line.

    >>> value_text(Arithmetic("*", Arithmetic("+", FactRead("a"), FactRead("b")), Constant(2)))
    '(a + b) * 2'
    """
    match value:
        case Constant(known):
            return argument(known)
        case Undefined(reason):
            return f"<{reason}>"
        case FactRead(key) | OutcomeRead(key) | NamedRead(key):
            return key
        case Lookup(table, _, args, label):
            return f"{label or table}({', '.join(map(value_text, args))})"
        case Arithmetic(op, left, right):
            return f"{_operand(left)} {op} {_operand(right)}"
        case Minus(operand):
            return f"-{_operand(operand)}"
        case Shift(base, by):
            return f"{_operand(base)} + {_operand(by)}"
        case Call(function, args):
            return f"{function}({', '.join(map(value_text, args))})"
        case Elapsed(unit, start, end):
            return f"{unit} FROM {value_text(start)} TO {value_text(end)}"
        case CountOf(conditions):
            return f"COUNT OF {{{', '.join(map(formula_text, conditions))}}}"
        case Fold(fold, items):
            return f"{fold} OF {{{', '.join(map(_item, items))}}}"
        case Selected(cases):
            return f"{{{', '.join(map(_item, cases))}}}"
        case _:
            assert_never(value)


def _operand(value: Value) -> str:
    text = value_text(value)
    return f"({text})" if isinstance(value, Arithmetic | Shift | Elapsed | Minus) else text


def _item(item: tuple[Formula, Value]) -> str:
    guard, value = item
    return value_text(value) if guard == Truth(True) else f"{value_text(value)} IF {formula_text(guard)}"
