"""Look-ups in tables: the first row that fits, rows with fewer OTHER keys before rows with more (docs/language.md)."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.solver.symbolic import NOTHING, Symbolic, Symbols, as_numbers, constant, first, guarded
from rulelang.engine.solver.terms import Bool, Terms
from rulelang.grammar.model import Constant_, Key, KeyAny, KeyOther, KeyRange, KeySet, Table
from rulelang.grammar.values import NONE


def lookup(terms: Terms, symbols: Symbols, table: Table, column: int, args: Sequence[Symbolic]) -> Symbolic:
    """The column's value in the row that fits; NONE where none fits, undefined where an argument is or is NONE."""
    rows = sorted(table.rows, key=lambda row: sum(isinstance(key, KeyOther) for key in row.keys))
    cases: list[tuple[Bool, Symbolic]] = []
    for row in rows:
        fits = terms.conjunction(
            [_fits(terms, symbols, key, arg) for key, arg in zip(row.keys, args, strict=True)]
        )
        if fits is not False:
            cases.append((fits, constant(terms, symbols, row.values[column])))
        if fits is True:
            break
    known = terms.negation(terms.disjunction([terms.disjunction((arg.undefined, arg.none)) for arg in args]))
    return guarded(terms, first(terms, cases, NOTHING), known)


def _fits(terms: Terms, symbols: Symbols, key: Key, arg: Symbolic) -> Bool:
    match key:
        case KeySet(values):
            return terms.disjunction([_is(terms, symbols, arg, value) for value in sorted(values, key=repr)])
        case KeyRange(low, low_open, high, high_open):
            return terms.conjunction((
                _beyond(terms, symbols, arg, ">" if low_open else ">=", low),
                _beyond(terms, symbols, arg, "<" if high_open else "<=", high),
            ))
        case KeyAny() | KeyOther():
            return True


def _is(terms: Terms, symbols: Symbols, arg: Symbolic, value: Constant_) -> Bool:
    if value is NONE:
        return arg.none
    kind, numbers = as_numbers(symbols, value)
    if kind not in arg.parts:
        return False
    guard, payload = arg.parts[kind]
    same = (terms.compare("=", a, terms.number(b)) for a, b in zip(payload, numbers, strict=True))
    return terms.conjunction([guard, *same])


def _beyond(terms: Terms, symbols: Symbols, arg: Symbolic, op: str, bound: Constant_ | None) -> Bool:
    if bound is None:
        return True
    kind, numbers = as_numbers(symbols, bound)
    if kind not in arg.parts:
        return False
    guard, payload = arg.parts[kind]
    # Of a duration's two numbers one is 0 on both sides: a range has durations of one kind.
    each = [terms.compare(op, a, terms.number(b)) for a, b in zip(payload, numbers, strict=True)]
    return terms.conjunction((guard, terms.disjunction(each) if op in "<>" else terms.conjunction(each)))
