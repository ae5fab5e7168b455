"""Names in expressions: what a name or a sentence stands for at its place, and what is wrong where it can't be."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.grammar import tree
from rulelang.grammar.model import (
    Action,
    Constant,
    Definition,
    DefinitionHolds,
    DefinitionValue,
    Fact,
    FactHolds,
    FactValue,
    Formula,
    Outcome,
    OutcomeHolds,
    OutcomeValue,
    SortType,
    Table,
    TableValue,
    Value,
)
from rulelang.grammar.model import Compare as CompareFormula
from rulelang.grammar.resolving.findings import did_you_mean
from rulelang.grammar.resolving.kinds import BROKEN, YES
from rulelang.grammar.resolving.operations import FUNCTION_ARGUMENTS, WRONG, Typed
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.resolving.sentences import normal
from rulelang.grammar.resolving.symbols import Column, Said, is_boolean, kind_words
from rulelang.grammar.source import Span


def find(scope: Scope, name: str) -> Said | Column | None:
    """What is said under a name: a table by its only column or `t.column`."""
    said = scope.symbols.said.get(name)
    if said is None or isinstance(said, Table):
        column = scope.symbols.columns.get(name)
        if column is not None:
            return column
    return said


def unknown(scope: Scope, term: tree.Term) -> None:
    """Report a name that stands for nothing here."""
    symbols = scope.symbols
    name = term.name

    def candidates() -> Iterator[str]:
        yield from scope.variables
        yield from symbols.said
        yield from symbols.columns
        yield from symbols.member_sorts

    otherwise = "declare it with FACT, OUTCOME, ACTION, CONCEPT, DEFINE or TABLE"
    if name in symbols.sorts:
        otherwise = f"`{name}` is a TYPE; bind a variable to its entities: `FOR EACH x IN {name}`"
    elif name in symbols.rules:
        otherwise = f"`{name}` is a rule; conditions read what rules conclude, not the rules"
    elif term.args and name.upper() in FUNCTION_ARGUMENTS:
        otherwise = f"keywords are written in capitals: `{name.upper()}`"
    scope.findings.unknown("RL200", "the name", name, term.span, candidates, otherwise)


def column_needed(scope: Scope, table: Table, span: Span) -> None:
    names = ", ".join(f"`{table.name}.{c}`" for c in table.columns)
    scope.findings.error("RL210", f"table `{table.name}` has several columns", span, f"name one: {names}")


def atom_formula(scope: Scope, said: Said | Column, args: tuple[Value, ...], span: Span) -> Formula | None:
    """A name where a condition stands; None (reported) where it is no condition."""
    match said:
        case Fact(name) if is_boolean(said.type):
            return shared_fact(scope, name, args)
        case Outcome(name) if is_boolean(said.type):
            scope.saw(said)
            return shared_outcome(scope, name, args)
        case Definition(name) if is_boolean(said.type):
            scope.saw(said)
            return DefinitionHolds(name, args)
        case Column() if is_boolean(said.kind):
            return CompareFormula("=", TableValue(said.table, said.column, args), YES)
        case Action(name):
            scope.findings.error(
                "RL220",
                f"`{name}` is an action, not a condition",
                span,
                f"ask for a norm or the deed: `MUST {name}`, `MAY {name}`, `DONE {name}`",
            )
        case Table():
            column_needed(scope, said, span)
        case _:
            name = said.name if not isinstance(said, Column) else said.table
            scope.findings.error(
                "RL218", f"`{name}` is a value, not a condition", span, f"compare it: `{name} = …`, `{name} > …`"
            )
    return None


def shared_fact(scope: Scope, name: str, args: tuple[Value, ...]) -> Formula:
    if args:
        return FactHolds(name, args)
    pool = scope.symbols.pool
    key = ("fact", name)
    found = pool.get(key)
    if found is None:
        found = pool[key] = FactHolds(name)
    return found


def shared_outcome(scope: Scope, name: str, args: tuple[Value, ...]) -> Formula:
    if args:
        return OutcomeHolds(name, args)
    pool = scope.symbols.pool
    key = ("outcome", name)
    found = pool.get(key)
    if found is None:
        found = pool[key] = OutcomeHolds(name)
    return found


def atom_value(scope: Scope, said: Said | Column, args: tuple[Value, ...], span: Span) -> Typed:
    """A name where a value stands; broken (reported) where it has none."""
    match said:
        case Fact(name) if not is_boolean(said.type):
            return FactValue(name, args), said.type
        case Outcome(name) if not is_boolean(said.type):
            return OutcomeValue(name, args), said.type
        case Definition(name) if not is_boolean(said.type):
            scope.saw(said)
            return DefinitionValue(name, args), said.type
        case Column() if not is_boolean(said.kind):
            return TableValue(said.table, said.column, args), said.kind
        case Action(name):
            scope.findings.error("RL220", f"`{name}` is an action and has no value", span)
        case Table():
            column_needed(scope, said, span)
        case _:
            name = said.name if not isinstance(said, Column) else said.table
            scope.findings.error(
                "RL218",
                f"`{name}` is a condition, not a value",
                span,
                f"to count conditions write `COUNT OF {{{name}}}`",
            )
    return WRONG


def entity(scope: Scope, sort_name: str, text: str, span: Span, in_quotes: bool) -> Typed | None:
    """A member or entity of a sort by a name or string; None where the text is none (nothing reported).

    In a fixed sort a string may be the label; in a sort that the case lists, any string is an entity, and a bare
    name is one only where a case speaks.
    """
    symbols = scope.symbols
    sort = symbols.sorts[sort_name]
    kind = SortType(sort_name)
    if isinstance(sort.members, range):
        return None
    if sort.members is not None:
        member = text if text in sort.members else (symbols.member_of(sort, text) if in_quotes else None)
        return None if member is None else (Constant(member), kind)
    if scope.mentions is None:
        return (Constant(text), kind) if in_quotes else None
    if not scope.mentions.admit(sort_name, text):
        there = tuple(scope.mentions.entities.get(sort_name, ()))
        hint = did_you_mean(text, there) or (
            f"the case lists {', '.join(f'`{e}`' for e in there[:6])}"
            if there
            else f"list it: `GIVEN | {sort_name} |` and a row for each"
        )
        scope.findings.error("RL405", f"the case has no {sort_name} `{text}`", span, hint)
        return Constant(text), BROKEN
    return Constant(text), kind


def not_a_member(scope: Scope, sort_name: str, text: str, span: Span) -> None:
    """Report a text that is no member of the sort where one is needed."""
    sort = scope.symbols.sorts[sort_name]
    members = sort.members
    if isinstance(members, range):
        scope.findings.error(
            "RL211",
            f"`{text}` is not a `{sort_name}`, which runs from {members.start} to {members.stop - 1}",
            span,
        )
        return
    if members is None:
        hint = (
            f"bind a variable, `FOR EACH x IN {sort_name}`, or list the members: `TYPE {sort_name} OF {text}, …`"
        )
    else:
        listed = ", ".join(f"`{m}`" for m in members[:8]) + (", …" if len(members) > 8 else "")
        hint = did_you_mean(text, (*members, *sort.labels.values())) or f"its members are {listed}"
    scope.findings.error("RL211", f"`{text}` is not a `{sort_name}`", span, hint)


def sentence_said(scope: Scope, text: str, span: Span, actions: bool) -> Said | None:
    """The declared, argument-free thing whose gloss a sentence is; None where there is none.

    `actions`: the position asks for an action; else for something that holds or has a value.
    """
    same = scope.symbols.glosses.get(normal(text))
    if not same:
        return None
    right = [s for s in same if isinstance(s, Action) is actions]
    if not right:
        return None
    if len(right) > 1:
        names = ", ".join(f"`{s.name}`" for s in right)
        scope.findings.error(
            "RL248",
            f"the sentence is the gloss of {names}",
            span,
            "write the name that is meant, or change a gloss",
        )
    return right[0]


def declared(said: Said | Column) -> str:
    return f"`{said.table if isinstance(said, Column) else said.name}` is {kind_words(said)}"
