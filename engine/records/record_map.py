"""Applies a map: a record of a data set becomes JSON cases, each value remembering where it was taken from.

Two steps keep this free of any one data set: `map_cases` makes `case/1` documents of a record, and `records` reads
those with the rules at hand, just as it reads documents that were written as cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.map_shape import (
    ClaimsShape,
    MapShape,
    MembersShape,
    PassagesShape,
    RecordsShape,
    RowsShape,
    TakeShape,
)
from rulelang.engine.records.record_values import Left, Scope, filled, items, named, passes, take
from rulelang.engine.records.shape import Document, shaped
from rulelang.grammar.json_text import JsonText, JsonValue, pointer
from rulelang.grammar.source import Span


@dataclass(frozen=True)
class MappedCase:
    """A JSON case that a map made; its places are those of the record's values."""

    record: JsonText
    value: Any
    origins: Mapping[str, str]
    """Pointer in the case -> pointer in the record."""

    def origin(self, place: str) -> str:
        """The pointer in the record from which the value at this pointer of the case, or what holds it, was taken."""
        while place and place not in self.origins:
            place = place.rpartition("/")[0]
        return self.origins.get(place, "")

    def span(self, pointer: str) -> Span:
        return self.record.span(self.origin(pointer))

    def key_span(self, pointer: str) -> Span:
        return self.record.key_span(self.origin(pointer))


def read_map(document: Document) -> MapShape:
    """The map that a JSON document holds.

    Raises:
        RuleLangError: it does not have the shape of a map (RL440, RL441).
    """
    return shaped(MapShape, document, "RL440", "RL441")


def map_cases(made: MapShape, record: JsonText) -> Iterator[MappedCase]:
    """The cases of a record.

    Raises:
        RuleLangError: there is nothing at a pointer (RL442), a value is in no translation (RL443), what is taken item
            by item is no list or object (RL444), or a value is of the wrong kind (RL445).
    """
    whole = Scope(record, record.value, "", "", None)
    for scope in [whole] if made.each is None else items(whole, made.each, None, None):
        if passes(scope, made.where, made.unless):
            yield _Builder(record).case(made, scope)


@dataclass(slots=True)
class _Builder:
    """One case in the making: its origins and what it says is unknown."""

    record: JsonText
    origins: dict[str, str] = field(default_factory=dict[str, str])
    unknown: list[str] = field(default_factory=list[str])

    def case(self, made: MapShape, scope: Scope) -> MappedCase:
        self.origins[""] = scope.place
        name, self.origins["/case"] = named(made.case, scope)
        case: dict[str, Any] = {"rulelang": "case/1", "case": name}
        if made.module is not None:
            case["module"] = made.module
        for part, spec in (("gloss", made.gloss), ("as_of", made.as_of)):
            if spec is not None:
                self.put(case, part, spec, scope, f"/{part}")
        if made.using:
            case["using"] = made.using
        if made.closed:
            case["closed"] = True
        facts = self.members(made.members, made.facts, scope, "/facts", None)
        facts.update(self.facts(made.facts, scope, "/facts", None))
        if facts:
            case["facts"] = facts
        entities = {
            sort: self.records(shape, scope, pointer("entities", sort)) for sort, shape in made.entities.items()
        }
        if entities:
            case["entities"] = entities
        unknown = [*self.claims(made.unknown, scope, "/unknown"), *self.unknown]
        done = self.claims(made.done, scope, "/done")
        evidence = [passage for shape in made.evidence for passage in self.passages(shape, scope)]
        for part, said in (("unknown", unknown), ("done", done), ("evidence", evidence)):
            if said:
                case[part] = said
        if made.track is not None:
            case["track"] = made.track
        self.questions(made, scope, case)
        expect = self.expected(made, scope)
        if expect:
            case["expect"] = expect
        return MappedCase(self.record, case, self.origins)

    def put(self, into: dict[str, Any], key: str, spec: str | TakeShape, scope: Scope, place: str) -> None:
        value, origin = take(spec, scope)
        if not isinstance(value, Left):
            into[key] = value
            self.origins[place] = origin

    def facts(self, specs: Mapping[str, Any], scope: Scope, place: str, entity: str | None) -> dict[str, Any]:
        """The facts that a map lists, of the case or of an entity."""
        made: dict[str, Any] = {}
        for name, spec in specs.items():
            here = place + pointer(name)
            match spec:
                case RowsShape():
                    made[name] = self.rows(spec, scope, here)
                case RecordsShape():
                    made[name] = self.records(spec, scope, here)
                case _:
                    value, self.origins[here] = take(spec, scope)
                    self.say(made, name, value, entity)
        return made

    def members(
        self, shape: MembersShape | None, listed: Mapping[str, Any], scope: Scope, place: str, entity: str | None
    ) -> dict[str, Any]:
        """All members of an object as facts, but for those that the map lists or excepts."""
        if shape is None:
            return {}
        made: dict[str, Any] = {}
        marks = {"none": None, "absent": Left.OUT, "unknown": Left.UNKNOWN}
        for item in items(scope, shape.at, None, None):
            if item.key not in listed and item.key not in shape.except_:
                self.origins[place + pointer(item.key)] = item.place
                self.say(made, item.key, marks[shape.null] if item.value is None else item.value, entity)
        return made

    def say(self, into: dict[str, Any], name: str, value: Any, entity: str | None) -> None:
        if value is Left.UNKNOWN:
            quoted = "" if entity is None else f"({json_line(entity)})"
            self.unknown.append(f"{name}{quoted}")
        elif value is not Left.OUT:
            into[name] = value

    def items(self, shape: Any, scope: Scope) -> Iterator[Scope]:
        if shape.optional and not scope.find(shape.each)[0]:
            return
        for item in items(scope, shape.each, shape.from_, shape.to):
            if passes(item, shape.where, shape.unless):
                yield item

    def rows(self, shape: RowsShape, scope: Scope, place: str) -> list[Any]:
        made: list[Any] = []
        for item in self.items(shape, scope):
            here = f"{place}/{len(made)}"
            self.origins[here] = item.place
            row: list[Any] = []
            for spec in shape.row:
                value, self.origins[f"{here}/{len(row)}"] = take(spec, item)
                if not isinstance(value, Left):
                    row.append(value)
            made.append(row)
        return made

    def records(self, shape: RecordsShape, scope: Scope, place: str) -> list[Any]:
        made: list[Any] = []
        for item in self.items(shape, scope):
            here = f"{place}/{len(made)}"
            self.origins[here] = item.place
            value, self.origins[f"{here}/id"] = take(shape.id, item)
            entity = value if isinstance(value, str) else json_line(value)
            facts = self.members(shape.members, shape.facts, item, here, entity)
            facts.update(self.facts(shape.facts, item, here, entity))
            made.append({"id": entity, **facts})
        return made

    def claims(self, specs: Sequence[Any], scope: Scope, place: str) -> list[Any]:
        made: list[Any] = []
        for spec in specs:
            if isinstance(spec, ClaimsShape):
                for item in self.items(spec, scope):
                    self.origins[f"{place}/{len(made)}"] = item.place
                    made.append(filled(spec.text, item))
                continue
            value: JsonValue | Left
            value, origin = (spec, scope.place) if isinstance(spec, str) else take(spec, scope)
            for claim in value if isinstance(value, list) else [value]:
                if not isinstance(claim, Left):
                    self.origins[f"{place}/{len(made)}"] = origin
                    made.append(claim)
        return made

    def passages(self, shape: PassagesShape, scope: Scope) -> Iterator[dict[str, Any]]:
        for item in self.items(shape, scope):
            number = sum(1 for place in self.origins if re.fullmatch(r"/evidence/\d+", place))
            here = f"/evidence/{number}"
            self.origins[here] = item.place
            value, self.origins[f"{here}/id"] = take(shape.id, item)
            passage: dict[str, Any] = {"id": value if isinstance(value, str) else json_line(value)}
            if shape.text is not None:
                self.put(passage, "text", shape.text, item, f"{here}/text")
            supports = self.claims(shape.supports, item, f"{here}/supports")
            if supports:
                passage["supports"] = supports
            if shape.with_ is not None:
                self.put(passage, "with", shape.with_, item, f"{here}/with")
            yield passage

    def questions(self, made: MapShape, scope: Scope, case: dict[str, Any]) -> None:
        asks: list[dict[str, Any]] = []
        for shape in made.ask:
            ask: dict[str, Any] = {}
            if shape.text is not None:
                self.put(ask, "text", shape.text, scope, f"/ask/{len(asks)}/text")
            if shape.type is not None:
                ask["type"] = shape.type
            ask["decide"] = [filled(claim, scope) for claim in shape.decide]
            if shape.within is not None:
                ask["within"] = shape.within
            asks.append(ask)
        if asks:
            case["ask"] = asks

    def expected(self, made: MapShape, scope: Scope) -> dict[str, Any] | list[Any]:
        if isinstance(made.expect, list):
            return self.claims(made.expect, scope, "/expect")
        values: dict[str, Any] = {}
        for expression, spec in made.expect.items():
            self.put(values, filled(expression, scope), spec, scope, pointer("expect", expression))
        return values
