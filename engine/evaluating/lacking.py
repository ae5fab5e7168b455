"""Whether a value may turn out to be undefined for some facts, told from how it is written (D8).

A test that compares such a value is open in some world, so it is one of the things that may matter to a decision.  "No"
is proved; "yes" may be too much, where bounds or conditions rule out what would make it undefined.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.engine import core as c
from rulelang.grammar.model import DateType, NumberType, Type

TOTAL = frozenset({"ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY"})
STEPPED = frozenset({"ROUND", "FLOOR", "CEIL"})


def may_lack(core: c.Core, values: Iterable[c.Value]) -> bool:
    """Whether one of these values may be undefined."""
    todo = list(values)
    seen: set[str] = set()
    while todo:
        value = todo.pop()
        match value:
            case c.Constant() | c.CountOf():
                pass
            case c.FactRead(fact):
                if core.facts[fact].nullable:
                    return True
            case c.OutcomeRead(name) | c.NamedRead(name):
                if name in seen:
                    continue
                seen.add(name)
                given = _given(core, name)
                # A value outside of its type is undefined, and so is one of which limits contradict each other.
                if given is None or not all(_of_type(core, given[0], one) for one in given[1]):
                    return True
                todo += given[1]
            case c.Arithmetic("/", left, right):
                if not _never_zero(core, right):
                    return True
                todo += [left, right]
            case c.Arithmetic(_, left, right):
                todo += [left, right]
            case c.Minus(operand):
                todo.append(operand)
            case c.Elapsed(_, start, end):
                todo += [start, end]
            case c.Call(function, args) if function in TOTAL:
                todo += args
            case c.Call(function, (one, *step)) if function in STEPPED and all(_never_zero(core, s) for s in step):
                todo += [one, *step]
            case c.Fold("SUM", items):
                todo += [item for _, item in items]
            case c.Fold(_, items) if any(guard == c.TRUE for guard, _ in items):
                todo += [item for _, item in items]
            case _:
                return True
    return False


def may_lack_besides_none(core: c.Core, value: c.Value, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a value may be undefined, which NONE is not: whether a test for NONE may be open (D8.3).

    That no rule gives an outcome a value counts as NONE here.
    """
    match value:
        case c.FactRead():
            return False
        case c.OutcomeRead(name) if not core.contests[name].limits:
            given = _given(core, name)
        case c.NamedRead(name):
            given = _given(core, name)
        case _:
            return may_lack(core, [value])
    if name in seen:
        return False
    if given is None or not all(_of_type(core, given[0], one) for one in given[1]):
        return True
    return any(may_lack_besides_none(core, one, seen | {name}) for one in given[1])


def _given(core: c.Core, name: str) -> tuple[Type | None, list[c.Value]] | None:
    """The type of an outcome or definition and what its rules or cases give it; None where that may be nothing for
    another reason than that no rule speaks."""
    if name in core.contests:
        contest = core.contests[name]
        if len(contest.limits) > 1:
            return None
        given = [rule for index in contest.rules if (rule := core.rules[index].value) is not None]
        return contest.type, [*given, *(limit.bound for limit in contest.limits)]
    definition = core.definitions[name]
    if not any(condition == c.TRUE for condition, _ in definition.cases):
        return None
    return definition.type, [value for _, value in definition.cases]  # type: ignore[misc]


def _of_type(core: c.Core, type_: Type | None, value: c.Value) -> bool:
    """Whether a value, if there is one, is surely of the type."""
    match type_:
        case NumberType(integer, None, None):
            return not integer or _whole(core, value)
        case DateType():
            return True
        case _:
            return False


def _whole(core: c.Core, value: c.Value) -> bool:
    match value:
        case c.Constant(known):
            return isinstance(known, int)
        case c.FactRead(fact):
            type_: Type | None = core.facts[fact].type
        case c.OutcomeRead(name):
            type_ = core.contests[name].type
        case c.NamedRead(name):
            type_ = core.definitions[name].type
        case c.Arithmetic("+" | "-" | "*", left, right):
            return _whole(core, left) and _whole(core, right)
        case c.Minus(operand):
            return _whole(core, operand)
        case c.Call("ABS" | "LEAST" | "GREATEST", args):
            return all(_whole(core, arg) for arg in args)
        case c.Call("ROUND" | "FLOOR" | "CEIL", args):
            return len(args) == 1
        case c.Fold("SUM", items):
            return all(_whole(core, item) for _, item in items)
        case c.CountOf() | c.Elapsed() | c.Call("YEAR" | "MONTH" | "DAY"):
            return True
        case _:
            return False
    return isinstance(type_, NumberType) and type_.integer


def _never_zero(core: c.Core, value: c.Value) -> bool:
    match value:
        case c.Constant(known):
            return known != 0
        case c.FactRead(fact):
            type_ = core.facts[fact].type
            return isinstance(type_, NumberType) and (
                (type_.low is not None and type_.low > 0) or (type_.high is not None and type_.high < 0)
            )
        case _:
            return False
