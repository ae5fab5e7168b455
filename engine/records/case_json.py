"""A resolved case as a JSON case: the inverse of `records.read_case`.

What is read back from it is the same case: the same facts, entities in the same order, the same questions and
expectations.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rulelang.engine.grounding.keys import argument, key
from rulelang.engine.records.json_write import decimal
from rulelang.grammar import model
from rulelang.grammar.model import Atom, Case, Constant_, Given, Program
from rulelang.grammar.values import PERCENT, Duration, NoneValue, exact

MODES = ("MUST", "MUST NOT", "MAY", "NEED NOT")


def case_json(program: Program, case: Case) -> dict[str, Any]:
    """The case as a `case/1` document (write it with `json_write.json_line`)."""
    made: dict[str, Any] = {"rulelang": "case/1"}
    if case.module:
        made["module"] = case.module
    made["case"] = case.name
    for field, value in (
        ("gloss", case.gloss),
        ("using", [reference.name for reference in case.using] or None),
        ("as_of", None if case.as_of is None else case.as_of.isoformat()),
        ("closed", case.closed or None),
    ):
        if value is not None:
            made[field] = value
    for field, value in _given(program, case).items():
        if value:
            made[field] = value
    if case.suppose:
        made["suppose"] = [_claim(program, given) for given in case.suppose]
    if case.evidence:
        made["evidence"] = [_passage(passage) for passage in case.evidence]
    if case.track is not None:
        made["track"] = case.track
    if case.requires:
        made["requires"] = _texts(case.requires)
    if case.asks:
        made["ask"] = [_ask(ask) for ask in case.asks]
    if case.expect:
        made["expect"] = _texts(case.expect)
    return made


# ------------------------------------------------------------------------------------------------ what is given


def _given(program: Program, case: Case) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    unknown: list[str] = []
    done: list[str] = []
    listed = {sort: ids for sort, ids in case.entities.items() if program.sorts[sort].members is None}
    records: dict[tuple[str, str], dict[str, Any]] = {
        (sort, entity): {"id": entity} for sort, ids in listed.items() for entity in ids
    }
    relations = _whole_relations(case.given)
    for given in case.given:
        match given:
            case model.GivenFact(atom, value):
                subject = _subject(program, atom)
                said = _value(value, _type(program, atom))
                record = records.get((subject, str(atom.args[0]))) if subject is not None else None
                if record is not None and len(atom.args) == 1:
                    record[atom.name] = said
                elif record is not None and len(atom.args) == 2 and atom.name in relations:
                    record.setdefault(atom.name, []).append(_value(atom.args[1]))
                elif atom.args and atom.name in relations:
                    facts.setdefault(atom.name, []).append([*map(_value, atom.args)])
                elif atom.args:
                    facts.setdefault(atom.name, []).append([*map(_value, atom.args), said])
                else:
                    facts[_fact_key(atom)] = said
            case model.GivenDone(action, is_done):
                done.append(("" if is_done else "NOT ") + key(action.name, action.args))
            case model.GivenUnknown(atom, of_deed):
                unknown.append(("DONE " if of_deed else "") + key(atom.name, atom.args))
            case model.Stipulation(atom, literal):
                if literal in MODES and atom.name in program.actions:
                    facts[f"{literal} {key(atom.name, atom.args)}"] = True
                else:
                    facts[_fact_key(atom)] = _value(literal, _type(program, atom))
    entities = {
        sort: [record if len(record) > 1 else entity for entity in ids for record in (records[sort, entity],)]
        for sort, ids in listed.items()
    }
    return {"facts": facts, "entities": entities, "unknown": unknown, "done": done}


def _whole_relations(given: Iterable[Given]) -> frozenset[str]:
    """The facts with arguments of which only true instances are given: relations, written as rows or lists."""
    seen: dict[str, bool] = {}
    for one in given:
        if isinstance(one, model.GivenFact) and len(one.atom.args) > 1:
            seen[one.atom.name] = seen.get(one.atom.name, True) and one.value is True
    return frozenset(name for name, whole in seen.items() if whole)


def _subject(program: Program, atom: Atom) -> str | None:
    """The sort of the entity that a fact is about: its first argument, where the case lists that sort."""
    parameters = program.facts[atom.name].parameters
    if not parameters or not isinstance(parameters[0].type, model.SortType):
        return None
    return parameters[0].type.name


def _fact_key(atom: Atom) -> str:
    """How a fact is named as a key: a sentence without its quotes where it can't be taken for anything else."""
    text = key(atom.name, atom.args)
    plain = atom.name[1:-1]
    if atom.args or not atom.name.startswith('"'):
        return text
    return plain if " " in plain and not set('"\\()') & set(plain) else text


def _type(program: Program, atom: Atom) -> model.Type | None:
    said = program.facts.get(atom.name) or program.outcomes.get(atom.name)
    return None if said is None else said.type


def _value(value: Constant_ | bool, type_: model.Type | None = None) -> Any:
    if isinstance(value, NoneValue):
        return None
    if isinstance(value, datetime.date | Duration):
        return _text(value, type_)
    return value


def _tolerance(within: model.Constant) -> str:
    value = within.value
    if isinstance(value, int | Fraction) and within.unit == PERCENT:
        return _text(exact(value * 100), None) + "%"
    return _text(value, None) + ("" if within.unit is None else f" {within.unit}")


def _text(value: Constant_, type_: model.Type | None) -> str:
    """The value as an expression; no time at all is written in the unit of its type."""
    if isinstance(value, Fraction):
        return decimal(value) or argument(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if value == Duration() and isinstance(type_, model.DurationType):
        return f"0 {type_.unit or 'DAYS'}"
    return argument(value)


# -------------------------------------------------------------------------------------------------- the rest


def _claim(program: Program, given: Given) -> str:
    """A supposition as a claim."""
    match given:
        case model.GivenDone(action, is_done):
            return ("" if is_done else "NOT ") + "DONE " + key(action.name, action.args)
        case model.GivenUnknown(atom, of_deed):
            return "UNKNOWN " + ("DONE " if of_deed else "") + key(atom.name, atom.args)
        case model.GivenFact(atom, value) | model.Stipulation(atom, value):
            name = key(atom.name, atom.args)
            if isinstance(value, bool):
                return name if value else f"NOT {name}"
            if isinstance(given, model.Stipulation) and atom.name in program.actions:
                return f"{value} {name}"
            return f"{name} = {_text(value, _type(program, atom))}"


def _texts(claims: Iterable[model.Stated]) -> list[str]:
    return [stated.text for stated in claims]


def _passage(passage: model.Passage) -> dict[str, Any]:
    made: dict[str, Any] = {"id": passage.id}
    if passage.text is not None:
        made["text"] = passage.text
    if passage.supports:
        made["supports"] = _texts(passage.supports)
    if passage.joint:
        made["with"] = list(passage.joint)
    return made


def _ask(ask: model.Ask) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if ask.question is not None:
        made["text"] = ask.question
    if ask.type is not None:
        made["type"] = ask.type
    if ask.actions:
        # Each action is asked as `MUST a` and `MUST NOT a`.
        names = [target.text.removeprefix("MUST ") for target in ask.targets]
        made["actions"] = [name for name in names if not name.startswith("NOT ")]
    elif ask.targets:
        made["decide"] = [target.text for target in ask.targets]
    if ask.within is not None:
        made["within"] = _tolerance(ask.within)
    return made
