"""The names that an answer may use, and what stands behind those that are defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.grammar import model
from rulelang.grammar.literals import value_text
from rulelang.grammar.resolving.kinds import describe
from rulelang.grammar.rule_text import formula_text
from rulelang.grammar.words import unit_of


def definition_lines(program: model.Program, definition: model.Definition) -> Iterator[str]:
    """A definition as the language writes it."""
    yield f"DEFINE {definition.name}{_signature(definition.parameters)}"
    for case in definition.cases:
        condition = "" if case.condition is None else f" IF {formula_text(program, case.condition)}"
        yield f"  AS {formula_text(program, case.value)}{condition}"


def table_lines(table: model.Table) -> Iterator[str]:
    """A table, one row a line."""
    columns = " | ".join((*(parameter.name for parameter in table.parameters), *table.columns))
    yield f"TABLE {table.name}: {columns}"
    keys = [unit_of(parameter.type) for parameter in table.parameters]
    values = [unit_of(one) for one in table.types]
    for row in table.rows:
        cells = [_key(key, unit) for key, unit in zip(row.keys, keys, strict=True)]
        cells += [_cell(value, unit) for value, unit in zip(row.values, values, strict=True)]
        yield f"  | {' | '.join(cells)} |"


def _key(key: model.Key, unit: str | None) -> str:
    match key:
        case model.KeySet(values):
            return ", ".join(sorted(_cell(value, unit) for value in values))
        case model.KeyRange(low, low_open, high, high_open):
            start = "" if low is None else f"{'OVER' if low_open else 'FROM'} {value_text(low, unit)}"
            end = (
                ""
                if high is None
                else f"{'UNDER' if high_open else 'TO' if start else 'UP TO'} {value_text(high, unit)}"
            )
            return f"{start} {end}".strip()
        case model.KeyAny():
            return "ANY"
        case model.KeyOther():
            return "OTHER"


def _cell(value: model.Constant_ | bool, unit: str | None) -> str:
    return ("YES" if value else "NO") if isinstance(value, bool) else value_text(value, unit)


def name_lines(program: model.Program, names: Iterable[str]) -> Iterator[str]:
    """The names that formulas may use, each with what kind of thing it is and its words."""
    wanted = set(names)
    kinds: tuple[tuple[str, Iterable[model.Fact | model.Outcome | model.Definition]], ...] = (
        ("fact", program.facts.values()),
        ("conclusion", program.outcomes.values()),
        ("definition", program.definitions.values()),
    )
    for kind, said in kinds:
        for one in said:
            if one.name in wanted:
                boolean = isinstance(one.type, model.BooleanType)
                type_ = "" if boolean else f", {describe(one.type, program.sorts).replace('`', '')}"
                yield _named(one.name, one.parameters, kind + type_, one.gloss)
    for action in program.actions.values():
        if action.name in wanted:
            yield _named(action.name, action.parameters, "action, with MUST, MUST NOT, MAY or NEED NOT", action.gloss)
    for table in program.tables.values():
        if table.name in wanted:
            yield _named(table.name, table.parameters, "table", table.gloss)


def _named(name: str, parameters: Iterable[model.Parameter], kind: str, words: str | None) -> str:
    return f"{name}{_signature(parameters)} [{kind}]" + (f": {words}" if words else "")


def _signature(parameters: Iterable[model.Parameter]) -> str:
    inner = ", ".join(parameter.name for parameter in parameters)
    return f"({inner})" if inner else ""
