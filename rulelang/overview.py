"""What `rulelang show` does: lists what a rule file declares, or prints one rule and how it was made."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rulelang.console import DONE
from rulelang.engine.records.json_write import json_line
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity
from rulelang.grammar.resolving.kinds import describe
from rulelang.grammar.rule_text import binder_text, formula_text, head_text
from rulelang.opening import open_program, split_case
from rulelang.options import Loading

if TYPE_CHECKING:
    from rulelang.engine.rules.group import ExceptionPart, Group
    from rulelang.engine.rules.history import Round


def show(file: str, rule: str | None, history: bool, how: Loading, output_format: str) -> int:
    """Print an overview of a rule file or one of its rules, and return the exit status.

    Raises:
        RuleLangError: the file cannot be used, or has no such rule (RL494).
    """
    path, named = (file, None) if os.path.exists(file) or rule is not None else split_case(file)
    program = open_program(path, how, output_format, tuple(Severity))
    name = rule or named
    if name is None:
        if output_format == "json":
            sys.stdout.write(json_line(_overview_json(program)) + "\n")
        else:
            sys.stdout.write("".join(f"{line}\n" for line in _overview(program)))
        return DONE
    if name not in program.rules:
        near = difflib.get_close_matches(name, program.rules, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"`rulelang show {path}` lists the rules"
        raise RuleLangError([Diagnostic("RL494", f"the rules have no rule `{name}`", None, hint=hint)])
    from rulelang.engine.rules.history import rounds

    made = rounds(program, name)
    shown = made if history else made[-1:]
    if output_format == "json":
        sys.stdout.write(json_line([_round_json(program, one) for one in shown]) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _rule_text(program, name, made, history)))
    return DONE


# ---------------------------------------------------------------------------------------------------- overview


def _overview(program: model.Program) -> Iterator[str]:
    for info in program.modules.values():
        yield f"MODULE {info.name or '(without a name)'}" + (f"  {info.gloss}" if info.gloss else "")
    for title, rows in _sections(program):
        if rows:
            yield ""
            yield title
            width = max(len(row[0]) for row in rows) if max(len(row[0]) for row in rows) <= 44 else 44
            for left, right in rows:
                yield f"  {left:<{width}}  {right}".rstrip()


def _sections(program: model.Program) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    yield "TYPES", [(_sort_words(sort), sort.gloss or "") for sort in program.sorts.values()]
    facts = [fact for fact in program.facts.values() if not fact.sentence]
    yield "FACTS", [(_signature(program, fact), fact.gloss or "") for fact in facts]
    outcomes = [outcome for outcome in program.outcomes.values() if not outcome.sentence]
    yield "OUTCOMES", [(_signature(program, one), one.gloss or "") for one in outcomes if not one.concept]
    yield "CONCEPTS", [(_signature(program, one), one.gloss or "") for one in outcomes if one.concept]
    yield "ACTIONS", [(_named(action), action.gloss or "") for action in program.actions.values()]
    yield "DEFINITIONS", [(_signature(program, one), one.gloss or "") for one in program.definitions.values()]
    yield "TABLES", [(f"{_named(one)}, {len(one.rows)} rows", one.gloss or "") for one in program.tables.values()]
    yield "SENTENCES READ AS FACTS", [(one.name, "") for one in program.facts.values() if one.sentence]
    yield "SENTENCES READ AS OUTCOMES", [(one.name, "") for one in program.outcomes.values() if one.sentence]
    yield "RULES", [(_rule_words(rule), rule.gloss or "") for rule in program.rules.values()]
    yield "CASES", [(case.name, case.gloss or "") for case in program.cases.values()]


def _sort_words(sort: model.Sort) -> str:
    if sort.members is None:
        return f"{sort.name} (listed by the case)"
    if isinstance(sort.members, range):
        return f"{sort.name} FROM {sort.members.start} TO {sort.members.stop - 1}"
    more = f", … ({len(sort.members)})" if len(sort.members) > 6 else ""
    return f"{sort.name} OF {', '.join(sort.members[:6])}{more}"


def _named(said: model.Fact | model.Outcome | model.Action | model.Definition | model.Table) -> str:
    if not said.parameters:
        return said.name
    return f"{said.name}({', '.join(parameter.name for parameter in said.parameters)})"


def _signature(program: model.Program, said: model.Fact | model.Outcome | model.Definition) -> str:
    boolean = isinstance(said.type, model.BooleanType)
    return _named(said) if boolean else f"{_named(said)} : {describe(said.type, program.sorts).replace('`', '')}"


def _rule_words(rule: model.Rule) -> str:
    words = ("META " if rule.meta else "") + rule.id
    if rule.augments is not None:
        words += f" AUGMENTS {rule.augments}"
    if rule.operators:
        words += f" ({len(rule.operators)} {'clause' if len(rule.operators) == 1 else 'clauses'})"
    return words


def _overview_json(program: model.Program) -> dict[str, Any]:
    def all_of(things: Iterable[Any]) -> list[dict[str, Any]]:
        return [
            {
                "name": one.name,
                **({"arguments": [p.name for p in one.parameters]} if one.parameters else {}),
                **({"type": describe(one.type, program.sorts)} if hasattr(one, "type") else {}),
                **({"gloss": one.gloss} if one.gloss else {}),
            }
            for one in things
        ]

    return {
        "modules": [{"name": info.name, "gloss": info.gloss} for info in program.modules.values()],
        "types": [_sort_words(sort) for sort in program.sorts.values()],
        "facts": all_of(one for one in program.facts.values() if not one.sentence),
        "outcomes": all_of(one for one in program.outcomes.values() if not one.sentence),
        "actions": all_of(program.actions.values()),
        "definitions": all_of(program.definitions.values()),
        "tables": all_of(program.tables.values()),
        "sentences": {
            "facts": [one.name for one in program.facts.values() if one.sentence],
            "outcomes": [one.name for one in program.outcomes.values() if one.sentence],
        },
        "rules": [
            {"id": rule.id, "meta": rule.meta, "augments": rule.augments, "gloss": rule.gloss}
            for rule in program.rules.values()
        ],
        "cases": [{"name": case.name, "gloss": case.gloss} for case in program.cases.values()],
    }


# -------------------------------------------------------------------------------------------------------- a rule


def _rule_text(program: model.Program, name: str, made: tuple[Round, ...], history: bool) -> Iterator[str]:
    rule = program.rules[name]
    yield ("META " if rule.meta else "") + f"RULE {name}" + (f"  {rule.gloss}" if rule.gloss else "")
    for source in rule.sources:
        yield f"  source: {source}"
    if not history:
        for line in _group_lines(program, made[-1].group):
            yield f"  {line}"
        return
    for one in made:
        yield ""
        if one.attributes is None:
            yield f"round {one.number}: the base, from `{one.origin}`"
        else:
            told = one.attributes
            yield f"round {one.number}: {one.clause}, from `{one.origin}`"
            yield f"  type {told.type}, position {told.position}, combination {told.combination}"
        for line in _group_lines(program, one.group):
            yield f"  {line}"


def _group_lines(program: model.Program, group: Group) -> Iterator[str]:
    """The finished rule, part by part, each with the identifier that answers cite."""
    for binder in group.binders:
        yield f"FOR EACH {binder_text(program, binder)}"
    yield f"IF    {formula_text(program, group.condition)}"
    yield f"THEN  {_heads(program, group.outcomes)}"
    for exception in group.exceptions:
        yield from _exception_lines(program, exception, "")
    for rival in group.rivals:
        then = f"THEN {_heads(program, rival.outcomes)} {rival.resolution}"
        yield f"CONFLICT {rival.id} IF {formula_text(program, rival.condition)} {then}"
        for exception in rival.exceptions:
            yield from _exception_lines(program, exception, "  ")
    for part in group.ironclad:
        condition = "" if part.condition is None else f" IF {formula_text(program, part.condition)}"
        yield f"IRONCLAD {part.id}{condition} THEN {_heads(program, part.outcomes)}"


def _exception_lines(program: model.Program, exception: ExceptionPart, indent: str) -> Iterator[str]:
    then = f" THEN {_heads(program, exception.outcomes)}" if exception.outcomes else ""
    yield f"{indent}EXCEPTION {exception.id} IF {formula_text(program, exception.condition)}{then}"
    for inner in exception.exceptions:
        yield from _exception_lines(program, inner, indent + "  ")


def _heads(program: model.Program, heads: tuple[model.Head, ...]) -> str:
    return " AND ".join(head_text(program, head) for head in heads) or "(nothing)"


def _round_json(program: model.Program, one: Round) -> dict[str, Any]:
    made: dict[str, Any] = {"round": one.number, "clause": one.clause, "origin": one.origin}
    if one.attributes is not None:
        told = one.attributes
        made |= {"type": told.type, "position": told.position, "combination": told.combination}
    return made | {"rule": list(_group_lines(program, one.group))}
