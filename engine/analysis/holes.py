"""Look-ups that reach a hole of their table in some case: no row fits, and the value is NONE (RL534).

Which keys no row fits is found when the table is read (RL254); here it is asked whether a rule gets there: with its
condition true, within the bounds of facts, through arithmetic and definitions.  Not asked about are tables of which the
program itself asks whether they say NONE, arguments that may have no value, and entities and texts that no row names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulelang.engine import core as c
from rulelang.engine.analysis.finding import Finding, finding
from rulelang.engine.analysis.free import Impossible
from rulelang.engine.analysis.happens import Happens
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.told import Told
from rulelang.engine.analysis.walk import formulas_of, nodes
from rulelang.engine.core_parts import children
from rulelang.engine.core_text import formula_text
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import Label

MARK = "rows of "
"""No table's name begins so."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A clause looks a table up, in a case in which these formulas are true."""

    clause: str
    contest: str
    lookup: c.Lookup
    where: tuple[c.Formula, ...]


def holes(whole: Happens, where: dict[str, Label]) -> Iterator[Finding]:
    """One finding for each clause and table, with the smallest case."""
    core = whole.core
    asked_for_none = {
        node.operand.table
        for formula in formulas_of(core)
        for node in nodes(formula)
        if isinstance(node, c.NoneTest) and isinstance(node.operand, c.Lookup)
    }
    tables = {name: table for name, table in core.tables.items() if _may_miss(table) and name not in asked_for_none}
    if not tables:
        return
    marked = replace(core, tables={**core.tables, **{MARK + name: _marked(table) for name, table in tables.items()}})
    happens = whole.about(marked)
    told: set[tuple[str, str]] = set()
    for one in _reached(core):
        key = one.clause, one.lookup.table
        if one.lookup.table not in tables or key in told or one.clause not in where:
            continue
        table = tables[one.lookup.table]
        named = tuple(_named(table, place, arg) for place, arg in enumerate(one.lookup.args))
        if not all(_always_there(core, arg) for arg in one.lookup.args):
            continue
        gap = c.NoneTest(c.Lookup(MARK + table.name, 0, one.lookup.args))
        witness = _case(happens, c.And((*one.where, *named, gap)), one)
        if witness is None:
            continue
        told.add(key)
        shown = formula_text(c.NoneTest(one.lookup)).removesuffix(" = NONE")
        message = f"`{one.clause}` looks `{table.name}` up where no row fits: `{shown}` is NONE"
        hint = "write the row (OTHER takes what no other row fits), or let the condition exclude such cases"
        label = Label(table.span, "has no row for it")
        yield finding("RL534", message, where[one.clause].span, "", (label,), hint, witness)


def _case(happens: Happens, formula: c.Formula, one: Reached) -> Told | None:
    if isinstance(happens.free.possible(formula, tell=False), Impossible):
        return None
    contest = happens.core.contests[one.contest]
    claim = f"MUST {contest.key}" if contest.kind is c.ContestKind.ACTION else contest.key
    found = happens.smallest(formula, one.clause, (claim,))
    return None if found == "never" else found


# --------------------------------------------------------------------------------------------------- where it is


def _reached(core: c.Core) -> Iterator[Reached]:
    """The look-ups of rules: in conditions where the other parts are true, in values where the rule applies."""
    for contest in core.contests.values():
        for index in contest.rules:
            rule = core.rules[index]
            clause = clause_name(rule)
            parts = rule.condition.parts if isinstance(rule.condition, c.And) else (rule.condition,)
            for number, part in enumerate(parts):
                rest = tuple(other for place, other in enumerate(parts) if place != number)
                yield from (Reached(clause, contest.key, *found) for found in _lookups(core, part, rest, set()))
            if rule.value is not None:
                forced = tuple(c.Not(part.condition) for part in rule.exceptions if not part.exceptions)
                inside = (rule.condition, *forced)
                yield from (Reached(clause, contest.key, *found) for found in _lookups(core, rule.value, inside, set()))


def _lookups(
    core: c.Core, node: c.Formula | c.Value, where: tuple[c.Formula, ...], seen: set[str]
) -> Iterator[tuple[c.Lookup, tuple[c.Formula, ...]]]:
    """The look-ups in a formula or value, each with what must be true for it to be read."""
    match node:
        case c.Named(key) | c.NamedRead(key):
            if key in seen:
                return
            earlier: tuple[c.Formula, ...] = ()
            for guard, value in core.definitions[key].cases:
                yield from _lookups(core, guard, (*where, *earlier), seen | {key})
                yield from _lookups(core, value, (*where, *earlier, guard), seen | {key})
                earlier = (*earlier, c.Not(guard))
        case c.Fold(_, items):
            for guard, value in items:
                yield from _lookups(core, guard, where, seen)
                yield from _lookups(core, value, (*where, guard), seen)
        case c.Selected(cases):
            earlier = ()
            for guard, value in cases:
                yield from _lookups(core, value, (*where, *earlier, guard), seen)
                earlier = (*earlier, c.Not(guard))
        case c.NoneTest():
            return
        case _:
            if isinstance(node, c.Lookup):
                yield node, where
            for part in children(node):
                yield from _lookups(core, part, where, seen)


def _always_there(core: c.Core, value: c.Value) -> bool:
    """Whether a value is one in every case: facts, sums and products of them, and definitions that always fit."""
    match value:
        case c.Constant() | c.FactRead() | c.CountOf():
            return True
        case c.NamedRead(key):
            cases = core.definitions[key].cases
            return cases[-1][0] == c.TRUE and all(_always_there(core, one) for _, one in cases)  # type: ignore[arg-type]
        case c.Arithmetic(op, left, right):
            return op != "/" and _always_there(core, left) and _always_there(core, right)
        case c.Minus(operand):
            return _always_there(core, operand)
        case c.Call(function, args):
            return function in ("ABS", "LEAST", "GREATEST") and all(_always_there(core, one) for one in args)
        case c.Fold("SUM", items):
            return all(_always_there(core, one) for _, one in items)
        case _:
            return False


# ------------------------------------------------------------------------------------------------------ tables


def _may_miss(table: m.Table) -> bool:
    """Whether it is not plain that some row always fits."""
    return bool(table.rows) and not any(
        all(isinstance(key, m.KeyAny | m.KeyOther) for key in row.keys) for row in table.rows
    )


def _marked(table: m.Table) -> m.Table:
    """A table with the same rows that says 1 in each, so that a row which says NONE is no hole."""
    rows = tuple(replace(row, values=(1,)) for row in table.rows)
    return replace(table, columns=(table.name,), types=(m.NumberType(),), rows=rows)


def _named(table: m.Table, place: int, arg: c.Value) -> c.Formula:
    """That an argument which may be any text or entity is one that a row names."""
    if isinstance(table.parameters[place].type, m.NumberType | m.DateType | m.TimeType | m.DurationType):
        return c.TRUE
    values = {value for row in table.rows for value in _values(row.keys[place])}
    return c.Or(tuple(c.Test("=", arg, c.Constant(value)) for value in sorted(values, key=repr)))


def _values(key: m.Key) -> Iterable[m.Constant_]:
    return key.values if isinstance(key, m.KeySet) else ()
