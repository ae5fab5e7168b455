"""Decisions as a person reads them and as JSON: shared by the verbs that decide."""

from __future__ import annotations

import datetime
from typing import Any

from rulelang.engine.decision import Decision, Status
from rulelang.engine.grounding.keys import argument
from rulelang.grammar import model
from rulelang.grammar.values import Duration, NoneValue
from rulelang.grammar.words import value_text


def decision_words(decision: Decision) -> str:
    """The decision in one line, without what it is about: `HOLDS`, `FAILS (excepted)`, `VALUE 30`."""
    parts: list[str] = []
    if decision.why is not None:
        parts.append(decision.why.value)
    if decision.undefined is not None:
        parts.append(decision.undefined)
    if decision.limit is not None:
        parts.append(decision.limit)
    for word, names in (
        ("unknown", decision.unknowns),
        ("open", decision.open_tests),
        ("in conflict", decision.conflicts),
        ("cycle", decision.cycles),
    ):
        if names:
            parts.append(f"{word}: {', '.join(names)}")
    if decision.possible:
        parts.append("these may matter")
    return decision.status.value + (f" ({'; '.join(parts)})" if parts else "")


def asked_words(text: str, decision: Decision, unit: str | None) -> str:
    """What was asked with its answer: `total = 1_245 usd`, `MUST obtain_consent FAILS (excepted)`."""
    if decision.status is Status.VALUE and decision.value is not None:
        return f"{text} = {value_text(decision.value, unit)}"
    return f"{text}  {decision_words(decision)}"


def unit_of(program: model.Program, asked: model.Formula | model.Value) -> str | None:
    """The unit of what is asked, where it is an amount."""
    match asked:
        case model.FactValue(name):
            return _unit(program.facts[name].type)
        case model.OutcomeValue(name):
            return _unit(program.outcomes[name].type)
        case model.DefinitionValue(name):
            return _unit(program.definitions[name].type)
        case model.TableValue(name, column):
            table = program.tables[name]
            return _unit(table.types[table.columns.index(column)])
        case model.Constant(_, unit):
            return unit
        case model.Arithmetic("/", left, right):
            return None if unit_of(program, right) else unit_of(program, left)
        case model.Arithmetic(_, left, right):
            return unit_of(program, left) or unit_of(program, right)
        case model.Minus(operand) | model.Fold(body=operand):
            return unit_of(program, operand)
        case model.Call("YEAR" | "MONTH" | "DAY" | "DATE"):
            return None
        case model.Call(_, args):
            return unit_of(program, args[0])
        case _:
            return None


def _unit(type_: model.Type) -> str | None:
    return type_.unit if isinstance(type_, model.NumberType) else None


def decision_json(decision: Decision, unit: str | None) -> dict[str, Any]:
    """The decision with its evidence; absent fields say nothing."""
    made: dict[str, Any] = {"status": decision.status.value}
    if decision.status is Status.VALUE:
        made["value"] = json_value(decision.value)
        if unit is not None:
            made["unit"] = unit
    if decision.why is not None:
        made["why"] = decision.why.value
    for name in ("undefined", "limit"):
        if getattr(decision, name) is not None:
            made[name] = getattr(decision, name)
    for name in ("unknowns", "open_tests", "conflicts", "cycles"):
        if getattr(decision, name):
            made[name] = list(getattr(decision, name))
    if decision.possible:
        made["possible"] = True
    return made


def json_value(value: model.Constant_ | None) -> Any:
    """A value in JSON: numbers as numbers, NONE as null, everything else as text."""
    if value is None or isinstance(value, NoneValue):
        return None
    if isinstance(value, datetime.date | Duration):
        return argument(value)
    return value
